"""What a manifest says of a resource: keywords, difficulty and source, in the words of LOM."""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree.ElementTree import Element

from builder.draft import DraftQuestion
from builder.formats.qti.elements import said
from builder.plain_text import as_markdown

DIFFICULTY = ("very easy", "easy", "medium", "difficult", "very difficult")
"""The words for 1 to 5."""


@dataclass(frozen=True, slots=True)
class About:
    """What is said of one item."""

    tags: tuple[str, ...] = ()
    difficulty: int | None = None
    source: str = ""

    def tell(self, question: DraftQuestion) -> None:
        """Give it to the question."""
        question.tags = list(self.tags)
        question.difficulty = self.difficulty
        question.source = as_markdown(" ".join(self.source.split())) or None


def about(resource: Element) -> About:
    """Return what the metadata of a resource says."""
    lom = resource.find("metadata/lom")
    if lom is None:
        return About()
    words = (said(each) for each in lom.findall("general/keyword"))
    level = said(lom.find("educational/difficulty/value"))
    known = DIFFICULTY.index(level) + 1 if level in DIFFICULTY else None
    source = next(
        (
            said(each.find("resource/description"))
            for each in lom.findall("relation")
            if said(each.find("kind/value")) == "isbasedon"
        ),
        "",
    )
    return About(tuple(dict.fromkeys(word for word in words if word)), known, source)
