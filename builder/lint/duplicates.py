"""Rules about questions that are asked twice. Their cost grows linearly with the exam."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from builder.lint.subject import Finding, Item, Subject, skeleton
from builder.model import Question
from builder.questions.blank import Blank
from builder.questions.multiple import Multiple
from builder.questions.single import Single
from builder.questions.true_false import TrueFalse

_PICTURED = re.compile(r"!\[|\$|`")
_HALF = 12
"""Characters that a near duplicate shares at its beginning or at its end."""
_SHORT = 16
_MOST = 8
"""Candidates that one question is compared with, at most."""

Key = tuple[str, str]


def _skeleton(item: Item[Question]) -> str:
    """Return a stem without marks and spaces; a formula keeps its signs."""
    stem = item.question.stem
    return stem if _PICTURED.search(stem) else skeleton(stem)


def _same_stems(subject: Subject) -> Iterator[list[Item[Question]]]:
    stems: dict[Key, list[Item[Question]]] = defaultdict(list)
    for item in subject.items:
        if item.question.stem:
            stems[item.case, _skeleton(item)].append(item)
    return (items for items in stems.values() if len(items) > 1)


def duplicates(subject: Subject) -> Iterator[Finding]:
    """Yield questions whose stem, after folding, was asked before, with the same options."""
    for first, *others in _same_stems(subject):
        for item in others:
            if _alike(first.question, item.question):
                same = _key(first.question) == _key(item.question)
                what = "asks the same as" if same else "has another key than the same question"
                yield item.finding(f"{what} '{first.question.id}'", "stem")


def _alike(one: Question, other: Question) -> bool:
    """Tell whether two questions with one stem are one question: 下列正确的是 is asked of many."""
    if isinstance(one, Single | Multiple) and isinstance(other, Single | Multiple):
        texts = {option.text for option in one.options}
        return 2 * sum(option.text in texts for option in other.options) >= len(texts)
    return type(one) is type(other)


def _key(question: Question) -> object:
    """Return the right answer as something to compare; None where nothing is to compare."""
    if isinstance(question, Single | Multiple):
        options = [option.text for option in question.options]
        return frozenset(options[ord(letter) - 65] for letter in question.answer)
    if isinstance(question, TrueFalse | Blank):
        return question.answer
    return str(question.key())


def near_duplicates(subject: Subject) -> Iterator[Finding]:
    """Yield questions with one right answer whose stems differ in little.

    Two texts with one small difference share a beginning or an end, so each question is looked up
    by both, and compared with the few that were found there: nothing grows with the square.
    """
    seen: dict[tuple[object, str, str], list[tuple[str, str]]] = defaultdict(list)
    for item in filter(_is_comparable, subject.items):
        text = skeleton(item.question.stem)
        key = _key(item.question)
        shelves = [seen[key, item.case, text[:_HALF]], seen[key, item.case, text[-_HALF:]]]
        candidates = (each for shelf in shelves for each in shelf[-_MOST:])
        near = next((name for name, other in candidates if _near(other, text)), None)
        if near is not None:
            yield item.finding(f"asks nearly the same as '{near}', with the same answer", "stem")
        for shelf in shelves:
            shelf.append((item.question.id, text))


def _is_comparable(item: Item[Question]) -> bool:
    question = item.question
    return (
        isinstance(question, Single | Multiple | Blank)
        and len(question.stem) >= _SHORT
        and not _PICTURED.search(question.stem)
    )


def _near(one: str, other: str) -> bool:
    """Tell whether two skeletons differ, but in less than a sixth of their pairs of characters."""
    longer = max(len(one), len(other))
    if one == other or abs(len(one) - len(other)) * 6 > longer:
        return False
    pairs = _pairs(one)
    others = _pairs(other)
    return 6 * len(pairs & others) >= 5 * len(pairs | others)


def _pairs(text: str) -> set[str]:
    return {text[at : at + 2] for at in range(len(text) - 1)}
