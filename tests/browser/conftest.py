"""The browsers, started once, and the readers who come with them, one profile a test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import Reader, chromium, reader
from tests.browser.firefox import Firefox, firefox
from tests.browser.mocks import every_type_site

NewReader = Callable[..., Reader]


@pytest.fixture(scope="session")
def chromium_browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def new_reader(chromium_browser: Browser) -> Iterator[NewReader]:
    """Makes readers. The test fails if a page that one of them opened has complained."""
    readers: list[Reader] = []

    def new(**options: Any) -> Reader:
        readers.append(reader(chromium_browser, **options))
        return readers[-1]

    yield new
    for each in readers:
        each.close()


@pytest.fixture(scope="session")
def firefox_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with firefox(tmp_path_factory.mktemp("profile") / "firefox") as browser:
        yield browser


@pytest.fixture
def fox(firefox_browser: Firefox) -> Iterator[Firefox]:
    """Firefox, as it is. The test fails if a page complained or asked another host."""
    errors, requests = len(firefox_browser.errors), len(firefox_browser.requests)
    yield firefox_browser
    assert firefox_browser.errors[errors:] == ()
    assert [url for url in firefox_browser.requests[requests:] if not _is_local(url)] == []


def _is_local(url: str) -> bool:
    return url.startswith(("file:", "data:", "about:"))


@pytest.fixture(scope="session")
def sections(site: Path) -> tuple[Path, ...]:
    """The practice pages of the real bank."""
    return tuple(
        path
        for path in sorted(site.glob("*/*/index.html"))
        if 'id="_keys"' in path.read_text(encoding="utf-8")
    )


@pytest.fixture(scope="session")
def types_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One exam, `e`, with one section, `s`, of every type."""
    return every_type_site(tmp_path_factory.mktemp("every-type"))
