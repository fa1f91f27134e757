"""Silencing a rule at one place: the comment `# exampress: ignore RULE[, RULE]`.

On a question's first line or on the lines above it, it holds for the question; on a field's line,
for the field; above the first field of a file, for the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from builder.lint.subject import Finding
from builder.model import Exam, Places
from builder.problems import Where, suggestion

_MARK = "exampress: ignore"
_COMMENT = re.compile(
    r"(?P<before>^|.*\s)#\s*exampress: ignore\s+(?P<names>[\w-]+(?:\s*,\s*[\w-]+)*)"
)
_BLANK = re.compile(r"\s*(?:#|$|---)")

Found = tuple[str, Finding]
"""The name of a rule and what it found."""


@dataclass(frozen=True, slots=True)
class Ignore:
    """One rule's name in one comment."""

    places: Places
    rule: str
    line: int
    """The line that it speaks of; 0 for the whole file."""
    where: Where
    """Where the name itself stands."""


def without_silenced(
    exam: Exam, found: Iterable[Found], known: Iterable[str], ignored: Sequence[str]
) -> tuple[list[Found], list[tuple[Where, str]]]:
    """Return what is not silenced, and where and how a name silences nothing."""
    ignores = [each for places in _files(exam) for each in _ignores(places)]
    if not ignores:
        return list(found), []
    used: set[Where] = set()
    left = []
    for rule, finding in found:
        by = [each.where for each in ignores if each.rule == rule and _holds(each, finding)]
        used.update(by)
        if not by:
            left.append((rule, finding))
    idle = [each for each in ignores if each.where not in used and each.rule not in ignored]
    return left, [(each.where, _idle(each.rule, known)) for each in idle]


def unknown(name: str, known: Iterable[str]) -> str:
    """Return what is wrong with a rule's name that does not exist."""
    hint = suggestion(name, known) or "; 'exampress check --rules' lists them"
    return f"there is no rule '{name}'{hint}"


def _idle(rule: str, known: Iterable[str]) -> str:
    names = tuple(known)
    return f"'{rule}' has nothing to ignore here" if rule in names else unknown(rule, names)


def _files(exam: Exam) -> list[Places]:
    return [exam.places, *(section.places for section in exam.sections)]


def _ignores(places: Places) -> Iterable[Ignore]:
    if _MARK not in places.text:
        return
    file = places.where().file
    lines = places.text.split("\n")
    for index, line in enumerate(lines):
        match = _COMMENT.match(line) if _MARK in line else None
        if match:
            target = _target(lines, index, alone=not match["before"].strip())
            for name in re.finditer(r"[\w-]+", match["names"]):
                column = match.start("names") + name.start() + 1
                yield Ignore(places, name.group(), target, Where(file, index + 1, column))


def _target(lines: Sequence[str], index: int, alone: bool) -> int:
    """Return the number of the line that a comment speaks of; 0 above the first field."""
    if not alone:
        return index + 1
    if all(_BLANK.match(line) for line in lines[:index]):
        return 0
    following = (at for at in range(index + 1, len(lines)) if not _BLANK.match(lines[at]))
    return next(following, index) + 1


def _holds(ignore: Ignore, finding: Finding) -> bool:
    if ignore.places is not finding.places:
        return False
    return ignore.line == 0 or ignore.line in _lines(finding)


def _lines(finding: Finding) -> set[int]:
    """Return the lines on which a comment silences a finding."""
    path = finding.path
    first = [path[:end] for end in (2, 4) if end <= len(path) and path[end - 2] == "questions"]
    questions = {finding.places.where(each).line for each in first}
    own = path[len(first[-1]) if first else 0 :]
    if not own:
        return questions
    field = path[: len(path) - len(own) + 1]
    until = finding.places.where(path, finding.offset).line
    return questions | set(range(finding.places.key_where(field).line, until + 1))
