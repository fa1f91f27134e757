"""From a paper taken apart to a `Draft`: kinds, keys, stems, and a doubt for each thing unsure."""

from __future__ import annotations

import re

from builder.draft import Draft, DraftQuestion, DraftSection
from builder.formats.paper import blanks, keys, options_of, shared, stem_marks, verdicts
from builder.formats.paper.doubts import Doubts
from builder.formats.paper.keys import Reading
from builder.formats.paper.options_of import Options
from builder.formats.paper.raw import RawKey, RawPaper, RawQuestion, RawSection, joined
from builder.formats.paper.words import FALSE, TRUE

_CHOICE = ("single", "multiple", "choice")


def sections(paper: RawPaper, doubts: Doubts) -> list[DraftSection]:
    """Return the sections of a paper with their questions; whatever is unsure goes to `doubts`."""
    return [_section(section, doubts) for section in paper.sections]


def _section(raw: RawSection, doubts: Doubts) -> DraftSection:
    intro = joined(raw.intro)
    tail = raw.tail.strip()
    section = DraftSection(raw.title, raw.line, raw.declared)
    section.instructions = "\n".join(part for part in (tail, intro) if part) or None
    items = [each for item in raw.items for each in shared.questions(item)]
    section.questions = [_item(item, raw, doubts) for item in items]
    _silence_numbers(section)
    return section


def _silence_numbers(section: DraftSection) -> None:
    """Drop the numbers of a section in which every item is numbered 1."""
    if len(section.questions) > 1 and all(
        q.number == 1 and q.type != "case" for q in section.questions
    ):
        for question in section.questions:
            question.number = None


def _item(raw: RawQuestion, section: RawSection, doubts: Doubts) -> DraftQuestion:
    if not raw.case:
        return _question(raw, section, doubts)
    material = blanks.plain(joined(raw.stem))
    if not raw.parts or not material:
        return (
            _question(raw, section, doubts) if not raw.parts else _loose_case(raw, section, doubts)
        )
    case = DraftQuestion("case", "", raw.line, raw.number, points=raw.points, material=material)
    case.questions = [_question(part, section, doubts) for part in raw.parts]
    return case


def _loose_case(raw: RawQuestion, section: RawSection, doubts: Doubts) -> DraftQuestion:
    """Return a case whose material is missing: the announcement stands for it."""
    case = DraftQuestion("case", "", raw.line, raw.number, material="（材料缺失）")
    case.questions = [_question(part, section, doubts) for part in raw.parts]
    doubts.add(
        raw.line, "missing-options", "material is announced, but there is none before its questions"
    )
    return case


def _question(raw: RawQuestion, section: RawSection, doubts: Doubts) -> DraftQuestion:
    """Return one question: its kind from mark, head, options and key, then its key."""
    doubts.question = raw.line
    _stem_marks(raw)
    announced = raw.kind or section.kind
    stem = joined(raw.stem)
    options = options_of.options_of(raw, doubts)
    question = DraftQuestion("essay", stem, raw.line, raw.number, options.texts, points=raw.points)
    question.explanation = blanks.plain(joined(raw.analysis)) or None
    question.difficulty = None
    if options.texts and not options.judge:
        _choice(question, raw, announced, options, doubts)
    elif options.judge or _is_judgement(raw, announced, stem):
        _statement(question, raw, announced, options, doubts)
    elif announced in _CHOICE and not (blanks.has_blank(stem) or raw.accepted or raw.numeric):
        _without_options(question, raw, announced, doubts)
    else:
        _open(question, raw, announced, doubts)
    question.stem = blanks.plain(question.stem).strip() or "（题干缺失）"
    _contradiction(question, raw, doubts)
    doubts.question = 0
    return question


def _stem_marks(raw: RawQuestion) -> None:
    """Take （多选） and （3分） off the end of a stem's first and last line."""
    lines = [place for place, (_, text) in enumerate(raw.stem) if text.strip()]
    for place in {*lines[:1], *lines[-1:]}:
        number, text = raw.stem[place]
        marked = stem_marks.behind(text)
        if marked.text.strip():
            raw.stem[place] = (number, marked.text)
            raw.kind = raw.kind or marked.kind
            raw.points = raw.points if marked.points is None else marked.points


# choice


