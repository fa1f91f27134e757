"""A bank as web pages: which there are, where they stand, what they show. Renders nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from itertools import count
from typing import Any, NamedTuple

from markupsafe import Markup

from builder import forms
from builder.locales import locale, ordinal
from builder.markup import QuestionHtml
from builder.model import Exam, Page, Sealed, Section, View, plain_number


class Link(NamedTuple):
    """A title and an address, from the site's root."""

    title: str
    path: str


class Numbered(NamedTuple):
    """A question with its number on this page; a case's parts are numbered inside it."""

    number: int
    view: View


@dataclass(frozen=True, slots=True)
class SectionCard:
    """A section as an overview shows it."""

    id: str
    title: str
    path: str
    type: str | None
    count: int
    points: int | float
    fingerprints: Mapping[str, str]
    """By the ids of everything that can be answered: parts of cases, not cases."""
    texts_path: str
    """The script that holds the section's questions as plain text."""


@dataclass(frozen=True, slots=True)
class ExamCard:
    """An exam as the list of exams and its own overview show it."""

    id: str
    title: str
    path: str
    language: str
    description: Markup | None
    sections: tuple[SectionCard, ...]
    count: int
    points: int | float
    duration: int | None
    pass_mark: int | float | None
    print_path: str
    mock_path: str
    random_path: str
    sealed: bool = False
    """Whether its answers are sealed."""


class Home(NamedTuple):
    """The list of all exams."""

    description: Markup | None
    exams: tuple[ExamCard, ...]


class Overview(NamedTuple):
    """One exam: what it holds and where to start."""

    exam: ExamCard
    edition: str
    """By which it knows the codes of its own forms."""
    lock: Mapping[str, Any] | None = None
    """What opens sealed answers, where they are."""


@dataclass(frozen=True, slots=True)
class Practice:
    """One section with every question."""

    exam: ExamCard
    section: SectionCard
    instructions: Markup | None
    questions: tuple[Numbered, ...]
    keys: Mapping[str, Mapping[str, Any]]
    """By question id: points, fingerprint, and the key where there is one."""
    previous: Link | None
    next: Link | None
    print_path: str
    answers: bool
    """Whether keys and explanations are published."""
    drawing: Mapping[str, Any]
    """How forms are drawn, and how many of a form's questions stand in sections before."""
    lock: Mapping[str, Any] | None
    """Sealed answers by id, and what opens them; where they are."""


class Mock(NamedTuple):
    """The mock exam, which borrows its questions from the practice pages."""

    exam: ExamCard
    data: Mapping[str, Any]
    """What the script draws from."""
    answers: bool
    """Whether keys and explanations are published."""
    lock: Mapping[str, Any] | None = None
    """What opens sealed answers, where they are."""


class Random(NamedTuple):
    """Practice of questions by lot, which are borrowed from the practice pages."""

    exam: ExamCard
    exams: tuple[Mapping[str, Any], ...]
    """This exam, as a catalogue of one."""
    answers: bool
    """Whether keys and explanations are published."""
    lock: Mapping[str, Any] | None = None
    """What opens sealed answers, where they are."""


@dataclass(frozen=True, slots=True)
class Single(Practice):
    """One exam with every question; as practice of all its sections."""

    parts: tuple[Practice, ...]


class Catalogue(NamedTuple):
    """What a page over all exams, search or review, looks questions up in."""

    exams: tuple[Mapping[str, Any], ...]
    answers: bool
    """Whether keys and explanations are published, open or sealed."""
    explained: bool
    """Whether there are explanations to be searched."""


class Hub(NamedTuple):
    """The storage that pages opened from a folder share; shows nothing."""


class NotFound(NamedTuple):
    """What a host shows for an address that leads nowhere; needs the absolute address."""

    home: str


def site_pages(
    title: str,
    description: str | None,
    language: str,
    cards: tuple[ExamCard, ...],
    answers: bool,
) -> Iterator[Page]:
    """Yield the pages over all exams."""
    words = locale(language)
    home = Home(QuestionHtml("").block(description) if description else None, cards)
    yield Page("index.html", "site/home.html", title, words, language, home)
    explained = answers and any(not card.sealed for card in cards)
    catalogue = Catalogue(tuple(map(_entry, cards)), answers, explained)
    for name in ("search", "review", "data"):
        yield Page(f"{name}/index.html", f"site/{name}.html", name, words, language, catalogue)


