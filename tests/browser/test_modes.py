"""Ways to practise: one question at a time, going on by itself, studying, going on, by lot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.banks import EVERY_TYPE
from tests.browser.axe import violations
from tests.browser.conftest import NewReader
from tests.browser.firefox import Firefox
from tests.browser.hands import Keyboard, Mouse, answer, article_of
from tests.browser.mocks import begin, every_type_site, give, mock_page
from tests.browser.test_pages import STICKING_OUT

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SHOWN = "article.q:has(> .interaction):visible"
SWIPE = """([from, to, down]) => {
  const target = document.querySelector("article.q[data-now] .stem");
  const touch = (x, y) => new Touch({ identifier: 1, target, clientX: x, clientY: y });
  const fire = (name, touches, changedTouches) =>
    target.dispatchEvent(new TouchEvent(name, { touches, changedTouches, bubbles: true }));
  fire("touchstart", [touch(from, 300)], [touch(from, 300)]);
  fire("touchend", [], [touch(to, 300 + down)]);
}"""


def shows_only(page: Page, number: str) -> None:
    """Expect one question to show, the one with this number."""
    expect(page.locator(SHOWN)).to_have_count(1)
    expect(page.locator(f"{SHOWN} > header b")).to_have_text(number)


def test_one_question_at_a_time_is_turned_and_remembered(site: Path, new_reader: NewReader) -> None:
    reader = new_reader()
    page = reader.open(site / "tour/science/index.html")
    expect(page.locator("#_steps")).to_be_hidden()
    page.locator("#_one").check()
    shows_only(page, "1")
    expect(page.locator("#_steps .at")).to_have_text("1 of 6")
    expect(page.locator("#_steps [data-do=back]")).to_be_hidden()
    page.locator("#_steps [data-do=forth]").click()
    shows_only(page, "2")
    expect(page.locator("article.q[data-now]")).to_be_focused()
    page.keyboard.press("ArrowRight")
    shows_only(page, "3")
    page.keyboard.press("ArrowLeft")
    shows_only(page, "2")
    assert violations(page) == []
    page.locator("#_map a").nth(4).click()
    shows_only(page, "5")
    page.locator("[data-do=next]").click()
    shows_only(page, "6")

    page.goto(f"{(site / 'tour/geography/index.html').as_uri()}#enclaves")
    expect(page.locator(SHOWN)).to_have_attribute("id", "enclaves")
    page.emulate_media(media="print")
    expect(page.locator("article.q:has(> .interaction)").last).to_be_visible()
    page.emulate_media(media="screen")
    page.locator("#_one").uncheck()
    expect(page.locator(SHOWN)).to_have_count(4)


def test_arrow_keys_in_a_field_or_among_options_turn_no_page(
    site: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(site / "tour/science/index.html")
    page.locator("#_one").check()
    page.locator("#pendulum input").first.focus()
    page.keyboard.press("ArrowRight")
    shows_only(page, "1")


def test_finger_turns_the_page_sideways_only(site: Path, new_reader: NewReader) -> None:
    page = new_reader(**PHONE).open(site / "tour/science/index.html")
    page.locator("#_one").check()
    for gesture, expected in (
        ([300, 100, 20], "2"), ([300, 100, 150], "2"), ([300, 270, 0], "2"), ([100, 300, 0], "1"),
    ):  # fmt: skip
        page.evaluate(SWIPE, gesture)
        shows_only(page, expected)
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(STICKING_OUT) == []


def test_case_is_shown_with_all_of_its_parts(site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(site / "tour/case/index.html")
    page.locator("#_one").check()
    expect(page.locator(SHOWN)).to_have_count(5)
    expect(page.locator("#_steps .at")).to_have_text("1 of 1")


def test_right_choice_by_pointer_goes_on_where_one_wishes_so(
    site: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(site / "tour/science/index.html")
    hand = Mouse(page)
    answer(hand, article_of(page, "pendulum"), "single", "A longer string")
    expect(article_of(page, "pendulum").locator("output")).to_have_text("")
    hand.press(article_of(page, "pendulum").locator("[data-do=reset]"))

    page.locator("#_one").check()
    page.locator("#_advance").check()
    answer(hand, article_of(page, "pendulum"), "single", "A heavier bob")
    expect(article_of(page, "pendulum").locator("output")).to_contain_text("Not yet")
    shows_only(page, "1")
    answer(hand, article_of(page, "pendulum"), "single", "A longer string")
    expect(page.locator("#_steps .at")).to_have_text("2 of 6")
    shows_only(page, "2")
    expect(page.locator("article.q[data-now] input").first).to_be_focused()


def test_choice_by_keyboard_is_not_judged_by_passing(site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(site / "tour/science/index.html")
    page.locator("#_advance").check()
    page.wait_for_timeout(400)
    hand, article = Keyboard(page), article_of(page, "pendulum")
    answer(hand, article, "single", "A longer string")
    expect(article.locator("output")).to_have_text("")
    hand.check(article)
    expect(article.locator("output")).to_have_text("Correct. 4 of 4 points.")
    expect(article_of(page, "planetary-rings").locator("input").first).to_be_focused()


def test_studying_shows_every_answer_and_stores_nothing(
    types_site: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(types_site / "e/s/index.html")
    give(page, "one", ["A"])
    before = page.evaluate("JSON.stringify(localStorage)")
    page.get_by_role("link", name="Study").click()
    expect(page.locator(".only")).to_contain_text("Study mode")
    expect(page.locator("details:not([open])")).to_have_count(0)
    expect(article_of(page, "one").locator("input").nth(1)).to_be_checked()
    expect(article_of(page, "one").locator("label .mark")).to_have_text(["Correct"])
    expect(article_of(page, "gaps").locator("input").first).to_have_value("SECRETmodel")
    expect(article_of(page, "number").locator("input")).to_have_value("987654.321")
    order = article_of(page, "order").locator(".order > li").all_text_contents()
    assert [line.split("item ")[1].split()[0] for line in order] == ["one", "two", "three"]
    expect(page.locator("[data-do=check], #_map, .bar")).to_have_count(0)
    assert violations(page) == []
    assert page.evaluate("JSON.stringify(localStorage)") == before
    page.locator(".only a").click()
    expect(article_of(page, "one").locator("input").first).to_be_checked()


def test_overview_leads_to_where_one_left(site: Path, new_reader: NewReader) -> None:
    reader = new_reader()
    overview = reader.open(site / "demo/index.html")
    expect(overview.locator("#_start")).to_have_text("開始練習")
    page = reader.open(site / "demo/multiple/index.html")
    answer(Mouse(page), article_of(page, "parallel-frameworks"), "multiple", ("PyTorch",))
    overview.reload()
    expect(overview.locator("#_start")).to_have_text("繼續練習：多選題")
    overview.locator("#_start").click()
    expect(article_of(overview, "parallel-frameworks")).to_be_in_viewport()


def open_lot(page: Page, **fields: Any) -> None:
    """Fills the form of random practice: lists by value, boxes by their names."""
    expect(page.locator("#_lot")).to_be_visible()
    for name, value in fields.items():
        if name in ("tag", "difficulty"):
            page.locator(f"#_lot select[name={name}]").select_option(value)
        elif name == "count":
            page.locator("#_lot input[name=count]").fill(value)
        else:
            page.locator(f"#_lot input[name^={name}][value='{value}']").check()


def test_questions_are_drawn_as_one_wishes(site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(site / "tour/random/index.html")
    open_lot(page, type="single", difficulty="2")
    expect(page.locator("#_sum")).to_contain_text("to choose from")
    open_lot(page, count="2")
    page.locator("#_lot [type=submit]").click()
    expect(page.locator(".questions > article.q")).to_have_count(2)
    kinds = page.locator("article.q").evaluate_all("all => all.map((each) => each.dataset.type)")
    assert set(kinds) == {"single"}
    expect(page.locator("article.q .stars")).to_have_text(["★★", "★★"])
    expect(page.locator("article.q > header b")).to_have_text(["1", "2"])
    ids = page.locator("article.q").evaluate_all("all => all.map((each) => each.id)")
    page.locator("article.q input").first.check()
    page.locator("article.q [data-do=check]").first.click()
    expect(page.locator("article.q output").first).not_to_have_text("")
    assert violations(page) == []

    page.reload()
    expect(page.locator("article.q output").first).not_to_have_text("")
    assert page.locator("article.q").evaluate_all("all => all.map((each) => each.id)") == ids
    page.locator("[data-do=again]").click()
    expect(page.locator("#_lot")).to_be_visible()


def test_questions_are_drawn_by_what_one_has_done(types_site: Path, new_reader: NewReader) -> None:
    reader = new_reader()
    practice = reader.open(types_site / "e/s/index.html")
    give(practice, "one", ["A"])
    practice.locator("#one [data-do=check]").click()
    give(practice, "judged", ["false"])
    page = reader.open(types_site / "e/random/index.html")
    open_lot(page, state="open")
    expect(page.locator("#_sum")).to_contain_text("7 questions to choose from")
    open_lot(page, state="bookmarked")
    expect(page.locator("#_sum")).to_have_text("No question is like that.")
    expect(page.locator("#_lot [type=submit]")).to_be_disabled()
    open_lot(page, state="wrong")
    expect(page.locator("#_sum")).to_have_text("1 question to choose from, 1 drawn.")
    page.locator("#_lot [type=submit]").click()
    expect(page.locator(".questions > article.q")).to_have_attribute("id", "one")
    expect(page.locator("#one input:checked")).to_have_count(0)
    give(page, "one", ["B"])
    page.locator("#one [data-do=check]").click()
    expect(page.locator("#one output")).to_have_text("Correct. 2 of 2 points.")
    expect(practice.locator("#one output")).to_have_text("Correct. 2 of 2 points.")


def test_mock_exam_one_question_at_a_time(types_site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(mock_page(types_site))
    begin(page)
    page.locator("#_one").check()
    shows_only(page, "1")
    page.keyboard.press("Escape")
    page.locator("#_steps [data-do=forth]").click()
    shows_only(page, "2")
    expect(page.locator("#_map a[aria-current]")).to_have_text("2")
    page.reload()
    expect(page.locator(".timer")).to_be_visible()
    shows_only(page, "2")
    page.locator("#_map a").nth(8).click()
    expect(page.locator(SHOWN)).to_have_count(2)
    assert violations(page) == []
    page.locator(".panel [data-do=ask]").click()
    page.locator(".ask [data-do=finish]").click()
    expect(page.locator("#_steps")).to_have_count(0)
    expect(page.locator(SHOWN)).to_have_count(10)


def test_modes_in_firefox_from_a_folder(types_site: Path, fox: Firefox) -> None:
    fox.open((types_site / "e/random/index.html").as_uri())
    fox.evaluate("localStorage.clear()")
    fox.reload()
    fox.wait_for("!document.querySelector('#_lot').hidden")
    fox.click("#_lot [type=submit]")
    fox.wait_for("document.querySelectorAll('.questions > article.q').length === 9")
    fox.click("#_one")
    fox.wait_for("document.body.dataset.view === 'one'")
    fox.click("#_steps [data-do=forth]")
    assert fox.text("#_steps .at") == "2 of 9"
    fox.reload()
    fox.wait_for("document.querySelectorAll('.questions > article.q').length === 9")


def test_enter_goes_on_from_a_checked_question_shown_alone(
    site: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(site / "tour/science/index.html")
    page.locator("#_one").check()
    article_of(page, "pendulum").locator("[data-do=check]").scroll_into_view_if_needed()
    page.keyboard.press("Escape")
    page.locator("#_steps [data-do=forth]").click()
    page.locator("#_steps [data-do=back]").click()
    expect(article_of(page, "pendulum")).to_be_focused()
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    expect(article_of(page, "pendulum").locator("output")).not_to_have_text("")
    article_of(page, "pendulum").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#_steps .at")).to_have_text("2 of 6")
    shows_only(page, "2")


def test_long_tag_does_not_make_the_page_scroll(tmp_path: Path, new_reader: NewReader) -> None:
    tag = "tags: [" + "Donaudampfschiff" * 6 + "]"
    section = EVERY_TYPE.replace("    stem: Which one?", f"    {tag}\n    stem: Which one?")
    page = new_reader(**PHONE).open(every_type_site(tmp_path, section) / "e/random/index.html")
    expect(page.locator("#_lot select[name=tag] option")).to_have_count(2)
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(STICKING_OUT) == []
