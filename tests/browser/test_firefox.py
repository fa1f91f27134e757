"""Every type answered in Firefox from `file://`, its file protection on, and found again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.firefox import Firefox
from tests.browser.tasks import ESSAYS, SNAPSHOT, TASKS, Answer, Essay, Task

pytestmark = pytest.mark.browser

MARK = "data-under-test"


def open_section(fox: Firefox, site: Path, section: str) -> None:
    """Opens a practice page without any progress, neither of its own nor in the hub."""
    for path in ("hub.html", f"{section}/index.html"):
        fox.open((site / path).as_uri())
        fox.evaluate("localStorage.clear()")
    fox.evaluate("localStorage.setItem('exampress:unsent', '[]')")
    fox.reload()


def snapshot(fox: Firefox, question: str) -> dict[str, Any]:
    shown: dict[str, Any] = fox.evaluate(f"({SNAPSHOT})({json.dumps(question)})")
    return shown


def wait_for_verdict(fox: Firefox, question: str, said: str) -> None:
    output = f"document.querySelector({json.dumps(f'[id={json.dumps(question)}] output')})"
    fox.wait_for(f"{output}.textContent.trim() === {json.dumps(said)}")


def assert_found_again(fox: Firefox, question: str) -> None:
    before = snapshot(fox, question)
    fox.reload()
    assert snapshot(fox, question) == before


def click(fox: Firefox, question: str, css: str, text: str = "", index: int = 0) -> None:
    """Clicks in a question: one of the elements that end in `text`."""
    fox.evaluate(f"""(() => {{
        for (const old of document.querySelectorAll("[{MARK}]")) old.removeAttribute("{MARK}");
        const article = document.getElementById({json.dumps(question)});
        const found = [...article.querySelectorAll({json.dumps(css)})].filter((each) =>
          (each.getAttribute("aria-label") ?? each.textContent.trim())
            .endsWith({json.dumps(text)}));
        found[{index}].setAttribute("{MARK}", "");
    }})()""")
    fox.click(f"[{MARK}]")


def tick(fox: Firefox, task: Task, options: tuple[str, ...]) -> None:
    for text in options:
        click(fox, task.id, "fieldset label", text)


def write(fox: Firefox, task: Task, texts: tuple[str, ...]) -> None:
    for index, text in enumerate(texts):
        click(fox, task.id, ".interaction input", index=index)
        fox.type_text(text)


def pair(fox: Firefox, task: Task, texts: tuple[str, ...]) -> None:
    """Chooses by typing how an option begins, which is how a list is used without a mouse."""
    for index, text in enumerate(texts):
        select = f"document.querySelectorAll('#{task.id} select')[{index}]"
        fox.evaluate(f"{select}.focus()")
        for _ in range(30):
            if str(fox.evaluate(f"{select}.selectedOptions[0].text")).endswith(text):
                break
            fox.press("ArrowDown")


def arrange(fox: Firefox, task: Task, texts: tuple[str, ...]) -> None:
    for place, text in enumerate(texts):
        while (now := _place(fox, task, text)) != place:
            click(fox, task.id, ".order [data-do=up]", text)
            assert _place(fox, task, text) == now - 1


def _place(fox: Firefox, task: Task, text: str) -> int:
    items = f"[...document.querySelectorAll('#{task.id} .order [data-do=up]')]"
    label = f"(each) => each.getAttribute('aria-label').endsWith({json.dumps(text)})"
    return int(fox.evaluate(f"{items}.findIndex({label})"))


ANSWERS: dict[str, Callable[[Firefox, Task, tuple[str, ...]], None]] = {
    "single": tick,
    "multiple": tick,
    "true-false": tick,
    "blank": write,
    "numeric": write,
    "matching": pair,
    "ordering": arrange,
}


def answer(fox: Firefox, task: Task, given: Answer) -> None:
    ANSWERS[task.type](fox, task, (given,) if isinstance(given, str) else given)
    assert snapshot(fox, task.id)["state"] == "answered"
    click(fox, task.id, "[data-do=check]")


@pytest.mark.parametrize("task", TASKS, ids=str)
def test_question_is_answered_revealed_retried_and_found_again(
    task: Task, site: Path, fox: Firefox
) -> None:
    open_section(fox, site, task.section)
    fresh = snapshot(fox, task.id)
    answer(fox, task, task.wrong)
    wait_for_verdict(fox, task.id, task.blame)
    assert snapshot(fox, task.id)["marks"] == list(task.marks)
    click(fox, task.id, ":scope > details > summary")
    wait_until_revealed_is_stored(fox)
    expected = task.marks if task.revealed is None else task.revealed
    assert snapshot(fox, task.id)["marks"] == list(expected)
    assert_found_again(fox, task.id)

    click(fox, task.id, ".interaction [data-do=reset]")
    assert snapshot(fox, task.id) == fresh
    answer(fox, task, task.right)
    wait_for_verdict(fox, task.id, task.praise)
    assert_found_again(fox, task.id)


def wait_until_revealed_is_stored(fox: Firefox) -> None:
    fox.wait_for("Object.values(localStorage).some((text) => text.includes('revealed'))")


@pytest.mark.parametrize("essay", ESSAYS, ids=str)
def test_essay_is_graded_by_the_learner_and_found_again(
    essay: Essay, site: Path, fox: Firefox
) -> None:
    open_section(fox, site, essay.section)
    click(fox, essay.id, "textarea")
    fox.type_text("Mine.")
    wait_for_verdict(fox, essay.id, essay.prompt)
    click(fox, essay.id, ":scope > details > summary")
    wait_until_revealed_is_stored(fox)
    if isinstance(essay.grade, str):
        click(fox, essay.id, ".grade input")
        fox.type_text(essay.grade)
    else:
        for line in essay.grade:
            click(fox, essay.id, ".rubric input", index=line)
    wait_for_verdict(fox, essay.id, essay.said)
    assert_found_again(fox, essay.id)


def test_keyboard_alone_answers_and_arrows_do_not_check(site: Path, fox: Firefox) -> None:
    open_section(fox, site, "tour/science")
    fox.evaluate("document.querySelector('#pendulum input').focus()")
    fox.press("ArrowDown")
    shown = snapshot(fox, "pendulum")
    assert (shown["given"], shown["verdict"]) == ([False, True, False, False], "")
    fox.press("Enter")
    wait_for_verdict(fox, "pendulum", "Correct. 4 of 4 points.")


def test_progress_of_the_same_page_is_kept_when_it_is_left(site: Path, fox: Firefox) -> None:
    open_section(fox, site, "tour/science")
    click(fox, "pendulum", "fieldset label", "A longer string")
    before = snapshot(fox, "pendulum")
    fox.open((site / "index.html").as_uri())
    fox.open((site / "tour/science/index.html").as_uri())
    assert snapshot(fox, "pendulum") == before


def test_every_kind_of_page_opens_without_a_complaint(site: Path, fox: Firefox) -> None:
    for path in ("index", "tour/index", "tour/print/index", "tour/print/paper", "tour/print/key",
                 "demo/print/sheet"):  # fmt: skip
        fox.open((site / f"{path}.html").as_uri())
        assert fox.evaluate("document.querySelector('main h1').innerText")
