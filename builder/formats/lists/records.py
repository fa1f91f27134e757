"""One row or object of a question list → a question and its doubts; shared by tables and JSON.

Does not know where the fields came from. A key is believed only if it can be read in one way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise

from builder.draft import Doubt, DraftQuestion, Level, placeless
from builder.folding import fold
from builder.formats.lists import record_keys
from builder.formats.lists.record_keys import Key, Refused
from builder.formats.lists.stem_numbers import numbered
from builder.formats.paper.words import ENGLISH_KINDS, FALSE, KINDS, TRUE

BRACKET = re.compile(r"[（(]\s*[）)]")
_BLANK = re.compile(r"_{2,}|＿+|[（(]\s*(?:_{2,}|＿+)\s*[）)]")
_KIND_MARK = re.compile(r"^\s*[【\[（(]\s*([^】\]）)]{2,8}?)(?:题)?\s*[】\]）)]\s*")
_MORE_KINDS = {
    "single": "single",
    "radio": "single",
    "one": "single",
    "mcq": "choice",
    "choice": "choice",
    "multiple": "multiple",
    "multi": "multiple",
    "checkbox": "multiple",
    "checkboxes": "multiple",
    "judge": "true-false",
    "judgement": "true-false",
    "judgment": "true-false",
    "bool": "true-false",
    "boolean": "true-false",
    "truefalse": "true-false",
    "tf": "true-false",
    "fill": "blank",
    "blank": "blank",
    "cloze": "blank",
    "completion": "blank",
    "text": "essay",
    "open": "essay",
    "subjective": "essay",
    "order": "ordering",
    "sorting": "ordering",
    "match": "matching",
    "number": "numeric",
}
_LEVELS = {
    1: "1 很易 很容易 非常简单",
    2: "2 易 较易 容易 简单 簡單 低 easy",
    3: "3 中 中等 一般 适中 普通 medium moderate",
    4: "4 难 較難 较难 困难 困難 難 高 hard difficult",
    5: "5 很难 极难 非常难",
}
_DIFFICULTY = {word: level for level, words in _LEVELS.items() for word in words.split()}


@dataclass(frozen=True, slots=True)
class Record:
    """The fields of one question as its list gives them; texts are stripped, "" is nothing.

    `labels` are the letters that the list itself gives its options, A, B … where it gives none.
    `indices` is a key given as positions rather than as text.
    """

    line: int
    stem: str
    options: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    key: str = ""
    key_line: int = 0
    column: int = 0
    """Where on its line it starts, from 1; 0 where only the line is known."""
    indices: tuple[int, ...] | None = None
    explanation: str = ""
    kind: str = ""
    points: str = ""
    difficulty: str = ""
    tags: tuple[str, ...] = ()
    number: int | None = None
    material: str = ""
    feedback: tuple[str | None, ...] = ()


@dataclass(slots=True)
class _Reading:
    """The doubts about one record as they come up."""

    record: Record
    doubts: list[Doubt] = field(default_factory=list)

    def warn(self, about: str, message: str) -> None:
        self._tell(self.record.line, about, "warning", message)

    def refuse(self, refused: Refused, essay: bool = False) -> None:
        """Say why there is no key; the place of a missing key is the question's."""
        missing = refused.about == "no-answer"
        line = self.record.line if missing else self.record.key_line or self.record.line
        level: Level = "warning" if essay else "error"
        self._tell(line, refused.about, level, refused.message)

    def mismatch(self, message: str) -> None:
        """Say that a key's letter and its text differ."""
        line = self.record.key_line or self.record.line
        self._tell(line, "key-text-mismatch", "warning", message)

    def _tell(self, line: int, about: str, level: Level, message: str) -> None:
        place = self.record.line, self.record.column
        self.doubts.append(Doubt(line, about, level, message, *place))


