"""Scripts that pages over all exams load: a section's questions as plain text, an exam's by name.

Nothing here says how a text is searched: that is `templates/assets/js/search.js`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape, unescape
from typing import Any
from unicodedata import normalize

from markupsafe import Markup

from builder.model import BLANK, Artifact, Question, Section, View

# Elements that stand apart from the text around them.
_APART = re.compile("blockquote|br|d[dlt]|div|h[1-6r]|li|[ou]l|p|pre|table|tbody|t[dhr]|thead")
_TAG = re.compile(r"</?([a-zA-Z][a-zA-Z0-9]*)([^>]*)>")
_READING = re.compile(r"<(r[pt])>[^<]*</\1>")
_ALT = re.compile(r' alt="([^"]*)"')
_FORMULA = re.compile("<math.*?</math>", re.DOTALL)
_SPACES = re.compile(r"\s+")


def texts(exam: str, section: Section, path: str, answers: bool) -> Artifact:
    """Return the script that holds a section's texts; without answers, no explanation.

    It hands over `{exam, section, questions}`; a question is
    `[id, number, type, stem, options, explanation, tags, difficulty]`, where `options` is all that
    a learner reads besides the stem, and `difficulty` 0 where nothing is said.
    """
    questions = [
        entry
        for number, (question, view) in enumerate(
            zip(section.questions, section.views, strict=True), 1
        )
        for entry in _entries(str(number), question, view, answers)
    ]
    data = {"exam": exam, "section": section.id, "questions": questions}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Artifact(path, f"exampress.texts.push({text});\n".encode())


def questions(exam: str, fingerprints: Iterable[Mapping[str, str]], path: str) -> Artifact:
    """Return the script that says what can be answered in an exam as it is now.

    It hands over `{exam, questions}`, fingerprints by id; with it the list of exams counts.
    """
    known = {name: each for section in fingerprints for name, each in section.items()}
    text = json.dumps({"exam": exam, "questions": known}, separators=(",", ":"))
    return Artifact(path, f"exampress.exams.push({text});\n".encode())


def _entries(number: str, question: Question, view: View, answers: bool) -> Iterator[list[Any]]:
    """Yield a question, and then the parts of a case."""
    beside = [plain(text) for text in question.beside(view.body)]
    explanation = plain(view.explanation) if answers and view.explanation else ""
    yield [
        view.id,
        number,
        view.type,
        plain(view.stem),
        " · ".join(text for text in beside if text),
        explanation,
        normalize("NFC", " · ".join(view.tags)),
        view.difficulty or 0,
    ]
    parts = question.parts()
    shown = view.body.parts if parts else ()
    for index, (part, part_view) in enumerate(zip(parts, shown, strict=True), 1):
        yield from _entries(f"{number}.{index}", part, part_view, answers)


def _typed(formula: re.Match[str]) -> str:
    from builder.linear import linear  # only a bank with formulas pays for it

    return escape(linear(formula[0]))


def plain(html: Markup) -> str:
    """Return rendered Markdown as one line of text: NFC, single spaces, words for pictures,
    formulas as they are typed."""
    text = str(html)
    if "<" in text:
        text = _FORMULA.sub(_typed, text)
        text = _TAG.sub(_spoken, _READING.sub("", text))
    text = unescape(text).replace(BLANK, "____")
    return _SPACES.sub(" ", normalize("NFC", text)).strip()


def _spoken(tag: re.Match[str]) -> str:
    """Return what stands for a tag in running text."""
    if tag[1] == "img":
        words = _ALT.search(tag[2])
        return f" {words[1]} " if words else " "
    return " " if _APART.fullmatch(tag[1]) else ""
