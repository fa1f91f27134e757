"""Checks the demo bank against its source paper, with a reader that shares nothing with ours."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "tests" / "fixtures" / "exam-paper.txt"

Question = dict[str, Any]

COUNTS = {"single": 15, "multiple": 10, "blank": 15, "true-false": 10, "case": 1}
TRUTH = {"正確": True, "不正確": False}
COMPARED = ("material", "stem", "options", "answer", "explanation", "questions")

# The extraction flattened ruby text: 訓(xùn)練 is 訓練.
PINYIN = re.compile(r"(?<=[\u4e00-\u9fff])\([a-zāáǎàēéěèīíǐìōóǒòūúǔùüǖǘǚǜ]+\)")

# The extraction glued these English words together; every such word of the paper is here.
GLUED = {
    "Alloftheabove": "All of the above",
    "Temperaturescaling": "Temperature scaling",
    "QuantizedLow-RankAdaptation": "Quantized Low-Rank Adaptation",
    "Low-RankAdaptation": "Low-Rank Adaptation",
    "ApacheSpark": "Apache Spark",
}


def repaired(text: str) -> str:
    """The source text without readings, with its English spaces and with blanks as `___`."""
    text = PINYIN.sub("", text)
    for glued, spaced in GLUED.items():
        text = text.replace(glued, spaced)
    return re.sub(r"_{3,}", "___", text)


def source_sections(text: str) -> dict[str, list[Question]]:
    """The questions of the paper's five parts, by type, in the paper's order."""
    parts = re.split(r"^[一二三四五]、.*$", text, flags=re.MULTILINE)[1:]
    readers = {
        "single": choice_questions,
        "multiple": choice_questions,
        "blank": blank_questions,
        "true-false": true_false_questions,
        "case": case_questions,
    }
    return {kind: read(part) for (kind, read), part in zip(readers.items(), parts, strict=True)}


def numbered(text: str) -> list[str]:
    """The items of a list numbered `1.`, `2.`, … without their numbers."""
    _, *pieces = re.split(r"^(\d+)\.", text, flags=re.MULTILINE)
    assert [int(number) for number in pieces[::2]] == list(range(1, len(pieces) // 2 + 1))
    return [item.strip() for item in pieces[1::2]]


def choice_questions(part: str) -> list[Question]:
    """Single or multiple choice: the questions first, then all keys, then all explanations."""
    questions, _, rest = part.partition("\n答案：\n")
    keys, _, explanations = rest.partition("\n解析：\n")
    rows = zip(numbered(questions), numbered(keys), numbered(explanations), strict=True)
    return [
        choice_stem_and_options(item) | {"answer": list(key), "explanation": explanation}
        for item, key, explanation in rows
    ]


def choice_stem_and_options(item: str) -> Question:
    """A stem and the lines `A.…`, `B.…` below it, whose letters must be in order."""
    stem, *lines = item.split("\n\n")
    letters, options = zip(*(line.split(".", 1) for line in lines), strict=True)
    assert "".join(letters) == "ABCDE"[: len(letters)]
    return {"stem": stem, "options": list(options)}


def blank_questions(part: str) -> list[Question]:
    """Fill-ins: each stem is followed by its one answer."""
    rows = (item.split("\n\n答案：") for item in numbered(part))
    return [{"stem": stem, "answer": [[answer]]} for stem, answer in rows]


def true_false_questions(part: str) -> list[Question]:
    """Statements: each is followed by the printed boxes, its answer and its explanation."""
    marks = r"\n\n正確（）不正確（）\n\n答案：|\n\n解析："
    rows = (re.split(marks, item) for item in numbered(part))
    return [
        {"stem": stem, "answer": TRUTH[answer], "explanation": explanation}
        for stem, answer, explanation in rows
    ]


def case_questions(part: str) -> list[Question]:
    """The one case the paper still holds; its model answer is cut off."""
    _, material, stem, answer = re.split(r"案例1\.|\n\n問題：|\n\n參考答案：\n\n", part)
    return [{"material": material, "questions": [{"stem": stem, "answer": answer.strip()}]}]


def compared(question: Question) -> Question:
    """The fields of an exported question that the paper has too, without empty ones."""
    fields = {name: question[name] for name in COMPARED if question.get(name) not in (None, "", [])}
    if "questions" in fields:
        fields["questions"] = [compared(inner) for inner in fields["questions"]]
    return fields


@pytest.fixture(scope="module")
def paper() -> dict[str, list[Question]]:
    """The paper, by type."""
    return source_sections(repaired(SOURCE.read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def bank() -> dict[str, list[Question]]:
    """The demo exam as the public command exports it, by type."""
    command = [sys.executable, "-m", "builder", "export", "--to", "json"]
    output = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    (demo,) = (exam for exam in json.loads(output)["exams"] if exam["id"] == "demo")
    return {section["type"]: section["questions"] for section in demo["sections"]}


def test_repairs_leave_neither_reading_nor_glued_word() -> None:
    """After the repairs no half-width bracket and no glued word is left."""
    text = repaired(SOURCE.read_text(encoding="utf-8"))
    assert not re.findall(r"[()]", text)
    assert not [glued for glued in GLUED if glued in text]


def test_counts(paper: dict[str, list[Question]], bank: dict[str, list[Question]]) -> None:
    """Paper and bank hold the same five sections with the same numbers of questions."""
    assert list(bank) == list(COUNTS)
    assert {kind: len(questions) for kind, questions in paper.items()} == COUNTS
    assert {kind: len(questions) for kind, questions in bank.items()} == COUNTS


@pytest.mark.parametrize("kind", COUNTS)
def test_bank_says_what_the_paper_says(
    kind: str, paper: dict[str, list[Question]], bank: dict[str, list[Question]]
) -> None:
    """Stem, options, key and explanation of every question are the paper's, in its order."""
    for number, (printed, held) in enumerate(zip(paper[kind], bank[kind], strict=True), start=1):
        assert compared(held) == printed, f"{kind} {number}"
