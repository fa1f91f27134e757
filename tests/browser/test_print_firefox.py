"""Papers as Firefox prints them: names, pages, no question split and no heading left alone.

Firefox does not say in its PDFs which characters most Chinese glyphs are: what is looked at is
where digits stand, and the picture.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.browser.firefox import Firefox
from tests.browser.printing import page_count, pixels_of
from tests.layout import layout

pytestmark = pytest.mark.browser


def _rules(page: bytes) -> list[int]:
    """Return how many rules of 12 mm and more stand side by side, row by row of a picture."""
    head = re.match(rb"P5\s+(\d+)\s+\d+\s+255\s", page)
    assert head
    width, dots = int(head[1]), page[head.end() :]
    rows = (dots[start : start + width] for start in range(0, len(dots), width))
    return [len(re.findall(rb"[\x00-\xb0]{24,}", row)) for row in rows]  # 50 dots an inch


def test_questions_and_heads_stay_whole_in_firefox(
    site: Path, tmp_path: Path, fox: Firefox
) -> None:
    fox.open((site / "demo/print/paper.html").as_uri())
    shown = layout(fox.print(tmp_path / "paper.pdf"))
    assert len(shown.sizes) == 4
    assert list(shown.questions()) == list(range(1, 52))
    edge = min(word.left for word in shown.words if word.text == "10.")
    for page in range(4):
        words = sorted(
            (word for word in shown.words if word.page == page), key=lambda word: word.top
        )
        first = [word for word in words if word.top < words[0].top + 20]
        assert page == 0 or min(word.left for word in first) < edge + 8, f"page {page}"
        at_edge = [word.text for word in words if abs(word.left - edge) < 6]
        assert re.fullmatch(r"\d+\.", at_edge[-1]), f"page {page} ends with a head"


def test_names_are_filled_in_below_the_title_in_firefox(
    site: Path, tmp_path: Path, fox: Firefox
) -> None:
    fox.open((site / "demo/print/paper.html").as_uri())
    first, *_ = pixels_of(fox.print(tmp_path / "paper.pdf"))
    assert max(_rules(first)) == 4


@pytest.mark.parametrize(("kind", "most"), [("key", 4), ("sheet", 2)])
def test_key_and_sheet_fill_their_pages_in_firefox(
    kind: str, most: int, site: Path, tmp_path: Path, fox: Firefox
) -> None:
    fox.open((site / f"demo/print/{kind}.html").as_uri())
    pdf = fox.print(tmp_path / f"{kind}.pdf")
    assert page_count(pdf) <= most
    assert all(min(page[20:]) < 100 for page in pixels_of(pdf))
