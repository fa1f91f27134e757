"""The documents promise only what is: banks load, commands exist, no field is missing."""

from __future__ import annotations

import argparse
import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from builder import fields, load
from builder.choice import Option
from builder.cli import _parser
from builder.commands import COMMANDS, command
from builder.locales import LOCALES
from builder.model import (
    ExamFile,
    Fonts,
    Lint,
    PaperLayout,
    Question,
    SectionFile,
    Shuffle,
    SiteFile,
)
from builder.questions import TYPES
from builder.questions.essay import Criterion
from builder.read import read_question
from builder.source import parse
from tests.banks import EXAM, ROOT, write_bank

BANK = ROOT / "docs" / "bank.md"
READMES = (ROOT / "README.md", ROOT / "README.zh-CN.md")
FENCE = re.compile(r"^```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
FRAGMENT = re.compile(r"<!-- fragment\b.*-->\n$")


@dataclass(frozen=True)
class Block:
    """A fenced block of a document."""

    place: str
    text: str
    fragment: bool


def blocks(kind: str, *documents: Path) -> list[Block]:
    """Return the fenced blocks of a kind, each with its place."""
    found = []
    for path in documents:
        document = path.read_text(encoding="utf-8")
        for match in FENCE.finditer(document):
            if match["kind"] == kind:
                line = document.count("\n", 0, match.start()) + 1
                before = document[: match.start()]
                marked = FRAGMENT.search(before) is not None
                found.append(Block(f"{path.name}:{line}", match["text"], marked))
    return found


EXAMPLES = {block.place: block for block in blocks("yaml", BANK, *READMES)}
WHOLE = [place for place, block in EXAMPLES.items() if not block.fragment]


def test_there_are_examples() -> None:
    assert len(WHOLE) > 15


@pytest.mark.parametrize("place", WHOLE)
def test_example_loads_without_problems(place: str, tmp_path: Path) -> None:
    text = EXAMPLES[place].text
    value = parse(text, place).value
    if "questions" not in value or "material" in value:  # one question
        indented = "".join(f"    {line}\n" if line else "\n" for line in text.splitlines())
        text = f"title: Example\nquestions:\n  -\n{indented}"
    content = write_bank(tmp_path, {"e/exam.yaml": EXAM, "e/s.yaml": text})
    bank, warnings = load.bank(content)
    assert warnings == ()
    assert bank.exams[0].sections[0].questions


@pytest.mark.parametrize("place", [place for place, block in EXAMPLES.items() if block.fragment])
def test_fragment_has_known_fields(place: str) -> None:
    """A fragment leads to files that are not there, or is a part of a question."""
    value = parse(EXAMPLES[place].text, place).value
    models: tuple[type[BaseModel], ...] = (SiteFile, ExamFile, SectionFile, *TYPES.values())
    assert any(set(value) <= set(model.model_fields) for model in models)
    if {"exams", "sections"} & set(value):
        model: type[BaseModel] = SiteFile if "exams" in value else ExamFile
        assert not isinstance(fields.read(model, value), tuple)


@pytest.mark.parametrize("name", TYPES)
def test_every_type_has_an_example(name: str) -> None:
    found = [
        value
        for place in WHOLE
        if isinstance(value := parse(EXAMPLES[place].text, place).value, dict)
        and value.get("type") == name
    ]
    assert found
    for value in found:
        if "title" not in value:
            assert isinstance(read_question(value, None, None), TYPES[name])


# Fields

HEADINGS: dict[str, type[BaseModel]] = {
    "site.yaml": SiteFile, "exam.yaml": ExamFile, "Section files": SectionFile,
    "Questions": Question, **TYPES,
}  # fmt: skip


def section_of(document: str, heading: str) -> str:
    """Return the text under a heading, up to the next one."""
    match = re.search(rf"^##+ {re.escape(heading)}$(.*?)(?=^##+ |\Z)", document, re.M | re.S)
    assert match, heading
    return match[1]


@pytest.mark.parametrize("heading", HEADINGS)
def test_every_field_is_documented_and_no_other(heading: str) -> None:
    text = section_of(BANK.read_text(encoding="utf-8"), heading)
    model = HEADINGS[heading]
    common = set(Question.model_fields) if heading in TYPES else set()
    expected = set(model.model_fields) - common
    if heading == "case":
        expected |= {"stem"}  # may be left out here alone
    if heading == "exam.yaml":
        expected |= set(PaperLayout.model_fields)
    assert set(re.findall(r"^\| `(\w+)` \|", text, re.M)) == expected


@pytest.mark.parametrize(
    ("heading", "model"), [("Section files", Shuffle), ("single", Option), ("essay", Criterion)]
)
def test_every_inner_field_is_documented(heading: str, model: type[BaseModel]) -> None:
    text = section_of(BANK.read_text(encoding="utf-8"), heading)
    for name in model.model_fields:
        assert re.search(rf"\b{name}\b", text), name


def models_in(annotation: Any) -> set[type[BaseModel]]:
    """Return every model that a type mentions."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        inner = (models_in(field.annotation) for field in annotation.model_fields.values())
        return {annotation, *(model for found in inner for model in found)}
    return {model for each in get_args(annotation) for model in models_in(each)}


def test_no_model_is_left_out() -> None:
    known = {*HEADINGS.values(), Fonts, Lint, PaperLayout, Shuffle, Option, Criterion}
    for model in (SiteFile, ExamFile, SectionFile, *TYPES.values()):
        assert models_in(model) <= known


@pytest.mark.parametrize("heading", [name for name in HEADINGS if name != "Questions"])
def test_required_fields_are_said_to_be(heading: str) -> None:
    text = section_of(BANK.read_text(encoding="utf-8"), heading)
    for row in re.findall(r"^\| `(\w+)` \|(.*)\|$", text, re.M):
        name, rest = row
        field = HEADINGS[heading].model_fields.get(name)
        if field is not None and rest.count("|") and heading != "case":
            assert ("**required**" in rest) == field.is_required(), name


def test_defaults_are_those_of_the_models() -> None:
    text = section_of(BANK.read_text(encoding="utf-8"), "exam.yaml")
    for name, default in (("size", "`A4`"), ("columns", "1"), ("seal", "`false`")):
        assert re.search(rf"^\| `{name}` \|.*\| {default} \|$", text, re.M)
        assert str(PaperLayout.model_fields[name].default).lower() == default.strip("`").lower()


# Commands


def commands(*documents: Path) -> list[tuple[str, str]]:
    return [
        (f"{block.place}", line.strip())
        for block in blocks("sh", *documents)
        for line in block.text.splitlines()
        if line.strip() and not line.startswith("#")
    ]


def targets() -> set[str]:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z-]+):(?!=)", makefile, re.M))


@pytest.mark.parametrize(("place", "line"), commands(BANK, *READMES))
def test_command_is_one_that_exists(place: str, line: str) -> None:
    program, *arguments = shlex.split(line)
    if program == "exampress":
        asked = _parser(arguments[0]).parse_args(arguments)
        assert callable(command(asked.name).run)
    elif program == "make":
        assert set(arguments) <= targets()
    else:
        assert program in ("cd", "git", "pip"), place


def table_of_commands(path: Path) -> list[str]:
    rows = re.findall(r"^\| `exampress (\w+)", path.read_text(encoding="utf-8"), re.M)
    return [str(row) for row in rows]


@pytest.mark.parametrize("readme", READMES, ids=lambda path: path.name)
def test_table_of_commands_is_the_command_line_s(readme: Path) -> None:
    assert sorted(table_of_commands(readme)) == sorted(COMMANDS)


def options_of(name: str) -> set[str]:
    parser = argparse.ArgumentParser()
    command(name).add(parser)
    return {name for action in parser._actions for name in action.option_strings}


@pytest.mark.parametrize("document", [BANK, *READMES], ids=lambda path: path.name)
def test_options_that_are_named_exist(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    known = {option for name in COMMANDS for option in options_of(name)}
    named = set(re.findall(r"`(?:exampress \w+ )?(--[a-z-]+)", text))
    assert named <= known


@pytest.mark.parametrize("readme", READMES, ids=lambda path: path.name)
def test_types_are_named(readme: Path) -> None:
    text = readme.read_text(encoding="utf-8")
    assert [name for name in TYPES if f"`{name}`" not in text] == []


@pytest.mark.parametrize("document", [BANK, *READMES], ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    text = re.sub(r"```.*?```", "", document.read_text(encoding="utf-8"), flags=re.S)
    text = re.sub(r"`[^`\n]*`", "", text)
    for address in re.findall(r"\]\(([^)\s]+)\)", text):
        if address.startswith(("http", "mailto")):
            continue
        path, _, fragment = address.partition("#")
        target = (document.parent / path).resolve() if path else document
        assert target.exists(), address
        if fragment:
            assert fragment in anchors(target), address


def anchors(document: Path) -> set[str]:
    """Return the fragments of a document's headings, by GitHub's rule."""
    headings = re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}


def test_languages_of_new_are_the_locales() -> None:
    parser = argparse.ArgumentParser()
    command("new").add(parser)
    (languages,) = (action.choices for action in parser._actions if action.dest == "language")
    assert sorted(languages or ()) == sorted(LOCALES)
