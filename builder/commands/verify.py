"""`exampress verify`: a published site beside what was built."""

from __future__ import annotations

import argparse
from functools import cache
from pathlib import Path

from builder.commands.arguments import own_templates, passphrase
from builder.commands.saying import BAD_BANK, DONE, counted


def add(command: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    command.add_argument("site", type=Path, metavar="SITE", help="a site's folder, or a zip of it")
    command.add_argument(
        "--content", type=Path, metavar="DIR", help="a bank, which is built anew and compared too"
    )


def run(asked: argparse.Namespace) -> int:
    """Do it; return the exit code."""
    from builder.options import Options
    from builder.verifying import verify

    bank = asked.content and Options(
        content=asked.content,
        templates=own_templates(),
        passphrase=cache(passphrase),
    )
    found = verify(asked.site, bank)
    for each in found.differences:
        print(f"{each.kind}: {each.path}")
    number = len(found.differences)
    said = counted(number, "difference") if number else "as it was built"
    if asked.content and not number:
        said = f"as {asked.content} builds it"
    print(f"{asked.site}: {counted(found.files, 'file')} of exampress {found.version}, {said}")
    return BAD_BANK if number else DONE
