"""HTML saved as text, whole pages and fragments → source lines; nothing else of it is kept.

A text is read as HTML only when it is made of HTML: in a paper about web pages a tag is text.
"""

from __future__ import annotations

import base64
import binascii
import posixpath
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from builder.decoding import Decoded
from builder.draft import Doubt, Draft
from builder.formats.document.html_tokens import tokens
from builder.formats.document.list_numerals import numeral
from builder.formats.document.running_text import RunningText, as_paper
from builder.formats.document.styled import Span, lines
from builder.formats.document.tables import Cell, Row, table_lines
from builder.formats.paper.lines import SourceLine, Style
from builder.formats.paper.noise import KINDS

_BLOCK_NAMES = (
    "address article aside blockquote body center dd details div dl dt fieldset figcaption figure"
    " footer form h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol option p pre section"
    " summary table tbody td tfoot th thead tr ul"
)
_INLINE_NAMES = (
    "a abbr b big br button cite code del dfn em font i img input ins kbd label mark math q s"
    " select small span strike strong sub sup svg textarea tt u var"
)
_VOID_NAMES = "area base br col embed hr img input link meta param source track wbr"
_BLOCKS = frozenset(_BLOCK_NAMES.split())
_INLINE = frozenset(_INLINE_NAMES.split())
_UNSEEN = frozenset(
    ("script", "style", "head", "template", "noscript", "title", "object", "iframe")
)
_VOID = frozenset(_VOID_NAMES.split())
_FLOWING = frozenset(("p", "li", "td", "th", "h1", "h2", "h3", "h4", "h5", "h6", "dt", "dd"))
"""Elements in which a line end of the source is a mere space."""

_STYLES: dict[str, Style] = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "mark": "highlight",
}
_KEPT = frozenset(("sub", "sup"))
_MAX_DEPTH = 200

_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9]{0,15})(?=[\s/>])[^<>]{0,2000}>")
_WHOLE = re.compile(
    r"\s*(?:<!--.{0,2000}?-->\s*)?<(?:!doctype\s+html|html|body|head)\b", re.I | re.S
)
_BREAK = re.compile(r"<br\s*/?>\s*$", re.IGNORECASE)
_HAN = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f"
_SPACE_IN_HAN = re.compile(f"(?<=[{_HAN}])[ ]*\n[ \n]*(?=[{_HAN}])")


class Page(NamedTuple):
    """What a page shows: lines, pictures embedded in it, and texts that it hides."""

    lines: tuple[SourceLine, ...]
    files: dict[str, bytes]
    hidden: tuple[tuple[int, str], ...]
    first_tag: int


def recognises(text: str) -> bool:
    """Tell a text that is made of HTML: nearly all of it stands in elements HTML knows."""
    if _WHOLE.match(text):
        return True
    sample = text[:200_000]
    tags = [match[1].lower() for match in _TAG.finditer(sample)]
    known = sum(tag in _BLOCKS or tag in _INLINE for tag in tags)
    if not known or known < len(tags) * 0.9:
        return False
    rows = [line for line in sample.split("\n") if line.strip()]
    if sum(bool(_BREAK.search(row)) for row in rows) >= max(2, len(rows) * 0.6):
        return True
    if not any(tag in _BLOCKS for tag in tags):
        return False
    return _outside(sample) <= len(_TAG.sub("", sample).strip()) * 0.1


def _outside(text: str) -> int:
    """Return how much of a text stands in no element."""
    depth = outside = at = 0
    for match in _TAG.finditer(text):
        if depth == 0:
            outside += len(text[at : match.start()].strip())
        name = match[1].lower()
        if name not in _VOID:
            depth = max(0, depth + (-1 if match[0].startswith("</") else 1))
        at = match.end()
    return outside + (len(text[at:].strip()) if depth == 0 else 0)


def read(decoded: Decoded, repair: Iterable[str] = KINDS) -> Draft:
    """Return the paper that a text made of HTML holds; `repair` names the noise to leave out."""
    found = page(decoded.text)
    doubts = (
        Doubt(found.first_tag, "html-stripped", "warning", "HTML markup was removed"),
        *(
            Doubt(line, "noise-removed", "warning", "a text that the page hides was left out")
            for line, _ in found.hidden[:1]
        ),
    )
    return as_paper(RunningText(found.lines, doubts, found.hidden, found.files), repair)


