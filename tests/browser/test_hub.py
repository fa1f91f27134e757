"""Firefox gives each file opened from a folder a storage of its own; pages share one all the same.

Run with its file protection on, as a reader has it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import NewReader
from tests.browser.firefox import Firefox, firefox
from tests.browser.test_firefox import click
from tests.browser.test_http import repo

__all__ = ["repo"]

pytestmark = pytest.mark.browser

SCIENCE = "tour/science/index.html"
REVIEW = "review/index.html"
LINES = "[...document.querySelectorAll('#_book li')].length"


def go(fox: Firefox, site: Path, path: str) -> None:
    fox.open(f"{site.as_uri()}/{path}")


def fresh(fox: Firefox, site: Path) -> None:
    """Forgets all that pages of this site have stored."""
    for path in ("hub.html", SCIENCE, "tour/language/index.html", "index.html", REVIEW,
                 "tour/index.html", "data/index.html"):  # fmt: skip
        go(fox, site, path)
        fox.evaluate("localStorage.clear()")
    go(fox, site, "hub.html")
    fox.evaluate("localStorage.clear()")


def miss(fox: Firefox) -> None:
    """Answers the first question of the page wrongly."""
    click(fox, "pendulum", "fieldset label", "A heavier bob")
    click(fox, "pendulum", "[data-do=check]")
    fox.wait_for("document.querySelector('#pendulum output').textContent.includes('Not yet')")


def other_tab(fox: Firefox) -> Any:
    """A tab in the background."""
    made = fox.command("browsingContext.create", {"type": "tab", "background": True})
    return made["context"]


def test_progress_of_practice_is_on_every_page(site: Path, fox: Firefox) -> None:
    fresh(fox, site)
    go(fox, site, SCIENCE)
    miss(fox)
    go(fox, site, REVIEW)
    fox.wait_for(f"{LINES} === 1")
    go(fox, site, "tour/index.html")
    fox.wait_for("[...document.querySelectorAll('.done')].some((each) => !each.hidden)")
    go(fox, site, "data/index.html")
    fox.wait_for("document.querySelector('#_kept').textContent.includes('已答 1 題')")


def test_doing_again_starts_in_the_list_and_comes_back_to_it(site: Path, fox: Firefox) -> None:
    fresh(fox, site)
    go(fox, site, SCIENCE)
    miss(fox)
    go(fox, site, REVIEW)
    fox.wait_for(f"{LINES} === 1")
    fox.click("#_book li [data-do=redo]")
    fox.wait_for("document.querySelector('.only') && !document.querySelector('#pendulum :checked')")
    assert fox.evaluate("document.querySelectorAll('article.q').length") == 1
    click(fox, "pendulum", "fieldset label", "A longer string")
    click(fox, "pendulum", "[data-do=check]")
    fox.wait_for("document.querySelector('#pendulum output').textContent.includes('Correct')")
    go(fox, site, REVIEW)
    fox.wait_for("document.querySelector('#_book small').textContent.includes('連續答對 1 次')")


def test_what_only_the_hub_knows_is_shown_on_a_page_of_wrong_answers(
    site: Path, fox: Firefox
) -> None:
    fresh(fox, site)
    go(fox, site, SCIENCE)
    click(fox, "lever", ".bookmark")
    go(fox, site, REVIEW)
    fox.evaluate("0")
    entry = {
        "questions": {},
        "review": {"pendulum": {"wrong": True, "misses": 1, "streak": 0, "bookmarked": False,
                                "at": 1, "answers": [[1, False]]}},
    }  # fmt: skip
    go(fox, site, "hub.html")
    name = "exampress:2:exampress-demo:tour"
    fox.evaluate(f"localStorage.setItem('{name}', {json.dumps(json.dumps(entry))})")
    go(fox, site, f"{SCIENCE}?only=wrong")
    fox.wait_for("document.querySelector('article.q')?.id === 'pendulum'")


def test_tabs_of_two_pages_agree(site: Path, fox: Firefox) -> None:
    fresh(fox, site)
    shown, fox._tab = fox._tab, other_tab(fox)
    go(fox, site, REVIEW)
    review, fox._tab = fox._tab, shown
    go(fox, site, SCIENCE)
    miss(fox)
    try:
        fox._tab = review
        fox.wait_for(f"{LINES} === 1")
    finally:
        fox.command("browsingContext.close", {"context": review})
        fox._tab = shown


def test_answer_given_just_before_the_page_is_left_is_kept(site: Path, fox: Firefox) -> None:
    fresh(fox, site)
    for number in range(5):
        go(fox, site, SCIENCE)
        fox.evaluate(f"""(() => {{
          const text = document.querySelector("#lever input");
          text.value = "{number}";
          text.dispatchEvent(new Event("input", {{ bubbles: true }}));
          location.href = "about:blank";
        }})()""")
        go(fox, site, "hub.html")
        go(fox, site, SCIENCE)
        fox.wait_for(f"document.querySelector('#lever input').value === '{number}'")


def test_progress_outlives_the_browser(site: Path, tmp_path: Path) -> None:
    with firefox(tmp_path / "profile") as fox:
        go(fox, site, SCIENCE)
        miss(fox)
        go(fox, site, REVIEW)
        fox.wait_for(f"{LINES} === 1")
    with firefox(tmp_path / "profile") as fox:
        go(fox, site, "data/index.html")
        fox.wait_for("document.querySelector('#_kept').textContent.includes('錯題 1 道')")
        assert fox.errors == ()


def test_look_that_was_chosen_holds_on_every_page(site: Path, fox: Firefox) -> None:
    fresh(fox, site)
    go(fox, site, SCIENCE)
    fox.evaluate("exampress.looks.set('theme', 'dark')")
    go(fox, site, "tour/language/index.html")
    fox.wait_for("document.documentElement.dataset.theme === 'dark'")
    fox.evaluate("exampress.looks.set('theme', 'auto')")


def test_no_hub_where_the_browser_shares_by_itself(site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(site / SCIENCE)
    assert page.evaluate("document.querySelectorAll('iframe').length") == 0


def test_hub_tells_nothing_to_a_page_of_a_host(repo: str, new_reader: NewReader) -> None:
    page = new_reader().open(f"{repo}{SCIENCE}")
    said = page.evaluate(
        """async (hub) => {
      localStorage.setItem("exampress:2:exampress-demo:x", "{}");
      const heard = [];
      addEventListener("message", ({ data }) => heard.push(data));
      const frame = document.createElement("iframe");
      frame.src = hub;
      document.body.append(frame);
      await new Promise((done) => { frame.onload = done; });
      frame.contentWindow.postMessage({ name: "exampress:2:exampress-demo:x", text: "1" }, "*");
      await new Promise((done) => setTimeout(done, 200));
      return [heard, localStorage.getItem("exampress:2:exampress-demo:x")];
    }""",
        f"{repo}hub.html",
    )
    assert said == [[], "{}"]
