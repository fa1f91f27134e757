"""What QTI 2.1 to 3.0 let stand where, for the elements that we write. Tests nothing itself.

Written from the specifications' information models and compared with the published schemas (element
order, attributes, cardinality, words that an attribute may have). The schemas themselves are not
ours to pass on, and no package has them.
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
        "normalMaximum",
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
    "manifest": ("identifier", "schemaLocation", "metadata organizations resources "),
    "metadata": ("", "", "(schema schemaversion )?(lom )?"),
    "schema": ("", "", ""),
    "schemaversion": ("", "", ""),
    "organizations": ("", "", ""),
    "resources": ("", "", "(resource )+"),
    "resource": ("identifier type href", "", "(metadata )?(file )+(dependency )*"),
    "file": ("href", "", ""),
    "dependency": ("identifierref", "", ""),
    "lom": ("", "", "(general )?(educational )?(relation )?"),
}
"""Required attributes, others, and the children in order."""
_BY_HAND = {"outcomeDeclaration": "externalScored"}
"""Attributes that 2.1 does not have yet."""
_TEXT = rf"({_LINE}|textEntryInteraction)"
_HTML: dict[str, tuple[str, str, str]] = {
    "p": ("", "", _TEXT),
    **{f"h{level}": ("", "", _TEXT) for level in range(1, 7)},
    **dict.fromkeys(("strong", "em", "sub", "sup"), ("", "", _TEXT)),
    "span": ("", "class", _TEXT),
    "a": ("href", "title", _TEXT),
    "code": ("", "class", _LINE),
    "pre": ("", "", r"(code|span|strong|em|br)"),
    "img": ("src alt", "width height", "-"),
    "br": ("", "", "-"),
    "hr": ("", "", "-"),
    "div": ("", "", rf"({_FLOW}|textEntryInteraction)"),
    "blockquote": ("", "", _BLOCKS),
    "ul": ("", "", "li"),
    "ol": ("", "", "li"),
    "li": ("", "", rf"({_FLOW}|textEntryInteraction)"),
    "table": ("", "", r"(thead|tbody)"),
    "thead": ("", "", "tr"),
    "tbody": ("", "", "tr"),
    "tr": ("", "", r"(th|td)"),
    "th": ("", "scope", rf"({_FLOW}|textEntryInteraction)"),
    "td": ("", "", rf"({_FLOW}|textEntryInteraction)"),
}
"""The XHTML of 2.1: required attributes, others, and what may stand inside."""
_WORDS = {
    "cardinality": {"single", "multiple", "ordered"},
    "baseType": {"identifier", "string", "float", "integer", "directedPair"},
    "showHide": {"show", "hide"},
    "view": {"author", "candidate", "proctor", "scorer", "testConstructor", "tutor"},
    "toleranceMode": {"exact", "absolute", "relative"},
    "navigationMode": {"linear", "nonlinear"},
    "submissionMode": {"individual", "simultaneous"},
    "externalScored": {"externalMachine", "human"},
    **{key: {"true", "false"} for key in ("adaptive", "timeDependent", "shuffle", "visible")},
}
_COUNTS = ("maxChoices", "maxAssociations", "matchMax", "expectedLines", "select")


def faults(root: Element, form: str) -> Iterator[str]:
    """Yield what a file of a format, read in 2.x's names, has and should not."""
    stack = [root]
    while stack:
        element = stack.pop()
        if element.tag == "math":
            continue
        stack += element if element.tag != "lom" else ()
        yield from _rule(element, form)
        yield from _words(element)
    named = (each.get("identifier") for each in root.iter() if each.tag in _NAMED)
    names = [name for name in named if name is not None]
    yield from (f"identifier {name!r} is no name" for name in names if identifier_of(name) != name)
    yield from (
        f"identifier {name!r} is not the only one" for name in names if names.count(name) > 1
    )


_NAMED = frozenset(
    (
        *("assessmentItem", "assessmentTest", "testPart", "assessmentSection"),
        *("assessmentItemRef", "responseDeclaration", "outcomeDeclaration", "simpleChoice"),
        *("simpleAssociableChoice", "manifest", "resource"),
    )
)


def _rule(element: Element, form: str) -> Iterator[str]:
    children = "".join(f"{child.tag} " for child in element)
    needed, other, inside = RULES.get(element.tag) or _html(element.tag)
    if form != "qti-2.1":
        other += f" {_BY_HAND.get(element.tag, '')}"
    given = set(element.attrib)
    if not set(needed.split()) <= given or not given <= {*needed.split(), *other.split()}:
        yield f"<{element.tag}> has the attributes {sorted(given)}"
    if not re.fullmatch(inside, children):
        yield f"<{element.tag}> holds {children}"


def _html(tag: str) -> tuple[str, str, str]:
    needed, other, inside = _HTML.get(tag, ("unknown", "", ".*"))
    return needed, other, f"({inside} )*"


def _words(element: Element) -> Iterator[str]:
    for name, value in element.attrib.items():
        if name in _WORDS and not set(value.split()) <= _WORDS[name]:
            yield f"<{element.tag}> has {name}={value!r}"
        if name in _COUNTS and not value.isdecimal():
            yield f"<{element.tag}> has {name}={value!r}"
