"""What makes a site work without a network: the service worker and the web manifest.

The worker keeps files by their digests, so that a new build fetches only what has changed. Judges
nothing about what is worth keeping but this: papers and PDFs are for printing, and stay away.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from builder.locales import LOCALES
from builder.model import Artifact
from builder.write import Staged

WORKER = "sw.js"
MANIFEST = "manifest.webmanifest"
SMALL = 4_000_000
"""Bytes of a site that is kept whole at the first visit; of a larger one, the exams one opens."""

_DIGITS = 12
_NOT_SHARED = ("404.html", ".nojekyll", "site.zip", MANIFEST)
_NOT_SHARED_FOLDERS = ("schema/", "assets/paper.")
_QUIT = """"use strict";

// This site keeps nothing for offline use; what an earlier build of it has kept is dropped.
async function quit() {
  const ours = (name) => name.startsWith("exampress:") && name.includes(`:${registration.scope}:`);
  await Promise.all((await caches.keys()).filter(ours).map((name) => caches.delete(name)));
  await registration.unregister();
}
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(quit()));
"""


_UNRESERVED = re.compile(r"[\w./~-]+", re.ASCII).fullmatch
"""Tells whether a path is the same in an address; a site may have a hundred thousand."""


def worker(script: str, site: str, exams: Iterable[str], files: Iterable[Staged]) -> Artifact:
    """Return the service worker: `script`, with what it keeps of which exam, by digest."""
    names = tuple(exams)
    shared: dict[str, str] = {}
    by_exam: dict[str, dict[str, str]] = {name: {} for name in names}
    size = 0
    for file in sorted(files, key=lambda each: each.path):
        group = by_exam.get(_folder(file.path), shared)
        if _is_kept(file.path, group is shared):
            name = file.path if _UNRESERVED(file.path) else quote(file.path)
            group[name] = file.digest[:_DIGITS]
            size += file.size
    kept = {"site": site, "size": size, "small": size <= SMALL, "shared": shared, "exams": by_exam}
    said = _json(kept)
    build = hashlib.blake2b((said + script).encode(), digest_size=6).hexdigest()
    return Artifact(WORKER, f'const BUILD = "{build}";\nconst KEPT = {said};\n{script}'.encode())


def no_worker() -> Artifact:
    """Return a worker that ends itself: one that is merely gone would go on for ever."""
    return Artifact(WORKER, _QUIT.encode())


def _folder(path: str) -> str:
    """Return the first folder of a path, also of a page in another script."""
    first, _, rest = path.partition("/")
    return rest.partition("/")[0] if first in LOCALES else first


def _is_kept(path: str, shared: bool) -> bool:
    if shared:
        return path not in _NOT_SHARED and not path.startswith(_NOT_SHARED_FOLDERS)
    return "/print/" not in path and not path.endswith((".pdf", "/exam.html", "/key.js"))


def manifest(title: str, language: str, icons: Iterable[str]) -> Artifact:
    """Return the web manifest, by which a site can be installed. `icons` are paths of PNG files,
    `name-SIZE.…` or `maskable-SIZE.…`."""
    said = {
        "name": title,
        "short_name": title,
        "lang": language,
        "id": "./",
        "start_url": "index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": "#f6f5f2",
        "theme_color": "#f6f5f2",
        "icons": [_icon(path) for path in icons],
    }
    return Artifact(MANIFEST, _json(said).encode())


def _icon(path: str) -> dict[str, str]:
    name, _, size = path.rpartition("/")[2].partition(".")[0].rpartition("-")
    purpose = "maskable" if name == "maskable" else "any"
    return {"src": path, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
