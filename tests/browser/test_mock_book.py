"""What a mock exam leaves behind, and how it shuffles: wrong answers, bookmarks, options."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewReader
from tests.browser.hands import article_of
from tests.browser.mocks import begin, every_type_site, give, hand_in, mock_page, right_answer

pytestmark = pytest.mark.browser

WRONG = (
    "exampress.page.book('e').reviewed().filter(id => exampress.page.book('e').review(id).wrong)"
)
SHUFFLED = """\
title: Shuffled
questions:
  - id: bound
    type: single
    stem: Which one?
    options: [one, two, three, four, five, six, All of the above]
    answer: G
    explanation: "{{opt:b}} names two."
  - id: pairs
    type: matching
    stem: What belongs together?
    pairs: [[left one, right one], [left two, right two], [left three, right three]]
    distractors: [right four, right five, right six]
"""


def wrong(page: Page) -> list[str]:
    ids: list[str] = page.evaluate(WRONG)
    return sorted(ids)


def test_unanswered_and_wrong_questions_stand_in_the_wrong_answer_book(
    types_site: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(mock_page(types_site))
    begin(page)
    give(page, "one", ["A"])
    give(page, "judged", ["false"])
    give(page, "text", "Written.")
    assert wrong(page) == []
    hand_in(page)
    missed = ["gaps", "number", "one", "order", "pairs", "several", "story-one", "story-text"]
    assert wrong(page) == missed
    page.goto((types_site / "review/index.html").as_uri())
    expect(page.locator("main")).to_contain_text("Which one?")


def test_essay_of_a_mock_exam_joins_the_book_by_its_mark(
    types_site: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(mock_page(types_site))
    begin(page)
    give(page, "text", "Written.")
    give(page, "story-text", "Written, too.")
    hand_in(page)
    assert {"text", "story-text"}.isdisjoint(wrong(page))
    article_of(page, "text").locator(".none input").check()
    article_of(page, "story-text").locator(".rubric input").check()
    assert "text" in wrong(page)
    assert "story-text" not in wrong(page)
    article_of(page, "text").locator(".rubric input").check()
    assert "text" not in wrong(page)

    article_of(page, "text").locator(".none input").check()
    page.reload()
    expect(page.locator(".outcome")).to_be_visible()
    article_of(page, "text").locator(".rubric input").check()
    assert "text" in wrong(page), "only a fresh attempt can be right"


def test_essay_of_practice_joins_the_book_by_its_mark(
    types_site: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(types_site / "e/s/index.html")
    article = article_of(page, "text")
    article.locator("textarea").fill("Because.")
    article.locator("> details > summary").click()
    article.get_by_role("button", name="Bookmark").click()
    article.locator(".rubric input").check()
    assert wrong(page) == []
    article.locator(".rubric input").uncheck()
    article.locator(".none input").check()
    assert wrong(page) == ["text"]
    article.locator(".rubric input").check()
    assert wrong(page) == []
    expect(article.locator(".bookmark")).to_have_attribute("aria-pressed", "true")

    article.locator(".none input").check()
    article.locator("textarea").fill("Because of that.")
    article.locator(".rubric input").check()
    assert wrong(page) == ["text"], "what was wrong once is right on a fresh attempt only"
    article.locator("[data-do=reset]").click()
    for _ in range(2):
        article.locator("textarea").fill("Because.")
        article.locator("> details > summary").click()
        article.locator(".rubric input").check()
        article.locator("[data-do=reset]").click()
    assert wrong(page) == []


def test_result_lets_questions_be_bookmarked(types_site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(mock_page(types_site))
    begin(page)
    expect(page.locator(".bookmark")).to_have_count(0)
    hand_in(page)
    button = article_of(page, "number").locator("> header .bookmark")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("exampress.page.book('e').review('number').bookmarked")


def test_options_are_shuffled_where_they_may_be_and_stay_so(
    tmp_path: Path, new_reader: NewReader
) -> None:
    site = every_type_site(tmp_path, SHUFFLED)
    page = new_reader().open(mock_page(site))
    page.evaluate("Math.random = () => 0")
    page.get_by_label("Shuffle options").check()
    begin(page)
    labels = article_of(page, "bound").locator("fieldset label")
    shown = labels.all_inner_texts()
    assert [text.split()[0] for text in shown] == list("ABCDEFG")
    assert [text.split()[1] for text in shown] != ["one", "two", "three", "four", "five", "six"]
    assert shown[-1].split()[1:] == ["All", "of", "the", "above"]
    lines = article_of(page, "pairs").locator(".choices > li").all_inner_texts()

    two = next(text.split()[0] for text in shown if text.endswith("two"))
    labels.last.click()
    article = article_of(page, "pairs")
    for place, text in enumerate(("right one", "right two", "right three")):
        option = next(each for each in article.locator("select").nth(place).locator("option")
                      .all_inner_texts() if each.endswith(text))  # fmt: skip
        assert option.replace(" ", "") in [
            each.replace(" ", "").replace("\n", "") for each in lines
        ]
        article.locator("select").nth(place).select_option(label=option)
    page.reload()
    expect(page.locator(".timer")).to_be_visible()
    assert labels.all_inner_texts() == shown
    expect(labels.last.locator("input")).to_be_checked()

    hand_in(page)
    expect(page.locator(".outcome .points")).to_have_text("2 of 2 points")
    answer = article_of(page, "bound").locator("> details")
    answer.locator("summary").click()
    expect(answer).to_contain_text(f"{two} names two.")
    expect(answer.locator(".answer")).to_contain_text("G")


def test_shuffled_answers_are_judged_like_any_other(
    types_site: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(mock_page(types_site))
    page.get_by_label("Shuffle options").check()
    begin(page)
    for kind, question in (("single", "one"), ("multiple", "several")):
        give(page, question, right_answer(page, kind))
    hand_in(page)
    for question in ("one", "several"):
        expect(article_of(page, question)).to_have_attribute("data-state", "right")


def test_exam_that_may_not_be_shuffled_offers_nothing(
    tmp_path: Path, new_reader: NewReader
) -> None:
    site = every_type_site(tmp_path, f"shuffle: {{options: false}}\n{SHUFFLED}")
    page = new_reader().open(mock_page(site))
    expect(page.locator("#_shuffle")).to_be_visible()
    expect(page.get_by_label("Shuffle options")).to_have_count(0)


def test_button_that_hands_in_is_in_sight(site: Path, new_reader: NewReader) -> None:
    page = new_reader(viewport={"width": 1280, "height": 900}).open(mock_page(site, "demo"))
    begin(page)
    button = page.locator(".panel [data-do=ask]")
    expect(button).to_be_in_viewport(ratio=1)
    page.evaluate("scrollTo({ top: 4000, behavior: 'instant' })")
    expect(button).to_be_in_viewport(ratio=1)
