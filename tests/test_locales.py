"""The words of the interface: every locale says the same things, with the same places to fill."""

from __future__ import annotations

import re
from typing import Any

import pytest

from builder.locales import LOCALES, locale, say
from builder.render import BUILT_IN
from builder.source import read


def words(name: str) -> dict[str, Any]:
    value: dict[str, Any] = read(BUILT_IN / "locales" / f"{name}.yaml", name).value
    return value


def leaves(value: Any, path: str = "") -> dict[str, set[str]]:
    """Return every word by its path, as the places in it; `one` and `other` count as one word."""
    if isinstance(value, dict) and set(value) == {"one", "other"}:
        return {path: set(re.findall(r"{(\w+)}", value["other"]))}
    if isinstance(value, dict):
        return {
            name: places
            for step, inner in value.items()
            for name, places in leaves(inner, f"{path}/{step}").items()
        }
    return {path: set(re.findall(r"{(\w+)}", value)) if isinstance(value, str) else set()}


@pytest.mark.parametrize("name", LOCALES)
def test_locales_say_the_same_things(name: str) -> None:
    english, own = leaves(words("en")), leaves(words(name))
    assert sorted(own) == sorted(english)
    assert {path for path in own if own[path] != english[path]} == set()


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("en", "en"), ("en-GB", "en"), ("fr", "en"), ("zh", "zh-Hans"), ("zh-CN", "zh-Hans"),
        ("zh-Hans", "zh-Hans"), ("zh-Hans-TW", "zh-Hans"), ("zh-Hant", "zh-Hant"),
        ("zh-TW", "zh-Hant"), ("zh-HK", "zh-Hant"), ("ZH-hant", "zh-Hant"), ("yue", "zh-Hans"),
        ("yue-HK", "zh-Hant"), ("zha", "en"),
    ],
)  # fmt: skip
def test_locale_follows_the_language(language: str, name: str) -> None:
    assert locale(language) == name


@pytest.mark.parametrize(
    ("number", "said"), [(0, "0 questions"), (1, "1 question"), (2, "2 questions")]
)
def test_word_follows_its_number(number: float, said: str) -> None:
    assert say({"one": "{n} question", "other": "{n} questions"}, n=number) == said


@pytest.mark.parametrize(
    ("points", "minutes", "said"),
    [(1, 2, "1 point · 2 minutes"), (0.5, 1, "0.5 points · 1 minute")],
)
def test_each_word_follows_the_number_it_names(points: float, minutes: int, said: str) -> None:
    words = "{points} {points:point|points} · {minutes} {minutes:minute|minutes}"
    assert say(words, points=points, minutes=minutes) == said


@pytest.mark.parametrize("name", LOCALES)
def test_locales_list_the_same_keys(name: str) -> None:
    pressed = [key["press"] for key in words(name)["keys"]]
    assert pressed == [key["press"] for key in words("en")["keys"]]
