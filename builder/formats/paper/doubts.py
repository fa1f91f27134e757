"""The list in which the stages write what is unsure."""

from __future__ import annotations

from builder.draft import ABOUT, Doubt, Level


class Doubts:
    """Doubts in the order found."""

    def __init__(self) -> None:
        self.all: list[Doubt] = []

    def add(self, line: int, about: str, message: str, level: Level | None = None) -> None:
        """Add a doubt; its level is the usual one unless given."""
        self.all = [d for d in self.all if (d.line, d.about) != (line, about)] if level else self.all
        self.all.append(Doubt(line, about, level or ABOUT[about], message))
