"""The numbers that Word keeps outside the text, rendered as its reader sees them.

ECMA-376 part 1, 17.9. Knows nothing of paragraphs: it is asked for the label of one list item
after the other, in document order, and counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from builder.formats.document.list_numerals import numeral

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MAX_LEVEL = 8


@dataclass(frozen=True, slots=True)
class _Level:
    start: int = 1
    format: str = "decimal"
    text: str = ""
    suffix: str = " "
    restart: int | None = None
    """The level (from 1) whose number starts this one anew; 0 is never, None is any above."""
    legal: bool = False
    style: str | None = None


_PLAIN = _Level(format="bullet")


@dataclass(slots=True)
class _List:
    """A list definition, and where its counting stands; several `num`s may share one."""

    levels: dict[int, _Level]
    counts: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class _Instance:
    list: _List
    overrides: dict[int, int]
    levels: dict[int, _Level]
    begun: set[int] = field(default_factory=set)


class Numbering:
    """All lists of one document."""

    def __init__(self, root: Element | None) -> None:
        self._instances = _instances(root) if root is not None else {}

    def level_of_style(self, number: str, style: str | None) -> int:
        """Return the level that the list `number` ties to a paragraph style, or 0."""
        instance = self._instances.get(number)
        levels = instance.list.levels if instance else {}
        return next((at for at, level in levels.items() if style and level.style == style), 0)

    def label(self, number: str, at: int) -> str:
        """Return the next label of list `number` at level `at`, with what parts it from the text.

        An unknown list has no labels, as in Word.
        """
        instance = self._instances.get(number)
        if instance is None:
            return ""
        at = max(0, min(at, _MAX_LEVEL))
        _count(instance, at)
        level = _level(instance, at)
        shown = _rendered(instance, level)
        return shown + level.suffix if shown else ""


def _level(instance: _Instance, at: int) -> _Level:
    return instance.levels.get(at) or instance.list.levels.get(at) or _PLAIN


def _count(instance: _Instance, at: int) -> None:
    """Advance the counter of level `at`, and forget the deeper ones that it restarts."""
    counts = instance.list.counts
    for above in range(at):
        counts.setdefault(above, _level(instance, above).start)
    if at in instance.overrides and at not in instance.begun:
        counts[at] = instance.overrides[at]
    else:
        counts[at] = counts[at] + 1 if at in counts else _level(instance, at).start
    instance.begun.add(at)
    for deeper in [each for each in counts if each > at]:
        restart = _level(instance, deeper).restart
        if restart is None or at < restart:
            del counts[deeper]


def _rendered(instance: _Instance, level: _Level) -> str:
    if level.format == "bullet":
        return level.text if re.match("[□☐☑☒]", level.text) else "-"

    def number(match: re.Match[str]) -> str:
        at = int(match[1]) - 1
        shown = _level(instance, at)
        count = instance.list.counts.get(at, shown.start)
        return numeral(count, "decimal" if level.legal else shown.format)

    return re.sub(r"%([1-9])", number, level.text).strip()


def _instances(root: Element) -> dict[str, _Instance]:
    styles = {}
    abstract: dict[str, Element] = {}
    for each in root.iter(f"{W}abstractNum"):
        abstract[each.get(f"{W}abstractNumId", "")] = each
        if name := _value(each, "styleLink"):
            styles[name] = each
    lists: dict[int, _List] = {}
    found = {}
    for each in root.iter(f"{W}num"):
        definition = abstract.get(_value(each, "abstractNumId") or "")
        if definition is None:
            continue
        definition = styles.get(_value(definition, "numStyleLink") or "", definition)
        shared = lists.setdefault(id(definition), _List(_levels(definition)))
        found[each.get(f"{W}numId", "")] = _instance(each, shared)
    return found


def _instance(element: Element, shared: _List) -> _Instance:
    overrides, levels = {}, {}
    for each in element.findall(f"{W}lvlOverride"):
        at = _number(each.get(f"{W}ilvl"), 0)
        if (start := _value(each, "startOverride")) is not None:
            overrides[at] = _number(start, 1)
        levels.update(_levels(each))
    return _Instance(shared, overrides, levels)


def _levels(parent: Element) -> dict[int, _Level]:
    return {
        _number(each.get(f"{W}ilvl"), 0): _parsed_level(each) for each in parent.findall(f"{W}lvl")
    }


_SUFFIXES = {"nothing": "", "space": " ", "tab": " "}


def _parsed_level(element: Element) -> _Level:
    restart = _value(element, "lvlRestart")
    return _Level(
        start=_number(_value(element, "start"), 0),
        format=_value(element, "numFmt") or _alternate_format(element) or "decimal",
        text=_value(element, "lvlText") or "",
        suffix=_SUFFIXES.get(_value(element, "suff") or "tab", " "),
        restart=None if restart is None else _number(restart, 0),
        legal=element.find(f"{W}isLgl") is not None,
        style=_value(element, "pStyle"),
    )


def _alternate_format(element: Element) -> str | None:
    """Return the format in an `mc:AlternateContent`: newer Word writes `01, 02` that way."""
    found = next(element.iter(f"{W}numFmt"), None)
    if found is None:
        return None
    custom = found.get(f"{W}format", "")
    return "decimalZero" if custom.startswith("01") else found.get(f"{W}val")


def _value(element: Element, name: str) -> str | None:
    found = element.find(W + name)
    return None if found is None else found.get(f"{W}val")


def _number(text: str | None, default: int) -> int:
    digits: Callable[[str], re.Match[str] | None] = re.compile(r"-?\d{1,6}").fullmatch
    return int(text) if text is not None and digits(text) else default
