"""Rules about what stems, hints and explanations say, and about explanations that are missing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.choice import LETTERS
from builder.lint.subject import Finding, Subject, skeleton
from builder.model import Question
from builder.questions.blank import Blank
from builder.questions.case import Case
from builder.questions.essay import Essay
from builder.questions.single import Single

_NOT = (
    r"不是|不正[确確]|不[属屬][于於]|不包[括含]|不[对對]的|不符合|不恰[当當]|不合理"
    r"|[错錯][误誤]的|有[误誤]的"
)
_NEGATIVE = re.compile(
    rf"(?:哪|下列|以下)[^，,。？?\n]{{0,30}}?(?:{_NOT})|(?:{_NOT})是?[\s　（()）_:：。？?]*$"
    r"|\b[Ww]hich\b[^.?\n]{0,60}?\b(?:not|except|least|incorrect|false|never)\b|\bexcept\b\W*$"
)
_STRESSED = re.compile(
    r"\*[^*]*(?:[不非错錯误誤]|\b(?:not|except|least|incorrect|false|never)\b)[^*]*\*", re.I
)


def negative_stems(subject: Subject) -> Iterator[Finding]:
    """Yield stems that ask for what is not so and do not stress it."""
    for item in subject.choices:
        stem = item.question.stem
        if _NEGATIVE.search(stem) and not _STRESSED.search(stem):
            message = "the stem asks for what is not so; stress the word, as in **不是** or **not**"
            yield item.finding(message, "stem")


def missing_explanations(subject: Subject) -> Iterator[Finding]:
    """Yield questions that no explanation goes with; essays have model answers."""
    for item in subject.items:
        if not item.question.explanation and not isinstance(item.question, Case | Essay):
            yield item.finding("there is no explanation")


def telling_hints(subject: Subject) -> Iterator[Finding]:
    """Yield hints that hold the key."""
    for item in subject.items:
        hint = item.question.hint
        if hint:
            key = next((text for text in _told(item.question) if _holds(hint, text)), None)
            if key is not None:
                yield item.finding(f"the hint holds the key, '{key}'", "hint")


def _told(question: Question) -> Iterator[str]:
    """Yield texts that give the key away, if the stem does not hold them as well."""
    keys: list[str] = []
    if isinstance(question, Single):
        keys = [question.options[LETTERS.index(question.answer)].text]
    elif isinstance(question, Blank):
        keys = [text for accepted in question.answer for text in accepted]
    return (key for key in keys if not _holds(question.stem, key))


def _holds(text: str, key: str) -> bool:
    if len(key) < 2:
        return False
    at = text.lower().find(key.lower())
    around = text[max(0, at - 1) : at] + " " + text[at + len(key) : at + len(key) + 1]
    word = key.isascii() and re.search("[A-Za-z0-9]", around)
    return at >= 0 and not word


def repeated_stems(subject: Subject) -> Iterator[Finding]:
    """Yield explanations that say no more than the stem."""
    for item in subject.items:
        stem, explanation = item.question.stem, item.question.explanation
        if (
            explanation
            and explanation[:4] == stem[:4]
            and skeleton(explanation) == skeleton(stem) != ""
        ):
            yield item.finding("the explanation only repeats the stem", "explanation")
