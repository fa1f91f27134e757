"""Markdown: hostile text never becomes markup, and the short cut is the long way."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from builder.markup import QuestionHtml, is_plain, rendered
from builder.model import BLANK, ROOT
from builder.problems import Fault

# The short cut

MARKS = [*"aZ09 中文，。！？「」（）：；é{}()+-#=|:;,./?%@^…—·\u3000\u00a0\u200b\u2028\x85\x7f\t"]
WORDS = [*MARKS, "  ", "1. ", "1) ", "- ", "{{", "}}", "http", "https:", "www", "___", "__", "😀"]
PLAIN_TEXTS = st.one_of(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map("".join),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12),
)


@settings(max_examples=1000)
@given(PLAIN_TEXTS)
@example("x{y")
@example("a  b")
@example("１. x")
@example("a\u00a0")
def test_plain_text_takes_a_short_cut_to_the_same_html(text: str) -> None:
    assume(is_plain(text))
    html = QuestionHtml("e")
    assert html.block(text) == rendered(text, "block", "e").html
    assert html.inline(text) == rendered(text, "inline", "e").html


@settings(max_examples=1000)
@given(st.lists(st.sampled_from([*WORDS, "___", "____", "_", "*"]), max_size=8).map("".join))
@example("a ___ b ___")
@example("___")
@example("___a")
@example("1___. x")
def test_blanks_take_a_short_cut_to_the_same_html(text: str) -> None:
    assume(text.strip())
    assert QuestionHtml("e").cloze(text) == rendered(text, "cloze", "e").html


@pytest.mark.parametrize(
    "text", ["Which one?", "以下哪種？", "x = y + 1", "A. x", "50% of 3-4 = x"]
)
def test_everyday_text_is_plain(text: str) -> None:
    assert is_plain(text)


IMAGE = '<img src="data:image/png;base64,AA" alt="x"'

# What may come out

HTML = {
    "a": {"href", "title", "rel"}, "blockquote": set(), "br": set(), "code": set(), "em": set(),
    "hr": set(), "img": {"src", "alt", "title", "class"}, "li": set(), "ol": {"start"},
    "p": {"class"},
    "pre": set(), "s": set(), "span": {"class", "data-opt"}, "strong": set(), "table": set(),
    "tbody": set(), "td": {"class"}, "th": {"class", "scope"}, "thead": set(), "tr": set(),
    "ul": set(),
}  # fmt: skip
MATH = "math mi mn mo ms mtext mrow mfrac msqrt mroot msub msup msubsup munder mover munderover"
MATH += " mtable mtr mtd mspace mpadded mphantom mstyle mmultiscripts mprescripts merror none"
MATH_ATTRIBUTES = (
    "accent accentunder class columnalign depth display displaystyle fence form height largeop "
    "linethickness lspace mathcolor mathbackground mathsize mathvariant maxsize minsize "
    "movablelimits rowspacing columnspacing rspace scriptlevel separator stretchy symmetric "
    "voffset width"
)
VOID = {"br", "hr", "img"}
ADDRESS = re.compile(
    f"|{ROOT}[^{ROOT}]*|https?:.*|mailto:.*|tel:.*|data:image/(gif|png|jpeg|webp);.*", re.IGNORECASE
)


class Strict(HTMLParser):
    """Fails on every tag and attribute that is not expected, and on bad nesting."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.stack: list[str] = []
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        allowed = MATH_ATTRIBUTES.split() if tag in MATH.split() else HTML[tag]
        for name, value in attrs:
            assert name in allowed, f"{tag} {name}"
            if name in ("href", "src"):
                assert ADDRESS.fullmatch(value or ""), value
        if tag not in VOID:
            self.stack.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        pytest.fail(f"a comment: {data}")

    def handle_decl(self, decl: str) -> None:
        pytest.fail(f"a declaration: {decl}")

    def handle_pi(self, data: str) -> None:
        pytest.fail(f"an instruction: {data}")


def checked(html: str) -> Strict:
    """Return what a strict reader finds in `html`; fail on anything hostile."""
    reader = Strict()
    reader.feed(str(html))
    reader.close()
    assert reader.stack == []
    return reader


