"""The engine that sets papers, Typst: the only module that names it. Imports nothing of weight.

Typst works with threads, which a fork does not copy: call `compiled` in processes of its own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from builder.options import BUILT_IN, FONTS

if TYPE_CHECKING:
    from tempfile import TemporaryDirectory

TEMPLATES = ("furniture", "paper", "teacher", "key", "keys", "sheet")
FOLDER = "fonts"
"""The folder in a bank that holds fonts of its own."""
_FONT_FILES = frozenset((".ttf", ".otf", ".ttc", ".otc"))


class Job(NamedTuple):
    """What one document is set from; of plain values, so that it can be sent anywhere."""

    root: str
    """The folder in which pictures are looked for, and fonts of a bank's own."""
    template: str
    files: Mapping[str, bytes]
    """Templates by their paths; and pictures, if they are not to be read from `root`."""
    inputs: Mapping[str, str]
    """What the template is given, as JSON."""


class Refused(NamedTuple):
    """What the engine says against a document."""

    said: str


def compiled(job: Job) -> bytes | Refused:
    """Return a document set as PDF/UA-1, or what is against it."""
    main = (
        f'#import "/paper/{job.template}.typ": document\n'
        "#let given = json(bytes(sys.inputs.values))\n"
        '#let person = json(bytes(sys.inputs.at("person", default: "{}")))\n'
        "#document(given + person)\n"
    )
    return _compiled(job.root, {"main.typ": main.encode(), **job.files}, job.inputs)


_STEPS = 5
"""How many steps what is kept of a document grows older behind each.

The engine forgets what ten steps made no use of; so it keeps what the last two documents made,
which is the faces and templates, and not 60 MB more of paragraphs that no other document has.
"""


def _compiled(root: str, files: Mapping[str, bytes], inputs: Mapping[str, str]) -> bytes | Refused:
    import typst

    compiler = _compiler(root)
    try:
        made: bytes = compiler.compile(
            input=files, format="pdf", sys_inputs=inputs, pdf_standards="ua-1"
        )
    except typst.TypstError as error:
        return Refused(str(error.message))
    for _ in range(_STEPS):
        compiler.compile(input={"main.typ": b""}, format="pdf")
    return made


DOTS = 2
"""How many dots of a picture that is drawn there are to a pixel."""


def drawn(name: str, data: bytes) -> bytes | Refused:
    """Return a picture as PNG, or what is against it."""
    import typst

    picture = f"picture.{name.rpartition('.')[2].lower()}"
    main = f'#set page(width: auto, height: auto, margin: 0pt, fill: none)\n#image("{picture}")'
    files = {"main.typ": main.encode(), picture: data}
    try:
        made: bytes = _compiler(str(BUILT_IN)).compile(input=files, format="png", ppi=96 * DOTS)
    except typst.TypstError as error:
        return Refused(str(error.message))
    return made


def pages(data: bytes) -> Iterator[str]:
    """Yield what a reader finds on each page of a PDF, as text."""
    import pypdfium2

    with pypdfium2.PdfDocument(data) as document:
        for page in document:
            text = page.get_textpage()
            yield text.get_text_range()
            text.close()
            page.close()


def families(content: Path) -> tuple[str, ...]:
    """Return the families that papers of a bank can be set in, by name."""
    return tuple(sorted(_fonts(os.path.realpath(content)).families()))


def own_fonts(content: Path) -> dict[str, bytes]:
    """Return the font files of a bank's own, by their paths in it."""
    found = sorted((content / FOLDER).rglob("*"))
    return {
        path.relative_to(content).as_posix(): path.read_bytes()
        for path in found
        if path.suffix.lower() in _FONT_FILES
    }


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


_LENT: dict[str, TemporaryDirectory[str]] = {}


def lent(fonts: Mapping[str, bytes]) -> str:
    """Return a folder with these fonts of a bank, by name, for as long as this process lives."""
    from hashlib import sha256
    from tempfile import TemporaryDirectory

    digest = sha256()
    for name in sorted(fonts):
        digest.update(name.encode() + b"\0" + fonts[name])
    key = digest.hexdigest()
    if key not in _LENT:
        _LENT[key] = TemporaryDirectory(prefix="exampress-")
        folder = Path(_LENT[key].name) / FOLDER
        folder.mkdir()
        for place, name in enumerate(sorted(fonts)):
            (folder / f"{place}{Path(name).suffix}").write_bytes(fonts[name])
    return _LENT[key].name


# Setting beside other work


Made = tuple[bytes | Refused, tuple[str, ...]]
"""A document, and the texts of its pages."""


def read_back(job: Job) -> Made:
    """Return a document, and what a reader finds on its pages."""
    made = compiled(job)
    return made, () if isinstance(made, Refused) else tuple(pages(made))


_FACES = (
    ("Noto Serif TC", 500),
    ("Noto Sans TC", 700),
    ("Noto Serif SC", 500),
    ("Noto Sans SC", 700),
)


def warm(content: Path, files: Mapping[str, bytes]) -> bytes | Refused:
    """Read faces and templates, so that the next document need not; return a page in them."""
    faces = "".join(f'#text(font: "{face}", weight: {weight})[題]\n' for face, weight in _FACES)
    imports = "".join(f'#import "/paper/{name}.typ"\n' for name in TEMPLATES)
    main = f"{imports}#set document(title: [x])\n{faces}"
    return _compiled(os.path.realpath(content), {"main.typ": main.encode(), **files}, {})


def warmed(content: Path, files: Mapping[str, bytes]) -> Callable[[Job], Made]:
    """Return `read_back` when all that documents have in common has been read."""
    made = warm(content, files)
    if not isinstance(made, Refused):
        list(pages(made))
    return read_back


def sources(templates: tuple[Path, ...]) -> dict[str, bytes]:
    """Return the templates; a user's own file wins."""
    return _sources(tuple(folder.absolute() for folder in templates))


@cache
def _sources(templates: tuple[Path, ...]) -> dict[str, bytes]:
    names = [f"paper/{name}.typ" for name in (*TEMPLATES, "probe")]
    return {
        name: next(path for folder in templates if (path := folder / name).is_file()).read_bytes()
        for name in names
    }
