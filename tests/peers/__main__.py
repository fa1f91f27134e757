"""Builds one synthetic bank with exampress and with its peers, turn by turn, and compares.

`make bench-peers`, or `python -m tests.peers 51 1000 10000 100000`. Writes what it measured into
BENCHMARKS.md. The first run installs the peers into an environment of their own.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tests.peers import report
from tests.peers.running import ROOT, Run, environment, hugo_of, python_of, run

_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
"""Written to memory where there is a file system in memory: a disk's own speed is nobody's."""
_SOURCES = ("hugo", "eleventy", "mkdocs", "mkdocs_quiz")
_LARGE = 50_000
"""From here on everything is run once, and what takes minutes is left out."""


def commands(peers: Path, work: Path) -> Mapping[str, tuple[list[str], Path]]:
    """Return how each builds into `OUT`, and in which folder."""
    content = str(work / "content")
    python = python_of(peers)
    return {
        "exampress": (
            [sys.executable, "-m", "builder", "build", "--no-pdf", "--content", content,
             "--out", "OUT"], ROOT,
        ),
        "same job": ([sys.executable, "-m", "tests.peers.same_job", content, "OUT"], ROOT),
        "hugo": ([hugo_of(peers), "--quiet", "--noBuildLock", "-d", "OUT"], work / "hugo"),
        "eleventy": (
            ["node", "node_modules/@11ty/eleventy/cmd.cjs", "--output=OUT"], work / "eleventy",
        ),
        "mkdocs": ([python, "-m", "mkdocs", "build", "-q", "-d", "OUT"], work / "mkdocs"),
        "mkdocs_quiz": ([python, "-m", "mkdocs", "build", "-q", "-d", "OUT"], work / "mkdocs_quiz"),
    }  # fmt: skip


def cold(command: list[str], folder: Path, work: Path) -> dict[str, Any]:
    """Build from nothing into an empty folder: no cache of anybody's, all code compiled."""
    with tempfile.TemporaryDirectory(dir=work) as fresh:
        out = f"{fresh}/out"
        caches = {"XDG_CACHE_HOME": f"{fresh}/cache", "HUGO_CACHEDIR": f"{fresh}/hugo"}
        took = run([out if each == "OUT" else each.replace("=OUT", f"={out}") for each in command],
                   folder, {"PYTHONPATH": str(ROOT), **caches})  # fmt: skip
        files = [path for path in Path(out).rglob("*") if path.is_file()]
        written = sum(path.stat().st_size for path in files)
    return {**took._asdict(), "files": len(files), "bytes": written}


def measure(size: int, rounds: int, peers: Path, work: Path) -> dict[str, Any]:
    """Return everything measured at one size."""
    content = work / "content"
    count = int(_elsewhere(f"bench.write_bank(Path({str(content)!r}), {size})"))
    for name in _SOURCES:
        paths = f"Path({str(content)!r}), Path({str(work / name)!r}), Path({str(peers / 'js')!r})"
        _elsewhere(f"sources.{name}({paths})")
    asked = dict(commands(peers, work))
    if size >= _LARGE:
        del asked["mkdocs_quiz"]
    runs: dict[str, list[dict[str, Any]]] = {name: [] for name in asked}
    if size < _LARGE:
        for command, folder in asked.values():
            cold(command, folder, work)  # so that all code is compiled, and read from the disk
    for turn in range(rounds):
        for name, (command, folder) in asked.items():
            runs[name].append(cold(command, folder, work))
            print(f"{count} {turn + 1}/{rounds} {name:12} {runs[name][-1]['user']:8.2f} s user")
    return {
        "questions": count,
        "commit": _commit(),
        "cold": runs,
        "again": again(content, work, max(rounds, 5)),
    }


def _elsewhere(call: str) -> str:
    """Run a call in another process: a process seems as large as the one that started it."""
    imports = "from pathlib import Path; from tests import bench; from tests.peers import sources"
    program = f"{imports}; print({call})"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def _commit() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def again(content: Path, work: Path, times: int) -> dict[str, list[Any]]:
    """Return runs, turn by turn, of builds with little to do and of what they stand beside."""
    cache = {"XDG_CACHE_HOME": str(work / "cache"), "PYTHONPATH": str(ROOT)}
    build = [sys.executable, "-m", "builder", "build", "--no-pdf", "--content", str(content)]
    build += ["--out", str(work / "again")]
    edited = content / "exam-0000" / "single.yaml"

    def edit() -> Run:
        text = edited.read_text(encoding="utf-8")
        edited.write_text(text.replace("以下", "以下的", 1), encoding="utf-8")
        return run(build, ROOT, cache)

    def python(program: str) -> Callable[[], Run]:
        return lambda: run([sys.executable, "-c", program], ROOT)

    run(build, ROOT, cache)
    steps: dict[str, Callable[[], Run]] = {
        "pass": python("pass"),
        "nothing": lambda: run(build, ROOT, cache),
        "imports": python("import yaml, jinja2, markdown_it"),
        "edit": edit,
    }
    found: dict[str, list[Any]] = {name: [] for name in steps}
    for _ in range(times):
        for name in ("pass", "nothing", "imports", "edit"):
            found[name].append(steps[name]()._asdict())
        run(build, ROOT, cache)  # so that what was edited is too old to be looked at again
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", type=int, nargs="*", default=[51, 1_000, 10_000])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--report", action="store_true", help="only write the tables again")
    parser.add_argument("--environment", type=Path, default=ROOT / ".venv" / "peers")
    asked = parser.parse_args()
    peers = asked.environment.absolute()
    environment(peers)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    results = peers / "results.json"
    found = json.loads(results.read_text()) if results.exists() else {}
    for size in () if asked.report else asked.sizes:
        rounds = 1 if size >= _LARGE else asked.rounds
        with tempfile.TemporaryDirectory(dir=_MEMORY) as work:
            found[str(size)] = measure(size, rounds, peers, Path(work))
        results.write_text(json.dumps(found))
    report.write(found)


if __name__ == "__main__":
    main()
