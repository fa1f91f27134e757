"""JSON question lists → a paper: arrays of objects with the field names people use, our own export.

A shape that is not known is refused by name, with the path to it; nothing is taken for something.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from builder.decoding import Decoded, ReadError
from builder.draft import Doubt, Draft, DraftQuestion, DraftSection
from builder.formats import bank_json, html_text
from builder.formats.lists import joined_options, own_questions, records
from builder.formats.lists.columns import option_letter
from builder.formats.lists.json_lines import Lines
from builder.formats.lists.list_checks import finished
from builder.formats.lists.records import Record, kind_of

Value = Any  # the edge where JSON comes in
Object = Mapping[str, Value]

_NAMES: dict[str, tuple[str, ...]] = {
    "stem": (
        *("stem", "question", "questiontext", "title", "content", "text", "prompt", "body", "name"),
        *("questiontitle", "questioncontent", "题干", "题目", "问题", "试题", "题目内容", "内容"),
    ),
    "options": (
        *("options", "choices", "answers", "alternatives", "answeroptions", "selections", "items"),
        *("option", "choice", "选项", "备选项", "选项内容"),
    ),
    "key": (
        *("answer", "key", "correct", "correctanswer", "correctanswers", "rightanswer", "solution"),
        *("correctindex", "answerindex", "correctoption", "correctoptions", "correctchoice"),
        *("answerkey", "answers", "答案", "正确答案", "参考答案", "标准答案"),
    ),
    "explanation": (
        *("explanation", "analysis", "rationale", "explain", "feedback", "parse", "解析"),
        *("答案解析", "试题解析", "解释"),
    ),
    "kind": ("type", "questiontype", "kind", "qtype", "题型", "类型", "题目类型"),
    "points": ("points", "score", "marks", "分值", "分数"),
    "difficulty": ("difficulty", "level", "难度"),
    "tags": ("tags", "tag", "topics", "keywords", "knowledge", "标签", "知识点"),
    "number": ("number", "no", "index", "order", "序号", "题号"),
    "material": ("material", "passage", "context", "材料", "背景"),
}
"""What a field is for: its names, folded, the likeliest first."""

_SECTIONS = ("sections", "exams", "parts", "groups", "chapters", "大题", "部分", "章节")
_QUESTIONS = (
    *("questions", "items", "data", "list", "quiz", "results", "records", "questionlist", "rows"),
    *("exam", "paper", "bank", "questionbank", "题目", "题库", "试题", "题目列表", "试题列表"),
)
_PARTS = ("questions", "children", "subquestions", "subs", "sub", "小题", "子题")
_TITLES = ("title", "name", "heading", "标题", "名称", "试卷名称")
_CORRECT = ("correct", "iscorrect", "isanswer", "isright", "right", "istrue")
_YES = (True, 1, "true", "True", "1", "yes", "是", "对")
_TEXTS = ("text", "content", "value", "label", "option", "title", "answer", "body", "内容", "选项")
_LETTERS = ("key", "letter", "id", "label", "name", "prefix", "index")
_MAX_DEPTH = 6
_MAX_NESTING = 40
"""Of braces and brackets; no list of questions has more."""


@dataclass(slots=True)
class _Reading:
    """What has been read so far, and the lines of the source."""

    lines: Lines
    draft: Draft
    stripped: list[int] = field(default_factory=list)
    unknown: Counter[str] = field(default_factory=Counter)


def recognises(text: str) -> bool:
    """Tell a JSON text by its first and last characters; whether it is sound comes out later."""
    start = text[:2000].lstrip()[:1]
    end = text[-2000:].rstrip()[-1:]
    return (start, end) in (("{", "}"), ("[", "]")) and '"' in text[:20_000]


def is_sound(text: str) -> bool:
    """Tell JSON (or JSON lines) from a text that merely begins and ends like it."""
    try:
        _parsed(text)
    except ReadError:
        return False
    return True


def read(decoded: Decoded) -> Draft:
    """Return the questions in a JSON text. Raises ReadError for bad JSON and unknown shapes."""
    value = _parsed(decoded.text)
    lines = Lines(decoded.text, value)
    if bank_json.recognises(value) and (whole := bank_json.read(value, lines)):
        return finished(whole)
    reading = _Reading(lines, Draft(None, [], []))
    _Lists(reading).read(value, "$", None)
    reading.draft.unused += (
        (1, f"field '{name}' ({count} values)") for name, count in reading.unknown.items()
    )
    if reading.stripped:
        message = "HTML markup was removed from fields"
        first = min(reading.stripped)
        reading.draft.doubts.append(Doubt(first, "html-stripped", "warning", message))
    return finished(reading.draft)


def _parsed(text: str) -> Value:
    try:
        return _bounded(json.loads(text, parse_constant=_refused))
    except json.JSONDecodeError as error:
        rows = [line for line in text.split("\n") if line.strip()]
        if len(rows) > 1 and all(row.lstrip().startswith("{") for row in rows):
            return _parsed_rows(text)
        raise ReadError(f"line {error.lineno}: not valid JSON ({error.msg})") from None
    except (RecursionError, ValueError):
        raise ReadError("the JSON is nested too deeply, or holds what is no number") from None


def _parsed_rows(text: str) -> list[Value]:
    """Read JSON lines: an object a line."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                found.append(_bounded(json.loads(line, parse_constant=_refused)))
            except (ValueError, RecursionError) as error:
                raise ReadError(f"line {number}: not valid JSON ({error})") from None
    return found


