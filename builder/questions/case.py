"""Case: shared material, and questions of any other type about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple

from markupsafe import Markup
from pydantic import Field, SkipValidation
from pydantic.json_schema import WithJsonSchema

from builder.fields import Markdown, Points
from builder.model import Html, Key, Question, Space, View, plain_number
from builder.problems import Fault

Part = Annotated[SkipValidation[Question], WithJsonSchema({"$comment": "part"})]


class Parts(NamedTuple):
    """The body of a case: its material and its questions."""

    material: Markup
    parts: tuple[View, ...]


class Case(Question):
    """Material that several questions share."""

    type_name = "case"

    stem: Markdown = ""
    """An introduction to the questions; often left out."""
    material: Markdown
    """The text, table or picture that the questions are about."""
    questions: Annotated[tuple[Part, ...], Field(min_length=1)]
    """Questions of any other type."""
    points: Points = 0
    """The sum of its parts' points."""

    def key(self) -> Key | None:
        return None

    def parts(self) -> tuple[Question, ...]:
        return self.questions

    def faults(self) -> Iterator[Fault]:
        for index, part in enumerate(self.questions):
            yield from (fault.under("questions", index) for fault in part.faults())
        total = sum(part.points for part in self.questions)
        if abs(total - self.points) > 1e-9:
            message = (
                f"the parts add up to {plain_number(total):g} points, "
                f"the case has {plain_number(self.points):g}"
            )
            yield Fault(("points",), message)

    def stem_html(self, html: Html) -> Markup:
        return html.block(self.stem, "stem") if self.stem else Markup("")

    def body(self, html: Html) -> Parts:
        material = html.block(self.material, "material")
        parts = tuple(
            part.view(html.within(part.option_ids(), "questions", index))
            for index, part in enumerate(self.questions)
        )
        return Parts(material, parts)

    def beside(self, body: Parts) -> tuple[Markup, ...]:
        return (body.material,)

    def space(self) -> Space:
        return Space("none", 0)

    def asked(self) -> tuple[str, ...]:
        parts = (text for part in self.questions for text in (part.id, *part.asked()))
        return (self.stem, self.material, *parts)

    def arranged(self, view: View, orders: Mapping[str, str]) -> View:
        """Return its view with the options of its parts in other orders; parts stay in theirs."""
        body: Parts = view.body
        parts = tuple(
            part.arranged(shown, orders)
            for part, shown in zip(self.questions, body.parts, strict=True)
        )
        return view._replace(body=Parts(body.material, parts))

    def answer_json(self) -> dict[str, Any]:
        return {"material": self.material, "questions": [part.to_json() for part in self.questions]}
