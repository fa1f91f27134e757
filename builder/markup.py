"""The one configured Markdown: safe HTML, formulas, code, images; and where it went wrong.

CommonMark with tables and strikethrough, raw HTML off. Text that Markdown would leave as it is
takes a short cut, which a property test holds equal to the long way. Knows nothing of questions
but the blank and the reference to an option; `{{ruby:字|zì}}` and `{{dots:字}}` are its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile
from posixpath import normpath
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import unquote, urlsplit

from markupsafe import Markup, escape

from builder.model import BLANK, ROOT
from builder.problems import Fault, Path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it import MarkdownIt
    from markdown_it.renderer import RendererHTML
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

Style = Literal["block", "inline", "cloze"]
Env = MutableMapping[str, Any]

# One line without a character that means something to Markdown, and no start of a block.
_PLAIN = re.compile(
    r"""(?!\s|\#|=|[-+](?:[\s-]|$)|\d{1,9}[.)](?:\s|$))"""
    r"""[^\\`*_\[\]<>&!~\n\r\x00-\x01"'${]*(?<!\s)"""
)
_OPTION = re.compile(r"\{\{\s*opt:\s*([A-Za-z])\s*\}\}")
_RUBY = re.compile(r"\{\{\s*ruby:\s*([^{}|\n]+?)\s*\|\s*([^{}|\n]+?)\s*\}\}")
_DOTS = re.compile(r"\{\{\s*dots:\s*([^{}|\n]+?)\s*\}\}")
_MARK = re.compile(r"\{\{\s*(?:ruby|dots)\b")
_CODE_BLANK = re.compile(r"(?<![0-9A-Za-z_])_{3,}(?![0-9A-Za-z_])")
_BLANK = re.compile(r"(?<!_)_{3,}(?!_)")
HAN = re.compile(r"[\u3000-\u303f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef]")
_LINKS = ("http", "https", "mailto", "tel")
_PICTURE = re.compile("data:image/(gif|png|jpeg|webp);")


@dataclass(slots=True)
class Rendered:
    """HTML of one text, with what it refers to and what is wrong in it."""

    html: Markup
    files: list[str] = field(default_factory=list)
    """Paths below `content/` of images and linked files."""
    options: list[tuple[str, int]] = field(default_factory=list)
    """Letters named by `{{opt:x}}`, and where in the text."""
    faults: list[Fault] = field(default_factory=list)


class QuestionHtml:
    """Renders the texts of one question or page; collects faults, files and option references.

    `folder` is the folder of the YAML file below `content/`, where its images are looked for;
    `letters` are the options that `{{opt:x}}` may name.
    """

    def __init__(self, folder: str, letters: str = "", path: Path = ()) -> None:
        self.faults: list[Fault] = []
        self.files: list[tuple[Path, str]] = []
        self._folder = folder
        self._letters = letters
        self._path = path

    def block(self, text: str, *path: str | int) -> Markup:
        """Return paragraphs and other blocks."""
        if is_plain(text):
            return Markup(f"<p>{text}</p>\n")  # noqa: S704  # held safe by the property test
        paragraphs = text.split("\n\n")
        if all(map(is_plain, paragraphs)):
            return Markup("".join(f"<p>{each}</p>\n" for each in paragraphs))  # noqa: S704
        return self._noted(rendered(text, "block", self._folder), path)

    def inline(self, text: str, *path: str | int) -> Markup:
        """Return text without blocks, for an option or a title."""
        if is_plain(text):
            return Markup(text)  # noqa: S704
        return self._noted(rendered(text, "inline", self._folder), path)

    def cloze(self, text: str, *path: str | int) -> Markup:
        """Return blocks in which every `___` is the character BLANK."""
        if is_plain(_BLANK.sub("x", text)):
            return Markup(f"<p>{_BLANK.sub(BLANK, text)}</p>\n")  # noqa: S704
        return self._noted(rendered(text, "cloze", self._folder), path)

    def fault(self, message: str, *path: str | int) -> None:
        """Note what is wrong with the value at `path`."""
        self.faults.append(Fault((*self._path, *path), message))

    def within(self, letters: str, *path: str | int) -> QuestionHtml:
        """Return a renderer for a question inside this one, which collects into this one."""
        inner = QuestionHtml(self._folder, letters, (*self._path, *path))
        inner.faults, inner.files = self.faults, self.files
        return inner

    def _range(self) -> str:
        return f" (options are A–{self._letters[-1]})" if self._letters else ": there are none"

    def _noted(self, result: Rendered, path: Path) -> Markup:
        full = (*self._path, *path)
        self.faults.extend(fault.under(*full) for fault in result.faults)
        self.files.extend((full, file) for file in result.files)
        for letter, offset in result.options:
            if letter not in self._letters:
                message = f"{{{{opt:{letter.lower()}}}}} names no option{self._range()}"
                self.faults.append(Fault(full, message, offset))
        return result.html


