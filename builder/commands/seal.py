"""`exampress seal`: the links that open sealed answers."""

from __future__ import annotations

import argparse
from pathlib import Path

from builder.commands.arguments import (
    add_content,
    add_site,
    site_options,
)
from builder.commands.saying import DONE


def add(command: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    command.add_argument("exams", nargs="*", metavar="EXAM", help="whose answers (all sealed ones)")
    add_content(command)
    add_site(command)
    command.add_argument("--qr", type=Path, metavar="DIR", help="write each link as a QR code too")
    command.add_argument(
        "--release", type=Path, metavar="SITE", help="publish the keys in a site's folder"
    )
    command.add_argument(
        "--suggest", action="store_true", help="print a new passphrase by lot, and end"
    )


def run(asked: argparse.Namespace) -> int:
    """Do it; return the exit code."""
    from builder import passphrase, releasing

    if asked.suggest:
        print(passphrase.suggestion())
        return DONE
    options = site_options(asked)
    for key in releasing.keys(options, asked.exams):
        print(f"{key.exam}: {key.link}")
        if asked.qr:
            print(releasing.code(key, asked.qr))
        if asked.release:
            print(releasing.release(key, asked.release))
    return DONE
