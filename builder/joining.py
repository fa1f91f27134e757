"""Several PDFs as our engine writes them → one to print: tagged, with a bookmark for each.

Objects are taken over as they are, under other numbers; what a file has only once is made anew.
It does not read PDFs in general: the engine writes one plain table of objects, and names neither
pages nor places in them (ISO 32000-1, 7.5).
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple


class Part(NamedTuple):
    """One of the PDFs that become one."""

    label: str
    """What its bookmark says."""
    data: bytes


def joined(parts: Sequence[Part]) -> bytes:
    """Return PDFs as one, tagged as they are; the same bytes each time."""
    files = [_read(part.data) for part in parts]
    placed = _placed(files)
    objects: dict[int, bytes] = {}
    for each in placed:
        objects |= _moved(each, objects)
    digest = sha256(b"".join(part.data for part in parts)).digest()
    name = b64encode(digest[:16])
    objects |= _own(placed, [part.label for part in parts], name)
    return _written(objects, name)


# Reading


class _Object(NamedTuple):
    """One object: what is written of it, and its stream, if it has one."""

    body: bytes
    stream: bytes


class _File(NamedTuple):
    """A PDF taken apart: all objects by number, and which of them stand but once in a file."""

    objects: Mapping[int, _Object]
    catalog: int
    info: int

    def body(self, number: int) -> bytes:
        return self.objects[number].body if number else b""

    def named(self, key: bytes) -> int:
        """Return which object the catalog calls so, or 0."""
        match = re.search(rb"/%b (\d+) 0 R" % key, self.body(self.catalog))
        return int(match[1]) if match else 0


_START = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*$")
_TABLE = re.compile(rb"^xref\s")
_OBJECT = re.compile(rb"(\d+) 0 obj\n(.*?)(\nstream\n.*)?\nendobj\s*$", re.DOTALL)


def _read(data: bytes) -> _File:
    """Return the objects of a PDF, by number, as its table says where each begins."""
    table = int(_found(_START, data[-80:])[1])
    _found(_TABLE, data[table : table + 8])
    rows, _, trailer = data[table:].partition(b"trailer")
    places = sorted(int(row[:10]) for row in rows.splitlines() if row[17:18] == b"n")
    objects = {}
    for place, end in zip(places, [*places[1:], table], strict=True):
        number, body, stream = _found(_OBJECT, data[place:end]).groups(b"")
        objects[int(number)] = _Object(body, stream)
    catalog, info = (
        int(_found(re.compile(rb"/%b (\d+) 0 R" % key), trailer)[1]) for key in (b"Root", b"Info")
    )
    return _File(objects, catalog, info)


def _found(pattern: re.Pattern[bytes], data: bytes) -> re.Match[bytes]:
    match = pattern.search(data)
    if match is None:
        raise ValueError(f"a PDF is not as the engine writes it: no {pattern.pattern!r}")
    return match


def _entry(body: bytes, key: bytes) -> bytes:
    """Return what stands in the list of an entry, or nothing."""
    match = re.search(rb"/%b\[([^\]]*)\]" % key, body)
    return match[1] if match else b""


def _number(body: bytes, key: bytes) -> int:
    """Return the number of an entry, or 0."""
    match = re.search(rb"/%b (-?\d+)" % key, body)
    return int(match[1]) if match else 0


# Under other numbers

_CATALOG, _PAGES, _BOOKMARKS, _TREE, _DOCUMENT, _METADATA, _INFO = range(1, 8)
_FIRST = 8


class _Placed(NamedTuple):
    """A file and where it goes: its objects' new numbers, its bookmark, its place among tags."""

    file: _File
    numbers: Mapping[int, int]
    bookmark: int
    key: int
    """What the first of its pages is called in the table from pages to tags."""
    prefix: bytes
    """What makes the names of its tags its own."""

    @property
    def tree(self) -> bytes:
        """The root of its own tags."""
        return self.file.body(self.file.named(b"StructTreeRoot"))


def _placed(files: Sequence[_File]) -> list[_Placed]:
    placed: list[_Placed] = []
    streams: dict[_Object, int] = {}
    number, key = _FIRST + len(files), 0
    for place, file in enumerate(files):
        tree, bookmark = file.named(b"StructTreeRoot"), _FIRST + place
        once = {tree: _DOCUMENT, file.named(b"Outlines"): bookmark}
        numbers = {old: new for old, new in once.items() if old}
        left = {file.catalog, file.info, file.named(b"Metadata"), *numbers}
        for old in sorted(file.objects.keys() - left):
            numbers[old] = _same(file.objects[old], streams, number)
            number += numbers[old] == number
        placed.append(_Placed(file, numbers, bookmark, key, b"%06d" % place))
        key += _number(file.body(tree), b"ParentTreeNextKey")
    return placed


