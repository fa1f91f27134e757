"""How much larger the practice pages of the real paper are than their YAML, and what of."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.bench import REAL_PAPER, SECTIONS
from tests.peers import report
from tests.peers.running import ROOT

_PARTS = (
    ("questions", re.compile(r'<form class="questions".*?</article>\n</form>', re.DOTALL)),
    ("keys for scripts", re.compile(r'<script type="application/json".*?</script>', re.DOTALL)),
    ("furniture for scripts", re.compile(r"<template.*?</template>\n?", re.DOTALL)),
)


def main() -> None:
    """Build the real paper and write the table."""
    with tempfile.TemporaryDirectory() as out:
        build = [sys.executable, "-m", "builder", "build", "--no-pdf", "--no-cache", "--out", out]
        subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
        sizes = [_sizes(name, Path(out, "demo", name, "index.html")) for name in SECTIONS]
    total = [sum(column) for column in zip(*sizes, strict=True)]
    names = (*SECTIONS, "all five")
    rows = [_row(name, each) for name, each in zip(names, (*sizes, total), strict=True)]
    head = ("section", "YAML bytes", "HTML bytes", "HTML ÷ YAML")
    parts = (f"{name} ÷ YAML" for name in (*(part for part, _ in _PARTS), "head, menu, foot"))
    report.fill("yaml", report.table((*head, *parts), rows))


def _sizes(name: str, page: Path) -> list[int]:
    html = page.read_text(encoding="utf-8")
    parts = [sum(len(each.encode()) for each in part.findall(html)) for _, part in _PARTS]
    whole = len(html.encode())
    return [(REAL_PAPER / f"{name}.yaml").stat().st_size, whole, *parts, whole - sum(parts)]


def _row(name: str, sizes: list[int]) -> tuple[str, ...]:
    yaml, html, *parts = sizes
    return (
        name,
        f"{yaml:,}",
        f"{html:,}",
        f"{html / yaml:.2f}",
        *(f"{each / yaml:.2f}" for each in parts),
    )


if __name__ == "__main__":
    main()
