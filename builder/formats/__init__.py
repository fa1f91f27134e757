"""Other systems' files: one module a format, and the table that lists them."""

from __future__ import annotations

from collections.abc import Callable

from builder.formats import bank_json, text_paper
from builder.model import Bank

WRITERS: dict[str, Callable[[Bank], str]] = {
    "json": bank_json.write,
    "text": text_paper.write,
}
