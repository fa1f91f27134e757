"""QTI's interactions → the bank's question types: one function a kind, and the table of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from xml.etree.ElementTree import Element

from builder.draft import DraftQuestion, placeless
from builder.formats.document.xml_tree import as_number
from builder.formats.lists.verdicts import are_verdicts
from builder.formats.paper.words import TRUE
from builder.formats.qti.elements import HOLE, said
from builder.formats.qti.item import INLINE, TEXT, Meaning

_GAP = "\\_\\_({})\\_\\_"
"""A numbered gap in a text that others ask about."""


def question(meaning: Meaning) -> DraftQuestion | None:
    """Return the question of an item, or None where a bank has none like it; that is told."""
    body = meaning.item.find("itemBody")
    found = meaning.interactions()
    why = meaning.unfit(found)
    strange = sorted({each.tag for each in found if each.tag not in KINDS})
    if strange and not why:
        why = f"a bank has no questions of {' and '.join(strange)}"
    made = None if why or body is None else _made(meaning, body, found)
    if made is None:
        why = why or f"a bank has no questions of {found[0].tag} like this"
        meaning.doubt("unknown-kind", f"{why}; the item was left out", "error")
        return None
    meaning.common(made)
    return made


def _made(meaning: Meaning, body: Element, found: list[Element]) -> DraftQuestion | None:
    if all(each.tag == TEXT for each in found) and _are_alike(meaning, found):
        return _texts(meaning, meaning.stem(body), found)
    if len(found) == 1:
        return KINDS[found[0].tag](meaning, found[0], meaning.stem(body, found[0]))
    return _several(meaning, body, found)


def _are_alike(meaning: Meaning, found: Sequence[Element]) -> bool:
    """Tell gaps that make one question: none is a number, and all have a key, or none has."""
    if len(found) == 1:
        return True
    responses = [meaning.of(each) for each in found]
    keyed = {bool(each.accepted()) for each in responses}
    return len(keyed) == 1 and not any(each.number() is not None for each in responses)


def _several(meaning: Meaning, body: Element, found: list[Element]) -> DraftQuestion | None:
    """Return a case: the text with its gaps numbered, and a question for each interaction."""
    case = meaning.make("case", "")
    gaps = [at for at, each in enumerate(found, 1) if each.tag in (TEXT, INLINE)]
    case.material = _numbered(meaning.markdown(body), gaps) or meaning.item.get("title", "")
    for at, interaction in enumerate(found, 1):
        meaning.part = at
        stem = meaning.prompt(interaction) or f"({at})"
        made = KINDS[interaction.tag](meaning, interaction, stem)
        if made is None:
            return None
        made.id = f"{meaning.name}.{at}"
        case.questions += _flat(made)
    meaning.choices, meaning.part = [], 0
    return case


def _flat(part: DraftQuestion) -> list[DraftQuestion]:
    """Return a part of a case, or the questions of one that is a case itself."""
    for at, each in enumerate(part.questions, 1):
        each.stem, each.id = f"{part.material}\n\n{each.stem}", f"{part.id}.{at}"
    return part.questions or [part]


def _numbered(text: str, numbers: Sequence[int] = ()) -> str:
    pieces = text.split(HOLE)
    numbers = numbers or range(1, len(pieces))
    gaps = [_GAP.format(number) for number in numbers] + [""] * len(pieces)
    return "".join(
        piece + gap for piece, gap in zip(pieces, [*gaps[: len(pieces) - 1], ""], strict=True)
    )


def _letters(right: Sequence[int]) -> list[str] | None:
    return [chr(ord("A") + at) for at in right] or None


def _choice(meaning: Meaning, interaction: Element, stem: str) -> DraftQuestion:
    choices = interaction.findall("simpleChoice")
    found = _chosen(meaning, interaction, stem, choices, [meaning.line(each) for each in choices])
    told = [_told(meaning, each) for each in choices]
    found.feedback = told if any(told) and found.options else []
    if any(told) and not found.options:
        meaning.doubt("not-kept", placeless("feedback to true or false", filter(None, told)))
    return found


def _told(meaning: Meaning, choice: Element) -> str | None:
    texts = (meaning.markdown(each) for each in choice if each.tag.startswith("feedback"))
    return "\n\n".join(filter(None, texts)) or None


def _chosen(
    meaning: Meaning,
    interaction: Element,
    stem: str,
    choices: Sequence[Element],
    options: list[str],
) -> DraftQuestion:
    response = meaning.of(interaction)
    made = meaning.make("single", stem)
    names = meaning.choices = [each.get("identifier", "") for each in choices]
    made.options = options
    right = sorted(names.index(each) for each in response.right() if each in names)
    if not right:
        meaning.doubt("no-answer", "no option is declared as correct", "error")
    made.answer = _letters(right)
    if response.cardinality != "single":
        made.type = "multiple"
        made.partial = meaning.is_mapped()
        if made.partial and not response.gives_shares(names):
            message = "its options earn other shares than a bank's partial scoring gives"
            meaning.doubt("partial-credit-dropped", message)
    elif len(right) > 1:
        meaning.doubt("unreadable-key", "several options are right of a single choice", "error")
        made.answer = None
    elif right and are_verdicts(made.options):
        made.type = "true-false"
        made.answer = made.options[right[0]].lower() in TRUE
        made.options = []
    return made


def _inline_choice(meaning: Meaning, interaction: Element, stem: str) -> DraftQuestion:
    choices = interaction.findall("inlineChoice")
    options = [meaning.line(each) for each in choices]
    return _chosen(meaning, interaction, stem.replace(HOLE, "\\_\\_\\_\\_"), choices, options)


def _hottext(meaning: Meaning, interaction: Element, stem: str) -> DraftQuestion:
    choices = list(interaction.iter("hottext"))
    return _chosen(meaning, interaction, stem, choices, [meaning.line(each) for each in choices])


def _text(meaning: Meaning, interaction: Element, stem: str) -> DraftQuestion:
    return _texts(meaning, f"{stem} {HOLE}", [interaction])


def _texts(meaning: Meaning, stem: str, found: list[Element]) -> DraftQuestion:
    responses = [meaning.of(each) for each in found]
    made = meaning.make("blank", stem.replace(HOLE, "___"))
    number = responses[0].number()
    if len(found) == 1 and number is not None:
        made.type = "numeric"
        made.answer = (number, _tolerance(meaning, found[0].get("responseIdentifier", "")))
        made.written = responses[0].correct[0]
        made.stem = stem.replace(HOLE, "").strip() or stem.replace(HOLE, "___")
        units = (each for each in meaning.item.iter("span") if each.get("class") == "unit")
        made.unit = next((said(each) for each in units), None)
        return made
    accepted = [each.accepted() for each in responses]
    made.answer = [*accepted] if all(accepted) else None
    made.match_case = all(each.match_case for each in responses)
    for each in responses:
        meaning.check_shares(each, "texts")
    if not all(accepted):
        meaning.doubt("no-answer", "no text is declared as correct", "error")
    return made


def _tolerance(meaning: Meaning, name: str) -> float:
    """Return how far a number may be from the one that is declared for that variable."""
    rules = meaning.item.iterfind(".//responseProcessing//equal")
    of_it = (each for each in rules if any(e.get("identifier") == name for e in each))
    equal = next(of_it, None)
    if equal is None or equal.get("toleranceMode", "exact") == "exact":
        return 0.0
    given = [as_number(each) for each in equal.get("tolerance", "").split()]
    if equal.get("toleranceMode") != "absolute" or not given or given[0] is None:
        meaning.doubt("not-kept", "a tolerance that is no fixed number was left out")
        return 0.0
    if len(set(given)) > 1:
        meaning.doubt("not-kept", "its tolerance differs above and below; that below is kept")
    return abs(given[0])


def _slider(meaning: Meaning, interaction: Element, stem: str) -> DraftQuestion:
    ends = f"{interaction.get('lowerBound')} to {interaction.get('upperBound')}"
    meaning.doubt("not-kept", f"a slider from {ends} became a number to be written")
    return _texts(meaning, f"{stem} {HOLE}", [interaction])


def _order(meaning: Meaning, interaction: Element, stem: str) -> DraftQuestion:
    texts = {
        each.get("identifier"): meaning.line(each) for each in interaction.iter("simpleChoice")
    }
    correct = meaning.of(interaction).correct
    made = meaning.make("ordering", stem)
    if len(correct) == len(texts) and set(correct) == set(texts):
        made.answer = [texts[each] for each in correct]
    else:
        meaning.unkeyed("the right order does not name every item once", texts.values())
    return made


def _match(meaning: Meaning, interaction: Element, stem: str) -> DraftQuestion | None:
    sets = interaction.findall("simpleMatchSet")
    if len(sets) != 2:
        return None
    lefts, rights = ({c.get("identifier", ""): meaning.line(c) for c in each} for each in sets)
    pairs = [each.split() for each in meaning.of(interaction).right()]
    meaning.check_shares(meaning.of(interaction), "pairs")
    if not all(len(pair) == 2 and pair[0] in lefts and pair[1] in rights for pair in pairs):
        meaning.unkeyed("its pairs name what is not there", [*lefts.values(), *rights.values()])
        return meaning.make("matching", stem)
    if sorted(left for left, _ in pairs) == sorted(lefts):
        return _paired(meaning, stem, lefts, rights, pairs)
    if pairs and sorted(right for _, right in pairs) == sorted(rights):
        return _paired(meaning, stem, rights, lefts, [pair[::-1] for pair in pairs])
    found = [left for left, _ in pairs]
    if not pairs or len(set(found)) < len(found):
        return _grid(meaning, stem, lefts, rights, pairs)
    _tell_alone(meaning, lefts, found)
    return _paired(meaning, stem, lefts, rights, pairs)


def _tell_alone(meaning: Meaning, lefts: dict[str, str], found: Sequence[str]) -> None:
    """Tell left sides that no pair has: a bank's pairs have all of them."""
    alone = ", ".join(f"'{text}'" for name, text in lefts.items() if name not in found)
    if alone:
        message = f"no right side belongs to {alone}; in a bank each left side has one"
        meaning.doubt("not-kept", f"{message}, so it was left out")


