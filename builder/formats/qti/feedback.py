"""What a QTI item says after an answer: the feedback of options, an explanation, a hint."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple
from xml.etree.ElementTree import Element

from builder.draft import DraftQuestion, beginnings
from builder.plain_text import as_markdown

if TYPE_CHECKING:
    from builder.formats.qti.item import Meaning


class _Said(NamedTuple):
    """A text that is shown apart."""

    title: str
    text: str


def tell(meaning: Meaning, question: DraftQuestion) -> None:
    """Give a question what its item says after the answer; tell what has no place."""
    _of_options(meaning, question)
    blocks = [each for each in meaning.item.iter("feedbackBlock") if not _is_of(meaning, each)]
    hints = [each for each in blocks if "hint" in each.get("identifier", "").lower()]
    question.hint = " ".join(filter(None, map(meaning.line, hints))) or None
    shown = [_Said("", meaning.markdown(each)) for each in blocks if each not in hints]
    said = [*_apart(meaning, question), *shown]
    _explain(meaning, question, [each for each in said if each.text])
    inside = meaning.item.iter("feedbackInline")
    if lines := [meaning.line(each) for each in inside if not _is_of(meaning, each)]:
        _leave_out(meaning, "feedback within the text was", lines)


def _is_of(meaning: Meaning, feedback: Element) -> bool:
    """Tell feedback of an option."""
    return feedback.get("identifier") in meaning.choices


def _has_place(meaning: Meaning, question: DraftQuestion) -> bool:
    return len(question.options) == len(meaning.choices)


def _of_options(meaning: Meaning, question: DraftQuestion) -> None:
    for each in meaning.item.findall("modalFeedback"):
        if _is_of(meaning, each) and _has_place(meaning, question):
            told = question.feedback or [None] * len(meaning.choices)
            at = meaning.choices.index(each.get("identifier", ""))
            told[at] = "\n\n".join(filter(None, (told[at], meaning.markdown(each)))) or None
            question.feedback = told


def _apart(meaning: Meaning, question: DraftQuestion) -> Iterator[_Said]:
    for each in meaning.item.findall("modalFeedback"):
        if not (_is_of(meaning, each) and _has_place(meaning, question)):
            title = as_markdown(" ".join(each.get("title", "").split()))
            yield _Said(title, meaning.markdown(each))


def _explain(meaning: Meaning, question: DraftQuestion, said: Sequence[_Said]) -> None:
    """Keep the one text there is as the explanation, also where it is said twice."""
    titles = list(dict.fromkeys(each.title for each in said if each.title))
    texts = list(dict.fromkeys(each.text for each in said))
    if len(texts) > 1:
        whole = [f"{each.title}: {each.text}" if each.title else each.text for each in said]
        _leave_out(meaning, "feedback was", whole)
        return
    question.explanation = texts[0] if texts else None
    if len(titles) == 1:
        question.explanation = f"**{titles[0]}**\n\n{texts[0]}"
    elif titles:
        _leave_out(meaning, "titles of feedback were", titles)


def _leave_out(meaning: Meaning, what: str, texts: Sequence[str]) -> None:
    """Tell texts that have no place, in words enough to find them or to write them anew."""
    meaning.doubt("not-kept", f"{what} left out{beginnings(texts)}")
