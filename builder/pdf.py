"""Documents to PDF by Typst: the only module that names the engine, and only when it is asked.

Typst works with threads, which a fork does not copy: call `artifact` in processes of its own.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from builder.model import Artifact
from builder.options import FONTS
from builder.problems import Problem, Where
from builder.proof import Expected
from builder.setting import Document
from builder.typst import SetText

_TEMPLATES = ("furniture", "paper", "teacher", "key", "keys", "sheet")
_LACKS = re.compile(r"the text `\"(.*?)\"` could not be displayed", re.DOTALL)


def artifact(document: Document, content: Path, templates: tuple[Path, ...]) -> Artifact | str:
    """Return a document set as PDF/UA-1, or what the engine says against it."""
    made = _set(document, sources(templates), os.path.realpath(content), {})
    return Artifact(document.path, made) if isinstance(made, bytes) else made


def personal(document: Document, files: Mapping[str, bytes], person: str) -> bytes | str:
    """Return a document set for one person, a JSON object of values, or what is against it.

    `files` holds the templates and every picture, so that nothing is read where this runs.
    """
    return _set(document, files, str(Path(__file__).parent), {"person": person})


def _set(
    document: Document, files: Mapping[str, bytes], root: str, inputs: Mapping[str, str]
) -> bytes | str:
    import typst

    main = (
        f'#import "/paper/{document.template}.typ": document\n'
        "#let given = json(bytes(sys.inputs.values))\n"
        '#let person = json(bytes(sys.inputs.at("person", default: "{}")))\n'
        "#document(given + person)\n"
    )
    try:
        made: bytes = _compiler(root).compile(
            input={"main.typ": main.encode(), **files},
            format="pdf",
            sys_inputs={"values": document.values, **inputs},
            pdf_standards="ua-1",
        )
    except typst.TypstError as error:
        return str(error.message)
    return made


_DATES = re.compile(rb"/CreationDate\(D:\d{14}\+00'00'\)")
_ID = re.compile(rb"/ID\[<[0-9A-F]{32}><[0-9A-F]{32}>\]")


def joined(parts: Sequence[bytes]) -> bytes:
    """Return several PDFs as one to print, the same bytes each time; it is tagged no more."""
    import hashlib
    from io import BytesIO

    import pypdfium2

    whole = pypdfium2.PdfDocument.new()
    for part in parts:
        with pypdfium2.PdfDocument(part) as each:
            whole.import_pages(each)
    data = BytesIO()
    whole.save(data)
    whole.close()
    digest = hashlib.md5(b"".join(parts), usedforsecurity=False).hexdigest().upper().encode()
    plain = _DATES.sub(b"/CreationDate(D:20000101000000+00'00')", data.getvalue())
    return _ID.sub(b"/ID[<%b><%b>]" % (digest, digest), plain)


def pages(data: bytes) -> Iterator[str]:
    """Yield what a reader finds on each page of a PDF, as text."""
    import pypdfium2

    with pypdfium2.PdfDocument(data) as document:
        for page in document:
            yield page.get_textpage().get_text_range()


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
    while said := _refused(markup, content, templates):
        lacking = _LACKS.search(said)
        if lacking is None or lacking[1] not in markup:
            yield 0, message(said)
            return
        sign = lacking[1]
        yield max(0, text.text.find(sign)), _lacks(sign)
        markup = markup.replace(sign, "")


def _refused(markup: str, content: Path, templates: tuple[Path, ...]) -> str:
    import json

    values = json.dumps({"text": markup}, ensure_ascii=False)
    result = artifact(Document("", "probe", "", "", values, Expected((), ())), content, templates)
    return result if isinstance(result, str) else ""


def message(said: str) -> str:
    """Return in our words what the engine says against a text."""
    if lacking := _LACKS.search(said):
        return _lacks(lacking[1])
    return f"cannot be set on paper: {said}"


def _lacks(sign: str) -> str:
    return f"the fonts have no sign for '{sign}' (U+{ord(sign[0]):04X})"


@cache
def sources(templates: tuple[Path, ...]) -> dict[str, bytes]:
    """Return the templates; a user's own file wins."""
    names = [f"paper/{name}.typ" for name in (*_TEMPLATES, "probe")]
    return {
        name: next(path for folder in templates if (path := folder / name).is_file()).read_bytes()
        for name in names
    }


FOLDER = "fonts"
"""The folder in a bank that holds fonts of its own."""


def families(content: Path) -> tuple[str, ...]:
    """Return the families that papers of a bank can be set in, by name."""
    return tuple(sorted(_fonts(os.path.realpath(content)).families()))


@cache
def _fonts(root: str) -> Any:
    import typst

    folders = [str(Path(str(spec.origin)).parent) for name in FONTS if (spec := find_spec(name))]
    own = Path(root) / FOLDER
    folders += [str(own)] if own.is_dir() else []
    return typst.Fonts(include_system_fonts=False, font_paths=folders)


@cache
def _compiler(root: str) -> Any:
    import typst

    return typst.Compiler(root=root, font_paths=_fonts(root))
