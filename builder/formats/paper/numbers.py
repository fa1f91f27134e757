"""Numbers at the start of a line that may be a question's: 1. １、 （1） 第1题 第一題 Question 1.

A candidate only says what is printed; `layout` decides whether it is a question's number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from builder.formats.paper.numerals import DIGITS, HAN_DIGITS, number

_D = f"[{DIGITS}]"
_H = f"[{DIGITS}{HAN_DIGITS}\\s]"

_FORMS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "di",
        re.compile(
            rf"[【\[]?\s*第\s*({_H}{{1,8}}?)\s*[小道]?\s*[题題]\s*[】\]]?\s*[.．、:：,，)）]?"
        ),
    ),
    (
        "ti",
        re.compile(
            rf"[【\[]?\s*(?:试题|試題|题目|題目|习题|题)\s*({_D}{{1,4}})\s*[】\]]?\s*[.．、:：)）]?"
        ),
    ),
    (
        "question",
        re.compile(
            rf"(?:Question|Problem|Item|No\.|Q)\s*\.?\s*#?({_D}{{1,4}})\s*[.．:：)、）]?(?!\w)",
            re.I,
        ),
    ),
    ("paren", re.compile(rf"[（(]\s*({_D}{{1,4}})\s*[)）]\s*[.．、:：]?")),
    ("square", re.compile(rf"[【\[［]\s*({_D}{{1,4}})\s*[】\]］]\s*[.．、:：]?(?!\()")),
    ("half", re.compile(rf"({_D}{{1,4}})\s*[)）]\s*[.．、]?")),
    ("dot", re.compile(rf"({_D}{{1,4}})\s*(?:\\?[.．]|[、。]|[:：](?!{_D})|[,，](?=\s*\D))")),
    ("bare", re.compile(rf"({_D}{{1,3}})[ \t\u3000]+(?=\S)")),
)
_CASE = re.compile(
    rf"[【\[]?\s*(?:案例|Case(?: Study)?|情景|情境|材料题)\s*({_H}{{1,6}}?)\s*[】\]]?\s*"
    rf"(?:[.．、:：]|\s|$)",
    re.I,
)
_BOX = re.compile(
    rf"\s*[（(【\[［]([^（()）【】\[\]]{{0,8}})[)）】\]］]\s*(?={_D}{{1,4}}\s*[.．、)）])"
)


_REQUIRED = re.compile(r"\*\s?(?=\d{1,4}\s*[.．、])")
"""The star that a form prints before the questions one must answer."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A number at a line's start; the question would begin at `line[end:]`."""

    number: int
    style: str
    end: int
    box: str | None = None
    decimal: bool = False
    """A digit follows the point, as in 2.4GHz."""
    glued: bool = False
    """No blank between the number and the text."""


def candidate(text: str) -> Candidate | None:
    """Return the number that a line opens with, or nothing."""
    box = _BOX.match(text)
    start = box.end() if box else len(text) - len(text.lstrip())
    if starred := _REQUIRED.match(text, start):
        start = starred.end()
    for style, form in _FORMS:
        found = form.match(text, start)
        value = number(found[1]) if found else None
        if found and value is not None:
            end = found.end()
            follows = text[end : end + 1]
            decimal = style == "dot" and follows.isdigit() and text[end - 1] == "."
            content = box[1].strip() if box else None
            return Candidate(value, style, end, content, decimal, not follows.isspace())
    return None


def case_number(text: str) -> Candidate | None:
    """Return the number of a line that opens a case (案例1.), or nothing."""
    found = _CASE.match(text, len(text) - len(text.lstrip()))
    value = number(found[1]) if found else None
    if not found or value is None:
        return None
    return Candidate(value, "case", found.end())
