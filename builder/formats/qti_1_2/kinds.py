"""QTI 1.2's kinds of question → the bank's: the table of them, and those of one function."""

from __future__ import annotations

from collections.abc import Callable, Container

from builder.draft import DraftQuestion
from builder.formats.document.xml_tree import Node, as_number
from builder.formats.qti_1_2.beside import common
from builder.formats.qti_1_2.choices import choice, several
from builder.formats.qti_1_2.gaps import blanks, dropdowns, short
from builder.formats.qti_1_2.item import Meaning, descendants
from builder.formats.qti_1_2.scoring import interval
from builder.plain_text import as_markdown


def question(meaning: Meaning) -> DraftQuestion | None:
    """Return the question of an item, or None where a bank has none like it; that is told."""
    kind = meaning.kind()
    reader = _READERS.get(kind)
    made = reader(meaning) if reader else None
    if made is None:
        named = f"questions of type '{kind}'" if kind else "items with these responses"
        meaning.doubt("unknown-kind", f"{named} have no place in a bank; it was left out", "error")
        return None
    common(meaning, made)
    return made


def _matching(meaning: Meaning) -> DraftQuestion:
    rows = _blackboard_rows(meaning) or _rows(meaning)
    pairs, alone, others = [], [], dict[str, None]()
    for left, right, texts in rows:
        others |= dict.fromkeys(filter(None, texts))
        if right:
            pairs.append([left, right])
        elif left:
            alone.append(left)
    made = meaning.make("matching", _asked(meaning))
    if not pairs:
        meaning.unkeyed("no left side has one right side", [*alone, *others])
        return made
    if alone:
        names = ", ".join(f"'{left}'" for left in alone)
        message = f"no one right side belongs to {names}; in a bank each left side has one"
        meaning.doubt("not-kept", f"{message}, so it was left out")
    taken = {right for _, right in pairs}
    made.answer = [*pairs, *(["", text] for text in others if text not in taken)]
    return made


def _rows(meaning: Meaning) -> list[tuple[str, str, list[str]]]:
    """Return each left side, its right side ("" where there is no one), and all right sides."""
    rows = []
    for response in meaning.responses:
        labels = {
            each.attributes.get("ident", ""): meaning.texts.line(each)
            for each in meaning.labels(response)
        }
        rights = _rights(meaning, response, labels)
        right = labels[rights[0]] if len(rights) == 1 else ""
        rows.append((meaning.texts.line(response), right, list(labels.values())))
    return rows


def _rights(meaning: Meaning, response: Node, names: Container[str]) -> list[str]:
    ident = response.attributes.get("ident", "")
    values = [value for rule in meaning.rules for value in rule.values(ident) if value in names]
    return list(dict.fromkeys(values))


def _flows(meaning: Meaning, name: str) -> list[Node]:
    """Return the parts of a block of Blackboard's."""
    blocks = descendants(meaning.presentation, "flow")
    block = next((each for each in blocks if each.attributes.get("class") == name), None)
    return list(block.all("flow")) if block else []


def _blackboard_rows(meaning: Meaning) -> list[tuple[str, str, list[str]]]:
    """Return the rows of Blackboard: right sides stand apart, and labels name them by place."""
    texts = [meaning.texts.line(each) for each in _flows(meaning, "RIGHT_MATCH_BLOCK")]
    rows = []
    for flow in _flows(meaning, "RESPONSE_BLOCK") if texts else []:
        for response in descendants(flow, "response_lid"):
            names = [each.attributes.get("ident", "") for each in meaning.labels(response)]
            by_name = dict(zip(names, texts, strict=False))
            rights = _rights(meaning, response, by_name)
            right = by_name[rights[0]] if len(rights) == 1 else ""
            rows.append((meaning.texts.line(flow), right, texts))
    return rows


def _asked(meaning: Meaning) -> str:
    """Return the stem; of Blackboard's the block that is one, for answers stand beside it."""
    said = [meaning.texts.markdown(each) for each in _flows(meaning, "QUESTION_BLOCK")]
    return "\n\n".join(filter(None, said)) or meaning.stem()


def _categories(meaning: Meaning) -> DraftQuestion:
    made = meaning.make("matching", meaning.stem())
    pairs, left_over = [], dict[str, str]()
    for response in meaning.responses:
        labels = {each.attributes.get("ident", ""): each for each in meaning.labels(response)}
        left_over |= {name: meaning.texts.line(each) for name, each in labels.items()}
        rights = _rights(meaning, response, labels)
        pairs += [[name, meaning.texts.line(response)] for name in rights]
    made.answer = [[left_over[name], category] for name, category in pairs] or None
    spare = [text for name, text in left_over.items() if name not in {left for left, _ in pairs}]
    if spare:
        meaning.doubt("not-kept", f"texts of no category were left out: {', '.join(spare)[:200]}")
    if not pairs:
        meaning.unkeyed("no text has a category", left_over.values())
    return made


def _ordering(meaning: Meaning) -> DraftQuestion:
    response = meaning.responses[0]
    labels = {
        each.attributes.get("ident", ""): meaning.texts.line(each)
        for each in meaning.labels(response)
    }
    order = max((rule.values() for rule in meaning.rules), key=len, default=[])
    made = meaning.make("ordering", meaning.stem())
    if sorted(order) == sorted(labels):
        made.answer = [labels[name] for name in order]
    else:
        meaning.unkeyed("the right order does not name every item once", labels.values())
    return made


def _numeric(meaning: Meaning) -> DraftQuestion:
    found = [each for rule in meaning.rules if (each := interval(rule)) is not None]
    made = meaning.make("numeric", meaning.stem())
    if len(found) > 1 and not any(low or high for _, low, high in found):
        made.type = "blank"
        made.answer = [[text for text, _, _ in found]]
        meaning.doubt("not-kept", "several numbers are right; they are compared as texts")
        return made
    if len(found) != 1:
        message = "several ranges of numbers are right; a bank's question has one"
        if found:
            meaning.unkeyed(message, (f"{text} (-{low:g}/+{high:g})" for text, low, high in found))
        else:
            meaning.doubt("no-answer", "the answer is no number", "error")
        return made
    text, low, high = found[0]
    if abs(low - high) > 1e-9 * max(1.0, abs(low)):
        message = "its range is not even around the number; the middle of it became the answer"
        meaning.doubt("not-kept", message)
        text = f"{float(text) + (high - low) / 2:.12g}"
    made.written = text
    made.answer = (float(text), float(f"{(low + high) / 2:.10g}"))
    return made


def _essay(meaning: Meaning) -> DraftQuestion:
    made = meaning.make("essay", meaning.stem())
    fibs = descendants(meaning.presentation, "render_fib")
    rows = as_number(fibs[0].attributes.get("rows", "")) if fibs else None
    made.lines = int(rows) if rows is not None and 0 <= rows <= 200 else None
    made.answer = as_markdown(meaning.said.get("grading_notes", "")) or None
    return made


_READERS: dict[str, Callable[[Meaning], DraftQuestion | None]] = {
    "multiple_choice_question": choice,
    "true_false_question": choice,
    "multiple_answers_question": several,
    "short_answer_question": short,
    "fill_in": short,
    "fill_in_multiple_blanks_question": blanks,
    "multiple_dropdowns_question": dropdowns,
    "matching_question": _matching,
    "categorization_question": _categories,
    "ordering_question": _ordering,
    "numerical_question": _numeric,
    "essay_question": _essay,
}
