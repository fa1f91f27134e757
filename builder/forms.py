"""Forms of an exam: the same questions in an order drawn from a seed, and the code of each form.

The drawing is written down in `docs/forms.md`, version 1, and is the same for ever; the browser
draws likewise in `templates/assets/js/forms.js`. Renders nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from string import ascii_uppercase
from typing import Literal, NamedTuple
from unicodedata import normalize

from builder.choice import LETTERS
from builder.model import Exam, Question, Section
from builder.shuffle import drawn

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""What codes are written in: no I, L, O, U. The place of a sign is its value."""
ORDERS = 32**3
"""How many orders an exam can have."""
_EDITIONS = 32**2
_LOOK_ALIKE = str.maketrans("ILO", "110")


class Form(NamedTuple):
    """One form of an exam."""

    name: str
    """A, B … Z, AA, AB …"""
    order: int
    """Which of the exam's ORDERS it has."""
    edition: str
    """Eight hex digits that change when the exam's questions do."""
    code: str
    """Six signs that name order and edition: enough to draw the form again."""


def names(count: int) -> tuple[str, ...]:
    """Return the names of so many forms: A to Z, then AA, AB …"""
    return tuple(_name(index) for index in range(count))


def _name(index: int) -> str:
    rest, last = divmod(index, 26)
    return (_name(rest - 1) if rest else "") + ascii_uppercase[last]


def index(name: str) -> int:
    """Return how many forms come before the one of this name."""
    value = 0
    for letter in name:
        value = value * 26 + ascii_uppercase.index(letter) + 1
    return value - 1


def form(exam: Exam, name: str, seed: str, edition: str) -> Form:
    """Return the form of a name; `edition` is the exam's. Forms of one seed differ in order."""
    digest = sha256(f"exampress seed 1\n{exam.id}\n{seed}".encode()).digest()
    order = (int.from_bytes(digest[:2]) + index(name)) % ORDERS
    return Form(name, order, edition, code(order, edition))


def edition(exam: Exam) -> str:
    """Return eight hex digits that change with what candidates read, and with no key."""
    said = ["exampress edition 1", exam.id]
    for section in exam.sections:
        shuffle = section.shuffle
        said += (section.id, str(section.draw), str(shuffle.questions), str(shuffle.options))
        for each in section.questions:
            said += (each.id, each.type_name, *each.asked())
    return sha256("\0".join(said).encode()).hexdigest()[:8]  # no text of a bank can hold a NUL


# The code: three signs of order, two of edition, one that sums them up


def code(order: int, edition: str) -> str:
    """Return the six signs of an order in an edition."""
    values = [*_base32(order, 3), *_base32(int(edition, 16) % _EDITIONS, 2)]
    return "".join(ALPHABET[value] for value in [*values, _check(values)])


def _base32(number: int, length: int) -> list[int]:
    return [number >> 5 * place & 31 for place in reversed(range(length))]


def _check(values: Sequence[int]) -> int:
    """Return the sum of values in GF(32), each doubled once more than the one after it.

    Like ISBN's, it finds any one wrong sign, and any two that have changed places.
    """
    total = 1  # so that six zeros are no code
    for value in values:
        total = _doubled(total ^ value)
    return total


def _doubled(value: int) -> int:
    return value << 1 ^ (0b100101 if value & 16 else 0)


def normal(text: str) -> str:
    """Return a code as it is printed, from how people may type it."""
    written = normalize("NFKC", text).upper()
    signs = "".join(sign for sign in written if sign not in " -·")
    return signs.translate(_LOOK_ALIKE)


def read(text: str, edition: str) -> int | Literal["mistyped", "edition"]:
    """Return the order that a code names, or what is wrong: it is none, or of another edition."""
    signs = normal(text)
    if len(signs) != 6 or any(sign not in ALPHABET for sign in signs):
        return "mistyped"
    *values, check = map(ALPHABET.index, signs)
    if _check(values) != check:
        return "mistyped"
    if values[3:] != _base32(int(edition, 16) % _EDITIONS, 2):
        return "edition"
    return values[0] << 10 | values[1] << 5 | values[2]


# The drawing


def arranged(exam: Exam, order: int) -> Exam:
    """Return the exam as a form of this order has it."""
    return exam._replace(sections=tuple(_section(exam, each, order) for each in exam.sections))


def _section(exam: Exam, section: Section, order: int) -> Section:
    places = questions(exam, section, order)
    orders = dict(options(exam, section, order))
    own = [section.questions[place] for place in places]
    views = [section.views[place] for place in places]
    shown = (each.arranged(view, orders) for each, view in zip(own, views, strict=True))
    return section._replace(questions=tuple(own), views=tuple(shown))


def questions(exam: Exam, section: Section, order: int) -> tuple[int, ...]:
    """Return the places in the bank of the questions that a form has, in its order."""
    if section.draw is None and not section.shuffle.questions:
        return tuple(range(len(section.questions)))
    ids = [question.id for question in section.questions]
    by_lot = drawn(ids, _seed(order, exam, "questions", section.id))[: section.draw]
    return tuple(by_lot if section.shuffle.questions else sorted(by_lot))


def options(exam: Exam, section: Section, order: int) -> Iterator[tuple[str, str]]:
    """Yield question ids, and the former letters of their options in a form's order."""
    if not section.shuffle.options:
        return
    for question in answerable(section.questions):
        if runs := question.runs():
            letters = LETTERS[: question.lettered()]
            yield question.id, _reordered(letters, runs, _seed(order, exam, "options", question.id))


def _reordered(letters: str, runs: Iterable[str], seed: str) -> str:
    for run in runs:
        moved = "".join(run[place] for place in drawn(run, seed))
        letters = letters.replace(run, moved)
    return letters


def _seed(order: int, exam: Exam, what: str, name: str) -> str:
    return f"exampress form 1\n{order}\n{exam.id}\n{what}\n{name}"


def answerable(questions: Iterable[Question]) -> Iterator[Question]:
    """Yield questions, and for each case its parts instead."""
    for question in questions:
        yield from question.parts() or (question,)


def bound(section: Section) -> Mapping[str, tuple[str, ...]]:
    """Return the runs of letters of those questions whose options may not change places freely."""
    if not section.shuffle.options:
        return {}
    return {
        each.id: runs
        for each in answerable(section.questions)
        if (count := each.lettered()) and (runs := each.runs()) != (LETTERS[:count],)
    }


def drawing(exam: Exam, section: Section, edition: str) -> Mapping[str, object]:
    """Return what a browser must know, besides ids and options, to draw a section likewise."""
    return {
        "exam": exam.id,
        "section": section.id,
        "edition": edition,
        "draw": section.draw,
        "questions": section.shuffle.questions,
        "options": section.shuffle.options,
        "bound": bound(section),
    }