def _same(each: _Object, streams: dict[_Object, int], number: int) -> int:
    """Return the number of a stream that is there already, such as a face; else the new one."""
    if not each.stream or b" 0 R" in each.body:
        return number
    return streams.setdefault(each, number)


_CHANGED = re.compile(rb"\b(?P<object>\d+) 0 R\b|(?P<parents>/StructParents?) (?P<key>\d+)")
_NAMING = re.compile(rb"/ID$|/Headers\[$")


def _changed(body: bytes, placed: _Placed) -> bytes:
    """Return an object as it stands in the whole; texts in it stay as they are."""

    def change(match: re.Match[bytes]) -> bytes:
        if match["object"]:
            return b"%d 0 R" % placed.numbers[int(match["object"])]
        return b"%b %d" % (match["parents"], placed.key + int(match["key"]))

    changed, names = [], False
    for place, piece in enumerate(_pieces(body)):
        if place % 2 == 0:
            names = _NAMING.search(piece) is not None or (names and not piece)
            changed.append(_CHANGED.sub(change, piece))
        else:
            changed.append(_prefixed(piece, placed) if names else piece)
    return b"".join(changed)


_PAREN = re.compile(rb"\\.|[()]", re.DOTALL)


def _pieces(body: bytes) -> Iterator[bytes]:
    """Yield what stands outside and inside of texts in turn; a text may have brackets in it."""
    at = depth = 0
    for match in _PAREN.finditer(body):
        before, depth = depth, depth + {b"(": 1, b")": -1}.get(match[0], 0)
        if before != depth and 0 in (before, depth):
            end = match.end() if depth == 0 else match.start()
            yield body[at:end]
            at = end
    yield body[at:]


def _prefixed(names: bytes, placed: _Placed) -> bytes:
    return names.replace(b"(", b"(" + placed.prefix)


def _moved(placed: _Placed, there: Mapping[int, bytes]) -> dict[int, bytes]:
    """Return the objects of a file under their new numbers, without what is there already."""
    file = placed.file
    moved = {}
    for old, new in placed.numbers.items():
        if new >= _FIRST and new != placed.bookmark and new not in there:
            body, stream = file.objects[old]
            moved[new] = _changed(body, placed) + stream
    pages = placed.numbers[file.named(b"Pages")]
    moved[pages] = moved[pages].replace(b"<<", b"<</Parent %d 0 R" % _PAGES, 1)
    for tag in _references(_entry(placed.tree, b"K")):
        number = placed.numbers[tag]
        moved[number] = moved[number].replace(b"/S/Document", b"/S/Part", 1)
    return moved


def _references(text: bytes) -> list[int]:
    return [int(each) for each in re.findall(rb"(\d+) 0 R", text)]


# What there is once


def _own(placed: Sequence[_Placed], labels: Sequence[str], name: bytes) -> dict[int, bytes]:
    """Return what the whole has once, made of what each file has once."""
    first = placed[0].file
    roots = [each.file.named(b"Pages") for each in placed]
    pages = sum(
        _number(each.file.body(root), b"Count") for each, root in zip(placed, roots, strict=True)
    )
    kids = b" ".join(
        b"%d 0 R" % each.numbers[root] for each, root in zip(placed, roots, strict=True)
    )
    language = _found(_LANGUAGE, first.body(first.catalog))[0]
    return {
        _CATALOG: b"<</Type/Catalog/Pages %d 0 R/Metadata %d 0 R%b/StructTreeRoot %d 0 R"
        b"/MarkInfo<</Marked true/Suspects false>>/ViewerPreferences<</DisplayDocTitle true>>"
        b"/Outlines %d 0 R>>" % (_PAGES, _METADATA, language, _TREE, _BOOKMARKS),
        _PAGES: b"<</Type/Pages/Count %d/Kids[%b]>>" % (pages, kids),
        _INFO: first.body(first.info),
        _METADATA: _metadata(first.objects[first.named(b"Metadata")], pages, name),
        _TREE: _tree(placed),
        _DOCUMENT: b"<</Type/StructElem/S/Document/P %d 0 R/K[%b]>>"
        % (_TREE, b" ".join(_changed(_entry(each.tree, b"K"), each) for each in placed)),
        _BOOKMARKS: b"<</Type/Outlines/First %d 0 R/Last %d 0 R/Count %d>>"
        % (placed[0].bookmark, placed[-1].bookmark, len(placed)),
        **{
            each.bookmark: _bookmark(each, label, placed)
            for each, label in zip(placed, labels, strict=True)
        },
    }


