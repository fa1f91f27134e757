"""Which line belongs to which question: one walk over the rows, deciding with a look ahead.

The rules are tried in the order of `RULES`; the last takes any line as text, so that no line gets
lost. What belongs to no question is kept in `RawPaper.dropped`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from builder.formats.paper.raw import RawPaper
from builder.formats.paper.rows import Row
from builder.formats.paper.rules import answers, cases, choices, numbered, sections, stems
from builder.formats.paper.walk import Walk

Rule = Callable[[Walk, int], int | None]
"""Takes the row at a place and returns where to go on, or nothing if it is not for this rule."""

RULES: tuple[Rule, ...] = (
    sections.early_keys,
    sections.key_area,
    sections.kind_line,
    cases.ask,
    cases.case,
    cases.material,
    cases.material_ahead,
    sections.head,
    numbered.numbered,
    choices.judge_options,
    choices.option,
    sections.pointer,
    choices.starred_answer,
    numbered.unnumbered,
    answers.score,
    answers.labelled,
    stems.text,
)


def layout(rows: Sequence[Row]) -> RawPaper:
    """Return a paper taken apart."""
    walk = Walk(rows)
    place = 0
    while place < len(rows):
        place = _step(walk, place)
    sections.give_early(walk)
    return walk.paper


def _step(walk: Walk, place: int) -> int:
    """Take the row at a place and return where to go on."""
    row = walk.rows[place]
    if row.blank:
        walk.blank(row)
        return place + 1
    end = None
    if row.line.code:
        walk.append(row, row.text)
    else:
        end = next(e for e in (rule(walk, place) for rule in RULES) if e is not None)
    walk.gap = False
    return end if end is not None else place + 1
