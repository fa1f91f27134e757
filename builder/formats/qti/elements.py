"""QTI's XML as one vocabulary: 2.x's names without a namespace, for whatever version came."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape
from xml.etree.ElementTree import Element

from builder.formats.document.archive import parsed

HOLE = "\ue000"
"""Stands for a gap in a text that is on its way to Markdown."""

_USUAL_IN_3 = {"qti-map-entry": {"caseSensitive": "false"}}
"""What QTI 3 means by an attribute that is left out, where 2.x means something else."""


def root(data: bytes, name: str) -> Element:
    """Return a file's outermost element. Raises ReadError for what is no safe XML."""
    tree = parsed(data, name, typed=True)
    for element in tree.iter():
        usual = _USUAL_IN_3.get(str(element.tag).rpartition("}")[2], {})
        element.tag = _name(str(element.tag))
        given = {_camel(each.rpartition("}")[2]): text for each, text in element.attrib.items()}
        element.attrib.clear()
        element.attrib.update({**usual, **given})
    return tree


def _name(name: str) -> str:
    """Return `{space}qti-choice-interaction` as `choiceInteraction`."""
    name = name.rpartition("}")[2]
    return _camel(name.removeprefix("qti-")) if name.startswith("qti-") else name


def _camel(name: str) -> str:
    return re.sub(r"-([a-z])", lambda found: found[1].upper(), name)


def said(element: Element | None) -> str:
    """Return all text in an element."""
    return "".join(element.itertext()).strip() if element is not None else ""


def html(element: Element, replace: Callable[[Element], str | None]) -> str:
    """Return what is in an element as HTML; `replace` gives what stands for one, if not itself."""
    return "".join(_pieces(element, replace))


def _pieces(element: Element, replace: Callable[[Element], str | None]) -> Iterator[str]:
    yield escape((element.text or "").replace(HOLE, ""), quote=False)
    for child in element:
        other = replace(child)
        if other is not None:
            yield other
        else:
            given = "".join(f' {each}="{escape(value)}"' for each, value in child.attrib.items())
            yield f"<{child.tag}{given}>"
            yield from _pieces(child, replace)
            yield "" if child.tag in ("br", "img", "hr") else f"</{child.tag}>"
        yield escape((child.tail or "").replace(HOLE, ""), quote=False)


def identifier_of(name: str) -> str:
    """Return a name that may be an identifier in XML: it starts with a letter or `_`."""
    name = re.sub(r"[^\w.-]", "_", name)
    return name if re.match(r"[^\W\d]", name) else f"_{name}"
