"""text2qti as found in the wild, and pictures beside a quiz."""

from __future__ import annotations

import importlib
import re
import time
from pathlib import Path

import pytest

from builder.decoding import decode
from builder.draft import Draft, DraftQuestion
from builder.formats import incoming, recognise
from builder.formats.text2qti import units
from builder.formula import typst_formula
from builder.mathml import mathml
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


@pytest.mark.parametrize("said", ["1___e3", "1_.5", "[1_, 2]", "1__0"])
def test_lines_that_part_no_digits_make_no_number(said: str) -> None:
    draft = read(f"1.  Sum?\n=   {said}\n")
    assert draft.sections[0].questions[0].answer is None
    assert [doubt.about for doubt in draft.doubts] == ["unreadable-key"]


def test_what_is_indented_below_belongs_to_the_sign() -> None:
    question = one(
        "Title: first\nPoints: 2.5\n1.  One\n    paragraph.\n\n    ```\n    code\n    ```\n"
        "... General.\n\n    More.\na)  6\n... No.\n*b) 5\n"
    )
    assert question.stem == "One\nparagraph.\n\n```\ncode\n```"
    assert (question.id, question.points) == ("first", 2.5)
    assert (question.explanation, question.feedback) == ("General.\n\nMore.", ["No.", None])


UNTITLED = [
    "1.  What?\na)  x\n*b) y\n\n2.  Which?\n[*] x\n[ ] y\n",
    "Title: first\nPoints: 2\n1.  Who?\n*   Anna\n",
    "% a comment\n1.  Root?\n... Think.\n=   1.41 +- 0.01\n",
    "GROUP\npick: 1\npoints per question: 2\n\n1.  A?\n*a) x\nb) y\n\nEND_GROUP\n",
]


@pytest.mark.parametrize("text", UNTITLED)
def test_quiz_without_a_title_is_told_by_its_signs(text: str) -> None:
    assert recognise.plain(decode(text.encode()), "x.txt") == "text2qti"


PAPERS = [
    "1.  What?\na)  x\nb)  y\nAnswer: b, c\n",
    "1.  What?\na)  x\n*b) y\n\n2.  Which?\na)  x\nb)  y\n",
    "1. Boil water\n* two litres\n\n2. Add tea\n* green\n",
    "1. Explain.\n____\n\n2. Describe.\n____\n",
    "Part one\n\n1. What?\na) x\n*b) y\n",
]


@pytest.mark.parametrize("text", PAPERS)
def test_paper_that_is_not_all_of_such_signs_is_none(text: str) -> None:
    assert recognise.plain(decode(text.encode()), "x.txt") == "text"


UNITS = [
    (r"\num{1.20e+03}", r"$1.20\times 10^{3}$"),
    (r"\num{-.5}", "$-0.5$"),
    (r"\si{kg.m/s^2}", r"$\text{kg}\cdot \text{m}/\text{s}^{2}$"),
    (r"\SI{9.8}{m/s^2}", r"$9.8\,\text{m}/\text{s}^{2}$"),
    (r"\SI{3e-05}{\micro m}", r"$3\times 10^{-5}\,\text{µm}$"),
    (r"\SI{25}{\celsius}", r"$25\,\text{°C}$"),
    (r"\si{\degree C}", r"$\text{°C}$"),
    (r"\si{k\ohm}", r"$\text{kΩ}$"),
    (r"$v=\SI{3}{m}$ or \num{2}", r"$v=3\,\text{m}$ or $2$"),
    (r"`\num{1}`, \\text{a}", r"`\num{1}`, \\text{a}"),
]
"""What text2qti reads too."""


@pytest.mark.parametrize(("macro", "latex"), UNITS)
def test_macros_of_siunitx_are_formulas_as_text2qti_reads_them(macro: str, latex: str) -> None:
    assert one(f"1.  {macro}\n*a) {macro}\nb)  y\n").stem == latex
    peer = importlib.import_module("text2qti.markdown").Markdown().md_to_pandoc(macro)
    assert _seen(peer) == _seen(latex)


