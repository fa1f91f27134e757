"""The same command again, and nothing has changed since: answered without any work.

A command that has nothing to do spends its time on imports. So the last answer of a command line
is kept with the status of every file it rests on; if all are as they were, it is given again. This
module imports next to nothing, and knows nothing of banks and sites.
"""

from __future__ import annotations

import marshal  # as Python keeps its own compiled code, and as much to be trusted
import os
import sys
from binascii import crc32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_FORMAT = 2


def folder() -> str:
    """Return where this user's programs keep what they know of the last run."""
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return os.path.join(home or os.path.expanduser("~/.cache"), "exampress")


def files(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    """Yield every file below a folder but hidden ones, which are none of a bank's."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.startswith(".") or entry.name == "__pycache__":
                    continue
                if entry.is_dir(follow_symlinks=False):
                    yield from files(entry.path)
                else:
                    yield entry.path, _status(entry)
    except OSError:
        return  # deleted while we looked, or not for us; loading will say what is missing


def _status(entry: os.DirEntry[str]) -> os.stat_result:
    try:
        return entry.stat()
    except OSError:  # a link that leads nowhere, or to itself
        return entry.stat(follow_symlinks=False)


def statuses(folders: Iterable[str]) -> dict[str, tuple[int, int, int]]:
    """Return of every file below folders its size, and when it and its status changed, in ns."""
    return {
        path: (status.st_size, status.st_mtime_ns, status.st_ctime_ns)
        for folder in folders
        for path, status in files(folder)
    }


def are_left(outputs: Iterable[tuple[str, int, int]]) -> bool:
    """Tell whether files, by path, have the size and the time of change that are said."""
    try:
        for path, size, changed in outputs:
            status = os.stat(path)
            if status.st_size != size or status.st_mtime_ns != changed:
                return False
    except OSError:
        return False
    return True


def answer(arguments: Sequence[str]) -> bool:
    """Print the last answer of a command line if all it rests on is as it was; tell whether."""
    try:
        with open(_path(arguments), "rb") as file:
            asked, inputs, folders, absent, errors, said = marshal.load(file)
            if (
                asked != _asked(arguments)
                or (errors and sys.stderr.isatty())  # in colour: not for us
                or any(map(os.path.lexists, absent))
                or inputs != statuses(folders)
                or not are_left(marshal.load(file))  # far more, and not asked after an edit
            ):
                return False
        for stream, text in ((sys.stderr, errors), (sys.stdout, said)):
            stream.buffer.write(text.encode("utf-8", "backslashreplace"))
            stream.flush()
    except (OSError, ValueError, TypeError, EOFError):
        return False  # nothing can be read, or nobody listens: the command itself says what is so
    return True


def keep(
    arguments: Sequence[str],
    inputs: dict[str, tuple[int, int, int]],
    folders: Iterable[str],
    outputs: Iterable[tuple[str, int, int]],
    absent: Iterable[str],
    errors: str,
    said: str,
) -> None:
    """Keep the answer of a command line: what it said, and all that it rests on.

    `inputs` are the files below `folders`: size, time of change, time of change of the status;
    `outputs` have a path, a size and a time of change; nothing may be at a path of `absent`.
    """
    path = _path(arguments)
    own = f"{path}.{os.getpid()}"
    try:
        os.makedirs(folder(), exist_ok=True)
        with open(own, "wb") as file:
            rests_on = (_asked(arguments), inputs, [*folders], [*absent])
            marshal.dump((*rests_on, errors, said), file)
            marshal.dump([*outputs], file)
        os.replace(own, path)
    except OSError:
        return  # the next command does its work again


def _program() -> list[tuple[str, int]]:
    """Return what runs: the version of Python, and when each folder it imports from changed."""
    found = []
    for path in sys.path:
        try:
            found.append((path, os.stat(path or ".").st_mtime_ns))
        except OSError:
            found.append((path, 0))
    return [(sys.version, 0), (__file__, 0), *found]


def _asked(arguments: Sequence[str]) -> tuple[int, str, list[str], list[tuple[str, int]]]:
    return _FORMAT, os.getcwd(), [*arguments], _program()


def _path(arguments: Sequence[str]) -> str:
    name = crc32(repr((os.getcwd(), sys.path, [*arguments])).encode("utf-8", "surrogateescape"))
    return os.path.join(folder(), f"{name:08x}.answer")
