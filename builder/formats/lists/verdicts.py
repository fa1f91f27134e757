"""Two options that are a judgement: true and false, 对 and 错."""

from __future__ import annotations

from collections.abc import Sequence

from builder.formats.paper.words import FALSE, TRUE

_MARKS = frozenset("xyn")
"""As options these are letters, names of unknowns, not verdicts."""


def are_verdicts(options: Sequence[str]) -> bool:
    """Tell whether the options are a verdict and its contrary."""
    words = [option.strip().lower() for option in options]
    if len(words) != 2 or any(word in _MARKS for word in words):
        return False
    return any(word in TRUE for word in words) and any(word in FALSE for word in words)
