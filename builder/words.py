"""The built-in words of the interface in one language, for what is written without templates."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from builder.options import BUILT_IN
from builder.source import parse


@cache
def words_of(locale: str) -> Mapping[str, Any]:
    """Return `templates/locales/LOCALE.yaml` as it comes with exampress."""
    name = f"locales/{locale}.yaml"
    words: Mapping[str, Any] = parse((BUILT_IN / name).read_text(encoding="utf-8"), name).value
    return words