def is_plain(text: str) -> bool:
    """Tell whether Markdown would leave this text exactly as it is."""
    return _PLAIN.fullmatch(text) is not None


_rendered: dict[tuple[str, Style, str], Rendered] = {}


def rendered(text: str, style: Style, folder: str = "") -> Rendered:
    """Return `text` rendered the long way; equal texts are rendered once."""
    known = (text, style, folder)
    if known not in _rendered:
        _rendered[known] = _render(text, style, folder)
    return _rendered[known]


def _render(text: str, style: Style, folder: str) -> Rendered:
    result = Rendered(Markup(""))
    env: Env = {"result": result, "folder": folder, "text": text, "style": style}
    parser = _parser(style == "cloze")
    html = parser.renderInline(text, env) if style == "inline" else parser.render(text, env)
    result.html = Markup(html)  # noqa: S704  # raw HTML is off, everything else is escaped
    return result


def tokens(text: str, style: Style) -> list[Token]:
    """Return what Markdown reads in a text, for setting it elsewhere than in HTML."""
    parser = _parser(style == "cloze")
    return parser.parseInline(text, {}) if style == "inline" else parser.parse(text, {})


def code_pieces(code: str, style: Style) -> list[str]:
    """Return code cut at its blanks, which only a cloze has."""
    return _CODE_BLANK.split(code) if style == "cloze" else [code]


@cache
def _parser(cloze: bool) -> MarkdownIt:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    parser = MarkdownIt("commonmark", {"html": False, "xhtmlOut": False}).enable(
        ["table", "strikethrough"]
    )
    # the rules for links and images judge addresses, and say what is wrong instead of nothing
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    parser.use(dollarmath_plugin, allow_digits=False, allow_space=False, double_inline=True)
    parser.inline.ruler.before("emphasis", "option", _option_rule)
    parser.inline.ruler.before("emphasis", "ruby", _ruby_rule)
    if cloze:
        parser.inline.ruler.before("emphasis", "blank", _blank_rule)
        parser.block.ruler.at("hr", _hr_without_underscores(parser))
    for name, rule in _RENDER_RULES.items():
        parser.add_render_rule(name, rule)
    return parser


def _option_rule(state: StateInline, silent: bool) -> bool:
    match = _OPTION.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        state.push("option", "", 0).content = match[1].upper()
    state.pos = match.end()
    return True


def _ruby_rule(state: StateInline, silent: bool) -> bool:
    """Read a text with its reading above, or with a dot under each character (着重号)."""
    ruby = _RUBY.match(state.src, state.pos)
    match = ruby or _DOTS.match(state.src, state.pos)
    if match is None:
        if not silent and "result" in state.env and (mark := _MARK.match(state.src, state.pos)):
            message = "a reading is written '{{ruby:字|zì}}', dots are written '{{dots:字}}'"
            _fault(state.env, message, mark[0])
        return False
    if not silent:
        token = state.push("ruby" if ruby else "dots", "", 0)
        token.content = match[1]
        token.meta = {"reading": match[2]} if ruby else {}
    state.pos = match.end()
    return True


