"""What a page is made of besides its authors' texts, to be compared with its harmless twin's.

Tests nothing itself.
"""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any

from tests.hostile_bank import HARMLESS

# What Markdown, formulas and code may become. No form, no frame, no script, no style, no SVG.
_TEXT = re.compile(
    r"p|em|strong|s|del|code|pre|ul|ol|li|blockquote|h1|h2|h3|h4|h5|h6|hr|br|a|img|span|b|"
    r"small|sup|sub|ruby|rt|rp|table|thead|tbody|tr|th|td|math|mrow|mi|mo|mn|ms|mtext|mspace|"
    r"mfrac|msqrt|mroot|msup|msub|msubsup|munder|mover|munderover|mtable|mtr|mtd|mpadded|"
    r"mphantom|mstyle|menclose|semantics|annotation|mmultiscripts|mprescripts|merror|div"
)
_ATTRIBUTES: dict[str, re.Pattern[str]] = {
    "class": re.compile(r"[\w -]*"),
    "href": re.compile(r"(?:https?://|mailto:|tel:|#|[^:]*$|(?:\.\./)*[^:]*$).*", re.DOTALL),
    "src": re.compile(r"(?:data:image/(?:png|jpeg|gif|webp|avif)[;,]|[^:/][^:]*$).*", re.DOTALL),
    "rel": re.compile("noopener noreferrer"),
    "start": re.compile(r"\d+"),
    "data-opt": re.compile("[A-Z]"),
}  # fmt: skip
_FREE = re.compile(
    r"alt|title|display|mathvariant|stretchy|form|fence|separator|lspace|rspace|width|height|depth|"
    r"voffset|accent|accentunder|movablelimits|largeop|symmetric|minsize|maxsize|scriptlevel|"
    r"displaystyle|columnalign|rowspacing|columnspacing|columnlines|rowlines|linethickness|notation|"
    r"encoding|mathcolor|mathbackground|mathsize|intent|arg|scope|colspan|rowspan|lang|dir"
)


class _Skeleton(HTMLParser):
    """Notes all that no text may become, in order; what else differs from the twin is an escape."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[object] = []
        self._data: list[str] | None = None

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if _TEXT.fullmatch(tag) and all(_is_of_text(name, value) for name, value in attributes):
            return
        self.found.append((tag, tuple(sorted((name, value or "") for name, value in attributes))))
        if tag in ("script", "style"):
            self._data = []

    def handle_endtag(self, tag: str) -> None:
        if not _TEXT.fullmatch(tag):
            self.found.append(f"/{tag}")
        if self._data is not None:
            text = "".join(self._data)
            self.found.append(shape(json.loads(text)) if text.startswith(("{", "[")) else text)
            self._data = None

    def handle_data(self, data: str) -> None:
        if self._data is not None:
            self._data.append(data)

    def handle_comment(self, data: str) -> None:
        self.found.append(f"comment {data}")


def _is_of_text(name: str, value: str | None) -> bool:
    pattern = _ATTRIBUTES.get(name, _FREE if name != "id" else None)
    if pattern is None:
        return False
    return bool(pattern.fullmatch(name if pattern is _FREE else value or ""))


def skeleton(html: str) -> list[object]:
    """Return the structure of a page."""
    parser = _Skeleton()
    parser.feed(html)
    parser.close()
    return parser.found


def differences(hostile: str, twin: str) -> list[str]:
    """Return how a page differs in structure from its harmless twin; texts may differ."""
    one, two = skeleton(hostile), skeleton(twin)
    found = [f"{len(one)} and {len(two)} pieces"] if len(one) != len(two) else []
    return found + [f"{a} and {b}" for a, b in zip(one, two, strict=False) if not _alike(a, b)]


def _alike(one: object, two: object) -> bool:
    """Tell whether pieces are the same but for the values of attributes that hold a text."""
    if one == two:
        return True
    match one, two:
        case (str(tag), tuple(own)), (str(other), tuple(others)):
            return (
                tag == other
                and [name for name, _ in own] == [name for name, _ in others]
                and all(
                    value == said or HARMLESS in said or name == "data-edition"
                    for (name, value), (_, said) in zip(own, others, strict=True)
                )
            )
    return False


def data(script: str) -> object:
    """Return the shape of what a data file hands over."""
    return shape(json.loads(script.partition("(")[2].rpartition(")")[0]))


def shape(value: Any) -> object:
    """Return data with every text but field names left out."""
    if isinstance(value, dict):
        return {name: shape(each) for name, each in value.items()}
    if isinstance(value, list):
        return [shape(each) for each in value]
    return type(value).__name__
