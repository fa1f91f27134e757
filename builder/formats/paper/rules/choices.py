"""Rules for options: lettered, circled, boxed, bare; and the starred answers of open questions."""

from __future__ import annotations

import re

from builder.formats.paper import blanks, options, options_of, styled
from builder.formats.paper.raw import RawOption, RawQuestion
from builder.formats.paper.rows import REACH, Row, next_option
from builder.formats.paper.rules import answers
from builder.formats.paper.walk import Walk


def option(walk: Walk, at: int) -> int | None:
    """Take a line that opens with an option's label."""
    row = walk.rows[at]
    found = row.option
    question = walk.question
    if not found or not question or walk.part not in ("stem", "options"):
        return None
    ahead = next_option(walk.rows, at)
    if not _is_option(walk, row, found, ahead, question):
        return None
    same = ahead is not None and ahead.index is not None and found.index is not None
    limit = (
        ahead.index if same and ahead and ahead.index and ahead.index > (found.index or 0) else None
    )
    generous = found.index == 0 or walk.many_a_line
    text = row.text[: row.segments[0].end]
    row_pieces = options.pieces(text, found, limit, generous)
    walk.many_a_line = walk.many_a_line or len(row_pieces) > 1
    take_options(walk, row, row_pieces, found.style)
    answers.labels(walk, row, row.segments[1:])
    return at + 1


def _is_option(
    walk: Walk,
    row: Row,
    found: options.Opening,
    ahead: options.Opening | None,
    question: RawQuestion,
) -> bool:
    if walk.part == "stem":
        return _first_option(walk, row, found, ahead, question)
    last = question.options[-1]
    if found.style == "circled" or last.style == "circled":
        return found.style == last.style and found.index == (last.index or 0) + 1
    if found.index is None:
        return last.index is None or last.style == found.style
    if last.index is None:
        return False
    if found.lower != (walk.option_style == "lower") and found.index != last.index + 1:
        return False
    if found.style in ("bare", "han"):
        return found.style == last.style and last.index < found.index <= last.index + 2
    return found.index == last.index + 1 or _same_look(walk, found, last)


def _same_look(walk: Walk, found: options.Opening, last: RawOption) -> bool:
    """Say whether a label out of order is one: written as the others, and near them."""
    return found.style == last.style and abs((found.index or 0) - (last.index or 0)) <= 3


def _first_option(
    walk: Walk,
    row: Row,
    found: options.Opening,
    ahead: options.Opening | None,
    question: RawQuestion,
) -> bool:
    """Say whether a label opens the options of the question."""
    if found.style == "circled":
        return found.index == 0 and _circled_options(walk, row, question)
    if found.index is None:
        return True
    follows = bool(ahead and ahead.style == found.style and ahead.index == found.index + 1)
    if found.index == 0:
        if found.style in ("bare", "han"):
            inline = len(options.pieces(row.text, found, None, True)) > 1
            return (follows and found.style == "bare") or inline or _run_of_three(walk, row, found)
        return not found.lower or follows or len(options.pieces(row.text, found, None, True)) > 1
    return found.index == 1 and follows and found.style not in ("bare", "han") and not found.lower


def _run_of_three(walk: Walk, row: Row, found: options.Opening) -> bool:
    """Say whether A铜 B铁 C铝 open three lines in a row."""
    at = walk.at(row)
    near = [r.option for r in walk.rows[at : at + 8] if not r.blank][:3]
    return len(near) == 3 and all(
        o is not None and o.style == found.style and o.index == i for i, o in enumerate(near)
    )


def _circled_options(walk: Walk, row: Row, question: RawQuestion) -> bool:
    """Say whether ① opens options and not statements that lettered options combine."""
    kind = question.kind or (walk.section.kind if walk.section else None)
    if kind in ("blank", "essay", "true-false", "ordering") or blanks.has_blank(row.text):
        return False
    at = walk.at(row)
    count = len(options.pieces(row.text, row.option, None, True)) if row.option else 0
    for ahead in walk.rows[at + 1 : at + REACH]:
        if ahead.option and ahead.option.style == "circled":
            count += 1
        elif ahead.option and ahead.option.index == 0:
            return False
        elif ahead.candidate or ahead.head:
            break
        elif ahead.segments[0].label == "key":
            text = ahead.segments[0].of(ahead.text)
            return count > 1 and (not text or bool(re.match(r"[①-⑩A-H]", text)))
    return count > 1


def take_options(walk: Walk, row: Row, found: list[options.Piece], style: str) -> None:
    """Give options of a line to the open question."""
    question = walk.question
    if question is None:
        return
    lower = bool(row.option and row.option.lower)
    walk.option_style = "lower" if lower else style
    for piece in found:
        looks = row.line.styles(piece.start, piece.end)
        text = styled.text(row, piece.start, piece.end)
        option = RawOption(
            piece.index, [(row.number, text)], row.number, style, piece.starred, looks
        )
        question.options.append(option)
    walk.part = "options"


def judge_options(walk: Walk, at: int) -> int | None:
    """Take the lines 对 and 错 that stand under a statement without labels."""
    row = walk.rows[at]
    question = walk.question
    if not question or walk.part not in ("stem", "options"):
        return None
    words = options_of.bare_judgement(row.text)
    if words is None or (walk.part == "options" and question.options[-1].style != "words"):
        return None
    near = [r for r in walk.rows[at + 1 : at + 4] if not r.blank][:1]
    other = options_of.bare_judgement(near[0].text) if near else None
    if walk.part == "stem" and (other is None or other is words):
        return None
    index = len(question.options)
    looks = row.line.styles(0, len(row.text))
    question.options.append(
        RawOption(index, [(row.number, row.text)], row.number, "words", False, looks)
    )
    walk.part = "options"
    return at + 1


def starred_answer(walk: Walk, at: int) -> int | None:
    """Take `* text` and `= 3.14 +- 0.01` below an open question."""
    row = walk.rows[at]
    question = walk.question
    if not question or question.options or walk.part not in ("stem", "key", "after"):
        return None
    if walk.part == "after" and not question.accepted:
        return None
    if not _has_stem(question):
        return None
    if found := re.match(r"\s*=\s*(?=[-+]?[\d.])", row.text):
        question.numeric = (row.number, row.text[found.end() :].strip())
    elif found := re.match(r"\s*\*\s+(?=\S)", row.text):
        question.accepted.append((row.number, row.text[found.end() :].strip()))
    else:
        return None
    walk.part = "after"
    return at + 1


def _has_stem(question: RawQuestion) -> bool:
    return bool(any(text.strip() for _, text in question.stem))
