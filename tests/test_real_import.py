"""The real paper in `content/demo` is what `import` reads from its source, and repairs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from builder import importing, load
from builder.model import Exam
from tests.banks import CONTENT

SOURCE = Path(__file__).parent / "fixtures" / "exam-paper.txt"

# The repairs by hand, as the head of content/demo/exam.yaml lists them.
WORDS = {
    "Alloftheabove": "All of the above",
    "Temperaturescaling": "Temperature scaling",
    "QuantizedLow-RankAdaptation": "Quantized Low-Rank Adaptation",
    "Low-RankAdaptation": "Low-Rank Adaptation",
    "ApacheSpark": "Apache Spark",
}
TYPE_MARK = "（多選）"
COMPARED = ("stem", "options", "answer", "explanation", "material", "type")


def repaired(text: str) -> str:
    for glued, words in WORDS.items():
        text = text.replace(glued, words)
    return text


def bare(stem: str) -> str:
    """A stem without the bracket that is printed around a blank; import drops it."""
    return stem.replace("（___）", "___")


def said(question: dict[str, Any]) -> dict[str, Any]:
    """What a question says, parts of a case included; ids, points and space to write are ours."""
    shown = {name: question[name] for name in COMPARED if name in question}
    return {**shown, "questions": [said(part) for part in question.get("questions", [])]}


def exam(content: Path, name: str) -> Exam:
    loaded = load.exam(load.plan(content), content / name)
    assert loaded.exam is not None, loaded.problems
    return loaded.exam


def test_demo_is_the_imported_paper_and_its_repairs(tmp_path: Path) -> None:
    found = importing.read([SOURCE], None)
    files = importing.exam_files(found, None, "paper")
    texts = {name: repaired(data.decode()).encode() for name, data in files.items()}
    assert importing.write(texts, tmp_path / "paper") is None
    imported, kept = exam(tmp_path, "paper"), exam(CONTENT, "demo")
    assert imported.language == kept.language
    assert imported.title == f"{kept.title}（含答案與解析）"
    assert [s.title for s in imported.sections] == [s.title for s in kept.sections]
    for ours, theirs in zip(kept.sections, imported.sections, strict=True):
        mark = TYPE_MARK if ours.id == "multiple" else ""
        wanted = [said({**q.to_json(), "stem": q.stem + mark}) for q in theirs.questions]
        shown = [said({**q.to_json(), "stem": bare(q.stem)}) for q in ours.questions]
        assert shown == wanted
