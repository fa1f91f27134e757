"""How papers are laid out, over many forms and every size: nothing split, stranded or askew."""

from __future__ import annotations

import statistics
from dataclasses import replace
from pathlib import Path

import pytest

from builder import forms, load, paper, parallel, pdf, setting
from builder.model import Artifact, Exam, PaperLayout
from builder.options import can_set_pdf
from builder.render import BUILT_IN, Renderer
from tests.banks import CONTENT
from tests.layout import Fault, Layout, faults, layout, slack

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


def _check(shown: Layout, form: str = "") -> None:
    assert list(shown.questions()) == list(range(1, 52))
    assert list(faults(shown, form)) == []


@pytest.mark.parametrize("values", LAYOUTS, ids=lambda values: "-".join(map(str, values.values())))
def test_no_question_is_split_and_options_are_aligned(
    values: dict[str, object], exam: Exam, tmp_path: Path
) -> None:
    own = _with(exam, values)
    for shown in _set([forms.arranged(own, order) for order in range(4)], tmp_path):
        _check(shown)


def test_pages_are_filled(exam: Exam, tmp_path: Path) -> None:
    own = _with(exam, A4)
    shown = _set([forms.arranged(own, order) for order in range(8)], tmp_path)
    free = [each for one in shown for each in slack(one)]
    assert len(free) >= 16
    assert statistics.median(free) <= 10


def test_checks_find_what_is_wrong(exam: Exam, tmp_path: Path) -> None:
    (shown,) = _set([_with(exam, A4)], tmp_path)
    questions = shown.questions()
    letter = next(word for word in questions[2] if word.text == "C.")
    askew = replace(letter, left=letter.left + 5, right=letter.right + 5)
    words = tuple(askew if word == letter else word for word in shown.words)
    assert {fault.kind for fault in faults(replace(shown, words=words))} == {"misaligned"}
    torn = shown.text()[shown.text().index(questions[3][-1]) :]
    words = tuple(
        replace(each, page=each.page + 1) if each in torn else each for each in shown.words
    )
    more = replace(shown, words=words, sizes=(*shown.sizes, shown.sizes[0]))
    assert Fault("split", "question 3") in list(faults(more))
    footers = [fault for fault in faults(shown, "another form") if fault.kind == "footer"]
    assert len(footers) == len(shown.sizes)
