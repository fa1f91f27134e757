"""How a paper says that multiple choice is scored."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.load import bank
from builder.paper import Scoring, printed
from tests.banks import section_bank

WHOLE = "{id: %s, type: multiple, stem: Which?, options: [p, q, r], answer: AB}"
PARTIAL = WHOLE.replace("answer", "scoring: partial, answer")
SINGLE = "{id: %s, type: single, stem: Which?, options: [p, q], answer: A}"


def scoring(folder: Path, instructions: str, *questions: str) -> Scoring | None:
    named = [text % f"q{number}" for number, text in enumerate(questions)]
    lines = "".join(f"  - {text}\n" for text in named)
    section = f"title: Section\ninstructions: {instructions}\nquestions:\n{lines}"
    loaded, _ = bank(section_bank(folder, section))
    return next(printed(loaded.exams[0], answers=True)).sections[0].scoring


@pytest.mark.parametrize(
    ("questions", "expected"),
    [
        ((SINGLE, SINGLE), None),
        ((SINGLE, WHOLE), Scoring("whole", ())),
        ((PARTIAL, PARTIAL), Scoring("partial", ("1", "2"))),
        ((WHOLE, PARTIAL, SINGLE, PARTIAL), Scoring("mixed", ("2", "4"))),
    ],
)
def test_paper_says_how_multiple_choice_is_scored(
    questions: tuple[str, ...], expected: Scoring | None, tmp_path: Path
) -> None:
    assert scoring(tmp_path, "Take your time.", *questions) == expected


def test_parts_of_a_case_are_named_by_their_numbers(tmp_path: Path) -> None:
    parts = ", ".join((WHOLE % "a", PARTIAL % "b", SINGLE % "c"))
    case = f"{{id: %s, type: case, material: M, questions: [{parts}]}}"
    assert scoring(tmp_path, "Read.", SINGLE, case) == Scoring("mixed", ("2(2)",))


@pytest.mark.parametrize(
    "said", ["多选、少选、错选均不得分。", "漏選不得分", "Choose every right one."]
)
def test_rule_is_not_said_twice(said: str, tmp_path: Path) -> None:
    assert scoring(tmp_path, said, WHOLE) is None
    assert scoring(tmp_path / "partial", said, PARTIAL) == Scoring("partial", ("1",))
