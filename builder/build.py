"""The order of the stages, once: load, lint, page, render, write."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from builder import build_info, cache, exam_site, load, offline, pages, parallel, render, write
from builder.locales import locale
from builder.model import Artifact, Page, SiteFile
from builder.options import Options, Progress
from builder.problems import BankError, Problem

if TYPE_CHECKING:
    from builder import seal


@dataclass(frozen=True, slots=True)
class Built:
    """A finished build."""

    written: write.Written
    warnings: tuple[Problem, ...]
    questions: int
    record: cache.Record | None
    """What was kept of it for the next build, where there is a store."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A bank that was read and judged, but not built."""

    problems: tuple[Problem, ...]
    questions: Mapping[str, int]
    """How many there are in exams without errors, by section file."""


def check(content: Path) -> Checked:
    """Read and judge the bank under `content`. Raises BankError if there is no bank."""
    plan = load.plan(content)
    loaded = [exam_site.judged(plan, folder) for folder in plan.folders]
    problems = [*plan.problems, *_rule_problems(plan)]
    problems += (each for one in loaded for each in one.problems)
    sections = [section for one in loaded if one.exam for section in one.exam.sections]
    counts = {section.places.where().file: len(section.questions) for section in sections}
    return Checked(tuple(sorted(set(problems))), counts)


def _rule_problems(plan: load.Plan) -> tuple[Problem, ...]:
    if plan.places is None or not plan.site.lint.ignore:
        return ()
    from builder import lint

    return lint.unknown_rules(plan.site.lint.ignore, plan.places)


def build(
    options: Options,
    progress: Progress | None = None,
    store: cache.Store | None = None,
    live: exam_site.Live | None = None,
    seen: cache.Seen | None = None,
) -> Built:
    """Build the site. Raises BankError before anything is in its place, and UsageError.

    `store` keeps what is known of the last build, so that only what has changed is made again;
    `live` is for a process that builds one site again and again, and alone; `seen` is for one that
    has looked already.
    """
    before, inputs = seen or cache.see(options, store)
    with collecting_seldom(), write.Staging(options.out) as staging:
        plan = load.plan(options.content)
        keys = _keys(plan, options)
        if keys:
            inputs = inputs.sealed_with(keys.tag)
        renderer = _renderer(plan, options, inputs, live)
        if len(renderer.folders) > 1:
            from builder import probe  # only who has templates of their own pays for it

            probe.check_templates(renderer)
        stage = exam_site.Stage(plan, renderer, options, staging, inputs, keys)
        sites = _exam_sites(stage, before, live, progress)
        warnings = _checked(plan, sites, options)
        sites = _with_pdfs(stage, sites)
        cards = tuple(site.card for site in sites if site.card)
        schemas = _schemas(stage, before)
        shared = exam_site.kept_shared(stage, before, sites) or [
            *map(staging.stage, _shared(plan, renderer, sites, options))
        ]
        files = [*schemas, *shared, *map(staging.stage, _assets(plan, sites))]
        files += (each for site in sites for each in site.files)
        files.append(staging.stage(_worker(stage, files)))
        files += _over_files(stage, sites, files)
        written = staging.commit(files, hide=not options.answers or keys is not None)
    questions = sum(card.count for card in cards)
    record = None
    if store:
        record = exam_site.record(
            stage, store.out, sites, schemas, shared, files, before, warnings, questions
        )
        store.save(record)
    if live:
        live.keep(sites)
    return Built(written, warnings, questions, record)


def _keys(plan: load.Plan, options: Options) -> seal.Master | None:
    """Return what answers are sealed with, if any are. Raises UsageError."""
    if not options.answers or not (options.sealed or plan.sealed):
        return None
    from builder import sealing  # only who seals pays for it

    return sealing.master(options, plan.site_id, lambda: sealing.known_words(plan))


def _over_files(
    stage: exam_site.Stage, sites: Sequence[exam_site.ExamSite], files: Sequence[write.Staged]
) -> Iterator[write.Staged]:
    """Yield what speaks of all files, or holds them: the archive, and what a site is made of.

    A preview is published nowhere, and has neither.
    """
    plan, options, staging = stage.plan, stage.options, stage.staging
    if options.preview:
        return
    is_open = options.answers and stage.keys is None
    bank = _fingerprint(stage, sites) if is_open else None
    every = [*files]
    if "folder" in plan.site.downloads:
        from builder import editions  # whoever is asked for nothing more pays for nothing more

        held = editions.packed(files)
        own = staging.stage(build_info.artifact(held, options, bank, "archive"), apart=True)
        every.append(staging.stage(editions.archive(plan.site_id, [*held, own], staging.read)))
        yield every[-1]
    yield staging.stage(build_info.artifact(every, options, bank))


def _fingerprint(stage: exam_site.Stage, sites: Sequence[exam_site.ExamSite]) -> str:
    assets = {*stage.plan.assets, *(name for site in sites for name in site.assets)}
    return build_info.fingerprint(stage.inputs, str(stage.options.content), assets)


def _exam_sites(
    stage: exam_site.Stage,
    before: cache.Record | None,
    live: exam_site.Live | None,
    progress: Progress | None,
) -> list[exam_site.ExamSite]:
    """Return what each exam adds: as it was left, or made over one process or several."""
    kept = exam_site.kept(stage, before, live) if before else {}
    folders = [folder for folder in stage.plan.folders if folder not in kept]
    done = 0

    def make(folder: Path) -> exam_site.ExamSite:
        nonlocal done
        done += 1
        if progress:
            progress("exams", done, len(folders))
        return exam_site.make(stage, folder)

    sizes = [_size(folder) for folder in folders]
    made = parallel.spread(make, folders, sizes, stage.options.jobs or _jobs(sizes))
    found = {**kept, **dict(zip(folders, made, strict=True))}
    return [found[folder] for folder in stage.plan.folders]


