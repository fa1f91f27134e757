"""The words of the interface in one language, for what is written without Jinja."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from builder.options import BUILT_IN
from builder.source import parse


@cache
def words_of(locale: str) -> Mapping[str, Any]:
    """Return the words that come with exampress."""
    return words(locale, (BUILT_IN,))


def words(locale: str, folders: Sequence[Path]) -> Mapping[str, Any]:
    """Return `locales/LOCALE.yaml` of the first folder of templates that has it.

    Raises BankError with what is wrong with a file of the author's own.
    """
    name = f"locales/{locale}.yaml"
    path = next(path for folder in folders if (path := folder / name).is_file())
    said: dict[str, Any] = parse(path.read_text(encoding="utf-8"), f"templates/{name}").value
    return {**said, "locale": locale}
