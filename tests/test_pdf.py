"""PDF papers: no answer in a student's hands, the same bytes, every text found again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from builder import engine, lowering, parallel, typst
from builder.build import build
from builder.options import BUILT_IN, Options, can_set_pdf
from builder.paper import KINDS
from builder.printing import Request, print_papers
from builder.problems import BankError
from builder.questions import TYPES
from tests.banks import CONTENT, EVERY_TYPE, files, section_bank

pytestmark = pytest.mark.skipif(not can_set_pdf(), reason="needs exampress[pdf]")


def _text(path: Path) -> str:
    done = subprocess.run(["pdftotext", path, "-"], capture_output=True, check=True, text=True)
    return done.stdout


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return the PDFs of the real bank's exams."""
    out = tmp_path_factory.mktemp("papers")
    return list(print_papers(Request(CONTENT, out=out, kinds=KINDS)).files)


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


def test_engine_can_make_itself_ready() -> None:
    def is_ready(content: Path) -> bool:
        return not isinstance(engine.warm(content, engine.sources((BUILT_IN,))), engine.Refused)

    assert parallel.apart(is_ready, [CONTENT], [1], 1) == [True]


def test_sign_without_glyph_is_an_error_with_its_place(tmp_path: Path) -> None:
    content = section_bank(tmp_path, EVERY_TYPE.replace("Is it so?", "Is it 𓀀 so?"))
    with pytest.raises(BankError) as error:
        build(Options(content, out=tmp_path / "site", pdf=True))
    assert "s.yaml:21:17: error: the fonts have no sign for '𓀀' (U+13000)" in str(error.value)
    assert not (tmp_path / "site").exists()


def test_fonts_are_embedded_and_their_text_can_be_read(papers: list[Path]) -> None:
    for path in papers:
        done = subprocess.run(["pdffonts", path], capture_output=True, check=True, text=True)
        rows = done.stdout.splitlines()[2:]
        assert rows
        for row in rows:
            embedded, _, readable = row.split()[-5:-2]
            assert (embedded, readable) == ("yes", "yes"), row


def test_checker_of_pdf_ua_finds_no_error(papers: list[Path]) -> None:
    for path in papers:
        done = subprocess.run(
            [sys.executable, "-m", "pdfua", "check", path],
            capture_output=True,
            check=False,
            text=True,
        )
        assert "errors=0 warnings=0" in done.stdout, done.stdout + done.stderr


def test_no_answers_means_no_key(tmp_path: Path) -> None:
    content = section_bank(tmp_path, EVERY_TYPE)
    build(Options(content, out=tmp_path / "site", pdf=True, answers=False))
    assert {path.name for path in (tmp_path / "site").rglob("*.pdf")} == {"paper.pdf", "sheet.pdf"}


def test_text_stands_in_quotes() -> None:
    assert typst.quoted('a "#b" \\') == '#"a \\"#b\\" \\\\";'
