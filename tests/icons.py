"""Draws the icons of an installed site from `icon.svg`: `python -m tests.icons` writes them anew.

Two as they are, with round corners; one that fills its square, for systems that cut it to a shape
of their own, with the sign inside the middle four fifths.
"""

from __future__ import annotations

from tests.banks import ROOT
from tests.browser.chromium import chromium

ASSETS = ROOT / "templates/assets"
PAGE = '<body style="margin:0;background:{ground}">{svg}</body>'


def main() -> None:
    svg = (ASSETS / "icon.svg").read_text(encoding="utf-8")
    whole = svg.replace('rx="4" ', "").replace('viewBox="0 0 16 16"', 'viewBox="-2 -2 20 20"')
    with chromium() as browser:
        for name, size, drawing, ground in (
            ("icon-192", 192, svg, "transparent"),
            ("icon-512", 512, svg, "transparent"),
            ("maskable-512", 512, whole, "#3457a6"),
        ):
            page = browser.new_page(viewport={"width": size, "height": size})
            sized = drawing.replace("<svg ", f'<svg width="{size}" height="{size}" ', 1)
            page.set_content(PAGE.format(ground=ground, svg=sized))
            page.screenshot(path=ASSETS / f"icons/{name}.png", omit_background=True)


if __name__ == "__main__":
    main()
