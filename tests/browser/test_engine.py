"""`exampress pdf --engine chromium`: the HTML pages as Chromium prints them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.banks import EVERY_TYPE, section_bank
from tests.browser.printing import page_count, text_of
from tests.conftest import Run

pytestmark = pytest.mark.browser


def test_chromium_prints_what_is_asked_for(run: Run, tmp_path: Path) -> None:
    section_bank(tmp_path, EVERY_TYPE)
    ran = run("pdf", "--key", "--forms", "2", "--engine", "chromium")
    assert (ran.code, ran.err) == (0, "")
    names = ["paper-A", "key-A", "paper-B", "key-B"]
    assert ran.out.splitlines() == [*(f"pdf/e/{name}.pdf" for name in names), "pdf/e/keys.csv"]
    for name in names:
        path = tmp_path / f"pdf/e/{name}.pdf"
        assert page_count(path) >= 1
        assert ("SECRETexplanation" in text_of(path)) == name.startswith("key")


def test_missing_chromium_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    section_bank(tmp_path, EVERY_TYPE)
    monkeypatch.setenv("CHROMIUM", "no-such-program")
    ran = run("pdf", "--engine", "chromium")
    assert (ran.code, ran.out) == (2, "")
    assert "needs Chromium or Chrome" in ran.err
    assert not (tmp_path / "pdf").exists()


def test_program_that_prints_nothing_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    section_bank(tmp_path, EVERY_TYPE)
    broken = tmp_path / "broken-chromium"
    broken.write_text("#!/bin/sh\necho no display >&2\nexit 3\n", encoding="utf-8")
    broken.chmod(0o755)
    monkeypatch.setenv("CHROMIUM", str(broken))
    ran = run("pdf", "--engine", "chromium")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "exampress: e/print/paper.html cannot be printed: no display\n"
