"""The reader of exam papers as people write them: Chinese and English running text.

`read(text or lines) -> Draft`; nothing here opens a file. The stages, each a module: `lines` (what
comes in), `noise` (what is left out), `markdown` and `rows` (what each line could be), `layout`
with `rules`, `sequence` and `keylist` (whose line is whose), `assemble` with `keys`, `blanks` and
`options_of` (questions and doubts), `checks` (does it add up), `contract` (the result as JSON).
"""

from __future__ import annotations

from collections.abc import Iterable

from builder.draft import Draft
from builder.formats.paper.contract import contract
from builder.formats.paper.lines import Mark, SourceLine, source_lines
from builder.formats.paper.noise import KINDS
from builder.formats.paper.paper import draft

__all__ = ["Mark", "SourceLine", "contract", "read", "source_lines"]


def read(source: str | Iterable[SourceLine], repair: Iterable[str] = KINDS) -> Draft:
    """Return the draft of a paper; `repair` names the kinds of noise that are left out."""
    lines = source_lines(source) if isinstance(source, str) else tuple(source)
    ends_open = isinstance(source, str) and bool(source) and not source.endswith(("\n", "\r"))
    return draft(lines, frozenset(repair), ends_open)
