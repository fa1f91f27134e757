"""What one exam adds to the site: made anew, or as the last build left it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from builder import cache, load, pages, paper, render, search, write
from builder.locales import locale
from builder.model import Artifact, Exam, Page, Sealed
from builder.options import Options
from builder.problems import Problem, UsageError, errors

if TYPE_CHECKING:
    from builder import editions, seal, setting


class Stage(NamedTuple):
    """What the exams of one build share."""

    plan: load.Plan
    renderer: render.Renderer
    options: Options
    staging: write.Staging
    inputs: cache.Inputs
    keys: seal.Master | None
    """What answers are sealed with, if any are."""

    def seals(self, exam: Exam) -> bool:
        """Tell whether the answers of an exam are sealed. Raises UsageError without a key."""
        if not self.options.answers or (exam.answers == "open" and not self.options.sealed):
            return False
        if self.keys is None:
            where = exam.places.where(("answers",))
            raise UsageError(f"{where}: write 'answers: {exam.answers}' on one line")
        return True

    @property
    def online(self) -> str | None:
        """Where the site will stand, if that is known."""
        return self.plan.online(self.options.base_url)

    @property
    def whole(self) -> bool:
        """Whether each exam is one page, too, that holds all it needs."""
        return "single-file" in self.plan.site.downloads

    def exam_key(self, name: str, assets: Sequence[str]) -> str:
        """Return what changes with whatever an exam is made from."""
        return self.inputs.exam_key(name, assets, self.whole)


class ExamSite(NamedTuple):
    """What one exam adds to the site, and everything found on the way; no more after an error."""

    name: str
    problems: tuple[Problem, ...]
    assets: tuple[str, ...] = ()
    """Files that its texts show or link."""
    shown: tuple[str, ...] = ()
    """Those of them that are published."""
    card: pages.ExamCard | None = None
    scripted: Mapping[str, pages.ExamCard] = {}
    """Its cards in other scripts, by script."""
    files: tuple[write.Staged, ...] = ()
    documents: tuple[setting.Document, ...] = ()
    """PDFs that are still to be set."""
    before: cache.ExamRecord | None = None
    """What the record says of it, if it is as the last build left it."""


class Live:
    """What a process that builds the same site again and again need not make twice."""

    def __init__(self) -> None:
        self.sites: dict[str, ExamSite] = {}
        self.renderer: tuple[object, render.Renderer] | None = None

    def keep(self, sites: Iterable[ExamSite]) -> None:
        """Keep what exams added, once their files are in their place."""
        self.sites = {
            site.name: site if site.before else site._replace(files=_in_place(site.files))
            for site in sites
        }


def _in_place(files: Iterable[write.Staged]) -> tuple[write.Staged, ...]:
    return tuple(each._replace(waiting=None) for each in files)


def make(stage: Stage, folder: Path) -> ExamSite:
    """Load one exam, judge it under `strict`, and stage its files if it is without errors."""
    # judging costs a third of loading: only those pay who ask for it
    load_exam = judged if stage.options.strict else load.exam
    loaded = load_exam(stage.plan, folder)
    exam = loaded.exam
    if exam is None or errors(loaded.problems):
        return ExamSite(folder.name, loaded.problems)
    sealed = _sealed(exam, stage, loaded.shown) if stage.seals(exam) else None
    if isinstance(sealed, tuple):
        return ExamSite(folder.name, (*loaded.problems, *sealed))
    answers = stage.options.answers and sealed is None
    faults, documents = _documents(exam, stage, answers)
    if faults := (*faults, *paper.faults(exam, stage.online), *_script_faults(stage, exam)):
        return ExamSite(folder.name, (*loaded.problems, *faults))
    card = pages.exam_card(exam, answers, sealed)
    scripted, artifacts = _made(stage, exam, card, _Answers(answers, sealed, loaded.shown))
    return ExamSite(
        name=folder.name,
        problems=(*loaded.problems, *_locked_again(exam, stage)),
        assets=loaded.assets,
        shown=loaded.assets if answers else loaded.shown,
        card=card,
        scripted=scripted,
        files=tuple(map(stage.staging.stage, artifacts)),
        documents=documents,
    )


def _made(
    stage: Stage, exam: Exam, card: pages.ExamCard, answers: _Answers
) -> tuple[dict[str, pages.ExamCard], list[Artifact]]:
    """Return an exam's cards in other scripts, and its files in all of them."""
    if not exam.scripts:
        return {}, [*_artifacts(stage, exam, card, answers)]
    from builder import scripts  # only a bank that asks for scripts pays for them

    (script,) = exam.scripts
    own, other = scripts.accepting(exam, script), scripts.converted(exam, script)
    other_card = pages.scripted_card(card, other)
    artifacts = [
        *_artifacts(stage, own, card, answers.of(stage, own), switch=script),
        *_artifacts(
            stage, other, other_card, answers.of(stage, other), script, locale(exam.language)
        ),
    ]
    return {script: other_card}, artifacts


