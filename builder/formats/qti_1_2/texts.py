"""The texts of QTI 1.2 → Markdown, and the pictures that they show."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from html import escape
from urllib.parse import unquote

from builder.formats.document import html_markdown
from builder.formats.document.html_tokens import unescape
from builder.formats.document.xml_tree import Node
from builder.plain_text import as_markdown

HOLE = "\ue000"
"""Stands for a gap in a text that is on its way to Markdown."""
_EQUATION = re.compile(r"<img\b[^>]*\bdata-equation-content=(?:\"([^\"]*)\"|'([^']*)')[^>]*>")
_BASE = re.compile(r"^(?:\$|%24)?IMS-CC-FILEBASE(?:\$|%24)?/", re.IGNORECASE)


def addresses(source: str, folder: str) -> list[str]:
    """Return where in a package a picture may be that a text names so, the likeliest first."""
    path = unquote(_BASE.sub("", source).partition("?")[0])
    inside = posixpath.normpath(posixpath.join("/", path)).lstrip("/")
    beside = posixpath.normpath(posixpath.join("/", folder, path)).lstrip("/")
    if _BASE.match(source):
        return [f"web_resources/{inside}", inside, beside]
    return [beside, inside, f"web_resources/{inside}"]


class Texts:
    """Turns what is shown into Markdown; gathers what had no place."""

    def __init__(self, picture: Callable[[str], str]) -> None:
        self._picture = picture
        self.left_out: list[str] = []

    def markdown(
        self,
        node: Node | None,
        gaps: tuple[str, ...] = (),
        ruled: bool = False,
        responses: bool = False,
    ) -> str:
        """Return what a node shows: the texts and pictures in it, but not those of responses.

        `gaps` are names that stand in brackets, `ruled` tells that lines of `_` are gaps, and
        `responses` that the responses are, where they stand.
        """
        if node is None:
            return ""
        html = "".join(self._html(each) for each in _shown(node, responses))
        html = _EQUATION.sub(_formula, html)
        for name in gaps:
            html = html.replace(f"[{escape(name, quote=False)}]", HOLE, 1)
        if ruled:
            html = re.sub(r"_{3,}", HOLE, html)
        found = html_markdown.markdown(html, self._picture, whole=True)
        self.left_out += found.left_out
        return found.markdown

    def line(self, node: Node | None) -> str:
        """Return what a node shows, in one line where its lines say nothing."""
        return html_markdown.lined(self.markdown(node))

    def _html(self, node: Node) -> str:
        if node.tag.startswith("response_"):
            return HOLE
        return self._html_of(node).replace(HOLE, "")

    def _html_of(self, node: Node) -> str:
        if node.tag == "matimage":
            return f'<img src="{escape(node.attributes.get("uri", ""))}">'
        if node.tag == "matbreak":
            return "<br>"
        if node.tag in ("mataudio", "matvideo", "matapplet", "matapplication"):
            self.left_out.append(node.tag)
            return ""
        if is_html(node):
            return node.text
        said = "<br>".join(escape(node.text.strip(), quote=False).split("\n"))
        before, after = (" " if each.isspace() else "" for each in (node.text[:1], node.text[-1:]))
        return f"{before}<b>{said}</b>{after}" if node.tag == "matemtext" else before + said + after


_TEXTS = ("mattext", "matemtext", "matimage", "matbreak", "mat_formattedtext")
_SOUNDS = ("mataudio", "matvideo", "matapplet", "matapplication")


def _shown(node: Node, responses: bool = False) -> list[Node]:
    """Return the texts in a node in their order, and its responses, but not the texts of those."""
    found: list[Node] = []
    for child in node.children:
        if (
            child.tag in _TEXTS
            or child.tag in _SOUNDS
            or (child.tag.startswith("response_") and responses)
        ):
            found.append(child)
        elif not child.tag.startswith(("response_", "render_")):
            found += _shown(child, responses)
    return found


def is_html(node: Node) -> bool:
    """Tell a text that is marked up."""
    given = node.attributes
    return (
        given.get("texttype", "text/plain").lower() == "text/html"
        or given.get("type", "").upper() == "HTML"
    )


def _formula(found: re.Match[str]) -> str:
    latex = unescape(found[1] or found[2] or "")
    return f"\\({escape(latex, quote=False)}\\)" if latex.strip() else ""


def plain(node: Node | None) -> str:
    """Return the plain text of a node, markup taken away."""
    return as_markdown(" ".join(each.text for each in _shown(node)).strip()) if node else ""