def _blank_rule(state: StateInline, silent: bool) -> bool:
    end = state.pos
    while end < state.posMax and state.src[end] == "_":
        end += 1
    if end - state.pos < 3:
        return False
    if not silent:
        state.push("blank", "", 0)
    state.pos = end
    return True


def _hr_without_underscores(parser: MarkdownIt) -> Callable[..., bool]:
    """Return the rule for thematic breaks that leaves a line of underscores to be a blank."""
    original = next(rule.fn for rule in parser.block.ruler.__rules__ if rule.name == "hr")

    def rule(state: Any, start: int, end: int, silent: bool) -> bool:
        at = state.bMarks[start] + state.tShift[start]
        return state.src[at : at + 1] != "_" and original(state, start, end, silent)

    return rule


# Render rules: (renderer, tokens, index, options, env) -> html


def _fault(env: Env, message: str, needle: str = "", offset: int = 0, **kind: Any) -> None:
    at = max(0, env["text"].find(needle)) if needle else 0
    env["result"].faults.append(Fault((), message, at + offset, **kind))


def _math(display: bool) -> Callable[..., str]:
    def rule(
        _: RendererHTML, tokens: Sequence[Token], index: int, _options: object, env: Env
    ) -> str:
        from builder.mathml import MathError, mathml

        latex = tokens[index].content
        try:
            return mathml(latex, display)
        except MathError as error:
            _fault(env, f"bad maths: {error}", latex, error.offset)
            return ""

    return rule


def _image(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Env
) -> str:
    token = tokens[index]
    source = str(token.attrGet("src") or "")
    alt = renderer.renderInlineAsText(token.children, options, env) if token.children else ""
    title = token.attrGet("title")
    shown = source if _PICTURE.match(source) else _file_link(source, env, "image")
    attributes = f' title="{escape(str(title))}"' if title else ""
    if len(tokens) == 1:
        attributes += ' class="figure"'  # it has its paragraph for itself
    return f'<img src="{escape(shown)}" alt="{escape(alt)}"{attributes}>'


def _link_open(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Env
) -> str:
    token = tokens[index]
    target = str(token.attrGet("href") or "")
    if _holds_blank(tokens, index):
        _fault(env, "a blank cannot stand inside the text of a link", target)
    scheme = urlsplit(target).scheme
    if not scheme:
        token.attrSet("href", _file_link(target, env, "link"))
    elif scheme not in _LINKS:
        _fault(env, f"a link may start with {', '.join(_LINKS)}, found '{scheme}:'", target)
        token.attrSet("href", "")
    else:
        token.attrSet("rel", "noopener noreferrer")
    return str(renderer.renderToken(tokens, index, options, env))