def _script_faults(stage: Stage, exam: Exam) -> tuple[Problem, ...]:
    """Return why an exam cannot be converted to another script."""
    if not exam.scripts:
        return ()
    from builder import scripts

    if scripts.available():
        return ()
    file = exam.places.where(("scripts",))
    is_own = file != exam.places.where(())
    places = exam.places if is_own or stage.plan.places is None else stage.plan.places
    needs = f"'scripts' needs {scripts.EXTRA}: pip install '{scripts.EXTRA}'"
    return (Problem(places.where(("scripts",)), needs),)


def judged(plan: load.Plan, folder: Path) -> load.Loaded:
    """Load one exam and, if it is without errors, judge it; else there is no exam.

    Nothing is judged while `site.yaml` is in error: it may say which rules are not asked.
    """
    from builder import lint  # its rules take as long to import as all else

    loaded = load.exam(plan, folder)
    if loaded.exam is None or errors(loaded.problems):
        return loaded._replace(exam=None)
    if errors(plan.problems):
        return loaded
    found = lint.lint(loaded.exam, plan.site.lint.ignore)
    return loaded._replace(problems=(*loaded.problems, *found)) if found else loaded


class _Answers(NamedTuple):
    """Whether an exam's answers are published, and how."""

    are_open: bool
    sealed: Sealed | None
    shown: tuple[str, ...]
    """Files that are there for everybody."""

    def of(self, stage: Stage, exam: Exam) -> _Answers:
        """Return the same for the exam in another script, or with other keys."""
        if self.sealed is None:
            return self
        sealed = _sealed(exam, stage, self.shown)
        return self if isinstance(sealed, tuple) else self._replace(sealed=sealed)


def _sealed(exam: Exam, stage: Stage, shown: tuple[str, ...]) -> Sealed | tuple[Problem, ...]:
    from builder import sealing

    words = locale(exam.language)
    answer = sealing.html_of(lambda view: stage.renderer.answer(view, words))
    keys = _keys(stage, exam)
    return sealing.sealed(exam, keys, answer, stage.plan.content, frozenset(shown))


def _keys(stage: Stage, exam: Exam) -> seal.Seal:
    if stage.keys is None:
        raise TypeError("nothing is sealed without keys")
    return stage.keys.seal(exam.id)


_TAKEN_BACK = "key-taken-back"
"""The name of a warning that is true of one build alone."""


def _locked_again(exam: Exam, stage: Stage) -> Iterator[Problem]:
    """Yield that a key was published in the site's folder, which this build takes back."""
    if not stage.seals(exam) or exam.answers == "released":
        return
    from builder import sealing

    published = sealing.key_file(exam.id, _keys(stage, exam).word)
    path = stage.options.out / published.path
    if path.is_file() and path.read_bytes() == published.data:
        message = (
            f"the key that was published as '{published.path}' is taken back by this build; "
            "to leave it published, say 'answers: released'"
        )
        yield Problem(exam.places.where(), message, "warning", _TAKEN_BACK)


