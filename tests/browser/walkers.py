"""People who walk through the site in any browser, by keyboard alone or by finger alone.

A walker sees what is to be seen and acts as people do; where a page is written for both browsers,
tests are, too. It knows nothing about our pages.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Page

from tests.browser.firefox import Firefox

PATIENCE = 10.0  # seconds until what a walker waits for has failed
_OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
_FOUND = """((css, text) => [...document.querySelectorAll(css)].some((each) => {
  if (each.getClientRects().length === 0) return false;
  // What is out of sight is skipped, and says nothing until one looks.
  if (!each.checkVisibility({ contentVisibilityAuto: true })) each.scrollIntoView();
  return (each.innerText ?? "").replace(/\\s+/g, " ").includes(text);
}))"""
_IS_THERE = """((css) => {
  const target = document.querySelector(css), now = document.activeElement;
  return target === now || (target.type === "radio" && now?.type === "radio"
    && target.name === now.name);
})"""
_IS_AHEAD = """((css) => Boolean((document.activeElement ?? document.body)
  .compareDocumentPosition(document.querySelector(css)) & Node.DOCUMENT_POSITION_FOLLOWING))"""


class Tab(Protocol):
    """A browser's tab, whoever drives it."""

    def open(self, url: str) -> None: ...
    def reload(self) -> None: ...
    def back(self) -> None: ...
    def evaluate(self, expression: str) -> Any: ...
    def press(self, *keys: str) -> None: ...
    def type_text(self, text: str) -> None: ...
    def tap(self, css: str) -> None: ...
    def choose_file(self, css: str, file: Path) -> None: ...


class ChromiumTab:
    """A page of Playwright, with the words of `Firefox`."""

    def __init__(self, page: Page) -> None:
        self._page = page
        page.on("dialog", lambda dialog: dialog.accept())

    def open(self, url: str) -> None:
        self._page.goto(url)

    def reload(self) -> None:
        self._page.reload()

    def back(self) -> None:
        self._page.go_back()

    def evaluate(self, expression: str) -> Any:
        return self._page.evaluate(expression)

    def press(self, *keys: str) -> None:
        self._page.keyboard.press("+".join(keys))

    def type_text(self, text: str) -> None:
        self._page.keyboard.type(text)

    def tap(self, css: str) -> None:
        self._page.locator(css).first.tap()

    def choose_file(self, css: str, file: Path) -> None:
        self._page.locator(css).set_input_files(file)


class FirefoxTab:
    """A stock Firefox, touched where the other is touched."""

    def __init__(self, fox: Firefox) -> None:
        self._fox = fox
        self.open, self.reload, self.back = fox.open, fox.reload, fox.back
        self.evaluate, self.press, self.type_text = fox.evaluate, fox.press, fox.type_text

    def choose_file(self, css: str, file: Path) -> None:
        """From the page: a page of a host may not read what a test has on the disk."""
        text = json.dumps(file.read_text(encoding="utf-8"))
        self._fox.evaluate(f"""(() => {{
          const field = document.querySelector({json.dumps(css)});
          const chosen = new DataTransfer();
          chosen.items.add(new File([{text}], {json.dumps(file.name)}));
          field.files = chosen.files;
          field.dispatchEvent(new Event("change", {{ bubbles: true }}));
        }})()""")

    def tap(self, css: str) -> None:
        self._fox.evaluate(
            f"document.querySelector({json.dumps(css)}).scrollIntoView({{block: 'center'}})"
        )
        self._fox.click(css, "touch")


class Walker(Protocol):
    """One person at one tab."""

    tab: Tab

    def act(self, css: str) -> None:
        """Works a link, button, radio, checkbox or summary."""

    def write(self, css: str, text: str) -> None:
        """Writes into a field, over what it holds."""

    def choose(self, css: str, value: str) -> None:
        """Chooses in a list."""


