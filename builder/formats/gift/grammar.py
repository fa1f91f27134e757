"""GIFT text → its questions as written: name, texts, answers with weight and feedback; no meaning.

The order of decisions is Moodle's: a backslash escapes `~ = # { } : \\`, braces hold the answers,
`####` begins the general feedback, a blank line ends a question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

_ESCAPED = re.compile(r"\\[\\:#={}~]")
_ESCAPE = re.compile(r"\\([\\:#={}~]|n)")
_ID = re.compile(r"\[id:((?:\\\]|[^\]])+)\]")
_TAG = re.compile(r"\[tag:((?:\\\]|[^\]])+)\]")
_FORMAT = re.compile(r"\s*\[(html|moodle|plain|markdown)\]", re.IGNORECASE)
_WEIGHT = re.compile(r"\s*%(-?[0-9]+(?:\.[0-9]*)?|-?\.[0-9]+)%")
_COMMENT = re.compile(r"(?:[ \t]*//[^\n]*\n)+")
_SAID_COMMENT = re.compile(r"\A(T(?:RUE)?|F(?:ALSE)?)[ \t]+//[^\n]*", re.IGNORECASE)
_CATEGORY = re.compile(r"\s*\$CATEGORY:(.*)")


@dataclass(frozen=True, slots=True)
class Text:
    """A text and its format's name, "" where it says none."""

    text: str
    format: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One answer: the sign before it, its weight in percent if it says one, text and feedback."""

    sign: str
    weight: float | None
    text: Text
    feedback: Text | None
    raw: str
    """All of it, escapes and all."""


@dataclass(frozen=True, slots=True)
class Written:
    """A question as written; `answers` is None of a description."""

    line: int
    id: str
    tags: tuple[str, ...]
    name: str
    before: Text
    gap: str
    """The space between the text and the braces, if there is one."""
    after: str
    answers: str | None
    feedback: Text | None


@dataclass(frozen=True, slots=True)
class Category:
    """The questions behind it belong to this path."""

    line: int
    path: str


@dataclass(frozen=True, slots=True)
class Broken:
    """Lines that are no question: braces that do not close."""

    line: int
    text: str


Part = Written | Category | Broken


@dataclass(slots=True)
class _Block:
    line: int
    lines: list[str]
    comments: list[str]
    depth: int = 0

    def add(self, number: int, line: str) -> None:
        self.line = self.line or number
        self.lines.append(line)
        shown = masked(line)
        self.depth += shown.count("{") - shown.count("}")


def parts(text: str) -> Iterator[Part]:
    """Yield the categories and questions of a GIFT text in order."""
    block = _Block(0, [], [])
    for number, line in enumerate(text.split("\n"), 1):
        begins = line.lstrip().startswith(("::", "$CATEGORY:"))
        ends = not line.strip() and block.depth <= 0
        if block.lines and (ends or (begins and (block.depth <= 0 or _was_blank(block)))):
            yield from _closed(block)
            block = _Block(0, [], [])
        if line.lstrip().startswith("//"):
            block.comments.append(line)
        elif category := _CATEGORY.fullmatch(line):
            yield Category(number, category[1].strip())
        elif line.strip() or block.lines:
            block.add(number, line)
    if block.lines:
        yield from _closed(block)


def _was_blank(block: _Block) -> bool:
    return not block.lines[-1].strip()


def _closed(block: _Block) -> Iterator[Part]:
    text = "\n".join(block.lines).strip()
    comments = " ".join(block.comments)
    found = _ID.search(comments)
    tags = tuple(tag.replace("\\]", "]").strip() for tag in _TAG.findall(comments))
    name = ""
    if text.startswith("::") and (end := masked(text).find("::", 2)) > 0:
        name, text = unescaped(text[2:end]).strip(), _uncommented(text[end + 2 :]).strip()
    shown = masked(text)
    start = shown.find("{")
    end = shown.find("}", start)
    own_id = found[1].replace("\\]", "]").strip() if found else ""
    if start < 0:
        yield Written(block.line, own_id, tags, name, text_of(text), "", "", None, None)
    elif end < 0:
        yield Broken(block.line, text)
    else:
        said = _uncommented(text[start + 1 : end]).strip()
        answers, feedback = _cut(_SAID_COMMENT.sub(r"\1", said, count=1))
        before, after = text_of(text[:start]), unescaped(text[end + 1 :]).rstrip()
        gap = " " if text[:start].rstrip() != text[:start] else ""
        yield Written(block.line, own_id, tags, name, before, gap, after, answers, feedback)


def _uncommented(text: str) -> str:
    """Return a text without a comment that fills the rest of its first line, as some write it."""
    found = _COMMENT.match(text)
    return text[found.end() :] if found else text


def masked(text: str) -> str:
    """Return a text as long, in which no sign is left that a backslash escapes."""
    return _ESCAPED.sub("\0\0", text) if "\\" in text else text


def unescaped(text: str) -> str:
    """Return a text without its backslashes; `\\n` is a line end."""
    return _ESCAPE.sub(lambda found: "\n" if found[1] == "n" else found[1], text)


def text_of(text: str) -> Text:
    """Return a text as written, with the format it says before itself."""
    found = _FORMAT.match(text)
    if found:
        return Text(unescaped(text[found.end() :]).strip(), found[1].lower())
    return Text(unescaped(text).strip())


def _cut(answers: str) -> tuple[str, Text | None]:
    """Return the answers without the general feedback, and the feedback."""
    at = masked(answers).rfind("####")
    if at < 0:
        return answers, None
    feedback = text_of(answers[at + 4 :])
    return answers[:at].strip(), feedback if feedback.text else None


def entries(answers: str, signs: str) -> Iterator[Entry]:
    """Yield the answers that begin with one of the `signs`; what stands before has no sign."""
    shown = masked(answers)
    starts = [found.start() for found in re.finditer(f"[{signs}]", shown)]
    if (not starts or starts[0]) and shown[: starts[0] if starts else len(shown)].strip():
        yield _entry("", answers[: starts[0] if starts else len(answers)])
    for start, end in pairwise([*starts, len(answers)]):
        if shown[start] == "~" and not answers[start + 1 : end].strip():
            continue  # `~=` is how some write `=`
        yield _entry(answers[start], answers[start + 1 : end])


def _entry(sign: str, text: str) -> Entry:
    raw = text.strip()
    found = _WEIGHT.match(text)
    weight = float(found[1]) if found else None
    text = text[found.end() :] if found else text
    at = masked(text).find("#")
    feedback = text_of(text[at + 1 :]) if at >= 0 else None
    said = text[:at] if at >= 0 else text
    return Entry(sign, weight, text_of(said), feedback if feedback and feedback.text else None, raw)
