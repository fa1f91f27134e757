"""One row of a key list: ranges, items, grids of numbers over keys.

A row that does not add up is refused whole; nothing is ever shifted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from builder.formats.paper.heads import Head, head
from builder.formats.paper.raw import RawSection, Text
from builder.formats.paper.rows import Row, next_filled
from builder.formats.paper.words import FALSE, TRUE


@dataclass(slots=True)
class Entry:
    """What a list says of one question (or of a refused run of questions)."""

    first: int
    last: int
    text: Text
    line: int
    section: RawSection | None = None
    refused: bool = False
    analysis: Text = field(default_factory=list)


_RANGE_MARK = r"\s*(?:[-~～—–－至到]+)\s*"
_TOKEN = re.compile(
    rf"[（(【\[]?\s*(?:第\s*)?(\d{{1,4}})(?:{_RANGE_MARK}"
    rf"(\d{{1,4}}))?\s*[)）】\]]?\s*[题題]?\s*[.．、:：)）,，]?\s*([^\d（(【\[]*)"
)
_VALUE = r"(?:[A-Za-zＡ-Ｚａ-ｚ]|[①-⑩√×✓✗✔✘对错對錯是否]|正确|错误|正確|錯誤|不正确|True|False)"
_SPLIT = re.compile(r"[\s、,，;；/|.。]+")
_WORDS = TRUE | FALSE
_LETTERS = re.compile(
    r"[A-HＡ-Ｈ]{1,8}|[a-h]{1,8}|[①-⑩]{1,6}|[√×✓✗✔✘对错對錯TFYN]{1,60}|[A-HＡ-Ｈa-h]{9,60}"
)


def keylike(text: str) -> bool:
    """Say whether a text is letters or judgements and nothing else."""
    parts = [part for part in _SPLIT.split(text.strip()) if part]
    return bool(parts) and all(_LETTERS.fullmatch(p) or p.lower() in _WORDS for p in parts)


def tokens(text: str) -> list[tuple[int, int, str]] | None:
    """Return the (first, last, key) of a row such as `1-5 CBDAB 6.A`, None for any other row."""
    place, found = 0, []
    text = text.strip().strip("|").strip()
    if len(text) > 2000:
        return None
    while place < len(text):
        match = _TOKEN.match(text, place)
        if not match or not keylike(match[3]):
            return None
        first = int(match[1])
        found.append((first, int(match[2] or first), match[3].strip(" \t\u3000;；,，、。.|")))
        place = match.end()
    return found or None


def values(text: str, size: int) -> list[str] | None:
    """Return the `size` keys of a range, or nothing when they don't add up."""
    parts = [part for part in _SPLIT.split(text) if part]
    if len(parts) == size:
        return parts
    chars = "".join(parts)
    return (
        list(chars)
        if len(chars) == size and all(len(p) == len(parts[0]) for p in parts[:-1])
        else None
    )


def entries(text: str, line: int) -> list[Entry] | None:
    """Return the entries of a row of ranges and items, None for any other row."""
    found = tokens(text)
    if found is None:
        return None
    result: list[Entry] = []
    for first, last, key in found:
        if first == last:
            result.append(Entry(first, first, [(line, key)], line))
            continue
        keys = values(key, last - first + 1) if 0 < last - first < 500 else None
        if keys is None:
            result.append(Entry(first, last, [(line, text)], line, refused=True))
        else:
            result += [Entry(first + i, first + i, [(line, k)], line) for i, k in enumerate(keys)]
    return result


_MARK = re.compile(
    rf"(?:^|(?<=[\s;；,，、。]))(?:[（(【\[]\s*(\d{{1,4}})(?:{_RANGE_MARK}(\d{{1,4}}))?\s*[)）】\]]"
    rf"\s*[.．、:：]?|(?:第\s*)?(\d{{1,4}})(?:{_RANGE_MARK}(\d{{1,4}}))?\s*[题題]?\s*"
    rf"(?:[、:：)）．]|[.](?!\d))|(\d{{1,4}}){_RANGE_MARK}(\d{{1,4}})(?=\s))"
)


def itemised(text: str, line: int, fewest: int = 2) -> list[Entry] | None:
    """Return the entries of a row such as `1-2 AB 3. 北京 4. 长江`, numbered without a gap."""
    text = text.strip()
    marks: list[tuple[int, int, re.Match[str]]] = []
    if len(text) > 4000:
        return None
    for found in _MARK.finditer(text):
        first, last = _bounds(found)
        if not marks and found.start():
            return None
        if not marks or first == marks[-1][1] + 1:
            marks.append((first, last, found))
    if not marks:
        return None
    ends = [*(found.start() for *_, found in marks[1:]), len(text)]
    result: list[Entry] = []
    for (first, last, found), end in zip(marks, ends, strict=True):
        said = text[found.end() : end].strip(" \t\u3000;；,，、")
        if not said:
            return None
        result += (
            [Entry(first, first, [(line, said)], line)]
            if first == last
            else _spread(first, last, said, text, line)
        )
    return result if len(result) >= fewest else None


