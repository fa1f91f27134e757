"""Takes the pictures of the READMEs: `python -m tests.readme_pictures` writes them anew.

A practice page with a question that is answered and checked, and the first page of a printed paper,
in the language of each README.
"""

from __future__ import annotations

import struct
import tempfile
import zlib
from pathlib import Path

import pypdfium2
from playwright.sync_api import Page, ViewportSize

from builder.cli import main as command
from tests.banks import ROOT
from tests.browser.chromium import chromium

PICTURES = ROOT / "docs/pictures"
WINDOW: ViewportSize = {"width": 1280, "height": 900}
SCALE = 1.4
"""Of printed pages: pixels for each point, of which 72 are an inch."""
SHOWN = {"en": ("tour", "computing", 1), "zh": ("demo", "multiple", 2)}
"""By language an exam, a section, and how many options of its first question are chosen."""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        site = Path(folder) / "site"
        command(["build", "--content", str(ROOT / "content"), "--out", str(site)])
        for language, (exam, section, chosen) in SHOWN.items():
            page = browser.new_page(viewport=WINDOW)
            page.goto((site / exam / section / "index.html").as_uri())
            _answer(page, chosen)
            page.screenshot(path=PICTURES / f"practice-{language}.png")
            page.close()
            printed = _first_page(site / exam / "print/paper.pdf")
            (PICTURES / f"paper-{language}.png").write_bytes(printed)


def _answer(page: Page, chosen: int) -> None:
    """Choose the first options of the first question, and check it."""
    question = page.locator(".q").first
    for option in question.locator("input").all()[:chosen]:
        option.check()
    question.locator('[data-do="check"]').click()
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")


def _first_page(path: Path) -> bytes:
    """Return the first page of a PDF in grey, as PNG."""
    shown = pypdfium2.PdfDocument(path)[0].render(scale=SCALE, grayscale=True)
    data = bytes(shown.buffer)
    rows = (data[start : start + shown.width] for start in range(0, len(data), shown.stride))
    head = struct.pack(">IIBBBBB", shown.width, shown.height, 8, 0, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    chunks = ((b"IHDR", head), (b"IDAT", pixels), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )


if __name__ == "__main__":
    main()
