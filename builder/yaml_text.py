"""Texts to lines of YAML, text-first: what `source` reads back is the text, to the letter.

Knows nothing of papers and questions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

INDENT = "  "

_UNSAFE_START = re.compile(r"[-?:](?:\s|$)|[,\[\]{}#&*!|>'\"%@`\s]|---|\.\.\.")
_UNSAFE = re.compile(r": |\s#|:$|\s$|[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]")
_FLOW = re.compile(r"[,\[\]{}:]|^[-?]")
_WIDTH = 100


def scalar(text: str) -> str:
    """Return `text` on one line as YAML: plain where that is safe, else in quotes."""
    if text and not _UNSAFE_START.match(text) and not _UNSAFE.search(text):
        return text
    if re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]", text):
        return _double_quoted(text)
    return "'" + text.replace("'", "''") + "'"


def flow_scalar(text: str) -> str:
    """Return `text` as YAML inside brackets."""
    plain = scalar(text)
    if plain != text or not _FLOW.search(text):
        return plain
    return f"'{text}'" if "'" not in text else _double_quoted(text)


def _double_quoted(text: str) -> str:
    escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}

    def escaped(character: str) -> str:
        if character in escapes:
            return escapes[character]
        code = ord(character)
        hidden = code < 0x20 or 0x7F <= code < 0xA0 or code in (0x2028, 0x2029, 0xFEFF)
        return f"\\u{code:04x}" if hidden else character

    return '"' + "".join(map(escaped, text)) + '"'


def field_lines(name: str, text: str, indent: str) -> Iterator[str]:
    """Yield a field: on one line, or as a literal block where the text has several."""
    yield from _lines(f"{indent}{name}:", text, indent + INDENT)


def entry_lines(text: str, indent: str) -> Iterator[str]:
    """Yield an entry of a list."""
    yield from _lines(f"{indent}-", text, indent + INDENT)


def _lines(head: str, text: str, indent: str) -> Iterator[str]:
    if not _fits_block(text):
        yield f"{head} {scalar(text)}"
        return
    first = text.split("\n", 1)[0]
    yield f"{head} |{len(INDENT) if first.startswith(' ') else ''}-"
    yield from (f"{indent}{line}" if line else "" for line in text.split("\n"))


def _fits_block(text: str) -> bool:
    """Tell whether a text is best written as a literal block: several lines, none of them odd."""
    return "\n" in text and not re.search(
        r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]|^\n|\n$", text
    )
