"""Rules about texts that were damaged on their way into the bank, and images without a text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.lint.subject import Finding, Item, Subject
from builder.model import Question
from builder.problems import Path
from builder.questions.blank import Blank
from builder.questions.case import Case
from builder.questions.essay import Essay
from builder.questions.multiple import Multiple
from builder.questions.single import Single

Text = tuple[Path, str]

_TONES = "āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜ"
_HAN = r"[\u3400-\u9fff]"
_NOISE = {
    "a reading": re.compile(rf"(?<={_HAN})[（(][a-zü]*[{_TONES}][a-zü]*[)）](?={_HAN})"),
    "an invisible character": re.compile("[\u200b\u2060\u00ad\ufeff]"),
    "a lost character": re.compile(f"\ufffd|(?<={_HAN})□+(?={_HAN})"),
    "a printed key": re.compile(
        r"【(?:答案|正确答案|正確答案|参考答案|參考答案)】|(?:^|\n)\s*(?:正[确確])?答案[:：]|\n\s*Answer:"
    ),
    "a page number": re.compile(r"第\s*\d+\s*[页頁][\s，,/（(]*共\s*\d+\s*[页頁]"),
}
_SIGNS = (
    "\u200b",
    "\u2060",
    "\u00ad",
    "\ufffd",
    "□",
    "答案】",
    "答案:",
    "答案：",
    "Answer:",
    "页",
    "頁",
    *_TONES,
)
_ABOUT_SOUND = re.compile("[读讀]音|拼音|注音|字音|[声聲][调調]|多音字|pinyin", re.IGNORECASE)


def texts(item: Item[Question]) -> Iterator[Text]:
    """Yield the texts of a question that are shown, each with its path."""
    question = item.question
    for name in ("stem", "explanation", "hint"):
        text = getattr(question, name)
        if text:
            yield (name,), text
    if isinstance(question, Single | Multiple):
        for index, option in enumerate(question.options):
            yield ("options", index), option.text
    elif isinstance(question, Case):
        yield ("material",), question.material
    elif isinstance(question, Essay) and question.answer:
        yield ("answer",), question.answer
    elif isinstance(question, Blank):
        for index, accepted in enumerate(question.answer):
            yield ("answer", index), accepted[0]


def leftovers(subject: Subject) -> Iterator[Finding]:
    """Yield texts that hold what was never meant to be in them."""
    if not subject.holds(*_SIGNS):
        return
    noise = dict(_NOISE)
    if _ABOUT_SOUND.search("".join(section.places.text for section in subject.exam.sections)):
        del noise["a reading"]
    for item in subject.items:
        for path, text in texts(item):
            for what, pattern in noise.items():
                if match := pattern.search(text):
                    found = match.group().strip()
                    start = match.end() - len(match.group().lstrip())
                    yield item.finding(
                        f"the text holds {what}, {_shown(found)}", *path, offset=start
                    )


def _shown(text: str) -> str:
    return f"'{text}'" if text.isprintable() else ascii(text)


_CLOSED = re.compile(r"[。．.！!？?…；;：:”’\"'」』）)\]】》〉>`$|~*、%℃°]\s*$|[─━_=\d]$")
_MIDDLE = re.compile(r"[，,、—]\s*$")
_SENTENCE = re.compile(r"[。！？]|[.!?](?:\s|$)")
_ITEM = re.compile(r"\s*(?:[-*+•]|\d+[.、)）])\s")
_LONG = 40
_ENOUGH_TEXTS = 5


def cut_off_texts(subject: Subject) -> Iterator[Finding]:
    """Yield texts that end in the middle, where nearly all others end with a closing mark."""
    said = [each for item in subject.items for each in _prose(item)]
    open_ = [each for each in said if not _CLOSED.search(each[2]) and not _MIDDLE.search(each[2])]
    usual = len(said) >= _ENOUGH_TEXTS and len(open_) * 10 <= len(said)
    for item, path, text in said:
        if _MIDDLE.search(text):
            yield _cut(item, path, text)
    for item, path, text in open_:
        if usual and _breaks_off(text):
            yield _cut(item, path, text)


def _cut(item: Item[Question], path: Path, text: str) -> Finding:
    end = text.rstrip().rpartition("\n")[2][-12:].lstrip()
    name = "model answer" if path == ("answer",) else "explanation"
    return item.finding(
        f"the {name} ends in mid-sentence, at '{end}'", *path, offset=len(text.rstrip()) - len(end)
    )


def _prose(item: Item[Question]) -> Iterator[tuple[Item[Question], Path, str]]:
    question = item.question
    if question.explanation:
        yield item, ("explanation",), question.explanation
    if isinstance(question, Essay) and question.answer:
        yield item, ("answer",), question.answer


def _breaks_off(text: str) -> bool:
    """Tell whether a text has sentences, but its last line, no item of a list, ends in none."""
    last = text.rpartition("\n")[2]
    return len(text) >= _LONG and len(_SENTENCE.findall(text)) >= 2 and not _ITEM.match(last)


_BARE_IMAGE = re.compile(r"!\[\s*\]\(([^)\s]+)")


def images_without_alt(subject: Subject) -> Iterator[Finding]:
    """Yield images that say nothing to those who cannot see them."""
    if not subject.holds("![]", "![ "):
        return
    for item in subject.items:
        for path, text in texts(item):
            for match in _BARE_IMAGE.finditer(text):
                message = f"image '{match[1]}' has no text; write ![what it shows]({match[1]})"
                yield item.finding(message, *path, offset=match.start())
