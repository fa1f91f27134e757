"""Which words say that a field of a paper, or a column of a list, holds a name or a number."""

from __future__ import annotations

import re
from collections.abc import Sequence

NAME = re.compile(r"姓\s*名|名字|考生|学生|學生|\b(?:name|student|candidate)\b", re.IGNORECASE)
"""A name, unless the words are those of a number: 学生编号, Student ID."""
NUMBER = re.compile(
    r"[考学學证證编編籍工员員生名件]\s*[号號]|准考证|準考證|\b(?:number|no\.?|id)(?:\b|$)",
    re.IGNORECASE,
)


def number_field(fields: Sequence[str]) -> str | None:
    """Return the field that holds a number, the first of them; an answer sheet has its digits."""
    return next(filter(NUMBER.search, fields), None)
