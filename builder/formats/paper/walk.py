"""The state of the walk over a paper: the section, case and question that are open."""

from __future__ import annotations

from collections.abc import Sequence

from builder.formats.paper.keyrow import Entry, keylike
from builder.formats.paper.raw import RawPaper, RawQuestion, RawSection, Text
from builder.formats.paper.rows import Row
from builder.formats.paper.sequence import Part, Sequencer

ENCLOSED = ("nested", "asked")
"""Styles of cases that are a numbered question themselves: the next number ends them."""


class Walk:
    """What is open while the rules go through the rows, and the paper as far as it is read."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.paper = RawPaper()
        self.section: RawSection | None = None
        self.case: RawQuestion | None = None
        self.question: RawQuestion | None = None
        self.part: Part = "front"
        self.gap = False
        self.front: Text = []
        self.kind: str | None = None
        self.numbers = Sequencer(rows)
        self.option_style = ""
        self.many_a_line = False
        self.asked = False
        self.early: list[Entry] = []
        """Keys that stood before the first question."""
        self.checked: tuple[RawQuestion | None, int, bool] = (None, 0, False)

    def blank(self, row: Row) -> None:
        self.gap = True
        if row.text.strip():
            self.paper.dropped.append((row.number, row.text))
        target = self.target()
        if target:
            target.append((row.number, ""))

    def target(self) -> Text | None:
        """Return the text that a line without a sign of its own belongs to."""
        question = self.question
        if self.part == "front":
            return self.front
        if self.part == "intro":
            return self.section.intro if self.section else self.front
        if self.part == "material" and self.case:
            return self.case.stem
        if question is None:
            return None
        if self.part == "stem":
            return question.stem
        if self.part == "options" and question.options:
            return question.options[-1].text
        if self.part == "key" and question.keys:
            return question.keys[-1].text
        return question.analysis if self.part == "analysis" else None

    def append(self, row: Row, text: str) -> None:
        target = self.target()
        if target is None:
            self.paper.dropped.append((row.number, row.text))
        else:
            target.append((row.number, text))

    def open_section(self, section: RawSection) -> None:
        if self.part == "front":
            self.paper.title = self.front
        self.paper.sections.append(section)
        self.section, self.case, self.question = section, None, None
        self.part, self.kind = "intro", None
        self.numbers.section(section.ordinal)
        self.option_style = ""

    def in_section(self, line: int) -> RawSection:
        """Return the open section; a paper without heads has one without a title."""
        section = self.section
        if section is None:
            section = RawSection(None, line)
            self.open_section(section)
        return section

    def open_question(self, question: RawQuestion) -> None:
        section = self.in_section(question.line)
        case = self.case
        if case and case.style in ENCLOSED and question.style not in ("paren", "half", "ask"):
            case = self.case = None
        if case and case.until is not None and not self.inside(case, question):
            case = self.case = None
        if case:
            case.parts.append(question)
        else:
            section.items.append(question)
        question.kind, self.kind = question.kind or self.kind, None
        self.question, self.part = question, "stem"
        self.option_style, self.many_a_line = "", False

    @staticmethod
    def inside(case: RawQuestion, question: RawQuestion) -> bool:
        return question.number is None or question.number <= (case.until or 0)

    def open_case(self, case: RawQuestion) -> None:
        self.in_section(case.line).items.append(case)
        case.case = True
        self.case, self.question, self.part = case, None, "material"
        self.asked = False

    def short_key(self) -> bool:
        """Say whether the open key is letters or a judgement, which no line can go on."""
        question = self.question
        if not question or not question.keys:
            return False
        lines = [line for _, line in question.keys[-1].text if line.strip()][:3]
        text = " ".join(lines).strip()
        return bool(text) and (keylike(text) or bool(question.options))

    def at(self, row: Row) -> int:
        """Return the place of a row."""
        return self.numbers.place[id(row)]
