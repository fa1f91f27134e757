"""HTML text → tags and texts in order, with their lines, in linear time whatever comes.

The parser of the standard library takes quadratic time over `<p <p <p …` and open comments. What
is no tag is text, so nothing is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape as _unescape
from typing import Literal, NamedTuple

_TAG = re.compile(
    r"<(/?)([A-Za-z][A-Za-z0-9:_-]{0,30})"
    r"((?:\s*/|\s(?:[^<>\"']++|\"[^\"<>]*+\"|'[^'<>]*+'|\"[^\"]{0,300}+\"|'[^']{0,300}+')*+)?)>"
)
_ATTRIBUTE = re.compile(r"([^\s=/\"'<>]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'<>]+)))?")
_RAW = ("script", "style")
_ENDS = {name: re.compile(f"</{name}[\\s>]", re.IGNORECASE) for name in _RAW}


_NO_CHARACTER = re.compile(r"&#[0-9]{20,};?")
"""A number beyond all characters, and perhaps beyond what Python makes a number of."""


def unescape(text: str) -> str:
    """Return a text with characters for its references, however long they are."""
    return _unescape(_NO_CHARACTER.sub("\ufffd", text) if "&#" in text else text)


class Token(NamedTuple):
    """A tag that opens or closes, or a stretch of text; `line` is where it starts."""

    kind: Literal["open", "close", "text"]
    line: int
    text: str
    attributes: dict[str, str]


def tokens(text: str) -> Iterator[Token]:
    """Yield the tags and texts of `text`; comments, declarations and scripts are passed over."""
    scanner = _Scanner(text)
    while scanner.at < len(text):
        yield from scanner.step()
    yield from scanner.text_before(len(text))


class _Scanner:
    """Where in the text we are: told up to `done`, looked at up to `at`."""

    def __init__(self, text: str) -> None:
        self.at = self._done = self._counted = 0
        self._line = 1
        self._text = text
        self._unclosed: set[str] = set()

    def step(self) -> Iterator[Token]:
        """Go past the next `<`; yield the tag there, if it is one, and the text before it."""
        start = self._text.find("<", self.at)
        if start < 0:
            self.at = len(self._text)
            return
        end = self._end_of_unshown(start)
        if end:
            yield from self.text_before(start)
            self.at = self._done = end
            return
        tag = _TAG.match(self._text, start)
        if tag is None:
            self.at = start + 1
            return
        yield from self.text_before(start)
        name = tag[2].lower()
        line = self._line_at(start)
        self.at = self._done = tag.end()
        if tag[1]:
            yield Token("close", line, name, {})
            return
        yield Token("open", line, name, _attributes(tag[3]))
        if name in _RAW:
            self._pass_over(name)

    def text_before(self, end: int) -> Iterator[Token]:
        """Yield the text that has not been told yet."""
        if end > self._done:
            line = self._line_at(self._done)
            yield Token("text", line, unescape(self._text[self._done : end]), {})
            self._done = end

    def _end_of_unshown(self, start: int) -> int:
        """Return where a comment or a declaration ends, 0 where there is none."""
        for opening, closing in (("<!--", "-->"), ("<![CDATA[", ""), ("<!", ">"), ("<?", ">")):
            if self._text.startswith(opening, start) and closing and closing not in self._unclosed:
                end = self._text.find(closing, start + len(opening))
                if end >= 0:
                    return end + len(closing)
                self._unclosed.add(closing)
        return 0

    def _pass_over(self, name: str) -> None:
        """Go to the end of a script; one that does not end is shown like any text."""
        if name in self._unclosed:
            return
        end = _ENDS[name].search(self._text, self.at)
        if end is None:
            self._unclosed.add(name)
        else:
            self.at = self._done = end.start()

    def _line_at(self, at: int) -> int:
        self._line += self._text.count("\n", self._counted, at)
        self._counted = max(at, self._counted)
        return self._line


def _attributes(text: str) -> dict[str, str]:
    return {
        found[1].lower(): unescape(found[2] or found[3] or found[4] or "")
        for found in _ATTRIBUTE.finditer(text)
    }