def lone_pages(title: str, language: str, base: str) -> Iterator[Page]:
    """Yield what a site has once, whatever its exams: pages for when something is missing, the hub.

    `base` is the path the site stands under on its host, `/` or `/repo/`.
    """
    words = locale(language)
    yield Page("offline.html", "site/offline.html", title, words, language, None)
    yield Page("hub.html", "site/hub.html", title, words, language, Hub())
    yield Page("404.html", "site/404.html", "404", words, language, NotFound(base))


def _entry(card: ExamCard) -> dict[str, Any]:
    sections = [
        {"id": each.id, "title": each.title, "path": each.path, "texts": each.texts_path}
        for each in card.sections
    ]
    return {"id": card.id, "title": card.title, "language": card.language, "sections": sections}


def exam_pages(
    exam: Exam, card: ExamCard, answers: bool, sealed: Sealed | None = None
) -> Iterator[Page]:
    """Yield the web pages of one exam: its overview, the modes, practice for each section.

    Without `answers` there may be `sealed` ones.
    """
    edition = forms.edition(exam)
    lock = _lock(sealed) if sealed else None
    yield _page(exam, card.path, "site/exam.html", exam.title, Overview(card, edition, lock))
    yield mock(exam, card, answers, edition, lock)
    lot = Random(card, (_entry(card),), answers, lock)
    yield _page(exam, card.random_path, "site/random.html", exam.title, lot)
    for index in range(len(exam.sections)):
        yield practice(exam, card, index, answers, edition, sealed)


def _lock(sealed: Sealed) -> dict[str, Any]:
    """Return what a page must know to try a key."""
    names = ("exam", "salt", "rounds", "check")
    return {name: getattr(sealed, name) for name in names}


def _page(exam: Exam, path: str, template: str, title: str, content: object) -> Page:
    return Page(path, template, title, locale(exam.language), exam.language, content)


def exam_card(exam: Exam, answers: bool, sealed: Sealed | None = None) -> ExamCard:
    """Return what overviews show of an exam."""
    description = QuestionHtml(exam.id).block(exam.description) if exam.description else None
    return ExamCard(
        id=exam.id,
        title=exam.title,
        path=f"{exam.id}/index.html",
        language=exam.language,
        description=description,
        sections=tuple(_section_card(exam, each, answers, sealed) for each in exam.sections),
        count=sum(len(section.questions) for section in exam.sections),
        points=plain_number(exam.points),
        duration=exam.duration,
        pass_mark=None if exam.pass_mark is None else plain_number(exam.pass_mark),
        print_path=f"{exam.id}/print/index.html",
        mock_path=f"{exam.id}/mock/index.html",
        random_path=f"{exam.id}/random/index.html",
        sealed=sealed is not None,
    )


def scripted_card(card: ExamCard, exam: Exam) -> ExamCard:
    """Return a card as it reads in another script; what it knows questions by stays the same."""
    shown = exam_card(exam, answers=True)
    sections = (
        replace(each, fingerprints=own.fingerprints)
        for each, own in zip(shown.sections, card.sections, strict=True)
    )
    return replace(shown, sections=tuple(sections), sealed=card.sealed)


def foreign_card(card: ExamCard) -> ExamCard:
    """Return a card as the pages of another script link it, which have no pages of that exam."""
    sections = (
        replace(each, path=f"../{each.path}", texts_path=f"../{each.texts_path}")
        for each in card.sections
    )
    return replace(card, path=f"../{card.path}", sections=tuple(sections))


def _section_card(
    exam: Exam, section: Section, answers: bool, sealed: Sealed | None
) -> SectionCard:
    return SectionCard(
        id=section.id,
        title=section.title,
        path=f"{exam.id}/{section.id}/index.html",
        type=section.type,
        count=len(section.questions),
        points=plain_number(section.points),
        fingerprints={
            view.id: _fingerprint(view, answers, sealed)
            for view in _answerable_views(section.views)
        },
        texts_path=f"{exam.id}/{section.id}/data-search.js",
    )


