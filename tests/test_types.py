"""What a question type must have: the proof that a new one is two files, one row, and cases."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from markupsafe import Markup

import builder.questions
from builder import schema
from builder.build import build
from builder.fields import Text
from builder.locales import LOCALES
from builder.model import Html, Key, Question, Space
from builder.options import Options
from builder.problems import Fault
from builder.questions import TYPES
from builder.render import BUILT_IN
from builder.source import read
from tests.banks import CASES, EVERY_TYPE, ROOT, section_bank
from tests.golden import renderer

MODULES = Path(builder.questions.__file__).parent
MACROS = ("web", "paper", "key")
CHECKS = ("set", "text", "number", "pairs", "sequence")


def stem(name: str) -> str:
    """Return the one stem of a type's files: `true_false` for `true-false`."""
    return name.replace("-", "_")


# What a type is made of


@pytest.mark.parametrize("name", TYPES)
def test_type_has_a_module_of_its_stem(name: str) -> None:
    assert (MODULES / f"{stem(name)}.py").is_file()
    assert TYPES[name].__module__ == f"builder.questions.{stem(name)}"
    assert TYPES[name].type_name == name


@pytest.mark.parametrize("name", TYPES)
def test_type_has_a_template_with_its_three_macros(name: str) -> None:
    assert (BUILT_IN / "questions" / f"{stem(name)}.html").is_file()
    assert all(callable(renderer()._macro(macro, name)) for macro in MACROS)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", TYPES)
def test_type_has_a_name_in_every_locale(name: str, locale: str) -> None:
    words = read(BUILT_IN / "locales" / f"{locale}.yaml", locale).value
    assert words["types"][name].strip()


@pytest.mark.parametrize("name", TYPES)
def test_type_has_cases(name: str) -> None:
    cases = sorted((CASES / name).glob("*.yaml"))
    assert cases
    for case in cases:
        assert case.with_suffix(".key.json").is_file()
        assert case.with_suffix(".responses.json").is_file()


@pytest.mark.parametrize("name", TYPES)
def test_type_is_documented(name: str) -> None:
    headings = re.findall(r"^### (.+)$", (ROOT / "docs" / "bank.md").read_text("utf-8"), re.M)
    assert name in headings


@pytest.mark.parametrize("name", TYPES)
def test_type_is_in_the_schema(name: str) -> None:
    definition = schema.section()["$defs"][name]
    assert set(definition["properties"]) == set(TYPES[name].model_fields)


@pytest.mark.parametrize("name", TYPES)
def test_type_is_in_the_bank_of_every_type(name: str) -> None:
    assert re.search(rf"^    type: {name}$", EVERY_TYPE, re.M)


@pytest.mark.parametrize("name", TYPES)
def test_key_names_a_check_that_the_browser_has(name: str) -> None:
    for path in (CASES / name).glob("*.key.json"):
        key = json.loads(path.read_text(encoding="utf-8"))
        assert key is None or key["check"] in CHECKS


# Nothing is left over


def test_no_file_stands_for_a_type_that_is_not() -> None:
    stems = {stem(name) for name in TYPES}
    assert {path.stem for path in MODULES.glob("*.py")} - {"__init__"} == stems
    assert {path.stem for path in (BUILT_IN / "questions").glob("*.html")} == stems
    assert {path.name for path in CASES.iterdir() if path.is_dir()} == set(TYPES)


# A new type


@dataclass(frozen=True, slots=True)
class Swatch:
    """The body of the type below."""

    answer: Markup


class Colour(Question):
    """A question whose answer is a colour: a type that is not in the package."""

    type_name = "colour-name"

    answer: Text
    """The colour."""

    def key(self) -> Key:
        return {"check": "text", "value": [[self.answer]]}

    def faults(self) -> Iterator[Fault]:
        if self.answer == "transparent":
            yield Fault(("answer",), "'transparent' is no colour")

    def body(self, html: Html) -> Swatch:
        return Swatch(html.inline(self.answer, "answer"))

    def brief(self) -> str:
        return self.answer

    def space(self) -> Space:
        return Space("blanks", 1)

    def answer_json(self) -> dict[str, Any]:
        return {"answer": self.answer}


TEMPLATE = """\
{% macro web(q, t) %}<div class="stem">{{ q.stem }}</div><input name="colour">{% endmacro %}
{% macro paper(q, t, measure) %}<div class="stem">{{ q.stem }}</div>WRITEHERE{% endmacro %}
{% macro key(q, t) %}<p>KEYIS {{ q.body.answer }}</p>{% endmacro %}
"""
BANK = """\
title: Colours
type: colour-name
questions:
  - {id: sky, stem: What colour is the sky?, answer: blue & white, explanation: Look up.}
"""


@pytest.fixture
def templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put a tenth type into the table, with a template and its name in the locales."""
    monkeypatch.setitem(TYPES, "colour-name", Colour)
    folder = tmp_path / "templates"
    (folder / "questions").mkdir(parents=True)
    (folder / "questions" / "colour_name.html").write_text(TEMPLATE)
    (folder / "locales").mkdir()
    for locale in LOCALES:
        words = (BUILT_IN / "locales" / f"{locale}.yaml").read_text(encoding="utf-8")
        named = words.replace("\ntypes:\n", "\ntypes:\n  colour-name: Name the colour\n")
        (folder / "locales" / f"{locale}.yaml").write_text(named, encoding="utf-8")
    return folder


def test_new_type_needs_its_two_files_and_its_row(templates: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    build(Options(section_bank(tmp_path, BANK), templates, out))
    practice = (out / "e/s/index.html").read_text(encoding="utf-8")
    assert '<input name="colour">' in practice
    assert "Name the colour" in practice
    assert "blue \\u0026 white" in practice
    assert "WRITEHERE" in (out / "e/print/paper.html").read_text(encoding="utf-8")
    assert "KEYIS blue &amp; white" in (out / "e/print/key.html").read_text(encoding="utf-8")
    assert "colour-name" in (out / "schema/section.json").read_text(encoding="utf-8")


def test_new_type_may_stand_in_a_case(templates: Path, tmp_path: Path) -> None:
    part = "{id: sky, type: colour-name, stem: What colour?, answer: blue}"
    case = f"{{id: a, material: Look., questions: [{part}]}}"
    bank = f"title: Case\ntype: case\nquestions:\n  - {case}\n"
    out = tmp_path / "site"
    build(Options(section_bank(tmp_path, bank), templates, out))
    assert '<input name="colour">' in (out / "e/s/index.html").read_text(encoding="utf-8")
