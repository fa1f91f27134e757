"""Hostile files for every reader of foreign formats: each is read, or refused in words.

`python -m tests.fuzz 1000000` tries so many by a seeded generator, `python -m tests.fuzz guided
FORMAT 1000000` lets coverage lead (see `guided`). The tests try a few. Tests nothing itself.
"""

from __future__ import annotations

import io
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import tests.guided
from builder import load
from builder.decoding import ReadError
from builder.dump import dump
from builder.formats import WRITERS, incoming
from builder.formats.incoming import FORMATS
from builder.formats.writing import written
from builder.problems import BankError
from tests import office_files
from tests.banks import write_bank
from tests.exchange import BOTH_WAYS, Author

_SIGNS = (
    *("{", "}", "{}", "=", "~", "#", "####", "->", "::", "\\", "%50%", "//", "$CATEGORY: "),
    *("<b>", "</p>", "<script>", "<![CDATA[", "<!--", "-->", "&amp;", "&#0;", "<!DOCTYPE x ["),
    *("[[questions]]", '"""', "'", "```", "$", "$$", "\\(", "![](", "](", "___", "\x00", "\ufeff"),
    *("\n", "\n\n", "\r", "\t", " " * 50, "1.", "*a) ", "[*] ", "= [1,", "GROUP", "END_GROUP"),
    *("Answerlist\n-----\n", "exsolution: 01", "答案：", "ANSWER: ", "9" * 400, "1e999", "NaN"),
    *("[html]", "]>", "Text:", "-1", "| ", "\u2028", "'=1"),
)


@cache
def samples(form: str) -> tuple[bytes, ...]:
    """Return good files of a format: what we write from generated banks, or plain signs."""
    ways = [way.to for way in BOTH_WAYS if way.form == form]
    return tuple(data for to in ways for data in _written(to)) or (b"1. Q\nA. a\nB. b\n",)


def _written(to: str) -> Iterator[bytes]:
    for number in range(8):
        with tempfile.TemporaryDirectory() as folder:
            try:
                bank, _ = load.bank(write_bank(Path(folder), Author(number).exam()))
            except BankError:
                continue
            for each in written(bank, WRITERS[to], lambda _: b"").artifacts:
                yield each.data
                yield from _inside(each.data) if to.startswith("qti") else ()


def _inside(data: bytes) -> Iterator[bytes]:
    """Yield the questions of a QTI package, which are read alone, too."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = [name for name in archive.namelist() if name.endswith(".xml")]
        yield from (archive.read(name) for name in names if "/" in name)


def hostile(form: str, number: int) -> bytes:
    """Return a file that is nearly of a format, the same from the same number."""
    random = Random(f"{form}{number}")
    data = bytearray(random.choice(samples(form))[: random.choice([200, 2000, 20_000])])
    for _ in range(random.randint(1, 12)):
        random.choice(_CHANGES)(data, random)
    return bytes(data)


def _insert(data: bytearray, random: Random) -> None:
    at = random.randint(0, len(data))
    data[at:at] = random.choice(_SIGNS).encode("utf-8") * random.choice([1, 1, 1, 30])


def _drop(data: bytearray, random: Random) -> None:
    at = random.randint(0, len(data))
    del data[at : at + random.choice([1, 5, 50])]


def _repeat(data: bytearray, random: Random) -> None:
    at = random.randint(0, len(data))
    data[at:at] = data[at : at + random.choice([3, 40])] * random.choice([1, 20])


def _spoil(data: bytearray, random: Random) -> None:
    if data:
        data[random.randrange(len(data))] = random.randrange(256)


_Change = Callable[[bytearray, Random], None]
_CHANGES: tuple[_Change, ...] = (_insert, _insert, _drop, _repeat, _spoil)


def attempt(form: str, data: bytes) -> None:
    """Read a file and write it as a bank; any exception but a refusal in words is a fault."""
    try:
        dump(incoming.read(data, f"x.{form}", form), "x", "en")
    except ReadError as error:
        if not str(error).strip():
            raise AssertionError("a refusal without words") from error


def main(count: int, first: int = 0) -> None:
    """Try so many files, by turns of every format, from a number on."""
    start = time.monotonic()
    for number in range(first, first + count):
        form = FORMATS[number % len(FORMATS)]
        data = hostile(form, number)
        try:
            attempt(form, data)
        except BaseException:
            print(f"hostile({form!r}, {number})")
            raise
        if number % 10_000 == 0:
            print(f"{number} files, {time.monotonic() - start:.0f} s", flush=True)


_MAIN = {"word": "word/document.xml", "xlsx": "xl/worksheets/sheet1.xml"}
"""The part of a packed file in which all that is read stands."""


def guided(form: str, count: int) -> None:
    """Let coverage lead from our own files on; of a packed one the main part is what changes."""
    main = _MAIN.get(form)
    good = _good(form)

    def one(data: bytes) -> None:
        attempt(form, _with_part(good, main, data) if main else data)

    seeds = [_part(good, main)] if main else samples(form)
    tests.guided.run(one, ("builder.formats", "builder.decoding"), count, 6000, seeds)


def _good(form: str) -> bytes:
    if form == "word":
        texts = ("1. Which?", "A. one", "B. two", "答案：A")
        body = "".join(f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>" for text in texts)
        return office_files.docx(body)
    if form == "xlsx":
        rows = [["type", "stem", "option A", "option B", "answer"], ["single", "Q", "a", "b", "A"]]
        return office_files.xlsx({"S": rows})
    return b""


def _part(packed: bytes, name: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        return archive.read(name)


def _with_part(packed: bytes, name: str, data: bytes) -> bytes:
    """Return an archive with other bytes in one of its files."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed)) as old, zipfile.ZipFile(stream, "w") as new:
        for each in old.namelist():
            new.writestr(each, data if each == name else old.read(each))
    return stream.getvalue()


if __name__ == "__main__":
    if sys.argv[1] == "guided":
        guided(sys.argv[2], int(sys.argv[3]))
    else:
        main(*map(int, sys.argv[1:]))
