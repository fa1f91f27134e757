"""What the text of a Word file is made of: paragraphs, and tables as they are written."""

from __future__ import annotations

from dataclasses import dataclass

_LONG = 3000
"""So long a paragraph may go on on the next page."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph: its runs, its style, and its list and level if it is numbered."""

    runs: str
    style: str = "Body"
    number: tuple[int, int] | None = None
    follows: bool = False
    """Whether the next block stays on its page."""
    align: str = ""

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
        return f"<w:p><w:pPr>{style}{kept}{numbered}{aligned}</w:pPr>{self.runs}</w:p>"


@dataclass(frozen=True, slots=True)
class Raw:
    """A block that is no paragraph: a table."""

    xml: str


Block = Paragraph | Raw
