"""Artifacts to files below the site folder, or below another: nobody else writes there.

What has changed waits in a folder of its own and comes to its place at the end, by a list of
renames that the next run goes through if this one is killed (`handover.py`). Only what our own
manifest lists is deleted; nothing is cleaned first.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from builder import handover
from builder.claim import Claim
from builder.handover import STAGING, Step
from builder.model import Artifact
from builder.problems import UsageError

MANIFEST = ".exampress.json"
_TREE = "tree/"
"""Where the files of a new site wait: each with its own name, so that folders are moved whole."""
HARMLESS = {MANIFEST, STAGING, ".gitignore", ".git", ".nojekyll", "CNAME", ".DS_Store"}
"""What may stand in a site's folder beside what is listed."""


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
    """Its name in the staging folder; nothing if the site holds these bytes already."""


class _Waiting:
    """A claimed folder, and files that wait to come into it. Several processes may make some wait.

    Goes through with what a process that was killed had decided. As a context it leaves nothing
    behind but what was committed.
    """

    def __init__(self, folder: Path, hint: str = "") -> None:
        self.folder = folder
        self._root = str(folder)
        self._made = _first_missing(folder)
        _make(folder)
        self._claim = Claim(folder, hint)
        self._count = 0
        self._ready = False
        self._is_decided = False
        try:
            handover.finish(self._root)
        except BaseException:
            self._claim.release()
            raise

    def __exit__(self, *_: object) -> None:
        if not self._is_decided:
            handover.tidy(self._root)
        if self._made:
            _remove_empty(self.folder, self._made)
        self._claim.release()

    def _wait(self, data: bytes) -> str:
        """Return the name under which these bytes wait."""
        if not self._ready:
            os.makedirs(f"{self._root}/{STAGING}", exist_ok=True)
            self._ready = True
        self._count += 1
        name = f"{os.getpid()}-{self._count}"
        path = f"{self._root}/{STAGING}/{name}"
        try:
            with open(path, "wb") as file:  # strings: a Path costs more than the call
                file.write(data)
        except OSError as error:
            raise OSError(error.errno, error.strerror, path) from None
        return name

    def _go(self, steps: list[Step]) -> None:
        if steps:
            handover.decide(self._root, steps)
            self._is_decided = True
            handover.finish(self._root)


class Staging(_Waiting):
    """Files on their way into a site folder. Several processes may stage; one commits.

    Raises UsageError at once for a folder that holds other things, and for one that another build
    is writing.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, ", or choose another --out")
        try:
            self._ours = _manifest(folder)
            if self._ours is None:
                _check_free(folder)
        except UsageError:
            self._claim.release()
            raise
        self._empty = self._ours is None
        self._grown: set[str] = set()

    def __enter__(self) -> Staging:
        return self

    def stage(self, artifact: Artifact, apart: bool = False) -> Staged:
        """Put the bytes of one file in waiting, unless the site holds them already; always, if
        they are for another place than the site's own (`apart`)."""
        path, data = artifact.path, artifact.data
        digest = hashlib.sha256(data).hexdigest()
        waiting = None
        if self._empty and not apart:
            waiting = self._grow(path, data)
        elif apart or not _holds(f"{self._root}/{path}", data):
            waiting = self._wait(data)
        return Staged(path, len(data), digest, waiting)

    def _grow(self, path: str, data: bytes) -> str:
        """Return the name under which these bytes wait in a tree that is like the site."""
        parent = f"{self._root}/{STAGING}/{_TREE}{os.path.dirname(path)}"
        try:
            if parent not in self._grown:
                os.makedirs(parent, exist_ok=True)
                self._grown.add(parent)
            with open(f"{self._root}/{STAGING}/{_TREE}{path}", "wb") as file:
                file.write(data)
        except (FileExistsError, NotADirectoryError, IsADirectoryError):
            return self._wait(data)  # a file that would be a folder, too: `commit` says so
        return f"{_TREE}{path}"

    def read(self, staged: Staged) -> bytes:
        """Return the bytes of one file of the site as it will be."""
        if staged.waiting:
            return (self.folder / STAGING / staged.waiting).read_bytes()
        return (self.folder / staged.path).read_bytes()

    def commit(self, staged: Iterable[Staged], hide: bool = False) -> Written:
        """Make the site hold exactly these files, beside files that are not ours.

        With `hide`, whatever goes or changes is taken away before anything new is in its place:
        who looks in between, or after a crash, sees less, but nothing old beside the new. Raises
        UsageError for two files with one path, and for a file of somebody else's in the way.
        """
        files = _by_path(staged)
        before = set(self._ours or ())
        new = files.keys() - before
        if self._ours is not None:
            _check_not_others(files, new, self.folder)
        gone = sorted(before - files.keys())
        changed = {path: each.waiting for path, each in files.items() if each.waiting}
        moves = dict(map(_move, changed, changed.values()))  # a tree comes to its place at once
        self._go(self._steps(moves.values(), gone, files.keys(), before, hide))
        return Written(len(files), len(changed), len(gone))

    def _steps(
        self,
        moves: Iterable[Step],
        gone: Iterable[str],
        files: Iterable[str],
        before: set[str],
        hide: bool,
    ) -> list[Step]:
        """Return the steps in an order in which no page misses what it shows."""
        moves = sorted(moves, key=lambda step: (_turn(step.path), step.path))
        deletes = [Step("delete", path) for path in gone]
        hides = [step._replace(act="hide") for step in moves if step.path in before]
        first, last = ([*deletes, *hides], []) if hide else ([], deletes)
        steps = [*first, *moves, *last]
        if before != (names := set(files)):
            # both lists: who deletes what waits after a crash still leaves no file unaccounted for
            steps = [self._list(before | names), *steps, self._list(names)]
        return steps

    def _list(self, names: Iterable[str]) -> Step:
        listing = json.dumps({"files": sorted(names)}, ensure_ascii=False, indent=0).encode()
        return Step("move", MANIFEST, self._wait(listing))


