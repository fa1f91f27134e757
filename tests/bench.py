"""The benchmark: a synthetic bank of N questions, microseconds a question by stage.

Run by `make bench`. Timings depend on the machine: compare figures of one run only.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import io
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

REAL_PAPER = Path(__file__).parent.parent / "content" / "demo"
# A prototype read, checked and rendered a question and wrote it into two pages, practice and paper,
# in 57 µs, of which 15 went to reading YAML: the least that the job is known to take.
_FLOOR_TO_YAML = 57 / 15
# Written to memory where there is a file system in memory: a disk's own speed is not ours.
_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
SECTIONS = ("single", "multiple", "blank", "true-false", "case")


def write_bank(content: Path, count: int) -> int:
    """Write the real paper over and over, each time with other texts, until `count` questions.

    Returns how many questions there are. Every stem, option and explanation is made distinct, so
    that no cache of equal texts helps.
    """
    (content / "site.yaml").parent.mkdir(parents=True, exist_ok=True)
    (content / "site.yaml").write_text("title: Benchmark\nlanguage: zh-Hant\n", encoding="utf-8")
    written = copy = 0
    while written < count:
        exam = content / f"exam-{copy:04}"
        exam.mkdir()
        for name in ("exam", *SECTIONS):
            text = (REAL_PAPER / f"{name}.yaml").read_text(encoding="utf-8")
            (exam / f"{name}.yaml").write_text(distinct(text, copy), encoding="utf-8")
        written += 51
        copy += 1
    return written


def distinct(text: str, copy: int) -> str:
    """Mark every Chinese text of a copy by its number."""
    return text.replace("的", f"的{copy}", text.count("的")).replace("，", f"{copy}，")


def _python(*arguments: str, cwd: Path | None = None) -> float:
    """Return the wall seconds of one Python process."""
    started = time.perf_counter()
    subprocess.run([sys.executable, *arguments], cwd=cwd, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def _median(measure: Callable[[], float], times: int) -> float:
    return statistics.median(measure() for _ in range(times))


@contextlib.contextmanager
def _stage(name: str, count: int, rows: list[tuple[str, float]]) -> Iterator[None]:
    started = time.process_time()
    yield
    rows.append((name, (time.process_time() - started) / count * 1e6))


def stages(content: Path, folder: str, count: int) -> list[tuple[str, float]]:
    """Return CPU microseconds a question, stage by stage, in this process on one core."""
    from builder import load, pages, paper, render, source, write
    from tests.peers import same_job

    rows: list[tuple[str, float]] = []
    gc.disable()
    with _stage("read YAML (a part of the next)", count, rows):
        for path in sorted(content.rglob("*.yaml")):
            source.read(path, path.name)
    with _stage("load, check, render Markdown", count, rows):
        bank, _ = load.bank(content)
    site = {
        "id": bank.id,
        "title": bank.title,
        "base_url": None,
        "repository": None,
        "offline": True,
        "downloads": (),
        "policy": True,
    }
    renderer = render.Renderer(None, site)
    artifacts = []
    with _stage("web pages", count, rows):
        for exam in bank.exams:
            card = pages.exam_card(exam, True)
            artifacts += [renderer.page(page) for page in pages.exam_pages(exam, card, True)]
    with _stage("papers, keys, sheets", count, rows):
        for exam in bank.exams:
            artifacts += [renderer.page(page) for page in paper.papers(exam, True)]
    with tempfile.TemporaryDirectory(dir=folder) as out, _stage("write", count, rows):
        write.write(artifacts, Path(out) / "site")
    rows.append(("sum, without the first row", sum(value for _, value in rows[1:])))
    del bank, artifacts
    with tempfile.TemporaryDirectory(dir=folder) as out, _stage("two pages a section", count, rows):
        same_job.main(content, Path(out) / "site")
    gc.enable()
    return rows


def main() -> None:
    """Print the figures for banks of the sizes asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", type=int, nargs="*", default=[51, 1_000, 10_000])
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--folder", default=_MEMORY, help="where banks and sites are written")
    asked = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # nobody's Python compiles itself each time
    empty = _median(lambda: _python("-c", "pass"), 9)
    help_ = _median(lambda: _python("-m", "builder", "--help"), 9)
    print(f"python -c pass: {empty * 1e3:.0f} ms")
    print(f"exampress --help: {(help_ - empty) * 1e3:+.0f} ms over that")
    for size in asked.sizes:
        _measure(size, asked.times, empty, asked.folder)


def _measure(size: int, times: int, empty: float, where: str | None) -> None:
    with tempfile.TemporaryDirectory(dir=where) as folder:
        os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
        content = Path(folder) / "content"
        count = write_bank(content, size)
        one = _median(lambda: _cold(content, folder, "1"), times)
        two = _median(lambda: _cold(content, folder, "2"), times)
        print(f"\n{count} questions")
        for jobs, wall in (("one process", one), ("two processes", two)):
            micro = wall / count * 1e6
            print(f"  build, {jobs:14} {wall:7.2f} s wall  {micro:7.1f} µs a question")
        print(f"  {one / empty:.0f} and {two / empty:.0f} times `python -c pass`")
        _again(content, folder, times, empty)
        rows = dict(stages(content, folder, count))
        floor = next(iter(rows.values())) * _FLOOR_TO_YAML
        for name, value in rows.items():
            print(f"  {name:32} {value:7.1f} µs a question, {value / floor:4.2f} × the floor")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"  peak memory of a process so far  {peak:7.0f} MB")


def _build(content: Path, out: str, *arguments: str) -> float:
    command = ("-m", "builder", "build", "--no-pdf", "--content", str(content), "--out", out)
    return _python(*command, *arguments, cwd=Path(__file__).parent.parent)


def _cold(content: Path, folder: str, jobs: str) -> float:
    with tempfile.TemporaryDirectory(dir=folder) as out:
        return _build(content, f"{out}/site", "--jobs", jobs)


def _again(content: Path, folder: str, times: int, empty: float) -> None:
    """Print what a build takes that has nothing to do, and one after an edit of one question."""
    out = f"{folder}/again"
    edited = content / "exam-0000" / "single.yaml"
    imports = _median(lambda: _python("-c", "import yaml, jinja2, markdown_it"), 9)

    def edit() -> float:
        edited.write_text(edited.read_text(encoding="utf-8").replace("以下", "以下的", 1), "utf-8")
        return _build(content, out)

    _build(content, out)
    nothing, one = _median(lambda: _build(content, out), max(times, 5)), _median(edit, times)
    print(f"  nothing changed  {nothing * 1e3:6.0f} ms, {nothing / empty:.1f} times `pass`")
    ratio = one / imports
    print(f"  one edit         {one * 1e3:6.0f} ms, {ratio:.1f} times importing three libraries")


if __name__ == "__main__":
    with contextlib.redirect_stderr(io.StringIO()):
        main()
