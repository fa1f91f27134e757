"""The last net: lines whose words are nowhere in the draft, whatever rule let them through.

A line counts as used when a quarter of its runs of three signs stand in some text of the draft;
options that share a line make runs that stand nowhere. Labels, heads, options and letters are
structure, and structure is used by being read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from builder.draft import Draft, DraftQuestion, DraftSection
from builder.formats.paper import blanks, keyrow
from builder.formats.paper.rows import Row

_SIZE = 3
_FEWEST = 6
"""Shorter texts say too little to be looked for."""
_WORDY = re.compile(r"[a-z\u3400-\u9fff]")
_NO_SIGN = re.compile(r"[\W_]+")


def lost(rows: Sequence[Row], draft: Draft, told: set[int]) -> list[tuple[int, str]]:
    """Return the lines that are neither in the draft nor in `told`: number and text."""
    held: set[str] = set()
    for text in _texts(draft):
        held.update(_runs(text))
    return [
        (row.number, row.text)
        for row in rows
        if not row.blank
        and row.number not in told
        and not _is_structure(row)
        and not all(_is_held(said, held) for said in _said(row))
    ]


def _runs(text: str) -> Iterator[str]:
    signs = _NO_SIGN.sub("", text)
    return (signs[i : i + _SIZE] for i in range(len(signs) - _SIZE + 1))


def _is_structure(row: Row) -> bool:
    return bool(
        row.list_head
        or row.head
        or (row.material and not row.material.start)
        or (row.option and row.option.style not in ("bare", "han"))
        or blanks.is_choice_line(row.text)
        or len(row.text) > 20_000
    )


def _said(row: Row) -> Iterator[str]:
    """Yield what a line says behind each of its labels, keys of letters left out."""
    for segment in row.segments:
        text = segment.of(row.text)
        if segment.label is None and row.candidate:
            text = row.text[row.candidate.end : segment.end].strip()
        if not (keyrow.keylike(text) or keyrow.tokens(text)):
            yield text


def _is_held(text: str, held: set[str]) -> bool:
    if len(_WORDY.findall(text)) < _FEWEST:
        return True
    runs = list(_runs(text))
    return sum(run in held for run in runs) * 4 >= len(runs)


def _texts(draft: Draft) -> Iterator[str]:
    if draft.title:
        yield draft.title
    for section in draft.sections:
        yield from _section(section)


def _section(section: DraftSection) -> Iterator[str]:
    yield f"{section.title or ''}{section.instructions or ''}"
    for question in section.questions:
        yield from _question(question)


def _question(question: DraftQuestion) -> Iterator[str]:
    yield question.material or ""
    yield question.stem
    yield from question.options
    yield question.explanation or ""
    yield from _answers(question.answer)
    for part in question.questions:
        yield from _question(part)


def _answers(answer: object) -> Iterator[str]:
    if isinstance(answer, str):
        yield answer
    elif isinstance(answer, Iterable):
        for each in answer:
            yield from _answers(each)
    elif answer is not None:
        yield str(answer)
