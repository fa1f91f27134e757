"""`exampress export`: the bank in another format."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from builder.commands.arguments import add_content
from builder.commands.saying import BAD_BANK, DONE, counted, print_problems

if TYPE_CHECKING:
    from builder.exporting import Counts


def add(command: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    add_content(command)
    command.add_argument(
        "--to", required=True, metavar="FORMAT", help="one of those that docs/formats.md lists"
    )
    command.add_argument(
        "--out", type=Path, metavar="PATH", help="a file, a folder or a .zip instead of the screen"
    )
    command.add_argument(
        "--exam", action="append", default=[], metavar="ID", help="this exam only (all)"
    )
    command.add_argument(
        "--strict", action="store_true", help="write nothing if something would be lost"
    )
    command.add_argument(
        "--format", choices=("text", "json"), default="text", help="how to print losses (text)"
    )


def run(asked: argparse.Namespace) -> int:
    """Do it; return the exit code."""
    from builder import exporting

    exported = exporting.export(asked.content, asked.to, asked.exam)
    print_problems(exported.warnings)
    losses = exported.written.losses
    text = "" if asked.out else exporting.on_screen(exported)
    if asked.format == "json":
        print(exporting.report(exported), file=sys.stdout if asked.out else sys.stderr)
    else:
        for loss in losses:
            print(loss, file=sys.stderr)
    refused = asked.strict and bool(losses)
    if not refused:
        sys.stdout.write(text)
    files = exporting.write(exported, asked.out) if asked.out and not refused else ()
    if asked.format == "text" and (files or losses):
        print(_exported(exporting.counts(exported), files, refused), file=sys.stderr)
    return BAD_BANK if refused else DONE


def _exported(counts: Counts, files: Sequence[Path], refused: bool) -> str:
    """Return what was exported, in numbers."""
    numbers = (
        counted(counts.questions, "question"),
        f"{counts.whole} whole",
        f"{counts.changed} with losses",
        f"{counts.left_out} left out",
    )
    said = "nothing was written" if refused else ", ".join(map(str, files[:5]))
    more = f" and {len(files) - 5} more" if len(files) > 5 else ""
    return f"{said}{more}{': ' if said else ''}{', '.join(numbers)}"
