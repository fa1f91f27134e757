"""The bank → another system's files on disk, in a zip or on the screen; and what is lost, told.

What a format says is the business of `formats`; here files are read and written.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from builder import load
from builder.formats import WRITERS
from builder.formats.writing import WHOLE, Loss, Written, only, written, zipped
from builder.model import Artifact, Bank
from builder.problems import Problem, UsageError, suggestion
from builder.write import put, put_all


@dataclass(frozen=True, slots=True)
class Exported:
    """An export before it is written: its files and losses, and what the bank itself warns of."""

    format: str
    bank: Bank
    written: Written
    warnings: tuple[Problem, ...]


def export(content: Path, form: str, exams: Collection[str] = ()) -> Exported:
    """Return what the format `form` makes of the bank, or of some of its exams.

    Raises UsageError for an unknown format or exam, BankError for a bank with errors.
    """
    if form not in WRITERS:
        near = suggestion(form, WRITERS)
        raise UsageError(f"unknown format '{form}'{near} (formats are {', '.join(WRITERS)})")
    bank, warnings = load.bank(content)
    known = [exam.id for exam in bank.exams]
    for exam in exams:
        if exam not in known:
            near = suggestion(exam, known)
            raise UsageError(f"there is no exam '{exam}'{near} (exams are {', '.join(known)})")
    bank = only(bank, exams) if exams else bank
    found = written(bank, WRITERS[form], lambda name: (content / name).read_bytes(), _changed)
    return Exported(form, bank, found, warnings)


def _changed(file: str) -> int:
    """Return when a file was changed, or what SOURCE_DATE_EPOCH says it was."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    return int(epoch) if epoch.isdecimal() else int(Path(file).stat().st_mtime)


def on_screen(exported: Exported) -> str:
    """Return the one text of an export. Raises UsageError for files that need a place."""
    artifacts = exported.written.artifacts
    if WRITERS[exported.format].packed:
        raise UsageError(f"'{exported.format}' is no text; say where to, with --out")
    if len(artifacts) > 1:
        names = ", ".join(artifact.path for artifact in artifacts[:5])
        more = ", …" if len(artifacts) > 5 else ""
        raise UsageError(f"these are {len(artifacts)} files ({names}{more}); say --out FOLDER")
    return "".join(artifact.data.decode() for artifact in artifacts)


def write(exported: Exported, out: Path) -> tuple[Path, ...]:
    """Write an export to a file, a zip archive or a folder; return the files written.

    A name without an ending is a folder, as is one that is there; `qti-2.1` has none. A name that
    ends in `.zip` is an archive of all files, unless the format's own file is one. Anything else
    is the one file. Folders that are missing are made, and files appear whole.
    """
    artifacts = exported.written.artifacts
    if out.is_dir() or not out.suffix.strip(".0123456789"):
        return put_all(artifacts, out)
    own = len(artifacts) == 1 and Path(artifacts[0].path).suffix == out.suffix
    if out.suffix == ".zip" and not own:
        return (put(Artifact(out.name, zipped(artifacts)), out.parent),)
    if len(artifacts) != 1:
        raise UsageError(_several(artifacts, out))
    return (put(Artifact(out.name, artifacts[0].data), out.parent),)


def _several(artifacts: Sequence[Artifact], out: Path) -> str:
    return f"these are {len(artifacts)} files; '{out}' is one (a folder or a .zip holds them)"


@dataclass(frozen=True, slots=True)
class Counts:
    """An export in numbers: questions that came along, whole or not, and those left out."""

    questions: int
    whole: int
    changed: int
    left_out: int


def counts(exported: Exported) -> Counts:
    """Count the questions of an export; the parts of a case count, the case does not."""
    losses = exported.written.losses
    gone = {loss.item for loss in losses if loss.field == WHOLE}
    changed = {loss.item for loss in losses} - gone
    found = Counter(
        _fate(item, gone, changed)
        for exam in exported.bank.exams
        for section in exam.sections
        for question in section.questions
        for item in (
            f"{exam.id}/{section.id}/{question.id}" + (f"/{part.id}" if part else "")
            for part in (question.parts() or (None,))
        )
    )
    return Counts(found.total(), found["whole"], found["changed"], found["gone"])


def _fate(item: str, gone: Collection[str], changed: Collection[str]) -> str:
    above = item.rpartition("/")[0]
    if item in gone or above in gone:
        return "gone"
    return "changed" if item in changed else "whole"


def report(exported: Exported) -> str:
    """Return the losses of an export as JSON text."""
    found = counts(exported)
    value = {
        "format": exported.format,
        "questions": found.questions,
        "whole": found.whole,
        "changed": found.changed,
        "left_out": found.left_out,
        "losses": [_row(loss) for loss in exported.written.losses],
    }
    return json.dumps(value, ensure_ascii=False, indent=2)


def _row(loss: Loss) -> dict[str, object]:
    return {
        "file": loss.where.file,
        "line": loss.where.line,
        "column": loss.where.column,
        "item": loss.item,
        "field": loss.field,
        "message": loss.message,
    }
