"""Tables of a Word file, and how wide their columns are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element

from builder.formats.docx.blocks import Block, Raw
from builder.markup import HAN

_NARROW = (
    '<w:tblCellMar><w:left w:w="20" w:type="dxa"/><w:right w:w="20" w:type="dxa"/></w:tblCellMar>'
)
_INDENT = 480
"""Where text of a question begins, in twentieths of a point."""
_HALF = 110
"""Half of a Chinese character, or a letter, in twentieths of a point."""
_PICTURE = 8500
"""What a picture is given: as much room as the widest takes."""


def table(
    rows: Iterable[Iterable[Iterable[Block]]],
    widths: Sequence[int],
    head: int = 0,
    *,
    lined: bool = True,
    narrow: bool = False,
) -> Raw:
    """Return a table of cells that hold blocks; the first `head` rows are repeated.

    `widths` of its columns are in twentieths of a point.
    """
    made = []
    for place, row in enumerate(rows):
        own = "".join(_cell(cell, width) for cell, width in zip(row, widths, strict=False))
        repeated = "<w:tblHeader/>" if place < head else ""
        made.append(f"<w:tr><w:trPr><w:cantSplit/>{repeated}</w:trPr>{own}</w:tr>")
    sides = ("top", "left", "bottom", "right", "insideH", "insideV")
    line = '{} w:val="single" w:sz="4" w:space="0" w:color="auto"/>'
    borders = "".join(f"<w:{line.format(side)}" for side in sides) if lined else ""
    looks = f'<w:tblW w:w="0" w:type="auto"/><w:tblInd w:w="{_INDENT}" w:type="dxa"/>'
    looks += f"<w:tblBorders>{borders}</w:tblBorders>" if borders else ""
    looks += _NARROW if narrow else ""
    grid = "".join(f'<w:gridCol w:w="{width}"/>' for width in widths)
    return Raw(
        f"<w:tbl><w:tblPr>{looks}</w:tblPr><w:tblGrid>{grid}</w:tblGrid>{''.join(made)}</w:tbl>"
    )


def _cell(blocks: Iterable[Block], width: int) -> str:
    inside = "".join(block.xml for block in blocks)
    return f'<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/></w:tcPr>{inside}</w:tc>'


def halves(edge: int) -> tuple[int, int]:
    """Return the widths of two columns of the same width."""
    half = (edge - _INDENT) // 2
    return half, half


def widths(rows: Sequence[Element], edge: int) -> list[int]:
    """Return how wide the columns of a table are: as their text, or less where there is no room."""
    columns = max(map(len, rows), default=0)
    asked = [max(_asked(row[at]) for row in rows if at < len(row)) for at in range(columns)]
    order = sorted(range(columns), key=asked.__getitem__)
    found, room = [0] * columns, edge - _INDENT
    for left, at in zip(range(columns, 0, -1), order, strict=True):
        found[at] = min(asked[at], room // left)
        room -= found[at]
    return found


def _asked(cell: Element) -> int:
    """Return how wide a cell would be if nothing stood beside it."""
    if next(cell.iter("img"), None) is not None:
        return _PICTURE
    said = "".join(cell.itertext())
    return sum(2 if HAN.match(sign) else 1 for sign in said) * _HALF + 4 * _HALF
