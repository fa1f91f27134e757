"""Rules that open a question: at its number, or without one before its options or key."""

from __future__ import annotations

from builder.formats.paper import blanks, sequence
from builder.formats.paper.numbers import Candidate
from builder.formats.paper.raw import RawQuestion
from builder.formats.paper.rows import REACH, Row
from builder.formats.paper.rules import stems
from builder.formats.paper.walk import ENCLOSED, Walk


def numbered(walk: Walk, at: int) -> int | None:
    """Open a question at its number."""
    row = walk.rows[at]
    candidate = row.candidate
    if not candidate:
        return None
    if _is_nested(walk, row, candidate):
        return _nested(walk, row, candidate)
    if not walk.numbers.accepts(row, candidate, _situation(walk)):
        return None
    question = RawQuestion(row.number, candidate.number, candidate.style, box=candidate.box)
    walk.open_question(question)
    stems.begin(walk, row, candidate.end)
    return at + 1


def _situation(walk: Walk) -> sequence.Situation:
    question = walk.question
    return sequence.Situation(
        part=walk.part,
        complete=bool(question and (question.options or question.keys or question.numeric)),
        stem_done=bool(question and _has_place(walk, question)),
        prose=walk.part == "analysis" or (walk.part == "key" and not walk.short_key()),
        in_case=bool(walk.case and walk.case.until is None and walk.case.style not in ENCLOSED),
        asked=walk.asked,
        keyed=bool(question and question.keys),
    )


def _has_place(walk: Walk, question: RawQuestion) -> bool:
    """Say whether the stem already has the bracket or blank where its answer goes."""
    owner, checked, found = walk.checked
    if owner is not question:
        checked, found = 0, question.box is not None
    found = found or any(_is_place(text) for _, text in question.stem[checked:])
    walk.checked = (question, len(question.stem), found)
    return found


def _is_nested(walk: Walk, row: Row, candidate: Candidate) -> bool:
    """Say whether （1） opens a part of the question, with a key of its own."""
    question = walk.question
    if candidate.style not in ("paren", "half") or walk.part in ("front", "intro"):
        return False
    if walk.case and walk.case.style == "nested":
        return candidate.number == len(walk.case.parts) + 1 and row.strongly
    return bool(
        question
        and walk.part == "stem"
        and question.style not in ("paren", "half", "ask")
        and candidate.number == 1
        and row.strongly
        and walk.case is None
    )


def _nested(walk: Walk, row: Row, candidate: Candidate) -> int:
    if not (walk.case and walk.case.style == "nested"):
        case = walk.question or RawQuestion(row.number)
        case.case, case.style = True, "nested"
        walk.case = case
    walk.open_question(RawQuestion(row.number, candidate.number, candidate.style))
    stems.begin(walk, row, candidate.end)
    return walk.rows.index(row) + 1


def unnumbered(walk: Walk, at: int) -> int | None:
    """Open a question without a number: a paragraph right before options or a key."""
    row = walk.rows[at]
    if row.segments[0].label == "stem":
        return _titled_stem(walk, at)
    if row.segments[0].label or not _may_open_unnumbered(walk):
        return None
    if _lone_statement(walk, row) or _leads_to_options(walk, at):
        walk.open_question(RawQuestion(row.number, None, "none"))
        stems.begin(walk, row, 0)
        return at + 1
    return None


def _titled_stem(walk: Walk, at: int) -> int | None:
    """Open a question at 题目：, or go on with the one whose stem is empty."""
    row = walk.rows[at]
    question = walk.question
    segment = row.segments[0]
    if not (question and walk.part == "stem" and not any(t for _, t in question.stem)):
        if not _ahead_is_strong(walk, at):
            return None
        walk.open_question(RawQuestion(row.number, None, "none"))
    stems.begin(walk, row, segment.start)
    return at + 1


def _may_open_unnumbered(walk: Walk) -> bool:
    question = walk.question
    if walk.part in ("front", "intro", "after", "material"):
        return walk.part != "material"
    if walk.part == "key":
        return walk.short_key() or (walk.gap and bool(question and question.style == "none"))
    if walk.part == "options":
        return walk.gap and bool(question and question.style == "none")
    if walk.part == "stem":
        return bool(question and question.style == "none" and _judged(walk, question))
    return walk.part == "analysis" and walk.gap and not walk.numbers.numbered


def _judged(walk: Walk, question: RawQuestion) -> bool:
    """Say whether the open statement already has its tick."""
    return any(blanks.bracket_key(text, True, False) for _, text in question.stem)


def _lone_statement(walk: Walk, row: Row) -> bool:
    """Say whether a line in a section of judgements is a statement with its bracket."""
    if walk.section is None or walk.section.kind != "true-false" or walk.numbers.numbered:
        return False
    found = blanks.bracket_key(row.text, True, False)
    return bool(found and found.sure) or blanks.has_empty_bracket(row.text)


def _leads_to_options(walk: Walk, at: int) -> bool:
    """Say whether the paragraph that begins here is followed by options or a key."""
    place = at + 1
    while place < len(walk.rows) and place < at + REACH:
        row = walk.rows[place]
        if row.blank:
            break
        if row.strong:
            return _belongs(walk, row)
        if row.candidate or row.head:
            return False
        place += 1
    following = next((r for r in walk.rows[place : place + 5] if not r.blank), None)
    return bool(following and following.strong and _belongs(walk, following))


def _belongs(walk: Walk, row: Row) -> bool:
    """Say whether options or a key here can be those of the paragraph before."""
    if row.option is not None:
        return True
    return (not row.list_head and not walk.numbers.numbered and walk.part != "front") or (
        not walk.numbers.numbered and not walk.numbers.any
    )


def _ahead_is_strong(walk: Walk, at: int) -> bool:
    return any(row.strong for row in walk.rows[at : at + 12])


def _is_place(text: str) -> bool:
    return bool(
        blanks.has_blank(text)
        or blanks.has_empty_bracket(text)
        or blanks.bracket_key(text, True, False)
    )
