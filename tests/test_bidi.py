"""Text that runs from right to left: set by its first letter, and found again in a PDF."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.bidi import isolates, stands
from builder.options import can_set_pdf
from builder.proof import Expected, faults
from builder.typst import TypstText
from tests.banks import write_bank
from tests.conftest import Run

needs_pdf = pytest.mark.skipif(not can_set_pdf(), reason="needs exampress[pdf]")

SECTION = """title: קסם
type: single
questions:
  - id: capital
    stem: ما هي عاصمة مصر؟ 12 (Cairo)
    options: [القاهرة, دمشق (Damascus), Paris, بغداد]
    answer: A
    explanation: لأن القاهرة (Cairo) هي العاصمة منذ زمن.
  - id: word
    stem: What does שלום עולם (a greeting) mean?
    options: [Peace, "אמת (truth), always", War]
    answer: A
"""


@pytest.mark.parametrize(
    ("text", "read", "found"),
    [
        ("מה(12)שלום", "Name(12)מהשלוםA.", True),
        ("A.אמת(truth)", "B.WarA.אמת)truth)", True),
        ("abc", "xxcxab", False),
        ("שלוםשלום", "שלוםAשלום", False),
        ("aab", "abbab", False),
        ("a", "", False),
    ],
)
def test_text_is_found_in_any_order_but_not_scattered(text: str, read: str, found: bool) -> None:
    assert stands(text, read) is found


def test_only_what_runs_right_to_left_is_isolated() -> None:
    assert isolates("Which? 哪个？ (a)") == ("", "")
    assert isolates("12 مصر") == ("\u2068", "\u2069")
    assert TypstText("").block("*a* b") == '#emph[#"a";];#" b";'
    assert TypstText("").block("a\n\nמה **b**") == (
        '#"a";\n\n\n\n#"\u2068";#"מה ";#strong[#"b";];#"\u2069";'
    )
    assert TypstText("").plain("מה") == '#"\u2068";#"מה";#"\u2069";'


def test_key_is_found_out_in_whichever_order_it_is_read() -> None:
    proof = Expected(("1.", "A.אמת(truth)"), ("כיזההתשובה(answer)",))
    assert list(faults(proof, ["1. A. אמת) truth)"])) == []
    assert list(faults(proof, ["1. A. אמת"])) == ["does not say 'A.אמת(truth)' behind '1.'"]
    (leak,) = faults(proof, ["1. A. אמת (truth) התשובה זה כי) answer)"])
    assert leak == "says 'כיזההתשובה(answer)'"


@needs_pdf
@pytest.mark.parametrize("language", ["ar", "he", "en"])
def test_papers_that_run_both_ways_are_printed(language: str, run: Run, tmp_path: Path) -> None:
    exam = f"title: اختبار في (Exam)\nlanguage: {language}\n"
    write_bank(tmp_path, {"e/exam.yaml": exam, "e/s.yaml": SECTION})
    result = run("pdf", "--teacher", "--key", "--sheet", "--forms", "2")
    assert (result.code, result.err) == (0, "")
    assert {each.name for each in (tmp_path / "pdf/e").glob("*-B.pdf")} == {
        "paper-B.pdf",
        "teacher-B.pdf",
        "key-B.pdf",
        "sheet-B.pdf",
    }
