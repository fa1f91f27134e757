"""The link below an answer that opens a prefilled issue in the bank's repository."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from builder.build import build
from builder.options import Options
from tests.banks import EVERY_TYPE, section_bank
from tests.browser.conftest import NewReader
from tests.browser.hands import article_of

pytestmark = pytest.mark.browser


def practice(folder: Path, repository: str, answers: bool = True) -> Path:
    content = section_bank(folder, EVERY_TYPE)
    text = f"title: Site\nrepository: {repository}\n" if repository else "title: Site\n"
    (content / "site.yaml").write_text(text, encoding="utf-8")
    build(Options(content, out=folder / "site", answers=answers))
    return folder / "site/e/s/index.html"


def issue(page: Page, question: str) -> tuple[str, dict[str, list[str]]]:
    """Where the link of a question leads, and what it fills in."""
    article_of(page, question).locator("> details > summary").click()
    link = article_of(page, question).get_by_role("link", name="Report a fault in this question")
    expect(link).to_have_count(1)
    parts = urlsplit(link.get_attribute("href") or "")
    return f"{parts.scheme}://{parts.netloc}{parts.path}", parse_qs(parts.query)


@pytest.mark.parametrize(
    ("repository", "address", "title", "body"),
    [
        ("https://github.com/a/b", "https://github.com/a/b/issues/new", "title", "body"),
        ("https://gitee.com/a/b.git", "https://gitee.com/a/b/issues/new", "title", "body"),
        (
            "https://gitlab.com/a/b/",
            "https://gitlab.com/a/b/-/issues/new",
            "issue[title]",
            "issue[description]",
        ),
    ],
)
def test_link_opens_a_prefilled_issue(
    repository: str, address: str, title: str, body: str, tmp_path: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(practice(tmp_path, repository))
    where, filled = issue(page, "several")
    assert where == address
    assert filled[title] == ["Fault in question several of e"]
    assert filled[body] == [
        "Question 2 (several) of e\ne/s/index.html#several\n\nWhat is wrong with it?\n"
    ]  # and nothing of the folder it was opened from


def test_part_of_a_case_is_named(tmp_path: Path, new_reader: NewReader) -> None:
    page = new_reader().open(practice(tmp_path, "https://github.com/a/b"))
    _, filled = issue(page, "story-one")
    assert filled["body"][0].startswith("Question 9.1 (story-one) of e\n")


def test_there_is_a_link_where_no_answers_are_published(
    tmp_path: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(practice(tmp_path, "https://github.com/a/b", answers=False))
    expect(article_of(page, "one").locator(".fault a")).to_have_count(1)
    expect(article_of(page, "story-text").locator(".fault a")).to_have_count(1)
    expect(page.locator(".fault")).to_have_count(10)


def test_there_is_no_link_without_a_repository(tmp_path: Path, new_reader: NewReader) -> None:
    page = new_reader().open(practice(tmp_path, ""))
    article_of(page, "one").locator("> details > summary").click()
    expect(article_of(page, "one").locator(".answer")).to_be_visible()
    expect(page.locator(".fault")).to_have_count(0)
