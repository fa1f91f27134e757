"""Rules for the lines of a stem, and for any line that no other rule takes."""

from __future__ import annotations

import re

from builder.formats.paper import blanks, options, stem_marks, styled
from builder.formats.paper.heads import kind_of, names_kind
from builder.formats.paper.raw import RawQuestion
from builder.formats.paper.rows import Row, next_filled, next_option
from builder.formats.paper.rules import answers, choices
from builder.formats.paper.walk import Walk


def begin(walk: Walk, row: Row, start: int) -> None:
    """Take the rest of a question's first line: type mark, stem, options, labels."""
    question = walk.question
    if question is None:
        return
    end = max(row.segments[0].end, start)
    start = _marks(walk, question, row, start, end)
    if _names_its_kind(walk, row, row.text[start:end]):
        question.kind = question.kind or kind_of(row.text[start:end])
        return
    _stem_line(walk, row, start, end)
    answers.labels(walk, row, row.segments[1:])


def _names_its_kind(walk: Walk, row: Row, text: str) -> bool:
    """Say whether a question's first line holds its kind only, 第1题 单选题; the stem is below."""
    if not names_kind(text):
        return False
    ahead = next_filled(walk.rows, walk.at(row))
    below = walk.rows[ahead] if ahead is not None else None
    return bool(below and not below.candidate and not below.segments[0].label)


def _marks(walk: Walk, question: RawQuestion, row: Row, start: int, end: int) -> int:
    """Take the marks before a stem, 【单选题】（3分）, and return where the stem begins."""
    while found := stem_marks.front(row.text, start, end):
        start, kind, points = found
        question.kind = kind or question.kind
        question.points = question.points if points is None else points
    return start


def _stem_line(walk: Walk, row: Row, start: int, end: int) -> None:
    """Take a line of a stem, with the options that may stand behind it."""
    text = row.text[start:end]
    ahead = next_option(walk.rows, walk.at(row))
    limit = ahead.index if ahead and ahead.index else None
    found = [] if ahead and ahead.index == 0 else options.in_stem(text, limit)
    if not found:
        walk.append(row, styled.stem(row, start, end))
        return
    label = options.opening(text[_label_start(text, found[0].start) :])
    stem_end = start + _label_start(text, found[0].start)
    walk.append(row, styled.stem(row, start, stem_end))
    walk.option_style = label.style if label else "dot"
    shifted = [options.Piece(p.index, p.start + start, p.end + start, p.starred) for p in found]
    choices.take_options(walk, row, shifted, walk.option_style)


def text(walk: Walk, at: int) -> int:
    """Take a line as text of what is open."""
    row = walk.rows[at]
    question = walk.question
    if question and blanks.is_choice_line(row.text):
        return at + 1  # it says no more than that this is a judgement
    if question and walk.part == "stem":
        _stem_line(walk, row, 0, row.segments[0].end)
        answers.labels(walk, row, row.segments[1:])
    elif question and walk.part == "key" and walk.short_key():
        question.analysis.append((row.number, row.text))
        walk.part = "analysis"
    else:
        walk.append(row, styled.text(row, 0, len(row.text)))
    return at + 1


def _label_start(text: str, end: int) -> int:
    """Return where the label that ends at `end` begins."""
    found = re.search(r"[（(]?\s*[AＡ]\s*[)）.．、:：]\s*$", text[:end])
    return found.start() if found else end
