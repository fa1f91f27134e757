"""What a printed document must say, in which order, and what it must not; and whether it does.

Compares finished texts, those of a PDF or of a page, with the bank; knows no template. So a
template that drops an option, letters it wrongly or lets a key through is found out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from markupsafe import Markup

from builder.bidi import RIGHT_TO_LEFT, stands
from builder.choice import Choice
from builder.locales import say
from builder.model import BLANK, View
from builder.paper import Paper
from builder.questions.case import Parts
from builder.questions.essay import Response
from builder.questions.matching import Pairs
from builder.questions.ordering import Items

Words = Mapping[str, Any]


class Expected(NamedTuple):
    """What a text must say in this order, and what it must not say; without any white space."""

    said: tuple[str, ...]
    secret: tuple[str, ...]
    anywhere: tuple[str, ...] = ()
    """What it must say, too, wherever that is."""


def expected(paper: Paper, kind: str, words: Words) -> Expected:
    """Return what a document of this kind must and must not say.

    Of a student's paper that is every number, stem, letter, option and part; of a sheet every
    number and bubble; of a key every short key and explanation.
    """
    said = tuple(_SAID[kind](paper, words))
    return Expected(said, _secrets(paper, said) if kind in ("paper", "sheet") else ())


def faults(expected: Expected, pages: Iterable[str]) -> Iterator[str]:
    """Yield what the texts of a document's pages lack, and what they let through."""
    texts = [squeezed(page) for page in pages]
    read = "".join(texts)
    turns = list(accumulate(map(len, texts)))[:-1]
    both_ways = RIGHT_TO_LEFT.search(read) is not None
    at, before = 0, ""
    for each in expected.said:
        end = _end(each, read, at, turns)
        if end < 0 and both_ways and stands(each, read):
            end = at
        if end < 0:
            after = f" behind '{_last(before)}'" if before else ""
            yield f"does not say '{_first(each)}'{after}"
            break
        at, before = end, each

    def says(text: str) -> bool:
        return text in read or (both_ways and stands(text, read))

    yield from (f"does not say '{_first(each)}'" for each in expected.anywhere if not says(each))
    yield from (f"says '{_first(each)}'" for each in expected.secret if says(each))


_SHOWN = 40
"""So much of a text is said in a fault."""


