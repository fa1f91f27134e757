"""The mock exam, from a folder: silent until the end, never lost, scored and reviewed after it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, expect

from builder.build import build
from builder.options import Options
from builder.questions import TYPES
from tests.banks import EVERY_TYPE
from tests.browser.axe import violations
from tests.browser.conftest import NewReader
from tests.browser.firefox import Firefox
from tests.browser.hands import Keyboard, Mouse, Touch, answer, article_of
from tests.browser.mocks import (
    QUESTIONS,
    RIGHT,
    STORED,
    begin,
    change_stored,
    every_type_site,
    give,
    hand_in,
    html_of,
    mock_page,
    right_answer,
    stored,
)
from tests.browser.test_pages import STICKING_OUT
from tests.browser.test_storage import DENIED

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_whole_exam_is_taken_scored_by_section_graded_and_looked_at_again(
    types_site: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(mock_page(types_site))
    expect(page.locator("#_sum")).to_have_text("9 questions, 20 points, pass mark 12.")
    begin(page)
    for kind in TYPES:
        give(page, QUESTIONS[kind], right_answer(page, kind))
    give(page, "several", ["A"])
    hand_in(page)
    # 2 each for 7 types of which one earns half; the case's choice 2; essays wait
    expect(page.locator(".outcome .points")).to_have_text("15 of 20 points")
    expect(page.locator(".passed")).to_have_text("Passed")
    row = page.locator(".outcome tbody tr")
    expect(row).to_have_text(["Every type9 / 10715 / 20"])
    expect(page.locator(".grading-left")).to_contain_text("3 points are yours to give.")
    page.locator(".grading-left a").first.click()
    expect(article_of(page, "text").locator("> details")).to_have_attribute("open", "")
    article_of(page, "text").locator(".rubric input").check()
    expect(page.locator(".outcome .points")).to_have_text("18 of 20 points")
    expect(page.locator(".grading-left")).to_be_hidden()
    expect(article_of(page, "story-text").locator("output")).to_have_text("Not answered")
    expect(article_of(page, "several").locator("output")).to_have_text(
        "Partly correct. 1 option is missing. 1 of 2 points."
    )
    page.locator("#_only_wrong").check()
    expect(page.locator("article.q:has(> .interaction):visible")).to_have_count(2)
    assert violations(page) == []

    page.reload()
    expect(page.locator(".outcome .points")).to_have_text("18 of 20 points")
    expect(article_of(page, "text").locator(".rubric input")).to_be_checked()
    page.locator("[data-do=anew]").click()
    expect(page.locator("#_setup")).to_be_visible()
    expect(page.locator(".attempts b")).to_have_text(["18 / 20"])
    page.locator(".attempts a").click()
    expect(page.locator(".outcome .points")).to_have_text("18 of 20 points")
    expect(article_of(page, "one").locator("input").nth(1)).to_be_checked()


def test_what_is_drawn_follows_the_form(site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(mock_page(site, "demo"))
    for place, count in enumerate((4, 0, 3, 0, 0)):
        page.locator("#_setup input[data-section]").nth(place).fill(str(count))
    expect(page.locator("#_sum")).to_have_text("共 7 題，14 分，8.4 分及格。")
    page.locator("#_minutes").fill("")
    page.locator("#_shuffle").check()
    begin(page)
    numbers = page.locator("article.q > header b").all_text_contents()
    assert numbers == [str(number) for number in range(1, 8)]
    expect(page.locator(".part-head h2")).to_have_text(["一 單選題", "二 填空題"])
    expect(page.locator(".timer")).to_have_text(re.compile(r"^00:0\d$"))
    ids = page.locator("article.q").evaluate_all("all => all.map((each) => each.id)")
    page.reload()
    expect(page.locator(".timer")).to_be_visible()
    assert page.locator("article.q").evaluate_all("all => all.map((each) => each.id)") == ids


def test_nothing_drawn_is_no_exam(site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(mock_page(site, "tour"))
    for field in page.locator("#_setup input[data-section]").all():
        field.fill("0")
    page.locator("#_setup button[type=submit]").click()
    expect(page.locator("#_sum")).to_have_text("Choose at least one question.")
    expect(page.locator(".timer")).to_have_count(0)


def test_answers_flags_and_time_survive_the_end_of_the_page(
    types_site: Path, new_reader: NewReader
) -> None:
    reader = new_reader()
    page = reader.open(mock_page(types_site))
    begin(page)
    Mouse(page).press(article_of(page, "one").locator("input").nth(1))
    article_of(page, "gaps").locator("input").first.press_sequentially("half a w")
    article_of(page, "several").locator(".flag").click()
    with pytest.raises(PlaywrightError):
        page.goto("chrome://crash")  # the page's process dies, without a word to the page
    page.close()

    page = reader.open(mock_page(types_site))
    expect(page.locator(".timer")).to_be_visible()
    expect(article_of(page, "one").locator("input").nth(1)).to_be_checked()
    expect(article_of(page, "gaps").locator("input").first).to_have_value("half a w")
    expect(article_of(page, "several").locator(".flag")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#_map a[data-flag]")).to_have_text("2")
    expect(page.locator(".panel .count")).to_have_text("2 / 10")


WALL = """
  const real = Date.now;
  Date.now = () => real() + Number(localStorage.getItem("test:offset") ?? 0);
