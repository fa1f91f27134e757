"""Option labels: A. A、 A） (A) A: bare, lower case, full width, ①, boxes, stars.

Where several stand on one line, the next line tells how many: `A. 维生素B、C` before a line `B.` is
one option, before a line `C.` it holds two.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from builder.formats.paper.numerals import CIRCLED

_STAR = r"(?P<star>[*★√✓✔☑✅→]\s*)?"
_BULLET = r"(?:[-*+•·]\s+)?"
_BOX = r"(?P<box>[\[［]\s?[*xX√✓✔ ]?\s?[\]］]|\((?:[xX*√✓]|\s)\)|☐|☑|□|■|○|●)"
_LETTER = r"(?P<letter>[A-Za-zＡ-Ｚａ-ｚ])"

_START = re.compile(
    rf"\s*{_BULLET}(?:{_STAR}(?:"
    rf"[（(\[【［]\s*(?P<enclosed>[A-La-lＡ-Ｌａ-ｌ])\s*[)）\]】］]\s*[.、:：．]?"
    rf"|{_LETTER}\s?(?P<delim>[.．、:：)）。,，﹒])"
    r"|(?P<bare>[A-HＡ-Ｈ])(?=[ \t\u3000]+\S)"
    r"|(?P<han>[A-HＡ-Ｈ])(?=[\u3400-\u9fff“‘《「])"
    rf"|(?P<circled>[{CIRCLED[:10]}])[.、．]?"
    rf")|{_BOX}\s*(?P<boxed>[A-Za-z][.、)）．]\s*)?(?=\S))\s*"
)
_CLASSES = {**dict.fromkeys(".．。﹒", "dot"), "、": "list", **dict.fromkeys(")）", "round")}
_CLASSES |= {**dict.fromkeys(":：", "colon"), **dict.fromkeys(",，", "comma")}
_INNER = {
    "dot": r"[.．。﹒]",
    "list": r"、",
    "round": r"[)）]",
    "colon": r"[:：]",
    "comma": r"[,，]",
}
_MASK = re.compile(
    r"\$\$[^$]{1,2000}\$\$|\$(?=\S)[^$\n]{0,500}?(?<=\S)\$(?!\d)|\\\([^\n]{0,500}?\\\)"
    r"|`[^`\n]{1,500}`"
    r"|!?\[[^\[\]\n]{0,200}\]\([^()\n]{0,300}\)"
)


@dataclass(frozen=True, slots=True)
class Opening:
    """A label at the start of a line: which option it names and how it is written."""

    index: int | None
    """0 for A and ①; None for a box without a letter."""
    style: str
    end: int
    starred: bool = False
    lower: bool = False
    spaced: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """One option of a line: `line[start:end]`."""

    index: int | None
    start: int
    end: int
    starred: bool = False


def opening(text: str) -> Opening | None:
    """Return the option label that a line opens with, or nothing."""
    found = _START.match(text)
    if not found:
        return None
    spaced = found.end() > 0 and text[found.end() - 1].isspace()
    starred = bool(found["star"])
    if found["circled"]:
        return Opening(CIRCLED.index(found["circled"]), "circled", found.end(), starred)
    if found["box"]:
        return _boxed(found)
    letter = _latin(found["enclosed"] or found["letter"] or found["bare"] or found["han"])
    return Opening(_index(letter), _style(found), found.end(), starred, letter.islower(), spaced)


def _boxed(found: re.Match[str]) -> Opening:
    """Return the opening of an option behind a box; a filled box is the key."""
    box = found["box"]
    filled = box in "☑■●" or any(c in "*xX√✓✔" for c in box)
    index = _index(found["boxed"][0]) if found["boxed"] else None
    return Opening(index, "box" if box[0] in "[［☐☑□■" else "radio", found.end(), filled)


def _style(found: re.Match[str]) -> str:
    if found["enclosed"]:
        return "enclosed"
    if found["letter"]:
        return _CLASSES[found["delim"]]
    return "bare" if found["bare"] else "han"


def _latin(letter: str) -> str:
    return unicodedata.normalize("NFKC", letter)


def _index(letter: str) -> int:
    return ord(letter.upper()) - 65


def masked(text: str) -> str:
    """Return `text` with formulas, code and links blanked out, places kept."""
    if not any(c in text for c in "$\\`["):
        return text
    return _MASK.sub(lambda found: "\ufffc" * len(found[0]), text)


def pieces(text: str, first: Opening, limit: int | None, generous: bool) -> list[Piece]:
    """Return the options of a line that opens with `first`.

    `limit` is the option that opens the next option line; without it, labels glued to the text
    before them are believed only when `generous`.
    """
    cuts = [(first.index, 0, first.end, first.starred)]
    if first.index is not None and first.style not in ("han", "box", "radio"):
        cuts += _chain(masked(text), first, limit, generous)
    return [
        Piece(index, end, cuts[i + 1][1] if i + 1 < len(cuts) else len(text), starred)
        for i, (index, _start, end, starred) in enumerate(cuts)
    ]


_Cut = tuple[int | None, int, int, bool]


def _chain(text: str, first: Opening, limit: int | None, generous: bool) -> list[_Cut]:
    """Return the labels that follow the first one on its line, in order without a gap."""
    if first.index is None or limit == first.index + 1:
        return []
    cuts: list[_Cut] = []
    place, index = first.end, first.index + 1
    while limit is None or index < limit:
        glued = generous or limit is not None
        cut = _next_label(text, place, first, index, glued)
        if cut is None:
            break
        cuts += [*_repeated(text, place, cut[1], first, index - 1), cut]
        place, index = cut[2], index + 1
    if limit is not None and limit > first.index and index != limit:
        return [] if index + 1 != limit or not cuts or not _all_apart(text, cuts) else cuts
    return cuts + _stray(text, place, first, index - 1) if limit is None else cuts


def _repeated(text: str, place: int, end: int, first: Opening, index: int) -> list[_Cut]:
    """Return a label that is printed a second time before the next one."""
    if first.style in ("bare", "circled"):
        return []
    for start, stop, starred, _ in _labels(text[:end], place, first, index):
        if text[start - 1].isspace() and _told(text[:end], place, start, stop):
            return [(index, start, stop, starred)]
    return []


def _all_apart(text: str, cuts: list[_Cut]) -> bool:
    return all(text[start - 1].isspace() for _, start, *_ in cuts)


def _stray(text: str, place: int, first: Opening, last: int) -> list[_Cut]:
    """Return labels set apart behind the last one that repeat it or skip one, and those after."""
    if first.style in ("bare", "circled"):
        return []
    for index in (last + 2, last):
        for start, end, starred, apart in _labels(text, place, first, index):
            if apart and text[start - 1].isspace() and _told(text, place, start, end):
                rest = _chain(text, _moved(first, index, end), None, False)
                return [(index, start, end, starred), *rest]
    return []


def _moved(first: Opening, index: int, end: int) -> Opening:
    return Opening(index, first.style, end, False, first.lower, first.spaced)


def _next_label(text: str, place: int, first: Opening, index: int, glued: bool) -> _Cut | None:
    """Return the next label, one set off by a blank before one glued to what it follows."""
    found = list(_labels(text, place, first, index))
    for start, end, starred, apart in found:
        if apart and _told(text, place, start, end):
            return (index, start, end, starred)
    if glued:
        for start, end, starred, _ in found:
            if _told(text, place, start, end):
                return (index, start, end, starred)
    return None


def _told(text: str, place: int, start: int, end: int) -> bool:
    """Say whether there is text between two labels and behind the second."""
    return bool(text[place:start].strip(" \t\u3000;；,，")) and bool(text[end:].strip())


def _labels(
    text: str, place: int, first: Opening, index: int
) -> Iterator[tuple[int, int, bool, bool]]:
    for found in _label_pattern(first, index).finditer(text, place):
        start = found.start()
        apart = text[start - 1].isspace() or text[start - 1] in ";；"
        yield start, found.end(), bool(found["star"]), apart


_PATTERNS: dict[tuple[str, bool, int, bool], re.Pattern[str]] = {}


def _label_pattern(first: Opening, index: int) -> re.Pattern[str]:
    """Return the pattern of one label in the style of the first."""
    key = (first.style, first.lower, index, first.spaced)
    if key not in _PATTERNS:
        _PATTERNS[key] = re.compile(rf"(?P<star>[*√✓✔](?=\S))?(?:{_form(first, index)})\s*")
    return _PATTERNS[key]


def _form(first: Opening, index: int) -> str:
    if first.style == "circled":
        return f"{CIRCLED[index]}[.、．]?" if index < len(CIRCLED) else "(?!)"
    letter = chr((97 if first.lower else 65) + index) if index < 26 else "(?!)"
    wide = chr(ord(letter) + 0xFEE0) if len(letter) == 1 else ""
    letters = f"[{letter}{wide}]" if wide else letter
    if first.style == "enclosed":
        return rf"[（(\[【]\s*{letters}\s*[)）\]】]\s*[.、:：．]?"
    if first.style == "bare":
        return rf"(?<=\s){letters}(?=[ \t\u3000]+\S)"
    mark = _INNER[first.style]
    return rf"(?<![A-Za-z]){letters}\s?{mark}|(?<=[a-z0-9]){letters}{mark}"


_STEM_LABEL = re.compile(r"(?<![A-Za-z0-9])(?:[（(]\s*[AＡ]\s*[)）]|[AＡ]\s?[.．、:：)）])\s*")


def in_stem(text: str, limit: int | None) -> list[Piece]:
    """Return the options that stand on the line of the stem, behind it.

    A run from A is believed with three labels, with two if they lead to the next line's label.
    """
    hidden = masked(text)
    for found in _STEM_LABEL.finditer(hidden):
        if not hidden[: found.start()].strip():
            continue
        start = opening(hidden[found.start() :])
        if start is None or start.style in ("bare", "han"):
            continue
        first = Opening(0, start.style, found.end(), False, False, start.spaced)
        row = pieces(text, first, limit, generous=True)
        apart = hidden[found.start() - 1].isspace() or hidden[found.start() - 1] in "）)。？?：:_"
        if len(row) >= (3 if limit is None and not (apart and _judges(text, row)) else 2) and all(
            text[piece.start : piece.end].strip() for piece in row
        ):
            return [Piece(0, found.end(), row[0].end), *row[1:]]
    return []


def _judges(text: str, row: list[Piece]) -> bool:
    return len(row) == 2 and all(len(text[p.start : p.end].strip()) <= 5 for p in row)
