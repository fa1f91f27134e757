"""Does the text stop in the middle: an open label, a question cut off, a sentence without an end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from builder.formats.paper.doubts import Doubts
from builder.formats.paper.raw import RawPaper, RawQuestion
from builder.formats.paper.rows import Row

_ENDS = "。！？；：.!?;:…”’」』）)】]》>*`$|~—"


def mend(raw: RawPaper, rows: Sequence[Row], ends_open: bool, doubts: Doubts) -> None:
    """Doubt a text that stops in the middle."""
    last = next((row for row in reversed(rows) if not row.blank), None)
    questions = [q for section in raw.sections for q in section.questions()]
    if last is None or not questions or not ends_open:
        return
    question = questions[-1]
    if any(doubt.about == "truncated" for doubt in raw.doubts):
        return
    if _sentence_breaks_off(question, last):
        doubts.add(last.number, "truncated", f"the text stops in the middle of a sentence: {last.text[-20:]!r}")


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
