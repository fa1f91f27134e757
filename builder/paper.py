"""A bank as printed matter: student papers, answer keys, answer sheets. Renders nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from builder.locales import locale
from builder.markup import QuestionHtml
from builder.model import Bank, Exam, Page, PaperLayout, Section, View, plain_number


@dataclass(frozen=True, slots=True)
class Item:
    """A question on paper: its number, and its view."""

    number: int
    view: View


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
    partial: bool
    """Some multiple choice in it gives part of the points."""


@dataclass(frozen=True, slots=True)
class Paper:
    """What paper, key and sheet of an exam or of one of its sections are printed from."""

    exam_title: str
    title: str
    """The exam's title, or the exam's and the section's."""
    section_title: str | None
    back_path: str
    """The web page this is the paper of."""
    folder: str
    """Where its pages stand: `demo/print/` or `demo/single/print/`."""
    layout: PaperLayout
    notes: Markup | None
    points: int | float
    count: int
    duration: int | None
    sections: tuple[PaperSection, ...]
    measure: float
    """Width of the text column in em, for setting options in columns."""
    page_css: str
    """Path of the sheet with this exam's page size, margins, header and footer."""
    answers: bool
    """Whether there is an answer key."""


# Width of the text column in em at the paper's type size, less the question number.
_MEASURES = {("A4", 1): 40.0, ("A4", 2): 19.0, ("A3", 1): 60.0, ("A3", 2): 38.0}
_MEASURES |= {("B5", 1): 32.0, ("B5", 2): 15.0, ("Letter", 1): 41.0, ("Letter", 2): 19.5}


def papers(
    bank: Bank, views: Mapping[tuple[str, str], tuple[View, ...]], answers: bool
) -> Iterator[Page]:
    """Yield every printable page: for each exam and each of its sections."""
    for exam in bank.exams:
        yield from _pages(exam, _paper(exam, exam.sections, views, answers, None))
        for section in exam.sections:
            yield from _pages(exam, _paper(exam, (section,), views, answers, section))


def page_css_path(exam: Exam) -> str:
    """Return where the page rules of an exam's papers stand."""
    return f"{exam.id}/print/page.css"


def _pages(exam: Exam, paper: Paper) -> Iterator[Page]:
    kinds = ("index", "paper", "key", "sheet") if paper.answers else ("index", "paper", "sheet")
    words = locale(exam.language)
    for kind in kinds:
        path = f"{paper.folder}{kind}.html"
        yield Page(path, f"paper/{kind}.html", paper.title, words, exam.language, paper)


def _paper(
    exam: Exam,
    sections: Sequence[Section],
    views: Mapping[tuple[str, str], tuple[View, ...]],
    answers: bool,
    only: Section | None,
) -> Paper:
    folder = f"{exam.id}/{only.id}/" if only else f"{exam.id}/"
    layout = exam.paper
    notes = QuestionHtml(exam.id).block(layout.notes) if layout.notes and not only else None
    parts = tuple(_sections(exam, sections, views))
    return Paper(
        exam_title=exam.title,
        title=f"{exam.title} · {only.title}" if only else exam.title,
        section_title=only.title if only else None,
        back_path=f"{folder}index.html",
        folder=f"{folder}print/",
        layout=layout,
        notes=notes,
        points=plain_number(sum(part.points for part in parts)),
        count=sum(len(part.items) for part in parts),
        duration=None if only else exam.duration,
        sections=parts,
        measure=_MEASURES[layout.size, layout.columns],
        page_css=page_css_path(exam),
        answers=answers,
    )


def _sections(
    exam: Exam,
    sections: Sequence[Section],
    views: Mapping[tuple[str, str], tuple[View, ...]],
) -> Iterator[PaperSection]:
    """Number questions on through the whole paper, as published papers do."""
    number = 1
    for ordinal, section in enumerate(sections, 1):
        own = views[exam.id, section.id]
        items = tuple(Item(number + place, view) for place, view in enumerate(own))
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
            partial=any(view.key is not None and "partial" in view.key for view in own),
        )
