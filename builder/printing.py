"""The order of the stages of `exampress pdf`: load, choose papers, set, write; and their faults.

Knows neither how a paper looks nor which engine sets it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Literal, NamedTuple

from builder import forms, key_table, load, paper, press, setting, write
from builder.forms import Form
from builder.locales import locale
from builder.model import Artifact, Exam
from builder.options import Progress, template_folders
from builder.problems import BankError, Problem, UsageError, suggestion
from builder.solutions import Words
from builder.words import words


class Request(NamedTuple):
    """What `exampress pdf` is asked for."""

    content: Path = Path("content")
    templates: Path | None = None
    out: Path = Path("pdf")
    units: tuple[str, ...] = ()
    """`EXAM` or `EXAM/SECTION`; every exam if left out."""
    kinds: tuple[str, ...] = ("paper",)
    """What is printed of each: of `paper`, `teacher`, `key`, `sheet`."""
    forms: tuple[str, ...] = ()
    """Names of forms; if left out, questions are printed as they stand in the bank."""
    seed: str = "1"
    """What the orders of forms are drawn from."""
    base_url: str | None = None
    """Where the site stands, for QR codes in the key; as `site.yaml` says if left out."""
    engine: Literal["typst", "chromium"] = "typst"
    """What sets papers; Chromium prints the HTML pages."""
    jobs: int | None = None
    """Processes; one a core if left out."""


class Printed(NamedTuple):
    """What was written, and what there is to warn of."""

    files: tuple[Path, ...]
    warnings: tuple[Problem, ...]


class Prepared(NamedTuple):
    """What is asked for, read and lowered, before anything is set."""

    plan: load.Plan
    documents: tuple[setting.Document, ...]
    tables: tuple[Artifact, ...]
    fields: Mapping[str, tuple[str, ...]]
    """What candidates fill in, by exam."""
    assets: tuple[str, ...]
    """Pictures, below `content/`."""
    templates: tuple[Path, ...]
    warnings: tuple[Problem, ...]


class _Read(NamedTuple):
    """What is asked for as it was read: exams, and papers of each, made as they are taken."""

    plan: load.Plan
    papers: tuple[tuple[Exam, tuple[Form, ...], Iterator[paper.Paper]], ...]
    tables: tuple[Artifact, ...]
    assets: tuple[str, ...]
    templates: tuple[Path, ...]
    warnings: tuple[Problem, ...]


def print_papers(
    request: Request, progress: Progress | None = None, ready: press.Ready | None = None
) -> Printed:
    """Write papers as PDF files. Raises BankError before anything is written, and UsageError.

    `ready` sets documents in a process that has been making itself ready meanwhile.
    """
    read = _read(request)
    documents: tuple[setting.Document, ...] = ()
    if request.engine == "chromium":
        pdfs = _by_chromium(read, request, progress)
    else:
        documents = _lowered(read, request).documents
        pdfs = press.artifacts(
            read.plan, documents, read.templates, request.jobs, progress, ready=ready
        )
    files = write.put_all(chain(pdfs, read.tables), request.out)
    return Printed(in_order(files, documents, request.out), read.warnings)


def in_order(
    files: Iterable[Path], documents: Iterable[setting.Document], out: Path
) -> tuple[Path, ...]:
    """Return files in the order of the documents they were set from; others come after them."""
    places = {out / document.path: place for place, document in enumerate(documents)}
    return tuple(sorted(files, key=lambda file: places.get(file, len(places))))


def prepared(request: Request) -> Prepared:
    """Return what is asked for, ready to be set. Raises BankError and UsageError."""
    return _lowered(_read(request), request)


def _read(request: Request) -> _Read:
    plan = load.plan(request.content)
    chosen = _chosen(plan, request.units)
    loaded = [load.exam(plan, folder) for folder in chosen]
    found = (each for one in loaded for each in one.problems)
    warnings = load.checked([*plan.problems, *found])
    exams = [one.exam for one in loaded if one.exam is not None]
    online = plan.online(request.base_url)
    papers: list[tuple[Exam, tuple[Form, ...], Iterator[paper.Paper]]] = []
    tables: list[Artifact] = []
    for exam, sections in zip(exams, chosen.values(), strict=True):
        made = _forms(exam, request)
        papers.append((exam, made, _asked(exam, sections, made, online)))
        if len(made) > 1 and "key" in request.kinds:
            tables.append(Artifact(f"{exam.id}/keys.csv", key_table.as_csv(exam, made)))
    return _Read(
        plan=plan,
        papers=tuple(papers),
        tables=tuple(tables),
        assets=tuple(sorted({name for one in loaded for name in one.assets})),
        templates=template_folders(request.templates),
        warnings=warnings,
    )


def _lowered(read: _Read, request: Request) -> Prepared:
    own = {exam.id: words(locale(exam.language), read.templates) for exam, *_ in read.papers}
    return Prepared(
        plan=read.plan,
        documents=tuple(
            document
            for exam, made, papers in read.papers
            for document in _documents(exam, made, papers, own[exam.id], request)
        ),
        tables=read.tables,
        fields={exam.id: exam.paper.filled_in(own[exam.id]["paper"]) for exam, *_ in read.papers},
        assets=read.assets,
        templates=read.templates,
        warnings=read.warnings,
    )


def _chosen(plan: load.Plan, units: Sequence[str]) -> dict[Path, tuple[str, ...]]:
    """Return which exams are asked for, and which sections of each; `""` is the whole exam."""
    folders = {folder.name: folder for folder in plan.folders}
    chosen: dict[Path, tuple[str, ...]] = {}
    for unit in units or folders:
        name, _, section = unit.rstrip("/").partition("/")
        if name not in folders:
            raise UsageError(f"there is no exam '{name}'{suggestion(name, folders)}")
        sections = chosen.get(folders[name], ())
        if section not in sections:
            chosen[folders[name]] = (*sections, section)
    return chosen


def _forms(exam: Exam, request: Request) -> tuple[Form, ...]:
    edition = forms.edition(exam) if request.forms else ""
    return tuple(forms.form(exam, name, request.seed, edition) for name in request.forms)


def _asked(
    exam: Exam, sections: Sequence[str], made: Sequence[Form], online: str | None
) -> Iterator[paper.Paper]:
    """Return the papers of one exam that are asked for, each as it is taken.

    Raises BankError and UsageError at once.
    """
    known = ("", *(section.id for section in exam.sections))
    for section in sections:
        if section not in known:
            near = suggestion(section, known)
            raise UsageError(f"there is no section '{section}' in exam '{exam.id}'{near}")
    if problems := paper.faults(exam, online):
        raise BankError(problems)
    return (each for form in made or (None,) for each in _papers(exam, sections, form, online))


def _documents(
    exam: Exam,
    made: Sequence[Form],
    papers: Iterable[paper.Paper],
    words: Words,
    request: Request,
) -> tuple[setting.Document, ...]:
    """Return papers of one exam before they are set. Raises BankError."""
    lowered = setting.documents(exam, papers, words, answers=True, kinds=request.kinds)
    if lowered.problems:
        raise BankError(lowered.problems)
    documents = [*lowered.documents]
    if len(made) > 1 and "key" in request.kinds:
        documents.append(setting.keys(exam, made, words))
    return tuple(each._replace(path=_filed(each.path)) for each in documents)


def _by_chromium(read: _Read, request: Request, progress: Progress | None) -> Iterator[Artifact]:
    """Yield papers as Chromium prints their pages. Raises UsageError."""
    from builder import chromium, render

    renderer = render.Renderer(request.templates, {"policy": True})
    page, assets = renderer.page, renderer.assets
    rules = (each for exam, *_ in read.papers for each in paper.rules_pages(exam))
    pages = [
        paper.page(exam, each, kind)
        for exam, _, papers in read.papers
        for each in papers
        for kind in request.kinds
    ]
    shown = (Artifact(name, (request.content / name).read_bytes()) for name in read.assets)
    files = [*assets, *shown, *map(page, rules), *map(page, pages)]
    made: dict[int, bytes] = {}
    paths = [each.path for each in pages]
    for index, data in chromium.printed(files, paths, request.jobs or min(os.cpu_count() or 1, 8)):
        made[index] = data
        if progress:
            progress("papers", len(made), len(pages))
    yield from (
        Artifact(_filed(f"{path.removesuffix('.html')}.pdf"), made[index])
        for index, path in enumerate(paths)
    )


def _papers(
    exam: Exam, sections: Sequence[str], form: Form | None, online: str | None
) -> Iterator[paper.Paper]:
    """Yield the papers of these sections, `""` for the whole exam, as a form has them."""
    shown = forms.arranged(exam, form.order) if form else exam
    printed = paper.printed(shown, answers=True, form=form, online=online)
    papers = {each.section: each for each in printed}
    yield from (papers[section] for section in sections)


def _filed(path: str) -> str:
    """Return where a PDF goes: `EXAM/` or `EXAM/SECTION/`, without the site's `print/`."""
    folder, _, name = path.rpartition("/")
    return f"{folder.removesuffix('/print')}/{name}"
