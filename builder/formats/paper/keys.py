"""What a printed key says: letters, a judgement, texts for blanks, a number. Never a guess.

Each reader returns a `Reading`: an answer, or a doubt that says why there is none.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

from builder.draft import Answer
from builder.formats.paper.numerals import CIRCLED
from builder.formats.paper.words import FALSE, NO_KEY, TRUE


@dataclass(frozen=True, slots=True)
class Reading:
    """An answer, or what is wrong (`about`, `message`); `warnings` leave the answer standing."""

    answer: Answer | None = None
    about: str = ""
    message: str = ""
    warnings: tuple[tuple[str, str], ...] = ()
    rest: str = ""
    """Words behind the key that explain it."""
    line: int | None = None
    """The line to name, when it is not the key's."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The options of a question: printed labels (0 for A), texts, the lines of second labels."""

    labels: Sequence[int | None]
    texts: Sequence[str]
    lines: Sequence[int] = field(default=())
    circled: bool = False

    def places(self, index: int) -> list[int]:
        """Return the positions of the options that carry the label `index`."""
        if all(label is None for label in self.labels):
            return [index] if index < len(self.texts) else []
        return [place for place, label in enumerate(self.labels) if label == index]


def letter(place: int) -> str:
    """Return the letter of the option at a position."""
    return chr(65 + place)


def is_no_key(text: str) -> bool:
    """Say whether a key line is empty or says that there is none."""
    return text.strip(" 。.（）()\u3000").lower() in NO_KEY or not text.strip(" 。.")


_SEPARATORS = r"[\s、,，;；/&+]|和|与|及|and"
_LETTERS = re.compile(rf"(?:[A-Za-z](?:{_SEPARATORS})*)+", re.I)
_CIRCLES = re.compile(rf"(?:[{CIRCLED}](?:{_SEPARATORS})*)+")
_EITHER = re.compile(r"[A-Z]\s*(?:或者?|or)\s*[A-Z]|[A-Z]\s*[?？]|[?？]\s*[A-Z]", re.I)
_ITEM = re.compile(
    r"[(（\[【]?\s*([A-Za-z])\s*[)）\]】]?\s*(?:[.．、,，:：;；)）]\s*|\s+|"
    r"(?=[^A-Za-z\s.．、,，:：;；)）])|$)"
)
_GAP = re.compile(r"[\s、,，;；。/和与及]*")


def choice(text: str, choices: Choices) -> Reading:
    """Return the reading of a key of a question with options: letters, texts, or both."""
    bare = unicodedata.normalize("NFKC", text) if _short(text) else text
    bare = _unwrapped(bare.strip()).strip(" 。.*")
    if found := _SPOKEN.fullmatch(bare):
        bare = found[1]
    if found := _CIRCLES.fullmatch(text.strip(" 。.()（）")):
        return _indices([CIRCLED.index(c) for c in found[0] if c in CIRCLED], choices, text)
    if _is_letters(bare):
        return _indices([ord(c.upper()) - 65 for c in _only_letters(bare)], choices, text)
    if _EITHER.match(bare):
        return Reading(
            None, "unreadable-key", f"the key {text!r} names two options and does not decide"
        )
    if by_text := _by_text(text.strip(), choices):
        return Reading(by_text)
    return _lettered_texts(text.strip(), choices)


_SPOKEN = re.compile(
    r"(?:应|應|故)?(?:选择?|選擇?|option)?\s*([A-Za-z](?:[、, ]?[A-Za-z]){0,7})\s*(?:选项|選項"
    r"|项)?",
    re.I,
)


def _short(text: str) -> bool:
    return len(text) <= 40


def _unwrapped(text: str) -> str:
    found = re.fullmatch(r"[（(【\[]\s*([^()（）\[\]【】]*)\s*[)）】\]]", text)
    return found[1] if found else text


def _only_letters(text: str) -> str:
    return re.sub(_SEPARATORS, "", text, flags=re.I)


def _is_letters(text: str) -> bool:
    if len(text) > 60 or not _LETTERS.fullmatch(text + " "):
        return False
    letters = _only_letters(text)
    return (
        letters.isupper()
        or len(letters) == 1
        or (
            letters.islower()
            and len(set(letters)) == len(letters)
            and letters == "".join(sorted(letters))
            and letters[-1] <= "h"
        )
        or len(re.findall(r"[A-Za-z]+", text)) == len(letters)
    )


def _indices(wanted: list[int], choices: Choices, text: str) -> Reading:
    """Return the letters by position; a label that is missing or stands twice is no key."""
    places: list[int] = []
    for index in dict.fromkeys(wanted):
        found = choices.places(index)
        if not found:
            have = "".join(letter(label) for label in choices.labels if label is not None)
            named = f"the key {text!r} names {letter(index)}"
            message = f"{named}, but the options are {have or len(choices.texts)}"
            return Reading(None, "answer-not-an-option", message)
        if len(found) > 1:
            message = f"the key {text!r} names {letter(index)}, and two options carry that label"
            return Reading(None, "duplicate-label", message, line=choices.lines[found[1]])
        places += found
    return Reading([letter(place) for place in sorted(places)])


