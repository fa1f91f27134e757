"""The interface in each of its languages, over a bank that `exampress new` writes."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.conftest import NewReader
from tests.browser.tasks import ANSWER_EVERYTHING
from tests.conftest import Run

pytestmark = pytest.mark.browser

WORDS = {
    "en": ("Check", "Correct. 2 of 2 points.", "Student paper"),
    "zh-Hans": ("检查", "回答正确。得 2 / 2 分。", "学生卷"),
    "zh-Hant": ("檢查", "回答正確。得 2 / 2 分。", "學生卷"),
}


@pytest.mark.parametrize("language", WORDS)
def test_new_bank_is_shown_in_its_language(
    language: str, run: Run, tmp_path: Path, new_reader: NewReader
) -> None:
    assert run("new", "bank", "--language", language).code == 0
    assert run("build", cwd="bank").code == 0
    check, praise, paper = WORDS[language]
    reader, exam = new_reader(), tmp_path / "bank/site/first-exam"

    page = reader.open(exam / "1-choice/index.html")
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("[data-do=check]").first).to_have_text(check)
    page.evaluate(ANSWER_EVERYTHING)
    expect(page.locator("output").first).to_have_text(praise)
    assert violations(page) == []

    for path in (exam.parent / "index.html", exam / "index.html", exam / "print/index.html",
                 exam / "print/paper.html", exam / "print/key.html"):  # fmt: skip
        page = reader.open(path)
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("h1")).not_to_be_empty()
    expect(page.get_by_role("link", name=paper, exact=True)).to_be_visible()
