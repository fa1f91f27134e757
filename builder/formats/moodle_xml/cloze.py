"""The gaps of Moodle's embedded answers (Cloze): `{1:SHORTANSWER:=so~=thus#Yes}` in a text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_KINDS = {
    "text": "SHORTANSWER SA MW",
    "case": "SHORTANSWER_C SAC MWC",
    "number": "NUMERICAL NM",
    "choice": "MULTICHOICE MC MULTICHOICE_V MCV MULTICHOICE_H MCH MULTICHOICE_S MCS"
    " MULTICHOICE_VS MCVS MULTICHOICE_HS MCHS",
    "several": "MULTIRESPONSE MR MULTIRESPONSE_H MRH MULTIRESPONSE_S MRS MULTIRESPONSE_HS MRHS",
}
_KIND_OF = {name: kind for kind, names in _KINDS.items() for name in names.split()}
_GAP = re.compile(r"\{(\d{0,4}):([A-Z_]{2,16}):((?:\\.|[^\\}]){1,20000})\}", re.DOTALL)
_ANSWER = re.compile(r"(?:\\.|[^\\~])+", re.DOTALL)
_SIGN = re.compile(r"=|%(-?\d{1,3}(?:\.\d{1,9})?)%")
_ESCAPED = re.compile(r"\\([}#~/\"\\])")
HOLE = "\ue000"
"""Stands for a gap in a text that is on its way to Markdown."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer of a gap: its text, its share in percent, and whether it has feedback."""

    text: str
    share: float
    feedback: str


@dataclass(frozen=True, slots=True)
class Gap:
    """A gap: its kind (text, case, number, choice or several), its weight and its answers."""

    kind: str
    weight: int
    choices: tuple[Choice, ...]

    def right(self) -> list[str]:
        """Return the texts that earn all points."""
        return [choice.text for choice in self.choices if choice.share >= 100]


def cut(text: str) -> tuple[str, list[Gap]]:
    """Return a text with a `HOLE` for each gap, and the gaps."""
    gaps: list[Gap] = []

    def take(found: re.Match[str]) -> str:
        kind = _KIND_OF.get(found[2])
        if kind is None:
            return found[0]
        choices = tuple(_choice(each[0]) for each in _ANSWER.finditer(found[3]))
        gaps.append(Gap(kind, int(found[1] or 1), choices))
        return HOLE

    return _GAP.sub(take, text.replace(HOLE, "")), gaps


def _choice(written: str) -> Choice:
    sign = _SIGN.match(written.lstrip())
    rest = written.lstrip()[sign.end() :] if sign else written
    share = float(sign[1] or 100) if sign else 0.0
    if sign and not sign[1] and (more := _SIGN.match(rest)) and more[1]:
        share, rest = float(more[1]), rest[more.end() :]
    text, _, feedback = _halves(rest)
    return Choice(_ESCAPED.sub(r"\1", text).strip(), share, _ESCAPED.sub(r"\1", feedback).strip())


def _halves(text: str) -> tuple[str, str, str]:
    found = re.search(r"(?<!\\)(?:\\\\)*#", text)
    if not found:
        return text, "", ""
    return text[: found.end() - 1], "#", text[found.end() :]


def gap(accepted: Sequence[str], match_case: bool) -> str:
    """Return accepted texts as a gap; Moodle's wildcard `*` is escaped."""
    kind = "SHORTANSWER_C" if match_case else "SHORTANSWER"
    return f"{{1:{kind}:{'~'.join(map(_written, accepted))}}}"


def _written(text: str) -> str:
    escaped = re.sub(r"[}#~/\"\\]", r"\\\g<0>", text).replace("*", "\\*")
    return f"{'%100%' if text.startswith('%') else '='}{escaped}"
