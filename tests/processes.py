"""Processes that tests start and that never outlive them."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def started(command: list[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Start a process that speaks text; it is killed at the end, however that comes.

    `Popen` by itself waits for a process for ever, also where the test has failed.
    """
    with subprocess.Popen(command, text=True, **options) as process:
        try:
            yield process
        finally:
            process.kill()
