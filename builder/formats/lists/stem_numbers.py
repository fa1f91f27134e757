"""Numbers that a list's author put before the stems: numbering if they count up, else text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

_NUMBER = re.compile(r"\s*(?:第\s*)?(\d{1,5})\s*(?:题\s*[:：、.．]?|[、．)）]|\.(?!\d))\s*(?=\S)")
_FIRST = range(1000)
"""Where numbering may begin; `2024. …` begins a sentence about a year."""


def numbered(stems: Sequence[str]) -> list[tuple[int, str]]:
    """Return number and text of each stem if each has one and they count up, else nothing.

    They may begin anywhere, and from 1 again, as where two lists were put together.
    """
    found = [match for stem in stems if (match := _NUMBER.match(stem))]
    numbers = [int(match[1]) for match in found]
    steps = [*pairwise(numbers)]
    ups = sum(after - before == 1 for before, after in steps)
    anew = sum(after == 1 != before for before, after in steps)
    if len(found) < len(stems) or not ups or ups + anew < len(steps) or numbers[0] not in _FIRST:
        return []
    return [(int(match[1]), match.string[match.end() :]) for match in found]
