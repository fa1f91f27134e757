"""The command line: which command is meant, and how it ends. Only `commands/` prints besides."""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from types import ModuleType
from typing import Any, NoReturn

from builder import __version__
from builder.commands import COMMANDS, command
from builder.commands.saying import BAD_BANK, BAD_USAGE, INTERRUPTED, print_problems
from builder.problems import BankError, UsageError, suggestion


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code: 0 done, 1 the bank has errors, 2 wrong usage."""
    _speak_utf8()
    _start_soon()
    if arguments is None and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # at once, while there is nothing to tidy up
    given = sys.argv[1:] if arguments is None else arguments
    asked = _asked(given)
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
    if arguments is None and (code == INTERRUPTED or asked.name in _LEAVE_AT_ONCE):
        _leave(code)
    return code


def _asked(given: Sequence[str]) -> argparse.Namespace:
    """Return what a command line asks for; end with its usage where that is unknown."""
    name = given[0] if given else ""
    parser = _parser(name)
    if name and name not in COMMANDS and not name.startswith("-"):
        parser.error(f"there is no command '{name}'{suggestion(name, COMMANDS)}")
    asked, unknown = parser.parse_known_args(given)
    if unknown:
        options = re.findall(r"--[\w-]+", asked.parser.format_usage())
        words = [f"'{each}'{suggestion(each, options)}" for each in unknown]
        asked.parser.error(f"not understood: {', '.join(words)}")
    asked.given = given
    return asked


_LEAVE_AT_ONCE = frozenset(("pdf", "serve"))
"""Commands that have tidied up all they made; taking apart what is in memory takes its time."""


def _leave(code: int) -> NoReturn:
    """End this process without taking apart what is in memory."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:  # nobody listens any more
        code = code or BAD_USAGE
    os._exit(code)


def _said(error: OSError) -> str:
    return ": ".join(filter(None, (error.filename, error.strerror))) or str(error)


def _start_soon() -> None:
    """Leave out what makes a short command begin late, before anything of weight is imported."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # no search of all packages
    sys.modules.setdefault("importlib.metadata", _Metadata("importlib.metadata"))


class _Metadata(ModuleType):
    """What finds packages, imported once something of it is used.

    The search that is left out names one function of it, and would import a fifth of all there is.
    """

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # Python itself asks for some as it imports
            raise AttributeError(name)
        return self._entry_points if name == "entry_points" else self._own(name)

    def _entry_points(self, **wanted: str) -> Any:
        return self._own("entry_points")(**wanted)

    def _own(self, name: str) -> Any:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


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
        own.set_defaults(name=name, parser=own)
        if name == asked:
            command(name).add(own)
    return parser
