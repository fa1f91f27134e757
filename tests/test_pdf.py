"""PDF papers: no answer in a student's hands, the same bytes, every text found again."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from builder import lowering, pdf, typst
from builder.build import Options, build
from builder.problems import BankError
from builder.questions import TYPES
from tests.banks import CONTENT, EVERY_TYPE, files, section_bank

pytestmark = pytest.mark.skipif(not pdf.available(), reason="needs exampress[pdf]")


def _text(path: Path) -> str:
    done = subprocess.run(["pdftotext", path, "-"], capture_output=True, check=True, text=True)
    return done.stdout


def test_student_pdfs_contain_no_key(tmp_path: Path) -> None:
    build(Options(section_bank(tmp_path, EVERY_TYPE), out=tmp_path / "site", pdf=True))
    found = sorted((tmp_path / "site").rglob("*.pdf"))
    assert [path.stem for path in found] == ["key", "paper", "sheet", "teacher"] * 2
    for path in found:
        text = _text(path)
        assert ("SECRET" in text) == (path.stem in ("key", "teacher"))
        assert ("987654.3210" in text) == (path.stem in ("key", "teacher"))


def test_every_type_can_be_set() -> None:
    assert set(TYPES) == lowering.TYPES_SET


def test_own_bank_sets_in_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        build(Options(CONTENT, out=tmp_path / name, pdf=True))
    assert files(tmp_path / "a") == files(tmp_path / "b")
    paper = tmp_path / "a/demo/print/paper.pdf"
    said = subprocess.run(["pdfinfo", paper], capture_output=True, check=True, text=True).stdout
    pages = next(line.split()[-1] for line in said.splitlines() if line.startswith("Pages"))
    assert int(pages) <= 4


def test_sign_without_glyph_is_an_error_with_its_place(tmp_path: Path) -> None:
    content = section_bank(tmp_path, EVERY_TYPE.replace("Is it so?", "Is it 𓀀 so?"))
    with pytest.raises(BankError) as error:
        build(Options(content, out=tmp_path / "site", pdf=True))
    assert "s.yaml:21:17: error: the fonts have no sign for '𓀀' (U+13000)" in str(error.value)
    assert not (tmp_path / "site").exists()


def test_no_answers_means_no_key(tmp_path: Path) -> None:
    content = section_bank(tmp_path, EVERY_TYPE)
    build(Options(content, out=tmp_path / "site", pdf=True, answers=False))
    assert {path.name for path in (tmp_path / "site").rglob("*.pdf")} == {"paper.pdf", "sheet.pdf"}


def test_text_stands_in_quotes() -> None:
    assert typst.quoted('a "#b" \\') == '#"a \\"#b\\" \\\\";'
