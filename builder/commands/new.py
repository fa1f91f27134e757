"""`exampress new`: a working bank in a new folder."""

from __future__ import annotations

import argparse
from pathlib import Path

from builder.commands.saying import DONE


def add(command: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    command.add_argument("folder", type=Path, metavar="DIR", help="a new or empty folder")
    command.add_argument(
        "--language",
        choices=("en", "zh-Hans", "zh-Hant"),
        default="en",
        help="the language of the first exam (en)",
    )


def run(asked: argparse.Namespace) -> int:
    """Do it; return the exit code."""
    from builder.render import BUILT_IN
    from builder.scaffold import create

    for name in create(asked.folder, BUILT_IN, asked.language):
        print(asked.folder / name)
    print(f"\nNext:\n  cd {asked.folder}\n  exampress serve")
    return DONE
