"""What else is wrong with a file or a question that is faulty already, so that all is said at once.

What is found here is only ever added to an error: nothing that is mended here is published.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from typing import TypeVar

from builder import fields
from builder.fields import Model
from builder.markup import QuestionHtml
from builder.problems import Fault, Path

M = TypeVar("M", bound=Model)

_STAND_INS = {"title": "?", "language": "en"}
"""What a file must have, or would be warned of not having."""
_BLOCKS = frozenset(("stem", "material", "explanation", "hint", "answer"))
_LINES = frozenset(("options", "text", "feedback", "source", "pairs", "distractors", "items"))
"""Fields of questions that hold Markdown, by whether it may have blocks."""


def without_faults(model: type[M], value: object, faults: Sequence[Fault]) -> M | None:
    """Return a file without the fields that are wrong, or nothing if that leaves too little."""
    if not isinstance(value, dict):
        return None
    wrong = {fault.path[0] for fault in faults if fault.path}
    kept = {name: each for name, each in value.items() if name not in wrong}
    kept |= {name: _STAND_INS[name] for name in _STAND_INS.keys() & wrong & {*model.model_fields}}
    found = fields.read(model, kept)
    return None if isinstance(found, tuple) else found


def check_texts(
    raw: object, type_name: object, faults: Sequence[Fault], html: QuestionHtml
) -> None:
    """Render what Markdown a faulty question holds, for `html` to collect its faults and files.

    `type_name` is the type that the section says, for a question that says none.
    """
    if not isinstance(raw, dict):
        return
    kind = raw.get("type", type_name)
    options = raw.get("options")
    letters = ascii_uppercase[: len(options)] if isinstance(options, list) else ascii_uppercase
    own = html.within(letters)
    wrong = {fault.path for fault in faults}
    for path, text in _texts(raw, ()):
        if path == ("answer",) and kind != "essay":
            continue
        if not wrong.isdisjoint(path[:length] for length in range(1, len(path) + 1)):
            continue
        if _field(path) in _LINES:
            own.inline(text, *path)
        elif kind == "blank":
            own.cloze(text, *path)
        else:
            own.block(text, *path)
    parts = raw.get("questions")
    for index, part in enumerate(parts if isinstance(parts, list) else ()):
        inner = [each for each in faults if each.path[:2] == ("questions", index)]
        below = [Fault(each.path[2:], each.message) for each in inner]
        check_texts(part, None, below, html.within("", "questions", index))


def _texts(value: object, path: Path) -> Iterator[tuple[Path, str]]:
    """Yield each text in Markdown with its path, but for those of a case's questions."""
    if isinstance(value, str):
        if _field(path) in _BLOCKS | _LINES:
            yield path, value
    elif isinstance(value, dict):
        for name, each in value.items():
            if name != "questions":
                yield from _texts(each, (*path, name))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from _texts(each, (*path, index))


def _field(path: Path) -> object:
    return next((step for step in reversed(path) if isinstance(step, str)), None)