def _choice(
    question: DraftQuestion,
    raw: RawQuestion,
    announced: str | None,
    options: Options,
    doubts: Doubts,
) -> None:
    stem_key = blanks.bracket_key(question.stem, judge=False, letters=True)
    found = _keys(raw)
    if stem_key and not stem_key.sure and (found or options.marked):
        stem_key = None
    if stem_key:
        question.stem = stem_key.stem
        found.insert(
            0, RawKey([(raw.line, stem_key.text)], _stem_line(raw, stem_key.text), "bracket")
        )
    question.stem = blanks.tidy(question.stem)
    read = keys.ordered if announced == "ordering" else keys.choice
    reading = _agreed(found, lambda text: read(text, options.choices), raw, doubts)
    if reading is None and options.marked:
        reading = Reading(options.marked)
    answer = _settle(question, raw, reading, doubts)
    letters = answer if isinstance(answer, list) else []
    question.type = _choice_type(question, raw, announced, len(letters), doubts)
    if question.type == "ordering":
        _ordering(question, [str(each) for each in letters], raw)


def _choice_type(
    question: DraftQuestion, raw: RawQuestion, announced: str | None, count: int, doubts: Doubts
) -> str:
    """Return single or multiple; the key decides, a head that disagrees is doubted."""
    wanted = 2 if _ASKS_FOR_MORE.search(question.stem) else None
    if announced == "ordering" and count == len(question.options):
        return "ordering"
    if announced == "multiple" or (announced in (None, "choice") and wanted):
        if count == 1:
            doubts.add(
                raw.line,
                "type-contradicts-answer",
                "more than one right option is announced, but the key names one",
            )
        return "multiple"
    if count > 1:
        if announced == "single":
            doubts.add(
                raw.line,
                "type-contradicts-answer",
                f"a single choice is announced, but the key names {count} options",
            )
        elif announced not in (None, "choice", "case"):
            doubts.add(
                raw.line,
                "type-contradicts-answer",
                f"a question of kind {announced!r} is announced, but it has options",
            )
        return "multiple"
    if announced in ("true-false", "blank", "essay") and not raw.kind:
        doubts.add(
            raw.line,
            "type-contradicts-answer",
            f"a question of kind {announced!r} is announced, but it has options",
        )
    return "single"


_ASKS_FOR_MORE = re.compile(
    r"[（(\[【]\s*(?:选择?|選擇?)\s*(?:两|二|2|三|3|四|4|多)\s*[项項个個][)）\]】]|[（(]\s*"
    r"(?:多选|多選|双选)\s*[)）]|\((?:choose|select)\s+(?:two|three|all)[^)]{0,20}\)",
    re.I,
)


def _ordering(question: DraftQuestion, letters: list[str], raw: RawQuestion) -> None:
    question.answer = [question.options[ord(each) - 65] for each in letters]
    question.options = []


def _stem_line(raw: RawQuestion, key: str) -> int:
    return next((line for line, text in raw.stem if key in text), raw.line)


def _without_options(
    question: DraftQuestion, raw: RawQuestion, announced: str | None, doubts: Doubts
) -> None:
    """Treat a choice question that came without its options."""
    found = _keys(raw)
    text = " ".join(_key_text(key) for key in found)
    stem_key = blanks.bracket_key(question.stem, judge=False, letters=True)
    if stem_key:
        question.stem = stem_key.stem
    question.stem = blanks.tidy(question.stem)
    question.type = "multiple" if announced == "multiple" else "single"
    doubts.add(raw.line, "missing-options", "a choice question is announced, but it has no options")
    if found and not keys.is_no_key(text):
        doubts.add(
            found[-1].line,
            "answer-not-an-option",
            f"the key {text!r} names no option: the question has none",
        )
    elif stem_key:
        doubts.add(
            _stem_line(raw, stem_key.text),
            "answer-not-an-option",
            f"the key {stem_key.text!r} names no option: the question has none",
        )
    else:
        _settle(question, raw, None, doubts)


# statements


def _is_judgement(raw: RawQuestion, announced: str | None, stem: str) -> bool:
    """Say whether a question without options is a statement to be judged."""
    if announced == "true-false":
        return True
    if announced in ("blank", "essay", "numeric", "case", "matching", "ordering") and raw.kind:
        return False
    if announced in ("blank", "essay") or blanks.has_blank(stem) or raw.accepted or raw.numeric:
        return False
    judged = [key for key in raw.keys if _key_text(key).strip(" 。.（）()").lower() in TRUE | FALSE]
    if raw.keys:
        return len(judged) == len(raw.keys)
    if announced in _CHOICE:
        return False
    return blanks.bracket_key(stem, judge=True, letters=False) is not None or _boxed_judgement(raw)


def _boxed_judgement(raw: RawQuestion) -> bool:
    return bool(raw.box) and (raw.box or "").lower() in TRUE | FALSE