"""


def seconds_left(page: Page) -> int:
    face = page.locator(".timer").inner_text()
    minutes, seconds = face.split(":")
    return int(minutes) * 60 + int(seconds)


def set_clock(page: Page, minutes: int) -> None:
    page.evaluate("offset => localStorage.setItem('test:offset', offset)", minutes * 60_000)


def test_clock_that_is_put_back_or_forward_takes_and_gives_no_time(
    types_site: Path, new_reader: NewReader
) -> None:
    reader = new_reader()
    reader.context.add_init_script(WALL)
    page = reader.open(mock_page(types_site))
    begin(page)
    give(page, "one", ["B"])
    set_clock(page, 600)  # forward, while one looks on
    give(page, "one", ["A"])
    page.wait_for_timeout(1200)
    assert 1790 < seconds_left(page) < 1800
    for minutes, left in ((-600, 1800), (-595, 1500)):  # back; then five minutes pass
        page.goto((types_site / "index.html").as_uri())
        set_clock(page, minutes)
        page.goto(mock_page(types_site).as_uri())
        expect(page.locator(".timer")).to_be_visible()
        assert left - 20 < seconds_left(page) < left


def test_exam_is_handed_in_when_its_time_is_up(types_site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(mock_page(types_site))
    begin(page)
    give(page, "one", ["B"])
    change_stored(page, elapsed=30 * 60_000 - 2500)
    expect(page.locator(".timer")).to_have_attribute("data-late", "")
    give(page, "judged", ["false"])
    expect(page.locator("#_status")).to_have_text("Time is up; the exam was handed in.")
    expect(page.locator(".outcome .points")).to_have_text("4 of 20 points")
    expect(page.locator(".outcome .facts")).to_contain_text("took 30:00")
    assert stored(page) is None


def test_exam_whose_time_ended_while_it_was_closed_is_handed_in_on_return(
    types_site: Path, new_reader: NewReader
) -> None:
    reader = new_reader()
    reader.context.add_init_script(WALL)
    page = reader.open(mock_page(types_site))
    begin(page)
    give(page, "one", ["B"])
    page.goto((types_site / "index.html").as_uri())
    set_clock(page, 31)
    page.goto(mock_page(types_site).as_uri())
    expect(page.locator("#_status")).to_have_text("Time is up; the exam was handed in.")
    expect(page.locator(".outcome .points")).to_have_text("2 of 20 points")


def test_handing_in_asks_first_and_leads_to_what_is_left(
    types_site: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(mock_page(types_site))
    begin(page)
    for question, given in RIGHT.items():
        give(page, question, given)
    article_of(page, "one").locator(".flag").click()
    page.locator(".panel [data-do=ask]").click()
    dialog = page.locator(".ask")
    expect(dialog.locator(".left")).to_have_text(
        "2 questions are not answered. 1 question is flagged."
    )
    expect(dialog.locator(".numbers a")).to_have_text(["1", "6", "7"])
    expect(dialog.locator("[data-do=close]")).to_be_focused()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.locator(".panel [data-do=ask]").click()
    dialog.locator(".numbers a").nth(1).click()
    expect(dialog).to_have_count(0)
    expect(article_of(page, "pairs")).to_be_in_viewport()
    expect(page.locator("#_map a[aria-current]")).to_have_text("6")


def test_handing_in_is_asked_again_as_fast_as_one_likes(
    types_site: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(mock_page(types_site))
    begin(page)
    # One task: what a browser tells of the first dialog's end, it tells after the second is open.
    page.evaluate("""() => new Promise((resolve) => {
      const work = (css) => document.querySelector(css).click();
      work(".panel [data-do=ask]");
      work(".ask [data-do=close]");
      document.querySelector(".ask").addEventListener("close", () => setTimeout(resolve));
      work(".panel [data-do=ask]");
    })""")
    page.locator(".ask [data-do=finish]").click()
    expect(page.locator(".outcome .points")).to_be_visible()


def test_two_tabs_take_one_exam(types_site: Path, new_reader: NewReader) -> None:
    reader = new_reader()
    one, other = reader.open(mock_page(types_site)), reader.context.new_page()
    begin(one)
    other.goto(one.url)
    expect(other.locator(".timer")).to_be_visible()
    give(one, "one", ["B"])
    expect(article_of(other, "one").locator("input").nth(1)).to_be_checked()
    give(other, "judged", ["false"])
    expect(article_of(one, "judged").locator("input").nth(1)).to_be_checked()
    hand_in(one)
    expect(other.locator(".outcome .points")).to_have_text("4 of 20 points")


def test_bank_that_is_rebuilt_during_an_exam_loses_no_answer(
    tmp_path: Path, new_reader: NewReader
) -> None:
    site = every_type_site(tmp_path)
    page = new_reader().open(mock_page(site))
    begin(page)
    for question, given in RIGHT.items():
        give(page, question, given)
    gone = EVERY_TYPE.index("  - id: judged"), EVERY_TYPE.index("  - id: gaps")
    edited = EVERY_TYPE[: gone[0]] + EVERY_TYPE[gone[1] :]
    every_type_site(tmp_path, edited.replace("Which one?", "Which one of these?"))
    page.reload()
    expect(page.locator("#_notices p")).to_have_text(
        "1 question is no longer in the bank and does not count."
    )
    expect(article_of(page, "one").locator("output")).to_contain_text("has changed")
    expect(article_of(page, "one").locator("input").nth(1)).to_be_checked()
    hand_in(page)
    expect(page.locator(".outcome tbody td").first).to_have_text("7 / 9")


def test_damaged_sitting_is_put_aside(types_site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(mock_page(types_site))
    for raw in ("{", '{"started": 1}', '{"started":1,"sections":[],"entries":{"a":null}}'):
        page.evaluate("([name, raw]) => localStorage.setItem(name, raw)", [STORED, raw])
        page.reload()
        expect(page.locator("#_setup")).to_be_visible()
        expect(page.locator("#_notices p")).to_contain_text("could not be read")
        aside = page.evaluate("() => Object.values(localStorage)")
        assert raw in aside


@pytest.mark.parametrize("how", DENIED)
def test_exam_without_storage_says_so_before_it_begins_and_goes_on(
    how: str, types_site: Path, new_reader: NewReader
) -> None:
    reader = new_reader()
    reader.context.add_init_script(DENIED[how])
    page = reader.open(mock_page(types_site))
    expect(page.locator("#_notices p")).to_contain_text("does not allow storing")
    begin(page)
    expect(page.locator("#_notices p")).to_have_count(1)
    give(page, "one", ["B"])
    expect(page.locator(".panel .count")).to_have_text("1 / 10")
    hand_in(page)
    expect(page.locator(".outcome .points")).to_have_text("2 of 20 points")


def test_section_that_cannot_be_loaded_is_told_and_tried_again(
    tmp_path: Path, new_reader: NewReader
) -> None:
    site = every_type_site(tmp_path)
    reader = new_reader(forgiven=r"chrome-error|ERR_FILE_NOT_FOUND|failed")
    practice = site / "e/s/index.html"
    html = practice.read_bytes()
    practice.write_text("<!doctype html><title>Not ours</title>", encoding="utf-8")
    page = reader.open(mock_page(site))
    page.clock.install()
    page.locator("#_setup button[type=submit]").click()
    expect(page.locator("#_status")).to_have_text("Loading the questions …")
    page.clock.fast_forward(21_000)
    expect(page.locator("#_status")).to_contain_text("could not be loaded")
    practice.write_bytes(html)
    page.locator("[data-do=load]").click()
    expect(page.locator(".timer")).to_be_visible()


def test_exam_without_answers_is_not_scored(tmp_path: Path, new_reader: NewReader) -> None:
    every_type_site(tmp_path)
    site = tmp_path / "open"
    build(Options(tmp_path / "content", out=site, answers=False))
    page = new_reader().open(mock_page(site))
    expect(page.locator(".notice")).to_contain_text("no answer key")
    begin(page)
    give(page, "one", ["B"])
    hand_in(page)
    expect(page.locator(".outcome .points")).to_be_hidden()
    expect(page.locator(".passed")).to_be_hidden()
    expect(page.locator(".outcome tbody td")).to_have_text(["1 / 10", "–", "–"])
    assert "SECRET" not in html_of(page)


def test_exam_by_keyboard_alone(types_site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(mock_page(types_site))
    hand = Keyboard(page)
    hand.press(page.locator("#_setup button[type=submit]"))
    expect(page.locator(".timer")).to_be_visible()
    answer(hand, article_of(page, "one"), "single", "second")
    answer(hand, article_of(page, "gaps"), "blank", ("SECRETmodel", "SECRETother"))
    hand.press(article_of(page, "number").locator(".flag"))
    hand.press(page.locator(".panel [data-do=ask]"))
    hand.press(page.locator(".ask [data-do=finish]"))
    expect(page.locator("#_title")).to_be_focused()
    expect(page.locator(".outcome .points")).to_have_text("4 of 20 points")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_exam_on_a_phone(scheme: Any, types_site: Path, new_reader: NewReader) -> None:
    page = new_reader(**PHONE, color_scheme=scheme).open(mock_page(types_site))
    hand = Touch(page)
    assert violations(page) == []
    hand.press(page.locator("#_setup button[type=submit]"))
    answer(hand, article_of(page, "judged"), "true-false", "False")
    assert violations(page) == []
    expect(page.locator("#_card")).to_be_hidden()
    hand.press(page.locator("[data-do=card]"))
    expect(page.locator("#_card")).to_be_visible()
    assert violations(page) == []
    hand.press(page.locator("#_map a").nth(4))
    expect(page.locator("#_card")).to_be_hidden()
    expect(article_of(page, "number")).to_be_in_viewport()
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(STICKING_OUT) == []
    hand.press(page.locator(".dock [data-do=ask]"))
    hand.press(page.locator(".ask [data-do=finish]"))
    expect(page.locator(".outcome .points")).to_have_text("2 of 20 points")
    assert violations(page) == []
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(STICKING_OUT) == []


def test_exam_in_firefox_from_a_folder(types_site: Path, fox: Firefox) -> None:
    fox.open(mock_page(types_site).as_uri())
    fox.evaluate("localStorage.clear()")
    fox.reload()
    fox.click("#_setup button[type=submit]")
    fox.wait_for("document.querySelector('.timer')")
    fox.click("#judged label:nth-of-type(2)")
    fox.click("#one .flag")
    fox.reload()
    fox.wait_for("document.querySelector('.timer')")
    fox.wait_for("document.querySelector('#judged input[value=false]').checked")
    assert fox.evaluate("document.querySelectorAll('#_map a[data-flag]').length") == 1
    assert fox.evaluate("document.querySelectorAll('#_room details').length") == 0
    fox.click(".panel [data-do=ask]")
    fox.click(".ask [data-do=finish]")
    fox.wait_for("document.querySelector('.outcome')")
    assert fox.text(".outcome .points").split() == ["2", "of", "20", "points"]
