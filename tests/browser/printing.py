"""What a page looks like when it is printed: its text, its pages, its pixels (by poppler)."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from playwright.sync_api import Page


def printed(page: Page, path: Path) -> Path:
    """Writes the page as Chromium prints it, in the size the page itself asks for."""
    page.pdf(path=path, prefer_css_page_size=True)
    return path


def text_of(pdf: Path) -> str:
    """All text without its white space, in two orders: as it is laid out, and as it is drawn.

    Superscripts make a mess of the first, letters in bold of the second.
    """
    laid_out, drawn = _output("pdftotext", pdf, "-"), _output("pdftotext", "-raw", pdf, "-")
    return f"{squeezed(laid_out)} {squeezed(drawn)}"


def page_count(pdf: Path) -> int:
    """The number of pages."""
    found = re.search(r"^Pages:\s+(\d+)$", _output("pdfinfo", pdf), re.MULTILINE)
    assert found
    return int(found[1])


def pixels_of(pdf: Path) -> list[bytes]:
    """An image of each page."""
    stem = pdf.with_suffix("")
    _output("pdftoppm", "-r", "50", "-gray", pdf, stem)
    return [path.read_bytes() for path in sorted(pdf.parent.glob(f"{stem.name}-*.pgm"))]


def squeezed(text: str) -> str:
    """A text without white space and the characters that only guide line breaks."""
    return re.sub(r"[\s\u00ad\u200b\u2060]+", "", text)


def _output(*command: str | Path) -> str:
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout
