"""`exampress pdf --engine chromium`: the HTML pages as Chromium prints them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.banks import EVERY_TYPE, section_bank
from tests.browser.printing import page_count, text_of
from tests.conftest import Run
from tests.layout import layout

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


def test_table_of_thirty_columns_stays_on_the_page(run: Run, tmp_path: Path) -> None:
    rows = ["|".join(f"Column {n}" for n in range(30)), "|".join(["---"] * 30)]
    stem = "\n      ".join(f"|{row}|" for row in rows)
    section = f"title: T\ntype: essay\nquestions:\n  - id: a\n    stem: |\n      {stem}\n"
    section_bank(tmp_path, section)
    ran = run("pdf", "--engine", "chromium")
    assert (ran.code, ran.err) == (0, "")
    shown = layout(tmp_path / "pdf/e/paper.pdf")
    assert sum(word.text.startswith("Col") for word in shown.words) == 30
    assert max(word.right for word in shown.words) < shown.sizes[0][0] - 40


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


def test_formula_of_many_signs_stays_on_the_page(run: Run, tmp_path: Path) -> None:
    terms = " + ".join(f"a_{{{n}}}" for n in range(1, 30))
    section = f"title: T\ntype: essay\nquestions:\n  - {{id: a, stem: '$${terms}$$'}}\n"
    section_bank(tmp_path, section)
    ran = run("pdf", "--engine", "chromium")
    assert (ran.code, ran.err) == (0, "")
    shown = layout(tmp_path / "pdf/e/paper.pdf")
    assert max(word.right for word in shown.words) < shown.sizes[0][0] - 40
