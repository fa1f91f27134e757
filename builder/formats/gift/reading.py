"""GIFT → a draft: what the questions mean, and what a bank cannot hold of them.

A key is kept only if it is whole: part marks for a wrong option or a misspelling are told and left.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from builder.decoding import Decoded
from builder.draft import (
    Answer,
    Doubt,
    Draft,
    DraftQuestion,
    DraftSection,
    Level,
    in_part,
    not_one,
    placeless,
    unkeyed,
)
from builder.formats.document import html_markdown
from builder.formats.gift.formulas import from_moodle, with_arrow
from builder.formats.gift.grammar import (
    Broken,
    Category,
    Entry,
    Text,
    Written,
    entries,
    masked,
    parts,
    text_of,
    unescaped,
)
from builder.formats.lists.list_checks import finished
from builder.formats.writing import one_line
from builder.plain_text import as_markdown

_ANSWERED = re.compile(r"(?<!\\)\{\s*(?:[=~#}]|T(?:RUE)?\s*[#}]|F(?:ALSE)?\s*[#}])")
_TAGGED = re.compile(r"<[A-Za-z/!][^<>]*>|&(?:#\d+|#x[0-9a-f]+|[a-z]+);", re.IGNORECASE)
_INDENT = re.compile(r"\n[ \t]+")
_BLANK = re.compile(r"_{2,}")
_STRAY = re.compile(r"""["'`;\s]+""")
"""What is left of a program that a question was copied from."""
_WHOLE = ("true-false", "matching", "essay")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?")


def recognises(text: str, named: bool) -> bool:
    """Tell GIFT by the file's name, by its categories, or by answers in most of its blocks."""
    if named:
        return True
    blocks = [
        block
        for block in re.split(r"\n[ \t]*\n", text[:200_000])
        if any(row.strip() and not row.lstrip().startswith("//") for row in block.split("\n"))
    ]
    found = sum(_ANSWERED.search(block) is not None for block in blocks)
    if re.search(r"^[ \t]*\$CATEGORY:", text, re.MULTILINE):
        return found > 0
    return found > 0 and found >= len(blocks) * 0.6


def read(decoded: Decoded) -> Draft:
    """Return the questions of a GIFT file, a section a category."""
    reading = _Reading(Draft(None, [], [], markdown=True))
    for part in parts(decoded.text):
        reading.take(part)
    reading.end()
    return finished(reading.draft)


@dataclass(slots=True)
class _Reading:
    """What has been read so far: the draft, the open section, and the open description."""

    draft: Draft
    section: DraftSection | None = None
    case: DraftQuestion | None = None

    def take(self, part: Written | Category | Broken) -> None:
        match part:
            case Category():
                self._end_case()
                self._open(_title(part.path), part.line)
            case Broken():
                message = "the answers are not closed by a '}'; the question was left out"
                self._doubt(part.line, "truncated", message, "error")
                self._unused(part.line, part.text)
            case Written(answers=None):
                self._end_case()
                self.case = _named(part, "case", "")
                self.case.material = _whole(part)
            case Written():
                self._add(part)

    def _open(self, title: str | None, line: int) -> None:
        known = (each for each in self.draft.sections if each.title == title)
        self.section = next(known, None)
        if self.section is None:
            self.section = DraftSection(title, line)
            self.draft.sections.append(self.section)

    def _add(self, written: Written) -> None:
        if self.section is None:
            self._open(None, written.line)
        question = _Meaning(written, self.draft.doubts).question()
        if question is None:
            self._unused(written.line, f"{written.before.text} {{{written.answers}}}")
        elif self.case is not None:
            self.case.questions.append(question)
        elif self.section is not None:
            self.section.questions.append(question)

    def _end_case(self) -> None:
        """Add the description that is open, with the questions it is about."""
        case, self.case = self.case, None
        if case is None:
            return
        if case.questions and self.section is not None:
            self.section.questions.append(case)
            return
        self._doubt(case.line, "not-kept", "a description without questions was left out")
        self._unused(case.line, case.material or "")

    def end(self) -> None:
        self._end_case()
        used = [section for section in self.draft.sections if section.questions]
        self.draft.sections = used or self.draft.sections

    def _doubt(self, line: int, about: str, message: str, level: Level = "warning") -> None:
        self.draft.doubts.append(Doubt(line, about, level, message, line))

    def _unused(self, line: int, text: str) -> None:
        rows = enumerate(text.split("\n"), line)
        self.draft.unused += [(number, row) for number, row in rows if row.strip()]


def _title(path: str) -> str | None:
    """Return a category's path as a title; a double slash is a slash in a name."""
    names = re.split(r"(?<!/)/(?!/)", path)
    while names and names[0].strip() in ("$course$", "$module$", "$system$", "$cat1$", "top"):
        names = names[1:]
    return "/".join(name.replace("//", "/").strip() for name in names) or None


