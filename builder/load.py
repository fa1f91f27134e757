"""Files under `content/` to a `Bank`: every question complete, ids unique, every file there.

Reports everything it finds at once and guesses nothing. Does not judge whether an exam is good.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeVar

from builder import fields, source
from builder.assets import asset_fault
from builder.faulty import check_texts, without_faults
from builder.fields import Model
from builder.findings import Findings
from builder.folders import (
    TAKEN_BY_EXAM,
    TAKEN_BY_SITE,
    check_name,
    check_twins,
    exam_folders,
    section_paths,
    subfolders,
    yaml_files,
)
from builder.locales import locale
from builder.markup import QuestionHtml
from builder.model import (
    Bank,
    Exam,
    ExamFile,
    Places,
    Question,
    Section,
    SectionFile,
    SiteFile,
    View,
    plain_number,
)
from builder.problems import BankError, Fault, Problem, UsageError, Where, errors, suggestion
from builder.problems import Path as ValuePath
from builder.questions import TYPES
from builder.read import read_question, unknown_type
from builder.source import Source

M = TypeVar("M", bound=Model)


class Plan(NamedTuple):
    """What a bank is made of: the site's own fields and the exam folders, in the site's order."""

    content: Path
    site: SiteFile
    folders: tuple[Path, ...]
    problems: tuple[Problem, ...]
    assets: tuple[str, ...]
    places: Places | None
    """Where everything in `site.yaml` stands, if there is one."""
    sealed: bool
    """Whether some answers seem to be sealed: a look at the files before they are read."""

    @property
    def site_id(self) -> str:
        """The prefix of what browsers store."""
        return self.site.id or _slug(self.site.title)

    def online(self, asked: str | None) -> str | None:
        """Return where the site will stand: as asked for, or as the bank says."""
        return asked or self.site.base_url


class Loaded(NamedTuple):
    """One exam as far as it could be read, and everything found on the way."""

    exam: Exam | None
    problems: tuple[Problem, ...]
    assets: tuple[str, ...]
    """Files that its texts show or link."""
    shown: tuple[str, ...]
    """Those of them that do not stand in answers alone."""


def bank(content: Path) -> tuple[Bank, tuple[Problem, ...]]:
    """Return the bank under `content`, and warnings. Raises BankError with every problem."""
    found = plan(content)
    loaded = [exam(found, folder) for folder in found.folders]
    problems = checked([*found.problems, *(each for one in loaded for each in one.problems)])
    exams = tuple(one.exam for one in loaded if one.exam is not None)
    assets = {*found.assets, *(name for one in loaded for name in one.assets)}
    return Bank(
        id=found.site_id,
        title=found.site.title,
        description=found.site.description,
        language=found.site.language or exams[0].language,
        base_url=found.site.base_url,
        exams=exams,
        assets=tuple(sorted(assets)),
    ), problems


def checked(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """Return warnings, sorted. Raises BankError if there is an error among the problems."""
    if errors(problems):
        raise BankError(problems)
    return tuple(sorted(set(problems)))


def plan(content: Path) -> Plan:
    """Return what the bank under `content` is made of, before any exam is read.

    Raises UsageError if there is no such folder.
    """
    if not content.is_dir():
        hint = "; `exampress new DIR` starts a bank" if content == Path("content") else ""
        raise UsageError(f"there is no folder '{content}'{hint}")
    findings = Findings(content, content.resolve())
    site, places = _site(findings)
    folders = _ordered(tuple(exam_folders(findings)), site)
    check_twins({folder: folder.name for folder in sorted(folders)}, "exam folder", findings)
    if not folders and not findings.problems:
        findings.add(Where(content.as_posix()), "there is no exam: no folder here has an exam.yaml")
    assets = tuple(findings.assets)
    files = (content / "site.yaml", *(folder / "exam.yaml" for folder in folders))
    sealed = any(map(_seems_sealed, filter(Path.is_file, files)))
    return Plan(content, site, folders, tuple(findings.problems), assets, places, sealed)


_SEALED = re.compile(rb"""\banswers['"]?\s*:\s*['"]?(?:sealed|released)\b""")


def _seems_sealed(path: Path) -> bool:
    with path.open("rb") as file:
        return _SEALED.search(file.read(_FRONT)) is not None


_FRONT = 1_000_000
"""Bytes of a file in which its fields are looked for; no `exam.yaml` has as many."""


def exam(plan: Plan, folder: Path) -> Loaded:
    """Return the exam in one folder of the bank."""
    findings = Findings(plan.content, plan.content.resolve())
    read = _exam(folder, plan.site, findings)
    shown = tuple(findings.shown)
    return Loaded(read, tuple(findings.problems), tuple(findings.assets), shown)


