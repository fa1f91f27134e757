"""Files under `content/` to a `Bank`: every question complete, ids unique, every file there.

Reports everything it finds at once and guesses nothing. Does not judge whether an exam is good.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from os.path import realpath
from pathlib import Path
from typing import TypeVar

from builder import fields, source
from builder.fields import Model
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
)
from builder.problems import BankError, Fault, Problem, Where, errors, suggestion
from builder.problems import Path as ValuePath
from builder.questions import TYPES
from builder.read import read_question, unknown_type
from builder.source import Source

M = TypeVar("M", bound=Model)

_NAME = re.compile(r"[^\W_][\w.-]*")
_TAKEN_BY_SITE = ("404.html", "assets", "index.html", "review", "schema", "search")
_TAKEN_BY_EXAM = ("mock", "print", "index.html")
_YAML = (".yaml", ".yml")


@dataclass
class _Findings:
    """What loading has found so far, shared by all its steps."""

    content: Path
    root: Path
    """The real path of `content`."""
    problems: list[Problem] = field(default_factory=list)
    assets: set[str] = field(default_factory=set)

    def name(self, path: Path) -> str:
        """Return a file's name in problems: its path as the author would type it."""
        return path.as_posix()

    def leaves(self, path: Path) -> bool:
        """Tell whether a path ends outside the bank, by `..` or by a link."""
        steps = [path]
        while steps[-1].parent not in (self.content, steps[-1]):
            steps.append(steps[-1].parent)
        plain = ".." not in path.parts and not any(step.is_symlink() for step in steps)
        # not `resolve`, which fails where links go round in a circle
        return not plain and not Path(realpath(path)).is_relative_to(self.root)

    def add(self, where: Where, message: str) -> None:
        self.problems.append(Problem(where, message))

    def warn(self, where: Where, message: str, rule: str) -> None:
        self.problems.append(Problem(where, message, "warning", rule))

    def faults(self, file: Source, faults: Sequence[Fault], *path: str | int) -> None:
        for each in faults:
            at = (*path, *each.path)
            unknown = each.rule == "unknown-field"
            where = file.key_where(at) if unknown else file.where(at, each.offset)
            self.problems.append(Problem(where, each.message, each.severity, each.rule))


@dataclass(frozen=True, slots=True)
class Plan:
    """What a bank is made of: the site's own fields and the exam folders, in the site's order."""

    content: Path
    site: SiteFile
    folders: tuple[Path, ...]
    problems: tuple[Problem, ...]
    assets: tuple[str, ...]
    places: Places | None
    """Where everything in `site.yaml` stands, if there is one."""

    @property
    def site_id(self) -> str:
        """The prefix of what browsers store."""
        return self.site.id or _slug(self.site.title)


@dataclass(frozen=True, slots=True)
class Loaded:
    """One exam as far as it could be read, and everything found on the way."""

    exam: Exam | None
    problems: tuple[Problem, ...]
    assets: tuple[str, ...]


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
    """Return what the bank under `content` is made of, before any exam is read."""
    if not content.is_dir():
        raise BankError([Problem(Where(content.as_posix()), "there is no such folder")])
    findings = _Findings(content, content.resolve())
    site, places = _site(findings)
    folders = _ordered(tuple(_folders(findings)), site)
    _check_twins({folder: folder.name for folder in sorted(folders)}, "exam folder", findings)
    if not folders and not findings.problems:
        findings.add(Where(content.as_posix()), "there is no exam: no folder here has an exam.yaml")
    assets = tuple(findings.assets)
    return Plan(content, site, folders, tuple(findings.problems), assets, places)


def exam(plan: Plan, folder: Path) -> Loaded:
    """Return the exam in one folder of the bank."""
    findings = _Findings(plan.content, plan.content.resolve())
    read = _exam(folder, plan.site, findings)
    return Loaded(read, tuple(findings.problems), tuple(findings.assets))


def _slug(title: str) -> str:
    return re.sub(r"[^\w.-]+", "-", title.lower()).strip("-._") or "exampress"


def _ordered(folders: tuple[Path, ...], site: SiteFile) -> tuple[Path, ...]:
    """Put the exams that the site lists first, in its order; the others follow by name."""
    order = {name: place for place, name in enumerate(site.exams or ())}
    return tuple(sorted(folders, key=lambda folder: order.get(folder.name, len(order))))


def _site(findings: _Findings) -> tuple[SiteFile, Source | None]:
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