def mock(
    exam: Exam, card: ExamCard, answers: bool, edition: str, lock: Mapping[str, Any] | None = None
) -> Page:
    """Return the page of the mock exam."""
    words = locale(exam.language)
    data = {
        "root": "../../",
        "answers": answers or lock is not None,
        "pass": card.pass_mark,
        "points": card.points,
        "edition": edition,
        "options": any(section.shuffle.options for section in exam.sections),
        "sections": [
            {
                "id": own.id,
                "title": own.title,
                "ordinal": ordinal(number, words),
                "path": own.path,
                "count": own.count,
                "points": own.points,
                "each": _each(section),
            }
            for number, (section, own) in enumerate(
                zip(exam.sections, card.sections, strict=True), 1
            )
        ],
    }
    content = Mock(card, data, answers, lock)
    return _page(exam, card.mock_path, "site/mock.html", exam.title, content)


def _each(section: Section) -> int | float | None:
    """Return the points of each question, or nothing if they differ."""
    points = {view.points for view in section.views}
    return plain_number(next(iter(points))) if len(points) == 1 else None


def practice(
    exam: Exam,
    card: ExamCard,
    index: int,
    answers: bool,
    edition: str,
    sealed: Sealed | None = None,
) -> Page:
    """Return the practice page of one section."""
    section, own = exam.sections[index], card.sections[index]
    links = [Link(each.title, each.path) for each in card.sections]
    html = QuestionHtml(section.folder)
    before = sum(each.draw or len(each.questions) for each in exam.sections[:index])
    content = Practice(
        exam=card,
        section=own,
        instructions=html.block(section.instructions) if section.instructions else None,
        questions=tuple(Numbered(number, view) for number, view in enumerate(section.views, 1)),
        keys={
            view.id: _key(view, own.fingerprints[view.id], answers)
            for view in _answerable_views(section.views)
        },
        previous=links[index - 1] if index else None,
        next=links[index + 1] if index + 1 < len(links) else None,
        print_path=f"{exam.id}/{section.id}/print/index.html",
        answers=answers,
        lock={**_lock(sealed), "questions": _own(sealed, section)} if sealed else None,
        drawing={**forms.drawing(exam, section, edition), "before": before},
    )
    return _page(exam, own.path, "site/practice.html", section.title, content)


def _own(sealed: Sealed, section: Section) -> dict[str, str]:
    ids = (each.id for view in section.views for each in (view, *_parts(view)))
    return {name: sealed.questions[name] for name in ids}


def single(exam: Exam, card: ExamCard, answers: bool, sealed: Sealed | None = None) -> Page:
    """Return a whole exam as one page, its questions numbered on as on paper."""
    edition = forms.edition(exam)
    parts: list[Practice] = []
    number = 1
    for index in range(len(exam.sections)):
        part = practice(exam, card, index, answers, edition, sealed).content
        views = (each.view for each in part.questions)
        parts.append(replace(part, questions=tuple(map(Numbered, count(number), views))))
        number += len(part.questions)
    first = {each.name: getattr(parts[0], each.name) for each in fields(Practice)}
    keys = {name: key for part in parts for name, key in part.keys.items()}
    lock = {**_lock(sealed), "questions": sealed.questions} if sealed else None
    own = {"keys": keys, "drawing": None, "lock": lock}
    content = Single(**{**first, **own}, parts=tuple(parts))
    return _page(exam, f"{exam.id}/exam.html", "site/single.html", exam.title, content)


def _answerable_views(views: tuple[View, ...]) -> Iterator[View]:
    for view in views:
        yield from _parts(view) or (view,)


def _parts(view: View) -> tuple[View, ...]:
    return view.body.parts if view.type == "case" else ()


def _key(view: View, fingerprint: str, answers: bool) -> dict[str, Any]:
    known = {"points": plain_number(view.points), "fingerprint": fingerprint}
    return {**(view.key or {}), **known} if answers else known


def _fingerprint(view: View, answers: bool, sealed: Sealed | None) -> str:
    """Return what changes with a question; where answers are withheld it leaves out the key,
    which it would give away to whoever tries every key."""
    if answers:
        return view.fingerprint
    if sealed:
        return sealed.fingerprints[view.id]
    return hashlib.blake2s(view.stem.encode(), digest_size=4).hexdigest()
