"""Which format a file has, by its content; its name only decides between csv and plain text.

Knows the formats' own marks; reads nothing beyond them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePath
from typing import Literal

from builder.decoding import Decoded, ReadError
from builder.formats import (
    aiken,
    gift,
    html_text,
    json_list,
    mdbook_quiz,
    moodle_xml,
    qti,
    qti_1_2,
    rexams,
    spreadsheet,
    text2qti,
)
from builder.formats.document.archive import Archive

Packed = Literal["word", "spreadsheet", "qti"]
Plain = Literal[
    "json",
    "html",
    "csv",
    "gift",
    "moodle-xml",
    "aiken",
    "text2qti",
    "mdbook-quiz",
    "rexams",
    "text",
]

_XML = re.compile(
    r"\s*<\?xml\b[^<>]*\?>(?:\s|<!--.{0,5000}?-->)*<([A-Za-z_][\w:.-]{0,80})", re.DOTALL
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_FOREIGN = (
    (b"%PDF-", "this is a PDF; save its text, or the Word file that it was made from"),
    (b"{\\rtf", "this is a rich-text file (RTF); open it in Word and save it as .docx"),
    (b"\x89PNG", "this is a picture; it needs to be typed, or read by a text recognition program"),
    (b"\xff\xd8\xff", "this is a picture; it needs to be typed, or read by text recognition"),
    (b"Rar!", "this is a RAR archive; unpack it first"),
    (b"7z\xbc\xaf", "this is a 7z archive; unpack it first"),
    (b"\x1f\x8b", "this is a gzip archive; unpack it first"),
    (b"SQLite format 3", "this is a database; export its questions as csv"),
)
_PROTECTED = "EncryptedPackage".encode("utf-16-le")
_OLD_WORD = "WordDocument".encode("utf-16-le")
_OLD_SHEET = ("Workbook".encode("utf-16-le"), "Book".encode("utf-16-le"))


def packed(data: bytes) -> Packed | None:
    """Return the format of office files, None for what may be text.

    Raises ReadError for files that are known, but not readable here.
    """
    if data.startswith(_OLE):
        raise ReadError(_of_ole(data))
    for start, message in _FOREIGN:
        if data.startswith(start):
            raise ReadError(message)
    if not data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return "qti" if qti.recognises(data) or qti_1_2.recognises(data) else None
    archive = Archive(data)
    names = archive.names
    if "imsmanifest.xml" in names:
        return "qti"
    if "word/document.xml" in names or any(name.startswith("word/document") for name in names):
        return "word"
    if any(name.startswith("xl/workbook") for name in names):
        return "spreadsheet"
    kinds = dict(archive.relations("").values())
    if "officeDocument" in kinds and kinds["officeDocument"] in names:
        return "word"
    raise ReadError(_of_zip(archive))


def _of_ole(data: bytes) -> str:
    if _PROTECTED in data:
        return "the file is protected by a password; save it without one"
    if _OLD_WORD in data:
        return "this is an old Word file (.doc, whatever its name); save it as .docx"
    if any(mark in data for mark in _OLD_SHEET):
        return "this is an old Excel file (.xls, whatever its name); save it as .xlsx"
    return "this is an old Office file; save it in the present format (.docx, .xlsx)"


def _of_zip(archive: Archive) -> str:
    if "content.xml" in archive.names:
        return "this is an OpenDocument file; save it as .docx or .xlsx"
    if any(name.startswith("ppt/") for name in archive.names):
        return "these are PowerPoint slides; save their outline as text"
    listed = ", ".join(sorted(archive.names)[:3]) or "nothing"
    return f"this is a zip archive and no Word or Excel file (it holds {listed}); unpack it first"


def plain(decoded: Decoded, name: str = "") -> Plain:
    """Return the format of a text; `name` is the file's."""
    text = decoded.text
    if "\\begin{question}" in text and "\\extype{" in text:
        raise ReadError("this is an R/exams exercise in LaTeX (.Rnw); those in Markdown are read")
    if _is(name, ".json", ".jsonl") and text.lstrip()[:1] in ("[", "{"):
        return "json"
    form = next((form for form, holds in _MARKS if holds(text, name)), None)
    if form is None and (root := _XML.match(text)):
        message = f"this is XML that begins with <{root[1]}>; that of Moodle and of QTI is read"
        raise ReadError(message)
    return form or "text"


_MARKS: tuple[tuple[Plain, Callable[[str, str], bool]], ...] = (
    ("json", lambda text, _: json_list.recognises(text) and json_list.is_sound(text)),
    ("moodle-xml", lambda text, _: moodle_xml.recognises(text)),
    ("gift", lambda text, name: gift.recognises(text, _is(name, ".gift"))),
    ("aiken", lambda text, _: aiken.recognises(text)),
    ("rexams", lambda text, name: rexams.recognises(text, _is(name, ".rmd"))),
    ("text2qti", lambda text, _: text2qti.recognises(text)),
    ("mdbook-quiz", lambda text, name: mdbook_quiz.recognises(text, _is(name, ".toml"))),
    ("html", lambda text, _: html_text.recognises(text)),
    ("csv", lambda text, name: spreadsheet.recognises(text, _is(name, ".csv", ".tsv"))),
)
"""How formats are told, in this order."""


def _is(name: str, *endings: str) -> bool:
    return PurePath(name).suffix.lower() in endings
