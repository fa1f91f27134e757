"""Keys that stand away from their questions: lists, ranges and grids after a section or at the end.

A row that does not add up is refused whole; nothing is ever shifted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from builder.draft import Doubt
from builder.formats.paper.heads import Head, head, kind_of
from builder.formats.paper.numerals import number
from builder.formats.paper.raw import RawKey, RawQuestion, RawSection, Text
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


@dataclass(slots=True)
class Area:
    """A key list as read: its entries, and where the paper goes on."""

    entries: list[Entry]
    end: int
    truncated: int | None = None
    loose: Text = field(default_factory=list)
    scoped: bool = False


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


_NUMBERS_HEAD = re.compile(r"[\s|]*(?:题号|題號|题序|小题|No\.?|Questions?|Q)[\s|:：]+(?=\d)", re.I)
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
    found = _NUMBERS_HEAD.match(text)
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


@dataclass(slots=True)
class Context:
    """What a list is read against: the sections so far, and the one it follows."""

    sections: list[RawSection]
    current: RawSection
    case: RawQuestion | None = None

    @property
    def local(self) -> list[RawQuestion]:
        """Return the questions of the open case or section."""
        return self.case.parts if self.case else self.current.questions()

    def pending(self) -> set[int]:
        """Return the numbers of the questions of the paper that have no key yet."""
        return {n for section in self.sections for n in _pending(section)}

    def section_for(self, found: Head) -> RawSection | None:
        """Return the section that a head inside a list repeats."""
        by_title = [s for s in self.sections if s.title and s.title == found.title]
        if len(by_title) == 1:
            return by_title[0]
        by_ordinal = [s for s in self.sections if s.ordinal and s.ordinal == found.ordinal]
        if len(by_ordinal) == 1 and (not found.kind or found.kind == by_ordinal[0].kind):
            return by_ordinal[0]
        kind = kind_of(found.title)
        by_kind = [s for s in self.sections if kind and s.kind == kind]
        return by_kind[0] if len(by_kind) == 1 and found.ordinal is None else None


def _pending(section: RawSection) -> list[int]:
    return _waiting(section.questions())


def _waiting(questions: Iterable[RawQuestion]) -> list[int]:
    return [q.number for q in questions if q.number is not None and not has_key(q)]


def has_key(question: RawQuestion) -> bool:
    """Say whether a question has a key that says something."""
    return any(key.refused or any(text.strip() for _, text in key.text) for key in question.keys)


_HEADS_IN_ROW = re.compile(r"(?:(?<=\s)|^)(?=[一二三四五六七八九十]{1,3}[、.．])")


def begins(rows: Sequence[Row], at: int, context: Context) -> bool:
    """Say whether a key list begins at row `at`."""
    row = rows[at]
    label = row.segments[0]
    if _NUMBERS_HEAD.match(row.text) and (found := grid(rows, at)):
        return _all_known(found, context)
    if not row.list_head and label.label != "key":
        return "|" in row.text and _table_header(row.text) and _list_below(rows, at, context)
    text = label.of(row.text) if label.label == "key" else ""
    if text and not row.list_head:
        return _inline(text, row.number, context)
    below = next_filled(rows, at)
    return below is not None and _list_below(rows, below, context)


def _all_known(found: tuple[list[Entry], int] | None, context: Context) -> bool:
    return found is not None and any(entry.first in context.pending() for entry in found[0])


def _inline(text: str, line: int, context: Context) -> bool:
    """Say whether the text behind 答案： is a list of several questions' keys."""
    parts = [part for part in _HEADS_IN_ROW.split(text) if part.strip()]
    found = [entry for part in parts for entry in entries(_without_ordinal(part), line) or []]
    if len(found) < 2:
        return False
    pending = context.pending()
    return sum(entry.first in pending for entry in found) > len(found) / 2


def _without_ordinal(text: str) -> str:
    return re.sub(r"^\s*[一二三四五六七八九十]{1,3}[、.．]\s*", "", text)


