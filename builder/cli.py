"""The command line: which command is meant, and how it ends. Only `commands/` prints besides."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from builder import __version__
from builder.commands import COMMANDS, command
from builder.commands.saying import BAD_BANK, BAD_USAGE, INTERRUPTED, print_problems
from builder.problems import BankError, UsageError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code: 0 done, 1 the bank has errors, 2 wrong usage."""
    _speak_utf8()
    _start_soon()
    if arguments is None:  # until there is something to tidy up, Ctrl-C ends everything at once
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    given = sys.argv[1:] if arguments is None else arguments
    asked = _parser(given[0] if given else "").parse_args(given)
    asked.given = given
    try:
        code = command(asked.name).run(asked)
    except BankError as error:
        print_problems(error.problems)
        return BAD_BANK
    except UsageError as error:
        print(f"exampress: {error}", file=sys.stderr)
        return BAD_USAGE
    except OSError as error:
        print(f"exampress: {_said(error)}", file=sys.stderr)
        return BAD_USAGE
    except KeyboardInterrupt:
        code = INTERRUPTED
    if arguments is None and (code == INTERRUPTED or asked.name == "serve"):
        os._exit(code)  # all is tidied up; taking apart what is in memory would take its time
    return code


def _said(error: OSError) -> str:
    return ": ".join(filter(None, (error.filename, error.strerror))) or str(error)


def _start_soon() -> None:
    """Leave out what makes a short command begin late, before anything of weight is imported."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # no search of all packages


def _speak_utf8() -> None:
    """Print UTF-8 into pipes and files too, whatever the system's own encoding is."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _parser(asked: str = "") -> argparse.ArgumentParser:
    """Return the parser of the command line; if it is for one command, only with its arguments."""
    parser = argparse.ArgumentParser(
        prog="exampress",
        description="Question banks in plain text to a practice site and printable exam papers.",
    )
    parser.add_argument("--version", action="version", version=f"exampress {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", prog="exampress")
    for name, about in COMMANDS.items():
        own = commands.add_parser(name, help=about, description=about)
        own.set_defaults(name=name)
        if name == asked:
            command(name).add(own)
    return parser