def _named(written: Written, kind: str, stem: str) -> DraftQuestion:
    name = written.id or written.name
    return DraftQuestion(kind, stem, written.line, id=name, tags=list(written.tags))


def _whole(written: Written) -> str:
    return _markdown(written.before, "moodle")


def _markdown(text: Text, default: str) -> str:
    """Return a text in its format, or in the question's, as Markdown."""
    form = text.format or default
    if form == "markdown":
        return from_moodle(text.text)
    if form == "html":
        return html_markdown.markdown(text.text).markdown
    if form == "moodle":
        seen = "<pre" in text.text.lower()
        said = text.text if seen else _INDENT.sub("\n", text.text)
        if _TAGGED.search(said):
            return html_markdown.markdown(said.replace("\n", "<br>")).markdown
        return as_markdown(said)
    return as_markdown(text.text)


class _Meaning:
    """One question on its way from what is written to what it means."""

    def __init__(self, written: Written, doubts: list[Doubt]) -> None:
        self._written = written
        self._doubts = doubts
        self._format = written.before.format or "moodle"
        self._answers = written.answers or ""

    def question(self) -> DraftQuestion | None:
        """Return the question, or None for a kind that is not GIFT's own."""
        shown = masked(self._answers)
        if not shown:
            return self._essay()
        if shown.startswith("#"):
            return self._numeric()
        if shown.startswith(">"):
            message = "an answer that begins with '>' is of a plug-in; the question was left out"
            self._doubt("unknown-kind", message, "error")
            return None
        if "~" in shown:
            return self._choice()
        if "=" in shown and "->" in shown:
            return self._matching()
        if shown.partition("#")[0].strip().upper() in ("T", "TRUE", "F", "FALSE"):
            return self._judgement()
        return self._short()

    def _make(self, kind: str, answer: Answer | None) -> DraftQuestion:
        written = self._written
        question = _named(written, kind, self._stem(kind))
        question.answer = answer
        if written.feedback:
            question.explanation = _markdown(written.feedback, self._format)
        return question

    def _stem(self, kind: str) -> str:
        """Return the text before the answers and that behind them, between them the missing word.

        What is judged, matched or written freely misses no word.
        """
        written, rest = self._written, self._written.after.strip()
        stem = _markdown(written.before, self._format)
        if _STRAY.fullmatch(rest) and (";" in rest or '"' not in written.before.text):
            self._doubt("not-kept", f"{rest} stands behind the answers; it was left out")
            return stem
        if not rest or (rest in ".?!" and kind in _WHOLE and stem.endswith((".", "?", "!"))):
            return stem
        shown = _markdown(Text(rest), self._format)
        space = " " if written.after[:1].isspace() else ""
        if kind in _WHOLE:
            return f"{stem}{space or ('' if rest[0] in '.,;:?!' else written.gap)}{shown}"
        return f"{stem}{written.gap if stem else ''}___{space}{shown}"

    def _doubt(self, about: str, message: str, level: Level = "warning") -> None:
        line = self._written.line
        self._doubts.append(Doubt(line, about, level, message, line))

    def _partial(self, what: str, texts: Iterable[str] = ()) -> None:
        self._doubt("partial-credit-dropped", in_part(what, texts))

    def _no_feedback(self, found: list[Entry], what: str) -> None:
        if told := [entry.feedback.text for entry in found if entry.feedback]:
            self._doubt("not-kept", placeless(f"feedback to {what}", told))

    # Kinds.

    def _essay(self) -> DraftQuestion:
        self._doubt("no-answer", "there is no model answer")
        return self._make("essay", None)

    def _judgement(self) -> DraftQuestion:
        found = list(entries(self._answers, "="))
        self._no_feedback(found, "true or false")
        head = masked(self._answers).partition("#")[0].strip().upper()
        return self._make("true-false", head.startswith("T"))

    def _choice(self) -> DraftQuestion:
        found = list(entries(self._answers, "=~"))
        single = any(entry.sign == "=" for entry in found)
        question = self._make("single" if single else "multiple", None)
        question.options = [self._option(entry.text) for entry in found]
        told = [self._told(entry.feedback) for entry in found]
        question.feedback = told if any(told) else []
        right = self._right_one(found) if single else self._right_ones(found)
        question.answer = [chr(ord("A") + at) for at in right] or None
        question.partial = not single
        return question

    def _option(self, text: Text) -> str:
        shown = with_arrow(re.sub(r"^\\%", "%", _markdown(text, self._format)))
        return html_markdown.lined(shown)

    def _told(self, feedback: Text | None) -> str | None:
        return with_arrow(_markdown(feedback, self._format)) if feedback else None

    def _right_one(self, found: list[Entry]) -> list[int]:
        right = [at for at, each in enumerate(found) if each.sign == "=" or each.weight == 100]
        if any(each.sign != "=" and 0 < (each.weight or 0) < 100 for each in found):
            self._partial("a wrong option earns a part of the points")
        if len(right) == 1:
            return right
        self._doubt("unreadable-key", not_one(right), "error")
        return []

    def _right_ones(self, found: list[Entry]) -> list[int]:
        weights = [entry.weight or 0 for entry in found]
        right = [at for at, weight in enumerate(weights) if weight > 0]
        shares = [weights[at] for at in right]
        if not right:
            self._doubt("no-answer", "no option earns points", "error")
        elif max(shares) - min(shares) > 0.01 or abs(sum(shares) - 100) > 0.1:
            self._partial("the right options earn uneven shares")
        return right

    def _short(self) -> DraftQuestion:
        found = list(entries(self._answers, "="))
        self._no_feedback(found, "an accepted text")
        texts = self._accepted(found)
        question = self._make("blank", [texts] if texts else None)
        question.stem = _BLANK.sub("___", question.stem)
        if any(re.search(r"(?<!\\)\*", text) for text in texts):
            self._doubt("not-kept", "'*' stands for any text in Moodle, and for itself in a bank")
        question.answer = [[text.replace("\\*", "*") for text in texts]] if texts else None
        return question

    def _accepted(self, found: list[Entry]) -> list[str]:
        full = [each for each in found if each.weight is None or each.weight >= 100]
        if part := [each.text.text for each in found if 0 < (each.weight or 0) < 100]:
            self._partial("a text earns a part of the points", part)
        texts = dict.fromkeys(one_line(each.text.text) for each in full if each.text.text)
        if not texts:
            self._doubt("no-answer", "no text earns the whole points", "error")
        return list(texts)

    def _matching(self) -> DraftQuestion:
        pairs = []
        said = [entry.raw for entry in entries(self._answers, "=")]
        for raw in said:
            at = masked(raw).find("->")
            if at < 0:
                message = unkeyed(f"'{raw[:40]}' is no pair with '->'", said)
                self._doubt("unreadable-key", message, "error")
                return self._make("matching", None)
            pairs.append((raw[:at], raw[at + 2 :]))
        sides = [[self._left(left), _right(right)] for left, right in pairs]
        return self._make("matching", sorted(sides, key=lambda pair: not pair[0]))

    def _left(self, text: str) -> str:
        return self._option(text_of(text)).replace("-&gt;", "->")

    # Numbers.

    def _numeric(self) -> DraftQuestion:
        found = list(entries(self._answers[1:].strip(), "=~"))
        values = [each for each in found if each.sign != "~"]
        self._no_feedback(found, "a number")
        full = [each for each in values if each.weight is None or each.weight >= 100]
        if part := [each.text.text for each in values if 0 < (each.weight or 0) < 100]:
            self._partial("a number earns a part of the points", part)
        measures = [_measure(each.text.text) for each in full]
        good = [each for each in measures if each is not None]
        if len(good) < len(measures) or not good:
            about = "unreadable-key" if measures else "no-answer"
            said = [each.text.text for each in full]
            self._doubt(about, unkeyed("the answer is no number", said), "error")
            return self._make("numeric", None)
        if len(good) > 1:
            return self._numbers(good, [each.text.text for each in full])
        question = self._make("numeric", (good[0].value, good[0].tolerance))
        question.written = good[0].written
        return question

    def _numbers(self, found: list[_Measure], texts: list[str]) -> DraftQuestion:
        """Return a question with several right numbers: as texts, if they are exact."""
        if any(each.tolerance or not each.written for each in found):
            message = "several ranges of numbers are right; a bank's question has one"
            self._doubt("unreadable-key", unkeyed(message, texts), "error")
            return self._make("numeric", None)
        self._doubt("not-kept", "several numbers are right; they are compared as texts")
        return self._make("blank", [[each.written for each in found]])


@dataclass(frozen=True, slots=True)
class _Measure:
    value: float
    tolerance: float
    written: str = ""


def _measure(text: str) -> _Measure | None:
    """Return `3.14`, `3.14:0.005` or `3.135..3.145` as value and tolerance."""
    low, dots, high = text.partition("..")
    if dots:
        return _middle(low.strip(), high.strip())
    value, _, tolerance = (part.strip() for part in text.partition(":"))
    numbers = [value, tolerance or "0"]
    if not all(map(_NUMBER.fullmatch, numbers)):
        return None
    return _Measure(float(value), abs(float(numbers[1])), value)


def _middle(low: str, high: str) -> _Measure | None:
    if not _NUMBER.fullmatch(low) or not _NUMBER.fullmatch(high):
        return None
    try:
        first, last = sorted((Decimal(low), Decimal(high)))
        return _Measure(float((first + last) / 2), float((last - first) / 2))
    except InvalidOperation:
        return None


def _right(text: str) -> str:
    """Return the right side of a pair, which is plain text in Moodle."""
    return as_markdown(one_line(unescaped(text)))