def _list_below(rows: Sequence[Row], at: int, context: Context) -> bool:
    """Say whether the row under a bare 答案 opens a list of keys."""
    for _ in range(4):  # 答案 / 参考答案 / | 题号 | 答案 | / |---|---|
        if not (_table_header(rows[at].text) or rows[at].list_head):
            break
        below = next_filled(rows, at)
        if below is None:
            return False
        at = below
    row = rows[at]
    if cells := grid(rows, at):
        return _all_known(cells, context)
    found = row.head
    if found:
        return context.section_for(found) is not None or _inline_after_head(row, context)
    return _item_row(rows, at, context)


_TABLE_HEADER = re.compile(
    r"[\s|]*(?:题号|題號|No\.?|#)[\s|]+(?:正确|参考)?(?:答案|Answer|Key)[\s|]*(?:(?:题号|題號"
    r"|答案|解析)[\s|]*)*|[\s|:-]+",
    re.I,
)


def _table_header(text: str) -> bool:
    return len(text) < 200 and bool(_TABLE_HEADER.fullmatch(text))


def _inline_after_head(row: Row, context: Context) -> bool:
    """Say whether a row such as `一、1-5 ABCDE` holds keys."""
    return any(entries(_without_ordinal(p), 0) for p in _HEADS_IN_ROW.split(row.text) if p.strip())


def _item_row(rows: Sequence[Row], at: int, context: Context) -> bool:
    row = rows[at]
    pending = context.pending()
    head_text = row.text[: row.segments[0].end] if not row.segments[0].label else row.text
    found = entries(head_text, 0)
    if found:
        return any(entry.first in pending for entry in found)
    candidate = row.candidate
    if not candidate:
        return False
    if len(row.segments) > 1 and row.segments[1].label in ("key", "analysis"):
        return (
            candidate.number in pending
            and not row.text[candidate.end : row.segments[0].end].strip()
        )
    return _prose_list(rows, at, context)


def _prose_list(rows: Sequence[Row], at: int, context: Context) -> bool:
    """Say whether numbered sentences are the keys of several questions, not one's model answer."""
    waiting = _waiting(context.local)
    keyed = [q for q in context.local if has_key(q)]
    candidate = rows[at].candidate
    if candidate is None or keyed or len(waiting) < 2 or candidate.number != waiting[0]:
        return False
    second = next(
        (
            r.candidate
            for r in rows[at + 1 : at + 80]
            if r.candidate and r.candidate.style == candidate.style
        ),
        None,
    )
    return second is not None and second.number == waiting[1]


