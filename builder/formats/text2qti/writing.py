"""The bank → text2qti: a file an exam, a text region before each section."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from builder.formats.document import raw_html
from builder.formats.text2qti import units
from builder.formats.writing import Export, Item, beside, one_line, rubric_text, values
from builder.model import Artifact, Exam, Section, Shuffle, plain_number
from builder.questions.blank import Blank
from builder.questions.case import Case
from builder.questions.essay import Essay
from builder.questions.multiple import Multiple
from builder.questions.numeric import Numeric
from builder.questions.single import Single
from builder.questions.true_false import TrueFalse

_KEPT = ("points", "explanation", "options", "feedback", "answer", "tolerance", "rubric")
_LEAST = 1e-4
_WHOLE = re.compile(r"0|[+-]?[1-9][0-9]*")


def artifacts(export: Export) -> Iterator[Artifact]:
    """Yield one file an exam, and the pictures it shows."""
    for exam in export.exams("ids", "title", "description"):
        writer = _Writer(export, exam)
        text = "\n".join(writer.lines()) + "\n"
        yield from beside(exam, f"{exam.id}.txt", text.encode(), export, writer.pictures)


def _shielded(text: str) -> str:
    """Return Markdown in which text2qti finds no HTML and no macro of siunitx."""
    return units.spelt(raw_html.shielded(text))


class _Writer:
    """Writes one exam; knows which stems were written, since text2qti takes none twice."""

    def __init__(self, export: Export, exam: Exam) -> None:
        self._export = export
        self._exam = exam
        self._stems: set[str] = set()
        self.pictures: list[str] = []

    def lines(self) -> Iterator[str]:
        exam = self._exam
        yield f"Quiz title: {one_line(exam.title)}"
        if exam.description:
            yield from _under("Quiz description: ", _shielded(exam.description), 4)
        if not any(section.shuffle.options for section in exam.sections):
            yield "Shuffle answers: false"
        for section in exam.sections:
            if section.shuffle.questions or section.shuffle.options != Shuffle().options:
                self._lose_shuffle(section)
        number = 0
        sections = self._export.titled(exam, "instructions", "shuffle", "draw")
        for section, (title, items) in zip(exam.sections, sections, strict=True):
            blocks = self._blocks(items, title, number)
            number += len(items)
            yield from self._section(section, title, blocks)

    def _lose_shuffle(self, section: Section) -> None:
        uniform = not any(each.shuffle.options for each in self._exam.sections)
        if section.shuffle.questions or not uniform:
            done = "options shuffle as in the whole quiz, questions do not"
            self._export.lose_of_section(self._exam, section, "shuffle", done)

    def _section(self, section: Section, title: str, blocks: list[list[str]]) -> Iterator[str]:
        yield ""
        yield f"Text title: {one_line(title)}"
        if section.instructions:
            yield from _under("Text: ", _shielded(section.instructions), 4)
        group = self._group(section, blocks) if section.draw else []
        yield from group
        for block in blocks:
            yield ""
            yield from block
        if group:
            yield from ("", "END_GROUP")

    def _group(self, section: Section, blocks: list[list[str]]) -> list[str]:
        """Return the head of a group, of which the quiz shows so many, where there can be one."""
        points = {question.points for question in section.questions}
        case = any(isinstance(question, Case) for question in section.questions)
        whole = all(each == int(each) and each > 0 for each in points)
        if case or len(points) > 1 or not whole or len(blocks) <= (section.draw or 0):
            done = "all its questions are asked"
            self._export.lose_of_section(self._exam, section, "draw", done)
            return []
        worth = f"points per question: {plain_number(points.pop())}"
        return ["", "GROUP", f"pick: {section.draw}", worth]

    def _blocks(self, items: Sequence[Item], title: str, number: int) -> list[list[str]]:
        found = []
        for at, item in enumerate(items, number + 1):
            lines = list(self._block(item, at, title))
            if lines:
                found.append(lines)
        return found

    def _block(self, item: Item, number: int, title: str) -> Iterator[str]:
        if isinstance(item.question, Case):
            yield from self._case(item, number)
            return
        answer = _answer(item)
        stem = _shielded(item.text("stem", item.question.stem))
        if answer is None:
            return
        if stem in self._stems:
            item.leave_out("text2qti takes no text of a question twice")
            return
        self._stems.add(stem)
        self.pictures += item.carried()
        item.lose_all_but(*_KEPT)
        yield f"Title: {item.question.id}"
        if item.question.points != 1:
            yield from _points(item)
        yield from _text(item, "stem", f"{number}.  ", stem)
        if item.question.explanation:
            explanation = item.text("explanation", item.question.explanation)
            yield from _text(item, "explanation", "... ", _shielded(explanation))
        yield from answer

    def _case(self, item: Item, number: int) -> Iterator[str]:
        item.lose_all_but("material", "points")
        parts = [list(self._block(part, number, "")) for part in item.parts()]
        parts = [part for part in parts if part]
        if not parts:
            item.leave_out("text2qti has none of the questions of this case")
            return
        if item.question.stem:
            message = "text2qti has one text before questions; the stem follows the material"
            item.lose("stem", message)
            item.lose("material", message)
        texts = (item.text("material", item.question.to_json()["material"]), item.question.stem)
        self.pictures += item.carried()
        yield f"% case {item.question.id}"
        yield from _text(item, "material", "Text: ", _shielded("\n\n".join(filter(None, texts))))
        for part in parts:
            yield ""
            yield from part
        yield from ("", "% end of case")


def _points(item: Item) -> Iterator[str]:
    points = item.question.points
    if points > 0 and points * 2 == int(points * 2):
        yield f"Points: {plain_number(points)}"
    else:
        item.lose("points", "text2qti has whole and half points only, and none that are 0; it is 1")


def _answer(item: Item) -> list[str] | None:
    """Return the lines of the answer, or None where text2qti has no such question."""
    match item.question:
        case Single(answer=letter):
            return _choices(item, lambda each: f"*{each}) " if each == letter else f"{each}) ")
        case Multiple(answer=letters):
            return _choices(item, lambda each: "[*] " if each in letters else "[ ] ")
        case TrueFalse(answer=right):
            return ["*a) True", "b) False"] if right else ["a) True", "*b) False"]
        case Blank(answer=accepted):
            return _short(item, accepted)
        case Numeric():
            return _number(item, item.question)
        case Essay():
            return _essay(item, item.question)
        case _:
            item.leave_out()
            return None


def _choices(item: Item, label: Callable[[str], str]) -> list[str]:
    lines: list[str] = []
    value = values(item.question)
    texts = [_shielded(item.text("options", text)) for text in value["options"]]
    if isinstance(item.question, Single) and {each.lower() for each in texts} == {"true", "false"}:
        item.lose("type", "in text2qti the options True and False make a true-false question")
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    for letter, text, feedback in zip(letters, texts, value["feedback"], strict=False):
        lines += _text(item, "options", label(letter), text)
        if feedback:
            shown = _shielded(item.text("feedback", feedback))
            lines += _text(item, "feedback", "... ", shown)
    return lines


def _short(item: Item, accepted: Sequence[Sequence[str]]) -> list[str] | None:
    if len(accepted) > 1:
        item.leave_out("text2qti has no question with several blanks")
        return None
    return [f"* {one_line(text)}" for text in accepted[0]]


def _number(item: Item, question: Numeric) -> list[str] | None:
    value, tolerance = float(question.answer), question.tolerance
    if min(abs(value - tolerance), abs(value + tolerance)) < _LEAST:
        item.leave_out("text2qti takes no number nearer to 0 than 0.0001")
        return None
    if _WHOLE.fullmatch(question.answer) and not tolerance:
        return [f"= {question.answer}"]
    return [f"= {question.answer} +- {plain_number(tolerance)}"]


def _essay(item: Item, question: Essay) -> list[str]:
    """Return the model answer as the solution, and the line to write on."""
    parts = [item.text("answer", question.answer), rubric_text(question)]
    said = "\n\n".join(part for part in parts if part)
    if question.rubric:
        for field in ("rubric", "answer"):
            item.lose(field, f"text2qti has one solution for an essay; '{field}' stands in it")
    return [*(_text(item, "answer", "! ", _shielded(said)) if said else ()), "____"]


def _text(item: Item, field: str, label: str, text: str) -> list[str]:
    """Return a text behind its sign, its other lines indented below it."""
    lines = [line.expandtabs(4).rstrip() for line in text.split("\n")]
    if "\n".join(lines).strip() != text:
        item.lose(field, "text2qti drops tabs, and spaces at the ends of lines")
    return list(_under(label, "\n".join(lines).strip(), len(label)))


def _under(label: str, text: str, indent: int) -> Iterator[str]:
    first, *rest = text.split("\n")
    yield label + first
    yield from (f"{' ' * indent}{line}" if line.strip() else "" for line in rest)
