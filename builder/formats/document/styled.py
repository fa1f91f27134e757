"""Styled stretches of text → the source lines of a paper; shared by the Word and HTML readers.

An underlined blank is something to fill in and becomes `___` here; what other styles mean is the
paper reader's to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from builder.formats.paper.lines import Mark, SourceLine, Style

BLANK = "___"
_WIDE = frozenset("\t\u3000\u2002\u2003")
_UNSEEN = re.compile(r"[\s_\u2800\u3164]+")
_STYLES: tuple[Style, ...] = ("bold", "italic", "underline", "highlight", "colour")


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text in one look. `\\n` in it is a line break.

    `verbatim` says that the text is Markdown already: a formula, a picture.
    """

    text: str
    styles: frozenset[Style] = frozenset()
    verbatim: bool = False


def lines(
    spans: Sequence[Span], number: int, heading: int = 0, code: bool = False
) -> list[SourceLine]:
    """Return the spans of one paragraph as lines, all with the paragraph's number."""
    formulas = any(span.verbatim and span.text.startswith("$") for span in spans)
    spans = [_escaped(span, formulas) for span in _with_blanks(spans)]
    text = "".join(span.text for span in spans)
    found, start = [], 0
    marks = list(_marks(spans))
    for part in text.split("\n"):
        end = start + len(part)
        own = tuple(
            _cut(mark, start, end) for mark in marks if mark.start < end and mark.end > start
        )
        found.append(SourceLine(number, part, own, heading, code))
        start = end + 1
    return found


def _with_blanks(spans: Iterable[Span]) -> Iterator[Span]:
    """Turn underlined stretches that show nothing but a line into `___`."""
    for underlined, group in groupby(spans, key=lambda span: "underline" in span.styles):
        stretch = list(group)
        text = "".join(span.text for span in stretch)
        if underlined and "\n" not in text and _is_blank(text):
            yield Span(BLANK)
        else:
            yield from stretch


def _is_blank(text: str) -> bool:
    """Tell a line to write on: nothing but blanks, wider than the gap between two words."""
    return bool(_UNSEEN.fullmatch(text)) and (len(text) > 1 or text in _WIDE)


def _escaped(span: Span, formulas: bool) -> Span:
    """Keep a dollar sign beside formulas from opening one."""
    if span.verbatim or not formulas or "$" not in span.text:
        return span
    return replace(span, text=span.text.replace("$", r"\$"))


def _marks(spans: Sequence[Span]) -> Iterator[Mark]:
    """Return one mark for each unbroken stretch of each style."""
    for style in _STYLES:
        start = at = 0
        for styled, group in groupby(spans, key=lambda span: style in span.styles):
            start, at = at, at + sum(len(span.text) for span in group)
            if styled and at > start:
                yield Mark(start, at, style)


def _cut(mark: Mark, start: int, end: int) -> Mark:
    return Mark(max(mark.start, start) - start, min(mark.end, end) - start, mark.style)
