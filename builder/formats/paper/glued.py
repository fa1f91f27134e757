"""English words that lost their blanks in extraction: pointed out with a suggestion, never rewritten."""

from __future__ import annotations

from collections.abc import Iterable

from builder.formats.paper.doubts import Doubts
from builder.formats.paper.lines import SourceLine


def hint(lines: Iterable[SourceLine], doubts: Doubts) -> None:
    """Add a hint for each word that seems to be several."""
