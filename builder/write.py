"""Artifacts to files below the site folder: the only module that writes there.

Writes what has changed, by a temporary file and a rename; deletes only what its own manifest
lists; never cleans first. A run that is stopped half way leaves a folder the next one mends.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from builder.model import Artifact
from builder.problems import UsageError

MANIFEST = ".exampress.json"
_HARMLESS = {MANIFEST, ".gitignore", ".git", ".nojekyll", "CNAME", ".DS_Store"}


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
    _check_not_others(files, new, folder)
    if new:
        _write_manifest(before | files.keys(), folder)
    changed = sum(_write_file(folder / path, data) for path, data in files.items())
    gone = sorted(before - files.keys())
    for path in gone:
        _delete(path, folder)
    if new or gone or ours is None:
        _write_manifest(set(files), folder)
    return Written(len(files), changed, len(gone))


def _by_path(artifacts: Iterable[Artifact]) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for artifact in artifacts:
        if artifact.path in files:
            raise UsageError(f"two pages or files want the address '{artifact.path}'")
        files[artifact.path] = artifact.data
    return files


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
    for name in sorted(new):
        path = folder / name
        if path.exists() and (path.is_dir() or path.read_bytes() != files[name]):
            raise UsageError(f"{path} is not a file of exampress; move it away")


def _write_file(path: Path, data: bytes) -> bool:
    """Write `data` unless the file holds it already; say whether it was written."""
    try:
        if path.stat().st_size == len(data) and path.read_bytes() == data:
            return False
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.tmp")
    temporary.write_bytes(data)
    temporary.replace(path)
    return True


def _delete(name: str, folder: Path) -> None:
    path = folder / name
    path.unlink(missing_ok=True)
    for parent in path.parents:
        if parent == folder or any(parent.iterdir()):
            break
        parent.rmdir()


def _write_manifest(names: Iterable[str], folder: Path) -> None:
    text = json.dumps({"files": sorted(names)}, ensure_ascii=False, indent=0)
    _write_file(folder / MANIFEST, text.encode())
