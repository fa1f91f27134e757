"""The bank → an Anki package: a deck an exam, a deck below it a section, a note a question.

The package is a zip of an SQLite database (version 11 of Anki's schema, which every Anki reads)
and pictures. Notes keep their identity by the bank's, the exam's and the question's id, so that a
second import updates the first; what counts as newer is the time of a note's file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from html import escape
from posixpath import normpath
from urllib.parse import unquote, urlsplit

from builder.formats.anki.collection import Deck, Note, database, number
from builder.formats.document.markdown_out import html
from builder.formats.lists.own_columns import VERDICTS, place
from builder.formats.writing import Export, Item, one_line, values, zipped
from builder.locales import locale
from builder.markup import Style
from builder.model import Artifact, Exam, plain_number
from builder.questions.blank import Blank
from builder.questions.case import Case
from builder.questions.essay import Essay
from builder.questions.matching import Matching
from builder.questions.multiple import Multiple
from builder.questions.numeric import Numeric
from builder.questions.ordering import Ordering
from builder.questions.single import Single
from builder.questions.true_false import TrueFalse
from builder.shuffle import shuffled

_KEPT = (
    *("explanation", "hint", "tags", "difficulty", "source", "options", "answer", "tolerance"),
    *("unit", "pairs", "distractors", "items", "rubric", "material"),
)
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def artifacts(export: Export) -> Iterator[Artifact]:
    """Yield one package with every exam."""
    writing = _Writing(export)
    notes: list[Note] = []
    decks: dict[int, Deck] = {}
    for exam in export.exams("title", "description", "ids"):
        about = html(exam.description) if exam.description else ""
        decks[number("deck", export.bank.id, exam.id)] = Deck(_deck(exam.title), about)
        for section, (title, items) in zip(exam.sections, export.titled(exam), strict=True):
            deck = number("deck", export.bank.id, exam.id, section.id)
            decks[deck] = Deck(f"{_deck(exam.title)}::{_deck(title)}")
            changed = export.changed(section.places.where().file)
            for item in items:
                notes += writing.notes(item, exam, deck, changed)
    names = list(writing.pictures)
    media = {str(at): writing.pictures[name] for at, name in enumerate(names)}
    files = [
        Artifact("collection.anki2", database(decks, notes)),
        Artifact("media", json.dumps(media, ensure_ascii=False).encode()),
        *(Artifact(str(at), export.file(name)) for at, name in enumerate(names)),
    ]
    yield Artifact(f"{export.bank.id or 'bank'}.apkg", zipped(files))


def _deck(title: str) -> str:
    """Return a title as a deck's name, in which `::` leads to a deck below."""
    return re.sub(r":{2,}", ":", one_line(title)).strip(":").strip() or "-"


