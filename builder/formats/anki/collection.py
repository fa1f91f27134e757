"""Decks and notes → the SQLite database of an Anki package, in version 11 of Anki's schema.

The same notes give the same bytes: every id comes from a name, and no clock is asked.
"""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any

FIELDS = ("Question", "Options", "Answer", "Explanation", "Hint", "Source", "Material")


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: its name, where `::` leads to a deck below, and what it is about, as HTML."""

    name: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """A note as Anki keeps it: fields are HTML, `changed` is in seconds since 1970."""

    key: str
    deck: int
    fields: Sequence[str]
    tags: Sequence[str]
    changed: int


def number(*key: str) -> int:
    """Return a number that is always the same for a key, of the size that Anki's own ids have."""
    digest = hashlib.blake2s("\0".join(key).encode(), digest_size=8).digest()
    return (1 << 40) + int.from_bytes(digest, "big") % (1 << 40)


_SCHEMA = """
CREATE TABLE col (id integer primary key, crt integer not null, mod integer not null,
    scm integer not null, ver integer not null, dty integer not null, usn integer not null,
    ls integer not null, conf text not null, models text not null, decks text not null,
    dconf text not null, tags text not null);
CREATE TABLE notes (id integer primary key, guid text not null, mid integer not null,
    mod integer not null, usn integer not null, tags text not null, flds text not null,
    sfld integer not null, csum integer not null, flags integer not null, data text not null);
CREATE TABLE cards (id integer primary key, nid integer not null, did integer not null,
    ord integer not null, mod integer not null, usn integer not null, type integer not null,
    queue integer not null, due integer not null, ivl integer not null, factor integer not null,
    reps integer not null, lapses integer not null, left integer not null, odue integer not null,
    odid integer not null, flags integer not null, data text not null);
CREATE TABLE revlog (id integer primary key, cid integer not null, usn integer not null,
    ease integer not null, ivl integer not null, lastIvl integer not null,
    factor integer not null, time integer not null, type integer not null);
CREATE TABLE graves (usn integer not null, oid integer not null, type integer not null);
CREATE INDEX ix_notes_usn on notes (usn);
CREATE INDEX ix_cards_usn on cards (usn);
CREATE INDEX ix_revlog_usn on revlog (usn);
CREATE INDEX ix_cards_nid on cards (nid);
CREATE INDEX ix_cards_sched on cards (did, queue, due);
CREATE INDEX ix_revlog_cid on revlog (cid);
CREATE INDEX ix_notes_csum on notes (csum);
"""
_BORN = 1_700_000_000
"""When the collection was made: any time will do, as long as it is always the same."""

_FRONT = (
    "{{#Material}}<div class=material>{{Material}}</div>{{/Material}}"
    "<div class=question>{{Question}}</div>{{Options}}"
    "{{#Hint}}<div>{{hint:Hint}}</div>{{/Hint}}"
)
_BACK = (
    "{{FrontSide}}<hr id=answer><div class=answer>{{Answer}}</div>"
    "{{#Explanation}}<div class=explanation>{{Explanation}}</div>{{/Explanation}}"
    "{{#Source}}<div class=source>{{Source}}</div>{{/Source}}"
)
_STYLE = (
    ".card {font-family: sans-serif; font-size: 18px; line-height: 1.5; text-align: left;"
    " max-width: 40em; margin: 0 auto; padding: 0 1em}\n"
    ".material, .explanation {border-left: 3px solid #8886; padding-left: .8em; margin: .8em 0}\n"
    ".answer {font-weight: 600}\n.answer p, .explanation {font-weight: 400}\n"
    ".source {opacity: .7; font-size: .85em}\n"
    "table {border-collapse: collapse}\nth, td {border: 1px solid #8886; padding: .2em .6em}\n"
    "img {max-width: 100%}\n"
)
_MODEL = number("note type", _FRONT, _BACK, *FIELDS)


