"""What an answer sheet holds: bubbles in groups, rules in single file, boxes to write in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeVar

from builder.model import Space, View, plain_number
from builder.questions.case import Parts

T = TypeVar("T")

WRITING_LINE = 8.5
"""From one line to write on to the next, in mm."""
_GROUP = 5


class Slot(NamedTuple):
    """A place on an answer sheet: the number printed beside it, and what it holds."""

    label: str
    space: Space
    points: int | float
    long: bool
    """It takes more than most of a page."""


class Sheet(NamedTuple):
    """An answer sheet: bubbles in groups of five, rules in single file, boxes to write in."""

    letters: tuple[tuple[Slot, ...], ...]
    judgements: tuple[tuple[Slot, ...], ...]
    blanks: tuple[Slot, ...]
    """One for each blank of each question."""
    essays: tuple[Slot, ...]

    @property
    def span(self) -> Literal["narrow", "labelled", "wide", "widest"]:
        """How wide groups are: five bubbles beside a number, five beside a part's, eight, more."""
        groups = (*self.letters, *self.judgements)
        most = max((len(slot.space.marks) for group in groups for slot in group), default=0)
        plain = all(slot.label.isdigit() for group in groups for slot in group)
        if most <= 5:
            return "narrow" if plain else "labelled"
        return "wide" if most <= 8 else "widest"


def sheet(numbered: Sequence[tuple[int, View]], page: float) -> Sheet:
    """Return the answer sheet for numbered questions; `page` is what a page holds, in mm."""
    slots = [slot for number, view in numbered for slot in _slots(str(number), view, page)]
    by_kind = {
        kind: tuple(slot for slot in slots if slot.space.kind == kind)
        for kind in ("letters", "judgement", "blanks", "lines")
    }
    return Sheet(
        rows(by_kind["letters"], _GROUP),
        rows(by_kind["judgement"], _GROUP),
        tuple(blank for slot in by_kind["blanks"] for blank in _single(slot)),
        by_kind["lines"],
    )


def _slots(label: str, view: View, page: float) -> Iterator[Slot]:
    """Yield where a question is answered; a case is answered in its parts."""
    if isinstance(view.body, Parts):
        parts = view.body.parts
        for number, part in enumerate(parts, 1):
            yield from _slots(f"{label}({number})" if len(parts) > 1 else label, part, page)
    else:
        long = view.space.kind == "lines" and view.space.count * WRITING_LINE > page * 0.9
        yield Slot(label, view.space, plain_number(view.points), long)


def _single(slot: Slot) -> Iterator[Slot]:
    """Yield each blank of a question under a label of its own."""
    count = slot.space.count
    for number in range(1, count + 1):
        label = f"{slot.label}({number})" if count > 1 else slot.label
        yield Slot(label, Space("blanks"), slot.points, long=False)


def rows(entries: Sequence[T], length: int) -> tuple[tuple[T, ...], ...]:
    """Return entries in rows of `length`; the last may be shorter."""
    starts = range(0, len(entries), length)
    return tuple(tuple(entries[start : start + length]) for start in starts)
