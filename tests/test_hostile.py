"""Readers of foreign formats against hostile files: a few here, many by `tests.fuzz`."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.decoding import ReadError
from builder.dump import dump
from builder.formats import incoming
from builder.formats.document.html_markdown import markdown
from builder.formats.incoming import FORMATS
from tests.fuzz import attempt, hostile


@pytest.mark.parametrize("form", FORMATS)
@settings(max_examples=25)
@given(number=st.integers(0, 2**32))
def test_what_is_nearly_of_a_format_is_read_or_refused(form: str, number: int) -> None:
    attempt(form, hostile(form, number))


@pytest.mark.parametrize("form", FORMATS)
@settings(max_examples=10)
@given(data=st.binary(max_size=300))
def test_no_bytes_crash_a_reader(form: str, data: bytes) -> None:
    attempt(form, data)


def test_more_questions_than_a_bank_can_use_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incoming, "MAX_QUESTIONS", 3)
    incoming.read(b"a{T}\n\nb{T}\n\nc{T}\n", "x.gift")
    with pytest.raises(ReadError, match="4 questions"):
        incoming.read(b"a{T}\n\nb{T}\n\nc{T}\n\nd{T}\n", "x.gift")


_REXAMS = "Question\n========\nQ\n\nMeta-information\n================\nextype: num\n"
ENDLESS = [
    ("text2qti", "1.  Q?\n=   1e999\n"),
    ("text2qti", "1.  Q?\n=   [1, 1e999]\n"),
    ("text2qti", "1.  Q?\n=   9e307 +- 900%\n"),
    ("json", f'[{{"id": "x", "type": "numeric", "stem": "s", "answer": {"9" * 400}}}]'),
    ("csv", "type,stem,answer,tolerance\nnumeric,Q,1e999,0\n"),
    ("rexams", f"{_REXAMS}exsolution: 1e999\n"),
    ("gift", "Q {#1e999:1}\n"),
    ("gift", "Q {#2:1e999}\n"),
    ("gift", "Q {#1..1e999}\n"),
]


@pytest.mark.parametrize(("form", "text"), ENDLESS)
def test_number_that_is_too_large_to_be_one_is_told_and_no_key(form: str, text: str) -> None:
    draft = incoming.read(text.encode(), "x", form)
    assert draft.sections[0].questions[0].answer is None
    assert [doubt.about for doubt in draft.doubts] == ["unreadable-key"]
    assert dump(draft, "T", "en")


_OWN = (
    '{"exams": [{"id": "e", "title": "T", "pass_mark": %s, "sections": [{"id": "s", "questions":'
    ' [{"id": "q", "type": "essay", "stem": "s", "answer": "x", "points": %s,'
    ' "rubric": [{"text": "r", "points": %s}]}]}]}]}'
)
_HUGE = "9" * 400
ENDLESS_POINTS = [
    ("rexams", f"{_REXAMS}exsolution: 1\nexpoints: 1e999\n"),
    *(
        ("json", _OWN % said)
        for huge in (_HUGE, f"-{_HUGE}", "1e999")
        for said in ((huge, 1, 1), (1, huge, 1), (1, 1, huge))
    ),
]


@pytest.mark.parametrize(("form", "text"), ENDLESS_POINTS)
def test_points_that_are_too_large_to_be_a_number_are_told(form: str, text: str) -> None:
    draft = incoming.read(text.encode(), "x", form)
    assert [doubt.about for doubt in draft.doubts] == ["not-kept"]
    assert dump(draft, "T", "en")


def test_json_with_what_is_no_number_is_refused() -> None:
    with pytest.raises(ReadError, match="no number"):
        incoming.read(b'[{"stem": "q", "answer": NaN}]', "x.json")


@pytest.mark.parametrize("form", ["aiken", "gift"])
def test_more_options_than_letters_have_no_key(form: str) -> None:
    rows = [f"{chr(65 + at % 26)}. option {at}" for at in range(30)]
    aiken = "\n".join(["Q", *rows, "ANSWER: E"])
    gift = f"Q{{={'~'.join(rows)}}}"
    draft = incoming.read({"aiken": aiken, "gift": gift}[form].encode(), "x", form)
    assert draft.sections[0].questions[0].answer is None
    assert any("30 options" in doubt.message for doubt in draft.doubts)


HARM: list[tuple[str, Callable[[str], bool]]] = [
    ("<script>alert(1)</script>x", lambda said: said == "x"),
    ('<img src="x.png" onerror="alert(1)">', lambda said: said == "![](x.png)"),
    ('<a href="javascript:alert(1)">x</a>', lambda said: said == "x"),
    ("<iframe src='//evil'></iframe>x", lambda said: said == "x"),
    ("&lt;script&gt;", lambda said: said == "<script>"),
    ("<style>p{}</style><svg onload=x><b>y</b></svg>z", lambda said: said == "z"),
]


@pytest.mark.parametrize(("html", "holds"), HARM)
def test_html_never_brings_a_script(html: str, holds: Callable[[str], bool]) -> None:
    assert holds(markdown(html).markdown)


@pytest.mark.parametrize("form", ["html", "moodle-xml"])
def test_reference_to_a_character_with_thousands_of_digits_is_read(form: str) -> None:
    said = f"&#{'9' * 12_000};"
    pages = {
        "html": f"<ol><li>1. Which {said}?</li></ol><p>A. a</p><p>B. b</p>",
        "moodle-xml": '<quiz><question type="essay"><questiontext format="html"><text>'
        f"<![CDATA[<p>Which {said}?</p>]]></text></questiontext></question></quiz>",
    }
    attempt(form, pages[form].encode())