_LANGUAGE = re.compile(rb"/Lang\([^()]*\)")


def _metadata(said: _Object, pages: int, name: bytes) -> bytes:
    """Return what a file says of itself, said of the whole."""
    text = said.stream.removeprefix(_BEGIN).removesuffix(_END)
    text = re.sub(rb"(<xmpTPg:NPages>)\d+", rb"\g<1>%d" % pages, text)
    text = re.sub(rb"(<xmpMM:(?:Instance|Document)ID>)[^<]*", rb"\g<1>" + name, text)
    body = re.sub(rb"/Length \d+", b"/Length %d" % len(text), said.body)
    return body + _BEGIN + text + _END


_BEGIN, _END = b"\nstream\n", b"\nendstream"


def _tree(placed: Sequence[_Placed]) -> bytes:
    """Return the root of the tags: from pages to tags, from names to tags, what each tag is."""
    keys, names = [], b""
    roles: dict[bytes, bytes] = {}
    for each in placed:
        for key, tag in re.findall(rb"(\d+) (\d+) 0 R", _entry(each.tree, b"Nums")):
            keys.append(b"%d %d 0 R" % (each.key + int(key), each.numbers[int(tag)]))
        names += _changed(_prefixed(_entry(each.tree, b"Names"), each), each)
        mapped = re.search(rb"/RoleMap<<(.*?)>>", each.tree)
        roles |= dict(re.findall(rb"/(\w+)/(\w+)", mapped[1] if mapped else b""))
    return (
        b"<</Type/StructTreeRoot/RoleMap<<%b>>/K[%d 0 R]/ParentTree<</Nums[%b]>>%b"
        b"/ParentTreeNextKey %d>>"
        % (
            b"".join(b"/%b/%b" % role for role in sorted(roles.items())),
            _DOCUMENT,
            b" ".join(keys),
            b"/IDTree<</Names[%b]>>" % names if names else b"",
            placed[-1].key + _number(placed[-1].tree, b"ParentTreeNextKey"),
        )
    )


def _bookmark(each: _Placed, label: str, placed: Sequence[_Placed]) -> bytes:
    """Return the bookmark of one file; its own, if it has any, stand below it, folded."""
    pages = each.file.body(each.file.named(b"Pages"))
    own = each.file.body(each.file.named(b"Outlines"))
    below = b"".join(
        _changed(b"/%b %d 0 R" % (key, number), each)
        for key in (b"First", b"Last")
        if (number := _number(own, key))
    )
    beside = b"/Prev %d 0 R" % (each.bookmark - 1) if each is not placed[0] else b""
    beside += b"/Next %d 0 R" % (each.bookmark + 1) if each is not placed[-1] else b""
    page = each.numbers[_references(_entry(pages, b"Kids"))[0]]
    title = (b"\xfe\xff" + label.encode("utf-16-be")).hex().upper().encode()
    return b"<</Parent %d 0 R%b/Title<%b>/Dest[%d 0 R/Fit]%b%b>>" % (
        _BOOKMARKS,
        beside,
        title,
        page,
        below,
        b"/Count %d" % -_number(own, b"Count") if below else b"",
    )


# Writing

_HEAD = b"%PDF-1.7\n%\x80\x80\x80\x80\n\n"


def _written(objects: Mapping[int, bytes], name: bytes) -> bytes:
    pieces, places, at = [_HEAD], [], len(_HEAD)
    for number in sorted(objects):
        piece = b"%d 0 obj\n%b\nendobj\n" % (number, objects[number])
        pieces.append(piece)
        places.append(b"%010d 00000 n\r\n" % at)
        at += len(piece)
    size = len(objects) + 1
    return b"".join(
        (
            *pieces,
            b"xref\n0 %d\n0000000000 65535 f\r\n" % size,
            *places,
            b"trailer\n<</Size %d/Root %d 0 R/Info %d 0 R" % (size, _CATALOG, _INFO),
            b"/ID[(%b)(%b)]>>\nstartxref\n%d\n%%%%EOF" % (name, name, at),
        )
    )
