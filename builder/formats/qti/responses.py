"""What a QTI item declares as right: its response variables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from builder.formats.document.xml_tree import as_number
from builder.formats.qti.elements import said


@dataclass(frozen=True, slots=True)
class Response:
    """A response variable: what is right, and what each value earns."""

    cardinality: str
    base: str
    correct: tuple[str, ...]
    mapped: dict[str, float]
    match_case: bool
    highest: float | None = None
    """What its values can earn together at most, where that is bounded."""
    other: float = 0
    """What a value earns that the table does not have."""

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

    def number(self) -> float | None:
        """Return the right number, if it is one that is asked for."""
        asked = self.base in ("float", "integer") and self.correct
        return as_number(self.correct[0]) if asked else None

    def gives_shares(self, names: Sequence[str]) -> bool:
        """Tell a bank's partial scoring: right options earn alike, a wrong one takes all."""
        right = self.right()
        earned = {round(self.mapped.get(each, 0), 6) for each in right}
        total = sum(self.mapped.get(each, 0) for each in right)
        wrong = (self.mapped.get(each, self.other) for each in names if each not in right)
        return len(earned) == 1 and all(each <= 1e-6 - total for each in wrong)

    def is_even(self) -> bool:
        """Tell that no right value earns more than another, and no wrong one a part."""
        earned = [share for share in self.mapped.values() if share > 0]
        return len({round(share, 6) for share in earned}) < 2

    def parts(self) -> list[str]:
        """Return the values that earn something, and less than others."""
        most = max(self.mapped.values(), default=0)
        return [value for value, share in self.mapped.items() if 0 < share < most]

    def worth(self) -> float:
        """Return what its table gives at most; 0 without one."""
        earned = [share for share in self.mapped.values() if share > 0]
        total = max(earned, default=0.0) if self.cardinality == "single" else sum(earned)
        return total if self.highest is None else min(total, self.highest)

    def accepted(self) -> list[str]:
        """Return the texts that earn all points, the declared one first."""
        most = max(self.mapped.values(), default=0)
        whole = [value for value, share in self.mapped.items() if 0 < share == most]
        return list(dict.fromkeys([*self.correct, *whole]))


def response(element: Element) -> Response:
    """Return the variable that an element declares."""
    correct = element.find("correctResponse")
    values = tuple(said(each) for each in correct.iter("value")) if correct is not None else ()
    entries = list(element.iter("mapEntry"))
    mapped = {
        each.get("mapKey", ""): as_number(each.get("mappedValue", "")) or 0.0 for each in entries
    }
    cased = bool(entries) and all(each.get("caseSensitive", "true") == "true" for each in entries)
    kind, base = element.get("cardinality", "single"), element.get("baseType", "")
    table = element.find("mapping")
    highest = as_number(table.get("upperBound", "")) if table is not None else None
    other = as_number(table.get("defaultValue", "")) if table is not None else None
    return Response(kind, base, values, mapped, cased, highest, other or 0)