def _slug(title: str) -> str:
    return re.sub(r"[^\w.-]+", "-", title.lower()).strip("-._") or "exampress"


def _ordered(folders: tuple[Path, ...], site: SiteFile) -> tuple[Path, ...]:
    """Put the exams that the site lists first, in its order; the others follow by name."""
    order = {name: place for place, name in enumerate(site.exams or ())}
    return tuple(sorted(folders, key=lambda folder: order.get(folder.name, len(order))))


def _site(findings: Findings) -> tuple[SiteFile, Source | None]:
    path = findings.content / "site.yaml"
    if not path.exists():
        return SiteFile(), None
    site = _file(path, SiteFile, findings)
    if site is None:
        return SiteFile(), None
    file, value = site
    _check_exam_names(file, value.exams or (), findings)
    if value.description:
        _check_page_text(file, value.description, "", findings)
    return value, file


def _check_exam_names(file: Source, listed: Sequence[str], findings: Findings) -> None:
    folders = subfolders(findings.content)
    names = [folder.name for folder in folders if (folder / "exam.yaml").exists()]
    for index, name in enumerate(listed):
        where = file.where(("exams", index))
        if name not in names:
            findings.add(where, f"there is no exam folder '{name}'{suggestion(name, names)}")
        elif name in listed[:index]:
            findings.add(where, f"exam folder '{name}' is listed twice")


def _check_page_text(file: Source, text: str, folder: str, findings: Findings) -> None:
    html = QuestionHtml(folder)
    html.block(text, "description")
    _check_html(file, html, (), findings)


def _file(path: Path, model: type[M], findings: Findings) -> tuple[Source, M] | None:
    """Return a YAML file and its model, and note what is wrong: with the model of what is right."""
    if findings.leaves(path):
        findings.add(Where(findings.name(path)), "the file is a link out of content/")
        return None
    try:
        file = source.read(path, findings.name(path))
    except BankError as error:
        findings.problems.extend(error.problems)
        return None
    value = fields.read(model, file.value)
    if not isinstance(value, tuple):
        return file, value
    findings.faults(file, value)
    rest = without_faults(model, file.value, value)
    return None if rest is None else (file, rest)


def _exam(folder: Path, site: SiteFile, findings: Findings) -> Exam | None:
    found = _file(folder / "exam.yaml", ExamFile, findings)
    if found is None:
        for path in yaml_files(folder):
            if path.name != "exam.yaml":
                _section(path, findings)
        return None
    file, value = found
    check_name(folder.name, TAKEN_BY_SITE, Where(file.file), "exam folder", findings)
    language = value.language or site.language
    if language is None:
        message = "no 'language' here or in site.yaml; taken for English"
        findings.warn(Where(file.file), message, "language-missing")
    _check_texts(file, value, folder, findings)
    paths = list(section_paths(folder, file, value, findings))
    check_twins({path: path.stem for path in paths}, "section file", findings)
    sections = tuple(filter(None, (_section(path, findings) for path in paths)))
    _check_ids(sections, findings)
    return Exam(
        id=folder.name,
        title=value.title,
        description=value.description,
        language=language or "en",
        duration=value.duration,
        pass_mark=value.pass_mark,
        sections=tuple(section.section for section in sections),
        paper=value.paper,
        fonts=site.fonts,
        scripts=_scripts(file, value, site, language or "en", findings),
        places=file,
        answers=value.answers or site.answers,
    )


def _scripts(
    file: Source, value: ExamFile, site: SiteFile, language: str, findings: Findings
) -> tuple[str, ...]:
    """Return the scripts that an exam is published in besides its own; only Chinese has two."""
    own = locale(language)
    asked = site.scripts if value.scripts is None else value.scripts
    if own.startswith("zh"):
        return tuple(sorted({*asked} - {own}))
    if value.scripts:
        message = f"an exam in '{language}' has no other script; only Chinese is converted"
        findings.add(file.where(("scripts",)), message)
    return ()


def _check_texts(file: Source, value: ExamFile, folder: Path, findings: Findings) -> None:
    html = QuestionHtml(folder.name)
    if value.description:
        html.block(value.description, "description")
    if value.paper.notes:
        html.block(value.paper.notes, "paper", "notes")
    _check_html(file, html, (), findings)


@dataclass(frozen=True)
class _Placed:
    """A section and the file it came from."""

    section: Section
    file: Source
    paths: tuple[ValuePath, ...]


