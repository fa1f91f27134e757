"""Rules for shared material: 根据以下材料，回答1～3题, 案例n, 问题：."""

from __future__ import annotations

import re

from builder.formats.paper.numerals import number as number_of
from builder.formats.paper.raw import RawQuestion, Text
from builder.formats.paper.rows import REACH
from builder.formats.paper.rules import answers
from builder.formats.paper.walk import Walk

_ASK = re.compile(
    r"\s*[【\[（(]?\s*(?:问题|問題|提问|问|問|Questions?)\s*([0-9一二三四五六七八九十]{0,3})"
    r"\s*[】\])）]?\s*[.、:：]\s*",
    re.I,
)


def material(walk: Walk, at: int) -> int | None:
    """Open a case at a line that announces its material."""
    row = walk.rows[at]
    found = row.material
    if not found or (walk.part == "stem" and found.first is None):
        return None
    if found.first is None and not _numbers_follow(walk, at):
        return None
    case = RawQuestion(row.number, until=found.last if found.last else 10**6)
    if found.start:
        case.stem = [*_loose_paragraph(walk), (row.number, row.text[: found.start])]
        case.line = case.stem[0][0]
    elif walk.part == "after_gap":
        case.stem = _loose_paragraph(walk)
    walk.open_case(case)
    return at + 1


def _numbers_follow(walk: Walk, at: int) -> bool:
    """Say whether questions follow an open-ended announcement, and not options or a key."""
    for row in walk.rows[at + 1 : at + 1 + REACH]:
        if row.candidate:
            return row.backed
        if row.head or row.strong:
            return False
    return False


def _loose_paragraph(walk: Walk) -> Text:
    """Take back the lines that were kept for a case whose announcement comes last."""
    if walk.part != "material" or not walk.case or walk.case.parts:
        return []
    walk.in_section(walk.case.line).items.remove(walk.case)
    return walk.case.stem


def material_ahead(walk: Walk, at: int) -> int | None:
    """Open a case at a paragraph that ends in 据此完成3～4题."""
    apart = walk.gap and walk.part in ("options", "key", "analysis", "after")
    if not apart and walk.part != "intro":
        return None
    row = walk.rows[at]
    if row.candidate:
        return None
    for ahead in walk.rows[at + 1 : at + 30]:
        if ahead.candidate or ahead.head or ahead.strong:
            return None
        if ahead.material and ahead.material.start and ahead.material.first:
            walk.open_case(RawQuestion(row.number, until=ahead.material.last))
            walk.append(row, row.text)
            return at + 1
        if ahead.material:
            return None
    return None


def case(walk: Walk, at: int) -> int | None:
    """Open a case at 案例1."""
    row = walk.rows[at]
    found = row.case
    if not found or walk.part == "front":
        return None
    expected = walk.numbers.case + 1
    if found.number not in (1, expected) and not (walk.section and walk.section.kind == "case"):
        return None
    walk.numbers.open_case(found.number)
    case = RawQuestion(row.number, found.number, "case")
    walk.open_case(case)
    walk.append(row, row.text[found.end : row.segments[0].end].strip())
    answers.labels(walk, row, row.segments[1:])
    return at + 1


def ask(walk: Walk, at: int) -> int | None:
    """Open a question of a case at 问题：."""
    row = walk.rows[at]
    found = _ASK.match(row.text)
    if not found or walk.part == "front" or not (walk.case or _becomes_case(walk)):
        return None
    walk.asked = True
    rest = row.text[found.end() : max(row.segments[0].end, found.end())].strip()
    if not rest and not found[1] and _number_next(walk, at):
        return at + 1
    number = number_of(found[1]) if found[1] else None
    walk.open_question(RawQuestion(row.number, number, "ask"))
    walk.append(row, rest)
    answers.labels(walk, row, row.segments[1:])
    return at + 1


def _becomes_case(walk: Walk) -> bool:
    """Turn a numbered question of a section of cases into a case, at its 问题：."""
    question = walk.question
    if not question or walk.part != "stem" or not walk.section or walk.section.kind != "case":
        return False
    question.case, question.style = True, "asked"
    walk.case = question
    return True


def _number_next(walk: Walk, at: int) -> bool:
    ahead = next((r for r in walk.rows[at + 1 : at + 10] if not r.blank), None)
    return bool(ahead and ahead.candidate)
