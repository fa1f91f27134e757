"""The command `pdf`: which papers it writes where, its progress, and what it says of faults."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from builder.options import can_set_pdf
from tests.banks import EVERY_TYPE, EXAM, ROOT, SECTION, files, section_bank, write_bank
from tests.conftest import Run

pytestmark = pytest.mark.skipif(not can_set_pdf(), reason="needs exampress[pdf]")

TWO_EXAMS = {
    "e/exam.yaml": EXAM,
    "e/s.yaml": SECTION,
    "e/t.yaml": SECTION.replace("id: a", "id: b"),
    "f/exam.yaml": EXAM,
    "f/s.yaml": SECTION,
}


@pytest.mark.parametrize(
    ("arguments", "paths"),
    [
        ((), ["pdf/e/paper.pdf", "pdf/f/paper.pdf"]),
        (("e",), ["pdf/e/paper.pdf"]),
        (("e/", "e"), ["pdf/e/paper.pdf"]),
        (("e/t", "--key"), ["pdf/e/t/paper.pdf", "pdf/e/t/key.pdf"]),
        (
            ("f", "e/s", "e", "--key", "--sheet", "--teacher", "--out", "x"),
            [
                f"x/{unit}/{kind}.pdf"
                for unit in ("f", "e/s", "e")
                for kind in ("paper", "teacher", "key", "sheet")
            ],
        ),
    ],
)
def test_papers_that_are_asked_for_are_written_and_listed(
    arguments: tuple[str, ...], paths: list[str], run: Run, tmp_path: Path
) -> None:
    write_bank(tmp_path, TWO_EXAMS)
    ran = run("pdf", *arguments)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == paths
    written = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.pdf")}
    assert written == set(paths)


def test_paper_is_the_one_of_the_site_and_is_replaced(run: Run, tmp_path: Path) -> None:
    section_bank(tmp_path, EVERY_TYPE)
    run("build", "--pdf")
    (tmp_path / "pdf/e").mkdir(parents=True)
    (tmp_path / "pdf/e/paper.pdf").write_text("an older one")
    (tmp_path / "pdf/e/mine.txt").write_text("kept")
    run("pdf", "--teacher", "--key", "--sheet")
    assert (tmp_path / "pdf/e/mine.txt").read_text() == "kept"
    for kind in ("paper", "teacher", "key", "sheet"):
        site = tmp_path / f"site/e/print/{kind}.pdf"
        assert site.read_bytes() == (tmp_path / f"pdf/e/{kind}.pdf").read_bytes()


@pytest.mark.parametrize(
    ("unit", "message"),
    [
        ("exam", "there is no exam 'exam'"),
        ("g", "there is no exam 'g'"),
        ("e/r", "there is no section 'r' in exam 'e'"),
    ],
)
def test_paper_that_is_not_there_is_named(
    unit: str, message: str, run: Run, tmp_path: Path
) -> None:
    write_bank(tmp_path, TWO_EXAMS)
    before = files(tmp_path)
    ran = run("pdf", unit)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"exampress: {message}")
    assert files(tmp_path) == before


def test_only_the_exam_that_is_asked_for_must_be_sound(run: Run, tmp_path: Path) -> None:
    broken = SECTION.replace("answer: true", "answer: maybe")
    write_bank(tmp_path, {**TWO_EXAMS, "f/s.yaml": broken})
    assert run("pdf", "e").code == 0
    ran = run("pdf", "f")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("content/f/s.yaml:3:53: error: 'answer' must be true or false")


def test_sign_that_no_font_has_is_named_and_nothing_is_written(run: Run, tmp_path: Path) -> None:
    section_bank(tmp_path, EVERY_TYPE.replace("Is it so?", "Is it 𓀀 so?"))
    before = files(tmp_path)
    ran = run("pdf", "--key")
    assert (ran.code, ran.out) == (1, "")
    assert "e/s.yaml:21:17: error: the fonts have no sign for '𓀀' (U+13000)" in ran.err
    assert files(tmp_path) == before


def test_folder_that_cannot_be_written_is_named(run: Run, tmp_path: Path) -> None:
    section_bank(tmp_path, SECTION)
    (tmp_path / "pdf").write_text("a file")
    ran = run("pdf")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("exampress: ")
    assert "pdf" in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a pseudo-terminal")
def test_progress_is_shown_on_a_terminal_and_wiped(tmp_path: Path) -> None:
    write_bank(tmp_path, TWO_EXAMS)
    reading, terminal = os.openpty()
    subprocess.run(
        [sys.executable, "-m", "builder", "pdf"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=terminal,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    os.close(terminal)
    said = os.read(reading, 65536).decode()
    os.close(reading)
    assert said == "\rpapers 1/2\rpapers 2/2\r\x1b[K"
