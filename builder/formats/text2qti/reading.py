"""text2qti's plain text → a draft; executable code is refused, settings of the quiz are listed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from builder.decoding import Decoded
from builder.draft import Doubt, Draft, DraftQuestion, DraftSection, Level
from builder.formats.document import raw_html
from builder.formats.lists.list_checks import finished
from builder.formats.text2qti import units
from builder.formats.text2qti.pieces import Piece, pieces
from builder.formats.writing import one_line

_NUMBER = re.compile(r"[+-]?(?:\d+(?:_\d+)*\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?")


def read(decoded: Decoded) -> Draft:
    """Return the quiz in a text2qti file, a section a text region with a title."""
    reading = _Reading(Draft(None, [], [], markdown=True))
    for piece in pieces(decoded.text):
        reading.take(piece)
    reading.end()
    return finished(reading.draft)


@dataclass(slots=True)
class _Reading:
    """What has been read so far, and what is open: a section, a case, a question."""

    draft: Draft
    section: DraftSection | None = None
    case: DraftQuestion | None = None
    question: DraftQuestion | None = None
    title: str = ""
    points: str = ""
    right: list[bool] = field(default_factory=list)
    before: str = ""
    """The kind of the piece before."""
    unshuffled: bool = False

    def take(self, piece: Piece) -> None:
        """Take the next piece of the file."""
        act = _ACTS.get(piece.kind)
        if act is None:
            self._unused(piece)
        else:
            act(self, piece)
        self.before = piece.kind

    def end(self) -> None:
        """Close what is open at the end of the file."""
        self._end_case()
        sections = [section for section in self.draft.sections if section.questions]
        self.draft.sections = sections or self.draft.sections
        if self.unshuffled:
            for section in self.draft.sections:
                section.shuffle = {"questions": False, "options": False}

    # The quiz and its sections.

    def _name(self, piece: Piece) -> None:
        self.draft.title = one_line(piece.text)

    def _describe(self, piece: Piece) -> None:
        self.draft.front = replace(self.draft.front, description=self._said(piece))

    def _shuffle(self, piece: Piece) -> None:
        self.unshuffled = piece.text.strip().lower() == "false"

    def _begin_section(self, piece: Piece) -> None:
        self._end_case()
        self._open(one_line(piece.text), piece.line)

    def _open(self, title: str | None, line: int) -> DraftSection:
        known = (each for each in self.draft.sections if title and each.title == title)
        section = next(known, None)
        if section is None:
            section = DraftSection(title, line)
            self.draft.sections.append(section)
        self.section = section
        return section

    def _text(self, piece: Piece) -> None:
        """Take a text region: behind its title instructions, elsewhere the material of a case."""
        if self.case is not None and self.case.material == "":
            self.case.material = self._said(piece)
        elif self.before == "text_title" and self.section is not None:
            self.section.instructions = self._said(piece)
        else:
            self._begin_case(Piece(piece.line, "case", ""))
            self._text(piece)

    def _begin_case(self, piece: Piece) -> None:
        self._end_case()
        self.case = DraftQuestion("case", "", piece.line, id=piece.text, material="")

    def _end_case(self, _: Piece | None = None) -> None:
        self._close()
        case, self.case = self.case, None
        if case is not None and case.questions:
            (self.section or self._open(None, case.line)).questions.append(case)
        elif case is not None:
            self._doubt(case.line, "not-kept", "a text without questions behind it was left out")
            self._left_over(case.line, case.material or "")

    def _begin_group(self, piece: Piece) -> None:
        self._end_case()
        if self.section is None or self.section.questions:
            self._open(None, piece.line)

    def _pick(self, piece: Piece) -> None:
        number = piece.text.strip()
        if self.section is not None and re.fullmatch(r"[0-9]{1,4}", number):
            self.section.draw = int(number)

    def _group_points(self, piece: Piece) -> None:
        self.points = piece.text

    def _end_group(self, piece: Piece) -> None:
        self._end_case()
        self.section, self.points = None, ""

    # Questions.

    def _set_title(self, piece: Piece) -> None:
        self._close()
        self.title = piece.text

    def _set_points(self, piece: Piece) -> None:
        self._close()
        self.points = piece.text

    def _begin(self, piece: Piece) -> None:
        self._close()
        question = DraftQuestion("", self._said(piece), piece.line, id=self.title)
        if points := re.fullmatch(r"\s*(\d{1,5}(?:\.\d{1,4})?)\s*", self.points):
            question.points = float(points[1])
        elif self.points:
            self._doubt(piece.line, "not-kept", f"'{self.points}' is no number of points")
        self.question, self.title = question, ""
        grouped = self.section is not None and self.section.draw is not None
        self.points = self.points if grouped else ""

    def _feedback(self, piece: Piece) -> None:
        question = self.question
        if question is None:
            self._unused(piece)
        elif question.options:
            question.feedback[-1] = self._said(piece)
        else:
            question.explanation = self._said(piece)

    def _other_feedback(self, piece: Piece) -> None:
        message = "feedback to right or wrong answers has no place in a bank; it was left out"
        self._doubt(piece.line, "not-kept", message)
        self._unused(piece)

    def _solution(self, piece: Piece) -> None:
        if self.question is None:
            self._unused(piece)
        else:
            self.question.answer = self._said(piece)

    def _refuse(self, piece: Piece) -> None:
        what = {"code": "executable code", "upload": "a question that takes a file"}[piece.kind]
        self._doubt(piece.line, "unknown-kind", f"{what} has no place in a bank", "error")
        self._unused(piece)
        if piece.kind == "upload" and self.question is not None:
            self._left_over(self.question.line, self.question.stem)
            self._left_over(piece.line, self.question.explanation or "")
            self.question = None

    # Answers.

    def _option(self, piece: Piece) -> None:
        question = self._typed(piece, "multiple" if "several" in piece.kind else "single")
        if question is not None:
            question.options.append(self._said(piece))
            question.feedback.append(None)
            self.right.append("right" in piece.kind)

    def _accept(self, piece: Piece) -> None:
        question = self._typed(piece, "blank")
        if question is not None:
            known = question.answer[0] if isinstance(question.answer, list) else []
            question.answer = [[*known, piece.text.strip()]]

    def _measure(self, piece: Piece) -> None:
        question = self._typed(piece, "numeric")
        if question is None:
            return
        found = _measured(piece.text)
        if found is None:
            message = f"the answer '{piece.text[:40]}' is no number"
            self._doubt(piece.line, "unreadable-key", message, "error")
        else:
            value, tolerance, question.written = found
            question.answer = (value, tolerance)

    def _essay(self, piece: Piece) -> None:
        self._typed(piece, "essay")

    def _typed(self, piece: Piece, kind: str) -> DraftQuestion | None:
        """Return the open question as one of this type, or None if it is of another."""
        question = self.question
        if question is None or question.type not in ("", kind):
            message = "the answer does not go with the question above it"
            self._doubt(piece.line, "mixed-signals", message, "error")
            self._unused(piece)
            return None
        if not question.type and kind != "essay" and isinstance(question.answer, str):
            solution = f"{question.explanation}\n\n" if question.explanation else ""
            question.explanation, question.answer = solution + question.answer, None
        question.type = kind
        return question

    def _close(self) -> None:
        """Add the question that is open, with its key."""
        question, self.question = self.question, None
        right, self.right = self.right, []
        if question is None:
            return
        if question.options:
            self._key(question, right)
        elif question.type == "essay" and question.answer is None:
            self._doubt(question.line, "no-answer", "there is no model answer")
        elif not question.type:
            question.type, question.answer = "essay", question.answer or None
            self._doubt(question.line, "no-answer", "the question has no answer", "error")
        if not any(question.feedback):
            question.feedback = []
        owner = self.case or self.section or self._open(None, question.line)
        owner.questions.append(question)

    def _key(self, question: DraftQuestion, right: list[bool]) -> None:
        letters = [chr(ord("A") + at) for at, each in enumerate(right) if each]
        if len(letters) == 1 or (letters and question.type == "multiple"):
            question.answer = [*letters]
        else:
            about = "unreadable-key" if letters else "no-answer"
            message = f"{len(letters)} options are marked as right"
            self._doubt(question.line, about, message, "error")
        words = {each.strip().lower(): each for each in question.options}
        judged = len(question.options) == 2 and words.keys() == {"true", "false"}
        if question.type == "single" and judged:
            chosen = question.options["AB".index(letters[0])].lower() if question.answer else None
            question.type, question.options = "true-false", []
            question.answer = None if chosen is None else chosen == "true"
            if any(question.feedback):
                message = "feedback to true or false has no place in a bank; it was left out"
                self._doubt(question.line, "not-kept", message)

    # What is told.

    def _said(self, piece: Piece) -> str:
        shown, unknown = units.formulas(piece.text)
        for line, macro in unknown:
            message = f"'{macro[:60]}' is no number or unit that is known; it stays as it is"
            self._doubt(piece.line + line, "not-kept", message)
        text, removed = raw_html.read(shown)
        if removed and not any(doubt.about == "html-stripped" for doubt in self.draft.doubts):
            self._doubt(piece.line, "html-stripped", "HTML markup was removed from texts")
        return text

    def _doubt(self, line: int, about: str, message: str, level: Level = "warning") -> None:
        start = self.question.line if self.question else line
        self.draft.doubts.append(Doubt(line, about, level, message, start))

    def _unused(self, piece: Piece) -> None:
        self._left_over(piece.line, piece.text)

    def _left_over(self, line: int, text: str) -> None:
        rows = enumerate(text.split("\n"), line)
        self.draft.unused += [(number, row) for number, row in rows if row.strip()]


_ACTS: dict[str, Callable[[_Reading, Piece], None]] = {
    "quiz_title": _Reading._name,
    "quiz_description": _Reading._describe,
    "shuffle": _Reading._shuffle,
    "text_title": _Reading._begin_section,
    "text": _Reading._text,
    "case": _Reading._begin_case,
    "end_case": _Reading._end_case,
    "group": _Reading._begin_group,
    "pick": _Reading._pick,
    "group_points": _Reading._group_points,
    "end_group": _Reading._end_group,
    "title": _Reading._set_title,
    "points": _Reading._set_points,
    "question": _Reading._begin,
    "feedback": _Reading._feedback,
    "right_feedback": _Reading._other_feedback,
    "wrong_feedback": _Reading._other_feedback,
    "solution": _Reading._solution,
    "code": _Reading._refuse,
    "upload": _Reading._refuse,
    "right": _Reading._option,
    "wrong": _Reading._option,
    "several_right": _Reading._option,
    "several_wrong": _Reading._option,
    "accepted": _Reading._accept,
    "number": _Reading._measure,
    "essay": _Reading._essay,
}
"""What a piece does; a kind that is missing is listed as not used."""


def _measured(text: str) -> tuple[float, float, str] | None:
    """Return value, tolerance and the number as written of `3`, `3 +- 0.1`, `3 +- 5%`, `[2, 4]`."""
    text = text.strip()
    if text.startswith("[") and text.endswith("]"):
        low, _, high = text[1:-1].partition(",")
        ends = sorted(float(each) for each in (low.strip(), high.strip()) if _is_number(each))
        if len(ends) != 2:
            return None
        return round(sum(ends) / 2, 12), round((ends[1] - ends[0]) / 2, 12), ""
    value, _, margin = (part.strip() for part in text.partition("+-"))
    share = margin.endswith("%")
    margin = margin.rstrip("%").strip() or "0"
    if not _is_number(value) or not _is_number(margin):
        return None
    tolerance = abs(float(margin))
    number = float(value)
    return number, abs(number) * tolerance / 100 if share else tolerance, value.replace("_", "")


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text.strip()) is not None
