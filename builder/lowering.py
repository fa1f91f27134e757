"""A paper lowered to the values its Typst templates set: question types become what paper has.

A bracket, options in columns, two columns to match, rules, lines to write on, parts. What a
student's paper is set from holds no key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from builder.forms import Form
from builder.key_table import Row
from builder.locales import locale, ordinal, say
from builder.model import Exam, View, plain_number
from builder.paper import Item, Paper, PaperSection
from builder.qr import Code
from builder.sheet import WRITING_LINE, Slot
from builder.sizes import column_gap, font_size, rules
from builder.solutions import IN_KEY, Json, Words, solution
from builder.typst import quoted, with_rules


class Texts(Protocol):
    """The texts of an exam in Typst."""

    @property
    def notes(self) -> str: ...
    @property
    def fields(self) -> Sequence[str]: ...
    def view(self, item: Item) -> View: ...
    def instruction(self, part: PaperSection) -> str: ...


def values(
    exam: Exam, paper: Paper, texts: Texts, words: Words
) -> Iterator[tuple[str, Callable[[], Json]]]:
    """Yield the kinds of document a paper is printed as, each with what gives its values."""
    setter = _Setter(exam, paper, texts, words)
    makers = {
        "paper": setter.paper,
        "key": setter.key,
        "sheet": setter.sheet,
        "teacher": setter.teacher,
    }
    yield from ((kind, makers[kind]) for kind in paper.kinds)


_SIDE_BY_SIDE = 6
"""How many forms stand in one table of keys."""


def keys(
    exam: Exam, paper: Paper, texts: Texts, words: Words, forms: Sequence[Form], rows: Sequence[Row]
) -> Json:
    """Return what the table of the keys of all forms is set from, some forms in each table."""
    common = _Setter(exam, paper, texts, words).front("key", words["keys"])
    starts = range(0, len(forms), _SIDE_BY_SIDE)
    return {
        **common,
        "subtitle": exam.title,
        "tables": [
            {
                "forms": [
                    [say(words["form"], name=form.name), form.code]
                    for form in forms[start : start + _SIDE_BY_SIDE]
                ],
                "rows": [
                    [
                        row.id,
                        [
                            list(cell or ("", ""))
                            for cell in row.cells[start : start + _SIDE_BY_SIDE]
                        ],
                    ]
                    for row in rows
                ],
            }
            for start in starts
        ],
    }


class _Setter:
    """One paper, from which its documents are lowered."""

    def __init__(self, exam: Exam, paper: Paper, texts: Texts, words: Words) -> None:
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
            **self.front("paper", self._exam.title),
            "total": said,
            "result": None if self._table else self._result(),
            "notes": {"head": self._words["notes"], "text": notes} if notes else None,
            "scores": self._scores() if self._table else None,
            "box": [self._words["score"], self._words["grader"]] if self._table else None,
            "material": self._words["material_there"].split("{n}"),
            "sections": [self._section(part) for part in self._paper.sections],
        }

    def teacher(self) -> Json:
        """Return what a teacher's paper is set from: the student's, with what is to be known."""
        paper = {**self.paper(), **self.front("teacher", self._exam.title), "names": []}
        for part, section in zip(self._paper.sections, paper["sections"], strict=True):
            for item, lowered in zip(part.items, section["items"], strict=True):
                self._solve(lowered, solution(self._texts.view(item), self._words))
        none = {"result": None, "scores": None, "box": None}
        return {**paper, **none, "subtitle": self._subtitle("teacher"), "teacher": True}

    def _solve(self, question: Json, solved: Json) -> None:
        """Put under a question what is to be known of it, and under each part its own."""
        for part, own in zip(question.get("parts", ()), solved["parts"], strict=True):
            self._solve(part, own)
        question["solution"] = {"parts": [], "entries": solved["entries"]}

    def _subtitle(self, kind: str) -> str:
        said = " ".join(filter(None, (self._paper.section_title, self._words[kind])))
        return self._with_form(said)

    def _with_form(self, subtitle: str) -> str:
        form = self._paper.form
        named = say(self._words["form"], name=form.name) if form else ""
        return "　".join(filter(None, (subtitle, named)))

    def _form(self) -> str:
        """Return what the foot of each page says of the form."""
        form = self._paper.form
        if form is None:
            return ""
        said = {"name": form.name, "edition": form.edition, "code": form.code}
        return say(self._words["form_foot"], exam=self._exam.title, **said)

    def front(self, kind: str, title: str) -> Json:
        """Return what every document is set from: its page, faces, header and footer."""
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
            "form": self._form(),
            "seal": self._words["seal"] if page.seal else [],
            "columns": self._paper.layout.columns,
            "title": title,
            "subtitle": self._with_form(section or ""),
            "names": list(self._texts.fields) or [quoted(each) for each in self._words["fields"]],
            "fonts": self._exam.fonts.model_dump(),
            "size": font_size(self._paper.layout, kind),
            "gap": column_gap(self._paper.layout),
            "folded": page.width > page.height,
            "writing": WRITING_LINE * (1.4 if self._paper.layout.large else 1),
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
            "scoring": self._scoring(part),
            "items": [self._item(item, part) for item in part.items],
        }

    def _scoring(self, part: PaperSection) -> str:
        if part.scoring is None:
            return ""
        numbers = self._words["comma"].join(part.scoring.partial)
        return say(self._words[part.scoring.name], partial=numbers)

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
            "flows": item.long or _flows(view),
            **self._question(view),
            "long": item.long,
        }

    def _question(self, view: View) -> Json:
        """Return a question as paper asks it; nothing here looks at a key."""
        lowered = _ON_PAPER[view.type](view, self._words)
        if view.type == "case":
            many = len(view.body.parts) > 1
            lowered["parts"] = [
                {
                    "number": say(self._words["part"], n=number) if many else "",
                    "points": self._points(part.points) if many else "",
                    **self._question(part),
                }
                for number, part in enumerate(view.body.parts, 1)
            ]
        stem = with_rules(view.stem)
        return {"type": view.type, "stem": stem, "long": False, **lowered}

    def key(self) -> Json:
        """Return what an answer key is set from."""
        return {
            **self.front("key", self._words["key"]),
            "subtitle": self._with_form(self._paper.title),
            "sections": [
                {
                    "head": self._head(part, named=True),
                    "count": self._count(part),
                    "code": _code(self._paper.code(part)),
                    "briefs": self._briefs(part),
                    "items": [
                        {
                            "number": f"{item.number}.",
                            "code": _code(self._paper.code(part, item)),
                            "terse": item.view.type == "blank" and not item.view.explanation,
                            **solution(self._texts.view(item), self._words),
                        }
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

    def sheet(self) -> Json:
        """Return what an answer sheet is set from."""
        words, own = self._words, self._paper.sheet
        judge = words["right_mark"] + words["wrong_mark"]
        heads = (words["choices"], words["judgements"])
        shown = (
            head for head, group in zip(heads, (own.letters, own.judgements), strict=True) if group
        )
        return {
            **self.front("sheet", self._exam.title),
            "subtitle": self._subtitle("sheet"),
            "notes": {"head": words["notes"], "items": words["sheet_notes"]},
            "filled": [words["filled"], words["not_filled"]],
            "digits": self._digits(),
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

    def _digits(self) -> Json | None:
        """Return the field whose digits are filled in as bubbles, and which of all fields it is."""
        field = self._paper.number_field
        fields = self._paper.layout.fields
        return {"label": field, "at": fields.index(field)} if field else None


def _flows(view: View) -> bool:
    """Tell whether a question is answered on so many lines that they may go on on the next page."""
    parts = view.body.parts if view.type == "case" else (view,)
    return any(part.space.kind == "lines" and part.space.count > _KEPT_LINES for part in parts)


_KEPT_LINES = 8
"""Lines to write on that always stay with their question; `paper.typ` has the same number."""


def _code(code: Code | None) -> Json | None:
    return {"address": code.address, "svg": code.svg, "width": code.width} if code else None


def _bubbles(slot: Slot, marks: str) -> Json:
    return {"label": slot.label, "marks": list(marks)}


# What a student's paper shows of each type: (view, words) -> values.


def _choice(view: View, words: Words, size: int = 2) -> Json:
    options = [[f"{option.letter}.", option.html] for option in view.body.options]
    return {
        "slot": _gap(view, words, size),
        "options": options,
        "grids": view.body.grids,
    }


def _gap(view: View, words: Words, size: int) -> Json | None:
    """Return the place for a letter or so, unless the stem has one; a rule in western papers."""
    if view.bracketed:
        return None
    return {"kind": "gap", "open": words["open"], "close": words["close"], "size": size}


def _judgement(view: View, words: Words) -> Json:
    if words["open"] or view.bracketed:
        return {"slot": _gap(view, words, 2)}
    return {"slot": {"kind": "ticks", "words": [words["right"], words["wrong"]]}}


def _ordering(view: View, words: Words) -> Json:
    items = [[f"{letter}.", text] for letter, text in view.body.items]
    return {"slot": _gap(view, words, len(items)), "options": items, "grids": []}


def _matching(view: View, words: Words) -> Json:
    left = [[f"{number}.", text] for number, text in enumerate(view.body.left, 1)]
    right = [[f"{letter}.", text] for letter, text in view.body.right]
    gap = {"kind": "gap", "open": words["open"], "close": words["close"], "size": 2}
    return {"pairs": {"left": left, "right": right, "gap": gap}}


_ON_PAPER: Mapping[str, Callable[[View, Words], Json]] = {
    "single": _choice,
    "multiple": lambda view, words: _choice(view, words, 3),
    "true-false": _judgement,
    "blank": lambda view, words: {},
    "numeric": lambda view, words: {"slot": {"kind": "rule", "unit": view.body.unit or ""}},
    "matching": _matching,
    "ordering": _ordering,
    "essay": lambda view, words: {"lines": view.body.lines},
    "case": lambda view, words: {"material": view.body.material},
}

TYPES_SET = frozenset(_ON_PAPER) & frozenset(IN_KEY)
"""The question types that can be set."""
