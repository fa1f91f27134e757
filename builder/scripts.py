"""An exam in the other Chinese script: 简体 for 繁體, 繁體 for 简体, by OpenCC.

Characters follow the script, vocabulary stays the author's: in an exam a term may be what is asked.
Only what a person reads is converted, never code, formulas, addresses or ids; so progress, forms
and codes are the same in both scripts. Reads no file and renders nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from importlib.util import find_spec
from typing import Any, TypeVar

from markupsafe import Markup

from builder.model import BLANK, Exam, Key, PaperLayout, Section, View

EXTRA = "exampress[scripts]"
_OPENCC = {"zh-Hans": "tw2s", "zh-Hant": "s2tw"}
"""What OpenCC calls the way into a script; 繁體 by the standard of Taiwan, like the interface."""

Convert = Callable[[str], str]
T = TypeVar("T")

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]|[\U00020000-\U0003ffff]")
_ADDRESS = re.compile(r"((?:[a-z][a-z0-9+.-]*://|mailto:|www\.)[^\s<>\"'（），。；、]+)")
_TAG = re.compile(r"(<[^>]*>)")
_NAME = re.compile(r"<(/?)([a-zA-Z]+)")
_SPOKEN = re.compile(r'(?<= )(alt|title)="([^"]*)"')
_UNTOUCHED = ("code", "pre", "math")
_IDS = ("id", "type", "fingerprint", "key")
# What Markdown does not show as running text: code, formulas, addresses, names of files, options.
_MARKED = re.compile(
    r"(^ {0,3}(?P<fence>`{3,}|~{3,}).*?(?:^ {0,3}(?P=fence)[`~]*[ ]*$|\Z)"
    r"|(?P<ticks>`+)(?:(?!`).|(?<!`)`+(?!`))*?(?P=ticks)"
    r"|\$\$.+?\$\$|\$[^$\n]+\$|(?<=\])\([^()\s]*(?=[\s)])|<[^<>\s]+:[^<>\s]+>"
    r"|^ {0,3}\[[^\]\n]+\]:[ ]*\S+|\{\{[ ]*opt:[^{}]*\}\})",
    re.DOTALL | re.MULTILINE,
)


def available() -> bool:
    """Tell whether OpenCC is installed."""
    return find_spec("opencc") is not None


def converted(exam: Exam, script: str) -> Exam:
    """Return the exam as it reads in another script; its questions keep their fingerprints, and a
    blank takes what is right in either script."""
    convert = converter(script)
    return exam._replace(
        title=convert(exam.title),
        description=exam.description and markdown(exam.description, convert),
        language=script,
        sections=tuple(_section(section, script) for section in exam.sections),
        paper=_layout(exam.paper, convert),
        scripts=(),
    )


def accepting(exam: Exam, script: str) -> Exam:
    """Return the exam as it is, but that a blank takes what is right in the other script, too."""
    convert = converter(script)
    sections = (
        section._replace(views=tuple(_accepting(view, convert) for view in section.views))
        for section in exam.sections
    )
    return exam._replace(sections=tuple(sections))


@cache
def converter(script: str) -> Convert:
    """Return what converts running text into a script; addresses in it stay as they are."""
    from opencc import OpenCC  # only a bank that asks for scripts pays for it

    convert: Convert = OpenCC(_OPENCC[script]).convert

    def text(said: str) -> str:
        if _HAN.search(said) is None:
            return said
        if ":" not in said and "www." not in said:
            return convert(said)
        pieces = _ADDRESS.split(said)
        return "".join(each if at % 2 else convert(each) for at, each in enumerate(pieces))

    return text


def markdown(text: str, convert: Convert) -> str:
    """Return Markdown with its running text converted."""
    if _HAN.search(text) is None:
        return text
    found: list[str] = []
    at = 0
    for match in _MARKED.finditer(text):
        found += (convert(text[at : match.start()]), match[0])
        at = match.end()
    return "".join((*found, convert(text[at:])))


def html(said: str, convert: Convert) -> Markup:
    """Return rendered Markdown with its running text, and what is said of pictures, converted."""
    if _HAN.search(said) is None:
        return Markup(said)  # noqa: S704  # as it came
    inside = 0
    pieces = _TAG.split(said)
    for at, piece in enumerate(pieces):
        if at % 2 == 0:
            pieces[at] = piece if inside else convert(piece)
            continue
        tag = _NAME.match(piece)
        if tag and tag[2] in _UNTOUCHED:
            inside += -1 if tag[1] else 1
        elif tag and tag[2] in ("img", "a"):
            pieces[at] = _SPOKEN.sub(lambda said: f'{said[1]}="{convert(said[2])}"', piece)
    return Markup("".join(pieces))  # noqa: S704  # no character of HTML comes or goes


def _section(section: Section, script: str) -> Section:
    convert = converter(script)
    return section._replace(
        title=convert(section.title),
        instructions=section.instructions and markdown(section.instructions, convert),
        views=tuple(_view(view, convert) for view in section.views),
    )


def _layout(layout: PaperLayout, convert: Convert) -> PaperLayout:
    notes = layout.notes and markdown(layout.notes, convert)
    names = tuple(map(convert, layout.fields))
    return layout.model_copy(update={"notes": notes, "fields": names})


def _view(view: View, convert: Convert) -> View:
    said = view._asdict()
    shown = {name: _shown(said[name], convert) for name in said if name not in _IDS}
    return view._replace(**shown, key=_key(view.key, convert, first=True))


def _shown(value: T, convert: Convert) -> T:
    """Return what templates see with all its texts converted, in whatever holds them."""
    said: Any = value
    if isinstance(said, Markup):
        said = html(said, convert)
    elif isinstance(said, str):
        said = convert(said)
    elif isinstance(said, View):
        said = _view(said, convert)
    elif hasattr(said, "_fields"):
        said = type(said)(*(_shown(each, convert) for each in said))
    elif isinstance(said, tuple) and said and all(isinstance(each, Markup) for each in said):
        # a stem that was cut at its blanks, perhaps inside an element
        whole = html(BLANK.join(said), convert)
        said = tuple(Markup(piece) for piece in str(whole).split(BLANK))  # noqa: S704
    elif isinstance(said, tuple):
        said = tuple(_shown(each, convert) for each in said)
    elif is_dataclass(said) and not isinstance(said, type):
        shown = {each.name: _shown(getattr(said, each.name), convert) for each in fields(said)}
        said = replace(said, **shown)
    result: T = said
    return result


def _accepting(view: View, convert: Convert) -> View:
    if parts := getattr(view.body, "parts", None):
        inner = tuple(_accepting(part, convert) for part in parts)
        return view._replace(body=view.body._replace(parts=inner))
    return view._replace(key=_key(view.key, convert, first=False))


def _key(key: Key | None, convert: Convert, first: bool) -> Key | None:
    """Return a key that takes a text in either script; the converted ones stand first or last."""
    if key is None:
        return None
    if key["check"] == "text":
        return {**key, "value": [_both(accepted, convert, first) for accepted in key["value"]]}
    if unit := key.get("unit"):
        units = _both([unit], convert, first)
        return {**key, "unit": units if len(units) > 1 else unit}
    return key


def _both(texts: list[str], convert: Convert, first: bool) -> list[str]:
    others = list(map(convert, texts))
    return list(dict.fromkeys([*others, *texts] if first else [*texts, *others]))


def entry(said: Mapping[str, Any], script: str) -> dict[str, Any]:
    """Return what describes a site, with its texts converted."""
    convert = converter(script)
    return {name: convert(each) if name == "title" else each for name, each in said.items()}