def _paired(
    meaning: Meaning,
    stem: str,
    lefts: dict[str, str],
    rights: dict[str, str],
    pairs: Sequence[Sequence[str]],
) -> DraftQuestion:
    """Return pairs, and the right sides that belong to nothing."""
    order = list(lefts)
    pairs = sorted(pairs, key=lambda pair: order.index(pair[0]))
    taken = {right for _, right in pairs}
    extra = [["", text] for name, text in rights.items() if name not in taken]
    made = meaning.make("matching", stem)
    made.answer = [*([lefts[left], rights[right]] for left, right in pairs), *extra]
    return made


def _grid(
    meaning: Meaning,
    stem: str,
    lefts: dict[str, str],
    rights: dict[str, str],
    pairs: Sequence[Sequence[str]],
) -> DraftQuestion:
    """Return a case: for each left side a multiple choice among the right sides."""
    case = meaning.make("case", "")
    case.material = stem
    names = list(rights)
    for meaning.part, (left, text) in enumerate(lefts.items(), 1):
        part = replace(meaning.make("multiple", text), options=list(rights.values()))
        part.id = f"{meaning.name}.{meaning.part}"
        part.answer = _letters(sorted(names.index(r) for each, r in pairs if each == left))
        if part.answer is None:
            meaning.doubt("no-answer", "no right side belongs to it", "error")
        case.questions.append(part)
    meaning.part = 0
    meaning.doubt("not-kept", "a left side has several right sides; each became a multiple choice")
    return case


