"""Multiple choice: options of which one or more are the key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

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


class Multiple(Question):
    """A stem and options, of which every right one is to be chosen."""

    type_name = "multiple"

    options: Options
    """The options in order, lettered A, B, C …; a text, or text and feedback."""
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

    def beside(self, body: Choice) -> tuple[Markup, ...]:
        return tuple(option.html for option in body.options)

    def brief(self) -> str:
        return "".join(sorted(self.answer))

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
        answer = {"options": options_json(self.options), "answer": sorted(self.answer)}
        return {**answer, "scoring": self.scoring} if self.scoring == "partial" else answer
