"""What a key list is read against: the sections so far, and the questions that wait for a key."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from builder.formats.paper.heads import Head, kind_of
from builder.formats.paper.raw import RawQuestion, RawSection


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
        if len(by_ordinal) == 1 and _repeats(found, by_ordinal[0]):
            return by_ordinal[0]
        kind = kind_of(found.title)
        by_kind = [s for s in self.sections if kind and s.kind == kind]
        return by_kind[0] if len(by_kind) == 1 and found.ordinal is None else None


_ONLY_ORDINAL = re.compile(
    r"[（(]?[一二三四五六七八九十]{1,3}[)）]?|第.{1,3}(?:部分|大题|大題|章|节|節|单元|篇|组|卷)"
    r"|(?:Part|Section)\s*\w{1,5}",
    re.I,
)
_CHOICES = {"choice", "single", "multiple"}


def _repeats(found: Head, section: RawSection) -> bool:
    """Say whether a head with the ordinal of a section names it, and no part of an answer."""
    if found.kind:
        kinds = {found.kind, section.kind}
        return len(kinds) == 1 or ("choice" in kinds and kinds <= _CHOICES)
    title = section.title or ""
    return bool(
        _ONLY_ORDINAL.fullmatch(found.title)
        or not re.search(r"[\u3400-\u9fffA-Za-z]{2}", found.title)
        or found.title in title
        or title in found.title
    )


def _pending(section: RawSection) -> list[int]:
    return waiting(section.questions())


def waiting(questions: Iterable[RawQuestion]) -> list[int]:
    """Return the numbers of the questions that have no key yet."""
    return [q.number for q in questions if q.number is not None and not has_key(q)]


def has_key(question: RawQuestion) -> bool:
    """Say whether a question has a key that says something."""
    return any(key.refused or any(text.strip() for _, text in key.text) for key in question.keys)
