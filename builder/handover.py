"""From one state of a folder to the next: files wait beside it, and a list decides.

Until the list is whole, the folder is as it was. Once it is, whoever comes next goes through with
it: this process, or after it was killed the next one. What of it is done already is left alone, so
it may be gone through any number of times. Files are renamed, or copied where a drive cannot.
Knows neither what the files are nor which of them must go first.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

STAGING = ".exampress.tmp"
_LIST = "list.json"


class Step(NamedTuple):
    """One file: its new bytes come to its place; or it goes. A new folder moves like a file."""

    act: str
    """`move`; `hide` (the old file goes, its new bytes will follow); or `delete`."""
    path: str
    waiting: str = ""
    """The name of its new bytes among what waits."""


def is_pending(folder: str) -> bool:
    """Tell whether somebody was stopped while he wrote into a folder, or is writing now."""
    return os.path.lexists(staging(folder))


def staging(folder: str) -> str:
    """Return the path at which something lies only while a folder is written into."""
    return f"{folder}/{STAGING}"


def decide(folder: str, steps: Sequence[Step]) -> None:
    """Write the list. A cut-off one is no JSON, and decides nothing: no rename is needed."""
    with open(f"{folder}/{STAGING}/{_LIST}", "wb") as file:
        file.write(json.dumps({"steps": steps}, ensure_ascii=False).encode())


def finish(folder: str) -> bool:
    """Bring a folder to the state that was decided, or leave it as it was; tell which.

    Whoever calls this has claimed the folder.
    """
    steps = _decided(folder)
    try:
        _go_through(folder, steps or ())
    except KeyboardInterrupt:  # a mix is worse than a moment more
        _go_through(folder, steps or ())
        raise
    return steps is not None


def _go_through(folder: str, steps: Sequence[Step]) -> None:
    there = {folder}
    for act, path, waiting in steps:
        place, new = f"{folder}/{path}", f"{folder}/{STAGING}/{waiting}"
        if act == "move":
            _move(new, place, there)
        elif act == "delete" or os.path.lexists(new):
            _delete(place, folder if act == "delete" else os.path.dirname(place))
    tidy(folder)


def tidy(folder: str) -> None:
    """Remove what waits: first the list, without which the rest decides nothing."""
    if is_pending(folder):
        _unlink(f"{folder}/{STAGING}/{_LIST}")
        shutil.rmtree(f"{folder}/{STAGING}", ignore_errors=True)


def _decided(folder: str) -> list[Step] | None:
    try:
        with open(f"{folder}/{STAGING}/{_LIST}", "rb") as file:
            steps = [Step(*each) for each in json.loads(file.read())["steps"]]
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return None
    return steps if all(map(is_inside, _paths(steps))) else None


def _paths(steps: Iterable[Step]) -> Iterable[str]:
    return (path for each in steps for path in (each.path, each.waiting))


def is_inside(path: str) -> bool:
    """Tell whether a path below a folder stays there."""
    return not path.startswith("/") and ".." not in path.split("/")


def _move(waiting: str, place: str, there: set[str]) -> None:
    parent = os.path.dirname(place)
    if parent not in there:
        os.makedirs(parent, exist_ok=True)
        there.add(parent)
    try:
        os.replace(waiting, place)
    except FileNotFoundError:
        return  # it is in its place already
    except OSError:  # a drive that cannot rename; what fails in earnest fails here, too
        if os.path.isdir(waiting):
            shutil.copytree(waiting, place, dirs_exist_ok=True)
            shutil.rmtree(waiting)
            return
        shutil.copyfile(waiting, place)
        os.unlink(waiting)


def _delete(place: str, last: str) -> None:
    """Delete a file, and the folders that it leaves empty, up to the last."""
    _unlink(place)
    parent = os.path.dirname(place)
    while parent != last:
        try:
            os.rmdir(parent)
        except FileNotFoundError:
            pass
        except OSError:
            return  # it holds something
        parent = os.path.dirname(parent)


def _unlink(path: str) -> None:
    with suppress(FileNotFoundError, NotADirectoryError):
        os.unlink(path)
