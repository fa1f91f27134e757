"""Artifacts to files below the site folder, or one by one below another: nobody else writes there.

Writes what has changed, by a temporary file and a rename; deletes only what its own manifest
lists; never cleans first. A run that is stopped half way leaves a folder the next one mends.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from builder.model import Artifact
from builder.problems import UsageError

MANIFEST = ".exampress.json"
_HARMLESS = {MANIFEST, f".{MANIFEST}.tmp", ".gitignore", ".git", ".nojekyll", "CNAME", ".DS_Store"}


@dataclass(frozen=True, slots=True)
class Written:
    """What a run did to the site folder."""

    total: int
    changed: int
    deleted: int


def write(artifacts: Iterable[Artifact], folder: Path) -> Written:
    """Make `folder` hold exactly these artifacts, beside files that are not ours.

    Raises UsageError for a folder that holds other things, and for two artifacts with one path.
    """
    files = _by_path(artifacts)
    ours = _manifest(folder)
    if ours is None:
        _check_free(folder)
    before = set(ours or ())
    folder.mkdir(parents=True, exist_ok=True)
    new = files.keys() - before
    if ours is not None:
        _check_not_others(files, new, folder)
    to = _Folder(folder, empty=ours is None)
    if new:
        to.write(MANIFEST, _listing(before | files.keys()))
    changed = sum(to.write(path, data) for path, data in files.items())
    gone = sorted(before - files.keys())
    for path in gone:
        _delete(path, folder)
    if gone:
        to.write(MANIFEST, _listing(files))
    return Written(len(files), changed, len(gone))


def put(artifact: Artifact, folder: Path) -> Path:
    """Write one artifact below a folder that is not ours alone; return where it is.

    Nothing is deleted; a file of that name is replaced, whole, at the end.
    """
    to = _Folder(folder, empty=False)
    to.write(artifact.path, artifact.data)
    return folder / artifact.path


def _by_path(artifacts: Iterable[Artifact]) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for artifact in artifacts:
        if artifact.path in files:
            raise UsageError(f"two pages or files want the address '{artifact.path}'")
        files[artifact.path] = artifact.data
    folders = {folder for path in files for folder in _folders_of(path)}
    if both := folders & files.keys():
        raise UsageError(f"'{min(both)}' would be both a file and a folder of the site")
    return files


def _folders_of(path: str) -> Iterator[str]:
    while path := path.rpartition("/")[0]:
        yield path


def _manifest(folder: Path) -> list[str] | None:
    path = folder / MANIFEST
    if not path.exists():
        return None
    try:
        listed = json.loads(path.read_text(encoding="utf-8"))["files"]
        return [str(name) for name in listed if _is_inside(str(name))]
    except (ValueError, KeyError, TypeError):
        raise UsageError(
            f"{path} is damaged; delete the folder's contents and build again"
        ) from None


def _is_inside(path: str) -> bool:
    return not path.startswith("/") and ".." not in path.split("/")


def _check_free(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file; the site needs a folder")
    others = sorted(path.name for path in folder.iterdir()) if folder.exists() else []
    others = [name for name in others if name not in _HARMLESS]
    if others:
        shown = ", ".join(others[:3]) + (" …" if len(others) > 3 else "")
        raise UsageError(f"{folder} holds other files ({shown}); choose an empty folder by --out")


def _check_not_others(files: Mapping[str, bytes], new: Iterable[str], folder: Path) -> None:
    """Refuse to replace a file that somebody else put where one of ours is to go."""
    folders = {parent for name in new for parent in (folder / name).parents}
    theirs = [path for path in folders if path.is_file()]
    paths = ((folder / name, files[name]) for name in new)
    theirs += (path for path, data in paths if path.is_dir() or _is_other(path, data))
    if theirs:
        raise UsageError(f"{min(theirs)} is not a file of exampress; move it away")


def _is_other(path: Path, data: bytes) -> bool:
    return path.exists() and path.read_bytes() != data


class _Folder:
    """Writes files below a folder; remembers which folders are there."""

    def __init__(self, folder: Path, empty: bool) -> None:
        self._root = str(folder)
        self._empty = empty
        self._there: set[str] = set()

    def write(self, name: str, data: bytes) -> bool:
        """Write `data` unless the file holds it already; say whether it was written."""
        path = f"{self._root}/{name}"
        if not self._empty and _holds(path, data):
            return False
        parent, _, last = path.rpartition("/")
        if parent not in self._there:
            os.makedirs(parent, exist_ok=True)
            self._there.add(parent)
        temporary = f"{parent}/.{last}.tmp"
        with open(temporary, "wb") as file:
            file.write(data)
        os.replace(temporary, path)  # strings: a Path costs more than the call
        return True


def _holds(path: str, data: bytes) -> bool:
    try:
        if os.stat(path).st_size != len(data):
            return False
        with open(path, "rb", buffering=0) as file:
            return file.readall() == data
    except FileNotFoundError:
        return False


def _delete(name: str, folder: Path) -> None:
    path = folder / name
    path.unlink(missing_ok=True)
    for parent in path.parents:
        if parent == folder or (parent.exists() and any(parent.iterdir())):
            break
        if parent.exists():
            parent.rmdir()


def _listing(names: Iterable[str]) -> bytes:
    return json.dumps({"files": sorted(names)}, ensure_ascii=False, indent=0).encode()
