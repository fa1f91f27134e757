"""The rule that an explanation says what the key says.

Finds what can be found without false alarms; the sentences it understands are in `claims`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.choice import LETTERS
from builder.lint.claims import Claim, claims, verdicts
from builder.lint.subject import Choice, Finding, Item, Subject, lettered, plain
from builder.questions.true_false import TrueFalse

_ALL = re.compile(
    r"(?:以上|上述|前述).*(?:都|皆|均|全)|(?:all|both) of (?:the|these|them)\b|all\W*$", re.I
)
_NONE = re.compile(r"(?:以上|上述|前述).*[不非无無]|none\b|neither\b", re.I)
_MIXED = re.compile(
    r"(?:[Bb]oth |[Ee]ither |[Oo]nly |[仅僅只有]*)?(?:[A-H]|[①-⑩ⅠⅡⅢⅣ]+)"
    r"(?:\s*(?:和|与|與|及|、|,|and|or|&)?\s*(?:[A-H]\b|[①-⑩ⅠⅡⅢⅣ]+))*\s*(?:都|only)?[是对對正确確]*\W*$"
)


def contradictions(subject: Subject) -> Iterator[Finding]:
    """Yield explanations that give another answer than the key, or call the key wrong."""
    for choice in subject.choices:
        explanation = choice.question.explanation
        if explanation is not None:
            yield from _of_choice(choice, explanation)
    for judgement in subject.judgements:
        yield from _of_judgement(judgement)


def _of_choice(item: Item[Choice], explanation: str) -> Iterator[Finding]:
    question = item.question
    text = plain(explanation)
    found = _by_verdict(question, text) or _by_content(question, text)
    if found is not None:
        said, quote, offset = found
        message = f"the key is {lettered(question.answer)}; the explanation {said}: '{quote}'"
        where = offset if text == explanation else 0  # else places in the text have moved
        yield item.finding(message, "explanation", offset=where)


Said = tuple[str, str, int]
"""What an explanation does, in which words, and where."""


def _by_verdict(question: Choice, text: str) -> Said | None:
    """Find another answer named by its letters: 故选C, the answer is C."""
    found = verdicts(text)
    known = set(LETTERS[: len(question.options)])
    named = [set(verdict.letters) for verdict in found]
    if not named or set(question.answer) in named or not known.issuperset(set().union(*named)):
        return None
    return f"gives {lettered(named[-1])}", found[-1].text, found[-1].offset


def _by_content(question: Choice, text: str) -> Said | None:
    """Find options that the explanation calls answers, or none, against the key."""
    texts = [option.text for option in question.options]
    if not _worth_reading(texts, text) or any(map(_MIXED.match, texts)):
        return None
    every = next((at for at, option in enumerate(texts) if _ALL.match(option)), None)
    none = next((at for at, option in enumerate(texts) if _NONE.match(option)), None)
    options = {LETTERS[at]: option for at, option in enumerate(texts) if at not in (every, none)}
    key = set(question.answer)
    if every is not None and LETTERS[every] in key:
        key = set(options)
    if len(options) < 2:
        return None
    found = claims(text, options, question.stem)
    return _against(key, found) or _by_ending(question, options, text)


_JUDGED = re.compile(r"[A-Z][选選]?[项項]?[^。，,.]{0,8}?(?:[错錯正对對有不]|is|are)")


def _worth_reading(options: list[str], text: str) -> bool:
    """Take a cheap first look: a part of an option, or a judgement, is in the explanation."""
    judged = _JUDGED.search(text) is not None
    return judged or any(option[-4:] in text or option[:4] in text for option in options)


def _against(key: set[str], found: list[Claim]) -> Said | None:
    fit = {letter for claim in found if claim.fit for letter in claim.letters}
    unfit = {letter for claim in found if not claim.fit for letter in claim.letters}
    if fit & unfit:
        return None  # it says one thing and another; not for us to settle
    for claim in found:
        if claim.fit and not claim.letters <= key:
            return f"makes it {lettered(fit)}", claim.text, claim.offset
        if not claim.fit and claim.letters & key:
            return f"rules out {lettered(claim.letters & key)}", claim.text, claim.offset
    return None


_LAST_WORDS = 24
_END = re.compile(r"(?:[（(][\s　_]*[)）]|[\s_:：。.?？…])+$")


def _by_ending(question: Choice, options: dict[str, str], text: str) -> Said | None:
    """Find the stem's own last words, completed by another option and by no second one."""
    stem = question.stem.rstrip()
    ending = _END.sub("", stem[-_LAST_WORDS:])[-4:]
    at = text.find(ending) if len(ending) == 4 else -1
    if at < 0:
        return None
    rest = text[at + 4 :]
    ends = ("。", ".", "，", "；", ";", "")
    found = [
        letter
        for letter, option in options.items()
        if rest.startswith(option) and rest[len(option) : len(option) + 1] in ends
    ]
    others = [letter for letter, option in options.items() if option in text]
    if len(found) != 1 or others != found or found[0] in question.answer:
        return None
    return f"names {found[0]} only", ending + options[found[0]], at


_WRONG = r"不正[确確]|不[对對]|[错錯][误誤]|[错錯]|×|[Ff]alse|[Ii]ncorrect|[Ww]rong"
_RIGHT = r"正[确確]|[对對]|√|[Tt]rue|[Cc]orrect|[Rr]ight"
_THIS = (
    r"(?:[本此该該][题題]?|[这這][个個种種一]?|原|以上|上述)?"
    r"(?:[说說]法|命[题題]|[题題]|[论論][断斷]|表述|[观觀][点點])"
)
_OPENING = re.compile(
    rf"\s*(?:答案[为為是]?[:：]?|{_THIS}|[Tt]h(?:is|e statement)(?: statement)? is )?[是的]?"
    rf"(?:(?P<wrong>{_WRONG})|(?P<right>{_RIGHT}))的?\s*(?=[。，,.;；:：！!\n]|$)"
)
_CLOSING = re.compile(
    rf"(?:故|因此|所以|[。，,；;])\s*(?:故|因此|所以)?{_THIS}[是的]?"
    rf"(?:(?P<wrong>{_WRONG})|(?P<right>{_RIGHT}))的?[。.！!\s]*$"
)


def _of_judgement(item: Item[TrueFalse]) -> Iterator[Finding]:
    if item.question.explanation is None:
        return
    explanation = plain(item.question.explanation)
    ending = max(0, len(explanation) - _LAST_WORDS)
    marks = [_OPENING.match(explanation), _CLOSING.search(explanation, ending)]
    found = [mark for mark in marks if mark is not None]
    if not found or any(bool(mark["right"]) == item.question.answer for mark in found):
        return
    key = "true" if item.question.answer else "false"
    said = "right" if found[0]["right"] else "wrong"
    quote = found[0].group().strip(" \n。，,；;.")
    message = f"the key is {key}; the explanation calls the statement {said}: '{quote}'"
    yield item.finding(message, "explanation", offset=found[0].start())
