"""The bank → R/exams: a file a question, in a folder a section."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from builder.formats.document.raw_html import shielded
from builder.formats.lists.own_columns import VERDICTS, are_verdicts, place
from builder.formats.writing import Export, Item, one_line, rubric_text, values
from builder.locales import locale
from builder.model import Artifact, Exam, plain_number
from builder.questions.blank import Blank
from builder.questions.case import Case
from builder.questions.essay import Essay
from builder.questions.multiple import Multiple
from builder.questions.numeric import Numeric
from builder.questions.single import Single
from builder.questions.true_false import TrueFalse

_KEPT = (
    *("explanation", "points", "tags", "hint", "difficulty", "source", "options", "feedback"),
    *("answer", "tolerance", "rubric"),
)
_HEAD = re.compile(r"^(?:Question|Solution|Answerlist|Meta-information)[ \t]*\n[=-]{3,}", re.M)
_BLANK = re.compile(r"(?<!_)_{3,}(?!_)")


def artifacts(export: Export) -> Iterator[Artifact]:
    """Yield a file a question, in a folder a section, and the pictures beside them."""
    for exam in export.exams("ids"):
        for section, (title, items) in zip(exam.sections, export.titled(exam), strict=True):
            folder = f"{exam.id}/{section.id}"
            for number, item in enumerate(items, 1):
                yield from _files(item, exam, title, f"{folder}/{number:03}")


def _files(item: Item, exam: Exam, title: str, path: str, before: str = "") -> Iterator[Artifact]:
    if isinstance(item.question, Case):
        yield from _case(item, exam, title, path)
        return
    text = _exercise(item, exam, title, before)
    if text is None:
        return
    yield Artifact(f"{path}-{item.question.id}.Rmd", text.encode())
    folder, home = path.rpartition("/")[0], f"{item.section.folder}/"
    for name in item.carried():
        yield Artifact(f"{folder}/{name.removeprefix(home)}", item.export.file(name))


def _case(item: Item, exam: Exam, title: str, path: str) -> Iterator[Artifact]:
    """Yield the questions of a case, each with the material before it."""
    item.lose_all_but("material")
    item.lose("type", "R/exams has no material for several questions; each has it before itself")
    texts = (item.text("material", item.question.to_json()["material"]), item.question.stem)
    before = "\n\n".join(filter(None, texts))
    for number, part in enumerate(item.parts(), 1):
        part.lose("stem", "the material of its case stands before it")
        yield from _files(part, exam, title, f"{path}-{number:02}", before)


def _exercise(item: Item, exam: Exam, title: str, before: str) -> str | None:
    question = item.question
    own = _own(item, exam)
    if own is None:
        return None
    stem, answers, told, meta = own
    stem = shielded("\n\n".join(filter(None, (before, item.text("stem", stem)))))
    solution = shielded(_solution(item))
    if any(_HEAD.search(text) for text in (stem, solution)):
        item.leave_out("a text has a heading that R/exams takes for its own")
        return None
    item.lose_all_but(*_KEPT)
    lines = ["Question", "========", stem, *_answerlist(answers), ""]
    if solution or told:
        lines += ["Solution", "========", *filter(None, [solution]), *_answerlist(told), ""]
    lines += ["Meta-information", "================", f"exname: {question.id}", *meta]
    lines.append(f"expoints: {plain_number(question.points)}")
    lines.append(f"exsection: {title}")
    return "\n".join([*lines, *_extras(item)]) + "\n"


def _answerlist(rows: Sequence[str]) -> list[str]:
    return ["", "Answerlist", "----------", *(_item(row) for row in rows)] if rows else []


def _item(text: str) -> str:
    """Return an item of a list, what follows its first line indented below it."""
    return "* " + re.sub(r"\n(?=[^\n])", "\n  ", text)


def _extras(item: Item) -> Iterator[str]:
    question = item.question
    if question.tags:
        yield f"exextra[tags,character]: {'|'.join(map(one_line, question.tags))}"
        if any("|" in tag for tag in question.tags):
            item.lose("tags", "R/exams parts values by '|'; a tag with it became two")
    if question.difficulty is not None:
        yield f"exextra[difficulty,numeric]: {question.difficulty}"
    for field, text in (("hint", question.hint), ("source", question.source)):
        if text:
            yield f"exextra[{field},character]: {one_line(text)}"
            if "\n" in text:
                item.lose(field, "in R/exams it is one line; its line ends became spaces")


def _solution(item: Item) -> str:
    """Return what stands under Solution: the explanation; of an essay the model answer."""
    explanation = item.text("explanation", item.question.explanation)
    if not isinstance(item.question, Essay):
        return explanation
    answer = item.text("answer", item.question.answer)
    parts = [answer, rubric_text(item.question), explanation]
    said = [part for part in parts if part]
    if item.question.rubric or item.question.explanation:
        for field in ("answer", "rubric", "explanation"):
            if field in item.fields():
                item.lose(field, f"R/exams has one solution; '{field}' stands in it")
    return "\n\n".join(said)


Own = tuple[str, list[str], list[str], list[str]]
"""Stem, answers, what is told of each answer, meta-information."""


def _own(item: Item, exam: Exam) -> Own | None:
    """Return what a type says of its own, or None where R/exams has no such question."""
    stem = item.question.stem
    match item.question:
        case Single(answer=right):
            texts, told = _options(item, right)
            if are_verdicts(texts):
                item.lose("type", "options like True and False make it a true-false question")
            return stem, texts, told, _choice("schoice", texts, right)
        case Multiple(answer=right):
            texts, told = _options(item, right)
            return stem, texts, told, _choice("mchoice", texts, right)
        case TrueFalse(answer=so):
            words = list(VERDICTS[place(locale(exam.language))])
            return stem, words, [], _choice("schoice", words, "A" if so else "B")
        case Numeric(answer=number, tolerance=tolerance):
            meta = ["extype: num", f"exsolution: {number}"]
            return stem, [], [], [*meta, f"extol: {plain_number(tolerance)}"]
        case Blank(answer=accepted):
            return _blanks(item, accepted)
        case Essay():
            return stem, [], [], ["extype: string", "exstringtype: essay", "exsolution: nil"]
        case _:
            item.leave_out()
            return None


def _options(item: Item, right: str) -> tuple[list[str], list[str]]:
    value = values(item.question)
    texts = [shielded(item.text("options", text)) for text in value["options"]]
    if not any(value["feedback"]):
        return texts, []
    told = []
    for at, feedback in enumerate(value["feedback"]):
        verdict = "True" if chr(ord("A") + at) in right else "False"
        said = shielded(item.text("feedback", feedback))
        if "\n" in said:
            item.lose("feedback", "in R/exams it is one line; its line ends became spaces")
        told.append(f"{verdict}. {one_line(said)}".strip())
    return texts, told


def _choice(kind: str, texts: Sequence[str], right: str) -> list[str]:
    bits = "".join("1" if chr(ord("A") + at) in right else "0" for at in range(len(texts)))
    return [f"extype: {kind}", f"exsolution: {bits}"]


def _blanks(item: Item, accepted: Sequence[Sequence[str]]) -> Own | None:
    if any(len(texts) > 1 for texts in accepted):
        item.lose("answer", "R/exams accepts one text for a blank; the others were left out")
    first = [one_line(texts[0]) for texts in accepted]
    stem = item.question.stem
    if len(first) == 1:
        return stem, [], [], ["extype: string", f"exsolution: {first[0]}"]
    if any("|" in text for text in first):
        item.leave_out("R/exams parts the answers of several blanks by '|', and one has it")
        return None
    numbers = iter(range(1, len(first) + 1))
    stem = _BLANK.sub(lambda _: f"##ANSWER{next(numbers)}##", stem)
    kinds = "|".join(["string"] * len(first))
    meta = ["extype: cloze", f"exclozetype: {kinds}", f"exsolution: {'|'.join(first)}"]
    return stem, [], [], meta
