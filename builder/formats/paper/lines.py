"""The input of the paper reader: source lines, their numbers, the styling that may mark a key.

Every reader that ends in running text (plain text, Markdown, Word, HTML) feeds these lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Style = Literal["bold", "italic", "underline", "highlight", "colour"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A styled stretch of a line: `text[start:end]`.

    The default look of a text (black ink, no bold) is not a mark. `colour` is any ink or shade that
    differs from the text around it.
    """

    start: int
    end: int
    style: Style


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One line of a source: its number as stored (from 1), its text, the styling on it.

    Tabs, blanks and indentation stay as they are. `marks` may overlap; bold and italic around a
    part of a text are written as `**` and `*`, every other style only marks keys and is dropped.
    `heading` is the level of a heading style (Word, HTML), 0 for none. `code` says that the line is
    verbatim: nothing in it is a label. Several lines may share a number (cells, soft breaks).
    """

    number: int
    text: str
    marks: tuple[Mark, ...] = ()
    heading: int = 0
    code: bool = False

    def styles(self, start: int, end: int) -> frozenset[Style]:
        """Return the styles that cover every visible character of `text[start:end]`."""
        wanted = {i for i in range(start, end) if not self.text[i].isspace()}
        if not wanted or not self.marks:
            return frozenset()
        covered: dict[Style, set[int]] = {}
        for mark in self.marks:
            covered.setdefault(mark.style, set()).update(range(mark.start, mark.end))
        return frozenset(style for style, places in covered.items() if wanted <= places)

    def without(self, spans: Iterable[tuple[int, int]]) -> SourceLine:
        """Return the line with the stretches `spans` cut out, its marks moved along."""
        cuts = sorted(spans)
        if not cuts:
            return self
        kept, place = [], 0
        for start, end in cuts:
            kept.append(self.text[place:start])
            place = max(place, end)
        text = "".join([*kept, self.text[place:]])
        marks = tuple(Mark(_moved(m.start, cuts), _moved(m.end, cuts), m.style) for m in self.marks)
        return SourceLine(self.number, text, marks, self.heading, self.code)


def _moved(place: int, cuts: list[tuple[int, int]]) -> int:
    """Return where `place` is after the cuts."""
    return place - sum(max(0, min(place, end) - start) for start, end in cuts if start < place)


_LINE_END = re.compile(r"\r\n|\r|\n")


def source_lines(text: str) -> tuple[SourceLine, ...]:
    """Return the lines of a text; CRLF is one line end, byte-order marks in front are dropped."""
    parts = _LINE_END.split(text.lstrip("\ufeff"))
    return tuple(SourceLine(number, part) for number, part in enumerate(parts, 1))
