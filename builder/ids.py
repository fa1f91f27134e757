"""Writes missing question ids into section files and changes nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder import source
from builder.claim import Claim
from builder.problems import BankError, Problem
from builder.problems import Path as ValuePath

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n|$)")


@dataclass(frozen=True, slots=True)
class _Insertion:
    line: int
    column: int
    text: str


def write_missing(content: Path) -> dict[str, tuple[str, ...]]:
    """Write ids where a question has none; return the new ids by file.

    Raises BankError for files that are not YAML; then nothing is written. Each file is replaced
    whole; who is stopped between two of them and runs again ends as if he had not been.
    """
    with Claim(content):
        return _write_missing(content)


def _write_missing(content: Path) -> dict[str, tuple[str, ...]]:
    problems: list[Problem] = []
    changes: list[tuple[Path, bytes, tuple[str, ...]]] = []
    for folder in sorted(path.parent for path in content.glob("*/exam.yaml")):
        files = _sources(folder, problems)
        used = {
            value["id"]
            for file in files.values()
            for _, value in questions(file.value)
            if isinstance(value.get("id"), str)
        }
        for path, file in files.items():
            insertions, new = _insertions(file, path.stem, used)
            if new:
                changes.append((path, _inserted(path.read_bytes(), insertions), new))
    if problems:
        raise BankError(problems)
    for path, data, _ in changes:
        _replace(path, data)
    return {str(path): new for path, _, new in changes}


def _sources(folder: Path, problems: list[Problem]) -> dict[Path, source.Source]:
    files = {}
    for path in sorted(folder.iterdir()):
        if path.suffix not in (".yaml", ".yml") or path.name.startswith(("exam.yaml", ".")):
            continue
        try:
            files[path] = source.read(path, path.as_posix())
        except BankError as error:
            problems.extend(error.problems)
    return files


def questions(value: Any, path: ValuePath = ()) -> Iterator[tuple[ValuePath, dict[str, Any]]]:
    """Yield every question of a section file's value, parts of cases too, with its path."""
    listed = value.get("questions") if isinstance(value, dict) else None
    for index, question in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(question, dict):
            at = (*path, "questions", index)
            yield at, question
            yield from questions(question, at)


def _insertions(
    file: source.Source, stem: str, used: set[str]
) -> tuple[list[_Insertion], tuple[str, ...]]:
    insertions, new = [], []
    for number, (path, question) in enumerate(questions(file.value), 1):
        if "id" in question:
            continue
        name = _unused(stem, number, used)
        used.add(name)
        new.append(name)
        insertions.append(_insertion(file, path, name))
    return insertions, tuple(new)


def _unused(stem: str, number: int, used: set[str]) -> str:
    stem = re.sub(r"[^\w.-]+", "-", stem).strip("-_.") or "question"
    name = f"{stem}-{number}"
    while name in used:
        number += 1
        name = f"{stem}-{number}"
    return name


def _insertion(file: source.Source, path: ValuePath, name: str) -> _Insertion:
    """Return where the id goes: a line before the first field, or the first place in braces."""
    where = file.where(path)
    line = file.text.split("\n")[where.line - 1]
    if line[where.column - 1 : where.column] == "{":
        return _Insertion(where.line, where.column, f"id: {name}, ")
    indent = "".join(c if c == "\t" else " " for c in line[: where.column - 1])
    return _Insertion(where.line, where.column - 1, f"id: {name}\n{indent}")


def _inserted(data: bytes, insertions: list[_Insertion]) -> bytes:
    """Return `data` with every insertion, its line ends and byte-order mark as they were."""
    mark = b"\xef\xbb\xbf"
    prefix = data[: len(data) - len(data.lstrip(mark))] if data.startswith(mark) else b""
    lines = _LINE.findall(data[len(prefix) :])
    ending = b"\r\n" if lines[0].endswith(b"\r\n") else b"\n"
    for each in sorted(insertions, key=lambda i: (i.line, i.column), reverse=True):
        line = lines[each.line - 1].decode()
        before, after = line[: each.column].encode(), line[each.column :].encode()
        lines[each.line - 1] = before + each.text.encode().replace(b"\n", ending) + after
    return prefix + b"".join(lines)


def _replace(path: Path, data: bytes) -> None:
    temporary = path.with_name(f".{path.name}.tmp")
    temporary.write_bytes(data)
    temporary.chmod(path.stat().st_mode)
    temporary.replace(path)
