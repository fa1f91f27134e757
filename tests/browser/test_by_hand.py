"""What WCAG 2.2 AA asks and axe cannot see, mode by mode: targets, spacing of text, order of focus.

https://www.w3.org/TR/WCAG22/ 1.4.10, 1.4.12, 2.4.3, 2.4.7, 2.4.11, 2.5.8
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import Reader
from tests.browser.conftest import NewReader
from tests.browser.mocks import begin, hand_in
from tests.browser.states import ANSWER_ALL, MOCK, SECTION
from tests.browser.test_pages import STICKING_OUT

pytestmark = pytest.mark.browser


def plain(path: str) -> Callable[[Page, Path], None]:
    def open_it(page: Page, site: Path) -> None:
        page.goto(f"{site.as_uri()}/{path}")

    return open_it


def practice(page: Page, site: Path) -> None:
    plain(SECTION)(page, site)
    page.evaluate(ANSWER_ALL)
    for closed in page.locator("article.q > details > summary, .hint > summary").all():
        closed.click()
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")


def one_by_one(page: Page, site: Path) -> None:
    plain(SECTION)(page, site)
    page.locator("#_one").check()


def lot(page: Page, site: Path) -> None:
    plain("e/random/index.html")(page, site)
    page.locator("#_lot [type=submit]").click()
    expect(page.locator(".questions > article.q").first).to_be_visible()


def room(page: Page, site: Path) -> None:
    plain(MOCK)(page, site)
    begin(page)


def ask(page: Page, site: Path) -> None:
    room(page, site)
    page.locator("[data-do=ask]:visible").first.click()


def result(page: Page, site: Path) -> None:
    room(page, site)
    page.evaluate(ANSWER_ALL)
    hand_in(page)


def on_paper(page: Page, site: Path) -> None:
    plain(MOCK)(page, site)
    page.locator("#_onpaper summary").click()
    page.locator("#_strip").fill("1-3 AB")
    page.locator("#_onpaper [type=submit]").first.click()
    expect(page.locator("#_onpaper li").first).to_be_visible()


def book(page: Page, site: Path) -> None:
    practice(page, site)
    page.locator("#pairs .bookmark").click()
    page.goto(f"{site.as_uri()}/review/index.html")
    expect(page.locator("#_book li").first).to_be_visible()


def found(page: Page, site: Path) -> None:
    plain("search/index.html?q=which")(page, site)
    expect(page.locator(".hits li").first).to_be_visible()


def settings(page: Page, site: Path) -> None:
    plain("e/index.html")(page, site)
    page.locator("#_controls [data-do=settings]").click()


MODES: dict[str, Callable[[Page, Path], None]] = {
    "exams": plain("index.html"), "exam": plain("e/index.html"), "practice": practice,
    "one at a time": one_by_one, "study": plain(f"{SECTION}?recite"), "by lot": lot,
    "setup": plain(MOCK), "on paper": on_paper, "room": room, "ask": ask, "result": result,
    "book": book, "search": found, "data": plain("data/index.html"), "settings": settings,
    "printing": plain("e/print/index.html"),
}  # fmt: skip


@pytest.fixture(params=MODES)
def arranged(
    request: pytest.FixtureRequest, types_site: Path, new_reader: NewReader
) -> tuple[str, Page]:
    reader: Reader = new_reader(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    page = reader.context.new_page()
    MODES[request.param](page, types_site)
    return request.param, page


SMALL = """() => {
  const scope = document.querySelector("dialog[open]") ?? document;
  const inText = (link) => link.matches("a") && getComputedStyle(link).display === "inline";
  const small = [];
  for (const each of scope.querySelectorAll("a[href], button, input, select, textarea, summary")) {
    if (!each.checkVisibility() || each.disabled || inText(each)) continue;
    const boxes = [each, each.closest("label")].filter(Boolean)
      .map((one) => one.getBoundingClientRect());
    if (boxes[0].right <= 0) continue; // a way to skip, until it has the focus
    const large = ({ width, height }) => Math.min(width, height) >= 24;
    if (!boxes.some(large)) small.push(each.outerHTML.slice(0, 160));
  }
  return small;
}"""
"""JavaScript: what can be pressed and is smaller than 24 by 24 pixels; links in text may be."""


def test_targets_are_large_enough(arranged: tuple[str, Page]) -> None:
    _, page = arranged
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(SMALL) == []


SPACE_OUT = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }`);
  document.adoptedStyleSheets = [sheet];
}"""
CLIPPED = """() => {
  const scope = document.querySelector("dialog[open]") ?? document.body;
  const cut = [];
  for (const each of scope.querySelectorAll("*")) {
    if (!each.checkVisibility() || !each.textContent.trim() || each.closest("svg, math")) continue;
    const { overflowX, overflowY, clipPath, position } = getComputedStyle(each);
    if (position === "absolute" && clipPath !== "none") continue; // for ears only
    if (each.matches(".top nav a")) continue; // the way back is cut short, whatever the spacing
    const wide = overflowX !== "visible" && overflowX !== "auto" && overflowX !== "scroll"
      && each.scrollWidth > each.clientWidth + 1;
    const high = overflowY !== "visible" && overflowY !== "auto" && overflowY !== "scroll"
      && each.scrollHeight > each.clientHeight + 1;
    if (wide || high) cut.push(each.outerHTML.slice(0, 160));
  }
  return cut;
}"""
"""JavaScript: text that is cut off."""


