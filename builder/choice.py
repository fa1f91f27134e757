"""What single and multiple choice share: options, letters, widths of options."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, TypeVar

from markupsafe import Markup
from pydantic import BeforeValidator, Field

from builder.bound import runs
from builder.fields import QUOTE_COLON, Line, Markdown, Model, shown
from builder.folding import fold
from builder.model import Html, Question, Space, View
from builder.problems import Fault

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Option(Model):
    """One option; its letter is its place in the list."""

    text: Line
    feedback: Markdown | None = None
    """Shown to a learner who chose this option."""


def _as_option(value: object) -> object:
    if isinstance(value, str):
        return {"text": value}
    if isinstance(value, dict) and value.keys() & Option.model_fields.keys():
        return value
    hint = f"; {QUOTE_COLON}" if isinstance(value, dict) else ""
    raise ValueError(f"an option must be a text, or {{text, feedback}}, found {shown(value)}{hint}")


Options = Annotated[
    tuple[
        Annotated[Option, BeforeValidator(_as_option, json_schema_input_type=Line | Option)], ...
    ],
    Field(min_length=2, max_length=len(LETTERS)),
]


def _letters(value: object) -> object:
    """Read `ABD`, `A, B`, `A、B` or `[A, B, D]` as letters; leave what is none to the checks."""
    whole = value if isinstance(value, list) else [value]
    texts = [each for each in whole if isinstance(each, str)]
    letters = "".join(re.sub(r"[\s,;/]", "", fold(each, match_case=True)) for each in texts)
    if len(texts) < len(whole) or (any(texts) and not letters):
        raise ValueError(f"'answer' must be one or more letters, found {shown(value)}")
    return letters.upper()


Letters = Annotated[
    str, BeforeValidator(_letters, json_schema_input_type=str | list[str]), Field(min_length=1)
]


def option_faults(options: tuple[Option, ...]) -> Iterator[Fault]:
    """Yield options that read the same."""
    seen: dict[str, int] = {}
    for index, option in enumerate(options):
        folded = fold(option.text, match_case=True)
        if folded in seen:
            first, second = LETTERS[seen[folded]], LETTERS[index]
            yield Fault(("options", index), f"options {first} and {second} read the same")
        else:
            seen[folded] = index


def letter_faults(answer: str, options: tuple[Option, ...]) -> Iterator[Fault]:
    """Yield letters of the key that name no option, or come twice."""
    known = LETTERS[: len(options)]
    strange = [f"'{letter}'" for letter in dict.fromkeys(answer) if letter not in known]
    if strange:
        are = "answer {} is not an option" if len(strange) == 1 else "answers {} are not options"
        message = f"{are.format(', '.join(strange))} (options are A–{known[-1]})"
        yield Fault(("answer",), message)
    for letter in dict.fromkeys(answer):
        if letter in known and answer.count(letter) > 1:
            yield Fault(("answer",), f"answer '{letter}' is written twice")


class ChoiceQuestion(Question):
    """A question with lettered options; its types say which of them are the key."""

    options: Options
    """The options in order, lettered A, B, C …; a text, or text and feedback."""

    def beside(self, body: Choice) -> tuple[Markup, ...]:
        return tuple(option.html for option in body.options)

    def space(self) -> Space:
        return Space("letters", marks=self.option_ids())

    def option_ids(self) -> str:
        return LETTERS[: len(self.options)]

    def asked(self) -> tuple[str, ...]:
        return (self.stem, *(option.text for option in self.options))

    def runs(self) -> tuple[str, ...]:
        texts = [option.text for option in self.options]
        return runs(texts, (self.explanation, *(option.feedback for option in self.options)))

    def lettered(self) -> int:
        return len(self.options)

    def arranged(self, view: View, orders: Mapping[str, str]) -> View:
        return _arranged(view, orders[self.id]) if self.id in orders else view


def options_json(options: tuple[Option, ...]) -> list[Any]:
    """Return options as the bank writes them: a text, or text and feedback."""
    return [
        {"text": option.text, "feedback": option.feedback} if option.feedback else option.text
        for option in options
    ]


class ShownOption(NamedTuple):
    """An option as templates see it."""

    letter: str
    html: Markup
    feedback: Markup | None
    right: bool


class Choice(NamedTuple):
    """The body of a single or multiple choice."""

    options: tuple[ShownOption, ...]
    answer: str
    partial: bool
    feedback: bool
    """Some option has feedback."""
    widest: float
    """Advance width of the widest option, in em; infinite if it holds more than text."""

    def columns(self, measure: float) -> int:
        """Return in how many columns the options stand on a line `measure` em wide."""
        return columns(self.grids, self.widest, measure)

    @property
    def grids(self) -> tuple[int, ...]:
        """In how many columns the options may stand, the most first; always in one."""
        return grids(len(self.options))


def columns(grids: tuple[int, ...], widest: float, measure: float) -> int:
    """Return in how many columns lettered texts stand on a line `measure` em wide."""
    return next((n for n in grids if widest + _LETTER <= measure / n), 1)


def grids(count: int) -> tuple[int, ...]:
    """Return in how many columns so many lettered texts may stand, the most first."""
    return _COLUMNS.get(count, (4, 2))


_LETTER = 2.2
"""What an option's letter and the gap after the option take, in em."""
# By the number of options: all in one row, else rows of equal length, or one shorter row.
_COLUMNS = {2: (2,), 3: (3,), 4: (4, 2), 5: (5, 3, 2), 6: (6, 3, 2), 9: (5, 3)}