def questions(records: Sequence[Record]) -> tuple[list[DraftQuestion], list[Doubt]]:
    """Return the questions of one list in order, and what is in doubt about them."""
    base = _index_base(records)
    found: list[DraftQuestion] = []
    doubts: list[Doubt] = []
    for material, group in groupby(_numbered(records), key=lambda record: record.material):
        read = [_question(record, base) for record in group]
        doubts += (doubt for _, own in read for doubt in own)
        inner = [question for question, _ in read]
        found += [_case(material, inner)] if material else inner
    return found, doubts


def case(record: Record, parts: list[DraftQuestion]) -> tuple[DraftQuestion, list[Doubt]]:
    """Return what a record with questions of its own is, and what is in doubt about it."""
    reading = _Reading(record)
    whole = _begun(reading, "case", "")
    whole.material = "\n".join(filter(None, (record.material, record.stem)))
    whole.questions = parts
    if spare := [*record.options, *filter(None, [record.key])]:
        reading.warn("not-kept", placeless("a key of the whole case", spare))
    return whole, reading.doubts


def kind_of(word: str) -> str:
    """Return the type that a word for a kind of question names, "choice" for either, or ""."""
    word = " ".join(word.lower().split())
    plain = re.sub(r"试?[题題]$", "", word)
    bare = re.sub(r"[\s_-]", "", word)
    return (
        KINDS.get(plain) or ENGLISH_KINDS.get(word.replace("_", " ")) or _MORE_KINDS.get(bare) or ""
    )


def _case(material: str, inner: list[DraftQuestion]) -> DraftQuestion:
    first = inner[0]
    return DraftQuestion(
        "case", "", first.line, material=material, questions=inner, column=first.column
    )


def _numbered(records: Sequence[Record]) -> Sequence[Record]:
    """Take numbers off the stems where they are numbering."""
    found = numbered([record.stem for record in records])
    return (
        [
            replace(record, stem=stem, number=record.number or number)
            for record, (number, stem) in zip(records, found, strict=True)
        ]
        if found
        else records
    )


def _index_base(records: Iterable[Record]) -> int | None:
    """Return what positions count from, if the list itself proves it: a 0, or a last one."""
    used = [
        (index, len(record.options))
        for record in records
        for index in record.indices or record_keys.positions(record.key)
        if record.options
    ]
    from_zero = any(index == 0 for index, _ in used)
    from_one = any(index == count for index, count in used)
    return None if from_zero == from_one else 0 if from_zero else 1


def _question(record: Record, base: int | None) -> tuple[DraftQuestion, list[Doubt]]:
    reading = _Reading(record)
    kind = kind_of(record.kind)
    stem = record.stem
    if (mark := _KIND_MARK.match(stem)) and (marked := kind_of(mark[1])):
        stem, kind = stem[mark.end() :], kind or marked
    question = _begun(reading, "", stem)
    if record.options:
        _with_options(question, reading, kind, base)
    else:
        _without_options(question, reading, kind)
    return question, reading.doubts


def _begun(reading: _Reading, kind: str, stem: str) -> DraftQuestion:
    """Return a question of what a record says of any type."""
    record = reading.record
    question = DraftQuestion(kind, stem, record.line, record.number, column=record.column)
    question.explanation = record.explanation or None
    question.points = _points(record.points)
    if record.points and question.points is None:
        reading.warn("not-kept", f"'{record.points[:40]}' is no number of points")
    question.difficulty = _DIFFICULTY.get(record.difficulty.lower())
    question.tags = list(record.tags)
    return question


def _points(text: str) -> float | None:
    """Return the one number in `2`, `2分` and `(2.5 points)`, None where there is not one."""
    found = re.fullmatch(r"[^\d.+-]*(\d{1,6}(?:\.\d{1,4})?)[^\d.]*", text)
    return float(found[1]) if found else None


def _says(text: str) -> bool | None:
    """Return what a word for right or wrong says, None when it is no such word."""
    word = text.strip().strip("。.").lower()
    return True if word in TRUE else False if word in FALSE else None


# With options.


