"""The kinds of field a bank is made of, and reading a mapping of texts into a model.

Every value comes in as text (see `source`); the field says what it is. A model read here is
frozen and complete. Knows nothing of single question types.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, TypeVar, cast, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic.json_schema import WithJsonSchema

from builder.problems import Fault, Path, suggestion


class Model(BaseModel):
    """A frozen record in which an unknown field is an error."""

    # Built when first used: a bank holds few of the types, and `--help` none.
    model_config = ConfigDict(
        frozen=True, extra="forbid", ser_json_inf_nan="null", defer_build=True
    )


_IDENTIFIER = r"^[\p{L}\p{N}][\p{L}\p{N}._-]*$"
LANGUAGE = r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$"
ADDRESS = r"^https?://[^\s?#\[\]]+$"
_SCALAR = {"type": ["string", "number", "boolean"]}

Text = Annotated[str, Field(pattern=r"\S"), WithJsonSchema(_SCALAR)]
"""Any text that is not blank; an editor may see it as a number or a boolean."""

Markdown = Text
"""Text in Markdown, with blocks: paragraphs, lists, tables, code."""

Line = Text
"""Text in Markdown that stays within a line."""

Identifier = Annotated[str, Field(pattern=_IDENTIFIER, max_length=100), WithJsonSchema(_SCALAR)]
"""Letters of any script, digits, `-`, `_` and `.`; starts with a letter or a digit."""

Language = Annotated[str, Field(pattern=LANGUAGE)]
"""A language tag of BCP 47."""

Address = Annotated[str, Field(pattern=ADDRESS)]
"""Where a site stands on the web."""

Points = Annotated[float, Field(ge=0, le=10_000, allow_inf_nan=False)]
Number = Annotated[float, Field(allow_inf_nan=False)]
Count = Annotated[int, Field(ge=1, le=10_000)]


def _as_list(value: object) -> object:
    return [value] if isinstance(value, str) else value


Texts = Annotated[
    tuple[Text, ...],
    BeforeValidator(_as_list, json_schema_input_type=list[Text] | Text),
    Field(min_length=1),
]
"""One text or several."""


M = TypeVar("M", bound=BaseModel)


def read(model: type[M], value: object) -> M | tuple[Fault, ...]:
    """Return `value` as a `model`, or everything that is wrong with it."""
    try:
        return cast("M", model.__pydantic_validator__.validate_python(value))
    except ValidationError as error:
        found = error.errors(include_url=False)
        return tuple(_fault(each, value, model) for each in found if not _follows(each))


def _follows(error: Mapping[str, Any]) -> bool:
    """Tell whether a list is called too short only because some of its entries are wrong."""
    return bool(error["type"] == "too_short" and error["ctx"]["min_length"] <= len(error["input"]))


def _fault(error: Mapping[str, Any], value: object, model: type[BaseModel]) -> Fault:
    path = _written(error["loc"], value)
    name = f"'{path[-1]}'" if path and isinstance(path[-1], str) else _item_name(path)
    message = _message(error, name, model, path)
    rule = "unknown-field" if error["type"] == "extra_forbidden" else "invalid"
    return Fault(path, message, rule=rule)


def _written(path: Path, value: object) -> Path:
    """Return the part of `path` that the author wrote: a text read as a list has no entries."""
    for place, step in enumerate(path):
        if not isinstance(value, (dict, list)):
            return path[:place]
        value = value.get(step) if isinstance(value, dict) else value[int(step)]
    return path


def _item_name(path: Path) -> str:
    fields = [step for step in path if isinstance(step, str)]
    place = path[-1] + 1 if path and isinstance(path[-1], int) else 0
    return f"entry {place} of '{fields[-1]}'" if fields and place else "the file"


def _message(error: Mapping[str, Any], name: str, model: type[BaseModel], path: Path) -> str:
    kind: str = error["type"]
    context: Mapping[str, Any] = error.get("ctx", {})
    found = shown(error["input"])
    if kind == "extra_forbidden":
        return f"unknown field {name}{suggestion(str(path[-1]), _known(model, path))}"
    if kind == "missing":
        return f"field {name} is missing"
    if kind == "value_error":
        return str(context["error"])
    if kind == "literal_error":
        near = suggestion(str(error["input"]), _words(context["expected"]))
        return f"{name} must be {context['expected']}, found {found}{near}"
    if kind == "string_pattern_mismatch" and not str(error["input"]).strip():
        return f"{name} is empty"
    if kind == "string_pattern_mismatch":
        return f"{name} {_PATTERNS[context['pattern']]}, found {found}"
    if kind == "too_short" and not context["actual_length"]:
        return f"{name} is empty"
    if kind == "string_type" and isinstance(error["input"], Mapping):
        return f"{name} must be a text, found a mapping; {QUOTE_COLON}"
    template = _MESSAGES.get(kind)
    if template is None:
        return f"{name}: {error['msg'][0].lower()}{error['msg'][1:]}, found {found}"
    return template.format(name=name, found=found, **context)


QUOTE_COLON = "put quotes around a text that contains ': '"

_PATTERNS = {
    _IDENTIFIER: "may hold letters, digits, '-', '_' and '.', and starts with a letter or a digit",
    LANGUAGE: "must be a language tag such as 'en' or 'zh-Hant'",
    ADDRESS: "must start with http:// or https:// and hold no space, '?', '#' or bracket",
}

_MESSAGES = {
    "string_type": "{name} must be a text, found {found}",
    "string_too_long": "{name} is longer than {max_length} characters",
    "float_parsing": "{name} must be a number, found {found}",
    "float_type": "{name} must be a number, found {found}",
    "finite_number": "{name} must be a number, found {found}",
    "int_parsing": "{name} must be a whole number, found {found}",
    "int_parsing_size": "{name} must be a whole number, found {found}",
    "int_from_float": "{name} must be a whole number, found {found}",
    "int_type": "{name} must be a whole number, found {found}",
    "bool_parsing": "{name} must be true or false, found {found}",
    "bool_type": "{name} must be true or false, found {found}",
    "greater_than_equal": "{name} must be at least {ge:g}, found {found}",
    "greater_than": "{name} must be more than {gt:g}, found {found}",
    "less_than_equal": "{name} must be at most {le:g}, found {found}",
    "tuple_type": "{name} must be a list, found {found}",
    "list_type": "{name} must be a list, found {found}",
    "model_type": "{name} must be a mapping of fields, found {found}",
    "model_attributes_type": "{name} must be a mapping of fields, found {found}",
    "dict_type": "{name} must be a mapping of fields, found {found}",
    "too_short": "{name} needs at least {min_length} entries, found {actual_length}",
    "too_long": "{name} may have at most {max_length} entries, found {actual_length}",
}


def shown(value: object) -> str:
    """Return what a message says was found: a text in quotes, or the kind of another value."""
    if isinstance(value, str):
        return f"'{value if len(value) <= 60 else value[:57] + '…'}'" if value else "nothing"
    if isinstance(value, Mapping):
        return "a mapping"
    return "a list" if isinstance(value, Sequence) else f"{value:g}"


def _words(expected: str) -> list[str]:
    return [part for part in expected.split("'") if part not in ("", ", ", " or ")]


def _known(model: type[BaseModel], path: Path) -> Iterable[str]:
    """Return the field names of the model that `path` leads into."""
    inner: object = model
    for step in path[:-1]:
        if isinstance(step, str) and isinstance(inner, type) and issubclass(inner, BaseModel):
            field = inner.model_fields.get(step)
            inner = model_in(field.annotation) if field else inner
    known = inner if isinstance(inner, type) and issubclass(inner, BaseModel) else model
    return known.model_fields


def model_in(annotation: object) -> type[BaseModel] | None:
    """Return the model inside an annotation like `tuple[Annotated[Option, …], ...]`."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for arg in get_args(annotation) if (found := model_in(arg))), None)
