"""What is written for a read paper is read back to the letter, and shows what the source said."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from builder import source
from builder.draft import Doubt, Draft, DraftQuestion, DraftSection
from builder.dump import dump
from builder.markup import rendered
from builder.plain_text import as_markdown
from builder.yaml_text import entry_lines, field_lines, flow_scalar, scalar

TEXT = st.text(
    st.one_of(
        st.sampled_from(list(" \t'\":#-,[]{}&*!|>%@`\\_$~<=.?()1a中，。：_\n")),
        st.characters(codec="utf-8"),
    ).filter(
        lambda c: (
            c == "\n"
            or c == "\t"
            or not (ord(c) < 32 or 127 <= ord(c) < 160 or ord(c) in (0xFEFF, 0xFFFE, 0xFFFF))
        )
    ),
    max_size=40,
)


@given(TEXT)
def test_scalars_read_back_to_the_letter(text: str) -> None:
    one_line = text.replace("\n", " ")
    assert source.parse(f"a: {scalar(one_line)}\nb: c", "x").value == {"a": one_line, "b": "c"}
    assert source.parse(f"a: [{flow_scalar(one_line)}, b]", "x").value == {"a": [one_line, "b"]}


@given(TEXT)
def test_fields_and_entries_read_back_to_the_letter(text: str) -> None:
    lines = [*field_lines("a", text, ""), "b:", *entry_lines(text, "  "), "  - c"]
    assert source.parse("\n".join(lines) + "\n", "x").value == {"a": text, "b": [text, "c"]}


def _shown(text: str) -> str:
    markup = str(rendered(text, "block").html)
    return html.unescape(re.sub(r"<[^>]*>", "", markup))


@given(TEXT)
def test_plain_text_shows_as_it_is(text: str) -> None:
    wanted = re.sub(r"\s+", "", text)
    assume(not re.search(r"\$.*[\\^_].*\$", text))  # what looks like a formula is one
    assert re.sub(r"\s+", "", _shown(as_markdown(text))) == wanted


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a*b*c", r"a\*b\*c"),
        ("1. one", r"1\. one"),
        ("-使用", "-使用"),
        ("# no head", r"\# no head"),
        ("snake_case and __init__", r"snake_case and \_\_init\_\_"),
        ("通過___將", "通過___將"),
        ("see ![x](a.png)", "see ![x](a.png)"),
        ("a\nb", "a\n\nb"),
        ("run\n    x = 1\n    y = 2", "run\n\n```\n    x = 1\n    y = 2\n```"),
    ],
)
def test_plain_text_is_escaped_only_where_it_must(text: str, written: str) -> None:
    assert as_markdown(text) == written


def test_a_doubt_stands_at_its_question() -> None:
    question = DraftQuestion("single", "甲?", 3, 1, ["a", "b"])
    section = DraftSection("單選題", 2, questions=[question])
    draft = Draft("卷", [section], [Doubt(4, "no-answer", "error", "no key was found")])
    files = dump(draft, "卷", "zh-Hant")
    assert files["1-single.yaml"] == (
        "title: 單選題\n"
        "type: single\n"
        "questions:\n"
        "  # error, line 4: no key was found (no-answer)\n"
        "  - id: single-1\n"
        "    stem: 甲?\n"
        "    options:\n"
        "      - a\n"
        "      - b\n"
        "    # answer: ?\n"
    )
