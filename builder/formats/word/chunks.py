"""Foreign text that a Word document carries whole (`w:altChunk`): HTML, MHT, plain text, Word.

Word shows it as part of the document, so we read it as part of the document.
"""

from __future__ import annotations

import email
import email.policy
from collections.abc import Callable

from builder.decoding import ReadError, decode
from builder.formats import html_text
from builder.formats.paper.lines import SourceLine, source_lines
from builder.formats.word.body import shifted
from builder.formats.word.package import Package

Nested = Callable[[bytes], list[SourceLine]]


def chunk_lines(package: Package, identifier: str, number: int, nested: Nested) -> list[SourceLine]:
    """Return the lines of one chunk, numbered from `number`; `nested` reads Word in Word."""
    target = package.target(identifier)
    data = package.archive.read(target)
    if data is None:
        return []
    if data.startswith(b"{\\rtf"):
        raise ReadError("the document carries rich text (RTF) inside; save it again with Word")
    if data.startswith(b"PK\x03\x04"):
        found = nested(data)
    elif b"mime-version:" in data[:2000].lower() or target.lower().endswith((".mht", ".mhtml")):
        found = _mht_lines(package, data)
    else:
        found = _text_lines(package, decode(data).text)
    return shifted(found, number - 1)


def _text_lines(package: Package, text: str) -> list[SourceLine]:
    if not html_text.recognises(text):
        return list(source_lines(text))
    page = html_text.page(text)
    package.files.update(page.files)
    return list(page.lines)


def _mht_lines(package: Package, data: bytes) -> list[SourceLine]:
    message = email.message_from_bytes(data, policy=email.policy.default)
    found: list[SourceLine] = []
    for part in message.walk():
        payload = part.get_payload(decode=True)
        if not isinstance(payload, bytes):
            continue
        if part.get_content_type() == "text/html":
            found += _text_lines(package, decode(payload).text)
        elif part.get_content_maintype() == "image":
            name = html_text.picture_name(
                str(part.get("Content-Location") or part.get_filename() or "")
            )
            package.files.setdefault(name, payload)
    return found