class _Reader:
    """Walks a list row by row; `section` is the section it is speaking of."""

    def __init__(self, rows: Sequence[Row], context: Context) -> None:
        self.rows = rows
        self.context = context
        self.section: RawSection | None = None
        self.analysis = False
        self.area = Area([], len(rows))
        self.current: Entry | None = None
        self.pending = context.pending()
        self.numbers = {q.number for s in context.sections for q in s.questions()}
        self.style = ""
        self.last = 0
        self.by_number: dict[tuple[int | None, int], Entry] = {}
        self.at = 0

    def read(self, at: int) -> Area:
        """Return the list that begins at row `at`."""
        self._head(self.rows[at], first=True)
        at += 1
        if _NUMBERS_HEAD.match(self.rows[at - 1].text) and grid(self.rows, at - 1):
            at -= 1
        while at < len(self.rows):
            step = self._step(at)
            if step is None:
                self.area.end = at
                return self.area
            at = step
        return self.area

    def _head(self, row: Row, first: bool = False) -> bool:
        """Take a line that only says 答案 or 解析 (or the list behind it)."""
        label = row.segments[0]
        if not row.list_head and label.label not in ("key", "analysis"):
            return False
        text = label.of(row.text) if label.label else ""
        if not text or row.list_head:
            self.analysis = label.label == "analysis" and not row.list_head
            return True
        if label.label == "key" and (first or entries(text, row.number)):
            self.analysis = False
            self._items(row, text)
            return True
        return False

    def _step(self, at: int) -> int | None:
        """Take one row and return the place of the next, or nothing where the list ends."""
        row = self.rows[at]
        self.at = at
        if row.blank:
            return at + 1
        found = grid(self.rows, at)
        if found:
            self._add(found[0])
            return found[1] + 1
        if _table_header(row.text) or self._head(row):
            return at + 1
        if row.case or row.material or (row.head and not self._subhead(row)):
            return None
        if row.head:
            return at + 1
        return at + 1 if self._row(row) else None

    def _subhead(self, row: Row) -> bool:
        """Turn to the section that a head repeats; a new head ends the list."""
        parts = [part for part in _HEADS_IN_ROW.split(row.text) if part.strip()]
        turned = False
        for part in parts:
            found = head(part)
            section = self._section(found) if found else None
            if found is None or section is None:
                return turned
            turned = True
            self.section, self.analysis = section, self.analysis and not found.tail
            self.last = 0
            rest = _without_ordinal(part)
            self._items(
                row, rest if entries(rest, 0) else found.tail.lstrip(":：（( ").rstrip("）)")
            )
        return turned

    def _section(self, found: Head) -> RawSection | None:
        if entries(found.title, 0) is not None:
            by_ordinal = [s for s in self.context.sections if s.ordinal == found.ordinal]
            return by_ordinal[0] if len(by_ordinal) == 1 else None
        return self.context.section_for(found)

    def _items(self, row: Row, text: str) -> None:
        for part in _HEADS_IN_ROW.split(text):
            found = re.match(r"\s*([一二三四五六七八九十]{1,3})[、.．]", part)
            if found:
                sections = [s for s in self.context.sections if s.ordinal == number(found[1])]
                self.section = sections[0] if sections else self.section
            self._add(entries(_without_ordinal(part), row.number) or [])

    def _add(self, found: Iterable[Entry]) -> None:
        for entry in found:
            entry.section = self.section
            self.area.entries.append(entry)
            self.by_number[self._key(entry.first)] = entry
            self.last = entry.last

    def _key(self, wanted: int) -> tuple[int | None, int]:
        return (id(self.section) if self.section else None, wanted)

    def _row(self, row: Row) -> bool:
        """Take a row of items, or a line that belongs to the item before; False ends the list."""
        plain = row.text[: row.segments[0].end] if row.segments[0].label is None else ""
        found = entries(plain, row.number) if plain and not self.analysis else None
        if found:
            self._add(found)
        elif row.candidate and self._opens(row):
            if not self._item(row, plain):
                return False
        elif row.segments[0].label is None:
            self._more(row.number, plain)
        self._labelled(row)
        return True

    def _opens(self, row: Row) -> bool:
        """Say whether a numbered line is the next item and not a number inside the one before."""
        candidate = row.candidate
        if candidate is None:
            return False
        if self.style and candidate.style != self.style:
            return False
        follows = candidate.number == self.last + 1
        if candidate.decimal and not follows:
            return False
        if self.analysis:
            return self._analysed(candidate.number) is not None
        if follows or not self.area.entries:
            return True
        text = row.text[candidate.end : row.segments[0].end]
        ahead = candidate.number > self.last or keylike(text) or len(row.segments) > 1
        return ahead and candidate.number in self.pending

    def _item(self, row: Row, plain: str) -> bool:
        """Take a numbered line; one that is a question again ends the list."""
        candidate = row.candidate
        if candidate is None:
            return False
        text = plain[candidate.end :].strip()
        if self.analysis:
            entry = self._analysed(candidate.number)
            if entry is not None and text:
                entry.analysis.append((row.number, text))
            if entry is not None:
                self.current = entry
            return True
        if row.optioned and not keylike(text):
            return False
        labelled = len(row.segments) > 1
        if not text and not labelled and next_filled(self.rows, self.at) is None:
            self.area.truncated = row.number
            return True
        known = candidate.number in self.pending or labelled
        if not known and row.backed:
            return False
        self.style = candidate.style
        self._add([Entry(candidate.number, candidate.number, [(row.number, text)], row.number)])
        return True

    def _analysed(self, wanted: int) -> Entry | None:
        """Return the entry that a numbered analysis belongs to: the first without one."""
        entry = self.by_number.get(self._key(wanted))
        if entry is not None:
            return None if entry.analysis else entry
        if wanted not in self.numbers:
            return None
        entry = Entry(wanted, wanted, [], 0, self.section)
        self.area.entries.append(entry)
        self.by_number[self._key(wanted)] = entry
        return entry

    def _more(self, line: int, text: str) -> None:
        """Give a line without a number to the item before it."""
        if not text.strip():
            return
        if self.analysis and self.current is not None:
            self.current.analysis.append((line, text))
        elif self.area.entries and not self.analysis and not self.area.entries[-1].refused:
            last = self.area.entries[-1]
            target = (
                last.analysis
                if last.analysis or keylike("".join(t for _, t in last.text))
                else last.text
            )
            target.append((line, text))
        else:
            self.area.loose.append((line, text))

    def _labelled(self, row: Row) -> None:
        """Take 【答案】 and 【解析】 that stand behind an item's number or alone."""
        for segment in row.segments:
            text = segment.of(row.text)
            if not self.area.entries or not segment.label:
                continue
            last = self.area.entries[-1]
            if segment.label == "key" and text:
                last.text = [*[t for t in last.text if t[1]], (row.number, text)]
            elif segment.label == "analysis" and text:
                last.analysis.append((row.number, text))
            elif text:
                self.area.loose.append((row.number, row.text))


