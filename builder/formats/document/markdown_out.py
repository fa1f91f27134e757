"""The bank's Markdown → what other systems show: HTML with TeX formulas, or plain text.

Formulas stand as `\\(…\\)` and `\\[…\\]`, as MathJax sets them elsewhere. Reads no file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any, cast

from builder.markup import HAN, Style, is_plain, tokens

if TYPE_CHECKING:
    from markdown_it.renderer import RendererHTML
    from markdown_it.token import Token
    from markdown_it.utils import OptionsDict


def html(
    text: str,
    style: Style = "block",
    picture: Callable[[str], str] | None = None,
    blank: str = "_____",
    formula: Callable[[str, bool], str] | None = None,
) -> str:
    """Return Markdown as HTML; `picture` gives a picture's address, `blank` stands for a blank.

    `formula` sets a formula's LaTeX, in the line or apart; else it stays, as MathJax reads it.
    """
    if style != "cloze" and is_plain(text):
        return f"<p>{text}</p>" if style == "block" else text
    env = {"picture": picture or str, "blank": blank, "formula": formula or _for_mathjax}
    return _renderer().render(tokens(text, style), _options(), env).strip()


@cache
def _renderer() -> RendererHTML:
    from markdown_it.renderer import RendererHTML

    renderer = RendererHTML()
    for name, rule in _RULES.items():
        renderer.rules[name] = cast("Any", rule)
    return renderer


@cache
def _options() -> OptionsDict:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").options


def _for_mathjax(latex: str, display: bool) -> str:
    said = escape(latex, quote=False)
    return f"\\[{said}\\]" if display else f"\\({said}\\)"


def _formula(display: bool, start: str = "", end: str = "") -> Callable[..., str]:
    def rule(tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        return f"{start}{env['formula'](tokens[index].content.strip(), display)}{end}"

    return rule


def _image(tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    token = tokens[index]
    source = env["picture"](str(token.attrGet("src") or ""))
    words = "".join(child.content for child in token.children or ())
    return f'<img src="{escape(source)}" alt="{escape(words)}"{_title(token)} />'


def _link_open(tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    target = str(tokens[index].attrGet("href") or "")
    if not re.match(r"(?:https?|mailto|tel):", target):
        target = env["picture"](target)
    return f'<a href="{escape(target)}"{_title(tokens[index])}>'


def _title(token: Token) -> str:
    """Return what is shown to one who points at a picture or a link."""
    title = str(token.attrGet("title") or "")
    return f' title="{escape(title)}"' if title else ""


def _softbreak(tokens: Sequence[Token], index: int, *_: Any) -> str:
    """Between two Han characters a line end is nothing, elsewhere a space."""
    before = tokens[index - 1].content[-1:] if index else ""
    after = tokens[index + 1].content[:1] if index + 1 < len(tokens) else ""
    return "" if HAN.match(before) and HAN.match(after) else "\n"


def _option(tokens: Sequence[Token], index: int, *_: Any) -> str:
    return tokens[index].content


def _ruby(tokens: Sequence[Token], index: int, *_: Any) -> str:
    said, reading = escape(tokens[index].content), escape(tokens[index].meta["reading"])
    return f"<ruby>{said}<rp>(</rp><rt>{reading}</rt><rp>)</rp></ruby>"


def _dots(tokens: Sequence[Token], index: int, *_: Any) -> str:
    return f"<em>{escape(tokens[index].content)}</em>"


def _blank(tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    return str(env["blank"])


_RULES: dict[str, Callable[..., str]] = {
    "math_inline": _formula(False),
    "math_inline_double": _formula(True),
    "math_block": _formula(True, "<p>", "</p>\n"),
    "image": _image,
    "link_open": _link_open,
    "softbreak": _softbreak,
    "option": _option,
    "ruby": _ruby,
    "dots": _dots,
    "blank": _blank,
}


def plain(text: str, style: Style = "block") -> str:
    """Return Markdown as plain text: pictures and formulas as they are, no other marks."""
    if is_plain(text):
        return text
    return "\n".join(_lines(tokens(text, style)))


def _lines(found: Sequence[Token]) -> list[str]:
    lines, labels, row = [], [""], False
    for token in found:
        if token.type in ("fence", "code_block"):
            lines += [f"    {each}" for each in token.content.rstrip("\n").split("\n")]
        elif token.type == "math_block":
            lines.append(f"$${token.content.strip()}$$")
        elif token.type == "list_item_open":
            labels.append(f"{token.info}{token.markup} " if token.info else f"{token.markup} ")
        elif token.type == "tr_open":
            row = True
            lines.append("")
        elif token.type == "tr_close":
            row = False
        elif token.type == "inline":
            said = _words(token.children or ())
            if row:
                lines[-1] = f"{lines[-1]} | {said}" if lines[-1] else said
            else:
                lines.append(labels[-1] + said)
                labels[-1:] = [" " * len(labels[-1])] if len(labels) > 1 else [""]
        elif token.type == "list_item_close":
            labels.pop()
    return [part for each in lines for part in each.split("\n")]


def _words(found: Sequence[Token]) -> str:
    return "".join(map(_word, found))


def _word(token: Token) -> str:
    match token.type:
        case "text" | "code_inline" | "text_special":
            return token.content
        case "softbreak" | "hardbreak":
            return "\n"
        case "math_inline":
            return f"${token.content}$"
        case "math_inline_double":
            return f"$${token.content}$$"
        case "image":
            words = "".join(child.content for child in token.children or ())
            return f"![{words}]({token.attrGet('src')})"
        case "ruby":
            return f"{token.content}({token.meta['reading']})"
        case "option" | "dots":
            return token.content
        case _:
            return ""
