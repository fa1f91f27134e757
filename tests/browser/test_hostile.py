"""The corpus of attacks in a browser: no script of theirs runs, nothing leaves the page's policy or
the machine, and the questions between them work.

Every reader's complaints fail a test: messages of the console, of the policy (CSP), requests to a
host. Dialogs, which attacks try to open, are watched besides.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewReader
from tests.browser.sites import built
from tests.hostile_bank import hostile_bank, taken, titled_bank
from tests.hostile_imports import FORMATS, imported_bank

pytestmark = pytest.mark.browser

_LOOK = """() => {
  const alien = "script:not([src], [type='application/json']), style, iframe, object, embed, base, "
    + "form[action], [style]:not(li), link[rel=import], meta[http-equiv=refresh]";
  const handlers = [...document.querySelectorAll("*")].filter((each) =>
    [...each.attributes].some(({ name }) => /^on/i.test(name)));
  return {
    alien: [...document.querySelectorAll(alien)].map((each) => each.outerHTML),
    handlers: handlers.map((each) => each.outerHTML),
    polluted: {}.polluted ?? null,
    ids: [...document.querySelectorAll("article.q")].map(({ id }) => id),
    forged: document.querySelectorAll("input[value=forged]").length,
  };
}"""
"""JavaScript: what of a page nobody but an attacker could have put there."""


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    return built(hostile_bank(folder), folder / "site")


EVERY = int(os.environ.get("EXAMPRESS_HOSTILE_EVERY", "7"))
"""Of the files to import every seventh is opened; with 1 all of them, in some minutes."""


def watched(new_reader: NewReader) -> tuple[Page, list[str]]:
    page = new_reader().context.new_page()
    dialogs: list[str] = []

    def note(dialog: object) -> None:
        dialogs.append(str(getattr(dialog, "message", "")))
        dialog.dismiss()  # type: ignore[attr-defined]

    page.on("dialog", note)
    return page, dialogs


def test_attacks_in_questions_do_nothing(hostile: Path, new_reader: NewReader) -> None:
    page, dialogs = watched(new_reader)
    seen: list[str] = []
    for path in sorted(hostile.glob("e/*/index.html")):
        if path.parent.name in ("mock", "random", "print"):
            continue
        page.goto(path.as_uri())
        found = page.evaluate(_LOOK)
        assert (found["alien"], found["handlers"], found["polluted"]) == ([], [], None), path
        assert found["forged"] == 0
        seen += found["ids"]
        # the question that nobody touches answers as ever
        last = page.locator("article.q").last
        last.locator("input[value=B]").check()
        last.locator("[data-do=check]").click()
        expect(last.locator("> .interaction output")).to_contain_text("Correct.")
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    assert dialogs == []
    wanted = {f"{attack.name}-{place.replace(' ', '-')}" for attack, place in taken()}
    assert wanted <= set(seen)
    assert len(seen) == len(set(seen))


def test_attacks_on_paper_do_nothing(hostile: Path, new_reader: NewReader) -> None:
    page, dialogs = watched(new_reader)
    for path in sorted(hostile.glob("e/*/print/teacher.html"))[::3]:
        page.goto(path.as_uri())
        found = page.evaluate(_LOOK)
        assert (found["alien"], found["handlers"]) == ([], []), path
    assert dialogs == []


def test_attacks_are_found_and_drawn_as_text(hostile: Path, new_reader: NewReader) -> None:
    page, dialogs = watched(new_reader)
    page.goto((hostile / "search/index.html").as_uri())
    for query in ("alert(1)", "<script>", "evil.example", "__proto__", "javascript:"):
        page.locator("#_query").fill(query)
        expect(page.locator("#_hits li").first).to_be_visible()
        found = page.evaluate(_LOOK)
        assert (found["alien"], found["handlers"], found["polluted"]) == ([], [], None), query
    page.goto((hostile / "e/random/index.html").as_uri())
    expect(page.locator("#_lot")).to_be_visible(timeout=30_000)
    assert page.evaluate(_LOOK)["alien"] == []
    assert dialogs == []


def test_attacks_that_were_imported_do_nothing(tmp_path: Path, new_reader: NewReader) -> None:
    content, became = imported_bank(tmp_path, EVERY)
    site = built(content, tmp_path / "site")
    page, dialogs = watched(new_reader)
    seen: list[str] = []
    for path in sorted(site.glob("*/s*/index.html")):
        page.goto(path.as_uri())
        found = page.evaluate(_LOOK)
        assert (found["alien"], found["handlers"], found["polluted"]) == ([], [], None), path
        assert found["forged"] == 0
        seen += found["ids"]
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    assert dialogs == []
    assert {each.rpartition("-")[0] for each in seen} >= {*FORMATS}
    assert len(seen) == len(set(seen)) >= became["imported"]


def test_attacks_in_titles_do_nothing(tmp_path: Path, new_reader: NewReader) -> None:
    site = built(titled_bank(tmp_path, every=9), tmp_path / "site")
    page, dialogs = watched(new_reader)
    paths = [
        "index.html",
        "s/index.html",
        "s/mock/index.html",
        "review/index.html",
        "data/index.html",
    ]
    paths += [path.relative_to(site).as_posix() for path in site.glob("*/print/paper.html")]
    paths += [path.relative_to(site).as_posix() for path in site.glob("css-*/s/index.html")]
    for path in paths:
        page.goto((site / path).as_uri())
        found = page.evaluate(_LOOK)
        assert (found["alien"], found["handlers"], found["polluted"]) == ([], [], None), path
        assert page.locator("body").evaluate("body => getComputedStyle(body).display") != "none"
    assert len(paths) > 10
    assert dialogs == []
