"""The order of the stages, once: load, lint, page, render, write."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

from builder import (
    lint,
    load,
    pages,
    paper,
    parallel,
    printing,
    render,
    schema,
    search,
    setting,
    write,
)
from builder.locales import locale
from builder.model import Artifact, Exam
from builder.problems import BankError, Problem, errors

Progress = Callable[[str, int, int], None]
"""Told the stage, how much of it is done, and of how much."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a build is asked for."""

    content: Path = Path("content")
    templates: Path | None = None
    out: Path = Path("site")
    base_url: str | None = None
    strict: bool = False
    jobs: int | None = None
    """Processes; by the size of the bank if left out."""
    answers: bool = True
    pdf: bool = False
    """Whether papers are set as PDF files, too."""
    policy: bool = True
    """Whether pages carry the Content-Security-Policy; `serve` needs it left out."""


@dataclass(frozen=True, slots=True)
class Built:
    """A finished build."""

    written: write.Written
    warnings: tuple[Problem, ...]
    questions: int


@dataclass(frozen=True, slots=True)
class Checked:
    """A bank that was read and judged, but not built."""

    problems: tuple[Problem, ...]
    questions: int
    """How many there are in exams without errors."""


@dataclass(frozen=True, slots=True)
class _ExamSite:
    """What one exam adds to the site."""

    card: pages.ExamCard
    artifacts: tuple[Artifact, ...]
    documents: tuple[setting.Document, ...]


def check(content: Path) -> Checked:
    """Read and judge the bank under `content`. Raises BankError if there is no bank."""
    plan = load.plan(content)
    loaded = [_judged(plan, folder) for folder in plan.folders]
    problems = [*plan.problems, *_rule_problems(plan)]
    problems += (each for one in loaded for each in one.problems)
    sections = [section for one in loaded if one.exam for section in one.exam.sections]
    return Checked(
        tuple(sorted(set(problems))), sum(len(section.questions) for section in sections)
    )


def _judged(plan: load.Plan, folder: Path) -> load.Loaded:
    """Load one exam and, if it is without errors, judge it; else there is no exam.

    Nothing is judged while `site.yaml` is in error: it may say which rules are not asked.
    """
    loaded = load.exam(plan, folder)
    if loaded.exam is None or errors(loaded.problems):
        return replace(loaded, exam=None)
    if errors(plan.problems):
        return loaded
    found = lint.lint(loaded.exam, plan.site.lint.ignore)
    return replace(loaded, problems=(*loaded.problems, *found)) if found else loaded


def _rule_problems(plan: load.Plan) -> tuple[Problem, ...]:
    if plan.places is None:
        return ()
    return lint.unknown_rules(plan.site.lint.ignore, plan.places)


def build(options: Options, progress: Progress | None = None) -> Built:
    """Build the site. Raises BankError before anything is written, and UsageError."""
    with _without_collector():
        plan = load.plan(options.content)
        renderer = _renderer(plan, options)
        report = progress or (lambda stage, done, total: None)
        done = 0

        def make(folder: Path) -> tuple[load.Loaded, _ExamSite | None]:
            nonlocal done
            done += 1
            report("exams", done, len(plan.folders))
            return _exam_site(plan, folder, renderer, options)

        sizes = [_size(folder) for folder in plan.folders]
        made = parallel.spread(make, plan.folders, sizes, options.jobs or _jobs(sizes))
        warnings = _checked(plan, [loaded for loaded, _ in made], options)
        sites = [site for _, site in made if site is not None]
        artifacts = [artifact for site in sites for artifact in site.artifacts]
        artifacts += _pdfs(plan, sites, renderer, options)
        artifacts += _shared(plan, renderer, tuple(site.card for site in sites), options)
        names = {*plan.assets, *(name for loaded, _ in made for name in loaded.assets)}
        artifacts += (Artifact(name, (plan.content / name).read_bytes()) for name in sorted(names))
        written = write.write(artifacts, options.out)
    return Built(written, warnings, sum(site.card.count for site in sites))


