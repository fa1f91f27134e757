"""axe-core, put into a page: https://github.com/dequelabs/axe-core"""

from __future__ import annotations

from functools import cache

from playwright.sync_api import Page

from tests.banks import ROOT

_RUN = """async (rule) => {
  const options = { resultTypes: ["violations"], preload: false };
  if (rule) options.runOnly = { type: "rule", values: [rule] };
  // What is out of sight is skipped by the browser, and would not be looked at.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { content-visibility: visible !important }");
  document.adoptedStyleSheets.push(sheet);
  const found = await axe.run(document, options);
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ""}`));
}"""


@cache
def _source() -> str:
    return (ROOT / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")


def violations(page: Page, rule: str | None = None) -> list[str]:
    """What axe finds wrong, by one rule or by its own choice: the rule, the element, and why.

    Evaluated and not loaded by a `<script>`, so the page keeps its Content-Security-Policy.
    """
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(_source())
    found: list[str] = page.evaluate(_RUN, rule)
    return found
