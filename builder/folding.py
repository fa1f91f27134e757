"""The folding rules: when two texts count as the same answer.

The browser judges with the same rules (`templates/assets/js/check.js`); both are held to
`tests/cases/folding.json`. No fuzzy matching: punctuation inside a text is never dropped, so
`3.14` is never `314`.
"""

from __future__ import annotations

import re
import unicodedata

# Full-width ASCII to ASCII, odd blanks to a space, and the few marks an input method swaps.
_TABLE = {
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},
    **dict.fromkeys(map(ord, "\u3000\u00a0\u2002\u2003\u2009\t\n"), " "),
    **dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"), None),
    **str.maketrans("。、“”‘’—–−×", ".,\"\"''---*"),
}
_HAN = r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"
# Compiled, and kept by `re`, where one is needed first: it takes longer than many commands do.
_SPACE_AT_HAN = rf"(?<={_HAN}) | (?={_HAN})"
_LEADING = r"^(?:[\s,;:?!\"'·…《》〈〉「」『』]|\.(?!\d))+"
_ENDING = frozenset(".,;:?!\"'·…《》〈〉「」『』")
_FACTORIAL = re.compile(r"(?<=[0-9a-zA-Z)])[!']+")  # or a derivative: part of the answer
_BRACKETS = {"(": ")", "【": "】", "〔": "〕", "'": "'"}
_FOLDED = re.compile(r"[0-9A-Za-z\u4e00-\u9fff]+")


def fold(text: str, match_case: bool = False) -> str:
    """Return `text` as it is compared: NFC, ASCII forms, single spaces, no outer punctuation."""
    if _FOLDED.fullmatch(text):  # nothing below would change it
        return text if match_case else text.lower()
    text = unicodedata.normalize("NFC", text).translate(_TABLE)
    text = re.sub(_SPACE_AT_HAN, "", re.sub(" +", " ", text).strip())
    if not match_case:
        text = text.lower()
    return _strip(text)


def _strip(text: str) -> str:
    """Drop outer punctuation, again and again, but never down to nothing."""
    while True:
        inner = _without_ending(text)
        inner = _unwrap(inner) or re.sub(_LEADING, "", inner)
        if inner in ("", text):
            return text
        text = inner


def _without_ending(text: str) -> str:
    """Drop punctuation at the end, but not the sign of `5!` or `f'`. Takes linear time."""
    end = len(text)
    while end and (text[end - 1] in _ENDING or text[end - 1].isspace()):
        end -= 1
    kept = _FACTORIAL.match(text, end)
    return text[: kept.end() if kept else end]


def _unwrap(text: str) -> str:
    """Return what one pair of brackets around the whole text holds, or nothing.

    `(a,b)` stays: the brackets of an interval or a tuple are part of the answer.
    """
    if len(text) < 3 or _BRACKETS.get(text[0]) != text[-1] or "," in text:
        return ""
    inner = text[1:-1].strip()
    return "" if text[0] in inner or text[-1] in inner else inner
