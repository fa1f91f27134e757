"""`exampress ids`: missing question ids."""

from __future__ import annotations

import argparse

from builder.commands.arguments import add_content
from builder.commands.saying import DONE, counted
from builder.problems import UsageError


def add(command: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    add_content(command)


def run(asked: argparse.Namespace) -> int:
    """Do it; return the exit code."""
    from builder.ids import write_missing

    if not asked.content.is_dir():
        raise UsageError(f"there is no folder '{asked.content}'")
    written = write_missing(asked.content)
    for file, ids in written.items():
        print(f"{file}: {', '.join(ids)}")
    print(f"{counted(sum(map(len, written.values())), 'id')} written")
    return DONE
