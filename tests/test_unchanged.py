"""The same command again is answered at once, and only while nothing has changed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

_REPO = Path(__file__).parent.parent
_BUILD = ("-m", "builder", "build", "--no-pdf")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A bank that was built a while ago, with what is known of it."""
    shutil.copytree(_REPO / "content" / "tour", tmp_path / "content" / "tour")
    (tmp_path / "content" / "site.yaml").write_text("title: Tour\nid: tour\n", "utf-8")
    (tmp_path / "site").mkdir()
    time.sleep(0.15)  # a file younger than that may change without a trace
    _build(tmp_path)
    return tmp_path


def _build(home: Path, *arguments: str) -> str:
    """Build in a process; return what it says, and the names of all that it imported."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(home / "cache"), "PYTHONPATH": str(_REPO)}
    run = subprocess.run(
        [sys.executable, "-X", "importtime", *_BUILD, *arguments],
        cwd=home,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode in {0, 1}, run.stderr
    return run.stdout + run.stderr


def _is_at_once(said: str) -> bool:
    return "builder.cli" not in said


def test_nothing_changed_imports_nothing(home: Path) -> None:
    said = _build(home)
    assert _is_at_once(said)
    assert "(0 changed)" in said
    assert not [name for name in ("argparse", "json", "typing_extensions") if name in said]


def _grown(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\n")


def _touch_input(home: Path) -> None:
    _grown(next((home / "content" / "tour").glob("[!e]*.yaml")))


def _add_input(home: Path) -> None:
    (home / "content" / "tour" / "spare.png").write_bytes(b"")


def _take_input(home: Path) -> None:
    (home / "content" / "site.yaml").unlink()


def _own_templates(home: Path) -> None:
    (home / "templates" / "site").mkdir(parents=True)
    shutil.copy(_REPO / "templates" / "site" / "base.html", home / "templates" / "site")


def _touch_output(home: Path) -> None:
    _grown(home / "site" / "index.html")


def _take_output(home: Path) -> None:
    (home / "site" / "tour" / "index.html").unlink()


def _half_written(home: Path) -> None:
    (home / "site" / ".exampress.tmp").mkdir()


def _spoilt_memory(home: Path) -> None:
    for answer in (home / "cache" / "exampress").glob("*.answer"):
        answer.write_bytes(answer.read_bytes()[:-9])


@pytest.mark.parametrize(
    "change",
    [
        _touch_input,
        _add_input,
        _take_input,
        _own_templates,
        _touch_output,
        _take_output,
        _half_written,
        _spoilt_memory,
    ],
)
def test_any_change_is_seen(home: Path, change: Callable[[Path], None]) -> None:
    change(home)
    assert not _is_at_once(_build(home))


def test_other_arguments_are_another_command(home: Path) -> None:
    assert not _is_at_once(_build(home, "--no-answers"))
    assert not _is_at_once(_build(home))  # the site is not as this command had left it
    assert _is_at_once(_build(home))


def test_without_a_cache_all_is_built_each_time(home: Path) -> None:
    for _ in range(2):
        assert not _is_at_once(_build(home, "--no-cache"))


def test_errors_are_said_each_time(home: Path) -> None:
    exam = home / "content" / "tour" / "exam.yaml"
    exam.write_text(exam.read_text("utf-8").replace("title:", "unheard: 1\ntitle:", 1))
    for _ in range(2):
        said = _build(home)
        assert not _is_at_once(said)
        assert "unheard" in said


def test_warnings_are_given_again(home: Path) -> None:
    exam = home / "content" / "tour" / "exam.yaml"
    exam.write_text(re.sub("language:.*\n", "", exam.read_text("utf-8")), "utf-8")
    time.sleep(0.15)
    first, second = _build(home), _build(home)
    assert not _is_at_once(first)
    assert _is_at_once(second)
    for said in (first, second):
        assert re.search(r"^content/tour/exam\.yaml:1:1: warning: no 'language'", said, re.M)


def test_written_again_with_the_same_words_is_looked_at_once(home: Path) -> None:
    site = home / "content" / "site.yaml"
    site.write_bytes(site.read_bytes())
    time.sleep(0.15)
    assert not _is_at_once(_build(home))
    assert _is_at_once(_build(home))


def test_folder_whose_name_is_no_utf_8_is_named_as_before(home: Path) -> None:
    out = os.fsdecode(b"s\xff")
    said = [_build(home, "--out", out).splitlines()[0] for _ in range(3)]
    assert said[1] == said[2] == re.sub(r"\d+ changed", "0 changed", said[0])


def test_nobody_listens(home: Path) -> None:
    """What a pipe's other end does is told by the command itself, and ends in no traceback."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(home / "cache"), "PYTHONPATH": str(_REPO)}
    with Path("/dev/full").open("wb") as full:
        run = subprocess.run(
            [sys.executable, *_BUILD],
            cwd=home,
            env=environment,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert "Traceback" not in run.stderr
    assert "No space left" in run.stderr
