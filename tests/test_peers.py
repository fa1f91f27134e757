"""Other people's own parsers take what we write."""

from __future__ import annotations

import importlib
import io
import json
import subprocess
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


_ROOT = Path(__file__).parent.parent
_GIFT_PEGJS = _ROOT / "node_modules" / "gift-pegjs"
_PARSE = """
const {parse} = require("gift-pegjs");
const right = (each) => each.isCorrect || Number(each.weight) > 0;
const all = parse(require("fs").readFileSync(0, "utf8"));
const found = all.filter((each) => each.type !== "Category");
console.log(JSON.stringify(found.map((each) => [
  each.title, each.type, (each.choices || []).flatMap?.((one, at) => right(one) ? [at] : []) ?? [],
])));
"""
_GIFT_TYPES = {
    "single": "MC",
    "multiple": "MC",
    "true-false": "TF",
    "blank": "Short",
    "numeric": "Numerical",
    "matching": "Matching",
    "essay": "Essay",
    "case": "Description",
}


@pytest.mark.skipif(not _GIFT_PEGJS.is_dir(), reason="Node's packages are not installed")
@pytest.mark.parametrize("number", range(12))
def test_gift_pegjs_reads_any_bank_as_it_is_meant(number: int, tmp_path: Path) -> None:
    try:
        bank, _ = load.bank(write_bank(tmp_path, Author(number).exam()))
    except BankError:  # a text that is bad Markdown by accident
        return
    (artifact,) = written(bank, WRITERS["gift"], lambda _: b"").artifacts
    ran = subprocess.run(
        ["node", "-e", _PARSE], input=artifact.data, capture_output=True, check=False, cwd=_ROOT
    )
    assert ran.stderr == b""
    found = {title: (kind, right) for title, kind, right in json.loads(ran.stdout)}
    assert len(found) == artifact.data.count(b"\n::")
    sections = (section for exam in bank.exams for section in exam.sections)
    outer = [question for section in sections for question in section.questions]
    for question in (each for one in outer for each in (one, *one.parts())):
        if question.id in found:
            kind, right = found[question.id]
            assert kind == _GIFT_TYPES[question.type_name]
            if kind == "MC":
                letters = question.answer_json()["answer"]
                assert [chr(ord("A") + at) for at in right] == list(letters)


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
