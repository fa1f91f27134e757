"""A hosted site without a network: what it keeps, how it learns of a new version, how it is
installed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from builder import offline
from builder.build import build
from builder.options import Options
from tests.banks import CONTENT, EXAM, SECTION, write_bank
from tests.browser.conftest import NewReader
from tests.browser.hands import Mouse, answer, article_of
from tests.browser.hosts import Host, hosting

pytestmark = pytest.mark.browser

GONE = r"ERR_CONNECTION|ERR_FAILED|ERR_NETWORK"
"""What a browser says where there is no network."""

IS_KEPT = """async () => {
  await navigator.serviceWorker.ready;
  while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 20));
  for (let round = 0; round < 200; round += 1) {
    const names = await caches.keys();
    const caches_ = await Promise.all(names.map((name) => caches.open(name)));
    const keys = (await Promise.all(caches_.map((each) => each.keys()))).flat();
    if (keys.some(({ url }) => url.endsWith(".digests"))) break;
    await new Promise((done) => setTimeout(done, 20));
  }
  const names = await caches.keys();
  const held = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return held.flat().map(({ url }) => new URL(url).pathname);
}"""
"""JavaScript: waits for the worker, returns what it has kept."""


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    with hosting(tmp_path) as serving:
        yield serving


def small_bank(folder: Path, title: str = "Exam") -> Path:
    return write_bank(
        folder,
        {
            "site.yaml": "title: Two exams\nlanguage: en\n",
            "one/exam.yaml": EXAM.replace("Exam", title),
            "one/s.yaml": SECTION,
            "two/exam.yaml": EXAM.replace("Exam", "Second exam"),
            "two/s.yaml": SECTION,
        },
    )


def visited(page: Page) -> list[str]:
    """What is kept, once the page that is open has been."""
    kept: list[str] = page.evaluate(IS_KEPT)
    return kept


def test_whole_site_opens_without_a_network(
    host: Host, tmp_path: Path, new_reader: NewReader
) -> None:
    build(Options(CONTENT, out=tmp_path / "repo"))
    page = new_reader(forgiven=GONE).open(f"{host.address}repo/")
    visited(page)
    host.stop()

    page.goto(f"{host.address}repo/tour/")
    expect(page.locator("h1")).to_have_text("A tour of exampress")
    page.get_by_role("link", name="Science").click()
    page.wait_for_url("**/repo/tour/science/index.html")
    article = article_of(page, "pendulum")
    answer(Mouse(page), article, "single", "A longer string")
    Mouse(page).check(article)
    expect(article.locator("output")).to_have_text("Correct. 4 of 4 points.")
    wide = page.locator("#lever img").evaluate("it => it.decode().then(() => it.naturalWidth)")
    assert wide > 0

    page.goto(f"{host.address}repo/tour/science/index.html?only=wrong#pendulum")
    expect(page.locator(".only")).to_be_visible()
    page.goto(f"{host.address}repo/search/index.html?q=pendulum")
    expect(page.locator(".hits li").first).to_be_visible()

    page.goto(f"{host.address}repo/tour/print/paper.html")
    page.wait_for_url("**/repo/offline.html")
    expect(page.locator("h1")).to_have_text("目前沒有網路")
    page.get_by_role("link", name="回到首頁").click()
    expect(page.locator("h1")).to_have_text("exampress 示範題庫")


def test_of_a_large_site_the_opened_exam_is_kept_and_all_on_demand(
    host: Host, tmp_path: Path, new_reader: NewReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offline, "SMALL", 0)
    build(Options(small_bank(tmp_path), out=tmp_path / "repo"))
    page = new_reader(forgiven=GONE).open(f"{host.address}repo/index.html")
    assert not [path for path in visited(page) if path.startswith(("/repo/one", "/repo/two"))]

    page.goto(f"{host.address}repo/one/index.html")
    page.get_by_role("button", name="Display settings").click()
    keep = page.get_by_role("button", name="Keep all exams for offline use (1 MB)")
    expect(keep).to_be_visible()  # and so the exam has been kept
    kept = visited(page)
    assert "/repo/one/s/index.html" in kept
    assert "/repo/two/s/index.html" not in kept

    keep.click()
    expect(page.locator("dialog .offline span")).to_have_text(
        "All exams work without a network; pages for printing and PDFs do not."
    )
    host.stop()
    page.goto(f"{host.address}repo/two/s/")
    expect(page.locator("article.q")).to_have_count(1)


def test_new_version_is_offered_and_fetches_only_what_changed(
    host: Host, tmp_path: Path, new_reader: NewReader
) -> None:
    build(Options(small_bank(tmp_path), out=tmp_path / "repo"))
    page = new_reader(forgiven=GONE).open(f"{host.address}repo/one/index.html")
    before = visited(page)

    build(Options(small_bank(tmp_path, "Renewed exam"), out=tmp_path / "repo"))
    host.asked.clear()
    page.reload()
    expect(page.locator("h1")).to_have_text("Exam")  # nothing changes under a reader's hands
    note = page.locator("#_notices .update")
    expect(note).to_contain_text("There is a new version of this site.")
    fetched = set(host.asked) & set(before)
    assert "/repo/one/index.html" in fetched
    assert not [path for path in fetched if path.startswith(("/repo/two", "/repo/assets"))]

    note.get_by_role("button").click()
    expect(page.locator("h1")).to_have_text("Renewed exam")
    expect(note).to_have_count(0)
    assert page.evaluate("caches.keys().then((names) => names.length)") == 1


def test_site_that_stops_it_leaves_nothing_behind(
    host: Host, tmp_path: Path, new_reader: NewReader
) -> None:
    content = small_bank(tmp_path)
    build(Options(content, out=tmp_path / "repo"))
    page = new_reader(forgiven=GONE).open(f"{host.address}repo/index.html")
    visited(page)
    site = content / "site.yaml"
    site.write_text(site.read_text("utf-8") + "offline: false\n", encoding="utf-8")
    build(Options(content, out=tmp_path / "repo"))
    page.evaluate("navigator.serviceWorker.ready.then((it) => it.update())")
    page.evaluate("""async () => {
      while (await navigator.serviceWorker.getRegistration()) {
        await new Promise((done) => setTimeout(done, 20));
      }
    }""")
    host.asked.clear()
    page.goto(f"{host.address}repo/one/index.html")
    assert "/repo/one/index.html" in host.asked
    assert page.evaluate("caches.keys()") == []
    assert page.evaluate("navigator.serviceWorker.getRegistration()") is None


def test_site_can_be_installed(host: Host, tmp_path: Path, new_reader: NewReader) -> None:
    build(Options(small_bank(tmp_path), out=tmp_path / "repo"))
    page = new_reader(forgiven=GONE).open(f"{host.address}repo/one/index.html")
    visited(page)
    session = page.context.new_cdp_session(page)
    said = session.send("Page.getAppManifest")
    assert said["errors"] == []
    manifest = json.loads(said["data"])
    assert (manifest["name"], manifest["lang"]) == ("Two exams", "en")
    for icon in manifest["icons"]:
        data = (tmp_path / "repo" / icon["src"]).read_bytes()
        size = int.from_bytes(data[16:20], "big")  # of a PNG
        assert icon["sizes"] == f"{size}x{size}"
    reasons = [each["errorId"] for each in session.send("Page.getInstallabilityErrors")[
        "installabilityErrors"]]  # fmt: skip
    assert reasons in ([], ["in-incognito"])  # in which every test is


WITHOUT_WORKER = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })"
"""What a browser has on a page that it does not hold secure: plain http by a host's name."""


def test_page_on_plain_http_says_why_it_is_not_kept(
    host: Host, tmp_path: Path, new_reader: NewReader
) -> None:
    build(Options(small_bank(tmp_path), out=tmp_path / "repo"))
    reader = new_reader()
    page = reader.open(f"{host.address}repo/")
    said = page.locator("main [data-insecure]")
    expect(said).to_be_hidden()
    reader.context.add_init_script(WITHOUT_WORKER)
    page.reload()
    expect(said).to_contain_text("plain http")
    page.goto(f"{host.address}repo/one/s/index.html")
    page.locator("[data-do=settings]").click()
    expect(page.locator("dialog [data-insecure]")).to_be_visible()


def test_page_that_is_not_kept_says_that_papers_never_are(
    host: Host, tmp_path: Path, new_reader: NewReader
) -> None:
    build(Options(small_bank(tmp_path), out=tmp_path / "repo"))
    page = new_reader(forgiven=GONE).open(f"{host.address}repo/")
    visited(page)
    host.stop()
    page.goto(f"{host.address}repo/one/print/paper.html")
    page.wait_for_url("**/repo/offline.html")
    expect(page.locator("main")).to_contain_text("Pages for printing and PDFs are not kept")
