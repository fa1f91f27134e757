"""A CSV file of people → who gets a paper: name, number, form, and what fills in other fields.

Guesses no column: the first row says what each holds. Every mistake is reported, with its row.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from builder.cells import restored
from builder.decoding import ReadError, decode
from builder.identity import NAME, NUMBER
from builder.problems import BankError, Problem, Where

_FORM = re.compile(r"卷|\bform\b", re.IGNORECASE)
_FORM_NAME = re.compile(r"([A-Za-z]{1,2})\s*卷?")
_CONTROL = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffd\ufffe\uffff]"
)
_LONGEST = 100


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody a paper is printed for."""

    line: int
    """The line of the file."""
    name: str
    number: str
    form: str
    """The form this person gets, if the file says so."""
    values: Mapping[str, str]
    """Everything the file says, by the heads of its columns."""

    @property
    def label(self) -> str:
        """Whose something is: the name and the number, as far as there are any."""
        return "　".join(filter(None, (self.name, self.number)))

    def value(self, field: str) -> str:
        """Return what fills in a field of the paper: the column of its name, or of its kind."""
        if field in self.values:
            return self.values[field]
        if NUMBER.search(field):
            return self.number
        return self.name if NAME.search(field) else ""


def read(path: Path) -> tuple[Person, ...]:
    """Return the people of a file. Raises BankError with everything that is wrong with it."""
    file = path.as_posix()
    try:
        decoded = decode(path.read_bytes())
    except ReadError as error:
        raise BankError([Problem(Where(file), str(error))]) from error
    try:
        rows = [(line, [*map(_cell, row)]) for line, row in _rows(decoded.text)]
    except csv.Error as error:
        raise BankError([Problem(Where(file), f"cannot be read as CSV: {error}")]) from error
    rows = [(line, row) for line, row in rows if any(row)]
    problems = [
        Problem(Where(file, line), "holds bytes that are no text") for line in decoded.damaged_lines
    ]
    if not rows:
        raise BankError([Problem(Where(file), "there is nobody in it")])
    columns = _columns(file, rows[0], problems)
    people = [_person(line, row, rows[0][1], columns) for line, row in rows[1:]]
    problems += _faults(file, rows[0][1], rows[1:], people)
    if problems:
        raise BankError(problems)
    return tuple(people)


def _cell(text: str) -> str:
    return restored(text.strip()).strip()


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    head = text.partition("\n")[0]
    marks = (",", "\t", ";")
    reader = csv.reader(io.StringIO(text), delimiter=max(marks, key=head.count))
    before = 0
    for row in reader:
        yield before + 1, row
        before = reader.line_num


def _columns(
    file: str, head: tuple[int, Sequence[str]], problems: list[Problem]
) -> Mapping[str, int]:
    """Return where name, number and form stand."""
    line, cells = head
    found: dict[str, int] = {}
    for kind, pattern in (("number", NUMBER), ("name", NAME), ("form", _FORM)):
        places = [place for place, cell in enumerate(cells) if pattern.search(cell)]
        places = [place for place in places if place not in found.values()]
        if places:
            found[kind] = places[0]
    if "name" not in found and "number" not in found:
        heads = ", ".join(f"'{cell}'" for cell in cells[:6])
        message = (
            f"no column is called name or number (姓名, 学号, 考号 …); the first row is {heads}"
        )
        problems.append(Problem(Where(file, line), message))
    return found


def _person(
    line: int, row: Sequence[str], heads: Sequence[str], columns: Mapping[str, int]
) -> Person:
    def cell(kind: str) -> str:
        place = columns.get(kind)
        return row[place] if place is not None and place < len(row) else ""

    values = {head: text for head, text in zip(heads, row, strict=False) if head}
    match = _FORM_NAME.fullmatch(cell("form"))
    form = match[1].upper() if match else cell("form")
    return Person(line, cell("name"), cell("number"), form, values)


def _faults(
    file: str,
    heads: Sequence[str],
    rows: Sequence[tuple[int, Sequence[str]]],
    people: Sequence[Person],
) -> Iterator[Problem]:
    numbers: dict[str, int] = {}
    for (line, row), person in zip(rows, people, strict=True):
        where = Where(file, line)
        if len(row) > len(heads) and any(row[len(heads) :]):
            yield Problem(where, f"has {len(row)} cells, the first row has {len(heads)}")
        for text in row:
            if control := _CONTROL.search(text):
                code = ord(control.group())
                yield Problem(where, f"control character U+{code:04X} is not allowed")
            if len(text) > _LONGEST:
                yield Problem(where, f"'{text[:20]}…' has {len(text)} characters, of {_LONGEST}")
        if not person.name and not person.number:
            yield Problem(where, "has neither a name nor a number")
        if person.form and not re.fullmatch("[A-Z]{1,2}", person.form):
            yield Problem(where, f"form must be a name such as A or B, found '{person.form}'")
        if person.number and numbers.setdefault(person.number, line) != line:
            first = numbers[person.number]
            yield Problem(where, f"number '{person.number}' is in line {first} already")
