"""A web host for tests that can be switched off, and that notes what it is asked for."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit


@dataclass
class Host:
    """A host that serves a folder; `asked` are the paths since it was last emptied."""

    root: Path
    port: int = 0
    asked: list[str] = field(default_factory=list)
    _server: ThreadingHTTPServer | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        """Serves, at the same address as before."""
        handler = partial(_Handler, directory=str(self.root), asked=self.asked)
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Is gone, as without a network."""
        if self._server:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


class _Handler(SimpleHTTPRequestHandler):
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".webmanifest": "application/manifest+json",
    }

    def __init__(self, *arguments: Any, asked: list[str], **named: Any) -> None:
        self.asked = asked
        super().__init__(*arguments, **named)

    def do_GET(self) -> None:
        self.asked.append(urlsplit(self.path).path)
        del self.headers["If-Modified-Since"]  # in seconds: two builds may fall into one
        super().do_GET()

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def hosting(root: Path) -> Iterator[Host]:
    host = Host(root)
    host.start()
    yield host
    host.stop()
