"""The parts of a Word file around its text: styles, numbering, pictures, links; and the zip."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from builder.formats.docx.blocks import HANGING, INDENT, ITEM, LEFT, LEVEL
from builder.formats.writing import zipped
from builder.model import Artifact

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
NAMES = (
    f'xmlns:w="{W}" xmlns:r="{_OFFICE}" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"'
)

QUESTIONS, SECTIONS = 1, 2
"""The lists that run through the whole document; others begin anew each time."""
_LISTS = {"options": 3, "bullets": 4, "numbers": 5, "options in cells": 6, "numbers in cells": 7}
_PICTURES = {"png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif"}
_DRAWINGS = {"svg": "image/svg+xml"}
"""What new versions of Word show, and old ones by another picture beside it."""


@dataclass(slots=True)
class Parts:
    """What the text refers to: lists that begin anew, pictures, links."""

    chinese: bool
    footer: tuple[str, ...] = ("", "/", "")
    """What stands before, between and after the number of a page and that of pages."""
    lists: list[int] = field(default_factory=list)
    relations: list[tuple[str, str, bool]] = field(default_factory=list)
    """The kind, target and whether that is outside the file; the place is the id."""
    media: dict[str, bytes] = field(default_factory=dict)

    @property
    def inset(self) -> int:
        """How much further right text of a case's part begins than that of a question."""
        return 680 if self.chinese else 480

    def list_of(self, kind: str) -> int:
        """Return a list of a kind that begins anew."""
        self.lists.append(_LISTS[kind])
        return SECTIONS + len(self.lists)

    def relation(self, kind: str, target: str, outside: bool) -> str:
        """Return the id by which the text names a target."""
        entry = (kind, target, outside)
        if entry not in self.relations:
            self.relations.append(entry)
        return f"rId{self.relations.index(entry) + 1}"

    def picture(self, name: str, data: bytes) -> str | None:
        """Return the id of a picture, or nothing if Word cannot show it."""
        ending = name.rpartition(".")[2].lower()
        if ending not in _PICTURES or size(data) is None:
            return None
        return self._kept(ending, data)

    def drawing(self, name: str, data: bytes) -> str | None:
        """Return the id of a drawing that only new versions of Word show, if it is one."""
        ending = name.rpartition(".")[2].lower()
        return self._kept(ending, data) if ending in _DRAWINGS else None

    def _kept(self, ending: str, data: bytes) -> str:
        target = next((own for own, known in self.media.items() if known == data), None)
        target = target or f"media/image{len(self.media) + 1}.{ending}"
        self.media[target] = data
        return self.relation("image", target, outside=False)


def size(data: bytes) -> tuple[int, int] | None:
    """Return width and height of a PNG, GIF or JPEG in pixels."""
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if data[:4] == b"GIF8":
        width, height = struct.unpack("<HH", data[6:10])
        return width, height
    return _jpeg_size(data) if data[:2] == b"\xff\xd8" else None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        mark = data[at + 1]
        if 0xC0 <= mark <= 0xCF and mark not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + int(struct.unpack(">H", data[at + 2 : at + 4])[0])
    return None


def document(body: str, parts: Parts, language: str, title: str, edge: int) -> bytes:
    """Return a whole Word file; the same bytes from the same text.

    `edge` is how wide text is, in twentieths of a point.
    """
    own = _texts(body, parts, language, title, edge)
    texts = [Artifact(name, data.encode()) for name, data in own]
    return zipped([*texts, *(Artifact(f"word/{name}", data) for name, data in parts.media.items())])


_Relation = tuple[str, str, str, bool]
"""The id, kind and target, and whether that is outside the file."""


def _texts(
    body: str, parts: Parts, language: str, title: str, edge: int
) -> Iterator[tuple[str, str]]:
    core = f"{_PACKAGE}/relationships/metadata/core-properties"
    own: list[_Relation] = [
        (name, f"{_OFFICE}/{name}", f"{name}.xml", False)
        for name in ("styles", "numbering", "footer")
    ]
    own += (
        (f"rId{number}", f"{_OFFICE}/{kind}", target, outside)
        for number, (kind, target, outside) in enumerate(parts.relations, 1)
    )
    whole: list[_Relation] = [
        ("document", f"{_OFFICE}/officeDocument", "word/document.xml", False),
        ("core", core, "docProps/core.xml", False),
    ]
    yield "[Content_Types].xml", _content_types()
    yield "_rels/.rels", _relations(whole)
    yield "docProps/core.xml", _properties(language, title)
    yield "word/document.xml", f"{_HEAD}<w:document {NAMES}><w:body>{body}</w:body></w:document>"
    yield "word/_rels/document.xml.rels", _relations(own)
    yield "word/styles.xml", _styles(language, edge)
    yield "word/numbering.xml", _numbering(parts)
    yield "word/footer.xml", _footer(parts.footer)