def _check_exam_names(file: Source, listed: Sequence[str], findings: _Findings) -> None:
    folders = _subfolders(findings.content)
    names = [folder.name for folder in folders if (folder / "exam.yaml").exists()]
    for index, name in enumerate(listed):
        where = file.where(("exams", index))
        if name not in names:
            findings.add(where, f"there is no exam folder '{name}'{suggestion(name, names)}")
        elif name in listed[:index]:
            findings.add(where, f"exam folder '{name}' is listed twice")


def _check_page_text(file: Source, text: str, folder: str, findings: _Findings) -> None:
    html = QuestionHtml(folder)
    html.block(text, "description")
    _check_html(file, html, (), findings)


def _file(path: Path, model: type[M], findings: _Findings) -> tuple[Source, M] | None:
    """Return a YAML file and its model, or note what is wrong."""
    if findings.leaves(path):
        findings.add(Where(findings.name(path)), "the file is a link out of content/")
        return None
    try:
        file = source.read(path, findings.name(path))
    except BankError as error:
        findings.problems.extend(error.problems)
        return None
    value = fields.read(model, file.value)
    if isinstance(value, tuple):
        findings.faults(file, value)
        return None
    return file, value


def _subfolders(content: Path) -> list[Path]:
    folders = (path for path in content.iterdir() if not path.name.startswith("."))
    return sorted(path for path in folders if path.is_dir())


def _folders(findings: _Findings) -> Iterator[Path]:
    """Yield exam folders; a folder with YAML in it but no exam.yaml is an error."""
    for folder in _subfolders(findings.content):
        if findings.leaves(folder):
            findings.add(Where(findings.name(folder)), "the folder is a link out of content/")
        elif (folder / "exam.yaml").exists():
            yield folder
        elif _yaml_files(folder):
            message = "the folder has YAML files but no exam.yaml"
            findings.add(Where(findings.name(folder)), message)


def _yaml_files(folder: Path) -> list[Path]:
    """Return what is named like a YAML file: a link that leads nowhere too, to be said so."""
    names = (path for path in folder.iterdir() if not path.name.startswith("."))
    return sorted(path for path in names if path.suffix in _YAML and not path.is_dir())


def _exam(folder: Path, site: SiteFile, findings: _Findings) -> Exam | None:
    found = _file(folder / "exam.yaml", ExamFile, findings)
    if found is None:
        for path in _yaml_files(folder):
            if path.name != "exam.yaml":
                _section(path, findings)
        return None
    file, value = found
    _check_name(folder.name, _TAKEN_BY_SITE, Where(file.file), "exam folder", findings)
    language = value.language or site.language
    if language is None:
        message = "no 'language' here or in site.yaml; taken for English"
        findings.warn(Where(file.file), message, "language-missing")
    _check_texts(file, value, folder, findings)
    paths = list(_section_paths(folder, file, value, findings))
    _check_twins({path: path.stem for path in paths}, "section file", findings)
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
        places=file,
    )


def _check_texts(file: Source, value: ExamFile, folder: Path, findings: _Findings) -> None:
    html = QuestionHtml(folder.name)
    if value.description:
        html.block(value.description, "description")
    if value.paper.notes:
        html.block(value.paper.notes, "paper", "notes")
    _check_html(file, html, (), findings)


def _check_name(
    name: str, taken: Sequence[str], where: Where, what: str, findings: _Findings
) -> None:
    if not _NAME.fullmatch(name):
        message = (
            f"the {what} '{name}' becomes an address: use letters, digits, '-', '_' and '.', "
            "and start with a letter or a digit"
        )
        findings.add(where, message)
    elif name in taken:
        findings.add(where, f"the {what} '{name}' has a name the site needs itself; rename it")


def _check_twins(names: Mapping[Path, str], what: str, findings: _Findings) -> None:
    """Note names that are one address, at least where capitals do not count: on Windows, macOS."""
    seen: dict[str, Path] = {}
    for path, name in names.items():
        twin = seen.setdefault(name.casefold(), path)
        if twin is not path:
            message = f"the {what}s '{twin.name}' and '{path.name}' become one address; rename one"
            findings.add(Where(findings.name(path)), message)


