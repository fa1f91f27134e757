"""The order in which a Word document is read, and what its author is told besides the text."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from builder.decoding import ReadError
from builder.draft import Doubt, Draft
from builder.formats.document.running_text import RunningText, as_paper
from builder.formats.paper.lines import SourceLine
from builder.formats.paper.noise import KINDS
from builder.formats.word.body import Body, furniture
from builder.formats.word.chunks import chunk_lines
from builder.formats.word.package import Package
from builder.formats.word.paragraph import Notes


def read(data: bytes, repair: Iterable[str] = KINDS) -> Draft:
    """Return the paper in a Word file; `repair` names the noise that is left out.

    Raises ReadError for what is not a readable Word file.
    """
    return as_paper(running_text(data), repair)


def running_text(data: bytes, inside: bool = False) -> RunningText:
    """Return the text of a Word file, its pictures and what of it goes nowhere."""
    try:
        package = Package(data)
        body = Body(package, partial(_chunk, inside=inside))
        lines = body.lines()
    except RecursionError:
        raise ReadError("the document is nested too deeply to be an honest one") from None
    notes = body.notes
    return RunningText(
        tuple(lines),
        tuple(_doubts(notes)),
        tuple([(1, text) for text in furniture(package)] + sorted(notes.hidden + notes.comments)),
        package.files,
    )


def _chunk(package: Package, identifier: str, number: int, inside: bool) -> list[SourceLine]:
    def nested(data: bytes) -> list[SourceLine]:
        if inside:
            raise ReadError("the document holds documents that hold documents")
        text = running_text(data, inside=True)
        package.files.update(text.files)
        return list(text.lines)

    return chunk_lines(package, identifier, number, nested)


def _doubts(notes: Notes) -> list[Doubt]:
    left_out = {
        "deletion of a tracked change": notes.deletions,
        "hidden text": [line for line, _ in notes.hidden],
        "comment": [line for line, _ in notes.comments],
    }
    found = [
        Doubt(line, "missing-image", "warning", f"browsers do not show '{name}'; save it as PNG")
        for line, name in notes.unshown
    ]
    counts = [
        f"{len(lines)} {what}{'s' * (len(lines) > 1)}" for what, lines in left_out.items() if lines
    ]
    if counts:
        first = min(min(lines) for lines in left_out.values() if lines)
        found.append(Doubt(first, "noise-removed", "warning", f"left out: {', '.join(counts)}"))
    return found
