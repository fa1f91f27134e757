"""Sealed answers in the page: answering before they are open, and every way to open them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from builder import releasing
from builder.build import build
from builder.options import Options
from builder.questions import TYPES
from tests.banks import EVERY_TYPE, write_bank
from tests.browser.axe import violations
from tests.browser.conftest import NewReader
from tests.browser.firefox import Firefox
from tests.browser.hands import article_of
from tests.browser.hosts import hosting
from tests.browser.mocks import (
    EXAM,
    QUESTIONS,
    begin,
    give,
    hand_in,
    right_answer,
    wrong_answer,
)

pytestmark = pytest.mark.browser

WORD = "correct horse battery staple"
SITE = "id: exam\ntitle: Site\nlanguage: en\nanswers: sealed\ndownloads: [single-file]\n"
SECOND = EVERY_TYPE.replace("id: ", "id: more-").replace("Every type", "More")
JUDGED = sorted(set(TYPES) - {"essay"})


def options(folder: Path) -> Options:
    return Options(folder / "content", out=folder / "site", passphrase=lambda: WORD)


def sealed_site(folder: Path) -> Path:
    said = {"e/exam.yaml": EXAM, "e/s.yaml": EVERY_TYPE, "e/t.yaml": SECOND}
    write_bank(folder, {"site.yaml": SITE, **said})
    build(options(folder))
    return folder / "site"


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sealed_site(tmp_path_factory.mktemp("sealed"))


@pytest.fixture(scope="module", params=["file", "http"])
def address(request: pytest.FixtureRequest, sealed: Path) -> Iterator[str]:
    """Where the sealed site stands: in a folder, and on a host."""
    if request.param == "file":
        yield f"{sealed.as_uri()}/"
    else:
        with hosting(sealed) as host:
            yield host.address


def key_of(site: Path) -> releasing.ExamKey:
    (key,) = releasing.keys(options(site.parent))
    return key


def unlock(page: Page, word: str = WORD, keep: bool = False) -> None:
    page.locator("#_passphrase").fill(word)
    page.locator("#_seal [name=keep]").set_checked(keep)
    page.locator("#_seal [type=submit]").click()


def said(page: Page, words: str) -> None:
    expect(page.locator("#_seal_said")).to_contain_text(words)


def verdict(page: Page, kind: str) -> str:
    article = article_of(page, QUESTIONS[kind])
    article.locator("> .interaction [data-do=check]").click()
    text: str = article.locator("> .interaction output").text_content() or ""
    return text


def test_every_type_is_answered_before_and_checked_after(
    address: str, new_reader: NewReader
) -> None:
    page = new_reader().open(f"{address}e/s/index.html")
    expect(page.locator("#_seal form")).to_be_visible()
    assert "SECRET" not in page.content()
    given = {kind: right_answer(page, kind) for kind in sorted(TYPES)}
    for kind, answer in given.items():
        give(page, QUESTIONS[kind], answer)
    expect(page.locator("article [data-do=check]:visible, [data-do=judge]:visible")).to_have_count(
        0
    )
    expect(page.locator("#_score")).to_be_hidden()
    page.reload()
    for kind, answer in given.items():
        interaction = article_of(page, QUESTIONS[kind]).locator("> .interaction")
        given = interaction.evaluate("own => exampress.fields.of(own).read(own)")
        assert given == answer, kind
    page.locator("#number input").press("Enter")
    expect(page.locator("#number output")).to_contain_text("checked once the answers are open")
    unlock(page, "wrong horse battery staple")
    said(page, "does not open")
    assert "SECRET" not in page.content().replace("SECRETmodel", "").replace("SECRETother", "")
    unlock(page)
    said(page, "are open")
    for kind in JUDGED:
        assert verdict(page, kind).startswith("Correct."), kind
    give(page, "story-one", ["A"])
    assert verdict(page, "case").startswith("Not yet")
    expect(page.locator("#story-one .said")).to_have_text("SECRETfeedback")
    for article in page.locator("article.q").all():
        article.locator("> details > summary").click()
        expect(article.locator("> details")).to_have_attribute("open", "")
    assert page.content().count("SECRETexplanation") >= 9
    page.locator("#text > details input[type=checkbox]").first.check()
    expect(page.locator("#text output")).to_contain_text("3 of 3")


@pytest.mark.parametrize("kind", JUDGED)
def test_mock_exam_is_marked_once_the_answers_are_open(
    kind: str, sealed: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(sealed / "e/mock/index.html")
    begin(page)
    for each, answer in ((kind, right_answer(page, kind)), ("essay", "Because.")):
        give(page, QUESTIONS[each], answer)
    expect(page.locator("#_seal")).to_be_hidden()
    hand_in(page)
    assert "SECRETexplanation" not in page.content()
    expect(page.locator(".points")).to_be_hidden()
    unlock(page)
    said(page, "are open")
    output = article_of(page, QUESTIONS[kind]).locator("output")
    expect(output).to_contain_text("Correct.")
    worth = re.search(r"\d+", output.text_content() or "")
    assert worth is not None, output.text_content()
    expect(page.locator(".points b")).to_have_text(worth[0])
    expect(page.locator("main > .panel")).to_have_count(1)
    page.locator("#text > details input[type=checkbox]").first.check()
    expect(page.locator("#text output")).to_contain_text("3 of 3")
    page.reload()
    said_later = page.locator(".outcome .points")
    expect(said_later).to_be_hidden()
    unlock(page)
    expect(page.locator(".points b")).to_have_text(str(int(worth[0]) + 3))


def test_what_was_missed_in_a_mock_exam_is_remembered_once_it_is_open(
    sealed: Path, new_reader: NewReader
) -> None:
    reader = new_reader()
    page = reader.open(sealed / "e/mock/index.html")
    begin(page)
    give(page, "one", wrong_answer(page, "single"))
    hand_in(page)
    unlock(page)
    said(page, "are open")
    misses = "(book => book.reviewed().map(id => book.review(id).misses))(exampress.page.book('e'))"
    answerable = page.locator("article.q:has(> .interaction)").count()
    assert page.evaluate(misses) == [1] * answerable  # nothing was answered but one, wrongly
    book = reader.open(sealed / "review/index.html")
    expect(book.locator("[data-kind=wrong] span")).to_have_text(str(answerable))


def test_random_practice_opens_too(sealed: Path, new_reader: NewReader) -> None:
    page = new_reader().open(sealed / "e/random/index.html")
    page.locator("#_lot [name=count]").fill("999")
    page.locator("#_lot [type=submit]").click()
    expect(page.locator(".questions > article.q")).to_have_count(18)
    give(page, "one", ["B"])
    unlock(page)
    said(page, "are open")
    assert verdict(page, "single").startswith("Correct.")


def test_key_is_kept_for_the_tab_only_if_asked(address: str, new_reader: NewReader) -> None:
    page = new_reader().open(f"{address}e/s/index.html")
    unlock(page)
    said(page, "are open")
    assert page.evaluate("Object.keys(sessionStorage).length") == 0
    assert key_of_page(page) == []
    page.goto(f"{address}e/t/index.html")
    unlock(page, keep=True)
    said(page, "until you close it")
    page.goto(f"{address}e/mock/index.html")
    said(page, "until you close it")
    page.goto(f"{address}e/s/index.html?recite")
    expect(page.locator("#one > details")).to_have_attribute("open", "")
    page.locator("[data-do=forget]").click()
    expect(page.locator("#_seal form")).to_be_visible()
    assert "SECRET" not in page.content()


def key_of_page(page: Page) -> list[str]:
    """What storage of any kind holds that looks like a key."""
    kept: list[str] = page.evaluate(
        "[localStorage, sessionStorage].flatMap((each) => Object.values(each))"
    )
    return [text for text in kept if re.search(r"[\w-]{43}", text)]


def test_link_opens_the_exam_and_goes_on_to_its_pages(
    address: str, sealed: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(f"{address}{key_of(sealed).link}")
    said(page, "The link has opened")
    assert "#" not in page.url
    page.locator("#_start").click()
    said(page, "The link has opened")
    assert "#" not in page.url
    give(page, "one", ["B"])
    assert verdict(page, "single").startswith("Correct.")
    page.locator(".pager a[rel=next]").click()
    said(page, "The link has opened")
    assert key_of_page(page) == []
    page.goto(f"{address}e/s/index.html")
    expect(page.locator("#_seal form")).to_be_visible()


def test_link_that_does_not_fit_says_so(sealed: Path, new_reader: NewReader) -> None:
    page = new_reader().open(f"{(sealed / 'e/s/index.html').as_uri()}#k={'A' * 43}")
    said(page, "does not fit")
    expect(page.locator("#_seal form")).to_be_visible()
    page = new_reader().open(f"{(sealed / 'e/s/index.html').as_uri()}#k=*")
    said(page, "does not fit")


@pytest.mark.parametrize("hosted", [False, True], ids=["file", "http"])
def test_published_key_opens_the_answers_for_everybody(
    hosted: bool, tmp_path: Path, new_reader: NewReader
) -> None:
    site = sealed_site(tmp_path)
    with hosting(site) as host, closing(new_reader()) as reader:
        root = host.address if hosted else f"{site.as_uri()}/"
        page = reader.open(f"{root}e/s/index.html")
        give(page, "one", ["B"])
        mock = reader.open(f"{root}e/mock/index.html")
        begin(mock)
        give(mock, "judged", ["false"])
        hand_in(mock)
        if hosted:  # once the worker answers, too
            page.evaluate("navigator.serviceWorker.ready")
        releasing.release(key_of(site), site)
        page.reload()
        said(page, "published")
        assert verdict(page, "single").startswith("Correct.")
        mock.reload()
        expect(mock.locator(".points b")).to_have_text("2")
        assert "SECRET" in page.content()


def test_exam_as_one_file_opens_by_passphrase_and_by_link(
    sealed: Path, new_reader: NewReader
) -> None:
    reader = new_reader()
    page = reader.open(sealed / "e/exam.html")
    assert "SECRET" not in page.content()
    give(page, "one", ["B"])
    unlock(page)
    said(page, "are open")
    assert verdict(page, "single").startswith("Correct.")
    link = key_of(sealed).link.partition("#")[2]
    page = reader.open(f"{(sealed / 'e/exam.html').as_uri()}#{link}")
    said(page, "The link has opened")
    expect(page.locator("#one > details")).to_be_attached()


def test_letters_of_a_form_are_those_of_its_answers(tmp_path: Path, new_reader: NewReader) -> None:
    section = (
        "title: S\nquestions:\n- {id: q, type: single, stem: S, options: [right, b, c, d], "
        'answer: A, explanation: "it is {{opt:a}}"}\n'
    )
    write_bank(tmp_path, {"site.yaml": SITE, "e/exam.yaml": EXAM, "e/s.yaml": section})
    build(options(tmp_path))
    page = new_reader().open(tmp_path / "site/e/s/index.html")
    edition = json.loads(page.locator("#_drawing").text_content() or "")["edition"]
    from builder import forms

    for order in range(4):
        code = forms.code(order, edition)
        page.goto(f"{(tmp_path / 'site/e/s/index.html').as_uri()}?form={code}")
        label = page.locator("#q fieldset label").filter(has_text="right")
        letter = label.locator("b").inner_text()
        unlock(page)
        said(page, "are open")
        label.locator("input").check()
        page.locator("#q [data-do=check]").click()
        expect(page.locator("#q output")).to_contain_text("Correct.")
        page.locator("#q > details > summary").click()
        expect(page.locator("#q .answer")).to_contain_text(f"Answer: {letter}")
        expect(page.locator("#q [data-opt]").last).to_have_text(letter)


def test_wrong_answer_book_prints_open_answers_alone(sealed: Path, new_reader: NewReader) -> None:
    reader = new_reader()
    page = reader.open(sealed / "e/s/index.html")
    page.locator("#one .bookmark").click()
    for opened in (False, True):
        if opened:
            page.goto(f"{(sealed / 'e/s/index.html').as_uri()}")
            unlock(page, keep=True)
            said(page, "until you close it")
        page.evaluate("0")
        page.goto((sealed / "review/index.html").as_uri() + "?show=bookmarked")
        page.evaluate("window.print = () => {}")
        page.locator("#_answers").check()
        page.locator("[data-do=print]").click()
        expect(page.locator("#_paper .asked article")).to_have_count(1)
        found = page.locator("#_paper .keys").text_content() or ""
        assert ("SECRETexplanation of one" in found) == opened


def test_page_by_plain_http_says_why_it_does_not_decrypt(
    sealed: Path, new_reader: NewReader
) -> None:
    reader = new_reader()
    reader.context.add_init_script(
        "Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })"
    )
    page = reader.open(sealed / "e/s/index.html")
    said(page, "plain http")
    expect(page.locator("#_seal form")).to_be_hidden()
    give(page, "one", ["B"])
    page.reload()
    expect(page.locator("#one input[value=B]")).to_be_checked()


def test_without_scripts_nothing_is_promised(sealed: Path, new_reader: NewReader) -> None:
    page = new_reader(java_script_enabled=False).context.new_page()
    page.goto((sealed / "e/s/index.html").as_uri())
    # Chromium under a driver parses <noscript> as if scripts ran, so its text is looked up as such
    assert "needs JavaScript" in page.locator("#_seal noscript").inner_html()
    expect(page.locator("#_seal .why")).to_be_hidden()
    expect(page.locator("#one fieldset")).to_be_visible()
    assert "SECRET" not in page.content()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_panel_is_accessible(scheme: str, sealed: Path, new_reader: NewReader) -> None:
    page = new_reader(color_scheme=scheme).open(sealed / "e/s/index.html")
    expect(page.locator("#_seal form")).to_be_visible()
    assert violations(page) == []
    unlock(page, "wrong")
    said(page, "does not open")
    assert violations(page) == []
    page.keyboard.type(WORD)
    page.keyboard.press("Enter")
    said(page, "are open")
    assert page.evaluate("document.activeElement.id") == "_seal_name"
    assert violations(page) == []


def test_firefox_opens_answers_from_a_folder(sealed: Path, fox: Firefox) -> None:
    fox.open((sealed / "e/s/index.html").as_uri())
    fox.wait_for("document.querySelector('#_seal form:not([hidden])')")
    fox.click("#_passphrase")
    fox.type_text(WORD)
    fox.click("#_seal [type=submit]")
    fox.wait_for("document.body.dataset.seal === 'open'")
    assert "SECRETexplanation of one" in fox.evaluate(
        "document.querySelector('#one > details').innerHTML"
    )
