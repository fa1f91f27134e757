"""Files to a bank: what is inherited and summed, in which order things stand, and no crash ever."""

from __future__ import annotations

import copy
import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from builder import load
from builder.model import Bank
from builder.problems import BankError, Problem, UsageError, suggestion
from builder.source import parse
from tests.banks import EVERY_TYPE, EXAM, QUESTION, SECTION, section_bank, write_bank


def loaded(content: Path) -> Bank:
    """Return a bank that must be without problems."""
    bank, problems = load.bank(content)
    assert problems == ()
    return bank


def problems_of(content: Path) -> list[str]:
    """Return what is wrong with a bank, without the folder it stands in."""
    try:
        problems = load.bank(content)[1]
    except BankError as error:
        problems = error.problems
    return [str(each).replace(f"{content.as_posix()}/", "") for each in problems]


# Every type of every value, anywhere: an error perhaps, a crash never

STRANGE: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from(
        ["", " ", "0", "-1", "1e999", "nan", "true", "A", "ABC", "___", "$x$", "$\\x$", "[x](y)",
         "![x](y.png)", "{{opt:a}}", "<b>", "case", "single", "a\nb", "\n", "9" * 400, "单选", "😀"]
    ),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=4),
    st.recursive(
        st.just("x"),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["id", "text", "x", "type", "points"]), inner)
        ),
        max_leaves=4,
    ),
)  # fmt: skip


def places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Return the path of every value inside a value."""
    steps = value.items() if isinstance(value, dict) else enumerate(value)
    inner = [] if isinstance(value, str) else list(steps)
    return [path, *(each for step, below in inner for each in places(below, (*path, step)))]


SECTION_VALUE: dict[str, Any] = parse(EVERY_TYPE, "x").value
PLACES = places(SECTION_VALUE)[1:]


def changed(path: tuple[str | int, ...], strange: Any) -> Any:
    """Return the section of every type with one value replaced."""
    value = copy.deepcopy(SECTION_VALUE)
    parent: Any = value
    for step in path[:-1]:
        parent = parent[step]
    parent[path[-1]] = strange
    return value


@settings(max_examples=300)
@given(st.sampled_from(PLACES), STRANGE)
@example(("questions", 8, "questions"), [["x"]])
@example(("questions", 7, "rubric"), [{"points": "1"}, "x"])
@example(("questions", 0, "options"), {"x": "y"})
def test_no_value_anywhere_makes_a_crash(path: tuple[str | int, ...], strange: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        section = json.dumps(changed(path, strange), ensure_ascii=False, indent=1)
        for line in problems_of(section_bank(Path(folder), section)):
            assert line.startswith("e/s.yaml:")
            assert "\n" not in line


@settings(max_examples=100)
@given(st.sampled_from(["title", "language", "duration", "pass_mark", "sections", "paper",
                        "description", "nope"]), STRANGE)  # fmt: skip
def test_no_field_of_an_exam_makes_a_crash(name: str, strange: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        exam = json.dumps({"title": "E", "language": "en", name: strange}, ensure_ascii=False)
        problems_of(write_bank(Path(folder), {"e/exam.yaml": exam, "e/s.yaml": SECTION}))


@settings(max_examples=100)
@given(st.sampled_from(["id", "title", "language", "base_url", "exams", "description"]), STRANGE)
def test_no_field_of_a_site_makes_a_crash(name: str, strange: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        site = json.dumps({name: strange}, ensure_ascii=False)
        files = {"site.yaml": site, "e/exam.yaml": EXAM, "e/s.yaml": SECTION}
        problems_of(write_bank(Path(folder), files))


# What is inherited, and what follows

POINTS = """\
title: Points
points: 2
questions:
  - {id: own, type: true-false, stem: A, answer: true, points: 1.5}
  - {id: inherited, type: true-false, stem: A, answer: true}
  - {id: rubric, type: essay, stem: A, rubric: [{text: a, points: 1}, {text: b, points: 2.5}]}
  - {id: plain, type: essay, stem: A}
  - id: case
    type: case
    material: M
    questions:
      - {id: part, type: true-false, stem: A, answer: true}
      - {id: part-own, type: true-false, stem: A, answer: true, points: 5}
