"""Question lists in tables: xlsx workbooks (by calamine) and csv files → a paper.

Opens the table and shows cells as their author sees them; what the columns mean is read elsewhere.
"""

from __future__ import annotations

import csv
import datetime
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from builder.decoding import Decoded, ReadError
from builder.draft import Doubt, Draft, DraftSection
from builder.formats.document.archive import Archive
from builder.formats.document.running_text import RunningText, as_paper
from builder.formats.lists import own_sheet, question_rows, records
from builder.formats.lists.cell_formats import Formats, column, sheet_formats, shown
from builder.formats.lists.columns import columns
from builder.formats.lists.list_checks import finished
from builder.formats.lists.question_rows import RowList, SourceRow
from builder.formats.paper.lines import SourceLine

_DEFAULT_NAME = re.compile(
    r"(?:Sheet|Worksheet|工作表|表格?|Table|Feuil|Hoja)\s*\d*", re.IGNORECASE
)
_DELIMITERS = (",", "\t", ";", "|")
_MAX_CELLS = 4_000_000


def read_csv(decoded: Decoded) -> Draft:
    """Return the question list in a csv file; lines are those of the file."""
    return _draft([(None, csv_rows(decoded.text))], quoted=True)


def read_xlsx(data: bytes) -> Draft:
    """Return the question lists of a workbook, a section a sheet; lines are row numbers.

    Raises ReadError for what is no workbook.
    """
    return _draft(list(_sheets(data)))


def recognises(text: str, named: bool) -> bool:
    """Tell a csv file by a header row among its first lines, or by cells in most of them.

    A file `named` csv needs one of the two, any other both.
    """
    wanted = any if named else all
    return wanted((_has_header(text), _has_cells(text)))


def _has_header(text: str) -> bool:
    head = text[:20_000]
    whole = head[: head.rfind("\n")] if len(text) > len(head) and "\n" in head else head
    return any(columns(row.cells) for row in _rows_or_none(whole)[:20])


def _rows_or_none(text: str) -> list[SourceRow]:
    try:
        return csv_rows(text)
    except ReadError:
        return []


def _has_cells(text: str) -> bool:
    rows = [row for row in _rows_or_none(text[:20_000])[:200] if row.shown()]
    return sum(len(row.cells) > 1 for row in rows) > len(rows) / 2


# CSV.


def csv_rows(text: str) -> list[SourceRow]:
    """Return the rows of csv `text`, whatever parts its cells."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=False)
    rows, line = [], 1
    csv.field_size_limit(max(len(text), 131_072))
    try:
        for cells in reader:
            rows.append(SourceRow(line, tuple(cells)))
            line = reader.line_num + 1
    except csv.Error as error:
        raise ReadError(f"line {line}: not readable as csv ({error})") from None
    return rows


def _delimiter(text: str) -> str:
    """Return what parts the cells: what makes one of the first lines a header, or is commonest."""
    lines = [line for line in text[:20_000].split("\n") if line.strip()][:20]
    for delimiter in _DELIMITERS:
        if any(columns(next(csv.reader([line], delimiter=delimiter), [])) for line in lines):
            return delimiter
    counts = Counter({each: sum(line.count(each) for line in lines) for each in _DELIMITERS[:3]})
    return counts.most_common(1)[0][0]


# Workbooks.


def _sheets(data: bytes) -> Iterator[tuple[str | None, list[SourceRow]]]:
    try:
        import python_calamine as calamine
    except ImportError:
        raise ReadError(
            "reading Excel files needs one more package: pip install 'exampress[import]'"
        ) from None
    archive = Archive(data)
    archive.verify()
    _check_extent(archive)
    formats = sheet_formats(archive)
    try:
        workbook = calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
        for meta in workbook.sheets_metadata:
            if meta.typ == calamine.SheetTypeEnum.WorkSheet:
                sheet = workbook.get_sheet_by_name(meta.name)
                name = None if _DEFAULT_NAME.fullmatch(meta.name.strip()) else meta.name.strip()
                visible = meta.visible == calamine.SheetVisibleEnum.Visible
                yield (name if visible else HIDDEN), _rows(sheet, formats.get(meta.name, {}))
    except BaseException as error:
        if type(error).__name__ not in ("CalamineError", *_FAILURES):
            raise
        raise ReadError(f"the workbook is damaged or protected ({error})") from None


_FAILURES = ("PasswordError", "ZipError", "XmlError", "WorksheetNotFound", "PanicException")
"""What calamine raises besides; a panic of its Rust code is no `Exception`."""
_PLACE = re.compile(rb'\sr="([A-Z]{1,3})([0-9]{1,7})"')


def _check_extent(archive: Archive) -> None:
    """Refuse a sheet with a cell so far out that the empty ones before it would fill memory."""
    for name in archive.names:
        if not name.startswith("xl/worksheets/") or not name.endswith(".xml"):
            continue
        places = _PLACE.findall(archive.read(name) or b"")
        rows = max((int(row) for _, row in places), default=0)
        if rows * max((column(letters) for letters, _ in places), default=0) > _MAX_CELLS:
            raise ReadError(f"'{name}' in the file has a cell too far from its others")


def _rows(sheet: Any, formats: Formats) -> list[SourceRow]:
    values = sheet.to_python(skip_empty_area=False)
    table = [[_cell(value) for value in row] for row in values]
    for (row, at), code in formats.items():
        if row < len(table) and at < len(table[row]) and table[row][at]:
            table[row][at] = shown(values[row][at], code) or table[row][at]
    for (top, left), (bottom, right) in sheet.merged_cell_ranges or ():
        _spread(table, top, left, bottom, right)
    return [SourceRow(number, tuple(row)) for number, row in enumerate(table, 1)]


def _spread(table: list[list[str]], top: int, left: int, bottom: int, right: int) -> None:
    """Repeat a cell merged downwards, which holds for all rows beside it: a type, a material."""
    if left != right or top >= len(table) or left >= len(table[top]):
        return
    for row in table[top + 1 : bottom + 1]:
        row[left] = table[top][left]


def _cell(value: object) -> str:
    """Return a cell's value as a person reads it: no `1.0`, no seconds that nobody wrote."""
    match value:
        case bool():
            return str(value).upper()
        case float():
            return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)
        case datetime.datetime():
            time = "" if value.time() == datetime.time() else f" {value:%H:%M}"
            return f"{value.year}/{value.month}/{value.day}{time}"
        case datetime.date():
            return f"{value.year}/{value.month}/{value.day}"
        case datetime.time():
            return f"{value:%H:%M:%S}".removesuffix(":00")
        case _:
            return str(value).replace("\r\n", "\n").replace("\r", "\n").replace("_x000D_", "")


