"""Drawings and pictures that old versions of Word do not show → the same as PNG.

The engine that sets papers draws them; where it is not installed, there is no PNG.
"""

from __future__ import annotations

from functools import cache

from builder import engine, parallel
from builder.options import can_set_pdf


@cache
def as_png(name: str, data: bytes) -> bytes | None:
    """Return a picture as PNG, two dots to the pixel; nothing if it cannot be drawn."""
    if not can_set_pdf():
        return None
    (drawn,) = parallel.apart(lambda _: engine.drawn(name, data), [None], [1], 1)
    return None if isinstance(drawn, engine.Refused) else drawn