"""


def test_points_are_the_question_s_its_parts_or_the_section_s(tmp_path: Path) -> None:
    bank = loaded(section_bank(tmp_path, POINTS))
    questions = bank.exams[0].sections[0].questions
    points = {question.id: question.points for question in questions}
    assert points == {"own": 1.5, "inherited": 2, "rubric": 3.5, "plain": 2, "case": 7}
    assert bank.exams[0].points == 16


def test_points_are_1_where_nobody_says_any(tmp_path: Path) -> None:
    bank = loaded(section_bank(tmp_path, POINTS.replace("points: 2\n", "")))
    assert [each.points for each in bank.exams[0].sections[0].questions] == [1.5, 1, 3.5, 1, 6]


def test_type_is_the_question_s_or_the_section_s(tmp_path: Path) -> None:
    section = (
        SECTION.replace("title: Section", "title: S\ntype: essay") + "  - {id: b, stem: Why?}\n"
    )
    questions = loaded(section_bank(tmp_path, section)).exams[0].sections[0].questions
    assert [question.type_name for question in questions] == ["true-false", "essay"]


def test_language_is_the_exam_s_or_the_site_s(tmp_path: Path) -> None:
    files = {"site.yaml": "language: zh-Hans\n", "e/exam.yaml": "title: E\n", "e/s.yaml": SECTION,
             "f/exam.yaml": EXAM, "f/s.yaml": SECTION}  # fmt: skip
    bank = loaded(write_bank(tmp_path, files))
    assert (bank.language, [exam.language for exam in bank.exams]) == ("zh-Hans", ["zh-Hans", "en"])


@pytest.mark.parametrize(
    ("site", "name"),
    [
        ("id: my-site\n", "my-site"), ("title: My Site!\n", "my-site"), ("title: 题库\n", "题库"),
        ("title: '!?'\n", "exampress"), ("language: en\n", "exampress"),
    ],
)  # fmt: skip
def test_site_has_an_id(site: str, name: str, tmp_path: Path) -> None:
    files = {"site.yaml": site, "e/exam.yaml": EXAM, "e/s.yaml": SECTION}
    assert loaded(write_bank(tmp_path, files)).id == name


# Order

ANOTHER = SECTION.replace("id: a", "id: b")


def test_sections_stand_by_name_or_as_listed(tmp_path: Path) -> None:
    files = {"e/exam.yaml": EXAM, "e/b.yaml": SECTION, "e/a.yml": ANOTHER}
    content = write_bank(tmp_path, files)
    assert [each.id for each in loaded(content).exams[0].sections] == ["a", "b"]
    write_bank(tmp_path, {"e/exam.yaml": f"{EXAM}sections: [b.yaml, a.yml]\n"})
    assert [each.id for each in loaded(content).exams[0].sections] == ["b", "a"]


def test_section_that_is_not_listed_is_left_out_with_a_warning(tmp_path: Path) -> None:
    files = {"e/exam.yaml": f"{EXAM}sections: [b.yaml]\n", "e/b.yaml": SECTION, "e/a.yml": ANOTHER}
    content = write_bank(tmp_path, files)
    assert [each.id for each in load.bank(content)[0].exams[0].sections] == ["b"]
    assert problems_of(content) == [
        "e/exam.yaml:3:11: warning: 'a.yml' is not among the exam's 'sections' and is left out"
    ]


def test_hidden_files_and_folders_are_no_part_of_the_bank(tmp_path: Path) -> None:
    files = {"e/exam.yaml": EXAM, "e/s.yaml": SECTION, "e/._s.yaml": "not: [read",
             ".git/exam.yaml": "x", "e/notes.txt": "x", "pictures/x.svg": "<svg/>"}  # fmt: skip
    assert [exam.id for exam in loaded(write_bank(tmp_path, files)).exams] == ["e"]


def test_same_id_in_two_exams_is_fine(tmp_path: Path) -> None:
    files = {"e/exam.yaml": EXAM, "e/s.yaml": SECTION, "f/exam.yaml": EXAM, "f/s.yaml": SECTION}
    assert len(loaded(write_bank(tmp_path, files)).exams) == 2


def test_problems_stand_in_the_order_of_files_and_lines(tmp_path: Path) -> None:
    bad = "title: S\nquestions:\n" + QUESTION.replace("true}", "maybe}") * 12
    files = {"b/exam.yaml": EXAM, "b/s.yaml": bad, "a/exam.yaml": EXAM, "a/s.yaml": bad}
    with pytest.raises(BankError) as caught:
        load.bank(write_bank(tmp_path, files))
    found: list[Problem] = list(caught.value.problems)
    assert found == sorted(found)
    assert [each.where.line for each in found][:12] == list(range(3, 15))


@pytest.mark.parametrize(("first", "second"), [("s", "S"), ("straße", "STRASSE")])
def test_names_that_differ_in_capitals_become_one_address(
    first: str, second: str, tmp_path: Path
) -> None:
    files = {"e/exam.yaml": EXAM, f"e/{first}.yaml": SECTION, f"e/{second}.yaml": ANOTHER}
    content = write_bank(tmp_path, files)
    if len(list(content.glob("e/*"))) < 3:
        pytest.skip("the file system sees no difference either")
    (problem,) = problems_of(content)
    assert "become one address; rename one" in problem


def test_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"there is no folder '.*nowhere'$"):
        load.bank(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("word", "known", "near"),
    [
        ("no.png", ["bad.png", "on.svg"], ""),
        ("map.jpg", ["map.png", "mat.gif"], "map.png"),
        ("Ansewr", ["answer", "options"], "answer"),
        ("part-1.yml", ["part-1.yaml"], "part-1.yaml"),
    ],
)
def test_ending_alone_makes_no_name_near(word: str, known: list[str], near: str) -> None:
    assert suggestion(word, known) == (f"; did you mean '{near}'?" if near else "")
