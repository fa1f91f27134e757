"""Takes mock exams: what the tests of the mock exam share."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from builder.questions import TYPES
from tests.banks import EVERY_TYPE, write_bank
from tests.browser.hands import article_of
from tests.browser.sites import built

EXAM = "title: Exam\nlanguage: en\nduration: 30\npass_mark: 12\n"
STORED = "exampress:1:exam:e:mock"
SITE = "id: exam\ntitle: Site\nlanguage: en\n"

RIGHT: dict[str, Any] = {
    "one": ["B"], "several": ["A", "C"], "judged": ["false"],
    "gaps": ["SECRETmodel", "SECRETother"], "number": "987654.321",
    "text": "Because.", "story-one": ["B"], "story-text": "Because of that.",
}  # fmt: skip
"""A right answer to each question of EVERY_TYPE whose letters do not hang on a lot."""

WRONG: dict[str, Any] = {
    "one": ["A"], "several": ["B"], "judged": ["true"], "gaps": ["x", "y"], "number": "1",
    "text": "No.", "story-one": ["A"], "story-text": "No.",
}  # fmt: skip

GIVE = """([id, given]) => {
  const article = document.getElementById(id);
  const interaction = article.querySelector(":scope > .interaction");
  exampress.fields.of(interaction).write(interaction, given);
  interaction.dispatchEvent(new Event("input", { bubbles: true }));
}"""
"""JavaScript: gives an answer as if it had been typed."""

QUESTIONS = {
    "single": "one", "multiple": "several", "true-false": "judged", "blank": "gaps",
    "numeric": "number", "matching": "pairs", "ordering": "order", "essay": "text",
    "case": "story-one",
}  # fmt: skip
"""By type: a question of EVERY_TYPE; of the case, a part of it."""
assert set(QUESTIONS) == set(TYPES)


def every_type_site(folder: Path, section: str = EVERY_TYPE, exam: str = EXAM) -> Path:
    """A site with one exam of all types, `e`."""
    files: dict[str, str | bytes] = {
        "site.yaml": SITE,
        "e/exam.yaml": exam,
        "e/s.yaml": section,
    }
    return built(write_bank(folder, files), folder / "site")


def mock_page(site: Path, exam: str = "e") -> Path:
    return site / exam / "mock/index.html"


def begin(page: Page) -> None:
    """From the form to the exam room, with the whole paper."""
    page.locator("#_setup button[type=submit]").click()
    expect(page.locator(".timer")).to_be_visible()


def hand_in(page: Page) -> None:
    """Hands in, whatever is unanswered."""
    page.locator("[data-do=ask]:visible").first.click()
    page.locator(".ask [data-do=finish]").click()
    expect(page.locator(".outcome")).to_be_visible()


def give(page: Page, question: str, answer: Any) -> None:
    page.evaluate(GIVE, [question, answer])


def stored(page: Page, name: str = STORED) -> Any:
    """What storage holds of the sitting that runs, written out."""
    return page.evaluate(
        """(name) => exampress.shorthand.sitting.read(JSON.parse(localStorage[name] ?? "null"))""",
        name,
    )


def change_stored(page: Page, **changes: Any) -> None:
    """Changes the stored sitting behind the page's back, and loads the page again."""
    page.evaluate(
        """([name, changes]) => {
          const sitting = { ...JSON.parse(localStorage[name]), ...changes };
          addEventListener("pagehide", () => { localStorage[name] = JSON.stringify(sitting); });
        }""",
        [STORED, changes],
    )
    page.reload()


def html_of(page: Page) -> str:
    """The whole page without the clock, the order of an ordering, and what is not shown yet."""
    html: str = page.evaluate("""() => {
      const copy = document.documentElement.cloneNode(true);
      for (const gone of copy.querySelectorAll(".timer, .order > li, template")) gone.remove();
      return copy.outerHTML;
    }""")
    return re.sub(r"\s+", " ", html)


def right_answer(page: Page, kind: str) -> Any:
    """A right answer: for lists by lot from the texts, which stand in the page."""
    article = article_of(page, QUESTIONS[kind])
    if kind == "matching":
        lines = article.locator(".choices > li").all_text_contents()
        texts = {line.strip()[1:].strip(): line.strip()[0] for line in lines}
        return [texts["right one"], texts["right two"]]
    if kind == "ordering":
        lines = article.locator(".order > li").all_text_contents()
        texts = {re.sub(r"[^a-z ]", "", line).strip(): line.strip()[0] for line in lines}
        return [texts["item one"], texts["item two"], texts["item three"]]
    return RIGHT[QUESTIONS[kind]]


def wrong_answer(page: Page, kind: str) -> Any:
    if kind in ("matching", "ordering"):
        return [*reversed(right_answer(page, kind))]
    return WRONG[QUESTIONS[kind]]
