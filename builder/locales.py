"""The words of the interface: `templates/locales/*.yaml`, picked by a content's language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

LOCALES = ("zh-Hans", "zh-Hant", "en")
_TRADITIONAL = ("tw", "hk", "mo")


def locale(language: str) -> str:
    """Return the interface locale for a BCP 47 language tag; English where there is none."""
    primary, *rest = language.lower().split("-")
    if primary not in ("zh", "yue"):
        return "en"
    traditional = "hant" in rest or ("hans" not in rest and any(r in _TRADITIONAL for r in rest))
    return "zh-Hant" if traditional else "zh-Hans"


_CHOICE = re.compile(r"\{(\w+):([^{}|]*)\|([^{}|]*)\}")


def say(words: str | Mapping[str, str], **values: Any) -> str:
    """Fill `{name}` places; words with the forms `one` and `other` follow the number `n`.

    In `{name:point|points}` stands the first word where that number is 1, else the second.
    """
    if isinstance(words, Mapping):
        words = words["one" if values.get("n") == 1 else "other"]
    if "|" in words:
        words = _CHOICE.sub(lambda found: found[2 if values[found[1]] == 1 else 3], words)
    return str.format_map(words, values) if values else words


_DIGITS = "〇一二三四五六七八九"


def ordinal(number: int, locale: str) -> str:
    """Return a section's ordinal: 一, 十一 in Chinese, I, II … elsewhere; digits from 100."""
    if number > 99:
        return str(number)
    if locale.startswith("zh"):
        tens, ones = divmod(number, 10)
        head = ("" if tens == 1 else _DIGITS[tens]) + "十" if tens else ""
        return head + (_DIGITS[ones] if ones or not tens else "")
    roman = ""
    for value, sign in (
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ):
        count, number = divmod(number, value)
        roman += sign * count
    return roman
