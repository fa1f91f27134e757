"""What writers of foreign formats share: walking a bank, and telling what a format cannot say.

A writer is a column: a `match` over the question types that ends in `leave_out`. It takes an
`Export`, gives artifacts, and tells every loss at the question it is about. Writes no file.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, NamedTuple

from builder.markup import QuestionHtml
from builder.model import (
    Artifact,
    Bank,
    Exam,
    PaperLayout,
    Question,
    Section,
    Shuffle,
    plain_number,
)
from builder.problems import Path, Where
from builder.questions.essay import Essay


class Loss(NamedTuple):
    """Something of the bank that a format does not hold, and what was done instead.

    `item` is `exam`, `exam/section` or `exam/section/question`; `field` is the bank's own name of
    it, and `question` where the whole question is left out.
    """

    where: Where
    item: str
    field: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: loss: {self.item}: {self.message}"


WHOLE = "question"
"""The field of a loss that is a whole question."""


@dataclass(frozen=True, slots=True)
class Export:
    """One run of a writer: what it writes, and what is lost on the way."""

    bank: Bank
    format: str
    """The format's name in messages."""
    file: Callable[[str], bytes]
    """The bytes of a file below `content/`."""
    losses: list[Loss]
    changed: Callable[[str], int] = lambda file: 0
    """When a file of the bank was changed, in seconds since 1970; 0 where nobody knows."""

    def exams(self, *kept: str) -> Iterator[Exam]:
        """Yield the exams, and tell of each what the format has no place for besides `kept`."""
        for exam in self.bank.exams:
            for field in _said_of(exam):
                if field not in kept:
                    where = exam.places.where((field,))
                    message = f"{self.format} has no {_WORDS.get(field, field)} of an exam"
                    said = f"{message}; {_left_out(field)}"
                    self.losses.append(Loss(where, exam.id, field, said))
            yield exam

    def sections(self, exam: Exam, *kept: str) -> Iterator[tuple[Section, tuple[Item, ...]]]:
        """Yield the sections with their questions, and tell what a section has besides `kept`."""
        for section in exam.sections:
            for field in _said_of_section(section):
                if field not in kept:
                    self.lose_of_section(exam, section, field)
            yield section, self.items(exam, section)

    def titled(self, exam: Exam, *kept: str) -> Iterator[tuple[str, tuple[Item, ...]]]:
        """Yield the questions under each section's title, for formats that go by the title."""
        taken: set[str] = set()
        for section, items in self.sections(exam, "title", *kept):
            title = section.title.strip()
            copies = (f"{title} ({number})" for number in count(2))
            free = title if title not in taken else next(c for c in copies if c not in taken)
            if free != title:
                message = f"another section has this title; this one became '{free}'"
                where = section.places.where(("title",))
                self.losses.append(Loss(where, f"{exam.id}/{section.id}", "title", message))
            taken.add(free)
            yield free, items

    def lose_of_section(self, exam: Exam, section: Section, field: str, done: str = "") -> None:
        """Tell that a section's field is lost."""
        message = f"{self.format} has no {_WORDS.get(field, field)} of a section"
        where = section.places.where((field,))
        said = f"{message}; {done or _left_out(field)}"
        self.losses.append(Loss(where, f"{exam.id}/{section.id}", field, said))

    def items(self, exam: Exam, section: Section) -> tuple[Item, ...]:
        """Return the questions of a section, each with its place."""
        name = f"{exam.id}/{section.id}"
        return tuple(
            Item(self, section, question, f"{name}/{question.id}", ("questions", index))
            for index, question in enumerate(section.questions)
        )