def _key_file(stage: Stage, exam: Exam) -> Artifact:
    from builder import sealing

    published = exam.answers == "released"
    return sealing.key_file(exam.id, _keys(stage, exam).word if published else None)


def _artifacts(
    stage: Stage,
    exam: Exam,
    card: pages.ExamCard,
    answers: _Answers,
    script: str = "",
    switch: str = "",
) -> Iterator[Artifact]:
    """Yield an exam's files; those of `script` stand in a folder of their own."""
    online = f"{stage.online.rstrip('/')}/{script}" if stage.online and script else stage.online
    are_open, sealed, _ = answers

    def placed(page: Page) -> Page:
        return page._replace(script=script, switch=switch)

    for page in map(placed, pages.exam_pages(exam, card, are_open, sealed)):
        yield stage.renderer.page(page)
    if sealed and not script:
        yield _key_file(stage, exam)
    # PDFs are set in the exam's own script only
    pdf = stage.options.pdf and not script
    for page in map(placed, paper.papers(exam, are_open, pdf, online)):
        yield _proved(stage, page, stage.renderer.page(page))
    if stage.whole:
        from builder import editions

        whole = stage.renderer.page(placed(pages.single(exam, card, are_open, sealed)))
        yield editions.single(whole, _reader(stage), online)
    folder = f"{script}/" if script else ""
    known = (own.fingerprints for own in card.sections)
    yield search.questions(exam.id, known, f"{folder}{exam.id}/data-questions.js")
    for section, own in zip(exam.sections, card.sections, strict=True):
        yield search.texts(exam.id, section, f"{folder}{own.texts_path}", are_open)


def _proved(stage: Stage, page: Page, made: Artifact) -> Artifact:
    """Return a printed page. Raises UsageError, under `strict`, if it says too little or much."""
    if stage.options.strict and isinstance(page.content, paper.Paper):
        from builder import probe

        probe.check_page(page, made.data, stage.renderer.words(page.locale)["paper"])
    return made


def _reader(stage: Stage) -> editions.Read:
    """Return what gives the bytes of the site's own files, and of those that questions show."""
    own = {artifact.path: artifact.data for artifact in stage.renderer.assets}
    content = stage.plan.content

    def read(path: str) -> bytes:
        return own.get(path) or (content / path).read_bytes()

    return read


def _documents(
    exam: Exam, stage: Stage, answers: bool
) -> tuple[tuple[Problem, ...], tuple[setting.Document, ...]]:
    """Return what of an exam cannot be set, and its PDFs before they are; none if not asked for."""
    if not stage.options.pdf:
        return (), ()
    from builder import setting  # with all that papers are set with: as much as all else

    papers = paper.printed(exam, answers, online=stage.online)
    words = stage.renderer.words(locale(exam.language))
    made = setting.documents(exam, papers, words, answers)
    return made.problems, made.documents


def kept(stage: Stage, before: cache.Record, live: Live | None) -> dict[Path, ExamSite]:
    """Return what those exams add that are made from the same bytes as before, and whose files
    are as they were left; a live site is changed by nobody else."""
    found = {}
    for folder in stage.plan.folders:
        name = folder.name
        exam = before.exams.get(name)
        if exam is None or exam.key != stage.exam_key(name, exam.assets):
            continue
        if live and (site := live.sites.get(name)):
            found[folder] = site if site.before else site._replace(before=exam)
        elif cache.are_left(before, exam.outputs, stage.options.out):
            found[folder] = _as_it_was(name, exam, before)
    return found


def kept_schemas(stage: Stage, before: cache.Record | None) -> list[write.Staged]:
    """Return the schemas of the bank as they were left, if it was by this program."""
    if before and before.program == stage.inputs.program:
        return _if_left(before.schemas, before, stage)
    return []