def test_text_can_be_spaced_out(arranged: tuple[str, Page]) -> None:
    _, page = arranged
    page.evaluate(SPACE_OUT)
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(STICKING_OUT) == [], width
        assert page.evaluate(CLIPPED) == [], width


FOCUSED = """async () => {
  for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
  const now = document.activeElement;
  if (!now || now === document.body) return null;
  const all = [...document.querySelectorAll("*")];
  const box = (now.closest("label:has(> input)") ?? now).getBoundingClientRect();
  const middle = [
    Math.min(Math.max(box.x + box.width / 2, 1), innerWidth - 2),
    Math.min(Math.max(box.y + Math.min(box.height / 2, 20), 1), innerHeight - 2),
  ];
  const hit = document.elementFromPoint(...middle);
  const shown = hit !== null && (now.contains(hit) || hit.contains(now)
    || now.closest("label")?.contains(hit) === true);
  const inSight = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  const marks = [now, now.closest("label")].filter(Boolean).map((each) => getComputedStyle(each));
  const marked = marks.some(({ outlineStyle, outlineWidth, borderColor, boxShadow }) =>
    (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none");
  const html = now.outerHTML.slice(0, 140);
  return { at: all.indexOf(now), shown: shown && inSight, marked, html };
}"""
"""JavaScript: what has the focus: where it stands, whether it can be seen, and is marked."""
MOST = 45
"""Steps by Tab that are watched: enough for each kind of thing a page has."""


@pytest.mark.parametrize("width", [390, 1280])
def test_focus_goes_from_the_top_down_in_sight_and_marked(
    width: int, arranged: tuple[str, Page]
) -> None:
    name, page = arranged
    page.set_viewport_size({"width": width, "height": 844})
    if name not in ("ask", "settings", "on paper", "result", "search"):
        page.evaluate("document.activeElement.blur()")
    last: dict[str, Any] = {"at": -1}
    for step in range(MOST):
        page.keyboard.press("Tab")
        now = page.evaluate(FOCUSED)
        goes_round = name in ("ask", "settings") and step > 0  # as the focus does in a dialog
        if now is None or (goes_round and now["at"] <= last["at"]):
            break
        assert now["at"] > last["at"], f"goes up: from {last['html']} to {now['html']}"
        assert now["shown"], f"covered or out of sight: {now['html']}"
        assert now["marked"], f"not marked: {now['html']}"
        last = now
    assert last["at"] >= 0, "nothing takes the focus"
