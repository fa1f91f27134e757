"""An author's texts, hostile ones: a few here, many by `tests.fuzz_text`; what was found stays."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.mathml import MathError, mathml
from builder.typst import TypstText
from tests.fuzz_text import TARGETS, hostile

_TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=80)


@pytest.mark.parametrize("target", TARGETS)
def test_seeded_texts_hold(target: str) -> None:
    for number in range(300):
        TARGETS[target][0](hostile(target, number))


@pytest.mark.parametrize("target", TARGETS)
@settings(max_examples=40, deadline=None)
@given(text=_TEXTS)
def test_any_text_holds(target: str, text: str) -> None:
    TARGETS[target][0](text)


FOUND = [("typst", "![a](data:image/png;base64,AA)"), ("typst", "![a](data:image/png;base64,A%)")]


@pytest.mark.parametrize(("target", "text"), FOUND)
def test_what_was_found_holds(target: str, text: str) -> None:
    TARGETS[target][0](text)


@pytest.mark.parametrize("opened", ["[", "(", "([", "\\{", "\\left["])
def test_brackets_never_closed_are_refused_at_once(opened: str) -> None:
    with pytest.raises(MathError, match="more than 20 brackets are open at once"):
        mathml(opened * 60, display=True)
    assert mathml("[0,1)" * 60, display=True)


def test_damaged_data_of_an_image_is_said() -> None:
    setter = TypstText("exam")
    setter.block("See ![a](data:image/png;base64,AA)")
    assert [each.message for each in setter.faults] == [
        "the data of an image is cut off or damaged (it is no base64)"
    ]
