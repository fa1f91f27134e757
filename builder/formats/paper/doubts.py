"""The list in which the stages write what is unsure."""

from __future__ import annotations

from collections.abc import Iterable

from builder.draft import ABOUT, Doubt, Level

_REPEATED = frozenset({"missing-image", "glued-words"})
"""What may be said several times of one line."""


class Doubts:
    """Doubts in the order found."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, str, str], Doubt] = {}
        self.question = 0
        """The line of the question that is being put together."""

    def add(self, line: int, about: str, message: str, level: Level | None = None) -> None:
        """Add a doubt; its level is the usual one unless given."""
        if level == "error" and about == "duplicate-label":  # says more than the warning there
            self._found.pop((line, about, ""), None)
        key = (line, about, "" if level in (None, ABOUT[about]) else level)
        self._found[(*key[:2], key[2] or (message if about in _REPEATED else ""))] = Doubt(
            line, about, level or ABOUT[about], message, self.question
        )

    def take(self, found: Iterable[Doubt]) -> None:
        """Add doubts that were made elsewhere."""
        for doubt in found:
            self.add(doubt.line, doubt.about, doubt.message, doubt.level)

    @property
    def all(self) -> list[Doubt]:
        """Return the doubts in the order of their lines."""
        return sorted(self._found.values())
