"""Papers as the values their Typst templates set, as JSON. Draws nothing, knows no engine.

Question types are lowered here to the few things paper has: a bracket, options in columns, two
columns to match, rules, lines to write on, parts. What a student's paper is set from holds no key.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from markupsafe import Markup

from builder.locales import locale, ordinal, say
from builder.model import Exam, Section, View, plain_number
from builder.paper import KINDS, Item, Paper, PaperSection, rules
from builder.problems import Fault, Path, Problem, Where
from builder.sheet import Slot
from builder.typst import SetText, TypstText, quoted, with_rules

Json = dict[str, Any]
Words = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Document:
    """A PDF before it is set: where it goes, by which template, from which values (JSON)."""

    path: str
    template: str
    """`paper`, `key` or `sheet`."""
    values: str


@dataclass(frozen=True, slots=True)
class Setting:
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
        Document(f"{paper.folder}{kind}.pdf", kind, json.dumps(values(), ensure_ascii=False))
        for paper in papers
        for kind, values in _values(exam, paper, texts, words["paper"])
        if kind in kinds
    )
    return Setting(made, texts.problems())


def placed_texts(exam: Exam, answers: bool) -> Iterator[tuple[SetText, Callable[[int], Where]]]:
    """Yield every text that is set, with what tells its place from an offset in it."""
    yield from _ExamTexts(exam, answers).placed()


_NOT_PRINTED = frozenset(("hint", "feedback", "source"))
_KEY_ONLY = frozenset(("explanation", "rubric", "answer"))


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
        self.fields = [
            self._front.plain(field, "paper", "fields", index)
            for index, field in enumerate(layout.fields)
        ]
        for each in exam.sections:
            self._of(each).plain(each.title, "title")
        self._instructions = {
            view_id: self._of(section).block(section.instructions, "instructions")
            for section in exam.sections
            if section.instructions
            for view_id in [id(section.views[0])]
        }
        self._views = {
            id(shown): question.view(self._of(section).within("", "questions", index))
            for section in exam.sections
            for index, (question, shown) in enumerate(
                zip(section.questions, section.views, strict=True)
            )
        }

    def _of(self, section: Section) -> TypstText:
        return self._sections[id(section)]

    def view(self, item: Item) -> View:
        """Return the view of an item whose texts are Typst markup."""
        return self._views[id(item.view)]

    def instruction(self, part: PaperSection) -> str:
        """Return the instructions of a section; its first view tells which it is."""
        return self._instructions.get(id(part.items[0].view), Markup(""))

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

    def _problem(self, places: Any, fault: Fault) -> Problem:
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


def _values(
    exam: Exam, paper: Paper, texts: _ExamTexts, words: Words
) -> Iterator[tuple[str, Callable[[], Json]]]:
    """Yield the kinds of document a paper is printed as, each with what gives its values."""
    setter = _Setter(exam, paper, texts, words)
    yield "paper", setter.paper
    if paper.answers:
        yield "key", setter.key
    yield "sheet", setter.sheet


class _Setter:
    """One paper, from which its documents are lowered."""

    def __init__(self, exam: Exam, paper: Paper, texts: _ExamTexts, words: Words) -> None:
        self._exam = exam
        self._paper = paper
        self._texts = texts
        self._words = words
        self._locale = locale(exam.language)
        self._whole = len(paper.sections) > 1
        self._table = self._whole and words["table"] == "yes"

    def paper(self) -> Json:
        """Return what a student's paper is set from."""
        notes = self._texts.notes if self._paper.notes else ""
        total = "total_timed" if self._paper.duration else "total"
        said = say(self._words[total], points=self._paper.points, minutes=self._paper.duration)
        return {
            **self._common("paper", self._exam.title),
            "total": said,
            "result": None if self._table else self._result(),
            "notes": {"head": self._words["notes"], "text": notes} if notes else None,
            "scores": self._scores() if self._table else None,
            "box": [self._words["score"], self._words["grader"]] if self._table else None,
            "sections": [self._section(part) for part in self._paper.sections],
        }

    def _common(self, kind: str, title: str) -> Json:
        page = rules(self._exam, kind)
        names = ("width", "height", "top", "right", "bottom", "left")
        suffix = "" if kind == "paper" else f" · {self._words[kind]}"
        section = self._paper.section_title
        return {
            "name": f"{self._paper.title}{suffix}",
            "language": self._exam.language,
            "locale": self._locale,
            "page": {name: getattr(page, name) for name in names},
            "header": f"{self._exam.title}{suffix}" if kind != "sheet" else "",
            "footer": [self._words["page"], self._words["of"], self._words["pages"]],
            "seal": self._words["seal"] if page.seal else [],
            "columns": self._paper.layout.columns,
            "title": title,
            "subtitle": section or "",
            "names": list(self._texts.fields) or [quoted(each) for each in self._words["fields"]],
            "spoken": self._words["blank"],
        }

    def _result(self) -> Json:
        out_of = say(self._words["out_of"], points=self._paper.points)
        return {"label": self._words["score"], "out_of": out_of}

    def _scores(self) -> Json:
        ordinals = [ordinal(part.ordinal, self._locale) for part in self._paper.sections]
        words = self._words
        return {
            "head": [words["number"], *ordinals, words["sum"], words["checker"]],
            "row": words["score"],
        }

    def _section(self, part: PaperSection) -> Json:
        return {
            "head": self._head(part, named=not self._paper.section_title),
            "count": self._count(part),
            "instructions": self._texts.instruction(part),
            "partial": self._words["partial"] if part.partial else "",
            "items": [self._item(item, part) for item in part.items],
        }

    def _head(self, part: PaperSection, *, named: bool) -> str:
        if self._whole:
            number = ordinal(part.ordinal, self._locale)
            return say(self._words["head"], ordinal=number, title=part.title)
        return part.title if named else ""

    def _count(self, part: PaperSection) -> str:
        n = len(part.items)
        word = "count_each" if part.points_each and n > 1 else "count"
        return say(self._words[word], n=n, each=part.points_each, points=part.points)

    def _points(self, number: float) -> str:
        return say(self._words["points"], n=plain_number(number))

    def _item(self, item: Item, part: PaperSection) -> Json:
        view = self._texts.view(item)
        return {
            "number": f"{item.number}.",
            "points": "" if part.points_each else self._points(view.points),
            "long": item.long,
            **self._question(view, self._paper.measure),
        }

    def _question(self, view: View, measure: float) -> Json:
        """Return a question as paper asks it; nothing here looks at a key."""
        lowered = _ON_PAPER[view.type](view, measure, self._words)
        if view.type == "case":
            many = len(view.body.parts) > 1
            inner = measure - 2.5 if many else measure
            lowered["parts"] = [
                {
                    "number": say(self._words["part"], n=number) if many else "",
                    "points": self._points(part.points) if many else "",
                    **self._question(part, inner),
                }
                for number, part in enumerate(view.body.parts, 1)
            ]
        return {"type": view.type, "stem": with_rules(view.stem), **lowered}

    def key(self) -> Json:
        """Return what an answer key is set from."""
        return {
            **self._common("key", self._words["key"]),
            "subtitle": self._paper.title,
            "sections": [
                {
                    "head": self._head(part, named=True),
                    "count": self._count(part),
                    "briefs": self._briefs(part),
                    "items": [
                        {"number": f"{item.number}.", **self._solution(self._texts.view(item))}
                        for item in part.items
                        if item.view.explanation or not item.view.brief
                    ],
                }
                for part in self._paper.sections
            ],
        }

    def _briefs(self, part: PaperSection) -> Json | None:
        table = part.brief_rows
        if not table:
            return None
        return {
            "number": self._words["number"],
            "answer": self._words["answer"],
            "width": len(table[0]),
            "rows": [[[str(item.number), self._brief(item.view)] for item in row] for row in table],
        }

    def _brief(self, view: View) -> str:
        if view.type != "true-false":
            return view.brief or ""
        return str(self._words["right_mark" if view.body.answer else "wrong_mark"])

    def _solution(self, view: View) -> Json:
        words = self._words
        explanation = [[words["explanation"], view.explanation]] if view.explanation else []
        if view.type == "case":
            many = len(view.body.parts) > 1
            parts = [
                {
                    "number": say(words["part"], n=number) if many else "",
                    **self._solution(part),
                }
                for number, part in enumerate(view.body.parts, 1)
            ]
            return {"parts": parts, "entries": explanation}
        entries = [[words[label], text] for label, text in _IN_KEY[view.type](view, words)]
        return {"parts": [], "entries": [*entries, *explanation]}

    def sheet(self) -> Json:
        """Return what an answer sheet is set from."""
        words, own = self._words, self._paper.sheet
        judge = words["right_mark"] + words["wrong_mark"]
        heads = (words["choices"], words["judgements"])
        shown = (
            head for head, group in zip(heads, (own.letters, own.judgements), strict=True) if group
        )
        return {
            **self._common("sheet", self._exam.title),
            "subtitle": " ".join(filter(None, (self._paper.section_title, words["sheet"]))),
            "notes": {"head": words["notes"], "items": words["sheet_notes"]},
            "filled": [words["filled"], words["not_filled"]],
            "digits": self._paper.number_field,
            "bubbles": words["comma"].join(shown),
            "span": own.span,
            "letters": [[_bubbles(slot, slot.space.marks) for slot in row] for row in own.letters],
            "judgements": [[_bubbles(slot, judge) for slot in row] for row in own.judgements],
            "blanks": {"head": words["blanks"], "labels": [f"{s.label}." for s in own.blanks]},
            "essays": {
                "head": words["essays"],
                "frames": [
                    {
                        "label": f"{slot.label}.",
                        "points": self._points(slot.points),
                        "lines": slot.space.count,
                    }
                    for slot in own.essays
                ],
            },
        }