def _refused(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _bounded(value: Value) -> Value:
    """Return `value`. Raises RecursionError where it is nested deeper than _MAX_NESTING."""
    level = [value]
    for _ in range(_MAX_NESTING):
        held = [each for each in level if isinstance(each, dict | list)]
        level = [each for one in held for each in (one.values() if isinstance(one, dict) else one)]
        if not level:
            return value
    raise RecursionError(f"nested deeper than {_MAX_NESTING}")


def _folded(name: str) -> str:
    return re.sub(r"[\s_-]", "", name).lower()


def _get(value: Object, names: Sequence[str]) -> tuple[str | None, Value]:
    """Return the first field of an object that has one of the names and is not empty."""
    folded = {_folded(key): key for key in reversed(list(value))}
    for name in names:
        key = folded.get(name)
        if key is not None and value[key] not in (None, "", [], {}):
            return key, value[key]
    return None, None


def _is_question(value: Value) -> bool:
    """Tell an object with a stem and, besides, options, a key or a type; or a case."""
    if not isinstance(value, dict):
        return False
    if _shares_material(value):
        return True
    _, stem = _get(value, _NAMES["stem"])
    if isinstance(stem, dict | list) or (stem is None and not value.get("material")):
        return False
    names = {_folded(key) for key in value}
    wanted = {name for each in ("options", "key", "kind") for name in _NAMES[each]} - {"items"}
    return bool(names & wanted) or any(option_letter(name) for name in names)


def _shares_material(value: Object) -> bool:
    """Tell an object with a text and questions about it, whatever it calls itself."""
    _, material = _get(value, _NAMES["material"])
    parts = _nested(value) or ()
    return isinstance(material, str) and any(_is_question(part) or _nested(part) for part in parts)


class _Lists:
    """Finds the lists of questions in a JSON value, whatever holds them."""

    def __init__(self, reading: _Reading) -> None:
        self._reading = reading

    def read(self, value: Value, path: str, title: str | None, depth: int = 0) -> None:
        """Add the questions in `value` to the draft. Raises ReadError for an unknown shape."""
        if depth > _MAX_DEPTH:
            raise ReadError(f"{path}: the list of questions is nested too deeply")
        if isinstance(value, list):
            self._read_array(value, path, title, depth)
        elif _is_question(value) and not self._holds_questions(value):
            self._add([value], title, 1)
        elif isinstance(value, dict):
            self._read_object(value, path, title, depth)
        else:
            raise ReadError(f"{path}: {_named(value)} where questions were expected")

    def _holds_questions(self, value: Object) -> bool:
        _, inside = _get(value, (*_QUESTIONS, *_SECTIONS))
        return (
            isinstance(inside, list)
            and any(isinstance(each, dict) for each in inside)
            and (_get(value, _NAMES["material"])[0] is None and value.get("type") != "case")
            and any(map(_is_question, inside))
        )

    def _read_array(self, value: list[Value], path: str, title: str | None, depth: int) -> None:
        if not value:
            return
        found = [each for each in value if _is_question(each) and not self._holds_questions(each)]
        if found:
            self._add(found, title, self._reading.lines.line(found[0]))
            chosen = set(map(id, found))
            self._reading.draft.unused += (
                (self._reading.lines.line(each), _short(each))
                for each in value
                if id(each) not in chosen
            )
            return
        if not all(isinstance(each, dict | list) for each in value):
            raise ReadError(f"{path}[0]: {_named(value[0])} where a question was expected")
        for at, each in enumerate(value):
            self.read(each, f"{path}[{at}]", title, depth + 1)

    def _read_object(self, value: Object, path: str, title: str | None, depth: int) -> None:
        named = _title(value)
        for names in (_SECTIONS, _QUESTIONS):
            key, inside = _get(value, names)
            if isinstance(inside, list | dict):
                is_section = names is _QUESTIONS and (depth or title)
                if not is_section and not self._reading.draft.title:
                    self._reading.draft.title = named
                self._tell_unused(value, key)
                own_title = (named or title) if is_section else title
                self.read(inside, f"{path}.{key}", own_title, depth + 1)
                return
        if not self._read_by_name(value, path, depth):
            shown = ", ".join(f"'{_short(key)}'" for key in list(value)[:8])
            raise ReadError(
                f"{path}: no list of questions in an object with {shown or 'no fields'}"
            )

    def _tell_unused(self, holder: Object, read: str | None) -> None:
        """Tell of what an object says besides its title and the list in it."""
        line = self._reading.lines.line(holder)
        spare = {name: each for name, each in holder.items() if _folded(name) not in _TITLES}
        self._reading.draft.unused += (
            (line, f"{name}: {_short(each)}") for name, each in spare.items() if name != read
        )

    def _read_by_name(self, value: Object, path: str, depth: int) -> bool:
        """Read an object of questions by id, or of lists by section title."""
        if value and all(map(_is_question, value.values())):
            self._add(list(value.values()), None, self._reading.lines.line(value))
            return True
        lists = {key: each for key, each in value.items() if isinstance(each, list)}
        found = {key: each for key, each in lists.items() if any(map(_is_question, each))}
        for key, each in found.items():
            self.read(each, f"{path}.{key}", key, depth + 1)
        return bool(found)

    def _add(self, found: list[Object], title: str | None, line: int) -> None:
        questions = self._questions(found, kind_of(title or ""))
        self._reading.draft.sections.append(DraftSection(title, line, questions=questions))

    def _questions(self, found: list[Object], kind: str) -> list[DraftQuestion]:
        questions: list[DraftQuestion] = []
        run: list[Record] = []
        for value in found:
            own = own_questions.own(value, self._reading.lines)
            nested = None if own else _nested(value)
            if own is None and nested is None:
                run.append(_record(value, kind, self._reading))
                continue
            questions += self._flushed(run)
            questions.append(own or self._case(value, nested or [], kind))
        return questions + self._flushed(run)

    def _flushed(self, run: list[Record]) -> list[DraftQuestion]:
        questions, doubts = records.questions(run)
        self._reading.draft.doubts += doubts
        run.clear()
        return questions

    def _case(self, value: Object, nested: list[Object], kind: str) -> DraftQuestion:
        record = _record(value, "", self._reading)
        case, doubts = records.case(record, self._questions(nested, kind))
        self._reading.draft.doubts += doubts
        return case


def _nested(value: Object) -> list[Object] | None:
    """Return the questions inside a question that shares material."""
    _, inside = _get(value, _PARTS)
    plain = isinstance(inside, list) and all(isinstance(each, dict) for each in inside)
    return inside if plain and inside else None


def _title(value: Object) -> str | None:
    _, title = _get(value, _TITLES)
    return title.strip() if isinstance(title, str) and title.strip() else None


def _named(value: Value) -> str:
    kinds = {dict: "an object", list: "a list", str: "a text", bool: "true or false"}
    return kinds.get(type(value), "nothing" if value is None else "a number")


def _short(value: Value) -> str:
    shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return shown if len(shown) <= 80 else shown[:79] + "…"


# Records.


def _record(value: Object, kind: str, reading: _Reading) -> Record:
    line = reading.lines.line(value)

    def text(name: str) -> str:
        return _text(_get(value, _NAMES[name])[1], line, reading)

    options_key, labels, options, flagged, feedback = _options(value, line, reading)
    key_name, key = _key(value, options_key)
    indices = _indices(key) if options and flagged is None else None
    number = _get(value, _NAMES["number"])[1]
    tags = _get(value, _NAMES["tags"])[1]
    _count_unknown(value, reading)
    return Record(
        line=line,
        column=reading.lines.column(value),
        stem=text("stem"),
        options=options,
        labels=labels,
        key=flagged if flagged is not None else _key_text(key, bool(options)),
        key_line=reading.lines.key_line(value, key_name),
        indices=indices,
        explanation=text("explanation"),
        kind=text("kind") or kind,
        points=text("points"),
        difficulty=text("difficulty"),
        tags=tuple(map(str, tags)) if isinstance(tags, list) else tuple(str(tags or "").split()),
        number=number if type(number) is int else None,
        material=text("material"),
        feedback=feedback,
    )


def _text(value: Value, line: int, reading: _Reading) -> str:
    if value is None:
        return ""
    shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    if "<" in shown and html_text.recognises(shown):
        reading.stripped.append(line)
        return html_text.plain(shown)
    return shown.strip()


Found = tuple[str | None, tuple[str, ...], tuple[str, ...], str | None, tuple[str | None, ...]]
"""Field, letters, texts, the letters flagged as right (None without flags), feedback."""


def _options(value: Object, line: int, reading: _Reading) -> Found:
    """Return the field, letters, texts, letters flagged as right, and feedback of the options."""
    wrong = _get(value, ("incorrectanswers", "wronganswers", "distractors"))[1]
    right = _get(value, ("correctanswer", "answer"))[1]
    if isinstance(wrong, list) and isinstance(right, str):
        texts = tuple(_text(each, line, reading) for each in [right, *wrong])
        return None, (), texts, None, ()
    for name in _NAMES["options"]:
        key, given = _get(value, (name,))
        if isinstance(given, dict):
            letters = tuple(str(letter).strip().upper() for letter in given)
            texts = tuple(_text(each, line, reading) for each in given.values())
            plain = all(re.fullmatch("[A-Z]", letter) for letter in letters)
            return key, letters if plain else (), texts, None, ()
        if isinstance(given, list) and (name != "answers" or _are_options(given, value)):
            return (key, *_listed(given, line, reading))
        if isinstance(given, str) and name in ("options", "choices", "选项"):
            return (key, *joined_options.split(given), None, ())
    apart = {option_letter(_folded(key)): each for key, each in value.items() if each is not None}
    found = {letter: _text(each, line, reading) for letter, each in apart.items() if letter}
    found = {letter: text for letter, text in sorted(found.items()) if text}
    texts = tuple(joined_options.without_own_label(letter, each) for letter, each in found.items())
    return None, tuple(found), texts, None, ()


def _are_options(given: list[Value], value: Object) -> bool:
    """Tell `answers` that are options: objects, or texts beside which another field is the key."""
    keys = set(_NAMES["key"]) - {"answers"}
    return all(isinstance(each, dict) for each in given) or any(_folded(n) in keys for n in value)


def _listed(
    given: list[Value], line: int, reading: _Reading
) -> tuple[tuple[str, ...], tuple[str, ...], str | None, tuple[str | None, ...]]:
    if not all(isinstance(each, dict) for each in given):
        labels, texts = joined_options.labelled([_text(each, line, reading) for each in given])
        return labels, texts, None, ()
    texts = tuple(_text(_get(each, _TEXTS)[1], line, reading) for each in given)
    letters = tuple(_own_letter(each) for each in given)
    flags = [_get(each, _CORRECT) for each in given]
    known = letters if all(letters) else tuple(chr(ord("A") + at) for at in range(len(given)))
    right = [each for each, (_, flag) in zip(known, flags, strict=True) if flag in _YES]
    flagged = ",".join(right) if any(_has_flag(each) for each in given) else None
    feedback = tuple(each.get("feedback") for each in given)
    told = tuple(each if isinstance(each, str) and each else None for each in feedback)
    return letters if all(letters) else (), texts, flagged, told if any(told) else ()


def _has_flag(value: Object) -> bool:
    return any(_folded(name) in _CORRECT for name in value)


def _own_letter(value: Object) -> str:
    for name in _LETTERS:
        _, letter = _get(value, (name,))
        if isinstance(letter, str) and re.fullmatch(r"[A-Za-z]", letter.strip()):
            return letter.strip().upper()
    return ""


def _key(value: Object, options_key: str | None) -> tuple[str | None, Value]:
    for name in _NAMES["key"]:
        key, given = _get(value, (name,))
        if key is None and name in map(_folded, value):  # False and 0 are keys as well
            key = next(each for each in value if _folded(each) == name)
            given = value[key]
        if key is not None and key != options_key and given not in (None, "", [], {}):
            return key, given
    return None, None


def _indices(key: Value) -> tuple[int, ...] | None:
    if type(key) is int:
        return (key,)
    if isinstance(key, list) and key and all(type(each) is int for each in key):
        return tuple(key)
    return None


def _key_text(key: Value, has_options: bool) -> str:
    """Return a key as the text that its reader expects: options a line each, blanks as JSON."""
    if key is None:
        return ""
    if isinstance(key, bool):
        return "true" if key else "false"
    if isinstance(key, dict):
        return json.dumps(key, ensure_ascii=False)
    if not isinstance(key, list):
        return str(key).strip()
    parts = ["|".join(map(str, each)) if isinstance(each, list) else str(each) for each in key]
    if has_options:
        return "\n".join(parts)
    return parts[0] if len(parts) == 1 else json.dumps(parts, ensure_ascii=False)


_KNOWN = {name for names in _NAMES.values() for name in names} | {
    *("id", "_id", "uid", "incorrectanswers", "wronganswers", "distractors", "feedback"),
    *_PARTS,
}


def _count_unknown(value: Object, reading: _Reading) -> None:
    for key, each in value.items():
        name = _folded(key)
        if name not in _KNOWN and not option_letter(name) and each not in (None, "", [], {}):
            reading.unknown[key] += 1
