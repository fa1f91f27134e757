"""Where in a JSON text each object, and each of its fields, stands.

The parser of the standard library forgets places; the order of objects is the same in both.
"""

from __future__ import annotations

import re
from typing import Any

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"(\s*:)?|[{}\n]')


class Lines:
    """The lines of the objects in `value`, which `text` says."""

    def __init__(self, text: str, value: Any) -> None:
        objects, keys = _places(text)
        found = list(_objects(value))
        known = len(found) == len(objects)  # a name given twice loses an object on the way
        self._places = dict(zip(map(id, found), objects, strict=True)) if known else {}
        self._keys = dict(zip(map(id, found), keys, strict=True)) if known else {}

    def line(self, value: Any) -> int:
        """Return the line on which an object starts, 1 for what is not one."""
        return self._places.get(id(value), (1, 0))[0]

    def column(self, value: Any) -> int:
        """Return where on its line an object starts, from 1; 0 for what is not one."""
        return self._places.get(id(value), (1, 0))[1]

    def key_line(self, value: Any, key: str | None) -> int:
        """Return the line of the field `key` of an object."""
        return self._keys.get(id(value), {}).get(key or "", self.line(value))


def _places(text: str) -> tuple[list[tuple[int, int]], list[dict[str, int]]]:
    line, start = 1, 0
    places: list[tuple[int, int]] = []
    keys: list[dict[str, int]] = []
    open_objects: list[dict[str, int]] = []
    for token in _TOKEN.finditer(text):
        first = token[0][0]
        if first == "\n":
            line, start = line + 1, token.end()
        elif first == "{":
            places.append((line, token.start() - start + 1))
            keys.append({})
            open_objects.append(keys[-1])
        elif first == "}":
            del open_objects[-1:]
        else:
            if token[1] and open_objects:
                open_objects[-1].setdefault(token[0][1 : token[0].rfind('"')], line)
            line += token[0].count("\n")
    return places, keys


def _objects(value: Any) -> list[Any]:
    """Return the objects in `value` in the order in which their braces open."""
    found, waiting = [], [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            found.append(each)
            waiting.extend(reversed(each.values()))
        elif isinstance(each, list):
            waiting.extend(reversed(each))
    return found
