"""Counts attacks: `python -m tests.hostile_figures` prints how many were tried and contained.

Everything is tried, where the tests take a part of some of it: it takes some minutes.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path

from builder.build import build
from builder.decoding import ReadError
from builder.formats import incoming
from builder.options import Options
from tests.hostile_bank import PLACES, attacks, hostile_bank, refusal, titled_bank
from tests.hostile_imports import files, imported_bank, packed
from tests.hostile_pages import data, differences


def main() -> int:
    """Try every attack in every place, and print a line for each way in."""
    places = Counter(bool(refusal(each.text, place)) for each in attacks() for place in PLACES)
    escaped = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, bank in (("texts of questions", hostile_bank), ("titles and notes", titled_bank)):
            one, two = Path(folder, name, "a"), Path(folder, name, "b")
            for place, harmless in ((one, False), (two, True)):
                build(Options(bank(place, harmless=harmless), out=place / "site"))
            compared, differ = _compared(one / "site", two / "site")
            escaped += differ
            print(f"{name}: {compared} files compared with harmless twins, {differ} differ")
    with tempfile.TemporaryDirectory() as folder:
        content, became = imported_bank(Path(folder))
        build(Options(content, out=Path(folder) / "site"))
        print(f"files to import, each on its own: {dict(became)}; all imported ones are built")
    shown, refused = places[False], places[True]
    print(f"{len(attacks())} attacks × {len(PLACES)} places = {shown + refused} tried")
    print(f"  {refused} refused with their place, {shown} shown as text, {escaped} escaped")
    crashed = sum(map(_imports, (files(), packed())))
    return 1 if escaped or crashed else 0


def _compared(one: Path, two: Path) -> tuple[int, int]:
    paths = [path.relative_to(two) for path in two.rglob("*") if path.suffix in (".html", ".js")]
    paths = [path for path in paths if path.suffix == ".html" or path.name == "data-search.js"]
    return len(paths), sum(_differs(one / path, two / path) for path in paths)


def _differs(one: Path, two: Path) -> bool:
    first, second = (path.read_text(encoding="utf-8") for path in (one, two))
    return data(first) != data(second) if one.suffix == ".js" else differences(first, second) != []


def _imports(tried: object) -> int:
    found: Counter[str] = Counter()
    for _, form, content in tried:  # type: ignore[attr-defined]
        try:
            incoming.read(content, f"x.{form}", form)
            found["read"] += 1
        except ReadError:
            found["refused"] += 1
        except (ArithmeticError, LookupError, RuntimeError, TypeError, ValueError) as error:
            print(f"{form}: {error!r}", file=sys.stderr)
            found["crashed"] += 1
    print(f"imported files: {found.total()} tried, {dict(found)}")
    return found["crashed"]


if __name__ == "__main__":
    sys.exit(main())
