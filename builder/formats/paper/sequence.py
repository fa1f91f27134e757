"""Which printed numbers are question numbers: those that continue the sequence of their section.

A number inside a model answer, an analysis or a stem stays text unless its block has the signs of
a question (options, a key, a place for an answer).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from builder.formats.paper.numbers import Candidate
from builder.formats.paper.rows import Row

Part = Literal[
    "front", "intro", "material", "stem", "options", "key", "analysis", "after", "after_gap"
]

_FAR = 10


@dataclass(frozen=True, slots=True)
class Situation:
    """What is open when a number comes along."""

    part: Part
    complete: bool
    stem_done: bool
    prose: bool
    in_case: bool
    asked: bool
    keyed: bool


class Sequencer:
    """Remembers the numbers so far."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.place = {id(row): at for at, row in enumerate(rows)}
        found = [row for row in rows if row.candidate]
        self.head_ahead = self._first_head(rows)
        self.glued = sum(bool(r.candidate and r.candidate.glued) for r in found) * 2 > len(found)
        self.any = any(r.candidate and r.backed for r in found)
        self.numbered = False
        self.last: int | None = 0
        self.run = 0
        self.style = ""
        self.inner = 0
        self.inner_part: Part = "front"
        self.ordinal = 0
        self.case = 0
        self.rules = False

    @staticmethod
    def _first_head(rows: Sequence[Row]) -> int:
        return next((at for at, row in enumerate(rows) if row.head and row.head.kind), -1)

    def section(self, ordinal: int | None) -> None:
        """Begin a section."""
        self.ordinal = ordinal or self.ordinal + 1
        self.last, self.style, self.inner, self.case = 0, "", 0, 0

    def open_case(self, number: int) -> None:
        """Begin a case: its questions have a sequence of their own, if they are numbered."""
        self.case = number
        self.last, self.style, self.inner = 0, "", 0

    def accepts(self, row: Row, candidate: Candidate, now: Situation) -> bool:
        """Say whether a number is a question's, and remember it if so."""
        if now.part != self.inner_part:
            self.inner, self.inner_part = 0, now.part
        if not self._decide(row, candidate, now):
            self._inside(candidate)
            return False
        self.numbered = True
        self.style = self.style or candidate.style
        if candidate.style != self.style:
            self.style = candidate.style
        self.last = self.run = candidate.number
        self.inner = 0
        return True

    def _inside(self, candidate: Candidate) -> None:
        """Remember a number that stays text: a list may have begun."""
        if candidate.number in (1, self.inner):
            self.inner = candidate.number + 1

    def _decide(self, row: Row, candidate: Candidate, now: Situation) -> bool:
        if now.part == "front":
            return self._in_front(row, candidate)
        if self.style and candidate.style != self.style:
            return self._other_style(row, candidate, now)
        if candidate.decimal and not (
            self._next(candidate) and (self.glued or (now.complete and row.backed))
        ):
            return False
        if now.in_case:
            return self._in_case(row, candidate, now)
        if not self.last:
            return self._first(row, candidate)
        if self.inner and candidate.number == self.inner:
            return self._next(candidate) and row.strongly
        if now.prose:
            return self._in_prose(row, candidate, now)
        return self._in_order(row, candidate, now)

    def _next(self, candidate: Candidate) -> bool:
        return candidate.number == (self.last or 0) + 1 or (
            not self.last and candidate.number == self.run + 1
        )

    def _in_front(self, row: Row, candidate: Candidate) -> bool:
        """Before the first head only what has options or a key is a question."""
        if self.head_ahead >= 0:
            return row.strongly and self.place[id(row)] < self.head_ahead
        return row.backed or (candidate.number == 1 and not self.rules)

    def _first(self, row: Row, candidate: Candidate) -> bool:
        """The first number of a section opens it, whatever it is, unless it is far off."""
        return candidate.number in (1, self.run + 1) or row.backed

    def _other_style(self, row: Row, candidate: Candidate, now: Situation) -> bool:
        if now.part == "stem":
            return False
        return (
            self._next(candidate)
            and row.backed
            and (now.complete or now.part == "analysis")
            and not (now.prose and not row.strongly)
        )

    def _in_case(self, row: Row, candidate: Candidate, now: Situation) -> bool:
        """Inside 案例n numbers are questions behind 问题： or with signs of their own."""
        if now.part == "material":
            return (now.asked and candidate.number == 1) or row.strongly or "？" in row.text[-3:]
        if self.inner and candidate.number == self.inner:
            return False
        if not self.last:
            return row.strongly and candidate.number in (1, 2) and now.part != "key"
        if now.prose and candidate.number != self.last + 1:
            return False
        return candidate.number == self.last + 1

    def _in_prose(self, row: Row, candidate: Candidate, now: Situation) -> bool:
        if self._next(candidate):
            return True
        if candidate.number == 1:
            return row.strongly and now.keyed
        beyond = candidate.number > (self.last or 0) + 1
        return row.strongly and (
            row.optioned or (beyond and candidate.number <= (self.last or 0) + _FAR)
        )

    def _in_order(self, row: Row, candidate: Candidate, now: Situation) -> bool:
        last = self.last or 0
        if self._next(candidate):
            return True
        if candidate.number == 1:
            done = now.complete or (now.stem_done and now.part == "stem") or now.part == "after"
            return done and row.backed
        if candidate.number > last + 1:
            return row.strongly or (row.backed and candidate.number <= last + _FAR)
        return row.strongly and now.complete
