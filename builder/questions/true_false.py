"""True or false: a statement to be judged."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from pydantic import BeforeValidator
from pydantic.json_schema import WithJsonSchema

from builder.fields import shown
from builder.folding import fold
from builder.model import Html, Key, Question, Space
from builder.problems import suggestion

_WORDS = {
    **dict.fromkeys(("true", "t", "yes", "y", "right", "correct"), True),
    **dict.fromkeys(("对", "對", "正确", "正確", "是", "√", "✓", "✔", "☑"), True),
    **dict.fromkeys(("false", "f", "no", "n", "wrong", "incorrect"), False),
    **dict.fromkeys(("错", "錯", "错误", "錯誤", "不正确", "不正確", "否", "不对", "不對"), False),
    # the folding rules write × as *
    **dict.fromkeys(("*", "✗", "✘", "✕", "☒"), False),
}


def _judgement(value: object) -> object:
    folded = fold(value) if isinstance(value, str) else value
    if isinstance(folded, str) and folded in _WORDS:
        return _WORDS[folded]
    near = suggestion(folded, _WORDS) if isinstance(folded, str) else ""
    found = f"found {shown(value)}{near}"
    raise ValueError(f"'answer' must be true or false (对/错, √/×, T/F …), {found}")


class Judgement(NamedTuple):
    """The body of a true-false question."""

    answer: bool


class TrueFalse(Question):
    """A statement that is right or wrong."""

    type_name = "true-false"

    answer: Annotated[
        bool, BeforeValidator(_judgement), WithJsonSchema({"type": ["boolean", "string"]})
    ]
    """true or false; also 对/错, 正确/错误, 是/否, √/×, T/F."""

    def key(self) -> Key:
        return {"check": "set", "value": ["true" if self.answer else "false"]}

    def body(self, html: Html) -> Judgement:
        return Judgement(self.answer)

    def brief(self) -> str:
        return "√" if self.answer else "×"  # the marks printed on papers

    def space(self) -> Space:
        return Space("judgement", 2)

    def answer_json(self) -> dict[str, Any]:
        return {"answer": self.answer}
