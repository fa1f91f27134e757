"""The JSON Schema of the bank: valid, and of one mind with the models about real files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from builder import schema
from builder.questions import TYPES
from tests.banks import CASES, CONTENT, EVERY_TYPE
from tests.test_docs import EXAMPLES, WHOLE

SCHEMAS: dict[str, dict[str, Any]] = {
    artifact.path: json.loads(artifact.data) for artifact in schema.artifacts()
}
FILES = sorted(CONTENT.rglob("*.yaml"))


def faults(kind: str, value: Any) -> list[str]:
    """Return what the schema of a kind of file has against a value."""
    validator = jsonschema.Draft202012Validator(SCHEMAS[f"schema/{kind}.json"])
    return [each.message for each in validator.iter_errors(value)]


class Editor(yaml.SafeLoader):
    """Reads YAML as editors do, by its version 1.2: a date is a text."""


Editor.yaml_implicit_resolvers = {
    first: [each for each in resolvers if each[0] != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def read_by_editor(text: str) -> Any:
    return yaml.load(text, Editor)


def kind_of(path: Path) -> str:
    return {"site.yaml": "site", "exam.yaml": "exam"}.get(path.name, "section")


@pytest.mark.parametrize("path", SCHEMAS)
def test_schema_is_valid(path: str) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMAS[path])
    assert SCHEMAS[path]["$schema"].startswith("https://json-schema.org/")


@pytest.mark.parametrize("path", SCHEMAS)
def test_references_lead_somewhere(path: str) -> None:
    text = json.dumps(SCHEMAS[path])
    definitions = SCHEMAS[path].get("$defs", {})
    for reference in text.split('"$ref": "')[1:]:
        name = reference.partition('"')[0].removeprefix("#/$defs/")
        assert name in definitions
    assert "$comment" not in text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(CONTENT).as_posix())
def test_real_bank_is_accepted(path: Path) -> None:
    value = read_by_editor(path.read_text(encoding="utf-8"))
    assert faults(kind_of(path), value) == []


@pytest.mark.parametrize("path", sorted(CASES.glob("*/*.yaml")), ids=lambda path: path.stem)
def test_cases_are_accepted(path: Path) -> None:
    question = {"type": path.parent.name, **read_by_editor(path.read_text(encoding="utf-8"))}
    assert faults("section", {"title": "S", "questions": [question]}) == []


def test_every_type_is_accepted() -> None:
    assert faults("section", read_by_editor(EVERY_TYPE)) == []


@pytest.mark.parametrize("place", WHOLE)
def test_examples_are_accepted(place: str) -> None:
    value = read_by_editor(EXAMPLES[place].text)
    section = value if "title" in value else {"title": "S", "questions": [value]}
    assert faults("section", section) == []


GOOD = {"id": "a", "type": "true-false", "stem": "Is it?", "answer": True}


@pytest.mark.parametrize(
    "question",
    [
        {**GOOD, "type": "singel"},
        {**GOOD, "explantion": "No."},
        {**GOOD, "difficulty": 6},
        {**GOOD, "points": -1},
        {**GOOD, "stem": ["Is", "it"]},
        {name: value for name, value in GOOD.items() if name != "stem"},
        {name: value for name, value in GOOD.items() if name != "id"},
        {name: value for name, value in GOOD.items() if name != "answer"},
        "Is it?",
        {"id": "a", "type": "single", "stem": "Which?", "options": ["x"], "answer": "A"},
        {"id": "a", "type": "single", "stem": "Which?", "options": "x, y", "answer": "A"},
        {"id": "a", "type": "matching", "stem": "Match.", "pairs": [["a", "b"], ["c", "d", "e"]]},
        {"id": "a", "type": "case", "material": "Read.", "questions": [{**GOOD, "type": "case"}]},
        {"id": "a", "type": "case", "material": "Read.", "questions": []},
        {"id": "a", "type": "essay", "stem": "Why?", "rubric": [{"text": "x"}]},
        {"id": "a", "type": "multiple", "stem": "?", "options": ["x", "y"], "answer": "A",
         "scoring": "half"},
    ],
)  # fmt: skip
def test_bad_question_is_refused(question: Any) -> None:
    assert faults("section", {"title": "S", "questions": [question]})


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("exam", {}),
        ("exam", {"title": "E", "duratoin": 90}),
        ("exam", {"title": "E", "paper": {"size": "A5"}}),
        ("exam", {"title": "E", "sections": []}),
        ("exam", {"title": "E", "language": "zh_Hant"}),
        ("site", {"base_url": "example.org"}),
        ("site", {"exams": "demo"}),
        ("section", {"title": "S", "questions": []}),
        ("section", {"title": "S"}),
        ("section", {"title": "S", "type": "nonsense", "questions": [GOOD]}),
    ],
)
def test_bad_file_is_refused(kind: str, value: Any) -> None:
    assert faults(kind, value)


@pytest.mark.parametrize("name", TYPES)
def test_fields_are_described(name: str) -> None:
    """An editor shows these words; they are the docstrings of the models."""
    properties = SCHEMAS["schema/section.json"]["$defs"][name]["properties"]
    silent = [
        field
        for field, own in properties.items()
        if field != "type" and "description" not in own and "$ref" not in own
    ]
    assert silent == []


def test_schema_is_published_with_the_site(site: Path) -> None:
    for path, value in SCHEMAS.items():
        assert json.loads((site / path).read_text(encoding="utf-8")) == value
