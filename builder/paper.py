"""A bank as printed matter: student papers, answer keys, answer sheets. Renders nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from markupsafe import Markup

from builder.choice import Choice, width
from builder.forms import Form
from builder.locales import locale
from builder.markup import QuestionHtml
from builder.model import Exam, Page, PaperLayout, Section, View, plain_number
from builder.questions.case import Parts
from builder.sheet import Sheet, rows, sheet


@dataclass(frozen=True, slots=True)
class Rules:
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
    fields: tuple[str, ...]
    """What stands beside the seal line, to be filled in."""

    @property
    def area_width(self) -> float:
        return self.width - self.left - self.right

    @property
    def area_height(self) -> float:
        return self.height - self.top - self.bottom


@dataclass(frozen=True, slots=True)
class Item:
    """A question on paper: its number, and its view."""

    number: int
    view: View
    long: bool
    """It may not fit on one page, and may be split between its parts."""
    first: bool
    """It stands under the head of its section."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """How multiple choice is scored: the name of its words, and the numbers these speak of."""

    name: Literal["whole", "partial", "mixed"]
    partial: tuple[str, ...]
    """The questions that give part of the points."""


@dataclass(frozen=True, slots=True)
class PaperSection:
    """A section on paper, as its head announces it."""

    ordinal: int
    title: str
    type: str | None
    """The one type of its questions, or nothing if they are mixed."""
    instructions: Markup | None
    items: tuple[Item, ...]
    points: int | float
    points_each: int | float | None
    """The points of each question, or nothing if they differ."""
    scoring: Scoring | None
    """How its multiple choice is scored, where the instructions don't say."""

    @property
    def explained(self) -> tuple[Item, ...]:
        """The items that the table of short keys does not say all about."""
        return tuple(item for item in self.items if item.view.explanation or not item.view.brief)

    @property
    def brief_rows(self) -> tuple[tuple[Item, ...], ...]:
        """The items with a short key, in rows for a table: ten of them, or five of longer ones."""
        items = tuple(item for item in self.items if item.view.brief)
        longest = max((width(item.view.brief or "") for item in items), default=0)
        return rows(items, 10 if longest <= 4 else 5)


@dataclass(frozen=True, slots=True)
class Paper:
    """What paper, key and sheet of an exam or of one of its sections are printed from."""

    exam_title: str
    title: str
    """The exam's title, or the exam's and the section's."""
    section: str
    """The one section this is a paper of; of the whole exam if empty."""
    section_title: str | None
    back_path: str
    """The web page this is the paper of."""
    folder: str
    """Where its pages stand: `demo/print/` or `demo/single/print/`."""
    rules_folder: str
    """Where the page rules stand: `paper.css`, `key.css`, `sheet.css`."""
    layout: PaperLayout
    notes: Markup | None
    points: int | float
    count: int
    duration: int | None
    sections: tuple[PaperSection, ...]
    sheet: Sheet
    number_field: str | None
    """The field whose digits are filled in as bubbles on the answer sheet."""
    measure: float
    """Width of the text column in em, for setting options in columns."""
    answers: bool
    """Whether there is an answer key."""
    pdf: bool
    """Whether each page stands beside a PDF of the same name."""
    form: Form | None
    """Which form of the exam it is; if none, its questions stand as in the bank."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """What it is printed as; without answers, nothing that holds any."""
        return tuple(kind for kind in KINDS if self.answers or kind not in _WITH_ANSWERS)


KINDS = ("paper", "teacher", "key", "sheet")
"""What a paper is printed as: for students, with the key in place, the key alone, to answer on."""
_WITH_ANSWERS = ("teacher", "key")
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


def papers(exam: Exam, answers: bool, pdf: bool = False) -> Iterator[Page]:
    """Yield every printable page of an exam and of each of its sections, and the page rules."""
    yield from _rules_pages(exam)
    for paper in printed(exam, answers, pdf):
        yield from _pages(exam, paper)


def printed(
    exam: Exam, answers: bool, pdf: bool = True, form: Form | None = None
) -> Iterator[Paper]:
    """Yield the paper of an exam, as `form` has it, and of each of its sections."""
    yield _paper(exam, exam.sections, answers, None, pdf, form)
    for section in exam.sections:
        yield _paper(exam, (section,), answers, section, pdf, form)


def _rules_pages(exam: Exam) -> Iterator[Page]:
    words = locale(exam.language)
    for kind in KINDS:
        path = f"{exam.id}/print/{kind}.css"
        content = rules(exam, kind)
        yield Page(path, "paper/rules.css", exam.title, words, exam.language, content)


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
    return Rules(kind, exam.title, page_width, page_height, *margins, seal, layout.fields)


def font_size(layout: PaperLayout, kind: str) -> float:
    """Return the type size of a document in points; large print is for students."""
    return _FONT_SIZES["large" if layout.large and kind == "paper" else "normal"]


def column_gap(layout: PaperLayout) -> int:
    """Return what lies between two columns, in mm; A3 is folded there."""
    return _FOLD_GAP if layout.size == "A3" else _COLUMN_GAP


def _measure(exam: Exam) -> float:
    """Return the width of a question on the student's paper in em."""
    columns = exam.paper.columns
    gaps = column_gap(exam.paper) * (columns - 1)
    column = (rules(exam, "paper").area_width - gaps) / columns
    return round(column / (font_size(exam.paper, "paper") * _POINT) - _INDENT, 1)


