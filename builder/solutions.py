"""What a key says of each question, as the values its Typst template sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from builder.locales import say
from builder.model import View
from builder.typst import quoted

Json = dict[str, Any]
Words = Mapping[str, Any]


def solution(view: View, words: Words) -> Json:
    """Return the answer and explanation of a question, and of its parts."""
    many = view.type == "case" and len(view.body.parts) > 1
    parts = [
        {"number": say(words["part"], n=number) if many else "", **solution(part, words)}
        for number, part in enumerate(view.body.parts if view.type == "case" else (), 1)
    ]
    said = [*IN_KEY[view.type](view, words)]
    fresh = {"rubric"} | ({"explanation"} if any(label != "answer" for label, _ in said) else set())
    if view.explanation:
        said.append(("explanation", view.explanation))
    entries = [
        {"label": words[label], "text": text, "fresh": label in fresh} for label, text in said
    ]
    return {"parts": parts, "entries": entries}


# What the key says of each type: (view, words) -> the words for a label, and markup.

_Entries = Iterator[tuple[str, str]]


def _letters_key(view: View, _: Words) -> _Entries:
    yield "answer", quoted(view.body.answer)


def _true_false_key(view: View, words: Words) -> _Entries:
    yield "answer", quoted(words["right" if view.body.answer else "wrong"])


def _blank_key(view: View, words: Words) -> _Entries:
    answers = view.body.answers
    many = len(answers) > 1
    said = (
        f"{say(words['part'], n=number)} {answer}" if many else answer
        for number, answer in enumerate(answers, 1)
    )
    also = words["any_order"] if view.body.any_order and many else ""
    yield "answer", quoted(words["semicolon"].join(said) + also)


def _numeric_key(view: View, words: Words) -> _Entries:
    body = view.body
    also = say(words["tolerance"], n=body.tolerance) if body.tolerance else ""
    yield "answer", quoted(f"{body.answer} {body.unit or ''}".rstrip() + also)


def _matching_key(view: View, words: Words) -> _Entries:
    pairs = (f"{number}–{letter}" for number, letter in enumerate(view.body.key, 1))
    yield "answer", quoted(words["comma"].join(pairs))


def _ordering_key(view: View, _: Words) -> _Entries:
    yield "answer", quoted(" → ".join(view.body.key))


def _essay_key(view: View, words: Words) -> _Entries:
    body = view.body
    if not body.answer and not body.rubric:
        yield "answer", quoted(words["open_answer"])
    if body.answer:
        yield "model", body.answer
    if body.rubric:
        lines = (f"[{text}{quoted(' ' + say(words['points'], n=n))}]" for text, n in body.rubric)
        yield "rubric", f"#list({', '.join(lines)});"


IN_KEY: Mapping[str, Callable[[View, Words], _Entries]] = {
    "single": _letters_key,
    "multiple": _letters_key,
    "true-false": _true_false_key,
    "blank": _blank_key,
    "numeric": _numeric_key,
    "matching": _matching_key,
    "ordering": _ordering_key,
    "essay": _essay_key,
    "case": lambda view, words: iter(()),
}
"""A case has no key of its own: its parts have."""
