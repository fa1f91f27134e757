"""R/exams' static exercises as found in the wild; what computes is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.decoding import ReadError
from builder.draft import Draft
from builder.formats import incoming
from tests import banks
from tests.banks import write_bank
from tests.conftest import Run

SINGLE = """Question
========
What is the seat of the federal authorities in **Switzerland**?

Answerlist
----------
* Basel
* Bern
  (the city)
* Geneva

Solution
========
There is no *de jure* capital.

Answerlist
----------
* False. Too far north.
* True.
* False

Meta-information
================
exname: Swiss Capital
extype: schoice
exsolution: 010
exshuffle: 3
expoints: 2
exsection: Geography
"""


def read(text: str) -> Draft:
    return incoming.read(text.encode(), "exercise.Rmd")


def test_single_choice() -> None:
    draft = read(SINGLE)
    (question,) = draft.sections[0].questions
    assert draft.sections[0].title == "Geography"
    assert (question.id, question.type, question.points) == ("Swiss Capital", "single", 2.0)
    assert (question.options, question.answer) == (["Basel", "Bern (the city)", "Geneva"], ["B"])
    assert question.feedback == ["Too far north.", None, None]
    assert question.explanation == "There is no *de jure* capital."


def exercise(meta: str, text: str = "What?") -> str:
    return f"Question\n========\n{text}\n\nMeta-information\n================\n{meta}\n"


ANSWERS = [
    ("extype: num\nexsolution: 3.10\nextol: 0.01", "numeric", (3.1, 0.01)),
    ("extype: string\nexsolution: Bern", "blank", [["Bern"]]),
    ("extype: string\nexstringtype: essay\nexsolution: nil", "essay", None),
]


@pytest.mark.parametrize(("meta", "kind", "answer"), ANSWERS)
def test_answer_means(meta: str, kind: str, answer: object) -> None:
    (question,) = read(exercise(meta)).sections[0].questions
    assert (question.type, question.answer) == (kind, answer)


def test_cloze_of_texts_is_a_fill_in() -> None:
    meta = "extype: cloze\nexclozetype: string|string\nexsolution: a|b"
    (question,) = read(exercise(meta, "##ANSWER1## and ##ANSWER2##.")).sections[0].questions
    assert (question.stem, question.answer) == ("___ and ___.", [["a"], ["b"]])


DOUBTS = [
    ("```{r}\nx <- 1\n```\n" + SINGLE, (1, "unknown-kind")),
    (SINGLE.replace("Basel", "`r x[1]`"), (7, "unknown-kind")),
    (exercise("extype: file\nexsolution: nil"), (1, "unknown-kind")),
    (SINGLE.replace("010", "0100"), (1, "unreadable-key")),
    (SINGLE.replace("010", "011"), (1, "unreadable-key")),
    (exercise("extype: num\nexsolution: x"), (1, "unreadable-key")),
    (exercise("extype: cloze\nexclozetype: schoice\nexsolution: 01"), (1, "unreadable-key")),
    (SINGLE, (27, "not-kept")),
    (exercise("extype: num\nexsolution: 1\nexextra[a\nb]: c"), (1, "not-kept")),
    (SINGLE.replace("exshuffle: 3", "exextra[essay,logical]: TRUE"), (27, "not-kept")),
]


@pytest.mark.parametrize(("text", "doubt"), DOUBTS)
def test_what_a_bank_cannot_hold_is_told(text: str, doubt: tuple[int, str]) -> None:
    assert doubt in [(each.line, each.about) for each in read(text).doubts]


def test_nothing_is_told_of_what_is_read() -> None:
    told = read(SINGLE.replace("exshuffle: 3", "exshuffle: TRUE\nexextra[hint,character]: h"))
    assert told.doubts == []


INCLUDES = """```{r, echo = FALSE, results = "hide"}
# the logo
include_supplement("Rlogo.png",
  dir = find.package("exams"), recursive = TRUE)
exams::include_supplement("more (2).png")
```