def plain(text: str) -> str:
    """Return a field that is HTML as the text it shows, paragraphs as lines."""
    shown = (_emphasised(line).strip() for line in page(text).lines)
    return "\n".join(line for line in shown if line)


def _emphasised(line: SourceLine) -> str:
    """Return a line with stars around bold and italic parts; around all of it they are styling."""
    text = line.text
    signs: list[tuple[int, str]] = []
    for mark in line.marks:
        sign = {"bold": "**", "italic": "*"}.get(mark.style)
        part = text[mark.start : mark.end]
        if sign and part.strip() and part.strip() != text.strip():
            signs.append((mark.start + len(part) - len(part.lstrip()), sign))
            signs.append((mark.start + len(part.rstrip()), sign))
    for at, sign in sorted(signs, reverse=True):
        text = text[:at] + sign + text[at:]
    return text


def page(text: str) -> Page:
    """Return what the HTML `text` shows."""
    parser = _Parser()
    parser.read(text)
    first = _TAG.search(text)
    first_tag = text.count("\n", 0, first.start()) + 1 if first else 1
    return Page(tuple(parser.found), parser.files, tuple(parser.hidden), first_tag)


def picture_name(source: str) -> str:
    """Return the file's name that a picture is shown under."""
    name = posixpath.basename(unquote(urlsplit(source).path)) if _is_address(source) else ""
    return re.sub(r"[^\w.-]+", "-", name).strip("-") or "image"


def _is_address(source: str) -> bool:
    try:
        urlsplit(source)
    except ValueError:
        return False
    return True


@dataclass(slots=True)
class _Open:
    """An element that is open, and what it adds to the look of the text in it."""

    tag: str
    styles: frozenset[Style]
    unseen: bool = False
    count: int = 1
    kind: str = ""


@dataclass(slots=True)
class _Table:
    outer: list[SourceLine]
    rows: list[Row] = field(default_factory=list)


