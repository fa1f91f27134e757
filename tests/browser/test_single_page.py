"""An exam as one page, alone in a folder: it is practised like the site."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.conftest import NewReader
from tests.browser.hands import Touch, answer, article_of
from tests.browser.tasks import ANSWER_EVERYTHING

pytestmark = pytest.mark.browser


@pytest.fixture
def alone(site: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(site / "tour/exam.html", tmp_path / "tour.html"))


def test_single_page_is_practised_on_a_phone(alone: Path, new_reader: NewReader) -> None:
    page = new_reader(viewport={"width": 390, "height": 844}, has_touch=True).open(alone)
    expect(page.locator("article.q:has(> .interaction)")).to_have_count(24)
    article = article_of(page, "capitals")
    article.scroll_into_view_if_needed()
    answer(Touch(page), article, "matching", ("Canberra", "Brasília", "Ottawa", "Ankara"))
    Touch(page).check(article)
    expect(article.locator("output")).to_have_text("Correct. 4 of 4 points.")
    picture = page.locator("#lever img")
    picture.scroll_into_view_if_needed()  # pictures are fetched when they come near
    wide = picture.evaluate("it => it.decode().then(() => it.naturalWidth)")
    assert wide > 0
    page.reload()
    expect(article.locator("output")).to_have_text("Correct. 4 of 4 points.")
    expect(page.locator("#_score")).to_have_text("4 / 100")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_single_page_has_no_barrier(alone: Path, new_reader: NewReader) -> None:
    page = new_reader().open(alone)
    page.evaluate(ANSWER_EVERYTHING)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == []


def test_downloads_are_offered_where_there_is_a_host(site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(site / "index.html")
    expect(page.locator(".download")).to_be_hidden()  # in a folder there is nothing to download