@dataclass(frozen=True, slots=True)
class Item:
    """A question on its way into another format; what is lost of it is told here."""

    export: Export
    section: Section
    question: Question
    name: str
    path: Path

    def lose(self, field: str, message: str) -> None:
        """Tell that a field, or a part of it, is not in the file as the bank has it."""
        where = self.section.places.where((*self.path, field))
        self.export.losses.append(Loss(where, self.name, field, message))

    def leave_out(self, why: str = "") -> None:
        """Tell that the question is not in the file at all."""
        kind = self.question.type_name
        why = why or f"{self.export.format} has no questions of type '{kind}'"
        where = self.section.places.where(self.path)
        self.export.losses.append(Loss(where, self.name, WHOLE, f"{why}; the question is left out"))

    def lose_all_but(self, *kept: str) -> None:
        """Tell of every field the question has and the format has not."""
        for field in self.fields():
            if field not in kept:
                message = f"{self.export.format} has no {_WORDS.get(field, field)}"
                self.lose(field, f"{message}; {_left_out(field)}")

    def fields(self) -> tuple[str, ...]:
        """Return the names of the fields that the question makes use of, but id, type and stem.

        `feedback` stands for the feedback to any option; points are counted if they are not 1.
        """
        value = self.question.to_json()
        value.update(points=self.question.points != 1, lines=value.get("lines", 8) != 8)
        value["feedback"] = any(isinstance(each, dict) for each in value.get("options", ()))
        found = (name for name, given in value.items() if given is not False or name == "answer")
        return tuple(name for name in found if name not in ("id", "type", "stem", "questions"))

    def parts(self) -> tuple[Item, ...]:
        """Return the questions inside this one."""
        return tuple(
            Item(
                self.export,
                self.section,
                part,
                f"{self.name}/{part.id}",
                (*self.path, "questions", index),
            )
            for index, part in enumerate(self.question.parts())
        )

    def text(self, field: str, text: str | None) -> str:
        """Return a text for a system that does not know `{{opt:b}}`: the letter as it stands."""
        if text is None or "{{" not in text:
            return text or ""
        found = _OPTION.sub(lambda option: option[1].upper(), text)
        if found != text:
            self.lose(field, "an option is named by its letter, which may change by shuffling")
        return found

    def pictures(self) -> tuple[str, ...]:
        """Return the files that the texts show or link, as paths below `content/`."""
        if "](" not in str(self.question) and "]:" not in str(self.question):
            return ()
        html = QuestionHtml(self.section.folder, self.question.option_ids())
        self.question.view(html)
        return tuple(dict.fromkeys(name for _, name in html.files))

    def carried(self) -> tuple[str, ...]:
        """Return the files that may lie beside the format's own, as the texts name them.

        A file outside the exam's folder cannot, and is told.
        """
        folder = f"{self.section.folder}/"
        inside = [name for name in self.pictures() if name.startswith(folder)]
        for name in self.pictures():
            if name not in inside:
                self.lose(
                    "pictures", f"'{name}' is not in the exam's folder; it did not come along"
                )
        return tuple(inside)

    def lose_pictures(self) -> None:
        """Tell which files do not come along, where the format is text and no more."""
        names = ", ".join(f"'{name}'" for name in self.pictures())
        if names:
            message = f"{self.export.format} carries no files: {names} did not come along"
            self.lose("pictures", message)


class Front(Item):
    """What a section says before its questions."""

    __slots__ = ()

    def pictures(self) -> tuple[str, ...]:
        html = QuestionHtml(self.section.folder, "")
        html.block(self.section.instructions or "", "instructions")
        return tuple(dict.fromkeys(name for _, name in html.files))


_OPTION = re.compile(r"\{\{\s*opt:\s*([A-Za-z])\s*\}\}")

_WORDS = {
    "pass_mark": "pass mark",
    "paper": "paper layout",
    "ids": "ids of the questions",
    "shuffle": "permission to shuffle",
    "draw": "number of questions to draw",
    "feedback": "feedback to an option",
    "any_order": "blanks in any order",
    "match_case": "matching of case",
    "lines": "number of lines",
    "scoring": "partial scoring",
    "answer": "model answer",
    "distractors": "right sides without a left",
}


_MANY = frozenset(("points", "tags", "instructions", "ids", "distractors", "any_order"))
"""Fields whose words are of more than one thing."""


