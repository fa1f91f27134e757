"""Fuzzing that coverage leads (`pip install atheris`, on Linux). Tests nothing itself."""

from __future__ import annotations

import importlib
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FunctionType
from typing import Any


def run(
    one: Callable[[bytes], None],
    modules: Iterable[str],
    count: int,
    longest: int,
    seeds: Iterable[bytes] = (),
) -> None:
    """Try so many inputs of at most `longest` bytes; end the process at the first fault.

    What the functions of `modules` (and of those below them) run through leads the way, from the
    `seeds` on.
    """
    atheris: Any = importlib.import_module("atheris")
    wanted = tuple(modules)
    for name, module in [*sys.modules.items()]:
        if name in wanted or name.startswith(tuple(f"{each}." for each in wanted)):
            _watch(atheris, module, name)
    with tempfile.TemporaryDirectory() as folder:
        for number, seed in enumerate(seeds):
            Path(folder, str(number)).write_bytes(seed[:longest])
        options = [f"-runs={count}", f"-max_len={longest}", "-seed=1", "-rss_limit_mb=4096"]
        atheris.Setup(["fuzz", *options, folder], one)
        atheris.Fuzz()


def _watch(atheris: Any, place: Any, name: str) -> None:
    """Let coverage be seen in the functions that a module, or a class of it, defines."""
    for key, value in [*vars(place).items()]:
        if getattr(value, "__module__", "") != name:
            continue
        if isinstance(value, FunctionType):
            setattr(place, key, atheris.instrument_func(value))
        elif isinstance(value, type) and value is not place:
            _watch(atheris, value, name)
