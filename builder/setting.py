"""Papers as documents to be set: every text of an exam in Typst, and what of it cannot be set.

Draws nothing, knows no engine; what stands on a page is the business of `lowering`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from builder import key_table, lowering
from builder.forms import Form, options
from builder.model import Exam, Places, Question, Section, View
from builder.paper import KINDS, Item, Paper, PaperSection, printed
from builder.problems import Fault, Path, Problem, Where
from builder.proof import Expected, expected, squeezed
from builder.solutions import Words
from builder.typst import SetText, TypstText


class Document(NamedTuple):
    """A PDF before it is set: where it goes, by which template, from which values (JSON)."""

    path: str
    template: str
    """One of `paper.KINDS`."""
    form: str
    """The name of the form it is of; none if empty."""
    code: str
    """The form's code."""
    values: str
    expected: Expected
    """What it must say once it is set."""


class Setting(NamedTuple):
    """The PDFs of an exam before they are set, or what is wrong with its texts."""

    documents: tuple[Document, ...]
    problems: tuple[Problem, ...]


def documents(
    exam: Exam,
    papers: Iterable[Paper],
    words: Words,
    answers: bool,
    kinds: Collection[str] = KINDS,
) -> Setting:
    """Return the PDFs of papers of an exam, of these kinds; `words` are those of its language.

    Without `answers` there are none of the kinds that hold them.
    """
    texts = _ExamTexts(exam, answers)
    made = tuple(
        Document(
            _path(paper, kind),
            kind,
            paper.form.name if paper.form else "",
            paper.form.code if paper.form else "",
            json.dumps(values(), ensure_ascii=False),
            expected(paper, kind, words["paper"]),
        )
        for paper in papers
        for kind, values in lowering.values(
            lowering.Front(exam, paper, texts.of(paper.form), words["paper"])
        )
        if kind in kinds
    )
    return Setting(made, texts.problems())


def keys(exam: Exam, forms: Sequence[Form], words: Words) -> Document:
    """Return the keys of all forms of an exam side by side, by question id."""
    paper = next(printed(exam, answers=True))
    rows = key_table.rows(exam, forms)
    texts = _ExamTexts(exam, answers=True).of(None)
    front = lowering.Front(exam, paper, texts, words["paper"])
    values = lowering.keys(front, forms, rows)
    said = [
        squeezed(text)
        for table in values["tables"]
        for name, cells in table["rows"]
        for text in (name, *("".join(cell) for cell in cells))
        if text
    ]
    text = json.dumps(values, ensure_ascii=False)
    return Document(f"{paper.folder}keys.pdf", "keys", "", "", text, Expected(tuple(said), ()))


def _path(paper: Paper, kind: str) -> str:
    return f"{paper.folder}{kind}{f'-{paper.form.name}' if paper.form else ''}.pdf"


def placed_texts(exam: Exam, answers: bool) -> Iterator[tuple[SetText, Callable[[int], Where]]]:
    """Yield every text that is set, with what tells its place from an offset in it."""
    yield from _ExamTexts(exam, answers).placed()


_NOT_PRINTED = frozenset(("hint", "feedback", "source"))
_KEY_ONLY = frozenset(("explanation", "rubric", "answer"))


def _plain_texts(question: Question, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield what a question prints that is no Markdown, each with its path."""
    fields = question.answer_json()
    if question.type_name == "blank":
        for index, accepted in enumerate(fields["answer"]):
            yield (*path, "answer", index), accepted[0]
    if unit := fields.get("unit"):
        yield (*path, "unit"), unit
    for index, part in enumerate(question.parts()):
        yield from _plain_texts(part, (*path, "questions", index))


class _ExamTexts:
    """Every text of an exam in Typst, each set once."""

    def __init__(self, exam: Exam, answers: bool) -> None:
        self._exam = exam
        self._unseen = _NOT_PRINTED if answers else _NOT_PRINTED | _KEY_ONLY
        self._front = TypstText(exam.id)
        self._sections = {id(section): TypstText(section.folder) for section in exam.sections}
        self._front.plain(exam.title, "title")
        layout = exam.paper
        self.notes = self._front.block(layout.notes, "paper", "notes") if layout.notes else ""
        self.fields: Sequence[str] = [
            self._front.plain(field, "paper", "fields", index)
            for index, field in enumerate(layout.fields)
        ]
        for each in exam.sections:
            self._of(each).plain(each.title, "title")
        self._instructions: dict[str, str] = {}
        for section in exam.sections:
            if section.instructions:
                text = self._of(section).block(section.instructions, "instructions")
                self._instructions |= dict.fromkeys((view.id for view in section.views), text)
        self._views = {
            question.id: (question, question.view(self._of(section).within("", "questions", index)))
            for section in exam.sections
            for index, question in enumerate(section.questions)
        }

        for section in exam.sections:
            for index, question in enumerate(section.questions):
                for path, shown in _plain_texts(question):
                    self._of(section).plain(shown, "questions", index, *path)

    def _of(self, section: Section) -> TypstText:
        return self._sections[id(section)]

    def of(self, form: Form | None) -> _FormTexts:
        """Return the texts as a form has them."""
        sections = self._exam.sections if form else ()
        order = form.order if form else 0
        orders = dict(pair for each in sections for pair in options(self._exam, each, order))
        return _FormTexts(self, orders)

    def view(self, item: Item, orders: Mapping[str, str]) -> View:
        """Return the view of an item in Typst markup, its options in these orders."""
        question, view = self._views[item.view.id]
        return question.arranged(view, orders)

    def instruction(self, part: PaperSection) -> str:
        """Return the instructions of a section; any of its questions tells which it is."""
        return self._instructions.get(part.items[0].view.id, "")

    def problems(self) -> tuple[Problem, ...]:
        """Return what cannot be set, each with its place."""
        found = [self._problem(self._exam.places, fault) for fault in self._seen(self._front)]
        for section in self._exam.sections:
            faults = self._seen(self._of(section))
            found += (self._problem(section.places, fault) for fault in faults)
        return tuple(found)

    def _seen(self, texts: TypstText) -> Iterator[Fault]:
        yield from (fault for fault in texts.faults if self._is_seen(fault.path))

    def _is_seen(self, path: Path) -> bool:
        return not self._unseen.intersection(map(str, path))

    def _problem(self, places: Places, fault: Fault) -> Problem:
        where = places.where(fault.path, fault.offset)
        return Problem(where, fault.message, fault.severity, fault.rule)

    def placed(self) -> Iterator[tuple[SetText, Callable[[int], Where]]]:
        """Yield every text that is set, with what tells its place from an offset in it."""
        sources = [(self._exam.places, self._front)]
        sources += [(section.places, self._of(section)) for section in self._exam.sections]
        for places, texts in sources:
            for each in texts.texts:
                if self._is_seen(each.path):
                    yield each, partial(places.where, each.path)


class _FormTexts:
    """The texts of an exam as a form has them: options in its order."""

    def __init__(self, texts: _ExamTexts, orders: Mapping[str, str]) -> None:
        self.notes = texts.notes
        self.fields = texts.fields
        self.instruction = texts.instruction
        self._texts = texts
        self._orders = orders

    def view(self, item: Item) -> View:
        """Return the view of an item whose texts are Typst markup."""
        return self._texts.view(item, self._orders)
