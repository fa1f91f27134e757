"""A paper taken apart but not yet judged: whose line is whose, as `layout` fills it."""

from __future__ import annotations

from dataclasses import dataclass, field

from builder.draft import Declared, Doubt
from builder.formats.paper.lines import Style

Text = list[tuple[int, str]]
"""Lines with their numbers; an empty text stands for blank lines between two others."""


@dataclass(slots=True)
class RawOption:
    """An option as printed: which label, its lines, how it is styled."""

    index: int | None
    text: Text
    line: int
    style: str
    starred: bool = False
    looks: frozenset[Style] = frozenset()


@dataclass(slots=True)
class RawKey:
    """One key as printed. `refused` marks a row of ranges that does not add up."""

    text: Text
    line: int
    word: str = ""
    refused: bool = False


@dataclass(slots=True)
class RawQuestion:
    """A question before its key is read."""

    line: int
    number: int | None = None
    style: str = ""
    stem: Text = field(default_factory=list)
    box: str | None = None
    kind: str | None = None
    kind_printed: str = ""
    options: list[RawOption] = field(default_factory=list)
    keys: list[RawKey] = field(default_factory=list)
    analysis: Text = field(default_factory=list)
    learner: bool = False
    accepted: Text = field(default_factory=list)
    """Lines `* text` below an open question: every one an accepted answer."""
    numeric: tuple[int, str] | None = None
    points: float | None = None
    difficulty: str | None = None
    parts: list[RawQuestion] = field(default_factory=list)
    """Of a case: its questions; `stem` is then the material."""
    case: bool = False
    until: int | None = None
    cut: bool = False
    """The text stops in it."""


@dataclass(slots=True)
class RawSection:
    """A section: its head taken apart, and its questions."""

    title: str | None
    line: int
    kind: str | None = None
    ordinal: int | None = None
    declared: Declared = field(default_factory=Declared)
    tail: str = ""
    intro: Text = field(default_factory=list)
    items: list[RawQuestion] = field(default_factory=list)

    def questions(self) -> list[RawQuestion]:
        """Return the questions, those of cases too."""
        return [q for item in self.items for q in (item.parts if item.case else [item])]


@dataclass(slots=True)
class RawPaper:
    """What was found, and the doubts that arose on the way."""

    title: Text = field(default_factory=list)
    sections: list[RawSection] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    dropped: Text = field(default_factory=list)
    """Lines that belong to no question, in order."""
    noise: list[tuple[int, str]] = field(default_factory=list)
    """Line and kind of what was left out as noise."""
    last_line: int = 0
    last_text: str = ""
    ends_open: bool = False
    """The text has no line end after its last line."""


def joined(text: Text) -> str:
    """Return the lines as one text; blank lines between them as one."""
    lines: list[str] = []
    for _, line in text:
        if line.strip() or (lines and lines[-1]):
            lines.append(line.rstrip())
    return _dedented(lines).strip()


def _dedented(lines: list[str]) -> str:
    """Return the lines without their common margin; the first sets none."""
    rest = [line for line in lines[1:] if line]
    margin = min((len(line) - len(line.lstrip(" \t\u3000")) for line in rest), default=0)
    return "\n".join([line.lstrip() for line in lines[:1]] + [line[margin:] for line in lines[1:]])
