"""Artifacts to files below the site folder, or one by one below another: nobody else writes there.

What has changed is staged in a folder of its own and comes to its place by a rename, all of it at
the end; only what our own manifest lists is deleted; nothing is cleaned first. A run that is
stopped half way leaves a folder the next one mends.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from builder.claim import Claim
from builder.model import Artifact
from builder.problems import UsageError

MANIFEST = ".exampress.json"
STAGING = ".exampress.tmp"
_HARMLESS = {MANIFEST, STAGING, ".gitignore", ".git", ".nojekyll", "CNAME", ".DS_Store"}


class Written(NamedTuple):
    """What a run did to the site folder."""

    total: int
    changed: int
    deleted: int


class Staged(NamedTuple):
    """One file of the site as it will be: its path, size and digest, and where its bytes wait."""

    path: str
    size: int
    digest: str
    waiting: str | None
    """A file in the staging folder; nothing if the site holds these bytes already."""


class Staging:
    """Files on their way into a site folder. Several processes may stage; one commits.

    Raises UsageError at once for a folder that holds other things, and for one that another build
    is writing. As a context it leaves nothing behind but what was committed.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._root = str(folder)
        if _manifest(folder) is None:
            _check_free(folder)
        self._made = _first_missing(folder)
        folder.mkdir(parents=True, exist_ok=True)
        self._claim = Claim(folder)
        self._ours = _manifest(folder)  # again: another build may have ended meanwhile
        self._empty = self._ours is None
        self._count = 0
        self._ready = False

    def __enter__(self) -> Staging:
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(f"{self._root}/{STAGING}", ignore_errors=True)
        if self._made and not (self.folder / MANIFEST).exists():
            for path in (self.folder, *self.folder.parents):
                if not path.exists() or any(path.iterdir()):
                    break
                path.rmdir()
                if path == self._made:
                    break
        self._claim.release()

    def stage(self, artifact: Artifact) -> Staged:
        """Put the bytes of one file in waiting, unless the site holds them already."""
        path, data = artifact.path, artifact.data
        digest = hashlib.blake2b(data, digest_size=16).hexdigest()
        waiting = None
        if self._empty or not _holds(f"{self._root}/{path}", data):
            waiting = self._wait(data)
        return Staged(path, len(data), digest, waiting)

    def _wait(self, data: bytes) -> str:
        if not self._ready:
            os.makedirs(f"{self._root}/{STAGING}", exist_ok=True)
            self._ready = True
        self._count += 1
        waiting = f"{self._root}/{STAGING}/{os.getpid()}-{self._count}"
        with open(waiting, "wb") as file:  # strings: a Path costs more than the call
            file.write(data)
        return waiting

    def read(self, staged: Staged) -> bytes:
        """Return the bytes of one file of the site as it will be."""
        return Path(staged.waiting or self.folder / staged.path).read_bytes()

    def commit(self, staged: Iterable[Staged]) -> Written:
        """Make the site hold exactly these files, beside files that are not ours.

        Raises UsageError for two files with one path, and for a file of somebody else's in the way.
        """
        files = _by_path(staged)
        before = set(self._ours or ())
        new = files.keys() - before
        if self._ours is not None:
            _check_not_others(files, new, self.folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        if new:
            self._list(before | files.keys())
        there = {self._root}
        for path, each in files.items():
            if each.waiting:
                _move(each.waiting, f"{self._root}/{path}", there)
        gone = sorted(before - files.keys())
        for path in gone:
            _delete(path, self.folder)
        if gone:
            self._list(files)
        changed = sum(each.waiting is not None for each in files.values())
        return Written(len(files), changed, len(gone))

    def _list(self, names: Iterable[str]) -> None:
        listing = json.dumps({"files": sorted(names)}, ensure_ascii=False, indent=0).encode()
        os.replace(self._wait(listing), f"{self._root}/{MANIFEST}")


def write(artifacts: Iterable[Artifact], folder: Path) -> Written:
    """Make `folder` hold exactly these artifacts, beside files that are not ours.

    Raises UsageError for a folder that holds other things, and for two artifacts with one path.
    """
    with Staging(folder) as staging:
        return staging.commit([staging.stage(artifact) for artifact in artifacts])


def put(artifact: Artifact, folder: Path) -> Path:
    """Write one artifact below a folder that is not ours alone; return where it is.

    Nothing is deleted; a file of that name is replaced, whole, at the end.
    """
    path = folder / artifact.path
    if not _holds(str(path), artifact.data):
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".{path.name}.tmp")
        temporary.write_bytes(artifact.data)
        temporary.replace(path)
    return path


def _by_path(staged: Iterable[Staged]) -> dict[str, Staged]:
    files: dict[str, Staged] = {}
    for each in staged:
        if each.path in files:
            raise UsageError(f"two pages or files want the address '{each.path}'")
        files[each.path] = each
    folders = {folder for path in files for folder in _folders_of(path)}
    if both := folders & files.keys():
        raise UsageError(f"'{min(both)}' would be both a file and a folder of the site")
    return files


def _folders_of(path: str) -> Iterator[str]:
    while path := path.rpartition("/")[0]:
        yield path


def _first_missing(folder: Path) -> Path | None:
    """Return the outermost folder that has to be made for this one."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    return missing[-1] if missing else None


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


def _check_not_others(files: Mapping[str, Staged], new: Iterable[str], folder: Path) -> None:
    """Refuse to replace a file that somebody else put where one of ours is to go."""
    folders = {parent for name in new for parent in (folder / name).parents}
    theirs = [path for path in folders if path.is_file()]
    paths = ((folder / name, files[name]) for name in new)
    theirs += (path for path, each in paths if path.is_dir() or (each.waiting and path.exists()))
    if theirs:
        raise UsageError(f"{min(theirs)} is not a file of exampress; move it away")


def _move(waiting: str, path: str, there: set[str]) -> None:
    parent = path.rpartition("/")[0]
    if parent not in there:
        os.makedirs(parent, exist_ok=True)
        there.add(parent)
    os.replace(waiting, path)


def _holds(path: str, data: bytes) -> bool:
    try:
        if os.stat(path).st_size != len(data):
            return False
        with open(path, "rb", buffering=0) as file:
            return file.readall() == data
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return False


def _delete(name: str, folder: Path) -> None:
    path = folder / name
    path.unlink(missing_ok=True)
    for parent in path.parents:
        if parent == folder or (parent.exists() and any(parent.iterdir())):
            break
        if parent.exists():
            parent.rmdir()
