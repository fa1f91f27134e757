"""Does a paper add up: counts and points of heads, numbering, stems that stand twice, pictures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from builder.draft import DraftQuestion, DraftSection
from builder.formats.paper.doubts import Doubts
from builder.formats.paper.lines import SourceLine


def check(sections: Sequence[DraftSection], lines: Iterable[SourceLine], doubts: Doubts) -> None:
    """Add the doubts about a paper as a whole."""
    for section in sections:
        _declared(section, doubts)
    _gaps(sections, doubts)
    _twins(sections, doubts)
    _pictures(lines, doubts)


def _leaves(section: DraftSection) -> list[DraftQuestion]:
    return [q for item in section.questions for q in (item.questions or [item])]


def _declared(section: DraftSection, doubts: Doubts) -> None:
    """Doubt a head that announces another count, or points that don't add up."""
    said = section.declared
    found = len(_leaves(section))
    counts = {len(section.questions), found}
    if said.count is not None and said.count not in counts:
        doubts.add(
            section.line,
            "count-mismatch",
            f"{said.count} questions are announced, {found} are here",
        )
    count = said.count if said.count is not None else found
    if said.points_each is None or said.points_total is None:
        return
    sums = {round(n * said.points_each, 6) for n in ({count} if said.count is not None else counts)}
    if round(said.points_total, 6) not in sums:
        message = f"{count} × {said.points_each} points are announced as {said.points_total}"
        doubts.add(section.line, "points-mismatch", message)


def _gaps(sections: Sequence[DraftSection], doubts: Doubts) -> None:
    """Doubt a jump in the numbering; sections may go on or begin anew."""
    run = 0
    for section in sections:
        last: int | None = None
        for question in _numbered(section):
            number = question.number or 0
            before = last if last is not None else run if number > run + 1 and run else None
            first_far = last is None and run == 0 and number > 1 and section is sections[0]
            if (before is not None and number > before + 1) or first_far:
                message = f"number {number} follows {before if before is not None else 'the head'}"
                doubts.add(question.line, "number-gap", message)
            last = number
        run = last if last is not None else run


def _numbered(section: DraftSection) -> list[DraftQuestion]:
    """Return the questions whose numbers make the sequence of a section."""
    own = [q for q in section.questions if q.number is not None]
    if any(q.type == "case" for q in own):
        return own
    return [q for q in _leaves(section) if q.number is not None]


def _twins(sections: Sequence[DraftSection], doubts: Doubts) -> None:
    """Doubt a stem that stands twice; questions about other material are not compared."""
    seen: dict[str, int] = {}
    for section in sections:
        for question in section.questions:
            text = "".join((question.material or question.stem).split())
            if question.type != "case" and text in seen and len(text) > 3:
                doubts.add(
                    question.line, "duplicate-stem", f"the stem is the same as on line {seen[text]}"
                )
            seen.setdefault(text, question.line)


_PICTURE = re.compile(
    r"!\[[^\[\]\n]{0,300}\]\((?!https?:|data:)[^()\n]{1,400}\)|[\[【（(](?:图片|圖片|图|圖|image"
    r"|picture|img)\s*\d{0,3}[\]】）)]",
    re.I,
)


def _pictures(lines: Iterable[SourceLine], doubts: Doubts) -> None:
    """Doubt each reference to a picture: a text has none with it."""
    for line in lines:
        if line.code or not any(mark in line.text for mark in "[【（("):
            continue
        for found in _PICTURE.finditer(line.text):
            doubts.add(
                line.number, "missing-image", f"the picture {found[0][:80]!r} is not at hand"
            )
