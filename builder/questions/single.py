"""Single choice: options of which exactly one is the key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

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


class Single(ChoiceQuestion):
    """A stem and options, exactly one of which is right."""

    type_name = "single"

    answer: Letters
    """The letter of the right option."""

    def key(self) -> Key:
        return {"check": "set", "value": [self.answer]}

    def faults(self) -> Iterator[Fault]:
        yield from option_faults(self.options)
        if len(self.answer) == 1:
            yield from letter_faults(self.answer, self.options)
        else:
            message = f"a single choice has exactly one answer, found '{self.answer}'"
            yield Fault(("answer",), message)

    def body(self, html: Html) -> Choice:
        return choice(self.options, self.answer, partial=False, html=html)

    def brief(self) -> str:
        return self.answer

    def answer_json(self) -> dict[str, Any]:
        return {"options": options_json(self.options), "answer": [self.answer]}
