"""Every type answered from `file://` by mouse, keyboard and touch, and found again on reload."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from builder.questions import TYPES
from tests.banks import section_bank
from tests.browser.conftest import NewReader
from tests.browser.hands import (
    Hand,
    Keyboard,
    Mouse,
    Touch,
    answer,
    article_of,
    snapshot,
    wait_until_revealed_is_stored,
)
from tests.browser.sites import built
from tests.browser.tasks import ESSAYS, TASKS, Essay, Task

pytestmark = pytest.mark.browser

HANDS: dict[str, Callable[[Page], Hand]] = {"mouse": Mouse, "keyboard": Keyboard, "touch": Touch}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


FIRST_OF_TYPE = tuple({task.type: task for task in reversed(TASKS)}.values())
ROUNDS = [("mouse", task) for task in TASKS] + [
    (hand, task) for hand in ("keyboard", "touch") for task in FIRST_OF_TYPE
]
GRADINGS = [("mouse", essay) for essay in ESSAYS] + [
    (hand, essay) for hand in ("keyboard", "touch") for essay in ESSAYS[1:]
]


OpenWith = Callable[[str, str], Hand]


@pytest.fixture
def open_with(site: Path, new_reader: NewReader) -> OpenWith:
    """Opens a section on the device that goes with a hand."""

    def opened(hand: str, section: str) -> Hand:
        reader = new_reader(**(PHONE if hand == "touch" else {}))
        return HANDS[hand](reader.open(site / section / "index.html"))

    return opened


def assert_found_again(page: Page, question: str) -> None:
    before = snapshot(page, question)
    page.reload()
    assert snapshot(page, question) == before


def assert_fresh(article: Locator) -> None:
    expect(article.locator("> .interaction output")).to_have_text("")
    expect(article.locator("> details")).not_to_have_attribute("open", "")
    expect(article.locator("> .interaction [data-do=reset]")).to_be_hidden()
    expect(article.locator(".mark, .said, [data-mark]")).to_have_count(0)
    expect(article).not_to_have_attribute("data-state", "")


def test_every_type_is_answered_here() -> None:
    answered = {task.type for task in TASKS} | {"essay", "case"}
    assert answered == set(TYPES)


@pytest.mark.parametrize(("with_hand", "task"), ROUNDS, ids=str)
def test_question_is_answered_revealed_retried_and_found_again(
    with_hand: str, task: Task, open_with: OpenWith
) -> None:
    hand = open_with(with_hand, task.section)
    page, article = hand.page, article_of(hand.page, task.id)
    verdict = article.locator("> .interaction output")
    fresh = snapshot(page, task.id)
    assert_fresh(article)

    answer(hand, article, task.type, task.wrong)
    assert snapshot(page, task.id)["state"] == "answered"
    if task.type != "ordering":  # which says where an item has gone
        expect(verdict).to_have_text("")
    hand.check(article)
    expect(verdict).to_have_text(task.blame)
    assert snapshot(page, task.id)["marks"] == list(task.marks)

    hand.press(article.locator("> details > summary"))
    expect(article.locator("> details .answer")).to_be_visible()
    wait_until_revealed_is_stored(page)
    expected = task.marks if task.revealed is None else task.revealed
    assert snapshot(page, task.id)["marks"] == list(expected)
    assert_found_again(page, task.id)

    hand.press(article.locator("> .interaction [data-do=reset]"))
    assert_fresh(article)
    assert snapshot(page, task.id) == fresh

    answer(hand, article, task.type, task.right)
    hand.check(article)
    expect(verdict).to_have_text(task.praise)
    shown = snapshot(page, task.id)
    assert shown["state"] == "right"
    assert shown["score"].startswith(f"{task.points} / ")
    assert_found_again(page, task.id)


@pytest.mark.parametrize(("with_hand", "essay"), GRADINGS, ids=str)
def test_essay_is_graded_by_the_learner_and_found_again(
    with_hand: str, essay: Essay, open_with: OpenWith
) -> None:
    hand = open_with(with_hand, essay.section)
    page, article = hand.page, article_of(hand.page, essay.id)
    verdict = article.locator("> .interaction output")
    expect(article.locator("[data-do=check]")).to_have_count(0)
    answer(hand, article, "essay", "Mine.\nA second line.")
    expect(verdict).to_have_text(essay.prompt)

    hand.press(article.locator("> details > summary"))
    expect(article.locator("> details .model")).to_be_visible()
    wait_until_revealed_is_stored(page)
    grade(hand, article, essay.grade)
    expect(verdict).to_have_text(essay.said)
    assert snapshot(page, essay.id)["state"] == "partial"
    assert_found_again(page, essay.id)

    grade(hand, article, essay.full)
    expect(verdict).to_have_text(essay.said_full)
    assert snapshot(page, essay.id)["state"] == "right"

    hand.press(article.locator("> .interaction [data-do=reset]"))
    assert_fresh(article)
    assert not any(snapshot(page, essay.id)["grade"])


def grade(hand: Hand, article: Locator, given: tuple[int, ...] | str) -> None:
    if isinstance(given, str):
        hand.write(article.locator(".grade input"), given)
    else:
        for line in given:
            hand.press(article.locator(".rubric input").nth(line))


def test_case_shows_its_material_once_before_its_parts(site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(site / "tour/case/index.html")
    case = article_of(page, "eratosthenes")
    expect(case.locator("> .material")).to_have_count(1)
    expect(case.locator("> .material img")).to_have_js_property("complete", True)
    expect(case.locator("> article.q")).to_have_count(5)
    expect(page.locator("#_map a")).to_have_text(["1.1", "1.2", "1.3", "1.4", "1.5"])


def test_section_is_checked_scored_and_started_again(site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(site / "tour/geography/index.html")
    hand = Mouse(page)
    for task in TASKS:
        if task.section == "tour/geography":
            answer(hand, article_of(page, task.id), task.type, task.wrong)
    answer(hand, article_of(page, "daylight"), "single", "About 10 hours")
    expect(page.locator("#_score")).to_have_text("0 / 16")
    expect(page.locator("#_tally")).to_have_text("0 correct · 0 partly · 0 wrong")

    page.locator(".panel [data-do=judge]").click()
    expect(page.locator("#_report")).to_have_text("Checked: 3. Not answered: 1.")
    expect(page.locator("#_score")).to_have_text("9 / 16")
    expect(page.locator("#_tally")).to_have_text("1 correct · 2 partly · 0 wrong")
    expect(page.locator(".bar .count")).to_have_text("3 / 4 done")

    page.locator(".panel [data-do=next]").click()
    expect(page.locator("#largest-desert input").first).to_be_focused()

    page.once("dialog", lambda dialog: dialog.dismiss())
    page.locator(".panel [data-do=reset]").click()
    expect(page.locator("#_score")).to_have_text("9 / 16")
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator(".panel [data-do=reset]").click()
    expect(page.locator("#_score")).to_have_text("0 / 16")
    expect(page.locator(".bar .count")).to_have_text("0 / 4 done")


def test_check_without_an_answer_asks_for_one(site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(site / "tour/science/index.html")
    for question in ("pendulum", "planetary-rings", "lever"):
        article = article_of(page, question)
        article.locator("[data-do=check]").click()
        expect(article.locator("output")).to_have_text("Give an answer first.")
        expect(article).not_to_have_attribute("data-state", "wrong")


def test_printed_order_is_an_answer_once_it_is_checked(
    tmp_path: Path, new_reader: NewReader
) -> None:
    items = "title: S\nquestions:\n  - {id: %s, type: ordering, stem: In order?, items: [a, b]}\n"
    orders = {}
    for name in "pqrs":  # some ids keep the order of two items, some turn it round
        site = built(section_bank(tmp_path / name, items % name), tmp_path / name / "site")
        page = new_reader().open(site / "e/s/index.html")
        article = article_of(page, name)
        expect(article.locator("output")).to_have_text("")
        article.locator("[data-do=check]").click()
        order = article.locator(".order > li").all_inner_texts()
        orders[order[0][2]] = article.locator("output").inner_text().strip()
        assert_found_again(page, name)
    assert orders["a"] == "Correct. 1 of 1 point."
    assert orders["b"] == "Not yet, think again. The order is not right yet."


def test_changed_answer_loses_its_verdict_and_can_be_checked_again(
    site: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(site / "tour/science/index.html")
    hand, article = Mouse(page), article_of(page, "pendulum")
    answer(hand, article, "single", "A heavier bob")
    hand.check(article)
    expect(article.locator(".said")).to_have_count(1)
    answer(hand, article, "single", "A longer string")
    expect(article.locator("output")).to_have_text("")
    expect(article.locator(".mark, .said")).to_have_count(0)
    hand.check(article)
    expect(article.locator("output")).to_have_text("Correct. 4 of 4 points.")
    expect(article.locator(".said")).to_contain_text("stands above the line")


@pytest.mark.parametrize("composing", ["{isComposing: true}", "{keyCode: 229}"])
def test_enter_that_ends_a_composition_does_not_check(
    composing: str, site: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(site / "demo/blank/index.html")
    article = article_of(page, "data-split")
    field = article.locator("input")
    field.fill("水平")
    field.evaluate(f"""it => it.dispatchEvent(new KeyboardEvent(
        "keydown", {{key: "Enter", bubbles: true, cancelable: true, ...{composing}}}))""")
    expect(article.locator("output")).to_have_text("")
    assert snapshot(page, "data-split")["state"] == "answered"
    field.press("Enter")
    expect(article.locator("output")).to_have_text("還不對，再想想。")


def test_text_from_an_input_method_is_an_answer(site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(site / "demo/blank/index.html")
    article = article_of(page, "data-split")
    article.locator("input").focus()
    session = page.context.new_cdp_session(page)
    composed = {"text": "shui", "selectionStart": 4, "selectionEnd": 4}
    session.send("Input.imeSetComposition", composed)
    session.send("Input.insertText", {"text": "水平劃分"})
    page.keyboard.press("Enter")
    expect(article.locator("output")).to_have_text("回答正確。得 2 / 2 分。")
    assert_found_again(page, "data-split")


def test_enter_never_leaves_the_page(site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(site / "tour/geography/index.html")
    address = page.url
    for field in page.locator(".interaction input, .interaction select").all():
        field.press("Enter")
        page.keyboard.press("Escape")
    assert page.url == address


def test_letters_of_a_question_stay_with_its_options_on_reload(
    site: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(site / "tour/geography/index.html")
    select = page.locator("#capitals select").first
    shown = select.locator("option").all_inner_texts()
    page.reload()
    assert select.locator("option").all_inner_texts() == shown


def test_address_cut_off_amid_a_character_opens_the_page(site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(f"{(site / 'tour/science/index.html').as_uri()}#%E9%A1")
    expect(page.locator("#_map a")).to_have_count(6)
