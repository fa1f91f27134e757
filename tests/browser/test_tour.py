"""The whole tour of every mode, as one learner takes it: in Chromium and in Firefox, from a folder
and from a host below `/repo/`, by keyboard alone and by finger alone at 390 px.

What each mode does in detail is tested where that mode is; here nothing may be missing on the way
from one to the next, and nothing may be out of reach.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.browser.chromium import reader
from tests.browser.firefox import firefox
from tests.browser.hosts import hosting
from tests.browser.walkers import (
    ChromiumTab,
    Finger,
    FirefoxTab,
    Keys,
    Walker,
    overflow,
    see,
    wait_for,
)

pytestmark = pytest.mark.browser

WAYS = (
    ("chromium", "folder", "keyboard"),
    ("chromium", "host", "finger"),
    ("firefox", "folder", "finger"),
    ("firefox", "host", "keyboard"),
)
HANDS: dict[str, Callable[[Any], Walker]] = {"keyboard": Keys, "finger": Finger}
SIZES = {"keyboard": (1280, 900), "finger": (390, 844)}
NO_PRINTER = "(() => { window.print = () => { document.body.dataset.printed = ''; }; })()"

NO_DOWNLOAD = """(() => {
  const own = URL.createObjectURL;
  URL.createObjectURL = (blob) => {
    blob.text().then((text) => { document.body.dataset.saved = text; });
    return own.call(URL, blob);
  };
  HTMLAnchorElement.prototype.click = () => {};
})()"""
"""JavaScript: hands over what is saved; Firefox shows a download in a panel that takes the keys."""


def in_question(question: str, rest: str = "") -> str:
    return f"article.q[id='{question}'] {rest}"


class Tour:
    """One learner who has never been here, and where the site is."""

    def __init__(self, walker: Walker, address: str, narrow: bool) -> None:
        self.walker, self.address, self.narrow = walker, address, narrow
        self.act, self.write, self.choose = walker.act, walker.write, walker.choose

    def open(self, path: str) -> None:
        self.walker.tab.open(self.address + path)

    def see(self, css: str, text: str = "") -> None:
        see(self.walker, css, text)
        assert overflow(self.walker) <= 0, f"scrolls sideways at {css}"

    def wait_for(self, expression: str) -> None:
        wait_for(self.walker, expression)

    def check(self, question: str, option: str) -> None:
        self.act(in_question(question, f"input[value='{option}']"))
        self.act(in_question(question, "> .interaction [data-do=check]"))

    def is_checked(self, css: str) -> None:
        self.wait_for(f"document.querySelector({json.dumps(css)})?.checked")


@pytest.fixture(params=WAYS, ids="-".join)
def tour(request: pytest.FixtureRequest, site: Path, tmp_path: Path) -> Iterator[Tour]:
    browser, place, hand = request.param
    width, height = SIZES[hand]
    with ExitStack() as stack:
        if place == "host":
            (tmp_path / "host").mkdir()
            (tmp_path / "host/repo").symlink_to(site)
            address = stack.enter_context(hosting(tmp_path / "host")).address + "repo/"
        else:
            address = site.as_uri() + "/"
        if browser == "chromium":
            phone: dict[str, Any] = {"has_touch": True, "is_mobile": True} if width < 500 else {}
            size = {"width": width, "height": height}
            person = reader(request.getfixturevalue("chromium_browser"), viewport=size, **phone)
            stack.callback(person.close)
            walker = HANDS[hand](ChromiumTab(person.context.new_page()))
            yield Tour(walker, address, width < 500)
        else:
            fox = stack.enter_context(firefox(tmp_path / "profile"))
            fox.resize(width, height)
            yield Tour(HANDS[hand](FirefoxTab(fox)), address, width < 500)
            assert fox.errors == ()
            assert {url for url in fox.requests if url.startswith("http")} == {
                url for url in fox.requests if url.startswith("http://127.0.0.1:")
            }


def test_whole_tour(tour: Tour, tmp_path: Path) -> None:
    practise_in_order(tour)
    turn_questions_one_by_one(tour)
    study(tour)
    practise_by_lot(tour)
    sit_a_mock_exam(tour)
    score_answers_from_paper(tour)
    search(tour)
    go_over_what_was_wrong(tour)
    carry_progress_to_another_device(tour, tmp_path)
    set_the_look(tour)


def practise_in_order(tour: Tour) -> None:
    tour.open("index.html")
    tour.act("main a[href='tour/index.html']")
    tour.see("h1", "A tour of exampress")
    tour.act("#_start")
    tour.see("h1", "Science")
    tour.check("pendulum", "A")
    tour.see(in_question("pendulum", "output"), "Not yet, think again.")
    tour.act(in_question("pendulum", "> details > summary"))
    tour.see(in_question("pendulum", "> details"), "Only")
    tour.act(in_question("planetary-rings", ".bookmark"))
    tour.check("feather", "true")
    tour.see(in_question("feather", "output"), "Correct. 2 of 2 points.")
    tour.act(in_question("lever", ".bookmark"))
    tour.write(in_question("lever", "input[type=text]"), "4")
    tour.walker.tab.reload()
    tour.see(in_question("feather", "output"), "Correct. 2 of 2 points.")
    tour.wait_for("document.querySelector('#lever input').value === '4'")
    tour.act(".top nav a[href$='tour/index.html']")
    tour.see("#_standing", "3 / 24")
    tour.see("#_start", "Go on: Science")
    tour.act("#_start")
    tour.see("h1", "Science")
    tour.wait_for("location.hash === '#lever'")


def turn_questions_one_by_one(tour: Tour) -> None:
    tour.open("tour/science/index.html")
    tour.act("#_one")
    tour.act("#_steps [data-do=forth]")
    tour.see("#_steps .at", "2 of 6")
    tour.walker.tab.reload()
    tour.see("#_steps .at", "2 of 6")
    tour.act("#_steps [data-do=forth]")
    tour.act("#_steps [data-do=back]")
    tour.act("#_steps [data-do=back]")
    tour.see("#_steps .at", "1 of 6")
    tour.act("#_advance")
    tour.act("#_advance")
    tour.act("#_one")
    tour.wait_for("document.body.dataset.view === 'all'")


def study(tour: Tour) -> None:
    tour.act(".facts a[href$='?recite']")
    tour.see(".only", "Study mode")
    tour.wait_for("!document.querySelector('article.q > details:not([open])')")
    tour.see(in_question("pendulum", "> details"), "Only")
    tour.act(".only a")
    tour.see(in_question("pendulum", "output"), "Not yet, think again.")


def practise_by_lot(tour: Tour) -> None:
    tour.open("tour/index.html")
    tour.act(".acts a[href$='random/index.html']")
    tour.see("#_sum", "20 drawn")
    tour.act("input[name='state'][value=wrong]")
    tour.see("#_sum", "1 question to choose from, 1 drawn.")
    tour.act("#_lot button[type=submit]")
    tour.check("pendulum", "B")
    tour.see(in_question("pendulum", "output"), "Correct. 4 of 4 points.")
    tour.walker.tab.reload()
    tour.see(in_question("pendulum", "output"), "Correct. 4 of 4 points.")
    tour.act("[data-do=again]")
    tour.see("#_lot")


def sit_a_mock_exam(tour: Tour) -> None:
    tour.open("tour/mock/index.html")
    for number, count in enumerate(("6", "0", "0", "0", "0"), 1):
        tour.write(f"#_n{number}", count)
    tour.see("#_sum", "6 questions, 30 points, pass mark 18.")
    tour.act("#_setup button[type=submit]")
    tour.see(".timer")
    tour.act(in_question("pendulum", "input[value=B]"))
    tour.act(in_question("feather", "input[value=false]"))
    tour.act(in_question("spectrum", "[data-do=flag]"))
    tour.walker.tab.reload()
    tour.is_checked(in_question("feather", "input[value=false]"))
    tour.act("#_one")
    tour.see("#_steps .at", "5 of 6")  # where one was before the reload
    if tour.narrow:
        tour.act("[data-do=card]")
    tour.act("#_map a[data-flag]")
    tour.see(in_question("spectrum", ".stem"))
    tour.act(".dock [data-do=ask]" if tour.narrow else ".panel [data-do=ask]")
    tour.see("dialog.ask", "4 questions are not answered. 1 question is flagged.")
    tour.act("dialog.ask [data-do=close]")
    tour.act(".dock [data-do=ask]" if tour.narrow else ".panel [data-do=ask]")
    tour.act("dialog.ask [data-do=finish]")
    tour.see(".outcome .points", "4 of 30 points")
    tour.see(".passed", "Not passed")
    tour.see(in_question("feather", "output"), "Wrong.")
    tour.act("#_only_wrong")
    tour.wait_for("document.querySelector('#pendulum').hidden")
    tour.walker.tab.reload()
    tour.see(".outcome .points", "4 of 30 points")
    tour.act("[data-do=anew]")
    tour.see("#_setup")
    tour.act("#_history a")
    tour.see(".outcome .points", "4 of 30 points")


def score_answers_from_paper(tour: Tour) -> None:
    tour.open("tour/mock/index.html")
    tour.act("#_onpaper summary")
    tour.choose("#_onpaper select", "science")
    tour.write("#_strip", "1-2 B BCDE 3 T")
    tour.act("#_onpaper button[type=submit]")
    tour.see(".outcome .points", "10 of 30 points")
    tour.see(".outcome .facts", "on paper")


def search(tour: Tour) -> None:
    tour.act("#_find")
    tour.write("#_query", "rings planets")
    tour.see(".hits mark", "rings")
    tour.act(".hits a[href$='#planetary-rings']")
    tour.see("h1", "Science")
    tour.wait_for("location.hash === '#planetary-rings'")
    tour.walker.tab.back()
    tour.see(".hits mark", "rings")


def go_over_what_was_wrong(tour: Tour) -> None:
    tour.act("#_controls a[href$='review/index.html']")
    tour.see("#_book", "Which of these planets have rings")
    tour.act("[data-kind=bookmarked]")
    tour.see("#_book", "Which of these planets have rings")
    tour.act("[data-kind=due]")
    tour.see("#_said")
    tour.act("[data-kind=wrong]")
    tour.see("#_book", "Which of these planets have rings")
    tour.choose("#_scope", "tour/science")
    tour.act("#_answers")
    tour.walker.tab.evaluate(NO_PRINTER)
    tour.act("[data-do=print]")
    tour.wait_for("document.body.dataset.printed !== undefined")
    tour.wait_for("document.querySelectorAll('#_paper .keys .solution').length > 2")
    tour.act("#_book header [data-do=redo]")
    # In Firefox, from a folder, the page loads anew once the hub has told what was wrong.
    tour.wait_for(
        "document.querySelectorAll('article.q > .interaction [data-do=reset]').length > 3"
    )
    tour.see(".only", "that you got wrong")
    tour.act(".only a[href$='review/index.html']")
    tour.see("#_book", "Which of these planets have rings")
    tour.act("#_book [data-do=drop]")
    tour.see("#_said")


def carry_progress_to_another_device(tour: Tour, tmp_path: Path) -> None:
    tour.act(".foot a[href$='data/index.html']")
    tour.see("#_kept", "A tour of exampress")
    kept = tour.walker.tab.evaluate("document.querySelector('#_kept').innerText")
    tour.walker.tab.evaluate(NO_DOWNLOAD)
    tour.act("[data-do=save]")
    tour.see("#_saved", ".json")
    tour.wait_for("document.body.dataset.saved")
    file = tmp_path / "progress.json"
    file.write_text(tour.walker.tab.evaluate("document.body.dataset.saved"), encoding="utf-8")
    for name in ("wrong", "bookmarks", "mocks"):
        tour.act(f"#_data input[name={name}]")
    tour.act("[data-do=clear]")
    tour.see("#_cleared", "已清除")
    tour.see("#_kept", "還沒有任何資料")
    tour.walker.tab.choose_file("#_file", file)
    tour.see("#_gain", "A tour of exampress")
    tour.act("[data-do=load]")
    tour.see("#_gain", "合併完成")
    tour.see("#_kept", "A tour of exampress")
    assert tour.walker.tab.evaluate("document.querySelector('#_kept').innerText") == kept
    tour.open("tour/science/index.html")
    tour.see(in_question("pendulum", "output"), "Correct. 4 of 4 points.")


def set_the_look(tour: Tour) -> None:
    for name, value in (("theme", "dark"), ("size", "largest"), ("contrast", "more")):
        tour.act("#_controls [data-do=settings]")
        tour.act(f"input[name={name}][value={value}]")
        tour.act("dialog[open] [data-do=close]")
        tour.wait_for(f"document.documentElement.dataset.{name} === '{value}'")
    tour.walker.tab.reload()
    tour.wait_for("document.documentElement.dataset.theme === 'dark'")
    tour.see("h1", "Science")
    tour.act("#_controls [data-do=settings]")
    tour.act("dialog[open] [data-do=shortcuts]")
    tour.see("#_shortcuts", "next, previous question")
    tour.act("#_shortcuts [data-do=close]")
    tour.wait_for("!document.querySelector('dialog[open]')")
