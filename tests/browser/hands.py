"""Answers questions on a practice page as people do: by mouse, by touch, by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Protocol

from playwright.sync_api import Locator, Page, expect

from tests.browser.tasks import SNAPSHOT, Answer


class Hand(Protocol):
    """A way to use a page."""

    page: Page

    def press(self, target: Locator) -> None:
        """Works a button, radio, checkbox or summary."""

    def write(self, field: Locator, text: str) -> None:
        """Types into a field, over what it holds."""

    def choose(self, select: Locator, label: str) -> None:
        """Chooses in a list."""

    def check(self, article: Locator) -> None:
        """Asks for the verdict."""


class Mouse:
    """Clicks. (A list that has dropped down is the system's own, out of a test's reach.)"""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, target: Locator) -> None:
        target.click()

    def write(self, field: Locator, text: str) -> None:
        self.press(field)
        field.press("Control+a")
        self.page.keyboard.type(text)

    def choose(self, select: Locator, label: str) -> None:
        select.select_option(label=label)

    def check(self, article: Locator) -> None:
        self.press(article.locator("> .interaction [data-do=check]"))


class Touch(Mouse):
    """Taps."""

    def press(self, target: Locator) -> None:
        target.tap()


_IS_FOCUSED = "it => it === document.activeElement"
_IS_IN_FOCUSED_GROUP = """it => {
  const now = document.activeElement;
  return now === it || (it.type === "radio" && now.type === "radio" && now.name === it.name);
}"""
_IS_AHEAD = """it => Boolean(
  document.activeElement.compareDocumentPosition(it) & Node.DOCUMENT_POSITION_FOLLOWING)"""


class Keyboard:
    """Tab to get somewhere, arrows among radios, Space and Enter to act; nothing else."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def reach(self, target: Locator) -> None:
        """Moves the focus to a control, or into its group of radios."""
        key = "Tab" if target.evaluate(_IS_AHEAD) else "Shift+Tab"
        for _ in range(150):
            if target.evaluate(_IS_IN_FOCUSED_GROUP):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"the keyboard never reaches {target}")

    def press(self, target: Locator) -> None:
        self.reach(target)
        if target.get_attribute("type") == "radio":
            self._move_to_radio(target)
        else:
            is_box = target.get_attribute("type") == "checkbox"
            self.page.keyboard.press("Space" if is_box else "Enter")

    def _move_to_radio(self, radio: Locator) -> None:
        """Arrows choose on their way; none of it may count as an answer that is handed in."""
        if radio.evaluate(_IS_FOCUSED):
            self.page.keyboard.press("Space")
        output = radio.locator("xpath=ancestor::*[@class='interaction']").locator("output")
        for _ in range(30):
            expect(output).to_have_text("")
            if radio.evaluate(_IS_FOCUSED):
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"arrows never reach {radio}")

    def write(self, field: Locator, text: str) -> None:
        self.reach(field)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)

    def choose(self, select: Locator, label: str) -> None:
        self.reach(select)
        for _ in range(30):
            if select.evaluate("it => it.selectedOptions[0].text").endswith(label):
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"no option {label}")

    def check(self, article: Locator) -> None:
        """Enter in a field or on a radio; on the button elsewhere."""
        field = article.locator("> .interaction input:not([type=checkbox])")
        if field.count() and field.first.evaluate(_IS_IN_FOCUSED_GROUP):
            self.page.keyboard.press("Enter")
        else:
            self.press(article.locator("> .interaction [data-do=check]"))


def article_of(page: Page, question: str) -> Locator:
    """The frame of one question."""
    return page.locator(f'article.q[id="{question}"]')


def snapshot(page: Page, question: str) -> dict[str, Any]:
    """All that the page shows of one question's progress."""
    shown: dict[str, Any] = page.evaluate(SNAPSHOT, question)
    return shown


def wait_until_revealed_is_stored(page: Page) -> None:
    """Returns when storage knows of an open answer: browsers tell of `<details>` a little later.

    (Playwright's own `wait_for_function` needs an `eval`, which the pages forbid.)
    """
    page.evaluate("""async () => {
      const stored = () => Object.values(localStorage).some((text) => text.includes("revealed"));
      for (let frames = 0; !stored(); frames += 1) {
        if (frames > 300) throw new Error("the open answer was never stored");
        await new Promise(requestAnimationFrame);
      }
    }""")


def set_look(page: Page, choice: str) -> None:
    """Chooses one of the looks in the dialog of settings, and closes it."""
    page.locator("#_controls [data-do=settings]").click()
    page.locator("dialog[open]").get_by_label(choice, exact=True).check(force=True)
    page.locator("dialog[open] [data-do=close]").click()


def answer(hand: Hand, article: Locator, kind: str, given: Answer) -> None:
    """Gives an answer, without asking for the verdict."""
    _ANSWERS[kind](hand, article, (given,) if isinstance(given, str) else given)


def _tick(hand: Hand, article: Locator, options: tuple[str, ...]) -> None:
    for text in options:
        label = article.locator("fieldset label").filter(
            has_text=re.compile(rf"{re.escape(text)}$")
        )
        hand.press(label.locator("input"))


def _write(hand: Hand, article: Locator, texts: tuple[str, ...]) -> None:
    for index, text in enumerate(texts):
        hand.write(article.locator("> .interaction").locator("input, textarea").nth(index), text)


def _pair(hand: Hand, article: Locator, texts: tuple[str, ...]) -> None:
    for index, text in enumerate(texts):
        select = article.locator("select").nth(index)
        labels = [each.strip() for each in select.locator("option").all_text_contents()]
        hand.choose(select, next(each for each in labels if each.endswith(text)))


def _arrange(hand: Hand, article: Locator, texts: tuple[str, ...]) -> None:
    items = article.locator(".order > li")
    for place, text in enumerate(texts):
        while _at(items, text) != place:
            hand.press(items.nth(_at(items, text)).locator("[data-do=up]"))


def _at(items: Locator, text: str) -> int:
    found = items.locator("[data-do=up]").evaluate_all(
        "buttons => buttons.map((button) => button.getAttribute('aria-label'))"
    )
    return next(index for index, label in enumerate(found) if label.endswith(text))


_ANSWERS: dict[str, Callable[[Hand, Locator, tuple[str, ...]], None]] = {
    "single": _tick,
    "multiple": _tick,
    "true-false": _tick,
    "blank": _write,
    "numeric": _write,
    "essay": _write,
    "matching": _pair,
    "ordering": _arrange,
}
