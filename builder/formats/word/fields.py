"""Word's `EQ` fields → LaTeX: the formulas of older papers, written as field codes.

`EQ \\f(1,2)` is a fraction. Switches that only place things are dropped.
"""

from __future__ import annotations

import re

from builder.formats.document.latex_text import characters

_MAX_LENGTH = 4000
_SWITCH = (
    r"\s*\\(?:ac|al|ar|as|ba|bc|bo|co|di|do|fc|fo|hs|in|lc|le|li|pr|rc|ri|su|to|up|vc|vs)"
    r"[^\s(\\]{0,8}(?:\\[\[\](){}|])?"
)
_COMMAND = re.compile(rf"\\([a-z]{{1,3}})((?:{_SWITCH}){{0,6}})\s*\(", re.IGNORECASE)


def equation(code: str) -> str | None:
    """Return the LaTeX of an `EQ` field's code, None for another field or a long one."""
    found = re.match(r"\s*EQ\s+", code, re.IGNORECASE)
    if found is None or len(code) > _MAX_LENGTH:
        return None
    return _latex(code[found.end() :].strip())


def _latex(code: str) -> str:
    out, at = "", 0
    while at < len(code):
        command = _COMMAND.match(code, at)
        if command is None:
            end = code.find("\\", at + 1)
            end = len(code) if end < 0 else end
            out += characters(re.sub(r"\\([,()\\])", r"\1", code[at:end]).replace("\u3000", " "))
            at = end
            continue
        arguments, at = _arguments(code, command.end())
        out += _command(command[1].lower(), command[2] or "", [_latex(each) for each in arguments])
    return out


def _arguments(code: str, at: int) -> tuple[list[str], int]:
    """Return the arguments of the bracket that opens before `at`, and where it ends."""
    depth, start, found = 1, at, []
    while at < len(code):
        character = code[at]
        if character == "\\":
            at += 2
            continue
        depth += (character in "(（") - (character in ")）")
        if depth == 0 or (depth == 1 and character in ",;，"):
            found.append(code[start:at])
            start = at + 1
        at += 1
        if depth == 0:
            return found, at
    return [*found, code[start:]], at


def _command(name: str, switches: str, arguments: list[str]) -> str:
    inner = " ".join(arguments)
    first, second = (*arguments, "", "")[:2]
    match name:
        case "f":
            return f"\\frac{{{first}}}{{{second}}}"
        case "r":
            return (
                f"\\sqrt[{first}]{{{second}}}"
                if len(arguments) > 1 and first
                else f"\\sqrt{{{second or first}}}"
            )
        case "s":
            raised = "\\do" not in switches
            return (
                f"{'^' if raised else '_'}{{{inner}}}"
                if len(arguments) == 1
                else f"_{{{second}}}^{{{first}}}"
            )
        case "x":
            return f"\\overline{{{inner}}}" if "\\to" in switches else f"\\boxed{{{inner}}}"
        case "b":
            return _bracketed(switches, inner)
        case "a":
            return "\\begin{matrix}" + r" \\ ".join(arguments) + "\\end{matrix}"
        case "i":
            sign = "\\sum" if "\\su" in switches else "\\prod" if "\\pr" in switches else "\\int"
            return f"{sign}_{{{first}}}^{{{second}}} " + " ".join(arguments[2:])
        case "o":
            return _overstruck(arguments)
    return inner


def _bracketed(switches: str, inner: str) -> str:
    left = re.search(r"\\(?:lc|bc)\\(.)", switches)
    right = re.search(r"\\(?:rc|bc)\\(.)", switches)
    closing = {"{": "}", "[": "]", "(": ")", "|": "|"}
    if left is None and right is None:
        return f"\\left( {inner} \\right)"
    begin = left[1] if left else "."
    end = closing.get(right[1], right[1]) if right else "."
    escape = {"{": r"\{", "}": r"\}"}
    return f"\\left{escape.get(begin, begin)} {inner} \\right{escape.get(end, end)}"


def _overstruck(arguments: list[str]) -> str:
    """Return what is printed over each other: an arrow over letters, a ring around a digit."""
    plain = [each.strip() for each in arguments]
    if r"\to" in plain or r"\text{→}" in plain:
        return "\\overrightarrow{" + "".join(each for each in plain if each != r"\to") + "}"
    rings = [each for each in plain if each in ("○", r"\text{○}")]
    digits = [each for each in plain if each.isdecimal() and each not in rings]
    if rings and len(digits) == 1 and 1 <= int(digits[0]) <= 20:
        return chr(ord("①") + int(digits[0]) - 1)
    return "".join(plain)
