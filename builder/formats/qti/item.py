"""One QTI item: what it means in a bank, and what a bank does not have.

The key is what the item declares as correct. Where its own rules may judge otherwise, that is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from xml.etree.ElementTree import Element

from builder.draft import Draft, DraftQuestion, beginnings
from builder.formats.document import html_markdown
from builder.formats.document.doubting import Doubting
from builder.formats.document.xml_tree import as_number
from builder.formats.qti import feedback
from builder.formats.qti.elements import HOLE, html, identifier_of, said
from builder.formats.qti.responses import Response, response

TEXT, INLINE = "textEntryInteraction", "inlineChoiceInteraction"
_IN_LINE = (TEXT, INLINE, "gap")
_INSIDE = ("gapMatchInteraction", "hottextInteraction")
"""What is asked of a text that stands in the interaction itself."""
_DROPPED = (
    *("modalFeedback", "feedbackInline", "feedbackBlock", "rubricBlock", "prompt", "gapText"),
    *("catalogInfo", "stylesheet"),
)
_WITHOUT_KEY = ("endAttemptInteraction", "infoControl")
_APART = {
    "catalogInfo": "its catalog (a glossary, spoken text or sign language)",
    "apipAccessibility": "its notes for accessibility",
    "companionMaterialsInfo": "its companion materials",
    "printedVariable": "a value that is printed in its text",
    "include": "what it includes from another file",
}
"""What stands beside the text of an item, or in it, and has no place in a bank."""


class Meaning(Doubting):
    """One item on its way from its elements to what it means."""

    def __init__(
        self, item: Element, number: int, draft: Draft, picture: Callable[[str], str]
    ) -> None:
        self.identifier = item.get("identifier", "")
        label = item.get("label", "")
        derived = re.sub(r"_\d+$", "", self.identifier) in (identifier_of(label), label)
        super().__init__(label if label and derived else self.identifier, number, draft.doubts)
        self.item = item
        self.choices: list[str] = []
        """The names of the options, where it has options."""
        self._picture = picture
        self._responses = {
            each.get("identifier", ""): response(each) for each in item.iter("responseDeclaration")
        }

    def unfit(self, found: list[Element]) -> str:
        """Return why a bank can have no such item, whatever it asks; "" if it can."""
        if self.item.get("adaptive") == "true":
            return "adaptive items have no place in a bank"
        if self.item.find("templateDeclaration") is not None:
            return "items made from a template have no place in a bank"
        return "" if found else "there is nothing to answer in it"

    def interactions(self) -> list[Element]:
        """Return what is asked, without buttons that ask nothing."""
        body = self.item.find("itemBody")
        inside = list(body.iter()) if body is not None else []
        ends = (each for each in inside if each.tag.endswith("Interaction"))
        return [each for each in ends if each.tag not in _WITHOUT_KEY]

    def tell_rest(self) -> None:
        """Tell what is neither asked nor shown: buttons, texts for others than the candidate."""
        tags = {str(each.tag) for each in self.item.iter()}
        if tags & {*_WITHOUT_KEY}:
            self.doubt("not-kept", "a button of the item was left out (a hint, or its end)")
        for tag, what in _APART.items():
            if tag in tags:
                self.doubt("not-kept", f"{what} was left out")
        used = ("candidate", "scorer") if "extendedTextInteraction" in tags else ("candidate",)
        for each in self.item.iter("rubricBlock"):
            if not any(reader in each.get("view", "") for reader in used):
                self.tell_reader(each)

    def tell_reader(self, block: Element) -> None:
        """Tell a text for someone whom a bank has no words for."""
        said_to = f"a text for '{block.get('view', '')}' was left out"
        self.doubt("not-kept", f"{said_to}{beginnings([self.line(block)])}")

    def check_shares(self, variable: Response, what: str) -> None:
        """Tell where right values earn different parts of the points."""
        if self.is_mapped() and not variable.is_even():
            said = beginnings(variable.parts()) if what == "texts" else ""
            self.doubt(
                "partial-credit-dropped", f"its {what} earn uneven parts of the points{said}"
            )

    def of(self, interaction: Element) -> Response:
        """Return the variable that an interaction fills."""
        nothing = Response("single", "", (), {}, False)
        return self._responses.get(interaction.get("responseIdentifier", ""), nothing)

    # Texts.

    def markdown(self, element: Element | None, drop: tuple[str, ...] = _DROPPED) -> str:
        """Return what an element shows, a `HOLE` for each gap in it."""
        if element is None:
            return ""

        def other(child: Element) -> str | None:
            if child.tag in _IN_LINE:
                return HOLE
            if child.tag == "rubricBlock" and "candidate" in child.get("view", ""):
                return html(child, other)
            if child.tag == "hottext":
                return f"<b>{html(child, other)}</b>"
            if child.tag == "object" and child.get("type", "").startswith("image/"):
                return _picture(child)
            if child.get("class") == "unit" and element.tag == "itemBody":
                return ""
            return "" if child.tag in drop or child.tag.endswith("Interaction") else None

        found = html_markdown.markdown(html(element, other), self._picture, whole=True)
        if found.left_out:
            names = ", ".join(found.left_out)
            self.doubt("not-kept", f"left out, for a bank has no place for it: {names}")
        return found.markdown

    def line(self, element: Element | None) -> str:
        """Return what an element shows, in one line where its lines say nothing."""
        return html_markdown.lined(self.markdown(element))

    def prompt(self, interaction: Element) -> str:
        """Return an interaction's prompt, and the text that it asks of."""
        inside = interaction if interaction.tag in _INSIDE else None
        texts = (self.markdown(interaction.find("prompt")), self.markdown(inside))
        return "\n\n".join(filter(None, texts))

    def stem(self, body: Element, interaction: Element | None = None) -> str:
        """Return what stands around an interaction, and its prompt."""
        prompt = self.prompt(interaction) if interaction is not None else ""
        said = "\n\n".join(filter(None, (self.markdown(body), prompt)))
        return said or self.item.get("title", "")

    def make(self, kind: str, stem: str) -> DraftQuestion:
        """Return a question of that kind, still without a key."""
        return DraftQuestion(kind, stem, self.number, id=self.name)

    # What all items have.

    def common(self, question: DraftQuestion) -> None:
        """Give a question its points and what is said after the answer."""
        self.tell_rest()
        feedback.tell(self, question)
        points = None
        for each in self.item.iter("outcomeDeclaration"):
            value = as_number(said(each.find("defaultValue"))) or 0
            if each.get("identifier") == "MAXSCORE" and value > 0:
                points = value
            most = as_number(each.get("normalMaximum", ""))
            if each.get("identifier") == "SCORE" and most and points is None:
                points = most
        points = points or self._worth()
        question.points = points
        if question.questions and points:
            question.points = None
            for part in question.questions:
                part.points = points / len(question.questions)
        if self._has_own_rules():
            self.doubt("not-kept", "its own rules of scoring; what it declares as correct is kept")

    def _worth(self) -> float | None:
        """Return what a right answer earns by the rules of scoring, where they say it plainly."""
        rules = self.item.find("responseProcessing")
        if rules is None:
            return None
        if "map_response" in rules.get("template", ""):
            return sum(each.worth() for each in self._responses.values()) or None
        for each in rules.findall("responseCondition/responseIf"):
            for given in each.findall("setOutcomeValue"):
                if given.get("identifier") == "SCORE" and each.find("match/correct") is not None:
                    worth = as_number(said(given.find("baseValue")))
                    return worth if worth and worth > 0 else None
        return None

    def _has_own_rules(self) -> bool:
        """Tell rules of the points that are none of the standard ones, or those written out."""
        rules = self.item.find("responseProcessing")
        if rules is None or "template" in rules.attrib:
            return False
        return any(self._is_of_points(each) and not _is_plain(each) for each in rules)

    def _is_of_points(self, rule: Element) -> bool:
        """Tell a rule that does more than to choose which feedback is shown."""
        outcomes = self.item.iter("outcomeDeclaration")
        names = {
            each.get("identifier") for each in outcomes if each.get("baseType") == "identifier"
        }
        given = [each.get("identifier") for each in rule.iter("setOutcomeValue")]
        return not given or not names.issuperset(given)

    def is_mapped(self) -> bool:
        """Tell that each value earns what a table says."""
        rules = self.item.find("responseProcessing")
        template = rules.get("template", "") if rules is not None else ""
        return "map_response" in template or (
            rules is not None and rules.find(".//mapResponse") is not None
        )


_PLAIN_RULES = frozenset(
    (
        *("responseCondition", "responseIf", "responseElseIf", "responseElse", "setOutcomeValue"),
        *("match", "equal", "and", "sum", "variable", "correct", "baseValue", "mapResponse"),
        "isNull",
    )
)
"""What the standard rules are made of, written out in full."""


def _is_plain(rule: Element) -> bool:
    """Tell a rule that judges as the standard ones do; it may ask whether there is a response."""
    return all(
        each.tag in _PLAIN_RULES or (each.tag == "not" and [*each][:1] == each.findall("isNull"))
        for each in rule.iter()
    )


_SHOWN = ("image/png", "image/jpeg", "image/gif", "image/svg+xml", "image/webp")


def _picture(element: Element) -> str:
    """Return an object as a picture: itself, or the first in it that a browser shows."""
    shown = (each for each in element.iter("object") if each.get("type") in _SHOWN)
    words = escape(" ".join(said(element).split()))
    return f'<img src="{escape(next(shown, element).get("data", ""))}" alt="{words}">'
