"""Prints pages to PDF files by WebKit on GTK. Run by the system's own Python, which has GObject.

    xvfb-run python3 webkit_print.py MARGIN URI FILE [URI FILE …]

The margins, in mm, are those of a print dialog. It knows nothing about our pages.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402  # versions are chosen first

PATIENCE = 60
"""Seconds until a page must be printed."""
SETTLED = 300
"""Milliseconds from a page's end to its printing, for scripts and fonts."""


def main(margin: float, pages: list[tuple[str, str]]) -> int:
    """Print pages one after the other; return 1 if one is not printed."""
    window = Gtk.OffscreenWindow()
    view = WebKit2.WebView()
    window.add(view)
    window.set_default_size(1000, 1400)
    window.show_all()
    return 0 if all(_print(view, uri, path, margin) for uri, path in pages) else 1


def _print(view: Any, uri: str, path: str, margin: float) -> bool:
    done: list[bool] = []

    def end(well: bool) -> bool:
        done.append(well)
        Gtk.main_quit()
        return False

    def start() -> bool:
        operation = WebKit2.PrintOperation.new(view)
        operation.set_print_settings(_settings(path))
        operation.set_page_setup(_page(margin))
        operation.connect("failed", lambda *_: end(False))
        operation.connect("finished", lambda *_: end(True))
        operation.print_()
        view.operation = operation  # lives until it is done
        return False

    def loaded(_: Any, event: Any) -> None:
        if event == WebKit2.LoadEvent.FINISHED:
            GLib.timeout_add(SETTLED, start)

    handler = view.connect("load-changed", loaded)
    alarm = GLib.timeout_add_seconds(PATIENCE, end, False)
    view.load_uri(uri)
    Gtk.main()
    view.disconnect(handler)
    if done[0]:
        GLib.source_remove(alarm)
    return done[0]


def _settings(path: str) -> Any:
    settings = Gtk.PrintSettings()
    settings.set_printer("Print to File")
    settings.set(Gtk.PRINT_SETTINGS_OUTPUT_FILE_FORMAT, "pdf")
    settings.set(Gtk.PRINT_SETTINGS_OUTPUT_URI, Path(path).resolve().as_uri())
    return settings


def _page(margin: float) -> Any:
    page = Gtk.PageSetup()
    page.set_paper_size(Gtk.PaperSize.new("iso_a4"))
    for put in (
        page.set_top_margin,
        page.set_bottom_margin,
        page.set_left_margin,
        page.set_right_margin,
    ):
        put(margin, Gtk.Unit.MM)
    return page


if __name__ == "__main__":
    _, given, *names = sys.argv
    raise SystemExit(main(float(given), list(zip(names[::2], names[1::2], strict=True))))