def _page_lines(exam: Exam) -> float:
    """Return how many lines of text a page of the student's paper holds."""
    line = font_size(exam.paper, "paper") * _POINT * _LEADING
    return rules(exam, "paper").area_height / line


def _pages(exam: Exam, paper: Paper) -> Iterator[Page]:
    words = locale(exam.language)
    for kind in ("index", *paper.kinds):
        path = f"{paper.folder}{kind}.html"
        yield Page(path, f"paper/{kind}.html", paper.title, words, exam.language, paper)


def _paper(
    exam: Exam,
    sections: Sequence[Section],
    answers: bool,
    only: Section | None,
    pdf: bool,
    form: Form | None,
) -> Paper:
    folder = f"{exam.id}/{only.id}/" if only else f"{exam.id}/"
    layout = exam.paper
    notes = QuestionHtml(exam.id).block(layout.notes) if layout.notes and not only else None
    parts = tuple(_sections(exam, sections))
    return Paper(
        exam_title=exam.title,
        title=f"{exam.title} · {only.title}" if only else exam.title,
        section=only.id if only else "",
        section_title=only.title if only else None,
        back_path=f"{folder}index.html",
        folder=f"{folder}print/",
        rules_folder=f"{exam.id}/print/",
        layout=layout,
        notes=notes,
        points=plain_number(sum(part.points for part in parts)),
        count=sum(len(part.items) for part in parts),
        duration=None if only else exam.duration,
        sections=parts,
        sheet=sheet(
            [(item.number, item.view) for part in parts for item in part.items],
            rules(exam, "sheet").area_height,
        ),
        number_field=next(filter(_NUMBER_FIELD.search, layout.fields), None),
        measure=_measure(exam),
        answers=answers,
        pdf=pdf,
        form=form,
    )


def _sections(exam: Exam, sections: Sequence[Section]) -> Iterator[PaperSection]:
    """Number questions on through the whole paper, as published papers do."""
    measure, page = _measure(exam), _page_lines(exam)
    number = 1
    for ordinal, section in enumerate(sections, 1):
        own = section.views
        items = tuple(
            Item(number + place, view, _is_long(view, measure, page - _HEAD), not place)
            for place, view in enumerate(own)
        )
        number += len(items)
        types = {view.type for view in own}
        points = {view.points for view in own}
        html = QuestionHtml(section.folder)
        yield PaperSection(
            ordinal=ordinal,
            title=section.title,
            type=next(iter(types)) if len(types) == 1 else None,
            instructions=html.block(section.instructions) if section.instructions else None,
            items=items,
            points=plain_number(section.points),
            points_each=plain_number(next(iter(points))) if len(points) == 1 else None,
            scoring=_scoring(items, section.instructions or ""),
        )


# What instructions say that name the rule themselves: 多选、少选、错选均不得分.
_NAMES_SCORING = re.compile(r"[少漏][选選]|\bevery right\b", re.IGNORECASE)


def _scoring(items: tuple[Item, ...], instructions: str) -> Scoring | None:
    """Return how multiple choice in a section is scored; part of the points is always said."""
    asked = [
        (label, view.body.partial)
        for item in items
        if item.view.type in ("multiple", "case")
        for label, view in _labelled(item)
        if view.type == "multiple"
    ]
    partial = tuple(dict.fromkeys(label for label, is_partial in asked if is_partial))
    if not asked or (not partial and _NAMES_SCORING.search(instructions)):
        return None
    whole = not all(is_partial for _, is_partial in asked)
    return Scoring("mixed" if whole and partial else "whole" if whole else "partial", partial)


def _labelled(item: Item) -> Iterator[tuple[str, View]]:
    """Yield what is answered in a question: itself, or the parts of a case by their numbers."""
    if not isinstance(item.view.body, Parts):
        yield str(item.number), item.view
        return
    parts = item.view.body.parts
    for place, part in enumerate(parts, 1):
        yield f"{item.number}({place})" if len(parts) > 1 else str(item.number), part


# How many lines things take that are not lines of text.
_HEAD = 5
_FIGURE = 14
_WRITING_LINES = 1.6
_BLOCK = re.compile(r"<(?:p|li|tr|br)\b")
_CODE = re.compile(r"<pre.*?</pre>", re.DOTALL)
_FORMULA = re.compile(r'<math[^>]*display="block"')


def _is_long(view: View, measure: float, room: float) -> bool:
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


_NUMBER_FIELD = re.compile(r"[考学學证證]号|[考學证證]號|\b(?:number|no|id)\b", re.IGNORECASE)
