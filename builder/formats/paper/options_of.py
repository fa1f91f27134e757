"""The options of one question: their order, odd labels, and the marks of a key on them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from builder.formats.paper import blanks
from builder.formats.paper.doubts import Doubts
from builder.formats.paper.keys import Choices, letter
from builder.formats.paper.raw import RawOption, RawQuestion, joined
from builder.formats.paper.words import FALSE, TRUE

_SUFFIX = re.compile(
    r"\s*[（(\[【]\s*(?:正确答案|正確答案|正确选项|正确|正確|答案|correct answer"
    r"|correct)\s*[)）\]】]\s*$"
    r"|(?<=\S)\s+[√✓✔]\s*$|(?<=\S)\s*[（(\[【]\s*[√✓✔]\s*[)）\]】]\s*$|(?<=\S)\s*[✓✔✅]\s*$",
    re.I,
)
_WHOLE = re.compile(
    r"\s*(?:\*\*(?P<a>[^*]+)\*\*|==(?P<b>[^=]+)==|<u>(?P<c>[^<]+)</u>|__(?P<d>[^_]+)__)\s*"
)


@dataclass(frozen=True, slots=True)
class Options:
    """Options in label order; `marked` are the letters that styling or stars single out.

    `judge` says right or wrong of each if they are 对 and 错.
    """

    texts: list[str]
    choices: Choices
    marked: list[str]
    judge: list[bool]


def options_of(raw: RawQuestion, doubts: Doubts) -> Options:
    """Return the options of a question; odd labels are doubted."""
    found = _in_order(_relabelled(raw.options, doubts), doubts)
    found = _filled(found, raw, doubts)
    texts, marked = [], []
    for place, option in enumerate(found):
        text, is_marked = _unmarked(joined(option.text))
        texts.append(blanks.plain(text))
        if is_marked or option.starred:
            marked.append(letter(place))
    marked = marked if 0 < len(marked) < len(found) else _styled(found)
    _labels(found, doubts)
    _twins(found, texts, doubts)
    choices = Choices(
        [option.index for option in found],
        texts,
        [option.line for option in found],
        any(option.style == "circled" for option in found),
    )
    return Options(texts, choices, marked, _judge(texts))


def _filled(found: list[RawOption], raw: RawQuestion, doubts: Doubts) -> list[RawOption]:
    """Return the options that have a text; a label without one is doubted."""
    result = []
    for option in found:
        if joined(option.text):
            result.append(option)
        elif not (raw.cut and option is found[-1]):
            label = letter(option.index) if option.index is not None else "box"
            doubts.add(option.line, "missing-option", f"label {label} has no text")
    return result


def bare_judgement(text: str) -> bool | None:
    """Return what a line says that holds 对 or 错 and nothing else, a mark of the key aside."""
    word = _unmarked(text.strip())[0].strip(" 。.").lower()
    if len(text) > 40 or len(word) < 1 or word in "√×✓✗xtfyn○o":
        return None
    return word in TRUE if word in TRUE | FALSE else None


def _unmarked(text: str) -> tuple[str, bool]:
    """Return an option without a mark of the key around or behind it, and whether it had one."""
    if found := _SUFFIX.search(text):
        return text[: found.start()].strip(), True
    if found := _WHOLE.fullmatch(text):
        return next(g for g in found.groups() if g).strip(), True
    return text, False


def _styled(found: list[RawOption]) -> list[str]:
    """Return the options that one style sets apart from the others."""
    for style in ("colour", "highlight", "underline", "bold"):
        places = [i for i, option in enumerate(found) if style in option.looks]
        if 0 < len(places) < len(found):
            return [letter(place) for place in places]
    return []


def _relabelled(found: list[RawOption], doubts: Doubts) -> list[RawOption]:
    """Return the options, one whose label was lost between two others given back to it."""
    result: list[RawOption] = []
    for place, option in enumerate(found):
        result.append(option)
        following = found[place + 1] if place + 1 < len(found) else None
        missing = _missing(option, following)
        lines = [line for line in option.text[1:] if line[1].strip()]
        if following and missing and len(lines) == missing and option.index is not None:
            option.text = option.text[:1]
            for offset, (line, text) in enumerate(lines, 1):
                label = letter(option.index + offset)
                doubts.add(
                    line,
                    "label-repaired",
                    f"{text.strip()!r} has no label; it stands where {label} would",
                )
                result.append(RawOption(option.index + offset, [(line, text)], line, option.style))
    return result


def _missing(option: RawOption, following: RawOption | None) -> int:
    if following is None or option.index is None or following.index is None:
        return 0
    return max(0, following.index - option.index - 1)


def _in_order(found: list[RawOption], doubts: Doubts) -> list[RawOption]:
    """Return the options in the order of their labels; labels out of order are doubted."""
    labels = [option.index for option in found]
    if None in labels or len(set(labels)) < len(labels):
        return found
    order = sorted(found, key=lambda option: option.index or 0)
    if order != found:
        odd = next(a for a, b in zip(found, order, strict=True) if a is not b)
        doubts.add(
            odd.line,
            "label-repaired",
            f"label {letter(odd.index or 0)} is out of order; options are put in order",
        )
    return order


def _labels(found: list[RawOption], doubts: Doubts) -> None:
    """Doubt labels that are skipped or stand twice."""
    seen: set[int] = set()
    for place, option in enumerate(found):
        if option.index is None:
            continue
        if option.index in seen:
            doubts.add(option.line, "duplicate-label", f"label {letter(option.index)} stands twice")
        elif option.index > (found[place - 1].index or 0) + 1 if place else option.index > 0:
            before = letter(option.index - 1)
            if option.index - 1 not in seen and option.index > place:
                doubts.add(
                    option.line,
                    "missing-option",
                    f"label {before} before {letter(option.index)} is skipped",
                )
        seen.add(option.index)


def _twins(found: list[RawOption], texts: list[str], doubts: Doubts) -> None:
    """Doubt options that read the same."""
    seen: dict[str, int] = {}
    for place, text in enumerate(texts):
        folded = " ".join(text.split())
        if folded and folded in seen:
            doubts.add(
                found[place].line,
                "duplicate-option",
                f"options {letter(seen[folded])} and {letter(place)} are the same: {folded[:40]!r}",
            )
        seen.setdefault(folded, place)


def _judge(texts: list[str]) -> list[bool]:
    """Return right and wrong of the options 对/错, nothing for any other options."""
    words = [text.strip(" 。.").lower() for text in texts]
    if len(words) != 2 or len({word in TRUE for word in words}) < 2:
        return []
    return [word in TRUE for word in words] if all(word in TRUE | FALSE for word in words) else []