class _Writing:
    """Makes notes; gathers the pictures they show under names of their own."""

    def __init__(self, export: Export) -> None:
        self._export = export
        self.pictures: dict[str, str] = {}

    def notes(
        self, item: Item, exam: Exam, deck: int, changed: int, material: str = ""
    ) -> Iterator[Note]:
        """Yield the note of a question, or those of a case's questions."""
        question, folder = item.question, item.section.folder
        if isinstance(question, Case):
            item.lose_all_but("material", "tags")
            if "tags" in item.fields():
                item.lose("tags", "a case is no note of its own; its tags were left out")
            shared = (question.material, question.stem)
            shown = "".join(self._html(text, folder) for text in shared if text)
            for part in item.parts():
                yield from self.notes(part, exam, deck, changed, shown)
            return
        own = self._own(item, exam)
        if own is None:
            item.leave_out()
            return
        item.lose_all_but(*_KEPT)
        options, answer = own
        style: Style = "cloze" if isinstance(question, Blank) else "block"
        texts = (question.explanation, question.hint, question.source)
        rest = (self._html(text, folder) if text else "" for text in texts)
        stem = html(question.stem, style, self._namer(folder))
        fields = (stem, options, answer, *rest, material)
        key = f"{self._export.bank.id}\0{exam.id}\0{question.id}"
        yield Note(key, deck, fields, tuple(self._tags(item)), changed)

    def _tags(self, item: Item) -> Iterator[str]:
        for tag in item.question.tags:
            one = re.sub(r"\s+", "_", tag.strip())
            if one != tag:
                item.lose("tags", f"in Anki a tag is one word; '{one_line(tag)}' became '{one}'")
            yield one
        if item.question.difficulty is not None:
            yield f"difficulty::{item.question.difficulty}"

    def _html(self, text: str, folder: str) -> str:
        return html(text, "block", self._namer(folder))

    def _line(self, text: str, folder: str) -> str:
        return html(text, "inline", self._namer(folder))

    def _namer(self, folder: str) -> Callable[[str], str]:
        """Return what gives a picture its name in the package."""

        def name(source: str) -> str:
            if source.startswith("data:"):
                return source
            path = _clean(f"{folder}/{source}")
            if path not in self.pictures:
                flat = path.replace("/", "-")
                taken = flat in self.pictures.values()
                self.pictures[path] = f"{number(path)}-{flat}" if taken else flat
            return self.pictures[path]

        return name

    def _own(self, item: Item, exam: Exam) -> tuple[str, str] | None:
        """Return what stands below the stem, and the answer."""
        folder = item.section.folder
        match item.question:
            case Single(answer=right) | Multiple(answer=right):
                texts = values(item.question)["options"]
                lines = [self._line(text, folder) for text in texts]
                chosen = [
                    f"{letter}. {line}"
                    for letter, line in zip(_LETTERS, lines, strict=False)
                    if letter in right
                ]
                return _list("ol", lines, "A"), "<br>".join(chosen)
            case TrueFalse(answer=right):
                return "", VERDICTS[place(locale(exam.language))][0 if right else 1]
            case Blank(answer=blanks):
                lines = [escape(" / ".join(accepted), quote=False) for accepted in blanks]
                return "", lines[0] if len(lines) == 1 else _list("ol", lines)
            case Numeric() as number:
                return "", escape(_quantity(number), quote=False)
            case Matching() as matching:
                return self._matching(matching, folder)
            case Ordering(items=items):
                lines = [self._line(text, folder) for text in shuffled(items, item.question.id)]
                right_order = [self._line(text, folder) for text in items]
                return _list("ul", lines), _list("ol", right_order)
            case Essay() as essay:
                return "", self._essay(essay, folder)
            case _:
                return None

    def _matching(self, question: Matching, folder: str) -> tuple[str, str]:
        rights = dict.fromkeys([right for _, right in question.pairs] + [*question.distractors])
        left = [self._line(text, folder) for text, _ in question.pairs]
        right = [self._line(text, folder) for text in shuffled(tuple(rights), question.id)]
        both = [
            f"{self._line(one, folder)} → {self._line(other, folder)}"
            for one, other in question.pairs
        ]
        return _list("ol", left) + _list("ol", right, "A"), _list("ol", both)

    def _essay(self, question: Essay, folder: str) -> str:
        answer = self._html(question.answer, folder) if question.answer else ""
        rows = [
            f"{self._line(each.text, folder)} ({plain_number(each.points)})"
            for each in question.rubric
        ]
        return answer + (_list("ul", rows) if rows else "")


def _clean(path: str) -> str:
    return normpath(unquote(urlsplit(path).path))


def _list(tag: str, lines: Sequence[str], kind: str = "") -> str:
    given = f' type="{kind}"' if kind else ""
    return f"<{tag}{given}>{''.join(f'<li>{line}</li>' for line in lines)}</{tag}>"


def _quantity(question: Numeric) -> str:
    tolerance = f" ± {plain_number(question.tolerance)}" if question.tolerance else ""
    return f"{question.answer}{tolerance} {question.unit or ''}".strip()
