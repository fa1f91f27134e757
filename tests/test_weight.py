"""What a practice page makes a browser fetch before it can be used, compressed as a host does."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest


@pytest.mark.parametrize(("ending", "most"), [("js", 32 * 1024), ("css", 9 * 1024)])
def test_practice_page_is_light(ending: str, most: int, site: Path) -> None:
    html = (site / "tour/science/index.html").read_text(encoding="utf-8")
    names = re.findall(rf'(?:src|href)="\.\./\.\./(assets/[^"]+\.{ending})"', html)
    assert names
    weight = sum(len(gzip.compress((site / name).read_bytes(), mtime=0)) for name in names)
    assert weight <= most, f"{weight} bytes in {names}"
