"""Hostile texts for what reads and sets an author's own words: YAML, Markdown, Typst, formulas.

`python -m tests.fuzz_text TARGET 1000000` tries so many by a seeded generator; with `guided`
before the target, and `pip install atheris`, coverage leads the way (on Linux). The tests try a
few. Tests nothing itself.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from random import Random
from typing import Any, get_args

import tests.guided
from builder import markup, source
from builder.formula import typst_formula
from builder.markup import Style
from builder.mathml import MathError
from builder.problems import BankError
from builder.typst import TypstText

_STYLES: tuple[Style, ...] = get_args(Style)
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")

# What each is made of


_YAML = (
    *(
        "a: ",
        "- ",
        "? ",
        ": ",
        "[",
        "]",
        "{",
        "}",
        ",",
        "&a ",
        "*a",
        "!!str ",
        "!x ",
        "|\n",
        ">-\n",
    ),
    *(
        "'",
        "''",
        '"',
        '\\"',
        "\\x41",
        "\\u4e2d",
        "#",
        " #c",
        "\n",
        "\n\n",
        "  ",
        "    ",
        "\t",
        "---\n",
    ),
    *("...\n", "%YAML 1.2\n", "<<: *a", "id: q", "\r\n", "\u2028", "\x85", "中文", "😀", "e\u0301"),
    *("a: b\n", "- c\n", "  d: [e, f]\n", "g: |\n  h\n  i\n", "j: 'k'\n", '"l": "m\\n"\n', "n:\n"),
    *(
        "\ufeff",
        "\x00",
        "null",
        "~",
        "1e3",
        "0x1F",
        "2025-01-01",
        "12:30",
        "no",
        "@",
        "`",
        "a" * 80,
    ),
)
_MARKDOWN = (
    *(
        "*",
        "**",
        "_",
        "___",
        "`",
        "```\n",
        "~~~python\n",
        "> ",
        "# ",
        "- ",
        "1. ",
        "10) ",
        "| a | b |\n",
    ),
    *(
        "|---|:-:|\n",
        "[",
        "](",
        ")",
        "![",
        "](a.png)",
        "](javascript:alert(1))",
        "](data:text/html,x)",
    ),
    *(
        "](data:image/png;base64,AA",
        "<",
        ">",
        "<script>",
        "</p>",
        "&lt;",
        "&#0;",
        "&amp;",
        "$",
        "$$",
    ),
    *(
        "\\frac{1}{2}",
        "\\",
        "{{opt:b}}",
        "{{opt:",
        "}}",
        "\n",
        "\n\n",
        "    ",
        "  \n",
        "~~",
        "<b>",
        "a|b",
    ),
    *(
        "中文，",
        "{漢字|かんじ}",
        "[漢]{.dots}",
        "😀",
        "\u2028",
        "\x00",
        "\ue000",
        "\ue001",
        "\ufeff",
        "x" * 50,
    ),
    *(
        '"',
        "#let x = 1",
        '#read("x")',
        "@ref",
        "/*",
        "*/",
        "//",
        "];",
        ");",
        "\\u{41}",
        "~",
        "=",
        "--",
    ),
    *(
        "http://a.b/c?d=e&f",
        "<http://a.b>",
        "[a]: b 'c'\n",
        "[a]",
        "![a]",
        "'",
        "\t",
        "\ufeff",
        "\u202e",
        "1" * 12,
    ),
)
_LATEX = (
    *(
        "\\frac",
        "{",
        "}",
        "^",
        "_",
        "\\sqrt",
        "[",
        "]",
        "\\left(",
        "\\right)",
        "\\left.",
        "\\sum",
        "\\int",
    ),
    *(
        "\\begin{matrix}",
        "\\end{matrix}",
        "\\begin{cases}",
        "\\end{cases}",
        "\\begin{array}{c|c}",
        "&",
    ),
    *(
        "\\\\",
        "\\text{",
        "中",
        "a",
        "1",
        "+",
        "=",
        "<",
        ">",
        '"',
        "#",
        "$",
        "\\hat",
        "\\overline",
        "'",
    ),
    *(
        "\\mathbb{R}",
        "\\lim",
        "\\alpha",
        "\\,",
        "\\quad",
        "\\operatorname{",
        "\\hline",
        "\\%",
        "~",
        "\\",
    ),
    *(
        "\\underbrace",
        "\\xrightarrow",
        "\\color{red}",
        "\\binom",
        "\\not",
        "\\limits",
        "|",
        "\\|",
        "/",
        ";",
    ),
)


def _text(parts: tuple[str, ...], random: Random) -> str:
    count = random.choice((1, 3, 8, 20, 60))
    few = random.sample(parts, min(len(parts), random.choice((4, 12, len(parts)))))
    return "".join(random.choice(few) * random.choice((1,) * 9 + (20,)) for _ in range(count))


# What must hold


def read_yaml(text: str) -> None:
    """Every scalar is text, every place is in the file; or a refusal with its place."""
    try:
        read = source.parse(text, "x.yaml")
    except BankError as error:
        for each in error.problems:
            _check_place(each.where, text)
        return
    for path, value in _values(read.value):
        _check_place(read.where(path, len(value) // 2 if isinstance(value, str) else 0), text)


def _check_place(where: Any, text: str) -> None:
    lines = text.count("\n") + text.count("\r") + 1
    assert 1 <= where.line <= lines + 1, where
    assert where.column >= 1, where


def _values(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    yield path, value
    if isinstance(value, dict):
        for key, each in value.items():
            assert isinstance(key, str)
            yield from _values(each, (*path, key))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from _values(each, (*path, index))
    else:
        assert value is None or isinstance(value, str)


_EMPTY = {"br", "hr", "img"}
_TAGS = {
    *(
        "p",
        "em",
        "strong",
        "s",
        "code",
        "pre",
        "blockquote",
        "ol",
        "ul",
        "li",
        "a",
        "h4",
        "h5",
        "h6",
    ),
    *(
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "div",
        "span",
        "ruby",
        "rt",
        "rp",
        "br",
        "hr",
        "img",
    ),
    *("svg", "b", "i", "mark"),
}
_ATTRIBUTES = {
    *(
        "href",
        "src",
        "alt",
        "title",
        "class",
        "start",
        "data-opt",
        "scope",
        "data-lang",
        "tabindex",
        "role",
    ),
    *(
        "width",
        "height",
        "loading",
        "lang",
        "aria-label",
        "id",
        "rel",
        "aria-hidden",
        "data-letter",
    ),
    *("display", "data-language", "data-blank", "decoding", "translate"),
}


class _Html(HTMLParser):
    """Holds tags against their ends, and knows which there may be."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        in_math = "math" in self.open or tag == "math"
        assert in_math or tag in _TAGS, tag
        for name, value in attrs:
            assert not name.startswith("on"), name
            assert name != "style", value
            assert in_math or name in _ATTRIBUTES, name
            if name in ("href", "src"):
                scheme = (value or "").partition(":")[0].strip().lower()
                assert scheme not in ("javascript", "vbscript", "file"), value
                assert scheme != "data" or (value or "").startswith("data:image/"), value
        if tag not in _EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, tag
        assert self.open.pop() == tag, tag

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)

    def handle_decl(self, decl: str) -> None:
        raise AssertionError(decl)


