"""The benchmark of printing: one paper, 200 forms, a paper for each of many people.

Run by `make bench-print`. Seconds depend on the machine, so they stand beside those of
`python -c pass`; megabytes are what all processes of a run hold at once (Linux only).
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from tests.peers import report

ROOT = Path(__file__).parent.parent
_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None


class Run(NamedTuple):
    """What one run of a command took."""

    seconds: float
    largest: int
    """Megabytes that its largest process held at most."""
    together: int
    """Megabytes that all its processes held together at most; what they share counts once."""


def run(*arguments: str) -> Run:
    """Return what one Python process took, and its children."""
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, *arguments], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    held: list[tuple[int, int]] = [(0, 0)]
    watching = threading.Thread(target=_watch, args=(process, held))
    watching.start()
    code = process.wait()
    seconds = time.perf_counter() - started
    watching.join()
    if code:
        raise ChildProcessError(f"{' '.join(arguments)} ends with {code}")
    return Run(seconds, max(one for one, _ in held), max(both for _, both in held))


def _watch(process: subprocess.Popen[bytes], held: list[tuple[int, int]]) -> None:
    while process.poll() is None:
        each = [*_megabytes(process.pid)]
        held.append((max(each, default=0), sum(each)))
        time.sleep(0.25)


def _megabytes(process: int) -> Iterator[int]:
    """Yield what a process and its descendants hold, each its share of what is shared."""
    try:
        rows = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()
        children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    except (OSError, ProcessLookupError):
        return
    yield next(int(row.split()[1]) for row in rows if row.startswith("Pss:")) // 1024
    for child in children.split():
        yield from _megabytes(int(child))


def once(*arguments: str, times: int) -> Run:
    """Return what a command takes, in the middle of several runs."""
    runs = [run(*arguments) for _ in range(times)]
    return Run(
        statistics.median(each.seconds for each in runs),
        max(each.largest for each in runs),
        max(each.together for each in runs),
    )


def _printing(folder: str, *arguments: str) -> tuple[str, ...]:
    return ("-m", "builder", "pdf", "demo", "--out", folder, *arguments)


def _one_and_forms(times: int, forms: int) -> Iterator[Row]:
    with tempfile.TemporaryDirectory(dir=_MEMORY) as folder:
        nothing = once("-c", "pass", times=times).seconds
        one = once(*_printing(folder), times=times)
        many = run(*_printing(folder, "--forms", str(forms)))
        alone = run(*_printing(folder, "--forms", str(forms), "--jobs", "1"))
    yield "`python -c pass`", f"{nothing:.3f}", "–", "–", ""
    yield row("one paper", one, f"{one.seconds / nothing:.0f} × `pass`")
    yield row(f"{forms} forms", many, f"{many.seconds / one.seconds:.0f} × one paper")
    yield row("the same in one process", alone, f"{alone.seconds / one.seconds:.0f} × one paper")


Row = tuple[str, str, str, str, str]


def row(name: str, took: Run, said: str) -> Row:
    """Return one row of the table."""
    return name, f"{took.seconds:.2f}", str(took.largest), str(took.together), said


def _people(sizes: Sequence[int]) -> Iterator[Row]:
    for size in sizes:
        with tempfile.TemporaryDirectory(dir=_MEMORY) as folder:
            people = Path(folder) / "people.csv"
            rows = (f"{number:08},考生{number}" for number in range(1, size + 1))
            people.write_text("\n".join(["考號,姓名", *rows]) + "\n", encoding="utf-8")
            took = run(*_printing(folder, "--per-person", str(people), "--forms", "4"))
        yield row(f"{size:,} people", took, f"{took.seconds / size * 1e3:.1f} ms a paper")


def main() -> None:
    """Print the table, and write it into BENCHMARKS.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("people", type=int, nargs="*", default=[500, 1000, 2000, 10_000])
    parser.add_argument("--times", type=int, default=9)
    parser.add_argument("--forms", type=int, default=200)
    asked = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # nobody's Python compiles itself each time
    rows = []
    for each in chain(_one_and_forms(asked.times, asked.forms), _people(asked.people)):
        print(" | ".join(each), flush=True)
        rows.append(each)
    head = ("what is printed", "seconds", "MB, the largest process", "MB, all", "")
    report.fill("print", f"{report.machine()}.\n\n{report.table(head, rows)}")


if __name__ == "__main__":
    main()
