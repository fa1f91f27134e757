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
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        for line in text.splitlines():
            self._take(line)
        self._torn = bool(text) and not text.endswith("\n")

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
        """Note a finished file. Raises OSError with the journal's name where there is no room."""
        line = json.dumps([name, digest, size], ensure_ascii=False) + "\n"
        try:
            with self._path.open("a", encoding="utf-8", newline="\n") as file:
                file.write(f"\n{line}" if self._torn else line)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self._path)) from error
        self._torn = False
