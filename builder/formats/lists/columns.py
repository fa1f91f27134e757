"""Which column of a question list holds what: header names in Chinese and English, one table.

Does not read cells below the header.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

_NAMES: dict[str, str] = {
    "stem": (
        "题干 题目 试题 问题 题目内容 试题内容 题干内容 题目题干 试题题干 题目描述 "
        "问题描述 题目名称 内容 题目正文 試題 題目 題幹 問題 題目內容 question stem "
        "questiontext questionstem questiontitle questioncontent prompt item text"
    ),
    "options": (
        "选项 备选项 备选答案 可选项 候选项 选项内容 答案选项 题目选项 选择项 全部选项 "
        "選項 備選答案 options choices option answers answeroptions answerchoices "
        "alternatives"
    ),
    "key": (
        "答案 正确答案 标准答案 参考答案 正确选项 正确项 试题答案 题目答案 答案内容 "
        "正確答案 標準答案 參考答案 正確選項 answer key correct correctanswer "
        "correctanswers correctoption correctoptions rightanswer answerkey solution "
        "correctchoice"
    ),
    "explanation": (
        "解析 答案解析 试题解析 题目解析 详解 答案详解 分析 解释 解题思路 解析说明 "
        "答案说明 試題解析 詳解 解釋 explanation explanations analysis rationale feedback "
        "generalfeedback reason"
    ),
    "kind": (
        "题型 类型 试题类型 题目类型 题型名称 題型 類型 題目類型 試題類型 type questiontype kind"
    ),
    "points": ("分值 分数 本题分值 题目分值 每题分值 分數 points point score marks mark weight"),
    "difficulty": ("难度 难易度 难度等级 难易程度 試題難度 難度 difficulty level"),
    "tags": ("标签 知识点 考点 关键词 关键字 標籤 知識點 考點 tags tag topic topics keywords"),
    "number": ("序号 题号 编号 試題編號 序號 題號 編號 no num number id qid"),
    "section": ("大题 章节 部分 单元 章 大題 章節 單元 section chapter part unit"),
    "material": (
        "材料 背景 案例 背景材料 阅读材料 案例背景 共用题干 material passage context case"
    ),
    "ignored": (
        "我的答案 你的答案 学生答案 考生答案 作答 得分 是否正确 youranswer myanswer "
        "useranswer response"
    ),
}
"""What a column is for: its names, folded as `_folded` folds."""

_FIELDS = {name: field for field, names in _NAMES.items() for name in names.split()}
_OPTION = re.compile(
    r"(?:选项|選項|备选项|备选答案|答案选项|option|choice|answer|answeroption|opt)?([a-j])(?:选项|選項|项)?"
    r"|(?:选项|選項|备选项|备选答案|答案|option|choice|answer|opt)(1?\d|[一二三四五六七八九十])"
)
_ORDINALS = "一二三四五六七八九十"
_MAX_OPTIONS = 26


@dataclass(frozen=True, slots=True)
class Columns:
    """Where things stand in a row. `options` are letters and columns, in order of the letters."""

    fields: dict[str, int]
    options: tuple[tuple[str, int], ...]
    unknown: tuple[tuple[str, int], ...] = ()

    def cell(self, row: Sequence[str], field: str) -> str:
        """Return the text of a field in `row`, or nothing."""
        at = self.fields.get(field)
        return row[at].strip() if at is not None and at < len(row) else ""

    def option_cells(self, row: Sequence[str]) -> list[tuple[str, str]]:
        """Return letter and text of each option column of `row`, empty ones too."""
        return [(letter, row[at].strip() if at < len(row) else "") for letter, at in self.options]


def columns(head: Sequence[str]) -> Columns | None:
    """Return what the columns of a header row hold, or None when it is not the header of a list.

    A header names at least the stem and, besides, options or a key.
    """
    fields: dict[str, int] = {}
    options: dict[str, int] = {}
    unknown = []
    for at, text in enumerate(head):
        name = _folded(text)
        field = _FIELDS.get(name)
        letter = option_letter(name) if field is None else None
        if field is not None and field not in fields:
            fields[field] = at
        elif letter is not None and letter not in options:
            options[letter] = at
        elif text.strip():
            unknown.append((text.strip(), at))
    if "stem" not in fields or not (options or {"key", "options"} & fields.keys()):
        return None
    return Columns(fields, tuple(sorted(options.items())), tuple(unknown))


def _folded(text: str) -> str:
    """Return a header without brackets behind it, marks, blanks and capitals.

    `Answer 1 - max 75 characters` is `answer1`.
    """
    text = unicodedata.normalize("NFKC", text[:200]).lower()
    text = re.sub(r"\([^()]*\)|【[^】]*】|\[[^\]]*\]| - .*|–.*", "", text)
    return re.sub(r"[\s*:_.#&/\\-]+", "", text)


def option_letter(name: str) -> str | None:
    """Return the letter of the option that a folded name stands for, or None."""
    found = _OPTION.fullmatch(name)
    if found is None:
        return None
    if found[1]:
        return found[1].upper()
    number = _ORDINALS.index(found[2]) + 1 if found[2] in _ORDINALS else int(found[2])
    return chr(ord("A") + number - 1) if 1 <= number <= _MAX_OPTIONS else None
