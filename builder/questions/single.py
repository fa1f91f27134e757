"""Single choice: options of which exactly one is the key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from markupsafe import Markup

from builder.choice import (
    LETTERS,
    Choice,
    Letters,
    Options,
    arranged_choice,
    choice,
    choice_runs,
    letter_faults,
    option_faults,
    options_json,
)
from builder.model import Html, Key, Question, Space, View
from builder.problems import Fault


class Single(Question):
    """A stem and options, exactly one of which is right."""

    type_name = "single"

    options: Options
    """The options in order, lettered A, B, C …; a text, or text and feedback."""
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

    def beside(self, body: Choice) -> tuple[Markup, ...]:
        return tuple(option.html for option in body.options)

    def brief(self) -> str:
        return self.answer

    def space(self) -> Space:
        return Space("letters", marks=self.option_ids())

    def option_ids(self) -> str:
        return LETTERS[: len(self.options)]

    def asked(self) -> tuple[str, ...]:
        return (self.stem, *(option.text for option in self.options))

    def runs(self) -> tuple[str, ...]:
        return choice_runs(self.options, self.explanation)

    def lettered(self) -> int:
        return len(self.options)

    def arranged(self, view: View, orders: Mapping[str, str]) -> View:
        return arranged_choice(view, orders[self.id]) if self.id in orders else view

    def answer_json(self) -> dict[str, Any]:
        return {"options": options_json(self.options), "answer": [self.answer]}
