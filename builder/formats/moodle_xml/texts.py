"""The texts of Moodle XML → Markdown, in each of Moodle's text formats, and their pictures."""

from __future__ import annotations

import base64
import binascii
import re
from urllib.parse import unquote

from builder.formats.document import html_markdown, raw_html
from builder.formats.document.packed_pictures import ENDINGS, LARGEST
from builder.formats.document.xml_tree import Node
from builder.formats.gift.formulas import from_moodle
from builder.plain_text import as_markdown

_PLUGIN = re.compile(r"@@PLUGINFILE@@/([^\s\"'<>()?]+)(?:\?[^\s\"'<>()]*)?")
_TAGGED = re.compile(r"<[A-Za-z/!][^<>]*>|&(?:#\d+|#x[0-9a-f]+|[a-z]+);", re.IGNORECASE)


class Texts:
    """Turns texts into Markdown; gathers pictures, and what had no place."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.left_out: list[str] = []
        """What of the question that is being read had no place in Markdown."""

    def markdown(self, node: Node | None, said: str | None = None) -> str:
        """Return the text of an element as Markdown, or `said` in its place; "" without one."""
        text_node = node.first("text") if node else None
        if node is None or text_node is None:
            return ""
        names = self._files(node)
        text = text_node.text if said is None else said
        text = _PLUGIN.sub(lambda found: names.get(unquote(found[1]), found[1]), text)
        return self._converted(text, node.attributes.get("format", "html"))

    def old_picture(self, node: Node) -> str:
        """Return the picture that Moodle 1.9 kept beside a question's text, as Markdown."""
        name = node.said("image")
        if not name:
            return ""
        data = _decoded(node.said("image_base64"))
        safe = _safe(name)
        if data is not None and safe.lower().endswith(ENDINGS):
            return f"\n\n![]({self._kept(safe, data)})"
        self.left_out.append(f"the file '{name[:80]}'")
        return ""

    def line(self, node: Node | None) -> str:
        """Return the text of an element as Markdown, in one line where its lines say nothing."""
        return html_markdown.lined(self.markdown(node))

    def _converted(self, text: str, form: str) -> str:
        """Return a text in one of Moodle's formats as Markdown."""
        if form == "markdown":
            said, removed = raw_html.read(from_moodle(text))
            self.left_out += ["HTML"] if removed else []
            return said.strip("\n")
        if form == "plain_text":
            return as_markdown(text.strip("\n"))
        if form == "moodle_auto_format":
            if not _TAGGED.search(text):
                return as_markdown(text.strip())
            text = text.strip().replace("\n", "<br>")
        found = html_markdown.markdown(text)
        self.left_out += found.left_out
        return found.markdown

    def _files(self, node: Node) -> dict[str, str]:
        """Take the pictures of a text; return their paths there, with the names they got here."""
        names: dict[str, str] = {}
        for file in node.all("file"):
            path = file.attributes.get("path", "/").strip("/")
            inside = f"{path}/{file.attributes.get('name', '')}".lstrip("/")
            known = file.attributes.get("encoding") == "base64"
            data = _decoded(file.text) if known else None
            if data is None or not inside.lower().endswith(ENDINGS):
                self.left_out.append(f"the file '{inside[:80]}'")
                continue
            names[inside] = self._kept(_safe(inside), data)
        return names

    def _kept(self, name: str, data: bytes) -> str:
        stem, dot, ending = name.rpartition(".")
        number = 1
        while self.files.setdefault(name, data) != data:
            number += 1
            name = f"{stem}-{number}{dot}{ending}"
        return name


def _safe(path: str) -> str:
    """Return a path that stays where it is put: no parent, no root, no odd character."""
    parts = (re.sub(r"[^\w.-]+", "-", part).strip(".") for part in re.split(r"[/\\]", path))
    return "/".join(part for part in parts if part) or "image.png"


def _decoded(text: str) -> bytes | None:
    if not text or len(text) > LARGEST * 3 // 2:
        return None
    try:
        data = base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        return None
    return data if len(data) <= LARGEST else None
