"""Bytes as found in the wild → text with `\\n` line ends, and how sure we are of the encoding.

Does not know what the text means. Nothing is lost unseen: a byte that is not understood stays in
the text as U+FFFD, and `Decoded.damaged_lines` says where.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

MAX_BYTES = 100 * 1024 * 1024


class ReadError(ValueError):
    """The file as a whole cannot be read; the message tells its author why, and what to do."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's text. `guessed` is true when nothing in the file itself names the encoding."""

    text: str
    encoding: str
    guessed: bool = False
    damaged_lines: tuple[int, ...] = ()


# The longer mark first: UTF-32's begins with UTF-16's.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

# What texts are mostly made of, to tell encodings apart that can all read the bytes.
_COMMON = {
    "gb18030": frozenset(
        "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过"
        "子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机"
        "当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反"
        "你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五"
        "果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论"
        "运农指几九区强放决西被干做必战先回则任取据处理世单选填空判断案例答确错误题目正解析项列属哪"
        "，。、；：？！（）“”《》【】…—　＿√×①②③④"
    ),
    "big5hkscs": frozenset(
        "的一是在不了有和人這中大為上個國我以要他時來用們生到作地於出就分對成會可主發年動同工也能下過"
        "子說產種面而方後多定行學法所民得經十三之進著等部度家電力裡如水化高自二理起小物現實加量都兩體制機"
        "當使點從業本去把性好應開它合還因由其些然前外天政四日那社義事平形相全表間樣與關各重新線內數正心反"
        "你明看原又利比或但質氣第向道命此變條只沒結解問意建月公無系很情者最立代想已通並提直題程展五"
        "單選填空判斷案例答確錯誤題目項列屬哪，。、；：？！（）「」『』《》【】…—　＿√×①②③④"
    ),
}
_HIGH = re.compile(rb"[\x80-\xff]+")
_DAMAGE = 0.02
"""How much of a UTF-8 file's non-ASCII may be broken before it is taken for another encoding."""


def decode(data: bytes) -> Decoded:
    """Return `data` as text without byte-order marks. Raises ReadError for what is no text."""
    if len(data) > MAX_BYTES:
        raise ReadError(f"the file is larger than {MAX_BYTES // 1024 // 1024} MB; split it")
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], encoding)
    if b"\0" in data:
        return _decoded(data, _wide_encoding(data), guessed=True)
    try:
        return Decoded(_unified(data.decode("utf-8")), "utf-8")
    except UnicodeDecodeError:
        return _decoded(data, _narrow_encoding(data), guessed=True)


def _decoded(data: bytes, encoding: str, guessed: bool = False) -> Decoded:
    text = _unified(data.decode(encoding, errors="replace"))
    return Decoded(text, encoding, guessed, _lines_with(text, "\ufffd"))


def _unified(text: str) -> str:
    return text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _lines_with(text: str, character: str) -> tuple[int, ...]:
    if character not in text:
        return ()
    lines = enumerate(text.split("\n"), 1)
    return tuple(number for number, line in lines if character in line)


def _wide_encoding(data: bytes) -> str:
    """Return the UTF-16 that `data` is. Raises ReadError for binary data.

    A line end is `0A 00` in one order and `00 0A` in the other, and so is every ASCII character.
    """
    sample = data[: 64 * 1024]
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    encoding = "utf-16-le" if odd > even else "utf-16-be"
    text = sample[: len(sample) // 2 * 2].decode(encoding, errors="replace")
    bad = len(re.findall("[\x00-\x08\x0e-\x1f\ufffd\ufffe\uffff\ue000-\uf8ff]", text))
    if len(data) % 2 or min(even, odd) > max(even, odd) / 4 or bad > len(text) / 100:
        raise ReadError("this is not a text file (it contains zero bytes)")
    return encoding


def _narrow_encoding(data: bytes) -> str:
    """Return the encoding that makes most sense of bytes that are not UTF-8 throughout."""
    text = data.decode("utf-8", errors="replace")
    foreign = sum(map(len, re.findall(r"[^\x00-\x7f]+", text)))
    if text.count("\ufffd") <= max(foreign * _DAMAGE, 1) < foreign:
        return "utf-8"
    sample = data[: 256 * 1024]
    if len(_HIGH.findall(sample)) > sum(map(len, _HIGH.findall(sample))) / 1.5:
        return "cp1252"  # its accents and quotes stand alone, Chinese bytes come in company
    return max(_COMMON, key=lambda encoding: _sense(sample, encoding))


def _sense(data: bytes, encoding: str) -> float:
    """Return the share of non-ASCII characters that are usual in texts of this encoding."""
    text = data.decode(encoding, errors="replace")
    foreign = [character for run in re.findall(r"[^\x00-\x7f]+", text) for character in run]
    usual = sum(character in _COMMON[encoding] for character in foreign)
    return (usual - 4 * text.count("\ufffd")) / (len(foreign) or 1)
