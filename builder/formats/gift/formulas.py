"""Formulas in Moodle's Markdown: `$x$` in the bank, `\\\\(x\\\\)` there, which its MathJax sets.

What Markdown would read inside a formula is escaped there; the way back takes it away again.
"""

from __future__ import annotations

import re

_OURS = re.compile(
    r"(```.*?```|`[^`\n]*`)"  # code, which is left alone
    r"|(?<![\\$])\$(?![\s$])([^$\n]{1,1000}?)(?<![\s\\])\$(?![\d$])",
    re.DOTALL,
)
_SPECIAL = re.compile(r"[\\`*_{}\[\]()#+.!|:>-]")
_THEIRS = re.compile(r"(```.*?```|`[^`\n]*`)|\\\\\((.{1,2000}?)\\\\\)", re.DOTALL)
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+.!|:>-])")
_ARROW = re.compile(r"(`[^`\n]*`)|->")
_NO_ARROW = re.compile(r"(`[^`\n]*`)|-&gt;")


def to_moodle(text: str) -> str:
    """Return Markdown with its formulas in round brackets."""
    if "$" not in text:
        return text
    return _OURS.sub(
        lambda found: found[1] or rf"\\({_SPECIAL.sub(_escape, found[2])}\\)",
        text,
    )


def from_moodle(text: str) -> str:
    """Return Markdown with its formulas between dollars."""
    if "\\\\(" not in text:
        return text
    return _THEIRS.sub(lambda found: found[1] or f"${_ESCAPED.sub(_bare, found[2])}$", text)


def without_arrow(text: str) -> str:
    """Return Markdown whose arrows `->`, but in code, make no pair of it for other readers."""
    return _ARROW.sub(lambda found: found[1] or "-&gt;", text)


def with_arrow(text: str) -> str:
    """Return Markdown with its arrows as they were."""
    return _NO_ARROW.sub(lambda found: found[1] or "->", text)


def _escape(found: re.Match[str]) -> str:
    return f"\\{found[0]}"


def _bare(found: re.Match[str]) -> str:
    return found[1]
