"""What readers of packages share: an item tells by its name what its author should look at."""

from __future__ import annotations

from collections.abc import Iterable

from builder.draft import Doubt, Level, unkeyed


class Doubting:
    """An item of a package: its number stands for its line, which a package has not."""

    def __init__(self, name: str, number: int, doubts: list[Doubt]) -> None:
        self.name = name
        self.number = number
        self.part = 0
        """The number of the question in it that is being read, 0 for all of it."""
        self._doubts = doubts

    def doubt(self, about: str, message: str, level: Level = "warning") -> None:
        """Tell something that the author should look at, by the item's name."""
        name = self.name or f"item {self.number}"
        name = f"{name}.{self.part}" if self.part else name
        self._doubts.append(Doubt(self.number, about, level, f"{name}: {message}", self.number))

    def unkeyed(self, why: str, texts: Iterable[str]) -> None:
        """Tell why there is no key, and the texts that have no place without one."""
        self.doubt("unreadable-key", unkeyed(why, texts), "error")
