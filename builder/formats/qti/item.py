"""One QTI item: what it means in a bank, and what a bank does not have.

The key is what the item declares as correct. Where its own rules may judge otherwise, that is told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from builder.draft import Doubt, Draft, DraftQuestion, Level
from builder.formats.document import html_markdown
from builder.formats.document.xml_tree import as_number
from builder.formats.paper.words import FALSE, TRUE
from builder.formats.qti.elements import HOLE, html, said

_TEXTS = "textEntryInteraction"
_DROPPED = ("modalFeedback", "feedbackInline", "feedbackBlock", "rubricBlock", "prompt")


@dataclass(frozen=True, slots=True)
class _Response:
    """A response variable: what is right, and what each value earns."""

    cardinality: str
    base: str
    correct: tuple[str, ...]
    mapped: dict[str, float]
    match_case: bool

    def right(self) -> tuple[str, ...]:
        """Return the right values: those declared, or those that earn most."""
        if self.correct:
            return self.correct
        most = max(self.mapped.values(), default=0)
        one = self.cardinality == "single"
        return tuple(
            value
            for value, share in self.mapped.items()
            if share > 0 and (share == most or not one)
        )

    def accepted(self) -> list[str]:
        """Return the texts that earn all points, the declared one first."""
        most = max(self.mapped.values(), default=0)
        whole = [value for value, share in self.mapped.items() if 0 < share == most]
        return list(dict.fromkeys([*self.correct, *whole]))


class Meaning:
    """One item on its way from its elements to what it means."""

    def __init__(
        self, item: Element, number: int, draft: Draft, picture: Callable[[str], str]
    ) -> None:
        self._item = item
        self._number = number
        self._draft = draft
        self._picture = picture
        self.name = item.get("identifier", "")
        self._responses = {
            each.get("identifier", ""): _response(each) for each in item.iter("responseDeclaration")
        }

    def question(self) -> DraftQuestion | None:
        """Return the question, or None where a bank has none like it."""
        body = self._item.find("itemBody")
        inside = body.iter() if body is not None else ()
        found = [each for each in inside if each.tag.endswith("Interaction")]
        why = self._unfit(found)
        question = None if why or body is None else self._read(body, found)
        if question is None:
            kinds = " and ".join(sorted({each.tag for each in found}))
            why = why or f"a bank has no questions of {kinds}"
            self._doubt("unknown-kind", f"{why}; the item was left out", "error")
            return None
        self._common(question)
        return question

    def _unfit(self, found: list[Element]) -> str:
        """Return why a bank can have no such item, whatever it asks; "" if it can."""
        if self._item.get("adaptive") == "true":
            return "adaptive items have no place in a bank"
        if self._item.find("templateDeclaration") is not None:
            return "items made from a template have no place in a bank"
        return "" if found else "there is nothing to answer in it"

    def _read(self, body: Element, found: list[Element]) -> DraftQuestion | None:
        if all(each.tag == _TEXTS for each in found):
            return self._texts(body, found)
        reader = _READERS.get(found[0].tag) if len(found) == 1 else None
        return reader(self, body, found[0]) if reader else None

    def _doubt(self, about: str, message: str, level: Level = "warning") -> None:
        doubt = Doubt(self._number, about, level, f"{self.name}: {message}", self._number)
        self._draft.doubts.append(doubt)

    # Texts.

    def _markdown(self, element: Element | None, drop: tuple[str, ...] = _DROPPED) -> str:
        if element is None:
            return ""

        def other(child: Element) -> str | None:
            if child.tag == _TEXTS:
                return HOLE
            return "" if child.tag in drop or child.tag.endswith("Interaction") else None

        found = html_markdown.markdown(html(element, other), self._picture)
        if found.left_out:
            names = ", ".join(found.left_out)
            self._doubt("not-kept", f"left out, for a bank has no place for it: {names}")
        return found.markdown

    def _line(self, element: Element | None) -> str:
        return " ".join(self._markdown(element).split())

    def _make(self, kind: str, body: Element, interaction: Element | None = None) -> DraftQuestion:
        prompt = interaction.find("prompt") if interaction is not None else None
        parts = (self._markdown(body), self._markdown(prompt))
        stem = "\n\n".join(filter(None, parts)) or self._item.get("title", "")
        return DraftQuestion(kind, stem, self._number, id=self.name)

    def _common(self, question: DraftQuestion) -> None:
        feedback = self._item.findall("modalFeedback")
        if len(feedback) == 1:
            question.explanation = self._markdown(feedback[0]) or None
        elif feedback:
            self._doubt("not-kept", f"{len(feedback)} texts of feedback were left out")
        for each in self._item.iter("outcomeDeclaration"):
            value = as_number(said(each.find("defaultValue"))) or 0
            if each.get("identifier") == "MAXSCORE" and value > 0:
                question.points = value
            most = as_number(each.get("normalMaximum", ""))
            if each.get("identifier") == "SCORE" and most and question.points is None:
                question.points = most
        if self._has_own_rules():
            self._doubt("not-kept", "its own rules of scoring; what it declares as correct is kept")

    def _has_own_rules(self) -> bool:
        """Tell rules that are none of the standard ones, or of those written out in full."""
        rules = self._item.find("responseProcessing")
        if rules is None or "template" in rules.attrib:
            return False
        known = {"responseProcessing", "responseCondition", "responseIf", "responseElse", "match"}
        known |= {"variable", "correct", "setOutcomeValue", "baseValue", "mapResponse", "isNull"}
        return any(
            each.tag not in known | {"sum", "and", "responseElseIf"} for each in rules.iter()
        )

    def _is_mapped(self) -> bool:
        rules = self._item.find("responseProcessing")
        template = rules.get("template", "") if rules is not None else ""
        return "map_response" in template or (
            rules is not None and rules.find(".//mapResponse") is not None
        )

    def _of(self, interaction: Element) -> _Response:
        nothing = _Response("single", "", (), {}, False)
        return self._responses.get(interaction.get("responseIdentifier", ""), nothing)

    # Kinds.

    def _choice(self, body: Element, interaction: Element) -> DraftQuestion:
        response = self._of(interaction)
        question = self._make("single", body, interaction)
        choices = interaction.findall("simpleChoice")
        names = [each.get("identifier", "") for each in choices]
        question.options = [self._line(each) for each in choices]
        told = [self._markdown(each.find("feedbackInline")) or None for each in choices]
        question.feedback = told if any(told) else []
        right = sorted(names.index(each) for each in response.right() if each in names)
        if len(choices) > 26:
            self._doubt("options-dropped", "a bank has 26 options at most", "error")
        if not right:
            self._doubt("no-answer", "no option is declared as correct", "error")
        question.answer = [chr(ord("A") + at) for at in right] or None
        if response.cardinality != "single":
            question.type = "multiple"
            question.partial = self._is_mapped()
        elif len(right) > 1:
            self._doubt("unreadable-key", "several options are right of a single choice", "error")
            question.answer = None
        elif right and _verdicts(question.options):
            question.type = "true-false"
            question.answer = question.options[right[0]].lower() in TRUE
            question.options = []
        return question

    def _texts(self, body: Element, found: list[Element]) -> DraftQuestion:
        responses = [self._of(each) for each in found]
        question = self._make("blank", body)
        question.stem = question.stem.replace(HOLE, "___")
        number = as_number(responses[0].correct[0]) if responses[0].correct else None
        if len(found) == 1 and responses[0].base in ("float", "integer") and number is not None:
            question.type = "numeric"
            question.answer = (number, self._tolerance())
            question.written = responses[0].correct[0]
            question.stem = question.stem.replace("___", "").strip() or question.stem
            return question
        accepted = [each.accepted() for each in responses]
        question.answer = [*accepted] if all(accepted) else None
        question.match_case = all(each.match_case for each in responses)
        if not all(accepted):
            self._doubt("no-answer", "no text is declared as correct", "error")
        return question

    def _tolerance(self) -> float:
        equal = self._item.find(".//responseProcessing//equal")
        if equal is None or equal.get("toleranceMode", "exact") == "exact":
            return 0.0
        given = [as_number(each) for each in equal.get("tolerance", "").split()]
        if equal.get("toleranceMode") != "absolute" or not given or given[0] is None:
            self._doubt("not-kept", "a tolerance that is no fixed number was left out")
            return 0.0
        return abs(given[0])

    def _order(self, body: Element, interaction: Element) -> DraftQuestion:
        texts = {
            each.get("identifier"): self._line(each) for each in interaction.iter("simpleChoice")
        }
        correct = self._of(interaction).correct
        question = self._make("ordering", body, interaction)
        if len(correct) == len(texts) and set(correct) == set(texts):
            question.answer = [texts[each] for each in correct]
        else:
            self._doubt("unreadable-key", "the right order does not name every item once", "error")
        return question

    def _match(self, body: Element, interaction: Element) -> DraftQuestion | None:
        sets = interaction.findall("simpleMatchSet")
        if len(sets) != 2:
            return None
        lefts, rights = ({c.get("identifier", ""): self._line(c) for c in each} for each in sets)
        pairs = [each.split() for each in self._of(interaction).right()]
        question = self._make("matching", body, interaction)
        good = all(len(pair) == 2 and pair[0] in lefts and pair[1] in rights for pair in pairs)
        used = [pair[0] for pair in pairs if pair]
        if not good or sorted(used) != sorted(lefts):
            message = "not every left side has one right side; a bank's question has that"
            self._doubt("unreadable-key", message, "error")
            return question
        taken = {right for _, right in pairs}
        extra = [["", text] for name, text in rights.items() if name not in taken]
        question.answer = [*([lefts[left], rights[right]] for left, right in pairs), *extra]
        return question

    def _essay(self, body: Element, interaction: Element) -> DraftQuestion:
        question = self._make("essay", body, interaction)
        views = (each for each in body.iter("rubricBlock") if "scorer" in each.get("view", ""))
        models = [self._markdown(each) for each in views] or [*self._of(interaction).correct]
        question.answer = "\n\n".join(filter(None, models)) or None
        if question.answer is None:
            self._doubt("no-answer", "there is no model answer")
        return question


_READERS: dict[str, Callable[[Meaning, Element, Element], DraftQuestion | None]] = {
    "choiceInteraction": Meaning._choice,
    "orderInteraction": Meaning._order,
    "matchInteraction": Meaning._match,
    "extendedTextInteraction": Meaning._essay,
}


def _response(element: Element) -> _Response:
    correct = element.find("correctResponse")
    values = tuple(said(each) for each in correct.iter("value")) if correct is not None else ()
    entries = list(element.iter("mapEntry"))
    mapped = {
        each.get("mapKey", ""): as_number(each.get("mappedValue", "")) or 0.0 for each in entries
    }
    cased = bool(entries) and all(each.get("caseSensitive") == "true" for each in entries)
    kind, base = element.get("cardinality", "single"), element.get("baseType", "")
    return _Response(kind, base, values, mapped, cased)


def _verdicts(options: list[str]) -> bool:
    words = [option.lower() for option in options]
    return len(words) == 2 and any(w in TRUE for w in words) and any(w in FALSE for w in words)
