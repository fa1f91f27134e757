"""What long work has finished, line by line in a file, so that it goes on where it was stopped.

Knows neither what is made nor how.
"""

from __future__ import annotations

import json
from pathlib import Path


class Journal:
    """Notes of finished files: a path, what it was made of, and how many bytes it has."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._notes: dict[str, tuple[str, int]] = {}
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                self._take(line)

    def _take(self, line: str) -> None:
        try:
            name, digest, size = json.loads(line)
        except ValueError:
            return  # cut off as it was written: then its file is made again
        self._notes[name] = (digest, size)

    def has(self, folder: Path, name: str, digest: str) -> bool:
        """Tell whether a file was finished from the same, and is there as it was."""
        known, size = self._notes.get(name, ("", -1))
        file = folder / name
        return known == digest and file.is_file() and file.stat().st_size == size

    def note(self, name: str, digest: str, size: int) -> None:
        """Note a finished file."""
        with self._path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps([name, digest, size], ensure_ascii=False) + "\n")
