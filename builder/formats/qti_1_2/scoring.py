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
    """Return the rules of an item that give points, in its order."""
    found = []
    for processing in item.all("resprocessing"):
        for condition in processing.all("respcondition"):
            setting = list(condition.all("setvar"))
            earned = max((as_number(each.text.strip()) or 0 for each in setting), default=0)
            node = condition.first("conditionvar")
            if earned > 0 and node is not None:
                adds = any(each.attributes.get("action") == "Add" for each in setting)
                found.append(Rule(tuple(_tests(node)), earned, adds))
    return found


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
