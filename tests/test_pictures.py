"""How large pictures are, by their first bytes; and what pages say of it."""

from __future__ import annotations

import base64
import struct
from pathlib import Path

import pytest

from builder import pictures
from builder.build import build
from builder.options import Options
from tests.banks import EXAM, files, write_bank
from tests.conftest import Run

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 30, 20)
GIF = b"GIF89a" + struct.pack("<HH", 30, 20)
FRAME = b"\xff\xc2\x00\x11\x08" + struct.pack(">HH", 20, 30)


def exif(order: str, orientation: int) -> bytes:
    mark = b"II" if order == "<" else b"MM"
    entry = struct.pack(f"{order}HHIHH", 0x0112, 3, 1, orientation, 0)
    body = b"Exif\0\0" + mark + struct.pack(f"{order}HIH", 42, 8, 1) + entry
    return b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body


def webp(kind: bytes, body: bytes) -> bytes:
    return b"RIFF\0\0\0\0WEBP" + kind + b"\0\0\0\0" + body


def svg(attributes: str) -> bytes:
    return f'<?xml version="1.0"?><!-- a --><svg xmlns="x" {attributes}><path/></svg>'.encode()


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (PNG, (30, 20)),
        (GIF, (30, 20)),
        (b"\xff\xd8\xff\xe0\x00\x04ab" + FRAME, (30, 20)),
        (b"\xff\xd8\xff\xff" + FRAME[1:], (30, 20)),
        (b"\xff\xd8" + exif("<", 1) + FRAME, (30, 20)),
        (b"\xff\xd8" + exif("<", 6) + FRAME, (20, 30)),
        (b"\xff\xd8" + exif(">", 8) + FRAME, (20, 30)),
        (webp(b"VP8X", b"\0\0\0\0\x1d\0\0\x13\0\0"), (30, 20)),
        (webp(b"VP8L", b"\x2f" + struct.pack("<I", 29 | 19 << 14)), (30, 20)),
        (webp(b"VP8 ", b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", 30, 20)), (30, 20)),
        (svg('width="30" height="20px"'), (30, 20)),
        (svg("width='3cm' height='1in'"), (113, 96)),
        (svg('viewBox="0 0 30 20"'), (30, 20)),
        (svg('viewBox="-5,-5,30,20" width="60"'), (60, 40)),
        (svg('viewBox="0 0 30 20" height="60"'), (90, 60)),
        (svg('viewBox="0 0 30 20" width="100%" height="100%"'), (30, 20)),
    ],
)
def test_size_is_what_the_file_says(data: bytes, size: tuple[int, int]) -> None:
    assert pictures.size(data) == size


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"text",
        PNG[:18],
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(8),
        b"\xff\xd8\xff\xe0\x00\x04ab",
        b"\xff\xd8abcdefgh",
        b"\xff\xd8" + exif("<", 6)[:20],
        webp(b"VP8X", b"\0\0\0\0\x1d"),
        webp(b"ALPH", bytes(20)),
        svg('width="100%"'),
        svg('viewBox="0 0 0 20"'),
        svg('stroke-width="3" height="7"'),
    ],
)
def test_what_does_not_say_has_no_size(data: bytes) -> None:
    assert pictures.size(data) is None


def test_no_beginning_of_a_picture_is_a_crash() -> None:
    for whole in (PNG, GIF, b"\xff\xd8" + exif(">", 6) + FRAME, webp(b"VP8L", bytes(9))):
        for length in range(len(whole)):
            pictures.size(whole[:length])


INLINE = "data:image/gif;base64," + base64.b64encode(GIF).decode()
SECTION = f"""\
title: S
type: true-false
questions:
  - {{id: a, stem: "![one](a%20b.png?x#y) ![two]({INLINE})", answer: true}}
  - {{id: b, stem: "![three](odd.svg 'T')", answer: true}}
"""


def test_pages_keep_the_place_of_pictures_and_paper_waits_for_none(tmp_path: Path) -> None:
    content = write_bank(
        tmp_path,
        {
            "site.yaml": "title: Site\ndownloads: [single-file]\n",
            "e/exam.yaml": EXAM,
            "e/s.yaml": SECTION,
            "e/a b.png": PNG,
            "e/odd.svg": b"<svg/>",
        },
    )
    build(Options(content, out=tmp_path / "site"))
    site = {
        name: data.decode() for name, data in files(tmp_path / "site").items() if ".html" in name
    }
    measured = 'width="30" height="20" loading="lazy"'
    page = site["e/s/index.html"]
    assert f'<img src="../../e/a%20b.png?x#y" {measured} alt="one">' in page
    assert f'<img src="{INLINE}" {measured} alt="two">' in page
    assert '<img src="../../e/odd.svg" loading="lazy" alt="three" title="T" class="figure">' in page
    assert site["e/exam.html"].count(measured) == 2
    for name, html in site.items():
        if "/print/" in name:
            assert "loading=" not in html, name
            assert "<img" not in html or ' height="' not in html, name


@pytest.mark.parametrize("data", [b"no picture", b"", b"\x89PNG\r\n\x1a\n", b"<svg"])
def test_picture_of_which_nothing_is_seen_is_named(data: bytes, run: Run, tmp_path: Path) -> None:
    section = "title: T\ntype: essay\nquestions:\n  - {id: a, stem: '![it](a.PNG)'}\n"
    write_bank(tmp_path, {"e/exam.yaml": EXAM, "e/s.yaml": section, "e/a.PNG": data})
    said = "content/e/s.yaml:4:26: error: image 'e/a.PNG' is no picture, or is damaged\n"
    assert run("check").err == said
    assert run("build", "--no-pdf").err == said
