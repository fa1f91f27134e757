"""`exampress build`: the site."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from builder.commands.arguments import add_content, add_site, jobs, site_options, wants_pdf
from builder.commands.saying import DONE, print_problems, progress, summary, tidily

if TYPE_CHECKING:
    from builder import cache
    from builder.options import Options


def add(command: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    add_content(command)
    command.add_argument(
        "--out", type=Path, default=Path("site"), metavar="DIR", help="the site's folder (site)"
    )
    add_site(command)
    command.add_argument("--strict", action="store_true", help="warnings stop the build too")
    command.add_argument("--jobs", type=jobs, metavar="N", help="processes (by size)")
    command.add_argument(
        "--pdf",
        action=argparse.BooleanOptionalAction,
        help="set papers as PDF files, or leave them out (where exampress[pdf] is installed)",
    )
    command.add_argument("--no-cache", action="store_true", help="build everything anew")


def run(asked: argparse.Namespace) -> int:
    """Do it; return the exit code."""
    from builder import cache

    options = site_options(asked)._replace(
        out=asked.out, strict=asked.strict, jobs=asked.jobs, pdf=wants_pdf(asked.pdf)
    )
    store = cache.Store(options.out)
    if asked.no_cache:
        store.save(None)
    seen = cache.see(options, store)
    record = seen.before
    if record and cache.is_current(record, seen.inputs, options.out):
        said = _unchanged(options, record)
        print_problems(cache.unpacked(record.warnings))
        print(said)
        cache.remember(asked.given, options, seen.inputs, record, said)
        return DONE
    from builder.build import build

    tidily()
    built = build(options, progress(), store, seen=seen)
    print_problems(built.warnings)
    written = built.written
    print(summary(options.out, built.questions, written.total, written.changed))
    if built.record and not asked.no_cache:
        said = _unchanged(options, built.record)
        cache.remember(asked.given, options, seen.inputs, built.record, said)
    return DONE


def _unchanged(options: Options, record: cache.Record) -> str:
    return summary(options.out, record.questions, len(record.outputs), 0)
