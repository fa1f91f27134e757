"""Before a mock exam ends nothing tells right from wrong, whatever the question type."""

from __future__ import annotations

import json
from pathlib import Path

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


def accessibility_tree(page: Page) -> str:
    session = page.context.new_cdp_session(page)
    return json.dumps(session.send("Accessibility.getFullAXTree"), ensure_ascii=False)


@pytest.mark.parametrize("kind", sorted(TYPES))
def test_nothing_of_a_type_is_revealed_before_the_end(
    kind: str, types_site: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(mock_page(types_site))
    begin(page)
    question = QUESTIONS[kind]
    seen = []
    for given in (wrong_answer(page, kind), right_answer(page, kind)):
        give(page, question, given)
        assert stored(page)["entries"][question]["response"] == given
        page.keyboard.press("Enter")
        html, tree = html_of(page), accessibility_tree(page)
        for text in (html, tree):
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
        seen.append(html)
    assert seen[0] == seen[1], "a right answer and a wrong one look alike"
    assert stored(page)["entries"][question]["score"] == 0

    hand_in(page)
    article = article_of(page, question)
    expected = "right" if kind not in ("essay",) else "answered"
    expect(article).to_have_attribute("data-state", expected)
    expect(article.locator("> details .answer, > details .model").first).to_be_attached()
    assert "SECRET" in html_of(page)