def _fold(text: str) -> str:
    return "".join(_unwrapped(text).split()).strip("。.;；,，")


def _by_text(text: str, choices: Choices) -> list[str] | None:
    """Return the options that a key without letters spells out, one or several."""
    folded = [_fold(option) for option in choices.texts]
    whole = _fold(text)
    if folded.count(whole) == 1:
        return [letter(folded.index(whole))]
    found: list[int] = []
    while whole:
        fits = [
            i
            for i, option in enumerate(folded)
            if option and whole.startswith(option) and i not in found
        ]
        if not fits:
            return None
        best = max(fits, key=lambda i: len(folded[i]))
        rest = whole[len(folded[best]) :]
        if rest and rest[0] not in "、,，;；/":
            return None
        found.append(best)
        whole = rest.lstrip("、,，;；/")
    return [letter(place) for place in sorted(found)] if len(found) > 1 else None


def _lettered_texts(text: str, choices: Choices) -> Reading:
    """Return the reading of `A 糖类和脂肪、B 水`: letters with the texts of their options."""
    segments = _segments(text, choices)
    if not segments:
        return Reading(
            None, "unreadable-key", f"the key {text!r} is neither letters nor an option's text"
        )
    reading = _indices([index for index, _ in segments], choices, text)
    if reading.answer is None:
        return reading
    warnings: list[tuple[str, str]] = []
    for index, said in segments:
        place = choices.places(index)[0]
        option = choices.texts[place]
        if not said or _fold(said) == _fold(option):
            continue
        if other := [i for i, each in enumerate(choices.texts) if _fold(each) == _fold(said)]:
            message = f"the key says {letter(index)}, but {said!r} is option {letter(other[0])}"
            return Reading(None, "mixed-signals", message)
        if len(segments) == 1 and _explains(text, said):
            return Reading(reading.answer, rest=said)
        warnings.append(
            (
                "key-text-mismatch",
                f"the key says {said!r} for {letter(index)}, but the option is {option!r}",
            )
        )
    return Reading(reading.answer, warnings=tuple(warnings))


def _explains(text: str, said: str) -> bool:
    """Say whether the words behind a letter are a sentence of their own."""
    between = text[: len(text) - len(said)]
    if re.fullmatch(r"[（(].*[)）][。.]?", said):
        return True
    return "。" in between or said.startswith(
        ("因为", "因為", "解析", "理由", "because", "Because")
    )


def _segments(text: str, choices: Choices) -> list[tuple[int, str]]:
    """Return the (label, text) pairs of a key, an option's own separators kept inside it."""
    result: list[tuple[int, str]] = []
    place = 0
    while place < len(text) and len(result) < 26:
        found = _ITEM.match(text, place)
        if not found:
            return []
        index = ord(found[1].upper()) - 65
        start = found.end()
        end = _segment_end(text, start, index, choices)
        result.append((index, text[start:end].strip(" \t\u3000、,，;；")))
        gap = _GAP.match(text, end)
        place = gap.end() if gap else end
    return result


def _segment_end(text: str, start: int, index: int, choices: Choices) -> int:
    """Return where a segment ends: behind the option's own text, else before the next label."""
    for place in choices.places(index):
        option = choices.texts[place]
        if text.startswith(option, start):
            after = text[start + len(option) : start + len(option) + 1]
            if not after or after in " \t\u3000、,，;；。.":
                return start + len(option)
    for found in re.finditer(
        r"[\s、,，;；。]+(?=([A-Z])\s*[.．、,，:：\s)）\u3400-\u9fff])", text[start:]
    ):
        if ord(found[1]) - 65 > index and choices.places(ord(found[1]) - 65):
            return start + found.start()
    return len(text)


def ordered(text: str, choices: Choices) -> Reading:
    """Return the reading of a key that puts all options in order: their letters in its order."""
    letters = [c for c in unicodedata.normalize("NFKC", text).upper() if c.isalpha()]
    numbers = [ord(c) - 65 for c in letters] or [CIRCLED.index(c) for c in text if c in CIRCLED]
    places = [choices.places(index) for index in numbers]
    flat = [place[0] for place in places if len(place) == 1]
    if sorted(flat) != list(range(len(choices.texts))):
        return Reading(
            None,
            "unreadable-key",
            f"the key {text!r} does not put all {len(choices.texts)} items in order",
        )
    return Reading([letter(place) for place in flat])


def judgement(text: str) -> Reading:
    """Return the reading of a key of a statement: right or wrong in any of its words."""
    bare = _unwrapped(text.strip())
    folded = unicodedata.normalize("NFKC", bare).strip(" 。.!！*;；,，").lower()
    if folded in TRUE or folded in FALSE:
        return Reading(folded in TRUE)
    found = re.match(
        r"\s*([^\s。，,.;；:：!！(（]{1,5})\s*[。，,.;；:：!！(（\s]\s*(.*)", bare, re.S
    )
    if found and ((word := found[1].lower()) in TRUE or word in FALSE) and len(word) < 6:
        rest = found[2].strip()
        return Reading(word in TRUE, rest=rest)
    return Reading(None, "unreadable-key", f"the key {text!r} says neither right nor wrong")


