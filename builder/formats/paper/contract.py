"""A draft as the JSON that `import --dry-run --format json` prints."""

from __future__ import annotations

from typing import Any

from builder.draft import Declared, Doubt, Draft, DraftQuestion, DraftSection

HINTS = frozenset({"glued-words"})
"""Doubts that are advice and no problem of the contract."""


def contract(draft: Draft) -> dict[str, Any]:
    """Return a draft as plain JSON values; each problem carries its message besides."""
    return {
        "title": draft.title,
        "sections": [_section(section) for section in draft.sections],
        "problems": [_problem(d) for d in sorted(draft.doubts) if d.about not in HINTS],
    }


def _problem(doubt: Doubt) -> dict[str, Any]:
    place = {"line": doubt.line, **({"column": doubt.column} if doubt.column else {})}
    return {**place, "level": doubt.level, "about": doubt.about, "message": doubt.message}


def _section(section: DraftSection) -> dict[str, Any]:
    result: dict[str, Any] = {"title": section.title}
    if declared := _declared(section.declared):
        result["declared"] = declared
    result["questions"] = [_question(question) for question in section.questions]
    return result


def _declared(declared: Declared) -> dict[str, float]:
    found = {
        "count": declared.count,
        "points_each": declared.points_each,
        "points_total": declared.points_total,
    }
    return {name: value for name, value in found.items() if value is not None}


def _question(question: DraftQuestion) -> dict[str, Any]:
    result: dict[str, Any] = {"number": question.number, "type": question.type}
    if question.type == "case":
        result["material"] = question.material
        result["questions"] = [_question(part) for part in question.questions]
        return result
    result["stem"] = question.stem
    if question.type in ("single", "multiple"):
        result["options"] = question.options
    result["answer"] = _answer(question)
    if question.explanation:
        result["explanation"] = question.explanation
    return result


def _answer(question: DraftQuestion) -> Any:
    if question.type == "numeric" and isinstance(question.answer, tuple):
        value, tolerance = question.answer
        return {"value": value, "tolerance": tolerance}
    return question.answer
