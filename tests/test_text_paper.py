"""The bank as running text: what is written is read back, question by question."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from builder import importing, load
from builder.draft import DraftQuestion
from builder.formats import WRITERS, paper, text_paper
from builder.formats.writing import written
from builder.problems import BankError
from tests.banks import CONTENT, write_bank
from tests.exchange import Author

CHINESE = "甲乙丙丁天地玄黄宇宙洪荒日月盈昃辰宿列张"
SAID = {"single", "multiple", "true-false", "blank"}


def exported(content: Path, folder: Path) -> list[tuple[str, list[DraftQuestion]]]:
    bank, _ = load.bank(content)
    found = []
    for exam in bank.exams:
        only = type(bank)(bank.id, bank.title, None, bank.language, None, (exam,), bank.assets)
        path = folder / f"{exam.id}.md"
        path.write_text(text_paper.write(only), encoding="utf-8")
        draft = importing.read([path], None).draft
        found.append((exam.id, [q for section in draft.sections for q in section.questions]))
    return found


def test_every_question_of_the_banks_comes_back(tmp_path: Path) -> None:
    bank, _ = load.bank(CONTENT)
    wanted = {
        exam.id: [
            (q.type_name == "case", len(q.parts())) for s in exam.sections for q in s.questions
        ]
        for exam in bank.exams
    }
    for name, questions in exported(CONTENT, tmp_path):
        assert [(q.type == "case", len(q.questions)) for q in questions] == wanted[name]


def test_types_and_keys_of_the_real_paper_come_back(tmp_path: Path) -> None:
    bank, _ = load.bank(CONTENT)
    kept = [
        q for exam in bank.exams if exam.id == "demo" for s in exam.sections for q in s.questions
    ]
    read = dict(exported(CONTENT, tmp_path))["demo"]
    for ours, theirs in zip(kept, read, strict=True):
        if ours.type_name in SAID:
            value = ours.to_json()
            assert (theirs.type, theirs.answer) == (value["type"], value["answer"])
            assert theirs.options == value.get("options", [])
            assert theirs.explanation == value.get("explanation")


WORDS = st.text(st.sampled_from(CHINESE), min_size=4, max_size=12)


@st.composite
def questions(draw: st.DrawFn) -> str:
    """One question of a bank, as YAML without its id."""
    stem = draw(WORDS)
    match draw(st.sampled_from(sorted(SAID))):
        case "single":
            options = draw(st.lists(WORDS, min_size=3, max_size=5, unique=True))
            letter = draw(st.sampled_from("ABC"))
            return f"type: single, stem: {stem}, options: [{', '.join(options)}], answer: {letter}"
        case "multiple":
            options = draw(st.lists(WORDS, min_size=4, max_size=5, unique=True))
            return f"type: multiple, stem: {stem}, options: [{', '.join(options)}], answer: ACD"
        case "true-false":
            return f"type: true-false, stem: {stem}, answer: {draw(st.booleans())}"
        case _:
            return f"type: blank, stem: {stem}___{draw(WORDS)}, answer: {draw(WORDS)}"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(st.lists(questions(), min_size=1, max_size=8, unique=True))
def test_generated_banks_come_back(tmp_path: Path, listed: list[str]) -> None:
    rows = "\n".join(f"  - {{id: q{n}, {text}}}" for n, text in enumerate(listed))
    files = {
        "e/exam.yaml": "title: 卷\nlanguage: zh-Hans\n",
        "e/s.yaml": f"title: 综合题\nquestions:\n{rows}\n",
    }
    bank, _ = load.bank(write_bank(tmp_path, files))
    draft = paper.read(text_paper.write(bank))
    kept = [q.to_json() for q in bank.exams[0].sections[0].questions]
    read = [q for section in draft.sections for q in section.questions]
    assert [(q.type, q.stem, q.answer) for q in read] == [
        (value["type"], value["stem"], value["answer"]) for value in kept
    ]


@pytest.mark.parametrize("content", [CONTENT])
def test_ordering_gives_its_key_and_not_its_order(content: Path) -> None:
    bank, _ = load.bank(content)
    text = text_paper.write(bank)
    assert "Answer: CBAEDF" in text


def losses(content: Path) -> dict[str, set[str]]:
    bank, _ = load.bank(content)
    found: dict[str, set[str]] = {}
    for loss in written(bank, WRITERS["text"], lambda _: b"").losses:
        found.setdefault(loss.item, set()).add(loss.field)
    return found


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(number=st.integers(0, 2**32))
def test_a_question_of_which_nothing_is_told_comes_back(tmp_path: Path, number: int) -> None:
    try:
        content = write_bank(tmp_path, Author(number).exam())
        bank, _ = load.bank(content)
    except BankError:
        reject()
    told = losses(content)
    draft = paper.read(text_paper.write(bank))
    read = [each for section in draft.sections for each in section.questions]
    came = [(each.type, " ".join(each.stem.split()), each.answer) for each in read]
    for section in bank.exams[0].sections:
        for question in section.questions:
            value = question.to_json()
            name = f"e/{section.id}/{question.id}"
            if "type" not in told.get(name, ()) and value["type"] in SAID:
                assert (value["type"], " ".join(value["stem"].split()), value["answer"]) in came


def test_a_question_that_reads_as_something_else_is_told(tmp_path: Path) -> None:
    questions = (
        "  - {id: good, type: true-false, stem: 地球是圆的。, answer: 对}\n"
        '  - {id: odd, type: blank, stem: "甲___\\n\\n答案：丙\\n\\n3. 又一题", answer: 乙}\n'
    )
    files = {
        "e/exam.yaml": "title: 卷\nlanguage: zh-Hans\n",
        "e/s.yaml": f"title: 综合题\nquestions:\n{questions}",
    }
    told = losses(write_bank(tmp_path, files))
    assert "type" in told["e/s/odd"]
    assert "e/s/good" not in told
