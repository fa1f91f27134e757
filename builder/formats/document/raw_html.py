"""Raw HTML, which other Markdown lets through and ours does not: `<b>` as text, out and back."""

from __future__ import annotations

import re
from collections.abc import Callable

_KEPT = re.compile(r"(```.*?```|`[^`\n]+`|\$[^$\n]+\$)", re.DOTALL)
_TAG = re.compile(r"<(?=[A-Za-z/!?])(?![A-Za-z][A-Za-z0-9+.-]{1,31}:|[\w.+-]+@)")
_WRITTEN = re.compile(r"&lt;(?=[A-Za-z/!?])(?![A-Za-z][A-Za-z0-9+.-]{1,31}:|[\w.+-]+@)")
_INLINE = {"b": "**", "strong": "**", "i": "*", "em": "*", "del": "~~", "s": "~~"}
_ELEMENT = re.compile(
    r"<(/?)([A-Za-z][A-Za-z0-9-]{0,30})(?=[\s/>])[^<>]{0,300}>|<!--.{0,2000}?-->", re.DOTALL
)


def shielded(text: str) -> str:
    """Return Markdown in which no tag is HTML."""
    return _outside_code(text, lambda part: _TAG.sub("&lt;", part)) if "<" in text else text


def read(text: str) -> tuple[str, bool]:
    """Return Markdown without HTML, and whether some HTML was removed; `<sub>` stays."""
    removed = False

    def tag(found: re.Match[str]) -> str:
        nonlocal removed
        name = (found[2] or "").lower()
        if name in ("sub", "sup"):
            return f"&lt;{found[1]}{name}>"
        removed = True
        return "\n" if name == "br" else _INLINE.get(name, "")

    if "<" in text:
        text = _outside_code(text, lambda part: _ELEMENT.sub(tag, part))
    if "&lt;" in text:
        text = _outside_code(text, lambda part: _WRITTEN.sub("<", part))
    return text, removed


def _outside_code(text: str, change: Callable[[str], str]) -> str:
    parts = _KEPT.split(text)
    return "".join(part if at % 2 else change(part) for at, part in enumerate(parts))
