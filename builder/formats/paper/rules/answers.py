"""Rules for labelled lines: keys, explanations, a learner's own answers, points and kinds."""

from __future__ import annotations

import re
from collections.abc import Sequence

from builder.formats.paper import styled
from builder.formats.paper.heads import kind_of
from builder.formats.paper.labels import Segment
from builder.formats.paper.raw import RawKey, RawQuestion
from builder.formats.paper.rows import Row
from builder.formats.paper.walk import Walk
from builder.formats.paper.words import ELSEWHERE


def labelled(walk: Walk, at: int) -> int | None:
    """Take a line that opens with a label."""
    row = walk.rows[at]
    first = row.segments[0]
    if first.label is None or not _label_counts(walk, row, first):
        return None
    labels(walk, row, row.segments)
    return at + 1


_SCORE = re.compile(
    r"\s*[+＋]?\d{1,3}(?:\.\d{1,2})?\s*(?:/\s*\d{1,3}(?:\.\d)?\s*)?分\s*[。；;]?\s*"
)


def score(walk: Walk, at: int) -> int | None:
    """Drop a line that holds the points a learner got, below a key."""
    row = walk.rows[at]
    question = walk.question
    if question is None or walk.part not in ("key", "after") or not _SCORE.fullmatch(row.text):
        return None
    if not (question.learner or walk.short_key()):
        return None
    walk.paper.noise.append((row.number, "learner"))
    walk.paper.dropped.append((row.number, row.text))
    walk.part = "after"
    return at + 1


def _label_counts(walk: Walk, row: Row, segment: Segment) -> bool:
    """Say whether a label means what it says in the part that is open."""
    question = walk.question
    if walk.part in ("front", "intro") and segment.label not in ("kind", "meta"):
        return False
    if segment.label == "options":
        return walk.part == "stem"
    if segment.label == "material":
        return False
    if segment.label == "stem":
        return False
    if segment.label in ("meta", "learner", "kind"):
        return True
    if question is None:
        return walk.case is not None or walk.part == "after"
    if segment.label == "key" and walk.part == "analysis":
        return (
            not question.keys
            or segment.bracketed
            or ":" in row.text[: segment.start] + row.text[segment.start - 1 : segment.start]
        )
    if segment.label == "analysis":
        return segment.word not in ("分析", "思路点拨") or bool(question.options or question.keys)
    return not (segment.word in "答解" and question.keys)


def labels(walk: Walk, row: Row, found: Sequence[Segment]) -> None:
    """Take the labelled segments of a line, one after the other."""
    for segment in found:
        text = styled.text(row, segment.start, segment.end).strip()
        match segment.label:
            case "key":
                _key(walk, row, segment, text)
            case "analysis":
                _analysis(walk, row, text)
            case "learner":
                _learner(walk, row)
            case "kind":
                _kind(walk, row, text)
            case "meta":
                _meta(walk, row, segment, text)
            case "options":
                walk.part = "options" if walk.question and walk.question.options else "stem"
            case _:
                _tail(walk, row, text)


def _tail(walk: Walk, row: Row, text: str) -> None:
    if text:
        walk.append(row, text)


def _key(walk: Walk, row: Row, segment: Segment, text: str) -> None:
    question = _keyed_question(walk, row)
    space = segment.word in "答解" and bool(text) and not re.sub(r"[_＿\s（）()]", "", text)
    if question is None or any(word in text for word in ELSEWHERE) or space:
        walk.paper.dropped.append((row.number, row.text))
        return
    question.keys.append(RawKey([(row.number, text)], row.number, segment.word))
    walk.part = "key"


def _keyed_question(walk: Walk, row: Row) -> RawQuestion | None:
    """Return the question that a key belongs to; a case without questions is one itwalk."""
    case = walk.case
    if walk.question is None and case and not case.parts and walk.part == "material":
        if case.style == "case":
            case.case, walk.case, walk.question = False, None, case
            return case
        return None
    return walk.question


def _analysis(walk: Walk, row: Row, text: str) -> None:
    if walk.question is None:
        walk.paper.dropped.append((row.number, row.text))
        walk.part = "after"
        return
    walk.question.analysis.append((row.number, text))
    walk.part = "analysis"


def _learner(walk: Walk, row: Row) -> None:
    if walk.question is not None:
        walk.question.learner = True
    walk.paper.noise.append((row.number, "learner"))
    if not any(segment.label in ("key", "analysis") for segment in row.segments):
        walk.paper.dropped.append((row.number, row.text))
    walk.part = "after" if walk.question else walk.part


def _kind(walk: Walk, row: Row, text: str) -> None:
    kind = kind_of(text)
    question = walk.question
    if (question is not None and walk.part == "stem") or (question and not question.keys):
        question.kind = question.kind or kind
    else:
        walk.kind = kind
    walk.paper.dropped.append((row.number, row.text))


def _meta(walk: Walk, row: Row, segment: Segment, text: str) -> None:
    question = walk.question
    if question is not None and segment.word in ("分值", "分数", "分數", "Points", "Marks"):
        found = re.match(r"[\d.]{1,5}", text)
        question.points = float(found[0].strip(".") or 0) if found and found[0].strip(".") else None
    elif question is not None and "难" in segment.word:
        question.difficulty = text
    if walk.part == "front":
        walk.front.append((row.number, row.text))
        return
    walk.paper.dropped.append((row.number, row.text))
    walk.part = "after" if walk.part in ("options", "key") else walk.part
