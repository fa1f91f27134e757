"""text2qti as found in the wild, and pictures beside a quiz."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.draft import Draft, DraftQuestion
from builder.formats import incoming
from tests import banks
from tests.banks import write_bank
from tests.conftest import Run


def read(text: str) -> Draft:
    return incoming.read(text.encode(), "quiz.txt", "text2qti")


def one(text: str) -> DraftQuestion:
    (question,) = [each for section in read(text).sections for each in section.questions]
    return question


ANSWERS = [
    ("1.  What?\na)  6\nb)  1\n*c) 5\n", "single", ["C"]),
    ("1.  What?\n[*] a\n[ ] b\n[*] c\n", "multiple", ["A", "C"]),
    ("1.  So?\n*a) true\nb)  false\n", "true-false", True),
    ("1.  Who?\n*   Anna\n*   Bert\n", "blank", [["Anna", "Bert"]]),
    ("1.  Root?\n=   1.4142 +- 0.0001\n", "numeric", (1.4142, 0.0001)),
    ("1.  Root?\n=   [1.2, 1.4]\n", "numeric", (1.3, 0.1)),
    ("1.  Root?\n=   -20 +- 5%\n", "numeric", (-20.0, 1.0)),
    ("1.  Sum?\n=   1_000\n", "numeric", (1000.0, 0.0)),
    ("1.  Write.\n! Like this.\n____\n", "essay", "Like this."),
]


@pytest.mark.parametrize(("text", "kind", "answer"), ANSWERS)
def test_answer_means(text: str, kind: str, answer: object) -> None:
    question = one(text)
    assert (question.type, question.answer) == (kind, answer)


def test_what_is_indented_below_belongs_to_the_sign() -> None:
    question = one(
        "Title: first\nPoints: 2.5\n1.  One\n    paragraph.\n\n    ```\n    code\n    ```\n"
        "... General.\n\n    More.\na)  6\n... No.\n*b) 5\n"
    )
    assert question.stem == "One\nparagraph.\n\n```\ncode\n```"
    assert (question.id, question.points) == ("first", 2.5)
    assert (question.explanation, question.feedback) == ("General.\n\nMore.", ["No.", None])


DOUBTS = [
    ("1.  Q\na)  x\nb)  y\n", (1, "no-answer")),
    ("1.  Q\n*a) x\n*b) y\n", (1, "unreadable-key")),
    ("1.  Q\n*a) x\nb)  y\n=  3\n", (4, "mixed-signals")),
    ("1.  Q\n^^^^\n", (2, "unknown-kind")),
    ("```{.python .run}\nprint(1)\n```\n1.  Q\n*a) x\nb)  y\n", (1, "unknown-kind")),
    ("1.  Q\n+   Good.\n*a) x\nb)  y\n", (2, "not-kept")),
    ("1.  Q <u>x</u>\n*a) x\nb)  y\n", (1, "html-stripped")),
    ("Text: alone\n", (1, "not-kept")),
]


@pytest.mark.parametrize(("text", "doubt"), DOUBTS)
def test_what_a_bank_cannot_hold_is_told(text: str, doubt: tuple[int, str]) -> None:
    assert doubt in [(each.line, each.about) for each in read(text).doubts]


def test_group_is_a_section_of_which_some_are_drawn() -> None:
    question = "1.  Q{}\n*a) x\nb)  y\n"
    group = "GROUP\npick: 2\npoints per question: 3\n\n"
    draft = read(
        f"Quiz title: T\n{question.format(0)}\n{group}"
        + "".join(question.format(n) for n in (1, 2, 3))
        + "END_GROUP\n"
        + question.format(4)
    )
    assert draft.title == "T"
    assert [(section.draw, len(section.questions)) for section in draft.sections] == [
        (None, 1),
        (2, 3),
        (None, 1),
    ]
    assert [each.points for each in draft.sections[1].questions] == [3.0, 3.0, 3.0]


SHOWN = "  - {id: a, type: true-false, stem: '![A dot](dot.svg)', answer: true}\n"


def test_pictures_go_along_and_come_back(run: Run, tmp_path: Path) -> None:
    section = f"title: S\nquestions:\n{SHOWN}"
    dot = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    files = {"e/exam.yaml": banks.EXAM, "e/s.yaml": section, "e/dot.svg": dot}
    write_bank(tmp_path, files)
    assert run("export", "--to", "text2qti", "--out", "out").code == 0
    assert (tmp_path / "out/e/dot.svg").read_text() == dot
    ran = run("import", "out/e/e.txt", "--into", "content/f")
    assert (ran.code, ran.err) == (0, "")
    assert (tmp_path / "content/f/dot.svg").read_text() == dot
    assert run("check").code == 0


def test_picture_outside_the_folder_is_not_taken(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "secret.png").write_bytes(b"x")
    quiz = "1.  ![x](../secret.png) ![y](/etc/x.png)\n*a) x\nb)  y\n"
    (tmp_path / "in/quiz.txt").write_text(quiz)
    ran = run("import", "in/quiz.txt", "--from", "text2qti", "--into", "content/f")
    assert ran.err.count("missing-image") == 2
    assert sorted(path.name for path in (tmp_path / "content/f").iterdir()) == [
        "1-single.yaml",
        "exam.yaml",
    ]
