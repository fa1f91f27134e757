"""The same work over several processes, where the system can fork; results in order."""

from __future__ import annotations

import os
import pickle
import select
import selectors
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import BinaryIO, TypeVar

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
    others = [
        _forked(partial(_say_all, work, [entries[index] for index in share]))
        for share in shares[1:]
    ]
    try:
        results: dict[int, R] = {index: work(entries[index]) for index in shares[0]}
        for share, (_, answers) in zip(shares[1:], others, strict=True):
            results |= zip(share, _finish(answers), strict=True)
    finally:
        _end(others)
    return [results[index] for index in range(len(entries))]


def apart(work: Callable[[A], R], entries: Sequence[A], sizes: Sequence[int], jobs: int) -> list[R]:
    """Return `work` of every entry, in order, all of it done in other processes.

    For work whose threads would not survive a later fork of this process.
    """
    results = dict(streamed(work, entries, sizes, jobs))
    return [results[index] for index in range(len(entries))]


def streamed(
    work: Callable[[A], R], entries: Sequence[A], sizes: Sequence[int], jobs: int
) -> Iterator[tuple[int, R]]:
    """Yield the place of each entry and `work` of it as it is done, in other processes.

    An exception of theirs is raised here. Who stops asking stops them.
    """
    if not hasattr(os, "fork"):
        yield from ((index, work(entry)) for index, entry in enumerate(entries))
        return
    shares = [share for share in _shares(sizes, jobs) if share]
    others = [_forked(partial(_say_each, work, entries, share)) for share in shares]
    try:
        yield from _gathered([answers for _, answers in others])
    finally:
        _end(others)


def _end(others: Sequence[tuple[int, int]]) -> None:
    """End other processes: those that have said everything, and those nobody asks any more."""
    for process, answers in others:
        os.close(answers)
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    for process, _ in others:
        os.waitpid(process, 0)


@contextmanager
def beside(start: Callable[[], Callable[[A], R]]) -> Iterator[Callable[[A], R] | None]:
    """Give a function whose work is done in a process that begins with `start` at once.

    It gives nothing on a system without fork.
    """
    if not hasattr(os, "fork"):
        yield None
        return
    questions, question = os.pipe()
    process, answers = _forked(partial(_serve, start, questions, question))
    os.close(questions)

    def ask(entry: A) -> R:
        data = pickle.dumps(entry, pickle.HIGHEST_PROTOCOL)
        _write(question, len(data).to_bytes(_LENGTH) + data)
        said = pickle.loads(_message(answers))  # noqa: S301  # from our own child
        if isinstance(said, Exception):
            raise said
        result: R = said
        return result

    try:
        yield ask
    finally:
        os.close(question)
        _end([(process, answers)])


def _serve(
    start: Callable[[], Callable[[A], R]], questions: int, question: int, answers: BinaryIO
) -> None:
    """Answer each question until nobody can ask any more."""
    os.close(question)
    work = start()
    with open(questions, "rb") as asked:  # a file descriptor, not a path
        while length := asked.read(_LENGTH):
            entry = pickle.loads(asked.read(int.from_bytes(length)))  # noqa: S301  # our own
            data = _pickled(_answer(work, entry))
            answers.write(len(data).to_bytes(_LENGTH) + data)
            answers.flush()


def _answer(work: Callable[[A], R], entry: A) -> R | Exception:
    try:
        return work(entry)
    except Exception as error:  # noqa: BLE001  # raised again in the process that waits
        return error


def _write(pipe: int, data: bytes) -> None:
    while data:
        data = data[os.write(pipe, data) :]


def _gathered(pipes: Sequence[int]) -> Iterator[tuple[int, R]]:
    """Yield what comes through several pipes until each has said that it is done."""
    with selectors.DefaultSelector() as waiting:
        for pipe in pipes:
            waiting.register(pipe, selectors.EVENT_READ)
        while waiting.get_map():
            for ready, _ in waiting.select():
                said = pickle.loads(_message(ready.fd))  # noqa: S301  # from our own child
                if isinstance(said, Exception):
                    raise said
                if said is None:
                    waiting.unregister(ready.fd)
                else:
                    yield said


