"""A code typed from paper: the screen then has the order of that form, letter by letter."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from builder import forms, load
from builder.model import Exam, View
from tests.browser.axe import violations
from tests.browser.conftest import NewReader
from tests.browser.firefox import Firefox
from tests.browser.sites import built
from tests.test_forms import CONTENT

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def drawn_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(CONTENT, tmp_path_factory.mktemp("forms") / "site")


@pytest.fixture(scope="module")
def exam() -> Exam:
    return load.bank(CONTENT)[0].exams[0]


def on_paper(view: View, number: str) -> list[Any]:
    """Return what a form's paper says of a question: number, id, letters and texts, key."""
    if view.type == "case":
        parts = [
            each
            for place, part in enumerate(view.body.parts, 1)
            for each in on_paper(part, f"{number}.{place}")
        ]
        return [[number, view.id, [], ""], *parts]
    options: list[str] = []
    if view.type in ("single", "multiple"):
        options = [f"{each.letter} {each.html.striptags()}" for each in view.body.options]
    elif view.type == "matching":
        options = [f"{letter} {html.striptags()}" for letter, html in view.body.right]
    elif view.type == "ordering":
        options = [f"{letter} {html.striptags()}" for letter, html in view.body.items]
    key = view.brief if view.type in ("single", "multiple", "matching", "ordering") else ""
    return [[number, view.id, options, "".join(filter(str.isalpha, key or ""))]]


ON_SCREEN = """() => [...document.querySelectorAll("article.q")].map((article) => {
  const holders = "fieldset:not(.judge) > label:has(input), .choices > li, .order > li";
  const own = article.dataset.type === "case" ? [] : [...article.querySelectorAll(holders)];
  const text = (node) => [...node.childNodes]
    .filter((each) => !(each instanceof Element && each.matches(".moves, .mark")))
    .map((each) => each.textContent).join("").trim().replace(/\\s+/g, " ");
  const answer = article.dataset.type === "case" ? null : article.querySelector(".answer");
  const lettered = ["single", "multiple", "matching", "ordering"].includes(article.dataset.type);
  const key = lettered ? answer.textContent.replace(/[^A-Z]/g, "") : "";
  return [article.querySelector("header b").textContent, article.id, own.map(text), key];
})"""


@pytest.mark.parametrize("name", ["A", "B", "Z"])
def test_screen_has_the_order_of_the_paper(
    drawn_site: Path, exam: Exam, new_reader: NewReader, name: str
) -> None:
    form = forms.form(exam, name, "2025", forms.edition(exam))
    reader = new_reader()
    number = 1
    for section in forms.arranged(exam, form.order).sections:
        page = reader.open(
            f"{(drawn_site / 'paper' / section.id / 'index.html').as_uri()}?form={form.code}"
        )
        expected = []
        for view in section.views:
            expected += on_paper(view, str(number))
            number += 1
        assert page.evaluate(ON_SCREEN) == expected
        page.close()


def open_by_code(page: Page, code: str) -> None:
    page.locator(".by-code summary").click()
    page.locator("form.code input").fill(code)
    page.keyboard.press("Enter")


def test_code_is_asked_for_and_stays_on_the_way(
    drawn_site: Path, exam: Exam, new_reader: NewReader
) -> None:
    code = forms.form(exam, "B", "2025", forms.edition(exam)).code
    page = new_reader().open(drawn_site / "paper/index.html")
    open_by_code(page, "abc")
    expect(page.locator("form.code output")).to_contain_text("不是有效的试卷编码")
    expect(page.locator("form.code input")).to_be_focused()
    assert violations(page) == []
    other = forms.code(7, f"{int(forms.edition(exam), 16) ^ 1:08x}")
    page.locator("form.code input").fill(other)
    page.keyboard.press("Enter")
    expect(page.locator("form.code output")).to_contain_text("旧版试卷")
    page.locator("form.code input").fill(f" {code[:3]} {code[3:]} ".lower())
    page.keyboard.press("Enter")
    expect(page.locator("#_notices")).to_contain_text(code)
    page.locator(".cards h3 a").nth(1).click()
    expect(page.locator("article.q")).to_have_count(3)
    expect(page.locator("#_notices")).to_contain_text(code)
    assert violations(page) == []
    page.locator(".pager a[rel=next]").click()
    expect(page.locator("article.q")).to_have_count(2)
    page.locator("#_notices a").click()
    expect(page.locator("article.q")).to_have_count(4)
    expect(page.locator("#_notices p")).to_have_count(0)


def test_answers_keep_what_they_name_in_another_order(
    drawn_site: Path, exam: Exam, new_reader: NewReader
) -> None:
    code = forms.form(exam, "B", "2025", forms.edition(exam)).code
    address = (drawn_site / "paper/single/index.html").as_uri()
    reader = new_reader()
    page = reader.open(f"{address}?form={code}")
    page.locator("#free label", has_text="汇编").click()
    page.locator("#free button[data-do=check]").click()
    expect(page.locator("#free output")).to_contain_text("正确")
    plain = reader.open(address)
    expect(plain.locator("#free label", has_text="汇编").locator("input")).to_be_checked()
    expect(plain.locator("#free output")).to_contain_text("正确")


def test_code_of_another_edition_changes_nothing(drawn_site: Path, new_reader: NewReader) -> None:
    address = (drawn_site / "paper/single/index.html").as_uri()
    reader = new_reader()
    usual = reader.open(address).evaluate(ON_SCREEN)
    page = reader.open(f"{address}?form={forms.code(7, '00000000')}")
    expect(page.locator("#_notices")).to_contain_text("旧版试卷")
    assert page.evaluate(ON_SCREEN) == usual


def test_without_script_no_code_is_asked_for(drawn_site: Path, new_reader: NewReader) -> None:
    page = new_reader(java_script_enabled=False).open(drawn_site / "paper/index.html")
    expect(page.locator("form")).to_have_count(0)


def test_form_in_firefox_from_a_folder(drawn_site: Path, exam: Exam, fox: Firefox) -> None:
    form = forms.form(exam, "B", "2025", forms.edition(exam))
    fox.open(f"{(drawn_site / 'paper/pool/index.html').as_uri()}?form={form.code}")
    fox.wait_for("document.querySelectorAll('article.q').length === 3")
