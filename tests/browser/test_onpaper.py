"""Answers that were given on paper, pasted and scored: by section, of forms, faults told."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from builder import forms, load
from builder.build import build
from builder.options import Options
from tests.banks import CONTENT
from tests.browser.axe import violations
from tests.browser.conftest import NewReader
from tests.browser.hands import article_of
from tests.browser.mocks import every_type_site, mock_page

pytestmark = pytest.mark.browser


def score(page: Page, answers: str, section: str = "", code: str = "") -> None:
    """Pastes answers and asks for the score."""
    details = page.locator("#_onpaper")
    if details.get_attribute("open") is None:
        details.locator("summary").click()
    details.locator("select").select_option(section)
    details.locator("input[name=code]").fill(code)
    details.locator("textarea").fill(answers)
    details.locator("[type=submit]").first.click()


def right_letters(site: Path, page: Page) -> str:
    """What a candidate writes for the two questions of EVERY_TYPE whose letters hang on a lot."""
    page.goto((site / "e/s/index.html").as_uri())
    choices = page.locator("#pairs .choices > li").all_text_contents()
    pairs = {line.strip()[1:].strip(): line.strip()[0] for line in choices}
    items = page.locator("#order .order > li").all_text_contents()
    order = {line.split("item ")[1].split("↑")[0].strip(): line.strip()[0] for line in items}
    page.goto(mock_page(site).as_uri())
    return (
        f"6 {pairs['right one']}{pairs['right two']} 7 {order['one']}{order['two']}{order['three']}"
    )


def test_every_type_is_scored_from_paper(types_site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(mock_page(types_site))
    letters = right_letters(types_site, page)
    answers = f"１－２ B AC 3 ×\n4 SECRETmodel; SECRETaccepted\n5 987,654.321 kg {letters}"
    score(page, f"{answers} 8 A written answer 9.1 B")
    expect(page.locator(".outcome .points")).to_have_text("16 of 20 points")
    expect(page.locator(".outcome .facts")).to_contain_text("on paper")
    expect(page.locator(".outcome tbody td").first).to_have_text("9 / 10")
    expect(article_of(page, "text").locator("textarea")).to_have_value("A written answer")
    expect(page.locator(".grading-left a")).to_have_text("8")
    assert violations(page) == []
    page.locator("[data-do=anew]").click()
    expect(page.locator(".attempts small")).to_contain_text("on paper")


def test_wrong_answers_of_a_paper_stand_in_the_wrong_answer_book(
    types_site: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(mock_page(types_site))
    score(page, "1 A 2 AC 3 T")
    expect(page.locator(".outcome .points")).to_have_text("2 of 20 points")
    assert page.evaluate("exampress.page.book('e').reviewed()") == ["one", "judged"]


def test_paper_of_one_section_has_numbers_of_its_own(site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(mock_page(site, "demo"))
    score(page, "1-10 ✓×✓×✓×✓×✓×", section="true-false")
    expect(page.locator(".outcome tbody th")).to_have_text("判斷題")
    expect(page.locator(".outcome tbody td").first).to_have_text("10 / 10")


def test_what_cannot_be_read_is_told_before_anything_is_scored(
    types_site: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(mock_page(types_site))
    score(page, "1-3 AB 5 1 6 A 7 甲")
    expect(page.locator("#_onpaper output")).to_contain_text("1 answer was read.")
    expect(page.locator("#_onpaper li")).to_have_text(
        [
            "Question 1-3: not as many answers as questions in “AB”.",
            "Question 7: “甲” cannot be read.",
            "Question 6 cannot be answered by “A”.",
        ]
    )
    expect(page.locator(".outcome")).to_have_count(0)
    assert violations(page) == []
    page.locator("#_onpaper [data-do=anyway]").click()
    expect(page.locator(".outcome tbody td").first).to_have_text("1 / 10")

    page.goto(mock_page(types_site).as_uri())
    for text in ("nothing here", "1 -"):
        score(page, text)
        expect(page.locator("#_onpaper li").first).to_be_visible()
        expect(page.locator("#_onpaper [data-do=anyway]")).to_be_hidden()


RIGHT_ON_FORM = """() => {
  const keys = JSON.parse(document.querySelector("#_keys").textContent);
  return [...document.querySelectorAll(".questions > article.q")].map((article) => {
    const number = article.querySelector("header b").textContent;
    const { value } = keys[article.id];
    const labels = [...article.querySelectorAll("fieldset label")];
    const right = labels.filter((each) => value.includes(each.querySelector("input").value));
    return `${number} ${right.map((each) => each.querySelector("b").textContent).join("")}`;
  }).join(" ");
}"""
"""JavaScript: what a candidate with that form of the paper writes for its choices."""


def test_paper_of_a_form_is_scored_by_its_code(site: Path, new_reader: NewReader) -> None:
    bank, _ = load.bank(CONTENT)
    exam = next(each for each in bank.exams if each.id == "demo")
    code = forms.form(exam, "C", "a seed", forms.edition(exam)).code
    page = new_reader().open(f"{(site / 'demo/single/index.html').as_uri()}?form={code}")
    answers = page.evaluate(RIGHT_ON_FORM)
    page.goto(mock_page(site, "demo").as_uri())
    score(page, answers)
    expect(page.locator(".outcome .points")).not_to_have_text("30 / 100 分")
    page.goto(mock_page(site, "demo").as_uri())
    score(page, answers, code="OOOOOO")
    expect(page.locator("#_onpaper li")).to_contain_text("不是有效的試卷編碼")
    score(page, answers, code=f" {code[:3]}-{code[3:].lower()}")
    expect(page.locator(".outcome .points")).to_have_text("30 / 100 分")


def test_site_without_answers_scores_no_paper(tmp_path: Path, new_reader: NewReader) -> None:
    every_type_site(tmp_path)
    build(Options(tmp_path / "content", out=tmp_path / "open", answers=False))
    page = new_reader().open(mock_page(tmp_path / "open"))
    expect(page.locator("#_setup")).to_be_visible()
    expect(page.locator("#_onpaper")).to_have_count(0)
