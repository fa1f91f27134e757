"""The bank as JSON, both ways: its own field names, answers in normal form."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from builder.draft import Draft, DraftSection, Front
from builder.formats.lists.json_lines import Lines
from builder.formats.lists.own_questions import amount, own
from builder.formats.writing import Export
from builder.model import Artifact, Bank, Exam, PaperLayout, Section, plain_number


def artifacts(export: Export) -> Iterator[Artifact]:
    """Yield the whole bank as one file; nothing is lost but pictures."""
    for exam in export.bank.exams:
        for section in exam.sections:
            for item in export.items(exam, section):
                item.lose_pictures()
    yield Artifact("bank.json", write(export.bank).encode())


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
        "paper": exam.paper.model_dump(exclude_defaults=True) or None,
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


def recognises(value: object) -> bool:
    """Tell parsed JSON that is our own export: exams, sections and questions, each with its id."""
    exams = value.get("exams") if isinstance(value, dict) and len(value) == 1 else None
    return isinstance(exams, list) and bool(exams) and all(map(_is_exam, exams))


def _is_exam(value: object) -> bool:
    sections = value.get("sections") if isinstance(value, dict) and "id" in value else None
    return isinstance(sections, list) and all(map(_is_section, sections))


def _is_section(value: object) -> bool:
    questions = value.get("questions") if isinstance(value, dict) and "id" in value else None
    return isinstance(questions, list) and all(
        isinstance(each, dict) and "id" in each and "type" in each for each in questions
    )


def read(value: Mapping[str, Any], lines: Lines) -> Draft | None:
    """Return the exams of our own export as one paper, or None where a field is of another form."""
    exams = value["exams"]
    sections = [_read_section(each, lines) for exam in exams for each in exam["sections"]]
    if not all(sections):
        return None
    first: Mapping[str, Any] = exams[0]
    draft = Draft(_text(first, "title"), [each for each in sections if each], [], markdown=True)
    duration, mark, layout = (first.get(name) for name in ("duration", "pass_mark", "paper"))
    draft.front = Front(
        _text(first, "language"),
        _text(first, "description"),
        duration if type(duration) is int else None,
        amount(mark),
        layout if isinstance(layout, dict) and set(layout) <= set(PaperLayout.model_fields) else {},
    )
    return draft


def _text(value: Mapping[str, Any], name: str) -> str | None:
    text = value.get(name)
    return text if isinstance(text, str) and text.strip() else None


def _read_section(value: Mapping[str, Any], lines: Lines) -> DraftSection | None:
    questions = [own(each, lines) for each in value["questions"]]
    if not all(questions):
        return None
    section = DraftSection(_text(value, "title"), lines.line(value))
    section.instructions = _text(value, "instructions")
    section.questions = [each for each in questions if each]
    section.draw = value["draw"] if type(value.get("draw")) is int else None
    given = value.get("shuffle")
    shuffle = given if isinstance(given, dict) else {}
    section.shuffle = {name: bool(on) for name, on in shuffle.items() if name in _SHUFFLED}
    return section


_SHUFFLED = ("questions", "options")
