"""Stretches of a line with their styling written out: emphasis, and marks for keys in blanks."""

from __future__ import annotations

from builder.formats.paper import blanks
from builder.formats.paper.rows import Row

_LOUD = ("underline", "highlight", "colour")
_EMPHASIS = {"bold": ("**", "**"), "italic": ("*", "*")}


def stem(row: Row, start: int, end: int) -> str:
    """Return a stretch of a stem with its styled parts between marks, for keys left in blanks."""
    if not row.line.marks:
        return row.text[start:end]
    inserts: list[tuple[int, str]] = []
    for mark in row.line.marks:
        a, b = max(mark.start, start), min(mark.end, end)
        if (
            a < b
            and (a, b) != (start, end)
            and row.text[a:b].strip() != row.text[start:end].strip()
        ):
            pair = (blanks.OPEN, blanks.CLOSE) if mark.style in _LOUD else _EMPHASIS[mark.style]
            inserts += [(a, pair[0]), (b, pair[1])]
    return _with(row.text, start, end, inserts)


def text(row: Row, start: int, end: int) -> str:
    """Return a stretch with bold and italic parts written out; around all they are styling."""
    inserts: list[tuple[int, str]] = []
    for mark in row.line.marks:
        a, b = max(mark.start, start), min(mark.end, end)
        part = row.text[a:b]
        if (
            a < b
            and mark.style in _EMPHASIS
            and part.strip()
            and part.strip() != row.text[start:end].strip()
        ):
            a, b = a + len(part) - len(part.lstrip()), b - len(part) + len(part.rstrip())
            inserts += [(a, _EMPHASIS[mark.style][0]), (b, _EMPHASIS[mark.style][1])]
    return _with(row.text, start, end, inserts)


def _with(text: str, start: int, end: int, inserts: list[tuple[int, str]]) -> str:
    parts, place = [], start
    for at, mark in sorted(inserts, key=lambda i: i[0]):
        parts += [text[place:at], mark]
        place = at
    return "".join([*parts, text[place:end]])
