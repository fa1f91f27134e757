"""The columns of the sheets that we write ourselves, in three languages; their cells are Markdown.

A sheet is ours if its column of stems says so: `题目（Markdown）`. Reads and writes nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from builder.formats.paper.words import FALSE, TRUE
from builder.locales import LOCALES

MARK = "Markdown"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

NAMES: dict[str, tuple[str, str, str]] = {
    "id": ("编号", "編號", "id"),
    "section": ("大题", "大題", "section"),
    "type": ("题型", "題型", "type"),
    "case": ("所属案例", "所屬案例", "part of"),
    "material": ("材料", "材料", "material"),
    "stem": (f"题目（{MARK}）", f"題目（{MARK}）", f"question ({MARK})"),
    "option": ("选项", "選項", "option "),
    "answer": ("答案", "答案", "answer"),
    "tolerance": ("误差", "誤差", "tolerance"),
    "unit": ("单位", "單位", "unit"),
    "explanation": ("解析", "解析", "explanation"),
    "points": ("分值", "分值", "points"),
    "difficulty": ("难度", "難度", "difficulty"),
    "tags": ("标签", "標籤", "tags"),
    "hint": ("提示", "提示", "hint"),
    "source": ("来源", "來源", "source"),
    "feedback": ("反馈", "反饋", "feedback "),
    "rubric": ("评分标准", "評分標準", "rubric"),
    "lines": ("行数", "行數", "lines"),
    "settings": ("设置", "設定", "settings"),
}
"""What a column is called, in the order of LOCALES; a letter follows `option` and `feedback`."""

TYPES: dict[str, tuple[str, str, str]] = {
    "single": ("单选题", "單選題", "single choice"),
    "multiple": ("多选题", "多選題", "multiple choice"),
    "true-false": ("判断题", "判斷題", "true or false"),
    "blank": ("填空题", "填空題", "fill in the blanks"),
    "numeric": ("数值题", "數值題", "number"),
    "matching": ("匹配题", "配對題", "matching"),
    "ordering": ("排序题", "排序題", "ordering"),
    "essay": ("简答题", "簡答題", "essay"),
    "case": ("案例题", "案例題", "case"),
}
"""What a type is called, in the order of LOCALES."""

VERDICTS = (("对", "错"), ("對", "錯"), ("TRUE", "FALSE"))
SETTINGS = ("partial", "any_order", "match_case")

_FIELDS = {
    name.strip().lower(): field
    for field, names in NAMES.items()
    for name in names
    if field not in ("option", "feedback")
}
_KINDS = {name: kind for kind, names in TYPES.items() for name in (kind, *names)}
_LETTERED = re.compile(r"(选项|選項|option |反馈|反饋|feedback )([a-z])")


def are_verdicts(options: Sequence[str]) -> bool:
    """Tell two options of which one says that it is so, and the other that it is not."""
    words = [option.strip().lower() for option in options]
    return len(words) == 2 and any(w in TRUE for w in words) and any(w in FALSE for w in words)


def place(locale: str) -> int:
    """Return where the names of a locale stand in the tables."""
    return LOCALES.index(locale)


def fields(head: Sequence[str]) -> list[str] | None:
    """Return what each column of a header row is, `optionA` for options; None if it is not ours.

    A column that we do not know is "".
    """
    names = [_folded(cell) for cell in head]
    if not any(name in names for name in map(_folded, NAMES["stem"])):
        return None
    found = [_field(name) for name in names]
    return found if {"id", "type", "answer"} <= set(found) else None


def _folded(name: str) -> str:
    return " ".join(name.lower().replace("(", "（").replace(")", "）").split())


def _field(name: str) -> str:
    lettered = _LETTERED.fullmatch(name)
    if lettered:
        part = "option" if lettered[1][0] in "选選o" else "feedback"
        return f"{part}{lettered[2].upper()}"
    known = {_folded(each): field for each, field in _FIELDS.items()}
    return known.get(name, "")


def kind(word: str) -> str:
    """Return the type that a cell names, or nothing."""
    return _KINDS.get(word.strip().lower(), "")


# Cells.


@dataclass(frozen=True, slots=True)
class Lists:
    """Lists in a cell: the outer parts a line each, the inner ones with a sign between them."""

    sign: str

    def cell(self, lists: Sequence[Sequence[str]]) -> str:
        """Return lists as a cell: as people write them, as JSON where that is read otherwise."""
        text = "\n".join(self.sign.join(each) for each in lists)
        plain = self.lists(text) == [list(each) for each in lists]
        return text if plain else json.dumps(lists, ensure_ascii=False)

    def lists(self, cell: str) -> list[list[str]]:
        """Return the lists in a cell."""
        if cell.startswith("[["):
            try:
                value = json.loads(cell)
            except (ValueError, RecursionError):
                value = None
            if _are_lists(value):
                return [[str(text) for text in each] for each in value]
        rows = [row for row in cell.split("\n") if row.strip()]
        return [[part.strip() for part in row.split(self.sign.strip())] for row in rows]


def _are_lists(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(each, list) and each and all(isinstance(text, str) for text in each)
        for each in value
    )


ACCEPTED = Lists(" | ")
PAIRS = Lists(" -> ")
