"""The texts that are searched: all that a learner reads, no key, nothing withheld, plain."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from markupsafe import Markup

from builder import load
from builder.build import build
from builder.markup import QuestionHtml
from builder.model import BLANK
from builder.options import Options
from builder.search import plain
from tests.banks import CONTENT, EVERY_TYPE, files, section_bank

START = "exampress.texts.push("


def data(site: dict[str, bytes], path: str) -> dict[str, Any]:
    """Return what a data file hands over."""
    text = site[path].decode()
    assert text.startswith(START)
    assert text.endswith(");\n")
    found: dict[str, Any] = json.loads(text.removeprefix(START).removesuffix(");\n"))
    return found


@pytest.fixture(scope="module", params=[True, False], ids=["answers", "no-answers"])
def every(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("every")
    build(Options(section_bank(folder, EVERY_TYPE), out=folder / "site", answers=request.param))
    return request.param, files(folder / "site")


def test_every_question_and_part_is_there_once(site: Path) -> None:
    bank, _ = load.bank(CONTENT)
    built = files(site)
    for exam in bank.exams:
        for section in exam.sections:
            found = data(built, f"{exam.id}/{section.id}/data-search.js")
            assert (found["exam"], found["section"]) == (exam.id, section.id)
            ids = [
                each.id for question in section.questions for each in (question, *question.parts())
            ]
            assert [question[0] for question in found["questions"]] == ids


def test_questions_are_told_as_learners_read_them(every: tuple[bool, dict[str, bytes]]) -> None:
    _, site = every
    questions = {each[0]: each for each in data(site, "e/s/data-search.js")["questions"]}
    assert questions["one"][1:5] == ["1", "single", "Which one?", "first · second · third"]
    assert questions["gaps"][3] == "It is ____ and ____."
    assert questions["story"][1:5] == ["9", "case", "", "Shared material."]
    assert questions["story-one"][1:5] == ["9.1", "single", "Which one of it?", "p · q"]
    # in printed order, which tells nothing
    assert questions["order"][4] != "item one · item two · item three"
    assert set(questions["pairs"][4].split(" · ")) == {
        "left one", "left two", "right one", "right two", "right three",
    }  # fmt: skip


def test_explanations_are_there_and_keys_are_not(every: tuple[bool, dict[str, bytes]]) -> None:
    answers, site = every
    text = site["e/s/data-search.js"].decode()
    assert ("SECRETexplanation of one" in text) == answers
    for word in ("SECRETfeedback", "SECRETmodel", "SECRETother", "SECRETaccepted", "SECRETanswer",
                 "SECRETrubric", "987654", "0.0625"):  # fmt: skip
        assert word not in text


def test_pages_over_all_exams_know_every_data_file(every: tuple[bool, dict[str, bytes]]) -> None:
    answers, site = every
    page = site["search/index.html"].decode()
    catalogue = json.loads(page.split('id="_catalogue">')[1].split("</script>")[0])
    assert catalogue["answers"] is answers
    paths = [each["texts"] for exam in catalogue["exams"] for each in exam["sections"]]
    assert paths == [name for name in site if name.endswith("data-search.js")]


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("**bold** and `code`", "bold and code"),
        ("one\n\ntwo", "one two"),
        ("- a\n- b", "a b"),
        ("| a | b |\n| - | - |\n| 1 | 2 |", "a b 1 2"),
        ("3 < 4 & 5", "3 < 4 & 5"),
        (r"where $\frac{L}{2} < x$, and", "where L/2<x, and"),
        ("$$x^2$$ holds, $y$ does not", "x² holds, y does not"),
        ("cafe\u0301", "café"),
        ("[words](https://example.org)", "words"),
    ],
)
def test_plain_text_of_markdown(markdown: str, text: str) -> None:
    assert plain(QuestionHtml("").block(markdown)) == text


def test_plain_text_of_pictures_and_blanks() -> None:
    assert plain(Markup('<p>See <img src="x" alt="a &lt; b"> here</p>')) == "See a < b here"
    assert plain(Markup(f"<p>It is {BLANK}.</p>")) == "It is ____."


def test_list_of_exams_is_told_what_can_be_answered(every: tuple[bool, dict[str, bytes]]) -> None:
    _, site = every
    text = site["e/data-questions.js"].decode()
    found = json.loads(text.removeprefix("exampress.exams.push(").removesuffix(");\n"))
    page = site["e/index.html"].decode()
    sections = json.loads(page.split('id="_sections">')[1].split("</script>")[0])
    assert found == {"exam": "e", "questions": sections["s"]}
    assert "story-one" in found["questions"]
    assert "story" not in found["questions"]
