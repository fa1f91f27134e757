"""GIFT as found in the wild: what its signs mean, and what is told of what a bank cannot hold."""

from __future__ import annotations

import pytest

from builder.draft import Draft, DraftQuestion
from builder.formats import incoming
from builder.formats.gift.formulas import from_moodle, to_moodle


def read(text: str) -> Draft:
    return incoming.read(text.encode(), "quiz.gift")


def one(text: str) -> DraftQuestion:
    (question,) = [each for section in read(text).sections for each in section.questions]
    return question


def told(text: str) -> list[tuple[int, str]]:
    return [(doubt.line, doubt.about) for doubt in read(text).doubts]


ANSWERS = [
    ("Who?{~Grant ~Jefferson =no one}", "single", ["C"]),
    ("Who?{=no one =nobody}", "blank", [["no one", "nobody"]]),
    ("It is so.{T}", "true-false", True),
    ("It is so.{FALSE#Right.#Wrong.}", "true-false", False),
    ("When?{#1822:5}", "numeric", (1822.0, 5.0)),
    ("Pi?{#3.141..3.142}", "numeric", (3.1415, 0.0005)),
    ("Pi?{#\n =3.14:0.01 #yes\n ~#no\n}", "numeric", (3.14, 0.01)),
    ("Roots?{#=2 =-2}", "blank", [["2", "-2"]]),
    ("Match.{=a -> 1 =b -> 2 = -> 3}", "matching", [["a", "1"], ["b", "2"], ["", "3"]]),
    ("Which?{~%50%a ~%50%b ~%-100%c}", "multiple", ["A", "B"]),
    ("Which?{~%33.33333%a ~%33.33333%b ~%33.33333%c ~d}", "multiple", ["A", "B", "C"]),
    ("How?{~a -> b =c -> d}", "single", ["B"]),
    ("Write.{}", "essay", None),
    ("Which?{~\\=1 ~=\\~2}", "single", ["B"]),
    ("So?{ // which?\n  // this\n  f // no\n}", "true-false", False),
    ("So?{//}", "blank", [["//"]]),
    ("Name it.{=one \n  two}", "blank", [["one two"]]),
    ("Which?{=%100%%50% =[html]%}", "blank", [["%50%", "%"]]),
    ("Which?{~[markdown]%50%a =b}", "single", ["B"]),
]


@pytest.mark.parametrize(("text", "kind", "answer"), ANSWERS)
def test_answer_means(text: str, kind: str, answer: object) -> None:
    question = one(text)
    assert (question.type, question.answer) == (kind, answer)


STEMS = [
    ("Grant is {~buried =entombed} in Grant's tomb.", "Grant is ___ in Grant's tomb."),
    ("法国的首都是{=巴黎}。", "法国的首都是___。"),
    ("a \\{b\\} \\= c\\: \\~ \\# \\\\ d{T}", "a {b} = c: ~ # \\ d"),
    ("one\\ntwo{T}", "one\n\ntwo"),
    ("[markdown]**one**\\ntwo{T}", "**one**\ntwo"),
    ("[html]<p>若 a &lt; b</p><script>x</script><p><i>k</i> ok</p>{T}", "若 a < b\n\n*k* ok"),
    ("[plain]*x* <b>{T}", "\\*x\\* <b>"),
    ("2 <b>x</b> y{T}", "2 **x** y"),
    ("[html]\\\\(x^2\\\\) and \\\\[y\\\\]{T}", "$x^2$ and $$y$$"),
    ("The ____ is{=a}", "The ___ is"),
    ("::T:: // a title\n  // of mine\nIt is. // So{T}", "It is. // So"),
    (
        '[html]See <a href\\="https\\://x.y">here </a>and<code> x </code>y{T}',
        "See [here](<https://x.y>) and `x` y",
    ),
    ("[html]<pre>a<br>b<br/>\n  c</pre>{T}", "```\na\nb\n\n  c\n```"),
    ("[html]x <code>a<br>b</code>{T}", "x `a`\n\n`b`"),
    ('It is so.{T}";', "It is so."),
    ('The range?{#3:2}";', "The range?"),
    ("It is so{T}.", "It is so."),
    ("It is so.{T}.", "It is so."),
    ("The sun {T} rises.", "The sun rises."),
    ("Pair the {=a -> b =c -> d} names.", "Pair the names."),
    ("It is {=so ~no}.", "It is ___."),
    ('He said "it is {=so ~no}"', 'He said "it is ___"'),
    ("It goes\n        on{T}", "It goes\n\non"),
    ("See <pre>\n  x\n</pre>{T}", "See\n\n```\n  x\n```"),
    ("[markdown]so \\\\\\\\(\\\\\\\\frac\\\\\\{1\\\\\\}x_2\\\\\\\\){T}", "so $\\frac{1}x_2$"),
]


