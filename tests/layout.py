"""Where the words of a PDF stand, read by poppler; and what is laid out badly. Tests nothing."""

from __future__ import annotations

import html
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, takewhile
from pathlib import Path

_WORD = re.compile(
    r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</word>'
)
_PAGE = re.compile(r'<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>', re.DOTALL)


_SEAL = tuple("密封線內不得答題")
_HEAD = re.compile(r"得分$|評卷人$|[一二三四五]、")
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
        heads = (place for place, word in enumerate(words) if _HEAD.match(word.text))
        words = words[next(heads, 0) :]  # notes before the first head are numbered too
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


@dataclass(frozen=True)
class Fault:
    """What is laid out badly, and where."""

    kind: str
    """`split`, `stranded`, `misaligned` or `footer`."""
    place: str


def faults(shown: Layout, form: str = "") -> Iterator[Fault]:
    """Yield what is laid out badly; `form` is what every footer must say of the form."""
    questions = shown.questions()
    for number, words in questions.items():
        own = list(takewhile(lambda word: not _HEAD.match(word.text), words))
        if len({word.page for word in own}) != 1:
            yield Fault("split", f"question {number}")
        head = words[len(own) :]
        after = questions.get(number + 1)
        if head and (after is None or head[-1].page != after[0].page):
            yield Fault("stranded", f"the head behind question {number}")
        letters = [word for word in words if re.fullmatch(r"[A-Z]\.", word.text)]
        if letters and not is_grid(letters):
            yield Fault("misaligned", f"the options of question {number}")
    yield from _footers(shown, form)


def is_grid(letters: list[Word]) -> bool:
    """Tell whether letters come in order and stand below those of the first row, evenly."""
    rows: dict[int, list[int]] = {}
    for word in letters:
        rows.setdefault(round(word.top), []).append(round(word.left))
    first, *others = rows.values()
    steps = {round(b - a) for a, b in pairwise(first)}
    named = [word.text for word in letters]
    even = len({step // 2 for step in steps}) <= 2
    return even and named == sorted(named) and all(row == first[: len(row)] for row in others)


def _footers(shown: Layout, form: str) -> Iterator[Fault]:
    for face, (width, height) in enumerate(shown.sizes):
        both = 2 if width > height else 1  # folded, a face is two pages
        words = [word for word in shown.words if word.page == face and word.top > height - 40]
        words.sort(key=lambda word: (word.bottom > height - 23, word.left))  # two lines
        for half in range(both):
            own = [word.text for word in words if word.left // (width / both) == half]
            said = f"第{face * both + half + 1}頁共{len(shown.sizes) * both}頁"
            if said not in "".join(own) or form.replace(" ", "") not in "".join(own):
                yield Fault("footer", f"page {face * both + half + 1}")


def slack(shown: Layout, bottom: float = 51) -> Iterator[float]:
    """Yield the millimetres left free at the end of each page but the last.

    `bottom` is how many points the margin has.
    """
    words = shown.text()
    for page in range(len(shown.sizes) - 1):
        lowest = max(word.bottom for word in words if word.page == page)
        yield (shown.sizes[page][1] - bottom - lowest) / 72 * 25.4