def _bubbles(slot: Slot, marks: str) -> Json:
    return {"label": slot.label, "marks": list(marks)}


# What a student's paper shows of each type: (view, measure in em, words) -> values.


def _choice(view: View, measure: float, words: Words, size: int = 2) -> Json:
    options = [[f"{option.letter}.", option.html] for option in view.body.options]
    return {
        "slot": _gap(view, words, size),
        "options": options,
        "columns": view.body.columns(measure),
    }


def _gap(view: View, words: Words, size: int) -> Json | None:
    """Return the place for a letter or so, unless the stem has one; a rule in western papers."""
    if view.bracketed:
        return None
    return {"kind": "gap", "open": words["open"], "close": words["close"], "size": size}


def _judgement(view: View, _: float, words: Words) -> Json:
    if words["open"] or view.bracketed:
        return {"slot": _gap(view, words, 2)}
    return {"slot": {"kind": "ticks", "words": [words["right"], words["wrong"]]}}


def _ordering(view: View, _: float, words: Words) -> Json:
    items = [[f"{letter}.", text] for letter, text in view.body.items]
    return {"slot": _gap(view, words, len(items)), "options": items, "columns": 1}


def _matching(view: View, _: float, words: Words) -> Json:
    left = [[f"{number}.", text] for number, text in enumerate(view.body.left, 1)]
    right = [[f"{letter}.", text] for letter, text in view.body.right]
    gap = {"kind": "gap", "open": words["open"], "close": words["close"], "size": 2}
    return {"pairs": {"left": left, "right": right, "gap": gap}}


