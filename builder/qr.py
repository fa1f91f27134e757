"""Addresses as QR codes, drawn as SVG for pages and for Typst. Knows nothing of papers."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import NamedTuple

from markupsafe import Markup, escape

MODULE = 0.4
"""The width of a module in mm; phones read 0.35 and more from paper."""
_QUIET = 2
"""Modules of white around the code; the paper adds to it."""


class Code(NamedTuple):
    """A QR code: what it says, its picture, and its width in mm."""

    address: str
    svg: Markup
    width: float


def available() -> bool:
    """Tell whether codes can be drawn."""
    return find_spec("segno") is not None


@cache
def code(address: str) -> Code:
    """Return the QR code of an address; a quarter of it may be damaged or a little less."""
    import segno

    matrix = segno.make_qr(address, error="m").matrix
    side = len(matrix) + 2 * _QUIET
    width = round(side * MODULE, 2)
    path = "".join(_row(row, y + _QUIET) for y, row in enumerate(matrix))
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{width}mm" '
        f'viewBox="0 0 {side} {side}" role="img" aria-label="{escape(address)}">'
        f'<path d="{path}"/></svg>'
    )
    return Code(address, Markup(svg), width)  # noqa: S704


def _row(row: bytearray, y: int) -> str:
    """Return the dark modules of a row as bars of a path."""
    path, x = "", 0
    while x < len(row):
        end = x
        while end < len(row) and row[end]:
            end += 1
        if end > x:
            path += f"M{x + _QUIET} {y}h{end - x}v1H{x + _QUIET}z"
        x = max(end, x + 1)
    return path
