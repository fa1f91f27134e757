"""When two parses of a paper count as the same: the rules of `fixtures/README.md`, as sentences.

White space is folded except in code; the shapes of an empty bracket are one; every other character
counts.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any

CHOICE = ("single", "multiple")
_LOOSE_SPACE = re.compile(r"(?<=[^\x00-\x7f])\s+|\s+(?=[^\x00-\x7f])")
_EMPTY_BRACKET = re.compile(
    r"（\s*）|【\s*】|(?<![A-Za-z0-9_\])])\(\s*\)|(?<![A-Za-z0-9_\])])\[\s+\]"
)
_BRACKETED_BLANK = re.compile(r"[（(]\s*___\s*[）)]")
_TABLE_LINE = re.compile(r"\s*\n\s*(?=\|)")


def _prose(text: str) -> str:
    text = _BRACKETED_BLANK.sub("___", _EMPTY_BRACKET.sub("（）", text.strip()))
    text = _LOOSE_SPACE.sub("", _TABLE_LINE.sub("\x01", text))
    return re.sub(r"\s+", " ", text)


def _code(text: str) -> str:
    """Return code with its line breaks and relative indentation; the first line sets no margin."""
    lines = [line.expandtabs(4).rstrip() for line in text.strip("\n").split("\n")]
    rest = [len(line) - len(line.lstrip()) for line in lines[1:] if line]
    margin = min(rest, default=0)
    return "\n".join([lines[0].lstrip(), *(line[margin:] for line in lines[1:])])


def same_text(produced: Any, expected: Any) -> bool:
    """Say whether two texts are the same but for white space that carries no meaning."""
    if not isinstance(produced, str) or not isinstance(expected, str):
        return bool(produced == expected)
    indented = any(line[:1] in " \t" and line.strip() for line in expected.split("\n")[1:])
    form = _code if indented or "```" in expected else _prose
    a, b = (form(unicodedata.normalize("NFC", t)) for t in (produced, expected))
    return a == b


def _same_answer(kind: str, got: Any, want: Any) -> bool:
    if got is None or want is None or isinstance(want, bool):
        return got is want
    if kind in CHOICE:
        return set(got) == set(want)
    if kind == "blank":
        return len(got) == len(want) and all(
            sorted(map(_prose, a)) == sorted(map(_prose, b)) for a, b in zip(got, want, strict=True)
        )
    if kind == "ordering":
        return len(got) == len(want) and all(map(same_text, got, want))
    return bool(got == want) if kind == "numeric" else same_text(got, want)


def _question(place: str, got: dict[str, Any], want: dict[str, Any]) -> list[str]:
    def differ(field: str) -> str:
        return f"{place}: {field} is {got.get(field)!r}, expected {want.get(field)!r}"

    if got["type"] != want["type"]:
        return [differ("type")]
    found = []
    if want["number"] is not None and str(got["number"]) != str(want["number"]):
        found.append(differ("number"))
    if want["type"] == "case":
        if not same_text(got["material"], want["material"]):
            found.append(differ("material"))
        return found + _questions(place, got["questions"], want["questions"])
    found += [
        differ(field)
        for field in ("stem", "explanation")
        if not same_text(got.get(field) or "", want.get(field) or "")
    ]
    options, wanted = got.get("options", []), want.get("options", [])
    if len(options) != len(wanted) or not all(map(same_text, options, wanted)):
        found.append(differ("options"))
    if not _same_answer(want["type"], got["answer"], want["answer"]):
        found.append(differ("answer"))
    return found


def _questions(place: str, got: list[Any], want: list[Any]) -> list[str]:
    if len(got) != len(want):
        return [f"{place}: {len(got)} questions, expected {len(want)}"]
    pairs = zip(got, want, strict=True)
    return [d for i, (a, b) in enumerate(pairs, 1) for d in _question(f"{place}.{i}", a, b)]


def differences(got: dict[str, Any], want: dict[str, Any]) -> list[str]:
    """Return a sentence for each difference between a produced and an expected parse."""
    found = []
    if not same_text(got["title"], want["title"]):
        found.append(f"title is {got['title']!r}, expected {want['title']!r}")
    if len(got["sections"]) != len(want["sections"]):
        return [*found, f"{len(got['sections'])} sections, expected {len(want['sections'])}"]
    for i, (a, b) in enumerate(zip(got["sections"], want["sections"], strict=True), 1):
        if not same_text(a["title"], b["title"]):
            found.append(f"section {i}: title is {a['title']!r}, expected {b['title']!r}")
        if a.get("declared", {}) != b.get("declared", {}):
            found.append(f"section {i}: declared is {a.get('declared')}, not {b.get('declared')}")
        found += _questions(str(i), a["questions"], b["questions"])
    problems = [[(p["line"], p["level"], p["about"]) for p in d["problems"]] for d in (got, want)]
    if sorted(problems[0]) != sorted(problems[1]):
        found.append(f"problems are {sorted(problems[0])}, expected {sorted(problems[1])}")
    return found
