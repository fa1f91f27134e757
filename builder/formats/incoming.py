"""Somebody's file → the paper in it: the table of readers, and what is told of the encoding."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from math import isfinite

from builder.decoding import MAX_BYTES, Decoded, ReadError, decode
from builder.draft import Doubt, Draft, DraftQuestion, placeless
from builder.formats import (
    aiken,
    gift,
    html_text,
    json_list,
    mdbook_quiz,
    moodle_xml,
    qti,
    qti_1_2,
    recognise,
    rexams,
    spreadsheet,
    text2qti,
    word,
)
from builder.formats.document import running_text
from builder.formats.paper.noise import KINDS

Repair = Iterable[str]

PACKED: dict[str, Callable[[bytes, Repair], Draft]] = {
    "word": word.read,
    "spreadsheet": lambda data, _: spreadsheet.read_xlsx(data),
    "qti": lambda data, _: qti_1_2.read(data) or qti.read(data),
    "xlsx": lambda data, _: spreadsheet.read_xlsx(data),
}
PLAIN: dict[str, Callable[[Decoded, Repair], Draft]] = {
    "text": running_text.read,
    "html": html_text.read,
    "csv": lambda decoded, _: spreadsheet.read_csv(decoded),
    "json": lambda decoded, _: json_list.read(decoded),
    "gift": lambda decoded, _: gift.read(decoded),
    "moodle-xml": lambda decoded, _: moodle_xml.read(decoded),
    "aiken": lambda decoded, _: aiken.read(decoded),
    "mdbook-quiz": lambda decoded, _: mdbook_quiz.read(decoded),
    "rexams": lambda decoded, _: rexams.read(decoded),
    "text2qti": lambda decoded, _: text2qti.read(decoded),
}
FORMATS = (*PLAIN, *PACKED)
"""What `--from` may say."""


def read(data: bytes, name: str, form: str | None = None, repair: Repair = KINDS) -> Draft:
    """Return the paper in a file; `name` is the file's, `form` one of FORMATS if it is known.

    `repair` names the kinds of noise that are left out of running text. Raises ReadError for what
    is too large, damaged, protected or in no known format.
    """
    return _bounded(_opened(_read(data, name, form, repair)))


def _opened(draft: Draft) -> Draft:
    """Return the draft without cases in cases: their parts are the outer one's."""
    for case in (each for section in draft.sections for each in section.questions):
        if any(part.questions for part in case.questions):
            case.questions = [one for part in case.questions for one in _parts(part, draft.doubts)]
    return draft


def _parts(inner: DraftQuestion, doubts: list[Doubt]) -> list[DraftQuestion]:
    """Return a question, or a case's questions: its texts stand before the first of them."""
    if not inner.questions:
        return [inner]
    parts = [one for part in inner.questions for one in _parts(part, doubts)]
    parts[0].stem = "\n\n".join(filter(None, (inner.material, inner.stem, parts[0].stem)))
    message = "a case within a case: what its questions share stands before the first of them"
    if inner.explanation:
        message += "; " + placeless("its explanation", [inner.explanation])
    place = inner.line, inner.column
    doubts.append(Doubt(inner.line, "not-kept", "warning", message, *place))
    return parts


MAX_QUESTIONS = 100_000
MAX_OPTIONS = 26
"""As many as there are letters."""


def _bounded(draft: Draft) -> Draft:
    """Return the draft, no key to more options than there are letters, and no endless number.

    Raises ReadError for more questions than a bank could ever use.
    """
    found = [question for section in draft.sections for question in section.questions]
    if len(found) > MAX_QUESTIONS:
        count = len(found)
        raise ReadError(f"the file holds {count} questions; split it, {MAX_QUESTIONS} is the most")
    for question in (each for top in found for each in (top, *top.questions)):
        if len(question.options) > MAX_OPTIONS:
            question.answer = None
            message = f"the question has {len(question.options)} options; a bank has {MAX_OPTIONS}"
            draft.doubts.append(_no_key(question, message))
        if isinstance(question.answer, tuple) and not all(map(isfinite, question.answer)):
            said = question.written or "{} ± {}".format(*question.answer)
            question.answer, question.written = None, ""
            message = f"the answer {said[:40]} is larger than any number of a bank"
            draft.doubts.append(_no_key(question, message))
        _bound_points(question, draft)
    mark = draft.front.pass_mark
    if mark is not None and not isfinite(mark):
        draft.front = replace(draft.front, pass_mark=None)
        message = "the pass mark is larger than any number of a bank; it was left out"
        draft.doubts.append(Doubt(1, "not-kept", "warning", message))
    return draft


def _bound_points(question: DraftQuestion, draft: Draft) -> None:
    """Leave out points that are no number of a bank, the question's and its rubric's."""
    said = [question.points, *(points for _, points in question.rubric)]
    if all(points is None or isfinite(points) for points in said):
        return
    question.points = None
    question.rubric = [
        (text, points if isfinite(points) else 0) for text, points in question.rubric
    ]
    message = "its points are larger than any number of a bank; they were left out"
    place = question.line, question.column
    draft.doubts.append(Doubt(question.line, "not-kept", "warning", message, *place))


def _no_key(question: DraftQuestion, message: str) -> Doubt:
    place = question.line, question.column
    return Doubt(question.line, "unreadable-key", "error", message, *place)


def _read(data: bytes, name: str, form: str | None, repair: Repair) -> Draft:
    if len(data) > MAX_BYTES:
        raise ReadError(f"the file is larger than {MAX_BYTES // 1024 // 1024} MB; split it")
    form = form or recognise.packed(data)
    if form in PACKED:
        return PACKED[form](data, repair)
    decoded = decode(data)
    draft = PLAIN[form or recognise.plain(decoded, name)](decoded, repair)
    draft.doubts = sorted([*draft.doubts, *_encoding_doubts(decoded)])
    return draft


def _encoding_doubts(decoded: Decoded) -> list[Doubt]:
    if not decoded.guessed and not decoded.damaged_lines:
        return []
    message = f"the file is not UTF-8; it was read as {decoded.encoding}"
    if decoded.damaged_lines:
        places = ", ".join(map(str, decoded.damaged_lines[:10]))
        message = f"read as {decoded.encoding}, with characters lost on line {places}"
    return [Doubt(1, "encoding-guessed", "warning", message)]