_NUMERIC = re.compile(
    r"([-+−]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)\s*(?:(?:\+-|\+/-|±)\s*(\d+"
    r"(?:\.\d+)?(?:[eE][-+]?\d+)?)(%)?)?"
)
_SPAN = re.compile(
    r"\[?\s*([-+−]?\d+(?:\.\d+)?)\s*(?:\.\.|,|~|～|to|–)\s*([-+−]?\d+(?:\.\d+)?)\s*\]?"
)


def numeric(text: str, plain: bool = True) -> Reading:
    """Return the reading of `1.4142 +- 0.0001` or `[1.2, 1.4]`; plain numbers only if `plain`."""
    bare = unicodedata.normalize("NFKC", text).replace("−", "-").strip(" 。.")
    if found := _NUMERIC.fullmatch(bare):
        value = _number(found[1])
        if not found[2]:
            return Reading((value, 0) if plain else None)
        margin = _number(found[2])
        return Reading((value, abs(value) * margin / 100 if found[3] else margin))
    if (found := _SPAN.fullmatch(bare)) and plain:
        low, high = _number(found[1]), _number(found[2])
        return Reading(((low + high) / 2, abs(high - low) / 2))
    return Reading(None, "unreadable-key", f"the key {text!r} is not a number")


def _number(text: str) -> float:
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < 1e15 else value


_MARKERS = (
    re.compile(rf"\s*([{CIRCLED}])\s*"),
    re.compile(r"\s*[（(]\s*(\d{1,2})\s*[)）]\s*"),
    re.compile(r"(?:^|(?<=[\s;；,，、。]))\s*(\d{1,2})\s*[.．、)）]\s*(?!\d)"),
    re.compile(
        r"(?:^|(?<=[\s;；,，、。]))\s*(?:第\s*"
        r"([一二三四五六七八九十\d]{1,2})\s*空)\s*[.．、:：]?\s*"
    ),
)
_BETWEEN = ("；;", "\n", "、", "，,", "/")
_TRIM = " \t\u3000\n;；,，、"


def blanks(text: str, count: int) -> Reading:
    """Return the accepted texts of each of `count` blanks.

    A line is split at visible separators only, and only into as many parts as there are blanks.
    """
    text = text.strip()
    if count <= 1:
        return Reading([_alternatives(text)])
    parts = _marked(text, count) or _separated(text, count)
    if parts is None:
        message = f"the key {text!r} cannot be split into {count} parts for {count} blanks"
        return Reading(None, "unreadable-key", message)
    return Reading([_alternatives(part) for part in parts])


def _marked(text: str, count: int) -> list[str] | None:
    """Return the parts behind （1）（2） or ①②, if they count 1 to `count`."""
    for pattern in _MARKERS:
        found = list(pattern.finditer(text))
        order = [CIRCLED.find(m[1]) + 1 or _ordinal(m[1]) for m in found]
        if order == list(range(1, count + 1)) and not text[: found[0].start()].strip():
            ends = [*(m.start() for m in found[1:]), len(text)]
            parts = [text[m.end() : end].strip(_TRIM) for m, end in zip(found, ends, strict=True)]
            return [_unstopped(part) for part in parts] if all(parts) else None
    return None


def _ordinal(text: str) -> int:
    return int(text) if text.isdecimal() else "一二三四五六七八九十".find(text) + 1


def _unstopped(text: str) -> str:
    return text.rstrip("。").strip()


def _separated(text: str, count: int) -> list[str] | None:
    for marks in _BETWEEN:
        parts = _split(text, marks)
        if len(parts) == count and all(parts):
            return parts
        if len(parts) > 1 and marks in ("；;", "\n"):
            return None
    return None


def _split(text: str, marks: str) -> list[str]:
    """Return the parts between `marks` that stand outside brackets."""
    parts, depth, start = [], 0, 0
    for place, char in enumerate(text):
        depth += (char in "（([{《") - (char in "）)]}》")
        inside_number = (
            char in ",/"
            and text[place - 1 : place].isdigit()
            and text[place + 1 : place + 2].isdigit()
        )
        if char in marks and depth <= 0 and not inside_number:
            parts.append(text[start:place])
            start = place + 1
    return [_unstopped(part.strip(_TRIM)) for part in [*parts, text[start:]]]


def _alternatives(text: str) -> list[str]:
    """Return the accepted texts of one blank: `|` or a 或 with blanks around it parts them."""
    parts = [part.strip() for part in re.split(r"\s*\|+\s*|\s+(?:或|或者|or)\s+", text)]
    return [_unstopped(part) or part for part in parts if part] or [text]
