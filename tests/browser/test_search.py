"""The search page, from a folder: nothing is loaded before it is used, results lead somewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.conftest import NewReader
from tests.browser.firefox import Firefox

pytestmark = pytest.mark.browser


def test_search_finds_marks_and_leads_to_the_question(site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(site / "index.html")
    page.keyboard.press("/")
    field = page.locator("#_query")
    expect(field).to_be_focused()
    page.keyboard.type("ＬｏＲＡ 微調")
    expect(page.locator("#_found")).to_contain_text("道題")
    expect(page.locator("mark").first).to_have_text("微調")
    assert violations(page) == []
    page.keyboard.press("Enter")
    link = page.locator(".hits a").first
    expect(link).to_be_focused()
    anchor = (link.get_attribute("href") or "").partition("#")[2]
    page.keyboard.press("Enter")
    expect(page.locator(f"article[id='{anchor}']")).to_be_in_viewport()
    page.go_back()
    expect(page.locator(".hits a").first).to_be_visible()
    expect(field).to_have_value("ＬｏＲＡ 微調")


def test_texts_are_loaded_when_the_field_is_used(site: Path, new_reader: NewReader) -> None:
    reader = new_reader()
    asked: list[str] = []
    reader.context.on("request", lambda request: asked.append(request.url))
    page = reader.open(site / "search/index.html")
    assert not [url for url in asked if "data-search" in url]
    page.locator("#_query").focus()
    expect(page.locator("head script[src$='data-search.js']").first).to_be_attached()
    page.locator("#_query").fill("zzzz nowhere")
    expect(page.locator("#_found")).to_contain_text("沒有同時包含這些關鍵詞的題目")
    expect(page.locator("#_hits > *")).to_have_count(0)
    page.locator("#_query").fill("")
    expect(page.locator("#_found")).to_have_text("")


def test_slash_is_a_slash_where_one_writes(site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(site / "tour/science/index.html")
    text = page.locator("#seasons textarea")
    text.focus()
    page.keyboard.type("a/b")
    expect(text).to_have_value("a/b")


def test_without_script_the_page_says_what_it_needs(site: Path, new_reader: NewReader) -> None:
    page = new_reader(java_script_enabled=False).open(site / "search/index.html")
    # Chromium under a driver parses <noscript> as if scripts ran, so its text is looked up as such
    assert "JavaScript" in page.locator("noscript").inner_html()
    expect(page.locator("#_query")).to_be_hidden()


def test_search_in_firefox_from_a_folder(site: Path, fox: Firefox) -> None:
    fox.open(f"{(site / 'search/index.html').as_uri()}?q=pendulum")
    fox.wait_for("document.querySelector('.hits mark')?.textContent === 'pendulum'")
