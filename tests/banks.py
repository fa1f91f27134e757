"""Small banks for tests, and looking at what a run left in a folder. Tests nothing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONTENT = ROOT / "content"
CASES = Path(__file__).parent / "cases"

EXAM = "title: Exam\nlanguage: en\n"
QUESTION = "  - {id: a, type: true-false, stem: Is it?, answer: true}\n"
SECTION = "title: Section\nquestions:\n" + QUESTION.replace("true}", "true, explanation: It is.}")

EVERY_TYPE = """\
title: Every type
points: 2
instructions: Take your time.
questions:
  - id: one
    type: single
    stem: Which one?
    options: [{text: first, feedback: SECRETfeedback}, second, third]
    answer: B
    explanation: SECRETexplanation of one
    hint: A hint is no secret.
  - id: several
    type: multiple
    stem: Which ones?
    options: [{text: alpha, feedback: SECRETfeedback}, beta, gamma]
    answer: [A, C]
    scoring: partial
    explanation: SECRETexplanation of several
  - id: judged
    type: true-false
    stem: Is it so?
    answer: 错
    explanation: SECRETexplanation of judged
  - id: gaps
    type: blank
    stem: It is ___ and ___.
    answer: [SECRETmodel, [SECRETother, SECRETaccepted]]
    any_order: true
    match_case: true
    explanation: SECRETexplanation of gaps
  - id: number
    type: numeric
    stem: How much?
    answer: 987654.3210
    tolerance: 0.0625
    unit: kg
    explanation: SECRETexplanation of number
  - id: pairs
    type: matching
    stem: What belongs together?
    pairs: [[left one, right one], [left two, right two]]
    distractors: [right three]
    explanation: SECRETexplanation of pairs
  - id: order
    type: ordering
    stem: In which order?
    items: [item one, item two, item three]
    explanation: SECRETexplanation of order
  - id: text
    type: essay
    stem: Why?
    answer: SECRETanswer
    rubric: [{text: SECRETrubric, points: 3}]
    lines: 4
    explanation: SECRETexplanation of text
  - id: story
    type: case
    material: Shared material.
    explanation: SECRETexplanation of story
    questions:
      - id: story-one
        type: single
        stem: Which one of it?
        options: [{text: p, feedback: SECRETfeedback}, q]
        answer: B
        explanation: SECRETexplanation of a part
      - id: story-text
        type: essay
        stem: Why that?
        answer: SECRETanswer
        rubric: [{text: SECRETrubric, points: 1}]
"""
"""Every question type; whatever holds the word SECRET must not reach a student's paper."""


def write_bank(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write the files of a bank below `folder`/content; return that."""
    content = folder / "content"
    for name, text in files.items():
        path = content / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
    return content


def section_bank(folder: Path, section: str) -> Path:
    """Write a bank of one exam `e` with one section `s`."""
    return write_bank(folder, {"e/exam.yaml": EXAM, "e/s.yaml": section})


def files(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder, by its path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
