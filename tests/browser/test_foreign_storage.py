"""Every page opens and works, whatever lies under the names that it keeps things under."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewReader

pytestmark = pytest.mark.browser

KEYS = (
    "exampress:1:exam",
    "exampress:1:exam:e",
    "exampress:2:exam:e",
    *(f"exampress:1:exam:e:{kind}" for kind in ("mock", "mocks", "place", "random", "strip")),
)
PAGES = (
    "index",
    "e/index",
    "e/s/index",
    "e/mock/index",
    "e/random/index",
    "review/index",
    "data/index",
    "search/index",
)
SITTING = {
    "started": 1,
    "elapsed": 0,
    "seen": 1,
    "ended": None,
    "minutes": None,
    "pass": None,
    "sections": [{"id": "s", "title": "<img src=x onerror=alert(1)>", "questions": ["one"]}],
}
VALUES = {
    "cut off": '{"questions": {"one": {"finger',
    "another's": '"a text"',
    "numbers": "[1, null, true, 1e400]",
    "special names": '{"__proto__": {"polluted": 1}, "constructor": 1, "questions": '
    '{"__proto__": {"polluted": 1}}, "ids": ["__proto__"], "section": "s", "id": "one", "at": 1}',
    "scripts": json.dumps(
        {
            "theme": "<script>",
            "size": ["x"],
            "ids": ["s/one", "<b>/\"'"],
            "section": "<img src=x>",
            "id": "one",
            "name": "<img src=x onerror=alert(1)>",
            "number": {},
            "at": 1,
        }
    ),
    "a sitting": json.dumps(
        SITTING | {"entries": {"one": ["0", 1, ["<script>"], 1e9, 1, {"x": 1}]}}
    ),
    "a poor sitting": json.dumps(
        SITTING | {"entries": {"one": ["0", 1, ["A"], 0, 0, {"ticks": 5}]}}
    ),
    "a history": json.dumps(
        [{"started": 8e15, "totals": {"sections": [{}], "max": 0}, "sitting": SITTING}]
    ),
}
FILL = """([keys, value]) => {
  localStorage.clear();
  for (const key of keys) localStorage.setItem(key, value);
}"""


@pytest.mark.parametrize("kind", VALUES)
def test_every_page_opens_whatever_is_stored(
    kind: str, types_site: Path, new_reader: NewReader
) -> None:
    page = new_reader().open(types_site / "search/index.html")
    for path in PAGES:
        page.evaluate(FILL, [KEYS, VALUES[kind]])
        page.goto((types_site / f"{path}.html").as_uri())
        expect(page.locator("main h1")).to_be_visible()
        expect(page.locator("#_controls [data-do=settings]")).to_be_visible()
        assert page.evaluate("({}).polluted ?? null") is None
        assert page.locator("main img[src=x], main script[src=x]").count() == 0
    page.goto((types_site / "e/s/index.html").as_uri())
    page.locator("#judged input").last.check()
    page.locator("#judged [data-do=check]").click()
    expect(page.locator("#judged output")).to_contain_text("Correct.")
    page.reload()
    expect(page.locator("#judged output")).to_contain_text("Correct.")
