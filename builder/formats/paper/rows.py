"""Lines with what each could be: a head, a number, an option, labels, material; decided once.

Also what stands ahead of each line, so that `layout` never searches: the next option label, and
whether a numbered block has the signs of a question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from builder.formats.paper import blanks, heads, labels, markdown, numbers, options, stem_marks
from builder.formats.paper.heads import Head, Material
from builder.formats.paper.labels import Segment
from builder.formats.paper.lines import SourceLine
from builder.formats.paper.numbers import Candidate
from builder.formats.paper.options import Opening

_LIST_HEAD = re.compile(
    r"[\s#*【\[（(]*(?:[\u3400-\u9fff]{0,12}(?:试卷|试题|试题卷|练习题?|测试题?|模拟题))?(?:附[:：]?|参考|參考|标准|標準|试题|试卷|全部|正确)?(?:答案|解答|答案速查"
    r"|答案表)"
    r"(?:[与及和、&]|以及)?(?:解析|详解|詳解|分析|评分标准|評分標準|提示)?(?:部分|如下|表|区|汇总"
    r"|速查)?[】\]）)*:：\s]*"
    r"|[\s#*\[(]*(?:answer key"
    r"|answers?(?: and explanations?)?|keys?|solutions?|answer sheet)[\])*:\s]*",
    re.I,
)


@dataclass(slots=True)
class Row:
    """A line and all that it could be."""

    line: SourceLine
    text: str
    blank: bool
    segments: list[Segment]
    head: Head | None = None
    candidate: Candidate | None = None
    case: Candidate | None = None
    option: Opening | None = None
    material: Material | None = None
    list_head: bool = False
    evidence: bool = False
    """It opens options, holds a key, or has a place for an answer."""
    strong: bool = False
    """It opens options or holds a key."""
    backed: bool = False
    """Of a number: the block behind it has evidence."""
    strongly: bool = False
    optioned: bool = False
    """Of a number: options follow before the next number."""

    @property
    def number(self) -> int:
        """Return the line's number in the source."""
        return self.line.number


def rows(lines: Sequence[SourceLine]) -> list[Row]:
    """Return the rows of a paper."""
    result = [_row(line) for line in lines]
    if not _bare_mode(result):
        for row in result:
            if row.candidate and row.candidate.style == "bare":
                row.candidate = None
    _look_ahead(result)
    return result


def _row(line: SourceLine) -> Row:
    text = line.text
    blank = not text.strip() or (not line.code and markdown.is_rule(text))
    if blank or line.code:
        return Row(line, text, blank, [Segment(None, "", 0, len(text))])
    row = Row(line, text, False, labels.segments(text))
    row.list_head = len(text) < 40 and bool(_LIST_HEAD.fullmatch(text))
    labelled = row.segments[0].label
    if labelled in (None, "stem", "material"):
        _structure(row)
    row.strong = _is_strong(row)
    row.evidence = row.strong or _has_place(row)
    return row


def _bare_mode(result: Sequence[Row]) -> bool:
    """Say whether the paper numbers its questions without any mark: `1 题干`, `2 题干`."""
    found = [row.candidate for row in result if row.candidate]
    return all(c.style in ("bare", "paren") for c in found) and [
        c.number for c in found if c.style == "bare"
    ][:2] == [1, 2]


def _structure(row: Row) -> None:
    """Fill in what a line without a label could be."""
    text = row.text
    row.case = numbers.case_number(text)
    row.material = heads.material(text)
    row.candidate = numbers.candidate(text)
    if not row.candidate or row.candidate.style == "bare":
        row.head = heads.head(text, row.line.heading)
    if not (row.candidate and row.candidate.box is not None):
        row.option = options.opening(text)


def _is_strong(row: Row) -> bool:
    option = row.option
    if option and (option.index == 0 or option.style in ("box", "radio")) and option.style != "han":
        return option.style != "bare"
    return any(segment.label == "key" for segment in row.segments)


_NUMERIC_KEY = re.compile(r"\s*=\s*[-+]?\d")
_STAR_KEY = re.compile(r"\s*\*\s+\S")


def _has_place(row: Row) -> bool:
    text = row.text
    if row.candidate:
        text = text[row.candidate.end :]
        mark = stem_marks.front(text, 0, len(text))
        if mark and mark[1]:
            return True
        if row.candidate.box is not None:
            return True
    return bool(
        blanks.has_blank(text)
        or blanks.has_empty_bracket(text)
        or blanks.bracket_key(text, True, True)
        or options.in_stem(text, None)
        or _NUMERIC_KEY.match(text)
        or _STAR_KEY.match(text)
    )


NESTED = ("paren", "half")
"""Styles of numbers that may stand inside a question."""


def _look_ahead(all_rows: list[Row]) -> None:
    """Say of each number what its block holds: one pass from the end.

    A block ends at the next number of any style, for an outer style at the next outer number.
    """
    outer, inner = [False] * 3, [False] * 3
    for row in reversed(all_rows):
        if row.head and row.head.sure:
            outer, inner = [False] * 3, [False] * 3
            continue
        found = (row.evidence, row.strong, row.strong and row.option is not None)
        outer = [a or b for a, b in zip(outer, found, strict=True)]
        inner = [a or b for a, b in zip(inner, found, strict=True)]
        if row.candidate:
            nested = row.candidate.style in NESTED
            row.backed, row.strongly, row.optioned = inner if nested else outer
            inner = [False] * 3
            outer = outer if nested else [False] * 3


REACH = 60
"""How many lines ahead the layout looks at most."""


def next_option(all_rows: Sequence[Row], place: int) -> Opening | None:
    """Return the label of the next line that opens with one, within the same question."""
    for row in all_rows[place + 1 : place + 1 + REACH]:
        if row.option and not (row.candidate and row.option.style in ("circled", "enclosed")):
            return row.option
        if row.candidate or row.segments[0].label or (row.head and row.head.sure):
            return None
    return None


def next_filled(all_rows: Sequence[Row], place: int) -> int | None:
    """Return the place of the next line that is not blank."""
    for at in range(place + 1, min(len(all_rows), place + 1 + 400)):
        if not all_rows[at].blank:
            return at
    return None
