"""Opens built pages in the system's Chromium, and keeps what they complain about.

It knows nothing about what is on our pages.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Request, sync_playwright

ARGUMENTS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-sync",
    "--force-prefers-reduced-motion",
)
PATIENCE = 10_000.0
"""Milliseconds until what a test waits for has failed."""

_LOCAL = re.compile(r"file:|data:|blob:|about:|http://127\.0\.0\.1:")
_REPORT_BLOCKED = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
"""


FREEZING = "--disable-back-forward-cache"
"""What Playwright forbids: that a page which is left stays as it is, for the way back."""


def _settings(freezes: bool = False) -> dict[str, Any]:
    """How a headless Chromium is started: `$CHROMIUM`, else `chromium`."""
    program = shutil.which(os.environ.get("CHROMIUM") or "chromium")
    assert program, "no Chromium on this machine: set CHROMIUM, or install chromium"
    root = ("--no-sandbox",) if os.geteuid() == 0 else ()
    ignored = {"ignore_default_args": [FREEZING]} if freezes else {}
    return {"executable_path": program, "args": [*ARGUMENTS, *root], "headless": True} | ignored


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**_settings())
        yield browser
        browser.close()


@contextmanager
def freezing(beside: Browser) -> Iterator[Browser]:
    """Another, which keeps pages that are left as they are, to show them again as they were."""
    browser = beside.browser_type.launch(**_settings(freezes=True))
    yield browser
    browser.close()


def kept_profile(beside: Browser, folder: Path) -> BrowserContext:
    """Another, with a profile that outlives it. The caller closes it, or kills it."""
    return beside.browser_type.launch_persistent_context(folder, **_settings())


@dataclass
class Reader:
    """One person with a browser profile of their own, whose tabs share storage."""

    context: BrowserContext
    forgiven: str = r"(?!)"
    """What pages may complain about: a pattern, which as a rule matches nothing."""
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        context = self.context
        context.set_default_timeout(PATIENCE)
        context.add_init_script(_REPORT_BLOCKED)
        context.on("console", lambda said: self._note_console(said.type, said.text))
        context.on("weberror", lambda error: self._note(f"uncaught: {error.error}"))
        context.on("request", lambda request: self._note_request(request.url))
        context.on("requestfailed", self._note_failure)
        context.on("response", lambda answer: self._note_status(answer.status, answer.url))

    def _note_console(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self._note(f"console: {text}")

    def _note_request(self, url: str) -> None:
        if not _LOCAL.match(url):
            self._note(f"asked another host: {url}")

    def _note_failure(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # as a page is left before its icon is there
            self._note(f"failed: {request.url} {request.failure}")

    def _note_status(self, status: int, url: str) -> None:
        if status >= 400:
            self._note(f"status {status}: {url}")

    def _note(self, complaint: str) -> None:
        if not re.search(self.forgiven, complaint):
            self.complaints.append(complaint)

    def open(self, address: Path | str) -> Page:
        """A new tab at a file or an address."""
        page = self.context.new_page()
        page.goto(address.as_uri() if isinstance(address, Path) else address)
        return page

    def close(self) -> None:
        """Ends the profile, once or more. Fails if a page has complained."""
        for page in self.context.pages:
            page.evaluate("0")  # what has happened before is delivered before
        self.context.close()
        assert not self.complaints, "\n".join(self.complaints)


def reader(browser: Browser, forgiven: str = r"(?!)", **options: Any) -> Reader:
    """A new person; `options` are those of a Playwright context (`viewport`, `has_touch` …)."""
    return Reader(browser.new_context(**options), forgiven)
