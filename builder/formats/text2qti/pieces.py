"""A text2qti file → its pieces: a sign at the start of a line, and what is indented below it.

Knows the order of nothing, and no meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_SIGNS = {
    "quiz_title": r"[Qq]uiz [Tt]itle:",
    "quiz_description": r"[Qq]uiz [Dd]escription:",
    "shuffle": r"[Ss]huffle answers:",
    "setting": r"(?:[Ss]how correct answers|[Oo]ne question at a time|[Cc]an't go back|"
    r"[Ff]eedback is solution|[Ss]olutions (?:sample|randomize) groups):",
    "text_title": r"[Tt]ext [Tt]itle:",
    "text": r"[Tt]ext:",
    "title": r"[Tt]itle:",
    "points": r"[Pp]oints:",
    "pick": r"[Pp]ick:",
    "group_points": r"[Pp]oints per question:",
    "group_setting": r"[Ss]olutions pick:",
    "question": r"\d+\.",
    "right": r"\*[a-zA-Z]\)",
    "wrong": r"[a-zA-Z]\)",
    "several_right": r"\[\*\]",
    "several_wrong": r"\[ ?\]",
    "accepted": r"\*",
    "feedback": r"\.\.\.",
    "right_feedback": r"\+",
    "wrong_feedback": r"-",
    "solution": r"!",
    "number": r"=",
}
_BARE = {"essay": r"___+", "upload": r"\^\^\^+", "group": r"GROUP", "end_group": r"END_GROUP"}
_START = re.compile(
    "|".join(
        [
            *(rf"(?P<{name}>{sign}[ \t]+(?=\S))" for name, sign in _SIGNS.items()),
            *(rf"(?P<{name}>{sign}\s*)$" for name, sign in _BARE.items()),
            r"(?P<code>```+\s*\S.*)$",
        ]
    )
)
_ONE_LINE = ("points", "pick", "group_points", "group_setting", "number", "accepted", "shuffle")
_CASE = re.compile(r"% case (\S+)\s*")


@dataclass(frozen=True, slots=True)
class Piece:
    """A sign at the start of a line, and the text behind and below it."""

    line: int
    kind: str
    text: str


def pieces(text: str) -> Iterator[Piece]:
    """Yield the pieces of a file in order; comments are passed over, but those about cases."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        line = lines[at]
        found = _START.match(line)
        if line.startswith("COMMENT"):
            at = _past(lines, at, "END_COMMENT")
        elif line.startswith("%"):
            if case := _CASE.fullmatch(line):
                yield Piece(at + 1, "case", case[1])
            elif line.strip() == "% end of case":
                yield Piece(at + 1, "end_case", "")
        elif found is None:
            if line.strip():
                yield Piece(at + 1, "unknown", line)
        elif found.lastgroup == "code":
            end = _past(lines, at, "```")
            yield Piece(at + 1, "code", "\n".join(lines[at : end + 1]))
            at = end
        else:
            kind = found.lastgroup or ""
            end, said = _body(lines, at, found.end(), kind)
            yield Piece(at + 1, kind, said)
            at = end
        at += 1


def _past(lines: list[str], at: int, mark: str) -> int:
    """Return the index of the line that ends what begins at `at`."""
    rest = (place for place in range(at + 1, len(lines)) if lines[place].startswith(mark))
    return next(rest, len(lines) - 1)


def _body(lines: list[str], at: int, start: int, kind: str) -> tuple[int, str]:
    """Return the last line of a piece, and its text: what is indented below the sign is its too."""
    found = [lines[at][start:].strip()]
    named = lines[at][:start].rstrip().endswith(":")
    indent = None if named else len(lines[at][:start].expandtabs(4))
    last = at
    for place in range(at + 1, len(lines)):
        line = lines[place].expandtabs(4)
        if kind in _ONE_LINE or kind in _BARE or (not line.strip() and "title" in kind):
            break
        if line.strip():
            own = len(line) - len(line.lstrip(" "))
            indent = own if indent is None and own > 1 else indent
            if indent is None or own < indent:
                break
            found += [""] * (place - last - 1)
            found.append(line[indent:].rstrip())
            last = place
    return last, "\n".join(found)
