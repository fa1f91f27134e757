"""Word and Excel files for the tests, written part by part so that odd features are exact."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

_RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_NAMESPACES = " ".join(
    f'xmlns:{prefix}="{address}"'
    for prefix, address in {
        "w": _WORD,
        "r": _OFFICE,
        "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
        "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
        "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
        "pic": "http://schemas.openxmlformats.org/drawingml/2006/picture",
        "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
        "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
        "v": "urn:schemas-microsoft-com:vml",
        "o": "urn:schemas-microsoft-com:office:office",
    }.items()
)

Cell = str | int | float | bool | None | tuple[str, str]
"""A value; or attributes and content of the `c` element as they stand in the file."""


def archive(parts: Mapping[str, str | bytes]) -> bytes:
    """Return a zip archive of `parts`, the same bytes every time."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in parts.items():
            packed.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return data.getvalue()


def part(tag: str, inside: str, prolog: str = "") -> str:
    """Return a Word part with the root element `tag`."""
    return f'<?xml version="1.0" encoding="UTF-8"?>{prolog}<{tag} {_NAMESPACES}>{inside}</{tag}>'


def relations(targets: Mapping[str, tuple[str, str]]) -> str:
    """Return a relationships part: id → kind and target; an address is external."""
    listed = "".join(
        f'<Relationship Id="{name}" Type="{_OFFICE}/{kind}" Target="{target}"'
        + (' TargetMode="External"/>' if ":" in target else "/>")
        for name, (kind, target) in targets.items()
    )
    return f'<Relationships xmlns="{_RELATIONSHIPS}">{listed}</Relationships>'


def docx(
    body: str,
    styles: str = "",
    numbering: str = "",
    more: Mapping[str, str | bytes] | None = None,
    targets: Mapping[str, tuple[str, str]] | None = None,
    prolog: str = "",
) -> bytes:
    """Return a Word file with the given content of its main parts and any `more` parts."""
    known = {
        "rIdStyles": ("styles", "styles.xml"),
        "rIdNumbering": ("numbering", "numbering.xml"),
        **(targets or {}),
    }
    return archive(
        {
            "_rels/.rels": relations({"rId1": ("officeDocument", "word/document.xml")}),
            "word/document.xml": part("w:document", f"<w:body>{body}</w:body>", prolog),
            "word/styles.xml": part("w:styles", styles),
            "word/numbering.xml": part("w:numbering", numbering),
            "word/_rels/document.xml.rels": relations(known),
            **(more or {}),
        }
    )


def run(text: str, looks: str = "") -> str:
    """Return a run; `looks` are elements of its properties."""
    properties = f"<w:rPr>{looks}</w:rPr>" if looks else ""
    return f'<w:r>{properties}<w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def paragraph(*inside: str, properties: str = "") -> str:
    """Return a paragraph; what does not begin with `<` becomes a run."""
    runs = "".join(each if each.startswith("<") else run(each) for each in inside)
    return f"<w:p><w:pPr>{properties}</w:pPr>{runs}</w:p>"


def item(number: int, level: int, *inside: str) -> str:
    """Return a paragraph in a list."""
    placed = f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>'
    return paragraph(*inside, properties=placed)


def level(at: int, form: str, text: str, more: str = "") -> str:
    """Return a level of a list definition."""
    return (
        f'<w:lvl w:ilvl="{at}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>{more}'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
    )


def lists(definitions: Mapping[int, str], numbers: Mapping[int, tuple[int, str]]) -> str:
    """Return numbering: definitions by id, and numbers that use one, with overrides."""
    abstract = "".join(
        f'<w:abstractNum w:abstractNumId="{name}">{levels}</w:abstractNum>'
        for name, levels in definitions.items()
    )
    used = "".join(
        f'<w:num w:numId="{name}"><w:abstractNumId w:val="{definition}"/>{overrides}</w:num>'
        for name, (definition, overrides) in numbers.items()
    )
    return abstract + used


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return a table; a cell is paragraphs, or text."""
    cells = (
        "".join(f"<w:tc>{c if c.startswith('<') else paragraph(c)}</w:tc>" for c in row)
        for row in rows
    )
    return "<w:tbl>" + "".join(f"<w:tr>{row}</w:tr>" for row in cells) + "</w:tbl>"


def picture(identifier: str, words: str = "") -> str:
    """Return a run with a picture."""
    return (
        f'<w:r><w:drawing><wp:inline><wp:docPr id="1" name="x" descr="{escape(words)}"/>'
        f'<a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="{identifier}"/>'
        "</pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>"
    )


def math(inside: str) -> str:
    """Return a formula."""
    return f"<m:oMath>{inside}</m:oMath>"


def math_run(text: str) -> str:
    """Return text in a formula."""
    return f"<m:r><m:t>{escape(text)}</m:t></m:r>"


_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_FORMATS = (
    f'<styleSheet xmlns="{_SHEET}"><numFmts count="1">'
    '<numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/>'
    "</numFmts>"
    '<cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="9"/><xf numFmtId="2"/>'
    '<xf numFmtId="164"/></cellXfs></styleSheet>'
)


def xlsx(
    sheets: Mapping[str, Sequence[Sequence[Cell]]],
    merged: Mapping[str, Sequence[str]] | None = None,
    hidden: Sequence[str] = (),
) -> bytes:
    """Return a workbook; cell styles 1 to 4 are a date, a percentage, 0.00 and a Chinese date."""
    names = list(enumerate(sheets, 1))
    listed = "".join(
        f'<sheet name="{escape(name)}" sheetId="{at}" r:id="rId{at}"'
        + (' state="hidden"/>' if name in hidden else "/>")
        for at, name in names
    )
    targets = {f"rId{at}": ("worksheet", f"worksheets/sheet{at}.xml") for at, _ in names}
    return archive(
        {
            "_rels/.rels": relations({"rId1": ("officeDocument", "xl/workbook.xml")}),
            "xl/workbook.xml": f'<workbook xmlns="{_SHEET}" xmlns:r="{_OFFICE}">'
            f"<sheets>{listed}</sheets></workbook>",
            "xl/styles.xml": _FORMATS,
            "xl/_rels/workbook.xml.rels": relations(
                {**targets, "rIdStyles": ("styles", "styles.xml")}
            ),
            **{
                f"xl/worksheets/sheet{at}.xml": _sheet(sheets[name], (merged or {}).get(name, ()))
                for at, name in names
            },
        }
    )


def _sheet(rows: Sequence[Sequence[Cell]], merged: Sequence[str]) -> str:
    written = "".join(
        f'<row r="{number}">'
        + "".join(_cell(f"{chr(65 + at)}{number}", cell) for at, cell in enumerate(row))
        + "</row>"
        for number, row in enumerate(rows, 1)
    )
    joined = "".join(f'<mergeCell ref="{place}"/>' for place in merged)
    merging = f"<mergeCells>{joined}</mergeCells>" if joined else ""
    return f'<worksheet xmlns="{_SHEET}"><sheetData>{written}</sheetData>{merging}</worksheet>'


def _cell(place: str, cell: Cell) -> str:
    match cell:
        case None:
            return ""
        case (attributes, content):
            return f'<c r="{place}" {attributes}>{content}</c>'
        case bool():
            return f'<c r="{place}" t="b"><v>{int(cell)}</v></c>'
        case int() | float():
            return f'<c r="{place}"><v>{cell}</v></c>'
        case _:
            text = escape(str(cell))
            return f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
