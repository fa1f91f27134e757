"""The blocks of a Word document in reading order → source lines; paragraph numbers are the lines.

Numbers are given to list items here, tables go to `tables`, foreign chunks to their readers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from xml.etree.ElementTree import Element

from builder.formats.document.styled import Span, lines
from builder.formats.document.tables import Cell, Row, table_lines
from builder.formats.paper.lines import SourceLine
from builder.formats.word.looks import ParagraphStyle, Styles, value
from builder.formats.word.numbering import Numbering
from builder.formats.word.package import Package, R, W
from builder.formats.word.paragraph import (
    Notes,
    Paragraphs,
    chosen_alternative,
    plain_text,
    usual,
)

_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_MAX_DEPTH = 60
Chunk = Callable[[Package, str, int], list[SourceLine]]


class Body:
    """The reader of one document's blocks. `last` is the number of the paragraph read last."""

    def __init__(self, package: Package, chunk: Chunk) -> None:
        self.last = 0
        self._package = package
        self._chunk = chunk
        self._styles = Styles(next(package.related("styles"), None))
        self._numbering = Numbering(next(package.related("numbering"), None))
        self._root = package.body()
        colour = _usual_colour(self._root, self._styles)
        self._paragraphs = Paragraphs(package, self._styles, colour, _footnotes(package))
        self._pending: list[Span] = []

    @property
    def notes(self) -> Notes:
        """Return what the document holds besides its text."""
        return self._paragraphs.notes

    def lines(self) -> list[SourceLine]:
        """Return the lines of the whole document."""
        found = list(self._blocks(self._root, 0))
        if self._pending:
            found += lines(self._pending, self.last)
        return found

    def _blocks(self, parent: Element, depth: int) -> Iterator[SourceLine]:
        if depth > _MAX_DEPTH:
            raise RecursionError
        for element in parent:
            if element.tag == f"{W}p":
                yield from self._paragraph(element, depth)
            elif element.tag == f"{W}tbl":
                yield from table_lines(self._rows(element, depth))
            elif element.tag == f"{W}altChunk":
                self.last += 1
                chunk = self._chunk(self._package, element.get(f"{R}id", ""), self.last)
                self.last = max([self.last, *(line.number for line in chunk)])
                yield from chunk
            elif element.tag == f"{_MC}AlternateContent":
                chosen = chosen_alternative(element)
                if chosen is not None:
                    yield from self._blocks(chosen, depth + 1)
            elif element.tag in _CONTAINERS:
                yield from self._blocks(element, depth + 1)

    def _paragraph(self, element: Element, depth: int) -> Iterator[SourceLine]:
        self.last += 1
        number = self.last
        style = self._styles.paragraph(_style_name(element))
        spans, boxes = self._paragraphs.read(element, style, number)
        label = self._label(element, style)
        if label and any(span.text.strip() for span in spans):
            spans = [Span(label), *spans]
        spans = self._pending + spans
        self._pending = []
        if element.find(f"{W}pPr/{W}rPr/{W}del") is not None:  # its end is deleted: one paragraph
            self._pending = spans
        else:
            yield from lines(spans, number, _heading(element, style))
        for box in boxes:
            yield from self._blocks(box, depth + 1)

    def _label(self, element: Element, style: ParagraphStyle) -> str:
        own = element.find(f"{W}pPr/{W}numPr")
        number = (value(own, "numId") if own is not None else None) or style.number
        if not number or number == "0":
            return ""
        level = value(own, "ilvl") if own is not None else None
        if level and level.isdecimal():
            return self._numbering.label(number, int(level))
        at = style.level
        if at is None:
            at = self._numbering.level_of_style(number, _style_name(element))
        return self._numbering.label(number, at)

    def _rows(self, table: Element, depth: int) -> list[Row]:
        if depth > _MAX_DEPTH:
            raise RecursionError
        return [
            [self._cell(cell, depth) for cell in _found(row, f"{W}tc")]
            for row in _found(table, f"{W}tr")
            if row.find(f"{W}trPr/{W}del") is None
        ]

    def _cell(self, cell: Element, depth: int) -> Cell:
        found = list(self._blocks(cell, depth + 1))
        return [line for line in found if line.text.strip()] or found[:1]


_CONTAINERS = frozenset(
    W + name for name in ("sdt", "sdtContent", "customXml", "ins", "moveTo", "smartTag")
)


def _found(parent: Element, tag: str) -> Iterator[Element]:
    """Yield the rows or cells of a table, also those inside content controls."""
    for child in parent:
        if child.tag == tag:
            yield child
        elif child.tag in _CONTAINERS:
            yield from _found(child, tag)


def _style_name(element: Element) -> str | None:
    properties = element.find(f"{W}pPr")
    return value(properties, "pStyle") if properties is not None else None


def _heading(element: Element, style: ParagraphStyle) -> int:
    properties = element.find(f"{W}pPr")
    level = value(properties, "outlineLvl") if properties is not None else None
    if level and level.isdecimal():
        return int(level) + 1 if int(level) < 9 else 0
    return style.heading


def _usual_colour(root: Element, styles: Styles) -> str:
    """Return the colour that most of the text has, so that another one says something."""
    counts: Counter[str] = Counter()
    for paragraph in root.iter(f"{W}p"):
        style = styles.paragraph(_style_name(paragraph))
        for run in paragraph.iterfind(f".//{W}r"):
            length = sum(len(each.text or "") for each in run.iterfind(f"{W}t"))
            counts[usual(styles.look(style, run.find(f"{W}rPr")).colour)] += length
    return counts.most_common(1)[0][0] if counts else ""


def _footnotes(package: Package) -> dict[str, str]:
    """Return the texts of foot- and endnotes by the tag and id of what refers to them."""
    found = {}
    for kind in ("footnote", "endnote"):
        for part in package.related(f"{kind}s"):
            for note in part.iter(W + kind):
                if note.get(f"{W}type") in (None, "normal"):
                    found[f"{W}{kind}Reference{note.get(f'{W}id', '')}"] = plain_text(note)
    return found


def furniture(package: Package) -> Iterable[str]:
    """Return the texts of page headers and footers, each once."""
    parts = (plain_text(part) for kind in ("header", "footer") for part in package.related(kind))
    return dict.fromkeys(text for text in parts if text)


def shifted(found: Iterable[SourceLine], by: int) -> list[SourceLine]:
    """Return lines of a chunk with numbers that go on from the document's."""
    return [replace(line, number=line.number + by) for line in found]