def _with_options(question: DraftQuestion, reading: _Reading, kind: str, base: int | None) -> None:
    record = reading.record
    if _are_verdicts(record.options) and kind not in ("single", "multiple"):
        _judged_by_options(question, reading, base)
        return
    question.stem = BRACKET.sub("（ ）", question.stem)
    question.options = list(record.options)
    question.feedback = list(record.feedback)
    _check_options(reading)
    key = record_keys.choice(record.key, record.indices, record.options, _labels(record), base)
    if isinstance(key, Refused):
        question.type = kind if kind in ("single", "multiple", "ordering") else "single"
        reading.refuse(key)
        return
    if kind == "ordering":
        _ordered(question, reading, key)
        return
    question.answer = key.letters
    question.type = "multiple" if len(key.letters) > 1 or kind == "multiple" else "single"
    if key.mismatch:
        reading.mismatch(key.mismatch)
    _check_kind(question, reading, kind)


def _are_verdicts(options: Sequence[str]) -> bool:
    """Tell the options 对 and 错; two small letters are names of variables."""
    said = {_says(option) for option in options}
    variables = any(option in ("x", "y", "v", "n", "t", "f", "X", "V") for option in options)
    return len(options) == 2 and said == {True, False} and not variables


def _labels(record: Record) -> tuple[str, ...]:
    return record.labels or tuple(chr(ord("A") + at) for at in range(len(record.options)))


def _check_options(reading: _Reading) -> None:
    record = reading.record
    for before, after in pairwise(record.labels):
        if ord(after) - ord(before) > 1:
            reading.warn("missing-option", f"option {after} follows option {before}")
            break
    seen: set[str] = set()
    for letter, option in zip(_labels(record), record.options, strict=False):
        folded = fold(option, match_case=True)
        if folded in seen:
            reading.warn("duplicate-option", f"option {letter} reads like an earlier one")
            break
        seen.add(folded)
    if len(record.options) == 1:
        reading.warn("missing-options", "there is only one option")


def _check_kind(question: DraftQuestion, reading: _Reading, kind: str) -> None:
    count = len(question.answer) if isinstance(question.answer, list) else 0
    agrees = {"single": count == 1, "multiple": count > 1, "choice": True, "": True}
    if not agrees.get(kind, False):
        said = reading.record.kind.strip() or kind
        reading.warn("type-contradicts-answer", f"it is called '{said}', its key names {count}")


def _judged_by_options(question: DraftQuestion, reading: _Reading, base: int | None) -> None:
    record = reading.record
    question.type = "true-false"
    question.stem = BRACKET.sub("（ ）", question.stem)
    verdict = _says(record.key)
    if verdict is not None and record.key.upper() not in _labels(record):
        question.answer = verdict
        return
    key = record_keys.choice(record.key, record.indices, record.options, _labels(record), base)
    if isinstance(key, Key) and len(key.letters) != 1:
        key = Refused("unreadable-key", f"the key '{record.key}' says both right and wrong")
    if isinstance(key, Refused):
        reading.refuse(key)
        return
    question.answer = _says(record.options["AB".index(key.letters[0])])


def _ordered(question: DraftQuestion, reading: _Reading, key: Key) -> None:
    question.type = "ordering"
    options, question.options, question.feedback = question.options, [], []
    if len(key.letters) != len(options):
        question.stem = "\n".join([question.stem, *options])
        reading.refuse(Refused("unreadable-key", "the key does not put every item in its order"))
        return
    by_position = record_keys.in_order(reading.record.key, _labels(reading.record))
    question.answer = [options[at] for at in by_position]


# Without options.


def _without_options(question: DraftQuestion, reading: _Reading, kind: str) -> None:
    read = {
        "true-false": _judged,
        "numeric": _measured,
        "single": _optionless,
        "multiple": _optionless,
        "choice": _optionless,
        "ordering": _unkeyed,
        "matching": _matched,
    }.get(kind, _written)
    if not kind and _is_verdict(question.stem, reading.record.key):
        read = _judged
    read(question, reading, kind)


