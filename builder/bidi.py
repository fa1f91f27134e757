"""Text that runs from right to left, among text that does not."""

from __future__ import annotations

import re
from collections import Counter

RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Hebrew, Arabic and their neighbours: blocks whose letters run from right to left."""
_FIRST_STRONG_ISOLATE, _POP_DIRECTIONAL_ISOLATE = "\u2068", "\u2069"
_ISOLATING = str.maketrans("", "", "\u2066\u2067\u2068\u2069")
_MIRRORED = str.maketrans(")]}>»›", "([{<«‹")


def isolates(text: str) -> tuple[str, str]:
    """Return what to put before and behind a text, so that its first letter says how it runs.

    That is what `dir=auto` does in HTML; nothing is put around a text that runs one way.
    """
    if RIGHT_TO_LEFT.search(text):
        return _FIRST_STRONG_ISOLATE, _POP_DIRECTIONAL_ISOLATE
    return "", ""


def stands(text: str, read: str) -> bool:
    """Whether a text stands in another, in whichever order its words and brackets were read.

    Readers of PDF do not agree on the order of a line that runs both ways, but none scatters it.
    """
    wanted, given = (each.translate(_ISOLATING).translate(_MIRRORED) for each in (text, read))
    lacking = Counter(wanted)
    wrong = len(lacking)
    for at, letter in enumerate(given):
        for each, change in (
            (letter, -1),
            (given[at - len(wanted)] if at >= len(wanted) else "", 1),
        ):
            if each in lacking:
                wrong += (lacking[each] + change != 0) - (lacking[each] != 0)
                lacking[each] += change
        if wrong == 0:
            return True
    return wrong == 0
