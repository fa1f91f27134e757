"""One QTI item: what it means in a bank, and what a bank does not have.

The key is what the item declares as correct. Where its own rules may judge otherwise, that is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from html import escape
from xml.etree.ElementTree import Element

from builder.draft import Doubt, Draft, DraftQuestion, Level, unkeyed
from builder.formats.document import html_markdown
from builder.formats.document.xml_tree import as_number
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


class Meaning:
    """One item on its way from its elements to what it means."""

    def __init__(
        self, item: Element, number: int, draft: Draft, picture: Callable[[str], str]
    ) -> None:
        self.item = item
        self.number = number
        self.choices: list[str] = []
        """The names of the options, where it has options."""
        self.part = 0
        """The number of the question in it that is being read, 0 for all of it."""
        self._draft = draft
        self._picture = picture
        self.identifier = item.get("identifier", "")
        label = item.get("label", "")
        derived = re.sub(r"_\d+$", "", self.identifier) in (identifier_of(label), label)
        self.name = label if label and derived else self.identifier
        self._responses = {
            each.get("identifier", ""): response(each) for each in item.iter("responseDeclaration")
        }

    def doubt(self, about: str, message: str, level: Level = "warning") -> None:
        """Tell something that the author should look at, by the item's name."""
        name = f"{self.name}.{self.part}" if self.part else self.name
        doubt = Doubt(self.number, about, level, f"{name}: {message}", self.number)
        self._draft.doubts.append(doubt)

    def unkeyed(self, why: str, texts: Iterable[str]) -> None:
        """Tell why there is no key, and the texts that have no place without one."""
        self.doubt("unreadable-key", unkeyed(why, texts), "error")

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
        views = [each.get("view", "") for each in self.item.iter("rubricBlock")]
        used = ("candidate", "scorer") if "extendedTextInteraction" in tags else ("candidate",)
        others = [view for view in views if not any(each in view for each in used)]
        if others:
            names = ", ".join(f"'{view}'" for view in dict.fromkeys(others))
            self.doubt("not-kept", f"a text for {names} was left out")

    def check_shares(self, variable: Response, what: str) -> None:
        """Tell where right values earn different parts of the points."""
        if self.is_mapped() and not variable.is_even():
            self.doubt("partial-credit-dropped", f"its {what} earn uneven parts of the points")

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
        self._feedback(question)
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

    def _feedback(self, question: DraftQuestion) -> None:
        texts = []
        for each in self.item.findall("modalFeedback"):
            name, text = each.get("identifier", ""), self.markdown(each)
            if name in self.choices and len(question.options) == len(self.choices):
                told = question.feedback or [None] * len(self.choices)
                at = self.choices.index(name)
                told[at] = "\n\n".join(filter(None, (told[at], text))) or None
                question.feedback = told
            elif text:
                texts.append(text)
        blocks = [each for each in self.item.iter("feedbackBlock") if not self._of_option(each)]
        hints = [each for each in blocks if "hint" in each.get("identifier", "").lower()]
        question.hint = " ".join(filter(None, map(self.line, hints))) or None
        texts += [text for each in blocks if each not in hints and (text := self.markdown(each))]
        if len(texts) == 1:
            question.explanation = texts[0]
        elif texts:
            self.doubt("not-kept", f"{len(texts)} texts of feedback were left out")
        if any(not self._of_option(each) for each in self.item.iter("feedbackInline")):
            self.doubt("not-kept", "feedback within the text was left out")

    def _of_option(self, feedback: Element) -> bool:
        return feedback.get("identifier") in self.choices

    def _has_own_rules(self) -> bool:
        """Tell rules that are none of the standard ones, or of those written out in full."""
        rules = self.item.find("responseProcessing")
        if rules is None or "template" in rules.attrib:
            return False
        known = {"responseProcessing", "responseCondition", "responseIf", "responseElse", "match"}
        known |= {"variable", "correct", "setOutcomeValue", "baseValue", "mapResponse", "isNull"}
        known |= {"sum", "and", "responseElseIf", "equal"}
        return any(each.tag not in known for each in rules.iter())

    def is_mapped(self) -> bool:
        """Tell that each value earns what a table says."""
        rules = self.item.find("responseProcessing")
        template = rules.get("template", "") if rules is not None else ""
        return "map_response" in template or (
            rules is not None and rules.find(".//mapResponse") is not None
        )


_SHOWN = ("image/png", "image/jpeg", "image/gif", "image/svg+xml", "image/webp")


def _picture(element: Element) -> str:
    """Return an object as a picture: itself, or the first in it that a browser shows."""
    shown = (each for each in element.iter("object") if each.get("type") in _SHOWN)
    words = escape(" ".join(said(element).split()))
    return f'<img src="{escape(next(shown, element).get("data", ""))}" alt="{words}">'
