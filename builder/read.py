"""One question from a mapping of texts: by its type, with what the section says and what follows.

Reads no file and knows no places; what is wrong comes back as faults.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

from builder import fields
from builder.model import Question
from builder.problems import Fault, suggestion
from builder.questions import TYPES


def unknown_type(name: str) -> str:
    """Return what is wrong with a type that does not exist."""
    return f"unknown type '{name}'{suggestion(name, TYPES)} (types are {', '.join(TYPES)})"


def read_question(
    raw: object, type_name: str | None, points: float | None, inside_case: bool = False
) -> Question | tuple[Fault, ...]:
    """Return a question from a mapping of texts, or everything that is wrong with it.

    `type_name` and `points` are the section's defaults.
    """
    if not isinstance(raw, dict):
        found = fields.shown(raw)
        return (Fault((), f"a question must be a mapping of fields (id, stem, …), found {found}"),)
    name = raw.get("type", type_name)
    model = TYPES.get(name) if isinstance(name, str) else None
    if model is None:
        return (_type_fault(name, "type" in raw, inside_case),)
    if inside_case and name == "case":
        return (Fault(("type",), "a case cannot hold another case"),)
    value = {"points": points, **raw} if points is not None else dict(raw)
    faults = _complete(value, raw, points)
    result = fields.read(model, value)
    if isinstance(result, tuple):
        return (*faults, *(_explained(fault, model) for fault in result))
    return faults or result


def _type_fault(name: object, own: bool, inside_case: bool) -> Fault:
    if name is None:
        where = (
            "; each question of a case says its own" if inside_case else ", here and in the section"
        )
        return Fault((), f"field 'type' is missing{where}")
    if not isinstance(name, str):
        return Fault(("type",), f"'type' must be a text, found {fields.shown(name)}")
    if not name.strip():
        return Fault(("type",), "'type' is empty")
    return Fault(("type",), unknown_type(name), rule="invalid" if own else "inherited-type")


def _explained(fault: Fault, model: type[Question]) -> Fault:
    """Return a fault of a field, said in the words of questions."""
    if fault.path == ("id",) and fault.message == "field 'id' is missing":
        message = "the question has no id; 'exampress ids' writes the missing ones"
        return Fault((), message, rule="id-missing")
    name = fault.path[0] if len(fault.path) == 1 else None
    if fault.rule == "unknown-field" and name in _fields_of_all_types():
        message = f"a question of type '{model.type_name}' has no field '{name}'"
        return Fault(fault.path, message, rule=fault.rule)
    return fault


def _fields_of_all_types() -> set[str]:
    return {name for model in TYPES.values() for name in model.model_fields}


def _complete(
    value: dict[str, Any], raw: Mapping[str, Any], points: float | None
) -> tuple[Fault, ...]:
    """Put into `value` what follows from its own parts: a case's questions, sums of points."""
    if isinstance(raw.get("questions"), list):
        return _read_parts(value, raw, points)
    if "points" not in raw and isinstance(raw.get("rubric"), list):
        total = _total(raw["rubric"])
        if total is not None:
            value["points"] = total
    return ()


def _read_parts(
    value: dict[str, Any], raw: Mapping[str, Any], points: float | None
) -> tuple[Fault, ...]:
    parts = [read_question(part, None, points, inside_case=True) for part in raw["questions"]]
    faults = tuple(
        fault.under("questions", index)
        for index, part in enumerate(parts)
        if isinstance(part, tuple)
        for fault in part
    )
    good = [part for part in parts if isinstance(part, Question)]
    value["questions"] = good or parts
    if "points" not in raw:
        value["points"] = sum(part.points for part in good)
    if not faults:
        return ()  # the case itself says what is wrong with its parts
    own = (
        fault.under("questions", index)
        for index, part in enumerate(parts)
        if isinstance(part, Question)
        for fault in part.faults()
    )
    return (*faults, *own)


def _total(rubric: list[Any]) -> float | None:
    try:
        total = sum(float(each["points"]) for each in rubric)
    except (KeyError, TypeError, ValueError):
        return None  # what is wrong with it is said when the rubric is read
    return total if isfinite(total) else None
