"""What commands say: exit codes, problems, progress, numbers."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from builder.problems import Problem

DONE, BAD_BANK, BAD_USAGE, INTERRUPTED = 0, 1, 2, 130


def print_problems(problems: Sequence[Problem]) -> None:
    """Print problems, one a line, in colour on a terminal."""
    for each in problems:
        print(_colored(each, sys.stderr), file=sys.stderr)


def _colored(problem: Problem, stream: TextIO) -> str:
    if not stream.isatty() or os.environ.get("NO_COLOR"):
        return str(problem)
    color = "31" if problem.severity == "error" else "33"
    where = f"\x1b[1m{problem.where}:\x1b[0m"
    return f"{where} \x1b[{color}m{problem.severity}:\x1b[0m {problem.message}"


def progress() -> Callable[[str, int, int], None] | None:
    """Return what shows progress on a terminal; nothing in a pipe."""
    if not sys.stderr.isatty():
        return None

    def show(stage: str, done: int, total: int) -> None:
        end = "\r\x1b[K" if done == total else ""
        print(f"\r{stage} {done}/{total}{end}", end="", file=sys.stderr, flush=True)

    return show


def summary(where: Path, questions: int, files: int, changed: int) -> str:
    """Return in a line what a build did."""
    sizes = f"{counted(questions, 'question')}, {counted(files, 'file')}"
    return f"{where}: {sizes} ({changed} changed)"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def tidily() -> None:
    """From here on, Ctrl-C takes away what waits and what other processes do."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