def _properties(language: str, title: str) -> str:
    names = f'xmlns:cp="{_PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"'
    said = f"<dc:title>{escape(title)}</dc:title><dc:language>{language}</dc:language>"
    return f"{_HEAD}<cp:coreProperties {names}>{said}</cp:coreProperties>"


def _content_types() -> str:
    kinds = {
        "rels": "application/vnd.openxmlformats-package.relationships+xml",
        "xml": "application/xml",
        **_PICTURES,
        **_DRAWINGS,
    }
    defaults = "".join(
        f'<Default Extension="{ending}" ContentType="{kind}"/>' for ending, kind in kinds.items()
    )
    parts = {
        "/word/document.xml": f"{_TYPE}.document.main+xml",
        "/word/styles.xml": f"{_TYPE}.styles+xml",
        "/word/numbering.xml": f"{_TYPE}.numbering+xml",
        "/word/footer.xml": f"{_TYPE}.footer+xml",
        "/docProps/core.xml": "application/vnd.openxmlformats-package.core-properties+xml",
    }
    overrides = "".join(
        f'<Override PartName="{name}" ContentType="{kind}"/>' for name, kind in parts.items()
    )
    return f'{_HEAD}<Types xmlns="{_PACKAGE}/content-types">{defaults}{overrides}</Types>'


def _relations(entries: Sequence[_Relation]) -> str:
    rows = "".join(
        f'<Relationship Id="{own}" Type="{kind}" Target={quoteattr(target)}'
        f"{_OUTSIDE if outside else ''}/>"
        for own, kind, target, outside in entries
    )
    return f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships">{rows}</Relationships>'


_OUTSIDE = ' TargetMode="External"'


def _footer(words: tuple[str, ...]) -> str:
    before, between, after = (
        f'<w:r><w:t xml:space="preserve">{escape(word)}</w:t></w:r>' if word else ""
        for word in words
    )
    page = '<w:fldSimple w:instr=" PAGE "><w:r><w:t>1</w:t></w:r></w:fldSimple>'
    pages = '<w:fldSimple w:instr=" NUMPAGES "><w:r><w:t>1</w:t></w:r></w:fldSimple>'
    said = f"{before}{page}{between}{pages}{after}"
    line = f'<w:p><w:pPr><w:jc w:val="center"/></w:pPr>{said}</w:p>'
    return f"{_HEAD}<w:ftr {NAMES}>{line}</w:ftr>"


_LINE = (
    '<w:pBdr><w:bottom w:val="single" w:sz="4" w:space="1" w:color="auto"/>'
    '<w:between w:val="single" w:sz="4" w:space="1" w:color="auto"/></w:pBdr>'
    '<w:spacing w:after="0" w:line="482" w:lineRule="exact"/>'
)
_HEADING = '<w:keepNext/><w:spacing w:before="240" w:after="80"/><w:outlineLvl w:val="0"/>'
_CODE = '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas"/><w:sz w:val="19"/>'
_TITLE = '<w:spacing w:after="120"/><w:jc w:val="center"/>'
_EDGE = '<w:tabs><w:tab w:val="right" w:pos="{edge}"/></w:tabs>'
"""Where a bracket for the answer stands: at the right edge, which a page's width tells."""
_STYLES = (
    ("Normal", "Normal", "", ""),
    ("Title", "Title", _TITLE, '<w:b/><w:sz w:val="36"/>'),
    ("Subtitle", "Subtitle", '<w:jc w:val="center"/>', ""),
    ("Heading1", "heading 1", _HEADING, '<w:b/><w:sz w:val="24"/>'),
    ("Question", "Question", f"<w:keepLines/>{_EDGE}", ""),
    ("Body", "Question text", _EDGE, ""),
    ("Option", "Option", "<w:keepLines/><w:contextualSpacing/>", ""),
    ("Quote", "Quote", "", "<w:i/>"),
    ("Code", "Code", "", _CODE),
    ("Line", "Line to write on", _LINE, ""),
)
"""Id, name, and how paragraphs and their text look."""


