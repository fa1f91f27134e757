"""MathML, as math-core writes it → Office Math (OMML), as ECMA-376 part 1, chapter 22, has it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from xml.etree.ElementTree import Element
from xml.sax.saxutils import escape, quoteattr

_NARY = "∑∏∐∫∬∭∮⋀⋁⋂⋃⨀⨁⨂"
_OPEN = "([{⟨⌈⌊|‖⟦"
_CLOSE = ")]}⟩⌉⌋|‖⟧"
_NOTHING = "\u2061\u2062\u2063\u2064"
"""Signs that are there to be spoken, not to be seen."""
_ACCENTS = {
    "ˆ": "\u0302",
    "^": "\u0302",
    "˜": "\u0303",
    "~": "\u0303",
    "¯": "\u0305",
    "‾": "\u0305",
    "→": "\u20d7",
    "⃗": "\u20d7",
    "˙": "\u0307",
    "¨": "\u0308",
    "ˇ": "\u030c",
    "˘": "\u0306",
    "´": "\u0301",
    "`": "\u0300",
}
_BRACES = {"⏞": "top", "⏟": "bot", "⎴": "top", "⎵": "bot"}
_BARS = ("¯", "‾", "_", "\u0332", "\u0305", "―")


def omml(math: Element) -> str:
    """Return a `math` element as `m:oMath`; a formula of its own also says that it is one."""
    return f"<m:oMath>{_row(list(math))}</m:oMath>"


def _row(elements: Sequence[Element]) -> str:
    """Return elements one behind the other; a sum takes what follows as what is summed."""
    said: list[str] = []
    place = 0
    while place < len(elements):
        element = elements[place]
        if _is_nary(element):
            rest = _row(elements[place + 1 : place + 2])
            said.append(_nary(element, rest))
            place += 2
            continue
        said.append(_piece(element))
        place += 1
    return "".join(said)


def _piece(element: Element) -> str:
    return _PIECES.get(element.tag, _group)(element)


def _inside(element: Element) -> str:
    """Return what an element holds: its children, or its own text."""
    if len(element):
        return _row(list(element))
    return _text(element) if (element.text or "").strip() else ""


def _group(element: Element) -> str:
    """Return a row; one between two fences is set as tall as what it holds."""
    children = list(element)
    if "box" in element.get("class", ""):
        return f"<m:borderBox><m:e>{_row(children)}</m:e></m:borderBox>"
    if len(children) >= 2 and _is_fence(children[0]) and _is_fence(children[-1]):
        begin, end = _sign(children[0]), _sign(children[-1])
        if (not begin or begin in _OPEN) and (not end or end in _CLOSE):
            inner = _row(children[1:-1])
            return _delimited(begin, end, inner)
    return _row(children)


def _delimited(begin: str, end: str, inner: str) -> str:
    marks = f"<m:begChr m:val={quoteattr(begin)}/><m:endChr m:val={quoteattr(end)}/>"
    return f"<m:d><m:dPr>{marks}</m:dPr><m:e>{inner}</m:e></m:d>"


def _is_fence(element: Element) -> bool:
    if element.tag != "mo":
        return False
    sign = _sign(element)
    return not sign or sign in _OPEN + _CLOSE


def _sign(element: Element) -> str:
    return "".join(c for c in element.text or "" if c not in _NOTHING).strip()


def _run(text: str, *, upright: bool = False, words: bool = False) -> str:
    if not text:
        return ""
    looks = "<m:nor/>" if words else '<m:sty m:val="p"/>' if upright else ""
    properties = f"<m:rPr>{looks}</m:rPr>" if looks else ""
    return f'<m:r>{properties}<m:t xml:space="preserve">{escape(text)}</m:t></m:r>'


def _text(element: Element) -> str:
    text = element.text or ""
    return _run("".join(c for c in text if c not in _NOTHING))


def _identifier(element: Element) -> str:
    text = element.text or ""
    return _run(text, upright=element.get("mathvariant") == "normal" or len(text) > 1)


def _words(element: Element) -> str:
    return _run("".join(element.itertext()), words=True)


def _space(element: Element) -> str:
    width = element.get("width", "0").removesuffix("em")
    try:
        return _run("\u2003" if float(width) >= 0.5 else "\u2009" if float(width) > 0 else "")
    except ValueError:
        return ""


def _parts(element: Element) -> list[str]:
    return [_piece(child) for child in element]


def _fraction(element: Element) -> str:
    above, below = _parts(element)
    thin = element.get("linethickness", "1") in ("0", "0pt", "0px", "0em")
    kind = '<m:fPr><m:type m:val="noBar"/></m:fPr>' if thin else ""
    return f"<m:f>{kind}<m:num>{above}</m:num><m:den>{below}</m:den></m:f>"


def _square_root(element: Element) -> str:
    hidden = '<m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>'
    return f"<m:rad>{hidden}<m:e>{_row(list(element))}</m:e></m:rad>"


def _root(element: Element) -> str:
    base, degree = _parts(element)
    return f"<m:rad><m:deg>{degree}</m:deg><m:e>{base}</m:e></m:rad>"


def _scripts(element: Element) -> str:
    base, *scripts = _parts(element)
    names = {"msub": ("sub",), "msup": ("sup",), "msubsup": ("sub", "sup")}[element.tag]
    tag = {"msub": "sSub", "msup": "sSup", "msubsup": "sSubSup"}[element.tag]
    inner = "".join(
        f"<m:{name}>{text}</m:{name}>" for name, text in zip(names, scripts, strict=True)
    )
    return f"<m:{tag}><m:e>{base}</m:e>{inner}</m:{tag}>"


def _is_nary(element: Element) -> bool:
    scripted = element.tag in ("msub", "msup", "msubsup", "munder", "mover", "munderover")
    return scripted and len(element) > 1 and element[0].tag == "mo" and _sign(element[0]) in _NARY


def _nary(element: Element, summed: str) -> str:
    _, *scripts = _parts(element)
    below = scripts[0] if element.tag not in ("msup", "mover") else ""
    above = scripts[-1] if element.tag not in ("msub", "munder") else ""
    aside = element.tag in ("msub", "msup", "msubsup")
    properties = (
        f"<m:chr m:val={quoteattr(_sign(element[0]))}/>"
        f'<m:limLoc m:val="{"subSup" if aside else "undOvr"}"/>'
        + ('<m:subHide m:val="1"/>' if not below else "")
        + ('<m:supHide m:val="1"/>' if not above else "")
    )
    scripted = f"<m:sub>{below}</m:sub><m:sup>{above}</m:sup>"
    return f"<m:nary><m:naryPr>{properties}</m:naryPr>{scripted}<m:e>{summed}</m:e></m:nary>"


def _over(element: Element) -> str:
    sign = _sign(element[1]) if element[1].tag == "mo" else ""
    base = _piece(element[0])
    if sign in _BRACES:
        return _grouped(base, sign)
    if sign in _BARS and (element[1].get("stretchy") == "true" or sign == "\u0332"):
        return f'<m:bar><m:barPr><m:pos m:val="top"/></m:barPr><m:e>{base}</m:e></m:bar>'
    if sign in _ACCENTS:
        mark = f"<m:accPr><m:chr m:val={quoteattr(_ACCENTS[sign])}/></m:accPr>"
        return f"<m:acc>{mark}<m:e>{base}</m:e></m:acc>"
    return f"<m:limUpp><m:e>{base}</m:e><m:lim>{_piece(element[1])}</m:lim></m:limUpp>"


def _under(element: Element) -> str:
    sign = _sign(element[1]) if element[1].tag == "mo" else ""
    base = _piece(element[0])
    if sign in _BRACES:
        return _grouped(base, sign)
    if sign in _BARS:
        return f'<m:bar><m:barPr><m:pos m:val="bot"/></m:barPr><m:e>{base}</m:e></m:bar>'
    return f"<m:limLow><m:e>{base}</m:e><m:lim>{_piece(element[1])}</m:lim></m:limLow>"


def _grouped(base: str, sign: str) -> str:
    at = _BRACES[sign]
    other = "bot" if at == "top" else "top"
    marks = f'<m:chr m:val={quoteattr(sign)}/><m:pos m:val="{at}"/><m:vertJc m:val="{other}"/>'
    return f"<m:groupChr><m:groupChrPr>{marks}</m:groupChrPr><m:e>{base}</m:e></m:groupChr>"


def _under_over(element: Element) -> str:
    base, below, above = _parts(element)
    lower = f"<m:limLow><m:e>{base}</m:e><m:lim>{below}</m:lim></m:limLow>"
    return f"<m:limUpp><m:e>{lower}</m:e><m:lim>{above}</m:lim></m:limUpp>"


def _table(element: Element) -> str:
    """Return a matrix, or, where columns meet at a sign, equations below each other."""
    cells = [[_row(list(cell)) for cell in row] for row in element]
    if any("mpl" in cell.get("class", "") for row in element for cell in row):
        rows = "".join(f"<m:e>{_aligned(row)}</m:e>" for row in cells)
        return f"<m:eqArr>{rows}</m:eqArr>"
    rows = "".join(f"<m:mr>{''.join(f'<m:e>{cell}</m:e>' for cell in row)}</m:mr>" for row in cells)
    return f"<m:m>{rows}</m:m>"


def _aligned(cells: Sequence[str]) -> str:
    mark = _run("&")
    return mark.join(cells)


_PIECES: dict[str, Callable[[Element], str]] = {
    "mi": _identifier,
    "mn": _text,
    "mo": _text,
    "mtext": _words,
    "ms": _words,
    "mspace": _space,
    "mfrac": _fraction,
    "msqrt": _square_root,
    "mroot": _root,
    "msub": _scripts,
    "msup": _scripts,
    "msubsup": _scripts,
    "mover": _over,
    "munder": _under,
    "munderover": _under_over,
    "mtable": _table,
    "mphantom": lambda element: f"<m:phant><m:e>{_row(list(element))}</m:e></m:phant>",
}
"""What each element becomes; one that is not here is a row of what it holds."""
