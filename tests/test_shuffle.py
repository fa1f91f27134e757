"""The shuffle: the same for ever, and nothing to guess the given order from."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from builder.shuffle import shuffled

GOLDEN = ("e", "d", "甲", "c", "b")
ENTRIES = st.lists(st.text(max_size=5), min_size=2, max_size=8, unique=True).map(tuple)


@given(ENTRIES, st.text(max_size=5))
def test_shuffle_keeps_every_entry(entries: tuple[str, ...], seed: str) -> None:
    assert sorted(shuffled(entries, seed)) == sorted(entries)


@given(ENTRIES, st.randoms(use_true_random=False), st.text(max_size=5))
def test_order_that_is_shown_says_nothing_of_the_order_given(
    entries: tuple[str, ...], chance: Random, seed: str
) -> None:
    others = list(entries)
    chance.shuffle(others)
    assert shuffled(tuple(others), seed) == shuffled(entries, seed)


def test_two_entries_come_in_either_order() -> None:
    orders = {shuffled(("a", "b"), str(seed)) for seed in range(20)}
    assert orders == {("a", "b"), ("b", "a")}


def test_shuffle_is_the_same_for_ever() -> None:
    assert shuffled(("甲", "b", "c", "d", "e"), "seed") == GOLDEN
    assert shuffled(("甲", "b", "c", "d", "e"), "other") != GOLDEN