def _styles(language: str, edge: int) -> str:
    han = "PMingLiU" if "hant" in language.lower() else "SimSun"
    faces = f'<w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:eastAsia="{han}"/>'
    text = f'{faces}<w:sz w:val="21"/><w:lang w:val="en-US" w:eastAsia="{language}"/>'
    spacing = '<w:spacing w:after="40" w:line="300" w:lineRule="auto"/>'
    defaults = (
        f"<w:docDefaults><w:rPrDefault><w:rPr>{text}</w:rPr></w:rPrDefault>"
        f"<w:pPrDefault><w:pPr>{spacing}</w:pPr></w:pPrDefault></w:docDefaults>"
    )
    made = "".join(_style(*style) for style in _STYLES).replace("{edge}", str(edge))
    return f'{_HEAD}<w:styles xmlns:w="{W}">{defaults}{made}</w:styles>'


def _style(own: str, name: str, paragraph: str, run: str) -> str:
    first = own == "Normal"
    default = ' w:default="1"' if first else ""
    based = "" if first else '<w:basedOn w:val="Normal"/>'
    indent = f'<w:ind w:left="{LEFT[own]}"/>' if own in LEFT else ""
    looks = f"<w:pPr>{paragraph}{indent}</w:pPr><w:rPr>{run}</w:rPr>"
    return (
        f'<w:style w:type="paragraph"{default} w:styleId="{own}"><w:name w:val="{name}"/>{based}'
        f"<w:qFormat/>{looks}</w:style>"
    )


def _numbering(parts: Parts) -> str:
    """Return lists: questions with parts, sections, options, bullets, numbers."""
    head = ("chineseCountingThousand", "%1、") if parts.chinese else ("upperRoman", "Part %1. ")
    part = "（%2）" if parts.chinese else "(%2)"
    kinds = (
        (QUESTIONS, (("decimal", "%1.", INDENT), ("decimal", part, INDENT + parts.inset))),
        (SECTIONS, ((*head, 0),)),
        (_LISTS["options"], (("upperLetter", "%1.", ITEM),)),
        (_LISTS["bullets"], tuple(("bullet", "•", ITEM + LEVEL * n) for n in range(3))),
        (_LISTS["numbers"], tuple(("decimal", f"%{n + 1}.", ITEM + LEVEL * n) for n in range(3))),
        (_LISTS["options in cells"], (("upperLetter", "%1.", HANGING),)),
        (_LISTS["numbers in cells"], (("decimal", "%1.", HANGING),)),
    )
    abstract = "".join(
        f'<w:abstractNum w:abstractNumId="{number}"><w:multiLevelType w:val="multilevel"/>'
        + "".join(_level(level, *each) for level, each in enumerate(levels))
        + "</w:abstractNum>"
        for number, levels in kinds
    )
    fixed = "".join(
        f'<w:num w:numId="{number}"><w:abstractNumId w:val="{number}"/></w:num>'
        for number in (QUESTIONS, SECTIONS)
    )
    anew = "".join(
        f'<w:num w:numId="{number}"><w:abstractNumId w:val="{kind}"/><w:lvlOverride w:ilvl="0">'
        '<w:startOverride w:val="1"/></w:lvlOverride></w:num>'
        for number, kind in enumerate(parts.lists, SECTIONS + 1)
    )
    return f'{_HEAD}<w:numbering xmlns:w="{W}">{abstract}{fixed}{anew}</w:numbering>'


_HANGING = {480: 480, 1160: 680}
"""How much room a number has that needs more than others, by its indent."""


def _level(level: int, kind: str, text: str, indent: int) -> str:
    hanging = min(indent, _HANGING.get(indent, HANGING))
    suffix = '<w:suff w:val="nothing"/>' if indent == 0 else ""
    return (
        f'<w:lvl w:ilvl="{level}"><w:start w:val="1"/><w:numFmt w:val="{kind}"/>{suffix}'
        f'<w:lvlText w:val="{text}"/><w:lvlJc w:val="left"/>'
        f'<w:pPr><w:ind w:left="{indent}" w:hanging="{hanging}"/></w:pPr></w:lvl>'
    )