class _Parser:
    """Turns tags into lines as they come; `found` is where finished lines go."""

    def __init__(self) -> None:
        self.found: list[SourceLine] = []
        self.files: dict[str, bytes] = {}
        self.hidden: list[tuple[int, str]] = []
        self._open: list[_Open] = []
        self._spans: list[Span] = []
        self._line = self._place = 1
        self._tables: list[_Table] = []
        self._label = ""
        self._formula: str | None = None

    # Elements.

    def read(self, text: str) -> None:
        """Take a whole text."""
        for kind, line, said, given in tokens(text):
            self._place = line
            if kind == "text":
                self._take(said)
            elif kind == "open":
                self._start(said, given)
            else:
                self._end(said)
        self._close_all()

    def _start(self, tag: str, given: dict[str, str]) -> None:
        if tag in _BLOCKS:
            self._end_line()
            self._close_implied(tag)
        if tag in _SINGLE:
            if not self._is_unseen():
                _SINGLE[tag](self, given)
            return
        if tag in _VOID or len(self._open) >= _MAX_DEPTH:
            return
        outer = self._open[-1] if self._open else _Open("", frozenset())
        unseen = outer.unseen or tag in _UNSEEN or _is_hidden(given)
        entry = _Open(tag, _looks(tag, given, outer.styles), unseen)
        if tag == "math" and not unseen:
            self._formula = ""
        self._open.append(entry)
        if not unseen:
            self._begin(entry, given)

    def _end(self, tag: str) -> None:
        """Close the nearest open element of that name, and what is open in it."""
        at = next(
            (at for at in reversed(range(len(self._open))) if self._open[at].tag == tag), None
        )
        if at is None:
            if tag == "p":
                self._end_line()
            return
        for entry in reversed(self._open[at:]):
            if not entry.unseen:
                self._finish(entry)
        del self._open[at:]

    def _close_implied(self, tag: str) -> None:
        """Close what HTML lets authors leave open: a paragraph, a list item, a cell."""
        ends = {
            "li": "li",
            "td": "td th",
            "th": "td th",
            "tr": "td th tr",
            "dt": "dt dd",
            "dd": "dt dd",
        }
        for open_tag in (*ends.get(tag, "").split(), "p"):
            stop = {"li": ("ol", "ul"), "p": ("td", "li", "div", "table")}.get(open_tag, ("table",))
            for entry in reversed(self._open):
                if entry.tag in stop:
                    break
                if entry.tag == open_tag:
                    self._end(open_tag)
                    break

    def _begin(self, entry: _Open, given: dict[str, str]) -> None:
        tag = entry.tag
        if tag == "table":
            self._tables.append(_Table(self.found))
            self.found = []
        elif tag == "tr" and self._tables:
            self._tables[-1].rows.append([])
        elif tag == "ol":
            entry.kind = given.get("type", "1")
            start = given.get("start", "1")
            entry.count = int(start) if re.fullmatch(r"\d{1,5}", start) else 1
        elif tag == "li":
            self._label = self._next_label(given.get("value", ""))
        elif tag in _KEPT:
            self._add(f"<{tag}>", entry.styles)

    def _next_label(self, number: str) -> str:
        above = next((each for each in reversed(self._open) if each.tag in ("ol", "ul")), None)
        if above is None or above.tag == "ul":
            return ""
        if re.fullmatch(r"\d{1,5}", number):
            above.count = int(number)
        formats = {"A": "upperLetter", "a": "lowerLetter", "I": "upperRoman", "i": "lowerRoman"}
        label = numeral(above.count, formats.get(above.kind, "decimal"))
        above.count += 1
        return f"{label}. "

    def _finish(self, entry: _Open) -> None:
        tag = entry.tag
        if tag in _KEPT:
            self._add(f"</{tag}>", entry.styles)
        if tag in _BLOCKS:
            self._end_line(int(tag[1]) if re.fullmatch("h[1-6]", tag) else 0, tag == "pre")
        if tag in ("td", "th") and self._tables:
            table = self._tables[-1]
            if not table.rows:
                table.rows.append([])
            table.rows[-1].append(self._cell())
        elif tag == "table" and self._tables:
            table = self._tables.pop()
            stray, self.found = self.found, table.outer
            self.found += [*stray, *table_lines(table.rows)]
        elif tag == "math" and self._formula is not None:
            if self._formula.strip():
                self._add(f"${self._formula.strip()}$", frozenset(), verbatim=True)
            self._formula = None

    def _cell(self) -> Cell:
        cell, self.found = [line for line in self.found if line.text.strip()], []
        return cell or [SourceLine(self._place, "")]

    # Text.

    def _take(self, data: str) -> None:
        """Take text as a browser shows it."""
        if self._is_unseen():
            self._note_hidden(data)
            return
        if self._formula is not None:
            self._formula_data(data)
            return
        styles = self._open[-1].styles if self._open else frozenset()
        tags = {entry.tag for entry in self._open}
        if "pre" in tags or "textarea" in tags:
            self._add(data, styles)
        elif tags & _FLOWING:
            text = _SPACE_IN_HAN.sub("", data)
            self._add(re.sub(r"[ \t\n\r\f]+", " ", text), styles)
        else:
            self._add_lines(data, styles)

    def _add_lines(self, data: str, styles: frozenset[Style]) -> None:
        """Take text outside paragraphs, where the line ends of a text file still are line ends."""
        first, *others = data.split("\n")
        line = self._place
        self._add(re.sub(r"[ \t\r\f]+", " ", first), styles, at=line)
        for offset, part in enumerate(others, 1):
            self._end_line()
            self._add(re.sub(r"[ \t\r\f]+", " ", part).lstrip(" "), styles, at=line + offset)

    def _formula_data(self, data: str) -> None:
        if any(entry.tag == "annotation" for entry in self._open):
            self._formula = data
        elif self._open and self._open[-1].tag in ("mi", "mn", "mo", "mtext"):
            self._formula = (self._formula or "") + data.strip()

    def _note_hidden(self, data: str) -> None:
        tags = {entry.tag for entry in self._open}
        if data.strip() and not tags & (_UNSEEN - {"title"}):
            self.hidden.append((self._place, " ".join(data.split())))

    def _is_unseen(self) -> bool:
        return bool(self._open) and self._open[-1].unseen

    def _add(
        self, text: str, styles: frozenset[Style], verbatim: bool = False, at: int = 0
    ) -> None:
        if not text:
            return
        if not self._spans or not any(span.text.strip() for span in self._spans):
            self._line = at or self._place
            blank_line_ends = len(text) - len(text.lstrip("\n"))
            self._line += blank_line_ends if not at else 0
            if "\n" not in text:
                text = text.lstrip(" ")
            if self._label and text.strip():
                self._spans.append(Span(self._label))
                self._label = ""
        if text:
            self._spans.append(Span(text, styles, verbatim))

    def _end_line(self, heading: int = 0, code: bool = False) -> None:
        if any(span.text.strip() or "underline" in span.styles for span in self._spans):
            self.found += lines(self._spans, self._line, heading, code)
        self._spans = []

    def _break(self, _: dict[str, str]) -> None:
        self._end_line()

    def _picture(self, given: dict[str, str]) -> None:
        source = given.get("src") or given.get("data-src", "")
        embedded = re.match(r"data:image/([a-z+]{2,10});base64,", source[:40])
        if embedded:
            name = f"image-{len(self.files) + 1}.{embedded[1].replace('jpeg', 'jpg').split('+')[0]}"
            try:
                self.files[name] = base64.b64decode(source[embedded.end() :])
            except (binascii.Error, ValueError):
                name = "image"
        else:
            name = picture_name(source)
        words = " ".join(re.sub(r"[\[\]\\]", " ", given.get("alt", "")).split())
        self._add(f"![{words}]({name})", frozenset(), verbatim=True)

    def _close_all(self) -> None:
        """Close what is still open at the end of the text."""
        for entry in list(reversed(self._open)):
            if not entry.unseen:
                self._finish(entry)
        self._open = []
        self._end_line()


