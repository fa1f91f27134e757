"""What a learner can be in the midst of, mode by mode, and how to tell that it is all there again.

A state is arranged on a page, and looked at: what is looked at must be the same after a reload, on
the way back, and in a new tab once the page was killed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from difflib import unified_diff
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.hands import snapshot
from tests.browser.mocks import RIGHT, begin, give, hand_in

SECTION = "e/s/index.html"
MOCK = "e/mock/index.html"
SHOWN = "article.q:has(> .interaction):visible"
FIELDS = """() => [...document.querySelectorAll("article.q :is(input, select, textarea)")]
  .map(({ name, type, checked, value }) => [name, type, checked, value])"""
ANSWER_ALL = """() => {
  for (const interaction of document.querySelectorAll("article.q > .interaction")) {
    const field = interaction.querySelector("input, select, textarea, .order button");
    if (field.matches("[type=radio], [type=checkbox], button")) field.click();
    else {
      field.value = field.matches("select") ? "B" : "12.5";
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    interaction.querySelector("[data-do=check]")?.click();
  }
}"""


@dataclass(frozen=True)
class State:
    """A state: on which page, how one gets into it, what shows it."""

    path: str
    arrange: Callable[[Page], None]
    look: Callable[[Page], Any]


def practise(page: Page) -> None:
    give(page, "one", ["A"])
    page.locator("#one [data-do=check]").click()
    give(page, "several", ["A", "C"])
    page.locator("#several [data-do=check]").click()
    give(page, "judged", ["false"])
    page.locator("#gaps input").first.press_sequentially("half a w")
    give(page, "number", "12,5")
    page.locator("#pairs select").first.select_option(index=2)
    page.locator("#order [data-do=down]").first.click()
    page.locator("#order [data-do=check]").click()
    page.locator("#text textarea").press_sequentially("Because the ")
    page.locator("#several > details > summary").click()
    page.locator("#text > details > summary").click()
    page.locator("#text .rubric input").check()
    page.locator("#pairs .bookmark").click()


QUESTIONS = (
    "one", "several", "judged", "gaps", "number", "pairs", "order", "text", "story-one",
    "story-text",
)  # fmt: skip


def practised(page: Page) -> Any:
    marks = page.locator(".bookmark").evaluate_all("all => all.map((one) => one.ariaPressed)")
    return [snapshot(page, question) for question in QUESTIONS], marks


def turn(page: Page) -> None:
    page.locator("#_one").check()
    for _ in range(3):
        page.locator("#_steps [data-do=forth]").click()
    page.locator("#gaps input").nth(1).press_sequentially("mod")


def turned(page: Page) -> Any:
    shown = page.locator(SHOWN).evaluate_all("all => all.map((one) => one.id)")
    at = page.locator("#_steps .at").inner_text()
    return shown, at, page.locator("#gaps input").nth(1).input_value()


def draw(page: Page) -> None:
    page.locator("#_lot input[name=count]").fill("4")
    page.locator("#_lot [type=submit]").click()
    expect(page.locator(".questions > article.q")).to_have_count(4)
    page.evaluate(ANSWER_ALL)


def drawn(page: Page) -> Any:
    expect(page.locator(".questions > article.q")).to_have_count(4)
    ids = page.locator("article.q").evaluate_all("all => all.map((one) => one.id)")
    return ids, page.evaluate(FIELDS), page.locator("article.q output").all_text_contents()


def study(page: Page) -> None:
    page.locator("#number .bookmark").click()


def studied(page: Page) -> Any:
    marks = page.locator(".bookmark").evaluate_all("all => all.map((one) => one.ariaPressed)")
    return page.evaluate(FIELDS), page.locator("details[open]").count(), marks


def sit(page: Page) -> None:
    begin(page)
    for question, given in RIGHT.items():
        give(page, question, given)
    page.locator("#pairs select").first.select_option(index=2)
    page.locator("#order [data-do=down]").first.click()
    page.locator("#text textarea").press_sequentially(" And")
    page.locator("#number .flag").click()


def sat(page: Page) -> Any:
    expect(page.locator(".timer")).to_be_visible()
    entries = page.evaluate(
        "() => exampress.shorthand.sitting.read("
        'JSON.parse(localStorage["exampress:1:exam:e:mock"])).entries'
    )
    flags = page.locator("#_map a").evaluate_all("all => all.map((one) => one.ariaLabel)")
    order = page.locator("#order .order > li").evaluate_all("all => all.map((l) => l.dataset.id)")
    return entries, flags, order, page.evaluate(FIELDS), page.locator(".panel .count").inner_text()


def sit_one_by_one(page: Page) -> None:
    begin(page)
    turn(page)


def sat_one_by_one(page: Page) -> Any:
    expect(page.locator(".timer")).to_be_visible()
    return turned(page), page.locator("#_map a[aria-current]").all_text_contents()


def end(page: Page) -> None:
    begin(page)
    for question, given in RIGHT.items():
        give(page, question, given)
    hand_in(page)
    page.locator(".grading-left a").first.click()
    page.locator("#text .rubric input").check()
    expect(page.locator(".outcome .points")).to_have_text("15 of 20 points")


def ended(page: Page) -> Any:
    expect(page.locator(".outcome")).to_be_visible()
    said = page.locator("article.q output").all_text_contents()
    return page.locator(".outcome").inner_text(), said, page.evaluate(FIELDS)


def copy(page: Page) -> None:
    page.locator("#_onpaper summary").click()
    page.locator("#_onpaper select").select_option("s")
    page.locator("#_onpaper [name=code]").press_sequentially("ABC")
    page.locator("#_strip").press_sequentially("1-3 AB")


def copied(page: Page) -> Any:
    expect(page.locator("#_strip")).to_be_visible()
    names = ("[name=section]", "[name=code]", "[name=answers]")
    return [page.locator(f"#_onpaper {name}").input_value() for name in names]


def mark(page: Page) -> None:
    """Two questions in the book of wrong answers, one bookmark; looks at those of one section."""
    give(page, "one", ["A"])
    page.locator("#one [data-do=check]").click()
    give(page, "judged", ["true"])
    page.locator("#judged [data-do=check]").click()
    page.locator("#order .bookmark").click()
    page.goto(page.url.replace(SECTION, "review/index.html"))
    page.locator("#_scope").select_option("e/s")
    page.locator("[data-kind=bookmarked]").click()
    page.locator("#_streak").select_option("3")


def marked(page: Page) -> Any:
    expect(page.locator("#_book li")).to_have_count(1)
    kinds = page.locator("[data-kind]").evaluate_all("all => all.map((one) => one.ariaPressed)")
    values = [page.locator(each).input_value() for each in ("#_scope", "#_streak")]
    return kinds, values, page.locator("#_book, #_said").all_inner_texts()


def redo(page: Page) -> None:
    mark(page)
    page.locator("[data-kind=wrong]").click()
    page.locator("#_book header [data-do=redo]").click()
    expect(page.locator(".only")).to_be_visible()
    give(page, "one", ["B"])
    page.locator("#one [data-do=check]").click()


def redone(page: Page) -> Any:
    expect(page.locator("article.q")).to_have_count(2)
    return [snapshot(page, question) for question in ("one", "judged")]


def set_all(page: Page) -> None:
    page.locator("#_advance").check()
    page.locator("#_controls [data-do=settings]").click()
    for name, value in (("theme", "dark"), ("size", "large"), ("contrast", "more")):
        page.locator(f"dialog input[name={name}][value={value}]").evaluate("it => it.click()")
    page.locator("dialog[open] [data-do=close]").click()


def all_set(page: Page) -> Any:
    look: Any = page.evaluate("({ ...document.documentElement.dataset })")
    return look, page.locator("#_advance").is_checked()


def search(page: Page) -> None:
    page.locator("#_query").press_sequentially("which one")
    expect(page.locator(".hits li").first).to_be_visible()


def searched(page: Page) -> Any:
    expect(page.locator(".hits li").first).to_be_visible()
    return page.locator("#_query").input_value(), page.locator(".hits").all_inner_texts()


STATES = {
    "in order": State(SECTION, practise, practised),
    "one at a time": State(SECTION, turn, turned),
    "by lot": State("e/random/index.html", draw, drawn),
    "study": State(f"{SECTION}?recite", study, studied),
    "mock exam": State(MOCK, sit, sat),
    "mock exam one at a time": State(MOCK, sit_one_by_one, sat_one_by_one),
    "result": State(MOCK, end, ended),
    "answers on paper": State(MOCK, copy, copied),
    "book": State(SECTION, mark, marked),
    "wrong ones again": State(SECTION, redo, redone),
    "settings": State(SECTION, set_all, all_set),
    "search": State("search/index.html", search, searched),
}
"""Every mode, by its name."""


def seen(state: State, page: Page) -> list[str]:
    return json.dumps(state.look(page), indent=1, ensure_ascii=False, sort_keys=True).splitlines()


def assert_same(before: list[str], after: list[str]) -> None:
    assert before == after, "\n".join(unified_diff(before, after, "before", "after", n=6))
