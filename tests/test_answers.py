"""Keys as authors write them: every usual way to write one, in one normal form."""

from __future__ import annotations

import re
from typing import Any

import pytest

from builder.choice import Choice
from builder.markup import QuestionHtml
from builder.model import Question
from builder.read import read_question
from tests.banks import ROOT


def question(type_name: str, **fields: Any) -> Question:
    """Return a question that must be without faults."""
    read = read_question({"id": "a", "type": type_name, "stem": "S", **fields}, None, None)
    assert isinstance(read, Question), read
    assert list(read.faults()) == []
    return read


def key(type_name: str, **fields: Any) -> Any:
    return (question(type_name, **fields).key() or {})["value"]


@pytest.mark.parametrize(
    "answer", ["B", "b", "Ｂ", " B ", "B.", "(B)", "（B）", "B、", ["B"], ["b"]]
)
def test_letter_is_read(answer: str | list[str]) -> None:
    assert key("single", options=["x", "y"], answer=answer) == ["B"]


@pytest.mark.parametrize(
    "answer",
    ["ACD", "acd", "A, C, D", "A、C、D", "A C D", "A;C;D", "A/C/D", "ＡＣＤ", "DCA", "A，C，D。",
     ["A", "C", "D"], ["d", "Ｃ", " a "]],
)  # fmt: skip
def test_letters_are_read(answer: str | list[str]) -> None:
    assert key("multiple", options=list("wxyz"), answer=answer) == ["A", "C", "D"]


TRUE = "true True TRUE t T yes y 对 對 正确 正確 是 √ ✓ ✔ 正确。 Ｔ"
FALSE = "false False FALSE f F no n 错 錯 错误 錯誤 不正确 不正確 否 × ✗ ✘"


@pytest.mark.parametrize(
    ("answer", "right"),
    [(word, True) for word in TRUE.split()] + [(word, False) for word in FALSE.split()],
)
def test_judgement_is_read(answer: str, right: bool) -> None:
    assert key("true-false", answer=answer) == ["true" if right else "false"]


@pytest.mark.parametrize("word", ["true", "false"])
def test_judgements_that_are_documented_are_read(word: str) -> None:
    text = (ROOT / "docs" / "bank.md").read_text(encoding="utf-8")
    (listed,) = re.findall(rf"\b{word}: (`.*?)(?:<br>| \|$)", text, re.M)
    words = re.findall(r"`([^`]+)`", listed)
    assert len(words) > 8
    assert {key("true-false", answer=each)[0] for each in words} == {word}


@pytest.mark.parametrize(
    ("answer", "number"),
    [("5", 5), ("5.0", 5), ("-0.5", -0.5), ("−0.5", -0.5), (".5", 0.5), ("+3", 3),
     ("３．１４", 3.14), ("1e3", 1000),
     ("1.5E-3", 0.0015), ("9.80", 9.8), ("0", 0), ("007", 7)],
)  # fmt: skip
def test_number_is_read(answer: str, number: float) -> None:
    assert key("numeric", answer=answer) == number


@pytest.mark.parametrize(
    "answer", ["1_000", "1,000", "0x1F", "١٢", "inf", "nan", "1e999", "1/2", "5 m", "", "--5", "1e"]
)
def test_what_is_no_number_is_refused(answer: str) -> None:
    faults = read_question(
        {"id": "a", "type": "numeric", "stem": "S", "answer": answer}, None, None
    )
    assert isinstance(faults, tuple)
    shown = f"'{answer}'" if answer else "nothing"
    assert [fault.message for fault in faults] == [f"'answer' must be a number, found {shown}"]


def test_number_is_shown_as_it_is_written() -> None:
    assert question("numeric", answer="9.80", unit="m/s²").brief() == "9.80 m/s²"


@pytest.mark.parametrize(
    ("answer", "accepted"),
    [
        ("x", [["x"]]),
        (["x"], [["x"]]),
        ([["x", "y"]], [["x", "y"]]),
        (["x", ["y", "z"]], [["x"], ["y", "z"]]),
    ],
)  # fmt: skip
def test_accepted_texts_are_lists(answer: Any, accepted: list[list[str]]) -> None:
    assert key("blank", answer=answer) == accepted


@pytest.mark.parametrize("type_name", ["matching", "ordering"])
def test_letters_of_the_key_lead_to_the_right_texts(type_name: str) -> None:
    """What is printed under the key's letters is what the author wrote, in the author's order."""
    texts = ["one", "two", "three", "four"]
    fields = {"items": texts} if type_name == "ordering" else {
        "pairs": [[text.upper(), text] for text in texts], "distractors": ["five"],
    }  # fmt: skip
    own = question(type_name, **fields)
    body: Any = own.body(QuestionHtml(""))
    shown = dict(body.items if type_name == "ordering" else body.right)
    assert [str(shown[letter]) for letter in (own.key() or {})["value"]] == texts


@pytest.mark.parametrize(
    ("widest", "measure", "count", "columns"),
    [
        (2.0, 40.0, 4, 4), (10.0, 40.0, 4, 2), (30.0, 40.0, 4, 1), (float("inf"), 40.0, 4, 1),
        (2.0, 40.0, 2, 2), (2.0, 40.0, 3, 3), (19.0, 40.0, 3, 1), (2.0, 4.0, 4, 1),
    ],
)  # fmt: skip
def test_options_stand_in_columns_that_hold_them(
    widest: float, measure: float, count: int, columns: int
) -> None:
    options: Any = (None,) * count
    assert (
        Choice(options, "A", partial=False, feedback=False, widest=widest).columns(measure)
        == columns
    )
