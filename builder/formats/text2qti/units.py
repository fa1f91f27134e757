r"""Numbers and units in siunitx's macros, `\num`, `\si` and `\SI` → formulas that a bank can show.

text2qti reads a subset of them (0.8, `markdown.py`) in texts and in formulas, never in code; the
names of units and prefixes are those of https://ctan.org/pkg/siunitx. What is not understood stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

_ARGUMENT = r"\{((?:[^{}]|\{[^{}]*\})+)\}"
_MACRO = rf"\\num{_ARGUMENT}|\\si{_ARGUMENT}|\\SI{_ARGUMENT}{_ARGUMENT}"
_ONE = re.compile(_MACRO)
_PLACE = re.compile(
    r"(?P<kept>^[ \t]*(?P<fence>```+|~~~+).*?(?:^[ \t]*(?P=fence)[ \t]*$|\Z)"
    r"|(?<!`)(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`))"
    rf"|(?P<macro>{_MACRO})"
    r"|(?P<spelt>\\\\(?=(?:num|si|SI)\{))"
    r"|\\[^\n]"
    r"|(?P<formula>\$\$[^$]+\$\$|\$(?=[^\s$])(?:[^$\\\n]|\\.|\n(?![ \t]*\n))+\$)",
    re.DOTALL | re.MULTILINE,
)


def formulas(text: str) -> tuple[str, list[tuple[int, str]]]:
    """Return Markdown with formulas for macros, and those not understood with their line from 0."""
    unknown: list[tuple[int, str]] = []
    line = counted = 0

    def shown(found: re.Match[str]) -> str:
        latex = _latex(*found.groups())
        if latex is None:
            unknown.append((line, found[0]))
        return found[0] if latex is None else latex

    def put(found: re.Match[str]) -> str:
        nonlocal line, counted
        line, counted = line + text.count("\n", counted, found.start()), found.start()
        if macro := found["macro"]:
            latex = _ONE.sub(shown, macro)
            return latex if latex == macro else f"${latex}$"
        if formula := found["formula"]:
            return _ONE.sub(shown, formula)
        return "\\" if found["spelt"] else found[0]

    return (_PLACE.sub(put, text) if "\\" in text else text), unknown


def spelt(text: str) -> str:
    """Return Markdown in which no macro is read by text2qti that the bank shows as it stands."""

    def put(found: re.Match[str]) -> str:
        return f"\\{found[0]}" if found["macro"] else found[0]

    return _PLACE.sub(put, text) if "\\" in text else text


def _latex(
    number: str | None, unit: str | None, value: str | None, of_value: str | None
) -> str | None:
    """Return the LaTeX for what stands in a macro; None if it is not understood."""
    figures = _number(number or value or "") if number or value else ""
    name = unit or of_value
    measure = _unit(name) if name else ""
    if figures is None or measure is None:
        return None
    return figures + ("\\," if figures and measure and measure not in _CLOSE else "") + measure


# Numbers

_NUMBER = re.compile(r"([+-]?)(\d*)((?:\.\d+)?)(?:[eE]([+-]?)0*(\d+))?")


def _number(text: str) -> str | None:
    found = _NUMBER.fullmatch("".join(text.split()))
    if found is None or not found[2] + found[3]:
        return None
    sign, whole, part, direction, power = found.groups()
    significand = f"{sign}{whole or '0'}{part}"
    times = "" if power is None else f"\\times 10^{{{direction.strip('+')}{power}}}"
    return significand + times


# Units


def _named(text: str) -> dict[str, str]:
    return dict(each.split("=") for each in text.split())


_PREFIXES = _named(
    """
    yocto=y zepto=z atto=a femto=f pico=p nano=n micro=µ milli=m centi=c deci=d deca=da deka=da
    hecto=h kilo=k mega=M giga=G tera=T peta=P exa=E zetta=Z yotta=Y kibi=Ki mebi=Mi gibi=Gi
    tebi=Ti mu=µ
    """
)
_UNITS = _named(
    """
    ampere=A candela=cd kelvin=K kilogram=kg gram=g metre=m meter=m mole=mol second=s
    becquerel=Bq celsius=°C degreeCelsius=°C fahrenheit=°F coulomb=C farad=F gray=Gy hertz=Hz
    henry=H joule=J katal=kat lumen=lm lux=lx newton=N ohm=Ω pascal=Pa radian=rad siemens=S
    sievert=Sv steradian=sr tesla=T volt=V watt=W weber=Wb day=d degree=° hectare=ha hour=h
    litre=L liter=L arcminute=′ arcsecond=″ minute=min percent=% tonne=t astronomicalunit=au
    bel=B dalton=Da decibel=dB neper=Np electronvolt=eV angstrom=Å bar=bar barn=b knot=kn
    atomicmassunit=u mmHg=mmHg nauticalmile=M bit=bit byte=B Omega=Ω
    """
)
_SHORT = re.compile(
    r"(?:[afpnumcdhkMGT]|da)?(?:g|mol|m|s|A|l|L|Hz|N|Pa|V|W|Wh|J|eV|F|H|K|B)|kWh|amu"
)
"""Abbreviations, `\\kg`, `\\uL`: what they are called is what they are, but for the letter u."""
_POWERS = {"squared": "2", "cubed": "3", "square": "2", "cubic": "3"}
_CLOSE = ("\\text{°}", "\\text{′}", "\\text{″}")
"""Units that stand at their number without a space."""

_TOKEN = re.compile(
    r"\s+|~|\\,"
    r"|(?P<power>(?:\^|\\tothe|\\raiseto)\s*(?:\{\s*(?P<braced>-?\d+)\s*\}|(?P<bare>-?\d+)))"
    r"|(?P<circ>\^\s*(?:\{\s*\\circ\s*\}|\\circ(?![A-Za-z])))"
    r"|\\(?P<name>[A-Za-z]+)"
    r"|(?P<sign>[./])"
    r"|\{(?P<group>[^{}\\]*)\}"
    r"|(?P<percent>\\?%)"
    r"|(?P<letters>[numµcdhkMGT])(?=\\(?:ohm|Omega)\b)"
    r"|(?P<word>[^\W\d_]+|[°′″])"
)


@dataclass(frozen=True, slots=True)
class _Factor:
    """A unit with its power, and what stands before it."""

    symbol: str
    power: str = ""
    before: str = "\\,"


@dataclass(slots=True)
class _Reading:
    """The factors so far, and what the next one takes."""

    factors: list[_Factor]
    prefix: str = ""
    power: str = ""
    before: str = "\\,"
    per: bool = False


def _unit(text: str) -> str | None:
    """Return the LaTeX of a unit: words upright, divided by powers; None if not understood."""
    reading, at = _Reading([]), 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None or not _take(reading, found):
            return None
        at = found.end()
    if reading.prefix or reading.power or reading.per or reading.before != "\\,":
        return None
    return "".join(_written(reading.factors)) or None


def _take(reading: _Reading, found: re.Match[str]) -> bool:
    """Take the next piece of a unit; False if it has no place there."""
    if found["power"]:
        return _raise(reading, found["braced"] or found["bare"])
    if found["circ"] or found["percent"]:
        return _add(reading, "°" if found["circ"] else "%")
    if sign := found["sign"]:
        fits = bool(reading.factors) and reading.before == "\\,"
        reading.before = "/" if sign == "/" else "\\cdot "
        return fits
    if found["letters"]:
        reading.prefix = found["letters"]
        return True
    if word := found["word"] or found["group"]:
        return _add(reading, word.strip())
    return _command(reading, found["name"]) if found["name"] else True


def _command(reading: _Reading, name: str) -> bool:
    if name in ("squared", "cubed"):
        return _raise(reading, _POWERS[name])
    if name in ("square", "cubic"):
        reading.power, free = _POWERS[name], not reading.power
        return free
    if name == "per":
        reading.per, free = True, not reading.per
        return free
    if name in _PREFIXES:
        reading.prefix, free = _PREFIXES[name], not reading.prefix
        return free
    if name in _UNITS:
        return _add(reading, _UNITS[name])
    short = {"amu": "u"}.get(name, re.sub("^u(?=.)", "µ", name))
    return _SHORT.fullmatch(name) is not None and _add(reading, short)


def _add(reading: _Reading, symbol: str) -> bool:
    last = reading.factors[-1] if reading.factors else None
    if last and last.symbol == "°" and symbol in ("C", "F") and reading.before == "\\,":
        reading.factors[-1] = replace(last, symbol=f"°{symbol}")
        return True
    sign = "-" if reading.per else ""
    power = f"{sign}{reading.power or '1'}" if sign else reading.power
    reading.factors.append(_Factor(reading.prefix + symbol, power, reading.before))
    reading.prefix, reading.power, reading.before, reading.per = "", "", "\\,", False
    return True


def _raise(reading: _Reading, power: str) -> bool:
    """Raise the unit before to a power: `\\per\\second\\squared` is one over it."""
    if not reading.factors or reading.factors[-1].power not in ("", "-1"):
        return False
    last = reading.factors[-1]
    reading.factors[-1] = replace(last, power=f"-{power}" if last.power else power)
    return True


def _written(factors: list[_Factor]) -> Iterator[str]:
    for at, factor in enumerate(factors):
        yield factor.before if at else ""
        yield "\\%" if factor.symbol == "%" else f"\\text{{{factor.symbol}}}"
        yield f"^{{{factor.power}}}" if factor.power else ""
