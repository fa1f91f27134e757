"""Our own HTML, as markup.py writes it → a tree of elements: text, blocks, pictures, MathML."""

from __future__ import annotations

from html.parser import HTMLParser
from xml.etree.ElementTree import Element, TreeBuilder

_VOID = ("img", "br", "hr", "mspace")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.builder = TreeBuilder()
        self.builder.start("body", {})

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.builder.start(tag, {name: value or "" for name, value in attrs})
        if tag in _VOID:
            self.builder.end(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.builder.start(tag, {name: value or "" for name, value in attrs})
        self.builder.end(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in _VOID:
            self.builder.end(tag)

    def handle_data(self, data: str) -> None:
        self.builder.data(data)


def parsed(html: str) -> Element:
    """Return rendered Markdown as a `body` with its elements."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    reader.builder.end("body")
    return reader.builder.close()
