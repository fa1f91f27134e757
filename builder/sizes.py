"""How large papers are: pages, margins, type; and about how many lines a question takes."""

from __future__ import annotations

import re
from typing import NamedTuple

from markupsafe import Markup

from builder.choice import Choice, width
from builder.model import Exam, Fonts, PaperLayout, View
from builder.questions.case import Parts


class Rules(NamedTuple):
    """The page of a printed document: size and margins in mm, what stands in the margins."""

    kind: str
    """One of `KINDS`."""
    exam_title: str
    width: float
    height: float
    top: float
    right: float
    bottom: float
    left: float
    seal: bool
    layout: PaperLayout
    fonts: Fonts

    @property
    def area_width(self) -> float:
        return self.width - self.left - self.right

    @property
    def area_height(self) -> float:
        return self.height - self.top - self.bottom


_POINT = 25.4 / 72
_FONT_SIZES = {"normal": 10.5, "large": 16}
"""Type sizes in points: 五号, and that of large print (三号)."""
_LEADING = 1.5
"""From line to line, in em, at most."""
_COLUMN_GAP = 10
_FOLD_GAP = 24
"""Between columns in mm, where the paper may be folded."""
_INDENT = 2
"""What a question's number takes from the measure, in em."""

# Width and height in mm. With two columns A3 lies on its side; its answer sheet is A4.
_SIZES = {"A4": (210, 297), "A3": (297, 420), "B5": (176, 250), "Letter": (215.9, 279.4)}
_MARGINS = (18, 18, 18, 18)
_SHEET_MARGINS = (11, 10, 13, 10)
_SEAL_MARGINS = (18, 15, 18, 33)
_NARROW_SEAL_MARGINS = (16, 12, 16, 28)
_NARROW_MARGINS = (16, 14, 16, 14)


def rules(exam: Exam, kind: str) -> Rules:
    """Return size and margins of a page; only a student's paper has a seal line."""
    layout = exam.paper
    seal = layout.seal and kind == "paper"
    page_width, page_height = _SIZES[layout.size]
    if kind == "sheet" and layout.size == "A3":
        page_width, page_height = _SIZES["A4"]
    elif (layout.size, layout.columns) == ("A3", 2):
        page_width, page_height = page_height, page_width
    margins = _SHEET_MARGINS
    if kind != "sheet":
        narrow = layout.size == "B5"
        plain = _NARROW_MARGINS if narrow else _MARGINS
        margins = (_NARROW_SEAL_MARGINS if narrow else _SEAL_MARGINS) if seal else plain
    return Rules(kind, exam.title, page_width, page_height, *margins, seal, layout, exam.fonts)


def font_size(layout: PaperLayout, kind: str) -> float:
    """Return the type size of a document in points; large print is for students."""
    return _FONT_SIZES["large" if layout.large and kind == "paper" else "normal"]


def column_gap(layout: PaperLayout) -> int:
    """Return what lies between two columns, in mm; A3 is folded there."""
    return _FOLD_GAP if layout.size == "A3" else _COLUMN_GAP


def measure(exam: Exam) -> float:
    """Return the width of a question on the student's paper in em."""
    return round(_column(exam, "paper") - _INDENT, 1)


def key_column(exam: Exam) -> float:
    """Return the width of a column of the answer key in em."""
    return _column(exam, "key")


def _column(exam: Exam, kind: str) -> float:
    columns = exam.paper.columns
    gaps = column_gap(exam.paper) * (columns - 1)
    column = (rules(exam, kind).area_width - gaps) / columns
    return column / (font_size(exam.paper, kind) * _POINT)


def page_lines(exam: Exam) -> float:
    """Return how many lines of text a page of the student's paper holds."""
    line = font_size(exam.paper, "paper") * _POINT * _LEADING
    return rules(exam, "paper").area_height / line


# How many lines things take that are not lines of text.
HEAD = 5
_FIGURE = 14
_WRITING_LINES = 1.6
_BLOCK = re.compile(r"<(?:p|li|tr|br)\b")
_CODE = re.compile(r"<pre.*?</pre>", re.DOTALL)
_FORMULA = re.compile(r'<math[^>]*display="block"')


def is_long(view: View, measure: float, room: float) -> bool:
    """Tell whether a question may take more than `room` lines; most are told at a glance."""
    stem = view.stem
    short = len(stem) < 500 and stem.count("<") < 5 and view.space.count < 10
    if short and view.space.kind in ("letters", "judgement", "blanks"):
        return False
    return _height(view, measure) > room


def _height(view: View, measure: float) -> float:
    """Return about how many lines a question takes; it errs to more rather than fewer."""
    lines: float = _text_lines(view.stem, measure)
    match view.body:
        case Choice(options=options):
            lines += -(-len(options) // view.body.columns(measure))
        case Parts(material, parts):
            lines += _text_lines(material, measure)
            lines += sum(_height(part, measure - _INDENT) for part in parts)
        case _ if view.space.kind == "lines":
            lines += view.space.count * _WRITING_LINES
    return lines


def _text_lines(html: Markup, measure: float) -> float:
    blocks: int = len(_BLOCK.findall(html)) + sum(code.count("\n") for code in _CODE.findall(html))
    shown = html.count("<img") * _FIGURE + len(_FORMULA.findall(html)) * 2
    return width(html.striptags().replace("$", "")) / measure + blocks + shown
