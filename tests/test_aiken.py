"""Aiken as found in the wild."""

from __future__ import annotations

import pytest

from builder.decoding import decode
from builder.formats import incoming, recognise

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


SOUND = "Which?\nA. one\nB. two\nANSWER: A\n\n"
SLIPS = [
    ("No key?\nA. a\nB. b\n\nNext?\nA. a\nB. b\nANSWER: B\n", (6, "no-answer")),
    ("Mixed?\na) a\n\nB.b\nANSWER: b\n", None),
    ("One?\nA) a\nANSWER: A\n", (6, "missing-options")),
    ("A gap?\nA. a\nC. c\nANSWER: C\n", (6, "missing-option")),
    ("A) alone\nANSWER: A\n", (6, "not-kept")),
    ("ANSWER: A\nLast?\nA. a\nB. b\nANSWER: A\n", (6, "not-kept")),
    ("Two?\nA. a\nB. b\nANSWER: A and B\n", (9, "unreadable-key")),
    ("Last?\nA. a\nB. b\n", (6, "no-answer")),
]


@pytest.mark.parametrize(("text", "doubt"), SLIPS)
def test_slip_hides_no_format_and_is_told(text: str, doubt: tuple[int, str] | None) -> None:
    told = f"{SOUND}{text}"
    assert recognise.plain(decode(told.encode()), "x.txt") == "aiken"
    draft = incoming.read(told.encode(), "x.txt")
    assert draft.sections[0].questions[0].answer == ["A"]
    found = [(each.line, each.about) for each in draft.doubts]
    assert found[:1] == ([doubt] if doubt else [])


def test_slips_are_told_all_at_once_and_the_rest_is_read() -> None:
    draft = incoming.read("".join([SOUND * 4, *(text for text, _ in SLIPS)]).encode(), "x.txt")
    stems = [question.stem for question in draft.sections[0].questions]
    keys = [question.answer for question in draft.sections[0].questions]
    assert stems[4:] == ["No key?", "Next?", "Mixed?", "One?", "A gap?", "Last?", "Two?", "Last?"]
    assert keys[4:] == [None, ["B"], ["B"], ["A"], ["B"], ["A"], None, None]
    assert [text for _, text in draft.unused] == ["A. alone", "ANSWER: A", "ANSWER: A"]


PAPERS = [
    f"Part one\n{SOUND}",
    f"{SOUND}Explanation: so it is.\nWhy?\nA. a\nB. b\nANSWER: A\n",
    f"{SOUND}Thank you\n",
    "Q?\nA. a\nB. b\nANSWER: A, B\n",
]


@pytest.mark.parametrize("text", PAPERS)
def test_paper_with_lines_that_aiken_has_no_place_for_is_none(text: str) -> None:
    assert recognise.plain(decode(text.encode()), "x.txt") == "text"


def _stems(*starts: str) -> list[str]:
    text = "".join(f"{start}Which?\nA. a\nB. b\nAnswer: B\n\n" for start in starts)
    draft = incoming.read(text.encode(), "x.txt")
    assert recognise.plain(decode(text.encode()), "x.txt") == "aiken"
    return [question.stem for question in draft.sections[0].questions]


@pytest.mark.parametrize(
    "starts",
    [
        ("1. ", "2. ", "3. "),
        ("51) ", "52)"),
        ("1．", "2．"),
        ("1、", "2、", "1、"),
        ("第1题 ", "第2题："),
    ],
)
def test_numbers_that_count_up_are_numbering(starts: tuple[str, ...]) -> None:
    assert set(_stems(*starts)) == {"Which?"}


@pytest.mark.parametrize(
    "starts",
    [
        ("2024. ", "2025. "),
        ("1. ",),
        ("1. ", "3. "),
        ("3. ", "2. "),
        ("1. ", "1. "),
        ("1. ", "", "2. "),
        ("1.5 ", "2.5 "),
    ],
)
def test_other_numbers_are_text(starts: tuple[str, ...]) -> None:
    assert _stems(*starts) == [f"{start}Which?" for start in starts]
