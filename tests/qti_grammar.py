"""What QTI 2.1 to 3.0 let stand where, for the elements that we write. Tests nothing itself.

Written from the specifications' information models (element order, attributes, cardinality). The
schemas themselves are not ours to pass on, and no package has them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from builder.formats.qti.elements import identifier_of

_CHOICE = "responseIdentifier shuffle"
_FEEDBACK = "outcomeIdentifier identifier showHide"
_BLOCKS = r"(p|div|ul|ol|pre|h[1-6]|blockquote|hr|table)"
_LINE = r"(strong|em|code|math|img|a|br|span|sub|sup)"
_FLOW = rf"({_BLOCKS}|{_LINE})"
RULES: dict[str, tuple[str, str, str]] = {
    "assessmentItem": (
        "identifier title adaptive timeDependent",
        "label lang schemaLocation",
        (
            "(responseDeclaration )*(outcomeDeclaration )*itemBody "
            "(responseProcessing )?(modalFeedback )*"
        ),
    ),
    "responseDeclaration": (
        "identifier cardinality baseType",
        "",
        "(correctResponse )?(mapping )?",
    ),
    "correctResponse": ("", "", "(value )+"),
    "mapping": ("defaultValue", "lowerBound upperBound", "(mapEntry )+"),
    "mapEntry": ("mapKey mappedValue", "caseSensitive", ""),
    "outcomeDeclaration": (
        "identifier cardinality baseType",
        "normalMaximum externalScored",
        "(defaultValue )?",
    ),
    "defaultValue": ("", "", "(value )+"),
    "value": ("", "", ""),
    "itemBody": ("", "", rf"(({_BLOCKS}|\w+Interaction|rubricBlock) )+"),
    "choiceInteraction": (f"{_CHOICE} maxChoices", "", "(simpleChoice )+"),
    "orderInteraction": (_CHOICE, "", "(simpleChoice )+"),
    "matchInteraction": (f"{_CHOICE} maxAssociations", "", "simpleMatchSet simpleMatchSet "),
    "simpleMatchSet": ("", "", "(simpleAssociableChoice )+"),
    "simpleAssociableChoice": ("identifier matchMax", "", rf"({_FLOW} )*"),
    "simpleChoice": ("identifier", "", rf"(({_FLOW}|feedbackInline|feedbackBlock) )*"),
    "textEntryInteraction": ("responseIdentifier", "", ""),
    "extendedTextInteraction": ("responseIdentifier", "expectedLines", ""),
    "feedbackInline": (_FEEDBACK, "", rf"({_LINE} )*"),
    "feedbackBlock": (_FEEDBACK, "", rf"(({_BLOCKS}|contentBody) )*"),
    "modalFeedback": (_FEEDBACK, "", rf"(({_FLOW}|contentBody) )*"),
    "rubricBlock": ("view", "class", rf"(({_BLOCKS}|contentBody) )+"),
    "contentBody": ("", "", rf"({_FLOW} )*"),
    "responseProcessing": ("", "template", "((responseCondition|setOutcomeValue) )*"),
    "responseCondition": ("", "", "responseIf (responseElseIf )*(responseElse )?"),
    "responseIf": ("", "", r"(match|equal) (setOutcomeValue )+"),
    "responseElse": ("", "", "(setOutcomeValue )+"),
    "match": ("", "", r"\w+ \w+ "),
    "equal": ("toleranceMode", "tolerance", r"\w+ \w+ "),
    "variable": ("identifier", "", ""),
    "correct": ("identifier", "", ""),
    "mapResponse": ("identifier", "", ""),
    "baseValue": ("baseType", "", ""),
    "sum": ("", "", r"(mapResponse )+"),
    "setOutcomeValue": ("identifier", "", r"\w+ "),
    "assessmentTest": ("identifier title", "schemaLocation", "(timeLimits )?(testPart )+"),
    "timeLimits": ("maxTime", "", ""),
    "testPart": ("identifier navigationMode submissionMode", "", "(assessmentSection )+"),
    "assessmentSection": (
        "identifier title visible",
        "keepTogether",
        "(selection )?(ordering )?(rubricBlock )*((assessmentItemRef|assessmentSection) )*",
    ),
    "selection": ("select", "", ""),
    "ordering": ("shuffle", "", ""),
    "assessmentItemRef": ("identifier href", "", ""),
}
"""Required attributes, others, and the children in order."""
_HTML = {"p": rf"({_LINE}|textEntryInteraction)", "li": rf"({_FLOW}|textEntryInteraction)"}


def faults(root: Element) -> Iterator[str]:
    """Yield what a file, read in 2.x's names, has and should not."""
    stack = [root]
    while stack:
        element = stack.pop()
        if element.tag == "math":
            continue
        stack += element
        yield from _rule(element)
    names = [each.get("identifier", "_") for each in root.iter() if each.tag in _NAMED]
    yield from (f"identifier {name!r} is no name" for name in names if identifier_of(name) != name)
    yield from (
        f"identifier {name!r} is not the only one" for name in names if names.count(name) > 1
    )


_NAMED = frozenset(
    (
        *("assessmentItem", "assessmentTest", "testPart", "assessmentSection"),
        *("assessmentItemRef", "responseDeclaration", "outcomeDeclaration", "simpleChoice"),
        "simpleAssociableChoice",
    )
)


def _rule(element: Element) -> Iterator[str]:
    children = "".join(f"{child.tag} " for child in element)
    if element.tag not in RULES:
        inner = _HTML.get(element.tag)
        if inner and not re.fullmatch(rf"({inner} )*", children):
            yield f"<{element.tag}> holds {children}"
        return
    needed, other, inside = RULES[element.tag]
    given = set(element.attrib)
    if not set(needed.split()) <= given or not given <= {*needed.split(), *other.split()}:
        yield f"<{element.tag}> has the attributes {sorted(given)}"
    if not re.fullmatch(inside, children):
        yield f"<{element.tag}> holds {children}"
