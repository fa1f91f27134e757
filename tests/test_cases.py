"""The cases of every type: key and HTML are what the files beside them say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import golden
from tests.banks import CASES as FOLDER

CASES = {golden.case_name(path): path for path in golden.case_files()}
REWRITE = "python -m tests.golden writes it"


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return {path.relative_to(golden.PAGES).as_posix(): text for path, text in golden.of_pages()}


def golden_pages() -> list[str]:
    return sorted(p.relative_to(golden.PAGES).as_posix() for p in golden.PAGES.rglob("*.html"))


@pytest.mark.parametrize("name", CASES)
def test_case_says_its_own_type(name: str) -> None:
    assert golden.question(CASES[name]).type_name == name.partition("/")[0]


@pytest.mark.parametrize("name", CASES)
def test_key_is_the_key_of_the_case(name: str) -> None:
    expected = json.loads(CASES[name].with_suffix(".key.json").read_text(encoding="utf-8"))
    assert golden.question(CASES[name]).key() == expected


@pytest.mark.parametrize("name", CASES)
def test_responses_are_pairs_of_a_response_and_a_verdict(name: str) -> None:
    """The browser's tests judge them; here only the contract of the file is checked."""
    text = CASES[name].with_suffix(".responses.json").read_text(encoding="utf-8")
    rows = json.loads(text)
    assert rows
    assert all(isinstance(row, list) and len(row) == 2 for row in rows)
    assert all(verdict in (True, False) or 0 <= verdict <= 1 for _, verdict in rows)


@pytest.mark.parametrize("kind", ["web", "paper"])
@pytest.mark.parametrize("name", CASES)
def test_html_is_golden(name: str, kind: str) -> None:
    path = CASES[name].with_suffix(f".{kind}.html")
    assert path.exists(), REWRITE
    assert golden.piece(kind, golden.view(CASES[name])) == path.read_text(encoding="utf-8"), REWRITE


def test_pages_are_golden(pages: dict[str, str]) -> None:
    assert golden_pages() == sorted(pages), REWRITE
    for name, text in pages.items():
        assert text == (golden.PAGES / name).read_text(encoding="utf-8"), f"{name}: {REWRITE}"


def test_no_golden_file_is_left_over() -> None:
    expected = {path for case in CASES.values() for path, _ in golden.of_case(case)}
    there: set[Path] = {path for path in FOLDER.glob("*/*") if path.suffix == ".html"}
    assert there <= expected
