"""Matching: pairs to be put together again, with distractors on the right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from markupsafe import Markup
from pydantic import Field

from builder.bound import runs
from builder.choice import LETTERS, new_letters, rekeyed
from builder.fields import Line, Texts
from builder.folding import fold
from builder.model import Html, Key, Question, Space, View
from builder.problems import Fault
from builder.shuffle import shuffled

Pair = Annotated[tuple[Line, ...], Field(min_length=2, max_length=2)]


class Pairs(NamedTuple):
    """The body of a matching question: both columns in printed order."""

    left: tuple[Markup, ...]
    right: tuple[tuple[str, Markup], ...]
    """Letter and text."""
    key: tuple[str, ...]
    """For each left side the letter of its right side."""


class Matching(Question):
    """Two columns; each entry on the left belongs to one on the right."""

    type_name = "matching"

    pairs: Annotated[tuple[Pair, ...], Field(min_length=2, max_length=len(LETTERS))]
    """What belongs together: `[[left, right], …]`."""
    distractors: Texts = ()
    """Right sides that belong to nothing."""

    def _right(self) -> tuple[str, ...]:
        """Return the right column in printed order; one text is printed once."""
        texts = dict.fromkeys([right for _, right in self.pairs] + list(self.distractors))
        return shuffled(tuple(texts), self.id)

    def _letters(self) -> tuple[str, ...]:
        right = self._right()
        return tuple(LETTERS[right.index(each)] for _, each in self.pairs)

    def key(self) -> Key:
        return {"check": "pairs", "value": list(self._letters())}

    def faults(self) -> Iterator[Fault]:
        lefts = [fold(left, match_case=True) for left, _ in self.pairs]
        for index, left in enumerate(lefts):
            if left in lefts[:index]:
                message = f"the left side '{self.pairs[index][0]}' is written twice"
                yield Fault(("pairs", index), message)
        rights: dict[str, str] = {}
        for index, (_, right) in enumerate(self.pairs):
            first = rights.setdefault(fold(right, match_case=True), right)
            if first != right:
                message = f"the right sides '{first}' and '{right}' read the same; write them alike"
                yield Fault(("pairs", index, 1), message)
        for index, text in enumerate(self.distractors):
            if fold(text, match_case=True) in rights:
                message = f"distractor '{text}' is also the right side of a pair"
                yield Fault(("distractors", index), message)
        if len(self._right()) > len(LETTERS):
            yield Fault(("distractors",), f"at most {len(LETTERS)} right sides can be lettered")

    def body(self, html: Html) -> Pairs:
        places = {right: ("pairs", index, 1) for index, (_, right) in enumerate(self.pairs)}
        own = {text: ("distractors", index) for index, text in enumerate(self.distractors)}
        right = tuple(html.inline(text, *{**own, **places}[text]) for text in self._right())
        left = tuple(
            html.inline(text, "pairs", index, 0) for index, (text, _) in enumerate(self.pairs)
        )
        return Pairs(left, tuple(zip(LETTERS, right, strict=False)), self._letters())

    def beside(self, body: Pairs) -> tuple[Markup, ...]:
        return (*body.left, *(text for _, text in body.right))

    def brief(self) -> str:
        return _brief(self._letters())

    def space(self) -> Space:
        return Space("blanks", len(self.pairs))

    def asked(self) -> tuple[str, ...]:
        return (self.stem, *(left for left, _ in self.pairs), *sorted(self._right()))

    def runs(self) -> tuple[str, ...]:
        return runs(self._right(), (self.explanation,))

    def lettered(self) -> int:
        return len(self._right())

    def arranged(self, view: View, orders: Mapping[str, str]) -> View:
        if self.id not in orders:
            return view
        letters = new_letters(orders[self.id])
        body: Pairs = view.body
        texts = dict(body.right)
        right = tuple((letter, texts[former]) for former, letter in letters.items())
        key = tuple(letters[each] for each in body.key)
        return rekeyed(view, key, _brief(key))._replace(body=Pairs(body.left, right, key))

    def answer_json(self) -> dict[str, Any]:
        answer = {"pairs": [list(pair) for pair in self.pairs]}
        return {**answer, "distractors": list(self.distractors)} if self.distractors else answer


def _brief(letters: Sequence[str]) -> str:
    return " ".join(f"{number}-{letter}" for number, letter in enumerate(letters, 1))
