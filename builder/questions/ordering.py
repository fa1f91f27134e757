"""Ordering: items to be put in the right order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple

from markupsafe import Markup
from pydantic import Field

from builder.bound import runs
from builder.choice import LETTERS, columns, grids, new_letters, rekeyed, width
from builder.fields import Line
from builder.folding import fold
from builder.model import Html, Key, Question, Space, View
from builder.problems import Fault
from builder.shuffle import shuffled


class Items(NamedTuple):
    """The body of an ordering question: letter and text in printed order, and the right order."""

    items: tuple[tuple[str, Markup], ...]
    key: tuple[str, ...]
    widest: float
    """Advance width of the widest item, in em; infinite if it holds more than text."""

    def columns(self, measure: float) -> int:
        """Return in how many columns the items stand on a line `measure` em wide."""
        return columns(self.grids, self.widest, measure)

    @property
    def grids(self) -> tuple[int, ...]:
        """In how many columns the items may stand, the most first; always in one."""
        return grids(len(self.items))


class Ordering(Question):
    """Items to be put in order; the author writes them in the right one."""

    type_name = "ordering"

    items: Annotated[tuple[Line, ...], Field(min_length=2, max_length=len(LETTERS))]
    """The items in the right order."""

    def _letters(self) -> tuple[str, ...]:
        printed = shuffled(self.items, self.id)
        return tuple(LETTERS[printed.index(item)] for item in self.items)

    def key(self) -> Key:
        return {"check": "sequence", "value": list(self._letters())}

    def faults(self) -> Iterator[Fault]:
        folded = [fold(item, match_case=True) for item in self.items]
        for index, item in enumerate(folded):
            if item in folded[:index]:
                yield Fault(("items", index), f"item '{self.items[index]}' is written twice")

    def body(self, html: Html) -> Items:
        places = {item: index for index, item in enumerate(self.items)}
        printed = shuffled(self.items, self.id)
        shown = tuple(html.inline(item, "items", places[item]) for item in printed)
        widest = max(map(width, self.items))
        return Items(tuple(zip(LETTERS, shown, strict=False)), self._letters(), widest)

    def beside(self, body: Items) -> tuple[Markup, ...]:
        return tuple(text for _, text in body.items)

    def brief(self) -> str:
        return "".join(self._letters())

    def space(self) -> Space:
        return Space("blanks", 1)

    def asked(self) -> tuple[str, ...]:
        return (self.stem, *sorted(self.items))

    def runs(self) -> tuple[str, ...]:
        return runs(shuffled(self.items, self.id), (self.explanation,))

    def lettered(self) -> int:
        return len(self.items)

    def arranged(self, view: View, orders: Mapping[str, str]) -> View:
        if self.id not in orders:
            return view
        letters = new_letters(orders[self.id])
        body: Items = view.body
        texts = dict(body.items)
        items = tuple((letter, texts[former]) for former, letter in letters.items())
        key = tuple(letters[each] for each in body.key)
        return rekeyed(view, key, "".join(key))._replace(body=body._replace(items=items, key=key))

    def answer_json(self) -> dict[str, Any]:
        return {"items": list(self.items)}
