"""What a QTI 1.2 item's rules of scoring give points for: conditions, flattened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from builder.formats.document.xml_tree import Node, as_number


@dataclass(frozen=True, slots=True)
class Test:
    """One comparison: which response, with what, and how."""

    response: str
    kind: str
    """`varequal`, `vargte` and so on."""
    value: str
    match_case: bool


@dataclass(frozen=True, slots=True)
class Rule:
    """A condition that earns points: what must hold, and what it earns."""

    tests: tuple[Test, ...]
    earned: float
    adds: bool

    def values(self, response: str = "") -> list[str]:
        """Return what a response must be equal to; of any response, if none is named."""
        return [
            each.value
            for each in self.tests
            if each.kind in ("varequal", "varsubset", "varsubstring")
            and response in ("", each.response)
        ]


def rules(item: Node) -> list[Rule]:
    """Return the rules of an item that give points, in its order.

    Blackboard gives `SCORE.max`, or no points but the feedback that says "correct".
    """
    conditions = [
        each for process in item.all("resprocessing") for each in process.all("respcondition")
    ]
    found = [rule for each in conditions if (rule := _rule(each, _earned(each))) is not None]
    if found:
        return found
    told = (each for each in conditions if _says_correct(each))
    return [rule for each in told if (rule := _rule(each, 1.0)) is not None]


def _rule(condition: Node, earned: float) -> Rule | None:
    node = condition.first("conditionvar")
    if earned <= 0 or node is None:
        return None
    adds = any(each.attributes.get("action") == "Add" for each in condition.all("setvar"))
    return Rule(tuple(_tests(node)), earned, adds)


def _earned(condition: Node) -> float:
    texts = [each.text.strip() for each in condition.all("setvar")]
    found = (100.0 if text == "SCORE.max" else as_number(text) or 0.0 for text in texts)
    return max(found, default=0.0)


def _says_correct(condition: Node) -> bool:
    shown = condition.all("displayfeedback")
    return any(each.attributes.get("linkrefid") == "correct" for each in shown)


def _tests(node: Node) -> Iterator[Test]:
    for child in node.children:
        if child.tag in ("and", "or", "conditionvar"):
            yield from _tests(child)
        elif child.tag.startswith("var"):
            given = child.attributes
            cased = given.get("case", "No").lower() == "yes"
            yield Test(given.get("respident", ""), child.tag, child.text.strip(), cased)


def interval(rule: Rule) -> tuple[str, float, float] | None:
    """Return the number a rule asks for as it is written, and how far below and above it may be.

    None where it asks for no number.
    """
    exact = [each for each in rule.values() if as_number(each) is not None]
    bounds = {
        each.kind[:5]: Decimal(each.value)
        for each in rule.tests
        if each.kind[:5] in ("vargt", "varlt") and as_number(each.value) is not None
    }
    low, high = bounds.get("vargt"), bounds.get("varlt")
    if exact:
        value = Decimal(exact[0])
        below = value - (value if low is None else low)
        return exact[0], float(below), float((value if high is None else high) - value)
    if low is None or high is None or low > high:
        return None
    middle = (low + high) / 2
    return f"{middle.normalize():f}", float(middle - low), float(high - middle)
