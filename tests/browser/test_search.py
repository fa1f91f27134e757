"""The search page, from a folder: nothing is loaded before it is used, results lead somewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.banks import write_bank
from tests.browser.axe import violations
from tests.browser.chromium import reader
from tests.browser.conftest import NewReader
from tests.browser.firefox import Firefox
from tests.browser.sites import built

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


def many_sections(folder: Path) -> Path:
    """Forty sections of one question each: more than are asked for at a time."""
    files: dict[str, str | bytes] = {"e/exam.yaml": "title: E\nlanguage: en\n"}
    for n in range(40):
        question = f"  - {{id: q{n}, type: true-false, stem: Is it {n}?, answer: true}}\n"
        files[f"e/s{n:02}.yaml"] = f"title: S{n}\nquestions:\n{question}"
    return built(write_bank(folder, files), folder / "site")


def test_what_has_come_is_shown_before_the_rest_and_stays_under_the_reader(
    tmp_path: Path, new_reader: NewReader
) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    person = new_reader()
    person.context.route("**/s20/data-search.js", hold)
    page = person.open(many_sections(tmp_path) / "search/index.html")
    page.locator("#_query").fill("is it")
    expect(page.locator(".hits a")).to_have_count(39)
    expect(page.locator("#_found")).to_have_text("Found these so far, still looking …")
    last = page.locator(".hits a").last
    last.focus()
    held[0].continue_()
    expect(page.locator("#_found")).to_have_text("40 questions found.")
    expect(page.locator(".hits a")).to_have_count(40)
    expect(last).to_be_focused()
    titles = page.locator("h2.over").all_inner_texts()
    assert titles == [f"E · S{n}" for n in range(40)]
    page.context.unroute_all()


def test_what_does_not_arrive_holds_up_nothing_and_is_told(
    tmp_path: Path, chromium_browser: Browser
) -> None:
    site = many_sections(tmp_path)
    for n in range(10, 20):
        (site / f"e/s{n}/data-search.js").unlink()
    person = reader(chromium_browser, "failed: .*data-search|ERR_FILE_NOT_FOUND")
    page = person.open(site / "search/index.html")
    page.locator("#_query").fill("is it")
    expect(page.locator("#_found")).to_have_text(
        "30 questions found. Some questions could not be loaded and were not searched."
    )
    person.close()


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