def _is_verdict(stem: str, key: str) -> bool:
    """Tell a key that says right or wrong from one that is written into a blank."""
    word = key.strip().lower()
    return _says(word) is not None and not _BLANK.search(stem) and word not in ("v", "y", "n", "x")


def _judged(question: DraftQuestion, reading: _Reading, _: str) -> None:
    question.type = "true-false"
    question.stem = BRACKET.sub("（ ）", question.stem)
    key = reading.record.key
    coded = {"1": True, "0": False}.get(key.strip())
    question.answer = _says(key) if coded is None else coded
    if question.answer is None:
        reading.refuse(record_keys.refused(key, "says neither right nor wrong"))


def _measured(question: DraftQuestion, reading: _Reading, _: str) -> None:
    question.type = "numeric"
    question.answer = record_keys.measure(reading.record.key)
    if question.answer is None:
        reading.refuse(record_keys.refused(reading.record.key, "is not a number"))


def _optionless(question: DraftQuestion, reading: _Reading, kind: str) -> None:
    """Read a choice question that came without options; a clear verdict makes it a judgement."""
    key = reading.record.key
    letters = record_keys.letters(key)
    if letters is None and _is_verdict(question.stem, key):
        _judged(question, reading, kind)
        reading.warn("type-contradicts-answer", f"it is called '{reading.record.kind}'")
        return
    question.type = "multiple" if kind == "multiple" or len(letters or ()) > 1 else "single"
    question.stem = BRACKET.sub("（ ）", question.stem)
    if record_keys.is_absent(key):
        reading.warn("missing-options", "a choice question without options")
        reading.refuse(record_keys.refused(key, ""))
        return
    reading.warn("missing-options", "a choice question without options")
    message = f"the key '{key}' names no option: the question has none"
    reading.refuse(Refused("answer-not-an-option", message))


def _unkeyed(question: DraftQuestion, reading: _Reading, kind: str) -> None:
    question.type = kind
    reading.refuse(record_keys.refused(reading.record.key, f"is not read for {kind} questions"))


def _matched(question: DraftQuestion, reading: _Reading, kind: str) -> None:
    question.answer = record_keys.pairs(reading.record.key)
    question.type = kind
    if question.answer is None:
        _unkeyed(question, reading, kind)


def _written(question: DraftQuestion, reading: _Reading, kind: str) -> None:
    """Read what is answered in words: blanks, short answers, essays."""
    key = reading.record.key
    holes = _holes(question.stem, kind)
    if kind in ("essay", "case") and not _BLANK.search(question.stem):
        _essay(question, reading)
    elif holes:
        question.stem = holes.sub("___", question.stem)
        _filled(question, reading, question.stem.count("___"))
    elif kind == "blank" or (key and not record_keys.is_absent(key) and not _is_prose(key)):
        _filled(question, reading, 0)
    elif BRACKET.search(question.stem):
        question.type = "true-false"
        question.stem = BRACKET.sub("（ ）", question.stem)
        reading.refuse(record_keys.refused(key, "says neither right nor wrong"))
    else:
        _essay(question, reading)


def _holes(stem: str, kind: str) -> re.Pattern[str] | None:
    if _BLANK.search(stem):
        return _BLANK
    return BRACKET if kind == "blank" and BRACKET.search(stem) else None


def _is_prose(key: str) -> bool:
    return (
        len(key) > 40
        or bool(re.search(r"[。！？\n]|[.!?]\s", key.strip()[:-1] + "。"[:0]))
        or (key.strip().endswith("。"))
    )


def _filled(question: DraftQuestion, reading: _Reading, count: int) -> None:
    question.type = "blank"
    answer = record_keys.blanks(reading.record.key, count)
    if isinstance(answer, Refused):
        reading.refuse(answer)
    else:
        question.answer = answer


def _essay(question: DraftQuestion, reading: _Reading) -> None:
    question.type = "essay"
    key = reading.record.key
    if record_keys.is_absent(key):
        reading.refuse(record_keys.refused(key, ""), essay=True)
    else:
        question.answer = key