@pytest.mark.parametrize(("text", "stem"), STEMS)
def test_stem_reads(text: str, stem: str) -> None:
    assert one(text).stem == stem


DOUBTS = [
    ("// c\n\nx{=a ~%50%b ~c}", (3, "partial-credit-dropped")),
    ("x{~%70%a ~%30%b ~c}", (1, "partial-credit-dropped")),
    ("x{=a =%50%b}", (1, "partial-credit-dropped")),
    ("x{#=1 =%50%2}", (1, "partial-credit-dropped")),
    ("x{=a =b ~c}", (1, "unreadable-key")),
    ("x{#=1:1 =5:1}", (1, "unreadable-key")),
    ("x{#one}", (1, "unreadable-key")),
    ("x{=a#good}", (1, "not-kept")),
    ("x{=a*}", (1, "not-kept")),
    ("x{>ALL a\nb}", (1, "unknown-kind")),
    ('x{T}";', (1, "not-kept")),
    ("x{T}\n\ny{=a\n\n::z::z{T}", (3, "truncated")),
    ("x{T}\n\nonly words", (3, "not-kept")),
]


@pytest.mark.parametrize(("text", "doubt"), DOUBTS)
def test_what_a_bank_cannot_hold_is_told(text: str, doubt: tuple[int, str]) -> None:
    assert doubt in told(text)


UNKEYED = [
    ("x{#one}", "the answer is no number", "one"),
    (
        "x{#=1:1 =5..7}",
        "several ranges of numbers are right; a bank's question has one",
        "1:1 · 5..7",
    ),
    ("x{=a -> b =c}", "'c' is no pair with '->'", "a -> b · c"),
]


@pytest.mark.parametrize(("text", "why", "lost"), UNKEYED)
def test_what_is_lost_without_a_key_is_named(text: str, why: str, lost: str) -> None:
    (said,) = [each.message for each in read(text).doubts if each.level == "error"]
    assert said == f"{why}; without a key these were left out: {lost}"


def test_which_options_are_right_is_named_where_one_should_be() -> None:
    (doubt,) = read("x{=a ~b =c}").doubts
    assert doubt.message == "2 options are wholly right (A, C); a single choice has one"


def test_what_earns_a_part_is_named() -> None:
    said = [each.message for each in read("x{=a =%50%b =%20%c =%0%d}\n\ny{#=1 =%50%2:1}").doubts]
    assert said == [
        "a text earns a part of the points, which a bank does not have: 'b', 'c'",
        "a number earns a part of the points, which a bank does not have: '2:1'",
    ]


def test_names_tags_categories_and_feedback() -> None:
    draft = read(
        "$CATEGORY: $course$/top/A\\/B//C\n\n// [id:q-1] [tag:one] [tag:two [x\\]]\n"
        "::Name: one::Why?{\n\t=a#yes\n\t~b\n\n\t####Because.\n}\n::Second::Next?{T}\n\n"
        "$CATEGORY: $course$/D/E\nLast?{F}\n"
    )
    first, second = draft.sections
    assert (first.title, second.title) == ("A\\/B/C", "D/E")
    question, following = first.questions
    assert (question.id, question.tags) == ("q-1", ["one", "two [x]"])
    assert (question.feedback, question.explanation) == (["yes", None], "Because.")
    assert (following.id, following.line) == ("Second", 10)
    assert draft.doubts == []


def test_description_is_the_material_of_what_follows() -> None:
    draft = read("::T::Read this.\n\nIs it?{T}\n\nWhy?{=a}\n\n$CATEGORY: x\n\nApart?{F}\n")
    case, apart = (each for section in draft.sections for each in section.questions)
    assert (case.type, case.material, case.id) == ("case", "Read this.", "T")
    assert [part.type for part in case.questions] == ["true-false", "blank"]
    assert apart.type == "true-false"


@pytest.mark.parametrize(
    "text", [r"a $\frac{1}{2}x_1*y$ b", "`$c$` $$d$$", r"\$5 and $6", "$x$$y$"]
)
def test_formulas_go_to_moodle_and_come_back(text: str) -> None:
    assert from_moodle(to_moodle(text)) == text


def test_a_formula_is_what_moodle_sets() -> None:
    assert to_moodle(r"so $\frac{1}{2}x_1$") == r"so \\(\\frac\{1\}\{2\}x\_1\\)"


def test_gift_is_told_from_papers_by_content() -> None:
    assert incoming.read(b"Who?{~a =b}\n\nReally?{T}\n", "x.txt").sections[0].questions
    paper = "1. 集合 {1,2} 的元素个数是（ ）\nA. 1\nB. 2\n答案：B\n"
    (question,) = incoming.read(paper.encode(), "x.txt").sections[0].questions
    assert question.type == "single"
