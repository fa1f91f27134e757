"""Reading an exam in the other Chinese script: one switch, one progress."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.conftest import NewReader
from tests.browser.sites import built

pytestmark = pytest.mark.browser

SITE = "id: two\ntitle: 題庫\nlanguage: zh-Hant\nscripts: [zh-Hant, zh-Hans]\n"
QUESTIONS = "".join(
    f"  - {{id: q{number}, type: blank, stem: 第{number}題：這是___。, answer: 機器學習}}\n"
    for number in range(1, 13)
)


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of one exam, `e`, with one section of blanks, `s`, in both scripts."""
    folder = tmp_path_factory.mktemp("scripts")
    (folder / "content/e").mkdir(parents=True)
    (folder / "content/site.yaml").write_text(SITE, encoding="utf-8")
    (folder / "content/e/exam.yaml").write_text("title: 訓練師考核\n", encoding="utf-8")
    section = f"title: 填空題\nquestions:\n{QUESTIONS}"
    (folder / "content/e/s.yaml").write_text(section, encoding="utf-8")
    return built(folder / "content", folder / "site")


def test_switch_changes_content_interface_and_keeps_progress_and_place(
    both: Path, new_reader: NewReader
) -> None:
    reader = new_reader()
    page = reader.open(both / "e/s/index.html")
    field = page.locator("#q1 input[type=text]")
    field.fill("机器学习")
    field.press("Enter")
    expect(page.locator("#q1 output")).to_contain_text("回答正確")

    page.locator("#q9").scroll_into_view_if_needed()
    page.locator("#q9 input[type=text]").fill("機器學習")
    page.get_by_role("link", name="简体中文").click()
    expect(page).to_have_url(re.compile(r"/zh-Hans/e/s/index\.html#q\d+$"))
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(page.locator("#q9")).to_be_in_viewport()
    expect(page.locator("#q1 .stem")).to_contain_text("这是")
    expect(page.locator("#q1 output")).to_contain_text("回答正确")
    expect(page.locator("#q9 input[type=text]")).to_have_value("機器學習")
    page.locator("#q9 input[type=text]").press("Enter")
    expect(page.locator("#q9 output")).to_contain_text("回答正确")
    assert violations(page) == []


def test_choice_holds_for_pages_that_are_opened_later(both: Path, new_reader: NewReader) -> None:
    reader = new_reader()
    page = reader.open(both / "index.html")
    page.get_by_role("link", name="简体中文").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("题库")
    page.get_by_role("link", name="训练师考核").click()
    expect(page).to_have_url(re.compile("/zh-Hans/e/index.html$"))

    page = reader.open((both / "e/s/index.html").as_uri() + "?recite#q12")
    expect(page).to_have_url(re.compile(r"/zh-Hans/e/s/index\.html\?recite#q12$"))
    page.get_by_role("link", name="繁體中文").click()
    expect(page).to_have_url(re.compile(r"site/e/s/index\.html\?recite#q12$"))
    page = reader.open(both / "zh-Hans/e/index.html")
    expect(page).to_have_url(re.compile("site/e/index.html$"))


def test_mock_exam_goes_on_in_the_other_script(both: Path, new_reader: NewReader) -> None:
    page = new_reader().open(both / "e/mock/index.html")
    page.locator("#_setup [type=submit]").click()
    page.locator("#q3 input[type=text]").fill("机器学习")
    page.get_by_role("link", name="简体中文").click()
    expect(page).to_have_url(re.compile("/zh-Hans/e/mock/"))
    expect(page.locator("#q3 .stem")).to_contain_text("这是")
    expect(page.locator("#q3 input[type=text]")).to_have_value("机器学习")


def test_search_finds_the_script_of_the_page(both: Path, new_reader: NewReader) -> None:
    page = new_reader().open(both / "zh-Hans/search/index.html")
    page.locator("#_query").fill("这是")
    page.locator("#_hits a").first.click()
    expect(page).to_have_url(re.compile("/zh-Hans/e/s/index.html"))


def test_switch_works_without_scripts_of_the_other_kind(both: Path, new_reader: NewReader) -> None:
    page = new_reader(java_script_enabled=False).open(both / "e/s/index.html")
    page.locator("#_script").click()
    expect(page).to_have_url(re.compile("/zh-Hans/e/s/index.html"))
    assert page.locator("#q1 .stem").inner_text().startswith("第1题")
