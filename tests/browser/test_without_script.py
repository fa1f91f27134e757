"""JavaScript off: everything can be read, answers open, and nothing is there that does nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from builder.questions import TYPES
from tests.banks import EVERY_TYPE, section_bank
from tests.browser.conftest import NewReader
from tests.browser.hands import article_of
from tests.browser.sites import built

pytestmark = pytest.mark.browser


@pytest.fixture
def page(tmp_path: Path, new_reader: NewReader) -> Page:
    """A section of every type."""
    site = built(section_bank(tmp_path, EVERY_TYPE), tmp_path / "site")
    return new_reader(java_script_enabled=False).open(site / "e/s/index.html")


def test_stems_and_options_are_there(page: Page) -> None:
    kinds = {each.get_attribute("data-type") for each in page.locator("article.q").all()}
    assert kinds == set(TYPES)
    for text in ("Which one?", "Shared material.", "alpha", "right three", "item two", "kg"):
        expect(page.locator(".q").get_by_text(text).first).to_be_visible()
    for stem in page.locator(".stem").all():
        expect(stem).to_be_visible()
    for option in page.locator("fieldset label, .order li, .choices li").all():
        expect(option).to_be_visible()


def test_every_answer_opens_and_shows_the_explanation(page: Page) -> None:
    answers = page.locator("article.q > details")
    expect(answers).to_have_count(11)  # of the case itself, too
    for each in answers.all():
        shown = each.locator("> :not(summary)")
        assert not any(text.is_visible() for text in shown.all())
        each.locator("summary").click()
        expect(shown.first).to_be_visible()
        expect(each).to_contain_text("SECRET")


def test_hint_opens(page: Page) -> None:
    hint = article_of(page, "one").locator(".hint")
    hint.locator("summary").click()
    expect(hint.get_by_text("A hint is no secret.")).to_be_visible()


@pytest.mark.parametrize("name", ["index", "tour/index", "tour/science/index", "tour/print/index"])
def test_nothing_is_shown_that_needs_the_script(
    name: str, site: Path, new_reader: NewReader
) -> None:
    page = new_reader(java_script_enabled=False).open(site / f"{name}.html")
    expect(page.locator("button, progress:visible, output, header select")).to_have_count(0)


@pytest.mark.parametrize("name", ["tour/mock", "tour/random", "review", "search", "data"])
def test_a_page_that_is_all_script_offers_nothing_without(
    name: str, site: Path, new_reader: NewReader
) -> None:
    page = new_reader(java_script_enabled=False).open(site / name / "index.html")
    expect(page.locator("main :is(form, details, button, input, select):visible")).to_have_count(0)
    assert "JavaScript" in page.locator("main noscript").inner_html()


def test_letters_of_a_matching_are_its_choices(page: Page) -> None:
    options = article_of(page, "pairs").locator("select").first.locator("option")
    assert options.all_text_contents() == ["Choose", "A", "B", "C"]
