"""The commands, one a module: `add` adds its arguments, `run` does it and returns the exit code."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from typing import Protocol, cast


class Command(Protocol):
    """What the module of a command has."""

    add: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


COMMANDS = {
    "new": "write a working bank into a new folder",
    "check": "show every problem of the bank",
    "build": "build the site from the bank",
    "verify": "check a published site against what was built",
    "serve": "build, watch, reload the browser",
    "pdf": "print papers as PDF files",
    "import": "read a paper, from text, Word or Excel, into a new exam",
    "export": "write the bank in another format",
    "seal": "show the links that open sealed answers, or publish a key",
    "ids": "write missing question ids into the files",
}
"""What each command does, in the order of the help."""
_MODULES = {"import": "importing"}
"""Where a command's name is no name for a module."""


def command(name: str) -> Command:
    """Return the module of a command; nobody pays for the others."""
    return cast("Command", import_module(f"builder.commands.{_MODULES.get(name, name)}"))