def database(decks: Mapping[int, Deck], notes: Iterable[Note]) -> bytes:
    """Return the database file."""
    connection = sqlite3.connect(":memory:")
    try:
        connection.executescript(_SCHEMA)
        connection.execute(
            "INSERT INTO col VALUES (1,?,?,?,11,0,0,0,?,?,?,?,'{}')",
            (
                _BORN,
                _BORN * 1000,
                _BORN * 1000,
                json.dumps(_CONF),
                json.dumps({str(_MODEL): _model()}),
                json.dumps({"1": _deck(1, Deck("Default"))} | _decks(decks), ensure_ascii=False),
                json.dumps({"1": _OPTIONS}),
            ),
        )
        rows = list(enumerate(notes, 1))
        connection.executemany(
            "INSERT INTO notes VALUES (?,?,?,?,-1,?,?,?,?,0,'')", (_note(n) for _, n in rows)
        )
        connection.executemany(
            "INSERT INTO cards VALUES (?,?,?,0,?,-1,0,0,?,0,0,0,0,0,0,0,0,'')",
            (_card(note, place) for place, note in rows),
        )
        connection.commit()
        return connection.serialize()
    finally:
        connection.close()


def _note(note: Note) -> tuple[object, ...]:
    tags = f" {' '.join(note.tags)} " if note.tags else ""
    first = re.sub(r"<[^>]*>", "", note.fields[0])
    checksum = int(hashlib.sha1(unescape(first).encode()).hexdigest()[:8], 16)  # noqa: S324
    guid = hashlib.blake2s(note.key.encode(), digest_size=8).hexdigest()
    changed = note.changed or _BORN
    fields = "\x1f".join(note.fields)
    return number("note", note.key), guid, _MODEL, changed, tags, fields, first, checksum


def _card(note: Note, place: int) -> tuple[int, ...]:
    changed = note.changed or _BORN
    return number("card", note.key), number("note", note.key), note.deck, changed, place


def _model() -> dict[str, Any]:
    look = {"font": "Arial", "size": 20, "media": [], "rtl": False, "sticky": False}
    return {
        "id": _MODEL,
        "name": "exampress",
        "type": 0,
        "mod": _BORN,
        "usn": -1,
        "sortf": 0,
        "did": 1,
        "vers": [],
        "tags": [],
        "css": _STYLE,
        "latexPre": "",
        "latexPost": "",
        "req": [[0, "any", [0, 1, 4, 6]]],
        "flds": [{"name": name, "ord": at, **look} for at, name in enumerate(FIELDS)],
        "tmpls": [
            {
                "name": "Card 1",
                "ord": 0,
                "qfmt": _FRONT,
                "afmt": _BACK,
                "bqfmt": "",
                "bafmt": "",
                "did": None,
            }
        ],
    }


def _decks(decks: Mapping[int, Deck]) -> dict[str, Any]:
    return {str(at): _deck(at, deck) for at, deck in decks.items()}


def _deck(at: int, deck: Deck) -> dict[str, Any]:
    today = {f"{name}Today": [0, 0] for name in ("new", "rev", "lrn", "time")}
    return {
        "id": at,
        "name": deck.name,
        "desc": deck.about,
        "mod": _BORN,
        "usn": -1,
        "collapsed": False,
        "browserCollapsed": False,
        "dyn": 0,
        "conf": 1,
        "extendNew": 0,
        "extendRev": 0,
        **today,
    }


_CONF = {
    "nextPos": 1,
    "estTimes": True,
    "activeDecks": [1],
    "sortType": "noteFld",
    "timeLim": 0,
    "sortBackwards": False,
    "addToCur": True,
    "curDeck": 1,
    "newSpread": 0,
    "dueCounts": True,
    "curModel": str(_MODEL),
    "collapseTime": 1200,
}
_OPTIONS = {
    "id": 1,
    "name": "Default",
    "mod": 0,
    "usn": 0,
    "autoplay": True,
    "maxTaken": 60,
    "timer": 0,
    "replayq": True,
    "new": {
        "bury": True,
        "delays": [1, 10],
        "initialFactor": 2500,
        "ints": [1, 4, 7],
        "order": 1,
        "perDay": 20,
        "separate": True,
    },
    "rev": {
        "bury": True,
        "ease4": 1.3,
        "fuzz": 0.05,
        "ivlFct": 1,
        "maxIvl": 36500,
        "minSpace": 1,
        "perDay": 100,
    },
    "lapse": {
        "delays": [10],
        "leechAction": 0,
        "leechFails": 8,
        "minInt": 1,
        "mult": 0,
    },
}
