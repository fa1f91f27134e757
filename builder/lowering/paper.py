"""A student's paper, and a teacher's, as the values their Typst templates set.

What a student's paper is set from holds no key.
"""

from __future__ import annotations

from builder.locales import locale, ordinal, say
from builder.lowering import asked
from builder.lowering.front import Front
from builder.paper import Item, PaperSection
from builder.solutions import Json, solution


def paper(front: Front) -> Json:
    """Return what a student's paper is set from."""
    own, words = front.paper, front.words
    notes = front.texts.notes if own.notes else ""
    total = "total_timed" if own.duration else "total"
    table = front.whole and words["table"] == "yes"
    return {
        **front.values("paper", front.exam.title),
        "total": say(words[total], points=own.points, minutes=own.duration),
        "result": None if table else _result(front),
        "notes": {"head": words["notes"], "text": notes} if notes else None,
        "scores": _scores(front) if table else None,
        "box": [words["score"], words["grader"]] if table else None,
        "material": words["material_there"].split("{n}"),
        "sections": [_section(front, part) for part in own.sections],
    }


def _result(front: Front) -> Json:
    out_of = say(front.words["out_of"], points=front.paper.points)
    return {"label": front.words["score"], "out_of": out_of}


def _scores(front: Front) -> Json:
    words, script = front.words, locale(front.exam.language)
    ordinals = [ordinal(part.ordinal, script) for part in front.paper.sections]
    return {
        "head": [words["number"], *ordinals, words["sum"], words["checker"]],
        "row": words["score"],
    }


def _section(front: Front, part: PaperSection) -> Json:
    return {
        "head": front.head(part, named=not front.paper.section_title),
        "count": front.count(part),
        "instructions": front.texts.instruction(part),
        "scoring": _scoring(front, part),
        "items": [_item(front, item, part) for item in part.items],
    }


def _scoring(front: Front, part: PaperSection) -> str:
    if part.scoring is None:
        return ""
    numbers = front.words["comma"].join(part.scoring.partial)
    return say(front.words[part.scoring.name], partial=numbers)


def _item(front: Front, item: Item, part: PaperSection) -> Json:
    view = front.texts.view(item)
    return {
        "number": f"{item.number}.",
        "points": "" if part.points_each else asked.points(view.points, front.words),
        "flows": item.long or asked.flows(view),
        **asked.question(view, front.words),
        "long": item.long,
    }


def teacher(front: Front) -> Json:
    """Return what a teacher's paper is set from: the student's, with what is to be known."""
    values = {**paper(front), **front.values("teacher", front.exam.title), "names": []}
    for part, section in zip(front.paper.sections, values["sections"], strict=True):
        for item, lowered in zip(part.items, section["items"], strict=True):
            _solve(lowered, solution(front.texts.view(item), front.words))
    none = {"result": None, "scores": None, "box": None}
    return {**values, **none, "subtitle": front.subtitle("teacher"), "teacher": True}


def _solve(question: Json, solved: Json) -> None:
    """Put under a question what is to be known of it, and under each part its own."""
    for part, own in zip(question.get("parts", ()), solved["parts"], strict=True):
        _solve(part, own)
    question["solution"] = {"parts": [], "entries": solved["entries"]}