class _Putting(_Waiting):
    """Files on their way into a folder that is not ours alone: nothing there is deleted."""

    def __enter__(self) -> _Putting:
        return self

    def put(self, artifacts: Iterable[Artifact]) -> tuple[Path, ...]:
        """Let each file wait as it comes, so that only one is in memory; then put all in place."""
        steps: list[Step] = []
        paths: list[Path] = []
        for each in artifacts:
            paths.append(self.folder / each.path)
            if not _holds(f"{self._root}/{each.path}", each.data):
                steps.append(Step("move", each.path, self._wait(each.data)))
        self._go(steps)
        return tuple(paths)


def write(artifacts: Iterable[Artifact], folder: Path) -> Written:
    """Make `folder` hold exactly these artifacts, beside files that are not ours.

    Raises UsageError for a folder that holds other things, and for two artifacts with one path.
    """
    with Staging(folder) as staging:
        return staging.commit([staging.stage(artifact) for artifact in artifacts])


def put_all(artifacts: Iterable[Artifact], folder: Path) -> tuple[Path, ...]:
    """Write artifacts below a folder that is not ours alone, all or none; return where they are.

    Nothing is deleted; files of those names are replaced. Raises UsageError if another is writing
    there, and whatever making the artifacts raises.
    """
    with _Putting(folder, ", or choose another --out") as putting:
        return putting.put(artifacts)


def put(artifact: Artifact, folder: Path) -> Path:
    """Write one artifact below a folder that is not ours alone; return where it is.

    Nothing is deleted; a file of that name is replaced, whole, at the end. Raises OSError with its
    name, and leaves nothing half written, where there is no room for it.
    """
    path = folder / artifact.path
    if not _holds(str(path), artifact.data):
        _make(path.parent)
        temporary = path.with_name(f".{path.name}.tmp")
        try:
            temporary.write_bytes(artifact.data)
            temporary.replace(path)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            raise OSError(error.errno, error.strerror, str(path)) from error
    return path


def _move(path: str, waiting: str) -> tuple[str, Step]:
    """Return the name of what is moved, and the step: a file, or the tree that it stands in."""
    if not waiting.startswith(_TREE):
        return path, Step("move", path, waiting)
    top = path.partition("/")[0]
    return top, Step("move", top, f"{_TREE}{top}")


_ORDER = ("assets/", "schema/")


def _turn(path: str) -> int:
    """Return when a file's turn is: what pages show, then pages, then what speaks of all files."""
    if f"{path}/".startswith(_ORDER):
        return 0
    if not path.endswith((".html", ".js", ".json", ".webmanifest")):  # or a whole new folder
        return 1
    return 2 if "/" in path else 3


def _by_path(staged: Iterable[Staged]) -> dict[str, Staged]:
    files: dict[str, Staged] = {}
    for each in staged:
        if each.path in files:
            raise UsageError(f"two pages or files want the address '{each.path}'")
        files[each.path] = each
    folders: set[str] = set()
    for path in files:
        folder = path.rpartition("/")[0]
        while folder and folder not in folders:
            folders.add(folder)
            folder = folder.rpartition("/")[0]
    if both := folders & files.keys():
        raise UsageError(f"'{min(both)}' would be both a file and a folder of the site")
    return files


def _make(folder: Path) -> None:
    """Make a folder, and those above it. Raises UsageError where one of them is a file."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        file = next(path for path in (folder, *folder.parents) if path.exists())
        raise UsageError(f"{file} is a file; choose a folder") from None


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
        return [str(name) for name in listed if handover.is_inside(str(name))]
    except (ValueError, KeyError, TypeError):
        raise UsageError(
            f"{path} is damaged; delete the folder's contents and build again"
        ) from None


def _check_free(folder: Path) -> None:
    others = sorted(path.name for path in folder.iterdir())
    others = [name for name in others if name not in HARMLESS]
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


def _holds(path: str, data: bytes) -> bool:
    try:
        if os.stat(path).st_size != len(data):
            return False
        with open(path, "rb", buffering=0) as file:
            return file.readall() == data
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return False


def _remove_empty(folder: Path, last: Path) -> None:
    """Remove a folder and those around it, as far as they are empty, up to the last."""
    for path in (folder, *folder.parents):
        if not path.exists() or any(path.iterdir()):
            return
        path.rmdir()
        if path == last:
            return
