"""mdbook-quiz's TOML as found in the wild."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from builder.decoding import ReadError
from builder.draft import Draft
from builder.formats import incoming
from tests import banks
from tests.banks import section_bank
from tests.conftest import Run

QUIZ = '''
[[questions]]
id = "one"
type = "MultipleChoice"
prompt.prompt = """
What is `1 + 1`?
"""
prompt.distractors = ["1", "3"]
prompt.answerIndex = 1
answer.answer = "2"
context = """
Count.
"""

[[questions]]
type = "ShortAnswer"
multipart = "text"
prompt.prompt = "Which keyword?"
answer.answer = "mut"
answer.alternatives = ["`mut`"]

[[questions]]
type = "MultipleChoice"
multipart = "text"
prompt.prompt = "Which?"
prompt.distractors = ["c"]
answer.answer = ["a", "b"]

[[questions]]
id = "trace"
type = "Tracing"
prompt.program = "fn main() {}"
answer.doesCompile = true

[multipart]
text = "Read this."
'''


def read(text: str) -> Draft:
    return incoming.read(text.encode(), "quiz.toml")


def test_questions_are_read() -> None:
    draft = read(QUIZ)
    choice, case = draft.sections[0].questions
    assert (choice.id, choice.type, choice.stem) == ("one", "single", "What is `1 + 1`?")
    assert (choice.options, choice.answer) == (["1", "2", "3"], ["B"])
    assert choice.explanation == "Count."
    assert (case.material, [part.answer for part in case.questions]) == (
        "Read this.",
        [[["mut", "`mut`"]], ["A", "B"]],
    )


def test_tracing_is_refused_by_name() -> None:
    draft = read(QUIZ)
    (doubt,) = draft.doubts
    assert (doubt.line, doubt.about, doubt.level) == (29, "unknown-kind", "error")
    assert doubt.message.startswith("trace: questions of type 'Tracing'")
    assert draft.unused == [(29, "question trace")]


@pytest.mark.parametrize("text", ["[[questions]]\nprompt = [", "x = 1\n", f"x = {'9' * 5000}\n"])
def test_what_is_no_quiz_is_said_in_words(text: str) -> None:
    with pytest.raises(ReadError):
        incoming.read(text.encode(), "quiz.toml", "mdbook-quiz")


def test_what_is_written_is_toml(run: Run, tmp_path: Path) -> None:
    section_bank(tmp_path, banks.EVERY_TYPE)
    run("export", "--to", "mdbook-quiz", "--out", "quiz")
    value = tomllib.loads((tmp_path / "quiz/e/s.toml").read_text(encoding="utf-8"))
    assert {each["type"] for each in value["questions"]} == {"MultipleChoice", "ShortAnswer"}
    assert all(each["id"] and each["prompt"]["prompt"] for each in value["questions"])


MORE = """
extra = 1

[[questions]]
id = "why"
type = "MultipleChoice"
promptExplanation = true
prompt.prompt = "Which?"
prompt.distractors = ["pear", "apple"]
prompt.sortAnswers = true
answer.answer = "fig"

[[questions]]
type = "ShortAnswer"
prompt.prompt = "What?"
prompt.response = "code"
answer.answer = "x"
"""


def test_fields_that_a_bank_does_not_have_are_told_by_name() -> None:
    told = [(doubt.line, doubt.about, doubt.message) for doubt in read(MORE).doubts]
    left = "has no place in a bank; it was left out"
    assert told == [
        (1, "not-kept", f"'extra' of the file {left}"),
        (
            4,
            "not-kept",
            "why: 'prompt.sortAnswers': its options were sorted; a bank shuffles by section",
        ),
        (4, "not-kept", f"why: 'promptExplanation' {left}"),
        (13, "not-kept", f"'prompt.response' {left}"),
    ]


def test_sorted_answers_are_sorted_with_their_key() -> None:
    question = read(MORE).sections[0].questions[0]
    assert (question.options, question.answer) == (["apple", "fig", "pear"], ["B"])
