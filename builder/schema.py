"""The bank's format as JSON Schema, for editors; derived from the models, never written by hand."""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator
from functools import cache
from inspect import cleandoc, getsource
from itertools import pairwise
from typing import Any

from pydantic import BaseModel

from builder.fields import model_in
from builder.model import Artifact, ExamFile, SectionFile, SiteFile
from builder.questions import TYPES

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def artifacts() -> Iterator[Artifact]:
    """Yield `schema/site.json`, `schema/exam.json` and `schema/section.json`."""
    schemas = {"site": _plain(SiteFile), "exam": _plain(ExamFile), "section": section()}
    for name, schema in schemas.items():
        data = json.dumps({"$schema": _DIALECT, **schema}, ensure_ascii=False, indent=1)
        yield Artifact(f"schema/{name}.json", data.encode() + b"\n")


def _plain(model: type[BaseModel]) -> dict[str, Any]:
    schema = model.model_json_schema(mode="validation")
    for inner in _models(model):
        own = schema if inner is model else schema.get("$defs", {}).get(inner.__name__)
        for name, text in _docstrings(inner).items() if own else ():
            own["properties"][name].setdefault("description", text)
    return schema


def _models(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """Yield a model and the models inside its fields."""
    yield model
    for field in model.model_fields.values():
        inner = model_in(field.annotation)
        if inner is not None:
            yield from _models(inner)


def _docstrings(model: type[BaseModel]) -> dict[str, str]:
    """Return what is said below each field of a model, in its own class and those above it.

    pydantic can do that too, but does so for every model that is imported.
    """
    found: dict[str, str] = {}
    for one in reversed(model.__mro__):
        if not issubclass(one, BaseModel) or one is BaseModel:
            continue
        statements = _classes(one.__module__).get(one.__name__, [])
        for field, text in pairwise(statements):
            match field, text:
                case (
                    ast.AnnAssign(target=ast.Name(id=name)),
                    ast.Expr(value=ast.Constant(value=str(said))),
                ):
                    found[name] = cleandoc(said)
    return found


@cache
def _classes(module: str) -> dict[str, list[ast.stmt]]:
    """Return the statements in each class of a module."""
    tree = ast.parse(getsource(sys.modules[module]))
    return {node.name: node.body for node in tree.body if isinstance(node, ast.ClassDef)}


def section() -> dict[str, Any]:
    """Return the schema of a section file, with every question type."""
    schema = _plain(SectionFile)
    schema["properties"]["type"] = {"enum": list(TYPES), "title": "Type"}
    definitions = schema.setdefault("$defs", {})
    for name, model in TYPES.items():
        own = _plain(model)
        definitions |= own.pop("$defs", {})
        own["properties"]["type"] = {"const": name}
        definitions[name] = own
    definitions["question"] = _one_of(tuple(TYPES))
    definitions["part"] = {**_one_of(tuple(n for n in TYPES if n != "case")), "required": ["type"]}
    linked: dict[str, Any] = _linked(schema)
    return linked


def _linked(schema: Any) -> Any:
    """Replace what the models leave open, `{"$comment": name}`, by a reference."""
    if isinstance(schema, list):
        return [_linked(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$comment" in schema:
        return {"$ref": f"#/$defs/{schema['$comment']}"}
    return {name: _linked(value) for name, value in schema.items()}


def _one_of(names: tuple[str, ...]) -> dict[str, Any]:
    """Return a schema that follows `type` where it is given, and allows any type where not."""
    given = {"required": ["type"]}
    return {
        "type": "object",
        "properties": {"type": {"enum": list(names)}},
        "if": given,
        "then": {
            "allOf": [
                {
                    "if": {"properties": {"type": {"const": name}}},
                    "then": {"$ref": f"#/$defs/{name}"},
                }
                for name in names
            ]
        },
        "else": {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in names]},
    }
