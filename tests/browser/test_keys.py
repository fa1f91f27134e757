"""The whole of a practice page by the keyboard, its list of keys, and the switch that ends them."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import NewReader
from tests.browser.hands import article_of

pytestmark = pytest.mark.browser


@pytest.fixture
def page(site: Path, new_reader: NewReader) -> Page:
    return new_reader().open(site / "tour/science/index.html")


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def verdict(article: Locator) -> Locator:
    return article.locator("> .interaction output")


def test_arrows_go_from_question_to_question(page: Page) -> None:
    press(page, "ArrowRight")
    expect(article_of(page, "pendulum")).to_be_focused()
    press(page, "ArrowRight", "ArrowRight")
    expect(article_of(page, "feather")).to_be_focused()
    expect(article_of(page, "feather")).to_be_in_viewport()
    press(page, "ArrowLeft")
    expect(article_of(page, "planetary-rings")).to_be_focused()


def test_letters_choose_enter_checks_and_goes_on(page: Page) -> None:
    first, second = article_of(page, "pendulum"), article_of(page, "planetary-rings")
    press(page, "ArrowRight", "a", "b", "Enter")
    expect(verdict(first)).to_have_text("Correct. 4 of 4 points.")
    press(page, "Enter")
    expect(second).to_be_focused()
    press(page, "a", "b", "c", "d", "e", "a", "Enter")  # a second time takes back
    expect(verdict(second)).to_have_text("Correct. 4 of 4 points.")


def test_digits_choose_by_place(page: Page) -> None:
    article = article_of(page, "feather")
    press(page, "ArrowRight", "ArrowRight", "ArrowRight", "1", "Enter")
    expect(verdict(article)).to_have_text("Correct. 2 of 2 points.")


def test_enter_goes_into_a_field_and_escape_leaves_it(page: Page) -> None:
    lever = article_of(page, "lever")
    press(page, "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "Enter")
    expect(lever.locator("input")).to_be_focused()
    page.keyboard.type("4?/a")
    expect(lever.locator("input")).to_have_value("4?/a")  # in a field keys are what they are
    press(page, "Escape")
    expect(lever).to_be_focused()
    press(page, "ArrowLeft")
    expect(article_of(page, "feather")).to_be_focused()


def test_shift_and_a_letter_press_the_buttons_of_a_question(page: Page) -> None:
    article = article_of(page, "pendulum")
    press(page, "ArrowRight", "Shift+H")
    expect(article.locator(".hint p")).to_be_visible()
    press(page, "Shift+X")
    expect(article.locator("> details .answer")).to_be_visible()
    press(page, "Shift+S")
    expect(article.locator(".bookmark")).to_have_attribute("aria-pressed", "true")
    press(page, "a", "Enter")
    expect(verdict(article)).to_contain_text("Not yet")
    press(page, "Shift+R")
    expect(verdict(article)).to_have_text("")
    expect(article.locator("input:checked")).to_have_count(0)
    press(page, "Escape", "b", "Shift+N")
    expect(article_of(page, "planetary-rings").locator("input").first).to_be_focused()


def test_capitals_without_shift_choose_options(page: Page) -> None:
    press(page, "ArrowRight")
    page.evaluate("""document.activeElement.dispatchEvent(
      new KeyboardEvent("keydown", { key: "B", bubbles: true }))""")
    expect(article_of(page, "pendulum").locator("input").nth(1)).to_be_checked()


def test_browser_keeps_its_own_keys(page: Page) -> None:
    press(page, "ArrowRight", "Control+b", "Alt+b")
    expect(article_of(page, "pendulum").locator("input:checked")).to_have_count(0)


def test_list_of_keys(page: Page) -> None:
    press(page, "?")
    dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(dialog).to_be_visible()
    assert violations(page) == []
    press(page, "b")  # nothing behind a dialog is worked
    expect(page.locator("input:checked:not(dialog *)")).to_have_count(0)
    press(page, "Escape")
    expect(dialog).to_be_hidden()
    page.get_by_role("button", name="Display settings").click()
    page.get_by_role("button", name="Keyboard shortcuts").click()
    expect(dialog).to_be_visible()


def test_single_keys_can_be_switched_off(page: Page, site: Path) -> None:
    page.get_by_role("button", name="Display settings").click()
    page.get_by_label("Shortcuts of a single key").uncheck()
    page.get_by_role("button", name="Done").click()
    page.reload()
    press(page, "ArrowRight")
    expect(article_of(page, "pendulum")).to_be_focused()
    press(page, "b", "1", "?", "/", "Shift+H", "Shift+X")
    expect(page.locator("dialog:visible")).to_have_count(0)
    expect(article_of(page, "pendulum").locator("input:checked")).to_have_count(0)
    expect(article_of(page, "pendulum").locator("details[open]")).to_have_count(0)
    assert page.url == (site / "tour/science/index.html").as_uri()
    page.get_by_role("button", name="Display settings").click()
    page.get_by_label("Shortcuts of a single key").check()
    page.get_by_role("button", name="Done").click()
    press(page, "Escape", "ArrowRight", "b")
    expect(article_of(page, "pendulum").locator("input").nth(1)).to_be_checked()
