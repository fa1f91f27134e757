"""The clock on the wall is put forward and back, by hand or by a dead battery: nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import Reader
from tests.browser.conftest import NewReader
from tests.browser.hands import snapshot
from tests.browser.mocks import begin, give, hand_in, mock_page

pytestmark = pytest.mark.browser

CLOCK = """
  const Wall = Date;
  const offset = () => Number(localStorage.getItem("test:days") ?? 0) * 86_400_000;
  globalThis.Date = class extends Wall {
    constructor(...given) { given.length ? super(...given) : super(Wall.now() + offset()); }
    static now() { return Wall.now() + offset(); }
  };
"""
YEARS = (400, -400)


@pytest.fixture
def person(new_reader: NewReader) -> Reader:
    """Somebody whose clock can be set."""
    reader = new_reader()
    reader.context.add_init_script(CLOCK)
    return reader


def set_clock(page: Page, days: int) -> None:
    page.evaluate("days => localStorage.setItem('test:days', days)", days)


def miss(page: Page) -> None:
    give(page, "one", ["A"])
    page.locator("#one [data-do=check]").click()


@pytest.mark.parametrize("days", YEARS)
def test_answers_stay_and_can_be_changed(days: int, types_site: Path, person: Reader) -> None:
    page = person.open(types_site / "e/s/index.html")
    set_clock(page, days)
    miss(page)
    page.locator("#order .bookmark").click()
    before = snapshot(page, "one")
    set_clock(page, 0)
    page.reload()
    assert snapshot(page, "one") == before
    give(page, "one", ["B"])
    page.locator("#one [data-do=check]").click()
    page.reload()
    expect(page.locator("#one output")).to_have_text("Correct. 2 of 2 points.")
    expect(page.locator("#order .bookmark")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("days", YEARS)
def test_missed_question_is_due_and_then_as_far_ahead_as_any(
    days: int, types_site: Path, person: Reader
) -> None:
    page = person.open(types_site / "e/s/index.html")
    set_clock(page, days)
    miss(page)
    page.goto((types_site / "review/index.html").as_uri())  # gives it a date, by the wrong clock
    expect(page.locator("#_said")).to_contain_text("1 question that you got wrong")
    set_clock(page, 0)
    page.goto((types_site / "index.html").as_uri())
    expect(page.locator("#_due")).to_have_text("Go over 1 question today")
    page.locator("#_due").click()
    expect(page.locator("#_said")).to_contain_text("1 question to go over today")
    page.locator("#_book header [data-do=redo]").click()
    expect(page.locator(".only")).to_be_visible()
    give(page, "one", ["B"])
    page.locator("#one [data-do=check]").click()
    page.goto(f"{(types_site / 'review/index.html').as_uri()}?show=due")
    expect(page.locator("#_said")).to_contain_text("Nothing to go over today.")
    set_clock(page, 60)
    page.reload()
    expect(page.locator("#_said")).to_contain_text("1 question to go over today")


@pytest.mark.parametrize("days", YEARS)
def test_exam_taken_last_stands_first(days: int, types_site: Path, person: Reader) -> None:
    page = person.open(mock_page(types_site))
    for at, given in ((days, ["A"]), (0, ["B"])):
        set_clock(page, at)
        page.goto(mock_page(types_site).as_uri())
        begin(page)
        give(page, "one", given)
        hand_in(page)
    page.goto(mock_page(types_site).as_uri())
    expect(page.locator(".attempts b")).to_have_text(["2 / 20", "0 / 20"])
    page.locator(".attempts a").first.click()
    expect(page.locator(".outcome .points")).to_have_text("2 of 20 points")


@pytest.mark.parametrize("days", YEARS)
def test_exam_goes_on_while_one_looks_on(days: int, types_site: Path, person: Reader) -> None:
    page = person.open(mock_page(types_site))
    begin(page)
    give(page, "one", ["B"])
    set_clock(page, days)
    give(page, "judged", ["false"])
    page.wait_for_timeout(1200)
    assert page.locator(".timer").inner_text().startswith("29:")
    hand_in(page)
    expect(page.locator(".outcome .points")).to_have_text("4 of 20 points")
    expect(page.locator(".outcome .facts")).to_contain_text("took 00:0")
