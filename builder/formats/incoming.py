"""Somebody's file → the paper in it: the table of readers, and what is told of the encoding."""

from __future__ import annotations

from collections.abc import Callable

from builder.decoding import MAX_BYTES, Decoded, ReadError, decode
from builder.draft import Doubt, Draft
from builder.formats import html_text, json_list, recognise, running_text, spreadsheet, word

PACKED: dict[str, Callable[[bytes], Draft]] = {
    "word": word.read,
    "spreadsheet": spreadsheet.read_xlsx,
}
PLAIN: dict[str, Callable[[Decoded], Draft]] = {
    "text": running_text.read,
    "html": html_text.read,
    "csv": spreadsheet.read_csv,
    "json": json_list.read,
}
FORMATS = (*PLAIN, *PACKED)
"""What `--from` may say."""


def read(data: bytes, name: str, form: str | None = None) -> Draft:
    """Return the paper in a file; `name` is the file's, `form` one of FORMATS if it is known.

    Raises ReadError for what is too large, damaged, protected or in no known format.
    """
    if len(data) > MAX_BYTES:
        raise ReadError(f"the file is larger than {MAX_BYTES // 1024 // 1024} MB; split it")
    if form in PACKED or (form is None and (form := recognise.packed(data))):
        return PACKED[form](data)
    decoded = decode(data)
    draft = PLAIN[form or recognise.plain(decoded, name)](decoded)
    draft.doubts = sorted([*draft.doubts, *_encoding_doubts(decoded)])
    return draft


def _encoding_doubts(decoded: Decoded) -> list[Doubt]:
    if not decoded.guessed and not decoded.damaged_lines:
        return []
    message = f"the file is not UTF-8; it was read as {decoded.encoding}"
    if decoded.damaged_lines:
        places = ", ".join(map(str, decoded.damaged_lines[:10]))
        message = f"read as {decoded.encoding}, with characters lost on line {places}"
    return [Doubt(1, "encoding-guessed", "warning", message)]
