"""The places of a stem where an answer goes: brackets, underscores, answers left standing in them.

Returns stems in the form of the contract: `（ ）` for a choice, `___` for a blank.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from builder.formats.paper.options import masked
from builder.formats.paper.words import FALSE, TRUE

OPEN, CLOSE = "\ue000", "\ue001"
"""Around a stretch that the source underlines, highlights or colours; never in a finished text."""

_LETTERS = r"[A-Ha-hＡ-Ｈ](?:\s?[、,，;；/]?\s?[A-Ha-hＡ-Ｈ]){0,7}|[①-⑩]{1,8}"
_JUDGE = "|".join(sorted({re.escape(w) for w in (*TRUE, *FALSE)} - {"v"}, key=len, reverse=True))
_EMPH = rf"(?:==|\*\*|<u>|__|{OPEN})?"
_EMPH_END = rf"(?:==|\*\*|</u>|__|{CLOSE})?"
_BRACKET = re.compile(
    rf"(?:[（【〔［]|(?<![A-Za-z0-9_\])])[(\[]){OPEN}?(?P<pad>\s*){_EMPH}\s*(?P<key>{_LETTERS}"
    rf"|{_JUDGE})\s*{_EMPH_END}(?P<end>\s*){CLOSE}?[)）】〕］\]](?!\()",
    re.I,
)
_UNDERLINED = re.compile(
    rf"(?<!_)_{{2,200}}\s*(?P<key>{_LETTERS})\s*_{{2,}}|(?:<u>|{OPEN})\s*(?P<key2>{_LETTERS})\s*"
    rf"(?:</u>|{CLOSE})"
)
EMPTY = re.compile(
    r"（\s*）|【\s*】|〔\s*〕|［\s*］|(?<![A-Za-z0-9_\])])\(\s*\)|(?<![A-Za-z0-9_\])])\[\s+\]"
    r"|（\)|\(）|(?<=[A-Za-z0-9_\])])\((?:\s{2,}\)|\s\)(?=\s*(?:[。．？?，,]|$|[\u3400-\u9fff])))"
)
_EMPTY_FORM = re.compile(rf"(?:{EMPTY.pattern})")
_TICK_AT_END = re.compile(
    r"\s*(?P<key>[√✓✔×✗✘✕☑☒])\s*$|(?<=[.。?？!！])\s*(?P<word>T|F|True|False|对|错|對|錯|正确"
    r"|错误)\s*$"
)
_CHOICE_LINE = re.compile(
    r"[ \u3000]*(?:正确|正確|对|對|√|True|T)\s*[（(\[]\s*[)）\]]\s*[、,，/]?\s*(?:不正确|不正確"
    r"|错误|錯誤|错|錯|不对|×|False|F)\s*[（(\[]\s*[)）\]]\s*",
    re.I,
)


_TAB = "\t"


@dataclass(frozen=True, slots=True)
class StemKey:
    """A key that stands in the stem, and the stem without it."""

    text: str
    stem: str
    sure: bool
    """Padded, at an end of the stem or a mark that cannot be text."""


def is_choice_line(text: str) -> bool:
    """Say whether a line is the printed 正确（）不正确（） that a pencil ticks."""
    return bool(_CHOICE_LINE.fullmatch(text))


def tidy(stem: str) -> str:
    """Return the stem of a choice or judgement with its empty brackets written one way."""
    hidden = masked(stem)
    parts, place = [], 0
    for found in _EMPTY_FORM.finditer(hidden):
        parts += [stem[place : found.start()].rstrip(_TAB), "（ ）"]  # pushed to the edge
        place = found.end()
    return "".join([*parts, stem[place:]])


def bracket_key(stem: str, judge: bool, letters: bool) -> StemKey | None:
    """Return the key in the stem's bracket: letters if there are options, a tick in judgements."""
    hidden = masked(stem)
    if letters and _EMPTY_FORM.search(hidden):
        return None
    found = [m for m in _BRACKET.finditer(hidden) if _fits(m["key"], judge, letters)]
    if judge and not found and (tick := _TICK_AT_END.search(stem)):
        return StemKey(tick["key"] or tick["word"], stem[: tick.start()], True)
    if letters and not found:
        return _underlined(stem, hidden)
    if not found:
        return None
    chosen = max(found, key=lambda m: (_weight(hidden, m), m.start()))
    text = f"{stem[: chosen.start()].rstrip(_TAB)}（ ）{stem[chosen.end() :]}"
    return StemKey(chosen["key"], text, _weight(hidden, chosen) > 0)


def _underlined(stem: str, hidden: str) -> StemKey | None:
    found = _UNDERLINED.search(hidden)
    if not found:
        return None
    key = found["key"] or found["key2"]
    return StemKey(key, f"{stem[: found.start()]}___{stem[found.end() :]}", True)


def _fits(key: str, judge: bool, letters: bool) -> bool:
    word = key.strip().lower()
    if judge and (word in TRUE or word in FALSE):
        return True
    return letters and re.fullmatch(_LETTERS, key) is not None


