"""The zip archives that office files are: opened within limits, their XML parsed without DOCTYPE.

Does not know which parts an archive should have. Raises ReadError for whatever is wrong with one.
"""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib
from collections.abc import Iterator
from typing import NoReturn
from xml.etree import ElementTree
from xml.parsers import expat

from builder.decoding import MAX_BYTES, ReadError

_MAX_ENTRIES = 120_000
_MAX_TOTAL = 512 * 1024 * 1024
_MAX_XML = 96 * 1024 * 1024
_MAX_RATIO = 400
_SMALL = 8 * 1024 * 1024
"""A part below this may be packed as tightly as it likes."""
_CHUNK = 1024 * 1024

_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, ValueError)

# The strict form of the standard has other names for the same things.
_STRICT = (
    (
        b"http://purl.oclc.org/ooxml/wordprocessingml/main",
        b"http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    ),
    (
        b"http://purl.oclc.org/ooxml/officeDocument/",
        b"http://schemas.openxmlformats.org/officeDocument/2006/",
    ),
    (
        b"http://purl.oclc.org/ooxml/drawingml/",
        b"http://schemas.openxmlformats.org/drawingml/2006/",
    ),
)
_REL = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"


class Archive:
    """An opened zip archive whose directory has been found reasonable."""

    def __init__(self, data: bytes) -> None:
        self._zip = _opened(data)
        _check_directory(self._zip.infolist(), len(data))
        self.names = {info.filename.lstrip("/"): info for info in self._zip.infolist()}

    def read(self, name: str) -> bytes | None:
        """Return the bytes of the part `name`, or None when there is no such part."""
        return b"".join(self._chunks(name)) if name in self.names else None

    def xml(self, name: str) -> ElementTree.Element | None:
        """Return the part `name` as a tree, or None when there is no such part."""
        if name not in self.names:
            return None
        if self.names[name].file_size > _MAX_XML:
            raise ReadError(f"'{name}' in the file is larger than {_MAX_XML // 1024 // 1024} MB")
        return parsed(b"".join(self._chunks(name)), name)

    def relations(self, name: str) -> dict[str, tuple[str, str]]:
        """Return what the part `name` refers to: id → last word of the type, and target part.

        An external target (a link to elsewhere) is told by a target that is no part's name.
        """
        folder, file = posixpath.split(name)
        root = self.xml(posixpath.join(folder, "_rels", f"{file}.rels"))
        found = {}
        for each in root.iter(_REL) if root is not None else ():
            target = each.get("Target", "")
            if each.get("TargetMode") != "External":
                target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
            found[each.get("Id", "")] = (each.get("Type", "").rpartition("/")[2], target)
        return found

    def verify(self) -> None:
        """Unpack every part once, because another program is going to trust the directory."""
        for name in self.names:
            for _ in self._chunks(name):
                pass

    def _chunks(self, name: str) -> Iterator[bytes]:
        try:
            with self._zip.open(self.names[name]) as part:
                while chunk := part.read(_CHUNK):
                    yield chunk
        except RuntimeError:
            _refuse("the file is protected by a password; save it without one")
        except _BROKEN:
            _refuse(f"the file is damaged: '{name}' in it cannot be unpacked")


def parsed(data: bytes, name: str, typed: bool = False) -> ElementTree.Element:
    """Return XML `data` as a tree. Raises ReadError for bad XML and for a document type.

    `typed` lets a document type pass that declares nothing itself; what it names is never fetched.
    """
    for strict, usual in _STRICT:
        data = data.replace(strict, usual)
    _check_prolog(data, name, typed)
    try:
        return ElementTree.fromstring(data)  # noqa: S314 - no document type, so no entities
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise ReadError(f"the file is damaged: '{name}' in it is not XML ({error})") from None


class _PrologReadError(Exception):
    pass


def _check_prolog(data: bytes, name: str, typed: bool) -> None:
    def doctype(_: str, system: str | None, public: str | None, declares: bool) -> None:
        if not typed or declares:
            _refuse(
                f"'{name}' in the file has a document type (DOCTYPE), which is not safe to read"
            )

    def element(*_: object) -> NoReturn:
        raise _PrologReadError

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = doctype
    parser.StartElementHandler = element
    try:
        parser.Parse(data, True)
    except _PrologReadError:
        return
    except (expat.ExpatError, LookupError, ValueError) as error:
        if isinstance(error, ReadError):
            raise
        raise ReadError(f"the file is damaged: '{name}' in it is not XML ({error})") from None


def _opened(data: bytes) -> zipfile.ZipFile:
    if len(data) > MAX_BYTES:
        _refuse(f"the file is larger than {MAX_BYTES // 1024 // 1024} MB; split it")
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except _BROKEN:
        _refuse("the file is cut off or damaged (its zip directory is missing); copy it again")


def _check_directory(parts: list[zipfile.ZipInfo], size: int) -> None:
    """Refuse archives made to fill a disk: too many, too large, too tightly packed, overlapping."""
    if len(parts) > _MAX_ENTRIES:
        _refuse(f"the file holds more than {_MAX_ENTRIES} parts")
    if sum(part.file_size for part in parts) > _MAX_TOTAL:
        _refuse(f"the file unpacks to more than {_MAX_TOTAL // 1024 // 1024} MB")
    if sum(part.compress_size for part in parts) > size:
        _refuse("the file is damaged: its parts overlap")
    for part in parts:
        if part.file_size > _SMALL and part.file_size > _MAX_RATIO * part.compress_size:
            _refuse(f"'{part.filename}' in the file is packed too tightly to be an honest document")


def _refuse(message: str) -> NoReturn:
    raise ReadError(message)
