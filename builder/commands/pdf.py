"""`exampress pdf`: papers as PDF files."""

from __future__ import annotations

import argparse
import re
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from builder.commands.arguments import (
    add_content,
    between,
    check_base_url,
    jobs,
    wants_pdf,
)
from builder.commands.saying import DONE, print_problems, progress, tidily
from builder.options import OWN_TEMPLATES, template_folders
from builder.problems import UsageError

if TYPE_CHECKING:
    from builder.press import Ready
    from builder.printing import Printed, Request


def add(command: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    command.add_argument(
        "units", nargs="*", metavar="EXAM[/SECTION]", help="what is printed (every exam)"
    )
    add_content(command)
    command.add_argument(
        "--out", type=Path, default=Path("pdf"), metavar="DIR", help="where the files go (pdf)"
    )
    command.add_argument(
        "--teacher", action="store_true", help="the paper with the key in place too"
    )
    command.add_argument("--key", action="store_true", help="the answer key too")
    command.add_argument("--forms", type=_forms, metavar="N", help="so many forms: A, B, C …")
    command.add_argument("--form", type=_form, action="append", metavar="NAME", help="one form: B")
    command.add_argument("--seed", metavar="TEXT", help="what forms are drawn from (1)")
    command.add_argument("--sheet", action="store_true", help="the answer sheet too")
    command.add_argument(
        "--per-person", type=Path, metavar="CSV", help="a paper for each person of a file"
    )
    command.add_argument(
        "--no-paper", action="store_true", help="no student paper: only what else is asked for"
    )
    command.add_argument(
        "--separate", action="store_true", help="per person, a file each (50 papers in a file)"
    )
    command.add_argument(
        "--cluster", metavar="ADDRESS", help="per person, work on a Dask cluster: tcp://HOST:PORT"
    )
    command.add_argument("--base-url", metavar="URL", help="where QR codes lead (site.yaml)")
    command.add_argument(
        "--engine",
        choices=("typst", "chromium"),
        default="typst",
        help="typst, or chromium to print the HTML pages (typst)",
    )
    command.add_argument("--jobs", type=jobs, metavar="N", help="processes (one a core)")


def _forms(text: str) -> int:
    return between(text, 1, 10_000)


def _form(text: str) -> str:
    if not re.fullmatch("[A-Za-z]{1,2}", text):
        raise argparse.ArgumentTypeError(f"must be a name such as A, B or AA, found '{text}'")
    return text.upper()


def run(asked: argparse.Namespace) -> int:
    """Do it; return the exit code."""
    tidily()
    if asked.engine == "typst":
        wants_pdf(True, "exampress pdf")
    with _press(asked) as ready:
        return _print(asked, ready)


def _press(asked: argparse.Namespace) -> AbstractContextManager[Ready | None]:
    """Give what sets papers and makes itself ready from now on, if a few are asked for."""
    forms = (asked.forms or 0) + len(asked.form or ())
    if asked.engine != "typst" or asked.per_person or forms > 1:
        return nullcontext()
    from builder import engine
    from builder.parallel import beside

    files = engine.sources(template_folders(OWN_TEMPLATES))
    return beside(partial(engine.warmed, asked.content, files))


def _print(asked: argparse.Namespace, ready: Ready | None) -> int:
    from builder.printing import Request, print_papers

    check_base_url(asked.base_url)
    request = Request(
        content=asked.content,
        templates=OWN_TEMPLATES,
        out=asked.out,
        units=tuple(asked.units),
        kinds=_kinds(asked),
        forms=_asked_forms(asked),
        seed=asked.seed or "1",
        base_url=asked.base_url,
        engine=asked.engine,
        jobs=asked.jobs,
    )
    if asked.per_person and asked.engine != "typst":
        raise UsageError("--per-person goes with --engine typst")
    if asked.per_person:
        printed = _print_people(asked, request)
    elif asked.separate or asked.cluster:
        raise UsageError("--separate and --cluster go with --per-person")
    else:
        printed = print_papers(request, progress(), ready)
    print_problems(printed.warnings)
    for path in printed.files:
        print(path)
    return DONE


def _print_people(asked: argparse.Namespace, request: Request) -> Printed:
    from builder.personal import executor, print_people

    with executor(asked.cluster, asked.jobs) as workers:
        return print_people(request, asked.per_person, asked.separate, workers, progress())


def _kinds(asked: argparse.Namespace) -> tuple[str, ...]:
    others = tuple(kind for kind in ("teacher", "key", "sheet") if getattr(asked, kind))
    kinds = others if asked.no_paper else ("paper", *others)
    if not kinds:
        raise UsageError("--no-paper leaves nothing: say --teacher, --key or --sheet too")
    return kinds


def _asked_forms(asked: argparse.Namespace) -> tuple[str, ...]:
    from builder import forms

    if asked.seed is not None and not (asked.forms or asked.form):
        raise UsageError("--seed is for forms: say --forms 4, or --form A")
    return tuple(dict.fromkeys((*forms.names(asked.forms or 0), *(asked.form or ()))))
