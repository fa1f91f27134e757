"""LaTeX formulas to Typst's maths, by way of MathML: one rule an element, in a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from builder.mathml import MathError, mathml

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_NO_XML = re.compile(r"&(?!(?:lt|gt|amp|quot|apos|#\w+);)(\w+);")
_INVISIBLE = re.compile("[\u2061-\u2064\u200b]")
_EM = re.compile(r"(-?[\d.]+)em")
_PRIMES = {"′": 1, "″": 2, "‴": 3, "⁗": 4}
_OVER = {"¯": "overline", "‾": "overline", "\u0305": "overline", "\u0332": "overline"}
_OVER |= {"⏞": "overbrace", "⎴": "overbracket", "_": "overline"}
_UNDER = {"⏟": "underbrace", "\u0332": "underline", "_": "underline", "⎵": "underbracket"}
_SPACING_ACCENTS = {"ˆ": "\u0302", "^": "\u0302", "˜": "\u0303", "~": "\u0303", "´": "\u0301"}
_SPACING_ACCENTS |= {"`": "\u0300", "˘": "\u0306", "˙": "\u0307", "¨": "\u0308", "ˇ": "\u030c"}
_SPACING_ACCENTS |= {"→": "\u20d7", "←": "\u20d6", "˚": "\u030a", "↔": "\u20e1"}
_CROSSED = {
    "updiagonalstrike": "cancel(inverted: #true, {})",
    "downdiagonalstrike": "cancel({})",
    "horizontalstrike": "cancel(angle: #90deg, {})",
    "updiagonalstrike downdiagonalstrike": "cancel(cross: #true, {})",
    "box": '#box(stroke: 0.5pt, inset: 3pt, baseline: 3pt, math.equation(alt: "", ${}$))',
}
_LOOKS = {"b": "bold", "strong": "bold", "i": "italic", "em": "italic", "code": "mono"}
_PARTS = re.compile("[(\\[{⌊⌈⟨|‖)\\]}⌋⌉⟩]")


@cache
def typst_formula(latex: str, display: bool) -> str:
    """Return `latex` as what stands between the dollar signs of Typst. Raises MathError."""
    from html import unescape  # only a bank with formulas pays for these
    from xml.etree.ElementTree import fromstring

    xml = _NO_XML.sub(lambda match: unescape(match[0]), mathml(latex, display))
    return _row(fromstring(xml))  # noqa: S314  # our own converter wrote it


def _set(element: Element) -> str:
    """Return one element set by the rule for its name."""
    if element.tag not in _RULES:
        raise MathError(f"the formula needs '{element.tag}', which cannot be set on paper")
    return _RULES[element.tag](element)


def _row(element: Element) -> str:
    children = list(element)
    if any(map(_is_fence, children[:1])) and any(map(_is_fence, children[-1:])) and children[1:]:
        return f"lr({_all(children)})"
    return _all(children)


def _all(children: Sequence[Element]) -> str:
    return " ".join(filter(None, map(_set, children)))


def _is_fence(element: Element) -> bool:
    """Tell whether a sign grows with what it encloses; an invisible one stands for none."""
    text = (element.text or "").strip()
    fence = _PARTS.fullmatch(text) or (text and not _INVISIBLE.sub("", text))
    return element.tag == "mo" and bool(fence) and element.get("stretchy") != "false"


def _mrow(element: Element) -> str:
    kinds = (element.get("class") or "").split()
    if kinds and kinds[0].startswith("menclose"):
        return ""  # how the stroke is drawn in a browser
    if kinds and kinds[0] == "enclose":
        notation = " ".join(kinds[1:])
        if notation not in _CROSSED:
            raise MathError(f"the formula needs the frame '{notation}', which cannot be set")
        return _CROSSED[notation].replace("{}", _row(element))
    return _displayed(element, _row(element))


def _displayed(element: Element, body: str) -> str:
    style = {"true": "display", "false": "inline"}.get(element.get("displaystyle") or "")
    return f"{style}({body})" if style and body else body


def _word(element: Element) -> str:
    text = _INVISIBLE.sub("", element.text or "")
    if not text:
        return ""
    if len(text) > 1:
        return f"op({_quoted(text)})" if text.isascii() and text.isalpha() else _quoted(text)
    sign = _sign(text)
    return f"upright({sign})" if element.get("mathvariant") == "normal" else sign


def _operator(element: Element) -> str:
    text = _INVISIBLE.sub("", (element.text or "").strip())
    if text in _PRIMES:
        return f"#math.primes({_PRIMES[text]})"
    if size := element.get("minsize"):
        return f"lr(size: #{size}, {_sign(text)})"
    return " ".join(map(_sign, text)) if text else ""


def _sign(character: str) -> str:
    """Return one character, so that Typst reads it as itself."""
    return f"\\{character}" if character.isascii() and not character.isalnum() else character


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _number(element: Element) -> str:
    return _quoted(element.text or "")


def _words(element: Element) -> str:
    """Return words among signs, `\\text{…}`; those that look otherwise stand in an element."""
    said = [_quoted(element.text)] if element.text else []
    for child in element:
        looks, body = _LOOKS.get(child.tag), _words(child)
        said.append(f"{looks}({body})" if looks and body else body)
        said += [_quoted(child.tail)] if child.tail else []
    return " ".join(filter(None, said)) or '""'


def _space(element: Element) -> str:
    width = _EM.fullmatch(element.get("width") or "")
    return f"#h({width[1]}em)" if width else ""


def _fraction(element: Element) -> str:
    above, below = map(_set, element)
    if element.get("linethickness") in ("0", "0pt"):
        return f"mat(delim: #none, {above or '#none'}; {below or '#none'})"
    return _displayed(element, f"frac({above or '#none'}, {below or '#none'})")


def _root(element: Element) -> str:
    body, index = map(_set, element)
    return f"root({index}, {body})"


def _attached(kind: str, *places: str) -> Callable[[Element], str]:
    """Return a rule that sets a base with something at each of the places."""

    def rule(element: Element) -> str:
        base, *others = element
        named = (f"{at}: {_set(each) or '#none'}" for at, each in zip(places, others, strict=True))
        return f"attach({kind}({_set(base) or '#none'}), {', '.join(named)})"

    return rule


def _over(element: Element) -> str:
    return _marked(element, "accent", _OVER) or _attached("limits", "t")(element)


def _under(element: Element) -> str:
    return _marked(element, "accentunder", _UNDER) or _attached("limits", "b")(element)


def _marked(element: Element, attribute: str, marks: dict[str, str]) -> str:
    """Return a base with a brace, a line or an accent, or nothing if it has none of these."""
    base, mark = element
    sign = (mark.text or "").strip()
    if mark.tag != "mo":
        return ""
    if sign in marks and (element.get(attribute) == "true" or sign in "⏞⏟"):
        return f"{marks[sign]}({_set(base)})"
    if element.get(attribute) != "true" or attribute != "accent":
        return ""
    return f'accent({_set(base)}, "{_SPACING_ACCENTS.get(sign, sign)}")'


def _multiscripts(element: Element) -> str:
    children = list(element)
    names = [child.tag for child in children]
    split = names.index("mprescripts") if "mprescripts" in names else len(names)
    after, before = children[1:split], children[split + 1 :]
    placed = [*zip(("br", "tr"), after, strict=False), *zip(("bl", "tl"), before, strict=False)]
    if len(after) > 2 or len(before) > 2:
        raise MathError("the formula has too many scripts at one sign")
    named = [f"{at}: {body}" for at, each in placed if (body := _set(each))]
    return f"attach({_set(children[0])}, {', '.join(named)})" if named else _set(children[0])


def _table(element: Element) -> str:
    grid = [[(cell.get("class") or "").split() for cell in row] for row in element]
    cells = [[_row(cell) or "#none" for cell in row] for row in element]
    aligned = {name for row in grid for kinds in row for name in kinds if name in ("ml", "mr")}
    if aligned == {"ml", "mr"}:  # pairs of columns that meet at an equals sign
        rows = (" & ".join(cell.replace("#none", "") for cell in row) for row in cells)
        return " \\ ".join(rows)
    lines = _lines(grid)
    align = {"ml": "left", "mr": "right"}.get(next(iter(aligned), ""), "center")
    body = "; ".join(", ".join(row) for row in cells)
    return f"mat(delim: #none, align: #{align}, {lines}{body})"


def _lines(grid: list[list[list[str]]]) -> str:
    across = {row for row, cells in enumerate(grid) for kinds in cells if "mbt" in kinds} - {0}
    down = {column + 1 for cells in grid for column, kinds in enumerate(cells) if "mbr" in kinds}
    if not across and not down:
        return ""
    return f"augment: #(hline: {_array(across)}, vline: {_array(down)}), "


def _array(numbers: set[int]) -> str:
    return "(" + "".join(f"{number}," for number in sorted(numbers)) + ")"


_RULES: dict[str, Callable[[Element], str]] = {
    "mrow": _mrow,
    "mstyle": _mrow,
    "mpadded": _mrow,
    "mphantom": lambda element: f'#hide(math.equation(alt: "", ${_row(element)}$))',
    "mi": _word,
    "mn": _number,
    "mo": _operator,
    "mtext": _words,
    "mspace": _space,
    "mfrac": _fraction,
    "msqrt": lambda element: f"sqrt({_row(element)})",
    "mroot": _root,
    "msub": _attached("scripts", "b"),
    "msup": _attached("scripts", "t"),
    "msubsup": _attached("scripts", "b", "t"),
    "munder": _under,
    "mover": _over,
    "munderover": _attached("limits", "b", "t"),
    "mmultiscripts": _multiscripts,
    "mtable": _table,
}
