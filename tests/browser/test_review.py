"""Wrong answers and bookmarks: gathered in practice, shown over all exams, done again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import NewReader
from tests.browser.firefox import Firefox
from tests.browser.hands import Keyboard, Mouse, answer, article_of
from tests.browser.test_storage import KEY, stored

pytestmark = pytest.mark.browser

SCIENCE = "tour/science/index.html"
REVIEW = "review/index.html"
WRONG, RIGHT = "A heavier bob", "A longer string"


def try_pendulum(page: Page, option: str) -> None:
    """Answers the first question of the tour and asks for the verdict."""
    answer(Mouse(page), article_of(page, "pendulum"), "single", option)
    Mouse(page).check(article_of(page, "pendulum"))


def again(page: Page) -> None:
    article_of(page, "pendulum").locator(".interaction [data-do=reset]").click()


def lines(page: Page) -> Locator:
    return page.locator("#_book li")


def remembered(page: Page) -> dict[str, object]:
    review: dict[str, object] = json.loads(stored(page, KEY) or "{}").get("review", {})
    return review


def test_wrong_answer_comes_into_the_book_and_leaves_it_after_two_right_ones(
    site: Path, new_reader: NewReader
) -> None:
    reader = new_reader()
    page = reader.open(site / SCIENCE)
    book = reader.open(site / REVIEW)
    expect(book.locator("#_said")).to_contain_text("沒有錯題")
    try_pendulum(page, WRONG)
    expect(book.locator("#_said")).to_have_text("共 1 道錯題。")
    expect(lines(book)).to_contain_text("The period of a simple pendulum")
    expect(lines(book)).to_contain_text("錯 1 次")
    assert violations(book) == []

    for said in ("連續答對 1 次", None):
        book.get_by_role("link", name="重做第 1 題").click()
        expect(book.locator(".only")).to_contain_text("Only the 1 question")
        expect(book.locator("article.q")).to_have_count(1)
        expect(article_of(book, "pendulum").locator("input:checked")).to_have_count(0)
        try_pendulum(book, RIGHT)
        book.goto((site / REVIEW).as_uri())
        if said:
            expect(lines(book)).to_contain_text(said)
        else:
            expect(book.locator("#_said")).to_contain_text("沒有錯題")


def test_right_answer_counts_only_on_a_fresh_attempt(site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(site / SCIENCE)
    pendulum = article_of(page, "pendulum")

    def row() -> tuple[int, int]:
        review = remembered(page)["pendulum"]
        assert isinstance(review, dict)
        return review["misses"], review["streak"]

    try_pendulum(page, WRONG)
    try_pendulum(page, "Stronger gravity")
    assert row() == (1, 0)  # once for the attempt
    try_pendulum(page, RIGHT)
    assert row() == (1, 0)  # told by elimination
    again(page)
    pendulum.locator("> details > summary").click()
    expect(pendulum.locator("> details .answer")).to_be_visible()
    pendulum.locator("> details > summary").click()
    expect(pendulum.locator(".mark")).to_have_count(0)
    page.reload()
    try_pendulum(page, RIGHT)
    assert row() == (1, 0)  # looked up before
    again(page)
    try_pendulum(page, RIGHT)
    pendulum.locator(".interaction [data-do=check]").click()
    assert row() == (1, 1)  # at the first go, and once however often it is checked
    try_pendulum(page, WRONG)
    assert row() == (2, 0)


def test_marks_outlive_starting_again(site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(site / SCIENCE)
    try_pendulum(page, WRONG)
    article_of(page, "lever").locator(".bookmark").click()
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator(".panel [data-do=reset]").click()
    page.goto((site / REVIEW).as_uri())
    expect(lines(page)).to_have_count(1)
    page.get_by_role("button", name="收藏").first.click()
    expect(lines(page)).to_have_count(1)
    expect(lines(page)).to_contain_text("4")


def test_bookmarks_are_set_and_taken_away_by_keyboard(site: Path, new_reader: NewReader) -> None:
    reader = new_reader()
    page, other = reader.open(site / SCIENCE), reader.open(site / SCIENCE)
    mark = article_of(page, "feather").locator(".bookmark")
    expect(mark).to_have_accessible_name("Bookmark question 3")
    box = mark.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44
    Keyboard(page).press(mark)
    expect(mark).to_have_attribute("aria-pressed", "true")
    shown = article_of(other, "feather").locator(".bookmark")
    expect(shown).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(mark).to_have_attribute("aria-pressed", "true")
    assert violations(page) == []

    page.goto((site / REVIEW).as_uri())
    Keyboard(page).press(page.locator("[data-kind=bookmarked]"))
    expect(page.locator("#_said")).to_have_text("共收藏 1 道題。")
    page.reload()
    expect(lines(page)).to_have_count(1)
    Keyboard(page).press(lines(page).locator("[data-do=drop]"))
    expect(page.locator("#_said")).to_contain_text("還沒有收藏")
    expect(page.locator("[data-kind]").first).to_be_focused()
    expect(shown).to_have_attribute("aria-pressed", "false")


def test_lists_are_narrowed_by_exam_and_section(site: Path, new_reader: NewReader) -> None:
    reader = new_reader()
    page = reader.open(site / "demo/single/index.html")
    for question in ("framework", "lora-purpose"):
        article_of(page, question).locator("input").first.check()
        Mouse(page).check(article_of(page, question))
    page.goto((site / SCIENCE).as_uri())
    try_pendulum(page, WRONG)
    page.goto((site / REVIEW).as_uri())
    total = lines(page).count()
    assert total >= 2
    expect(page.locator("#_book h2")).to_have_count(2)
    page.locator("#_scope").select_option("tour")
    expect(lines(page)).to_have_count(1)
    page.locator("#_scope").select_option("demo/single")
    expect(lines(page)).to_have_count(total - 1)
    expect(page.locator("#_book h2")).to_contain_text("單選題")
    page.get_by_role("button", name="移出錯題本").first.click()
    page.locator("#_scope").select_option("")
    expect(lines(page)).to_have_count(total - 1)


def test_section_is_done_again_with_its_wrong_answers_only(
    site: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(site / "tour/case/index.html")
    first = page.locator("article.q article.q").first
    part = first.get_attribute("id") or ""
    page.evaluate(
        """(part) => {
          const names = Object.keys(localStorage);
          const review = {wrong: true, misses: 1, streak: 0, bookmarked: false, at: 1,
                          answers: [[1, false]]};
          localStorage["exampress:2:exampress-demo:tour"] =
            JSON.stringify({questions: {}, review: {[part]: review}});
        }""",
        part,
    )
    page.goto((site / REVIEW).as_uri())
    page.get_by_role("link", name="重做這 1 題").click()
    expect(page.locator("article.q[data-type=case] .material").first).to_be_visible()
    expect(page.locator("article.q article.q")).to_have_count(1)
    expect(page.locator("#_map a")).to_have_count(1)
    page.get_by_role("link", name="Show all questions").click()
    expect(page.locator("article.q article.q").nth(1)).to_be_attached()  # more than one


def test_question_that_left_the_bank_is_told(site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(site / SCIENCE)
    try_pendulum(page, WRONG)
    entry = json.loads(stored(page) or "")
    entry["review"]["no-more"] = entry["review"]["pendulum"]
    page.evaluate("([key, raw]) => { localStorage[key] = raw; }", [KEY, json.dumps(entry)])
    page.goto((site / REVIEW).as_uri())
    expect(page.locator("#_said")).to_have_text("共 1 道錯題。另有 1 道題已不在題庫中。")


def test_number_of_right_answers_is_chosen(site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(site / REVIEW)
    expect(page.locator("#_streak")).to_have_value("2")
    page.locator("#_streak").select_option("1")
    page.goto((site / SCIENCE).as_uri())
    try_pendulum(page, WRONG)
    again(page)
    try_pendulum(page, RIGHT)
    page.goto((site / REVIEW).as_uri())
    expect(page.locator("#_streak")).to_have_value("1")
    expect(page.locator("#_said")).to_contain_text("沒有錯題")


def test_progress_of_the_first_version_is_taken_over(site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(site / SCIENCE)
    try_pendulum(page, WRONG)
    entry = json.loads(stored(page) or "")
    del entry["review"]
    page.evaluate(
        "([key, raw]) => { localStorage.clear(); localStorage[key] = raw; }",
        [KEY.replace(":2:", ":1:"), json.dumps(entry)],
    )
    page.reload()
    expect(article_of(page, "pendulum").locator("output")).to_have_text("Not yet, think again.")
    page.goto((site / REVIEW).as_uri())
    expect(lines(page)).to_contain_text("The period of a simple pendulum")


def test_review_works_in_firefox(site: Path, fox: Firefox) -> None:
    fox.open((site / REVIEW).as_uri())
    assert fox.evaluate("document.querySelector('#_said').textContent.length > 0")


DAY = 86_400_000
SHIFT = """([key, by]) => {
  const entry = JSON.parse(localStorage[key]);
  for (const review of Object.values(entry.review)) {
    for (const answer of review.answers) answer[0] -= by;
    if (review.due) review.due[1] -= by;
  }
  localStorage[key] = JSON.stringify(entry);
}"""
"""As if so much time had passed."""


def test_missed_question_is_due_the_next_day_and_then_later(
    site: Path, new_reader: NewReader
) -> None:
    reader = new_reader()
    page, home = reader.open(site / SCIENCE), reader.open(site / "index.html")
    try_pendulum(page, WRONG)
    expect(home.locator("#_due")).to_be_hidden()
    page.evaluate(SHIFT, [KEY, DAY])
    home.reload()
    expect(home.locator("#_due")).to_have_text("今日複習 1 題")
    home.locator("#_due").click()
    expect(home.locator("#_said")).to_have_text("今天有 1 道題待複習。")
    expect(lines(home)).to_contain_text("The period of a simple pendulum")
    home.get_by_role("link", name="重做這 1 題").click()
    expect(home.locator(".only")).to_contain_text("Only the 1 question of this section to go over")
    try_pendulum(home, RIGHT)

    home.goto((site / "index.html").as_uri())
    expect(home.locator("#_due")).to_be_hidden()
    home.goto(f"{(site / REVIEW).as_uri()}?show=due")
    expect(home.locator("#_said")).to_contain_text("今天沒有要複習的題目")
    home.locator("[data-kind=wrong]").click()
    expect(lines(home)).to_contain_text("下次複習")
    assert violations(home) == []
    home.evaluate(SHIFT, [KEY, 2 * DAY])
    home.reload()
    expect(home.locator("[data-kind=due] span")).to_have_text("0")
    home.evaluate(SHIFT, [KEY, 2 * DAY])
    home.reload()
    expect(home.locator("[data-kind=due] span")).to_have_text("1")


def test_scheduler_is_loaded_by_the_review_page_only(site: Path, new_reader: NewReader) -> None:
    reader = new_reader()
    for path, loaded in ((SCIENCE, False), ("index.html", False), (REVIEW, True)):
        page = reader.open(site / path)
        assert page.evaluate("'FSRS' in globalThis") is loaded, path
