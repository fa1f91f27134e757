"""Progress in the browser: never lost without a word, shared by tabs, of questions as they are."""

from __future__ import annotations

import json
import shutil
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.banks import CONTENT, EVERY_TYPE, section_bank
from tests.browser.conftest import NewReader
from tests.browser.hands import Mouse, answer, article_of, set_look, snapshot
from tests.browser.hosts import hosting
from tests.browser.sites import built
from tests.browser.tasks import ANSWER_EVERYTHING

pytestmark = pytest.mark.browser

KEY = "exampress:2:exampress-demo:tour"
SOUND = {
    "fingerprint": "0", "response": ["B"], "checked": False, "score": 0, "grade": None,
}  # fmt: skip

SERIALISED = """() => {
  const controls = [...document.querySelectorAll("input, select, textarea, details, progress")];
  const state = ({ checked, value, open, max }) => [checked, value, open, max];
  const seen = document.documentElement.outerHTML.replace(/>\\s*</g, ">\\n<");
  const html = seen.replace(/(<(?:math|pre|table)[^>]*) tabindex="0"/g, "$1");
  return [...html.split("\\n"), ...controls.map((each) => JSON.stringify(state(each)))];
}"""
"""The page as HTML, and what its controls hold besides; up to white space between elements, and to
which wide things can be scrolled: that is known once they were shown."""


def stored(page: Page, key: str = KEY) -> str | None:
    text: str | None = page.evaluate("key => localStorage[key] ?? null", key)
    return text


def put(page: Page, raw: str) -> None:
    page.evaluate("([key, raw]) => localStorage.setItem(key, raw)", [KEY, raw])
    page.reload()


