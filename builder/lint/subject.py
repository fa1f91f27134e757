"""What rules read, and what they find: an exam with its questions by kind, and `Finding`.

Judges nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

from builder.model import Exam, Places, Question, Section
from builder.problems import Path
from builder.questions.multiple import Multiple
from builder.questions.single import Single
from builder.questions.true_false import TrueFalse

Q = TypeVar("Q", bound=Question, covariant=True)
Choice = Single | Multiple


class Finding(NamedTuple):
    """Something that is not good: in which file, at which value, and where in its text."""

    places: Places
    path: Path
    message: str
    offset: int = 0
    id: str = ""
    """The question's, if it is one question that is not good."""


@dataclass(frozen=True, slots=True)
class Item(Generic[Q]):
    """A question and where it stands; a part of a case stands inside its case."""

    question: Q
    section: Section
    path: Path
    case: str = ""
    """The id of the case that the question is a part of."""

    def finding(self, message: str, *path: str | int, offset: int = 0) -> Finding:
        """Return a finding at a value of this question; the message begins with its id."""
        at = (*self.path, *path)
        name = self.question.id
        return Finding(self.section.places, at, f"'{name}': {message}", offset, name)


@dataclass(frozen=True)
class Subject:
    """An exam as rules read it; what several rules need is found once."""

    exam: Exam

    @cached_property
    def sections(self) -> tuple[tuple[Section, tuple[Item[Question], ...]], ...]:
        """Each section and its questions, cases and their parts both, in order."""
        return tuple((section, tuple(_items(section))) for section in self.exam.sections)

    @cached_property
    def items(self) -> tuple[Item[Question], ...]:
        return tuple(item for _, items in self.sections for item in items)

    @cached_property
    def choices(self) -> tuple[Item[Choice], ...]:
        return tuple(of_type(self.items, (Single, Multiple)))

    @cached_property
    def judgements(self) -> tuple[Item[TrueFalse], ...]:
        return tuple(of_type(self.items, TrueFalse))

    def holds(self, *words: str) -> bool:
        """Tell whether any file of the exam holds one of these texts: a rule's cheap first look."""
        files = [section.places.text for section in self.exam.sections]
        return any(word in text for text in files for word in words)


def _items(section: Section) -> Iterator[Item[Question]]:
    for index, question in enumerate(section.questions):
        path = ("questions", index)
        yield Item(question, section, path)
        for place, part in enumerate(question.parts()):
            yield Item(part, section, (*path, "questions", place), question.id)


def of_type(items: Iterable[Item[Question]], kind: type[Q] | tuple[type[Q], ...]) -> list[Item[Q]]:
    """Return the items whose question is of one type."""
    return [item for item in items if isinstance(item.question, kind)]  # type: ignore[misc]


_OPT = re.compile(r"\{\{opt:([a-zA-Z])\}\}")
_BLANKS = re.compile(r"([\s\u3000])[\s\u3000]{2,}")
_MARKS = re.compile(r"[\W_]+")


def skeleton(text: str) -> str:
    """Return a text without marks, blanks and case."""
    return _MARKS.sub("", text).lower()


def plain(text: str) -> str:
    """Return a text without emphasis and long blanks, `{{opt:b}}` as the letter B.

    No pattern here can take long for a text that holds no long run of blanks.
    """
    if "{{opt" in text:
        text = _OPT.sub(lambda match: match[1].upper(), text)
    return _BLANKS.sub(r"\1", text.replace("*", ""))


def listed(ids: Iterable[str], most: int = 5) -> str:
    """Return ids as a message lists them, the first few by name."""
    names = [f"'{each}'" for each in ids]
    more = len(names) - most
    return ", ".join(names) if more <= 1 else f"{', '.join(names[:most])} and {more} more"


def lettered(letters: Iterable[str]) -> str:
    """Return letters as a sentence names them: `A, B and D`."""
    *head, last = sorted(letters)
    return f"{', '.join(head)} and {last}" if head else last
