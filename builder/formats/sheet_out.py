"""The bank → question lists for Excel: csv and xlsx, a row a question, columns in its language.

Cells are Markdown; none of them can be a formula. The columns stand in `lists/own_columns.py`.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from builder.cells import harmless
from builder.formats.lists import own_columns
from builder.formats.lists.own_columns import ACCEPTED, LETTERS, NAMES, PAIRS, TYPES, VERDICTS
from builder.formats.writing import Export, Item, beside, one_line, values, zipped
from builder.locales import locale
from builder.model import Artifact, Exam, plain_number
from builder.questions.numeric import Numeric

_LONGEST = 32_767
"""What a cell of Excel holds."""
Row = dict[str, str]


def csv_artifacts(export: Export) -> Iterator[Artifact]:
    """Yield a csv file an exam, with the mark that tells Excel it is UTF-8."""
    for exam in export.exams("title", "ids"):
        pictures: list[str] = []
        rows = [row for _, found in _sections(export, exam, pictures) for row in found]
        data = _csv(exam, rows).encode("utf-8-sig")
        yield from beside(exam, f"{exam.id}.csv", data, export, pictures)


def xlsx_artifacts(export: Export) -> Iterator[Artifact]:
    """Yield a workbook an exam, a sheet a section."""
    for exam in export.exams("title", "ids"):
        pictures: list[str] = []
        sheets = [(title, rows) for title, rows in _sections(export, exam, pictures) if rows]
        data = zipped(list(_workbook(exam, sheets)))
        yield from beside(exam, f"{exam.id}.xlsx", data, export, pictures)


def _sections(export: Export, exam: Exam, pictures: list[str]) -> Iterator[tuple[str, list[Row]]]:
    language = own_columns.place(locale(exam.language))
    for title, items in export.titled(exam):
        rows = [row for item in items for row in _rows(item, title, language, pictures)]
        yield title, rows


def _rows(
    item: Item, title: str, language: int, pictures: list[str], case: str = ""
) -> Iterator[Row]:
    row = _row(item, language)
    row["section"], row["case"] = title, case
    if any(len(cell) > _LONGEST for cell in row.values()):
        item.leave_out(f"a cell holds {_LONGEST} characters, and it has more")
        return
    pictures += item.carried()
    yield {field: cell for field, cell in row.items() if cell}
    for part in item.parts():
        yield from _rows(part, title, language, pictures, item.question.id)


def _row(item: Item, language: int) -> Row:
    """Return the cells of a question, by field."""
    question, value = item.question, values(item.question)
    row = {
        "id": question.id,
        "type": TYPES[question.type_name][language],
        "stem": question.stem,
        "points": str(plain_number(question.points)) if question.points != 1 else "",
        "tags": "\n".join(map(one_line, question.tags)),
    }
    for name in ("material", "explanation", "hint", "source", "difficulty", "unit", "tolerance"):
        row[name] = str(value.get(name) or "")
    row["lines"] = str(value["lines"]) if value.get("lines", 8) != 8 else ""
    row["settings"] = " ".join(_settings(value))
    lettered = value["options"] or value.get("items", ())
    row.update((f"option{letter}", text) for letter, text in _lettered(lettered))
    row.update((f"feedback{letter}", text or "") for letter, text in _lettered(value["feedback"]))
    rubric = (f"{each['points']} | {one_line(each['text'])}" for each in value.get("rubric", ()))
    row["rubric"] = "\n".join(rubric)
    row["answer"] = _answer(item, value, language)
    if question.parts():
        row["points"] = ""
    return row


def _lettered(texts: Sequence[str | None]) -> Iterator[tuple[str, str]]:
    for letter, text in zip(LETTERS, texts, strict=False):
        yield letter, text or ""


def _settings(value: Mapping[str, Any]) -> Iterator[str]:
    if value.get("scoring") == "partial":
        yield "partial"
    yield from (name for name in ("any_order", "match_case") if value.get(name))


def _answer(item: Item, value: Mapping[str, Any], language: int) -> str:
    match value["type"]:
        case "single" | "multiple":
            return "".join(value["answer"])
        case "true-false":
            return VERDICTS[language][0 if value["answer"] else 1]
        case "blank":
            return ACCEPTED.cell(value["answer"])
        case "numeric":
            return item.question.answer if isinstance(item.question, Numeric) else ""
        case "matching":
            extra = [["", right] for right in value.get("distractors", ())]
            return PAIRS.cell([*value["pairs"], *extra])
        case "ordering":
            return LETTERS[: len(value["items"])]
        case _:
            return str(value.get("answer") or "")


# Tables.


def _table(exam: Exam, rows: Sequence[Row]) -> Iterator[list[str]]:
    """Yield the title, the header with the columns that are used, and the rows."""
    used = {field for row in rows for field in row} | {"id", "type", "stem", "answer"}
    columns = [field for field in _columns() if field in used]
    language = own_columns.place(locale(exam.language))
    yield [one_line(exam.title), *[""] * (len(columns) - 1)]
    yield [_name(field, language) for field in columns]
    yield from ([row.get(field, "") for field in columns] for row in rows)


def _columns() -> Iterator[str]:
    for field in NAMES:
        if field in ("option", "feedback"):
            yield from (f"{field}{letter}" for letter in LETTERS)
        else:
            yield field


def _name(field: str, language: int) -> str:
    if field in NAMES:
        return NAMES[field][language]
    return NAMES[field[:-1]][language] + field[-1]


def _csv(exam: Exam, rows: Sequence[Row]) -> str:
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\r\n")
    for cells in _table(exam, rows):
        writer.writerow(map(harmless, cells))
    return stream.getvalue()


# Workbooks: the few parts that a workbook must have; cells are texts, so none is a formula.

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_STYLES = (
    f'{_HEAD}<styleSheet xmlns="{_MAIN}"><fonts count="2"><font/><font><b/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill>'
    '<fill><patternFill patternType="gray125"/></fill></fills>'
    '<borders count="1"><border/></borders>'
    '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2">'
    '<xf applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>'
    '<xf fontId="1" applyFont="1"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
    "</styleSheet>"
)


def _workbook(exam: Exam, sheets: Sequence[tuple[str, Sequence[Row]]]) -> Iterator[Artifact]:
    shown = sheets or [("-", ())]
    numbers = range(1, len(shown) + 1)
    overrides = "".join(
        f'<Override PartName="/xl/worksheets/sheet{n}.xml" ContentType="{_KIND}.worksheet+xml"/>'
        for n in numbers
    )
    yield _part(
        "[Content_Types].xml",
        f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType='
        '"application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_KIND}.sheet.main+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{_KIND}.styles+xml"/>'
        f"{overrides}</Types>",
    )
    yield _relations("_rels/.rels", [("officeDocument", "xl/workbook.xml")])
    names = _sheet_names([title for title, _ in shown])
    listed = "".join(
        f'<sheet name="{escape(name, _QUOTE)}" sheetId="{n}" r:id="rId{n}"/>'
        for n, name in zip(numbers, names, strict=True)
    )
    head = f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}">'
    yield _part("xl/workbook.xml", f"{head}<sheets>{listed}</sheets></workbook>")
    targets = [("worksheet", f"worksheets/sheet{n}.xml") for n in numbers]
    yield _relations("xl/_rels/workbook.xml.rels", [*targets, ("styles", "styles.xml")])
    yield Artifact("xl/styles.xml", _STYLES.encode())
    for number, (_, rows) in zip(numbers, shown, strict=True):
        yield _part(f"xl/worksheets/sheet{number}.xml", _sheet(list(_table(exam, rows))))


_QUOTE = {'"': "&quot;"}


def _part(path: str, xml: str) -> Artifact:
    return Artifact(path, f"{_HEAD}{xml}".encode())


def _relations(path: str, targets: Sequence[tuple[str, str]]) -> Artifact:
    rows = "".join(
        f'<Relationship Id="rId{n}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for n, (kind, target) in enumerate(targets, 1)
    )
    return _part(path, f'<Relationships xmlns="{_PACKAGE}/relationships">{rows}</Relationships>')


def _sheet_names(titles: Sequence[str]) -> list[str]:
    """Return titles as Excel allows them: 31 characters, some signs not, none twice."""
    names: list[str] = []
    for number, title in enumerate(titles, 1):
        name = re.sub(r"[\[\]:*?/\\]", " ", one_line(title)).strip("' ")[:31].strip() or str(number)
        taken = {each.lower() for each in names}
        names.append(name if name.lower() not in taken else f"{name[:26]} ({number})")
    return names


def _sheet(rows: Sequence[Sequence[str]]) -> str:
    widths = "".join(
        f'<col min="{at}" max="{at}" width="{_width(name)}" customWidth="1"/>'
        for at, name in enumerate(rows[1], 1)
    )
    lines = "".join(
        f'<row r="{at}">{"".join(_cell(cell, n, at) for n, cell in enumerate(row))}</row>'
        for at, row in enumerate(rows, 1)
    )
    pane = '<pane ySplit="2" topLeftCell="A3" activePane="bottomLeft" state="frozen"/>'
    view = f'<sheetViews><sheetView workbookViewId="0">{pane}</sheetView></sheetViews>'
    data = f"<cols>{widths}</cols><sheetData>{lines}</sheetData>"
    return f'<worksheet xmlns="{_MAIN}">{view}{data}</worksheet>'


def _width(name: str) -> int:
    long = (NAMES["stem"], NAMES["explanation"], NAMES["material"])
    return 50 if any(name in names for names in long) else 16


def _cell(text: str, at: int, row: int) -> str:
    if not text:
        return ""
    style = ' s="1"' if row < 3 else ""
    said = re.sub(r"_(?=x[0-9A-Fa-f]{4}_)", "_x005F_", escape(text))
    text = f'<is><t xml:space="preserve">{said}</t></is>'
    return f'<c r="{_letters(at)}{row}"{style} t="inlineStr">{text}</c>'


def _letters(at: int) -> str:
    return (LETTERS[at // 26 - 1] if at >= 26 else "") + LETTERS[at % 26]