_SINGLE: dict[str, Callable[[_Parser, dict[str, str]], None]] = {
    "br": _Parser._break,
    "img": _Parser._picture,
}


def _is_hidden(given: dict[str, str]) -> bool:
    style = re.sub(r"\s", "", given.get("style", "")).lower()
    return (
        "hidden" in given
        or "display:none" in style
        or "visibility:hidden" in style
        or given.get("aria-hidden") == "true"
    )


def _looks(tag: str, given: dict[str, str], outer: frozenset[Style]) -> frozenset[Style]:
    """Return the styles of text in an element, from its name, attributes and inline CSS."""
    found = set(outer)
    if tag in _STYLES:
        found.add(_STYLES[tag])
    if tag == "a":
        found.discard("underline")
    css = _declarations(given.get("style", ""))
    ink = css.get("color") or (given.get("color", "").lower() if tag == "font" else "")
    if ink:
        found = found - {"colour"} if _is_black(ink) else found | {"colour"}
    if re.match(r"bold|[6-9]00", css.get("font-weight", "")):
        found.add("bold")
    elif css.get("font-weight") in ("normal", "400"):
        found.discard("bold")
    if "underline" in css.get("text-decoration", "") or "underline" in css.get(
        "text-decoration-line", ""
    ):
        found.add("underline")
    if _is_shade(css.get("background-color") or css.get("background", "")):
        found.add("highlight")
    return frozenset(found)


def _declarations(style: str) -> dict[str, str]:
    """Return inline CSS as names and values."""
    parts = (part.partition(":") for part in style.lower().split(";"))
    return {name.strip(): value.strip() for name, colon, value in parts if colon}


def _is_black(colour: str) -> bool:
    """Tell inks that nobody takes for a mark: black, dark grey, the page's own."""
    if colour in (
        "black",
        "inherit",
        "initial",
        "currentcolor",
        "windowtext",
        "#000",
        "#333",
        "auto",
    ):
        return True
    channels = _channels(colour)
    return channels is not None and max(channels) <= 0x60 and max(channels) - min(channels) <= 0x18


def _is_shade(colour: str) -> bool:
    if not colour or colour.split()[0] in (
        "none",
        "transparent",
        "inherit",
        "initial",
        "white",
        "#fff",
    ):
        return False
    channels = _channels(colour)
    return channels is None or min(channels) < 0xF0


def _channels(colour: str) -> list[int] | None:
    if found := re.match(r"#([0-9a-f]{6})\b", colour):
        return [int(found[1][at : at + 2], 16) for at in (0, 2, 4)]
    if found := re.match(r"#([0-9a-f]{3})\b", colour):
        return [int(digit * 2, 16) for digit in found[1]]
    if found := re.match(r"rgba?\((\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})", colour):
        return [int(part) for part in found.groups()]
    return None
