"""Rendering: own templates that fail are named, and section ordinals."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.build import build
from builder.locales import ordinal
from builder.options import Options
from builder.problems import UsageError
from tests.banks import EVERY_TYPE, section_bank


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("site/home.html", "{% if %}", "templates/site/home.html:1: Expected an expression"),
        ("site/home.html", "a\n{{ 1 / 0 }}", "home.html:2: ZeroDivisionError"),
        ("site/home.html", "{{ nothing }}", "home.html:1: 'nothing' is undefined"),
        ("site/home.html", '{% include "gone.html" %}', "there is no template 'gone.html'"),
        ("questions/single.html", "", "web"),
        ("locales/en.yaml", "site: {}", "there is no 'client'"),
    ],
)
def test_own_template_that_fails_is_named(tmp_path: Path, name: str, text: str, said: str) -> None:
    own = tmp_path / "templates"
    (own / name).parent.mkdir(parents=True)
    (own / name).write_text(text, encoding="utf-8")
    content = section_bank(tmp_path, EVERY_TYPE)
    with pytest.raises(UsageError) as error:
        build(Options(content=content, templates=own, out=tmp_path / "site"))
    assert said in str(error.value)
    assert not (tmp_path / "site").exists()


def test_scripts_are_published_short_and_shown_whole(tmp_path: Path) -> None:
    content = section_bank(tmp_path, EVERY_TYPE)
    for preview in (False, True):
        build(Options(content, out=tmp_path / "site", preview=preview))
        assets = tmp_path / "site" / "assets"
        (scheduler,) = (path.read_text("utf-8") for path in assets.glob("fsrs.*js"))
        (first,) = (path.read_text("utf-8") for path in assets.glob("first.*js"))
        (sheet,) = (path.read_text("utf-8") for path in assets.glob("site.*css"))
        assert "Copyright (c) 2026 Open Spaced Repetition" in scheduler
        assert [("/**" in first), ("/* " in sheet)] == [preview, preview]


@pytest.mark.parametrize(
    ("number", "chinese", "other"),
    [
        (1, "一", "I"),
        (10, "十", "X"),
        (11, "十一", "XI"),
        (20, "二十", "XX"),
        (99, "九十九", "XCIX"),
        (100, "100", "100"),
    ],
)
def test_ordinals(number: int, chinese: str, other: str) -> None:
    assert (ordinal(number, "zh-Hant"), ordinal(number, "en")) == (chinese, other)
