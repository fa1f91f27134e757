"""Which folders of a bank are exams and which files are sections, and the addresses they become.

Looks at names only; what is in the files is the business of `load`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from builder.findings import Findings
from builder.model import ExamFile
from builder.problems import Where, suggestion
from builder.source import Source

_NAME = re.compile(r"[^\W_][\w.-]*")
TAKEN_BY_SITE = (
    "404.html", "assets", "data", "hub.html", "index.html", "manifest.webmanifest",
    "offline.html", "review", "schema", "search", "site.zip", "sw.js", "zh-Hans", "zh-Hant",
)  # fmt: skip
TAKEN_BY_EXAM = ("mock", "print", "random", "index.html", "key.js")
YAML = (".yaml", ".yml")


def subfolders(content: Path) -> list[Path]:
    """Return the folders in a folder, by name; hidden ones are none of the bank's."""
    folders = (path for path in content.iterdir() if not path.name.startswith("."))
    return sorted(path for path in folders if path.is_dir())


def exam_folders(findings: Findings) -> Iterator[Path]:
    """Yield exam folders; a folder with YAML in it but no exam.yaml is an error."""
    for folder in subfolders(findings.content):
        if findings.leaves(folder):
            findings.add(Where(findings.name(folder)), "the folder is a link out of content/")
        elif (folder / "exam.yaml").exists():
            yield folder
        elif yaml_files(folder):
            message = "the folder has YAML files but no exam.yaml"
            findings.add(Where(findings.name(folder)), message)
        else:
            for path in sorted(folder.rglob("exam.yaml")):
                message = "an exam's folder stands in content/ itself; move it up"
                findings.add(Where(findings.name(path)), message)


def yaml_files(folder: Path) -> list[Path]:
    """Return what is named like a YAML file: a link that leads nowhere too, to be said so."""
    names = (path for path in folder.iterdir() if not path.name.startswith("."))
    return sorted(path for path in names if path.suffix in YAML and not path.is_dir())


def check_name(
    name: str, taken: Sequence[str], where: Where, what: str, findings: Findings
) -> None:
    """Note a name that cannot be part of an address, or is one of the site's own."""
    fault = name_fault(name, taken, what)
    if fault:
        findings.add(where, fault)


def name_fault(name: str, taken: Sequence[str], what: str) -> str:
    """Return why a name cannot be part of an address, or nothing."""
    if not _NAME.fullmatch(name):
        return (
            f"the {what} '{name}' becomes an address: use letters, digits, '-', '_' and '.', "
            "and start with a letter or a digit"
        )
    return (
        f"the {what} '{name}' has a name the site needs itself; rename it" if name in taken else ""
    )


def check_twins(names: Mapping[Path, str], what: str, findings: Findings) -> None:
    """Note names that are one address, at least where capitals do not count: on Windows, macOS."""
    seen: dict[str, Path] = {}
    for path, name in names.items():
        twin = seen.setdefault(name.casefold(), path)
        if twin is not path:
            message = f"the {what}s '{twin.name}' and '{path.name}' become one address; rename one"
            findings.add(Where(findings.name(path)), message)


def section_paths(
    folder: Path, file: Source, value: ExamFile, findings: Findings
) -> Iterator[Path]:
    """Yield the section files in order, each once; note names that lead nowhere."""
    there = [path for path in yaml_files(folder) if path.name != "exam.yaml"]
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


def _path_fault(path: Path, name: str, folder: Path, findings: Findings, seen: set[Path]) -> str:
    if findings.leaves(path):
        return f"section file '{name}' is outside content/"

    def near(word: str) -> str:
        return suggestion(word, (each.name for each in yaml_files(folder)))

    if path.parent != folder or path.suffix not in YAML or path.name == "exam.yaml":
        meant = "" if path.suffix else near(f"{name}.yaml")
        return f"section file '{name}' must be another YAML file in the exam's folder{meant}"
    if not path.is_file():
        return f"there is no section file '{name}'{near(name)}"
    return f"section file '{name}' is listed twice" if path in seen else ""
