"""The bank as JSON: its own field names, answers in normal form."""

from __future__ import annotations

import json
from typing import Any

from builder.model import Bank, Exam, Section, plain_number


def write(bank: Bank) -> str:
    """Return the whole bank as JSON text.

    Letters are a list, blanks are lists of accepted texts, true-false answers are booleans.
    """
    value = {"exams": [_exam(exam) for exam in bank.exams]}
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def _exam(exam: Exam) -> dict[str, Any]:
    own = {
        "description": exam.description,
        "duration": exam.duration,
        "pass_mark": None if exam.pass_mark is None else plain_number(exam.pass_mark),
    }
    return {
        "id": exam.id,
        "title": exam.title,
        "language": exam.language,
        **{name: value for name, value in own.items() if value is not None},
        "sections": [_section(section) for section in exam.sections],
    }


def _section(section: Section) -> dict[str, Any]:
    instructions = {"instructions": section.instructions} if section.instructions else {}
    return {
        "id": section.id,
        "title": section.title,
        "type": section.type,
        **instructions,
        "shuffle": section.shuffle.model_dump(),
        **({"draw": section.draw} if section.draw else {}),
        "questions": [question.to_json() for question in section.questions],
    }
