"""Attacks as other systems' files: each format's own way to say a question, and packed files.

Tests nothing itself.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from html import escape
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tests.hostile_bank import attacks


def _csv(text: str) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(["type", "stem", "option A", "option B", "answer", "explanation"])
    writer.writerow(["single", text, text, "two", "A", text])
    return stream.getvalue()


def _json(text: str) -> str:
    question = {"stem": text, "type": "single", "options": [text, "b"], "answer": "A"}
    return json.dumps([{**question, "explanation": text}], ensure_ascii=False)


def _gift(text: str) -> str:
    said = "".join(f"\\{sign}" if sign in "~=#{}:\\" else sign for sign in text)
    return f"::t::{said}{{={said}#{said} ~b}}\n"


def _moodle(text: str, cdata: bool = False) -> str:
    said = f"<![CDATA[{text.replace(']]>', ']]]]><![CDATA[>')}]]>" if cdata else escape(text)
    return (
        '<?xml version="1.0"?><quiz><question type="multichoice">'
        f"<name><text>{said}</text></name><questiontext format='html'><text>{said}</text>"
        f"</questiontext><answer fraction='100'><text>{said}</text></answer>"
        "<answer fraction='0'><text>b</text></answer></question></quiz>"
    )


def _line(text: str) -> str:
    return " ".join(text.split())


FORMATS: Mapping[str, tuple[tuple[str, Callable[[str], str]], ...]] = {
    "text": (
        ("as it is", lambda text: f"1. {text}\nA. {text}\nB. b\n答案：A\n解析：{text}\n"),
    ),
    "html": (
        ("as markup", lambda text: f"<p>1. Q {text}</p><p>A. {text}</p><p>B. b</p><p>答案：A</p>"),
        ("as text", lambda text: f"<p>1. Q {escape(text)}</p><p>A. a</p><p>B. b</p><p>答案：A</p>"),
    ),
    "csv": (("in cells", _csv),),
    "json": (("in fields", _json), ("as it is", lambda text: text)),
    "gift": (("escaped", _gift), ("as it is", lambda text: f"{text}{{={text} ~b}}\n")),
    "moodle-xml": (
        ("as text", _moodle),
        ("as markup", lambda text: _moodle(text, cdata=True)),
        ("as it is", lambda text: text),
    ),
    "aiken": (
        ("as it is", lambda text: f"{_line(text)}\nA. {_line(text)}\nB. b\nANSWER: A\n"),
    ),
    "mdbook-quiz": (
        ("in strings", lambda text: (
            f'[[questions]]\ntype = "MultipleChoice"\nprompt.prompt = {json.dumps(text)}\n'
            f'answer.answer = {json.dumps(text)}\nprompt.distractors = ["b"]\n'
        )),
    ),
    "rexams": (
        ("as it is", lambda text: (
            f"Question\n========\n{text}\n\nAnswerlist\n----------\n* {_line(text)}\n* b\n\n"
            "Meta-information\n================\nextype: schoice\nexsolution: 10\nexname: x\n"
        )),
    ),
    "text2qti": (("as it is", lambda text: f"1. {_line(text)}\n*a) {_line(text)}\nb) b\n"),),
}  # fmt: skip
"""By format: how a text gets into a file of it."""


def files() -> Iterator[tuple[str, str, bytes]]:
    """Yield every attack in every format: its name, the format, the file."""
    for attack in attacks():
        text = attack.text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
        for form, ways in FORMATS.items():
            for way, write in ways:
                yield f"{attack.name}, {way}", form, write(text).encode()


def _packed(*entries: tuple[str, bytes], link: bool = False) -> bytes:
    stream = io.BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as into:
        for name, data in entries:
            entry = ZipInfo(name)
            if link:
                entry.create_system, entry.external_attr = 3, 0o120777 << 16
            entry.compress_type = ZIP_DEFLATED
            into.writestr(entry, data)
    return stream.getvalue()


_TYPES = b'<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_ENTITY = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' + b"".join(
    b'<!ENTITY %c "%s">' % (98 + at, b"&%c;" % (97 + at) * 10) for at in range(9)
) + b"]><x>&j;</x>"  # fmt: skip
_DEEP = f'<w:document xmlns:w="{_W}">{"<w:p>" * 50_000}'.encode()


def packed() -> Iterator[tuple[str, str, bytes]]:
    """Yield archives made to do harm: what they try, the format they claim, the file."""
    document, sheet, manifest = "word/document.xml", "xl/workbook.xml", "imsmanifest.xml"
    for form, main in (("word", document), ("xlsx", sheet), ("qti", manifest)):
        yield from ((what, form, data) for what, data in _archives(main))
    yield "bomb", "word", _packed((document, b" " * 110_000_000))
    media = (f"word/media/{at}.png" for at in range(40))
    yield (
        "many bombs",
        "word",
        _packed((document, b"<x/>"), *((n, bytes(5_000_000)) for n in media)),
    )
    yield "many names", "word", _packed(*((f"{at}", b"") for at in range(30_000)))


def _archives(main: str) -> Iterator[tuple[str, bytes]]:
    first = ("[Content_Types].xml", _TYPES)
    own = (main, b"<x/>")
    yield "path upwards", _packed(first, ("../../../tmp/out.xml", b"x"), own)
    yield "absolute path", _packed(first, ("/tmp/out.xml", b"x"), own)
    yield "path of Windows", _packed(first, ("..\\..\\out.xml", b"x"), own)
    yield "link", _packed((main, b"/etc/passwd"), link=True)
    yield "entities", _packed(first, (main, _ENTITY))
    external = b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'
    yield "file by entity", _packed(first, (main, external))
    yield "nested deeply", _packed(first, (main, _DEEP))
    yield "names twice", _twice(main)
    yield "cut off", _packed(first, (main, b"<x/>" * 1000))[:-40]
    yield "nothing", _packed()


def _twice(name: str) -> bytes:
    stream = io.BytesIO()
    with ZipFile(stream, "w") as into:
        into.writestr(name, b"<x/>")
    data = stream.getvalue()
    return data + data
