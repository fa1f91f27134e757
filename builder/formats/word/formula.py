"""Office Math (OMML) → LaTeX, as ECMA-376 part 1, chapter 22 defines it.

Does not know where in a text the formula stands, nor writes the dollar signs around it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from xml.etree.ElementTree import Element

from builder.formats.document.latex_symbols import (
    ACCENTS,
    ALPHABETS,
    FUNCTIONS,
    GROUPS,
    STYLES,
    SYMBOLS,
)
from builder.formats.document.latex_text import CELLS, characters, group, joined, nucleus, words

M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"

_DELIMITERS = {"": ".", "{": r"\{", "}": r"\}", "|": "|", "‖": r"\|", "/": "/", "\\": r"\backslash"}
_MATH_LETTER = re.compile("[\U0001d400-\U0001d7ffℎ]")


def latex(formula: Element) -> str:
    """Return an `m:oMath` (or the `m:oMath`s of an `m:oMathPara`) as LaTeX."""
    text = _inside(formula).replace(CELLS, r"\&")
    return re.sub(r" {2,}", " ", text).strip()


def _inside(element: Element | None) -> str:
    """Return the children of `element`, one after the other."""
    if element is None:
        return ""
    return joined(_piece(child) for child in element)


def _piece(element: Element) -> str:
    tag = element.tag
    if tag.startswith(M):
        return _PIECES.get(tag[len(M) :], _inside)(element)
    if tag in (f"{_W}del", f"{_W}moveFrom"):
        return ""
    if tag == f"{_W}r":  # plain text between formulas of one paragraph
        return joined(characters(each.text or "") for each in element.iter(f"{_W}t"))
    return _inside(element)


def _child(element: Element, name: str) -> str:
    return _inside(element.find(M + name))


def _setting(element: Element, name: str, default: str = "") -> str:
    """Return the value of a property; one that is there without a value is `default`'s opposite."""
    found = element.find(f"{M}{element.tag[len(M) :]}Pr/{M}{name}")
    return default if found is None else found.get(f"{M}val", "1" if default in ("", "0") else "")


def _is_on(element: Element, name: str) -> bool:
    return _setting(element, name, "0") not in ("0", "off", "false")


def _run(element: Element) -> str:
    text = "".join(each.text or "" for each in element.iter(f"{M}t"))
    text += "".join(each.text or "" for each in element.iter(f"{_W}t"))
    if element.find(f"{M}rPr/{M}nor") is not None:
        return words(text)
    letters = _MATH_LETTER.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
    script = element.find(f"{M}rPr/{M}scr")
    style = element.find(f"{M}rPr/{M}sty")
    command = ALPHABETS.get("" if script is None else script.get(f"{M}val", ""))
    command = command or STYLES.get("" if style is None else style.get(f"{M}val", ""))
    if command and re.fullmatch(r"[A-Za-z0-9]+", letters) and not _is_plain(letters, command):
        return f"\\{command}{{{letters}}}"
    return characters(letters)


def _is_plain(letters: str, command: str) -> bool:
    return command == "mathrm" and (letters in FUNCTIONS or letters.isdigit())


def _fraction(element: Element) -> str:
    above, below = _child(element, "num"), _child(element, "den")
    kind = _setting(element, "type", "bar")
    if kind in ("lin", "skw"):
        return f"{nucleus(above)}/{nucleus(below)}"
    if kind == "noBar":
        return f"\\genfrac{{}}{{}}{{0pt}}{{}}{{{above}}}{{{below}}}"
    return f"\\frac{{{above}}}{{{below}}}"


def _radical(element: Element) -> str:
    degree = "" if _is_on(element, "degHide") else _child(element, "deg")
    return f"\\sqrt{f'[{degree}]' if degree else ''}{{{_child(element, 'e')}}}"


def _scripts(element: Element) -> str:
    sub, sup = _child(element, "sub"), _child(element, "sup")
    base = _child(element, "e")
    raised = re.fullmatch(r"'+|\^\{\\circ\}", sup)  # a prime or a degree sign stands high as it is
    above = sup if raised else f"^{group(sup)}" if sup else ""
    return nucleus(base) + (f"_{group(sub)}" if sub else "") + above


def _prescripts(element: Element) -> str:
    sub, sup = _child(element, "sub"), _child(element, "sup")
    before = (f"_{group(sub)}" if sub else "") + (f"^{group(sup)}" if sup else "")
    return "{}" + before + group(_child(element, "e"))


def _nary(element: Element) -> str:
    sign = _setting(element, "chr", "∫")
    command = SYMBOLS.get(sign, sign) or r"\int"
    sub = "" if _is_on(element, "subHide") else _child(element, "sub")
    sup = "" if _is_on(element, "supHide") else _child(element, "sup")
    limits = (f"_{group(sub)}" if sub else "") + (f"^{group(sup)}" if sup else "")
    return f"{command}{limits} {_child(element, 'e')}"


