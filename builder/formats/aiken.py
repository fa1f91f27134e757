"""Aiken, both ways: single choice and true-false as plain lines.

A question is a line, options are lines `A. …` or `A) …`, the key is a line `ANSWER: B`. Rules:
https://docs.moodle.org/en/Aiken_format (one line a text, capital letters, nothing else).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from builder.decoding import Decoded
from builder.draft import Doubt, Draft, DraftQuestion, DraftSection
from builder.formats.document.markdown_out import plain
from builder.formats.lists.list_checks import finished
from builder.formats.writing import Export, Item, an_exam_each, values
from builder.model import Exam
from builder.plain_text import as_markdown
from builder.questions.single import Single
from builder.questions.true_false import TrueFalse

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _exam(export: Export, exam: Exam) -> str:
    blocks = [
        "\n".join(lines)
        for _, items in export.sections(exam)
        for item in items
        if (lines := list(_block(item)))
    ]
    return "".join(f"{block}\n\n" for block in blocks)


artifacts = an_exam_each(".txt", _exam)
"""Write one file an exam."""


def _block(item: Item) -> Iterator[str]:
    """Yield the lines of a question; nothing where Aiken has no such question."""
    value = values(item.question)
    match item.question:
        case Single(answer=letter):
            options = [_line(item, "options", text) for text in value["options"]]
        case TrueFalse(answer=right):
            options, letter = ["True", "False"], "A" if right else "B"
        case _:
            item.leave_out()
            return
    item.lose_all_but("options", "answer")
    item.lose_pictures()
    yield _line(item, "stem", item.question.stem)
    yield from (f"{label}. {text}" for label, text in zip(LETTERS, options, strict=False))
    yield f"ANSWER: {letter}"


_LOOKS_LIKE_MORE = re.compile(r"[A-Za-z]\s?[.)]|ANSWER\s*:", re.IGNORECASE)


def _line(item: Item, field: str, text: str) -> str:
    """Return a text on one line."""
    said = plain(item.text(field, text), "block" if field == "stem" else "inline")
    line = " ".join(said.split())
    if "\n" in said:
        item.lose(field, "in Aiken a text is one line; its line ends became spaces")
    elif as_markdown(line) != text:
        item.lose(field, "in Aiken a text is plain; its markup was left out")
    if field == "stem" and _LOOKS_LIKE_MORE.match(line):
        item.lose(field, "it begins like an option or a key; a dash was put before it")
        return f"– {line}"
    return line


# Reading.

_OPTION = re.compile(r"([A-Za-z])\s?[.)]\s+(\S.*)")
_KEY = re.compile(r"ANSWER\s*:\s*(.*)", re.IGNORECASE)


@dataclass(slots=True)
class _Open:
    """A question being read."""

    line: int
    stem: list[str] = field(default_factory=list)
    letters: list[str] = field(default_factory=list)
    options: list[str] = field(default_factory=list)


def recognises(text: str) -> bool:
    """Tell Aiken by its key lines: behind options, and nothing else in the file."""
    lines = [line for row in text.split("\n") if (line := row.strip())]
    at = [place for place, line in enumerate(lines) if _KEY.fullmatch(line)]
    starts = [0, *(place + 1 for place in at)]
    return (
        bool(at)
        and at[-1] == len(lines) - 1
        and all(
            end - start >= 3 and _has_shape(lines[start:end])
            for start, end in zip(starts, at, strict=False)
        )
    )


def _has_shape(lines: list[str]) -> bool:
    """Tell a line without a label, and behind it only lines with labels A, B, C …"""
    labels = [found[1].upper() if (found := _OPTION.fullmatch(line)) else "" for line in lines]
    return labels[0] == "" and "".join(labels[1:]) == LETTERS[: len(lines) - 1]


def read(decoded: Decoded) -> Draft:
    """Return the questions of an Aiken file; texts are plain."""
    draft = Draft(None, [DraftSection(None)], [])
    now = _Open(0)
    for number, row in enumerate(decoded.text.split("\n"), 1):
        line = row.strip()
        if key := _KEY.fullmatch(line):
            _close(now, key[1], number, draft)
            now = _Open(0)
        elif now.stem and (option := _OPTION.fullmatch(line)):
            now.letters.append(option[1].upper())
            now.options.append(option[2])
        elif line:
            if now.options:
                draft.unused.append((number, row))
            else:
                now.line = now.line or number
                now.stem.append(line)
    if now.stem:
        _close(now, None, now.line, draft)
    return finished(draft)


def _close(now: _Open, key: str | None, line: int, draft: Draft) -> None:
    """Add a question that has come to its key, or to the end of the file without one."""
    if not now.stem:
        draft.unused.append((line, f"ANSWER: {key}"))
        return
    question = DraftQuestion("single", "\n".join(now.stem), now.line, options=now.options)
    draft.sections[0].questions.append(question)
    draft.doubts += _key(question, now.letters, key, line)
    told = {"True": True, "False": False}
    if len(now.options) == 2 and set(now.options) == set(told):
        letter = question.answer[0] if isinstance(question.answer, list) else None
        question.type, question.options = "true-false", []
        question.answer = None if letter is None else told[now.options[letter == "B"]]


def _key(
    question: DraftQuestion, letters: list[str], key: str | None, line: int
) -> Iterator[Doubt]:
    start = question.line
    if len(question.options) < 2:
        message = f"a choice needs two options or more, found {len(question.options)}"
        yield Doubt(start, "missing-options", "warning", message, start)
    if not key:
        yield Doubt(start, "no-answer", "error", "there is no key", start)
    elif not re.fullmatch(r"[A-Za-z]", key):
        yield Doubt(line, "unreadable-key", "error", f"the key '{key[:40]}' is no letter", start)
    elif key.upper() not in letters:
        known = f" (options are {', '.join(letters)})" if letters else ""
        message = f"the key '{key}' is not an option{known}"
        yield Doubt(line, "answer-not-an-option", "error", message, start)
    elif letters.count(key.upper()) > 1:
        message = f"the key '{key}' names several options"
        yield Doubt(line, "duplicate-label", "error", message, start)
    else:
        question.answer = [chr(ord("A") + letters.index(key.upper()))]
