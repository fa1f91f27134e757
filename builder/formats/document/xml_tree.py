"""XML of other systems → a tree that knows its lines. No document type, so no entities.

Does not know what the elements mean. Raises ReadError for what is no XML, and for too much of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NoReturn
from xml.parsers import expat

from builder.decoding import ReadError

_MAX_DEPTH = 200
_MAX_NODES = 4_000_000


@dataclass(slots=True)
class Node:
    """An element: its name without a namespace, and the text that stands in it directly."""

    tag: str
    line: int
    attributes: dict[str, str]
    column: int = 0
    """Where on its line it starts, from 1."""
    space: str = ""
    """The namespace of its name."""
    children: list[Node] = field(default_factory=list)
    text: str = ""

    def all(self, tag: str) -> Iterator[Node]:
        """Yield the children of that name."""
        return (child for child in self.children if child.tag == tag)

    def first(self, tag: str) -> Node | None:
        """Return the first child of that name."""
        return next(self.all(tag), None)

    def said(self, *path: str) -> str:
        """Return the text at the end of a path of names, "" where there is none."""
        node: Node | None = self
        for tag in path:
            node = node.first(tag) if node else None
        return node.text.strip() if node else ""


def parsed(text: str, name: str = "the file") -> Node:
    """Return the root of an XML text."""
    builder = _Builder(name)
    parser = expat.ParserCreate("utf-8", namespace_separator=" ")
    parser.buffer_text = True
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    parser.StartDoctypeDeclHandler = builder.doctype
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.text
    builder.parser = parser
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        place = f"line {error.lineno}, column {error.offset + 1}"
        raise ReadError(f"{name} is not XML: {expat.ErrorString(error.code)}, {place}") from None
    return builder.root


class _Builder:
    """Takes what the parser tells."""

    def __init__(self, name: str) -> None:
        self.parser: Any = None
        self.root = Node("", 1, {})
        self._name = name
        self._open: list[tuple[Node, list[str]]] = []
        self._count = 0

    def doctype(self, *_: object) -> NoReturn:
        raise ReadError(
            f"{self._name} is refused, for it has a document type (<!DOCTYPE …>, line"
            f" {self.parser.CurrentLineNumber}): such a declaration can fetch other files, or grow"
            " without end; take it out and import again"
        )

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if len(self._open) >= _MAX_DEPTH or self._count > _MAX_NODES:
            raise ReadError(f"{self._name} has too many elements, or too deep ones")
        space, _, tag = name.rpartition(" ")
        plain = {each.rpartition(" ")[2]: said for each, said in attributes.items()}
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        node = Node(tag, line, plain, column, space)
        if self._open:
            self._open[-1][0].children.append(node)
        else:
            self.root = node
        self._open.append((node, []))

    def end(self, _: str) -> None:
        node, texts = self._open.pop()
        node.text = "".join(texts)

    def text(self, data: str) -> None:
        self._open[-1][1].append(data)


def as_number(text: str) -> float | None:
    """Return what an element or an attribute says as a number; nothing for what is none."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None
