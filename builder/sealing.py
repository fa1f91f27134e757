"""Which answers of a bank are sealed, and the answers of an exam as sealed texts for its pages."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import unquote

from markupsafe import Markup

from builder import load, seal
from builder.model import ROOT, Artifact, Exam, Sealed, Section, View
from builder.options import Options
from builder.passphrase import fault
from builder.problems import Problem, UsageError

KEY_FILE = "key.js"
"""Beside an exam's pages: the key, once it is published."""
VARIABLE = "EXAMPRESS_PASSPHRASE"

_TITLE = re.compile(r"^title:(.*)", re.MULTILINE)
_IMAGE = re.compile(rf'(<img src="){ROOT}([^"]+)')
_LINK = re.compile(rf'<a href="{ROOT}([^"?#]+)')

Answer = Callable[[View], str]
"""A question's answer as its practice page would show it."""


def master(options: Options, site: str, known: Callable[[], list[str]]) -> seal.Master:
    """Ask for the passphrase and return what it gives. Raises UsageError if it is weak or missing.

    `known` are words of the bank that anybody would try.
    """
    if options.passphrase is None:
        raise UsageError(f"sealed answers need a passphrase: set {VARIABLE}")
    text = options.passphrase()
    if weak := fault(text, known()):
        raise UsageError(weak)
    return seal.master(text, site)


def known_words(plan: load.Plan) -> list[str]:
    """Return what everybody knows of a bank: the names of the site and of its exams."""
    files = [folder / "exam.yaml" for folder in plan.folders]
    titles = (_TITLE.findall(file.read_text("utf-8", "replace")) for file in files)
    names = [folder.name for folder in plan.folders]
    return [plan.site_id, plan.site.title, *names, *(title for each in titles for title in each)]


def sealed(
    exam: Exam, keys: seal.Seal, answer: Answer, content: Path, open_files: frozenset[str]
) -> Sealed | tuple[Problem, ...]:
    """Return an exam's sealed answers, or what in them cannot be sealed.

    `open_files` are those that questions show to everybody.
    """
    problems = tuple(_open_links(exam, answer, open_files))
    if problems:
        return problems
    questions: dict[str, str] = {}
    for section in exam.sections:
        texts = {view.id: _text(view, answer, content) for view in _views(section.views)}
        longest: dict[str, int] = {}
        for view in _views(section.views):
            size = len(texts[view.id].encode())
            longest[view.type] = max(size, longest.get(view.type, 0))
        for view in _views(section.views):
            text = texts[view.id]
            size = seal.level(len(text.encode()), longest[view.type])
            questions[view.id] = keys.sealed(view.id, text, size)
    return Sealed(
        exam=exam.id,
        salt=seal.base64(keys.salt),
        rounds=seal.ROUNDS,
        check=keys.sealed("", seal.CHECK),
        questions=questions,
        fingerprints={
            view.id: keys.fingerprint(view.id, view.fingerprint)
            for section in exam.sections
            for view in _views(section.views)
        },
    )


def _views(views: tuple[View, ...]) -> Iterator[View]:
    """Yield questions, each case before its parts."""
    for view in views:
        yield view
        if view.type == "case":
            yield from view.body.parts


def _text(view: View, answer: Answer, content: Path) -> str:
    html = _IMAGE.sub(lambda found: found[1] + _data(content / unquote(found[2])), answer(view))
    said = {"key": view.key, "html": html}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


def _data(path: Path) -> str:
    """Return a picture as an address that holds it: as a file of the site it would be open."""
    from mimetypes import guess_type

    kind = guess_type(path.name)[0] or "application/octet-stream"
    return f"data:{kind};base64,{b64encode(path.read_bytes()).decode()}"


def _open_links(exam: Exam, answer: Answer, open_files: frozenset[str]) -> Iterator[Problem]:
    for section in exam.sections:
        for index, view in enumerate(section.views):
            html = "".join(answer(each) for each in _views((view,)))
            for name in dict.fromkeys(map(unquote, _LINK.findall(html))):
                if name not in open_files:
                    yield _open_link(section, index, name)


def _open_link(section: Section, index: int, name: str) -> Problem:
    return Problem(
        section.places.where(("questions", index)),
        f"the sealed answer links '{name}', which everybody could open; show it as a picture, "
        "or link it from the question too",
    )


def key_file(exam: str, word: str | None) -> Artifact:
    """Return the file by which an exam's key is published, or its place is kept free."""
    said = json.dumps({"exam": exam, "key": word}, ensure_ascii=False)
    return Artifact(f"{exam}/{KEY_FILE}", f"exampress.released.push({said});\n".encode())


def html_of(render: Callable[[View], Markup]) -> Answer:
    """Return what renders each question's answer once."""
    known: dict[int, str] = {}

    def answer(view: View) -> str:
        if id(view) not in known:
            known[id(view)] = str(render(view))
        return known[id(view)]

    return answer