def _left_out(field: str) -> str:
    return f"{'they were' if field in _MANY else 'it was'} left out"


def _said_of(exam: Exam) -> Iterator[str]:
    said = {
        "title": exam.title,
        "language": exam.language,
        "description": exam.description,
        "duration": exam.duration,
        "pass_mark": exam.pass_mark,
        "paper": exam.paper != PaperLayout(),
        "ids": True,
    }
    yield from (field for field, given in said.items() if given not in (None, False))


def _said_of_section(section: Section) -> Iterator[str]:
    said = {
        "title": section.title,
        "instructions": section.instructions,
        "shuffle": section.shuffle != Shuffle(),
        "draw": section.draw,
    }
    yield from (field for field, given in said.items() if given)


@dataclass(frozen=True, slots=True)
class Writer:
    """A format that the bank is written in."""

    about: str
    """What it is, for people."""
    write: Callable[[Export], Iterable[Artifact]]
    name: str = ""
    """Its name in messages; `about` if left out."""
    packed: bool = False
    """Its files are no text for a screen."""


def an_exam_each(
    ending: str, write: Callable[[Export, Exam], str], *kept: str
) -> Callable[[Export], Iterator[Artifact]]:
    """Return a writer of one text file an exam; `kept` are the exam's fields that it says."""

    def artifacts(export: Export) -> Iterator[Artifact]:
        for exam in export.exams(*kept):
            yield Artifact(f"{exam.id}{ending}", write(export, exam).encode())

    return artifacts


def beside(
    exam: Exam, name: str, data: bytes, export: Export, pictures: Iterable[str]
) -> list[Artifact]:
    """Return the file of an exam, in a folder with the pictures it shows if there are any."""
    folder = f"{exam.id}/"
    shown = dict.fromkeys(pictures)
    files = [Artifact(folder + path.removeprefix(folder), export.file(path)) for path in shown]
    return [Artifact((folder if files else "") + name, data), *files]


def written(
    bank: Bank,
    writer: Writer,
    file: Callable[[str], bytes],
    changed: Callable[[str], int] = lambda file: 0,
) -> Written:
    """Return what a writer makes of the bank."""
    export = Export(bank, writer.name or writer.about, file, [], changed)
    artifacts = tuple(writer.write(export))
    return Written(artifacts, tuple(dict.fromkeys(export.losses)))


@dataclass(frozen=True, slots=True)
class Written:
    """The files of an export, and everything that is not in them."""

    artifacts: tuple[Artifact, ...]
    losses: tuple[Loss, ...]


def only(bank: Bank, exams: Collection[str]) -> Bank:
    """Return the bank with these exams only."""
    return bank._replace(exams=tuple(exam for exam in bank.exams if exam.id in exams))


_EPOCH = (1980, 1, 1, 0, 0, 0)


def zipped(artifacts: Sequence[Artifact]) -> bytes:
    """Return artifacts as a zip archive; the same bytes from the same files."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for artifact in artifacts:
            entry = zipfile.ZipInfo(artifact.path, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, artifact.data)
    return stream.getvalue()


def values(question: Question) -> dict[str, Any]:
    """Return a question's fields in normal form, its option feedback apart from the texts."""
    value = question.to_json()
    options = value.get("options", ())
    value["options"] = [each if isinstance(each, str) else each["text"] for each in options]
    value["feedback"] = [None if isinstance(each, str) else each["feedback"] for each in options]
    return value


def rubric_text(question: Essay) -> str:
    """Return a rubric as a Markdown list, for formats that have none."""
    rows = ((_REFERENCE.sub(r"\\[", row.text), row.points) for row in question.rubric)
    return "\n".join(f"- {text} ({plain_number(points)})" for text, points in rows)


_REFERENCE = re.compile(r"^\[(?=[^\]]*\]:)")
"""What would be the definition of a link at the start of a block."""


def one_line(text: str) -> str:
    """Return a text with a space for each line end."""
    return " ".join(part for line in text.split("\n") if (part := line.strip()))
