"""One question of Moodle XML: what it means in a bank, and what a bank does not have.

A key is kept only if it is whole: part marks for a wrong option or a misspelling are told and left.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from builder.draft import (
    Answer,
    Doubt,
    DraftQuestion,
    Level,
    beginnings,
    in_part,
    not_one,
    placeless,
    unkeyed,
)
from builder.formats.document.xml_tree import Node, as_number
from builder.formats.moodle_xml.texts import Texts
from builder.plain_text import as_markdown

_TAG = re.compile(r"<[A-Za-z/!][^<>]*>")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?")


class Meaning:
    """One question on its way from its element to what it means."""

    def __init__(self, node: Node, texts: Texts, doubts: list[Doubt]) -> None:
        self.node = node
        self.texts = texts
        self._doubts = doubts
        self.name = node.said("idnumber") or node.said("name", "text")

    def case(self) -> DraftQuestion:
        """Return a description as a case that is still without questions."""
        case = self.make("case", None)
        case.stem, case.material, case.points = "", case.stem, None
        return case

    def doubt(self, about: str, message: str, level: Level = "warning") -> None:
        """Tell something that the author should look at."""
        line, column = self.node.line, self.node.column
        named = f"{self.name}: {message}" if self.name else message
        self._doubts.append(Doubt(line, about, level, named, line, column))

    def make(self, kind: str, answer: Answer | None, stem: str | None = None) -> DraftQuestion:
        """Return a question with what all types have; `stem` is its text, if not as it stands."""
        node, texts = self.node, self.texts
        text = texts.markdown(node.first("questiontext"), said=stem)
        question = DraftQuestion(kind, text + texts.old_picture(node), node.line)
        question.column = node.column
        question.id = self.name
        question.answer = answer
        question.explanation = texts.markdown(node.first("generalfeedback")) or None
        question.points = as_number(node.said("defaultgrade") or node.said("defaultgrade", "text"))
        tags = node.first("tags")
        question.tags = [tag.said("text") for tag in tags.all("tag")] if tags else []
        hints = [text for each in node.all("hint") if (text := texts.line(each))]
        question.hint = " ".join(hints) or None
        if len(hints) > 1:
            self.doubt("not-kept", f"its {len(hints)} hints became one")
        return question

    def partial(self, what: str, texts: Iterable[str] = ()) -> None:
        """Tell that something earns a part of the points."""
        self.doubt("partial-credit-dropped", in_part(what, texts))

    def _no_feedback(self, what: str) -> None:
        found = (each.said("feedback", "text") for each in self.node.all("answer"))
        if texts := [text for text in found if text]:
            self.doubt("not-kept", placeless(f"feedback to {what}", texts))

    # Kinds.

    def _choice(self) -> DraftQuestion:
        node = self.node
        answers = list(node.all("answer"))
        single = node.said("single") in ("true", "1") and node.attributes["type"] == "multichoice"
        question = self.make("single" if single else "multiple", None)
        question.options = [self.texts.line(each) for each in answers]
        told = [self.texts.markdown(each.first("feedback")) or None for each in answers]
        question.feedback = told if any(told) else []
        shares = [_share(each) for each in answers]
        whole = node.attributes["type"] == "multichoiceset"
        right = self.right_one(shares) if single else self.right_ones(shares, whole)
        question.answer = [chr(ord("A") + at) for at in right] or None
        question.partial = not single and not whole
        if len(answers) > 26:
            self.doubt("options-dropped", "a bank has 26 options at most", "error")
        return question

    def right_one(self, shares: Sequence[float]) -> list[int]:
        """Return the one option that is wholly right, or none; that is told."""
        right = [at for at, share in enumerate(shares) if share >= 100]
        if any(0 < share < 100 for share in shares):
            self.partial("a wrong option earns a part of the points")
        if len(right) == 1:
            return right
        self.doubt("unreadable-key", not_one(right), "error")
        return []

    def right_ones(self, shares: Sequence[float], whole: bool) -> list[int]:
        """Return the options that earn points; `whole` where they need not add up to all."""
        right = [at for at, share in enumerate(shares) if share > 0]
        earned = [shares[at] for at in right]
        if not right:
            self.doubt("no-answer", "no option earns points", "error")
        elif max(earned) - min(earned) > 0.01 or not (whole or abs(sum(earned) - 100) <= 0.1):
            self.partial("the right options earn uneven shares")
        return right

    def _judgement(self) -> DraftQuestion:
        self._no_feedback("true or false")
        right = [each.said("text").lower() for each in self.node.all("answer") if _share(each) > 0]
        answer = right[0] == "true" if len(right) == 1 and right[0] in ("true", "false") else None
        if answer is None:
            self.doubt("unreadable-key", "neither true nor false alone earns the points", "error")
        return self.make("true-false", answer)

    def _short(self) -> DraftQuestion:
        self._no_feedback("an accepted text")
        shares = [(each.said("text"), _share(each)) for each in self.node.all("answer")]
        if part := [text for text, share in shares if 0 < share < 100]:
            self.partial("a text earns a part of the points", part)
        texts = list(dict.fromkeys(text for text, share in shares if text and share >= 100))
        question = self.make("blank", self.accepted([texts]))
        question.stem = re.sub(r"_{2,}", "___", question.stem)
        question.match_case = self.node.said("usecase") == "1"
        return question

    def accepted(self, blanks: Sequence[Sequence[str]]) -> Answer | None:
        """Return accepted texts without Moodle's escapes, or None if a blank has none."""
        if any(re.search(r"(?<!\\)\*", text) for texts in blanks for text in texts):
            self.doubt("not-kept", "'*' stands for any text in Moodle, and for itself in a bank")
        if not all(blanks):
            self.doubt("no-answer", "no text earns the whole points", "error")
            return None
        return [[text.replace("\\*", "*") for text in texts] for texts in blanks]

    def _numeric(self) -> DraftQuestion:
        self._no_feedback("a number")
        answers = [each for each in self.node.all("answer") if each.said("text") != "*"]
        full = [each for each in answers if _share(each) >= 100]
        if part := [each.said("text") for each in answers if 0 < _share(each) < 100]:
            self.partial("a number earns a part of the points", part)
        found = [(each.said("text"), as_number(each.said("tolerance")) or 0.0) for each in full]
        question = self.measured(found)
        question.unit = self._unit() if question.type == "numeric" and question.answer else None
        return question

    def measured(self, found: Sequence[tuple[str, float]]) -> DraftQuestion:
        """Return a question with numbers that earn all points, each with its tolerance."""
        if not found or not all(_NUMBER.fullmatch(text) for text, _ in found):
            about = "unreadable-key" if found else "no-answer"
            said = unkeyed("the answer is no number", (text for text, _ in found))
            self.doubt(about, said, "error")
            return self.make("numeric", None)
        if len(found) > 1:
            return self._numbers(found)
        question = self.make("numeric", (float(found[0][0]), abs(found[0][1])))
        question.written = found[0][0]
        return question

    def _numbers(self, found: Sequence[tuple[str, float]]) -> DraftQuestion:
        if any(tolerance for _, tolerance in found):
            message = "several ranges of numbers are right; a bank's question has one"
            ranges = (f"{text}:{tolerance:g}" for text, tolerance in found)
            self.doubt("unreadable-key", unkeyed(message, ranges), "error")
            return self.make("numeric", None)
        self.doubt("not-kept", "several numbers are right; they are compared as texts")
        return self.make("blank", [[text for text, _ in found]])

    def _unit(self) -> str | None:
        units = self.node.first("units")
        found = list(units.all("unit")) if units else []
        own = [each for each in found if as_number(each.said("multiplier")) == 1]
        if len(found) > len(own[:1]):
            names = ", ".join(f"'{each.said('unit_name')}'" for each in found)
            self.doubt("not-kept", f"of the units {names} a bank keeps the answer's own only")
        return own[0].said("unit_name") or None if own else None

    def _matching(self) -> DraftQuestion:
        pairs = []
        for each in self.node.all("subquestion"):
            right = as_markdown(re.sub(r"\s*\n\s*", " ", each.said("answer", "text")))
            pairs.append([self.texts.line(each), right])
        return self.make("matching", sorted(pairs, key=lambda pair: not pair[0]))

    def _ordering(self) -> DraftQuestion:
        self._no_feedback("an item of an order")
        return self.make("ordering", [self.texts.line(each) for each in self._ordered()])

    def _ordered(self) -> list[Node]:
        """Return the items in order: by their numbers if they are numbered one by one."""
        answers = list(self.node.all("answer"))
        places = [_share(each) for each in answers]
        if sorted(places) != list(range(1, len(places) + 1)):
            return answers
        return [each for _, each in sorted(zip(places, answers, strict=True), key=lambda p: p[0])]

    def _essay(self) -> DraftQuestion:
        node = self.node
        question = self.make("essay", self.texts.markdown(node.first("graderinfo")) or None)
        if question.answer is None:
            self.doubt("no-answer", "there is no model answer")
        if template := node.said("responsetemplate", "text"):
            message = f"the template of the response was left out{beginnings([template])}"
            self.doubt("not-kept", message)
        if (as_number(node.said("attachments")) or 0) != 0:
            self.doubt("not-kept", "a bank takes no attachments")
        lines = as_number(node.said("responsefieldlines"))
        question.lines = int(lines) if lines is not None and 0 <= lines <= 200 else None
        return question


READERS: dict[str, Callable[[Meaning], DraftQuestion]] = {
    "multichoice": Meaning._choice,
    "multichoiceset": Meaning._choice,
    "truefalse": Meaning._judgement,
    "shortanswer": Meaning._short,
    "numerical": Meaning._numeric,
    "matching": Meaning._matching,
    "ordering": Meaning._ordering,
    "essay": Meaning._essay,
}


def _share(node: Node) -> float:
    return as_number(node.attributes.get("fraction", "0")) or 0.0
