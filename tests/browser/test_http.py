"""The site served below `/repo/`, as GitHub Pages does: links, and the page for a wrong address."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from builder.build import build
from builder.options import Options
from tests.banks import CONTENT
from tests.browser.axe import violations
from tests.browser.conftest import NewReader

pytestmark = pytest.mark.browser


class Host(SimpleHTTPRequestHandler):
    """Serves a folder, and our 404 page at any depth for what is missing."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        body = Path(self.directory, "repo/404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        pass


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the real site below `/repo/`."""
    root = tmp_path_factory.mktemp("http")
    build(Options(CONTENT, out=root / "repo", base_url="https://someone.github.io/repo/"))
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(root))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/repo/"
        server.shutdown()


def follow(page: Page, link: str, to: str) -> None:
    page.get_by_role("link", name=link, exact=True).first.click()
    page.wait_for_url(f"**/repo/{to}")
    expect(page.locator("main h1")).to_be_visible()


def test_links_lead_from_home_to_paper_and_back(repo: str, new_reader: NewReader) -> None:
    page = new_reader().open(repo)
    follow(page, "A tour of exampress", "tour/index.html")
    follow(page, "Science", "tour/science/index.html")
    follow(page, "Next section Geography", "tour/geography/index.html")
    follow(page, "Print", "tour/geography/print/index.html")
    follow(page, "Student paper", "tour/geography/print/paper.html")
    follow(page, "Answer key", "tour/geography/print/key.html")
    follow(page, "Answer sheet", "tour/geography/print/sheet.html")
    follow(page, "← Back to practice", "tour/geography/index.html")
    follow(page, "A tour of exampress", "tour/index.html")
    follow(page, "Print", "tour/print/index.html")
    follow(page, "Answer key", "tour/print/key.html")
    follow(page, "← Back to practice", "tour/index.html")
    follow(page, "exampress 示範題庫", "index.html")


def test_skip_link_leads_to_the_content(repo: str, new_reader: NewReader) -> None:
    page = new_reader().open(repo)
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("main a:visible").first).to_be_focused()


def test_progress_is_shown_on_the_way_back(repo: str, new_reader: NewReader) -> None:
    page = new_reader().open(f"{repo}tour/science/index.html")
    page.locator("#pendulum input").first.check()
    page.goto(f"{repo}tour/index.html")
    expect(page.locator(".done:visible")).to_have_text("1 / 6 done")
    page.goto(repo)
    expect(page.locator(".done:visible")).to_have_text("已答 1 / 24")


@pytest.mark.parametrize("path", ["nowhere", "tour/nowhere/page.html", "a/b/c/d/"])
def test_missing_page_has_its_style_and_a_way_home(
    path: str, repo: str, new_reader: NewReader
) -> None:
    reader = new_reader(forgiven=r"404")
    page = reader.open(repo + path)
    expect(page.locator("h1")).to_have_text("找不到這個頁面")
    assert page.evaluate("[...document.styleSheets].some((sheet) => sheet.cssRules.length > 50)")
    expect(
        page.locator("#_controls [data-do=settings]")
    ).to_be_visible()  # so that the script has run, too
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page) == []
    page.locator("a.button").click()
    page.wait_for_url(f"{repo}index.html")
