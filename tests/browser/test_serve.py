"""Writing with a browser open: what is saved is shown, and a style sheet without a new page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.banks import ROOT, SECTION, section_bank
from tests.serving import serving

pytestmark = pytest.mark.browser

SHEET = ROOT / "templates/assets/css/site.css"


@pytest.fixture
def page(chromium_browser: Browser) -> Iterator[Page]:
    """A page of its own; the script that reloads is livereload's, and no policy is in its way."""
    context = chromium_browser.new_context()
    yield context.new_page()
    context.close()


def test_saved_texts_and_sheets_are_shown(tmp_path: Path, page: Page) -> None:
    content = section_bank(tmp_path, SECTION)
    own = tmp_path / "templates/assets/css/site.css"
    own.parent.mkdir(parents=True)
    own.write_text(SHEET.read_text())
    with serving(tmp_path) as address:
        page.goto(f"{address}e/s/index.html")
        page.wait_for_function("window.LiveReload && LiveReload.connector.protocol")
        (content / "e/s.yaml").write_text(SECTION.replace("Is it?", "Is she?"))
        expect(page.locator(".stem").first).to_have_text("Is she?")
        page.wait_for_function("window.LiveReload && LiveReload.connector.protocol")
        page.evaluate("window.same = true")
        own.write_text(SHEET.read_text() + "\nh1 { color: rgb(1, 2, 3); }\n")
        expect(page.locator("h1").first).to_have_css("color", "rgb(1, 2, 3)")
        assert page.evaluate("window.same")