def _section_paths(
    folder: Path, file: Source, value: ExamFile, findings: _Findings
) -> Iterator[Path]:
    """Yield the section files in order, each once; note names that lead nowhere."""
    there = [path for path in _yaml_files(folder) if path.name != "exam.yaml"]
    if value.sections is None:
        yield from there
        if not there:
            findings.add(Where(file.file), "the exam has no section: no other YAML file is here")
        return
    seen: set[Path] = set()
    for index, name in enumerate(value.sections):
        path = folder / name
        fault = _path_fault(path, name, folder, findings, seen)
        if fault:
            findings.add(file.where(("sections", index)), fault)
        else:
            seen.add(path)
            yield path
    for path in there:
        if path not in seen:
            message = f"'{path.name}' is not among the exam's 'sections' and is left out"
            findings.warn(file.where(("sections",)), message, "section-unlisted")


def _path_fault(path: Path, name: str, folder: Path, findings: _Findings, seen: set[Path]) -> str:
    if findings.leaves(path):
        return f"section file '{name}' is outside content/"
    if path.parent != folder or path.suffix not in _YAML or path.name == "exam.yaml":
        return f"section file '{name}' must be another YAML file in the exam's folder"
    if not path.is_file():
        near = suggestion(name, (each.name for each in _yaml_files(folder)))
        return f"there is no section file '{name}'{near}"
    return f"section file '{name}' is listed twice" if path in seen else ""


@dataclass(frozen=True)
class _Placed:
    """A section and the file it came from."""

    section: Section
    file: Source
    paths: tuple[ValuePath, ...]


def _section(path: Path, findings: _Findings) -> _Placed | None:
    found = _file(path, SectionFile, findings)
    if found is None:
        return None
    file, value = found
    folder = path.parent.relative_to(findings.content).as_posix()
    _check_name(path.stem, _TAKEN_BY_EXAM, Where(file.file), "section file", findings)
    _check_section_texts(file, value, folder, findings)
    questions = [
        (("questions", index), *read)
        for index, raw in enumerate(value.questions)
        if (read := _question(raw, value, file, folder, index, findings)) is not None
    ]
    section = Section(
        id=path.stem,
        title=value.title,
        type=value.type,
        instructions=value.instructions,
        shuffle=value.shuffle,
        questions=tuple(question for _, question, _ in questions),
        views=tuple(view for _, _, view in questions),
        folder=folder,
        places=file,
    )
    return _Placed(section, file, tuple(at for at, _, _ in questions))


def _check_section_texts(
    file: Source, value: SectionFile, folder: str, findings: _Findings
) -> None:
    if value.type is not None and value.type not in TYPES:
        findings.add(file.where(("type",)), unknown_type(value.type))
    if value.instructions:
        html = QuestionHtml(folder)
        html.block(value.instructions, "instructions")
        _check_html(file, html, (), findings)


def _question(
    raw: object, section: SectionFile, file: Source, folder: str, index: int, findings: _Findings
) -> tuple[Question, View] | None:
    """Return one question of a section, checked, and its view; or note what is wrong."""
    at = ("questions", index)
    result = read_question(raw, section.type, section.points)
    if isinstance(result, tuple):
        findings.faults(file, _without_repeats(result, section), *at)
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


def _check_html(file: Source, html: QuestionHtml, at: ValuePath, findings: _Findings) -> None:
    findings.faults(file, html.faults, *at)
    for path, name in html.files:
        target = findings.content / name
        where = (*at, *path)
        if findings.leaves(target):
            findings.add(file.where(where), f"file '{name}' is a link out of content/")
        elif fault := _asset_fault(target, name):
            findings.add(file.where(where, _offset_of(file, where, name)), fault)
        else:
            findings.assets.add(name)


def _asset_fault(target: Path, name: str) -> str:
    if not target.is_file():
        return _missing(target, name)
    if any(part.startswith(".") for part in name.split("/")):
        return f"file '{name}' is hidden and is not published"
    if target.suffix in _YAML and name.count("/") < 2:
        return f"file '{name}' is a file of the bank itself and is not published"
    return ""


def _offset_of(file: Source, path: ValuePath, name: str) -> int:
    """Return where a text names a file, by the file's own name."""
    text = file.value_at(path)
    return max(0, text.find(name.rpartition("/")[2])) if isinstance(text, str) else 0


def _missing(target: Path, name: str) -> str:
    beside = [each.name for each in target.parent.iterdir()] if target.parent.is_dir() else []
    return f"there is no file '{name}' in content/{suggestion(target.name, beside)}"


def _check_ids(sections: Sequence[_Placed], findings: _Findings) -> None:
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