def choice(options: tuple[Option, ...], answer: str, partial: bool, html: Html) -> Choice:
    """Return options rendered for the templates."""
    shown = tuple(
        ShownOption(
            letter,
            html.inline(option.text, "options", index, "text"),
            html.block(option.feedback, "options", index, "feedback") if option.feedback else None,
            letter in answer,
        )
        for index, (letter, option) in enumerate(zip(LETTERS, options, strict=False))
    )
    widest = max(width(option.text) for option in options)
    feedback = any(option.feedback is not None for option in options)
    return Choice(shown, answer, partial, feedback, widest)


def new_letters(order: str) -> dict[str, str]:
    """Return by its former letter the letter that each option has in a new order."""
    return dict(zip(order, LETTERS, strict=False))


def _arranged(view: View, order: str) -> View:
    """Return the view of a choice with its options in another order, given by former letters.

    Letters, key, and whatever names an option by `{{opt:x}}` follow.
    """
    letters = new_letters(order)
    body: Choice = view.body
    options = tuple(
        body.options[LETTERS.index(former)]._replace(
            letter=letter,
            html=relettered(body.options[LETTERS.index(former)].html, letters),
            feedback=relettered(body.options[LETTERS.index(former)].feedback, letters),
        )
        for former, letter in letters.items()
    )
    answer = "".join(sorted(letters[each] for each in body.answer))
    return rekeyed(view, list(answer), answer)._replace(
        stem=relettered(view.stem, letters),
        explanation=relettered(view.explanation, letters),
        hint=relettered(view.hint, letters),
        body=body._replace(options=options, answer=answer),
    )


def rekeyed(view: View, value: Sequence[str], brief: str) -> View:
    """Return a view with other letters as its key."""
    return view._replace(key={**(view.key or {}), "value": list(value)}, brief=brief)


# As HTML and as Typst name an option: markup.py, typst.py. No author's text can read like this.
_OPTION = re.compile(r'(data-opt="([A-Z])">)[A-Z]|#"[A-Z]"(;/\*opt ([A-Z])\*/)')

M = TypeVar("M", Markup, Markup | None)


def relettered(text: M, letters: Mapping[str, str]) -> M:
    """Return a text in which each `{{opt:x}}` names the letter that option x has now."""
    if not text or "opt" not in text:
        return text

    def named(match: re.Match[str]) -> str:
        if match[2]:
            return f"{match[1]}{letters[match[2]]}"
        return f'#"{letters[match[4]]}"{match[3]}'

    return Markup(_OPTION.sub(named, text))  # noqa: S704  # letters for letters


_HAN = re.compile(r"[\u4e00-\u9fff]+")
_NOT_TEXT = re.compile(r"!\[|\$|\n")
_MARKED = re.compile(r"\{\{\s*(?:ruby|dots):\s*([^{}|\n]*?)\s*(?:\|[^{}|\n]*)?\}\}")
_FORMULA = re.compile(r"\$([^$\n]+)\$")
_BUILT_UP = re.compile(r"\\(?:begin|[dtc]?frac|binom|sum|int|lim|prod|left|overset|underset)\b")
_COMMAND = re.compile(r"\\[A-Za-z]+")
_NO_WIDTH = re.compile(r"[{}^_\s\\]")
_MARKS = re.compile(r"[*`~\\]")
_NARROW = re.compile(r"[ !'(),./:;I\[\]fijlrt|-]")
_WIDE = re.compile(r"[MWmw@%]")
_HALF = re.compile(r"[\x20-\x7e\u00a0-\u024f]")


def width(text: str) -> float:
    """Return the advance width of a line of text in em, by classes of a serif face.

    Han and full-width characters are 1 em; Latin letters, measured on Noto Serif and Times,
    0.3 (narrow), 0.55 or 0.85 (wide). A plain formula counts by its signs; a picture or a built-up
    formula is infinitely wide: its own column.
    """
    if _HAN.fullmatch(text):
        return len(text)
    if "$" in text or "{{" in text:
        text = _FORMULA.sub(_signs, _MARKED.sub(r"\1", text))
    if _NOT_TEXT.search(text):
        return float("inf")
    text = _MARKS.sub("", text)
    half = len(_HALF.findall(text))
    narrow, wide = len(_NARROW.findall(text)), len(_WIDE.findall(text))
    return len(text) - half + narrow * 0.3 + wide * 0.85 + (half - narrow - wide) * 0.55


def _signs(formula: re.Match[str]) -> str:
    """Return text that is as wide as a formula, which has air around its signs."""
    if _BUILT_UP.search(formula[1]):
        return formula[0]
    signs = _NO_WIDTH.sub("", _COMMAND.sub("m", formula[1]))
    return "".join(sign if sign.isalnum() else "m" for sign in signs)
