"""What a candidate fills in: which field holds a number, and how an answer sheet asks for it."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

import pytest

from builder.identity import number_field
from builder.options import can_set_pdf
from builder.people import Person
from tests.banks import QUESTION, write_bank
from tests.conftest import Run
from tests.layout import layout

SHEETS = {"e/s.yaml": f"title: S\nquestions:\n{QUESTION}"}
NUMBERS = [
    *("考号", "学号", "學號", "准考证号", "準考證號", "证件号码", "考生号", "考生编号"),
    *("学籍号", "工号", "员工号", "报名号"),
    *("Number", "No.", "ID", "Student ID", "Candidate number", "Roll no"),
]
NAMES = ["姓名", "考生姓名", "学生", "Name", "Student", "Candidate name"]
OTHERS = ["班级", "座位号", "学校", "Class", "Date", "Identity", "Notes"]


@pytest.mark.parametrize("field", NUMBERS)
def test_field_of_a_number_is_told_by_its_words(field: str) -> None:
    assert number_field(["姓名", "Class", field, "Number two"]) == field
    assert Person(2, "Li", "7", "", {}).value(field) == "7"


@pytest.mark.parametrize("field", [*NAMES, *OTHERS])
def test_no_other_field_holds_a_number(field: str) -> None:
    assert number_field([field]) is None
    assert Person(2, "Li", "7", "", {}).value(field) == ("Li" if field in NAMES else "")


@pytest.mark.parametrize(
    ("language", "paper", "places"),
    [
        ("zh-Hans", "{}", 9),
        ("zh-Hant", "{digits: 12}", 12),
        ("zh-Hans", "{size: B5, digits: 15}", 15),
        ("zh-Hans", "{fields: [姓名, 工号], digits: 4}", 4),
        ("zh-Hans", "{fields: [姓名]}", 0),
        ("en", "{}", 0),
        ("en", "{fields: [Name, Candidate number]}", 9),
    ],
)
def test_sheet_has_bubbles_for_the_number_that_is_asked_for(
    language: str, paper: str, places: int, run: Run, tmp_path: Path
) -> None:
    exam = f"title: E\nlanguage: {language}\npaper: {paper}\n"
    write_bank(tmp_path, {"e/exam.yaml": exam, **SHEETS})
    assert run("build", "--no-pdf").code == 0
    page = (tmp_path / "site/e/print/sheet.html").read_text(encoding="utf-8")
    assert page.count('<span class="bubble">7</span>') == places
    if can_set_pdf():
        assert run("pdf", "--sheet").code == 0
        shown = layout(tmp_path / "pdf/e/sheet.pdf")
        sevens = [word for word in shown.words if word.text == "7"]
        assert len(sevens) == places
        assert len({round(word.top) for word in sevens}) == min(places, 1)


@pytest.mark.parametrize("digits", ["3", "16", "x"])
def test_number_of_a_length_that_does_not_fit_is_an_error(
    digits: str, run: Run, tmp_path: Path
) -> None:
    exam = f"title: E\nlanguage: en\npaper: {{digits: {digits}}}\n"
    write_bank(tmp_path, {"e/exam.yaml": exam, **SHEETS})
    assert "e/exam.yaml:3:17: error: 'digits' must be " in run("check").err


@pytest.mark.parametrize(
    ("paper", "names"),
    [("{seal: true}", "姓名 班级 学号"), ("{seal: true, fields: [工号]}", "工号")],
)
def test_sealed_margin_asks_for_the_fields_that_stand_nowhere_else(
    paper: str, names: str, run: Run, tmp_path: Path
) -> None:
    exam = f"title: E\nlanguage: zh-Hans\npaper: {paper}\n"
    write_bank(tmp_path, {"e/exam.yaml": exam, **SHEETS})
    assert run("build", "--no-pdf").code == 0
    rules = (tmp_path / "site/e/print/paper.css").read_text(encoding="utf-8")
    first = rules[rules.index("@page :first", rules.index("@left-middle")) :]
    shown = first[: first.index("@page :left")]
    assert [name for name in names.split() if name in unquote(shown)] == names.split()