_LENGTH = 8
"""Bytes before each message that say how long it is."""


def _message(pipe: int) -> bytes:
    return _exactly(pipe, int.from_bytes(_exactly(pipe, _LENGTH)))


def _exactly(pipe: int, count: int) -> bytes:
    pieces = []
    while count:
        piece = os.read(pipe, count)
        if not piece:
            raise ChildProcessError("a process of the build ended early")
        pieces.append(piece)
        count -= len(piece)
    return b"".join(pieces)


def _say_each(
    work: Callable[[A], R], entries: Sequence[A], share: Sequence[int], pipe: BinaryIO
) -> None:
    for said in _said(work, entries, share):
        data = _pickled(said)
        pipe.write(len(data).to_bytes(_LENGTH) + data)
        pipe.flush()


def _said(
    work: Callable[[A], R], entries: Sequence[A], share: Sequence[int]
) -> Iterator[tuple[int, R] | Exception | None]:
    """Yield each result with its place, and at the end nothing, or what went wrong."""
    try:
        for index in share:
            yield index, work(entries[index])
    except Exception as error:  # noqa: BLE001  # raised again in the process that waits
        yield error
    else:
        yield None


def _shares(sizes: Sequence[int], jobs: int) -> list[list[int]]:
    """Deal entries out, the largest first, each to whoever has least."""
    shares: list[list[int]] = [[] for _ in range(jobs)]
    loads = [0] * jobs
    for index in sorted(range(len(sizes)), key=lambda index: -sizes[index]):
        least = loads.index(min(loads))
        shares[least].append(index)
        loads[least] += sizes[index]
    return shares


def _forked(work: Callable[[BinaryIO], None]) -> tuple[int, int]:
    """Fork a process that answers into a pipe; return its id and where it answers."""
    answers, answer = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    held = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    process = os.fork()
    if process:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
        os.close(answer)
        return process, answers
    try:
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # it ends at once, without a word
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
        os.close(answers)
        threading.Thread(target=_end_when_unread, args=(answer,), daemon=True).start()
        with open(answer, "wb") as pipe:  # noqa: PTH123  # a file descriptor, not a path
            work(pipe)
    finally:
        os._exit(0)


def _end_when_unread(answer: int) -> None:
    """End this process once nobody can read its answers: the one that waited was killed."""
    pipe = select.poll()
    pipe.register(answer, 0)
    while not any(event & (select.POLLERR | select.POLLHUP) for _, event in pipe.poll()):
        pass
    os._exit(1)


def _say_all(work: Callable[[A], R], entries: Sequence[A], pipe: BinaryIO) -> None:
    pipe.write(_pickled(_outcome(work, entries)))


def _outcome(work: Callable[[A], R], entries: Sequence[A]) -> list[R] | Exception:
    try:
        return [work(entry) for entry in entries]
    except Exception as error:  # noqa: BLE001  # raised again in the process that waits
        return error


def _pickled(said: object) -> bytes:
    """Return what is said as bytes; if it cannot be, what is said instead is why."""
    try:
        return pickle.dumps(said, pickle.HIGHEST_PROTOCOL)
    except Exception as error:  # noqa: BLE001  # raised again in the process that waits
        return pickle.dumps(error, pickle.HIGHEST_PROTOCOL)


def _finish(answers: int) -> list[R]:
    with open(answers, "rb", closefd=False) as pipe:
        data = pipe.read()
    if not data:
        raise ChildProcessError("a process of the build ended early")
    said: list[R] | Exception = pickle.loads(data)  # noqa: S301  # from our own child
    if isinstance(said, Exception):
        raise said
    return said
