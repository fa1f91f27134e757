"""Aiken as found in the wild."""

from __future__ import annotations

import pytest

from builder.formats import incoming

GOOD = "Which?\nA. one\nB) A) two\nC. three\nANSWER: B\n\nIs it?\nA) True\nB) False\nanswer: b\n"


def test_questions_and_keys() -> None:
    draft = incoming.read(GOOD.encode(), "x.txt")
    choice, judged = draft.sections[0].questions
    assert (choice.type, choice.options, choice.answer) == (
        "single",
        ["one", "A) two", "three"],
        ["B"],
    )
    assert (judged.type, judged.options, judged.answer) == ("true-false", [], False)
    assert draft.doubts == []


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("Q\nA. a\nB. b\nANSWER: C\n", (4, "answer-not-an-option")),
        ("Q\nA. a\nB. b\nANSWER: both\n", (4, "unreadable-key")),
        ("Q\nA. a\nA. b\nANSWER: A\n", (4, "duplicate-label")),
        ("Q\nA. a\nB. b\n", (1, "no-answer")),
        ("Q\nA. a\nANSWER: A\n", (1, "missing-options")),
    ],
)
def test_bad_key_is_told_and_none_is_made_up(text: str, doubt: tuple[int, str]) -> None:
    draft = incoming.read(text.encode(), "x.txt", "aiken")
    assert doubt in [(each.line, each.about) for each in draft.doubts]


def test_lines_after_the_options_are_listed() -> None:
    draft = incoming.read(b"Q\nA. a\nB. b\nodd\nANSWER: A\n", "x.txt", "aiken")
    assert draft.unused == [(4, "odd")]