@pytest.mark.parametrize(
    "raw",
    [
        "{",
        "null",
        "[]",
        '"text"',
        '{"questions": []}',
        json.dumps({"questions": {"pendulum": {"response": 5}}}),
        json.dumps({"questions": {"pendulum": SOUND | {"score": "high"}}}),
        json.dumps({"questions": {"lever": None, "pendulum": SOUND}}),
    ],
)
def test_damaged_progress_is_told_and_kept(raw: str, site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(site / "tour/science/index.html")
    put(page, raw)
    expect(page.locator("#_notices p")).to_contain_text("The original data was put aside")
    answer(Mouse(page), article_of(page, "pendulum"), "single", "A longer string")
    assert stored(page, f"{KEY}:damaged") == raw
    before = snapshot(page, "pendulum")
    page.reload()
    assert snapshot(page, "pendulum") == before
    expect(page.locator("#_notices p")).to_have_count(0)
    assert stored(page, f"{KEY}:damaged") == raw


def test_response_of_another_shape_does_not_stop_the_page(
    site: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(site / "tour/science/index.html")
    keys = json.loads(page.locator("#_keys").inner_text())
    odd = {
        name: SOUND
        | {"fingerprint": key["fingerprint"], "response": ["Z", "constructor"], "checked": True}
        for name, key in keys.items()
    }
    put(page, json.dumps({"questions": odd}))
    expect(page.locator("#_map a")).to_have_count(6)
    answer(Mouse(page), article_of(page, "lever"), "numeric", "4")
    Mouse(page).check(article_of(page, "lever"))
    expect(article_of(page, "lever").locator("output")).to_have_text("Correct. 4 of 4 points.")


def test_fields_of_a_later_version_are_carried_along(site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(site / "tour/science/index.html")
    later = {"questions": {"of-another-section": SOUND | {"new": 1}}, "bookmarks": ["lever"]}
    put(page, json.dumps(later))
    answer(Mouse(page), article_of(page, "pendulum"), "single", "A longer string")
    kept = json.loads(stored(page) or "")
    assert kept["bookmarks"] == ["lever"]
    assert kept["questions"].pop("pendulum")["response"] == ["B"]
    assert kept["questions"] == later["questions"]


def test_tabs_of_one_page_agree(site: Path, new_reader: NewReader) -> None:
    reader = new_reader()
    one, other = (reader.open(site / "tour/science/index.html") for _ in range(2))
    answer(Mouse(one), article_of(one, "pendulum"), "single", "A heavier bob")
    Mouse(one).check(article_of(one, "pendulum"))
    expect(article_of(other, "pendulum").locator("output")).to_have_text("Not yet, think again.")
    answer(Mouse(other), article_of(other, "feather"), "true-false", "True")
    expect(article_of(one, "feather").locator("input").first).to_be_checked()
    assert snapshot(one, "feather") == snapshot(other, "feather")
    article_of(other, "pendulum").locator("[data-do=reset]").click()
    expect(article_of(one, "pendulum").locator("output")).to_have_text("")
    assert snapshot(one, "pendulum") == snapshot(other, "pendulum")


def test_tabs_of_two_sections_and_the_overview_agree(site: Path, new_reader: NewReader) -> None:
    reader = new_reader()
    overview = reader.open(site / "tour/index.html")
    science = reader.open(site / "tour/science/index.html")
    language = reader.open(site / "tour/language/index.html")
    answer(Mouse(science), article_of(science, "feather"), "true-false", "True")
    answer(Mouse(language), article_of(language, "fewer"), "true-false", "False")
    answer(Mouse(science), article_of(science, "lever"), "numeric", "4")
    expect(overview.locator(".done:visible")).to_have_text(["2 / 6 done", "1 / 4 done"])


def test_text_that_is_being_written_is_not_torn_away_by_another_tab(
    site: Path, new_reader: NewReader
) -> None:
    reader = new_reader()
    one, other = (reader.open(site / "tour/science/index.html") for _ in range(2))
    text = article_of(one, "seasons").locator("textarea")
    text.click()
    one.keyboard.type("The Earth ")
    answer(Mouse(other), article_of(other, "feather"), "true-false", "True")
    expect(article_of(one, "feather").locator("input").first).to_be_checked()
    one.keyboard.type("leans.")
    expect(text).to_have_value("The Earth leans.")
    expect(article_of(other, "seasons").locator("textarea")).to_have_value("The Earth leans.")


def test_answer_given_before_the_scripts_are_there_is_kept(
    site: Path, new_reader: NewReader
) -> None:
    with hosting(site) as host, closing(new_reader()) as reader:
        page = reader.context.new_page()
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        page.route("**/app.*.js", hold)
        page.goto(f"{host.address}tour/science/index.html", wait_until="commit")
        article_of(page, "pendulum").locator("input").nth(1).check()
        expect(article_of(page, "pendulum").locator("output")).to_have_count(0)
        held[0].continue_()
        expect(page.locator(".count")).to_have_text("1 / 6 done")
        expect(article_of(page, "pendulum").locator("input").nth(1)).to_be_checked()
        page.unroute_all()
        page.reload()
        expect(article_of(page, "pendulum").locator("input").nth(1)).to_be_checked()


def test_changed_question_says_so_and_is_not_counted(tmp_path: Path, new_reader: NewReader) -> None:
    content = tmp_path / "content"
    shutil.copytree(CONTENT, content)
    site = built(content, tmp_path / "site")
    reader = new_reader()
    page = reader.open(site / "demo/single/index.html")
    for question, option in (("framework", "All of the above"), ("lora-purpose", "以上都是")):
        answer(Mouse(page), article_of(page, question), "single", option)
        Mouse(page).check(article_of(page, question))
    expect(page.locator(".count")).to_have_text("已答 2 / 15")
    expect(page.locator("#_score")).to_have_text("4 / 30")
    before = snapshot(page, "lora-purpose")

    bank = content / "demo/single.yaml"
    text = bank.read_text(encoding="utf-8")
    bank.write_text(
        text.replace("以下哪種分布式訓練框架", "下列哪種分布式訓練框架"), encoding="utf-8"
    )
    built(content, site)
    page.reload()
    article = article_of(page, "framework")
    expect(article.locator("output")).to_have_text("題目已更新，先前的作答不再計分。")
    expect(article.locator("input:checked, .mark")).to_have_count(0)
    expect(page.locator(".count")).to_have_text("已答 1 / 15")
    expect(page.locator("#_score")).to_have_text("2 / 30")
    kept = ("given", "verdict", "marks", "state", "map")
    shown = snapshot(page, "lora-purpose")
    assert {name: shown[name] for name in kept} == {name: before[name] for name in kept}
    overview = reader.open(site / "demo/index.html")
    expect(overview.locator(".done:visible")).to_have_text("已答 1 / 15")

    answer(Mouse(page), article, "single", "PyTorch")
    expect(article.locator("output")).to_have_text("")
    expect(page.locator(".count")).to_have_text("已答 2 / 15")


def test_record_of_a_changed_question_is_kept_until_it_is_answered(
    tmp_path: Path, new_reader: NewReader
) -> None:
    bank = "title: S\nquestions:\n  - {id: a, type: true-false, stem: Is it?, answer: true}\n"
    site = built(section_bank(tmp_path, bank), tmp_path / "site")
    page = new_reader().open(site / "e/s/index.html")
    answer(Mouse(page), article_of(page, "a"), "true-false", "True")
    before = page.evaluate("Object.entries(localStorage).sort()")
    built(section_bank(tmp_path, bank.replace("Is it", "Was it")), site)
    page.reload()
    article_of(page, "a").locator("> details > summary").click()
    expect(article_of(page, "a").locator("> details .answer")).to_be_visible()
    assert page.evaluate("Object.entries(localStorage).sort()") == before
    built(section_bank(tmp_path, bank), site)
    page.reload()
    expect(article_of(page, "a").locator("input").first).to_be_checked()


SECTIONS = ("tour/science", "tour/geography", "tour/computing", "tour/case", "demo/blank",
            "demo/case")  # fmt: skip


@pytest.mark.parametrize("section", SECTIONS)
def test_section_started_again_equals_a_fresh_one(
    section: str, site: Path, new_reader: NewReader
) -> None:
    assert_reset_equals_fresh(new_reader().open(site / section / "index.html"))


def test_every_type_started_again_equals_a_fresh_one(tmp_path: Path, new_reader: NewReader) -> None:
    site = built(section_bank(tmp_path, EVERY_TYPE), tmp_path / "site")
    assert_reset_equals_fresh(new_reader().open(site / "e/s/index.html"))


def assert_reset_equals_fresh(page: Page) -> None:
    fresh = page.evaluate(SERIALISED)
    page.evaluate(ANSWER_EVERYTHING)
    page.locator(".panel [data-do=judge]").click()
    assert page.evaluate(SERIALISED) != fresh
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator(".panel [data-do=reset]").click()
    expect(page.locator("details[open]")).to_have_count(0)
    assert page.evaluate(SERIALISED) == fresh
    page.reload()
    assert page.evaluate(SERIALISED) == fresh


DENIED = {
    "forbidden": """Object.defineProperty(window, "localStorage", {
      get() { throw new DOMException("denied", "SecurityError"); } });""",
    "missing": 'Object.defineProperty(window, "localStorage", { value: null });',
    "full": """Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError"); };""",
}


@pytest.mark.parametrize("how", DENIED)
def test_page_works_and_warns_where_nothing_can_be_stored(
    how: str, site: Path, new_reader: NewReader
) -> None:
    reader = new_reader()
    reader.context.add_init_script(DENIED[how])
    page = reader.open(site / "tour/science/index.html")
    article = article_of(page, "pendulum")
    answer(Mouse(page), article, "single", "A longer string")
    expect(page.locator("#_notices p")).to_contain_text("does not allow storing")
    Mouse(page).check(article)
    expect(article.locator("output")).to_have_text("Correct. 4 of 4 points.")
    expect(page.locator("#_score")).to_have_text("4 / 30")
    set_look(page, "Dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.goto((site / "tour/index.html").as_uri())
    expect(page.locator("h1")).to_have_text("A tour of exampress")
