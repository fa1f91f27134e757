"""Options that a list keeps together in one cell or text → one text each, with their letters.

A text is split only where something visible parts it; otherwise it is one option.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from builder.formats.lists.record_keys import json_texts

Options = tuple[tuple[str, ...], tuple[str, ...]]
"""Letters and texts."""

_LABEL = re.compile(
    r"(?<![A-Za-z0-9])(?:[（(【\[]([A-ZＡ-Ｚ])[】\]）)]\s*[.．、:：]?|([A-ZＡ-Ｚ])\s*[.．、:：)）|-])\s*"
)
_OWN_LABEL = re.compile(
    r"\s*(?:[（(【\[]([A-Za-zＡ-Ｚ])[】\]）)]\s*[.．、:：]?|([A-Za-zＡ-Ｚ])\s*[.．、:：)）])\s*(?=\S)"
)
_SEPARATORS = (r"<br\s?/?>", r"\$;\$", r"\|+", "\n", "#{2,}", "[;；]", "\t")
_JUDGING = re.compile(
    r"(对|正确|是|√|true|yes)\s*[,，、/]\s*(错|错误|不正确|否|×|false|no)", re.IGNORECASE
)


def split(text: str) -> Options:
    """Return letters and texts of the options in `text`; letters are given where there are none."""
    text = text.strip()
    if not text:
        return (), ()
    if (listed := json_texts(text)) is not None:
        return labelled(listed)
    if found := _by_labels(text):
        return found
    if judging := _JUDGING.fullmatch(text):
        return labelled(list(judging.groups()))
    for separator in _SEPARATORS:
        parts = [part.strip() for part in re.split(separator, text, flags=re.IGNORECASE)]
        while parts and not parts[-1]:
            parts.pop()
        if len(parts) > 1 and all(parts):
            return labelled(parts)
    return labelled([text])


def labelled(parts: Sequence[str]) -> Options:
    """Return options that stand apart already; labels of their own go if all have one."""
    found = [_OWN_LABEL.match(part) for part in parts]
    letters = [_letter(match) for match in found if match]
    rising = all(before < after for before, after in pairwise(letters))
    if len(letters) == len(parts) and rising and letters[:1] == ["A"]:
        texts = (
            part[match.end() :].strip() for part, match in zip(parts, found, strict=True) if match
        )
        return tuple(letters), tuple(texts)
    return tuple(chr(ord("A") + at) for at in range(len(parts))), tuple(
        part.strip() for part in parts
    )


def without_own_label(letter: str, text: str) -> str:
    """Return the text of option `letter` without the same letter printed before it."""
    found = _OWN_LABEL.match(text)
    return text[found.end() :].strip() if found and _letter(found) == letter else text


def _letter(match: re.Match[str]) -> str:
    letter = (match[1] or match[2]).upper()
    return chr(ord(letter) - 0xFEE0) if letter > "Z" else letter


def _by_labels(text: str) -> Options | None:
    """Split `A.铜 B.铁 C.金`: the letters must rise from an A at the very start."""
    taken: list[tuple[str, int, int]] = []
    for match in _LABEL.finditer(text):
        letter = _letter(match)
        wanted = chr(ord(taken[-1][0]) + 1) if taken else "A"
        if letter == wanted and (taken or match.start() == 0):
            taken.append((letter, match.start(), match.end()))
        elif not taken:
            return None
    if len(taken) < 2:
        return None
    ends = [start for _, start, _ in taken[1:]] + [len(text)]
    texts = tuple(
        text[begin:end].strip().rstrip("|;；").strip()
        for (_, _, begin), end in zip(taken, ends, strict=True)
    )
    return tuple(letter for letter, _, _ in taken), texts
