"""One writer a folder: a second one is told of the first instead of mixing with it."""

from __future__ import annotations

import os
import sys
import weakref
from functools import cache
from pathlib import Path

from builder.problems import UsageError

if sys.platform != "win32":
    import fcntl


class Claim:
    """A hold on a folder that exists, until it is released or the process ends, however it ends.

    The folder itself is held, so no file of ours is left in it, and nothing can grow stale. Other
    processes of a build do not hold it: it is free once the one that claimed it is gone. Where the
    system knows no such hold (Windows, some network drives) nothing is held. Raises UsageError if
    another has it.
    """

    def __init__(self, folder: Path, hint: str = "") -> None:
        self._held: int | None = None
        if sys.platform == "win32":
            return
        self._held = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _claims().add(self)
        except BlockingIOError:
            self.release()
            raise UsageError(
                f"another exampress is writing {folder}; wait for it to end{hint}"
            ) from None
        except OSError:  # this file system holds nothing
            self.release()

    def __enter__(self) -> Claim:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def release(self) -> None:
        """Let the folder go. Once released, a claim does nothing."""
        if self._held is not None:
            os.close(self._held)
            self._held = None


@cache
def _claims() -> weakref.WeakSet[Claim]:
    """Return the claims of this process, which its forks let go."""
    claims: weakref.WeakSet[Claim] = weakref.WeakSet()

    def let_go() -> None:
        for each in claims:
            each.release()

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=let_go)
    return claims
