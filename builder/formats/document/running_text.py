"""What the readers of documents (Word, HTML, plain text) have in common: text that is a paper.

A document is turned into lines by its reader and into questions by the paper reader; here the two
are put together again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from builder.decoding import Decoded
from builder.draft import Doubt, Draft
from builder.formats import paper
from builder.formats.paper.lines import SourceLine
from builder.formats.paper.noise import KINDS

_IMAGE = re.compile(r"!\[[^\]\n]*\]\(([^()\s]+)\)|\[图片\]")


@dataclass(frozen=True, slots=True)
class RunningText:
    """The text of a document, and what its reader already knows of it."""

    lines: tuple[SourceLine, ...]
    doubts: tuple[Doubt, ...] = ()
    unused: tuple[tuple[int, str], ...] = ()
    files: dict[str, bytes] = field(default_factory=dict)


def as_paper(text: RunningText, repair: Iterable[str] = KINDS) -> Draft:
    """Return the paper that a document's text is; `repair` names the noise that is left out."""
    draft = paper.read(text.lines, repair)
    doubts = _without_known_images(draft.doubts, text)
    draft.doubts = sorted(_once([*doubts, *text.doubts]))
    draft.unused = sorted([*draft.unused, *text.unused])
    draft.files = {**draft.files, **text.files}
    draft.markdown = True
    return draft


def read(decoded: Decoded, repair: Iterable[str] = KINDS) -> Draft:
    """Return the paper in a plain text or Markdown file."""
    return paper.read(decoded.text, repair)


def _without_known_images(doubts: Iterable[Doubt], text: RunningText) -> list[Doubt]:
    """Drop what is said of pictures that came with the document."""
    missing = {
        line.number
        for line in text.lines
        for image in _IMAGE.finditer(line.text)
        if image[1] not in text.files
    }
    return [each for each in doubts if each.about != "missing-image" or each.line in missing]


def _once(doubts: Sequence[Doubt]) -> list[Doubt]:
    """Make one doubt of several about noise: it is told once a file, at the first place."""
    noise = sorted(doubt for doubt in doubts if doubt.about == "noise-removed")
    others = [doubt for doubt in doubts if doubt.about != "noise-removed"]
    if not noise:
        return others
    message = "; ".join(dict.fromkeys(doubt.message for doubt in noise))
    return [*others, Doubt(noise[0].line, "noise-removed", "warning", message)]
