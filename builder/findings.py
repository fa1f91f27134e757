"""What loading a bank has found so far: problems at their places, files to publish.

Finds nothing itself; every step of `load` adds to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from os.path import islink, realpath
from pathlib import Path

from builder.problems import Fault, Problem, Where
from builder.source import Source


@dataclass
class Findings:
    """What loading has found so far, shared by all its steps."""

    content: Path
    root: Path
    """The real path of `content`."""
    problems: list[Problem] = field(default_factory=list)
    assets: set[str] = field(default_factory=set)
    """Files that texts show or link."""
    shown: set[str] = field(default_factory=set)
    """Those of them that are there for everybody: not in an answer alone."""

    def name(self, path: Path) -> str:
        """Return a file's name in problems: its path as the author would type it."""
        return path.as_posix()

    def leaves(self, path: Path) -> bool:
        """Tell whether a path ends outside the bank, by `..` or by a link."""
        steps = [path]
        while steps[-1].parent not in (self.content, steps[-1]):
            steps.append(steps[-1].parent)
        # not `is_symlink`, which fails in a closed folder
        plain = ".." not in path.parts and not any(map(islink, steps))
        # not `resolve`, which fails where links go round in a circle
        return not plain and not Path(realpath(path)).is_relative_to(self.root)

    def add(self, where: Where, message: str) -> None:
        self.problems.append(Problem(where, message))

    def warn(self, where: Where, message: str, rule: str) -> None:
        self.problems.append(Problem(where, message, "warning", rule))

    def faults(self, file: Source, faults: Sequence[Fault], *path: str | int) -> None:
        for each in faults:
            at = (*path, *each.path)
            unknown = each.rule == "unknown-field"
            where = file.key_where(at) if unknown else file.where(at, each.offset)
            self.problems.append(Problem(where, each.message, each.severity, each.rule))
