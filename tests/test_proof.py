"""The proof: what is printed is read back, and a wrong template is found out."""

from __future__ import annotations

from pathlib import Path

import pytest
from markupsafe import Markup

from builder import load, paper
from builder.model import BLANK
from builder.options import can_set_pdf
from builder.proof import Expected, expected, faults, pieces, squeezed
from builder.render import BUILT_IN
from tests.banks import EVERY_TYPE, section_bank
from tests.conftest import Run
from tests.golden import renderer

WORDS = renderer().words("en")["paper"]
needs_pdf = pytest.mark.skipif(not can_set_pdf(), reason="needs exampress[pdf]")


# Reading


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<p>Which <em>one</em> of it?</p>\n", ["Whichoneofit?"]),
        ("<p>a <math><mi>x</mi></math> b</p>", ["a", "b"]),
        (f"<p>It is {BLANK} and {BLANK}.</p>", ["Itis", "and", "."]),
        ("<p>a</p><ul><li>b</li><li>c &amp; d</li></ul>", ["a", "b", "c&d"]),
        ('<p>a<img src="x.png" alt="b">c</p>', ["a", "c"]),
        ("", []),
    ],
)
def test_pieces_are_what_stands_together(html: str, found: list[str]) -> None:
    assert pieces(Markup(html)) == found


def test_long_texts_are_said_in_part() -> None:
    first, second = "abc" * 20, "xyz" * 20
    said = f"does not say '{'xyz' * 13}x…' behind '…c{'abc' * 13}'"
    assert list(faults(Expected((first, second), ()), [first])) == [said]


def test_text_over_the_turn_of_a_page_is_not_taken_for_the_same_text_behind_it() -> None:
    said = "".join(f"{n}th-word-of-what-is-told," for n in range(9))
    pages = [f"{said[:50]} Page 1", f"{said[50:]} 1. {said} 2. Page 2"]
    assert not list(faults(Expected((said, "1.", said, "2."), ()), pages))
    assert list(faults(Expected((said, "1.", said, said), ()), pages))


def test_text_that_says_the_same_several_times_is_told_over_the_turn_of_a_page() -> None:
    said = "as-told-before," * 20
    pages = [f"{said} {said} {said[:100]} Page 1", f"{said[100:]} {said} 1. Page 2"]
    assert not list(faults(Expected((said,) * 4 + ("1.",), ()), pages))
    assert list(faults(Expected((said,) * 5 + ("1.",), ()), pages))


def test_text_is_read_however_its_lines_are_broken() -> None:
    assert squeezed("state-of\x02the\u3000art \r\n a") == "state-of-theart" + "a"
    assert squeezed("well\ufffe\nknown") == "well-known"


SAID = Expected(("1.", "Whichone?", "A.first", "B.second"), ("becauseitis",))


@pytest.mark.parametrize(
    ("pages", "found"),
    [
        (["1. Which one? A. first B. second"], []),
        (["1. Which one? A. first", "Exam 2 B. second"], []),
        (["1. Which one? A. fi Page 1 of 2", "Exam rst B. second"], []),
        (["1. Which one? A. second B. first"], ["does not say 'A.first' behind 'Whichone?'"]),
        (["1. Which one? A. first"], ["does not say 'B.second' behind 'A.first'"]),
        ([], ["does not say '1.'"]),
        (["1. Which one? A. first B. second, because it is"], ["says 'becauseitis'"]),
    ],
)
def test_lack_and_leak_are_found(pages: list[str], found: list[str]) -> None:
    assert list(faults(SAID, pages)) == found


# Every type


@pytest.fixture
def every_type(tmp_path: Path) -> paper.Paper:
    exam = load.bank(section_bank(tmp_path, EVERY_TYPE))[0].exams[0]
    return next(paper.printed(exam, answers=True))


def test_paper_keeps_back_every_secret(every_type: paper.Paper) -> None:
    found = expected(every_type, "paper", WORDS)
    assert not [text for text in found.said if "SECRET" in text]
    kept = "".join(found.secret)
    for secret in ("SECRETexplanationofone", "SECRETfeedback", "SECRETanswer", "SECRETrubric"):
        assert secret in kept
    assert {"SECRETmodel", "SECRETother"} <= set(found.secret)


def test_key_tells_every_explanation(every_type: paper.Paper) -> None:
    found = expected(every_type, "key", WORDS)
    told = [text for text in found.said if text.startswith("SECRETexplanation")]
    assert len(told) == EVERY_TYPE.count("SECRETexplanation")
    assert found.secret == ()


# Wrong templates


def mutated(folder: Path, name: str, old: str, new: str) -> None:
    text = (BUILT_IN / name).read_text(encoding="utf-8")
    assert old in text, f"{name} has changed: give this test another fault to make"
    (folder / "templates" / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / "templates" / name).write_text(text.replace(old, new, 1), encoding="utf-8")


_LETTERED = "in q.options.zip(cells)"
WRONG = (
    ("paper.typ", _LETTERED, "in q.options.rev().zip(cells)", "does not say 'A.first'"),
    ("paper.typ", _LETTERED, "in q.options.zip(cells).slice(1)", "does not say 'A.first'"),
    ("paper.typ", "set-text(q.stem)", "none", "does not say 'Whichone?'"),
    ("sheet.typ", "slot.marks.map", "slot.marks.slice(1).map", "does not say '1ABC'"),
    ("key.typ", "..row.map(each => each.at(1))", "..row.map(each => each.at(0))", "does not say"),
)
"""Faults that a template may have: its file, a text, another in its place, and what is said."""


@needs_pdf
@pytest.mark.parametrize(("name", "old", "new", "said"), WRONG)
def test_wrong_template_is_found_out(
    name: str, old: str, new: str, said: str, run: Run, tmp_path: Path
) -> None:
    section_bank(tmp_path, EVERY_TYPE)
    mutated(tmp_path, f"paper/{name}", old, new)
    ran = run("pdf", "--key", "--sheet")
    assert (ran.code, ran.out) == (2, "")
    assert f"as templates/paper/{name} sets it" in ran.err
    assert said in ran.err
    assert not (tmp_path / "pdf").exists()
