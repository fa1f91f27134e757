"""Markdown to Typst markup, from the same tokens as the HTML. Knows nothing of pages or engines.

Text stands in Typst as quoted strings, so that nothing in it can be read as markup.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Sequence
from posixpath import normpath
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urlsplit

from markupsafe import Markup

from builder.bidi import isolates
from builder.formula import typst_formula
from builder.markup import HAN, Style, code_pieces, tokens
from builder.mathml import MathError
from builder.model import BLANK
from builder.problems import Fault, Path

if TYPE_CHECKING:
    from markdown_it.token import Token

_PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp")
_DATA = re.compile(r"data:image/\w+;base64,(.*)", re.DOTALL)
_RULE = "#blank-rule;"


class SetText(NamedTuple):
    """A text that was set: where it stands, what it said, and its Typst markup."""

    path: Path
    text: str
    markup: str


class TypstText:
    """Sets the texts of one question or page in Typst; collects faults, and what was set.

    `folder` is the folder of the YAML file below `content/`, where its images stand.
    """

    def __init__(self, folder: str, path: Path = ()) -> None:
        self.faults: list[Fault] = []
        self.texts: list[SetText] = []
        self._folder = folder
        self._path = path

    def block(self, text: str, *path: str | int) -> Markup:
        """Return paragraphs and other blocks."""
        return self._noted(text, "block", path)

    def inline(self, text: str, *path: str | int) -> Markup:
        """Return text without blocks, for an option or a title."""
        return self._noted(text, "inline", path)

    def cloze(self, text: str, *path: str | int) -> Markup:
        """Return blocks in which every `___` is the character BLANK."""
        return self._noted(text, "cloze", path)

    def plain(self, text: str, *path: str | int) -> Markup:
        """Return text that is no Markdown: a title, an answer."""
        markup = _isolated(text, quoted(text))
        self.texts.append(SetText((*self._path, *path), text, markup))
        return Markup(markup)  # noqa: S704

    def fault(self, message: str, *path: str | int) -> None:
        """Leave what loading has said already unsaid."""

    def within(self, letters: str, *path: str | int) -> TypstText:
        """Return a setter for a question inside this one, which collects into this one."""
        inner = TypstText(self._folder, (*self._path, *path))
        inner.faults, inner.texts = self.faults, self.texts
        return inner

    def _noted(self, text: str, style: Style, path: Path) -> Markup:
        full = (*self._path, *path)
        setting = _Setting(text, style, self._folder)
        markup = setting.markup()
        self.faults.extend(fault.under(*full) for fault in setting.faults)
        self.texts.append(SetText(full, text, markup.replace(BLANK, _RULE)))
        return Markup(markup)  # noqa: S704


def quoted(text: str) -> str:
    """Return text as Typst markup that sets exactly it."""
    return f"#{_string(text)};" if text else ""


def _isolated(text: str, markup: str) -> str:
    before, behind = isolates(text)
    return f"{quoted(before)}{markup}{quoted(behind)}"


def with_rules(markup: str) -> str:
    """Return markup in which every BLANK is a rule to write on."""
    return str(markup).replace(BLANK, _RULE)


_UNBROKEN = re.compile(r"[!-~]{40,}")
"""What has no place to break a line at, as long as it is."""


def _string(text: str) -> str:
    text = _UNBROKEN.sub(lambda found: "\u200b".join(found[0]), text)
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


class _Setting:
    """One text on its way from tokens to markup."""

    def __init__(self, text: str, style: Style, folder: str) -> None:
        self.faults: list[Fault] = []
        self._text = text
        self._style = style
        self._folder = folder
        self._from = 0

    def markup(self) -> str:
        return self._run(tokens(self._text, self._style)).strip()

    def _run(self, tokens: Sequence[Token]) -> str:
        return "".join(self._piece(tokens, index) for index in range(len(tokens)))

    def _piece(self, tokens: Sequence[Token], index: int) -> str:
        token = tokens[index]
        if token.hidden:
            return ""
        if token.type in _FIXED:
            return _FIXED[token.type]
        return _PIECES[token.type](self, tokens, index)

    def inline(self, tokens: Sequence[Token], index: int) -> str:
        return _isolated(tokens[index].content, self._run(tokens[index].children or ()))

    def text(self, tokens: Sequence[Token], index: int) -> str:
        return quoted(tokens[index].content)

    def soft_break(self, tokens: Sequence[Token], index: int) -> str:
        before = tokens[index - 1].content[-1:] if index else ""
        after = tokens[index + 1].content[:1] if index + 1 < len(tokens) else ""
        return "" if HAN.match(before) and HAN.match(after) else " "

    def option(self, tokens: Sequence[Token], index: int) -> str:
        """Name an option by its letter, so that another order finds and changes it."""
        letter = tokens[index].content
        return f'#"{letter}";/*opt {letter}*/'

    def ruby(self, tokens: Sequence[Token], index: int) -> str:
        reading = str(tokens[index].meta["reading"])
        return f"#ruby({_string(tokens[index].content)}, {_string(reading)});"

    def dots(self, tokens: Sequence[Token], index: int) -> str:
        return f"#dots({_string(tokens[index].content)});"

    def code(self, tokens: Sequence[Token], index: int) -> str:
        return self._code(tokens[index].content)

    def code_block(self, tokens: Sequence[Token], index: int) -> str:
        content = tokens[index].content.removesuffix("\n")
        pieces = code_pieces(content, self._style)
        if len(pieces) == 1:
            return f"\n\n#code-block(raw(block: true, {_string(content)}));\n\n"
        lines = "#linebreak();".join(self._code(line) for line in content.split("\n"))
        return f"\n\n#code-block[{lines}];\n\n"

    def _code(self, text: str) -> str:
        pieces = code_pieces(text, self._style)
        return BLANK.join(f"#raw({_string(piece)});" if piece else "" for piece in pieces)

    def formula(self, tokens: Sequence[Token], index: int) -> str:
        token = tokens[index]
        display = token.type != "math_inline"
        latex = token.content
        at = self._offset(latex)
        try:
            body = typst_formula(latex, display)
        except MathError as error:
            self.faults.append(Fault((), f"bad maths: {error}", at + error.offset))
            return ""
        spoken = _string(" ".join(latex.split()))
        return f"#math.equation(block: {str(display).lower()}, alt: {spoken}, ${body}$);"

    def image(self, tokens: Sequence[Token], index: int) -> str:
        token = tokens[index]
        source = str(token.attrGet("src") or "")
        alt = "".join(each.content for each in token.children or ())
        data = _DATA.match(source)
        if data is None and not urlsplit(source).path.lower().endswith(_PICTURES):
            message = f"image '{source}' cannot be set (images are {', '.join(_PICTURES)})"
            self.faults.append(Fault((), message, self._offset(unquote(source))))
            return ""
        try:
            return f"#picture({self._file(source, data)}, {_string(alt)});"
        except ValueError:
            message = "the data of an image is cut off or damaged (it is no base64)"
            self.faults.append(Fault((), message, self._offset(unquote(source))))
            return ""

    def _file(self, source: str, data: re.Match[str] | None) -> str:
        """Return what Typst loads. Raises ValueError for data that cannot be decoded."""
        if data:
            numbers = ",".join(map(str, base64.b64decode(unquote(data[1]))))
            return f"bytes(({numbers},))"
        return _string("/" + normpath(f"{self._folder}/{unquote(urlsplit(source).path)}"))

    def link_open(self, tokens: Sequence[Token], index: int) -> str:
        """Begin a link; one to a file of the site leads nowhere from a sheet of paper."""
        target = str(tokens[index].attrGet("href") or "")
        return f"#link({_string(target)})[" if urlsplit(target).scheme else "#["

    def list_open(self, tokens: Sequence[Token], index: int) -> str:
        token = tokens[index]
        if token.type == "bullet_list_open":
            return "\n\n#list("
        return f"\n\n#enum(start: {int(token.attrGet('start') or 1)}, "

    def table_open(self, tokens: Sequence[Token], index: int) -> str:
        ends = (place for place in range(index, len(tokens)) if tokens[place].type == "tr_close")
        row = [token for token in tokens[index : next(ends)] if token.type == "th_open"]
        styles = (str(token.attrGet("style") or "") for token in row)
        aligns = (style.removeprefix("text-align:") or "left" for style in styles)
        return f"\n\n#data-table(({''.join(f'{align},' for align in aligns)}), "

    def _offset(self, needle: str) -> int:
        """Return where a part of the text stands, further on than the last one asked for."""
        at = self._text.find(needle, self._from)
        at = at if at >= 0 else max(0, self._text.find(needle))
        self._from = at + 1
        return at


_Piece = Callable[[_Setting, "Sequence[Token]", int], str]

_FIXED = {
    "hardbreak": "#linebreak();",
    "blank": BLANK,
    "strong_open": "#strong[",
    "em_open": "#emph[",
    "s_open": "#strike[",
    **dict.fromkeys(("strong_close", "em_close", "s_close", "link_close"), "];"),
    "paragraph_open": "\n\n",
    "paragraph_close": "\n\n",
    "heading_open": "\n\n#strong[",
    "heading_close": "];\n\n",
    "hr": "\n\n#line(length: 100%, stroke: 0.5pt);\n\n",
    "blockquote_open": "\n\n#quote(block: true)[",
    "blockquote_close": "];\n\n",
    "bullet_list_close": ");\n\n",
    "ordered_list_close": ");\n\n",
    "list_item_open": "[",
    "list_item_close": "], ",
    "table_close": ");\n\n",
    "thead_open": "table.header(",
    "thead_close": "), ",
    "tbody_open": "",
    "tbody_close": "",
    "tr_open": "",
    "tr_close": "",
    "th_open": "[#strong[",
    "th_close": "]], ",
    "td_open": "[",
    "td_close": "], ",
}

_PIECES: dict[str, _Piece] = {
    "inline": _Setting.inline,
    "text": _Setting.text,
    "text_special": _Setting.text,
    "softbreak": _Setting.soft_break,
    "option": _Setting.option,
    "ruby": _Setting.ruby,
    "dots": _Setting.dots,
    "code_inline": _Setting.code,
    "code_block": _Setting.code_block,
    "fence": _Setting.code_block,
    "math_inline": _Setting.formula,
    "math_inline_double": _Setting.formula,
    "math_block": _Setting.formula,
    "image": _Setting.image,
    "link_open": _Setting.link_open,
    "bullet_list_open": _Setting.list_open,
    "ordered_list_open": _Setting.list_open,
    "table_open": _Setting.table_open,
}
