"""How the print pages of the real paper come out of WebKit. Run by `make webkit`; needs poppler.

WebKit comes with the system, not by pip, and is large: no other command asks for it.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from builder import build
from builder.options import Options
from tests.layout import Layout, faults, layout

ROOT = Path(__file__).parent.parent
PRINT = ROOT / "tests/browser/webkit_print.py"
MARGINS = (7, 15, 25)
"""What print dialogs leave free, in mm."""
KINDS = ("paper", "key", "sheet", "teacher")
_SEEN = 15
"""Nearer to the edge, `layout` takes words for a header."""
_POINT = 25.4 / 72


def main() -> int:
    """Print the figures; return how many faults there are."""
    found = 0
    with tempfile.TemporaryDirectory() as there:
        folder = Path(there)
        build.build(Options(content=ROOT / "content", out=folder / "site"))
        for margin in MARGINS:
            pdfs = _printed(folder, margin)
            for kind, path in pdfs.items():
                shown = layout(path)
                asked = _asked(shown) if kind == "paper" and margin >= _SEEN else ()
                said = [*_outside(shown, margin), *asked]
                found += len(said)
                print(f"{margin} mm, {kind}: {len(shown.sizes)} pages, {len(said)} faults", *said)
    return found


def _printed(folder: Path, margin: int) -> dict[str, Path]:
    pages = folder / "site/demo/print"
    pdfs = {kind: folder / f"{kind}-{margin}.pdf" for kind in KINDS}
    command = ["xvfb-run", "-a", "/usr/bin/python3", str(PRINT), str(margin)]
    for kind, path in pdfs.items():
        command += [f"{(pages / kind).as_uri()}.html", str(path)]
    environment = os.environ | {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}  # our own pages
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL, env=environment)
    return pdfs


def _outside(shown: Layout, margin: int) -> Iterator[str]:
    """Yield words that stand beyond what the dialog leaves; a box may be higher than its line."""
    for word in shown.words:
        width, height = shown.sizes[word.page]
        middle = (word.top + word.bottom) / 2
        edges = (word.left, middle, width - word.right, height - middle)
        if min(edges) < margin / _POINT - 1:
            yield f"'{word.text}' on page {word.page + 1}"


def _asked(shown: Layout) -> Iterator[str]:
    """Yield questions that are split or lacking, and heads that are left alone."""
    yield from (
        f"{each.kind}: {each.place}" for each in faults(shown) if each.kind in ("split", "stranded")
    )
    lacking = set(range(1, 52)) - set(shown.questions())
    yield from (f"lacking: question {number}" for number in sorted(lacking))
    first = [word.text for word in shown.words if word.page == 0]
    if not {"學校", "班級", "姓名", "考號"} <= {re.sub(r"\W", "", text) for text in first}:
        yield "lacking: names to fill in"


if __name__ == "__main__":
    raise SystemExit(min(main(), 1))