def _seen(latex: str) -> str:
    """Return the characters of a formula that a reader sees."""
    drawn = {r"\Omega": "Ω", r"\mu": "µ", r"^\circ": "°", "$-.": "$-0."}
    for name, sign in drawn.items():
        latex = latex.replace(name, sign)
    latex = re.sub(r"\\text(?:rm)?(?=\{)|\\[,!]", "", latex)
    return re.sub(r"[{}\s]", "", latex)


MORE_UNITS = [
    (r"\SI{90}{\degree}", r"$90\text{°}$"),
    (r"\SI{5}{\percent}", r"$5\,\%$"),
    (r"\si{\metre\per\second\squared}", r"$\text{m}\,\text{s}^{-2}$"),
    (r"\si{\kilogram\square\metre\per\cubic\second}", r"$\text{kg}\,\text{m}^{2}\,\text{s}^{-3}$"),
    (r"\si{m.s^{-1}}", r"$\text{m}\cdot \text{s}^{-1}$"),
    (r"\SI{2}{\uL}", r"$2\,\text{µL}$"),
    (r"$\SI{4}{\kilo\watt\hour}$", r"$4\,\text{kW}\,\text{h}$"),
]
"""What text2qti hands on to Canvas, which does not know it."""


@pytest.mark.parametrize(("macro", "latex"), [*UNITS, *MORE_UNITS])
def test_units_can_be_shown(macro: str, latex: str) -> None:
    assert one(f"1.  {macro}\n*a) {macro}\nb)  y\n").stem == latex
    for formula in re.findall(r"\$(.+?)\$", latex):
        assert mathml(formula, display=False)
        assert typst_formula(formula, display=False)


UNKNOWN = [r"\num{1,000}", r"\num{x}", r"\si{\foo}", r"\si{m//s}", r"\SI{1}{\kilo}", r"\si{m^x}"]


@pytest.mark.parametrize("macro", UNKNOWN)
def test_number_or_unit_that_is_not_understood_stays_and_is_told(macro: str) -> None:
    draft = read(f"1.  Q\n    {macro} $x={macro}$\n*a) x\nb)  y\n")
    assert draft.sections[0].questions[0].stem == f"Q\n{macro} $x={macro}$"
    told = f"'{macro}' is no number or unit that is known; it stays as it is"
    assert [(each.line, each.message) for each in draft.doubts] == [(2, told), (2, told)]


def test_many_macros_take_time_by_their_number() -> None:
    start = time.perf_counter()
    units.formulas("\\num{" * 100_000)
    units.formulas("\\num{x}\n" * 100_000)
    assert time.perf_counter() - start < 5


def test_macro_that_a_bank_shows_as_text_is_none_for_text2qti(run: Run, tmp_path: Path) -> None:
    stem = r"Type `\num{1}`, not \num{1} or \\si{m}"
    question = f"  - {{id: a, type: true-false, stem: '{stem}', answer: true}}\n"
    files = {"e/exam.yaml": banks.EXAM, "e/s.yaml": f"title: S\nquestions:\n{question}"}
    write_bank(tmp_path, files)
    assert run("export", "--to", "text2qti", "--out", "e.txt").code == 0
    written = (tmp_path / "e.txt").read_text()
    assert r"Type `\num{1}`, not \\num{1} or \\si{m}" in written
    assert one(written).stem == r"Type `\num{1}`, not \num{1} or \si{m}"


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


def test_texts_of_a_question_that_takes_a_file_are_listed() -> None:
    draft = read("1.  Upload.\n... Any file.\n^^^^\n\n2.  Q\n*a) x\nb)  y\n")
    assert draft.unused == [(1, "Upload."), (3, "Any file.")]
    assert [each.stem for each in draft.sections[0].questions] == ["Q"]


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
