"""Pages to PDF by an installed Chromium: what `exampress pdf --engine chromium` prints with.

Its files hold the time and numbers of their own, so no two runs give the same bytes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from builder import parallel, write
from builder.model import Artifact
from builder.problems import UsageError

PROGRAMS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
)
PATIENCE = 120
"""Seconds until a page must be printed."""


def program() -> str:
    """Return the Chromium to run: `$CHROMIUM`, or the first that is installed.

    Raises UsageError if there is none.
    """
    named = os.environ.get("CHROMIUM")
    found = filter(None, map(shutil.which, (named,) if named else PROGRAMS))
    try:
        return next(found)
    except StopIteration:
        message = "--engine chromium needs Chromium or Chrome; $CHROMIUM may name the program"
        raise UsageError(message) from None


def printed(
    files: Iterable[Artifact], pages: Sequence[str], jobs: int
) -> Iterator[tuple[int, bytes]]:
    """Yield the place of each of these pages and its PDF, as it is done.

    `files` are the pages, by their paths, and all that they show. Raises UsageError for a page
    that Chromium does not print.
    """
    chromium = program()
    with tempfile.TemporaryDirectory() as folder:
        for each in files:
            write.put(each, Path(folder))

        def work(page: str) -> bytes | str:
            return _print(chromium, Path(folder) / page)

        for index, result in parallel.streamed(work, pages, [1] * len(pages), jobs):
            if isinstance(result, str):
                raise UsageError(f"{pages[index]} cannot be printed: {result}")
            yield index, result


def _print(chromium: str, page: Path) -> bytes | str:
    """Return a page as PDF, or what Chromium says against it."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.pdf"
        command = [
            chromium,
            "--headless",
            "--disable-gpu",
            "--no-first-run",
            f"--user-data-dir={folder}/profile",
            *(("--no-sandbox",) if _is_root() else ()),
            "--no-pdf-header-footer",
            "--generate-pdf-document-outline",
            f"--print-to-pdf={out}",
            page.as_uri(),
        ]
        try:
            done = subprocess.run(  # noqa: S603  # our own file, and a program the user installed
                command, capture_output=True, timeout=PATIENCE, check=False
            )
        except subprocess.TimeoutExpired:
            return f"not done after {PATIENCE} seconds"
        if not out.is_file():
            said = done.stderr.decode(errors="backslashreplace").strip().splitlines()
            return said[-1] if said else f"exit code {done.returncode}"
        return out.read_bytes()


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
