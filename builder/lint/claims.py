"""What an explanation claims of the options: which are named as the answer, as right, as wrong.

Reads sentences of few well-known shapes and is silent on every other: a claim that was never made
would be a false alarm.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from builder.choice import LETTERS
from builder.lint.stems import Asked, asked, denies, echoes

_LIST = r"[A-Z](?:\s*(?:,\s*and|[、,，/和及与與或]|and|&)?\s*[A-Z](?![a-z]))*(?![A-Za-z])"
_ITEM = r"(?:[选選]?[项項])?"

_VERDICT = re.compile(
    rf"(?:(?:^|(?<=[。，；,;.!\s故应應以此则則]))[选選](?:[择擇])?(?:答案)?"
    rf"|(?<![误誤错錯])(?:正[确確]|参考|參考|本[题題]|故|[选選])?"
    rf"答案(?:[应應]?[该該]?[为為是选選]+|[:：]))"
    rf"\s*[:：]?\s*[(（]?({_LIST}){_ITEM}[)）]?\s*(?=[。，；,;.!)）\n]|$)"
)
_VERDICT_EN = re.compile(
    rf"\b(?:(?:correct|right|best) (?:answers?|options?|choices?)|[Aa]nswers?)"
    rf"(?: is| are|:)\s*(?:options? )?\**\(?({_LIST})\)?\**(?=[.,;:)\n]| because| since|$)"
)
_SENTENCE = re.compile(r"[^。；;！!？?\n.]+(?:\.(?!\s|$)[^。；;！!？?\n.]*)*")
_CLAUSE = re.compile(r"[^。；;！!？?\n，,]+")


@dataclass(frozen=True, slots=True)
class Verdict:
    """Letters that are named as the answer."""

    letters: str
    text: str
    offset: int


def verdicts(text: str) -> list[Verdict]:
    """Return every naming of letters as the answer."""
    found: list[re.Match[str]] = []
    if "选" in text or "選" in text or "答案" in text:
        found += _VERDICT.finditer(text)
    if "nswer" in text or "ption" in text or "hoice" in text:
        found += _VERDICT_EN.finditer(text)
    return [Verdict(_letters(each[1]), each.group().strip(), each.start()) for each in found]


def _letters(text: str) -> str:
    return "".join(each for each in text if each in LETTERS)


# What may stand between the options a clause begins with and what it says of them.
_BEFORE = re.compile(
    r"\s*(?:其中|因此|所以|故|而|但|只有|[仅僅]有?|[选選][项項]|[Oo]ptions? |[Oo]nly )?\s*"
)
_JOIN = re.compile(r"\s*(?:、|以及|[和及与與]|,\s*and\b|,|\band\b|&)\s*")
_MARK = re.compile(r"\s*[（(]([A-Z])[)）]")
_LETTERS = re.compile(rf"({_LIST})(?:[选選]?[项項])?")
_COPULA = re.compile(
    r"\s*(?P<all>都|均|也|皆)?(?:通常|一般)?"
    r"(?P<not>[并並]?不(?!一定|都|全)|[并並]非(?!都|全|所有)|)"
    r"(?P<is>是|[属屬][于於]|可以|能[够夠]?|[会會]|(?<=[都均不])(?=.))"
)
_COPULA_EN = re.compile(r"\s*(?:both |all )?(?P<is>is|are|can)(?P<not>n't| not|not|)\b(?P<all>)")
_TRUTH = re.compile(
    r"\s*(?:的?(?:[说說]法|表述|描述|叙述|敘述))?(?:都|均|也|皆)?(?:是)?"
    r"(?:(?P<wrong>不正[确確]|不[对對]|[错錯][误誤]|有[误誤]|[错錯])|(?P<right>正[确確]|[对對]))的?\s*$"
)
_TRUTH_EN = re.compile(
    r"\s*(?:is|are)\s+(?:both |all )?"
    r"(?:(?P<wrong>wrong|incorrect|false|not (?:correct|right|true))|(?P<right>right|correct|true))"
    r"\s*(?:answers?)?(?= because| since|[.]|$)"
)
_DOUBTFUL = re.compile(r"[认認以]为|[认認以]為|看似|似乎|如果|假如|若|\b(?:if|seem|might|think)\b")


@dataclass(frozen=True, slots=True)
class Claim:
    """What one clause says of some options: that they answer the question, or that they do not."""

    letters: frozenset[str]
    fit: bool
    text: str
    offset: int


def claims(text: str, options: dict[str, str], stem: str) -> list[Claim]:
    """Return what an explanation claims of the options, letter → text, clause by clause."""
    names = _names(options)
    spoken = [each for clause in _clauses(text) if (each := _spoken(clause, names, options))]
    if not spoken or _DOUBTFUL.search(text):
        return []
    question = asked(stem)
    found = ((each, _fit(each.predicate, question)) for each in spoken)
    return [
        Claim(each.letters, fit, each.text, each.offset) for each, fit in found if fit is not None
    ]


def _clauses(text: str) -> list[tuple[str, int]]:
    """Return clauses and where they begin; an English list keeps its commas."""
    found = [(match.group(), match.start()) for match in _CLAUSE.finditer(text)]
    if ", " not in text or " and " not in text:
        return [(clause.rstrip(". "), start) for clause, start in found]
    sentences = [
        (match.group().rstrip("."), match.start())
        for match in _SENTENCE.finditer(text)
        if ", " in match.group() and " and " in match.group()
    ]
    return [(clause.rstrip(". "), start) for clause, start in found] + sentences


def _names(options: dict[str, str]) -> dict[str, str]:
    """Return by what an explanation may name options: their texts, with and without what they
    share (`INT8量化`, `INT4量化`), → letter; the longest first."""
    names = {}
    texts = [text.strip().rstrip("。.") for text in options.values()]
    tail = texts[0][-2:]
    shared = tail if len(tail) == 2 and all(text.endswith(tail) for text in texts) else ""
    for letter, text in zip(options, texts, strict=True):
        core = text.removeprefix("使用").removeprefix("采用").removeprefix("採用")
        for name in (text, core, core.removesuffix(shared)):
            if len(name) > 1:
                names[name.lower()] = letter
    return {name: names[name] for name in sorted(names, key=len, reverse=True)}


@dataclass(frozen=True, slots=True)
class _Spoken:
    """A clause that begins with options and goes on to say something."""

    letters: frozenset[str]
    predicate: str
    text: str
    offset: int


def _spoken(
    clause: tuple[str, int], names: dict[str, str], options: dict[str, str]
) -> _Spoken | None:
    text, start = clause
    before = _BEFORE.match(text)
    begin = before.end() if before else 0
    letters, end = _subject(text, begin, names, options)
    rest = text[end:]
    if not letters or not _says(rest):
        return None
    return _Spoken(frozenset(letters), rest, text[begin:].strip(), start + begin)


def _says(rest: str) -> bool:
    return any(
        pattern.match(rest) is not None for pattern in (_COPULA, _COPULA_EN, _TRUTH, _TRUTH_EN)
    )


def _subject(
    text: str, at: int, names: dict[str, str], options: dict[str, str]
) -> tuple[set[str], int]:
    """Return the options that a clause begins with, and where its list of them ends."""
    found: set[str] = set()
    end = at
    while True:
        letters, after = _one(text, at, names, options)
        if not letters:
            return found, end
        found |= letters
        end = after
        join = _JOIN.match(text, end)
        if join is None:
            return found, end
        at = join.end()


def _one(
    text: str, at: int, names: dict[str, str], options: dict[str, str]
) -> tuple[set[str], int]:
    low = text.lower()
    name = next((each for each in names if low.startswith(each, at)), None)
    if name is None:
        match = _LETTERS.match(text, at)
        letters = set(_letters(match[1])) if match else set()
        return (letters, match.end()) if match and letters <= options.keys() else (set(), at)
    end = at + len(name)
    mark = _MARK.match(text, end)
    if mark and mark[1] in options:
        return {mark[1]}, mark.end()
    return {names[name]}, end


def _fit(rest: str, stem: Asked) -> bool | None:
    """Tell whether what a clause says makes its subject an answer to the stem; None: unknown."""
    truth = _TRUTH.match(rest) or _TRUTH_EN.match(rest)
    if truth:
        return bool(truth["right"]) if stem.denied is False and stem.truth is not False else None
    verb = _COPULA.match(rest) or _COPULA_EN.match(rest)
    if verb is None or stem.denied is None or stem.truth is not None:
        return None
    said = rest[verb.end() :]
    if denies(said) or not echoes(said, stem):
        return None
    return bool(verb["not"]) == stem.denied
