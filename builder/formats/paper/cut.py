"""Does the text stop in the middle: an open label, a cut question, a sentence without an end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from builder.formats.paper import blanks
from builder.formats.paper.doubts import Doubts
from builder.formats.paper.keycontext import has_key
from builder.formats.paper.raw import RawPaper, RawQuestion, joined
from builder.formats.paper.rows import Row

_ENDS = "。！？；：.!?;:…”’」』）)】]》>*`$|~—"


def mend(raw: RawPaper, rows: Sequence[Row], ends_open: bool, doubts: Doubts) -> None:
    """Doubt a text that stops in the middle; the question cut off gets no answer."""
    last = next((row for row in reversed(rows) if not row.blank), None)
    questions = [q for section in raw.sections for q in section.questions()]
    if last is None or not questions or any(doubt.about == "truncated" for doubt in raw.doubts):
        return
    question = questions[-1]
    if _question_breaks_off(question, questions[:-1], last, ends_open):
        question.cut = True
        doubts.add(
            last.number,
            "truncated",
            f"the text stops in the middle of the question: {last.text[-20:]!r}",
        )
    elif ends_open and _sentence_breaks_off(question, last):
        doubts.add(
            last.number,
            "truncated",
            f"the text stops in the middle of a sentence: {last.text[-20:]!r}",
        )


def _question_breaks_off(
    question: RawQuestion, others: list[RawQuestion], last: Row, ends_open: bool
) -> bool:
    """Say whether the last question lacks its key and options that all before it have."""
    if has_key(question) or question.line > last.number or question.learner:
        return False
    if (
        question.options
        and not joined(question.options[-1].text)
        and question.options[-1].line == last.number
    ):
        return True
    usual = Counter(len(q.options) for q in others).most_common(1)
    starred = any(option.starred for option in question.options)
    keyed = others and all(has_key(q) or any(o.starred for o in q.options) for q in others)
    if not keyed or len(others) < 2 or not usual[0][0]:
        return False
    stem = joined(question.stem)
    bare = ends_open and stem[-1:] not in _ENDS and not blanks.bracket_key(stem, True, True)
    return (
        bool(question.options or bare)
        and len(question.options) < usual[0][0]
        and (not starred or len(question.options) > 1)
    )


def _sentence_breaks_off(question: RawQuestion, last: Row) -> bool:
    """Say whether the last line of prose lacks the full stop that the lines before it have."""
    texts = [question.analysis, *(key.text for key in question.keys)]
    for text in texts:
        lines = [(number, line.strip()) for number, line in text if line.strip()]
        if not lines or lines[-1][0] != last.number or lines[-1][1][-1] in _ENDS:
            continue
        ends = Counter(line[-1] in _ENDS for _, line in lines[:-1])
        return ends[True] > ends[False] or (len(lines) == 1 and len(lines[0][1]) > 20)
    return False
