"""What makes pages comfortable: looks and how to set them, marks and letters in their place."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.banks import section_bank
from tests.browser.axe import violations
from tests.browser.conftest import NewReader
from tests.browser.hands import Mouse, answer, article_of, set_look, snapshot
from tests.browser.mocks import begin, mock_page
from tests.browser.sites import built
from tests.browser.tasks import ANSWER_EVERYTHING

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
LONG = "a rather long description of the step that comes about here in the whole procedure"
ASKED_EARLY = """() => {
  window.early = [];
  const { get } = Object.getOwnPropertyDescriptor(Element.prototype, "scrollWidth");
  Object.defineProperty(Element.prototype, "scrollWidth", {
    get() {
      const { phase, panel } = document.body.dataset;
      if (phase === "room") window.early.push(panel === undefined);
      return get.call(this);
    },
  });
}"""
"""JavaScript: notes, when a size is asked for in the exam room, whether its panel is missing."""

BANK = f"""\
title: Section
questions:
  - id: steps
    type: ordering
    stem: In which order?
    items: [first {LONG}, second {LONG}, third]
    difficulty: 3
  - id: choice
    type: single
    stem: Which one?
    options: [{{text: one, feedback: Not one but two.}}, two, {{text: three, feedback: "Less."}}]
    answer: B
  - id: number
    type: numeric
    stem: How much?
    answer: 4
  - id: pairs
    type: matching
    stem: What is what?
    pairs: [[half, '$\\frac12$'], [twice, "2 times"]]
  - id: essay
    type: essay
    stem: Why?
    rubric: [{{text: because, points: 1}}, {{text: therefore, points: 2}}]
    points: 3
