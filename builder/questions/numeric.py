"""Numeric: a number within a tolerance, with a unit if there is one."""

from __future__ import annotations

import re
from typing import Annotated, Any, NamedTuple

from pydantic import BeforeValidator, Field
from pydantic.json_schema import WithJsonSchema

from builder.fields import Number, Text, shown
from builder.folding import fold
from builder.model import Html, Key, Question, Space, plain_number

# What Python and JavaScript read as the same number; not `1_000`, not `١٢`.
_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[+-]?[0-9]+)?")


def _number(value: object) -> str:
    text = fold(value) if isinstance(value, str) else ""
    if not _NUMBER.fullmatch(text) or abs(float(text)) == float("inf"):
        raise ValueError(f"'answer' must be a number, found {shown(value)}")
    return text


class Quantity(NamedTuple):
    """The body of a numeric question: the key as its author wrote it, `3.10` stays `3.10`."""

    answer: str
    tolerance: int | float
    unit: str | None


class Numeric(Question):
    """A question whose answer is a number."""

    type_name = "numeric"

    answer: Annotated[
        str,
        BeforeValidator(_number),
        WithJsonSchema({"type": ["number", "string"]}),
    ]
    """The number, as it is to be shown."""
    tolerance: Annotated[Number, Field(ge=0)] = 0
    """How far a response may be off, in the answer's unit."""
    unit: Text | None = None
    """The unit of the answer; a response may leave it out."""

    def key(self) -> Key:
        key: Key = {"check": "number", "value": plain_number(float(self.answer))}
        if self.tolerance:
            key["tolerance"] = plain_number(self.tolerance)
        return {**key, "unit": self.unit} if self.unit else key

    def body(self, html: Html) -> Quantity:
        return Quantity(self.answer, plain_number(self.tolerance), self.unit)

    def brief(self) -> str:
        return f"{self.answer} {self.unit or ''}".rstrip()

    def space(self) -> Space:
        return Space("blanks", 1)

    def asked(self) -> tuple[str, ...]:
        return (self.stem, self.unit or "")

    def answer_json(self) -> dict[str, Any]:
        answer = {"answer": plain_number(float(self.answer))}
        own = {"tolerance": plain_number(self.tolerance), "unit": self.unit}
        return {**answer, **{name: value for name, value in own.items() if value}}
