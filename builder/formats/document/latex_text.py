"""Pieces of formulas as LaTeX: characters, upright words, and what scripts are hung on."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from builder.formats.document.latex_symbols import FUNCTIONS, SUBSCRIPTS, SUPERSCRIPTS, SYMBOLS

CELLS = "\ue000"
"""Stands for the `&` of an aligned equation until we know whether it is one."""

_PIECE = re.compile(
    r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ]+|[₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙₓₐₑ]+"
    r"|[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff01-\uffee、。；：？！“”‘’《》]+"
    r"|[A-Za-z]+|.",
    re.DOTALL,
)


def joined(parts: Iterable[str]) -> str:
    """Return `parts` as one text; a command is kept apart from a letter behind it."""
    found: list[str] = []
    for part in parts:
        if part and found and part[0].isalpha() and re.search(r"\\[A-Za-z]+$", found[-1]):
            found.append(" ")
        if part:
            found.append(part)
    return "".join(found)


def group(text: str) -> str:
    """Return `text` in braces where a single character needs none."""
    return text if re.fullmatch(r"[A-Za-z0-9]", text) else "{" + text + "}"


def nucleus(text: str) -> str:
    """Return what a script can be hung on: one letter, number or command, or a group."""
    plain = re.fullmatch(r"[A-Za-z]|\d+|\\[A-Za-z]+|\\[A-Za-z]+\{[^{}]*\}|\([^()]*\)", text)
    return text if plain else "{" + text + "}"


def words(text: str) -> str:
    """Return upright text; LaTeX wants its special characters escaped there as well."""
    if not re.search(r"[^\W\d_]", text):
        return characters(text)
    return "\\text{" + re.sub(r"([\\{}$&#%_^~])", _escaped, text) + "}"


def _escaped(match: re.Match[str]) -> str:
    special = {"\\": r"\backslash", "^": r"\^{}", "~": r"\~{}"}
    return special.get(match[1], "\\" + match[1])


def characters(text: str) -> str:
    """Return the characters of a formula as LaTeX."""
    return joined(_characters(piece) for piece in _PIECE.findall(text))


def _characters(piece: str) -> str:
    if piece == "&":
        return CELLS
    if piece in SYMBOLS:
        return SYMBOLS[piece]
    if piece in FUNCTIONS:
        return f"\\{piece}"
    for table, mark in ((SUPERSCRIPTS, "^"), (SUBSCRIPTS, "_")):
        if ord(piece[0]) in table:
            return mark + group(piece.translate(table))
    if len(piece) == 1 and piece.isascii():
        return piece
    return piece if piece.isascii() or not _is_text(piece[0]) else f"\\text{{{piece}}}"


def _is_text(character: str) -> bool:
    return unicodedata.category(character)[0] in "LPS" and ord(character) > 0x2E7F