def _delimited(element: Element) -> str:
    begin, end = _setting(element, "begChr", "("), _setting(element, "endChr", ")")
    parts = element.findall(f"{M}e")
    if (begin, end) == ("{", "") and len(parts) == 1 and len(parts[0]) == 1:
        only = parts[0][0]
        if only.tag == f"{M}eqArr":
            return _rows(only, "cases")
    separator = SYMBOLS.get(_setting(element, "sepChr", "|"), _setting(element, "sepChr", "|"))
    inner = separator.join(_inside(part) for part in parts)
    if (begin, end) == ("(", ")") and "\\" not in inner and "/" not in inner:
        return f"({inner})"
    return f"\\left{_delimiter(begin)} {inner} \\right{_delimiter(end)}"


def _delimiter(character: str) -> str:
    return _DELIMITERS.get(character, SYMBOLS.get(character, character))


def _matrix(element: Element) -> str:
    rows = (
        " & ".join(_inside(cell) for cell in row.findall(f"{M}e"))
        for row in element.findall(f"{M}mr")
    )
    return "\\begin{matrix}" + r" \\ ".join(rows) + "\\end{matrix}"


def _function(element: Element) -> str:
    name, of = _child(element, "fName"), _child(element, "e")
    upright = re.fullmatch(r"(?:\\mathrm\{)?([A-Za-z]{2,})\}?", name)
    if upright:
        name = f"\\operatorname{{{upright[1]}}}"
    return f"{name}{'' if of.startswith(('(', '{')) or not of else ' '}{of}"


def _accent(element: Element) -> str:
    command = ACCENTS.get(_setting(element, "chr", "\u0302"), "hat")
    inner = _child(element, "e")
    if command in ("vec", "hat", "tilde") and len(inner) > 1 and not inner.startswith("\\"):
        command = {"vec": "overrightarrow", "hat": "widehat", "tilde": "widetilde"}[command]
    return f"\\{command}{{{inner}}}"


def _bar(element: Element) -> str:
    command = "overline" if _setting(element, "pos", "bot") == "top" else "underline"
    return f"\\{command}{{{_child(element, 'e')}}}"


def _grouping(element: Element) -> str:
    sign, over = _setting(element, "chr", "⏟"), _setting(element, "pos", "bot") == "top"
    inner = _child(element, "e")
    if command := GROUPS.get((sign, over)):
        return f"\\{command}{{{inner}}}"
    return f"\\{'overset' if over else 'underset'}{{{characters(sign)}}}{{{inner}}}"


def _lower_limit(element: Element) -> str:
    base, limit = _child(element, "e"), _child(element, "lim")
    if base.startswith((r"\underbrace", r"\lim", r"\max", r"\min", r"\sup", r"\inf", r"\sum")):
        return f"{base}_{group(limit)}"
    return f"\\underset{{{limit}}}{{{base}}}"


def _upper_limit(element: Element) -> str:
    base, limit = _child(element, "e"), _child(element, "lim")
    if base.startswith((r"\overbrace", r"\sum", r"\prod")):
        return f"{base}^{group(limit)}"
    return f"\\overset{{{limit}}}{{{base}}}"


def _equations(element: Element) -> str:
    return _rows(element, "aligned")


def _rows(element: Element, environment: str) -> str:
    rows = (_inside(row).replace(CELLS, "&") for row in element.findall(f"{M}e"))
    return f"\\begin{{{environment}}}" + r" \\ ".join(rows) + f"\\end{{{environment}}}"


def _boxed(element: Element) -> str:
    return f"\\boxed{{{_child(element, 'e')}}}"


def _phantom(element: Element) -> str:
    shown = _setting(element, "show", "1") not in ("0", "off", "false")
    return _child(element, "e") if shown else f"\\phantom{{{_child(element, 'e')}}}"


def _nothing(_: Element) -> str:
    return ""


_WITH_PROPERTIES = (
    "r f rad sSup sSub sSubSup sPre nary d m func acc bar groupChr limLow limUpp eqArr box"
    " borderBox phant ctrl oMathPara arg"
)
_PIECES: dict[str, Callable[[Element], str]] = {
    "r": _run,
    "f": _fraction,
    "rad": _radical,
    "sSup": _scripts,
    "sSub": _scripts,
    "sSubSup": _scripts,
    "sPre": _prescripts,
    "nary": _nary,
    "d": _delimited,
    "m": _matrix,
    "func": _function,
    "acc": _accent,
    "bar": _bar,
    "groupChr": _grouping,
    "limLow": _lower_limit,
    "limUpp": _upper_limit,
    "eqArr": _equations,
    "borderBox": _boxed,
    "phant": _phantom,
    **{f"{name}Pr": _nothing for name in _WITH_PROPERTIES.split()},
}
"""What each construct becomes; one that is not here is shown by what it holds."""
