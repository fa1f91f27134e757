"""Finding the labels in a line: 答案：B　【解析】…, Answer: B, 我的答案: C, 难度：易.

A line becomes segments: what stands before the first label, then each label with its text. Whether
a label may count where it stands is for `layout` to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from builder.formats.paper.words import LABELS, Label


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of a line: its label (None before the first) and `line[start:end]` behind it."""

    label: Label | None
    word: str
    start: int
    end: int
    bracketed: bool = False

    def of(self, text: str) -> str:
        """Return the segment's own text."""
        return text[self.start : self.end].strip()


_HAN_WORD = re.compile(r"[\u3400-\u9fff]+")


def _spaced(word: str) -> str:
    """Return a pattern for a word; Han characters may be set apart, English in any case."""
    if _HAN_WORD.fullmatch(word):
        return r"[ \u3000]?".join(word)
    return re.escape(word).replace(r"\ ", " +")


_BY_WORD: dict[str, Label] = {w.lower(): kind for kind, words in LABELS.items() for w in words}
_ORDERED = sorted((w for words in LABELS.values() for w in words), key=len, reverse=True)
_WORDS = "|".join(_spaced(w) for w in _ORDERED)
_KEYLIKE = (
    r"(?:[A-Ha-hＡ-Ｈ](?:[、,， ]?[A-Ha-hＡ-Ｈ]){0,7}|[√×✓✗✔✘对错對錯]|正确|错误|正確|錯誤|[①-⑩])"
)

# The word, then how it is set off: a colon, a copula, a blank before something like a key, nothing.
_START = re.compile(
    r"[\s*#>·•★☆◆●]*(?:"
    rf"[【\[〖〔［「<＜]\s*(?P<bracketed>{_WORDS})\s*[】\]〗〕］」>＞]\s*(?:[:：]|为|是)?"
    rf"|(?P<colon>{_WORDS})\s*(?:\*\*)?\s*(?:[:：]|(?:应该|应)?[是为為选選]\s*[:：]|is\s*:)"
    rf"(?:\*\*)?"
    rf"|(?P<copula>{_WORDS})\s*(?:应该|应|應)?(?:是|为|為|选|選|is|=)\s*(?={_KEYLIKE}[。.\s]*$)"
    rf"|(?P<near>{_WORDS})\.?[\s\u3000]*(?:[-–—]\s*)?(?={_KEYLIKE}[。.\s]*$)"
    r"|(?P<dotted>Ans)\.\s+(?=\S)"
    rf"|(?P<alone>{_WORDS})\s*$"
    r"|(?P<short>[答解])\s*[:：]"
    r")\s*",
    re.I,
)
_INNER = re.compile(
    r"[【\[〖〔［]\s*(?P<bracketed>" + _WORDS + r")\s*[】\]〗〕］]\s*[:：]?\s*"
    r"|(?<=[\s。；;,，!！?？.)）\]】])(?P<colon>" + _WORDS + r")\s*[:：]\s*"
    r"|[（(](?P<round>" + _WORDS + r")\s*[:：]\s*(?=[^()（）]{1,60}[)）])",
    re.I,
)
_SPLITS_ANYWHERE = ("key", "analysis", "learner", "meta", "kind")
_KEYED_ITEM = re.compile(rf"\s*[（(]?\d{{1,4}}\s*[)）.．、:：]*\s*{_KEYLIKE}[。.;；,，\s]*")
_NO_TEXT = re.compile(r"[_＿（(\s]*$|[_＿]")


def label_of(word: str) -> Label:
    """Return what a label word says."""
    if word in "答解":
        return "key"
    return _BY_WORD[" ".join(word.split()).lower()] if word.isascii() else _han_label(word)


def _han_label(word: str) -> Label:
    return _BY_WORD["".join(word.split()).lower()]


def segments(text: str) -> list[Segment]:
    """Return the segments of a line, at least one; the first may have no label."""
    found = _START.match(text)
    result: list[Segment] = []
    if found:
        word = next(group for group in found.groups() if group)
        bracketed = found["bracketed"] is not None
        result.append(Segment(label_of(word), word, found.end(), len(text), bracketed))
    else:
        result.append(Segment(None, "", 0, len(text)))
    if len(text) < 4000 or not found:
        _split(text, result)
    return result


def _split(text: str, result: list[Segment]) -> None:
    """Cut the last segment wherever another label may begin."""
    for found in _INNER.finditer(text, result[0].start):
        word = next(group for group in found.groups() if group)
        label = label_of(word)
        if not _may_split(text, found, label, result):
            continue
        last = result[-1]
        result[-1] = Segment(last.label, last.word, last.start, found.start(), last.bracketed)
        end = len(text)
        if found["round"]:
            end = min(
                i for i in (text.find(")", found.end()), text.find("）", found.end())) if i > 0
            )
        result.append(Segment(label, word, found.end(), end, found["bracketed"] is not None))


def _may_split(text: str, found: re.Match[str], label: Label, before: list[Segment]) -> bool:
    """Say whether a label in the middle of a line is one, or words of a sentence."""
    if label not in _SPLITS_ANYWHERE:
        return False
    if found["bracketed"]:
        return True
    rest = text[found.end() :]
    if label in ("learner", "meta", "kind"):
        return before[0].label is not None
    if label == "analysis":
        known = any(segment.label in ("key", "learner") for segment in before)
        return known or bool(_KEYED_ITEM.fullmatch(text, 0, found.start()))
    if before[0].label == "analysis" and before[-1].label == "analysis":
        return False
    if re.match(rf"{_KEYLIKE}[)）。.\s]*$", rest) or found["round"]:
        return True
    apart = re.search(r"(?:[。.;；!！)）_]\s*|\t|\s\s)$", text[: found.start()])
    return bool(apart) and not _NO_TEXT.match(rest)