def see(walker: Walker, css: str, text: str = "") -> None:
    """Waits until something is to be seen, with this text in it."""
    wait_for(walker, f"{_FOUND}({json.dumps(css)}, {json.dumps(text)})")


def wait_for(walker: Walker, expression: str) -> None:
    """Waits until an expression is true, also across the way to another page."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            if walker.tab.evaluate(f"Boolean({expression})"):
                return
        except Exception:  # the page is being left
            if time.monotonic() > deadline:
                raise
        assert time.monotonic() < deadline, f"{expression}\n{_shown(walker)}"
        time.sleep(0.02)


def _shown(walker: Walker) -> str:
    return str(walker.tab.evaluate("location.href + '\\n' + document.body.innerText"))[:1500]


def overflow(walker: Walker) -> int:
    """By how many pixels the page scrolls sideways."""
    return int(walker.tab.evaluate(_OVERFLOW))


class Keys:
    """Tab to get somewhere, arrows among radios, Space and Enter to act; nothing else."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab

    def _reach(self, css: str) -> None:
        target = json.dumps(css)
        keys = ("Tab",) if self.tab.evaluate(f"{_IS_AHEAD}({target})") else ("Shift", "Tab")
        for _ in range(200):
            if self.tab.evaluate(f"{_IS_THERE}({target})"):
                return
            self.tab.press(*keys)
        raise AssertionError(f"the keyboard never reaches {css}\n{_shown(self)}")

    def act(self, css: str) -> None:
        see_control(self, css)
        self._reach(css)
        kind = self.tab.evaluate(f"document.querySelector({json.dumps(css)}).type ?? ''")
        if kind == "radio":
            self._move_to(css)
        else:
            self.tab.press("Space" if kind == "checkbox" else "Enter")

    def _move_to(self, radio: str) -> None:
        is_focused = f"document.querySelector({json.dumps(radio)}) === document.activeElement"
        if self.tab.evaluate(is_focused):
            self.tab.press("Space")
        for _ in range(30):
            if self.tab.evaluate(is_focused):
                return
            self.tab.press("ArrowDown")
        raise AssertionError(f"arrows never reach {radio}")

    def write(self, css: str, text: str) -> None:
        see_control(self, css)
        self._reach(css)
        self.tab.press("Control", "a")
        self.tab.type_text(text)

    def choose(self, css: str, value: str) -> None:
        see_control(self, css)
        self._reach(css)
        place = f"document.querySelector({json.dumps(css)})"
        at = f"[...{place}.options].findIndex((each) => each.value === {json.dumps(value)})"
        steps = int(self.tab.evaluate(f"{at} - {place}.selectedIndex"))
        for _ in range(abs(steps)):
            self.tab.press("ArrowDown" if steps > 0 else "ArrowUp")
        assert self.tab.evaluate(f"{place}.value") == value


class Finger:
    """Taps; a list that has dropped down is the system's own, out of a test's reach."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab

    def act(self, css: str) -> None:
        see_control(self, css)
        hidden = f"getComputedStyle(document.querySelector({json.dumps(css)})).opacity === '0'"
        self.tab.tap(f"label:has(> {css})" if self.tab.evaluate(hidden) else css)

    def write(self, css: str, text: str) -> None:
        see_control(self, css)
        self.tab.tap(css)
        self.tab.evaluate(f"document.querySelector({json.dumps(css)}).select()")
        self.tab.type_text(text)

    def choose(self, css: str, value: str) -> None:
        see_control(self, css)
        self.tab.evaluate(f"""(() => {{
          const list = document.querySelector({json.dumps(css)});
          list.value = {json.dumps(value)};
          for (const name of ["input", "change"]) {{
            list.dispatchEvent(new Event(name, {{ bubbles: true }}));
          }}
        }})()""")


def see_control(walker: Walker, css: str) -> None:
    """Waits until a control is there and can be used."""
    found = f"document.querySelector({json.dumps(css)})"
    wait_for(walker, f"{found}?.getClientRects().length > 0 && !{found}.disabled")
