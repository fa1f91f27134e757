"""Serving while writing: what each address gives, and a broken bank over the last good site."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from builder.build import Built, base_path
from builder.options import Options
from builder.problems import Problem
from builder.serve import Preview, _ChangeWatcher
from tests.banks import ROOT, SECTION, section_bank

BROKEN = SECTION.replace("answer: true", "answer: <b>")


class Browser:
    """Asks a preview for addresses, as a server would."""

    def __init__(self, folder: Path, base_url: str | None = None) -> None:
        self.content = section_bank(folder, SECTION)
        self.reports: list[Built | tuple[Problem, ...]] = []
        options = Options(self.content, out=folder / "site", base_url=base_url, preview=True)
        self.preview = Preview(options, self.reports.append)
        self.preview.rebuild()

    def get(self, path: str) -> tuple[str, dict[str, str], str]:
        """Return status, headers and body of an address."""
        answer: list[tuple[str, dict[str, str]]] = []
        raw = path.encode().decode("latin-1")  # WSGI's way to carry UTF-8
        body = self.preview({"PATH_INFO": raw}, lambda s, h: answer.append((s, dict(h))))
        (status, headers), text = answer[0], b"".join(body).decode()
        return status, headers, text


@pytest.fixture
def browser(tmp_path: Path) -> Browser:
    return Browser(tmp_path)


@pytest.mark.parametrize("path", ["/", "/index.html", "/e/", "/e/s/index.html", "/e/print/"])
def test_page_is_given(path: str, browser: Browser) -> None:
    status, headers, body = browser.get(path)
    assert (status, headers["Content-Type"]) == ("200 OK", "text/html; charset=utf-8")
    assert headers["Cache-Control"] == "no-store"
    assert body.rstrip().endswith("</html>")


def test_folder_without_its_slash_is_sent_there(browser: Browser) -> None:
    status, headers, _ = browser.get("/e")
    assert (status, headers["Location"]) == ("302 Found", "/e/")


@pytest.mark.parametrize(
    "path", ["/nowhere", "/e/nowhere.html", "/../content/e/s.yaml", "/.exampress.json", "/e/\0"]
)
def test_wrong_address_gets_the_page_for_it(path: str, browser: Browser) -> None:
    status, _, body = browser.get(path)
    assert status == "404 Not Found"
    assert body == (browser.preview.options.out / "404.html").read_text(encoding="utf-8")
    assert "answer: true" not in body


def test_site_stands_below_its_base_path(tmp_path: Path) -> None:
    browser = Browser(tmp_path, "https://someone.github.io/exams/")
    assert browser.get("/exams/e/")[0] == "200 OK"
    assert browser.get("/exams")[1]["Location"] == "/exams/"
    assert browser.get("/e/")[0] == "404 Not Found"


@pytest.mark.parametrize(
    ("base_url", "path"),
    [(None, "/"), ("https://a.b", "/"), ("https://a.b/c", "/c/"), ("https://a.b/c/d/", "/c/d/")],
)
def test_base_path_is_that_of_the_address(base_url: str | None, path: str) -> None:
    assert base_path(base_url) == path


def test_broken_bank_shows_its_problems_over_the_last_good_site(browser: Browser) -> None:
    good = browser.get("/e/s/")[2]
    (browser.content / "e/s.yaml").write_text(BROKEN)
    browser.preview.rebuild()
    status, _, body = browser.get("/e/s/")
    assert status == "200 OK"
    assert "Is it?" in body
    assert "1 problem" in body
    assert "s.yaml:3:53" in body
    assert "found &#39;&lt;b&gt;&#39;" in body
    (browser.content / "e/s.yaml").write_text(SECTION)
    browser.preview.rebuild()
    assert browser.get("/e/s/")[2] == good
    assert [isinstance(report, Built) for report in browser.reports] == [True, False, True]


def test_bank_that_is_broken_from_the_start_shows_its_problems(tmp_path: Path) -> None:
    content = section_bank(tmp_path, BROKEN)
    preview = Preview(Options(content, out=tmp_path / "site", preview=True), lambda _: None)
    preview.rebuild()
    body = b"".join(preview({"PATH_INFO": "/"}, lambda _status, _headers: None)).decode()
    assert "s.yaml:3:53" in body


def test_change_is_seen_once(tmp_path: Path) -> None:
    content = section_bank(tmp_path, SECTION)
    built: list[str] = []
    watcher = _ChangeWatcher([content, tmp_path / "nowhere"], lambda: built.append("again"))
    watcher._rest_until = 0.0
    assert watcher.examine() == (None, None)
    (content / "e/s.yaml").write_text(SECTION + "# more\n")
    watcher._rest_until = 0.0
    assert watcher.examine()[0] is not None
    watcher._rest_until = 0.0
    assert watcher.examine() == (None, None)
    (content / "e/.s.yaml.swp").write_text("an editor's")
    watcher._rest_until = 0.0
    assert watcher.examine() == (None, None)
    assert built == ["again"]


def test_port_that_is_taken_is_said(tmp_path: Path) -> None:
    section_bank(tmp_path, SECTION)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ran = subprocess.run(
            [sys.executable, "-m", "builder", "serve", "--port", port],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"exampress: cannot serve on 127.0.0.1:{port}: ")
