"""The words of the interface: `templates/locales/*.yaml`, picked by a content's language."""

from __future__ import annotations

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


def say(words: str | Mapping[str, str], **values: Any) -> str:
    """Fill `{name}` places; words with the forms `one` and `other` follow the number `n`."""
    if isinstance(words, Mapping):
        words = words["one" if values.get("n") == 1 else "other"]
    return words.format_map(values) if values else words
