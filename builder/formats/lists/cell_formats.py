"""Number formats of a workbook: `25%` is not `0.25`, and a date is shown as its author set it.

calamine gives values; how Excel shows them stands in `styles.xml` and at each cell. Only formats
that change how a value reads are applied: percentages, fixed decimals, thousands, dates, times.
"""

from __future__ import annotations

import datetime
import posixpath
import re
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal

from builder.formats.document.archive import Archive

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"

Formats = dict[tuple[int, int], str]
"""Row and column (from 0) of a cell, and its format code."""

_BUILT_IN = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 14: "yyyy/m/d",
    15: "d-mmm-yy", 18: "h:mm", 19: "h:mm", 20: "h:mm", 21: "h:mm:ss", 22: "yyyy/m/d h:mm",
    27: 'yyyy"年"m"月"', 28: 'm"月"d"日"', 31: 'yyyy"年"m"月"d"日"', 32: 'h"时"mm"分"',
    45: "mm:ss", 57: 'yyyy"年"m"月"', 58: 'm"月"d"日"',
}  # fmt: skip
_NUMBER = re.compile(r"(#,##)?0(?:\.(0+))?(%)?")
_CELL = re.compile(rb"<(?:\w+:)?c\s([^<>]*)>")
_PLACE = re.compile(rb'\br="([A-Z]{1,3})([0-9]{1,7})"')
_STYLE = re.compile(rb'\bs="([0-9]{1,6})"')
_TOKEN = re.compile(
    r'"([^"]*)"|\[[^\]]*\]|\\(.)|(yyyy|yy|y|mmmm|mmm|mm|m|dd|d|hh|h|ss|s)|(.)', re.DOTALL
)


def sheet_formats(archive: Archive) -> dict[str, Formats]:
    """Return, by sheet name, the cells whose format makes a difference."""
    codes = _codes(archive)
    workbook = archive.xml("xl/workbook.xml")
    if workbook is None or not codes:
        return {}
    relations = archive.relations("xl/workbook.xml")
    found = {}
    for sheet in workbook.iter(f"{_MAIN}sheet"):
        _, part = relations.get(sheet.get(f"{_R}id", ""), ("", ""))
        found[sheet.get("name", "")] = _formats(
            archive.read(posixpath.normpath(part)) or b"", codes
        )
    return found


def _codes(archive: Archive) -> dict[int, str]:
    """Return the format codes of those cell styles that we apply, by number of the style."""
    styles = archive.xml("xl/styles.xml")
    if styles is None:
        return {}
    own = {
        _number(each.get("numFmtId")): each.get("formatCode", "")
        for each in styles.iter(f"{_MAIN}numFmt")
    }
    used = styles.iterfind(f"{_MAIN}cellXfs/{_MAIN}xf")
    named = [_number(each.get("numFmtId")) for each in used]
    codes = {at: own.get(name, _BUILT_IN.get(name, "")) for at, name in enumerate(named)}
    return {at: code for at, code in codes.items() if code and code not in ("General", "@")}


def _number(text: str | None) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 7 else 0


def _formats(sheet: bytes, codes: dict[int, str]) -> Formats:
    found: Formats = {}
    for cell in _CELL.finditer(sheet):
        style, place = _STYLE.search(cell[1]), _PLACE.search(cell[1])
        code = codes.get(int(style[1])) if style else None
        if code and place:
            found[int(place[2]) - 1, column(place[1]) - 1] = code
    return found


def column(letters: bytes) -> int:
    """Return the number (from 1) of a column: A is 1, AA is 27."""
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number


def shown(value: object, code: str) -> str | None:
    """Return a value in a format, None where we leave it to the plain way."""
    match value:
        case bool():
            return None
        case int() | float():
            return _shown_number(value, code)
        case datetime.datetime():
            return _shown_date(value, code)
        case datetime.date():
            return _shown_date(datetime.datetime.combine(value, datetime.time()), code)
        case datetime.time():
            return _shown_date(datetime.datetime.combine(datetime.date(1900, 1, 1), value), code)
    return None


def _shown_number(value: float, code: str) -> str | None:
    found = _NUMBER.fullmatch(code.split(";")[0].replace("_ ", "").strip())
    if found is None or abs(value) >= 1e15:
        return None
    exact = Decimal(repr(value)) * (100 if found[3] else 1)
    places = Decimal(1).scaleb(-len(found[2] or ""))
    rounded = exact.quantize(places, ROUND_HALF_UP)
    return f"{rounded:{',' if found[1] else ''}f}{found[3] or ''}"


def _shown_date(value: datetime.datetime, code: str) -> str | None:
    tokens = [token.groups() for token in _TOKEN.finditer(code.split(";")[0].replace("AM/PM", ""))]
    parts = [(part or "").lower() for _, _, part, _ in tokens]
    if not any(parts) or "mmm" in parts or "mmmm" in parts:
        return None
    text = ""
    for at, (quoted, escaped, part, plain) in enumerate(tokens):
        if part:
            text += _DATE_PARTS[_minute(parts, at)](value)
        else:
            text += quoted or escaped or (plain if plain not in ("@", "_", None) else "")
    return text.strip()


def _minute(parts: list[str], at: int) -> str:
    """Return the part at `at`; `m` beside hours or seconds is minutes."""
    part = parts[at]
    before = next((each for each in reversed(parts[:at]) if each), "")
    after = next((each for each in parts[at + 1 :] if each), "")
    is_minute = part in ("m", "mm") and (before.startswith("h") or after.startswith("s"))
    return part.replace("m", "M") if is_minute else part


_DATE_PARTS: dict[str, Callable[[datetime.datetime], str]] = {
    "yyyy": lambda value: str(value.year),
    "yy": lambda value: f"{value.year % 100:02}",
    "y": lambda value: f"{value.year % 100:02}",
    "mm": lambda value: f"{value.month:02}",
    "m": lambda value: str(value.month),
    "dd": lambda value: f"{value.day:02}",
    "d": lambda value: str(value.day),
    "hh": lambda value: f"{value.hour:02}",
    "h": lambda value: str(value.hour),
    "MM": lambda value: f"{value.minute:02}",
    "M": lambda value: str(value.minute),
    "ss": lambda value: f"{value.second:02}",
    "s": lambda value: str(value.second),
}
