"""The key cell of a question list: letters, positions, option texts, blanks, numbers, pairs.

Every function refuses what can be read in two ways, and says why.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from builder.folding import fold
from builder.formats.paper.words import NO_KEY


@dataclass(frozen=True, slots=True)
class Key:
    """Options by position: A is the first. `mismatch` says that the text beside it differs."""

    letters: list[str]
    mismatch: str = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """Why there is no key: a name of `draft.ABOUT` and a sentence."""

    about: str
    message: str


_JOINT = r"[\s,;、|/&+.)\]([]"
_LETTERS = re.compile(
    rf"[(\[]?[A-Z](?:(?:{_JOINT}+(?:and{_JOINT}+)?)?[A-Z])*[.)\]]?", re.IGNORECASE
)
_POSITIONS = re.compile(r"\d{1,2}(?:\s*[,;、|/]\s*\d{1,2})*")
_LETTER_TEXT = re.compile(r"[(\[]?([A-Z])(?:\s*[.、:)\]]|\s)\s*(\S.*)", re.DOTALL | re.I)
_CIRCLED = {character: chr(ord("A") + at) for at, character in enumerate("①②③④⑤⑥⑦⑧⑨⑩")}


_LONGEST = 80
"""Letters of more than all options would be prose."""


def is_absent(key: str) -> bool:
    """Tell a key that is left out: nothing, 略, 无."""
    return not key.strip() or key.strip().strip("。.（）()").lower() in NO_KEY


def refused(key: str, why: str) -> Refused:
    """Return the refusal of a key that is missing or cannot be read."""
    if is_absent(key):
        return Refused("no-answer", "there is no key")
    return Refused("unreadable-key", f"the key '{_short(key)}' {why}")


def letters(key: str) -> list[str] | None:
    """Return the letters that a key consists of, in order of the alphabet, or None."""
    text = "".join(_CIRCLED.get(character, character) for character in key.strip())
    text = unicodedata.normalize("NFKC", text)
    if len(text) > _LONGEST or not _LETTERS.fullmatch(text):
        return None
    found = re.findall(r"[A-Z]", re.sub(r"\band\b", "", text, flags=re.IGNORECASE).upper())
    joined = re.sub(r"[^A-Za-z]", "", text)
    mixed = joined != joined.upper() and joined != joined.lower()
    return None if mixed or len(set(found)) < len(found) else sorted(found)


def positions(key: str) -> tuple[int, ...]:
    """Return the numbers that a key consists of, or none."""
    text = unicodedata.normalize("NFKC", key.strip())
    return tuple(map(int, re.findall(r"\d+", text))) if _POSITIONS.fullmatch(text) else ()


def choice(
    key: str,
    indices: tuple[int, ...] | None,
    options: Sequence[str],
    labels: Sequence[str],
    base: int | None,
) -> Key | Refused:
    """Return which of `options` the key names; its letters are `labels`."""
    if indices is not None:
        return _by_position(indices, options, base)
    if is_absent(key):
        return refused(key, "")
    if (found := _by_text(key, options)) is not None:
        return found if _agree(found, key, labels) else _two_ways(key)
    named = letters(key)
    if named is not None:
        return _by_letter(named, key, labels)
    if (beside := _by_letter_and_text(key, options, labels)) is not None:
        return beside
    if found_positions := positions(key):
        return _by_position(found_positions, options, base)
    if _several_by_text(key, options):
        return Key(_several_by_text(key, options))
    return Refused("unreadable-key", f"the key '{_short(key)}' names no option for certain")


def _agree(found: Key, key: str, labels: Sequence[str]) -> bool:
    """Tell that a key which is the text of an option is not the letter of another."""
    named = letters(key)
    return named is None or not set(named) <= set(labels) or named == found.letters


def _two_ways(key: str) -> Refused:
    return Refused(
        "mixed-signals", f"the key '{_short(key)}' is a letter and another option's text"
    )


def _by_letter(named: Sequence[str], key: str, labels: Sequence[str]) -> Key | Refused:
    unknown = [letter for letter in named if letter not in labels]
    if unknown:
        options = f"{labels[0]}–{labels[-1]}" if len(labels) > 1 else labels[0]
        message = f"the key '{_short(key)}' is not an option (options are {options})"
        return Refused("answer-not-an-option", message)
    return Key([_letter(labels.index(letter)) for letter in named])


def _letter(position: int) -> str:
    return chr(ord("A") + position)


def _folded(options: Sequence[str]) -> list[str]:
    return [fold(option, match_case=True) for option in options]


def _by_text(key: str, options: Sequence[str]) -> Key | None:
    folded = fold(key, match_case=True)
    at = [position for position, option in enumerate(_folded(options)) if option == folded]
    return Key([_letter(at[0])]) if len(at) == 1 else None


def _several_by_text(key: str, options: Sequence[str]) -> list[str]:
    """Return the options whose texts the key lists, if every part of the key is one."""
    folded = _folded(options)
    for parts in (
        key.split("\n"),
        key.split("|"),
        re.split("[;；]", key),
        re.split("[,，、]", key),
    ):
        texts = [fold(part, match_case=True) for part in parts if part.strip()]
        if len(set(texts)) == len(texts) > 1 and all(folded.count(text) == 1 for text in texts):
            return sorted(_letter(folded.index(text)) for text in texts)
    return []


def _by_letter_and_text(
    key: str, options: Sequence[str], labels: Sequence[str]
) -> Key | Refused | None:
    """Read `B. 企鹅`: the text must not be another option's."""
    found = _LETTER_TEXT.fullmatch(unicodedata.normalize("NFKC", key.strip()))
    if found is None or found[1].upper() not in labels:
        return None
    letter = _letter(labels.index(found[1].upper()))
    by_text = _by_text(found[2], options)
    if by_text is not None and by_text.letters != [letter]:
        return Refused("mixed-signals", f"letter and text of the key '{_short(key)}' disagree")
    if by_text is None and letters(found[2]) is not None:
        return None
    own = options[labels.index(found[1].upper())]
    same = by_text is not None or fold(own) == fold(found[2])
    mismatch = "" if same else f"the key says '{_short(found[2])}', the option '{_short(own)}'"
    return Key([letter], mismatch)


