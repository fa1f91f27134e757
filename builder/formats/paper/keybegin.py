"""Does a list of keys begin at a line, and not the key of one question?"""

from __future__ import annotations

from collections.abc import Sequence

from builder.formats.paper.keycontext import Context, has_key, waiting
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
from builder.formats.paper.rows import Row, next_filled


def begins(rows: Sequence[Row], at: int, context: Context) -> bool:
    """Say whether a key list begins at row `at`."""
    row = rows[at]
    label = row.segments[0]
    if NUMBERS_HEAD.match(row.text) and (found := grid(rows, at)):
        return _all_known(found, context)
    if _headed(row, context):
        return True
    if not row.list_head and label.label != "key":
        return "|" in row.text and is_table_header(row.text) and _list_below(rows, at, context)
    text = label.of(row.text) if label.label == "key" else ""
    if text and not row.list_head:
        return _inline(text, row.number, context)
    below = next_filled(rows, at)
    return below is not None and _list_below(rows, below, context)


def _headed(row: Row, context: Context) -> bool:
    """Say whether a row such as 选择题答案：1.C 2.A names a section and holds its keys."""
    if row.segments[0].label or "答案" not in row.text[:20]:
        return False
    behind = headed(row.text)
    return behind is not None and context.section_for(behind[0]) is not None


def _all_known(found: tuple[list[Entry], int] | None, context: Context) -> bool:
    return found is not None and any(entry.first in context.pending() for entry in found[0])


def _inline(text: str, line: int, context: Context) -> bool:
    """Say whether the text behind 答案： is a list of several questions' keys."""
    parts = [part for part in HEADS_IN_ROW.split(text) if part.strip()]
    found = [entry for part in parts for entry in entries(without_ordinal(part), line) or []]
    if len(found) < 2:
        return _itemised(text, context)
    pending = context.pending()
    return sum(entry.first in pending for entry in found) > len(found) / 2


def _itemised(text: str, context: Context) -> bool:
    """Say whether `1.B 2.C 3.疑是地上霜` answers the questions that wait, and not one of them."""
    found = itemised(text, 0)
    if not found or _key_of_last(context):
        return False
    pending = context.pending()
    if not all(entry.first in pending for entry in found):
        return False
    letters = any(keylike(said) for entry in found for _, said in entry.text)
    return letters or {entry.first for entry in found} >= set(waiting(context.local))


def _key_of_last(context: Context) -> bool:
    """Say whether only the last question waits: what follows is then its key, numbered or not."""
    last = (context.case.parts if context.case else context.current.items)[-2:]
    return len(last) == 2 and has_key(last[0]) and not has_key(last[1])


def _list_below(rows: Sequence[Row], at: int, context: Context) -> bool:
    """Say whether the row under a bare 答案 opens a list of keys."""
    for _ in range(4):  # 答案 / 参考答案 / | 题号 | 答案 | / |---|---|
        if not (is_table_header(rows[at].text) or rows[at].list_head):
            break
        below = next_filled(rows, at)
        if below is None:
            return False
        at = below
    row = rows[at]
    if cells := grid(rows, at):
        return _all_known(cells, context)
    if (behind := headed(row.text)) and context.section_for(behind[0]) is not None:
        return True
    found = row.head
    if found:
        return context.section_for(found) is not None or _inline_after_head(row, context)
    return _item_row(rows, at, context)


def _inline_after_head(row: Row, context: Context) -> bool:
    """Say whether a row such as `一、1-5 ABCDE` holds keys."""
    return any(entries(without_ordinal(p), 0) for p in HEADS_IN_ROW.split(row.text) if p.strip())


def _item_row(rows: Sequence[Row], at: int, context: Context) -> bool:
    row = rows[at]
    pending = context.pending()
    head_text = row.text[: row.segments[0].end] if not row.segments[0].label else row.text
    found = entries(head_text, 0)
    if found:
        return any(entry.first in pending for entry in found)
    if _itemised(head_text, context):
        return True
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
    open_numbers = waiting(context.local)
    keyed = [q for q in context.local if has_key(q)]
    candidate = rows[at].candidate
    if candidate is None or keyed or len(open_numbers) < 2 or candidate.number != open_numbers[0]:
        return False
    second = next(
        (
            r.candidate
            for r in rows[at + 1 : at + 80]
            if r.candidate and r.candidate.style == candidate.style
        ),
        None,
    )
    return second is not None and second.number == open_numbers[1]
