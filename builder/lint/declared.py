"""Rules about what heads and notes announce: how many questions, how many points."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.lint.subject import Finding, Item, Subject
from builder.model import Exam, Question, Section, plain_number
from builder.problems import Path

_HAN = {digit: value for value, digit in enumerate("零一二三四五六七八九十")} | {"两": 2, "兩": 2}
_N = r"(\d+|[一二三四五六七八九十两兩]{1,3})"
_COUNT = re.compile(rf"共\s*{_N}\s*(?:[道个個]\s*)?小?[题題]")
_EACH = re.compile(rf"每(?:小?[题題]|道[题題])\s*(?:[得计計为為]\s*)?{_N}\s*分")
_TOTAL = re.compile(rf"(?:[共满滿计計]|[总總][分计計]|[满滿]分)[为為计計是]?\s*[:：]?\s*{_N}\s*分")
_TOTAL_EN = re.compile(
    r"\b(?:total|together|full marks?)\b[^.\d\n]{0,30}(\d+)\s*(?:points|marks)\b", re.I
)


def _number(text: str) -> int:
    if text.isdecimal():
        return int(text)
    tens, ten, ones = text.rpartition("十")
    if not ten:
        return _HAN.get(text, 0)
    return (_HAN[tens] if tens else 1) * 10 + (_HAN[ones] if ones else 0)


def _heads(section: Section) -> Iterator[tuple[Path, str]]:
    yield ("title",), section.title
    if section.instructions:
        yield ("instructions",), section.instructions


def counts(subject: Subject) -> Iterator[Finding]:
    """Yield heads that announce another number of questions than the section has."""
    for section, items in subject.sections:
        numbers = {len(section.questions), sum(not item.question.parts() for item in items)}
        for path, text in _heads(section):
            match = _COUNT.search(text)
            if match and _number(match[1]) not in numbers:
                has = " or ".join(map(str, sorted(numbers)))
                message = f"'{match.group()}' announces {_number(match[1])} questions, found {has}"
                yield Finding(section.places, path, message, match.start())


def points(subject: Subject) -> Iterator[Finding]:
    """Yield heads and notes that announce other points than there are."""
    for section, items in subject.sections:
        for path, text in _heads(section):
            yield from _total(section, path, text, section.points, "the section")
            yield from _each(section, path, text, items)
    exam = subject.exam
    texts = ((("description",), exam.description), (("paper", "notes"), exam.paper.notes))
    for path, notes in texts:
        yield from _total(exam, path, notes or "", exam.points, "the exam")


def _total(
    holder: Section | Exam, path: Path, text: str, total: float, what: str
) -> Iterator[Finding]:
    match = _TOTAL.search(text) or _TOTAL_EN.search(text)
    if match and abs(_number(match[1]) - total) > 1e-9:
        message = f"'{match.group()}' announces {_number(match[1])} points, {what} has {total:g}"
        yield Finding(holder.places, path, message, match.start())


def _each(
    section: Section, path: Path, text: str, items: tuple[Item[Question], ...]
) -> Iterator[Finding]:
    match = _EACH.search(text)
    if match is None:
        return
    said = _number(match[1])
    for item in items:
        if not item.case and item.question.points != said and not item.question.parts():
            has = plain_number(item.question.points)
            message = f"'{match.group()}' announces {said} points, '{item.question.id}' has {has}"
            yield Finding(section.places, path, message, match.start())
            return


def pass_mark(subject: Subject) -> Iterator[Finding]:
    """Yield a pass mark that nobody can reach."""
    exam = subject.exam
    if exam.pass_mark is not None and exam.pass_mark > exam.points:
        message = f"the pass mark {exam.pass_mark:g} is above all points together, {exam.points:g}"
        yield Finding(exam.places, ("pass_mark",), message)
