"""Where the words of a PDF stand, read by poppler: questions, heads, options. Tests nothing."""

from __future__ import annotations

import html
import re
import subprocess
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

_WORD = re.compile(
    r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</word>'
)
_PAGE = re.compile(r'<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>', re.DOTALL)


_SEAL = tuple("密封線內不得答題")
_NUMBER = re.compile(r"[1-9]\d*\.")


@dataclass(frozen=True)
class Word:
    """A word and its box, in points from the left and upper edge of its page."""

    page: int
    left: float
    top: float
    right: float
    bottom: float
    text: str


@dataclass(frozen=True)
class Layout:
    """The pages of a PDF and their words in reading order."""

    sizes: tuple[tuple[float, float], ...]
    words: tuple[Word, ...]

    def text(self) -> list[Word]:
        """Return the words of the text, line by line, column by column.

        Nothing of header, footer and seal line.
        """
        found = [
            word
            for word in self.words
            if word.top > 40
            and word.bottom < self.sizes[word.page][1] - 40
            and word.text not in _SEAL
        ]
        edges = sorted({round(word.left) for word in found if _NUMBER.fullmatch(word.text)})
        starts = [edge for edge in edges if edge - edges[0] < 3 or edge > self.sizes[0][0] / 2]
        inside = [word for word in found if word.left > starts[0] - 3]
        return sorted(inside, key=lambda word: self._place(word, starts))

    def _place(self, word: Word, starts: list[int]) -> tuple[int, bool, int, float]:
        second = word.left > starts[-1] - 3 and starts[-1] - starts[0] > 100
        return word.page, second, round((word.top + word.bottom) / 2 / 6), word.left

    def questions(self) -> dict[int, list[Word]]:
        """Return the words of each question, from its number to the next number."""
        words = self.text()
        starts = [place for place, word in enumerate(words) if _NUMBER.fullmatch(word.text)]
        numbered: dict[int, list[Word]] = {}
        for start, end in pairwise([*starts, len(words)]):
            number = int(words[start].text[:-1])
            if number == len(numbered) + 1:  # no number in the notes, or in a stem
                numbered[number] = words[start:end]
            elif numbered:
                numbered[len(numbered)] += words[start:end]
        return numbered


def layout(pdf: Path) -> Layout:
    """Return where every word of a PDF stands."""
    done = subprocess.run(
        ["pdftotext", "-bbox", pdf, "-"], capture_output=True, check=True, text=True
    )
    pages = list(_PAGE.finditer(done.stdout))
    words = (
        Word(
            number,
            float(found[1]),
            float(found[2]),
            float(found[3]),
            float(found[4]),
            html.unescape(found[5]),
        )
        for number, page in enumerate(pages)
        for found in _WORD.finditer(page[3])
    )
    sizes = tuple((float(page[1]), float(page[2])) for page in pages)
    return Layout(sizes, tuple(words))
