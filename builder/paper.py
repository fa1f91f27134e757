"""A bank as printed matter: student papers, answer keys, answer sheets. Renders nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple
from urllib.parse import quote

from markupsafe import Markup

from builder import qr
from builder.choice import width
from builder.forms import Form
from builder.locales import locale
from builder.markup import QuestionHtml
from builder.model import Exam, Page, PaperLayout, Section, View, plain_number
from builder.problems import Problem
from builder.qr import Code, code
from builder.questions.case import Parts
from builder.sheet import Sheet, rows, sheet
from builder.sizes import HEAD, is_long, key_column, measure, page_lines, rules


class Item(NamedTuple):
    """A question on paper: its number, and its view."""

    number: int
    view: View
    long: bool
    """It may not fit on one page, and may be split between its parts."""
    first: bool
    """It stands under the head of its section."""


class Scoring(NamedTuple):
    """How multiple choice is scored: the name of its words, and the numbers these speak of."""

    name: Literal["whole", "partial", "mixed"]
    partial: tuple[str, ...]
    """The questions that give part of the points."""


class PaperSection(NamedTuple):
    """A section on paper, as its head announces it."""

    ordinal: int
    path: str
    """The web page this is a section of."""
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
    brief_rows: tuple[tuple[Item, ...], ...]
    """The items with a short key, in rows for a table: ten of them, or fewer of longer ones."""

    @property
    def explained(self) -> tuple[Item, ...]:
        """The items that the table of short keys does not say all about."""
        return tuple(item for item in self.items if item.view.explanation or not item.view.brief)


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
    measure: float
    """Width of the text column in em, for setting options in columns."""
    answers: bool
    """Whether there is an answer key."""
    pdf: bool
    """Whether each page stands beside a PDF of the same name."""
    form: Form | None
    """Which form of the exam it is; if none, its questions stand as in the bank."""

    online: str | None
    """Where the site stands, if its key has QR codes."""

    def code(self, section: PaperSection, item: Item | None = None) -> Code | None:
        """Return the QR code of a section, or of a question in it, if the key has one."""
        wanted = "section" if item is None else "question"
        if self.online is None or self.layout.qr != wanted:
            return None
        place = f"#{quote(item.view.id)}" if item else ""
        return code(f"{self.online.rstrip('/')}/{quote(section.path)}{place}")

    @property
    def kinds(self) -> tuple[str, ...]:
        """What it is printed as; without answers, nothing that holds any."""
        return tuple(kind for kind in KINDS if self.answers or kind not in _WITH_ANSWERS)


KINDS = ("paper", "teacher", "key", "sheet")
"""What a paper is printed as: for students, with the key in place, the key alone, to answer on."""
_WITH_ANSWERS = ("teacher", "key")


def papers(
    exam: Exam, answers: bool, pdf: bool = False, online: str | None = None
) -> Iterator[Page]:
    """Yield every printable page of an exam and of each of its sections, and the page rules."""
    yield from rules_pages(exam)
    for paper in printed(exam, answers, pdf, online=online):
        yield from (page(exam, paper, kind) for kind in ("index", *paper.kinds))


def printed(
    exam: Exam,
    answers: bool,
    pdf: bool = True,
    form: Form | None = None,
    online: str | None = None,
) -> Iterator[Paper]:
    """Yield the paper of an exam, as `form` has it, and of each of its sections.

    `online` is where the site stands, for QR codes in the key.
    """
    for only in (None, *exam.sections):
        yield paper_of(exam, only, answers, pdf, form, online)


def faults(exam: Exam, online: str | None) -> tuple[Problem, ...]:
    """Return why a paper cannot be printed as it is asked for."""
    if exam.paper.qr == "none":
        return ()
    where = exam.places.where(("paper", "qr"))
    if online is None:
        return (Problem(where, "'qr' needs 'base_url' in site.yaml, or --base-url"),)
    if not qr.available():
        return (Problem(where, "'qr' needs exampress[pdf]: pip install 'exampress[pdf]'"),)
    return ()


def rules_pages(exam: Exam) -> Iterator[Page]:
    """Yield the page rules of an exam, one for each kind of document."""
    words = locale(exam.language)
    for kind in KINDS:
        path = f"{exam.id}/print/{kind}.css"
        content = rules(exam, kind)
        yield Page(path, "paper/rules.css", exam.title, words, exam.language, content)


def page(exam: Exam, paper: Paper, kind: str) -> Page:
    """Return the page of one kind that a paper is printed as."""
    form = f"-{paper.form.name}" if paper.form else ""
    path, words = f"{paper.folder}{kind}{form}.html", locale(exam.language)
    return Page(path, f"paper/{kind}.html", paper.title, words, exam.language, paper)


def paper_of(
    exam: Exam,
    only: Section | None,
    answers: bool,
    pdf: bool = True,
    form: Form | None = None,
    online: str | None = None,
) -> Paper:
    """Return the paper of one section, or of the whole exam, as `printed` yields them."""
    folder = f"{exam.id}/{only.id}/" if only else f"{exam.id}/"
    layout = exam.paper
    notes = QuestionHtml(exam.id).block(layout.notes) if layout.notes and not only else None
    parts = tuple(_sections(exam, (only,) if only else exam.sections))
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
        measure=measure(exam),
        answers=answers,
        pdf=pdf,
        form=form,
        online=online if layout.qr != "none" else None,
    )


def _sections(exam: Exam, sections: Sequence[Section]) -> Iterator[PaperSection]:
    """Number questions on through the whole paper, as published papers do."""
    wide, page = measure(exam), page_lines(exam) - HEAD
    number = 1
    for ordinal, section in enumerate(sections, 1):
        own = section.views
        items = tuple(
            Item(number + place, view, is_long(view, wide, page), not place)
            for place, view in enumerate(own)
        )
        number += len(items)
        types = {view.type for view in own}
        points = {view.points for view in own}
        html = QuestionHtml(section.folder)
        yield PaperSection(
            ordinal=ordinal,
            path=f"{exam.id}/{section.id}/index.html",
            title=section.title,
            type=next(iter(types)) if len(types) == 1 else None,
            instructions=html.block(section.instructions) if section.instructions else None,
            items=items,
            points=plain_number(section.points),
            points_each=plain_number(next(iter(points))) if len(points) == 1 else None,
            scoring=_scoring(items, section.instructions or ""),
            brief_rows=_brief_rows(items, key_column(exam)),
        )


def _brief_rows(items: Sequence[Item], column: float) -> tuple[tuple[Item, ...], ...]:
    """Return items with a short key in rows of a table that is `column` em wide."""
    brief = tuple(item for item in items if item.view.brief)
    longest = max(map(width, {item.view.brief or "" for item in brief}), default=0)
    needed = longest * _BRIEF_SIZE + _BRIEF_INSET
    fitting = (n for n in (10, 5, 3) if needed <= column / (n + _BRIEF_HEAD))
    return rows(brief, next(fitting, 2))


_BRIEF_HEAD = 1.3
"""How many columns the head of a row of short keys is wide; `key.typ` has the same number."""
_BRIEF_SIZE = 0.9
"""How large text is in that table."""
_BRIEF_INSET = 0.65
"""What a cell of it has beside its text, in em."""


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
