"""The folding rules, over the cases that the browser's rules are held to as well."""

import json
from pathlib import Path

import pytest

from builder.folding import fold

CASES = json.loads((Path(__file__).parent / "cases" / "folding.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("text", "match_case", "folded"), CASES)
def test_text_is_folded(text: str, match_case: bool, folded: str) -> None:
    assert fold(text, match_case) == folded


@pytest.mark.parametrize(("text", "match_case", "folded"), CASES)
def test_folded_text_stays_as_it_is(text: str, match_case: bool, folded: str) -> None:
    assert fold(fold(text, match_case), match_case) == folded
