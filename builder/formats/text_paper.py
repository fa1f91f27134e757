"""The bank as running text: a paper with its key, as `import` reads it back.

Texts stay Markdown. What the layout cannot say for certain is said in words (matching pairs).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from builder.draft import DraftQuestion
from builder.formats import paper
from builder.formats.writing import Export, Item
from builder.locales import locale
from builder.locales import ordinal as numeral
from builder.model import Artifact, Bank, Exam, Question, Section, plain_number

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Words:
    """What the text says besides the bank's own texts."""

    types: dict[str, str]
    answer: str
    explanation: str
    true: str
    false: str
    case: str
    between: str
    """Between the answers of several blanks."""


_CHINESE = Words(
    {
        "single": "单选题",
        "multiple": "多选题",
        "true-false": "判断题",
        "blank": "填空题",
        "numeric": "填空题",
        "matching": "简答题",
        "ordering": "排序题",
        "essay": "简答题",
    },
    "答案：",
    "解析：",
    "正确",
    "错误",
    "案例",
    "；",
)
_ENGLISH = Words(
    {
        "single": "Single choice",
        "multiple": "Multiple choice",
        "true-false": "True/False",
        "blank": "Fill in the blank",
        "numeric": "Fill in the blank",
        "matching": "Essay",
        "ordering": "Essay",
        "essay": "Essay",
    },
    "Answer: ",
    "Explanation: ",
    "True",
    "False",
    "Case ",
    "; ",
)


def artifacts(export: Export) -> Iterator[Artifact]:
    """Yield the whole bank as one text, and tell what `import` would not read back."""
    for exam in export.exams("title"):
        items = [item for _, found in export.sections(exam, "title") for item in found]
        for item in items:
            _tell(item)
        _try(exam, items)
    yield Artifact("bank.md", write(export.bank).encode())


_SAID = ("points", "options", "answer", "explanation", "material", "tolerance", "items", "pairs")


def _tell(item: Item) -> None:
    item.lose_all_but(*_SAID)
    item.lose_pictures()
    for part in item.parts():
        _tell(part)


def _try(exam: Exam, items: Sequence[Item]) -> None:
    """Read the exam back, and tell which questions are not what they were."""
    draft = paper.read("\n".join(_exam(exam)) + "\n")
    read = [question for section in draft.sections for question in section.questions]
    places: dict[str, list[DraftQuestion]] = {}
    for question in reversed(read):
        places.setdefault(_stem(question), []).append(question)
    for item in items:
        value = item.question.to_json()
        name = value["material"] if item.question.parts() else value["stem"]
        found = places.get(" ".join(name.split()), [])
        if not (found and _same(value, found.pop())):
            kind = item.question.type_name
            message = f"running text cannot hold it for certain; import reads another '{kind}'"
            item.lose("type", message)


def _stem(question: DraftQuestion) -> str:
    return " ".join((question.material or question.stem).split())


def _same(value: dict[str, Any], read: DraftQuestion) -> bool:
    """Tell whether a question came back with its type, options, key and explanation."""
    if value["type"] != read.type:
        return False
    if value["type"] == "case":
        parts = zip(value["questions"], read.questions, strict=False)
        whole = len(value["questions"]) == len(read.questions)
        return whole and not value["stem"] and all(_same(part, other) for part, other in parts)
    answer = read.answer
    if isinstance(answer, tuple):
        kept = value["answer"] == answer[0] and value.get("tolerance", 0) == answer[1]
    elif value["type"] in ("matching", "ordering"):
        kept = answer == value.get("pairs", value.get("items"))
    else:
        kept = answer == value.get("answer")
    texts = [each if isinstance(each, str) else each["text"] for each in value.get("options", ())]
    stem = value["stem"] == read.stem and value.get("explanation") == read.explanation
    points = value["points"] == (1 if read.points is None else read.points)
    return kept and stem and points and texts == read.options


def write(bank: Bank) -> str:
    """Return every exam of the bank as running text, key and explanation behind each question."""
    return "\n\n".join("\n".join(_exam(exam)) for exam in bank.exams) + "\n"


def _exam(exam: Exam) -> Iterator[str]:
    words = _ENGLISH if locale(exam.language) == "en" else _CHINESE
    yield exam.title
    for ordinal, section in enumerate(exam.sections, 1):
        yield ""
        yield _head(ordinal, section, words)
        yield from _section(section, words)


def _head(ordinal: int, section: Section, words: Words) -> str:
    count = len(section.questions)
    if words is _ENGLISH:
        return f"Part {numeral(ordinal, 'en')}. {section.title}"
    return f"{numeral(ordinal, 'zh')}、{section.title}（共{count}题）"


def _section(section: Section, words: Words) -> Iterator[str]:
    for number, question in enumerate(section.questions, 1):
        yield ""
        if question.parts():
            yield from _case(number, question, words)
        else:
            yield from _question(f"{number}. ", question, words)


def _case(number: int, question: Question, words: Words) -> Iterator[str]:
    material = question.to_json()["material"]
    yield f"{words.case}{number}. {material}"
    for place, part in enumerate(question.parts(), 1):
        yield ""
        yield from _question(f"（{place}）", part, words)


def _question(label: str, question: Question, words: Words) -> Iterator[str]:
    value = question.to_json()
    kind = words.types.get(question.type_name, question.type_name)
    points = plain_number(question.points)
    mark = f"[{kind}, {points} points] " if words is _ENGLISH else f"【{kind}，{points}分】"
    yield f"{label}{mark}{question.stem}"
    yield from _listed(_items(value))
    yield from _labelled(words.answer, "\n".join(_answer(value, words)))
    yield from _labelled(words.explanation, question.explanation or "")


def _items(value: dict[str, Any]) -> list[str]:
    """Return what is lettered under the stem: options, or the items of an ordering."""
    if "items" in value:
        return sorted(value["items"])
    texts = (
        option if isinstance(option, str) else option["text"] for option in value.get("options", ())
    )
    return list(texts)


def _listed(texts: Iterable[str]) -> Iterator[str]:
    for letter, text in zip(_LETTERS, texts, strict=False):
        yield f"{letter}. {text}"


def _labelled(label: str, text: str) -> Iterator[str]:
    if text:
        yield f"{label}{text}"


def _answer(value: dict[str, Any], words: Words) -> Iterator[str]:
    """Yield the lines of a key."""
    match value["type"]:
        case "single" | "multiple":
            yield "".join(value["answer"])
        case "true-false":
            yield words.true if value["answer"] else words.false
        case "blank":
            yield words.between.join(" | ".join(accepted) for accepted in value["answer"])
        case "numeric":
            tolerance = f" ± {value['tolerance']}" if value.get("tolerance") else ""
            yield f"{value['answer']}{tolerance}"
        case "ordering":
            order = sorted(value["items"])
            yield "".join(_LETTERS[order.index(item)] for item in value["items"])
        case "matching":
            yield from (f"{left} → {right}" for left, right in value["pairs"])
        case _:
            yield from value.get("answer", "").split("\n")
