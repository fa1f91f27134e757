"""What the overviews say of one's own work: rings, the way back, sections, a figure of exams."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.conftest import NewReader
from tests.browser.firefox import Firefox
from tests.browser.hands import article_of
from tests.browser.mocks import begin, give, hand_in, mock_page
from tests.browser.test_pages import STICKING_OUT

pytestmark = pytest.mark.browser


def test_overviews_of_a_fresh_reader_say_nothing(types_site: Path, new_reader: NewReader) -> None:
    reader = new_reader()
    page = reader.open(types_site / "index.html")
    expect(page.locator(".ring, .last")).to_have_count(0)
    page = reader.open(types_site / "e/index.html")
    expect(page.locator("#_standing")).to_be_hidden()
    expect(page.locator(".card .tally")).to_have_count(0)


def test_overviews_say_what_was_done_and_lead_back(types_site: Path, new_reader: NewReader) -> None:
    reader = new_reader()
    practice = reader.open(types_site / "e/s/index.html")
    for question, given in (("one", ["B"]), ("several", ["A"]), ("judged", ["true"])):
        give(practice, question, given)
        practice.locator(f"#{question} [data-do=check]").click()
    give(practice, "text", "Written.")

    home = reader.open(types_site / "index.html")
    expect(home.locator(".card .ring text")).to_have_text("40%")
    arcs = home.locator(".ring circle")
    assert [arc.get_attribute("stroke-dasharray") for arc in arcs.all()] == [
        "100 100", "40 100", "10 100",
    ]  # fmt: skip
    expect(home.locator(".card .done")).to_have_text("4 / 10 done")
    expect(home.locator(".last a")).to_have_text("Go on: Every type, question 8")
    for scheme in ("light", "dark"):
        home.emulate_media(color_scheme=scheme)
        assert violations(home) == []
    home.locator(".last a").click()
    expect(article_of(home, "text")).to_be_in_viewport()

    page = reader.open(types_site / "e/index.html")
    expect(page.locator("#_standing .whole .tally")).to_have_text("1 correct · 1 partly · 1 wrong")
    expect(page.locator(".card .tally")).to_have_text("1 correct · 1 partly · 1 wrong")
    expect(page.locator("#_standing figure")).to_be_hidden()
    give(practice, "gaps", ["SECRETmodel", "SECRETother"])
    practice.locator("#gaps [data-do=check]").click()
    expect(page.locator(".card .tally")).to_have_text("2 correct · 1 partly · 1 wrong")


def test_mock_exams_are_shown_as_a_figure(types_site: Path, new_reader: NewReader) -> None:
    reader = new_reader()
    for given in (["A"], ["B"]):
        page = reader.open(mock_page(types_site))
        begin(page)
        give(page, "one", given)
        hand_in(page)
    page = reader.open(types_site / "e/index.html")
    figure = page.locator("#_standing svg.bars")
    expect(figure.locator("rect")).to_have_count(2)
    expect(figure.locator("rect.failed")).to_have_count(2)
    expect(figure.locator("text:not(.below)")).to_have_text(["0%", "10%"])
    expect(figure.locator("line.pass")).to_have_count(1)
    name = figure.get_attribute("aria-label") or ""
    assert name.startswith("Scores of the last 2 mock exams: ")
    assert name.endswith(" 10%")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == []
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(STICKING_OUT) == [], width


def test_overviews_in_firefox_from_a_folder(types_site: Path, fox: Firefox) -> None:
    fox.open((types_site / "hub.html").as_uri())
    fox.evaluate("localStorage.clear()")  # what earlier tests have handed to the hub
    for name, empty in (
        ("index.html", "document.querySelectorAll('.ring').length === 0"),
        ("e/index.html", "document.querySelector('#_standing').hidden"),
    ):
        fox.open((types_site / name).as_uri())
        fox.evaluate("localStorage.clear()")  # Firefox may keep a store for each file
        fox.reload()
        fox.wait_for(empty)
