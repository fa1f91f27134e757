"""HTML of other systems → the Markdown of the bank.

What Markdown has no word for is left out by name; scripts, frames and handlers never get through,
because the bank's Markdown knows no raw HTML. `<sub>` and `<sup>` stay: they carry meaning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from builder.formats.document.html_tree import Element, tree
from builder.formats.document.mathml_latex import latex
from builder.plain_text import as_markdown

_BLOCKS = frozenset(
    (
        *("address", "article", "aside", "blockquote", "body", "center", "dd", "details", "div"),
        *("dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3"),
        *("h4", "h5", "h6", "header", "hr", "html", "li", "main", "nav", "ol", "p", "pre"),
        *("section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul"),
    )
)
_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*", "s": "~~", "del": "~~", "strike": "~~"}
_UNSEEN = frozenset(("head", "title", "template", "noscript", "script", "style"))
_REPORTED = frozenset(
    (
        *("applet", "audio", "button", "canvas", "embed", "iframe", "input", "link", "meta"),
        *("object", "script", "select", "svg", "textarea", "video"),
    )
)
_SPACES = re.compile(r"[ \t\n\r\f]+")
_FORMULA = re.compile(r"\\\((.{1,2000}?)\\\)|\\\[(.{1,4000}?)\\\]|\$\$(.{1,4000}?)\$\$", re.DOTALL)
_LONGEST = 100_000
"""In a longer text no formula is looked for: an open bracket costs up to 4,000 steps."""
_WHOLE_MARK = re.compile(r"(\*\*|\*)(?!\*)(?:[^*]|(?<=\\)\*)+\1", re.DOTALL)
_LINK = re.compile(r"(?:https?|mailto|tel):", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Converted:
    """Markdown, and the names of the elements that have no place in it."""

    markdown: str
    left_out: tuple[str, ...] = ()


def _own_name(source: str) -> str:
    return source


def markdown(
    html: str, picture: Callable[[str], str] = _own_name, whole: bool = False
) -> Converted:
    """Return HTML as Markdown; `picture` tells the new name of a picture, "" to leave it out.

    Bold around all of a text is taken for styling, unless `whole` says that it is meant.
    """
    if "<" not in html and "&" not in html:
        return Converted(_plain(_SPACES.sub(" ", html).strip()))
    writing = _Writing(picture)
    root = tree(html)
    blocks = writing.blocks(root)
    text = "\n\n".join(blocks)
    if not whole and "\n\n" not in text and _WHOLE_MARK.fullmatch(text):
        text = text.strip("*")
    return Converted(text, tuple(dict.fromkeys(writing.left_out)))


def line(html: str, picture: Callable[[str], str] = _own_name) -> Converted:
    """Return HTML as Markdown in one line, for an option or a side of a pair."""
    found = markdown(html, picture)
    return Converted(" ".join(found.markdown.split()), found.left_out)


_SHAPED = re.compile(r"^(?:```|~~~|\|.*\||> |[-*+] |[0-9]{1,9}[.)] |\$\$)", re.MULTILINE)


def lined(text: str) -> str:
    """Return Markdown in one line, unless its lines make code, a table, a list or a quotation."""
    if "\n" in text and _SHAPED.search(text):
        return text
    return " ".join(part for row in text.split("\n") if (part := row.strip()))


def _plain(text: str) -> str:
    """Return running text as Markdown, its formulas between dollars."""
    pieces, at = [], 0
    for found in _FORMULA.finditer(text) if len(text) <= _LONGEST else ():
        pieces.append(_escaped(text[at : found.start()]))
        inline, block = found[1], found[2] or found[3]
        formula = (inline or block or "").strip()
        pieces.append(f"${formula}$" if inline else f"$${formula}$$" if formula else "")
        at = found.end()
    return "".join([*pieces, _escaped(text[at:])])


def _escaped(text: str) -> str:
    """Escape what Markdown would read, and keep the spaces at both ends."""
    inner = text.strip()
    if not inner:
        return text
    start = text[: len(text) - len(text.lstrip())]
    return f"{start}{as_markdown(inner)}{text[len(text.rstrip()) :]}"


@dataclass(slots=True)
class _Writing:
    """One text on its way; collects what is left out."""

    picture: Callable[[str], str]
    left_out: list[str] = field(default_factory=list)

    # Blocks.

    def blocks(self, element: Element) -> list[str]:
        """Return the paragraphs and other blocks in an element."""
        found: list[str] = []
        run: list[Element | str] = []
        for child in element.children:
            if isinstance(child, Element) and self._holds_blocks(child):
                found += self._paragraphs(run)
                run = []
                found += self._block(child, found[-1] if found else "")
            else:
                run.append(child)
        return [*found, *self._paragraphs(run)]

    def _holds_blocks(self, element: Element) -> bool:
        return element.name in _BLOCKS or any(True for _ in element.elements(*_BLOCKS))

    def _paragraphs(self, run: Sequence[Element | str]) -> list[str]:
        text = self._inline(run)
        lines = (_SPACES.sub(" ", each).strip() for each in text.split(_BREAK))
        return [each for each in lines if each]

    def _block(self, element: Element, before: str) -> list[str]:
        name = element.name
        if name in ("ul", "ol"):
            return self._list(element, before)
        if name == "table":
            return self._table(element)
        if name == "pre":
            return [_fenced(element.text())] if element.text().strip() else []
        if name == "hr":
            return ["---"]
        inner = self.blocks(element)
        if name == "blockquote":
            return ["\n".join(f"> {row}".rstrip() for row in "\n\n".join(inner).split("\n"))]
        if name in ("h1", "h2", "h3", "h4", "h5", "h6") and len(inner) == 1:
            return [f"{'#' * int(name[1])} {inner[0]}"]
        return inner

    def _list(self, element: Element, before: str) -> list[str]:
        """Return a list; after another one of its kind with other marks, which keep them apart."""
        items = [each for each in element.children if isinstance(each, Element)]
        start = element.given.get("start", "1")
        first = int(start) if re.fullmatch(r"[0-9]{1,5}", start) else 1
        bullet = "*" if before.startswith("- ") else "-"
        dot = ")" if re.match(r"[0-9]{1,9}\. ", before) else "."
        rows = []
        for number, item in enumerate(items, first):
            label = f"{bullet} " if element.name == "ul" else f"{number}{dot} "
            inner = "\n\n".join(self.blocks(item)).split("\n")
            indented = (f"{' ' * len(label)}{row}" if row else "" for row in inner[1:])
            rows.append("\n".join([label + inner[0], *indented]))
        return ["\n".join(rows)] if rows else []

    def _table(self, element: Element) -> list[str]:
        rows = [
            [
                " ".join(" ".join(self.blocks(cell)).split()).replace("|", "\\|")
                for cell in row.children
                if isinstance(cell, Element) and cell.name in ("td", "th")
            ]
            for row in element.elements("tr")
        ]
        rows = [row for row in rows if row]
        if not rows:
            return []
        width = max(map(len, rows))
        padded = [[*row, *[""] * (width - len(row))] for row in rows]
        padded.insert(1, ["---"] * width)
        return ["\n".join(f"| {' | '.join(row)} |" for row in padded)]

    # Inline.

    def _inline(self, run: Sequence[Element | str]) -> str:
        return "".join(self._pieces(run))

    def _pieces(self, run: Sequence[Element | str]) -> Iterator[str]:
        for child in _joined(run):
            if isinstance(child, str):
                yield _plain(_SPACES.sub(" ", child))
            else:
                yield self._element(child)

    def _element(self, element: Element) -> str:
        name = element.name
        if name in _REPORTED:
            self.left_out.append(name)
            return element.text() if name in ("button", "textarea") else ""
        if name in _UNSEEN:
            return ""
        if name == "br":
            return _BREAK
        if name == "img":
            return self._image(element)
        if name in ("code", "tt", "kbd", "samp") and element.text().strip():
            rows = element.text(_BREAK).split(_BREAK)
            return _BREAK.join(_code(row) for row in rows if row.strip())
        if name == "math":
            return _mathml(element)
        inner = self._inline(element.children)
        if name == "rt" and inner.strip():
            return f"（{inner.strip()}）"
        return "" if name == "rp" else self._styled(element, inner)

    def _styled(self, element: Element, inner: str) -> str:
        name = element.name
        if not inner.strip():
            return inner
        if name in ("sub", "sup"):
            return f"<{name}>{inner}</{name}>"
        if name == "a" and _LINK.match(element.given.get("href", "")):
            target = element.given["href"].replace(">", "%3E")
            return _around(inner, "[", f"](<{target}>{_title(element, inner)})")
        mark = _MARKS.get(name)
        return inner if mark is None or _BREAK in inner else _around(inner, mark, mark)

    def _image(self, element: Element) -> str:
        name = self.picture(element.given.get("src", ""))
        if not name:
            self.left_out.append("img")
            return ""
        words = " ".join(re.sub(r"[\[\]\\]", " ", element.given.get("alt", "")).split())
        safe = name if re.fullmatch(r"[^\s()<>]+", name) else f"<{name}>"
        return f"![{words}]({safe}{_title(element, words)})"


def _title(element: Element, shown: str) -> str:
    """Return the title of a link or a picture, where it says more than what is shown."""
    title = " ".join(element.given.get("title", "").split())
    if not title or title == shown.strip():
        return ""
    said = re.sub(r'[\\"&|]', r"\\\g<0>", title)
    return f' "{said}"'


def _around(inner: str, before: str, after: str) -> str:
    """Return a text between marks, with the spaces at its ends outside of them."""
    start, end = inner[: len(inner) - len(inner.lstrip())], inner[len(inner.rstrip()) :]
    return f"{start}{before}{inner.strip()}{after}{end}"


_BREAK = "\x02"
"""A line break in running text; no source can hold it."""


def _joined(run: Sequence[Element | str]) -> Iterator[Element | str]:
    """Join texts that stand together, so that a formula is seen whole."""
    text = ""
    for child in run:
        if isinstance(child, str):
            text += child.replace(_BREAK, "")
        else:
            if text:
                yield text
            text = ""
            yield child
    if text:
        yield text


def _code(said: str) -> str:
    text = " ".join(said.split())
    ticks = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    gap = " " if text.startswith("`") or text.endswith("`") else ""
    first, last = (" " if each.isspace() else "" for each in (said[0], said[-1]))
    return f"{first}{ticks}{gap}{text}{gap}{ticks}{last}"


def _fenced(text: str) -> str:
    text = text.strip("\n").replace(_BREAK, "")
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    return f"{fence}\n{text}\n{fence}"


def _mathml(element: Element) -> str:
    formula = latex(element)
    if not formula:
        return ""
    return f"$${formula}$$" if element.given.get("display") == "block" else f"${formula}$"
