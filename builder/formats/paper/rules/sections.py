"""Rules for heads of sections, for key lists, and for lines that only point or name a kind."""

from __future__ import annotations

import re

from builder.draft import Doubt
from builder.formats.paper import keybegin, keygive, keylist, keyrow, stem_marks
from builder.formats.paper.heads import kind_of
from builder.formats.paper.keycontext import Context
from builder.formats.paper.keylist import Area
from builder.formats.paper.raw import RawQuestion, RawSection
from builder.formats.paper.walk import Walk

_POINTER = re.compile(
    r"\s*[（(【]?\s*(?:参考|參考|正确)?答案(?:及解析)?\s*(?:请|詳|详)?\s*"
    r"(?:见|見|参见|參見|附)[^。？?]{0,24}[)）】。]?\s*"
)


def key_area(walk: Walk, at: int) -> int | None:
    """Take a list of keys that begins here."""
    if walk.section is None:
        return None
    case = walk.case if walk.case and walk.case.until is None and walk.case.parts else None
    context = Context(walk.paper.sections, walk.section, case)
    if not keybegin.begins(walk.rows, at, context):
        return None
    area = keylist.read(walk.rows, at, context)
    walk.paper.doubts += keygive.distribute(area, context)
    walk.paper.dropped += area.loose
    if area.truncated is not None:
        message = "the text stops here, in the middle of the key list"
        walk.paper.doubts.append(Doubt(area.truncated, "truncated", "error", message))
    walk.part, walk.question = "after", None
    return max(area.end, at + 1)


def early_keys(walk: Walk, at: int) -> int | None:
    """Take a list of keys that stands before the first question; it is given out at the end."""
    if walk.part != "front" or walk.section is not None:
        return None
    row = walk.rows[at]
    if found := keyrow.grid(walk.rows, at):
        sound = len(found[0]) > 1 and all(keyrow.keylike(e.text[0][1]) for e in found[0])
        walk.early += found[0] if sound else []
        return found[1] + 1 if sound else None
    label = row.segments[0]
    items = keyrow.entries(row.text[label.start :], row.number)
    if not items or len(items) < 2 or any(entry.refused for entry in items):
        return None
    if not (walk.early or label.label == "key" or _under_head(walk, at)):
        return None
    walk.early += items
    return at + 1


def _under_head(walk: Walk, at: int) -> bool:
    before = next((row for row in reversed(walk.rows[max(0, at - 4) : at]) if not row.blank), None)
    return before is not None and before.list_head


def give_early(walk: Walk) -> None:
    """Give the keys that stood before the questions to them."""
    if not walk.early or walk.section is None:
        return
    unique = {entry.first: entry for entry in walk.early}
    context = Context(walk.paper.sections, walk.section)
    waiting = context.pending()
    area = Area([entry for entry in unique.values() if entry.first in waiting], 0)
    walk.paper.doubts += keygive.distribute(area, context)


def pointer(walk: Walk, at: int) -> int | None:
    """Drop 答案见末尾: it says where the key is, and is none."""
    row = walk.rows[at]
    if len(row.text) > 60 or not _POINTER.fullmatch(row.text):
        return None
    walk.paper.dropped.append((row.number, row.text))
    return at + 1


def kind_line(walk: Walk, at: int) -> int | None:
    """Take a line that holds only a type mark, [单选题], before a question."""
    row = walk.rows[at]
    if not stem_marks.is_kind_mark(row.text) or walk.part == "stem":
        return None
    walk.kind = kind_of(row.text)
    return at + 1


def head(walk: Walk, at: int) -> int | None:
    """Open a section at its head."""
    row = walk.rows[at]
    found = row.head
    if not found:
        return None
    prose = walk.part in ("key", "analysis", "stem") and not found.sure
    if prose and (found.ordinal or 0) != walk.numbers.ordinal + 1:
        return None
    if not found.sure and _is_han_question(walk, at):
        return _han_question(walk, at)
    if walk.part == "front" and row.line.heading == 1 and not found.kind and not walk.front:
        return None
    section = RawSection(
        found.title, row.number, found.kind, found.ordinal, found.declared, found.tail
    )
    walk.open_section(section)
    return at + 1


def _is_han_question(walk: Walk, at: int) -> bool:
    """Say whether a Han numeral numbers a question here: options or a key follow at once."""
    row = walk.rows[at]
    for ahead in walk.rows[at + 1 : at + 6]:
        if ahead.blank:
            continue
        if ahead.option and ahead.option.index == 0 and ahead.option.style not in ("bare", "han"):
            return len(row.text) > 6
        return False
    return False


def _han_question(walk: Walk, at: int) -> int:
    row = walk.rows[at]
    if row.head is None:
        return at
    question = RawQuestion(row.number, row.head.ordinal, "han")
    walk.open_question(question)
    start = row.text.find(row.head.title)
    walk.append(row, row.text[start:])
    return at + 1
