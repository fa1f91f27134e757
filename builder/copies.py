"""Who gets which paper: the people of a file, and the files that theirs stand in.

Sets nothing and writes nothing.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from builder.cells import harmless
from builder.model import Artifact
from builder.people import Person
from builder.printing import Prepared
from builder.problems import BankError, Problem, Where
from builder.setting import Document

PERSONAL = ("paper", "sheet")
"""What is printed for each person; a key is printed for each form."""
PER_FILE = 50
"""How many papers stand in one file that is to be printed."""


@dataclass(frozen=True, slots=True)
class Copy:
    """One person's paper before it is set."""

    document: Document
    person: Person
    values: str
    """What the template is given besides the document's values, as JSON."""


@dataclass(frozen=True, slots=True)
class File:
    """One file that is to be: one paper, or several behind each other."""

    path: str
    copies: tuple[Copy, ...]


def files(
    asked: Sequence[Person], ready: Prepared, documents: Sequence[Document], separate: bool
) -> list[File]:
    """Return the files that papers for these people stand in, one or fifty in each."""
    return [file for unit in _units(documents) for file in _files(unit, asked, ready, separate)]


def check_forms(asked: Sequence[Person], names: Sequence[str], source: Path) -> None:
    """Raise BankError for people who are to get a form that there is not."""
    missing = [each for each in asked if each.form and each.form not in names]
    known = ", ".join(names)
    if missing:
        raise BankError(
            Problem(
                Where(source.as_posix(), each.line), f"there is no form '{each.form}' ({known})"
            )
            for each in missing
        )


def printed(copy: Copy) -> str:
    """Return all that is printed of a person on their paper."""
    values = json.loads(copy.values)
    return " ".join((*values["entries"], values["person"]["line"], values["person"]["label"]))


Unit = Mapping[str, Document]
"""One kind of document of one exam or section, by form."""


def _units(documents: Sequence[Document]) -> Iterator[Unit]:
    units: dict[tuple[str, str], dict[str, Document]] = {}
    for document in documents:
        folder = document.path.rpartition("/")[0]
        units.setdefault((folder, document.template), {})[document.form] = document
    yield from units.values()


def _files(unit: Unit, asked: Sequence[Person], ready: Prepared, separate: bool) -> Iterator[File]:
    """Yield the files of a unit. Forms go round, unless the people's file says who gets which."""
    documents = tuple(unit.values())
    digits = max(4, len(str(len(asked))))
    copies = [
        _copy(unit[each.form] if each.form else documents[place % len(documents)], each, ready)
        for place, each in enumerate(asked)
    ]
    folder = documents[0].path.rpartition("/")[0]
    step = 1 if separate else PER_FILE
    for start in range(0, len(copies), step):
        chunk = tuple(copies[start : start + step])
        first, last = f"{start + 1:0{digits}}", f"{start + len(chunk):0{digits}}"
        name = _plain(chunk[0].person) if separate else last
        path = f"{folder}/people/{documents[0].template}-{first}{'-' if name else ''}{name}.pdf"
        yield File(path, chunk)


def _plain(person: Person) -> str:
    """Return a number as a file's name may hold it on every system."""
    return re.sub(r"[^\w.-]+", "_", person.number or person.name).strip("._")[:60]


def _copy(document: Document, person: Person, ready: Prepared) -> Copy:
    exam = document.path.partition("/")[0]
    filled = [person.value(field) for field in ready.fields[exam]]
    said = {person.name, person.number} - {"", *filled}
    line = "　".join(each for each in (person.name, person.number) if each in said)
    code = "/".join(filter(None, (exam, document.code, person.number or person.name)))
    shown = {"line": line, "label": person.label, "code": _code(code), "says": code}
    values = {"entries": filled, "person": shown}
    return Copy(document, person, json.dumps(values, ensure_ascii=False))


def _code(text: str) -> str:
    """Return a QR code as SVG, without the quiet zone, which paper has."""
    import segno

    made: str = segno.make_qr(text, error="m").svg_inline(border=0)
    return made.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def lists(files: Sequence[File]) -> Iterator[Artifact]:
    """Yield for each exam or section who got which form, and where it is."""
    rows: dict[str, list[list[str]]] = {}
    for file in files:
        folder, _, name = file.path.rpartition("/")
        for copy in file.copies:
            person, document = copy.person, copy.document
            row = (person.number, person.name, document.form, document.code, name)
            rows.setdefault(folder, []).append([*map(harmless, row)])
    for folder, listed in rows.items():
        text = StringIO()
        writer = csv.writer(text, lineterminator="\r\n")
        writer.writerows([["number", "name", "form", "code", "file"], *listed])
        yield Artifact(f"{folder}/people.csv", text.getvalue().encode("utf-8-sig"))
