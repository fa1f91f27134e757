"""Questions in our own JSON: what `export --to json` and `import --dry-run --format json` print.

Answers are in normal form there, so nothing has to be read into them; a field of another form is
left to the reader of foreign lists.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from builder.draft import Answer, DraftQuestion
from builder.formats.lists.json_lines import Lines

MAX_WHOLE = 10**300
"""Whole numbers beyond it are no number of a bank."""
Object = Mapping[str, Any]


def own(value: Object, lines: Lines) -> DraftQuestion | None:
    """Return the question in an object of our own form, or None when it is of another."""
    kind, stem = value.get("type"), value.get("stem", "")
    if kind == "case" and _is_text(value.get("material")):
        return _case(value, lines)
    read = _ANSWERS.get(kind) if isinstance(kind, str) else None
    if read is None or not stem or not _is_text(stem):
        return None
    answer = read(value)
    options = _options(value)
    without = kind == "essay" and "id" in value and "answer" not in value
    if (answer is None and not without) or options is None:
        return None
    question = _common(value, kind or "", lines)
    question.options = [text for text, _ in options]
    if any(feedback for _, feedback in options):
        question.feedback = [feedback for _, feedback in options]
    question.answer = answer
    return question


def amount(value: object) -> float | None:
    """Return a number; endless where it is larger than any, so that it can be told."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    return value if isinstance(value, float) or abs(value) < MAX_WHOLE else math.inf


def _common(value: Object, kind: str, lines: Lines) -> DraftQuestion:
    question = DraftQuestion(kind, str(value.get("stem", "")), lines.line(value))
    question.column = lines.column(value)
    number, difficulty, tags = value.get("number"), value.get("difficulty"), value.get("tags")
    question.number = number if type(number) is int else None
    question.difficulty = difficulty if type(difficulty) is int and 1 <= difficulty <= 5 else None
    question.tags = [str(tag) for tag in tags] if isinstance(tags, list) else []
    question.points = amount(value.get("points"))
    question.explanation = _said(value, "explanation")
    question.hint, question.source = _said(value, "hint"), _said(value, "source")
    question.id, question.unit = _said(value, "id") or "", _said(value, "unit")
    question.partial = value.get("scoring") == "partial"
    question.any_order = value.get("any_order") is True
    question.match_case = value.get("match_case") is True
    question.lines = value["lines"] if type(value.get("lines")) is int else None
    question.rubric = _rubric(value.get("rubric"))
    return question


def _said(value: Object, name: str) -> str | None:
    text = value.get(name)
    return text if isinstance(text, str) and text.strip() else None


def _rubric(value: object) -> list[tuple[str, float]]:
    rows = value if isinstance(value, list) else []
    plain = all(isinstance(row, dict) and _is_text(row.get("text")) for row in rows)
    return [(str(row["text"]), amount(row.get("points")) or 0) for row in rows] if plain else []


def _case(value: Object, lines: Lines) -> DraftQuestion | None:
    inside = value.get("questions")
    plain = isinstance(inside, list) and all(isinstance(each, dict) for each in inside)
    if not inside or not plain:
        return None
    parts = [own(each, lines) for each in inside]
    if not all(parts):
        return None
    question = _common(value, "case", lines)
    question.stem = str(value.get("stem") or "")
    question.material = str(value["material"])
    question.questions = [part for part in parts if part]
    return question


def _options(value: Object) -> list[tuple[str, str | None]] | None:
    given = value.get("options", [])
    if not isinstance(given, list) or bool(given) != (value["type"] in ("single", "multiple")):
        return None
    found = []
    for each in given:
        text = each.get("text") if isinstance(each, dict) else each
        feedback = each.get("feedback") if isinstance(each, dict) else None
        if not _is_text(text):
            return None
        found.append((str(text), feedback if isinstance(feedback, str) else None))
    return found


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _letters(value: Object) -> Answer | None:
    answer, options = value.get("answer"), value.get("options")
    if not isinstance(answer, list) or not answer or not isinstance(options, list):
        return None
    known = [chr(ord("A") + at) for at in range(len(options))]
    return [str(letter) for letter in answer] if all(each in known for each in answer) else None


def _verdict(value: Object) -> Answer | None:
    answer = value.get("answer")
    return answer if isinstance(answer, bool) else None


def _blanks(value: Object) -> Answer | None:
    answer = value.get("answer")
    if not isinstance(answer, list) or len(answer) != max(1, str(value["stem"]).count("___")):
        return None
    plain = all(isinstance(each, list) and each and all(map(_is_text, each)) for each in answer)
    return [[str(text) for text in each] for each in answer] if plain else None


def _measure(value: Object) -> Answer | None:
    answer = value.get("answer")
    given = answer if isinstance(answer, dict) else {**value, "value": answer}
    number, tolerance = amount(given.get("value")), amount(given.get("tolerance", 0))
    return None if number is None or tolerance is None else (float(number), float(tolerance))


def _pairs(value: Object) -> Answer | None:
    given = value.get("pairs", value.get("answer"))
    if not isinstance(given, list) or not given:
        return None
    plain = all(isinstance(pair, list) and len(pair) == 2 for pair in given)
    surplus = value.get("distractors", [])
    pairs = [[str(text) for text in pair] for pair in given] if plain else []
    return [*pairs, *(["", str(text)] for text in surplus)] if plain else None


def _sequence(value: Object) -> Answer | None:
    given = value.get("items", value.get("answer"))
    plain = isinstance(given, list) and len(given) > 1 and all(map(_is_text, given))
    return [str(text) for text in given] if plain else None


def _model_answer(value: Object) -> Answer | None:
    answer = value.get("answer")
    return str(answer) if _is_text(answer) else None


_ANSWERS: dict[str, Callable[[Object], Answer | None]] = {
    "single": _letters,
    "multiple": _letters,
    "true-false": _verdict,
    "blank": _blanks,
    "numeric": _measure,
    "matching": _pairs,
    "ordering": _sequence,
    "essay": _model_answer,
}
"""How each type keeps its answer."""
