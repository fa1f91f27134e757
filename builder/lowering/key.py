"""An answer key, and the keys of all forms side by side, as the values their templates set."""

from __future__ import annotations

from collections.abc import Sequence

from builder.forms import Form
from builder.key_table import Row
from builder.locales import say
from builder.lowering.front import Front
from builder.model import View
from builder.paper import PaperSection
from builder.qr import Code
from builder.solutions import Json, Words, solution


def key(front: Front) -> Json:
    """Return what an answer key is set from."""
    return {
        **front.values("key", front.words["key"]),
        "subtitle": front.with_form(front.paper.title),
        "sections": [
            {
                "head": front.head(part, named=True),
                "count": front.count(part),
                "code": _code(front.paper.code(part)),
                "briefs": _briefs(front, part),
                "items": [
                    {
                        "number": f"{item.number}.",
                        "code": _code(front.paper.code(part, item)),
                        "terse": item.view.type == "blank" and not item.view.explanation,
                        **solution(front.texts.view(item), front.words),
                    }
                    for item in part.items
                    if item.view.explanation or not item.view.brief
                ],
            }
            for part in front.paper.sections
        ],
    }


def _briefs(front: Front, part: PaperSection) -> Json | None:
    table = part.brief_rows
    if not table:
        return None
    return {
        "number": front.words["number"],
        "answer": front.words["answer"],
        "width": len(table[0]),
        "rows": [
            [[str(item.number), _brief(item.view, front.words)] for item in row] for row in table
        ],
    }


def _brief(view: View, words: Words) -> str:
    if view.type != "true-false":
        return view.brief or ""
    return str(words["right_mark" if view.body.answer else "wrong_mark"])


def _code(code: Code | None) -> Json | None:
    return {"address": code.address, "svg": code.svg, "width": code.width} if code else None


_SIDE_BY_SIDE = 6
"""How many forms stand in one table of keys."""


def keys(front: Front, forms: Sequence[Form], rows: Sequence[Row]) -> Json:
    """Return what the table of the keys of all forms is set from, some forms in each table."""
    words = front.words
    starts = range(0, len(forms), _SIDE_BY_SIDE)
    name = f"{front.exam.title} · {words['keys']}"
    return {
        **front.values("key", words["keys"]),
        "name": name,
        "header": name,
        "subtitle": front.exam.title,
        "tables": [
            {
                "forms": [
                    [say(words["form"], name=form.name), form.code]
                    for form in forms[start : start + _SIDE_BY_SIDE]
                ],
                "rows": [
                    [
                        row.id,
                        [
                            list(cell or ("", ""))
                            for cell in row.cells[start : start + _SIDE_BY_SIDE]
                        ],
                    ]
                    for row in rows
                ],
            }
            for start in starts
        ],
    }