_ON_PAPER: Mapping[str, Callable[[View, float, Words], Json]] = {
    "single": _choice,
    "multiple": lambda view, measure, words: _choice(view, measure, words, 3),
    "true-false": _judgement,
    "blank": lambda view, measure, words: {},
    "numeric": lambda view, measure, words: {
        "slot": {"kind": "rule", "unit": view.body.unit or ""}
    },
    "matching": _matching,
    "ordering": _ordering,
    "essay": lambda view, measure, words: {"lines": view.body.lines},
    "case": lambda view, measure, words: {"material": view.body.material},
}

# What the key says of each type: (view, words) -> the words for a label, and markup.

_Entries = Iterator[tuple[str, str]]


def _letters_key(view: View, _: Words) -> _Entries:
    yield "answer", quoted(view.body.answer)


def _true_false_key(view: View, words: Words) -> _Entries:
    yield "answer", quoted(words["right" if view.body.answer else "wrong"])


def _blank_key(view: View, words: Words) -> _Entries:
    answers = view.body.answers
    many = len(answers) > 1
    said = (
        f"{say(words['part'], n=number)} {answer}" if many else answer
        for number, answer in enumerate(answers, 1)
    )
    also = words["any_order"] if view.body.any_order and many else ""
    yield "answer", quoted(words["semicolon"].join(said) + also)


def _numeric_key(view: View, words: Words) -> _Entries:
    body = view.body
    also = say(words["tolerance"], n=body.tolerance) if body.tolerance else ""
    yield "answer", quoted(f"{body.answer} {body.unit or ''}".rstrip() + also)


def _matching_key(view: View, words: Words) -> _Entries:
    pairs = (f"{number}–{letter}" for number, letter in enumerate(view.body.key, 1))
    yield "answer", quoted(words["comma"].join(pairs))


def _ordering_key(view: View, _: Words) -> _Entries:
    yield "answer", quoted(" → ".join(view.body.key))


def _essay_key(view: View, words: Words) -> _Entries:
    body = view.body
    if not body.answer and not body.rubric:
        yield "answer", quoted(words["open_answer"])
    if body.answer:
        yield "model", body.answer
    if body.rubric:
        lines = (f"[{text}{quoted(' ' + say(words['points'], n=n))}]" for text, n in body.rubric)
        yield "rubric", f"#list({', '.join(lines)});"


_IN_KEY: Mapping[str, Callable[[View, Words], _Entries]] = {
    "single": _letters_key,
    "multiple": _letters_key,
    "true-false": _true_false_key,
    "blank": _blank_key,
    "numeric": _numeric_key,
    "matching": _matching_key,
    "ordering": _ordering_key,
    "essay": _essay_key,
    "case": lambda view, words: iter(()),
}
"""A case has no key of its own: its parts have."""

TYPES_SET = frozenset(_ON_PAPER) & frozenset(_IN_KEY)
"""The question types that can be set."""
