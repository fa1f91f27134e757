"""The teacher's paper: the student's questions, each with its own answer under it."""

from __future__ import annotations

import re
from pathlib import Path

from builder.build import build
from builder.options import Options
from tests.banks import EVERY_TYPE, section_bank

_QUESTIONS = re.compile(r'<div class="questions.*(?=</main>)', re.DOTALL)


def _questions(path: Path) -> str:
    found = _QUESTIONS.search(path.read_text(encoding="utf-8"))
    assert found
    return found[0]


def _by_number(path: Path) -> dict[str, str]:
    pieces = re.split(r'<div class="q (?=[^>]*>\s*<span class="number">)', _questions(path))[1:]
    found = (re.search(r'<span class="number">(\d+)', piece) for piece in pieces)
    return {each[1]: piece for each, piece in zip(found, pieces, strict=True) if each}


def test_teacher_s_paper_is_the_student_s_with_solutions(site: Path) -> None:
    for folder in ("demo/print", "demo/single/print", "tour/print"):
        paper = _by_number(site / folder / "paper.html")
        teacher = _by_number(site / folder / "teacher.html")
        assert teacher.keys() == paper.keys()
        for number, piece in teacher.items():
            asked, _, solved = piece.partition('<div class="solution">')
            assert asked.strip() in paper[number]
            assert solved


_SAID = re.compile(
    r'<p class="answer">.*?</p>|<div class="(?:explanation|model)">.*?</p>', re.DOTALL
)


def test_solution_of_a_question_is_that_of_the_key(site: Path) -> None:
    for folder in ("demo/print", "tour/print"):
        key = _by_number(site / folder / "key.html")
        teacher = _by_number(site / folder / "teacher.html")
        assert len(key) > 15
        for number, piece in key.items():
            assert _SAID.findall(piece) == _SAID.findall(teacher[number])
            assert _SAID.search(piece)


def test_teacher_s_paper_is_linked_and_absent_without_answers(tmp_path: Path) -> None:
    content = section_bank(tmp_path, EVERY_TYPE)
    build(Options(content, out=tmp_path / "site"))
    index = (tmp_path / "site/e/print/index.html").read_text(encoding="utf-8")
    assert 'href="teacher.html"' in index
    assert (tmp_path / "site/e/print/teacher.css").is_file()
    build(Options(content, out=tmp_path / "site", answers=False))
    assert list((tmp_path / "site").rglob("teacher.html")) == []
    index = (tmp_path / "site/e/print/index.html").read_text(encoding="utf-8")
    assert "teacher" not in index
