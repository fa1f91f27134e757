"""HTML text → a tree of elements and texts, as browsers nest them; nothing is run or fetched.

Scripts, styles and comments never become part of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from builder.formats.document.html_tokens import tokens

VOID = frozenset(
    (
        *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta"),
        *("param", "source", "track", "wbr"),
        *("mprescripts", "mspace", "none"),
    )
)
_IMPLIED = {
    "li": frozenset(("li",)),
    "dt": frozenset(("dt", "dd")),
    "dd": frozenset(("dt", "dd")),
    "tr": frozenset(("tr", "td", "th")),
    "td": frozenset(("td", "th")),
    "th": frozenset(("td", "th")),
    "option": frozenset(("option",)),
}
"""Which open elements a start tag ends, that HTML lets authors leave open."""
_SCOPES = frozenset(("ul", "ol", "dl", "table", "select"))
_CLOSE_PARAGRAPH = frozenset(
    (
        *("address", "article", "aside", "blockquote", "div", "dl", "fieldset", "figure", "footer"),
        *("form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "main", "nav", "ol", "p"),
        *("pre", "section", "table", "ul"),
    )
)
_MAX_DEPTH = 100


@dataclass(slots=True)
class Element:
    """An element: its lower-case name, its attributes, and what is in it."""

    name: str
    given: dict[str, str] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)

    def elements(self, *names: str) -> Iterator[Element]:
        """Yield the elements of these names in it, in order."""
        for child in self.children:
            if isinstance(child, Element):
                if child.name in names:
                    yield child
                yield from child.elements(*names)

    def text(self, line_end: str = "\n") -> str:
        """Return all text in it, `line_end` for each `<br>`."""
        if self.name == "br":
            return line_end
        return "".join(
            child if isinstance(child, str) else child.text(line_end) for child in self.children
        )


def tree(text: str) -> Element:
    """Return the HTML `text` under one element without a name; what nests too deep is flat."""
    root = Element("")
    open_elements = [root]
    for kind, _, said, given in tokens(text):
        if kind == "text":
            open_elements[-1].children.append(said)
        elif kind == "open":
            _end_implied(said, open_elements)
            element = Element(said, given)
            open_elements[-1].children.append(element)
            if said not in VOID and len(open_elements) < _MAX_DEPTH:
                open_elements.append(element)
        else:
            _end(said, open_elements)
    return root


def _end_implied(name: str, open_elements: list[Element]) -> None:
    if name in _CLOSE_PARAGRAPH and open_elements[-1].name == "p":
        open_elements.pop()
    ends = _IMPLIED.get(name)
    if ends is None:
        return
    for at in range(len(open_elements) - 1, 0, -1):
        if open_elements[at].name in _SCOPES:
            return
        if open_elements[at].name in ends:
            del open_elements[at:]
            if name != "tr":
                return


def _end(name: str, open_elements: list[Element]) -> None:
    for at in range(len(open_elements) - 1, 0, -1):
        if open_elements[at].name == name:
            del open_elements[at:]
            return
