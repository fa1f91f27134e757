"""What was measured, as tables between marks in BENCHMARKS.md."""

from __future__ import annotations

import datetime
import os
import platform
import re
import statistics
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tests.peers.running import NODE, PYTHON, ROOT

DOCUMENT = ROOT / "BENCHMARKS.md"
_NAMES = {
    "exampress": "exampress, the whole site",
    "same job": "exampress, the same job only",
    "hugo": "Hugo",
    "eleventy": "Eleventy",
    "mkdocs": "MkDocs",
    "mkdocs_quiz": "mkdocs-quiz on Material",
}
_PEERS = ("hugo", "eleventy", "mkdocs", "mkdocs_quiz")
_SIZES = ("51", "1000", "10000", "100000")
Found = Mapping[str, Any]


def write(found: Found) -> None:
    """Write every table that peers give."""
    tables = {
        "machine": _machine(found),
        "bars": _bars(found),
        "times": _times(found),
        "ratios": _ratios(found),
        "again": _again(found),
    }
    for name, text in tables.items():
        fill(name, text)


def fill(name: str, text: str) -> None:
    """Write what stands between the marks of this name. Raises ValueError if there are none."""
    whole = DOCUMENT.read_text(encoding="utf-8")
    marks = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
    if not marks.search(whole):
        raise ValueError(f"BENCHMARKS.md has no marks '{name}'")
    DOCUMENT.write_text(marks.sub(lambda at: f"{at[1]}{text}\n{at[2]}", whole), encoding="utf-8")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown; numbers stand to the right."""
    lines = [head, ["---", *("---:" for _ in head[1:])], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def machine() -> str:
    """Return what machine this is, as far as it matters, and the day."""
    day = datetime.datetime.now(tz=datetime.UTC).date()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (
        f"{day}, {platform.system()}, {platform.machine()}, {cores} cores shared with other work, "
        f"Python {platform.python_version()}"
    )


def median(runs: Iterable[Mapping[str, float]], what: str) -> float:
    return statistics.median(run[what] for run in runs)


def _ratio(ours: Sequence[Found], theirs: Sequence[Found], what: str) -> float:
    """Return the median of the ratios of runs that stood next to each other."""
    pairs = zip(ours, theirs, strict=True)
    # a clock that counts in slices may say that a short run took nothing
    return float(statistics.median(a[what] / (b[what] or 0.004) for a, b in pairs))


def _sizes(found: Found) -> list[str]:
    return [size for size in _SIZES if size in found]


def _machine(found: Found) -> str:
    lines = [f"{machine()}. Peers: {', '.join(f'`{each}`' for each in (*PYTHON, *NODE))}.", ""]
    rows = []
    for size in _sizes(found):
        passed = found[size]["again"]["pass"]
        spreads = (
            f"{min(all_of):.0f} · {statistics.median(all_of):.0f} · {max(all_of):.0f}"
            for all_of in ([run[what] * 1e3 for run in passed] for what in ("wall", "user"))
        )
        count, commit = f"{found[size]['questions']:,}", found[size].get("commit", "")
        rows.append((count, f"`{commit}`", *spreads, str(len(passed))))
    head = ("questions", "at", "`python -c pass`, wall ms, least · middle · most", "user ms")
    return "\n".join((*lines, table((*head, "runs"), rows)))


def _times(found: Found) -> str:
    rows = []
    for size in _sizes(found):
        count = found[size]["questions"]
        for name, runs in found[size]["cold"].items():
            rows.append(
                (
                    f"{count:,} · {_NAMES[name]}",
                    f"{median(runs, 'wall'):.2f}",
                    f"{median(runs, 'user'):.2f}",
                    f"{median(runs, 'user') / count * 1e6:,.0f}",
                    f"{median(runs, 'peak'):,.0f}",
                    f"{runs[0]['files']:,}",
                    f"{runs[0]['bytes'] / 1e6:,.1f}",
                    str(len(runs)),
                )
            )
    head = ("questions · program", "wall s", "user s", "user µs a question", "peak MB")
    return table((*head, "files", "MB written", "runs"), rows)


def _ratios(found: Found) -> str:
    rows = []
    for size in _sizes(found):
        cold = found[size]["cold"]
        for ours in ("exampress", "same job"):
            values = [_both(cold[ours], cold[peer]) if peer in cold else "–" for peer in _PEERS]
            rows.append((f"{found[size]['questions']:,} · {_NAMES[ours]}", *values))
    return table(("user (wall)", *(f"÷ {_NAMES[peer]}" for peer in _PEERS)), rows)


def _both(ours: Sequence[Found], theirs: Sequence[Found]) -> str:
    return f"{_ratio(ours, theirs, 'user'):.2f} ({_ratio(ours, theirs, 'wall'):.2f})"


def _again(found: Found) -> str:
    rows = []
    for size in _sizes(found):
        again = found[size]["again"]
        nothing, passed = _ratio(again["nothing"], again["pass"], "wall"), again["pass"]
        edit = _ratio(again["edit"], again["imports"], "wall")
        rows.append(
            (
                f"{found[size]['questions']:,}",
                f"{median(passed, 'wall') * 1e3:.0f}",
                f"{median(again['nothing'], 'wall') * 1e3:.0f}",
                f"{nothing:.1f} ({_ratio(again['nothing'], passed, 'user'):.1f})",
                f"{median(again['imports'], 'wall') * 1e3:.0f}",
                f"{median(again['edit'], 'wall') * 1e3:.0f}",
                f"{edit:.1f} ({_ratio(again['edit'], again['imports'], 'user'):.1f})",
            )
        )
    head = ("questions", "`pass` ms", "nothing changed ms", "÷ `pass`, wall (user)")
    return table((*head, "3 imports ms", "one edit ms", "÷ imports, wall (user)"), rows)


_BARS: tuple[tuple[str, str, Mapping[str, float]], ...] = (
    ("whole site, cold ÷ Hugo", "hugo", {"51": 2.0, "1000": 1.0, "10000": 0.85, "100000": 0.75}),
    ("same job only, cold ÷ Hugo", "job", {"51": 2.0, "1000": 1.0, "10000": 0.85, "100000": 0.75}),
    ("whole site, cold ÷ MkDocs", "mkdocs", {"1000": 1 / 2, "10000": 1 / 3, "100000": 1 / 4}),
    ("nothing changed ÷ `python -c pass`, wall", "nothing",
     {"51": 3, "1000": 3, "10000": 4, "100000": 15}),
    ("one edit ÷ importing three libraries, wall", "edit",
     {"51": 1.8, "1000": 1.8, "10000": 2, "100000": 3}),
    ("peak MB of the largest process", "peak",
     {"51": 60, "1000": 70, "10000": 100, "100000": 300}),
)  # fmt: skip


def _value(found: Found, size: str, name: str) -> float | None:
    cold, again = found[size]["cold"], found[size]["again"]
    what = "wall" if size == "51" else "user"
    if name == "peak":
        return median(cold["exampress"], "peak")
    if name == "nothing":
        return _ratio(again["nothing"], again["pass"], "wall")
    if name == "edit":
        return _ratio(again["edit"], again["imports"], "wall")
    ours, peer = ("same job", "hugo") if name == "job" else ("exampress", name)
    return _ratio(cold[ours], cold[peer], what) if peer in cold else None


def _verdict(value: float | None, bar: float | None) -> str:
    if value is None or bar is None:
        return "–"
    said = f"{value:.0f}" if bar >= 50 else f"{value:.2f}"
    most = f"{bar:g}" if bar >= 0.4 else f"{bar:.2f}"
    if value <= bar:
        return f"{said} ≤ {most}: met"
    return f"{said} > {most}: missed by {value / bar - 1:.0%}"


def _bars(found: Found) -> str:
    rows = [
        (said, *(_verdict(_value(found, size, name), bars.get(size)) if size in found else "–"
                 for size in _SIZES))
        for said, name, bars in _BARS
    ]  # fmt: skip
    if "10000" in found and "100000" in found:
        per = [median(found[size]["cold"]["exampress"], "cpu") / found[size]["questions"]
               for size in ("10000", "100000")]  # fmt: skip
        rows.append(
            ("CPU a question at 100k ÷ at 10k", "–", "–", "–", _verdict(per[1] / per[0], 1.2))
        )
    return table(("bar", "52", "1k", "10k", "100k"), rows)
