"""What text2qti's plain text is told by."""

from __future__ import annotations

import re

from builder.formats.text2qti.pieces import pieces

_ANSWERS = ("right", "several_right", "accepted", "number", "essay", "upload")
_OWN = {"right", "several_right", "number", "upload", "feedback", "title", "points", "group"}
"""What lists and papers without anything of text2qti do not have."""
_QUESTION = re.compile(r"^\d+\.[ \t]+\S", re.MULTILINE)


def recognises(text: str) -> bool:
    """Tell text2qti by the title of a quiz, which stands before anything else.

    A quiz without one is told by its signs: every line has one or is indented below one, each
    question has an answer, and not all of it might be a list.
    """
    lines = (line for line in text.split("\n") if line.strip() and not line.startswith("%"))
    if re.match(r"[Qq]uiz [Tt]itle:[ \t]+\S", next(lines, "")):
        return True
    if not _QUESTION.search(text):
        return False
    kinds = [piece.kind for piece in pieces(text)]
    return "unknown" not in kinds and not _OWN.isdisjoint(kinds) and _is_answered(kinds)


def _is_answered(kinds: list[str]) -> bool:
    """Tell whether there are questions, and behind each an answer that is marked as one."""
    behind = " ".join(kinds).split("question")[1:]
    return all(any(kind in _ANSWERS for kind in each.split()) for each in behind)
