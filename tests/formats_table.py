"""What each format keeps, found by writing one question for each type and field: `docs/formats.md`.

`python -m tests.golden` writes the tables anew.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from builder import load
from builder.formats import WRITERS
from builder.formats.incoming import FORMATS
from builder.formats.writing import WHOLE, written
from builder.questions import TYPES
from tests.banks import ROOT, write_bank

DOCUMENT = ROOT / "docs" / "formats.md"
START, END = "<!-- written by `python -m tests.golden` -->\n", "<!-- end -->\n"

PLAIN: dict[str, dict[str, Any]] = {
    "single": {"options": ["a", "b", "c"], "answer": "B"},
    "multiple": {"options": ["a", "b", "c"], "answer": "AB"},
    "true-false": {"answer": "true"},
    "blank": {"stem": "It is ___.", "answer": ["so"]},
    "numeric": {"answer": "3"},
    "matching": {"pairs": [["a", "1"], ["b", "2"], ["c", "3"]]},
    "ordering": {"items": ["a", "b", "c"]},
    "essay": {},
    "case": {
        "material": "A text.",
        "questions": [{"id": "part", "type": "true-false", "stem": "Is it?", "answer": "true"}],
    },
}
"""The least that a question of each type says."""
COMMON: dict[str, Any] = {
    "points": "2",
    "explanation": "Because.",
    "hint": "Think.",
    "tags": ["word"],
    "difficulty": "2",
    "source": "A book",
}
OWN: dict[str, dict[str, dict[str, Any]]] = {
    "single": {"feedback": {"options": ["a", "b", {"text": "c", "feedback": "No."}]}},
    "multiple": {
        "feedback": {"options": ["a", "b", {"text": "c", "feedback": "No."}]},
        "scoring": {"scoring": "partial"},
    },
    "blank": {
        "accepted texts": {"answer": [["so", "thus"]]},
        "several blanks": {"stem": "___ and ___.", "answer": ["so", "thus"]},
        "any_order": {"any_order": "true"},
        "match_case": {"match_case": "true"},
    },
    "numeric": {"tolerance": {"tolerance": "0.5"}, "unit": {"unit": "kg"}},
    "matching": {"distractors": {"distractors": ["4"]}},
    "essay": {
        "answer": {"answer": "Like this."},
        "rubric": {"rubric": [{"text": "It is long.", "points": "1"}]},
        "lines": {"lines": "20"},
    },
    "case": {"stem": {"stem": "Read on."}},
}
"""What a type may say besides, by the name that the table gives it."""
READ = {
    "html": "HTML pages",
    "word": "Word (`.docx`)",
    "spreadsheet": "the same as `xlsx`",
    "qti": "QTI 1.2, 2.1, 2.2, 3.0: packages, items (told by their names)",
}
"""What those formats are that are only read."""
MARKDOWN = {"stem": "So **bold**: $x^2$, `code`.\n\n- a list"}
PICTURE = {"stem": "![A picture](dot.svg)"}
FRONT = {
    "description": "About it.",
    "duration": "90",
    "pass_mark": "60",
    "paper": {"seal": "true"},
}
HEAD = {"instructions": "Do it.", "shuffle": {"questions": "true"}}
DRAWN = {"draw": "1"}


def tables() -> str:
    """Return the tables of `docs/formats.md`."""
    lost = {name: _losses(name) for name in WRITERS}
    types = {f"`{kind}`": {name: _of_type(kind, lost[name]) for name in lost} for kind in TYPES}
    fields = {f"`{field}`": _row((f"*.{field}",), lost) for field in COMMON}
    fields["option `feedback`"] = _row(("*.feedback",), lost)
    for kind, own in OWN.items():
        for field in own:
            if field != "feedback":
                said = field if " " in field else f"`{field}`"
                fields[f"{said} of `{kind}`"] = _row((f"{kind}.{field}",), lost)
    fields["Markdown and formulas"] = _row(("*.markdown",), lost)
    fields["pictures"] = _row(("*.picture",), lost)
    exam = {f"exam's `{field}`": _of(("e",), field, lost) for field in ("title", *FRONT)}
    section = {f"section's `{field}`": _of(("e/s",), field, lost) for field in ("title", *HEAD)}
    section["section's `draw`"] = _of(("e/t",), "draw", lost)
    ids = {"ids of questions": _of(("e",), "ids", lost)}
    parts = (
        _directions(),
        _table("type", types),
        _table("field", {**fields, **ids, **section, **exam}),
    )
    return "\n".join(parts)


def _directions() -> str:
    both = dict.fromkeys((*WRITERS, *FORMATS))
    rows = {
        f"`{name}`": {
            "what it is": WRITERS[name].about if name in WRITERS else READ[name],
            "`export --to`": "yes" if name in WRITERS else "–",
            "`import --from`": "yes" if name in FORMATS else "–",
        }
        for name in both
    }
    return _table("format", rows)


def _table(corner: str, rows: Mapping[str, Mapping[str, str]]) -> str:
    heads = list(next(iter(rows.values())))
    lines = [f"| {' | '.join([corner, *heads])} |", f"|{' --- |' * (len(heads) + 1)}"]
    lines += [
        f"| {' | '.join([name, *(row[head] for head in heads)])} |" for name, row in rows.items()
    ]
    return "\n".join(lines) + "\n"


Losses = dict[str, set[str]]


def _losses(name: str) -> Losses:
    """Return what a format loses of the specimens: fields by item."""
    with tempfile.TemporaryDirectory() as folder:
        bank, _ = load.bank(write_bank(Path(folder), _specimens()))
        found: Losses = {}
        for loss in written(bank, WRITERS[name], lambda _: _DOT.encode()).losses:
            found.setdefault(loss.item, set()).add(loss.field)
        return found


_DOT = '<svg xmlns="http://www.w3.org/2000/svg"/>'


def _specimens() -> dict[str, str]:
    section = {"title": "Section", **HEAD, "questions": list(_questions())}
    drawn = _question("single", "drawn", {})
    front = json.dumps(FRONT)[1:-1]
    return {
        "e/exam.yaml": f'{{"title": "Exam", "language": "en", {front}}}',
        "e/s.yaml": json.dumps(section),
        "e/t.yaml": json.dumps({"title": "Drawn", **DRAWN, "questions": [drawn]}),
        "e/dot.svg": _DOT,
    }


def _questions() -> Iterator[dict[str, Any]]:
    for kind in TYPES:
        yield _question(kind, "plain", {})
        for field, value in COMMON.items():
            if (kind, field) != ("case", "points"):
                yield _question(kind, field, {field: value})
        for field, own in OWN.get(kind, {}).items():
            yield _question(kind, field, own)
        stems = {"markdown": MARKDOWN, "picture": PICTURE}
        for field, own in stems.items() if kind not in ("blank", "case") else ():
            yield _question(kind, field, own)


def _question(kind: str, name: str, own: Mapping[str, Any]) -> dict[str, Any]:
    stem = {} if kind == "case" else {"stem": "What?"}
    value = {"id": _id(kind, name), "type": kind, **stem, **PLAIN[kind], **own}
    if stem:
        value["stem"] = f"{value['stem']} This is {value['id']}."
    if kind == "case":
        value["questions"] = [
            {**part, "id": f"{value['id']}.part"} for part in PLAIN[kind]["questions"]
        ]
    return value


def _id(kind: str, name: str) -> str:
    return f"{kind}.{name}".replace(" ", "-")


def _of_type(kind: str, lost: Losses) -> str:
    fields = lost.get(f"e/s/{_id(kind, 'plain')}", set())
    return "–" if WHOLE in fields else "in part" if fields else "yes"


def _row(names: Sequence[str], lost: Mapping[str, Losses]) -> dict[str, str]:
    items = [
        question["id"]
        for question in _questions()
        for name in names
        if question["id"] == _id(*name.split(".", 1))
        or (name.startswith("*.") and question["id"].endswith(f".{name[2:]}"))
    ]
    return {each: _kept(items, found) for each, found in lost.items()}


def _kept(items: Sequence[str], lost: Losses) -> str:
    """Say whether a field is kept, of those types that the format has at all."""
    had = [
        not lost.get(f"e/s/{item}", set()) - lost.get(f"e/s/{item.partition('.')[0]}.plain", set())
        for item in items
        if WHOLE not in lost.get(f"e/s/{item.partition('.')[0]}.plain", ())
    ]
    return "yes" if had and all(had) else "in part" if any(had) else "–"


def _of(items: Sequence[str], field: str, lost: Mapping[str, Losses]) -> dict[str, str]:
    return {
        name: "–" if any(field in found.get(item, ()) for item in items) else "yes"
        for name, found in lost.items()
    }


def document() -> str:
    """Return `docs/formats.md` with its tables as they are now."""
    text = DOCUMENT.read_text(encoding="utf-8")
    before, _, rest = text.partition(START)
    return f"{before}{START}\n{tables()}\n{END}{rest.partition(END)[2]}"