def render_markdown(text: str) -> None:
    """HTML is whole, of known tags and attributes, and leads to no script."""
    for style in _STYLES:
        html = markup._render(text, style, "exam").html
        reader = _Html()
        reader.feed(str(html))
        reader.close()
        assert not reader.open, reader.open


_STRING = re.compile(r'"(?:\\.|[^"\\])*"', re.DOTALL)
_COMMENT = re.compile(r"/\*opt [A-Za-z]\*/")
_CALL = re.compile(r"#([\w.-]*)")
_CALLS = {
    *(
        "",
        "ruby",
        "dots",
        "linebreak",
        "code-block",
        "raw",
        "math.equation",
        "picture",
        "link",
        "list",
    ),
    *(
        "enum",
        "data-table",
        "emph",
        "strong",
        "strike",
        "quote",
        "heading",
        "line",
        "parbreak",
        "h",
    ),
    *("blank", "blank-rule", "rule", "divider", "smallcaps", "box", "image", "title", "bytes"),
}
_IN_MATHS = {"center", "left", "right", "math.primes", "h", "v", "none", "true", "false"}
_PAIRS = {")": "(", "]": "[", "}": "{"}


def set_text(text: str) -> None:
    """Typst markup is balanced outside its strings, and calls only what we call."""
    for style in _STYLES:
        setter = TypstText("exam")
        getattr(setter, style)(text)
        if not setter.faults:
            _check_typst(setter.texts[0].markup)