def _statement(
    question: DraftQuestion,
    raw: RawQuestion,
    announced: str | None,
    options: Options,
    doubts: Doubts,
) -> None:
    question.type = "true-false"
    found = _keys(raw)
    stem_key = blanks.bracket_key(question.stem, judge=True, letters=bool(options.judge))
    if stem_key and not stem_key.sure and found:
        stem_key = None
    if stem_key:
        question.stem = stem_key.stem
        found.insert(
            0, RawKey([(raw.line, stem_key.text)], _stem_line(raw, stem_key.text), "bracket")
        )
    question.stem = blanks.tidy(question.stem)
    question.options = []
    reading = _agreed(found, lambda text: _judged(text, options), raw, doubts)
    if reading is None and options.marked and len(options.marked) == 1:
        reading = Reading(options.judge[ord(options.marked[0]) - 65])
    _settle(question, raw, reading, doubts)


def _judged(text: str, options: Options) -> Reading:
    """Return the reading of a statement's key; with printed options 对/错 letters count too."""
    plain = keys.judgement(text)
    if plain.answer is not None and not plain.rest:
        return plain
    if options.judge:
        reading = keys.choice(text, options.choices)
        if isinstance(reading.answer, list) and len(reading.answer) == 1:
            return Reading(options.judge[ord(str(reading.answer[0])) - 65])
        return (
            reading
            if reading.answer is None
            else Reading(None, "unreadable-key", f"the key {text!r} names both")
        )
    return plain


# open questions


def _open(question: DraftQuestion, raw: RawQuestion, announced: str | None, doubts: Doubts) -> None:
    """Treat a question without options: blanks, a number, a short text, or an essay."""
    if raw.numeric:
        question.type = "numeric"
        _settle(question, raw, keys.numeric(raw.numeric[1]), doubts, raw.numeric[0])
    elif raw.accepted:
        question.type = "blank"
        question.answer = [[text for _, text in raw.accepted]]
    elif _is_blank(question.stem, raw, announced):
        _blank(question, raw, announced, doubts)
    else:
        _essay(question, raw, announced, doubts)


_ANSWER_SPACE = re.compile(r"\s*(?:[_＿]+|(?:答|解)\s*[:：]\s*[_＿\s]*)\s*")


def _is_blank(stem: str, raw: RawQuestion, announced: str | None) -> bool:
    lines = [text for _, text in raw.stem if not _ANSWER_SPACE.fullmatch(text)]
    text = "\n".join(lines)
    if announced == "blank":
        return True
    if announced in ("essay", "case") and raw.kind != "blank":
        return blanks.has_blank(text) and announced == "case"
    if blanks.has_blank(text):
        return True
    found = _keys(raw)
    if not found or announced is not None:
        return False
    key = _key_text(found[0])
    return blanks.has_empty_bracket(text) or _is_short(key)


def _is_short(key: str) -> bool:
    """Say whether a key without a blank is a word to be matched, not a sentence."""
    if "|" in key:
        return all(_is_short(part.strip()) for part in key.split("|"))
    return (
        bool(key)
        and len(key) <= (40 if key.isascii() else 16)
        and not re.search(r"[。！？；，\n]|[.!?;]$|[.!?;,] ", key)
        and (len(key.split()) <= 3)
    )


def _blank(
    question: DraftQuestion, raw: RawQuestion, announced: str | None, doubts: Doubts
) -> None:
    question.type = "blank"
    found = _keys(raw)
    question.stem, left = blanks.blanked(
        question.stem, keys_left=not found and announced == "blank"
    )
    standing = [key for key in left if key is not None]
    if not found and standing:
        _standing(question, raw, left, doubts)
        return
    reading = _agreed(found, lambda text: _blank_reading(text, len(left), announced), raw, doubts)
    if reading and reading.answer is not None and isinstance(reading.answer, tuple):
        question.type = "numeric"
    _settle(question, raw, reading, doubts)


def _blank_reading(text: str, count: int, announced: str | None) -> Reading:
    measured = keys.numeric(text, plain=announced == "numeric")
    if count <= 1 and measured.answer is not None:
        return measured
    return keys.blanks(text, count)


def _standing(
    question: DraftQuestion, raw: RawQuestion, left: list[str | None], doubts: Doubts
) -> None:
    """Take the answers that still stand in the blanks; all of them, or none."""
    if None in left:
        doubts.add(
            raw.line, "unreadable-key", f"{left.count(None)} of {len(left)} blanks hold no answer"
        )
        return
    question.answer = [keys_for for key in left if key for keys_for in _accepted(key)]


