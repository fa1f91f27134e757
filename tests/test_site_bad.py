"""Every fault an author can make: `site_bad/<one fault each>/`, and what is printed for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from builder.cli import main
from tests.banks import files

FOLDER = Path(__file__).parent / "site_bad"
CASES = sorted(path.name for path in FOLDER.iterdir())
LINE = re.compile(r"content[^:]*:\d+:\d+: (error|warning): [^\n]+")


def expected(name: str) -> str:
    return (FOLDER / name / "expected.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", CASES)
def test_check_prints_exactly_these_problems(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files(FOLDER / name)
    monkeypatch.chdir(FOLDER / name)
    assert main(["check"]) == 1
    assert capsys.readouterr().err == expected(name)
    assert files(FOLDER / name) == before


@pytest.mark.parametrize("name", CASES)
def test_build_prints_the_same_and_writes_nothing(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(FOLDER / name)
    out = tmp_path / "site"
    assert main(["build", "--out", str(out)]) == 1
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", expected(name))
    assert not out.exists()


@pytest.mark.parametrize("name", CASES)
def test_expectation_is_one_line_a_problem_and_holds_an_error(name: str) -> None:
    lines = expected(name).splitlines()
    assert all(LINE.fullmatch(line) for line in lines)
    assert any(": error: " in line for line in lines)
    assert len(lines) == len(set(lines))


def test_there_are_many_faults() -> None:
    assert len(CASES) >= 200
