"""The same work over several processes, where the system can fork; results in order."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Sequence
from typing import TypeVar

A = TypeVar("A")
R = TypeVar("R")


def spread(
    work: Callable[[A], R], entries: Sequence[A], sizes: Sequence[int], jobs: int
) -> list[R]:
    """Return `work` of every entry, in order; `sizes` say how much work each is.

    Results and exceptions of other processes come back pickled. One job, or a system without
    fork, does everything here.
    """
    jobs = min(jobs, len(entries))
    if jobs < 2 or not hasattr(os, "fork"):
        return [work(entry) for entry in entries]
    shares = _shares(sizes, jobs)
    others = [_start(work, [entries[index] for index in share]) for share in shares[1:]]
    results: dict[int, R] = {index: work(entries[index]) for index in shares[0]}
    for share, other in zip(shares[1:], others, strict=True):
        results |= zip(share, _finish(*other), strict=True)
    return [results[index] for index in range(len(entries))]


def apart(work: Callable[[A], R], entries: Sequence[A], sizes: Sequence[int], jobs: int) -> list[R]:
    """Return `work` of every entry, in order, all of it done in other processes.

    For work whose threads would not survive a later fork of this process.
    """
    if not entries or not hasattr(os, "fork"):
        return [work(entry) for entry in entries]
    shares = [share for share in _shares(sizes, jobs) if share]
    others = [_start(work, [entries[index] for index in share]) for share in shares]
    results: dict[int, R] = {}
    for share, other in zip(shares, others, strict=True):
        results |= zip(share, _finish(*other), strict=True)
    return [results[index] for index in range(len(entries))]


def _shares(sizes: Sequence[int], jobs: int) -> list[list[int]]:
    """Deal entries out, the largest first, each to whoever has least."""
    shares: list[list[int]] = [[] for _ in range(jobs)]
    loads = [0] * jobs
    for index in sorted(range(len(sizes)), key=lambda index: -sizes[index]):
        least = loads.index(min(loads))
        shares[least].append(index)
        loads[least] += sizes[index]
    return shares


def _start(work: Callable[[A], R], entries: Sequence[A]) -> tuple[int, int]:
    """Fork a process that works through `entries`; return its id and where it answers."""
    answers, answer = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    process = os.fork()
    if process:
        os.close(answer)
        return process, answers
    try:
        os.close(answers)
        with open(answer, "wb") as pipe:  # noqa: PTH123  # a file descriptor, not a path
            pickle.dump(_outcome(work, entries), pipe, pickle.HIGHEST_PROTOCOL)
    finally:
        os._exit(0)


def _outcome(work: Callable[[A], R], entries: Sequence[A]) -> tuple[list[R], Exception | None]:
    try:
        return [work(entry) for entry in entries], None
    except Exception as error:  # noqa: BLE001  # raised again in the process that waits
        return [], error


def _finish(process: int, answers: int) -> list[R]:
    with open(answers, "rb") as pipe:
        data = pipe.read()
    os.waitpid(process, 0)
    if not data:
        raise ChildProcessError("a process of the build ended early")
    results: list[R]
    results, error = pickle.loads(data)  # noqa: S301  # from our own child
    if error is not None:
        raise error
    return results
