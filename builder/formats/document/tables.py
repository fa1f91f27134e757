"""Tables of a Word or HTML paper → lines: layout is undone, key grids and data stay tables.

A cell is a list of lines. Does not know what a question is beyond its number and labels.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from builder.formats.lists import joined_options
from builder.formats.lists.columns import Columns, columns
from builder.formats.paper.lines import Mark, SourceLine

Cell = list[SourceLine]
Row = list[Cell]

_LAYOUT = re.compile(
    r"\s*(?:[（(【\[]?[A-Ha-hＡ-Ｈ①-⑧][）)】\]]?[.．、:：)）\s]"
    r"|[（(]?\d{1,3}[）)]?[.．、)）]|第\s*\d+\s*题|[一二三四五六七八九十]+[、.．]"
    r"|【|(?:答案|解析|正确答案|参考答案|材料|Answer|Explanation)\s*[:：])"
)
_GRID = re.compile(
    r"(题号|題號|答案|序号|序號|得分|评卷人|評卷人|总分|總分|No\.?|Question|Answer|Key)\s*"
)


def table_lines(rows: Sequence[Row]) -> list[SourceLine]:
    """Return a table as lines of running text, in reading order."""
    rows = [row for row in rows if any(_text(cell) for cell in row)]
    if not rows:
        return []
    if questions := _questions(rows):
        return questions
    if _is_grid(rows):
        return [_beside(row) for row in rows]
    if _is_layout(rows):
        return [line for row in rows for line in _unrolled(row)]
    return _data(rows)


def _text(cell: Cell) -> str:
    return "\n".join(line.text for line in cell).strip()


def _is_grid(rows: Sequence[Row]) -> bool:
    """Tell a grid of numbers and keys, or of scores: headed by such a word, cells are short."""
    heads = [_text(row[0]) for row in rows if row]
    cells = (_text(cell) for row in rows for cell in row)
    return any(_GRID.fullmatch(head) for head in heads) and all(len(cell) < 24 for cell in cells)


def _is_layout(rows: Sequence[Row]) -> bool:
    """Tell a table that only places things: one column, one row, or cells with labels of ours."""
    if len(rows) == 1 or max(len(row) for row in rows) == 1:
        return True
    return any(_LAYOUT.match(line.text) for row in rows for cell in row for line in cell)


def _unrolled(row: Row) -> list[SourceLine]:
    """Return a row of layout: one line where each cell is one, else cell after cell."""
    cells = [cell for cell in row if _text(cell)]
    if all(len(cell) == 1 for cell in cells):
        return [_beside(cells)] if cells else []
    return [line for cell in cells for line in cell]


def _beside(row: Row) -> SourceLine:
    """Return the cells of a row side by side, parted by tabs, with their marks."""
    text, marks = "", []
    for cell in row:
        text += "\t" if text else ""
        for index, line in enumerate(cell):
            text += " " if index and line.text else ""
            at = len(text)
            marks += [Mark(mark.start + at, mark.end + at, mark.style) for mark in line.marks]
            text += line.text.replace("\t", " ")
    number = next((line.number for cell in row for line in cell), 1)
    return SourceLine(number, text, tuple(marks))


def _data(rows: Sequence[Row]) -> list[SourceLine]:
    """Return a Markdown table; its first row is the head, short rows are filled up."""
    width = max(len(row) for row in rows)
    table = [_markdown_row(row, width) for row in rows]
    rule = SourceLine(table[0].number, "|" + " --- |" * width)
    return [table[0], rule, *table[1:]]


def _markdown_row(row: Row, width: int) -> SourceLine:
    cells = [" ".join(_text(cell).split("\n")).replace("|", "\\|") for cell in row]
    cells += [""] * (width - len(cells))
    number = next((line.number for cell in row for line in cell), 1)
    return SourceLine(number, "| " + " | ".join(cells) + " |")


def _questions(rows: Sequence[Row]) -> list[SourceLine]:
    """Return the questions of a table with a header row (题目, 选项, 答案 …) as running text."""
    head = columns([_text(cell) for cell in rows[0]])
    if head is None:
        return []
    return [line for at, row in enumerate(rows[1:], 1) for line in _question(head, at, row)]


def _question(head: Columns, at: int, row: Row) -> list[SourceLine]:
    def cell(field: str) -> Cell:
        place = head.fields.get(field)
        return row[place] if place is not None and place < len(row) else []

    number = _text(cell("number")).rstrip(".、．") or str(at)
    found = _headed(f"{number}. ", cell("stem"))
    found += _options(cell("options"))
    for letter, place in head.options:
        if place < len(row) and _text(row[place]):
            found += _headed(f"{letter}. ", row[place])
    found += _headed("答案：", cell("key")) + _headed("解析：", cell("explanation"))
    return found


def _options(cell: Cell) -> list[SourceLine]:
    """Return a cell with all options in it, a line each."""
    if len(cell) != 1:
        return cell
    letters, texts = joined_options.split(cell[0].text)
    if len(texts) < 2 or cell[0].marks:
        return cell
    number = cell[0].number
    return [
        SourceLine(number, f"{letter}. {text}") for letter, text in zip(letters, texts, strict=True)
    ]


def _headed(head: str, cell: Cell) -> list[SourceLine]:
    """Return the lines of a cell, `head` before the first."""
    if not _text(cell):
        return []
    first, *others = cell
    moved = tuple(
        Mark(mark.start + len(head), mark.end + len(head), mark.style) for mark in first.marks
    )
    return [SourceLine(first.number, head + first.text, moved), *others]
