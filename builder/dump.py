"""A read paper to the YAML a careful person would have written, each doubt at its question.

Makes texts; writes no file. How a text looks in YAML is the business of `yaml_text`, how plain text
looks in Markdown that of `plain_text`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from builder.draft import Declared, Doubt, Draft, DraftQuestion, DraftSection
from builder.draft_ids import DraftIds
from builder.locales import LOCALES, locale
from builder.model import plain_number
from builder.plain_text import as_markdown
from builder.yaml_text import INDENT, entry_lines, field_lines, flow_scalar, scalar


def dump(draft: Draft, title: str, language: str) -> dict[str, str]:
    """Return the files of an exam folder: `exam.yaml` and one file a section."""
    sections = [section for section in draft.sections if section.questions]
    names = [_file_name(number, section) for number, section in enumerate(sections, 1)]
    ids = DraftIds(section.questions for section in sections)
    doubts = draft.doubts_by_owner()
    head = [
        *_comments(doubts.get(id(draft), ()), ""),
        *_exam(draft, title, language, names),
    ]
    files = {"exam.yaml": "\n".join(head) + "\n"}
    for section, name in zip(sections, names, strict=True):
        files[name] = (
            "\n".join(_Writer(doubts, ids, language, draft.markdown).section(section)) + "\n"
        )
    return files


def _exam(draft: Draft, title: str, language: str, names: Sequence[str]) -> Iterator[str]:
    front = draft.front
    yield f"title: {scalar(draft.title or title)}"
    yield f"language: {language}"
    if front.description:
        shown = front.description if draft.markdown else as_markdown(front.description)
        yield from field_lines("description", shown, "")
    if front.duration is not None:
        yield f"duration: {front.duration}"
    if front.pass_mark is not None:
        yield f"pass_mark: {plain_number(front.pass_mark)}"
    yield "sections:"
    yield from (f"{INDENT}- {name}" for name in names)
    if front.paper:
        yield "paper:"
        for name, value in front.paper.items():
            yield from _setting(name, value)


def _setting(name: str, value: object) -> Iterator[str]:
    """Yield a setting of the paper: a word, a number, a text or several."""
    if isinstance(value, list | tuple):
        yield f"{INDENT}{name}: [{', '.join(flow_scalar(str(each)) for each in value)}]"
    elif isinstance(value, bool):
        yield f"{INDENT}{name}: {str(value).lower()}"
    else:
        yield from field_lines(name, str(value), INDENT)


def _comments(doubts: Iterable[Doubt], indent: str) -> Iterator[str]:
    for doubt in doubts:
        said = " ".join(doubt.message.split())
        yield f"{indent}# {doubt.level}, line {doubt.line}: {said} ({doubt.about})"


def _file_name(number: int, section: DraftSection) -> str:
    kind = _type(section) or "mixed"
    return f"{number}-{kind}.yaml"


def _type(section: DraftSection) -> str | None:
    """Return the type that most questions of a section have."""
    counts = Counter(question.type for question in section.questions)
    return counts.most_common(1)[0][0] if counts else None


class _Writer:
    """Writes one section; knows where doubts belong and what the questions are called."""

    def __init__(
        self, doubts: dict[int, list[Doubt]], ids: DraftIds, language: str, markdown: bool
    ) -> None:
        self._doubts = doubts
        self._ids = ids
        self._language = language
        self._markdown = markdown

    def section(self, section: DraftSection) -> Iterator[str]:
        """Yield the lines of a section file."""
        kind = _type(section)
        yield from self._comments(section, "")
        yield f"title: {scalar(section.title or _untitled(kind, self._language))}"
        yield f"type: {kind}"
        points = _points_each(section.declared, len(section.questions))
        if points is not None:
            yield f"points: {plain_number(points)}"
        if section.instructions and not _COUNTS.fullmatch(section.instructions):
            yield from self._field("instructions", section.instructions, "")
        if section.shuffle:
            said = (f"{name}: {str(on).lower()}" for name, on in section.shuffle.items())
            yield f"shuffle: {{{', '.join(said)}}}"
        if section.draw is not None:
            yield f"draw: {section.draw}"
        yield "questions:"
        for number, question in enumerate(section.questions):
            if number:
                yield ""
            yield from self._question(question, kind, INDENT)

    def _question(self, question: DraftQuestion, kind: str | None, indent: str) -> Iterator[str]:
        yield from self._comments(question, indent)
        yield f"{indent}- id: {self._ids.of(question)}"
        inner = indent + INDENT
        if question.type != kind:
            yield f"{inner}type: {question.type}"
        if question.material is not None:
            yield from self._field("material", question.material, inner)
        if question.stem:
            yield from self._field("stem", _with_blanks(question), inner)
        yield from self._options(question, inner)
        yield from self._answer(question, inner)
        for name, text in (
            ("explanation", question.explanation),
            ("hint", question.hint),
            ("source", question.source),
        ):
            if text:
                yield from self._field(name, text, inner)
        yield from _plain_fields(question, inner)
        yield from self._rubric(question, inner)
        if question.questions:
            yield f"{inner}questions:"
            for part in question.questions:
                yield from self._question(part, None, inner + INDENT)

    def _comments(self, owner: object, indent: str) -> Iterator[str]:
        yield from _comments(self._doubts.get(id(owner), ()), indent)

    def _field(self, name: str, text: str, indent: str) -> Iterator[str]:
        yield from field_lines(name, self._text(text), indent)

    def _text(self, text: str) -> str:
        return text if self._markdown else as_markdown(text)

    def _options(self, question: DraftQuestion, indent: str) -> Iterator[str]:
        if not question.options or question.type == "true-false":
            return
        yield f"{indent}options:"
        for place, option in enumerate(question.options):
            feedback = question.feedback[place] if place < len(question.feedback) else None
            yield from self._option(self._text(option), feedback, indent + INDENT)

    def _option(self, text: str, feedback: str | None, indent: str) -> Iterator[str]:
        if feedback is None:
            yield from entry_lines(text, indent)
            return
        first, *rest = field_lines("text", text, indent + INDENT)
        yield f"{indent}- {first.lstrip()}"
        yield from rest
        yield from self._field("feedback", feedback, indent + INDENT)

    def _answer(self, question: DraftQuestion, indent: str) -> Iterator[str]:
        answer = question.answer
        if question.type in ("case", "essay"):
            if isinstance(answer, str):
                yield from self._field("answer", answer, indent)
        elif answer is None:
            yield f"{indent}# answer: ?"
        elif question.type == "matching" and isinstance(answer, list):
            yield from self._pairs(answer, indent)
        elif question.type == "ordering" and isinstance(answer, list):
            yield f"{indent}items:"
            for item in answer:
                yield from entry_lines(self._text(str(item)), indent + INDENT)
        elif isinstance(answer, tuple):
            yield from _number(question, answer, indent)
        else:
            yield from _key(question, answer, indent)

    def _rubric(self, question: DraftQuestion, indent: str) -> Iterator[str]:
        if question.rubric:
            yield f"{indent}rubric:"
            for text, points in question.rubric:
                yield f"{indent}{INDENT}- points: {plain_number(points)}"
                yield from self._field("text", text, indent + INDENT * 2)

    def _pairs(self, pairs: Sequence[object], indent: str) -> Iterator[str]:
        both = [[str(side) for side in pair] for pair in pairs if isinstance(pair, list)]
        yield f"{indent}pairs:"
        for left, right in both:
            if left:
                sides = f"{flow_scalar(self._text(left))}, {flow_scalar(self._text(right))}"
                yield f"{indent}{INDENT}- [{sides}]"
        extra = [right for left, right in both if not left]
        if extra:
            yield f"{indent}distractors:"
            for right in extra:
                yield from entry_lines(self._text(right), indent + INDENT)


def _plain_fields(question: DraftQuestion, indent: str) -> Iterator[str]:
    if question.points is not None:
        yield f"{indent}points: {plain_number(question.points)}"
    if question.difficulty is not None:
        yield f"{indent}difficulty: {question.difficulty}"
    if question.tags:
        yield f"{indent}tags: [{', '.join(map(flow_scalar, question.tags))}]"
    if question.lines is not None:
        yield f"{indent}lines: {question.lines}"


def _key(question: DraftQuestion, answer: Sequence[object] | bool, indent: str) -> Iterator[str]:
    """Yield a key that is letters, a judgement or accepted texts."""
    if isinstance(answer, bool):
        yield f"{indent}answer: {'true' if answer else 'false'}"
    elif question.type == "blank":
        yield from _accepted(answer, indent)
        flags = {"any_order": question.any_order, "match_case": question.match_case}
        yield from (f"{indent}{name}: true" for name, on in flags.items() if on)
    else:
        yield f"{indent}answer: {''.join(map(str, answer))}"
        if question.partial and question.type == "multiple":
            yield f"{indent}scoring: partial"


def _number(question: DraftQuestion, answer: tuple[float, float], indent: str) -> Iterator[str]:
    value, tolerance = answer
    yield f"{indent}answer: {question.written or plain_number(value)}"
    if tolerance:
        yield f"{indent}tolerance: {plain_number(tolerance)}"
    if question.unit:
        yield f"{indent}unit: {scalar(question.unit)}"


def _accepted(answer: Sequence[object], indent: str) -> Iterator[str]:
    """Yield a fill-in's accepted texts, one blank a line; a single blank on the field's own."""
    entries = [[str(text) for text in entry] for entry in answer if isinstance(entry, list)]
    if len(entries) == 1 and len(entries[0]) == 1:
        yield f"{indent}answer: {scalar(entries[0][0])}"
        return
    yield f"{indent}answer:"
    for texts in entries:
        shown = f"[{', '.join(map(flow_scalar, texts))}]" if len(texts) > 1 else scalar(texts[0])
        yield f"{indent}{INDENT}- {shown}"


def _untitled(kind: str | None, language: str) -> str:
    titles = _TITLES.get(kind or "", ("试题", "試題", "Questions"))
    return titles[LOCALES.index(locale(language))]


_TITLES = {
    "single": ("单选题", "單選題", "Single choice"),
    "multiple": ("多选题", "多選題", "Multiple choice"),
    "true-false": ("判断题", "判斷題", "True or false"),
    "blank": ("填空题", "填空題", "Fill in the blanks"),
    "essay": ("简答题", "簡答題", "Short answers"),
    "case": ("案例分析题", "案例分析題", "Cases"),
}
"""Section titles for a paper without section heads, in the order of LOCALES."""


_COUNTS = re.compile(r"[（(]?[\s共计計每小題题大本分满滿为為是个個道合,，、;；。.:：=×\d]*[)）]?")
"""A bracket that says no more than counts and points, which papers print of themselves."""


def _with_blanks(question: DraftQuestion) -> str:
    """Return the stem; of a short answer to be matched as text, with blanks to write into."""
    stem, answer = question.stem, question.answer
    if question.type != "blank" or not isinstance(answer, list) or "___" in stem:
        return stem
    return f"{stem} {'、'.join(['___'] * len(answer))}"


def _points_each(declared: Declared, count: int) -> float | None:
    if declared.points_each is not None:
        return declared.points_each
    if declared.points_total is not None and count:
        return declared.points_total / count
    return None
