"""`exampress serve`: build, watch, reload the browser."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from builder.commands.arguments import add_content, add_site, between, site_options
from builder.commands.saying import DONE, print_problems, summary, tidily
from builder.problems import Problem

if TYPE_CHECKING:
    from builder.build import Built


def add(command: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    add_content(command)
    add_site(command)
    command.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
    command.add_argument("--port", type=_port, default=8000, help="the port to listen on (8000)")


def _port(text: str) -> int:
    return between(text, 1, 65_535)


def run(asked: argparse.Namespace) -> int:
    """Do it; return the exit code."""
    from builder.build import base_path
    from builder.serve import serve

    tidily()
    options = site_options(asked)

    def report(result: Built | tuple[Problem, ...]) -> None:
        if isinstance(result, tuple):
            print_problems(result)
        else:
            print_problems(result.warnings)
            written = result.written
            said = summary(asked.content, result.questions, written.total, written.changed)
            print(said, flush=True)

    def started() -> None:
        address = f"http://{asked.host}:{asked.port}{base_path(options.base_url)}"
        print(f"{address} (Ctrl-C ends it)", flush=True)

    serve(options, asked.host, asked.port, report, started)
    return DONE
