"""Documents to PDF, and in our own words what the engine says against a text."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from builder.engine import Job, Refused, compiled, sources
from builder.model import Artifact
from builder.problems import Problem, Where
from builder.proof import Expected
from builder.setting import Document
from builder.typst import SetText, quoted

_LACKS = re.compile(
    r'the text (?:contains the disallowed codepoint )?`"(.*?)"`(?: could not be displayed|$)',
    re.DOTALL | re.MULTILINE,
)
_ESCAPED = re.compile(r"\\(?:u\{([0-9a-f]+)\}|(.))")
"""How the engine says a sign that does not show, or that ends a text."""


def artifact(document: Document, content: Path, templates: tuple[Path, ...]) -> Artifact | str:
    """Return a document set as PDF/UA-1, or what the engine says against it."""
    made = compiled(job(document, content, templates))
    return made.said if isinstance(made, Refused) else Artifact(document.path, made)


def job(document: Document, content: Path, templates: tuple[Path, ...]) -> Job:
    """Return what the engine is given for a document."""
    inputs = {"values": document.values}
    return Job(os.path.realpath(content), document.template, sources(templates), inputs)


def personal(document: Document, files: Mapping[str, bytes], root: str, person: str) -> bytes | str:
    """Return a document set for one person, a JSON object of values, or what is against it.

    `files` holds the templates and every picture, so that nothing but the fonts of `root` is read
    where this runs.
    """
    inputs = {"values": document.values, "person": person}
    made = compiled(Job(root, document.template, files, inputs))
    return made.said if isinstance(made, Refused) else made


def explained(
    texts: Iterable[tuple[SetText, Callable[[int], Where]]],
    content: Path,
    templates: tuple[Path, ...],
) -> tuple[Problem, ...]:
    """Return what of these texts cannot be set, each with its place."""
    return tuple(
        Problem(where(offset), said)
        for text, where in texts
        for offset, said in _faults(text, content, templates)
    )


_PICTURE = re.compile(r'#picture\("(.*?)", ".*?"\);')


def _faults(text: SetText, content: Path, templates: tuple[Path, ...]) -> Iterator[tuple[int, str]]:
    """Yield all that cannot be set of a text, each with its offset: images, then signs."""
    markup = text.markup
    for picture in _PICTURE.finditer(markup):
        if said := _refused(picture[0], content, templates):
            name = picture[1].rpartition("/")[2]
            yield max(0, text.text.find(name)), f"image '{name}' cannot be set on paper: {said}"
            markup = markup.replace(picture[0], "")
    for sign in _lacking(markup, content, templates):
        if isinstance(sign, Refused):
            yield 0, message(sign.said)
        else:
            yield max(0, text.text.find(sign)), lacks(sign)


def lacking(text: str, content: Path, templates: tuple[Path, ...]) -> tuple[str, ...]:
    """Return the signs of a plain text that no font has."""
    found = _lacking(quoted(text), content, templates)
    return tuple(sign for sign in found if isinstance(sign, str))


def _lacking(markup: str, content: Path, templates: tuple[Path, ...]) -> Iterator[str | Refused]:
    """Yield all signs that no font has; what else there is against a text ends it."""
    while said := _refused(markup, content, templates):
        sign = _sign(said)
        if sign is None or sign not in markup:
            yield Refused(said)
            return
        sign = _with_marks(sign, markup)
        yield sign
        markup = markup.replace(sign, "")


def _sign(said: str) -> str | None:
    """Return the sign of which the engine says that no font has it."""
    found = _LACKS.search(said)
    return found and _ESCAPED.sub(lambda each: each[2] or chr(int(each[1], 16)), found[1])


def _with_marks(sign: str, markup: str) -> str:
    """Return a sign and the marks on it, of which one may be what no font has; or joined signs."""
    for found in re.finditer(re.escape(sign), markup):
        end = found.end()
        while end < len(markup) and _is_joined(markup[end - 1], markup[end]):
            end += 1
        if end > found.end():
            return markup[found.start() : end]
    return sign


_JOINER = "\u200d"
_TONES = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"


def _is_joined(before: str, sign: str) -> bool:
    if sign.isascii():
        return False
    return _JOINER in (before, sign) or sign in _TONES or unicodedata.category(sign)[0] == "M"


def _refused(markup: str, content: Path, templates: tuple[Path, ...]) -> str:
    import json

    values = json.dumps({"text": markup}, ensure_ascii=False)
    result = artifact(Document("", "probe", "", "", values, Expected((), ())), content, templates)
    return result if isinstance(result, str) else ""


def message(said: str) -> str:
    """Return in our words what the engine says against a text."""
    if sign := _sign(said):
        return lacks(sign)
    return f"cannot be set on paper: {said}"


def lacks(sign: str) -> str:
    """Return what is said of a sign that no font has."""
    codes = " ".join(f"U+{ord(each):04X}" for each in sign)
    shown = f"'{sign}' ({codes})" if sign[0].isprintable() else codes
    return f"the fonts have no sign for {shown}"
