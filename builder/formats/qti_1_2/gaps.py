"""Gaps of QTI 1.2: lines and brackets to be filled in, and menus in a text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from builder.draft import DraftQuestion, in_part, placeless
from builder.formats.document.html_tokens import unescape
from builder.formats.document.xml_tree import Node
from builder.formats.qti_1_2.choices import choose
from builder.formats.qti_1_2.item import Meaning, descendants
from builder.formats.qti_1_2.texts import HOLE, is_html

_GAP = "\\_\\_({})\\_\\_"
_LOOSE = {
    "TextContainsAnswer": "what the response contains",
    "TextCloseEnough": "how close it comes",
}
"""Ways to compare that a bank does not have."""
_PLACED = ("mattext", "mat_formattedtext")


def short(meaning: Meaning) -> DraftQuestion:
    """Return the gaps that stand as lines, or where the responses are."""
    around = meaning.texts.markdown(meaning.presentation, responses=True)
    is_around = bool(around.partition(HOLE)[2].replace(HOLE, "").strip())
    stem = around if is_around else meaning.stem(ruled=True)
    missing = len(meaning.responses) - stem.count(HOLE) if len(meaning.responses) > 1 else 0
    stem = f"{stem}{f' {HOLE}' * missing}"
    names = [each.attributes.get("ident", "") for each in meaning.responses]
    tests = [test for rule in meaning.rules for test in rule.tests]
    match_case = bool(tests) and all(test.match_case for test in tests)
    return _filled(meaning, stem, [_accepted(meaning, name) for name in names], match_case)


def blanks(meaning: Meaning) -> DraftQuestion:
    """Return the gaps that stand as names in brackets."""
    names = tuple(_gap(meaning, each) for each in meaning.responses)
    stem = meaning.stem(names)
    if stem.count(HOLE) != len(names):
        meaning.doubt("unreadable-key", "not every blank stands in the text in brackets", "error")
        return meaning.make("blank", stem.replace(HOLE, "___"))
    texts = [_texts(meaning, response) for response in in_order(meaning)]
    cased = (meaning.said.get("qmd_matchcase"), meaning.said.get("case_sensitive"))
    return _filled(meaning, stem, texts, cased[0] == "Yes" or cased[1] == "true")


def _filled(
    meaning: Meaning, stem: str, texts: Sequence[Sequence[str]], match_case: bool
) -> DraftQuestion:
    """Return gaps with their texts: one question, or a case where only some have any."""
    if any(texts) and not all(texts) and stem.count(HOLE) == len(texts):
        case = _case(meaning, stem)
        for meaning.part, accepted in enumerate(texts, 1):
            case.questions.append(_one(meaning, accepted, match_case))
        meaning.part = 0
        return case
    made = meaning.make("blank", stem.replace(HOLE, "___"))
    made.answer = [[*each] for each in texts] if all(texts) else None
    made.match_case = match_case
    if not all(texts):
        meaning.doubt("no-answer", "no text earns points", "error")
    return made


def _case(meaning: Meaning, stem: str) -> DraftQuestion:
    """Return a case of a text with its gaps numbered, still without questions."""
    case = meaning.make("case", "")
    pieces = stem.split(HOLE)
    marks = [_GAP.format(at) for at in range(1, len(pieces))]
    case.material = "".join(p + m for p, m in zip(pieces, [*marks, ""], strict=True))
    return case


def _one(meaning: Meaning, accepted: Sequence[str], match_case: bool = False) -> DraftQuestion:
    """Return a blank for one gap of a text, the one that is being read."""
    made = meaning.make("blank", f"({meaning.part}) ___")
    made.id = f"{meaning.name}.{meaning.part}"
    made.answer = [[*accepted]] if accepted else None
    made.match_case = match_case
    if not accepted:
        meaning.doubt("no-answer", "no text earns points", "error")
    return made


def _accepted(meaning: Meaning, response: str) -> list[str]:
    """Return the texts that a response earns most points for."""
    scored = [rule for rule in meaning.rules if any(rule.values(response))]
    most = max((rule.earned for rule in scored), default=0)
    part = [text for rule in scored if rule.earned < most for text in rule.values(response)]
    if part:
        message = in_part("a text earns a part of the points", part)
        meaning.doubt("partial-credit-dropped", message)
    values = [value for rule in scored if rule.earned == most for value in rule.values(response)]
    return list(dict.fromkeys(filter(None, values)))


def _texts(meaning: Meaning, response: Node) -> list[str]:
    """Return the texts that fill a gap: its labels, or what its rules ask for."""
    labels = meaning.labels(response)
    said = list(dict.fromkeys(filter(None, map(_plain, _as_texts(meaning, labels)))))
    names = {each.attributes.get("ident") for each in labels}
    accepted = _accepted(meaning, response.attributes.get("ident", ""))
    return said or [text for text in accepted if text not in names]


def _as_texts(meaning: Meaning, labels: Sequence[Node]) -> list[Node]:
    """Return the labels that are whole texts; tell those that are compared in another way."""
    ways = [(each.attributes.get("scoring_algorithm", ""), each) for each in labels]
    for way in dict.fromkeys(way for way, _ in ways if way in _LOOSE):
        said = ", ".join(f"'{_plain(label)}'" for each, label in ways if each == way)
        meaning.doubt("not-kept", f"{said} is compared by {_LOOSE[way]}, in a bank as a whole")
    if patterns := [_plain(label) for way, label in ways if way == "TextRegex"]:
        meaning.doubt("not-kept", placeless("a pattern that a response has to match", patterns))
    return [label for way, label in ways if way != "TextRegex"]


def _gap(meaning: Meaning, response: Node) -> str:
    named = _plain(response)
    own = response.attributes.get("ident", "").removeprefix("response_")
    texts = "".join(each.text for each in descendants(meaning.presentation, *_PLACED))
    return own if not named or (f"[{own}]" in texts and f"[{named}]" not in texts) else named


def _place(meaning: Meaning, name: str) -> int:
    texts = (each.text for each in descendants(meaning.presentation, *_PLACED))
    return next((at for text in texts if (at := text.find(f"[{name}]")) >= 0), 0)


def in_order(meaning: Meaning) -> list[Node]:
    """Return the responses in the order of their gaps in the text."""
    return sorted(meaning.responses, key=lambda each: _place(meaning, _gap(meaning, each)))


def dropdowns(meaning: Meaning) -> DraftQuestion:
    """Return menus in a text, and gaps among them: a choice, or a case of them."""
    names = tuple(_gap(meaning, each) for each in meaning.responses)
    stem = meaning.stem(names)
    if len(names) == 1:
        return choose(meaning, meaning.responses[0], stem.replace(HOLE, "\\_\\_\\_\\_"))
    case = _case(meaning, stem)
    responses = in_order(meaning)
    mixed = any(map(meaning.is_menu, responses))
    for meaning.part, response in enumerate(responses, 1):
        is_open = mixed and not meaning.is_menu(response)
        case.questions.append(_open(meaning, response) if is_open else _menu(meaning, response))
    meaning.part = 0
    return case


def _open(meaning: Meaning, response: Node) -> DraftQuestion:
    return _one(meaning, _texts(meaning, response))


def _menu(meaning: Meaning, response: Node) -> DraftQuestion:
    part = choose(meaning, response, f"({meaning.part})")
    part.id = f"{meaning.name}.{meaning.part}"
    return part


def _plain(node: Node) -> str:
    """Return the plain text of a label or of what stands before a response."""
    found = descendants(node.first("material"), "mattext", "mat_formattedtext")
    return " ".join(filter(None, map(_said, found)))


def _said(text: Node) -> str:
    if not is_html(text):
        return text.text.strip()
    return unescape(re.sub(r"<[^>]*>", "", text.text)).strip()
