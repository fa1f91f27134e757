"""Multiple choice: options of which one or more are the key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from builder.choice import (
    Choice,
    ChoiceQuestion,
    Letters,
    choice,
    letter_faults,
    option_faults,
    options_json,
)
from builder.model import Html, Key
from builder.problems import Fault


class Multiple(ChoiceQuestion):
    """A stem and options, of which every right one is to be chosen."""

    type_name = "multiple"

    answer: Letters
    """The letters of the right options: `ABD` or `[A, B, D]`."""
    scoring: Literal["all-or-nothing", "partial"] = "all-or-nothing"
    """`partial`: some right options and no wrong one earn their share of the points."""

    def key(self) -> Key:
        key: Key = {"check": "set", "value": sorted(self.answer)}
        return {**key, "partial": True} if self.scoring == "partial" else key

    def faults(self) -> Iterator[Fault]:
        yield from option_faults(self.options)
        yield from letter_faults(self.answer, self.options)

    def body(self, html: Html) -> Choice:
        answer = "".join(sorted(self.answer))
        return choice(self.options, answer, self.scoring == "partial", html)

    def brief(self) -> str:
        return "".join(sorted(self.answer))

    def answer_json(self) -> dict[str, Any]:
        answer = {"options": options_json(self.options), "answer": sorted(self.answer)}
        return {**answer, "scoring": self.scoring} if self.scoring == "partial" else answer
