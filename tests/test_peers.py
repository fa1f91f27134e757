"""Other people's own parsers take what we write."""

from __future__ import annotations

import importlib
import io
from pathlib import Path

import pytest

from builder import load
from builder.formats import WRITERS
from builder.formats.writing import written
from builder.problems import BankError
from tests import formats_table
from tests.banks import write_bank
from tests.exchange import Author

pytestmark = pytest.mark.filterwarnings("ignore")


def text(folder: Path, files: dict[str, str], form: str) -> str:
    """Return the file of an exam in a format, and write it below the folder with its pictures."""
    bank, _ = load.bank(write_bank(folder, files))
    found = written(bank, WRITERS[form], lambda _: b"dot").artifacts
    for artifact in found:
        path = folder / "out" / artifact.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(artifact.data)
    return found[0].data.decode()


def test_pygiftparser_takes_every_type_of_gift(tmp_path: Path) -> None:
    parser = importlib.import_module("pygiftparser.parser")
    gift = text(tmp_path, formats_table._specimens(), "gift")
    found = parser.parseFile(io.StringIO(gift))
    assert len(found) == gift.count("\n::")
    assert [question.full for question in found if not question.valid] == []


@pytest.mark.parametrize("number", range(12))
def test_text2qti_takes_any_bank(number: int, tmp_path: Path) -> None:
    quiz = importlib.import_module("text2qti.quiz")
    config = importlib.import_module("text2qti.config").Config()
    config.load()
    try:
        said = text(tmp_path, Author(number).exam(), "text2qti")
    except BankError:  # a text that is bad Markdown by accident
        said = "1. Q\n*a) yes\nb) no\n"
    found = quiz.Quiz(said, config=config, source_name="quiz", resource_path=str(tmp_path))
    assert found.questions_and_delims
