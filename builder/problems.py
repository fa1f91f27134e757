"""What can be wrong and where: `Where`, `Problem` and the exceptions that carry them.

Named tuples and not dataclasses: every command imports this module first, `--help` too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

Severity = Literal["error", "warning"]
Path = tuple[str | int, ...]
"""The way to a value inside a file: `("questions", 3, "answer")`."""


class Where(NamedTuple):
    """A place in an author's file; line and column count from 1, as editors do."""

    file: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Problem(NamedTuple):
    """One thing an author should know; `rule` is its stable name."""

    where: Where
    message: str
    severity: Severity = "error"
    rule: str = "invalid"

    def __str__(self) -> str:
        return f"{self.where}: {self.severity}: {' '.join(self.message.splitlines())}"


class Fault(NamedTuple):
    """A problem before its place is known: a path inside the value, and an offset in its text."""

    path: Path
    message: str
    offset: int = 0
    severity: Severity = "error"
    rule: str = "invalid"

    def under(self, *path: str | int) -> Fault:
        """Return the same fault seen from further out."""
        return Fault((*path, *self.path), self.message, self.offset, self.severity, self.rule)


class BankError(Exception):
    """The bank has errors; carries every problem that was found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__("\n".join(map(str, self.problems)))


class UsageError(Exception):
    """The command was asked for something it cannot do, whatever the bank says."""


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return `; did you mean 'x'?` for the nearest known word, or nothing."""
    from difflib import get_close_matches  # only an author's mistake pays for it

    def stem(name: str) -> str:
        return name.partition(".")[0]

    words = {each.lower(): each for each in known}
    near = get_close_matches(word.lower(), words, n=3, cutoff=0.6)
    # An ending makes any two names of files look alike.
    near = [
        each for each in near if get_close_matches(stem(word.lower()), [stem(each)], cutoff=0.5)
    ]
    return f"; did you mean '{words[near[0]]}'?" if near else ""


def errors(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return those problems that stop a build."""
    return tuple(problem for problem in problems if problem.severity == "error")
