"""Rendered Markdown → paragraphs, tables and pictures of a Word file. Knows no question."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from urllib.parse import unquote, urlsplit
from xml.etree.ElementTree import Element
from xml.sax.saxutils import escape, quoteattr

from builder import pictures
from builder.engine import DOTS
from builder.formats.docx.blocks import INDENT, Block, Paragraph, Table
from builder.formats.docx.drawings import as_png
from builder.formats.docx.omml import omml
from builder.formats.docx.package import Parts, size
from builder.formats.docx.tables import widths
from builder.formats.docx.tree import parsed
from builder.model import BLANK, ROOT

_INLINE = frozenset(("em", "strong", "s", "del", "code", "a", "img", "br", "span", "math"))
_LOOKS = {
    "code": '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas"/>',
    "strong": "<w:b/>",
    "th": "<w:b/>",
    "heading": "<w:b/>",
    "em": "<w:i/>",
    "s": "<w:strike/>",
    "del": "<w:strike/>",
    "small": '<w:sz w:val="12"/>',
}
"""How a run looks, in the order that Word wants."""
_DISPLAY = "\0"
"""Stands around a formula of its own in runs; no author can write it."""
_BREAK = "<w:r><w:br/></w:r>"
_MANY = 12
"""So many columns have text of the usual size."""
_WIDEST = 5_400_000
"""The width of the widest picture, in English Metric Units: 150 mm."""
_VECTOR = (
    '<a:extLst><a:ext uri="{{96DAC541-7B7A-43D3-8B79-37D633B846F1}}"><asvg:svgBlip '
    'xmlns:asvg="http://schemas.microsoft.com/office/drawing/2016/SVG/main" r:embed="{}"/>'
    "</a:ext></a:extLst>"
)
"""A drawing that stands before the picture of it, by its id ([MS-ODRAWXML] 2.3.4)."""
_DATA = re.compile(r"data:image/(\w+);base64,(.*)", re.DOTALL)


def text(said: str, looks: Sequence[str] = ()) -> str:
    """Return a run of text; a BLANK in it is a rule to write on."""
    properties = "".join(own for each, own in _LOOKS.items() if each in looks)
    inside = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    pieces = [
        f'<w:r>{inside}<w:t xml:space="preserve">{escape(piece)}</w:t></w:r>' if piece else ""
        for piece in said.split(BLANK)
    ]
    return rule().join(pieces)


def rule(width: int = 9) -> str:
    """Return a rule to write on, so many characters wide.

    Underlined spaces look the same, and are not seen at the end of a line.
    """
    return f"<w:r><w:t>{'_' * width}</w:t></w:r>"


class Content:
    """Sets rendered Markdown; what Word cannot show is told to `lost`."""

    def __init__(
        self,
        parts: Parts,
        file: Callable[[str], bytes],
        lost: Callable[[str], None],
        edge: int = 9638,
    ) -> None:
        """Make it for text that is `edge` wide, in twentieths of a point; A4 if left out."""
        self.parts = parts
        self.lost = lost
        self._file = file
        self._edge = edge
        self._drawings = 0

    def blocks(self, html: str, style: str = "Body") -> list[Block]:
        """Return the blocks of rendered Markdown; text without a block is one paragraph."""
        body = parsed(html)
        if (body.text or "").strip() or any(child.tag in _INLINE for child in body):
            if (
                len(body) == 1
                and body[0].get("display") == "block"
                and not (body.text or "").strip()
            ):
                return [self._formula(body[0], style)]
            return list(self._paragraphs(body, (), style))
        return list(self._blocks(body, style, 0))

    def inline(self, html: str) -> str:
        """Return the runs of rendered Markdown of one line."""
        return self._runs(parsed(html), ()).replace(_DISPLAY, "")

    def _paragraphs(
        self, element: Element, looks: tuple[str, ...], style: str
    ) -> Iterator[Paragraph]:
        """Yield a paragraph as one, or as several around formulas of their own."""
        pieces = self._runs(element, looks).split(_DISPLAY)
        yield from (Paragraph(piece, style) for piece in pieces if piece or len(pieces) == 1)

    def _blocks(self, parent: Element, style: str, level: int) -> Iterator[Block]:
        for child in parent:
            yield from self._block(child, style, level)

    def _block(self, element: Element, style: str, level: int) -> Iterator[Block]:
        match element.tag:
            case "p":
                looks = ("heading",) if element.get("class") == "heading" else ()
                yield from self._paragraphs(element, looks, style)
            case "ul" | "ol":
                kind = "bullets" if element.tag == "ul" else "numbers"
                own = self.parts.list_of(kind)
                for item in element:
                    yield from self._item(item, style, (own, min(level, 2)))
            case "table":
                yield self._table(element)
            case "pre":
                yield Paragraph(self._runs(element, ("pre",)).removesuffix(_BREAK), "Code")
            case "blockquote":
                yield from self._blocks(element, "Quote", level)
            case "hr":
                yield Paragraph("", "Line")
            case "math":
                yield self._formula(element, style)
            case _:
                yield Paragraph(self._runs(element, ()), style)

    def _item(self, item: Element, style: str, number: tuple[int, int]) -> Iterator[Block]:
        """Yield a list item: one line or blocks, of which the first is numbered."""
        if (item.text or "").strip() or any(child.tag in _INLINE for child in item):
            lists = [child for child in item if child.tag in ("ul", "ol")]
            runs = self._runs(item, (), skip=lists).replace(_DISPLAY, "")
            yield Paragraph(runs, style, number)
            for each in lists:
                yield from self._block(each, style, number[1] + 1)
            return
        first, *rest = list(self._blocks(item, style, number[1] + 1)) or [Paragraph("", style)]
        yield replace(first, number=number) if isinstance(first, Paragraph) else first
        yield from rest

    def _formula(self, math: Element, style: str) -> Paragraph:
        return Paragraph(f"<m:oMathPara>{omml(math)}</m:oMathPara>", style)

    def _table(self, element: Element) -> Table:
        found = [
            row for part in element for row in (part if part.tag in ("thead", "tbody") else (part,))
        ]
        narrow = max(map(len, found), default=0) > _MANY
        small = ("small",) if narrow else ()
        rows = tuple(tuple((self._cell(cell, small),) for cell in row) for row in found)
        head = sum(len(part) for part in element if part.tag == "thead")
        room = self._edge - INDENT
        return Table(rows, widths(found, room), room, head, narrow=narrow)

    def _cell(self, cell: Element, looks: tuple[str, ...]) -> Paragraph:
        runs = self._runs(cell, ("th", *looks) if cell.tag == "th" else looks)
        return Paragraph(runs.replace(_DISPLAY, ""), "Normal", align=cell.get("class", ""))

    # Runs

    def _runs(self, element: Element, looks: tuple[str, ...], skip: Iterable[Element] = ()) -> str:
        said = [self._text(element.text, looks)]
        left_out = list(skip)
        for child in element:
            if child not in left_out:
                said.append(self._inline(child, looks))
            said.append(self._text(child.tail, looks))
        return "".join(said)

    def _text(self, said: str | None, looks: tuple[str, ...]) -> str:
        if not said:
            return ""
        if "pre" in looks:
            plain = [look for look in looks if look not in ("pre", "code")]
            return _BREAK.join(text(line, plain) for line in said.split("\n"))
        return text(re.sub(r"\s*\n\s*", " ", said), looks)

    def _inline(self, element: Element, looks: tuple[str, ...]) -> str:
        match element.tag:
            case "br":
                return _BREAK
            case "math" if element.get("display") == "block":
                return f"{_DISPLAY}<m:oMathPara>{omml(element)}</m:oMathPara>{_DISPLAY}"
            case "math":
                return omml(element)
            case "img":
                return self._picture(element)
            case "a":
                return self._link(element, looks)
            case tag if tag in _LOOKS:
                return self._runs(element, (*looks, tag))
            case _:
                return self._runs(element, looks)

    def _link(self, element: Element, looks: tuple[str, ...]) -> str:
        """Return a link; one to a file of the site leads nowhere from here."""
        target, inside = element.get("href", ""), self._runs(element, looks)
        if not urlsplit(target).scheme:
            return inside
        own = self.parts.relation("hyperlink", target, outside=True)
        title = element.get("title")
        told = f" w:tooltip={quoteattr(title)}" if title else ""
        return f'<w:hyperlink r:id="{own}"{told}>{inside}</w:hyperlink>'

    def _picture(self, element: Element) -> str:
        source, spoken = element.get("src", ""), element.get("alt", "")
        if data := _DATA.match(source):
            name, content = f"picture.{data[1]}", base64.b64decode(unquote(data[2]))
        else:
            name = unquote(urlsplit(source.removeprefix(ROOT)).path)
            content = self._file(name)
        own, pixels, vector = self.parts.picture(name, content), size(content), ""
        if own is None and (drawn := as_png(name, content)):
            own = self.parts.picture("drawn.png", drawn)
            dots = size(drawn) or (0, 0)
            pixels = pictures.size(content) or (dots[0] // DOTS, dots[1] // DOTS)
            vector = self.parts.drawing(name, content) or ""
        if own is None or pixels is None:
            self.lost(f"Word cannot show '{name.rpartition('/')[2]}'; its words stand for it")
            return text(f"[{spoken}]")
        width = min(pixels[0] * 9525, _WIDEST)
        height = width * pixels[1] // max(1, pixels[0])
        said = f"descr={quoteattr(spoken)}"
        if title := element.get("title"):
            said += f" title={quoteattr(title)}"
        return self._drawing(own, width, height, said, _VECTOR.format(vector) if vector else "")

    def _drawing(self, own: str, width: int, height: int, said: str, vector: str) -> str:
        self._drawings += 1
        named = f'id="{self._drawings}" name="Picture {self._drawings}" {said}'
        box = f'<a:ext cx="{width}" cy="{height}"/>'
        return (
            f'<w:r><w:drawing><wp:inline><wp:extent cx="{width}" cy="{height}"/>'
            f"<wp:docPr {named}/><a:graphic><a:graphicData "
            'uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr>'
            f"<pic:cNvPr {named}/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill>"
            f'<a:blip r:embed="{own}">{vector}</a:blip><a:stretch><a:fillRect/></a:stretch>'
            "</pic:blipFill>"
            f'<pic:spPr><a:xfrm><a:off x="0" y="0"/>{box}</a:xfrm><a:prstGeom prst="rect">'
            "<a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline>"
            "</w:drawing></w:r>"
        )
