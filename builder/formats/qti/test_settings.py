"""What a QTI test says of how it is taken and judged, in words: a bank keeps only its time."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from builder.formats.document.xml_tree import as_number

_LEFT_OUT = {
    "outcomeProcessing": "the rules for the result of the whole test",
    "testFeedback": "feedback to the whole test",
    "preCondition": "a condition under which something is asked",
    "branchRule": "a jump to another question",
    "templateDefault": "a value for a question that is made from a template",
    "adaptiveSelection": "a selection by another system",
}


def minutes(test: Element) -> int | None:
    """Return how long the test takes, where it says that, or its only part does."""
    limits = _limits_of_all(test)
    seconds = as_number(limits.get("maxTime", "")) if limits is not None else None
    return round(seconds / 60) if seconds and seconds >= 60 else None


def _limits_of_all(test: Element) -> Element | None:
    parts = test.findall("testPart")
    only = parts[0].find("timeLimits") if len(parts) == 1 else None
    own = test.find("timeLimits")
    return only if own is None else own


def unkept(test: Element) -> Iterator[str]:
    """Yield what is left out of the test, in words, each kind of thing once."""
    for tag, what in _LEFT_OUT.items():
        found = len(list(test.iter(tag)))
        if found:
            yield f"{what} was left out{f' ({found} times)' if found > 1 else ''}"
    for tag, what in (
        ("itemSessionControl", "settings of attempts"),
        ("weight", "the weight of a question"),
    ):
        said = dict.fromkeys(map(_attributes, test.iter(tag)))
        if said:
            yield f"{what} was left out ({'; '.join(filter(None, said))[:200]})"
    kept = _limits_of_all(test) if minutes(test) else None
    limits = [_attributes(each) for each in test.iter("timeLimits") if each is not kept]
    if limits:
        yield f"a time limit was left out ({'; '.join(dict.fromkeys(limits))[:200]})"


def _attributes(element: Element) -> str:
    return ", ".join(f"{key}={value}" for key, value in element.items() if key != "identifier")