HOSTILE = [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "</p>", "</textarea>", "<!--",
    "-->", "<![CDATA[", "]]>", "<?php", "<style>*{}</style>", "<a href='javascript:alert(1)'>",
    "[x](javascript:alert(1))", "[x](JaVaScRiPt:alert(1))", "[x](&#106;avascript:alert(1))",
    "[x](data:text/html,<b>)", "![x](data:text/html,<b>)", "![x](data:image/png;base64,AA)",
    "<javascript:alert(1)>", "[x](vbscript:x)", "[x](//evil)", "![\"onload=\"x](x.png)",
    "![x](x.png \"\\\" onload=x\")", "[x](x.pdf '\" onclick=x')", "[x]: javascript:alert(1)",
    "[x]", "$\\text{<b>}$", "$x<y$", "$\\href{javascript:x}{y}$",
    "$$\\begin{matrix}a&b\\end{matrix}$$",
    "$\\color{red}{x}$", "$\\boxed{x}$", "```html", "```\"><b>", "`<b>`", "    <b>", "| <b> | b |",
    "|:-:|-:|", "{{opt:a}}", "{{opt:<b>}}", "___", "&lt;b&gt;", "&#60;b&#62;", "\\<b\\>", "\"", "'",
    "<", ">", "&", "*", "**", "_", "~~", "#", "> ", "- ", "1. ", "\n", "\n\n", "\t", " ", "a", "中",
    "\u2028", "\x7f", "%00", "%", "\\", "(", ")", "!", "[", "]", "{", "}", "$", "$$", "`", "|",
]  # fmt: skip


@settings(max_examples=600)
@given(st.lists(st.sampled_from(HOSTILE), max_size=8).map("".join))
def test_hostile_text_never_becomes_markup(text: str) -> None:
    html = QuestionHtml("e", "AB")
    checked(html.block(text))
    checked(html.cloze(text).replace(BLANK, ""))
    checked(html.inline(text))


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_any_text_is_shown(text: str) -> None:
    checked(QuestionHtml("e").block(text.replace(ROOT, "").replace(BLANK, "")))


@pytest.mark.parametrize(
    "text", ["<b>x</b>", "<script>x</script>", "<!-- x -->", "<?x?>", "<!DOCTYPE x>", "a<b"]
)
def test_html_is_shown_as_it_is_written(text: str) -> None:
    assert checked(QuestionHtml("").block(text)).text.strip() == text


# Single features


def html_of(text: str, folder: str = "e", letters: str = "") -> str:
    """Return `text` as blocks; it must be without faults."""
    html = QuestionHtml(folder, letters)
    shown = str(html.block(text))
    assert html.faults == []
    return shown


def faults_of(text: str, folder: str = "e", letters: str = "") -> list[tuple[str, int]]:
    """Return message and offset of what is wrong with `text`."""
    html = QuestionHtml(folder, letters)
    html.block(text)
    return [(fault.message, fault.offset) for fault in html.faults]


@pytest.mark.parametrize(
    "latex",
    [
        r"\frac{1}{2}", r"\sqrt[3]{x}", r"\begin{matrix}1 & 2\\3 & 4\end{matrix}", r"\color{red}x",
        r"\begin{cases}x & y\\z & w\end{cases}",
        r"\begin{array}{l|r}a & b\\ \hline c & d\end{array}",
        r"\begin{aligned}a &= b\\c &= d\end{aligned}", r"\vec{x}", r"\boxed{x}", r"\cancel{x}",
        r"\lim_{n\to\infty} x_n", r"90\degree", r"x < y", r"\text{如果 } x", r"\overset{a}{b}",
    ],
)  # fmt: skip
def test_formula_needs_no_style(latex: str) -> None:
    html = html_of(f"$${latex}$$")
    assert " style=" not in html
    assert "math" in checked(html).tags


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("$5 and $10", "<p>$5 and $10</p>\n"),
        ("a $ b $ c", "<p>a $ b $ c</p>\n"),
        (r"\$x\$", "<p>$x$</p>\n"),
        ("`$x$`", "<p><code>$x$</code></p>\n"),
        ("第一行\n第二行", "<p>第一行第二行</p>\n"),
        ("第一行，\n第二行", "<p>第一行，第二行</p>\n"),
        ("one\ntwo", "<p>one\ntwo</p>\n"),
        ("第一行\ntwo", "<p>第一行\ntwo</p>\n"),
        ("~~x~~", "<p><s>x</s></p>\n"),
        ("# x", '<p class="heading">x</p>\n'),
        ("![x](data:image/png;base64,AA)", f'<p>{IMAGE} class="figure"></p>\n'),
        ("x ![x](data:image/png;base64,AA)", f"<p>x {IMAGE}></p>\n"),
        ("http://a.b", "<p>http://a.b</p>\n"),
        ('"x" -- (c)', "<p>&quot;x&quot; -- (c)</p>\n"),
        ("a\\\nb", "<p>a<br>\nb</p>\n"),
        ("```\nx < y\n```", "<pre><code>x &lt; y\n</code></pre>\n"),
        ("```python\nx\n```", '<pre><code><span class="n">x</span>\n</code></pre>\n'),
    ],
)
def test_markdown_is_shown(text: str, shown: str) -> None:
    assert html_of(text) == shown


