"""How wide the columns of a table in a Word file are, in twentieths of a point."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from builder.markup import HAN

_HALF = 110
"""Half of a Chinese character, or a letter, in twentieths of a point."""
_PICTURE = 8500
"""What a picture is given: as much room as the widest takes."""


def widths(rows: Sequence[Element], room: int) -> tuple[int, ...]:
    """Return how wide the columns of a table are: as their text, or less where there is no room."""
    columns = max(map(len, rows), default=0)
    asked = [max(_asked(row[at]) for row in rows if at < len(row)) for at in range(columns)]
    order = sorted(range(columns), key=asked.__getitem__)
    found = [0] * columns
    for left, at in zip(range(columns, 0, -1), order, strict=True):
        found[at] = min(asked[at], room // left)
        room -= found[at]
    return tuple(found)


def _asked(cell: Element) -> int:
    """Return how wide a cell would be if nothing stood beside it."""
    if next(cell.iter("img"), None) is not None:
        return _PICTURE
    said = "".join(cell.itertext())
    return sum(2 if HAN.match(sign) else 1 for sign in said) * _HALF + 4 * _HALF
