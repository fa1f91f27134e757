"""Essay: a free text that the learner grades against a model answer and a rubric."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from markupsafe import Markup
from pydantic import Field

from builder.fields import Line, Markdown, Model, Points
from builder.model import Html, Key, Question, Space, plain_number
from builder.problems import Fault


class Criterion(Model):
    """One line of a rubric."""

    text: Line
    points: Points


class Response(NamedTuple):
    """The body of an essay: model answer, rubric (text and points), lines to write on."""

    answer: Markup | None
    rubric: tuple[tuple[Markup, int | float], ...]
    lines: int


class Essay(Question):
    """A question answered in free text."""

    type_name = "essay"

    answer: Markdown | None = None
    """The model answer."""
    rubric: Annotated[tuple[Criterion, ...], Field(min_length=1)] = ()
    """What earns points; the points add up to the question's."""
    lines: Annotated[int, Field(ge=0, le=200)] = 8
    """Lines to write on, on paper."""

    def key(self) -> Key | None:
        return None

    def faults(self) -> Iterator[Fault]:
        total = sum(criterion.points for criterion in self.rubric)
        if self.rubric and abs(total - self.points) > 1e-9:
            message = (
                f"the rubric adds up to {plain_number(total):g} points, "
                f"the question has {plain_number(self.points):g}"
            )
            yield Fault(("rubric",), message)

    def body(self, html: Html) -> Response:
        rubric = tuple(
            (html.inline(each.text, "rubric", index, "text"), plain_number(each.points))
            for index, each in enumerate(self.rubric)
        )
        answer = html.block(self.answer, "answer") if self.answer else None
        return Response(answer, rubric, self.lines)

    def space(self) -> Space:
        return Space("lines", self.lines)

    def answer_json(self) -> dict[str, Any]:
        rubric = [{"text": each.text, "points": plain_number(each.points)} for each in self.rubric]
        own = {"answer": self.answer, "rubric": rubric, "lines": self.lines}
        return {name: value for name, value in own.items() if value not in (None, [])}
