"""The bank's format as JSON Schema, for editors; derived from the models, never written by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel

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
    return model.model_json_schema(mode="validation")


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
