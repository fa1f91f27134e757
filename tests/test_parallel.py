"""Work in other processes: every result, in its place, and faults raised where one waits."""

from __future__ import annotations

import os
from collections.abc import Callable
from types import MappingProxyType

import pytest

from builder import parallel


def _square(number: int) -> int:
    return number * number


def _strict(number: int) -> int:
    if number == 3:
        raise ValueError("three")
    return number


@pytest.mark.parametrize("work", [parallel.spread, parallel.apart])
@pytest.mark.parametrize("jobs", [1, 2, 5])
@pytest.mark.parametrize("count", [0, 1, 40])
def test_results_stand_in_their_places(
    count: int, jobs: int, work: Callable[..., list[int]]
) -> None:
    entries = list(range(count))
    assert work(_square, entries, [1] * count, jobs) == [n * n for n in entries]


def test_streamed_results_come_with_their_places() -> None:
    entries = list(range(9, 0, -1))
    found = list(parallel.streamed(_square, entries, entries, 3))
    assert len(found) == 9
    assert {entries[index]: result for index, result in found} == {n: n * n for n in entries}


@pytest.mark.parametrize("work", [parallel.spread, parallel.apart])
def test_fault_of_another_process_is_raised_here(work: Callable[..., list[int]]) -> None:
    with pytest.raises(ValueError, match="three"):
        work(_strict, [1, 2, 3, 4], [1] * 4, 2)


@pytest.mark.parametrize("work", [parallel.spread, parallel.apart])
def test_result_that_cannot_be_passed_on_is_told(work: Callable[..., list[object]]) -> None:
    with pytest.raises(TypeError, match="mappingproxy"):
        work(MappingProxyType, [{}, {}], [1, 1], 2)


def test_process_that_ends_early_is_noticed() -> None:
    with pytest.raises(ChildProcessError):
        parallel.apart(lambda _: os._exit(1), [1, 2], [1, 1], 2)


def test_large_results_of_an_abandoned_stream_block_nobody() -> None:
    stream = parallel.streamed(bytes, [3_000_000] * 6, [1] * 6, 2)
    assert len(next(stream)[1]) == 3_000_000
    del stream  # closes the pipes, and waits for the processes


def test_process_beside_answers_one_question_after_the_other() -> None:
    with parallel.beside(lambda: _strict) as ask:
        assert ask is not None
        assert [ask(1), ask(2)] == [1, 2]
        with pytest.raises(ValueError, match="three"):
            ask(3)
        assert ask(4) == 4


def test_process_beside_that_nobody_asks_ends() -> None:
    with parallel.beside(lambda: _square):
        pass


def test_process_beside_that_ends_early_is_noticed() -> None:
    def end() -> Callable[[bytes], bytes]:
        os._exit(1)

    with parallel.beside(end) as ask:
        assert ask is not None
        with pytest.raises(OSError):  # noqa: PT011  # of the pipe, or of the child
            ask(bytes(1_000_000))
