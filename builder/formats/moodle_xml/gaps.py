"""The gaps of Moodle's questions: answers embedded in a text, and words to be put into one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from html import unescape

from builder.draft import DraftQuestion, placeless
from builder.formats.document.xml_tree import as_number
from builder.formats.moodle_xml import cloze
from builder.formats.moodle_xml.meaning import READERS, Meaning

_TAG = re.compile(r"<[A-Za-z/!][^<>]*>")
_PLACE = re.compile(r"\[\[(\d{1,3})\]\]")
_MARK = "\\_\\_({})\\_\\_"


def question(meaning: Meaning) -> DraftQuestion | None:
    """Return the question, or None for a type that a bank does not have; that is told."""
    kind = meaning.node.attributes.get("type", "")
    reader = READERS.get(kind) or _READERS.get(kind)
    if reader is None:
        message = f"questions of type '{kind}' have no place in a bank; it was left out"
        meaning.doubt("unknown-kind", message, "error")
        return None
    return reader(meaning)


def _embedded(meaning: Meaning) -> DraftQuestion | None:
    """Return a text with its answers embedded (Cloze): blanks, or a case where they differ."""
    node = meaning.node.first("questiontext")
    text, gaps = cloze.cut(node.said("text") if node else "")
    kinds = {gap.kind for gap in gaps}
    if not gaps:
        message = "embedded answers without a gap have no place in a bank"
        meaning.doubt("unknown-kind", f"{message}; it was left out", "error")
        return None
    keyed = {bool(gap.right()) for gap in gaps}
    if kinds & {"choice", "several", "number"} or len(keyed) > 1:
        return _apart(meaning, text, gaps)
    _check_gaps(meaning, gaps, together=True)
    question = meaning.make("blank", None, text)
    stem = re.sub(r"_{3,}", "……", question.stem)
    question.stem = stem.replace(cloze.HOLE, "___")
    question.answer = meaning.accepted([_right(meaning, gap) for gap in gaps])
    question.match_case = kinds == {"case"}
    question.points = question.points or float(sum(gap.weight for gap in gaps))
    return question


def _right(meaning: Meaning, gap: cloze.Gap) -> list[str]:
    """Return the texts that earn all points: they stand amid HTML, but are plain."""
    node = meaning.node.first("questiontext")
    if node is not None and node.attributes.get("format", "html") != "html":
        return gap.right()
    return list(dict.fromkeys(unescape(_TAG.sub("", text)).strip() for text in gap.right()))


def _apart(meaning: Meaning, text: str, gaps: Sequence[cloze.Gap]) -> DraftQuestion:
    """Return gaps some of which are choices or numbers: one, or a case with a question each."""
    _check_gaps(meaning, gaps, together=False)
    whole = meaning.make("case", None, text)
    shown = re.sub(r"_{3,}", "……", whole.stem)
    if len(gaps) == 1:
        points = whole.points or float(gaps[0].weight)
        hole = "___" if gaps[0].kind == "number" else "\\_\\_\\_\\_"
        stem = shown.replace(cloze.HOLE, hole)
        return _of_gap(meaning, replace(whole, stem=stem, points=points), gaps[0])
    weight = sum(gap.weight for gap in gaps) or 1
    points = whole.points or float(weight)
    for at, gap in enumerate(gaps, 1):
        part = DraftQuestion("", f"({at})", whole.line, id=f"{meaning.name}.{at}")
        part.column = whole.column
        part.points = points * gap.weight / weight or None
        whole.questions.append(_of_gap(meaning, part, gap))
    return replace(whole, stem="", material=_numbered(shown), points=None)


def _of_gap(meaning: Meaning, question: DraftQuestion, gap: cloze.Gap) -> DraftQuestion:
    """Return a question with the key of one gap."""
    if gap.kind == "number":
        return _number_of(meaning, question, gap)
    if gap.kind not in ("choice", "several"):
        question.type, question.stem = "blank", f"{question.stem} ___"
        question.answer = meaning.accepted([_right(meaning, gap)])
        question.match_case = gap.kind == "case"
        return question
    question.type = "single" if gap.kind == "choice" else "multiple"
    question.options = [_choice_text(meaning, choice.text) for choice in gap.choices]
    told = [_choice_text(meaning, choice.feedback) or None for choice in gap.choices]
    question.feedback = told if any(told) else []
    shares = [choice.share for choice in gap.choices]
    several = gap.kind == "several"
    right = meaning.right_ones(shares, whole=True) if several else meaning.right_one(shares)
    question.answer = [chr(ord("A") + at) for at in right] or None
    question.partial = several
    return question


def _number_of(meaning: Meaning, question: DraftQuestion, gap: cloze.Gap) -> DraftQuestion:
    """Return a question with the number of a gap, which stands as `2.5` or `2.5:0.1`."""
    found = [text.partition(":") for text in _right(meaning, gap) if text != "*"]
    numbers = [(value.strip(), as_number(margin) or 0.0) for value, _, margin in found]
    measured = meaning.measured(numbers)
    question.type, question.answer = measured.type, measured.answer
    question.written = measured.written
    if question.type == "blank" and "___" not in question.stem:
        question.stem = f"{question.stem} ___"
    return question


def _choice_text(meaning: Meaning, text: str) -> str:
    shown = meaning.texts.markdown(meaning.node.first("questiontext"), said=text)
    return re.sub(r"\s*\n\s*", " ", shown).strip()


def _check_gaps(meaning: Meaning, gaps: Sequence[cloze.Gap], together: bool) -> None:
    """Tell what gaps have that is lost; `together` they are blanks of one question."""
    gaps = [gap for gap in gaps if gap.kind not in ("choice", "several")]
    if together and len({gap.kind for gap in gaps}) > 1:
        meaning.doubt("not-kept", "case counts in some gaps only; in a bank in all or none")
    if together and len({gap.weight for gap in gaps}) > 1:
        meaning.partial("the gaps have different weights")
    choices = [choice for gap in gaps for choice in gap.choices]
    if part := [choice.text for choice in choices if 0 < choice.share < 100]:
        meaning.partial("a text earns a part of the points", part)
    if told := [choice.feedback for choice in choices if choice.feedback]:
        meaning.doubt("not-kept", placeless("feedback to a gap", told))


# Words that are put into a text.


def _dragged(meaning: Meaning) -> DraftQuestion | None:
    """Return words that are dragged into a text as pairs: a gap, and its word."""
    words = _words(meaning, "dragbox")
    text, places = _placed(meaning)
    made = meaning.make("matching", None, text)
    right = [words[at - 1][0] if at <= len(words) else "" for at in places]
    if not places or not all(right):
        _tell_unplaced(meaning)
        return None
    made.stem = _numbered(made.stem)
    spare = [word for at, (word, _) in enumerate(words, 1) if at not in places]
    pairs = [[f"({at})", word] for at, word in enumerate(right, 1)]
    made.answer = [*pairs, *(["", word] for word in spare)]
    if len({group for _, group in words}) > 1:
        meaning.doubt("not-kept", "its words are of several groups; in a bank all fit every gap")
    return made


def _selected(meaning: Meaning) -> DraftQuestion | None:
    """Return words that are chosen in a text as a case: a single choice for each gap."""
    words = _words(meaning, "selectoption")
    text, places = _placed(meaning)
    if not places or not all(at <= len(words) for at in places):
        _tell_unplaced(meaning)
        return None
    whole = meaning.make("case", None, text)
    points = whole.points or 1.0
    for number, at in enumerate(places, 1):
        options = [word for word, group in words if group == words[at - 1][1]]
        part = DraftQuestion("single", f"({number})", whole.line, id=f"{meaning.name}.{number}")
        part.column = whole.column
        part.options, part.points = options, points / len(places)
        part.answer = [chr(ord("A") + options.index(words[at - 1][0]))]
        whole.questions.append(part)
    return replace(whole, stem="", material=_numbered(whole.stem), points=None)


def _words(meaning: Meaning, tag: str) -> list[tuple[str, str]]:
    """Return the words, each with its group."""
    return [
        (_choice_text(meaning, each.said("text")), each.said("group"))
        for each in meaning.node.all(tag)
    ]


def _placed(meaning: Meaning) -> tuple[str, list[int]]:
    """Return the text with its gaps, and the number of the word that is right for each."""
    node = meaning.node.first("questiontext")
    text = node.said("text") if node else ""
    places = [int(found) for found in _PLACE.findall(text)]
    return _PLACE.sub(cloze.HOLE, text.replace(cloze.HOLE, "")), [at for at in places if at]


def _numbered(text: str) -> str:
    """Return a text with a numbered mark at each of its gaps."""
    pieces = text.split(cloze.HOLE)
    marks = [*(_MARK.format(at) for at in range(1, len(pieces))), ""]
    return "".join(piece + mark for piece, mark in zip(pieces, marks, strict=True))


def _tell_unplaced(meaning: Meaning) -> None:
    message = "its gaps name words that are not there; the question was left out"
    meaning.doubt("unknown-kind", message, "error")


_READERS: dict[str, Callable[[Meaning], DraftQuestion | None]] = {
    "cloze": _embedded,
    "multianswer": _embedded,
    "ddwtos": _dragged,
    "gapselect": _selected,
}
