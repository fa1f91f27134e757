"""How papers are laid out, over many forms and every size: nothing split, stranded or askew."""

from __future__ import annotations

import re
import statistics
from collections.abc import Iterator
from itertools import pairwise, takewhile
from pathlib import Path

import pytest

from builder import forms, load, paper, parallel, pdf, setting
from builder.model import Artifact, Exam, PaperLayout
from builder.options import can_set_pdf
from builder.render import BUILT_IN, Renderer
from tests.banks import CONTENT
from tests.layout import Layout, Word, layout

pytestmark = pytest.mark.skipif(not can_set_pdf(), reason="needs exampress[pdf]")

A4: dict[str, object] = {"seal": True}
LAYOUTS: tuple[dict[str, object], ...] = (
    A4,
    {"size": "B5"},
    {"size": "Letter", "seal": True},
    {"size": "A3", "columns": 2, "seal": True},
    {"columns": 2},
    {"large": True},
)


@pytest.fixture(scope="module")
def exam() -> Exam:
    """The real paper without its notes, whose numbers are none of questions."""
    plan = load.plan(CONTENT)
    found = next(folder for folder in plan.folders if folder.name == "demo")
    read = load.exam(plan, found).exam
    assert read is not None
    return read


def _set(exams: list[Exam], folder: Path) -> list[Layout]:
    words = Renderer(None, {}).words("zh-Hant")
    documents = [
        document
        for exam in exams
        for document in setting.documents(
            exam, [next(paper.printed(exam, True))], words, True, ("paper",)
        ).documents
    ]
    made = parallel.apart(
        lambda document: pdf.artifact(document, CONTENT, (BUILT_IN,)),
        documents,
        [1] * len(documents),
        2,
    )
    layouts = []
    for number, artifact in enumerate(made):
        assert isinstance(artifact, Artifact), artifact
        (folder / f"{number}.pdf").write_bytes(artifact.data)
        layouts.append(layout(folder / f"{number}.pdf"))
    return layouts


def _with(exam: Exam, values: dict[str, object]) -> Exam:
    return exam._replace(paper=PaperLayout.model_validate(values))


def _lettered(words: list[Word]) -> Iterator[Word]:
    yield from (word for word in words if re.fullmatch(r"[A-Z]\.", word.text))


def _check(shown: Layout) -> None:
    questions = shown.questions()
    assert list(questions) == list(range(1, 52))
    for number, words in questions.items():
        own = list(takewhile(lambda word: not _HEAD.match(word.text), words))
        assert len({word.page for word in own}) == 1, f"{number} is split"
        if head := words[len(own) :]:
            assert number + 1 in questions
            assert head[-1].page == questions[number + 1][0].page, f"head before {number + 1}"
        letters = list(_lettered(words))
        assert [word.text[0] for word in letters] == sorted(word.text[0] for word in letters)
        if letters:
            _check_aligned(letters)


_HEAD = re.compile(r"得分$|評卷人$|[一二三四五]、")


def _check_aligned(letters: list[Word]) -> None:
    """Options stand in a grid: lefts of the first row are those of all rows."""
    rows: dict[int, list[Word]] = {}
    for word in letters:
        rows.setdefault(round(word.top), []).append(word)
    first, *others = rows.values()
    lefts = [round(word.left) for word in first]
    steps = {round(b - a) for a, b in pairwise(lefts)}
    assert len({step // 2 for step in steps}) <= 2
    for row in others:
        assert [round(word.left) for word in row] == lefts[: len(row)]


@pytest.mark.parametrize("values", LAYOUTS, ids=lambda values: "-".join(map(str, values.values())))
def test_no_question_is_split_and_options_are_aligned(
    values: dict[str, object], exam: Exam, tmp_path: Path
) -> None:
    own = _with(exam, values)
    for shown in _set([forms.arranged(own, order) for order in range(4)], tmp_path):
        _check(shown)


def test_pages_are_filled(exam: Exam, tmp_path: Path) -> None:
    own = _with(exam, A4)
    slack = [
        (842 - 51 - max(word.bottom for word in shown.text() if word.page == page)) / 72 * 25.4
        for shown in _set([forms.arranged(own, order) for order in range(8)], tmp_path)
        for page in range(len(shown.sizes) - 1)
    ]
    assert len(slack) >= 16
    assert statistics.median(slack) <= 10
