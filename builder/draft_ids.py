"""Ids for the questions of a read paper: unique in the exam, and the same every time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import count

from builder.draft import DraftQuestion


class DraftIds:
    """Ids for questions, unique in the exam and the same every time.

    What the source calls a question, as far as an id may say it; else the type and a number.
    """

    def __init__(self, sections: Iterable[Sequence[DraftQuestion]]) -> None:
        self._ids: dict[int, str] = {}
        self._taken: set[str] = set()
        listed = [question for questions in sections for question in questions]
        for question in (each for top in listed for each in (top, *top.questions)):
            if name := as_id(question.id):
                self._take(question, name)
        counts: Counter[str] = Counter()
        for question in listed:
            self._name(question, counts)

    def _take(self, question: DraftQuestion, name: str) -> None:
        copies = (f"{name[:90]}-{number}" for number in count(2))
        free = name if name not in self._taken else next(c for c in copies if c not in self._taken)
        self._ids[id(question)] = free
        self._taken.add(free)

    def _name(self, question: DraftQuestion, counts: Counter[str]) -> None:
        counts[question.type] += 1
        if id(question) not in self._ids:
            self._take(question, f"{question.type}-{counts[question.type]}")
        name = self._ids[id(question)]
        for number, part in enumerate(question.questions, 1):
            if id(part) not in self._ids:
                self._take(part, f"{name[:90]}-{number}")

    def of(self, question: DraftQuestion) -> str:
        return self._ids[id(question)]


def as_id(name: str) -> str:
    """Return a name as an id: letters of any script, digits, `-`, `_` and `.`; or nothing."""
    return re.sub(r"[^\w.-]+", "-", name).strip("-_.")[:90].rstrip("-_.")
