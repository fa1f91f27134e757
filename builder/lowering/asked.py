"""What a student's paper asks of each question type: a bracket, options, rules, lines, parts.

Nothing here looks at a key.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from builder.locales import say
from builder.model import View, plain_number
from builder.solutions import Json, Words
from builder.typst import with_rules


def question(view: View, words: Words) -> Json:
    """Return a question as paper asks it."""
    lowered = ON_PAPER[view.type](view, words)
    if view.type == "case":
        many = len(view.body.parts) > 1
        lowered["parts"] = [
            {
                "number": say(words["part"], n=number) if many else "",
                "points": points(part.points, words) if many else "",
                **question(part, words),
            }
            for number, part in enumerate(view.body.parts, 1)
        ]
    stem = with_rules(view.stem)
    return {"type": view.type, "stem": stem, "long": False, **lowered}


def points(number: float, words: Words) -> str:
    """Return points as they stand before a question."""
    return say(words["points"], n=plain_number(number))


def flows(view: View) -> bool:
    """Tell whether a question is answered on so many lines that they may go on on the next page."""
    parts = view.body.parts if view.type == "case" else (view,)
    return any(part.space.kind == "lines" and part.space.count > _KEPT_LINES for part in parts)


_KEPT_LINES = 8
"""Lines to write on that always stay with their question; `paper.typ` has the same number."""


# What a student's paper shows of each type: (view, words) -> values.


def _choice(view: View, words: Words, size: int = 2) -> Json:
    options = [[f"{option.letter}.", option.html] for option in view.body.options]
    return {
        "slot": _gap(view, words, size),
        "options": options,
        "grids": view.body.grids,
    }


def _gap(view: View, words: Words, size: int) -> Json | None:
    """Return the place for a letter or so, unless the stem has one; a rule in western papers."""
    if view.bracketed:
        return None
    return {"kind": "gap", "open": words["open"], "close": words["close"], "size": size}


def _judgement(view: View, words: Words) -> Json:
    if words["open"] or view.bracketed:
        return {"slot": _gap(view, words, 2)}
    return {"slot": {"kind": "ticks", "words": [words["right"], words["wrong"]]}}


def _ordering(view: View, words: Words) -> Json:
    items = [[f"{letter}.", text] for letter, text in view.body.items]
    return {"slot": _gap(view, words, len(items)), "options": items, "grids": view.body.grids}


def _matching(view: View, words: Words) -> Json:
    left = [[f"{number}.", text] for number, text in enumerate(view.body.left, 1)]
    right = [[f"{letter}.", text] for letter, text in view.body.right]
    gap = {"kind": "gap", "open": words["open"], "close": words["close"], "size": 2}
    return {"pairs": {"left": left, "right": right, "gap": gap}}


ON_PAPER: Mapping[str, Callable[[View, Words], Json]] = {
    "single": _choice,
    "multiple": lambda view, words: _choice(view, words, 3),
    "true-false": _judgement,
    "blank": lambda view, words: {},
    "numeric": lambda view, words: {"slot": {"kind": "rule", "unit": view.body.unit or ""}},
    "matching": _matching,
    "ordering": _ordering,
    "essay": lambda view, words: {"lines": view.body.lines},
    "case": lambda view, words: {"material": view.body.material},
}