def _by_position(at: Sequence[int], options: Sequence[str], base: int | None) -> Key | Refused:
    shown = ", ".join(map(str, at))
    if not at:
        return refused("", "")
    if base is None:
        return Refused("unreadable-key", f"the key {shown} may count from 0 or from 1")
    found = sorted({position - base for position in at})
    if len(found) < len(at):
        return Refused("unreadable-key", f"the key {shown} names an option twice")
    if found[0] < 0 or found[-1] >= len(options):
        return Refused("answer-not-an-option", f"the key {shown} is not an option")
    return Key([_letter(position) for position in found])


def in_order(key: str, labels: Sequence[str]) -> list[int]:
    """Return the positions of the letters of a key, in the key's own order."""
    found = re.findall(r"[A-Z]", unicodedata.normalize("NFKC", key).upper())
    return [labels.index(letter) for letter in found if letter in labels]


# Blanks.

_SEPARATORS = ("\n", "[;；]", r"\|", "、", "[,，]", r"\s{2,}|\u3000", r"\s+")
_NUMBERED = re.compile(
    r"[（(]\s*\d{1,2}\s*[）)]|[①-⑳]|第\s?[\d一二三四五六七八九十]{1,3}\s?空\s?[:：]?"
)
_ALTERNATIVES = re.compile(r"\|+|(?<=\s)或(?=\s)")


def blanks(key: str, count: int) -> list[list[str]] | Refused:
    """Return the accepted texts of each of `count` blanks; 0 blanks is a short answer."""
    if is_absent(key):
        return refused(key, "")
    if (listed := json_texts(key)) is not None:
        return _listed_blanks(listed, key, max(count, 1))
    if count < 2:
        return [_alternatives(key)]
    parts = _parts(key, count)
    if parts is None:
        return _not_for_each(key, count)
    return [_alternatives(part) for part in parts]


def _parts(key: str, count: int) -> list[str] | None:
    """Split a key into a part for each blank, by the first separator that gives as many."""
    numbered = [part.strip(" \n\t;；,，、。") for part in _NUMBERED.split(key)]
    if len(numbered) == count + 1 and not numbered[0] and all(numbered[1:]):
        return numbered[1:]
    for separator in _SEPARATORS:
        parts = [part.strip() for part in re.split(separator, key.strip().rstrip(";；"))]
        if len(parts) == count and all(parts):
            return parts
    return None


def _alternatives(text: str) -> list[str]:
    parts = (part.strip() for part in _ALTERNATIVES.split(text))
    return [part for part in parts if part] or [text.strip()]


def _listed_blanks(listed: list[str], key: str, count: int) -> list[list[str]] | Refused:
    """Read a key that is itself a JSON list, as programs export it."""
    if len(listed) != count or not all(text.strip() for text in listed):
        return _not_for_each(key, count)
    return [_alternatives(text) for text in listed]


def _not_for_each(key: str, count: int) -> Refused:
    message = f"the key '{_short(key)}' is not one text for each of {count} blanks"
    return Refused("unreadable-key", message)


def json_texts(text: str) -> list[str] | None:
    """Return the items of a JSON list of texts and numbers, or None."""
    if not (text.startswith("[") and text.endswith("]")):
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    plain = isinstance(value, list) and all(isinstance(item, str | int | float) for item in value)
    return [str(item) for item in value] if plain else None


# Numbers and pairs.

_MEASURE = re.compile(
    r"(-?\d+(?:\.\d+)?(?:e[+-]?\d{1,2})?)(?:\s*(±|\+/?-|:|~|\.\.|-|至|到)\s*(-?\d+(?:\.\d+)?))?",
    re.IGNORECASE,
)


def measure(key: str) -> tuple[float, float] | None:
    """Return value and tolerance of `9.8`, `9.8±0.1` or the range `9.7~9.9`."""
    text = unicodedata.normalize("NFKC", key).strip().replace("−", "-").replace(",", "")
    found = _MEASURE.fullmatch(text[:100])
    if found is None:
        return None
    value, second = float(found[1]), float(found[3] or 0)
    if found[2] in (None, "±", "+-", "+/-", ":"):
        return value, abs(second)
    return round((value + second) / 2, 12), round(abs(second - value) / 2, 12)


def pairs(key: str) -> list[list[str]] | None:
    """Return the pairs of `甲->1; 乙->2`, or None if a part of the key is no pair."""
    parts = [part for part in re.split(r"[;；\n|]", key) if part.strip()]
    split = (re.split("->|→|=>|—+|=", part) for part in parts)
    found = [[side.strip() for side in each] for each in split]
    return found if found and all(len(pair) == 2 and all(pair) for pair in found) else None


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 40 else text[:39] + "…"
