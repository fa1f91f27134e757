"""Rows of a table with a header → the records of a question list, sections and what is left over.

Does not open files. A row is its cells as text; a cell's line is known for the doubts about it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from builder.draft import Declared
from builder.formats import html_text
from builder.formats.lists import joined_options
from builder.formats.lists.columns import Columns, columns
from builder.formats.lists.records import Record, kind_of
from builder.formats.paper.heads import Head
from builder.formats.paper.heads import head as paper_head

_MAX_PREFACE = 20
_HEAD = re.compile(
    r"\s*(?:第?[一二三四五六七八九十]{1,3}(?:部分|大题|[、.．:：])|[（(][一二三四五六七八九十]{1,3}[）)]"
    r"|(?:Part|Section)\s+[\dA-Z]+\b)"
)
_LETTER = re.compile(r"\s*(?:选项)?([A-Ha-h])\s*")


@dataclass(frozen=True, slots=True)
class SourceRow:
    """A row as stored: the line (from 1) on which it starts, its cells as text."""

    line: int
    cells: tuple[str, ...]

    def line_of(self, at: int) -> int:
        """Return the line on which cell `at` starts; a line break in a quoted cell counts."""
        return self.line + sum(cell.count("\n") for cell in self.cells[:at])

    def shown(self) -> str:
        """Return the row as one line, for the list of what was not used."""
        return " | ".join(" ".join(cell.split()) for cell in self.cells if cell.strip())


@dataclass(slots=True)
class RowSection:
    """The records between two section heads; `kind` is the type that the head announces."""

    title: str | None
    line: int
    kind: str = ""
    declared: Declared = field(default_factory=Declared)
    records: list[Record] = field(default_factory=list)


@dataclass(slots=True)
class RowList:
    """A whole table as read; `header` is the line of its header row."""

    title: str | None
    header: int
    sections: list[RowSection]
    unused: list[tuple[int, str]]
    stripped: int | None = None
    """The first line from which HTML was removed."""


def read(rows: Sequence[SourceRow], name: str | None = None) -> RowList | None:
    """Return the list in `rows`, None when no row is a header; `name` is the table's."""
    found = _header(rows)
    if found is None:
        return None
    at, head, used = found
    title, unused = _preface(rows[:at])
    kind = kind_of(name or "")
    result = RowList(title, rows[at].line, [RowSection(name, rows[at].line, kind)], unused)
    for row in rows[at + used :]:
        _take(row, head, rows[at].cells, result)
    result.unused += _unknown_columns(rows[at + used :], head, rows[at].line)
    if len(result.sections) > 1 and not result.sections[0].records:
        del result.sections[0]
    return result


def _header(rows: Sequence[SourceRow]) -> tuple[int, Columns, int] | None:
    """Return where the header is, what it says, and over how many rows it goes.

    Two rows make one header when the second names parts of the first: 选项 over A, B, C, D.
    """
    for at, row in enumerate(rows[:_MAX_PREFACE]):
        below = rows[at + 1].cells if at + 1 < len(rows) else ()
        head = columns(row.cells)
        joint = _joint(row.cells, below)
        if joint and (head is None or len(joint.options) > len(head.options)):
            return at, joint, 2
        if head:
            return at, head, 1
    return None


def _joint(above: Sequence[str], below: Sequence[str]) -> Columns | None:
    letters = [match[1].upper() for cell in below if (match := _LETTER.fullmatch(cell))]
    if len(letters) < 2 or letters != list("ABCDEFGH"[: len(letters)]):
        return None
    width = max(len(above), len(below))
    upper = [*above, *[""] * (width - len(above))]
    lower = [*below, *[""] * (width - len(below))]
    if any(
        low.strip() and up.strip() and columns([up, "答案"])
        for up, low in zip(upper, lower, strict=True)
    ):
        return None  # the second row fills the stem's column: it is a question
    return columns([low if low.strip() else up for up, low in zip(upper, lower, strict=True)])


def _preface(rows: Sequence[SourceRow]) -> tuple[str | None, list[tuple[int, str]]]:
    """Return the title above a header (the first row with one cell) and the rows not used."""
    filled = [row for row in rows if row.shown()]
    if filled and sum(bool(cell.strip()) for cell in filled[0].cells) == 1:
        return filled[0].shown(), [(row.line, row.shown()) for row in filled[1:]]
    return None, [(row.line, row.shown()) for row in filled]


def _unknown_columns(
    rows: Sequence[SourceRow], head: Columns, line: int
) -> Iterator[tuple[int, str]]:
    """Yield what is in columns that mean nothing to us, so that it is not lost unseen."""
    for name, at in head.unknown:
        count = sum(at < len(row.cells) and bool(row.cells[at].strip()) for row in rows)
        if count:
            yield line, f"column '{name}' ({count} cells)"


def _take(row: SourceRow, head: Columns, names: Sequence[str], result: RowList) -> None:
    shown = row.shown()
    if not shown:
        return
    if row.cells == tuple(names) or not shown.strip("|:- "):  # a head again, a Markdown rule
        result.unused.append((row.line, shown))
        return
    filled = [cell.strip() for cell in row.cells if cell.strip()]
    if len(filled) == 1 and (head_row := _section_head(filled[0])):
        kind = kind_of(head_row.title)
        result.sections.append(RowSection(head_row.title, row.line, kind, head_row.declared))
        return
    if not head.cell(row.cells, "stem"):
        result.unused.append((row.line, shown))
        return
    named = head.cell(row.cells, "section")
    if named and named != result.sections[-1].title:
        result.sections.append(RowSection(named, row.line, kind_of(named)))
    record, stripped = _record(row, head, result.sections[-1].kind)
    result.sections[-1].records.append(record)
    if stripped and result.stripped is None:
        result.stripped = row.line


def _section_head(text: str) -> Head | None:
    """Return the section head in a row that holds nothing else."""
    return paper_head(text) if _HEAD.match(text) or kind_of(text) else None


def _record(row: SourceRow, head: Columns, kind: str) -> tuple[Record, bool]:
    cells = [_shown_text(cell) for cell in row.cells]
    labels, options = _options(cells, head)
    key_at = head.fields.get("key")
    number = head.cell(cells, "number").rstrip(".、．")
    record = Record(
        line=row.line,
        stem=head.cell(cells, "stem"),
        options=options,
        labels=labels,
        key=head.cell(cells, "key"),
        key_line=row.line if key_at is None else row.line_of(key_at),
        explanation=head.cell(cells, "explanation"),
        kind=head.cell(cells, "kind") or kind,
        points=head.cell(cells, "points"),
        difficulty=head.cell(cells, "difficulty"),
        tags=tuple(part for part in re.split(r"[,，;；、|\s]+", head.cell(cells, "tags")) if part),
        number=int(number) if re.fullmatch(r"\d{1,6}", number) else None,
        material=head.cell(cells, "material"),
    )
    return record, any(cell != own for cell, own in zip(cells, row.cells, strict=True))


def _shown_text(cell: str) -> str:
    return html_text.plain(cell) if "<" in cell and html_text.recognises(cell) else cell


def _options(cells: Sequence[str], head: Columns) -> joined_options.Options:
    """Return the options of a row: one column each, or all in one cell."""
    apart = [(letter, text) for letter, text in head.option_cells(cells) if text]
    if apart:
        texts = (joined_options.without_own_label(letter, text) for letter, text in apart)
        return tuple(letter for letter, _ in apart), tuple(texts)
    return joined_options.split(head.cell(cells, "options"))
