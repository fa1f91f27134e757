"""The keys of all forms of an exam side by side, by question id: as rows, and as CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from builder import forms
from builder.cells import harmless
from builder.forms import Form
from builder.model import Exam, Section, View, plain_number

Cell = tuple[str, str]
"""A question's number in a form, and its key there."""


class Row(NamedTuple):
    """One question, wherever a form has it."""

    id: str
    section: str
    type: str
    points: int | float
    cells: tuple[Cell | None, ...]
    """One for each form; nothing where the form has not drawn it."""


def rows(exam: Exam, made: Sequence[Form]) -> tuple[Row, ...]:
    """Return a row for each question that can be answered, in the order of the bank."""
    cells = [dict(_cells(forms.arranged(exam, form.order))) for form in made]
    return tuple(
        Row(view.id, section.id, view.type, plain_number(view.points), _row(view, cells))
        for section in exam.sections
        for _, view in _answered(section, 1)
    )


def _row(view: View, cells: Sequence[dict[str, Cell]]) -> tuple[Cell | None, ...]:
    return tuple(each.get(view.id) for each in cells)


def _cells(exam: Exam) -> Iterator[tuple[str, Cell]]:
    number = 1
    for section in exam.sections:
        for label, view in _answered(section, number):
            yield view.id, (label, key(view))
        number += len(section.views)


def _answered(section: Section, first: int) -> Iterator[tuple[str, View]]:
    """Yield what can be answered, parts of cases for cases, and the number printed beside it."""
    for number, view in enumerate(section.views, first):
        if view.type != "case":
            yield str(number), view
            continue
        parts: tuple[View, ...] = view.body.parts
        for place, part in enumerate(parts, 1):
            yield f"{number}({place})" if len(parts) > 1 else str(number), part


def key(view: View) -> str:
    """Return the key of a question in one line; nothing where only a person can judge."""
    return view.brief or "; ".join(getattr(view.body, "answers", ()))


def as_csv(exam: Exam, made: Sequence[Form]) -> bytes:
    """Return the table as CSV, marked as UTF-8 so that spreadsheets read Chinese in it."""
    import csv
    from io import StringIO

    text = StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    heads = [f"{form.name} {form.code} {what}" for form in made for what in ("number", "key")]
    writer.writerow(["id", "section", "type", "points", *heads])
    for row in rows(exam, made):
        cells = [text for cell in row.cells for text in cell or ("", "")]
        said = map(harmless, (row.id, row.section, row.type, str(row.points), *cells))
        writer.writerow(said)
    return text.getvalue().encode("utf-8-sig")
