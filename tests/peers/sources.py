"""The bank of the benchmark as each peer takes it: YAML, or ready-made Markdown."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).parent
_LETTERS = "ABCDEFGHIJ"
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def hugo(content: Path, folder: Path, packages: Path) -> None:
    """Write a Hugo site that makes the bank's own YAML, taken as data, into two pages a section."""
    shutil.copytree(HERE / "hugo", folder)
    _with_bank(content, folder / "data")


def eleventy(content: Path, folder: Path, packages: Path) -> None:
    """Write an Eleventy site with the bank's own YAML; its modules stay where they are."""
    shutil.copytree(HERE / "eleventy", folder)
    (folder / "node_modules").symlink_to(packages / "node_modules")
    _with_bank(content, folder / "bank")


def _with_bank(content: Path, data: Path) -> None:
    ignored = shutil.ignore_patterns("site.yaml")
    shutil.copytree(content, data, ignore=ignored)


def mkdocs(content: Path, folder: Path, packages: Path) -> None:
    """Write a MkDocs site of ready-made Markdown: answers in `<details>`, and a page to print."""
    _config(folder, "theme: mkdocs\nmarkdown_extensions: [md_in_html]\n")
    for path, section in _sections(content):
        _write(folder / "docs" / path / "index.md", _practice(section))
        _write(folder / "docs" / path / "print.md", _print(section))


def mkdocs_quiz(content: Path, folder: Path, packages: Path) -> None:
    """Write a MkDocs site whose questions are quizzes of the plug-in mkdocs-quiz, on Material."""
    _config(folder, "theme: material\nplugins: [search, mkdocs_quiz]\n")
    for path, section in _sections(content):
        _write(folder / "docs" / path / "index.md", _quizzes(section))
        _write(folder / "docs" / path / "print.md", _print(section))


def _config(folder: Path, rest: str) -> None:
    """Write the settings; pages stay out of the menu, which would name every page on every page."""
    _write(folder / "mkdocs.yml", f"site_name: Benchmark\nnav: [index.md]\n{rest}")
    _write(folder / "docs" / "index.md", "# Benchmark\n")


def _sections(content: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for path in sorted(content.glob("*/*.yaml")):
        if path.name != "exam.yaml":
            text = path.read_text(encoding="utf-8")
            yield f"{path.parent.name}/{path.stem}", yaml.load(text, _LOADER)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _page(section: dict[str, Any], show: Callable[[dict[str, Any], str], str]) -> str:
    parts = [f"# {section['title']}", section.get("instructions", "")]
    for number, question in enumerate(section["questions"], 1):
        parts.append(f"## {number}")
        if "material" in question:
            parts.append(question["material"])
            parts += (show(part, part["type"]) for part in question["questions"])
        else:
            parts.append(show(question, question.get("type", section["type"])))
    return "\n\n".join(parts) + "\n"


def _options(question: dict[str, Any]) -> str:
    options = question.get("options", ())
    return "\n".join(f"- {letter}. {text}" for letter, text in zip(_LETTERS, options, strict=False))


def _practice(section: dict[str, Any]) -> str:
    def show(question: dict[str, Any], _kind: str) -> str:
        answer = f"{question['answer']}\n\n{question.get('explanation', '')}"
        details = f'<details markdown="1"><summary>答案</summary>\n\n{answer}\n\n</details>'
        return f"{question['stem']}\n\n{_options(question)}\n\n{details}"

    return _page(section, show)


def _print(section: dict[str, Any]) -> str:
    return _page(section, lambda question, _kind: f"{question['stem']}\n\n{_options(question)}")


def _quizzes(section: dict[str, Any]) -> str:
    def show(question: dict[str, Any], kind: str) -> str:
        if kind == "essay":
            return f"{question['stem']}\n\n{question['answer']}"
        return f"<quiz>\n{_quiz(question, kind)}\n\n{question.get('explanation', '')}\n</quiz>"

    return _page(section, show)


def _quiz(question: dict[str, Any], kind: str) -> str:
    stem = question["stem"]
    if kind == "blank":
        answers = iter(question["answer"])
        return "".join(
            f"[[{next(answers)}]]{text}" if index else text
            for index, text in enumerate(stem.split("___"))
        )
    if kind == "true-false":
        rows = [("正確", question["answer"] is True), ("錯誤", question["answer"] is False)]
    else:
        rows = [
            (text, letter in question["answer"])
            for letter, text in zip(_LETTERS, question["options"], strict=False)
        ]
    return "\n".join([stem, *(f"- [{'x' if right else ' '}] {text}" for text, right in rows)])
