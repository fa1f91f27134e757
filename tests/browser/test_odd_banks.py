"""The whole tour through banks that nobody should have to be afraid of: see `odd_banks.py`."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from builder.build import build
from builder.options import Options
from tests.banks import write_bank
from tests.browser.axe import violations
from tests.browser.chromium import Reader
from tests.browser.conftest import NewReader
from tests.browser.mocks import SITE, begin, hand_in
from tests.browser.odd_banks import ODD
from tests.browser.states import ANSWER_ALL
from tests.browser.test_pages import STICKING_OUT

pytestmark = pytest.mark.browser

WIDTHS = (320, 390, 1280)
OPEN = ("index", "e/index", "data/index", "e/print/index")
PAPERS = ("paper", "teacher", "key", "sheet")


@pytest.fixture(params=ODD)
def bank(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def odd_site(bank: str, tmp_path: Path) -> Path:
    files = {"site.yaml": SITE} | {f"e/{name}": text for name, text in ODD[bank].items()}
    content = write_bank(tmp_path, files)
    build(Options(content, out=tmp_path / "site", answers=bank != "no answers"))
    return tmp_path / "site"


def look(page: Page) -> None:
    """Nothing makes the page scroll sideways, and axe finds no barrier."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(STICKING_OUT) == [], width
    page.set_viewport_size({"width": 390, "height": 844})
    assert violations(page) == []


def practise(reader: Reader, site: Path) -> None:
    page = reader.open(site / "e/s/index.html")
    look(page)
    page.evaluate(ANSWER_ALL)
    for closed in page.locator("article.q > details, .hint").all():
        closed.locator("summary").click()
    for bookmark in page.locator(".bookmark").all():
        bookmark.click()
    look(page)
    done = page.locator(".count").inner_text()
    page.reload()
    expect(page.locator(".count")).to_have_text(done)
    page.locator("#_one").check()
    look(page)
    page.locator("#_one").uncheck()
    page.close()


def study(reader: Reader, site: Path) -> None:
    page = reader.open(f"{(site / 'e/s/index.html').as_uri()}?recite")
    expect(page.locator(".only")).to_be_visible()
    look(page)
    page.close()


def practise_by_lot(reader: Reader, site: Path) -> None:
    page = reader.open(site / "e/random/index.html")
    look(page)
    page.locator("#_lot [type=submit]").click()
    expect(page.locator(".questions > article.q").first).to_be_visible()
    look(page)
    page.close()


def sit_a_mock_exam(reader: Reader, site: Path, answers: bool) -> None:
    page = reader.open(site / "e/mock/index.html")
    look(page)
    begin(page)
    page.evaluate(ANSWER_ALL)
    look(page)
    page.locator("[data-do=ask]:visible").first.click()
    look(page)
    page.keyboard.press("Escape")
    hand_in(page)
    expect(page.locator(".outcome .points")).to_be_visible(visible=answers)
    look(page)
    page.close()


def review_and_search(reader: Reader, site: Path) -> None:
    page = reader.open(site / "review/index.html")
    page.locator("[data-kind=bookmarked]").click()
    expect(page.locator("#_book li").first).to_be_visible()
    look(page)
    page.goto((site / "search/index.html").as_uri())
    page.locator("#_query").fill(" ")
    page.locator("#_query").fill("?")
    look(page)
    page.close()


def test_whole_tour(bank: str, odd_site: Path, new_reader: NewReader) -> None:
    reader = new_reader()
    answers = bank != "no answers"
    practise(reader, odd_site)
    if answers:
        study(reader, odd_site)
    practise_by_lot(reader, odd_site)
    sit_a_mock_exam(reader, odd_site, answers)
    review_and_search(reader, odd_site)
    for name in OPEN:
        page = reader.open(odd_site / f"{name}.html")
        look(page)
        page.close()


def test_papers(bank: str, odd_site: Path, new_reader: NewReader) -> None:
    reader = new_reader()
    for kind in PAPERS:
        path = odd_site / f"e/print/{kind}.html"
        assert path.exists() or (bank == "no answers" and kind in ("teacher", "key"))
        if not path.exists():
            continue
        page = reader.open(path)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate(STICKING_OUT) == [], (kind, width)
        page.close()


@pytest.mark.parametrize("bank", ["no answers"])
def test_site_without_answers_says_so_wherever_one_would_check(
    odd_site: Path, new_reader: NewReader
) -> None:
    reader = new_reader()
    page = reader.open(odd_site / "e/s/index.html")
    expect(page.locator(".notice")).to_contain_text("This site has no answer key.")
    expect(page.locator("[data-do=check], [data-do=judge], #_advance")).to_have_count(0)
    expect(page.get_by_role("link", name="Study")).to_have_count(0)
    page.goto((odd_site / "e/mock/index.html").as_uri())
    expect(page.locator(".notice")).to_contain_text("This site has no answer key")
    expect(page.locator("#_onpaper")).to_have_count(0)


@pytest.mark.parametrize("bank", ["right to left"])
def test_text_from_right_to_left_begins_at_the_right(odd_site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(odd_site / "e/s/index.html")
    for selector, side in (
        ("#judged .stem p", "right"),
        ("#several fieldset label:nth-of-type(1)", "right"),
        ("#one fieldset label:nth-of-type(4)", "left"),  # Paris.
    ):
        first, last = page.locator(selector).first.evaluate(
            """(box) => {
              const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
              let text = null;
              while (walker.nextNode()) {
                if (/\\p{L}{2}/u.test(walker.currentNode.data)) text = walker.currentNode;
              }
              const place = (at) => {
                const range = document.createRange();
                range.setStart(text, at);
                range.setEnd(text, at + 1);
                return range.getBoundingClientRect().left;
              };
              const { data } = text;
              return [place(data.search(/\\p{L}/u)), place(data.trimEnd().length - 1)];
            }"""
        )
        assert (first > last) == (side == "right"), selector
