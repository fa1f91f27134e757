"""`exampress import`: a paper as a new exam."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from builder.commands.saying import BAD_BANK, DONE, counted
from builder.problems import UsageError

if TYPE_CHECKING:
    from builder.importing import Imported, Summary


def add(command: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    command.add_argument("files", type=Path, nargs="+", metavar="FILE", help="a paper, and its key")
    command.add_argument("--from", dest="form", metavar="FORMAT", help="its format (by content)")
    command.add_argument(
        "--into",
        type=Path,
        metavar="DIR",
        help="the new exam folder (content/ and the file's name)",
    )
    command.add_argument("--language", metavar="TAG", help="the exam's language (by its text)")
    command.add_argument("--keep", action="append", default=[], metavar="NOISE", help=_KEEP)
    command.add_argument("--dry-run", action="store_true", help="read and report, write nothing")
    command.add_argument(
        "--format", choices=("text", "json"), default="text", help="how to print (text)"
    )


_KEEP = "leave a kind of noise in: invisible, ruby, pages, chat, learner, or all"


def run(asked: argparse.Namespace) -> int:
    """Do it; return the exit code."""
    from builder import importing

    found = importing.read(asked.files, _format_of(asked.form), _repairs(asked.keep))
    counts = importing.summary(found.draft)
    folder = asked.into or Path("content") / importing.folder_name(asked.files[0])
    if asked.format == "json":
        print(importing.as_json(found.draft))
    else:
        _print_doubts(found)
    if counts.questions and not asked.dry_run:
        files = importing.exam_files(found, asked.language, asked.files[0].stem)
        differences = importing.write(files, folder)
        if differences is not None:
            print(differences, end="")
            raise UsageError(_there_already(folder, differences))
    if asked.format == "text":
        print(_read(folder, counts, asked.dry_run))
    return DONE if counts.questions else BAD_BANK


def _there_already(folder: Path, differences: str) -> str:
    said = "as shown" if differences else "and would stay as it is"
    return f"{folder} is there already, {said}; nothing was written"


def _format_of(form: str | None) -> str | None:
    from builder.formats.incoming import FORMATS
    from builder.problems import suggestion

    if form is not None and form not in FORMATS:
        near = suggestion(form, FORMATS)
        raise UsageError(f"unknown format '{form}'{near} (formats are {', '.join(FORMATS)})")
    return form


def _repairs(kept: Sequence[str]) -> list[str]:
    """Return the kinds of noise to leave out: all but those to keep."""
    from builder.importing import NOISE

    unknown = [kind for kind in kept if kind not in (*NOISE, "all")]
    if unknown:
        raise UsageError(f"unknown noise '{unknown[0]}' (kinds are {', '.join(NOISE)}, all)")
    return [kind for kind in NOISE if kind not in kept and "all" not in kept]


def _print_doubts(found: Imported) -> None:
    for place, doubt in found.doubts():
        print(f"{place}: {doubt.level}: {doubt.message} [{doubt.about}]", file=sys.stderr)
    for file, line, text in found.unused():
        print(f"{file}:{line}: not used: {text.strip()}", file=sys.stderr)


def _read(folder: Path, counts: Summary, dry: bool) -> str:
    """Return what was read, in numbers."""
    if not counts.questions:
        return f"no question was found; {counted(counts.unused, 'line')} not used"
    numbers = (
        counted(counts.sections, "section"),
        counted(counts.questions, "question"),
        f"{counts.keyed} with an answer",
        f"{counts.keyless} without a key",
        f"{counts.doubted} in doubt",
        f"{counted(counts.unused, 'line')} not used",
    )
    return f"{'would be ' if dry else ''}{folder}: {', '.join(numbers)}"
