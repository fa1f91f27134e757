"""Printed pages: never what was answered or revealed, never the key, every stem whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewReader
from tests.browser.hands import set_look
from tests.browser.printing import page_count, pixels_of, printed, squeezed, text_of
from tests.browser.tasks import ANSWER_EVERYTHING
from tests.layout import faults, layout

pytestmark = pytest.mark.browser

TOUR = ("science", "geography", "computing", "language", "case")
DEMO = ("single", "multiple", "blank", "true-false", "case")
SECTIONS = (*(f"tour/{name}" for name in TOUR), *(f"demo/{name}" for name in DEMO))
PIECES = """(css) => [...document.querySelectorAll(css)].flatMap((each) => {
  const CUT = "math, input, select, img, table, li > b, label > b, .moves, .label, .gap, " +
    ".rule, .slot";
  const pieces = [""];
  (function walk(node) {
    if (node.nodeType === Node.TEXT_NODE) pieces[pieces.length - 1] += node.data;
    else if (node.matches?.(CUT)) pieces.push("");
    else for (const child of node.childNodes) walk(child);
  })(each);
  return pieces;
})"""
"""The texts of elements, cut where something else than plain text stands."""


def pieces(page: Page, css: str) -> set[str]:
    """The texts of elements, squeezed, without what is too short to tell anything."""
    return {text for each in page.evaluate(PIECES, css) if len(text := squeezed(each)) > 3}


def secrets(page: Page) -> set[str]:
    """What a key page says beside answers: explanations, model answers, rubrics, feedback."""
    return pieces(page, ".explanation, .model, .rubric > li, .feedback > li")


@pytest.mark.parametrize("section", SECTIONS)
def test_practice_page_prints_as_if_it_were_new(
    section: str, site: Path, tmp_path: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(site / section / "index.html")
    shown = pieces(page, ".stem, .q fieldset label, .choices > li, .order > li")
    hidden = pieces(page, "article > details p")
    fresh = printed(page, tmp_path / "fresh.pdf")
    page.evaluate(ANSWER_EVERYTHING)
    hidden |= pieces(page, "output, .said, .tools button, .hint p, #_tally")
    answered = printed(page, tmp_path / "answered.pdf")

    text = text_of(answered)
    assert [each for each in shown if each not in text] == []
    assert [each for each in hidden if each in text and each not in "|".join(shown)] == []
    assert text == text_of(fresh)
    assert pixels_of(answered) == pixels_of(fresh)


@pytest.mark.parametrize("unit", ["tour", "demo", *SECTIONS])
def test_student_paper_holds_every_stem_and_no_key(
    unit: str, site: Path, tmp_path: Path, new_reader: NewReader
) -> None:
    reader = new_reader()
    page = reader.open(site / unit / "print/paper.html")
    shown = pieces(page, ".stem, .options > li, .pairs li, .material p, .notes li, h1, h2")
    paper = printed(page, tmp_path / "paper.pdf")
    text = text_of(paper)
    assert [each for each in shown if each not in text] == []

    key = secrets(reader.open(site / unit / "print/key.html"))
    assert [each for each in key if each in text] == []
    for word in ("解析", "評分", "Explanation", "Modelanswer", "Markingcriteria", "Answerkey"):
        assert word not in text
    if unit == "demo":
        assert page_count(paper) <= 4


@pytest.mark.parametrize("unit", ["tour", "demo"])
@pytest.mark.parametrize("kind", ["key", "sheet"])
def test_key_and_sheet_print_without_their_toolbar(
    unit: str, kind: str, site: Path, tmp_path: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(site / unit / f"print/{kind}.html")
    heads = pieces(page, "main h1, main h2")
    toolbar = pieces(page, ".toolbar p, .toolbar nav > a")
    text = text_of(printed(page, tmp_path / f"{kind}.pdf"))
    assert [each for each in heads if each not in text] == []
    assert [each for each in toolbar if each in text] == []


def test_key_prints_every_explanation(site: Path, tmp_path: Path, new_reader: NewReader) -> None:
    page = new_reader().open(site / "demo/print/key.html")
    text = text_of(printed(page, tmp_path / "key.pdf"))
    assert len(secrets(page)) > 30
    assert [each for each in secrets(page) if each not in text] == []


def test_dark_theme_prints_black_on_white(
    site: Path, tmp_path: Path, new_reader: NewReader
) -> None:
    reader = new_reader(color_scheme="dark")
    page = reader.open(site / "demo/single/index.html")
    dark = pixels_of(printed(page, tmp_path / "dark.pdf"))
    set_look(page, "淺色")
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    assert pixels_of(printed(page, tmp_path / "light.pdf")) == dark


def test_questions_and_heads_stay_whole(site: Path, tmp_path: Path, new_reader: NewReader) -> None:
    page = new_reader().open(site / "demo/print/paper.html")
    shown = layout(printed(page, tmp_path / "paper.pdf"))
    assert len(shown.sizes) == 4
    assert list(shown.questions()) == list(range(1, 52))
    assert list(faults(shown)) == []