def _holds_blank(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether a blank stands in a link: a field inside it could not be used."""
    inside = takewhile(lambda token: token.type != "link_close", tokens[index:])
    return any(token.type == "blank" for token in inside)


def _file_link(target: str, env: Env, what: str) -> str:
    """Return the address of a file beside the YAML file; note the file, or what is wrong."""
    parts = urlsplit(target)
    needle = unquote(target)
    path = normpath(f"{env['folder']}/{unquote(parts.path)}".lstrip("/"))
    if parts.netloc:
        wrong = "is on another host; put it beside the YAML file"
    elif parts.scheme:
        wrong = f"begins with '{parts.scheme}:'; name a file beside the YAML file"
    elif not parts.path or "\0" in path:
        wrong = "names no file"
    elif path.startswith("..") or parts.path.startswith("/"):
        wrong = "is outside content/"
    else:
        env["result"].files.append(path)
        fragment = f"#{parts.fragment}" if parts.fragment else ""
        query = f"?{parts.query}" if parts.query else ""
        return f"{ROOT}{_quoted(path)}{query}{fragment}"
    name = needle if len(needle) <= 60 else f"{needle[:57]}…"
    _fault(env, f"{what} '{name.replace(ROOT, '%00')}' {wrong}", needle)
    return ""


def _quoted(path: str) -> str:
    from urllib.parse import quote

    return quote(path)


def _fence(_: RendererHTML, tokens: Sequence[Token], index: int, _options: Any, env: Env) -> str:
    token = tokens[index]
    language = token.info.split()[0] if token.info.strip() else ""
    html = _highlighted(token.content, language, env) if language else str(escape(token.content))
    return f"<pre><code>{_with_blanks(html, env)}</code></pre>\n"


def _highlighted(code: str, language: str, env: Env) -> str:
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_by_name(language, stripnl=False)
    except ClassNotFound:
        message = f"no highlighting for code in '{language}'"
        _fault(env, message, language, severity="warning", rule="code-language")
        return str(escape(code))
    return str(highlight(code, lexer, HtmlFormatter(nowrap=True)))


def _code(_: RendererHTML, tokens: Sequence[Token], index: int, _options: Any, env: Env) -> str:
    return f"<code>{_with_blanks(str(escape(tokens[index].content)), env)}</code>"


def _code_block(
    _: RendererHTML, tokens: Sequence[Token], index: int, _options: Any, env: Env
) -> str:
    return f"<pre><code>{_with_blanks(str(escape(tokens[index].content)), env)}</code></pre>\n"


def _with_blanks(html: str, env: Env) -> str:
    return _CODE_BLANK.sub(BLANK, html) if env["style"] == "cloze" else html


def _softbreak(_: RendererHTML, tokens: Sequence[Token], index: int, *__: Any) -> str:
    """Between two Han characters a line end is nothing, elsewhere a space."""
    before = tokens[index - 1].content[-1:] if index else ""
    after = tokens[index + 1].content[:1] if index + 1 < len(tokens) else ""
    return "" if HAN.match(before) and HAN.match(after) else "\n"


def _heading_open(*_: Any) -> str:
    return '<p class="heading">'


def _heading_close(*_: Any) -> str:
    return "</p>\n"


def _aligned(tag: str) -> Callable[..., str]:
    """Return a rule that says a column's alignment by class, since `style=` is blocked."""

    def rule(_: RendererHTML, tokens: Sequence[Token], index: int, _options: Any, _env: Env) -> str:
        style = str(tokens[index].attrGet("style") or "")
        align = style.removeprefix("text-align:")
        scope = ' scope="col"' if tag == "th" else ""
        return f'<{tag}{scope} class="{align}">' if align else f"<{tag}{scope}>"

    return rule


def _option(_: RendererHTML, tokens: Sequence[Token], index: int, _options: Any, env: Env) -> str:
    letter = tokens[index].content
    named = (match for match in _OPTION.finditer(env["text"]) if match[1].upper() == letter)
    env["result"].options.append((letter, next((match.start() for match in named), 0)))
    return f'<span data-opt="{letter}">{letter}</span>'


def _blank(*_: Any) -> str:
    return BLANK


def _ruby(_: RendererHTML, tokens: Sequence[Token], index: int, _options: Any, _env: Env) -> str:
    text, reading = escape(tokens[index].content), escape(tokens[index].meta["reading"])
    return f"<ruby>{text}<rp>（</rp><rt>{reading}</rt><rp>）</rp></ruby>"


def _dots(_: RendererHTML, tokens: Sequence[Token], index: int, _options: Any, _env: Env) -> str:
    return f'<em class="dots">{escape(tokens[index].content)}</em>'


_RENDER_RULES: dict[str, Callable[..., str]] = {
    "math_inline": _math(display=False),
    "math_inline_double": _math(display=True),
    "math_block": _math(display=True),
    "image": _image,
    "link_open": _link_open,
    "fence": _fence,
    "code_inline": _code,
    "code_block": _code_block,
    "softbreak": _softbreak,
    "heading_open": _heading_open,
    "heading_close": _heading_close,
    "th_open": _aligned("th"),
    "td_open": _aligned("td"),
    "option": _option,
    "ruby": _ruby,
    "dots": _dots,
    "blank": _blank,
}
