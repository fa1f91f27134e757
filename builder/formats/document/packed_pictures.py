"""The pictures that come with questions in a package, and the names they get in the bank.

Does not know how a format says where a picture stands.
"""

from __future__ import annotations

import re

from builder.draft import Doubt, Draft
from builder.formats.document.archive import Archive

ENDINGS = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg")
LARGEST = 20 * 1024 * 1024
"""Bytes of a picture that is read."""


class PackedPictures:
    """Takes pictures out of one archive into a draft, each once."""

    def __init__(self, archive: Archive, draft: Draft) -> None:
        self._archive = archive
        self._draft = draft
        self._names: dict[str, str] = {}

    def kept(self, path: str, name: str, source: str, line: int) -> str:
        """Take the picture at `path` along under a name like `name`; return that name.

        What is no picture, or none that may be read, is doubted as `source` at `line`: then "".
        """
        if path not in self._names:
            info = self._archive.names.get(path)
            if info is None or info.file_size > LARGEST or not path.lower().endswith(ENDINGS):
                message = f"the picture '{source[:200]}' is not in the package"
                self._draft.doubts.append(Doubt(line, "missing-image", "warning", message, line))
                return ""
            parts = (re.sub(r"[^\w.-]+", "-", part).strip(".") for part in name.split("/"))
            self._names[path] = "/".join(part for part in parts if part)
            self._draft.files[self._names[path]] = self._archive.read(path) or b""
        return self._names[path]
