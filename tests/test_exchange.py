"""Foreign formats: what goes out comes back, and what does not is told."""

from __future__ import annotations

import json
import re
import tempfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from builder import load
from builder.formats import WRITERS
from builder.formats.writing import written
from builder.model import ExamFile, SectionFile
from builder.problems import BankError
from builder.questions import TYPES
from tests import banks, formats_table
from tests.banks import section_bank, write_bank
from tests.conftest import Run
from tests.exchange import BOTH_WAYS, Author, BothWays, differences, sent


@pytest.mark.parametrize("way", BOTH_WAYS, ids=lambda way: way.to)
@settings(max_examples=150)
@given(st.integers(0, 2**32))
def test_bank_comes_back_but_for_losses_told(way: BothWays, number: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        try:
            bank, _ = load.bank(write_bank(Path(folder), Author(number).exam()))
        except BankError:  # a text that is bad Markdown by accident
            reject()
        back, losses = sent(bank, way, Path(folder))
        assert differences(bank, back, losses, way.html) == []


def test_document_says_what_each_format_keeps() -> None:
    text = formats_table.DOCUMENT.read_text(encoding="utf-8")
    assert text == formats_table.document(), "run `python -m tests.golden`"


def test_table_asks_for_every_field_of_every_type() -> None:
    known = {"id", "type", "stem", "options", "pairs", "items", "material", "questions"}
    for name, model in TYPES.items():
        asked = {*formats_table.COMMON, *formats_table.PLAIN[name]}
        asked |= formats_table.OWN.get(name, {}).keys() | {"answer"}
        assert set(model.model_fields) - known <= asked, name


def test_table_asks_for_every_field_of_exams_and_sections() -> None:
    published = {"answers", "scripts"}  # how a site shows an exam, nothing of the exam
    asked = {"title", "language", "sections", *published, *formats_table.FRONT}
    assert set(ExamFile.model_fields) == asked
    asked = {"title", "type", "points", "questions", *formats_table.HEAD, *formats_table.DRAWN}
    assert set(SectionFile.model_fields) == asked


@pytest.mark.parametrize("form", ["text2qti", "rexams", "moodle-xml"])
def test_criterion_that_looks_like_a_reference_is_shown(form: str, tmp_path: Path) -> None:
    rubric = {"text": "[x]: y", "points": "1"}
    essay = {"id": "q", "type": "essay", "stem": "Q", "answer": "A", "rubric": [rubric]}
    files = {
        "e/exam.yaml": "{title: E, language: en}",
        "e/s.yaml": json.dumps({"title": "S", "questions": [essay]}),
    }
    bank, _ = load.bank(write_bank(tmp_path, files))
    (artifact,) = written(bank, WRITERS[form], lambda _: b"").artifacts
    assert r"- \[x]: y (1)" in artifact.data.decode()


# The command.

LOSSY = """\
title: Section
questions:
  - id: pick
    type: single
    stem: "Which, and why: {a} or ~b?"
    options: [a=b, {text: "#b", feedback: "No: #b"}]
    answer: A
    hint: Think.
  - {id: order, type: ordering, stem: Sort., items: [a, b]}
"""
GIFT = """\
$CATEGORY: $course$/top/Section

// [id:pick]
::pick::[markdown]Which, and why\\: \\{a\\} or \\~b?{
\t=a\\=b
\t~\\#b#No\\: \\#b
}

"""
HINT = "content/e/s.yaml:8:11: loss: e/s/pick: GIFT has no hint; it was left out\n"
ORDER = (
    "content/e/s.yaml:9:5: loss: e/s/order: GIFT has no questions of type 'ordering'; "
    "the question is left out\n"
)


def test_export_prints_the_text_and_tells_every_loss(run: Run, tmp_path: Path) -> None:
    section_bank(tmp_path, LOSSY)
    ran = run("export", "--to", "gift")
    assert (ran.code, ran.out) == (0, GIFT)
    assert ran.err == (
        "content/e/exam.yaml:1:8: loss: e: GIFT has no title of an exam; it was left out\n"
        "content/e/exam.yaml:2:11: loss: e: GIFT has no language of an exam; it was left out\n"
        f"{HINT}{ORDER}2 questions, 0 whole, 1 with losses, 1 left out\n"
    )


def test_strict_export_writes_nothing(run: Run, tmp_path: Path) -> None:
    section_bank(tmp_path, LOSSY)
    before = banks.files(tmp_path)
    ran = run("export", "--to", "gift", "--out", "e.gift", "--strict")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.endswith(f"{ORDER}nothing was written: {SUMMARY}\n")
    assert banks.files(tmp_path) == before
    assert run("export", "--to", "gift", "--strict").out == ""
    assert run("export", "--to", "json", "--strict").code == 0


SUMMARY = "2 questions, 0 whole, 1 with losses, 1 left out"


def test_losses_as_json(run: Run, tmp_path: Path) -> None:
    section_bank(tmp_path, LOSSY)
    ran = run("export", "--to", "gift", "--out", "e.gift", "--format", "json")
    said = json.loads(ran.out)
    assert (ran.code, ran.err) == (0, "")
    assert (said["questions"], said["changed"], said["left_out"]) == (2, 1, 1)
    assert said["losses"][-1] == {
        "file": "content/e/s.yaml",
        "line": 9,
        "column": 5,
        "item": "e/s/order",
        "field": "question",
        "message": "GIFT has no questions of type 'ordering'; the question is left out",
    }


def two_exams(folder: Path) -> None:
    write_bank(folder, {f"{name}/{file}": text for name in "ab" for file, text in EXAM_FILES})


EXAM_FILES = (("exam.yaml", banks.EXAM), ("s.yaml", banks.SECTION))


def test_several_files_need_a_place(run: Run, tmp_path: Path) -> None:
    two_exams(tmp_path)
    ran = run("export", "--to", "gift")
    assert (ran.code, ran.out) == (2, "")
    assert "these are 2 files (a.gift, b.gift); say --out FOLDER" in ran.err
    assert run("export", "--to", "gift", "--exam", "a").code == 0
    assert "there is no exam 'c'" in run("export", "--to", "gift", "--exam", "c").err


def test_export_fills_a_folder_or_an_archive(run: Run, tmp_path: Path) -> None:
    two_exams(tmp_path)
    assert run("export", "--to", "gift", "--out", "new").code == 0
    assert run("export", "--to", "gift", "--out", "all.zip").code == 0
    first = (tmp_path / "all.zip").read_bytes()
    assert run("export", "--to", "gift", "--out", "all.zip").code == 0
    assert (tmp_path / "all.zip").read_bytes() == first
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        for name in ("a.gift", "b.gift"):
            assert archive.read(name) == (tmp_path / "new" / name).read_bytes()
    assert run("export", "--to", "gift", "--out", "one.gift").code == 2


def test_what_is_left_out_is_one_thing_or_several(run: Run, tmp_path: Path) -> None:
    said = "true, points: 2, tags: [a, b], hint: h}"
    section = banks.SECTION.replace("true, explanation: It is.}", said)
    write_bank(tmp_path, {"e/exam.yaml": banks.EXAM, "e/s.yaml": section})
    told = run("export", "--to", "gift").err
    left_out = re.findall(r"has no (points|hint|language of an exam); (\w+ \w+) left out", told)
    assert sorted(left_out) == [
        ("hint", "it was"),
        ("language of an exam", "it was"),
        ("points", "they were"),
    ]


def test_export_makes_the_folders_it_needs(run: Run, tmp_path: Path) -> None:
    two_exams(tmp_path)
    assert run("export", "--to", "qti-2.1", "--out", "out/qti-2.1").code == 0
    assert sorted(path.name for path in (tmp_path / "out/qti-2.1").iterdir()) == ["a.zip", "b.zip"]
    assert run("export", "--to", "json", "--out", "far/off/bank.json").code == 0
    assert [path.name for path in (tmp_path / "far/off").iterdir()] == ["bank.json"]


def test_export_that_cannot_be_written_leaves_what_was_there(run: Run, tmp_path: Path) -> None:
    two_exams(tmp_path)
    (tmp_path / "file").write_text("mine")
    for out in ("file", "file/below", "file/below.json"):
        ran = run("export", "--to", "json", "--out", out)
        assert (ran.code, "Traceback" in ran.err) == (2, False)
        assert "file" in ran.err
    assert (tmp_path / "file").read_text() == "mine"


SHAPED = r"""title: S
questions:
  - id: q
    type: single
    stem: Which?
    options:
      - |
        A table

        | a | b |
        | --- | --- |
        | 1 | 2 |
      - |
        - x
        - y
      - |
        ```
        code
        ```
    answer: A
"""


@pytest.mark.parametrize("form", [way.to for way in BOTH_WAYS if way.form != "aiken"])
def test_option_whose_lines_shape_it_comes_back_so(form: str, run: Run, tmp_path: Path) -> None:
    write_bank(tmp_path, {"e/exam.yaml": banks.EXAM, "e/s.yaml": SHAPED})
    assert run("export", "--to", form, "--out", "out").code == 0
    written = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    come = json.loads(run("import", str(written[0]), "--dry-run", "--format", "json").out)
    (question,) = come["sections"][0]["questions"]
    table = "A table\n\n| a | b |\n| --- | --- |\n| 1 | 2 |"
    assert question["options"] == [table, "- x\n- y", "```\ncode\n```"]