"""


@pytest.fixture(scope="module")
def practice(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("comfort")
    return built(section_bank(folder, BANK), folder / "site") / "e/s/index.html"


def box(place: Locator) -> dict[str, float]:
    found = place.bounding_box()
    assert found
    return {"x": found["x"], "right": found["x"] + found["width"]}


def test_buttons_of_an_ordering_leave_the_line_to_its_text(
    practice: Path, new_reader: NewReader
) -> None:
    page = new_reader(viewport=PHONE).open(practice)
    items = page.locator("#steps .order > li")
    long, short = items.filter(has_text="first").first, items.filter(has_text="third")
    for item in (long, short):
        assert box(item.locator(".moves"))["right"] <= box(item)["right"]
    widest: float = long.evaluate("""(item) => {
      const range = document.createRange();
      range.selectNodeContents(item.lastChild.previousSibling);
      return Math.max(...[...range.getClientRects()].map((line) => line.right));
    }""")
    assert widest > box(long.locator(".moves"))["x"]  # lines run on where the buttons don't stand


def test_stars_stand_at_the_edge(practice: Path, new_reader: NewReader) -> None:
    page = new_reader().open(practice)
    bookmark, stars = page.locator("#steps .bookmark"), page.locator("#steps .stars")
    assert 0 <= box(bookmark)["x"] - box(stars)["right"] < 20
    assert box(bookmark)["right"] >= box(page.locator("#steps > .interaction"))["right"]


def test_list_of_a_matching_loses_nothing_of_a_choice(
    practice: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(practice)
    choices = page.locator("#pairs .choices > li")
    fraction = choices.filter(has=page.locator("math")).locator("b").inner_text()
    words = choices.filter(has_text="2 times").inner_text().replace("\n", " ")
    for select in page.locator("#pairs select").all():
        shown = select.locator("option").all_inner_texts()
        assert set(shown) == {"Choose", fraction, words}


def test_mark_keeps_its_distance_from_a_number(practice: Path, new_reader: NewReader) -> None:
    page = new_reader().open(practice)
    answer(Mouse(page), article_of(page, "number"), "numeric", "5")
    Mouse(page).check(article_of(page, "number"))
    number, mark = page.locator("#number input"), page.locator("#number .mark")
    assert box(mark)["x"] - box(number)["right"] >= 8


def test_feedback_of_all_options_names_their_letters(practice: Path, new_reader: NewReader) -> None:
    page = new_reader().open(practice)
    page.locator("#choice summary").click()
    expect(page.locator("#choice .feedback > li")).to_have_text(["ANot one but two.", "CLess."])
    answer(Mouse(page), article_of(page, "choice"), "single", "three")
    Mouse(page).check(article_of(page, "choice"))
    expect(page.locator("#choice .said")).to_have_text("Less.")


def test_essay_that_earns_nothing_is_graded_too(practice: Path, new_reader: NewReader) -> None:
    page = new_reader().open(practice)
    article = article_of(page, "essay")
    article.locator("summary").click()
    nothing, because = article.get_by_label("Nothing of this"), article.get_by_label("because")
    because.check()
    expect(article.locator("output")).to_have_text("You gave yourself 1 of 3 points.")
    nothing.check()
    expect(because).not_to_be_checked()
    expect(article.locator("output")).to_have_text("You gave yourself 0 of 3 points.")
    page.reload()
    assert snapshot(page, "essay")["grade"] == [False, False, True]
    because.check()
    expect(nothing).not_to_be_checked()
    because.uncheck()
    assert snapshot(page, "essay")["verdict"] == ""


def type_size(page: Page) -> float:
    size: float = page.locator(".stem").first.evaluate(
        "it => parseFloat(getComputedStyle(it).fontSize)"
    )
    return size


def test_size_of_type_is_chosen_and_kept(site: Path, new_reader: NewReader) -> None:
    reader = new_reader(viewport=PHONE)
    page = reader.open(site / "tour/science/index.html")
    normal = type_size(page)
    set_look(page, "Largest")
    assert type_size(page) > normal * 1.35
    page = reader.open(site / "demo/single/index.html")
    assert type_size(page) > normal * 1.35
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    set_look(page, "標準")
    assert type_size(page) == normal


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("how", ["chosen", "asked of the system"])
def test_high_contrast(
    how: str, scheme: Literal["light", "dark"], site: Path, new_reader: NewReader
) -> None:
    page = new_reader(color_scheme=scheme).open(site / "tour/science/index.html")
    if how == "chosen":
        set_look(page, "High contrast")
    else:
        page.emulate_media(contrast="more", color_scheme=scheme)
    page.evaluate(ANSWER_EVERYTHING)
    assert violations(page, "color-contrast-enhanced") == []
    page.locator("#_controls [data-do=settings]").click()
    expect(page.get_by_label("High contrast")).to_be_checked()
    page.get_by_label("High contrast").uncheck()
    page.get_by_role("button", name="Done").click()
    assert (violations(page, "color-contrast-enhanced") != []) == (scheme == "light")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_high_contrast_hides_nothing_on_other_pages(
    scheme: Literal["light", "dark"], site: Path, new_reader: NewReader
) -> None:
    reader = new_reader(color_scheme=scheme, contrast="more")
    page = reader.open(site / "tour/science/index.html")
    page.evaluate(ANSWER_EVERYTHING)
    page.locator(".panel [data-do=judge]").click()
    for name in ("data", "tour/mock", "tour/random", "tour", "."):
        page.goto((site / name / "index.html").as_uri())
        assert violations(page, "color-contrast-enhanced") == []
    ground = "each => getComputedStyle(each).backgroundColor"
    plain = page.locator("html").evaluate(ground)
    assert page.locator("progress").first.evaluate(ground) == plain
    page.goto((site / "review/index.html").as_uri())
    assert violations(page, "color-contrast-enhanced") == []
    # Black on black is something axe cannot decide.
    assert page.locator(".kinds").evaluate(ground) == plain


def test_settings_are_a_dialog_without_barriers(site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(site / "tour/index.html")
    opener = page.get_by_role("button", name="Display settings")
    opener.click()
    dialog = page.get_by_role("dialog", name="Display settings")
    expect(dialog).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()


def test_nothing_flashes_in_another_theme(site: Path, new_reader: NewReader) -> None:
    reader = new_reader()
    set_look(reader.open(site / "tour/index.html"), "Dark")
    reader.context.add_init_script("""
      new MutationObserver((_, observer) => {
        if (!document.body) return;
        globalThis.early = document.documentElement.dataset.theme;
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });
    """)
    page = reader.open(site / "tour/science/index.html")
    assert page.evaluate("globalThis.early") == "dark"  # as soon as there is anything to draw


def test_question_and_feedback_have_names_for_those_who_listen(
    practice: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(practice)
    article = page.get_by_role("article", name="2 Single choice")
    option = article.get_by_role("radio", name="A one")
    option.check()
    expect(option).to_have_accessible_description("")
    Mouse(page).check(article)
    expect(article.get_by_role("radio", name="A one ✗ Wrong")).to_be_checked()
    expect(option).to_have_accessible_description("Not one but two.")
    article.get_by_role("radio", name="B two").check()
    expect(option).to_have_accessible_description("")
    assert violations(page) == []


@pytest.mark.parametrize("width", [1280, 1600])
def test_material_stays_in_sight_beside_its_questions(
    width: int, site: Path, new_reader: NewReader
) -> None:
    page = new_reader(viewport={"width": width, "height": 800}).open(site / "tour/case/index.html")
    material, last = page.locator(".material"), article_of(page, "repeat")
    last.scroll_into_view_if_needed()
    expect(material).to_be_in_viewport(ratio=0.5)
    assert box(material)["right"] <= box(last)["x"]
    expect(material).to_have_attribute("tabindex", "0")  # higher than the window: it scrolls
    page.set_viewport_size({"width": 1100, "height": 800})
    assert box(material)["right"] == box(last)["right"]


def test_exam_room_is_laid_out_once_it_stands(site: Path, new_reader: NewReader) -> None:
    page = new_reader().open(mock_page(site, "tour"))
    page.evaluate(ASKED_EARLY)
    begin(page)
    page.wait_for_function("window.early.length > 0")
    assert page.evaluate("window.early.filter(Boolean)") == []


def test_what_is_chosen_shows_where_the_system_paints(site: Path, new_reader: NewReader) -> None:
    page = new_reader(forced_colors="active").open(site / "tour/science/index.html")
    labels = article_of(page, "pendulum").locator("fieldset label")
    labels.first.locator("input").check()
    page.locator("h1").click()  # the focus has an outline, too
    styles = labels.evaluate_all("all => all.map((each) => getComputedStyle(each).outlineStyle)")
    assert styles == ["solid", "none", "none", "none"]
