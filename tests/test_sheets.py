"""Question lists for Excel: what is written is harmless, and read back after an edit."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from builder import cells
from builder.draft import Draft
from builder.formats import incoming
from builder.formats.lists import own_columns
from builder.locales import LOCALES
from builder.questions import TYPES
from tests import banks
from tests.banks import section_bank, write_bank
from tests.conftest import Run

HEAD = "编号,题型,题目（Markdown）,选项A,选项B,答案,误差,评分标准\n"


def read(rows: str) -> Draft:
    return incoming.read((HEAD + rows).encode(), "list.csv")


def test_every_type_has_a_name() -> None:
    assert own_columns.TYPES.keys() == TYPES.keys()
    assert all(len(names) == len(LOCALES) for names in own_columns.TYPES.values())


@pytest.mark.parametrize(
    ("cell", "written"),
    [("=1+1", "'=1+1"), ("@x", "'@x"), ("-x", "'-x"), ("-2", "-2"), ("'=a", "''=a"), ("x", "x")],
)
def test_no_cell_is_a_formula(cell: str, written: str) -> None:
    assert cells.harmless(cell) == written
    assert cells.restored(written) == cell


def test_csv_says_its_columns_in_the_language_of_the_exam(run: Run, tmp_path: Path) -> None:
    for language, name in (("zh-Hans", "题目（Markdown）"), ("en", "question (Markdown)")):
        exam = banks.EXAM.replace("en", language)
        write_bank(tmp_path, {"e/exam.yaml": exam, "e/s.yaml": banks.SECTION})
        ran = run("export", "--to", "csv")
        rows = list(csv.reader(io.StringIO(ran.out.lstrip("\ufeff"))))
        assert rows[0][0] == "Exam"
        assert name in rows[1]


def test_workbook_is_the_same_each_time_and_holds_no_formula(run: Run, tmp_path: Path) -> None:
    section_bank(tmp_path, banks.EVERY_TYPE.replace("stem: Which one?", "stem: =1+1"))
    assert run("export", "--to", "xlsx", "--out", "a.xlsx").code == 0
    assert run("export", "--to", "xlsx", "--out", "b.xlsx").code == 0
    data = (tmp_path / "a.xlsx").read_bytes()
    assert data == (tmp_path / "b.xlsx").read_bytes()
    draft = incoming.read(data, "a.xlsx")
    assert draft.sections[0].questions[0].stem == "=1+1"
    assert "say where to, with --out" in run("export", "--to", "xlsx").err


def test_an_edited_sheet_is_read_as_markdown() -> None:
    (question,) = read("q1,单选题,**哪个**？,甲,'=乙,b,,\n").sections[0].questions
    assert (question.id, question.type, question.stem) == ("q1", "single", "**哪个**？")
    assert (question.options, question.answer) == (["甲", "=乙"], ["B"])


def test_the_row_over_the_columns_may_be_empty() -> None:
    draft = incoming.read(f"\n{HEAD}q1,判断题,好？,,,对,,\n".encode(), "list.csv")
    assert draft.title is None
    assert [each.stem for each in draft.sections[0].questions] == ["好？"]


@pytest.mark.parametrize(
    ("row", "about"),
    [
        ("q,单选题,x,甲,乙,C,,", "unreadable-key"),
        ("q,单选题,x,甲,乙,,,", "no-answer"),
        ("q,判断题,x,,,也许,,", "unreadable-key"),
        ("q,数值题,x,,,3,大约,", "unreadable-key"),
        ("q,匹配题,x,,,甲,,", "unreadable-key"),
        ("q,口试,x,,,甲,,", "unknown-kind"),
        ("q,简答题,x,,,甲,,两分", "not-kept"),
        ("q,单选题,x,,乙,A,,", "missing-option"),
    ],
)
def test_a_cell_that_cannot_be_read_is_told_at_its_row(row: str, about: str) -> None:
    draft = read(f"p,判断题,好？,,,对,,\n{row}\n")
    assert (3, about) in [(doubt.line, doubt.about) for doubt in draft.doubts]