"""


def test_code_that_only_names_files_is_no_computing() -> None:
    draft = read(INCLUDES + SINGLE.replace("**Switzerland**?", "it? ![](Rlogo.png)"))
    (question,) = draft.sections[0].questions
    assert question.stem.endswith("it? ![](Rlogo.png)")
    assert [(doubt.line, doubt.about) for doubt in draft.doubts if doubt.line == 8] == [
        (8, "missing-image")
    ]
    computing = INCLUDES.replace("# the logo", "x <- 1")
    assert read(computing + SINGLE).doubts[-1].about == "unknown-kind"


def test_an_address_in_pointed_brackets_is_no_html() -> None:
    said = "There is, see <https://admin.ch/a-b?c=1> or <a.b@admin.ch>, <b>no</b> capital."
    draft = read(SINGLE.replace("There is no *de jure* capital.", said))
    (question,) = draft.sections[0].questions
    assert question.explanation == (
        "There is, see <https://admin.ch/a-b?c=1> or <a.b@admin.ch>, **no** capital."
    )


def test_exercises_in_latex_are_refused_by_name() -> None:
    text = "\\begin{question}\nWhat?\n\\end{question}\n%% \\extype{num}\n"
    with pytest.raises(ReadError, match="in LaTeX"):
        incoming.read(text.encode(), "exercise.Rnw")


def test_computing_exercise_is_named_and_listed() -> None:
    draft = read("```{r}\nx <- 1\n```\n" + SINGLE)
    assert draft.sections == []
    (refusal,) = [doubt for doubt in draft.doubts if doubt.about == "unknown-kind"]
    assert "'Swiss Capital' computes with R" in refusal.message
    assert draft.unused[0] == (1, "```{r}")


def test_a_folder_of_exercises_is_one_exam(run: Run, tmp_path: Path) -> None:
    write_bank(tmp_path, {"e/exam.yaml": banks.EXAM, "e/s.yaml": banks.SECTION})
    twice = "title: Two\nquestions:\n" + banks.QUESTION.replace("id: a", "id: b")
    (tmp_path / "content/e/t.yaml").write_text(
        twice + banks.QUESTION.replace("id: a", "id: c").replace("Is it?", "Is it not?")
    )
    assert run("export", "--to", "rexams", "--out", "out").code == 0
    paths = sorted((tmp_path / "out").rglob("*.Rmd"))
    assert [path.name for path in paths] == ["001-a.Rmd", "001-b.Rmd", "002-c.Rmd"]
    ran = run("import", *paths, "--dry-run")
    assert "2 sections, 3 questions, 3 with an answer" in ran.out


GAPS = """\
Question
========
The word is ##ANSWER1##, the number ##ANSWER2##, and it is ##ANSWER3##.

Answerlist
----------
*
* of all
* so
* thus

Meta-information
================
exname: gaps
extype: cloze
exclozetype: string|num|schoice
exsolution: word|3.14|01
extol: 0|0.01|0
expoints: 3
"""


def test_numbers_and_choices_in_a_text_are_a_case() -> None:
    for text in (GAPS, GAPS.replace("*\n* of all\n", "")):
        draft = incoming.read(text.encode(), "gaps.Rmd")
        (case,) = draft.sections[0].questions
        assert (case.type, case.stem) == ("case", "")
        assert case.material == (
            r"The word is \_\_(1)\_\_, the number \_\_(2)\_\_, and it is \_\_(3)\_\_."
        )
        word, number, choice = case.questions
        assert (word.type, word.answer, word.points) == ("blank", [["word"]], 1)
        assert (number.type, number.answer) == ("numeric", (3.14, 0.01))
        assert (choice.type, choice.options, choice.answer) == ("single", ["so", "thus"], ["B"])
        assert draft.doubts == []


def test_cloze_that_does_not_fit_its_list_is_told() -> None:
    draft = incoming.read(GAPS.replace("|01", "|010").encode(), "gaps.Rmd")
    assert [doubt.about for doubt in draft.doubts] == ["unreadable-key"]