def test_table_is_aligned_by_classes() -> None:
    html = html_of("| a | b | c | d |\n|:-|:-:|-:|-|\n| 1 | 2 | 3 | 4 |")
    assert re.findall(r"<t[hd]\b[^>]*>", html) == [
        '<th scope="col" class="left">', '<th scope="col" class="center">',
        '<th scope="col" class="right">', '<th scope="col">',
        '<td class="left">', '<td class="center">', '<td class="right">', "<td>",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "address", "file"),
    [
        ("![x](it.png)", f"{ROOT}e/it.png", "e/it.png"),
        ("![x](../it.png)", f"{ROOT}it.png", "it.png"),
        ("![x](../f/it.png)", f"{ROOT}f/it.png", "f/it.png"),
        ("![x](<my picture.png>)", f"{ROOT}e/my%20picture.png", "e/my picture.png"),
        ("![x](圖.png)", f"{ROOT}e/%E5%9C%96.png", "e/圖.png"),
        ("[x](it.pdf)", f"{ROOT}e/it.pdf", "e/it.pdf"),
        ("[x](it.pdf#page=2)", f"{ROOT}e/it.pdf#page=2", "e/it.pdf"),
    ],
)
def test_file_is_found_from_the_folder_of_its_text(text: str, address: str, file: str) -> None:
    html = QuestionHtml("e")
    assert f'"{address}"' in html.block(text, "stem")
    assert html.files == [(("stem",), file)]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a ![x](../../it.png)", ("image '../../it.png' is outside content/", 7)),
        ("[x](/it.pdf)", ("link '/it.pdf' is outside content/", 4)),
        ("[x](#y)", ("link '#y' names no file", 4)),
        ("![x](%00)", ("image '%00' names no file", 0)),
        (
            "![x](http://a.b/c.png)",
            ("image 'http://a.b/c.png' is on another host; put it beside the YAML file", 5),
        ),
        ("[x](ftp://a.b)", ("a link may start with http, https, mailto, tel, found 'ftp:'", 4)),
        ("a $\\fraq$", ('bad maths: Unknown command "\\fraq"', 3)),
        ("$$\n\\fraq\n$$", ('bad maths: Unknown command "\\fraq"', 3)),
        ("$x^{$", ('bad maths: Expected closing token "}", but reached end of input', 4)),
        ("{{opt:a}}", ("{{opt:a}} names no option: there are none", 0)),
    ],
)
def test_fault_is_placed_in_its_text(text: str, fault: tuple[str, int]) -> None:
    assert faults_of(text) == [fault]


@pytest.mark.parametrize("text", ["[x](http://a.b)", "[x](HTTPS://a.b)", "<mailto:a@b.c>"])
def test_link_out_of_the_site_says_nothing_of_the_page(text: str) -> None:
    assert 'rel="noopener noreferrer"' in html_of(text)


def test_option_reference_becomes_its_letter() -> None:
    shown = '<p><span data-opt="B">B</span> and <span data-opt="A">A</span></p>\n'
    assert html_of("{{opt:b}} and {{ opt: A }}", letters="AB") == shown
    assert faults_of("see {{opt:c}}", letters="AB") == [
        ("{{opt:c}} names no option (options are A–B)", 4)
    ]


def test_option_reference_stays_text_in_code() -> None:
    assert html_of("`{{opt:a}}`") == "<p><code>{{opt:a}}</code></p>\n"


@pytest.mark.parametrize(
    ("stem", "blanks"),
    [
        ("___", 1), ("a ___ b _____ c", 2), ("___\n\n___", 2), ("__x__ ___", 1), ("_a_ __", 0),
        ("`x = ___`", 1), ("```\nf(___, ___)\n```", 2), ("    ___", 1), ("`snake___case`", 0),
        ("| a | ___ |\n|-|-|\n| ___ | b |", 2), ("- ___\n- ___", 2), ("$x$ = ___", 1),
        (r"\_\_\_", 0), ("**___**", 1), ("中___文", 1), ("$x___y$ ___", 1),
    ],
)  # fmt: skip
def test_blanks_are_counted(stem: str, blanks: int) -> None:
    assert QuestionHtml("").cloze(stem).count(BLANK) == blanks


def test_underscores_are_a_line_where_there_are_no_blanks() -> None:
    assert html_of("___") == "<hr>\n"


def test_unknown_code_language_is_a_warning() -> None:
    html = QuestionHtml("")
    html.block("```klingon\nx\n```", "stem")
    (fault,) = html.faults
    expected = Fault(("stem",), "no highlighting for code in 'klingon'", 3, "warning")
    assert (fault.path, fault.message, fault.offset, fault.severity) == (
        expected.path, expected.message, expected.offset, expected.severity,
    )  # fmt: skip


def test_part_of_a_question_notes_its_faults_under_its_path() -> None:
    html = QuestionHtml("e", "AB")
    html.within("", "questions", 1).block("![x](it.png) {{opt:a}}", "stem")
    assert html.files == [(("questions", 1, "stem"), "e/it.png")]
    assert [fault.path for fault in html.faults] == [("questions", 1, "stem")]
