"""One Word paragraph → stretches of text as its reader sees them.

Does not number paragraphs and knows nothing of tables. What is not shown (deletions, hidden text)
is told to the `Notes`; text boxes are handed on for the body to read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from xml.etree.ElementTree import Element

from builder.formats.document.styled import Span
from builder.formats.paper.lines import Style
from builder.formats.word.fields import equation
from builder.formats.word.formula import M, latex
from builder.formats.word.looks import Look, ParagraphStyle, Styles
from builder.formats.word.package import Package, R, W
from builder.formats.word.symbols import symbol, translated

_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_V = "{urn:schemas-microsoft-com:vml}"
_CHART = (
    "{http://schemas.openxmlformats.org/drawingml/2006/chart}chart",
    "{http://schemas.openxmlformats.org/drawingml/2006/diagram}relIds",
)
_DRAWN = "{http://schemas.microsoft.com/office/word/2010/wordprocessingGroup}wgp"
_DESCRIPTION = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}docPr"
_AUTOMATIC = re.compile("自动生成|automatically generated", re.IGNORECASE)


@dataclass(slots=True)
class Notes:
    """What a document holds besides its text, by the paragraph where it stands."""

    deletions: list[int] = field(default_factory=list)
    hidden: list[tuple[int, str]] = field(default_factory=list)
    comments: list[tuple[int, str]] = field(default_factory=list)
    unshown: list[tuple[int, str]] = field(default_factory=list)
    """Pictures that no browser shows: paragraph and name."""


@dataclass(slots=True)
class _Field:
    code: str = ""
    in_result: bool = False


@dataclass(frozen=True, slots=True)
class _Piece:
    text: str
    look: Look
    verbatim: bool = False


class Paragraphs:
    """The reader of the paragraphs of one document; fields may run from one into the next."""

    def __init__(
        self, package: Package, styles: Styles, usual_colour: str, footnotes: dict[str, str]
    ) -> None:
        self.notes = Notes()
        self._package = package
        self._styles = styles
        self._usual_colour = usual_colour
        self._footnotes = footnotes
        self._fields: list[_Field] = []
        self._comments = _comments(package)
        self._style = ParagraphStyle({})
        self._number = 0
        self._boxes: list[Element] = []
        self._links = 0

    def read(
        self, element: Element, style: ParagraphStyle, number: int
    ) -> tuple[list[Span], list[Element]]:
        """Return the text of a paragraph and the text boxes that hang on it."""
        self._style, self._number, self._boxes = style, number, []
        tabs = element.iterfind(f"{W}pPr/{W}tabs/{W}tab")
        ruled = any(tab.get(f"{W}leader") == "underscore" for tab in tabs)
        pieces = list(self._inside(element))
        if ruled:
            pieces = [_Piece(p.text.replace("\t", "___"), p.look, p.verbatim) for p in pieces]
        return list(self._spans(pieces)), self._boxes

    def _spans(self, pieces: list[_Piece]) -> Iterator[Span]:
        """Turn looks into styles; what stands high or low keeps a tag, because it has a meaning."""
        for position, group in groupby(pieces, key=lambda piece: piece.look.position):
            tag = {"superscript": "sup", "subscript": "sub"}.get(position)
            inner = [Span(each.text, self._marked(each.look), each.verbatim) for each in group]
            shown = tag and "".join(span.text for span in inner).strip()
            if shown:
                yield Span(f"<{tag}>", inner[0].styles)
            yield from inner
            if shown:
                yield Span(f"</{tag}>", inner[-1].styles)

    def _marked(self, look: Look) -> frozenset[Style]:
        coloured = usual(look.colour) != self._usual_colour
        return look.styles | {"colour"} if coloured else look.styles

    def _inside(self, element: Element) -> Iterator[_Piece]:
        for child in element:
            read = _INLINE.get(child.tag)
            if read is not None:
                yield from read(self, child)

    def _linked(self, element: Element) -> Iterator[_Piece]:
        """Read a link: its blue and its line mean nothing."""
        for piece in self._inside(element):
            plain = piece.look.styles - {"underline"}
            yield _Piece(piece.text, Look(plain, "", piece.look.position), piece.verbatim)

    def _control(self, element: Element) -> Iterator[_Piece]:
        content = element.find(f"{W}sdtContent")
        if content is not None:
            yield from self._inside(content)

    def _deleted(self, element: Element) -> Iterator[_Piece]:
        if any(each.tag in (f"{W}delText", f"{W}t") and each.text for each in element.iter()):
            self.notes.deletions.append(self._number)
        yield from ()

    def _formula(self, element: Element) -> Iterator[_Piece]:
        text = latex(element)
        if text and not self._in_code():
            yield _Piece(f"${text}$", Look(), verbatim=True)

    def _alternatives(self, element: Element) -> Iterator[_Piece]:
        chosen = chosen_alternative(element)
        if chosen is not None:
            yield from (
                self._run_content(chosen, Look()) if _is_of_run(chosen) else self._inside(chosen)
            )

    def _simple_field(self, element: Element) -> Iterator[_Piece]:
        formula = equation(element.get(f"{W}instr", ""))
        if formula:
            yield _Piece(f"${formula}$", Look(), verbatim=True)
        else:
            yield from self._inside(element)

    # Runs.

    def _run(self, element: Element) -> Iterator[_Piece]:
        look = self._styles.look(self._style, element.find(f"{W}rPr"))
        if look.hidden:
            text = "".join(each.text or "" for each in element.iter(f"{W}t"))
            if text.strip():
                self.notes.hidden.append((self._number, text))
            return
        yield from self._run_content(element, look)

    def _run_content(self, element: Element, look: Look) -> Iterator[_Piece]:
        for child in element:
            read = _IN_RUN.get(child.tag)
            if read is not None and (not self._in_code() or child.tag in _FIELD_PARTS):
                yield from read(self, child, look)

    def _in_code(self) -> bool:
        return any(not each.in_result for each in self._fields)

    def _text(self, element: Element, look: Look) -> Iterator[_Piece]:
        text = (element.text or "").replace("\n", " ")
        yield _Piece(translated(look.font, text) if look.font else text, look)

    def _symbol(self, element: Element, look: Look) -> Iterator[_Piece]:
        code = element.get(f"{W}char", "")
        known = re.fullmatch("[0-9A-Fa-f]{1,5}", code)
        shown = symbol(element.get(f"{W}font", ""), int(code, 16)) if known else None
        yield _Piece(shown or f"[符号 {element.get(f'{W}font', '')} {code}]", look)

    def _field(self, element: Element, look: Look) -> Iterator[_Piece]:
        kind = element.get(f"{W}fldCharType")
        if kind == "begin":
            self._fields.append(_Field())
            checked = element.find(f"{W}ffData/{W}checkBox")
            if checked is not None:
                yield _Piece("☑" if _is_checked(checked) else "□", look)
        elif kind == "separate" and self._fields:
            self._fields[-1].in_result = True
        elif kind == "end" and self._fields:
            formula = equation(self._fields.pop().code)
            if formula and self._in_code():
                self._fields[-1].code += formula
            elif formula:
                enclosed = "\u2460" <= formula <= "\u2473"  # a ringed number is text
                yield _Piece(formula if enclosed else f"${formula}$", look, verbatim=not enclosed)

    def _code(self, element: Element, _: Look) -> Iterator[_Piece]:
        if self._fields:
            self._fields[-1].code += element.text or ""
        yield from ()

    def _footnote(self, element: Element, _: Look) -> Iterator[_Piece]:
        text = self._footnotes.get(element.tag + element.get(f"{W}id", ""), "")
        if text:
            yield _Piece(f"（注：{text}）", Look())

    def _comment(self, element: Element, _: Look) -> Iterator[_Piece]:
        text = self._comments.get(element.get(f"{W}id", ""), "")
        if text:
            self.notes.comments.append((self._number, text))
        yield from ()

    def _ruby(self, element: Element, look: Look) -> Iterator[_Piece]:
        """Return the base with its reading in brackets; whether that is noise is decided later."""
        base = "".join(each.text or "" for each in element.iterfind(f"{W}rubyBase//{W}t"))
        reading = "".join(each.text or "" for each in element.iterfind(f"{W}rt//{W}t"))
        yield _Piece(f"{base}({reading})" if reading.strip() else base, look)

    def _alternatives_in_run(self, element: Element, look: Look) -> Iterator[_Piece]:
        chosen = chosen_alternative(element)
        if chosen is not None:
            yield from self._run_content(chosen, look)

    # Pictures.

    def _drawing(self, element: Element, _: Look) -> Iterator[_Piece]:
        described = next(element.iter(_DESCRIPTION), None)
        words = "" if described is None else described.get("descr", "")
        boxes = len(self._boxes)
        pictures = list(self._pictures(element, words))
        yield from (_Piece(picture, Look(), verbatim=True) for picture in pictures)
        if (
            not pictures
            and len(self._boxes) == boxes
            and next(element.iter(_DRAWN), None) is not None
        ):
            yield _Piece("[图片]", Look(), verbatim=True)

    def _pictures(self, element: Element, words: str) -> Iterator[str]:
        """Yield the pictures inside a drawing; its text boxes are kept for later."""
        if element.tag == f"{W}txbxContent":
            self._boxes.append(element)
        elif element.tag == f"{_MC}AlternateContent":
            chosen = chosen_alternative(element)
            if chosen is not None:
                yield from self._pictures(chosen, words)
        elif element.tag in _CHART:
            yield "[图片]"
        elif element.tag == f"{_V}textpath":  # WordArt
            yield element.get("string", "")
        else:
            identifier = _picture_reference(element)
            if identifier:
                yield self._picture(identifier, words or element.get("alt", ""))
            for child in element:
                yield from self._pictures(child, words)

    def _picture(self, identifier: str, words: str) -> str:
        name = self._package.picture(identifier)
        if name.lower().endswith((".wmf", ".emf", ".tif", ".tiff")):
            self.notes.unshown.append((self._number, name))
        words = (
            "" if _AUTOMATIC.search(words) else " ".join(re.sub(r"[\[\]\\]", " ", words).split())
        )
        return f"![{words}]({name})"


def usual(colour: str) -> str:
    """Return a colour as "" if nobody would see it: dark greys of ink, near-white of paper."""
    if not re.fullmatch("[0-9A-F]{6}", colour):
        return colour
    channels = [int(colour[at : at + 2], 16) for at in (0, 2, 4)]
    dark = max(channels) <= 0x60 and max(channels) - min(channels) <= 0x18
    return "" if dark or min(channels) >= 0xF0 else colour


def chosen_alternative(element: Element) -> Element | None:
    """Return the content of an `mc:AlternateContent` that is shown: choice, else fallback."""
    choice = element.find(f"{_MC}Choice")
    fallback = element.find(f"{_MC}Fallback")
    return choice if choice is not None and (len(choice) or fallback is None) else fallback


def _is_of_run(element: Element) -> bool:
    return any(child.tag in _IN_RUN and child.tag not in _INLINE for child in element)


def _is_checked(box: Element) -> bool:
    for name in ("checked", "default"):
        found = box.find(W + name)
        if found is not None:
            return found.get(f"{W}val", "1") not in ("0", "false", "off")
    return False


def _picture_reference(element: Element) -> str:
    if element.tag == f"{_A}blip":
        return element.get(f"{R}embed") or element.get(f"{R}link") or ""
    return element.get(f"{R}id", "") if element.tag == f"{_V}imagedata" else ""


def plain_text(element: Element) -> str:
    """Return the bare text of a note or a header, its paragraphs parted by a space."""
    paragraphs = (
        "".join(each.text or "" for each in paragraph.iter(f"{W}t"))
        for paragraph in element.iter(f"{W}p")
    )
    return " ".join(" ".join(paragraphs).split())


def _comments(package: Package) -> dict[str, str]:
    return {
        each.get(f"{W}id", ""): plain_text(each)
        for part in package.related("comments")
        for each in part.iter(f"{W}comment")
    }


def _space(text: str) -> Callable[[Paragraphs, Element, Look], Iterator[_Piece]]:
    def piece(_: Paragraphs, __: Element, look: Look) -> Iterator[_Piece]:
        yield _Piece(text, look)

    return piece


_INLINE: dict[str, Callable[[Paragraphs, Element], Iterator[_Piece]]] = {
    f"{W}r": Paragraphs._run,
    f"{W}hyperlink": Paragraphs._linked,
    f"{W}smartTag": Paragraphs._inside,
    f"{W}customXml": Paragraphs._inside,
    f"{W}ins": Paragraphs._inside,
    f"{W}moveTo": Paragraphs._inside,
    f"{W}dir": Paragraphs._inside,
    f"{W}bdo": Paragraphs._inside,
    f"{W}sdt": Paragraphs._control,
    f"{W}fldSimple": Paragraphs._simple_field,
    f"{W}del": Paragraphs._deleted,
    f"{W}moveFrom": Paragraphs._deleted,
    f"{M}oMath": Paragraphs._formula,
    f"{M}oMathPara": Paragraphs._formula,
    f"{_MC}AlternateContent": Paragraphs._alternatives,
}
"""What stands in a paragraph. Bookmarks, proofing marks and the like are not here."""

_FIELD_PARTS = frozenset((f"{W}fldChar", f"{W}instrText"))
_IN_RUN: dict[str, Callable[[Paragraphs, Element, Look], Iterator[_Piece]]] = {
    f"{W}t": Paragraphs._text,
    f"{W}tab": _space("\t"),
    f"{W}ptab": _space("\t"),
    f"{W}br": _space("\n"),
    f"{W}cr": _space("\n"),
    f"{W}noBreakHyphen": _space("-"),
    f"{W}sym": Paragraphs._symbol,
    f"{W}fldChar": Paragraphs._field,
    f"{W}instrText": Paragraphs._code,
    f"{W}footnoteReference": Paragraphs._footnote,
    f"{W}endnoteReference": Paragraphs._footnote,
    f"{W}commentReference": Paragraphs._comment,
    f"{W}ruby": Paragraphs._ruby,
    f"{W}drawing": Paragraphs._drawing,
    f"{W}pict": Paragraphs._drawing,
    f"{W}object": Paragraphs._drawing,
    f"{_MC}AlternateContent": Paragraphs._alternatives_in_run,
}
"""What stands in a run. A soft hyphen shows nothing and is not here."""
