"""LaTeX formulas to MathML that a strict Content-Security-Policy lets through."""

from __future__ import annotations

import re
from functools import cache

from math_core import LatexError, LatexToMathML

# `style=` is blocked by the policy, so each declaration the converter is known to write becomes
# a class (see the sheet `content.css`) or a presentation attribute.
_CLASSES = {
    "text-align: left": "ml",
    "text-align: right": "mr",
    "text-align: center": "mc",
    "justify-items: start": "",
    "justify-items: end": "",
    "justify-items: center": "",
    "padding-left: 0": "mpl",
    "padding-right: 0": "mpr",
    "padding-left: 0.1em": "mpl",
    "padding-right: 0.1em": "mpr",
    "padding-left: 1em": "mpl1",
    "padding-top: 0": "",
    "padding-bottom: 0": "",
    "padding-top: 0.1667em": "",
    "border-left: 0.05em solid currentcolor": "mbl",
    "border-right: 0.05em solid currentcolor": "mbr",
    "border-top: 0.05em solid currentcolor": "mbt",
    "border-bottom: 0.05em solid currentcolor": "mbb",
    "border-left: 0.05em dashed currentcolor": "mbld",
    "border-right: 0.05em dashed currentcolor": "mbrd",
    "border-top: 0.05em dashed currentcolor": "mbtd",
    "border-bottom: 0.05em dashed currentcolor": "mbbd",
}
_STYLE = re.compile(r'(?: class="([^"]*)")? style="([^"]*)"(?: class="([^"]*)")?')
_ENCLOSE = re.compile(r'<menclose notation="([a-z ]+)">')
_BARE = re.compile(r"<(?![a-z/])")
"""A sign of the formula itself: the converter leaves the lone name of an operator as it is."""
_COLOR = re.compile(r"color: (#[0-9a-fA-F]{3,8}|[a-z]+)")


class MathError(ValueError):
    """A formula that cannot be shown; `offset` counts characters into it."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.offset = offset


_FENCE = re.compile(
    r"\\\\|(?P<open>[\[(]|\\(?:\{|left\b|l(?:angle|floor|ceil|brack|brace|vert|Vert)\b))"
    r"|(?P<close>[\])]|\\(?:\}|right\b|r(?:angle|floor|ceil|brack|brace|vert|Vert)\b))"
)
_DEEPEST = 20
"""Brackets open at once; the converter's work doubles with each that is never closed."""


def _check_depth(latex: str) -> None:
    depth = 0
    for found in _FENCE.finditer(latex):
        depth = depth + 1 if found["open"] else depth - bool(found["close"] and depth)
        if depth > _DEEPEST:
            message = f"more than {_DEEPEST} brackets are open at once; close some"
            raise MathError(message, found.start())


@cache
def _converter() -> LatexToMathML:
    return LatexToMathML(fancy_error=False, macros={"degree": r"{}^{\circ}"})


_NUMBERED = re.compile(
    r"\\(begin|end)\{(equation|displaymath|math|align|eqnarray|gather|multline)\*?\}"
)
_UNNUMBERED = {
    "align": (r"\begin{aligned}", r"\end{aligned}"),
    "eqnarray": (r"\begin{array}{rcl}", r"\end{array}"),
    "gather": (r"\begin{gathered}", r"\end{gathered}"),
    "multline": (r"\begin{gathered}", r"\end{gathered}"),
}
"""What stands for environments of a whole display, whose numbers a question does not have."""


def _unnumbered(latex: str) -> str:
    def put(found: re.Match[str]) -> str:
        return _UNNUMBERED.get(found[2], ("", ""))[found[1] == "end"]

    return _NUMBERED.sub(put, latex)


def mathml(latex: str, display: bool) -> str:
    """Return `latex` as a `<math>` element. Raises MathError."""
    _check_depth(latex)
    shown = _unnumbered(latex) if "\\begin{" in latex else latex
    try:
        math = _converter().convert_with_local_state(shown, displaystyle=display)
    except LatexError as error:
        raise _math_error(str(error), latex if shown == latex else "") from None
    math = _BARE.sub("&lt;", math)
    if " id=" in math or " href=" in math:
        raise MathError("labels and references are not supported in formulas")
    math = _ENCLOSE.sub(r'<mrow class="enclose \1">', math).replace("</menclose>", "</mrow>")
    return _STYLE.sub(_restyled, math)


def _math_error(said: str, latex: str) -> MathError:
    found = re.match(r"(?:Error: )?(?:(\d+): )?(.*)", said.strip(), re.DOTALL)
    offset, message = (found.group(1), found.group(2)) if found else (None, said)
    return MathError(message.strip().rstrip("."), min(int(offset or 0), len(latex)))


def _restyled(match: re.Match[str]) -> str:
    """Turn one style attribute into classes and presentation attributes."""
    classes = [name for name in (match[1], match[3]) if name]
    attributes = ""
    for declaration in filter(
        None, (re.sub(": ?", ": ", part.strip()) for part in match[2].split(";"))
    ):
        if declaration in _CLASSES:
            classes.append(_CLASSES[declaration])
        elif color := _COLOR.fullmatch(declaration):
            attributes += f' mathcolor="{color[1]}"'
        else:
            raise MathError(f"the formula needs the style '{declaration}', which cannot be shown")
    named = " ".join(filter(None, classes))
    return (f' class="{named}"' if named else "") + attributes
