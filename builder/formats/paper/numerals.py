"""Numbers as papers print them: 12, １２, 十二, 第十二, ⑫, Ⅻ, XII."""

from __future__ import annotations

import unicodedata

DIGITS = "0-9０-９"
HAN_DIGITS = "〇零一二三四五六七八九十百廿两兩"
CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
BRACKETED = "⑴⑵⑶⑷⑸⑹⑺⑻⑼⑽⑾⑿⒀⒁⒂⒃⒄⒅⒆⒇"

_VALUE = {**{c: i for i, c in enumerate("〇一二三四五六七八九")}, "零": 0, "两": 2, "兩": 2}
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


def number(text: str) -> int | None:
    """Return the whole number that `text` writes in digits or Han numerals, or nothing."""
    text = "".join(text.split())
    if text.isdecimal() and len(text) <= 6:
        return int(text)
    if text in CIRCLED:
        return CIRCLED.index(text) + 1 if len(text) == 1 else None
    if text and all(c in HAN_DIGITS for c in text) and len(text) <= 6:
        return _han(text)
    return _roman(unicodedata.normalize("NFKC", text).upper())


def _han(text: str) -> int | None:
    """Return the value of 十二, 二十, 一百零五 and of bare digits such as 二〇."""
    if not set(text) & set("十百廿"):
        return int("".join(str(_VALUE[c]) for c in text))
    total, digit = 0, 0
    for char in text.replace("廿", "二十"):
        if char in _VALUE:
            digit = _VALUE[char]
        else:
            total += (digit or 1) * (10 if char == "十" else 100)
            digit = 0
    return total + digit


def _roman(text: str) -> int | None:
    """Return the value of a Roman numeral up to some dozens."""
    if not text or len(text) > 7 or any(c not in _ROMAN for c in text):
        return None
    values = [_ROMAN[c] for c in text]
    return sum(
        -value if value < max(values[i + 1 :], default=0) else value
        for i, value in enumerate(values)
    )


def amount(text: str) -> float | None:
    """Return a number of points: 2, 0.5, 二."""
    text = unicodedata.normalize("NFKC", text).strip()
    try:
        value = float(text)
    except ValueError:
        return number(text)
    return int(value) if value == int(value) else value