def _renderer(
    plan: load.Plan, options: Options, inputs: cache.Inputs, live: exam_site.Live | None
) -> render.Renderer:
    """Return what renders pages; a live one stays until a template or `site.yaml` changes."""
    made_from = (inputs.program, inputs.site_key, inputs.looks)
    if live and live.renderer and live.renderer[0] == made_from:
        return live.renderer[1]
    site = {
        "id": plan.site_id,
        "title": plan.site.title,
        "base_url": plan.online(options.base_url),
        "policy": not options.preview,
        "repository": plan.site.repository,
        "offline": _is_offline(plan, options),
        "downloads": plan.site.downloads,
    }
    renderer = render.Renderer(options.templates, site, options.content)
    if live:
        live.renderer = (made_from, renderer)
    return renderer


def _with_pdfs(
    stage: exam_site.Stage, sites: Sequence[exam_site.ExamSite]
) -> list[exam_site.ExamSite]:
    """Return the same with their PDFs set and staged. Raises BankError."""
    options, staging = stage.options, stage.staging
    documents = [document for site in sites for document in site.documents]
    if not documents:
        return list(sites)
    from builder import press

    made = press.artifacts(
        stage.plan, documents, stage.renderer.folders, options.jobs, answers=options.answers
    )
    files: dict[str, list[write.Staged]] = {}
    for artifact in made:
        exam = artifact.path.partition("/")[0]
        files.setdefault(exam, []).append(staging.stage(artifact))
    return [site._replace(files=(*site.files, *files.get(site.name, ()))) for site in sites]


def _schemas(stage: exam_site.Stage, before: cache.Record | None) -> list[write.Staged]:
    """Return the schemas of the bank, as they were left or made anew."""
    if left := exam_site.kept_schemas(stage, before):
        return left
    from builder import schema

    return [*map(stage.staging.stage, schema.artifacts())]


def _assets(plan: load.Plan, sites: Sequence[exam_site.ExamSite]) -> Iterator[Artifact]:
    """Yield the files that questions show."""
    for name in sorted({*plan.assets, *(name for site in sites for name in site.shown)}):
        yield Artifact(name, (plan.content / name).read_bytes())


def _worker(stage: exam_site.Stage, files: Sequence[write.Staged]) -> Artifact:
    if not _is_offline(stage.plan, stage.options):
        return offline.no_worker()
    names = (folder.name for folder in stage.plan.folders)
    return offline.worker(stage.renderer.worker(), stage.plan.site_id, names, files)


def _is_offline(plan: load.Plan, options: Options) -> bool:
    """Tell whether the site is kept for use offline; not while it is being written."""
    return plan.site.offline and not options.preview


def _checked(
    plan: load.Plan, sites: Sequence[exam_site.ExamSite], options: Options
) -> tuple[Problem, ...]:
    """Return warnings. Raises BankError for errors; under `strict` for warnings too."""
    found = (each for site in sites for each in site.problems)
    problems = load.checked([*plan.problems, *_rule_problems(plan), *found])
    if options.strict and problems:
        raise BankError(problems)
    return problems


def _shared(
    plan: load.Plan,
    renderer: render.Renderer,
    sites: Sequence[exam_site.ExamSite],
    options: Options,
) -> Iterator[Artifact]:
    """Yield what belongs to no exam: the site's own pages and assets."""
    site = plan.site
    cards = tuple(exam.card for exam in sites if exam.card)
    language = site.language or cards[0].language
    for page in _over_all(site, language, sites, options.answers):
        yield renderer.page(page)
    base = base_path(plan.online(options.base_url))
    for page in pages.lone_pages(site.title, language, base):
        yield renderer.page(page)
    yield from renderer.assets
    icons = (each.path for each in renderer.assets if each.path.endswith(".png"))
    yield offline.manifest(site.title, language, icons)
    yield Artifact(".nojekyll", b"")


def _over_all(
    site: SiteFile, language: str, sites: Sequence[exam_site.ExamSite], answers: bool
) -> Iterator[Page]:
    """Yield the pages over all exams, again for each script that an exam was converted to."""
    own = locale(language)
    others = sorted({script for exam in sites for script in exam.scripted})
    switch = "".join(each for each in others if own.startswith("zh") and each != own)
    cards = tuple(exam.card for exam in sites if exam.card)
    for page in pages.site_pages(site.title, site.description, language, cards, answers):
        yield page._replace(switch=switch)
    if others:
        from builder import scripts
    for script in others:
        convert = scripts.converter(script)
        about = site.description and scripts.markdown(site.description, convert)
        cards = tuple(
            exam.scripted.get(script) or pages.foreign_card(exam.card)
            for exam in sites
            if exam.card
        )
        back = own if script == switch else ""
        for page in pages.site_pages(convert(site.title), about, script, cards, answers):
            yield page._replace(script=script, switch=back)


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
def collecting_seldom() -> Iterator[None]:
    """Let the garbage collector look only once much is new: a build makes many values, and drops
    few that know each other, but those of a thousand exams are some hundred megabytes."""
    before = gc.get_threshold()
    gc.set_threshold(100_000, 1_000, 1_000)
    try:
        yield
    finally:
        gc.set_threshold(*before)