def read(rows: Sequence[Row], at: int, context: Context) -> Area:
    """Return the key list that begins at row `at`."""
    return _Reader(rows, context).read(at)


def distribute(area: Area, context: Context) -> list[Doubt]:
    """Give the entries of a list to their questions; what fits none is a doubt."""
    doubts: list[Doubt] = []
    at_end = _open_sections(context)
    unique = _unique(at_end) and not _in_case(area, context)
    if _in_case(area, context):
        at_end = [RawSection(None, 0, items=context.local)]
    place, before = 0, 0
    index = {id(s): _index(s) for s in [*context.sections, *at_end]}
    for entry in area.entries:
        if entry.section is None and not unique:
            if entry.first <= before and entry.text and place + 1 < len(at_end):
                place += 1
            before = entry.first if entry.text else before
        sections = (
            [entry.section] if entry.section else at_end if unique else at_end[place : place + 1]
        )
        doubts += _give(entry, [index[id(s)] for s in sections])
    return doubts


def _in_case(area: Area, context: Context) -> bool:
    """Say whether a list answers just the questions of the open case."""
    numbers = {entry.first for entry in area.entries}
    return context.case is not None and numbers <= set(_waiting(context.local))


def _open_sections(context: Context) -> list[RawSection]:
    """Return the sections that a list without heads may speak of: those with no key at all."""
    filled = [s for s in context.sections if s.items]
    if _unique(filled):
        return filled
    found = [s for s in filled if not any(has_key(q) for q in s.questions())]
    return found or [context.current]


def _unique(sections: list[RawSection]) -> bool:
    numbers = [q.number for s in sections for q in s.questions() if q.number is not None]
    return len(numbers) == len(set(numbers))


_Index = dict[int, list[RawQuestion]]


def _index(section: RawSection) -> _Index:
    found: _Index = {}
    for question in section.questions():
        if question.number is not None:
            found.setdefault(question.number, []).append(question)
    return found


def _give(entry: Entry, sections: list[_Index]) -> list[Doubt]:
    wanted = range(entry.first, min(entry.last, entry.first + 2000) + 1)
    owners = [q for index in sections for n in wanted for q in index.get(n, [])]
    for question in owners:
        _fill(question, entry)
    if entry.refused:
        return [_refusal(entry)]
    if owners:
        return []
    message = f"the key list names a question {entry.first}, which is not here: {_said(entry)!r}"
    return [Doubt(entry.line or entry.analysis[0][0], "unreadable-key", "error", message)]


def _fill(question: RawQuestion, entry: Entry) -> None:
    if any(text for _, text in entry.text) or entry.refused:
        question.keys.append(RawKey(entry.text, entry.line, "list", entry.refused))
    question.analysis += entry.analysis


def _refusal(entry: Entry) -> Doubt:
    size = entry.last - entry.first + 1
    message = (
        f"the row {_said(entry)!r} does not give {size} keys for questions "
        f"{entry.first}–{entry.last}; none of them is used"
    )
    return Doubt(entry.line, "unreadable-key", "error", message)


def _said(entry: Entry) -> str:
    return " ".join(text for _, text in entry.text)[:60]
