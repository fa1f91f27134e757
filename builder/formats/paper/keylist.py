"""Keys that stand away from their questions: lists, ranges and grids after a section or at the end.

`keybegin` says where one begins, this module reads it, `keygive` gives the keys to the questions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from builder.formats.paper.heads import Head, head
from builder.formats.paper.keycontext import Context
from builder.formats.paper.keyrow import (
    HEADS_IN_ROW,
    NUMBERS_HEAD,
    Entry,
    entries,
    grid,
    headed,
    is_table_header,
    itemised,
    keylike,
    without_ordinal,
)
from builder.formats.paper.numerals import number
from builder.formats.paper.raw import RawSection, Text
from builder.formats.paper.rows import Row, next_filled


@dataclass(slots=True)
class Area:
    """A key list as read: its entries, and where the paper goes on."""

    entries: list[Entry]
    end: int
    truncated: int | None = None
    loose: Text = field(default_factory=list)
    scoped: bool = False


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
        if not self._head(self.rows[at], first=True) and headed(self.rows[at].text):
            at -= 1
        at += 1
        if NUMBERS_HEAD.match(self.rows[at - 1].text) and grid(self.rows, at - 1):
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
        if is_table_header(row.text) or self._head(row):
            return at + 1
        if row.case or row.material:
            return None
        if row.head or headed(row.text):
            return at + 1 if self._subhead(row) else None
        return at + 1 if self._row(row) else None

    def _subhead(self, row: Row) -> bool:
        """Turn to the section that a head repeats; a new head ends the list."""
        parts = [part for part in HEADS_IN_ROW.split(row.text) if part.strip()]
        turned = False
        for part in parts:
            behind = headed(part)
            found = behind[0] if behind else head(part)
            section = self._section(found) if found else None
            if found is None or section is None:
                return turned
            turned = True
            self.section, self.analysis = section, self.analysis and not found.tail
            self.last = 0
            rest = behind[1] if behind else without_ordinal(part)
            self._items(
                row,
                rest if behind or entries(rest, 0) else found.tail.lstrip(":：（( ").rstrip("）)"),
            )
        return turned

    def _section(self, found: Head) -> RawSection | None:
        if entries(found.title, 0) is not None:
            by_ordinal = [s for s in self.context.sections if s.ordinal == found.ordinal]
            return by_ordinal[0] if len(by_ordinal) == 1 else None
        return self.context.section_for(found)

    def _items(self, row: Row, text: str) -> None:
        for part in HEADS_IN_ROW.split(text):
            found = re.match(r"\s*([一二三四五六七八九十]{1,3})[、.．]", part)
            if found:
                sections = [s for s in self.context.sections if s.ordinal == number(found[1])]
                self.section = sections[0] if sections else self.section
            part = without_ordinal(part)
            self._add(entries(part, row.number) or itemised(part, row.number, 1) or [])

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
        found = self._several(row, plain) if plain and not self.analysis else None
        if found:
            self._add(found)
        elif row.candidate and self._opens(row):
            if not self._item(row, plain):
                return False
        elif row.segments[0].label is None:
            self._more(row.number, plain)
        self._labelled(row)
        return True

    def _several(self, row: Row, plain: str) -> list[Entry] | None:
        """Return the entries of a row that holds keys only, or several numbered answers."""
        if found := entries(plain, row.number):
            return found
        found = itemised(plain, row.number)
        if not found or not all(entry.first in self.pending for entry in found):
            return None
        return found if found[0].first > self.last or self.last == 0 else None

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
