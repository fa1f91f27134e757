"""The bank's Markdown → the XHTML of QTI with MathML and pictures; what it cannot say is told."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from html import escape
from urllib.parse import quote, unquote

from builder.formats.document.markdown_out import html
from builder.formats.writing import Item
from builder.markup import Style
from builder.mathml import mathml

_ODD = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_UNKNOWN = (
    (re.compile(r"</?(?:s|del)>"), "struck-through text"),
    (re.compile(r"</?(?:ruby|rp|rt)>"), "readings above a text"),
    (re.compile(r' style="text-align:[a-z]+"'), "alignment of columns"),
    (re.compile(r'(?<=<ol) start="\d+"'), "first number of a list"),
    (re.compile(r'(?<=") title="[^"]*"'), "title of a link or a picture"),
)
"""What XHTML as QTI has it does not know."""
_LIKE_FORMULA = re.compile(
    r"\$(?=[^$\s])(?=[^$]*[\\^_])[^$\n]*[^$\s]\$(?!\d)|\$\$.+?\$\$|\\\(.+?\\\)|\\\[.+?\\\]",
    re.DOTALL,
)
_TAGS = re.compile(r"<(?!input|hr)[^>]*>")
_FORMULA = re.compile(r"<math.*?</math>|<[^>]*>", re.DOTALL)
MATHML = "http://www.w3.org/1998/Math/MathML"


def characters(text: str) -> str:
    """Return plain text between tags."""
    return escape(_ODD.sub("\ufffd", text), quote=False)


def formula(latex: str, display: bool) -> str:
    """Return a formula as MathML that carries its LaTeX."""
    found = re.fullmatch(r"<math[^>]*>(.*)</math>", mathml(latex, display), re.DOTALL)
    shown = found[1] if found else ""
    block = ' display="block"' if display else ""
    note = f'<annotation encoding="application/x-tex">{escape(latex, quote=False)}</annotation>'
    return f'<math xmlns="{MATHML}"{block}><semantics><mrow>{shown}</mrow>{note}</semantics></math>'


Address = Callable[[str], str]
"""A picture's path in the exam's folder → its address in the text."""


def own_address(up: str) -> Address:
    """Return how a file in a package names a picture; `up` leads to the package's root."""
    return lambda inside: quote(f"{up}{inside}")


Formula = Callable[[str, bool], str]


def shown(
    item: Item,
    field: str,
    text: str | None,
    address: Address,
    style: Style = "block",
    blank: str = "",
    set_formula: Formula | None = None,
) -> str:
    """Return a Markdown text of a question as HTML that is XML, its pictures at their addresses."""
    text = item.text(field, text)
    known = set(item.carried()) if "](" in text or "]:" in text else set()
    folder = item.section.folder

    def placed(source: str) -> str:
        path = posixpath.normpath(posixpath.join(folder, unquote(source)))
        return address(path.removeprefix(f"{folder}/")) if path in known else source

    said = _ODD.sub("\ufffd", html(text, style, placed, blank, set_formula))
    if text.strip() and "<img" not in said and not _TAGS.sub("", said).strip():
        item.lose(field, "nothing of it shows, so that it was left out")
    return said


def looks_like_formula(said: str) -> bool:
    """Tell HTML whose text, besides its formulas, has dollars or brackets as formulas have."""
    if "$" not in said and "\\" not in said:
        return False
    return _LIKE_FORMULA.search(_FORMULA.sub(" ", said)) is not None


def xhtml(
    item: Item,
    field: str,
    text: str | None,
    address: Address,
    style: Style = "block",
    blank: str = "",
) -> str:
    """Return a Markdown text of a question as the XHTML that QTI 2 and 3 know."""
    said = shown(item, field, text, address, style, blank, formula)
    if looks_like_formula(said):
        item.lose(field, "a text that looks like a formula may be read as one")
    for pattern, what in _UNKNOWN:
        if pattern.search(said):
            item.lose(field, f"{item.export.format} has no {what}; the text went without")
            said = pattern.sub("", said)
    return said


def line(item: Item, field: str, text: str, address: Address) -> str:
    """Return an option, or a side of a pair: running text where it is one."""
    return xhtml(item, field, text, address, "block" if "\n" in text else "inline")


def running(said: str) -> str | None:
    """Return the inside of XHTML that is one paragraph, nothing for more."""
    found = re.fullmatch(r"<p>((?:(?!</?p>).)*)</p>", said, re.DOTALL)
    return found[1] if found and "<pre" not in found[1] else None
