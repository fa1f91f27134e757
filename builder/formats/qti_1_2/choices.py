"""Choices of QTI 1.2: one right option, several, or a verdict."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draft import DraftQuestion
from builder.formats.document.xml_tree import Node
from builder.formats.lists.verdicts import are_verdicts
from builder.formats.paper.words import TRUE
from builder.formats.qti_1_2.item import Meaning


def choice(meaning: Meaning) -> DraftQuestion:
    """Return a choice of one option."""
    return choose(meaning, meaning.responses[0], meaning.stem())


def several(meaning: Meaning) -> DraftQuestion:
    """Return a choice of all options that are right."""
    made = choose(meaning, meaning.responses[0], meaning.stem(), True)
    adding = [rule for rule in meaning.rules if rule.adds and len(rule.values()) == 1]
    if len(adding) > 1:
        message = "each right option earns its share; in a bank all are needed"
        meaning.doubt("partial-credit-dropped", message)
    return made


def choose(meaning: Meaning, response: Node, stem: str, several: bool = False) -> DraftQuestion:
    """Return the choice that a response is."""
    labels = meaning.labels(response)
    names = [each.attributes.get("ident", "") for each in labels]
    options = [meaning.texts.line(each) for each in labels]
    made = meaning.make("multiple" if several else "single", stem)
    right = _right(meaning, response.attributes.get("ident", ""), names, several)
    shown = [at for at, text in enumerate(options) if text or at in right]
    if len(shown) < len(options):
        meaning.doubt("options-dropped", f"{len(options) - len(shown)} empty options were left out")
    made.options = [options[at] for at in shown]
    made.answer = [chr(ord("A") + shown.index(at)) for at in right] or None
    if not right:
        meaning.doubt("no-answer", "no option earns points", "error")
    elif not several and len(right) > 1:
        meaning.doubt("unreadable-key", "several options are right of a single choice", "error")
        made.answer = None
    elif not several and are_verdicts(made.options):
        made.type, made.answer = "true-false", options[right[0]].lower() in TRUE
        made.options = []
    return made


def _right(meaning: Meaning, response: str, names: Sequence[str], several: bool) -> list[int]:
    scored = [rule for rule in meaning.rules if rule.values(response)]
    most = max((rule.earned for rule in scored), default=0)
    if not several:
        if any(rule.earned < most for rule in scored):
            message = "another option earns a part of the points"
            meaning.doubt("partial-credit-dropped", f"{message}, which a bank does not have")
        scored = [rule for rule in scored if rule.earned == most]
    right = {value for rule in scored for value in rule.values(response)}
    return [at for at, name in enumerate(names) if name in right]
