"""Pages that a browser keeps as they were left, and shows again on the way back: nothing is lost,
and what has happened meanwhile in another tab is there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.chromium import Reader, freezing, reader
from tests.browser.conftest import NewReader
from tests.browser.hosts import Host, hosting
from tests.browser.mocks import begin, give, hand_in, mock_page, stored
from tests.browser.states import MOCK, SECTION, STATES, assert_same, seen

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def freezing_browser(chromium_browser: Browser) -> Iterator[Browser]:
    with freezing(chromium_browser) as browser:
        yield browser


@pytest.fixture
def host(types_site: Path) -> Iterator[Host]:
    with hosting(types_site) as host:
        yield host


@pytest.fixture
def person(freezing_browser: Browser, host: Host) -> Iterator[Reader]:
    person = reader(freezing_browser)
    # A service worker that takes over makes Chromium forget the pages that it keeps.
    person.context.add_init_script("delete Navigator.prototype.serviceWorker;")
    yield person
    person.close()


def leave(page: Page, host: Host) -> None:
    page.evaluate("addEventListener('pageshow', (e) => { sessionStorage.was = e.persisted; })")
    page.goto(f"{host.address}offline.html")


def come_back(page: Page) -> None:
    page.evaluate("history.back()")
    page.wait_for_timeout(800)  # no event tells Playwright of it
    assert page.evaluate("sessionStorage.was") == "true", "the page was not kept as it was"


@pytest.mark.parametrize("name", STATES)
def test_state_is_kept(name: str, host: Host, person: Reader) -> None:
    state = STATES[name]
    page = person.open(host.address + state.path)
    state.arrange(page)
    before = seen(state, page)
    leave(page, host)
    come_back(page)
    assert_same(before, seen(state, page))


def test_answer_and_view_of_another_tab_are_there(host: Host, person: Reader) -> None:
    page = person.open(host.address + SECTION)
    leave(page, host)
    other = person.open(host.address + SECTION)
    give(other, "judged", ["false"])
    other.locator("#_one").check()
    other.locator("#_advance").check()
    come_back(page)
    expect(page.locator("#judged input[value=false]")).to_be_checked()
    expect(page.locator("#_one")).to_be_checked()
    expect(page.locator("#_advance")).to_be_checked()
    expect(page.locator("article.q:has(> .interaction):visible")).to_have_count(1)


def test_choice_of_one_question_at_a_time_holds_in_every_tab(
    types_site: Path, new_reader: NewReader
) -> None:
    reader = new_reader()
    one, other = (reader.open(types_site / SECTION) for _ in range(2))
    other.locator("#_one").check()
    expect(one.locator("#_one")).to_be_checked()
    expect(one.locator("article.q:has(> .interaction):visible")).to_have_count(1)


def test_exam_that_was_handed_in_elsewhere_has_ended(host: Host, person: Reader) -> None:
    page = person.open(host.address + MOCK)
    begin(page)
    give(page, "one", ["B"])
    leave(page, host)
    other = person.open(host.address + MOCK)
    expect(other.locator(".timer")).to_be_visible()
    give(other, "judged", ["false"])
    hand_in(other)
    come_back(page)
    expect(page.locator(".outcome .points")).to_have_text("4 of 20 points")
    assert stored(page) is None


def test_exam_that_was_begun_elsewhere_goes_on(host: Host, person: Reader) -> None:
    page = person.open(host.address + MOCK)
    leave(page, host)
    other = person.open(host.address + MOCK)
    begin(other)
    give(other, "one", ["B"])
    come_back(page)
    expect(page.locator(".timer")).to_be_visible()
    expect(page.locator("#one input").nth(1)).to_be_checked()


def test_second_tab_that_begins_goes_on_with_the_exam_of_the_first(
    types_site: Path, new_reader: NewReader
) -> None:
    reader = new_reader()
    one, other = (reader.open(mock_page(types_site)) for _ in range(2))
    begin(one)
    give(one, "one", ["B"])
    begin(other)
    expect(other.locator("#one input").nth(1)).to_be_checked()
    give(other, "judged", ["false"])
    expect(one.locator("#judged input[value=false]")).to_be_checked()


def test_lot_counts_what_was_done_meanwhile(host: Host, person: Reader) -> None:
    page = person.open(f"{host.address}e/random/index.html")
    page.locator("#_lot input[name=state][value=open]").check()
    expect(page.locator("#_sum")).to_contain_text("9 questions to choose from")
    leave(page, host)
    give(person.open(host.address + SECTION), "one", ["A"])
    come_back(page)
    expect(page.locator("#_sum")).to_contain_text("8 questions to choose from")
