"""How much work something is, without a clock: no test here depends on a machine's speed."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_FAR_TOO_LONG = 60
"""Seconds of computing: all that is guarded takes less than three on a slow machine."""


def calls(run: Callable[[], object]) -> int:
    """Return how many calls `run` makes, of functions in Python and in C."""
    count = 0

    def seen(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        run()
    finally:
        sys.setprofile(before)
    return count


@contextmanager
def no_runaway() -> Iterator[None]:
    """Fail what does not come to an end; what other processes do does not count."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise AssertionError(f"still not done after {_FAR_TOO_LONG} s of computing")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, _FAR_TOO_LONG)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
