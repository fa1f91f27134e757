"""The arguments that several commands share, and what a build is asked for by them."""

from __future__ import annotations

import argparse
import os
import re
import sys
from functools import cache
from pathlib import Path

from builder.options import OWN_TEMPLATES, PDF_EXTRA, Options, can_set_pdf
from builder.problems import UsageError


def add_content(command: argparse.ArgumentParser) -> None:
    """Add `--content`."""
    command.add_argument(
        "--content", type=Path, default=Path("content"), metavar="DIR", help="the bank (content)"
    )


def add_site(command: argparse.ArgumentParser) -> None:
    """Add what `build` and `serve` say of a site."""
    command.add_argument("--base-url", metavar="URL", help="where the site will stand")
    command.add_argument(
        "--no-answers", action="store_true", help="publish no keys and no explanations"
    )
    command.add_argument(
        "--answers",
        choices=("sealed",),
        help="sealed: publish every key and explanation so that only a passphrase opens it",
    )


def jobs(text: str) -> int:
    """Read a number of processes."""
    return between(text, 1, 256)


def between(text: str, least: int, most: int) -> int:
    """Read a whole number. Raises ArgumentTypeError for any other."""
    if not text.isascii() or not text.isdigit() or not least <= int(text[:9]) <= most:
        raise argparse.ArgumentTypeError(f"must be {least} to {most}, found '{text}'")
    return int(text)


def own_templates() -> Path | None:
    """Return the author's own templates, if there are any."""
    return OWN_TEMPLATES if OWN_TEMPLATES.is_dir() else None


def site_options(asked: argparse.Namespace) -> Options:
    """Return what a build is asked for by the arguments of `add_site`."""
    check_base_url(asked.base_url)
    return Options(
        content=asked.content,
        templates=own_templates(),
        base_url=asked.base_url,
        answers=not asked.no_answers,
        sealed=asked.answers == "sealed",
        passphrase=cache(passphrase),
    )


def passphrase() -> str:
    """Return the passphrase from the environment, or as it is typed; never from an argument, which
    others on the machine could read."""
    from builder.sealing import VARIABLE

    given = os.environ.get(VARIABLE)
    if given is None and sys.stdin.isatty():
        from getpass import getpass

        given = getpass("Passphrase for sealed answers: ")
        if getpass("The same again: ") != given:
            raise UsageError("the two passphrases differ")
    if not given:
        raise UsageError(f"sealed answers need a passphrase: set {VARIABLE}")
    return given


def check_base_url(base_url: str | None) -> None:
    """Raise UsageError for what is no address of a site."""
    if base_url is not None:
        from builder.fields import ADDRESS

        if not re.search(ADDRESS, base_url):
            raise UsageError(f"--base-url must start with http:// or https://, found '{base_url}'")


def wants_pdf(asked: bool | None, what: str = "--pdf") -> bool:
    """Tell whether papers are set. Raises UsageError where they are to be and cannot."""
    if asked and not can_set_pdf():
        raise UsageError(f"{what} needs {PDF_EXTRA}: pip install '{PDF_EXTRA}'")
    return can_set_pdf() if asked is None else asked
