"""How large a picture is, read from the first bytes of its file; and pages whose pictures say so.

PNG, GIF, JPEG, WebP and SVG. Anything that is none of these, or damaged, has no size, and a page
shows it all the same. Standard library only: the library that is made for this costs ten times
as much to import as all the pictures of a bank do to read.
"""

from __future__ import annotations

import re
import struct
from base64 import b64decode
from binascii import Error as NotBase64
from functools import cache
from html import unescape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from builder.model import ROOT

ANY = re.compile(rf'<img src="({ROOT}|data:)([^"]*)"')
"""A picture as Markdown shows it: a file of the bank, or one in the text itself."""
KINDS = frozenset((".png", ".gif", ".jpg", ".jpeg", ".webp", ".svg"))
"""How the names end of files that must be pictures."""
_HEAD = 1 << 18
"""Bytes of a file that are read: a photograph may hold a small copy of itself before its size."""
_SVG = re.compile(rb"<svg\b[^>]*>", re.DOTALL)
_LENGTH = re.compile(r"(\d*\.?\d+)(px|pt|pc|in|cm|mm|Q)?")
_PIXELS = {
    "px": 1,
    "pt": 96 / 72,
    "pc": 16,
    "in": 96,
    "cm": 96 / 2.54,
    "mm": 9.6 / 2.54,
    "Q": 0.945,
}
_TURNED = frozenset((5, 6, 7, 8))
"""What a camera writes of a picture that is to be shown lying on its side (EXIF, orientation)."""


class Size(NamedTuple):
    """Pixels, as a browser shows a picture that nothing makes smaller."""

    width: int
    height: int


class Pictures:
    """The pictures of one bank; each file is read once, and again when it has changed."""

    def __init__(self, content: Path) -> None:
        self._content = content

    def sized(self, html: str) -> str:
        """Return a page whose pictures hold their place before they are there, and are fetched
        when they are about to be seen."""
        return ANY.sub(self._shown, html)

    def _shown(self, match: re.Match[str]) -> str:
        address = unescape(match[2])
        size = self._size(address) if match[1] == ROOT else _size_of_text(address)
        measures = f' width="{size.width}" height="{size.height}"' if size else ""
        return f'{match[0]}{measures} loading="lazy"'

    def _size(self, address: str) -> Size | None:
        return _seen(self._content / unquote(address.partition("?")[0].partition("#")[0])).size


class _Seen(NamedTuple):
    """What a file shows, and how large it says that it is."""

    anything: bool
    size: Size | None


def _seen(path: Path) -> _Seen:
    status = path.stat()
    return _seen_of_file(path, status.st_size, status.st_mtime_ns)


@cache
def _seen_of_file(path: Path, _size: int, _changed: int) -> _Seen:
    with path.open("rb") as file:
        head = file.read(_HEAD)
    return _Seen(is_picture(head), size(head))


def _size_of_text(address: str) -> Size | None:
    try:
        return size(b64decode(address.partition(",")[2]))
    except NotBase64:
        return None


def size(data: bytes) -> Size | None:
    """Return how large the picture is that begins with these bytes; nothing if they do not say."""
    try:
        found = _measured(data)
    except (struct.error, IndexError):  # it ends before it says
        return None
    return found if found and min(found) > 0 else None


def is_shown(path: Path) -> bool:
    """Tell whether a browser shows anything of a file. Raises OSError if it cannot be read."""
    return _seen(path).anything


def is_picture(data: bytes) -> bool:
    """Tell whether a browser shows anything of these bytes; a drawing need not have a size."""
    return size(data) is not None or _SVG.search(data) is not None


def _measured(data: bytes) -> Size | None:
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return Size(*struct.unpack_from(">II", data, 16))
    if data.startswith((b"GIF87a", b"GIF89a")):
        return Size(*struct.unpack_from("<HH", data, 6))
    if data.startswith(b"\xff\xd8"):
        return _jpeg(data)
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return _webp(data)
    return _svg(data)


def _jpeg(data: bytes) -> Size | None:
    """Walk the segments (ITU T.81, B.1) to the frame; one before it may say how it is turned."""
    at, turned = 2, False
    while True:
        marker, length = struct.unpack_from(">xBH", data, at)
        if data[at] != 0xFF:
            return None
        if marker == 0xFF:  # a byte that fills
            at += 1
            continue
        if marker == 0xE1 and data[at + 4 : at + 10] == b"Exif\0\0":
            turned = _orientation(data[at + 10 : at + 2 + length]) in _TURNED
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", data, at + 5)
            return Size(height, width) if turned else Size(width, height)
        at += 2 + length


def _orientation(exif: bytes) -> int:
    order = "<" if exif.startswith(b"II") else ">"
    (start,) = struct.unpack_from(f"{order}I", exif, 4)
    (count,) = struct.unpack_from(f"{order}H", exif, start)
    for entry in range(count):
        tag, _, _, value = struct.unpack_from(f"{order}HHIH", exif, start + 2 + entry * 12)
        if tag == 0x0112:
            return int(value)
    return 1


def _webp(data: bytes) -> Size | None:
    """Read the first chunk, which is one of three kinds (RFC 9649, 2.5 to 2.7)."""
    kind = data[12:16]
    if kind == b"VP8X":
        width, height = data[24:27], data[27:30]
        if len(height) < 3:
            return None
        return Size(int.from_bytes(width, "little") + 1, int.from_bytes(height, "little") + 1)
    if kind == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        return Size((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return Size(width & 0x3FFF, height & 0x3FFF)
    return None


def _svg(data: bytes) -> Size | None:
    """Read the attributes of the root: its own measures, or those of what it shows."""
    root = _SVG.search(data)
    if root is None:
        return None
    said = dict(
        re.findall(r"""\s(width|height|viewBox)\s*=\s*["']([^"']*)""", root[0].decode("latin-1"))
    )
    width, height = _pixels(said.get("width", "")), _pixels(said.get("height", ""))
    box = [float(each) for each in re.findall(r"-?\d*\.?\d+", said.get("viewBox", ""))]
    if len(box) == 4 and box[2] > 0 and box[3] > 0 and not (width and height):
        shape = box[3] / box[2]
        width = width or (height / shape if height else box[2])
        height = height or width * shape
    return Size(round(width), round(height)) if width and height else None


def _pixels(length: str) -> float:
    match = _LENGTH.fullmatch(length.strip())
    return float(match[1]) * _PIXELS[match[2] or "px"] if match else 0