def _first(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _last(text: str) -> str:
    return text if len(text) <= _SHOWN else f"…{text[-_SHOWN:]}"


_FURNITURE = 400
"""How many characters of header and footer may stand in a text that goes on over the page."""
_ALIKE = 20
"""How many characters of a footer may be those of the text that goes on behind it."""


_DISTINCT = 40
"""So long a text is not found over the turn of a page by chance."""


def _end(text: str, read: str, at: int, turns: Sequence[int]) -> int:
    """Return where a text ends that stands behind `at`, perhaps over the turns of pages."""
    place = read.find(text, at)
    if place < 0:
        return _end_over(text, read, at, turns)
    # where it stands once more, it may have stood over a turn before that
    before = [turn for turn in turns if at < turn < place] if len(text) > _DISTINCT else []
    end = _end_over(text, read, at, before)
    return end if end >= 0 else place + len(text)


def _cuts(text: str, read: str, at: int, turn: int) -> Iterator[int]:
    """Yield how much of a text may stand at the foot of the page that ends at a turn."""
    for cut in range(1, len(text)):
        start = read.rfind(text[:cut], at, turn)
        if start < 0:
            return
        if start + cut >= turn - _FURNITURE:
            yield cut


def _end_over(text: str, read: str, at: int, turns: Sequence[int]) -> int:
    """Return where a text ends that goes on over the turns of pages."""
    for index, turn in enumerate(turns):
        cuts = list(_cuts(text, read, at, turn))
        # the longest first: a text that says the same several times has more than one
        for cut in reversed(cuts):
            rest = text[cut:]
            place = read.find(rest, turn, turn + _FURNITURE + len(rest))
            if place >= 0:
                return place + len(rest)
        longest = max(cuts, default=0)
        # more than one page: the footer may begin as the text would have gone on
        for cut in range(longest, max(0, longest - _ALIKE), -1):
            begins = read.find(text[cut : cut + _ALIKE], turn, turn + _FURNITURE) >= 0
            if begins and (end := _end(text[cut:], read, turn, turns[index + 1 :])) >= 0:
                return end
    return -1


_WHITE = re.compile(rf"[\s{BLANK}\u200b\u2060\ufeff]+")
_BROKEN = re.compile("[\x02\ufffe\u00ad\u2010\u2011]\\s*")
"""How readers of PDF say a hyphen at the end of a line."""


def squeezed(text: str) -> str:
    """Return a text without white space, however its lines were broken."""
    return _WHITE.sub("", _BROKEN.sub("-", text))


def page_text(html: str) -> str:
    """Return the text of a printed page of the site."""
    return Markup(html[html.find("<main") :]).striptags()  # noqa: S704  # is markup


# Formulas and pictures are no text; what stands before and after them, or in other blocks, need
# not stand together.
_APART = re.compile(
    rf"<math\b.*?</math>|<img\b[^>]*>|{BLANK}|<rp>[^<]*</rp>|</?(?:ruby|rt)>"
    r"|</?(?:p|[uo]l|li|table|t[rhd]|thead|tbody|blockquote|pre|hr|br|div)\b[^>]*>",
    re.DOTALL,
)


def pieces(html: Markup) -> list[str]:
    """Return the texts in HTML that stand together wherever it is printed."""
    cut = (Markup(each).striptags() for each in _APART.split(html))  # noqa: S704  # is markup
    return [piece for each in cut if (piece := squeezed(each))]


def _lettered(letter: str, html: Markup) -> Iterator[str]:
    """Yield a letter together with the text behind it, and what else there is."""
    first, *rest = pieces(html) or [""]
    starts = not _APART.match(html)
    yield from (f"{letter}.{first}", *rest) if starts else (f"{letter}.", first, *rest)


# The paper


def _paper(paper: Paper, words: Words) -> Iterator[str]:
    for section in paper.sections:
        n = len(section.items)
        count = "count_each" if section.points_each and n > 1 else "count"
        yield squeezed(say(words[count], n=n, each=section.points_each, points=section.points))
        for item in section.items:
            yield f"{item.number}."
            yield from _asked(item.view, words)


def _asked(view: View, words: Words) -> Iterator[str]:
    if isinstance(view.body, Parts):
        yield from pieces(view.body.material)
    yield from pieces(view.stem)
    for letter, html in _lettered_texts(view.body):
        yield from _lettered(letter, html)
    if isinstance(view.body, Parts):
        parts = view.body.parts
        for number, part in enumerate(parts, 1):
            if len(parts) > 1:
                yield squeezed(say(words["part"], n=number))
            yield from _asked(part, words)


def _lettered_texts(body: object) -> Iterator[tuple[str, Markup]]:
    """Yield what stands behind a letter or a number, in printed order."""
    match body:
        case Choice(options=options):
            yield from ((option.letter, option.html) for option in options)
        case Items(items=items):
            yield from items
        case Pairs(left=left, right=right):
            yield from ((str(number), html) for number, html in enumerate(left, 1))
            yield from right


# What a student may not read


_SHORT = 6
"""Shorter texts, such as the answer of a blank, may well stand in a question."""


def _secrets(paper: Paper, said: tuple[str, ...]) -> tuple[str, ...]:
    views = (item.view for section in paper.sections for item in section.items)
    known = "\n".join(said)
    found = dict.fromkeys(text for view in views for text in _kept_back(view))
    return tuple(text for text in found if len(text) >= _SHORT and text not in known)


def _kept_back(view: View) -> Iterator[str]:
    if view.explanation:
        yield from pieces(view.explanation)
    match view.body:
        case Choice(options=options):
            for option in options:
                yield from pieces(option.feedback) if option.feedback else ()
        case Response(answer=answer, rubric=rubric):
            yield from pieces(answer) if answer else ()
            for text, _ in rubric:
                yield from pieces(text)
        case Parts(parts=parts):
            for part in parts:
                yield from _kept_back(part)
        case body:
            yield from map(squeezed, getattr(body, "answers", ()))


# The sheet and the key


def _sheet(paper: Paper, words: Words) -> Iterator[str]:
    own = paper.sheet
    judge = words["right_mark"] + words["wrong_mark"]
    yield from (f"{slot.label}{slot.space.marks}" for row in own.letters for slot in row)
    yield from (f"{slot.label}{judge}" for row in own.judgements for slot in row)
    yield from (f"{slot.label}." for slot in own.blanks)
    yield from (f"{slot.label}." for slot in own.essays)


def _key(paper: Paper, words: Words) -> Iterator[str]:
    for section in paper.sections:
        for row in section.brief_rows:
            yield "".join(str(item.number) for item in row)
            yield squeezed("".join(_brief(item.view, words) for item in row))
        for item in section.items:
            if item.view.explanation or not item.view.brief:
                yield f"{item.number}."
                yield from _explained(item.view)


def _brief(view: View, words: Words) -> str:
    if view.type == "true-false":
        return str(words["right_mark" if view.body.answer else "wrong_mark"])
    return view.brief or ""


def _explained(view: View) -> Iterator[str]:
    if isinstance(view.body, Parts):
        for part in view.body.parts:
            yield from _explained(part)
    if view.explanation:
        yield from pieces(view.explanation)


_SAID: Mapping[str, Callable[[Paper, Words], Iterator[str]]] = {
    "paper": _paper,
    "teacher": _paper,
    "key": _key,
    "sheet": _sheet,
}
