"""Build, watch, reload the browser. A broken bank shows its problems over the last good site.

livereload does the reloading; its slow polling and its dropped second reload are worked around,
and the 404 page and serving below a sub-path are ours.
"""

from __future__ import annotations

import mimetypes
import os
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from livereload import Server
from livereload.handlers import LiveReloadHandler
from livereload.watcher import Watcher
from markupsafe import escape
from tornado.ioloop import IOLoop, PeriodicCallback

from builder.build import Built, base_path, build
from builder.cache import Memory
from builder.exam_site import Live
from builder.options import Options
from builder.problems import BankError, Problem, UsageError, Where

Report = Callable[[Built | tuple[Problem, ...]], None]
StartResponse = Callable[[str, list[tuple[str, str]]], object]

_POLL_MS = 50


@dataclass
class Preview:
    """The site as it is now: files in a folder of its own, and the problems if it is stale."""

    options: Options
    report: Report
    problems: tuple[Problem, ...] = field(default=(), init=False)
    _known: Memory = field(default_factory=Memory, init=False)
    _live: Live = field(default_factory=Live, init=False)

    def rebuild(self) -> None:
        """Build again; keep the last good site if the bank has errors."""
        try:
            built = build(self.options, store=self._known, live=self._live)
            self.problems = ()
            self.report(built)
        except BankError as error:
            self.problems = error.problems
            self.report(self.problems)
        except UsageError as error:  # a template of the author's own that fails
            self.problems = (Problem(Where("templates"), str(error)),)
            self.report(self.problems)

    def __call__(self, environ: dict[str, str], start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request (WSGI)."""
        path = _path(environ)
        base = base_path(self.options.base_url)
        if path + "/" == base:
            start_response("302 Found", [("Location", base)])
            return [b""]
        file = _file(self.options.out, path.removeprefix(base)) if path.startswith(base) else None
        if file is not None and file.is_dir():
            start_response("302 Found", [("Location", environ["PATH_INFO"] + "/")])
            return [b""]
        status = "200 OK" if file else "404 Not Found"
        file = file or self.options.out / "404.html"
        body = file.read_bytes() if file.exists() else _EMPTY
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        if kind == "text/html":
            body = body.replace(b"</body>", self._overlay() + b"</body>", 1)
        charset = "; charset=utf-8" if kind.startswith("text/") else ""
        start_response(status, [("Content-Type", kind + charset), ("Cache-Control", "no-store")])
        return [body]

    def _overlay(self) -> bytes:
        """Return the problems of a broken bank as HTML, or nothing."""
        if not self.problems:
            return b""
        rows = "".join(
            f"<li><code>{escape(str(each.where))}</code> "
            f"<strong>{each.severity}</strong>: {escape(each.message)}</li>"
            for each in self.problems
        )
        return _OVERLAY.format(count=len(self.problems), rows=rows).encode()


_EMPTY = b"<!doctype html><html lang=en><head><title>exampress</title></head><body></body></html>"
_OVERLAY = (
    '<aside role="alert" lang="en" style="position:fixed;inset:auto 0 0 0;max-height:60vh;'
    "overflow:auto;z-index:9999;background:#7f1d1d;color:#fff;padding:1rem 1.5rem;"
    'font:15px/1.5 system-ui,sans-serif;box-shadow:0 -4px 24px #0006">'
    "<p style='margin:0 0 .5rem;font-weight:700'>{count} problem(s): "
    "this is the last good site</p><ol style='margin:0;padding-left:1.5rem'>{rows}</ol></aside>"
)


def _path(environ: dict[str, str]) -> str:
    raw = environ.get("PATH_INFO", "/") or "/"
    return unquote(raw.encode("latin-1").decode("utf-8", "replace"))


def _file(out: Path, name: str) -> Path | None:
    """Return the file for an address below the site's root, or a folder to be redirected to."""
    if ".." in name.split("/") or "\0" in name:
        return None
    path = out / (name + "index.html" if name.endswith("/") or not name else name)
    return path if path.exists() and not path.name.startswith(".") else None


class _ChangeWatcher(Watcher):  # type: ignore[misc]  # livereload has no types
    """Looks at every input 20 times a second and rebuilds at once when one has changed."""

    def __init__(self, folders: Iterable[Path], changed: Callable[[], None]) -> None:
        super().__init__()
        self._folders = tuple(folders)
        self._changed = changed
        self._seen = _snapshot(self._folders)
        self._rest_until = 0.0

    def start(self, callback: Callable[[], None]) -> bool:
        PeriodicCallback(callback, _POLL_MS).start()
        return True

    def examine(self) -> tuple[str | None, float | None]:
        now = time.monotonic()
        if now < self._rest_until:
            return None, None
        seen = _snapshot(self._folders)
        self._rest_until = now + 4 * (time.monotonic() - now)  # a slow disk is asked less often
        if seen == self._seen:
            return None, None
        edited = {path for path, _ in seen.items() ^ self._seen.items()}
        self._seen = seen
        self._changed()
        # The browser exchanges style sheets below a page, all of them if it knows none by the name.
        self.filepath = "any.css" if all(map(_is_style, edited)) else "*"
        return self.filepath, None


def _is_style(path: str) -> bool:
    return path.endswith(".css") and "/assets/css/" in path.replace(os.sep, "/")


def _snapshot(folders: Iterable[Path]) -> dict[str, tuple[int, int]]:
    """Return time and size of every file below `folders`."""
    return {
        path: (status.st_mtime_ns, status.st_size)
        for folder in folders
        for path, status in _stats(folder)
    }


def _stats(folder: Path) -> Iterator[tuple[str, os.stat_result]]:
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name == "__pycache__":  # ours: compiled templates
                    continue
                if entry.is_dir():
                    yield from _stats(Path(entry.path))
                elif not entry.name.endswith(("~", ".swp", ".tmp")):
                    yield entry.path, entry.stat()
    except FileNotFoundError:
        return  # deleted while we looked; the next look sees it


def serve(
    options: Options, host: str, port: int, report: Report, started: Callable[[], None]
) -> None:
    """Serve the site until interrupted; `started` is called once the port is ours.

    Raises UsageError where the port is taken.
    """
    with tempfile.TemporaryDirectory(prefix="exampress-") as folder:
        preview = Preview(options._replace(out=Path(folder) / "site", preview=True), report)
        preview.rebuild()
        watched = [options.content, *([options.templates] if options.templates else [])]
        LiveReloadHandler.DEFAULT_RELOAD_TIME = 0
        server = Server(preview, watcher=_ChangeWatcher(watched, preview.rebuild))
        server._setup_logging = lambda: None  # cli.py alone prints
        IOLoop.current().add_callback(started)
        try:
            server.serve(port=port, host=host, debug=False)
        except OSError as error:
            raise UsageError(f"cannot serve on {host}:{port}: {error.strerror}") from None