def _accepted(key: str) -> list[list[str]]:
    answer = keys.blanks(key, 1).answer
    return answer if isinstance(answer, list) else []  # type: ignore[return-value]


def _essay(
    question: DraftQuestion, raw: RawQuestion, announced: str | None, doubts: Doubts
) -> None:
    question.type = "essay"
    lines = [(line, text) for line, text in raw.stem if not _ANSWER_SPACE.fullmatch(text)]
    question.stem = joined(lines)
    found = [key for key in raw.keys if not keys.is_no_key(_key_text(key))]
    refused = any(key.refused for key in raw.keys)
    if found and not refused:
        question.answer = blanks.plain("\n".join(_key_text(key) for key in found))
    elif not refused:
        doubts.add(raw.line, "no-answer", "there is no model answer", "warning")


# keys


def _key_text(key: RawKey) -> str:
    return joined(key.text)


def _keys(raw: RawQuestion) -> list[RawKey]:
    """Return the keys of a question that say something, the box before its number first."""
    found = [key for key in raw.keys if key.refused or not keys.is_no_key(_key_text(key))]
    if raw.box:
        found.insert(0, RawKey([(raw.line, raw.box)], raw.line, "box"))
    return found


def _agreed(found: list[RawKey], read, raw: RawQuestion, doubts: Doubts) -> Reading | None:  # type: ignore[no-untyped-def]
    """Return what all keys of a question say, or why they say nothing; None without a key."""
    if any(key.refused for key in found):
        return Reading(None, "refused")
    readings: list[tuple[RawKey, Reading]] = [(key, read(_key_text(key))) for key in found]
    if not readings:
        return None
    first = readings[0][1]
    for key, reading in readings[1:]:
        if (
            reading.answer is not None
            and first.answer is not None
            and reading.answer != first.answer
        ):
            said = f"{_key_text(found[0])!r} on line {found[0].line} and {_key_text(key)!r} here"
            return Reading(None, "mixed-signals", f"two keys disagree: {said}", line=key.line)
    clear = next(((k, r) for k, r in readings if r.answer is not None), None)
    key, reading = clear if clear else readings[0]
    for about, message in reading.warnings:
        doubts.add(key.line, about, message)
    return Reading(
        reading.answer, reading.about, reading.message, (), reading.rest, reading.line or key.line
    )


def _settle(
    question: DraftQuestion,
    raw: RawQuestion,
    reading: Reading | None,
    doubts: Doubts,
    line: int | None = None,
) -> object:
    """Give a question its answer, or say in one doubt why it has none."""
    if raw.cut:
        return None
    if reading is None:
        message = "there is no key"
        if raw.learner:
            message += ", only the answer that a learner gave"
        doubts.add(raw.line, "no-answer", message, "error")
        return None
    if reading.answer is None and reading.about != "refused":
        doubts.add(reading.line or line or raw.line, reading.about, reading.message, "error")
    question.answer = reading.answer
    if reading.rest and not question.explanation:
        question.explanation = reading.rest
    return question.answer


def _contradiction(question: DraftQuestion, raw: RawQuestion, doubts: Doubts) -> None:
    """Doubt an explanation that gives another verdict than the key."""
    text, answer = question.explanation, question.answer
    if not text or answer is None or not raw.analysis:
        return
    message = ""
    if question.type == "true-false":
        verdict = verdicts.judgement_of(text)
        if verdict is not None and verdict is not answer:
            message = (
                f"the explanation says {'right' if verdict else 'wrong'}, the key says the opposite"
            )
    elif question.type in ("single", "multiple") and isinstance(answer, list):
        message = _choice_contradiction(question, text, {str(each) for each in answer})
    if message:
        line = next((number for number, said in raw.analysis if said.strip()), raw.line)
        doubts.add(line, "explanation-contradicts-answer", message)


def _choice_contradiction(question: DraftQuestion, text: str, key: set[str]) -> str:
    said = "".join(sorted(key))
    verdict = verdicts.letters_of_verdict(text)
    if verdict is not None:
        return (
            ""
            if verdict == key
            else f"the explanation says {''.join(sorted(verdict))}, the key {said}"
        )
    if question.type == "single":
        named = verdicts.named_otherwise(question.stem, text, question.options, key)
        return f"the explanation {named}, the key is {said}" if named else ""
    beyond = verdicts.lettered_beyond(text, key, len(question.options))
    return (
        f"the explanation affirms {''.join(sorted(beyond))} too, the key is {said}"
        if beyond
        else ""
    )


def draft(title: str | None, found: list[DraftSection], doubts: Doubts) -> Draft:
    """Return the draft of what was assembled."""
    return Draft(title, found, doubts.all)
