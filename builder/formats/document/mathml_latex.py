"""MathML of other systems → LaTeX: the formula's own annotation, or what its marks mean.

Presentation markup only, as MathML Core and MathML 3 chapter 3 define it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from builder.formats.document.html_tree import Element
from builder.formats.document.latex_symbols import ACCENTS, ALPHABETS, GROUPS, SYMBOLS
from builder.formats.document.latex_text import CELLS, characters, group, joined, nucleus, words

_DELIMITED = re.compile(r"\\\[(.*)\\\]|\\\((.*)\\\)|\$\$(.*)\$\$|\$(.*)\$", re.DOTALL)
_LIMITS = (r"\sum", r"\prod", r"\int", r"\lim", r"\max", r"\min", r"\sup", r"\inf", r"\big")
_FENCES = {"{": r"\{", "}": r"\}", "": ".", "|": "|", "‖": r"\|"}


def latex(formula: Element) -> str:
    """Return a `math` element as LaTeX, without the dollars around it."""
    for note in formula.elements("annotation"):
        if "tex" in note.given.get("encoding", "").lower():
            said = note.text().strip()
            found = _DELIMITED.fullmatch(said)
            return next(filter(None, found.groups()), "").strip() if found else said
    text = _inside(formula).replace(CELLS, r"\&")
    return re.sub(r" {2,}", " ", text).strip()


def _children(element: Element) -> list[Element]:
    return [each for each in element.children if isinstance(each, Element)]


def _inside(element: Element) -> str:
    """Return the children one after the other; of an element with text only, its characters."""
    found = _children(element)
    if not found:
        return characters(_said(element))
    return joined(map(_piece, found))


def _said(element: Element) -> str:
    return " ".join(element.text().split())


def _piece(element: Element) -> str:
    name = element.name.rpartition(":")[2]
    return _PIECES.get(name, _inside)(element)


def _parts(element: Element, count: int) -> list[str]:
    """Return what an element is made of; what is missing is empty."""
    found = list(map(_piece, _children(element)[:count]))
    return [*found, *[""] * (count - len(found))]


def _letters(element: Element) -> str:
    said = _said(element)
    command = _VARIANTS.get(element.given.get("mathvariant", ""))
    if command and said.isascii() and said.isalnum():
        return f"\\{command}{{{said}}}"
    shown = characters(said)
    if len(said) > 1 and said.isascii() and said.isalpha() and not shown.startswith("\\"):
        return f"\\mathrm{{{said}}}"
    return shown


def _text(element: Element) -> str:
    said = re.sub(r"\s+", " ", element.text())
    return words(said) if said.strip() else r"\ " if said else ""


def _fraction(element: Element) -> str:
    above, below = _parts(element, 2)
    if element.given.get("linethickness") in ("0", "0px", "0pt"):
        return f"\\genfrac{{}}{{}}{{0pt}}{{}}{{{above}}}{{{below}}}"
    return f"\\frac{{{above}}}{{{below}}}"


def _root(element: Element) -> str:
    of, degree = _parts(element, 2)
    return f"\\sqrt[{degree}]{{{of}}}"


def _superscript(element: Element) -> str:
    base, above = _parts(element, 2)
    return _scripts(base, "", above)


def _subscript(element: Element) -> str:
    base, below = _parts(element, 2)
    return _scripts(base, below)


def _scripts(base: str, below: str = "", above: str = "") -> str:
    raised = re.fullmatch(r"'+|\^\{\\circ\}", above)
    high = above if raised else f"^{group(above)}" if above else ""
    return nucleus(base) + (f"_{group(below)}" if below else "") + high


def _over_and_under(base: str, below: str, above: str) -> str:
    if base.startswith(_LIMITS):
        return f"{base}{f'_{group(below)}' if below else ''}{f'^{group(above)}' if above else ''}"
    shown = f"\\underset{{{below}}}{{{base}}}" if below else base
    return f"\\overset{{{above}}}{{{shown}}}" if above else shown


def _over(element: Element) -> str:
    return _marked(element, over=True)


def _under(element: Element) -> str:
    return _marked(element, over=False)


def _marked(element: Element, over: bool) -> str:
    """Return something with a mark over or under it: an accent, a brace, or a limit."""
    base, mark = _parts(element, 2)
    sign = _said(_children(element)[1]) if mark else ""
    command = GROUPS.get((sign, over)) if len(base) > 1 else None
    command = command or (ACCENTS.get(sign) if over else None)
    command = command or ("underline" if sign in ("_", "\u0332", "¯") and not over else None)
    if command:
        return f"\\{command}{{{base}}}"
    return _over_and_under(base, "" if over else mark, mark if over else "")


def _fenced(element: Element) -> str:
    begin, end = element.given.get("open", "("), element.given.get("close", ")")
    signs = "".join(element.given.get("separators", ",").split()) or [""]
    pieces: list[str] = []
    for at, part in enumerate(map(_piece, _children(element))):
        pieces += [signs[min(at, len(signs)) - 1], part] if at else [part]
    inner = joined(pieces)
    if (begin, end) == ("(", ")") and "\\" not in inner:
        return f"({inner})"
    return f"\\left{_fence(begin)} {inner} \\right{_fence(end)}"


def _fence(sign: str) -> str:
    return _FENCES.get(sign.strip(), SYMBOLS.get(sign.strip(), sign.strip()))


def _table(element: Element) -> str:
    rows = (" & ".join(map(_inside, _children(row))) for row in _children(element))
    return "\\begin{matrix}" + r" \\ ".join(rows) + "\\end{matrix}"


def _many(element: Element) -> str:
    """Return a base with scripts behind it, and those before it first."""
    base, *rest = _children(element) or [Element("mrow")]
    at = next((at for at, each in enumerate(rest) if each.name == "mprescripts"), len(rest))
    before = _pairs(rest[at + 1 :])
    return f"{'{}' if before else ''}{before}{nucleus(_piece(base))}{_pairs(rest[:at])}"


def _pairs(scripts: Sequence[Element]) -> str:
    texts = ["" if each.name == "none" else _piece(each) for each in scripts]
    lows, highs = joined(texts[::2]), joined(texts[1::2])
    return f"{f'_{group(lows)}' if lows else ''}{f'^{group(highs)}' if highs else ''}"


def _space(_: Element) -> str:
    return " "


def _nothing(_: Element) -> str:
    return ""


_VARIANTS = {**ALPHABETS, "normal": "mathrm", "bold": "mathbf", "bold-italic": "boldsymbol"}
_PIECES: dict[str, Callable[[Element], str]] = {
    "mi": _letters,
    "mtext": _text,
    "ms": _text,
    "mspace": _space,
    "mfrac": _fraction,
    "msqrt": lambda element: f"\\sqrt{{{_inside(element)}}}",
    "mroot": _root,
    "msup": _superscript,
    "msub": _subscript,
    "msubsup": lambda element: _scripts(*_parts(element, 3)),
    "mover": _over,
    "munder": _under,
    "munderover": lambda element: _over_and_under(*_parts(element, 3)),
    "mmultiscripts": _many,
    "mfenced": _fenced,
    "mtable": _table,
    "menclose": lambda element: f"\\boxed{{{_inside(element)}}}",
    "mphantom": lambda element: f"\\phantom{{{_inside(element)}}}",
    "annotation": _nothing,
    "annotation-xml": _nothing,
    "none": _nothing,
}
"""What each element becomes; one that is not here is shown by what it holds."""
