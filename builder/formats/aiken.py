"""Aiken, both ways: single choice and true-false as plain lines.

A question is a line, options are lines `A. …` or `A) …`, the key is a line `ANSWER: B`. Rules:
https://docs.moodle.org/en/Aiken_format (one line a text, capital letters, nothing else).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from builder.decoding import Decoded
from builder.draft import Doubt, Draft, DraftQuestion, DraftSection
from builder.formats.document.markdown_out import plain
from builder.formats.lists.list_checks import finished
from builder.formats.lists.stem_numbers import numbered
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

_OPTION = re.compile(r"([A-Za-z])\s?[.)](\s*)(\S.*)")
_KEY = re.compile(r"ANSWER\s*:\s*(.*)", re.IGNORECASE)
_ONE_LETTER = re.compile(r"[A-Za-z]")


@dataclass(frozen=True, slots=True)
class _Line:
    """A line with something in it, and what it is: a stem's, an option, or a key."""

    number: int
    kind: Literal["text", "option", "key"]
    text: str
    letter: str = ""


def _lines(text: str) -> Iterator[_Line]:
    """Yield the lines; a label needs no space behind it where its letter is the one that is due."""
    due = "A"
    for number, row in enumerate(text.split("\n"), 1):
        line = row.strip()
        option = _OPTION.fullmatch(line)
        if key := _KEY.fullmatch(line):
            due = "A"
            yield _Line(number, "key", key[1])
        elif option and (option[2] or option[1].upper() == due):
            letter = option[1].upper()
            due = chr(ord(letter) + 1)
            yield _Line(number, "option", option[3], letter)
        elif line:
            due = "A"
            yield _Line(number, "text", line)


def recognises(text: str) -> bool:
    """Tell Aiken by its blocks: a line, its options A, B, C …, the letter of the key, no more.

    Some may have slips, as long as no line stands where only a paper has one.
    """
    lines = [*_lines(text)] if _KEY.search(text) else []
    kinds = " ".join(line.kind for line in lines)
    if not kinds.startswith("text") or "text text" in kinds or "key text key" in kinds:
        return False
    blocks = [*_blocks(lines)]
    sound = sum(map(_is_sound, blocks))
    return sound > 0 and len(blocks) <= 3 * sound and kinds.endswith(("key", "option"))


def _blocks(lines: Sequence[_Line]) -> Iterator[Sequence[_Line]]:
    """Yield what stands from one key, or from one line without a label, to the next."""
    start = 0
    for at, line in enumerate(lines):
        if line.kind == "text" and at > start:
            yield lines[start:at]
            start = at
        elif line.kind == "key":
            yield lines[start : at + 1]
            start = at + 1
    if lines[start:]:
        yield lines[start:]


def _is_sound(block: Sequence[_Line]) -> bool:
    first, options, key = block[0], block[1:-1], block[-1]
    labels = "".join(line.letter for line in options)
    whole = first.kind == "text" and len(options) > 1 and labels == LETTERS[: len(options)]
    return whole and key.kind == "key" and _ONE_LETTER.fullmatch(key.text) is not None


def read(decoded: Decoded) -> Draft:
    """Return the questions of an Aiken file; texts are plain."""
    draft = Draft(None, [DraftSection(None)], [])
    lines = [*_lines(decoded.text)]
    now: list[_Line] = []
    for at, line in enumerate(lines):
        begun = any(each.kind == "option" for each in now)
        next_kind = lines[at + 1].kind if at + 1 < len(lines) else "key"
        if line.kind == "text" and begun and next_kind == "key":
            _leave(draft, line, "a line stands between options and their key")
            continue
        if line.kind == "text" and begun:
            _close(now, None, draft)
            now = []
        if line.kind == "text" or (line.kind == "option" and now):
            now.append(line)
        elif line.kind == "option":
            _leave(draft, line, "an option stands without a question above it")
        else:
            _close(now, line, draft)
            now = []
    if now:
        _close(now, None, draft)
    _take_numbers(draft.sections[0].questions)
    return finished(draft)


def _take_numbers(questions: Sequence[DraftQuestion]) -> None:
    found = numbered([question.stem for question in questions])
    for question, (number, stem) in zip(questions, found, strict=False):
        question.number, question.stem = number, stem


def _leave(draft: Draft, line: _Line, why: str) -> None:
    draft.doubts.append(Doubt(line.number, "not-kept", "warning", f"{why}; it was left out"))
    label = {"text": "", "option": f"{line.letter}. ", "key": "ANSWER: "}[line.kind]
    draft.unused.append((line.number, label + line.text))


def _close(block: Sequence[_Line], key: _Line | None, draft: Draft) -> None:
    """Add a question that has come to its key, or to the next question without one."""
    if not block:
        if key:
            _leave(draft, key, "a key stands without a question above it")
        return
    stem = "\n".join(line.text for line in block if line.kind == "text")
    options = [line for line in block if line.kind == "option"]
    texts = [line.text for line in options]
    question = DraftQuestion("single", stem, block[0].number, options=texts)
    draft.sections[0].questions.append(question)
    draft.doubts += _key(question, [line.letter for line in options], key)
    told = {"True": True, "False": False}
    if len(texts) == 2 and set(texts) == set(told):
        letter = question.answer[0] if isinstance(question.answer, list) else None
        question.type, question.options = "true-false", []
        question.answer = None if letter is None else told[texts[letter == "B"]]


def _key(question: DraftQuestion, letters: list[str], key: _Line | None) -> Iterator[Doubt]:
    start = question.line
    line, said = (key.number, key.text) if key else (start, "")
    if len(letters) < 2:
        message = f"a choice needs two options or more, found {len(letters)}"
        yield Doubt(start, "missing-options", "warning", message, start)
    elif sorted(set(letters)) != [*LETTERS[: len(set(letters))]]:
        message = f"an option is missing: their letters are {', '.join(letters)}"
        yield Doubt(start, "missing-option", "warning", message, start)
    if not said:
        yield Doubt(line, "no-answer", "error", "there is no key", start)
    elif not _ONE_LETTER.fullmatch(said):
        yield Doubt(line, "unreadable-key", "error", f"the key '{said[:40]}' is no letter", start)
    elif said.upper() not in letters:
        known = f" (options are {', '.join(letters)})" if letters else ""
        message = f"the key '{said}' is not an option{known}"
        yield Doubt(line, "answer-not-an-option", "error", message, start)
    elif letters.count(said.upper()) > 1:
        message = f"the key '{said}' names several options"
        yield Doubt(line, "duplicate-label", "error", message, start)
    else:
        question.answer = [chr(ord("A") + letters.index(said.upper()))]
