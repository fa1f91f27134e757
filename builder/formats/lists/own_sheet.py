"""A sheet that we wrote ourselves, perhaps edited since → its questions, by the columns' names.

Nothing is guessed: a cell that cannot be read makes a doubt at its row.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from builder.cells import restored
from builder.draft import Answer, Doubt, Draft, DraftQuestion, DraftSection, Level
from builder.formats.lists import own_columns
from builder.formats.lists.own_columns import ACCEPTED, LETTERS, PAIRS
from builder.formats.lists.question_rows import SourceRow
from builder.formats.paper.words import FALSE, TRUE

Cells = Mapping[str, str]
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
_POINTS = re.compile(r"[0-9]{1,5}(?:\.[0-9]{1,4})?")


def header(rows: Sequence[SourceRow]) -> int | None:
    """Return which of the first rows is a header of ours, or None."""
    found = (at for at, row in enumerate(rows[:3]) if own_columns.fields(row.cells) is not None)
    return next(found, None)


def read(rows: Sequence[SourceRow], name: str | None, draft: Draft, quoted: bool) -> None:
    """Add the questions of a sheet to `draft`; `name` is the sheet's, `quoted` that of csv."""
    at = header(rows)
    if at is None:
        return
    columns = own_columns.fields(rows[at].cells) or []
    reading = _Reading(draft, name, quoted)
    if at and draft.title is None:
        draft.title = reading.cell("".join(rows[0].cells[:1])) or None
    for row in rows[at + 1 :]:
        reading.take(row, columns)


@dataclass(slots=True)
class _Reading:
    """One sheet on its way into a draft."""

    draft: Draft
    name: str | None
    quoted: bool
    section: DraftSection | None = None
    cases: dict[str, DraftQuestion] = field(default_factory=dict)
    line: int = 0

    def cell(self, text: str) -> str:
        """Return a cell's text, without what csv needs to be harmless."""
        text = text.strip()
        return restored(text) if self.quoted else text

    def take(self, row: SourceRow, columns: Sequence[str]) -> None:
        """Add the question in a row."""
        cells: dict[str, str] = {}
        for column, text in zip(columns, row.cells, strict=False):
            if column and (said := self.cell(text)):
                cells[column] = said
        self.line = row.line
        if not cells:
            return
        kind = own_columns.kind(cells.get("type", ""))
        if not kind or not (cells.get("stem") or kind == "case"):
            message = (
                f"'{cells.get('type', '')}' is no type" if not kind else "there is no question"
            )
            self._doubt("unknown-kind", message, "error")
            self.draft.unused.append((row.line, row.shown()))
            return
        question = self._question(kind, cells)
        owner = self.cases.get(cells.get("case", ""))
        if kind == "case":
            self.cases[question.id] = question
        (owner or self._section(cells)).questions.append(question)

    def _section(self, cells: Cells) -> DraftSection:
        title = cells.get("section", self.name)
        if self.section is None or self.section.title != title:
            self.section = DraftSection(title, self.line)
            self.draft.sections.append(self.section)
        return self.section

    def _question(self, kind: str, cells: Cells) -> DraftQuestion:
        question = DraftQuestion(kind, cells.get("stem", ""), self.line, id=cells.get("id", ""))
        question.material = cells.get("material", "") if kind == "case" else None
        question.explanation, question.hint = cells.get("explanation"), cells.get("hint")
        question.source, question.unit = cells.get("source"), cells.get("unit")
        question.tags = [tag.strip() for tag in cells.get("tags", "").split("\n") if tag.strip()]
        question.points = self._amount(cells, "points")
        question.difficulty = self._count(cells, "difficulty")
        question.lines = self._count(cells, "lines")
        settings = re.split(r"[\s,;，；]+", cells.get("settings", ""))
        question.partial = "partial" in settings
        question.any_order, question.match_case = "any_order" in settings, "match_case" in settings
        self._options(question, cells)
        question.answer = self._answer(question, cells)
        self._rubric(question, cells.get("rubric", ""))
        return question

    def _options(self, question: DraftQuestion, cells: Cells) -> None:
        letters = [letter for letter in LETTERS if f"option{letter}" in cells]
        question.options = [cells[f"option{letter}"] for letter in letters]
        told = [cells.get(f"feedback{letter}") for letter in letters]
        question.feedback = told if any(told) else []
        if "".join(letters) != LETTERS[: len(letters)]:
            self._doubt("missing-option", "an option between others is empty")

    def _answer(self, question: DraftQuestion, cells: Cells) -> Answer | None:
        said = cells.get("answer", "")
        if question.type == "case":
            return None
        if not said:
            level: Level = "warning" if question.type == "essay" else "error"
            self._doubt("no-answer", "there is no key", level)
            return None
        found = self._read(question, said, cells)
        if found is None:
            message = f"the key '{said[:40]}' cannot be read as that of a {question.type} question"
            self._doubt("unreadable-key", message, "error")
        return found

    def _read(self, question: DraftQuestion, said: str, cells: Cells) -> Answer | None:
        match question.type:
            case "single" | "multiple":
                return _letters(said, len(question.options))
            case "true-false":
                return True if said.lower() in TRUE else False if said.lower() in FALSE else None
            case "blank":
                return ACCEPTED.lists(said)
            case "numeric":
                return self._number(question, said, cells)
            case "matching":
                pairs = PAIRS.lists(said)
                whole = all(len(pair) == 2 and pair[1] for pair in pairs)
                return sorted(pairs, key=lambda pair: not pair[0]) if whole else None
            case "ordering":
                letters = _letters(said, len(question.options), in_order=True)
                items, question.options, question.feedback = question.options, [], []
                return [items[LETTERS.index(each)] for each in letters] if letters else None
            case _:
                return said

    def _number(
        self, question: DraftQuestion, said: str, cells: Cells
    ) -> tuple[float, float] | None:
        tolerance = cells.get("tolerance", "0")
        if not _NUMBER.fullmatch(said) or not _NUMBER.fullmatch(tolerance):
            return None
        question.written = said
        return float(said), abs(float(tolerance))

    def _rubric(self, question: DraftQuestion, said: str) -> None:
        for row in said.split("\n") if said else ():
            points, sign, text = row.partition(" | ")
            if sign and _POINTS.fullmatch(points.strip()):
                question.rubric.append((text.strip(), float(points)))
            else:
                self._doubt("not-kept", f"'{row[:40]}' is no line of a rubric: 2 | what earns it")

    def _amount(self, cells: Cells, name: str) -> float | None:
        said = cells.get(name)
        if said is None or _POINTS.fullmatch(said):
            return None if said is None else float(said)
        self._doubt("not-kept", f"'{said[:40]}' is no number of {name}")
        return None

    def _count(self, cells: Cells, name: str) -> int | None:
        amount = self._amount(cells, name)
        return None if amount is None else int(amount)

    def _doubt(self, about: str, message: str, level: Level = "warning") -> None:
        self.draft.doubts.append(Doubt(self.line, about, level, message, self.line))


def _letters(said: str, count: int, in_order: bool = False) -> list[str] | None:
    """Return the letters of a key; None where one is no option, or twice there."""
    found = re.sub(r"[\s,;，；、]", "", said).upper()
    known = LETTERS[:count]
    if not found or len(set(found)) < len(found) or any(each not in known for each in found):
        return None
    return list(found) if in_order else sorted(found)