def _bounds(found: re.Match[str]) -> tuple[int, int]:
    numbers = [int(group) for group in found.groups() if group]
    return numbers[0], numbers[-1]


def _spread(first: int, last: int, said: str, text: str, line: int) -> list[Entry]:
    """Return the entries of a range, or its refusal."""
    keys = values(said, last - first + 1) if 0 < last - first < 500 and keylike(said) else None
    if keys is None:
        return [Entry(first, last, [(line, text)], line, refused=True)]
    return [Entry(first + i, first + i, [(line, key)], line) for i, key in enumerate(keys)]


# Nothing that was taken is given back (`*+`): else a long run of spaces takes hours.
_ITEMS_AHEAD = re.compile(
    rf"\s*+[:：]?+\s*+"
    rf"(?=[（(【\[]?+\s*+(?:第\s*+)?\d{{1,4}}+\s*+(?:[.．、:：)）】\]题題]|{_RANGE_MARK}\d))"
)


def headed(text: str) -> tuple[Head, str] | None:
    """Return the head of `二、多选题：6.AB 7.BCD` and the items behind it, or nothing."""
    found = _ITEMS_AHEAD.search(text, 1) if len(text) <= 4000 else None
    if not found:
        return None
    named = re.sub(r"(?:参考|正确)?答案\s*$", "", text[: found.start()])
    title, rest = head(named), text[found.end() :]
    if title is None or not (entries(rest, 0) or itemised(rest, 0, 1)):
        return None
    return title, rest


NUMBERS_HEAD = re.compile(r"[\s|]*(?:题号|題號|题序|小题|No\.?|Questions?|Q)[\s|:：]+(?=\d)", re.I)
_KEYS_HEAD = re.compile(r"[\s|]*(?:参考|正确)?(?:答案|选项|Answers?|Keys?)[\s|:：]+", re.I)
_RULE_ROW = re.compile(r"[\s|:+-]+")


def _cells(text: str) -> list[str]:
    if text.strip().startswith("|") or "\t" in text:
        cells = re.split(r"[|\t]", text.strip().strip("|"))
    else:
        cells = text.split()
    return [cell.strip() for cell in cells if cell.strip()]


def grid(rows: Sequence[Row], at: int) -> tuple[list[Entry], int] | None:
    """Return the entries of a grid (numbers over keys) that begins at `at`, and its last row."""
    text = rows[at].text
    found = NUMBERS_HEAD.match(text)
    numbers = _cells(text[found.end() :] if found else text)
    if len(numbers) < (1 if found else 3) or not all(n.isdecimal() and len(n) < 5 for n in numbers):
        return None
    below = next_filled(rows, at)
    while below is not None and _RULE_ROW.fullmatch(rows[below].text):
        below = next_filled(rows, below)
    if below is None:
        return None
    label = _KEYS_HEAD.match(rows[below].text)
    keys = _cells(rows[below].text[label.end() :] if label else rows[below].text)
    if not (label or (len(keys) == len(numbers) and all(keylike(k) for k in keys))):
        return None
    return _grid_entries([int(n) for n in numbers], keys, rows[below].number), below


def _grid_entries(numbers: list[int], keys: list[str], line: int) -> list[Entry]:
    """Return one entry for each column, or a refusal of them all."""
    if len(keys) == 1 and len(numbers) > 1:
        keys = values(keys[0], len(numbers)) or keys
    if len(keys) != len(numbers):
        row = [(line, " ".join(keys))]
        return [Entry(min(numbers), max(numbers), row, line, refused=True)]
    return [Entry(n, n, [(line, key)], line) for n, key in zip(numbers, keys, strict=True)]


HEADS_IN_ROW = re.compile(r"(?:(?<=\s)|^)(?=[一二三四五六七八九十]{1,3}[、.．])")


def without_ordinal(text: str) -> str:
    """Return a row without the ordinal of the section it speaks of."""
    return re.sub(r"^\s*[一二三四五六七八九十]{1,3}[、.．]\s*", "", text)


_TABLE_HEADER = re.compile(
    r"[\s|]*(?:题号|題號|No\.?|#)[\s|]+(?:正确|参考)?(?:答案|Answer|Key)[\s|]*(?:(?:题号|題號"
    r"|答案|解析)[\s|]*)*|[\s|:-]+",
    re.I,
)


def is_table_header(text: str) -> bool:
    """Say whether a row is the head of a table of numbers and keys, or the line under it."""
    return len(text) < 200 and bool(_TABLE_HEADER.fullmatch(text))