def _associate(meaning: Meaning, interaction: Element, stem: str) -> DraftQuestion:
    texts = {
        each.get("identifier", ""): meaning.line(each)
        for each in interaction.iter("simpleAssociableChoice")
    }
    pairs = [each.split() for each in meaning.of(interaction).right()]
    used = [name for pair in pairs for name in pair]
    if not pairs or len(set(used)) != len(used) or not set(used) <= set(texts):
        message = "its pairs are not each of two choices that no other pair has"
        meaning.unkeyed(message, texts.values())
        return meaning.make("matching", stem)
    meaning.check_shares(meaning.of(interaction), "pairs")
    meaning.doubt("not-kept", "pairs of one set: in a bank the first of each stands on the left")
    lefts = {left: texts[left] for left, _ in pairs}
    rights = {name: text for name, text in texts.items() if name not in lefts}
    return _paired(meaning, stem, lefts, rights, pairs)


def _gap_match(meaning: Meaning, interaction: Element, stem: str) -> DraftQuestion:
    gaps = [each.get("identifier", "") for each in interaction.iter("gap")]
    chips = [each for each in interaction if each.tag in ("gapText", "gapImg")]
    rights = {each.get("identifier", ""): meaning.line(each) for each in chips}
    found = [each.split() for each in meaning.of(interaction).right()]
    meaning.check_shares(meaning.of(interaction), "gaps")
    made = meaning.make("matching", _numbered(stem))
    good = all(len(pair) == 2 and pair[0] in rights and pair[1] in gaps for pair in found)
    filled = [gap for _, gap in found if good]
    if not filled or len(set(filled)) < len(filled):
        meaning.unkeyed("not every gap has one right text", rights.values())
        return made
    lefts = {gap: f"({at})" for at, gap in enumerate(gaps, 1)}
    _tell_alone(meaning, lefts, filled)
    return _paired(meaning, made.stem, lefts, rights, [pair[::-1] for pair in found])


