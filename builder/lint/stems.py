"""What a stem asks: about what, and whether for what is so or for what is not so."""

from __future__ import annotations

import re
from dataclasses import dataclass

from builder.lint.subject import plain

# How a stem asks. What is left of its last clause without these is what it asks about.
_NOISE = re.compile(r"[（(][\s　_]*(?:[多单單不定][项項]?[选選])?[题題]?[\s　_]*[)）]|_{3,}|[*`]")
_ASKS_FOR_WRONG = re.compile(
    r"[错錯][误誤]|不正[确確]|有[误誤]|不[对對]|\b(?:incorrect|wrong|false|untrue)\b"
)
_ASKS_FOR_RIGHT = re.compile(r"正[确確]|\b(?:correct|true|right)\b")
_NOT = re.compile(r"不(?:是|[属屬][于於]|能|可以|[会會]|包[括含]|[应應])?|\b[Nn](?:ot|OT)\b")
_HARMLESS = re.compile(r"不同|不[断斷]|不[仅僅]|不但|不少|不[论論管]")
_DENIES = re.compile(
    r"[不非无無没沒未勿除]|\b(?:not?|never|except|least|none|without|cannot|unlike)\b|n't\b",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"[A-Za-z][A-Za-z]+|[0-9]+|[\u3400-\u9fff]")
_LITTLE = frozenset(
    "的地得是都也均皆亦并並和及与與或在中为為于於对對将將之一种種类類个個项項些哪以下列述上这這那其"
    "可能会會有属屬包括含用被所了着著等"
)
_EXTRA = frozenset("常最主要")  # a predicate may add these to what the stem asks
_LITTLE_WORDS = frozenset(
    [
        "which",
        "what",
        "of",
        "the",
        "these",
        "those",
        "following",
        "is",
        "are",
        "was",
        "were",
        "be",
        "an",
        "and",
        "or",
        "in",
        "to",
        "for",
        "from",
        "by",
        "on",
        "as",
        "do",
        "doe",
        "can",
        "could",
        "may",
        "one",
        "ones",
        "all",
        "both",
        "option",
        "statement",
        "that",
        "with",
        "it",
        "used",
        "use",
        "usually",
        "commonly",
        "common",
        "method",
        "technique",
    ]
)
_GENERIC = re.compile(
    "方法|方式|技[术術]|手段|策略|指[标標]|[问問][题題]|措施|工具|[设設][计計]|[内內]容|因素|[选選][项項]"
)


def tokens(text: str) -> set[str]:
    """Return Han characters, numbers, and words without case and plural."""
    return {each.lower().rstrip("s") for each in _TOKEN.findall(text)}


def _content(text: str) -> set[str]:
    found = tokens(text) - _LITTLE
    return found - _LITTLE_WORDS


@dataclass(frozen=True, slots=True)
class Asked:
    """What a stem asks: about what, and whether for what is so or for what is not so."""

    content: frozenset[str]
    """Tokens that a sentence must hold to be about the same."""
    all: frozenset[str]
    """Tokens of the whole stem."""
    denied: bool | None
    """None if the stem cannot be understood in one way."""
    truth: bool | None
    """Whether it asks for right (True) or wrong (False) statements; None if for neither."""


def asked(stem: str) -> Asked:
    """Return what a stem asks."""
    text = _HARMLESS.sub("", _NOISE.sub("", plain(stem))).strip(" 　。？?：:，,.．")
    last = re.split(r"[，,。；;\n]", text)[-1]
    wrong, right = _ASKS_FOR_WRONG.search(text), _ASKS_FOR_RIGHT.search(last)
    truth = None if not (wrong or right) else not wrong
    rest = _ASKS_FOR_WRONG.sub("", text)
    nots = _NOT.findall(last)
    known = len(_DENIES.findall(rest)) == len(nots) <= 1
    denied = bool(nots) if known else None
    whole = tokens(text)
    content = _content(_GENERIC.sub("", _NOT.sub("", last)))
    return Asked(frozenset(content), frozenset(whole), denied, truth)


def denies(text: str) -> bool:
    """Tell whether a text holds any word of denial."""
    return _DENIES.search(text) is not None


def echoes(said: str, stem: Asked) -> bool:
    """Tell whether a predicate says what the stem asks: all of it, and nothing else."""
    held = tokens(_GENERIC.sub("", said))
    content = held - _LITTLE - _LITTLE_WORDS
    enough = len("".join(stem.content)) >= 2
    return enough and stem.content <= held | _LITTLE and content <= stem.all | _EXTRA