def kept_shared(
    stage: Stage, before: cache.Record | None, sites: Sequence[ExamSite]
) -> list[write.Staged]:
    """Return what belongs to no exam as it was left, if nothing that it shows has changed."""
    if (
        before
        and before.program == stage.inputs.program
        and before.site == stage.inputs.site_key
        and before.looks == stage.inputs.looks
        and list(before.exams) == [site.name for site in sites]
        and "![" not in (stage.plan.site.description or "")
        and all(site.before or _shows_the_same(site, before.exams[site.name]) for site in sites)
    ):
        return _if_left(before.shared, before, stage)
    return []


def _shows_the_same(site: ExamSite, before: cache.ExamRecord) -> bool:
    if "<img " in (site.card.description if site.card and site.card.description else ""):
        return False  # the picture may have another size now, which the card does not hold
    cards = {script: _card(card) for script, card in before.scripted.items()}
    return site.card == _card(before.card) and dict(site.scripted) == cards


def _if_left(paths: Sequence[str], before: cache.Record, stage: Stage) -> list[write.Staged]:
    if not cache.are_left(before, paths, stage.options.out):
        return []
    return [_left(path, before) for path in paths]


def _left(path: str, before: cache.Record) -> write.Staged:
    size, _, digest = before.outputs[path]
    return write.Staged(path, size, digest, None)


def _as_it_was(name: str, exam: cache.ExamRecord, before: cache.Record) -> ExamSite:
    return ExamSite(
        name=name,
        problems=cache.unpacked(exam.problems),
        assets=tuple(exam.assets),
        shown=tuple(exam.shown),
        card=_card(exam.card),
        scripted={script: _card(card) for script, card in exam.scripted.items()},
        files=tuple(_left(path, before) for path in exam.outputs),
        before=exam,
    )


def _said(card: pages.ExamCard) -> dict[str, object]:
    """Return what is kept of an exam's card: values of Python's own types and of no other."""
    description = card.description
    return {**asdict(card), "description": None if description is None else str(description)}


def _card(said: dict[str, object]) -> pages.ExamCard:
    """Return an exam's card from what was kept of it."""
    description = said["description"]
    sections = said["sections"]
    values = {
        **said,
        "description": None if description is None else Markup(description),  # noqa: S704
        "sections": tuple(pages.SectionCard(**each) for each in sections),  # type: ignore[attr-defined]
    }
    return pages.ExamCard(**values)  # type: ignore[arg-type]


def record(
    stage: Stage,
    out: str,
    sites: Sequence[ExamSite],
    schemas: Sequence[write.Staged],
    shared: Sequence[write.Staged],
    files: Sequence[write.Staged],
    before: cache.Record | None,
    warnings: Sequence[Problem],
    questions: int,
) -> cache.Record:
    """Return how the site is left, once everything is in its place."""
    exams = {
        site.name: site.before
        or cache.ExamRecord(
            key=stage.exam_key(site.name, site.assets),
            problems=cache.packed(each for each in site.problems if each.rule != _TAKEN_BACK),
            assets=list(site.assets),
            shown=list(site.shown),
            card=_said(site.card),
            scripted={script: _said(card) for script, card in site.scripted.items()},
            outputs=[each.path for each in site.files],
        )
        for site in sites
        if site.card
    }
    untouched = (path for site in sites if site.before for path in site.before.outputs)
    outputs = {path: before.outputs[path] for path in untouched} if before else {}
    others = {each.path: each.digest for each in files if each.path not in outputs}
    return cache.Record(
        out=out,
        program=stage.inputs.program,
        looked=stage.inputs.looked,
        inputs=stage.inputs.stamps,
        exams=exams,
        site=stage.inputs.site_key,
        looks=stage.inputs.looks,
        schemas=[each.path for each in schemas],
        shared=[each.path for each in shared],
        outputs={**outputs, **cache.left(stage.options.out, others)},
        warnings=cache.packed(warnings),
        questions=questions,
        sealed=stage.keys is not None,
    )
