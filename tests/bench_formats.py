"""How long export and import take, and how much memory: `python -m tests.bench_formats 5000`.

One exam of as many questions, of eight types in turn, goes out by `exampress export` and comes back
by `exampress import`, each in a process of its own; half as many questions first, so that growth
shows. Timings depend on the machine: compare figures of one run only.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from builder.formats import WRITERS

_ROOT = Path(__file__).parent.parent
_LIMIT = 10.0
"""Seconds that a command may take for 5,000 questions."""
_READ = {"qti-1.2": "qti", "qti-2.1": "qti", "qti-2.2": "qti", "qti-3.0": "qti"}
_ONE_WAY = ("anki", "docx")
_IN_SECTION = 500


class Cost(NamedTuple):
    """What one command took: seconds of the processor, and megabytes at its peak."""

    seconds: float
    megabytes: float


def question(number: int) -> dict[str, object]:
    """Return a question of one of eight types, no two of which are alike."""
    common = {
        "id": f"q{number}",
        "explanation": f"因为第 {number} 条规则是 **这样**：$x^{{{number}}}$。",
    }
    options = [f"选项 {number}-{at}，长度不同" for at in range(4)]
    own: list[dict[str, object]] = [
        {"type": "single", "options": options, "answer": "B"},
        {"type": "multiple", "options": options, "answer": ["A", "C"]},
        {"type": "true-false", "answer": "true"},
        {
            "type": "blank",
            "stem": f"第 {number} 个是 ___。",
            "answer": [[f"词{number}", f"w{number}"]],
        },
        {"type": "numeric", "answer": str(number), "tolerance": "0.5"},
        {"type": "matching", "pairs": [[f"左{number}{at}", f"右{number}{at}"] for at in range(3)]},
        {"type": "ordering", "items": options},
        {"type": "essay", "answer": f"示例答案 {number}。"},
    ]
    return {"stem": f"第 {number} 题：下列哪一项是 *正确* 的？", **common, **own[number % len(own)]}


def write_bank(content: Path, count: int) -> None:
    """Write one exam of `count` questions."""
    folder = content / "e"
    folder.mkdir(parents=True)
    names = []
    for start in range(0, count, _IN_SECTION):
        questions = [question(at) for at in range(start, min(start + _IN_SECTION, count))]
        names.append(f"s{start}.yaml")
        section = {"title": f"第 {start} 部分", "questions": questions}
        (folder / names[-1]).write_text(json.dumps(section, ensure_ascii=False), encoding="utf-8")
    front = {"title": "大考", "language": "zh-Hans", "sections": names}
    (folder / "exam.yaml").write_text(json.dumps(front, ensure_ascii=False), encoding="utf-8")


def run(arguments: Sequence[str], folder: Path) -> Cost:
    """Run the command line in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(_ROOT), "XDG_CACHE_HOME": str(folder / "cache")}
    with subprocess.Popen(
        [sys.executable, "-m", "builder", *arguments],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as process:
        said = process.stderr.read() if process.stderr else b""
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(arguments)} ended with {process.returncode}: {said[-800:]!r}")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def both(form: str, folder: Path) -> tuple[Cost, Cost | None]:
    """Return what export and import took; no import of a format that is only written."""
    out = folder / f"out-{form.replace('.', '-')}"
    written = run(("export", "--to", form, "--out", str(out)), folder)
    if form in _ONE_WAY:
        return written, None
    files = sorted(str(each) for each in out.rglob("*") if each.is_file())
    into = ("--into", str(folder / "back" / form.replace(".", "-")))
    return written, run(("import", "--from", _READ.get(form, form), *into, *files), folder)


def main() -> None:
    """Print a row a format: seconds and megabytes for half of the questions, and for all."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    forms = sys.argv[2:] or list(WRITERS)
    slow = []
    print(f"| format | export {count // 2}, {count} | import {count // 2}, {count} |")
    print("| --- | --- | --- |")
    with tempfile.TemporaryDirectory() as name:
        for part in (count // 2, count):
            write_bank(Path(name) / str(part) / "content", part)
        for form in forms:
            half, whole = (both(form, Path(name) / str(part)) for part in (count // 2, count))
            cells = [
                f"{a.seconds:.1f}, {b.seconds:.1f} s; {a.megabytes:.0f}, {b.megabytes:.0f} MB"
                if a and b
                else "–"
                for a, b in zip(half, whole, strict=True)
            ]
            print(f"| `{form}` | {' | '.join(cells)} |", flush=True)
            slow += [form for each in whole if each and each.seconds > _LIMIT]
    if slow:
        raise SystemExit(f"more than {_LIMIT:.0f} s: {', '.join(slow)}")


if __name__ == "__main__":
    main()
