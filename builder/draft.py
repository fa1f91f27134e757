"""A paper as it was read from somebody's file, before it is a bank: right, or doubted aloud.

A question whose key could not be read for certain has none, and a doubt that says why. Nothing here
reads a file or writes one.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Level = Literal["error", "warning"]

Answer = (
    list[str]  # letters of single and multiple; items of ordering in right order
    | bool  # true-false
    | list[list[str]]  # accepted texts for each blank; pairs of matching
    | tuple[float, float]  # numeric: value and tolerance
    | str  # model answer of an essay
)


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something in the source that its author should look at.

    `line` counts from 1 in the source as stored; `about` is one of the names in `ABOUT`.
    """

    line: int
    about: str
    level: Level
    message: str
    question: int = field(default=0, compare=False)
    """The line on which the question starts that this is about; 0 where only the line tells."""
    column: int = field(default=0, compare=False)
    """Where on its line, from 1; 0 where only the line is known."""

    def __lt__(self, other: Doubt) -> bool:
        return self._order() < other._order()

    def _order(self) -> tuple[object, ...]:
        return self.line, self.column, self.about, self.level, self.message


@dataclass(slots=True)
class DraftQuestion:
    """A question as read. `answer` is None when there is no usable key."""

    type: str
    stem: str
    line: int
    number: int | None = None
    options: list[str] = field(default_factory=list)
    answer: Answer | None = None
    explanation: str | None = None
    points: float | None = None
    material: str | None = None
    """Of a case: what its questions share."""
    questions: list[DraftQuestion] = field(default_factory=list)
    """Of a case: its questions."""
    images: list[str] = field(default_factory=list)
    """Names of pictures that its texts refer to."""
    feedback: list[str | None] = field(default_factory=list)
    difficulty: int | None = None
    tags: list[str] = field(default_factory=list)
    id: str = ""
    """What the source calls it; the new id is made from this."""
    hint: str | None = None
    source: str | None = None
    partial: bool = False
    """Of multiple choice: some right options and no wrong one earn their share."""
    any_order: bool = False
    match_case: bool = False
    written: str = ""
    """Of a number: as its author wrote it, `3.10`."""
    unit: str | None = None
    rubric: list[tuple[str, float]] = field(default_factory=list)
    lines: int | None = None
    column: int = 0
    """Where on its line it starts, from 1; 0 where only the line is known."""


@dataclass(frozen=True, slots=True)
class Declared:
    """What a section's head announces, as numbers."""

    count: int | None = None
    points_each: float | None = None
    points_total: float | None = None


@dataclass(slots=True)
class DraftSection:
    """A section as read; `title` is None where the paper has no section heads."""

    title: str | None
    line: int = 1
    declared: Declared = Declared()
    instructions: str | None = None
    questions: list[DraftQuestion] = field(default_factory=list)
    shuffle: dict[str, bool] = field(default_factory=dict)
    draw: int | None = None


@dataclass(frozen=True, slots=True)
class Front:
    """What a source says of the exam besides its title; nothing where it says nothing."""

    language: str | None = None
    description: str | None = None
    duration: int | None = None
    pass_mark: float | None = None
    paper: Mapping[str, object] = field(default_factory=dict)
    """How it is printed, by the bank's field names."""


@dataclass(slots=True)
class Draft:
    """A whole paper as read."""

    title: str | None
    sections: list[DraftSection]
    doubts: list[Doubt]
    unused: list[tuple[int, str]] = field(default_factory=list)
    """Lines of the source that went nowhere: number and text, furniture and front matter too."""
    markdown: bool = False
    """Its texts are Markdown already (Word, HTML); else plain text that is to show as it is."""
    files: dict[str, bytes] = field(default_factory=dict)
    """Pictures that came with the source, by the name the texts use."""
    front: Front = Front()
    loose: bool = False
    """Its questions belong to the section of the same title of the file before."""

    def doubts_by_owner(self) -> dict[int, list[Doubt]]:
        """Return doubts by the identity of the question or section they belong to, or the draft's.

        That is the question that a doubt names, else the last one or section that starts at or
        before its place; of a case and parts that start as one, the case.
        """
        starts = sorted(self._starts(), key=lambda start: start[0])
        places = [place for place, _ in starts]
        owners = dict(reversed(starts))
        found: dict[int, list[Doubt]] = {}
        for doubt in self.doubts:
            line = doubt.question or doubt.line
            at = bisect_right(places, (line, doubt.column or sys.maxsize))
            owner = owners[places[at - 1]] if at else id(self)
            found.setdefault(owner, []).append(doubt)
        return found

    def _starts(self) -> Iterator[tuple[tuple[int, int], int]]:
        """Yield where questions and sections start, a section after its first question."""
        for section in self.sections:
            for question in section.questions:
                for each in (question, *question.questions):
                    yield (each.line, each.column), id(each)
            yield (section.line, 0), id(section)


ABOUT: dict[str, Level] = {
    "no-answer": "error",
    "unreadable-key": "error",
    "answer-not-an-option": "error",
    "mixed-signals": "error",
    "duplicate-label": "warning",
    "truncated": "error",
    "missing-option": "warning",
    "missing-options": "warning",
    "label-repaired": "warning",
    "options-dropped": "warning",
    "duplicate-option": "warning",
    "duplicate-stem": "warning",
    "key-text-mismatch": "warning",
    "explanation-contradicts-answer": "warning",
    "type-contradicts-answer": "warning",
    "count-mismatch": "warning",
    "points-mismatch": "warning",
    "number-gap": "warning",
    "noise-removed": "warning",
    "glued-words": "warning",
    "html-stripped": "warning",
    "encoding-guessed": "warning",
    "missing-image": "warning",
    "partial-credit-dropped": "warning",
    "not-kept": "warning",
    "unknown-kind": "error",
    "no-questions": "warning",
}
"""What a doubt may be about, and how bad it usually is."""


def unkeyed(why: str, texts: Iterable[str]) -> str:
    """Say why a question has no key, and which texts have no place without one."""
    said = " · ".join(filter(None, texts))
    return f"{why}; without a key these were left out: {said}" if said else why


def in_part(what: str, texts: Iterable[str] = ()) -> str:
    """Say that something earns a part of the points, and which texts are lost with that."""
    return f"{what}, which a bank does not have{beginnings(texts)}"


def placeless(what: str, texts: Iterable[str] = ()) -> str:
    """Say what has no place in a bank, and which texts are lost with that."""
    return f"{what} has no place in a bank; it was left out{beginnings(texts)}"


def beginnings(texts: Iterable[str]) -> str:
    """Return lost texts behind a colon, as far as one needs to find them or to write them anew."""
    shown = (" ".join(re.sub(r"<[^<>]*>", " ", text).split()) for text in texts)
    found = list(dict.fromkeys(filter(None, shown)))
    said = ", ".join(f"'{text[:80]}{'…' * (len(text) > 80)}'" for text in found[:8])
    more = f" and {len(found) - 8} more" if len(found) > 8 else ""
    return f": {said}{more}" if said else ""


def not_one(right: Sequence[int]) -> str:
    """Say that not one option of a single choice is right, and which are, by their places."""
    letters = ", ".join(chr(ord("A") + at) for at in right[:26])
    which = f" ({letters})" if letters else ""
    return f"{len(right)} options are wholly right{which}; a single choice has one"
