"""One writer a folder: a second build into a folder that is being written is told so."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from builder.problems import UsageError

if sys.platform != "win32":
    import fcntl


class Claim:
    """A hold on a folder that exists, until it is released or the process ends, however it ends.

    The folder itself is held, so no file of ours is left in it. Where the system knows no such
    hold (Windows, some network drives) nothing is held. Raises UsageError if another has it.
    """

    def __init__(self, folder: Path) -> None:
        self._held: int | None = None
        if sys.platform == "win32":
            return
        self._held = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.release()
            raise UsageError(
                f"another build is writing {folder}; wait for it to end, or choose another --out"
            ) from None
        except OSError:  # this file system holds nothing
            self.release()

    def release(self) -> None:
        """Let the folder go. Once released, a claim does nothing."""
        if self._held is not None:
            os.close(self._held)
            self._held = None
