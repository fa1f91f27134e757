"""A bank that is built again under its learners: questions inserted, removed, edited, reordered."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.banks import write_bank
from tests.browser.conftest import NewReader
from tests.browser.mocks import SITE, begin, give, hand_in, mock_page
from tests.browser.sites import built

pytestmark = pytest.mark.browser

EXAM = "title: Exam\nlanguage: en\n"
A = "  - {id: a, type: single, stem: First?, options: [p, q, r], answer: B}\n"
B = "  - {id: b, type: multiple, stem: Second?, options: [p, q, r], answer: [A, C]}\n"
C = "  - {id: c, type: true-false, stem: Third?, answer: true}\n"
D = "  - {id: d, type: blank, stem: It is ___., answer: [so]}\n"
E = "  - {id: e, type: ordering, stem: Order?, items: [one, two, three, four]}\n"
F = "  - {id: f, type: matching, stem: Match?, pairs: [[x, 1], [y, 2], [z, 3]]}\n"
NEW = "  - {id: new, type: single, stem: New?, options: [p, q], answer: A}\n"
UPDATED = "This question has changed; your earlier answer no longer counts."


def site_of(folder: Path, *questions: str, name: str = "s", other: bool = True) -> Path:
    """A site of an exam with these questions in one section, and one more section."""
    text = "title: Section\npoints: 2\nquestions:\n"
    last = "  - {id: z, type: true-false, stem: Last?, answer: true}\n"
    files: dict[str, str | bytes] = {
        "site.yaml": SITE, "e/exam.yaml": EXAM, f"e/{name}.yaml": text + "".join(questions),
    }  # fmt: skip
    content = folder / "content"
    for old in content.glob("e/*.yaml"):
        old.unlink()
    write_bank(folder, files | ({"e/t.yaml": text + last} if other else {}))
    return built(content, folder / "site")


def response(page: Page, question: str) -> Any:
    """Return what a question holds, once its form works; a link may still lead to its page."""
    page.locator(f"#{question}[aria-labelledby]").wait_for(state="attached")
    return page.evaluate(
        "(id) => { const own = document.getElementById(id).querySelector(':scope > .interaction');"
        " return exampress.fields.of(own).read(own); }",
        question,
    )


GIVEN = {
    "a": ["B"], "b": ["A", "C"], "c": ["true"], "d": ["so"], "e": ["B", "A", "C", "D"],
    "f": ["B", "C", "A"],
}  # fmt: skip


def practised(site: Path, new_reader: NewReader) -> Page:
    page = new_reader().open(site / "e/s/index.html")
    for question, given in GIVEN.items():
        give(page, question, given)
        page.locator(f"#{question} [data-do=check]").click()
    return page


def test_answers_follow_their_questions_whatever_comes_between(
    tmp_path: Path, new_reader: NewReader
) -> None:
    page = practised(site_of(tmp_path, A, B, C, D, E, F), new_reader)
    said = page.locator("article.q output").all_text_contents()
    site_of(tmp_path, F, NEW, E, C, A, B)  # d is gone
    page.reload()
    for question in ("a", "b", "c", "e", "f"):
        assert response(page, question) == GIVEN[question]
    assert page.locator("article.q output").all_text_contents() == [
        said[5], "", said[4], said[2], said[0], said[1],
    ]  # fmt: skip
    expect(page.locator(".count")).to_have_text("5 / 6 done")
    site_of(tmp_path, A, B, C, D, E, F)
    page.reload()
    assert response(page, "d") == ["so"]  # of a question that comes back nothing was forgotten
    assert page.locator("article.q output").all_text_contents() == said


EDITS = {
    "stem": (A, A.replace("First?", "Really first?")),
    "option": (A, A.replace("[p, q, r]", "[p, q, s]")),
    "options in another order": (A, A.replace("[p, q, r]", "[q, p, r]")),
    "option more": (B, B.replace("[p, q, r]", "[p, q, r, s]")),
    "key": (C, C.replace("answer: true", "answer: false")),
    "accepted": (D, D.replace("[so]", "[thus]")),
    "items": (E, E.replace("four", "five")),
    "pairs": (F, F.replace("[x, 1]", "[x, 7]")),
}


@pytest.mark.parametrize("kind", EDITS)
def test_edited_question_says_so_and_the_others_stay(
    kind: str, tmp_path: Path, new_reader: NewReader
) -> None:
    before, after = EDITS[kind]
    all_of = (A, B, C, D, E, F)
    site = site_of(tmp_path, *all_of)
    page = practised(site, new_reader)
    edited = "abcdef"[all_of.index(before)]
    site_of(tmp_path, *(after if each == before else each for each in all_of))
    page.reload()
    expect(page.locator(f"#{edited} output")).to_have_text(UPDATED)
    expect(page.locator(f"#{edited} .mark")).to_have_count(0)
    for question in GIVEN:
        assert (response(page, question) == GIVEN[question]) == (question != edited)
    expect(page.locator(".count")).to_have_text("5 / 6 done")
    for path, said in (("e/index.html", "5 / 6 done"), ("index.html", "5 / 7 done")):
        overview = page.context.new_page()
        overview.goto((site / path).as_uri())
        expect(overview.locator(".done:visible").first).to_have_text(said)


def test_what_was_edited_only_around_the_question_counts_on(
    tmp_path: Path, new_reader: NewReader
) -> None:
    page = practised(site_of(tmp_path, A, B, C, D, E, F), new_reader)
    said = page.locator("article.q output").all_text_contents()
    more = A.replace("answer: B", "answer: B, explanation: So it is., hint: Think., tags: [x]")
    site_of(tmp_path, more, B, C, D, E, F)
    page.reload()
    assert page.locator("article.q output").all_text_contents() == said


def test_book_and_bookmarks_outlive_edits_and_tell_what_is_gone(
    tmp_path: Path, new_reader: NewReader
) -> None:
    site = site_of(tmp_path, A, B, C, D, E, F)
    page = new_reader().open(site / "e/s/index.html")
    for question, wrong in (("a", ["A"]), ("c", ["false"]), ("d", ["x"])):
        give(page, question, wrong)
        page.locator(f"#{question} [data-do=check]").click()
        page.locator(f"#{question} .bookmark").click()
    site_of(tmp_path, NEW, D, A.replace("First?", "Now first?"))
    page.goto((site / "review/index.html").as_uri())
    expect(page.locator("#_said")).to_contain_text("2 questions that you got wrong.")
    expect(page.locator("#_said")).to_contain_text("1 more is no longer in the question bank.")
    expect(page.locator("#_book li a:not(.button)")).to_have_text(["2 It is ____.", "3 Now first?"])
    page.locator("[data-kind=bookmarked]").click()
    expect(page.locator("#_book li")).to_have_count(2)


def test_drawn_questions_stay_and_what_is_gone_is_told(
    tmp_path: Path, new_reader: NewReader
) -> None:
    site = site_of(tmp_path, A, B, C, D)
    page = new_reader().open(site / "e/random/index.html")
    page.locator("#_lot [type=submit]").click()
    expect(page.locator(".questions > article.q")).to_have_count(5)
    give(page, "a", ["B"])
    order = page.locator("article.q").evaluate_all("all => all.map((one) => one.id)")
    site_of(tmp_path, NEW, B, A)
    page.reload()
    expect(page.locator("#_notices")).to_have_text(
        "2 questions that were drawn are no longer in the question bank."
    )
    ids = page.locator("article.q").evaluate_all("all => all.map((one) => one.id)")
    assert ids == [each for each in order if each not in ("c", "d")]
    assert response(page, "a") == ["B"]
    site_of(tmp_path, NEW, other=False)
    page.reload()
    expect(page.locator("#_notices")).to_contain_text("5 questions")
    page.locator("[data-do=again]").click()
    expect(page.locator("#_sum")).to_have_text("1 question to choose from, 1 drawn.")


def test_place_in_a_section_that_is_gone_leads_nowhere(
    tmp_path: Path, new_reader: NewReader
) -> None:
    site = site_of(tmp_path, A, B)
    reader = new_reader()
    page = reader.open(site / "e/s/index.html")
    give(page, "b", ["A"])
    page.goto((site / "index.html").as_uri())
    expect(page.locator(".last a")).to_have_text("Go on: Section, question 2")
    site_of(tmp_path, A, B, name="renamed")
    page.reload()
    expect(page.locator(".last")).to_have_count(0)
    page.goto((site / "e/index.html").as_uri())
    expect(page.locator("#_start")).to_have_text("Start practising")
    page.locator("#_start").click()
    assert response(page, "b") == ["A"]  # progress is by question, whatever its section is called


def sitting(site: Path, new_reader: NewReader) -> Page:
    page = new_reader().open(mock_page(site))
    begin(page)
    for question, given in GIVEN.items():
        give(page, question, given)
    return page


def test_mock_exam_goes_on_in_its_own_order(tmp_path: Path, new_reader: NewReader) -> None:
    site = site_of(tmp_path, A, B, C, D, E, F)
    page = sitting(site, new_reader)
    site_of(tmp_path, F, NEW, E, A, C, B, D)
    page.reload()
    expect(page.locator(".timer")).to_be_visible()
    ids = page.locator("article.q").evaluate_all("all => all.map((one) => one.id)")
    assert ids == ["a", "b", "c", "d", "e", "f", "z"]  # what came later is not in this exam
    for question, given in GIVEN.items():
        assert response(page, question) == given
    expect(page.locator(".panel .count")).to_have_text("6 / 7")


@pytest.mark.parametrize("kind", EDITS)
def test_question_edited_during_a_mock_exam_is_to_be_looked_at_again(
    kind: str, tmp_path: Path, new_reader: NewReader
) -> None:
    before, after = EDITS[kind]
    all_of = (A, B, C, D, E, F)
    site = site_of(tmp_path, *all_of)
    page = sitting(site, new_reader)
    edited = "abcdef"[all_of.index(before)]
    site_of(tmp_path, *(after if each == before else each for each in all_of))
    page.reload()
    output = page.locator(f"#{edited} output")
    expect(output).to_have_text("This question has changed since the exam began; look at it again.")
    page.locator(".panel [data-do=ask]").click()
    expect(page.locator(".ask .left")).to_have_text(
        "1 question is not answered. 1 question has changed since the exam began."
    )
    expect(page.locator(".ask .numbers a")).to_have_count(2)
    page.keyboard.press("Escape")
    page.locator(f"#{edited}").locator("input, select, .order button").last.focus()
    give(page, edited, {"a": ["C"], "b": ["B"], "c": ["false"], "d": ["thus"],
                        "e": ["D", "C", "B", "A"], "f": ["A", "A", "A"]}[edited])  # fmt: skip
    expect(output).to_have_text("")
    page.locator(".panel [data-do=ask]").click()
    expect(page.locator(".ask .left")).to_have_text("1 question is not answered. ")
    page.locator(".ask [data-do=finish]").click()
    expect(page.locator(".outcome")).to_be_visible()


def test_mock_exam_whose_section_is_gone_goes_on_with_the_rest(
    tmp_path: Path, new_reader: NewReader
) -> None:
    site = site_of(tmp_path, A, B)
    page = new_reader().open(mock_page(site))
    begin(page)
    give(page, "a", ["B"])
    give(page, "z", ["true"])
    site_of(tmp_path, A, B, name="renamed")
    page.reload()
    expect(page.locator("#_notices p")).to_have_text(
        "2 questions are no longer in the bank and do not count."
    )
    expect(page.locator(".panel .count")).to_have_text("1 / 1")
    hand_in(page)
    expect(page.locator(".outcome .points")).to_have_text("2 of 2 points")


def test_result_of_a_former_bank_can_be_looked_at(tmp_path: Path, new_reader: NewReader) -> None:
    site = site_of(tmp_path, A, B, C)
    page = new_reader().open(mock_page(site))
    begin(page)
    for question in ("a", "b", "c"):
        give(page, question, GIVEN[question])
    hand_in(page)
    expect(page.locator(".outcome .points")).to_have_text("6 of 8 points")
    site_of(tmp_path, NEW, B, A.replace("First?", "Now first?").replace("answer: B", "answer: A"))
    page.reload()
    expect(page.locator(".outcome .points")).to_have_text("6 of 8 points")  # as it was handed in
    expect(page.locator("#b output")).to_have_text("Correct. 2 of 2 points.")
    expect(page.locator("#a output")).to_contain_text("has changed")


def test_list_of_exams_counts_what_is_there_now(tmp_path: Path, new_reader: NewReader) -> None:
    site = site_of(tmp_path, A, B, C, D, E, F)
    page = new_reader().open(site / "e/s/index.html")
    for question, given in (("a", ["B"]), ("b", ["A", "C"]), ("c", ["false"])):
        give(page, question, given)
        page.locator(f"#{question} [data-do=check]").click()
    home = page.context.new_page()
    home.goto((site / "index.html").as_uri())
    expect(home.locator(".card .done")).to_have_text("3 / 7 done")
    page.goto((site / "review/index.html").as_uri())  # gives what was missed a date
    expect(page.locator("#_said")).to_contain_text("1 question")
    home.clock.set_fixed_time(datetime.now(UTC) + timedelta(days=40))
    home.reload()
    expect(home.locator("#_due")).to_have_text("Go over 1 question today")

    site_of(tmp_path, A.replace("First?", "Really first?"), B, D, E, F)  # c is gone
    home.reload()
    expect(home.locator(".card .done")).to_have_text("1 / 6 done")
    expect(home.locator(".card .ring text")).to_have_text("16%")
    expect(home.locator("#_due")).to_be_hidden()
