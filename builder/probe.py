"""Whether templates keep keys back: a small exam of every type, rendered under two keys.

Whatever a student may see must come out the same to the byte, and say what it must. Shows nothing
of the bank: what holds for the probe holds for a template, whatever it is given.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from builder import fields, pages, paper, proof
from builder.locales import LOCALES
from builder.markup import QuestionHtml
from builder.model import Exam, Fonts, Page, PaperLayout, Section, SectionFile, Shuffle
from builder.paper import Paper
from builder.problems import UsageError
from builder.questions import TYPES
from builder.read import read_question
from builder.render import Renderer
from builder.source import parse

_FIRST = """\
title: Probe
points: 2
questions:
  - {id: s, type: single, stem: Which one?, options: [{text: first, feedback: KEYfeedback},
     second, third], answer: A, explanation: KEYexplanation, hint: Think.}
  - {id: m, type: multiple, stem: Which ones?, options: [first, second, third], answer: AB,
     scoring: partial, explanation: KEYexplanation}
  - {id: t, type: true-false, stem: Is it?, answer: true, explanation: KEYexplanation}
  - {id: b, type: blank, stem: It is ___., answer: [[KEYanswer, KEYother]]}
  - {id: n, type: numeric, stem: How much?, answer: 11, tolerance: 1, unit: m}
  - {id: match, type: matching, stem: Match., pairs: [[one, uno], [two, due]], distractors: [tre]}
  - {id: o, type: ordering, stem: Order., items: [alpha, beta, gamma]}
  - {id: e, type: essay, stem: Why?, answer: KEYanswer, rubric: [{text: KEYrubric, points: 2}]}
  - {id: c, type: case, material: Look here., explanation: KEYexplanation, questions: [
     {id: c1, type: single, stem: Which part?, options: [left, right], answer: A},
     {id: c2, type: true-false, stem: Was it?, answer: true, explanation: KEYexplanation}]}
"""
_CHANGES = (
    ("KEY", "SECRET"),
    ("answer: AB", "answer: C"),
    ("answer: A", "answer: B"),
    ("answer: true", "answer: false"),
    ("answer: 11, tolerance: 1", "answer: 2"),
    ("[one, uno], [two, due]", "[one, due], [two, uno]"),
    ("[alpha, beta, gamma]", "[gamma, beta, alpha]"),
)


def check_templates(renderer: Renderer) -> None:
    """Raise UsageError if a template lets a key through, or a student's page lacks what it must.

    What cannot be rendered at all is left to the build, which says so if the bank needs it.
    """
    for language in LOCALES:
        try:
            _check(renderer, language, tuple(TYPES))
        except _BrokenError:
            for name in TYPES:
                with suppress(_BrokenError):
                    _check(renderer, language, (name,))


class _BrokenError(Exception):
    """A template failed."""


def _check(renderer: Renderer, language: str, types: tuple[str, ...]) -> None:
    first, second = _exam(_FIRST, language, types), _exam(_changed(), language, types)
    for one, other in zip(_student_pages(first), _student_pages(second), strict=True):
        _compare(one, _rendered(renderer, one).decode(), _rendered(renderer, other).decode())
    for page in paper.papers(first, answers=True):
        if isinstance(page.content, Paper):
            check_page(page, _rendered(renderer, page), renderer.words(language)["paper"])


def _rendered(renderer: Renderer, page: Page) -> bytes:
    try:
        return renderer.page(page).data
    except UsageError as error:
        raise _BrokenError from error


def _changed() -> str:
    text = _FIRST
    for old, new in _CHANGES:
        text = text.replace(old, new)
    return text


def _exam(text: str, language: str, types: tuple[str, ...] = tuple(TYPES)) -> Exam:
    """Return a probe of one section, of some types, as loading would."""
    file = parse(text, "probe.yaml")
    value = fields.read(SectionFile, file.value)
    if isinstance(value, tuple):
        raise TypeError(f"the probe is wrong: {value}")
    questions = tuple(
        each
        for raw in value.questions
        if not isinstance(each := read_question(raw, None, value.points), tuple)
        and each.type_name in types
    )
    section = partial(
        Section, title=value.title, type=None, instructions=None, shuffle=Shuffle(), draw=None
    )
    html = QuestionHtml("")
    views = tuple(question.view(html) for question in questions)
    own = section(id="s", questions=questions, views=views, folder="", places=file)
    layout, fonts = PaperLayout(), Fonts()
    return Exam("probe", "Probe", None, language, None, None, (own,), layout, fonts, (), file)


def _student_pages(exam: Exam) -> Iterator[Page]:
    """Yield what a student may see: papers, sheets, and the site without answers."""
    yield from pages.exam_pages(exam, pages.exam_card(exam, False), answers=False)
    for page in paper.papers(exam, answers=False):
        if isinstance(page.content, Paper):
            yield page


def _compare(page: Page, first: str, second: str) -> None:
    if first == second:
        return
    pairs = enumerate(zip(first, second, strict=False))
    at = next((place for place, (one, other) in pairs if one != other), 0)
    said = " ".join(first[max(0, at - 40) : at + 20].split())
    message = f"a student's page changes with the key, at '{said}'"
    raise UsageError(f"templates/{page.template}: {message}")


def check_page(page: Page, html: bytes, words: proof.Words) -> None:
    """Raise UsageError if a page of a paper does not say what it must, or more."""
    kind = page.template.removeprefix("paper/").removesuffix(".html")
    if kind not in paper.KINDS:
        return
    expected = proof.expected(page.content, kind, words)
    for fault in proof.faults(expected, [proof.page_text(html.decode())]):
        raise UsageError(f"templates/{page.template}: {page.path} {fault}")
