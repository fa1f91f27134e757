"""Labels and numbers that a copy from a web page leaves alone on their lines: A / 鲨鱼 / B."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from builder.formats.paper.lines import SourceLine

_LETTER = re.compile(r"\s*([A-HＡ-Ｈ])\s*[、.．]?\s*")
_AROUND = " \t\u3000、.．"
_NUMBER = re.compile(r"\s*(\d{1,3})\s*")


def dotted(lines: Sequence[SourceLine]) -> list[SourceLine]:
    """Return the lines with a dot behind each lone label, and each lone number before them."""
    filled = [i for i, line in enumerate(lines) if line.text.strip() and not line.code]
    letters = {at: found[1] for at, i in enumerate(filled) if (found := _letter(lines[i].text))}
    labels = _runs(letters)
    if not labels:
        return list(lines)
    opens = {at for at in labels if letters[at] in "AＡ"}
    numbers = _numbers(lines, filled, labels, opens)
    gone = {filled[at] for at in labels | numbers}
    return [
        replace(line, text=f"{line.text.strip(_AROUND)}.", marks=()) if i in gone else line
        for i, line in enumerate(lines)
    ]


def _letter(text: str) -> re.Match[str] | None:
    return _LETTER.fullmatch(text) if len(text) < 20 else None


def _runs(letters: dict[int, str]) -> set[int]:
    """Return the places of letters that run from A on, with text between them."""
    found: set[int] = set()
    run: list[int] = []
    for at, letter in letters.items():
        index = (ord(letter) - 65) % 0xFEE0
        if index == 0:
            run = [at]
        elif run and index == len(run) and 1 < at - run[-1] < 8:
            run.append(at)
            found.update(run)
        else:
            run = []
    return found


def _numbers(
    lines: Sequence[SourceLine], filled: list[int], labels: set[int], opens: set[int]
) -> set[int]:
    """Return the places of lone numbers that count up and have lone labels behind them."""
    found: set[int] = set()
    wanted = 1
    for at, i in enumerate(filled):
        number = _NUMBER.fullmatch(lines[i].text) if len(lines[i].text) < 12 else None
        if not number or int(number[1]) != wanted or at - 1 in labels:
            continue
        if opens & set(range(at + 2, at + 12)):
            found.add(at)
            wanted += 1
    return found