# Both.

HIDDEN = "\0hidden"


def _draft(tables: Sequence[tuple[str | None, list[SourceRow]]], quoted: bool = False) -> Draft:
    """Return the sections of all tables; a table without a header is told, not guessed."""
    draft = Draft(None, [], [])
    if any(own_sheet.header(rows) is not None for _, rows in tables):
        return _own(tables, draft, quoted)
    for name, rows in tables:
        rows = [row for row in rows if row.shown()]
        found = question_rows.read(rows, name) if name != HIDDEN else None
        if found is not None:
            _add(draft, found, name if len(tables) > 1 else None)
        elif rows:
            _add_unreadable(draft, name, rows)
    if not draft.sections:
        return _as_text(tables) or _nothing(draft)
    return finished(draft)


def _own(tables: Sequence[tuple[str | None, list[SourceRow]]], draft: Draft, quoted: bool) -> Draft:
    """Return the questions of sheets that we wrote; what else is in the workbook is listed."""
    draft.markdown = True
    for name, rows in tables:
        if own_sheet.header(rows) is not None:
            own_sheet.read(rows, name if name != HIDDEN else None, draft, quoted)
        elif any(row.shown() for row in rows):
            draft.unused += [(row.line, row.shown()) for row in rows if row.shown()]
    return finished(draft)


def _add(draft: Draft, found: RowList, sheet: str | None) -> None:
    """Add a table's sections; where there are several, a doubt names its `sheet`."""
    draft.title = draft.title or found.title
    draft.unused += found.unused
    for section in found.sections:
        questions, doubts = records.questions(section.records)
        if questions or section.title:
            told = DraftSection(section.title, section.line, section.declared, None, questions)
            draft.sections.append(told)
        where = f"sheet '{sheet}': " if sheet else ""
        draft.doubts += (replace(doubt, message=where + doubt.message) for doubt in doubts)
    if found.stripped is not None:
        draft.doubts.append(
            Doubt(found.stripped, "html-stripped", "warning", "HTML markup was removed from cells")
        )


def _add_unreadable(draft: Draft, name: str | None, rows: Iterable[SourceRow]) -> None:
    rows = list(rows)
    where = f"sheet '{name}' " if name and name != HIDDEN else ""
    if name != HIDDEN:
        message = f"{where}has no header row that names its columns (题目, 选项 or A, B, …, 答案)"
        draft.doubts.append(Doubt(rows[0].line, "no-questions", "warning", message.strip()))
    draft.unused += [(row.line, row.shown()) for row in rows]


def _as_text(tables: Sequence[tuple[str | None, list[SourceRow]]]) -> Draft | None:
    """Read a table that holds a paper as running text, a line a row."""
    found = []
    for name, rows in tables:
        if name != HIDDEN and all(sum(map(bool, row.cells)) <= 1 for row in rows):
            found += [
                SourceLine(row.line, line) for row in rows for line in row.shown().split("\n")
            ]
    draft = as_paper(RunningText(tuple(found))) if found else None
    return draft if draft and any(section.questions for section in draft.sections) else None


def _nothing(draft: Draft) -> Draft:
    if not draft.doubts:
        draft.doubts.append(Doubt(1, "no-questions", "warning", "the table is empty"))
    return draft
