"""Fill in the blanks: `___` in the stem, each with its accepted texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from markupsafe import Markup
from pydantic import BeforeValidator, Field

from builder.fields import Text, Texts
from builder.folding import fold
from builder.model import BLANK, Html, Key, Question, Space
from builder.problems import Fault


def _entries(value: object) -> object:
    return [value] if isinstance(value, str) else value


class Blanks(NamedTuple):
    """The body of a fill-in: the stem cut at its blanks, and the model answers."""

    pieces: tuple[Markup, ...]
    """One more than there are blanks; no piece is a whole element."""
    answers: tuple[str, ...]
    any_order: bool


class Blank(Question):
    """A stem with blanks; each is filled by a short text."""

    type_name = "blank"

    answer: Annotated[
        tuple[Texts, ...],
        BeforeValidator(_entries, json_schema_input_type=Text | list[Text | list[Text]]),
        Field(min_length=1),
    ]
    """One entry a blank; an entry may be a list of accepted texts, the model answer first."""
    any_order: bool = False
    """The blanks may be filled in any order."""
    match_case: bool = False
    """Upper and lower case count as different."""

    def key(self) -> Key:
        key: Key = {"check": "text", "value": [list(accepted) for accepted in self.answer]}
        options = {"any_order": self.any_order, "match_case": self.match_case}
        return {**key, **{name: True for name, on in options.items() if on}}

    def faults(self) -> Iterator[Fault]:
        for blank, accepted in enumerate(self.answer):
            folded = [fold(text, self.match_case) for text in accepted]
            for place, text in enumerate(folded):
                if text in folded[:place]:
                    message = f"'{accepted[place]}' is accepted twice in blank {blank + 1}"
                    yield Fault(("answer", blank, place), message)

    def stem_html(self, html: Html) -> Markup:
        return html.cloze(self.stem, "stem")

    def body(self, html: Html) -> Blanks:
        pieces = tuple(Markup(piece) for piece in str(self.stem_html(html)).split(BLANK))  # noqa: S704
        blanks, answers = len(pieces) - 1, len(self.answer)
        if blanks != answers:
            html.fault(
                f"the stem has {blanks} blank{'s' * (blanks != 1)} (___), "
                f"'answer' has {answers} entr{'ies' if answers != 1 else 'y'}",
                "answer",
            )
        return Blanks(
            pieces,
            tuple(accepted[0] for accepted in self.answer),
            self.any_order,
        )

    def space(self) -> Space:
        return Space("blanks", len(self.answer))

    def answer_json(self) -> dict[str, Any]:
        options = {"any_order": self.any_order, "match_case": self.match_case}
        return {
            "answer": [list(accepted) for accepted in self.answer],
            **{name: True for name, on in options.items() if on},
        }
