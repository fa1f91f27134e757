"""A formula in MathML → one line of text, as people type formulas: `(a+b)/2`, `√(x+1)`, `x₁²`.

After the linear format of Unicode Technical Note 28, where that can be read without knowing it; the
search page shows what is found in this form.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html.entities import html5
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_ENTITY = re.compile(r"&(?!(?:lt|gt|amp|quot|apos);)(\w+;)")
_LEAVES = ("mi", "mn", "mo", "mtext", "ms")
_OPERATORS = {"\u2061": " ", "\u2062": "", "\u2063": "", "\u2064": ""}
"""Signs that cannot be seen: applied to, times, and, plus."""
_SUPERSCRIPTS = str.maketrans("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ")
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_RAISED = re.compile(r"[+\-−]?\d+|[ni]")
_RAISED_ALREADY = re.compile("[′″‴⁗*†∗⊤]+")
_LOWERED = re.compile(r"\d+")
_ACCENTS = {
    "ˆ": "\u0302", "^": "\u0302", "˜": "\u0303", "~": "\u0303", "¯": "\u0304", "‾": "\u0304",
    "˙": "\u0307", "¨": "\u0308", "⃗": "\u20d7", "→": "\u20d7",
}  # fmt: skip
_ROOTS = {"3": "∛", "4": "∜"}
_BREAKING = re.compile(r"[-+−±∓=≠<>≤≥≈→,;/|∣\s]")
"""What makes two things of what stands above a fraction line."""
_DIFFERENTIAL = re.compile(r"[d∂]\w")
_APART = "\x02"
"""Stands where two things would run into one: `x^n` and `y`, a fraction and what is beside it."""
_JOINT = re.compile(rf"(?<=[\w)\]}}²³¹⁰-₉]){_APART}+(?=[\w(\[{{√∛∜∑∏∫])")


def linear(mathml: str) -> str:
    """Return the text of a `<math>` element."""
    from xml.etree.ElementTree import fromstring  # most sites have no formula

    def sign(found: re.Match[str]) -> str:
        return html5.get(found[1], found[0])

    text = _JOINT.sub(" ", _text(fromstring(_ENTITY.sub(sign, mathml))))  # noqa: S314 - our own
    return text.replace(_APART, "").strip()


def _text(node: Element) -> str:
    if node.tag in _LEAVES:
        return _OPERATORS.get(text := node.text or "", text)
    return _WRITERS.get(node.tag, _row)(node)


def _row(node: Element) -> str:
    return "".join(map(_text, node))


def _space(node: Element) -> str:
    width = re.match(r"[\d.]+", node.get("width", ""))
    return " " if width and float(width[0]) >= 0.3 else ""


def _fraction(node: Element) -> str:
    above, below = node
    if node.get("linethickness") == "0":
        return f"{_text(above)} {_text(below)}"
    plain = _DIFFERENTIAL.fullmatch(_text(below))
    return f"{_APART}{_above(above)}/{_text(below) if plain else _grouped(below)}{_APART}"


def _above(node: Element) -> str:
    text = _text(node)
    outside = re.sub(r"\([^()]*\)", "", text.replace(_APART, ""))
    while outside != (outside := re.sub(r"\([^()]*\)", "", outside)):
        pass
    return f"({text})" if _BREAKING.search(outside) else text


def _grouped(node: Element) -> str:
    """Return a text that stays one thing whatever is put before it."""
    while node.tag == "mrow" and len(filled := [each for each in node if _text(each)]) == 1:
        node = filled[0]
    text = _text(node).strip()
    single = node.tag in _LEAVES or len(text) < 2 or _is_bracketed(text)
    return text if single else f"({text})"


def _is_bracketed(text: str) -> bool:
    """Whether a text begins with the bracket that its last closes."""
    inside, depth = text[1:-1], 0
    for sign in inside:
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            return False
    return text[0] == "(" and text[-1] == ")" and depth == 0


def _root(node: Element) -> str:
    return "√" + (_grouped(node[0]) if len(node) == 1 else f"({_row(node)})")


def _nth_root(node: Element) -> str:
    index = _text(node[1])
    return _ROOTS.get(index, index.translate(_SUPERSCRIPTS) + "√") + _grouped(node[0])


def _raised(node: Element) -> str:
    text = _text(node)
    if text in ("∘", "°"):
        return "°"
    if _RAISED_ALREADY.fullmatch(text):
        return text
    small = _RAISED.fullmatch(text) or not text
    return text.translate(_SUPERSCRIPTS) if small else f"^{_grouped(node)}{_APART}"


def _lowered(node: Element) -> str:
    text = _text(node)
    small = _LOWERED.fullmatch(text) or not text
    return text.translate(_SUBSCRIPTS) if small else f"_{_grouped(node)}{_APART}"


def _scripted(*scripts: Callable[[Element], str]) -> Callable[[Element], str]:
    def written(node: Element) -> str:
        marks = [write(part) for write, part in zip(scripts, node[1:], strict=True)]
        last = _APART if marks[-1].endswith(_APART) else ""
        return _grouped(node[0]) + "".join(marks).replace(_APART, "") + last

    return written


def _over(node: Element) -> str:
    base, mark = _text(node[0]), _text(node[1]).strip()
    if not mark:
        return base
    if node.get("accent") == "true" or mark in _ACCENTS:
        return base + _ACCENTS.get(mark, "") if len(base) == 1 else base
    return _scripted(_raised)(node)


def _under(node: Element) -> str:
    return _text(node[0]) if node.get("accentunder") == "true" else _scripted(_lowered)(node)


def _table(node: Element) -> str:
    return "; ".join(" ".join(map(_text, row)) for row in node)


_WRITERS: dict[str, Callable[[Element], str]] = {
    "mspace": _space,
    "mfrac": _fraction,
    "msqrt": _root,
    "mroot": _nth_root,
    "msup": _scripted(_raised),
    "msub": _scripted(_lowered),
    "msubsup": _scripted(_lowered, _raised),
    "munder": _under,
    "mover": _over,
    "munderover": _scripted(_lowered, _raised),
    "mtable": _table,
}
"""By element; all others are rows of what they hold."""
