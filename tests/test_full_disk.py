"""A disk that is full in the middle of many papers: what is written is whole, the rest resumes."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pikepdf
import pytest

from builder.options import can_set_pdf
from tests import faults
from tests.banks import EXAM, SECTION, files, write_bank

pytestmark = pytest.mark.skipif(not can_set_pdf(), reason="needs exampress[pdf]")

PEOPLE = "Name,Number\n" + "".join(f"Person {n},{100 + n}\n" for n in range(6))
PRINT = ("pdf", "--per-person", "people.csv", "--separate", "--jobs", "1")
STRIKE = """
import sys
from tests import faults
from builder.cli import main
strike, at, *arguments = sys.argv[1:]
sys.addaudithook(faults._Hook(getattr(faults, strike), int(at), lasting=strike == "fill"))
sys.exit(main(arguments))
"""
WORDS = {"fill": errno.ENOSPC, "fill_in_writing": errno.EFBIG}


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(faults.ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env=environment,
        capture_output=True,
        check=False,
        text=True,
    )


def bank(folder: Path) -> Path:
    folder.mkdir()
    write_bank(folder, {"e/exam.yaml": EXAM, "e/s.yaml": SECTION})
    (folder / "people.csv").write_text(PEOPLE, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What is there if nothing happens."""
    folder = bank(tmp_path_factory.mktemp("whole") / "bank")
    done = run(folder, "-m", "builder", *PRINT)
    assert (done.returncode, done.stderr) == (0, "")
    return files(folder / "pdf")


@pytest.mark.parametrize("at", [9, 14, 15])  # opened, renamed, noted
@pytest.mark.parametrize("strike", WORDS)
def test_papers_are_whole_and_the_rest_resumes(
    strike: str, at: int, whole: dict[str, bytes], tmp_path: Path
) -> None:
    folder = bank(tmp_path / "bank")
    struck = run(folder, "-c", STRIKE, strike, str(at), *PRINT)
    assert (struck.returncode, struck.stdout) == (2, "")
    assert struck.stderr.startswith("exampress: pdf/")
    assert struck.stderr.endswith(f": {os.strerror(WORDS[strike])}\n")
    left = files(folder / "pdf")
    papers = {name: data for name, data in left.items() if name.endswith(".pdf")}
    assert 0 < len(papers) < 6
    for name, data in papers.items():
        assert data == whole[name]
        pikepdf.open(folder / "pdf" / name).close()
    assert [name for name in left if name not in whole] == []
    noted = [json.loads(line)[0] for line in left["people.journal"].decode().splitlines()]
    before = {name: (folder / "pdf" / name).stat().st_ino for name in noted}
    again = run(folder, "-m", "builder", *PRINT)
    assert (again.returncode, again.stderr) == (0, "")
    made = files(folder / "pdf")
    assert made == whole
    assert {name: (folder / "pdf" / name).stat().st_ino for name in noted} == before
