"""The parts of a Word file: its main document, what it refers to, the pictures taken out of it.

Does not know what the parts say.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from builder.decoding import ReadError
from builder.formats.document.archive import Archive

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"


class Package:
    """An opened Word file. `files` grows as pictures are asked for."""

    def __init__(self, data: bytes) -> None:
        self.archive = Archive(data)
        self.main = self._main()
        self.relations = self.archive.relations(self.main)
        self.files: dict[str, bytes] = {}
        self._names: dict[str, str] = {}

    def _main(self) -> str:
        for kind, target in self.archive.relations("").values():
            if kind == "officeDocument" and target in self.archive.names:
                return target
        if "word/document.xml" in self.archive.names:
            return "word/document.xml"
        raise ReadError("this is not a Word document (it has no main part)")

    def body(self) -> Element:
        """Return the body of the document."""
        root = self.archive.xml(self.main)
        body = None if root is None else root.find(f"{W}body")
        if body is None:
            raise ReadError("this is not a Word document (its main part has no body)")
        return body

    def related(self, kind: str) -> Iterator[Element]:
        """Yield the parts of one kind that the document refers to: styles, header, footnotes."""
        for each, target in self.relations.values():
            part = self.archive.xml(target) if each == kind else None
            if part is not None:
                yield part

    def target(self, identifier: str) -> str:
        """Return the name of the part, or the address, that a reference leads to, or ""."""
        return self.relations.get(identifier, ("", ""))[1]

    def picture(self, identifier: str) -> str:
        """Return the name under which the texts show a picture; its bytes go to `files`.

        A picture that lies elsewhere, or is missing, keeps its name and has no bytes.
        """
        target = self.target(identifier)
        if target not in self._names:
            name = self._free_name(posixpath.basename(target))
            self._names[target] = name
            data = self.archive.read(target)
            if data is not None:
                self.files[name] = data
        return self._names[target]

    def _free_name(self, name: str) -> str:
        name = re.sub(r"[^\w.-]+", "-", name).strip("-.") or "image"
        stem, dot, ending = name.rpartition(".")
        taken, number = set(self._names.values()), 2
        while name in taken:
            name = f"{stem}-{number}{dot}{ending}"
            number += 1
        return name
