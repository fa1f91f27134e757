"""Options that stand once for several questions: （5～6题共用备选答案）."""

from __future__ import annotations

from builder.formats.paper import options
from builder.formats.paper.raw import RawOption, RawQuestion


def questions(raw: RawQuestion) -> list[RawQuestion]:
    """Return the questions of a case whose material is only their options, else the case itself."""
    if not raw.case or not raw.parts or any(part.options for part in raw.parts):
        return [raw]
    if not _options(raw):
        return [raw]
    for part in raw.parts:
        part.options = _options(raw)
        part.kind = part.kind or "single"
    return raw.parts


def _options(raw: RawQuestion) -> list[RawOption]:
    """Return the options that the material of a case consists of, or none."""
    found: list[RawOption] = []
    for line, text in raw.stem:
        if not text.strip():
            continue
        first = options.opening(text)
        if first is None or first.index != len(found) or first.style in ("han", "box", "radio"):
            return []
        for piece in options.pieces(text, first, None, generous=True):
            said = [(line, text[piece.start : piece.end])]
            found.append(RawOption(piece.index, said, line, first.style, piece.starred))
    return found if len(found) > 1 else []
