"""Before a mock exam ends nothing tells right from wrong, whatever the question type."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from builder.questions import TYPES
from tests.browser.conftest import NewReader
from tests.browser.hands import article_of
from tests.browser.mocks import (
    QUESTIONS,
    begin,
    give,
    hand_in,
    html_of,
    mock_page,
    right_answer,
    stored,
    wrong_answer,
)

pytestmark = pytest.mark.browser

TELLING = ("SECRET", "Correct", "Wrong.", "Partly", "Was right", "Not yet", "of 2 points", "A hint")
"""What only somebody says who knows the key."""


GIVEN = {"StaticText", "InlineTextBox", "MarkerContent", "ListMarker", "timer"}
"""Roles of what a candidate has typed or moved, of clocks, and of texts that name their parents."""


WHERE_ONE_IS = ' (aria-current="true"|data-now="")'

LAY_OUT_ALL = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { content-visibility: visible !important; }");
  document.adoptedStyleSheets = [sheet];
}"""
"""JavaScript: what is far out of sight is not laid out, and so in no accessibility tree."""


def accessibility_tree(page: Page) -> list[dict[str, Any]]:
    session = page.context.new_cdp_session(page)
    nodes: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return nodes


def said_to_readers(tree: list[dict[str, Any]]) -> list[str]:
    """What a screen reader says of each thing, but not what the candidate has answered."""

    def text(node: dict[str, Any], name: str) -> str:
        return str(node.get(name, {}).get("value", ""))

    states = (
        "invalid",
        "busy",
        "live",
        "describedby",
        "details",
        "errormessage",
        "roledescription",
    )
    return sorted(
        "|".join(
            [
                text(node, "role"), text(node, "name"), text(node, "description"),
                *(f"{each['name']}={each['value'].get('value')}"
                  for each in node.get("properties", ()) if each["name"] in states),
            ]
        )
        for node in tree
        if not node.get("ignored") and text(node, "role") not in GIVEN
    )  # fmt: skip


def try_to_be_told(page: Page, question: str) -> None:
    """Does what in practice would check an answer, show it, or give a hint."""
    article = article_of(page, question)
    article.evaluate("it => it.closest('form').requestSubmit()")
    interaction = article.locator("> .interaction")
    field = interaction.locator("input, select, textarea, .order button").first
    field.focus()
    page.keyboard.press("Enter" if field.evaluate("it => it.matches('input')") else "Escape")
    page.keyboard.press("Escape")
    for key in ("Shift+X", "Shift+H", "Shift+R"):
        page.keyboard.press(key)
    page.evaluate("document.activeElement.blur()")


@pytest.mark.parametrize("kind", sorted(TYPES))
def test_nothing_of_a_type_is_revealed_before_the_end(
    kind: str, types_site: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(mock_page(types_site))
    begin(page)
    page.evaluate(LAY_OUT_ALL)
    question = QUESTIONS[kind]
    seen = []
    for given in (wrong_answer(page, kind), right_answer(page, kind)):
        give(page, question, given)
        assert stored(page)["entries"][question]["response"] == given
        try_to_be_told(page, question)
        tree = accessibility_tree(page)
        html, read_aloud = (
            re.sub(WHERE_ONE_IS, "", html_of(page)),
            json.dumps(tree, ensure_ascii=False),
        )
        for text in (html, read_aloud):
            for typed in ("SECRETmodel", "SECRETother"):  # by the candidate
                text = text.replace(typed, "")
            assert [word for word in TELLING if word in text] == []
        for place in (
            "article details",
            ".mark",
            "[data-mark]",
            ".said",
            "[data-do=check]",
            "#_keys",
        ):
            expect(page.locator(place)).to_have_count(0)
        seen.append((html, said_to_readers(tree)))
    (html, heard), (other_html, other_heard) = seen
    assert html == other_html, "a right answer and a wrong one look alike"
    assert heard == other_heard, "a right answer and a wrong one sound alike"
    assert stored(page)["entries"][question]["score"] == 0

    hand_in(page)
    article = article_of(page, question)
    expected = "right" if kind not in ("essay",) else "answered"
    expect(article).to_have_attribute("data-state", expected)
    expect(article.locator("> details .answer, > details .model").first).to_be_attached()
    assert "SECRET" in html_of(page)


@pytest.mark.parametrize("kind", sorted(TYPES))
def test_nothing_of_a_type_is_revealed_by_other_ways_to_look_at_it(
    kind: str, types_site: Path, new_reader: NewReader
) -> None:
    """One question at a time, the answer card, the question before handing in, on paper."""
    page = new_reader().open(mock_page(types_site))
    begin(page)
    page.evaluate(LAY_OUT_ALL)
    page.locator("#_one").check()
    question = QUESTIONS[kind]
    index = page.locator("article.q:has(> .interaction)").evaluate_all(
        "(all, id) => all.findIndex((one) => one.id === id)", question
    )
    page.locator("#_map a").nth(index).click()
    seen = []
    for given in (wrong_answer(page, kind), right_answer(page, kind)):
        give(page, question, given)
        page.locator(".panel [data-do=ask]").click()
        views = []
        for medium in ("screen", "print"):
            page.emulate_media(media=medium)
            tree = accessibility_tree(page)
            text = html_of(page) + json.dumps(tree, ensure_ascii=False)
            for typed in ("SECRETmodel", "SECRETother"):
                text = text.replace(typed, "")
            assert [word for word in TELLING if word in text] == []
            views.append(said_to_readers(tree))
        page.emulate_media(media="screen")
        seen.append(views)
        page.locator(".ask [data-do=close]").click()
    assert seen[0] == seen[1]
