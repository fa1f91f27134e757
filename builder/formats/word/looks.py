"""How a run of Word text looks: styles, inheritance and direct formatting, boiled down.

ECMA-376 part 1, 17.7. Keeps what can mean something in an exam: bold, colour, a line below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from builder.formats.paper.lines import Style

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_OFF = ("0", "false", "off", "none")
_INKS = ("auto", "000000", "")
_PAPERS = ("auto", "FFFFFF", "", "NIL")
_MAX_CHAIN = 20

Properties = dict[str, str]


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a run; `colour` is its ink or shade, "" for the default."""

    styles: frozenset[Style] = frozenset()
    colour: str = ""
    position: str = ""
    hidden: bool = False
    font: str = ""


@dataclass(frozen=True, slots=True)
class ParagraphStyle:
    """What a paragraph inherits. `number` is the list it is in, `level` its place there."""

    properties: Properties
    number: str | None = None
    level: int | None = None
    heading: int = 0


class Styles:
    """The styles of one document."""

    def __init__(self, root: Element | None) -> None:
        self._elements: dict[str, Element] = {}
        self._defaults: Properties = {}
        self._default_paragraph: str | None = None
        self._paragraphs: dict[str | None, ParagraphStyle] = {}
        self._runs: dict[str, Properties] = {}
        if root is not None:
            self._load(root)

    def _load(self, root: Element) -> None:
        for each in root.iter(f"{W}style"):
            name = each.get(f"{W}styleId", "")
            self._elements[name] = each
            if each.get(f"{W}type") == "paragraph" and each.get(f"{W}default") in ("1", "true"):
                self._default_paragraph = name
        defaults = root.find(f"{W}docDefaults/{W}rPrDefault/{W}rPr")
        self._defaults = run_properties(defaults)

    def paragraph(self, name: str | None) -> ParagraphStyle:
        """Return what a paragraph of the style `name` inherits; unknown styles are the default."""
        if name not in self._elements:
            name = self._default_paragraph
        if name not in self._paragraphs:
            self._paragraphs[name] = self._paragraph(name)
        return self._paragraphs[name]

    def _paragraph(self, name: str | None) -> ParagraphStyle:
        properties, number, level, heading = dict(self._defaults), None, None, 0
        for style in reversed(list(self._chain(name))):
            properties |= run_properties(style.find(f"{W}rPr"))
            numbering = style.find(f"{W}pPr/{W}numPr")
            if numbering is not None:
                number = value(numbering, "numId") or number
                own = value(numbering, "ilvl")
                level = int(own) if own and own.isdecimal() else level
            heading = _heading(style) or heading
        return ParagraphStyle(properties, number, level, heading)

    def _chain(self, name: str | None) -> Iterator[Element]:
        """Yield a style and what it is based on; a circle is cut."""
        for _ in range(_MAX_CHAIN):
            style = self._elements.get(name or "")
            if style is None:
                return
            yield style
            name = value(style, "basedOn")

    def look(self, paragraph: ParagraphStyle, run: Element | None) -> Look:
        """Return the look of a run with the properties `run` in such a paragraph."""
        if run is None or not len(run):
            return _look(paragraph.properties)
        name = value(run, "rStyle")
        inherited = self._run(name) if name else {}
        return _look(paragraph.properties | inherited | run_properties(run))

    def _run(self, name: str) -> Properties:
        if name not in self._runs:
            self._runs[name] = {}
            for style in reversed(list(self._chain(name))):
                self._runs[name] |= run_properties(style.find(f"{W}rPr"))
        return self._runs[name]


def value(element: Element, name: str) -> str | None:
    """Return the value of the child `name`, or None."""
    found = element.find(W + name)
    return None if found is None else found.get(f"{W}val")


def _heading(style: Element) -> int:
    outline = style.find(f"{W}pPr/{W}outlineLvl")
    level = "" if outline is None else outline.get(f"{W}val", "")
    if level.isdecimal():
        return int(level) + 1 if int(level) < 9 else 0
    named = re.fullmatch(r"(?:heading|标题|標題)\s*([1-9])", (value(style, "name") or "").lower())
    return int(named[1]) if named else int((value(style, "name") or "").lower() == "title")


def run_properties(element: Element | None) -> Properties:
    """Return those properties of a `w:rPr` that make a difference to us, as plain words."""
    found: Properties = {}
    for each in element if element is not None else ():
        name = each.tag.removeprefix(W)
        if name in _READERS:
            found[name] = _READERS[name](each)
    return found


def _switch(element: Element) -> str:
    return "" if element.get(f"{W}val", "1") in _OFF else "1"


def _word(element: Element) -> str:
    given = element.get(f"{W}val", "")
    return "" if given in ("none", "baseline") else given


def _ink(element: Element) -> str:
    theme = element.get(f"{W}themeColor", "")
    ink = element.get(f"{W}val", "")
    if theme in ("text1", "dark1", "tx1", "dk1") or ink.lower() in _INKS:
        return ""
    return ink.upper()


def _shade(element: Element) -> str:
    fill = element.get(f"{W}fill", "").upper()
    return "" if fill.lower() == "auto" or fill in _PAPERS else fill


def _font(element: Element) -> str:
    return next(
        (element.get(W + name, "") for name in ("ascii", "hAnsi") if element.get(W + name)), ""
    )


_READERS = {
    "b": _switch,
    "i": _switch,
    "vanish": _switch,
    "specVanish": _switch,
    "webHidden": lambda _: "",
    "u": _word,
    "em": _word,
    "highlight": _word,
    "vertAlign": _word,
    "color": _ink,
    "shd": _shade,
    "rFonts": _font,
}


def _look(properties: Properties) -> Look:
    given = properties.get
    styles: dict[Style, bool] = {
        "bold": bool(given("b") or given("em")),
        "italic": bool(given("i")),
        "underline": bool(given("u")),
        "highlight": bool(given("highlight")) and given("highlight") != "white",
    }
    return Look(
        frozenset(style for style, there in styles.items() if there),
        given("color", "") or given("shd", ""),
        given("vertAlign", ""),
        bool(given("vanish")),
        given("rFonts", ""),
    )
