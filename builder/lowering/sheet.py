"""An answer sheet as the values its Typst template sets."""

from __future__ import annotations

from builder.identity import number_field
from builder.lowering.asked import points
from builder.lowering.front import Front
from builder.sheet import Slot
from builder.solutions import Json


def sheet(front: Front) -> Json:
    """Return what an answer sheet is set from."""
    words, own = front.words, front.paper.sheet
    judge = words["right_mark"] + words["wrong_mark"]
    heads = (words["choices"], words["judgements"])
    shown = (
        head for head, group in zip(heads, (own.letters, own.judgements), strict=True) if group
    )
    return {
        **front.values("sheet", front.exam.title),
        "subtitle": front.subtitle("sheet"),
        "notes": {"head": words["notes"], "items": words["sheet_notes"]},
        "filled": [words["filled"], words["not_filled"]],
        "digits": _digits(front),
        "bubbles": words["comma"].join(shown),
        "span": own.span,
        "letters": [[_bubbles(slot, slot.space.marks) for slot in row] for row in own.letters],
        "judgements": [[_bubbles(slot, judge) for slot in row] for row in own.judgements],
        "blanks": {"head": words["blanks"], "labels": [f"{s.label}." for s in own.blanks]},
        "essays": {
            "head": words["essays"],
            "frames": [
                {
                    "label": f"{slot.label}.",
                    "points": points(slot.points, words),
                    "lines": slot.space.count,
                }
                for slot in own.essays
            ],
        },
    }


def _digits(front: Front) -> Json | None:
    """Return the field whose digits are filled in as bubbles, and which of all fields it is."""
    layout = front.paper.layout
    fields = layout.filled_in(front.words)
    field = number_field(fields)
    return {"label": field, "at": fields.index(field), "count": layout.digits} if field else None


def _bubbles(slot: Slot, marks: str) -> Json:
    return {"label": slot.label, "marks": list(marks)}
