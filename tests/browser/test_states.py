"""No state is lost: not by a reload, not on the way back, not when page or browser are killed."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from playwright.sync_api import Error as PlaywrightError

from tests.browser.chromium import Reader, kept_profile
from tests.browser.conftest import NewReader
from tests.browser.states import STATES, assert_same, seen

pytestmark = pytest.mark.browser

WRITTEN = 6000
"""Milliseconds after which Chromium has what is stored on the disk."""


def reloaded(_: Reader, page: Page) -> Page:
    page.reload()
    return page


def back_again(_: Reader, page: Page) -> Page:
    page.goto("about:blank")
    page.go_back()
    return page


def killed(reader: Reader, page: Page) -> Page:
    address = page.url
    with pytest.raises(PlaywrightError):
        page.goto("chrome://crash")  # the page's process dies, without a word to the page
    page.close()
    return reader.open(address)


WAYS = {"reload": reloaded, "back": back_again, "killed": killed}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", STATES)
def test_state_is_kept(name: str, way: str, types_site: Path, new_reader: NewReader) -> None:
    reader, state = new_reader(), STATES[name]
    page = reader.open(f"{types_site.as_uri()}/{state.path}")
    state.arrange(page)
    before = seen(state, page)
    page = WAYS[way](reader, page)
    expect(page.locator("#_controls [data-do=settings]")).to_be_visible()
    assert_same(before, seen(state, page))


def kill(context: BrowserContext) -> None:
    """Ends the whole browser, as when the power fails."""
    browser = context.browser
    assert browser
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    (process,) = (each["id"] for each in found["processInfo"] if each["type"] == "browser")
    os.kill(process, signal.SIGKILL)


@pytest.mark.parametrize("name", ["in order", "mock exam"])
def test_state_is_kept_when_the_browser_is_killed(
    name: str, types_site: Path, chromium_browser: Browser, tmp_path: Path
) -> None:
    state = STATES[name]
    address = f"{types_site.as_uri()}/{state.path}"
    context = kept_profile(chromium_browser, tmp_path / "profile")
    page = context.new_page()
    page.goto(address)
    state.arrange(page)
    before = seen(state, page)
    page.wait_for_timeout(WRITTEN)
    kill(context)
    context = kept_profile(chromium_browser, tmp_path / "profile")
    page = context.new_page()
    page.goto(address)
    assert_same(before, seen(state, page))
    context.close()