def _check_typst(said: str) -> None:
    bare = _STRING.sub("", _COMMENT.sub("", said))
    assert '"' not in bare, bare
    assert not {*_CALL.findall(bare)} - _CALLS - _IN_MATHS, {*_CALL.findall(bare)}
    assert "//" not in bare, bare
    assert "/*" not in bare, bare
    _check_balance(re.sub(r"\$[^$]*\$", "", re.sub(r"\\.", "", bare)))


def _check_balance(bare: str) -> None:
    held = []
    for character in bare:
        if character in "([{":
            held.append(character)
        elif character in _PAIRS:
            assert held, bare
            assert held.pop() == _PAIRS[character], bare
    assert not held, bare


def set_formula(text: str) -> None:
    """A formula becomes Typst's maths, or a refusal in words."""
    for display in (True, False):
        try:
            said = typst_formula(text, display)
        except MathError as error:
            if not str(error).strip():
                raise AssertionError("a refusal without words") from error
            continue
        bare = _STRING.sub("", said)
        assert '"' not in bare, said
        assert "$" not in re.sub(r"\\.", "", bare), said
        assert not {*_CALL.findall(re.sub(r"\\.", "", bare))} - _IN_MATHS, said


TARGETS: dict[str, tuple[Callable[[str], None], tuple[str, ...]]] = {
    "source": (read_yaml, _YAML),
    "markup": (render_markdown, _MARKDOWN),
    "typst": (set_text, _MARKDOWN),
    "formula": (set_formula, _LATEX),
}


def hostile(target: str, number: int) -> str:
    """Return a text that is nearly of a kind, the same from the same number."""
    return _text(TARGETS[target][1], Random(f"{target}{number}"))


def main(target: str, count: int, first: int = 0) -> None:
    """Try so many texts, from a number on."""
    attempt, start = TARGETS[target][0], time.monotonic()
    for number in range(first, first + count):
        try:
            attempt(hostile(target, number))
        except BaseException:
            print(f"hostile({target!r}, {number}): {hostile(target, number)!r}")
            raise
        if (number + 1) % 50_000 == 0 or number + 1 == first + count:
            print(f"{target}: {number + 1} texts, {time.monotonic() - start:.0f} s", flush=True)


def guided(target: str, count: int) -> None:
    """Let coverage lead: the same must hold for what atheris makes of our signs and of bytes."""
    attempt, parts = TARGETS[target]

    def one(data: bytes) -> None:
        if data[:1] < b"\x80":
            text = data[1:].decode("utf-8", "replace")
            attempt(text if target == "source" else _CONTROL.sub("", text))  # refused in a bank
        else:
            attempt("".join(parts[byte % len(parts)] for byte in data[1:]))

    modules = ("builder.source", "builder.markup", "builder.typst", "builder.formula")
    tests.guided.run(one, modules, count, longest=200)


if __name__ == "__main__":
    if sys.argv[1] == "guided":
        guided(sys.argv[2], int(sys.argv[3]))
    else:
        main(sys.argv[1], *map(int, sys.argv[2:]))
