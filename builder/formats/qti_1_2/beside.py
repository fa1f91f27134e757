"""What any item of QTI 1.2 has beside its key: points, feedback, tags, and what is left out."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draft import DraftQuestion, beginnings
from builder.formats.document.xml_tree import Node, as_number
from builder.formats.qti_1_2.gaps import in_order
from builder.formats.qti_1_2.item import Meaning, descendants


def tell_rest(meaning: Meaning) -> None:
    """Tell what stands beside the item and has no place in a bank."""
    calculator = meaning.said.get("calculator_type", "none")
    limits = [each for each in meaning.responses if each.attributes.get("word_limit_max")]
    ends = [
        meaning.texts.line(each)
        for each in descendants(meaning.presentation, "material")
        if each.attributes.get("position") and each not in meaning.presentation.children
    ]
    rest = {
        f"its source '{meaning.said.get('source_url', '')}'": "source_url" in meaning.said,
        f"a calculator ('{calculator}')": calculator not in ("", "none"),
        "its limits of words": bool(limits),
        f"labels at the ends of its order: {' · '.join(ends)}": bool(ends),
    }
    for what, is_there in rest.items():
        if is_there:
            meaning.doubt("not-kept", f"{what} was left out")


def common(meaning: Meaning, made: DraftQuestion) -> None:
    """Give a question what it has beside its key, and tell what it cannot have."""
    most = [each.attributes.get("maxvalue", "") for each in descendants(meaning.item, "decvar")]
    said = meaning.said
    points = as_number(said.get("points_possible") or said.get("qmd_weighting") or "")
    if not points and "cc_profile" not in said and most and most[0] != "100":
        points = as_number(most[0])
    if made.questions:
        _share(meaning, made, points)
    else:
        made.points = points if points else None
    _feedback(meaning, made)
    tell_rest(meaning)
    made.tags = [word for word in meaning.said.get("qmd_keywords", "").split("\n") if word]
    level = as_number(meaning.said.get("qmd_levelofdifficulty", ""))
    made.difficulty = int(level) if level and level in (1, 2, 3, 4, 5) else None
    made.source = meaning.said.get("qmd_source") or None
    if meaning.texts.left_out:
        names = ", ".join(dict.fromkeys(meaning.texts.left_out))
        meaning.doubt("not-kept", f"left out, for a bank has no place for it: {names}")
        meaning.texts.left_out.clear()


def _share(meaning: Meaning, made: DraftQuestion, points: float | None) -> None:
    for part in made.questions:
        part.points = points / len(made.questions) if points else None


def _feedback(meaning: Meaning, made: DraftQuestion) -> None:
    texts = {each.attributes.get("ident", ""): each for each in meaning.item.all("itemfeedback")}
    if made.options:
        made.feedback = _told(meaning, texts, meaning.option_names())
    for part, response in zip(made.questions, in_order(meaning), strict=False):
        names = [each.attributes.get("ident", "") for each in meaning.labels(response)]
        if part.type == "single" and len(part.options) == len(names):
            part.feedback = _told(meaning, texts, names)
    for name, node in list(texts.items()):
        if descendants(node, "hint"):
            made.hint = meaning.texts.markdown(node) or None
            del texts[name]
        elif descendants(node, "solution") and made.type == "essay":
            made.answer = meaning.texts.markdown(node) or made.answer
            del texts[name]
    _explain(meaning, made, texts)
    if made.type == "essay" and made.answer is None:
        meaning.doubt("no-answer", "there is no model answer")


def _told(meaning: Meaning, texts: dict[str, Node], names: Sequence[str]) -> list[str | None]:
    """Take the feedback to each option out of the texts."""
    found = [texts.pop(f"{name}_fb", None) or texts.pop(name, None) for name in names]
    told = [meaning.texts.markdown(each) or None for each in found]
    return told if any(told) else []


def _explain(meaning: Meaning, made: DraftQuestion, texts: dict[str, Node]) -> None:
    """Keep the one text that is said after any answer; tell the others."""
    said = {name: text for name, node in texts.items() if (text := meaning.texts.markdown(node))}
    general = said.pop("general_fb", None) or next(
        (said.pop(name) for name in list(said) if name.lower() == "solution"), None
    )
    labels = meaning.labels(meaning.presentation)
    answers = {f"{each.attributes.get('ident')}_fb" for each in labels}
    if general is None and len(said) == 1 and not said.keys() & answers:
        general = said.popitem()[1]
    made.explanation = general
    if said:
        meaning.doubt("not-kept", f"feedback was left out{beginnings(said.values())}")
