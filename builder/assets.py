"""Files that texts show or link: why one of them cannot be published, if it cannot.

Looks at one file at a time; which files there are is found by `markup`.
"""

from __future__ import annotations

from errno import ELOOP
from os.path import isfile
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from builder import pictures
from builder.folders import YAML
from builder.problems import suggestion


def asset_fault(target: Path, name: str) -> str:
    """Return why a file of the bank cannot be published, or nothing; `name` is its own in texts."""
    try:
        mode = target.stat().st_mode
        if S_ISDIR(mode):
            return f"'{name}' is a folder, not a file"
        if not S_ISREG(mode):  # a pipe or a device might never end
            return f"'{name}' is no file with content of its own"
        return _fault_of_file(target, name)
    except (FileNotFoundError, NotADirectoryError):
        return _missing(target, name)
    except OSError as error:
        if error.errno == ELOOP:
            return _missing(target, name)
        return f"file '{name}' cannot be read: {error.strerror}"


def _fault_of_file(target: Path, name: str) -> str:
    """Return what is wrong with a file that is there. Raises OSError if it cannot be read."""
    if any(part.startswith(".") for part in name.split("/")):
        return f"file '{name}' is hidden and is not published"
    if _is_of_bank(name):
        return f"file '{name}' is a file of the bank itself and is not published"
    if target.suffix.lower() in pictures.KINDS:
        shown = pictures.is_shown(target)
        return "" if shown else f"image '{name}' is no picture, or is damaged"
    target.open("rb").close()
    return ""


def _is_of_bank(name: str) -> bool:
    return name.endswith(YAML) and name.count("/") < 2


def _missing(target: Path, name: str) -> str:
    """Say that there is no such file, and which could have been meant."""
    if target.is_symlink():
        return f"'{name}' is a link that leads nowhere"
    folder = name.rpartition("/")[0]
    beside = [each.name for each in filter(isfile, target.parent.glob("*"))]
    known = (each for each in beside if not _is_of_bank(f"{folder}/{each}"))
    return f"there is no file '{name}' in content/{suggestion(target.name, known)}"
