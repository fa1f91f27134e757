"""Printing one's own wrong answers: a numbered paper over all exams, with or without its key."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewReader
from tests.browser.firefox import Firefox
from tests.browser.printing import page_count, printed, squeezed, text_of
from tests.browser.test_review import REVIEW, SCIENCE, lines

pytestmark = pytest.mark.browser

MARK_ALL = """() => {
  for (const mark of document.querySelectorAll(".bookmark[aria-pressed=false]")) mark.click();
}"""
WATCH_PRINTING = """window.print = () =>
  document.documentElement.toggleAttribute("data-printed", true)"""


def listed(site: Path, new_reader: NewReader, *sections: str) -> Page:
    """The review page with every question of some sections on it."""
    reader = new_reader()
    reader.context.add_init_script(WATCH_PRINTING)
    page = reader.open(site / SCIENCE)
    for section in sections:
        page.goto((site / section / "index.html").as_uri())
        page.evaluate(MARK_ALL)
    page.goto(f"{(site / REVIEW).as_uri()}?show=bookmarked")
    return page


def handout(page: Page, path: Path, *, answers: bool) -> str:
    """What is on the paper, without white space."""
    page.locator("#_answers").set_checked(answers)
    page.evaluate("document.documentElement.removeAttribute('data-printed')")
    page.locator("[data-do=print]").click()
    expect(page.locator("html[data-printed]")).to_be_attached()
    return text_of(printed(page, path))


def test_paper_holds_every_question_numbered_anew_and_no_answer(
    site: Path, tmp_path: Path, new_reader: NewReader
) -> None:
    page = listed(site, new_reader, "tour/science", "tour/case", "demo/single")
    expect(lines(page)).to_have_count(6 + 5 + 15)
    text = handout(page, tmp_path / "paper.pdf", answers=False)
    numbers = page.locator("#_paper .asked > section > article > header b").all_inner_texts()
    assert numbers == [str(number) for number in range(1, 15 + 6 + 1 + 1)]
    parts = page.locator("#_paper article article > header b").all_inner_texts()
    assert parts == [f"22.{number}" for number in range(1, 6)]
    for stem in page.locator("#_paper .stem p").all():
        for piece in stem.evaluate("it => [...it.childNodes].filter((n) => n.nodeType === 3)"
                                   ".map((n) => n.data)"):  # fmt: skip
            assert squeezed(piece) in text
    assert squeezed("收藏的題目") in text
    assert squeezed("答案") not in text
    assert squeezed("Only L and g count") not in text
    assert page.locator("#_paper [id]").count() == 0


def test_key_stands_behind_the_paper_on_a_page_of_its_own(
    site: Path, tmp_path: Path, new_reader: NewReader
) -> None:
    page = listed(site, new_reader, "tour/science")
    plain = handout(page, tmp_path / "plain.pdf", answers=False)
    whole = handout(page, tmp_path / "whole.pdf", answers=True)
    assert page_count(tmp_path / "whole.pdf") > page_count(tmp_path / "plain.pdf")
    explanation = squeezed("The turning effects of the two boxes are equal:")
    assert explanation in whole
    assert explanation not in plain
    numbers = page.locator("#_paper .solution > b").all_inner_texts()
    assert numbers == ["1", "2", "3", "4", "5", "6"]


def test_part_of_a_case_is_printed_with_its_material(
    site: Path, tmp_path: Path, new_reader: NewReader
) -> None:
    page = listed(site, new_reader)
    page.goto((site / "tour/case/index.html").as_uri())
    page.locator("article article .bookmark").nth(1).click()
    page.goto(f"{(site / REVIEW).as_uri()}?show=bookmarked")
    text = handout(page, tmp_path / "paper.pdf", answers=True)
    assert page.locator("#_paper article article").count() == 1
    assert squeezed("More than 2200 years ago Eratosthenes") in text
    assert page.locator("#_paper article article header b").inner_text() == "1"


def test_browsers_own_print_command_prints_the_list(
    site: Path, tmp_path: Path, new_reader: NewReader
) -> None:
    page = listed(site, new_reader, "tour/science")
    expect(lines(page)).to_have_count(6)
    text = text_of(printed(page, tmp_path / "list.pdf"))
    assert squeezed("Which of these planets have rings") in text
    assert squeezed("取消收藏") not in text


def test_handout_in_firefox_from_a_folder(site: Path, fox: Firefox) -> None:
    review = "{wrong: true, misses: 1, streak: 0, bookmarked: true, at: 1, answers: [[1, false]]}"
    fox.open((site / REVIEW).as_uri())
    fox.evaluate(f"""(() => {{
      localStorage.clear();
      localStorage["exampress:2:exampress-demo:tour"] =
        JSON.stringify({{questions: {{}}, review: {{pendulum: {review}}}}});
      window.print = () => {{}};
    }})()""")
    fox.reload()
    fox.wait_for("document.querySelector('#_book li')")
    fox.evaluate("(() => { window.print = () => {}; })()")
    fox.click("[data-do=print]")
    fox.wait_for("document.querySelector('#_paper .asked article math')")
