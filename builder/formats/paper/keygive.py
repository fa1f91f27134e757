"""Giving the entries of a key list to their questions; what fits none is a doubt."""

from __future__ import annotations

import re

from builder.draft import Doubt
from builder.formats.paper.keycontext import Context, has_key, waiting
from builder.formats.paper.keylist import Area
from builder.formats.paper.keyrow import Entry
from builder.formats.paper.raw import RawKey, RawQuestion, RawSection, Text


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
    return context.case is not None and numbers <= set(waiting(context.local))


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
        question.keys.append(RawKey(_unlabelled(entry.text), entry.line, "list", entry.refused))
    question.analysis += entry.analysis


def _unlabelled(text: Text) -> Text:
    """Return a key without the 答： that may stand before it."""
    return (
        [(text[0][0], re.sub(r"^\s*[答解]\s*[:：]\s*", "", text[0][1])), *text[1:]]
        if text
        else text
    )


def _refusal(entry: Entry) -> Doubt:
    size = entry.last - entry.first + 1
    message = (
        f"the row {_said(entry)!r} does not give {size} keys for questions "
        f"{entry.first}–{entry.last}; none of them is used"
    )
    return Doubt(entry.line, "unreadable-key", "error", message)


def _said(entry: Entry) -> str:
    return " ".join(text for _, text in entry.text)[:60]