def _essay(meaning: Meaning, interaction: Element, stem: str) -> DraftQuestion:
    made = meaning.make("essay", stem)
    blocks = [e for e in meaning.item.iter("rubricBlock") if "scorer" in e.get("view", "")]
    models = [meaning.markdown(each) for each in blocks if each.get("class") != "rubric"]
    models = models or [*meaning.of(interaction).correct]
    made.answer = "\n\n".join(filter(None, models)) or None
    made.rubric = [
        row
        for each in blocks
        if each.get("class") == "rubric"
        for li in each.iter("li")
        if (row := _criterion(meaning, li))
    ]
    lines = as_number(interaction.get("expectedLines", ""))
    made.lines = int(lines) if lines is not None and 0 <= lines <= 200 else None
    if made.answer is None and not made.rubric:
        meaning.doubt("no-answer", "there is no model answer")
    return made


def _criterion(meaning: Meaning, row: Element) -> tuple[str, float] | None:
    """Return a line of a rubric as we write it: a text, and its points in brackets."""
    points = next((each for each in row if each.get("class") == "points"), None)
    worth = as_number(said(points).strip("()")) if points is not None else None
    if points is None or worth is None:
        return None
    tail, points.tail = points.tail, None
    row.remove(points)
    text = meaning.line(row)
    return (f"{text}{tail or ''}".strip(), worth)


Kind = Callable[[Meaning, Element, str], DraftQuestion | None]
KINDS: dict[str, Kind] = {
    "choiceInteraction": _choice,
    "inlineChoiceInteraction": _inline_choice,
    "hottextInteraction": _hottext,
    "textEntryInteraction": _text,
    "sliderInteraction": _slider,
    "orderInteraction": _order,
    "matchInteraction": _match,
    "associateInteraction": _associate,
    "gapMatchInteraction": _gap_match,
    "extendedTextInteraction": _essay,
}
"""What a bank can ask."""