def _weight(text: str, found: re.Match[str]) -> int:
    """Say how much a bracket looks like the answer's: at the end, at the start, padded."""
    at_end = not text[found.end() :].strip(" \u3000。.?？!！:：;；")
    at_start = not text[: found.start()].strip()
    padded = bool(found["pad"]) and bool(found["end"])
    tick = found["key"] in "√✓✔×✗✘✕☑☒"
    return 4 * at_end + 2 * padded + at_start + 2 * tick


_RUN = r"(?<![A-Za-z0-9_＿﹍])[_＿﹍]{1,2}(?![A-Za-z0-9_])|[_＿﹍▁]{3,}"
_BLANK = re.compile(
    rf"(?P<run>[（(]\s*(?:{_RUN})\s*[)）]|{_RUN})|(?P<empty>{EMPTY.pattern}|[《〈]\s*[》〉])"
)
_LEFT = re.compile(
    rf"(?P<shield>[（(]\s{{0,9}}|(?<![_＿])[_＿]{{1,99}}\s{{0,9}})?(?:==\s*"
    rf"(?P<a>[^=\n]{{1,80}}?)\s*==|<u>\s*(?P<b>[^<\n]{{1,80}}?)\s*</u>|{OPEN}\s*"
    rf"(?P<c>[^{OPEN}{CLOSE}\n]{{1,80}}?)\s*{CLOSE})(?P<close>\s*[)）]|\s*[_＿]+)?"
)
# `__太平洋__` holds an answer; `____和____` are two blanks, and so is all that is longer or joins.
_LINED = re.compile(
    r"(?<![_＿A-Za-z0-9])[_＿]{1,2}(?P<a>(?![和与與及或、，,；;是为為的])[^_＿\s][^_＿\n]{0,38}"
    r"[^_＿\s和与與及或、，,；;是为為的])[_＿]{1,2}(?![_＿A-Za-z0-9])"
)
_IN_BRACKET = re.compile(
    r"（(?P<a>[^()（）\n]{1,40})）|(?<![A-Za-z0-9_\])])\((?P<b>[^()（）\n]{1,40})\)"
)
_PADDED = re.compile(
    r"(?:（|(?<![A-Za-z0-9_\])])\()[ \u3000]+(?P<a>[^()（）\s][^()（）\n]{0,40}?)[ \u3000]+[)）]"
)


def blanked(stem: str, keys_left: bool) -> tuple[str, list[str | None]]:
    """Return a fill-in's stem with `___` for each blank, and what stood in each (None: nothing).

    `keys_left` lets words in padded brackets and between underscores count as answers.
    """
    found: list[tuple[int, int, str, str | None]] = []
    hidden = masked(stem)
    for match in _LEFT.finditer(stem):
        if match["a"] is not None and "\ufffc" in hidden[match.start() : match.end()]:
            continue
        found.append(_left(match))
    if keys_left:
        found += _plain_left(hidden, stem, found)
    found += _plain_blanks(hidden, found)
    if keys_left and not found:
        found = _bracketed(stem, hidden)
    found.sort()
    parts, place = [], 0
    for start, end, form, _ in found:
        parts += [stem[place:start], form]
        place = end
    return "".join([*parts, stem[place:]]), [key for *_, key in found]


_Found = list[tuple[int, int, str, str | None]]


def _left(match: re.Match[str]) -> tuple[int, int, str, str | None]:
    """Return the place of an answer left standing; a bracket on one side only is text."""
    key = next(g for g in (match["a"], match["b"], match["c"]) if g is not None)
    start, end = match.start(), match.end()
    if bool(match["shield"]) != bool(match["close"]):
        start += len(match["shield"] or "")
        end -= len(match["close"] or "")
    return start, end, "___", key.strip().strip("_＿").strip() or None


def _bracketed(stem: str, hidden: str) -> _Found:
    """Return the brackets of a fill-in that has no other blank: the answers stand in them."""
    return [
        (m.start(), m.end(), "___", stem[m.start() + 1 : m.end() - 1].strip() or None)
        for m in _IN_BRACKET.finditer(hidden)
    ]


def _free(start: int, end: int, taken: _Found) -> bool:
    return all(end <= a or start >= b for a, b, *_ in taken)


def _plain_left(hidden: str, stem: str, taken: _Found) -> _Found:
    result: _Found = []
    for pattern in (_LINED, _PADDED):
        for match in pattern.finditer(hidden):
            if _free(match.start(), match.end(), [*taken, *result]):
                key = stem[match.start("a") : match.end("a")]
                result.append((match.start(), match.end(), "___", key))
    return result


def _plain_blanks(hidden: str, taken: _Found) -> _Found:
    result: _Found = []
    for match in _BLANK.finditer(hidden):
        if not _free(match.start(), match.end(), taken):
            continue
        form = f"{match[0][0]}___{match[0][-1]}" if match[0][0] in "《〈" else "___"
        result.append((match.start(), match.end(), form, None))
    return result


def has_blank(stem: str) -> bool:
    """Say whether a stem has underscores or an answer left standing in it."""
    hidden = masked(stem)
    return bool(re.search(_RUN, hidden) or _LEFT.search(hidden))


def has_empty_bracket(stem: str) -> bool:
    """Say whether a stem has an empty bracket."""
    return bool(EMPTY.search(masked(stem)))


def plain(text: str) -> str:
    """Return a text without the marks of styling."""
    return text.replace(OPEN, "").replace(CLOSE, "")
