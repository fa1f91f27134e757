"""A new bank of one's own: the files of `templates/new/`, copied into an empty folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from builder.locales import LOCALES
from builder.problems import UsageError

LANGUAGES = LOCALES


def create(folder: Path, templates: Path, language: str) -> tuple[str, ...]:
    """Write a working bank into `folder`; return the paths written.

    Files of `templates/new/common` and `templates/new/<language>`; a name that starts with
    `dot-` becomes a dotfile. Raises UsageError for a folder that is not empty.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file; choose a new folder")
    if folder.exists() and any(folder.iterdir()):
        raise UsageError(f"{folder} is not empty; choose a new folder")
    written = []
    for name, data in sorted(_files(templates / "new", language)):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        written.append(name)
    return tuple(written)


def _files(new: Path, language: str) -> Iterator[tuple[str, bytes]]:
    for part in ("common", language):
        for path in (new / part).rglob("*"):
            if path.is_file():
                name = path.relative_to(new / part).as_posix().replace("dot-", ".")
                yield name, path.read_bytes()