def _section(path: Path, findings: Findings) -> _Placed | None:
    found = _file(path, SectionFile, findings)
    if found is None:
        return None
    file, value = found
    folder = path.parent.relative_to(findings.content).as_posix()
    check_name(path.stem, TAKEN_BY_EXAM, Where(file.file), "section file", findings)
    _check_section_texts(file, value, folder, findings)
    questions = [
        (("questions", index), *read)
        for index, raw in enumerate(value.questions)
        if (read := _question(raw, value, file, folder, index, findings)) is not None
    ]
    _check_draw(file, value, [question for _, question, _ in questions], findings)
    section = Section(
        id=path.stem,
        title=value.title,
        type=value.type,
        instructions=value.instructions,
        shuffle=value.shuffle,
        draw=value.draw,
        questions=tuple(question for _, question, _ in questions),
        views=tuple(view for _, _, view in questions),
        folder=folder,
        places=file,
    )
    return _Placed(section, file, tuple(at for at, _, _ in questions))


def _check_draw(
    file: Source, value: SectionFile, questions: Sequence[Question], findings: Findings
) -> None:
    """Note a draw of more than there is, or that makes forms worth more or less."""
    if value.draw is None:
        return
    points = sorted({plain_number(question.points) for question in questions})
    if value.draw > (count := len(value.questions)):
        findings.add(file.where(("draw",)), f"cannot draw {value.draw} of {count} questions")
    elif len(points) > 1:
        worth = f"{points[0]:g} to {points[-1]:g} points"
        message = f"questions that are drawn must be worth the same; they are worth {worth}"
        findings.add(file.where(("draw",)), message)


def _check_section_texts(file: Source, value: SectionFile, folder: str, findings: Findings) -> None:
    if value.type is not None and value.type not in TYPES:
        findings.add(file.where(("type",)), unknown_type(value.type))
    if value.instructions:
        html = QuestionHtml(folder)
        html.block(value.instructions, "instructions")
        _check_html(file, html, (), findings)


def _question(
    raw: object, section: SectionFile, file: Source, folder: str, index: int, findings: Findings
) -> tuple[Question, View] | None:
    """Return one question of a section, checked, and its view; or note what is wrong."""
    at = ("questions", index)
    result = read_question(raw, section.type, section.points)
    if isinstance(result, tuple):
        findings.faults(file, _without_repeats(result, section), *at)
        html = QuestionHtml(folder)
        check_texts(raw, section.type, result, html)
        _check_html(file, html, at, findings)
        return None
    findings.faults(file, tuple(result.faults()), *at)
    html = QuestionHtml(folder, result.option_ids())
    view = result.view(html)
    _check_html(file, html, at, findings)
    return result, view


def _without_repeats(faults: Sequence[Fault], section: SectionFile) -> tuple[Fault, ...]:
    """Leave out what was said of the section's own type already."""
    return tuple(
        fault
        for fault in faults
        if fault.rule != "inherited-type" or section.type is None or section.type in TYPES
    )


_OF_ANSWERS = frozenset(("answer", "explanation", "feedback", "rubric", "source"))
"""Fields of questions that stand with the answer."""


def _check_html(file: Source, html: QuestionHtml, at: ValuePath, findings: Findings) -> None:
    findings.faults(file, html.faults, *at)
    for path, name in html.files:
        target = findings.content / name
        where = (*at, *path)
        if findings.leaves(target):
            findings.add(file.where(where), f"file '{name}' is a link out of content/")
        elif fault := asset_fault(target, name):
            findings.add(file.where(where, _offset_of(file, where, name)), fault)
        else:
            findings.assets.add(name)
            if _OF_ANSWERS.isdisjoint(path):
                findings.shown.add(name)


def _offset_of(file: Source, path: ValuePath, name: str) -> int:
    """Return where a text names a file, by the file's own name."""
    text = file.value_at(path)
    return max(0, text.find(name.rpartition("/")[2])) if isinstance(text, str) else 0


def _check_ids(sections: Sequence[_Placed], findings: Findings) -> None:
    """Note an id that is used twice in an exam, in parts of cases too."""
    seen: dict[str, tuple[Source, ValuePath]] = {}
    for placed in sections:
        for path, question in _with_parts(placed):
            at = (placed.file, (*path, "id"))
            first, first_path = seen.setdefault(question.id, at)
            if (first, first_path) != at:
                there = first.where(first_path)
                message = f"id '{question.id}' is used already, at {there}"
                findings.add(placed.file.where(at[1]), message)


def _with_parts(placed: _Placed) -> Iterator[tuple[ValuePath, Question]]:
    for path, question in zip(placed.paths, placed.section.questions, strict=True):
        yield path, question
        for index, part in enumerate(question.parts()):
            yield (*path, "questions", index), part
