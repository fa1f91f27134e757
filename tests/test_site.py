"""The built site of the real bank: every link leads somewhere, and no page asks anybody else."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, normpath
from urllib.parse import unquote, urlsplit

import pytest

VOID = ("br", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
LINKS = {"a": "href", "area": "href"}
REQUESTS = {
    "audio": "src", "embed": "src", "form": "action", "iframe": "src", "img": "src",
    "input": "src", "link": "href", "object": "data", "script": "src", "source": "src",
    "video": "src",
}  # fmt: skip


@dataclass
class Page(HTMLParser):
    """One page as a reader of HTML finds it."""

    name: str
    elements: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    stack: list[str] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        assert len(values) == len(attrs), f"{self.name}: an attribute of <{tag}> twice"
        self.elements.append((tag, values))
        if "id" in values:
            self.ids.append(values["id"])
        if tag not in VOID:
            self.stack.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop() == tag, f"{self.name}: </{tag}>"

    def handle_data(self, data: str) -> None:
        if self.stack:
            self.texts[self.stack[-1]] = self.texts.get(self.stack[-1], "") + data


@cache
def pages_of(site: Path) -> dict[str, Page]:
    """Return every page of a site, read."""
    found = {}
    for path in sorted(site.rglob("*.html")):
        page = Page(path.relative_to(site).as_posix())
        page.feed(path.read_text(encoding="utf-8"))
        page.close()
        found[page.name] = page
    return found


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, Page]:
    return pages_of(site)


def addresses(page: Page, kinds: dict[str, str]) -> list[str]:
    return [values[kinds[tag]] for tag, values in page.elements if kinds.get(tag) in values]


def is_ours(address: str) -> bool:
    return not urlsplit(address).scheme


def target(page: Page, address: str) -> str:
    """Return the file of the site that an address leads to."""
    path = unquote(urlsplit(address).path)
    return normpath(f"{dirname(page.name)}/{path}".lstrip("/")) if path else page.name


def test_there_are_pages(pages: dict[str, Page]) -> None:
    assert len(pages) > 40
    assert {"index.html", "404.html", "demo/index.html", "demo/single/index.html"} <= set(pages)


def test_elements_are_closed_in_order(pages: dict[str, Page]) -> None:
    assert [page.name for page in pages.values() if page.stack] == []


def test_ids_are_unique_in_a_page(pages: dict[str, Page]) -> None:
    twice = {
        name: [each for each in page.ids if page.ids.count(each) > 1]
        for name, page in pages.items()
    }
    assert {name: ids for name, ids in twice.items() if ids} == {}


def test_links_lead_to_a_file(site: Path, pages: dict[str, Page]) -> None:
    for page in pages.values():
        if page.name == "404.html":
            continue  # stands for any address, so its links are absolute
        for address in addresses(page, {**LINKS, **REQUESTS}):
            if is_ours(address):
                assert (site / target(page, address)).is_file(), f"{page.name}: {address}"


def test_fragments_lead_to_an_element(pages: dict[str, Page]) -> None:
    for page in pages.values():
        for address in addresses(page, LINKS):
            fragment = unquote(urlsplit(address).fragment)
            if is_ours(address) and fragment and target(page, address) in pages:
                assert fragment in pages[target(page, address)].ids, f"{page.name}: {address}"


def test_links_are_relative_and_end_in_a_file_name(pages: dict[str, Page]) -> None:
    for page in pages.values():
        for address in addresses(page, {**LINKS, **REQUESTS}):
            if is_ours(address) and page.name != "404.html":
                assert not address.startswith("/"), f"{page.name}: {address}"
                path = urlsplit(address).path
                assert not path or re.search(r"[^/.][^/]*\.\w+$", path), f"{page.name}: {address}"


def test_figures_have_a_size_without_a_style_sheet(pages: dict[str, Page]) -> None:
    for page in pages.values():
        figures = [values for tag, values in page.elements if tag == "svg"]
        assert all({"width", "height"} <= set(values) for values in figures), page.name


def test_no_page_requests_another_host(pages: dict[str, Page]) -> None:
    for page in pages.values():
        for address in addresses(page, REQUESTS):
            assert is_ours(address) or address.startswith("data:"), f"{page.name}: {address}"
        assert not any({"srcset", "ping", "background"} & set(v) for _, v in page.elements)


def test_style_sheets_and_scripts_request_nothing_from_elsewhere(site: Path) -> None:
    for path in [*site.rglob("*.css"), *site.rglob("*.js")]:
        text = path.read_text(encoding="utf-8")
        assert "@import" not in text, path.name
        for address in re.findall(r"url\(\s*['\"]?(?!data:)([^'\")]+)", text):
            assert (path.parent / address).is_file(), f"{path.name}: {address}"
        if path.name == "sw.js":  # not a page's: it fetches from its own site, see test_offline
            continue
        assert not re.search(r"\bfetch\(|XMLHttpRequest|\bimport\(|sendBeacon|WebSocket", text)
        assert not re.search(r"https?://(?!www\.w3\.org/)", re.sub(r"/\*.*?\*/|//.*", "", text))


def test_policy_stands_before_the_first_script(pages: dict[str, Page]) -> None:
    for page in pages.values():
        kinds = [
            "policy" if values.get("http-equiv") == "Content-Security-Policy" else tag
            for tag, values in page.elements
        ]
        assert "policy" in kinds, page.name
        first = min(kinds.index(tag) for tag in ("script", "link", "style", "body") if tag in kinds)
        assert kinds.index("policy") < first, page.name


def test_policy_is_strict(pages: dict[str, Page]) -> None:
    for page in pages.values():
        (policy,) = (
            values["content"]
            for _, values in page.elements
            if values.get("http-equiv") == "Content-Security-Policy"
        )
        rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
        assert rules["default-src"] == "'none'"
        assert rules["base-uri"] == "'none'"
        assert "unsafe" not in policy
        assert "*" not in policy
        assert "http" not in policy


def test_nothing_is_inline(pages: dict[str, Page]) -> None:
    for page in (each for each in pages.values() if not each.name.endswith("/exam.html")):
        for tag, values in page.elements:
            assert tag != "style", page.name
            assert "style" not in values, f"{page.name}: <{tag}>"
            assert not [name for name in values if name.startswith("on")], f"{page.name}: <{tag}>"
            assert not values.get("href", "").lower().startswith("javascript:")
            if tag == "script" and "src" not in values:
                assert values["type"] == "application/json", page.name


def test_scripts_are_classic_and_deferred(pages: dict[str, Page]) -> None:
    for page in pages.values():
        for tag, values in page.elements:
            if tag == "script" and "src" in values:
                early = "/first." in values["src"]  # what paints the page before it is drawn
                assert ("defer" in values) != early, page.name
                assert not {"type", "integrity", "crossorigin"} & set(values), page.name


def test_data_is_json(site: Path, pages: dict[str, Page]) -> None:
    for name in pages:
        text = (site / name).read_text(encoding="utf-8")
        for data in re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', text, re.S):
            json.loads(data)


def test_every_page_says_its_language_and_title(pages: dict[str, Page]) -> None:
    for page in pages.values():
        tag, values = page.elements[0]
        assert (tag, bool(values.get("lang"))) == ("html", True), page.name
        assert page.texts["title"].strip(), page.name
        assert [tag for tag, _ in page.elements].count("h1") == 1, page.name
        assert [tag for tag, _ in page.elements].count("main") == 1, page.name


def test_pictures_have_words(pages: dict[str, Page]) -> None:
    for page in pages.values():
        assert all("alt" in values for tag, values in page.elements if tag == "img"), page.name


def test_site_holds_what_its_host_needs(site: Path) -> None:
    assert (site / ".nojekyll").is_file()
    assert not [path for path in site.rglob("*") if path.name.startswith("_")]
