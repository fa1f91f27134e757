"""The bank as Word files, to be edited on: for each exam a student's paper, a key, and a teacher's.

Numbers, options, tables and formulas are Word's own. `papers` lowers the question types; the other
modules each write one side of the format.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder.formats.docx.papers import key, paper, teacher
from builder.formats.writing import Export, Item, Loss
from builder.model import Artifact, Exam, PaperLayout
from builder.questions.blank import Blank


def artifacts(export: Export) -> Iterator[Artifact]:
    """Yield the papers and the key of each exam, and tell what Word files do not hold."""
    for exam in export.exams("title", "duration", "paper"):
        _tell_of_paper(exam, export)
        for _, items in export.sections(exam, "title", "instructions"):
            for item in items:
                for part in (item, *item.parts()):
                    _tell(part)
        yield Artifact(f"{exam.id}.docx", paper(exam, export))
        yield Artifact(f"{exam.id}-key.docx", key(exam, export))
        yield Artifact(f"{exam.id}-teacher.docx", teacher(exam, export))


def _tell_of_paper(exam: Exam, export: Export) -> None:
    for field in ("seal", "columns", "large", "qr"):
        if getattr(exam.paper, field) != getattr(PaperLayout(), field):
            where = exam.places.where(("paper", field))
            message = f"the Word file has no '{field}' of a paper; it was left out"
            export.losses.append(Loss(where, exam.id, "paper", message))


def _tell(item: Item) -> None:
    item.lose_all_but(*_KEPT)
    if isinstance(item.question, Blank) and any(len(each) > 1 for each in item.question.answer):
        item.lose("answer", "the key prints the model answer; other accepted texts are left out")


_KEPT = (
    "answer",
    "any_order",
    "distractors",
    "explanation",
    "items",
    "lines",
    "material",
    "options",
    "pairs",
    "points",
    "rubric",
    "scoring",
    "tolerance",
    "unit",
)
