"""What the text of a Word file is made of: paragraphs, and tables; and how far right they stand."""

from __future__ import annotations

from dataclasses import dataclass, replace

INDENT = 480
"""Where text of a question begins, in twentieths of a point, as all measures here."""
ITEM, HANGING, LEVEL = 900, 420, 420
"""Where text of a list's items begins, how far left of it numbers do, and what a level adds."""
LEFT = {"Body": INDENT, "Quote": 720, "Code": INDENT, "Line": INDENT}
"""Where text of each style begins that stands below a question's number."""
_LONG = 3000
"""So long a paragraph may go on on the next page."""
_KEPT_ROWS = 20
"""A table of so many rows stays on one page."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph: its runs, its style, and its list and level if it is numbered."""

    runs: str
    style: str = "Body"
    number: tuple[int, int] | None = None
    follows: bool = False
    """Whether the next block stays on its page."""
    align: str = ""
    inset: int = 0
    """How much further right it begins than its style or its list says."""

    @property
    def is_formula(self) -> bool:
        """Whether a formula of its own is all there is; beside text it would be none."""
        return self.runs.startswith("<m:oMathPara>")

    @property
    def xml(self) -> str:
        long = len(self.runs) > _LONG
        kept = '<w:keepLines w:val="0"/>' if long else "<w:keepNext/>" if self.follows else ""
        numbered = ""
        if self.number:
            own, level = self.number
            numbered = f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{own}"/></w:numPr>'
        style = f'<w:pStyle w:val="{self.style}"/>'
        aligned = f'<w:jc w:val="{self.align}"/>' if self.align else ""
        looks = f"{style}{kept}{numbered}{self._indent}{aligned}"
        return f"<w:p><w:pPr>{looks}</w:pPr>{self.runs}</w:p>"

    @property
    def _indent(self) -> str:
        if not self.inset:
            return ""
        if self.number:
            left = ITEM + LEVEL * self.number[1] + self.inset
            return f'<w:ind w:left="{left}" w:hanging="{HANGING}"/>'
        return f'<w:ind w:left="{LEFT[self.style] + self.inset}"/>'


Row = tuple[tuple[Paragraph, ...], ...]
"""The cells of a row of a table, each of its paragraphs."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its rows, how wide its columns are, and how much room there is for all of them."""

    rows: tuple[Row, ...]
    widths: tuple[int, ...]
    room: int
    head: int = 0
    """So many rows are said again at the head of a page."""
    lined: bool = True
    """Whether it is drawn; one that only places things is not, and its columns stay as they are."""
    narrow: bool = False
    """Whether there is little room in its cells."""
    follows: bool = False
    """Whether the next block stays on its page."""
    inset: int = 0
    """How much further right it begins than text of a question; there is less room for it."""

    @property
    def xml(self) -> str:
        widths = self._widths()
        rows = "".join(self._row(at, row, widths) for at, row in enumerate(self.rows))
        grid = "".join(f'<w:gridCol w:w="{width}"/>' for width in widths)
        return (
            f"<w:tbl><w:tblPr>{self._looks()}</w:tblPr><w:tblGrid>{grid}</w:tblGrid>{rows}</w:tbl>"
        )

    def _widths(self) -> list[int]:
        total, room = sum(self.widths), self.room - self.inset
        return [width * min(room, total) // total for width in self.widths]

    def _looks(self) -> str:
        looks = '<w:tblW w:w="0" w:type="auto"/>'
        looks += f'<w:tblInd w:w="{INDENT + self.inset}" w:type="dxa"/>'
        looks += _BORDERS if self.lined else '<w:tblLayout w:type="fixed"/>'
        margin = 20 if self.narrow else None if self.lined else 0
        return looks if margin is None else looks + _MARGINS.format(margin)

    def _row(self, at: int, row: Row, widths: list[int]) -> str:
        last = at == len(self.rows) - 1
        follows = self.follows if last else len(self.rows) <= _KEPT_ROWS
        cells = zip(row, widths, strict=False)
        said = "".join(_cell(cell, width, follows=follows) for cell, width in cells)
        repeated = "<w:tblHeader/>" if at < self.head else ""
        return f"<w:tr><w:trPr><w:cantSplit/>{repeated}</w:trPr>{said}</w:tr>"


def _cell(blocks: tuple[Paragraph, ...], width: int, *, follows: bool) -> str:
    inside = "".join(replace(block, follows=follows).xml for block in blocks)
    return f'<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/></w:tcPr>{inside}</w:tc>'


_BORDERS = "".join(
    f'<w:{side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>'
    for side in ("top", "left", "bottom", "right", "insideH", "insideV")
)
_BORDERS = f"<w:tblBorders>{_BORDERS}</w:tblBorders>"
_MARGINS = (
    '<w:tblCellMar><w:left w:w="{0}" w:type="dxa"/><w:right w:w="{0}" w:type="dxa"/></w:tblCellMar>'
)

Block = Paragraph | Table
