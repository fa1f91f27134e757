"""`build-info.json`: which program made a site from which bank, and a digest of every file.

It holds nothing that the site does not show: of a bank whose answers are kept back or sealed there
is no fingerprint, by which guessed answers could be tried.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from json.encoder import encode_basestring as quoted
from typing import Any

from builder import __version__
from builder.cache import Inputs
from builder.model import Artifact
from builder.options import Options
from builder.write import Staged

NAME = "build-info.json"
FORMAT = 1


def artifact(
    files: Iterable[Staged], options: Options, fingerprint: str | None, part: str = "site"
) -> Artifact:
    """Return the file that tells of these files, but of hidden ones, which hosts leave out.

    `part` is `site`, or `archive` for those of them that `site.zip` holds.
    """
    said: dict[str, Any] = {
        "format": FORMAT,
        "part": part,
        "version": __version__,
        "bank": fingerprint,
        "options": {
            "answers": options.answers,
            "sealed": options.sealed,
            "base_url": options.base_url,
            "pdf": options.pdf,
        },
        "files": {
            each.path: [each.size, each.digest]
            for each in sorted(files, key=lambda each: each.path)
            if not is_hidden(each.path)
        },
    }
    return Artifact(NAME, _text(said).encode())


def is_hidden(path: str) -> bool:
    """Tell whether a file's name begins with a dot, or that of a folder it is in."""
    return path.startswith(".") or "/." in path


def _text(said: dict[str, Any]) -> str:
    """Return JSON with a line for each file."""
    files = said.pop("files")
    head = json.dumps(said, ensure_ascii=False, indent=1).removesuffix("\n}")
    rows = (f'  {quoted(path)}: [{size}, "{digest}"]' for path, (size, digest) in files.items())
    listed = ",\n".join(rows)
    return f'{head},\n "files": {{\n{listed}\n }}\n}}\n'


def fingerprint(inputs: Inputs, content: str, assets: Iterable[str]) -> str:
    """Return what changes with a bank: its YAML files, its fonts, and the files it shows."""
    shown = set(assets)
    made_from = sorted(
        (name, stamp[3])
        for path, stamp in inputs.stamps.items()
        if (name := path.removeprefix(f"{content}/")) != path or content == "."
        if name.endswith((".yaml", ".yml")) or name.startswith("fonts/") or name in shown
    )
    return hashlib.sha256(json.dumps(made_from, ensure_ascii=False).encode()).hexdigest()
