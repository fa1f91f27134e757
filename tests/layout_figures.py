"""What is laid out badly in many forms of the real paper. Run by `make layout`; needs poppler."""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections import Counter
from pathlib import Path

from builder import forms
from builder.printing import Request, print_papers
from tests.layout import faults, layout, slack

CONTENT = Path(__file__).parent.parent / "content"


def main() -> int:
    """Print the figures; return how many faults there are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("forms", type=int, nargs="?", default=200)
    asked = parser.parse_args()
    found: Counter[str] = Counter()
    free: list[float] = []
    pages: Counter[int] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        names = forms.names(asked.forms)
        done = print_papers(Request(CONTENT, out=Path(folder), units=("demo",), forms=names))
        for name, path in zip(names, done.files, strict=True):
            shown = layout(path)
            pages[len(shown.sizes)] += 1
            free += slack(shown)
            found.update(each.kind for each in faults(shown, f"{name}卷"))
    print(f"{asked.forms} forms, pages: {dict(pages)}")
    for kind in ("split", "stranded", "misaligned", "footer"):
        print(f"{kind:11} {found[kind]:4}")
    print(f"free at the end of a page: {statistics.median(free):.1f} mm in the middle")
    return found.total()


if __name__ == "__main__":
    raise SystemExit(min(main(), 1))
