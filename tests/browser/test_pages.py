"""What holds for every kind of page: no barrier, no sideways scrolling, light and dark."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.banks import section_bank
from tests.browser.axe import violations
from tests.browser.conftest import NewReader
from tests.browser.hands import set_look
from tests.browser.sites import built
from tests.browser.tasks import ANSWER_EVERYTHING

pytestmark = pytest.mark.browser

TOUR = ("science", "geography", "computing", "language", "case")
PRACTICE = (*(f"tour/{section}/index" for section in TOUR), "demo/multiple/index")
OVERVIEWS = (
    "index",
    "tour/index",
    "demo/index",
    "tour/print/index",
    "demo/blank/print/index",
    "search/index",
    "review/index",
    "data/index",
    "tour/mock/index",
    "demo/mock/index",
    "tour/random/index",
    "offline",
    "hub",
    "demo/exam",
    "tour/exam",
)
PAPERS = tuple(f"{exam}/print/{kind}" for exam in ("tour", "demo")
               for kind in ("paper", "teacher", "key", "sheet"))  # fmt: skip
KINDS = (*OVERVIEWS, *PRACTICE, *PAPERS)


def assert_no_violation(page: Page) -> None:
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert (scheme, violations(page)) == (scheme, [])


@pytest.mark.parametrize("name", KINDS)
def test_page_has_no_barrier_in_light_and_dark(
    name: str, site: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(site / f"{name}.html")
    assert_no_violation(page)
    if name in PRACTICE:
        page.evaluate(ANSWER_EVERYTHING)
        assert_no_violation(page)


def test_progress_on_overviews_is_no_barrier(site: Path, new_reader: NewReader) -> None:
    reader = new_reader()
    reader.open(site / "tour/science/index.html").evaluate(ANSWER_EVERYTHING)
    for name in ("index", "tour/index"):
        page = reader.open(site / f"{name}.html")
        expect(page.locator(".done:visible")).to_have_count(1)
        assert_no_violation(page)


@pytest.mark.parametrize("name", KINDS)
def test_page_never_scrolls_sideways(name: str, site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(site / f"{name}.html")
    for answered in (False, True):
        if answered and name not in PRACTICE:
            break
        if answered:
            page.evaluate(ANSWER_EVERYTHING)
        for width in (320, 390, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(STICKING_OUT) == [], width


STICKING_OUT = """() => {
  const root = document.documentElement;
  if (root.scrollWidth <= root.clientWidth) return [];
  return [...document.querySelectorAll("body *")]
    .filter((each) => each.getBoundingClientRect().right > root.clientWidth + 1)
    .map((each) => each.outerHTML.slice(0, 100));
}"""
"""What sticks out of the page to the right, where anything makes it scroll."""

BACKGROUND = "() => getComputedStyle(document.documentElement).backgroundColor"


def lightness(page: Page) -> int:
    colour: str = page.evaluate(f"""() => {{
      const canvas = document.createElement("canvas").getContext("2d");
      canvas.fillStyle = ({BACKGROUND})();
      canvas.fillRect(0, 0, 1, 1);
      return String(canvas.getImageData(0, 0, 1, 1).data[1]);
    }}""")
    return int(colour)


def test_system_theme_is_followed_and_a_choice_persists(site: Path, new_reader: NewReader) -> None:
    reader = new_reader(color_scheme="dark")
    page = reader.open(site / "index.html")
    assert lightness(page) < 60
    page.emulate_media(color_scheme="light")
    assert lightness(page) > 200

    set_look(page, "深色")
    assert lightness(page) < 60
    page.reload()
    assert lightness(page) < 60
    page.goto((site / "tour/science/index.html").as_uri())
    assert lightness(page) < 60

    page.emulate_media(color_scheme="dark")
    set_look(page, "Light")
    assert lightness(page) > 200
    set_look(page, "System")
    assert lightness(page) < 60


SKIPPED = """[...document.querySelectorAll('article.q')].map((each) =>
  getComputedStyle(each).contentVisibility === "auto")"""


def test_questions_out_of_sight_are_skipped_and_never_on_paper(
    tmp_path: Path, new_reader: NewReader
) -> None:
    questions = "".join(f"  - {{id: q{n}, stem: Is it {n}?, answer: true}}\n" for n in range(30))
    section = f"title: S\ntype: true-false\nquestions:\n{questions}"
    site = built(section_bank(tmp_path, section), tmp_path / "site")
    page = new_reader().open(site / "e/s/index.html")
    assert page.evaluate(SKIPPED) == [False] * 20 + [True] * 10
    page.emulate_media(media="print")
    assert page.evaluate(SKIPPED) == [False] * 30


def test_questions_of_a_section_are_one_form(site: Path, new_reader: NewReader) -> None:
    """Chromium looks through every form once a page has loaded, and lays out what it skipped."""
    page = new_reader().open(site / "tour/science/index.html")
    expect(page.locator("form .interaction [data-do=check]").first).to_be_visible()
    expect(page.locator("form:has(.interaction)")).to_have_count(1)


def test_choices_of_one_question_leave_those_of_another(site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(site / "demo/single/index.html")
    for question in page.locator("article.q").all():
        question.get_by_role("radio").first.check()
    expect(page.locator("article.q input:checked")).to_have_count(15)