def _renderer(plan: load.Plan, options: Options) -> render.Renderer:
    site = {
        "id": plan.site_id,
        "title": plan.site.title,
        "base_url": options.base_url or plan.site.base_url,
        "policy": options.policy,
    }
    return render.Renderer(options.templates, site)


def _exam_site(
    plan: load.Plan, folder: Path, renderer: render.Renderer, options: Options
) -> tuple[load.Loaded, _ExamSite | None]:
    """Load one exam, judge it under `strict`, and render it if it is without errors."""
    # judging costs a third of loading: only those pay who ask for it
    loaded = _judged(plan, folder) if options.strict else load.exam(plan, folder)
    exam = loaded.exam
    if exam is None or errors(loaded.problems):
        return replace(loaded, exam=None), None
    made = _setting(exam, renderer, options)
    if made.problems:
        return replace(loaded, exam=None, problems=(*loaded.problems, *made.problems)), None
    printed = paper.papers(exam, options.answers, options.pdf)
    shown = [*pages.exam_pages(exam, options.answers), *printed]
    card = pages.exam_card(exam, options.answers)
    artifacts = (
        *(renderer.page(page) for page in shown),
        *(
            search.texts(exam.id, section, own.texts_path, options.answers)
            for section, own in zip(exam.sections, card.sections, strict=True)
        ),
    )
    # the exam itself is not needed any more, and costs much on its way between processes
    return replace(loaded, exam=None), _ExamSite(card, artifacts, made.documents)


def _setting(exam: Exam, renderer: render.Renderer, options: Options) -> setting.Setting:
    """Return the PDFs of an exam before they are set; none if none are asked for."""
    if not options.pdf:
        return setting.Setting((), ())
    papers = paper.printed(exam, options.answers)
    return setting.documents(exam, papers, renderer.words(locale(exam.language)), options.answers)


def _pdfs(
    plan: load.Plan, sites: Sequence[_ExamSite], renderer: render.Renderer, options: Options
) -> list[Artifact]:
    """Return every PDF. Raises BankError."""
    documents = [document for site in sites for document in site.documents]
    return printing.artifacts(
        plan, documents, renderer.folders, options.jobs, answers=options.answers
    )


def _checked(
    plan: load.Plan, loaded: Sequence[load.Loaded], options: Options
) -> tuple[Problem, ...]:
    """Return warnings. Raises BankError for errors; under `strict` for warnings too."""
    found = (each for one in loaded for each in one.problems)
    problems = load.checked([*plan.problems, *_rule_problems(plan), *found])
    if options.strict and problems:
        raise BankError(problems)
    return problems


def _shared(
    plan: load.Plan,
    renderer: render.Renderer,
    cards: tuple[pages.ExamCard, ...],
    options: Options,
) -> Iterator[Artifact]:
    """Yield what belongs to no exam: the site's own pages, assets and schemas."""
    site = plan.site
    base_url = options.base_url or site.base_url
    base = base_path(base_url)
    language = site.language or cards[0].language
    for page in pages.site_pages(
        site.title, site.description, language, cards, base, options.answers
    ):
        yield renderer.page(page)
    yield from renderer.assets
    yield from schema.artifacts()
    yield Artifact(".nojekyll", b"")


def base_path(base_url: str | None) -> str:
    """Return the path a site stands under on its host, `/` or `/repo/`."""
    return (urlsplit(base_url).path.rstrip("/") if base_url else "") + "/"


_ENOUGH_FOR_TWO = 150_000
"""Bytes of YAML from which a second process is worth its start."""


def _jobs(sizes: Sequence[int]) -> int:
    enough = sum(sizes) >= _ENOUGH_FOR_TWO
    return min(os.cpu_count() or 1, 8) if enough else 1


def _size(folder: Path) -> int:
    entries = [entry for entry in os.scandir(folder) if entry.is_file(follow_symlinks=False)]
    return sum(entry.stat().st_size for entry in entries)


@contextmanager
def _without_collector() -> Iterator[None]:
    """Hold the garbage collector: a build makes many values and drops few."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
