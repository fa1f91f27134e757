"""Plain text to Markdown that shows it as it is: what Markdown would read otherwise is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from builder.markup import is_plain

_SPECIAL = re.compile(
    r"([*`$]"
    r"|\\(?=[!-/:-@\[-`{-~]|$)"  # a backslash before punctuation
    r"|<(?=[A-Za-z][\w.+-]*[:@])"  # an address in angle brackets
    r"|&(?=#?\w+;)|~(?=~)|\[(?=[^\]]{0,1000}\]\()|!(?=\[)|\{(?=\{\s*opt:))"
    r"|(?<![0-9A-Za-z_])_{1,2}(?!_)|(?<!_)_{1,2}(?![0-9A-Za-z_])"  # not inside a word
)
# Kept as they are: pictures, and formulas that nobody writes by accident.
_KEPT = re.compile(
    r"!\[[^\]\n]{0,1000}\]\([^()\s]*\)|\$(?=[^$\s])(?=[^$]*[\\^_])[^$\n]*[^$\s]\$(?!\d)"
)
_BLOCK_START = re.compile(
    r"(?:([-+](?=\s|$)|#(?=#{0,5}(?:\s|$))|>|\[(?=[^\]]+\]:)|[-_](?=[-_\s]+$))|(\d{1,9})([.)])(?=\s|$))"
)


def as_markdown(text: str) -> str:
    """Return Markdown that shows plain `text` as it is; pictures and formulas stay what they are.

    Lines become paragraphs, indented lines a block of code.
    """
    if "\n" not in text:
        return _escaped_line(text)
    return "\n\n".join(_paragraphs(text.split("\n")))


def _paragraphs(lines: Sequence[str]) -> Iterator[str]:
    code: list[str] = []
    for line in lines:
        if line.startswith((" ", "\t", "}") if code else ("  ", "\t")):
            code.append(line)
            continue
        if code:
            yield _fenced(code)
            code = []
        if line.strip():
            yield _escaped_line(line)
    if code:
        yield _fenced(code)


def _fenced(code: Sequence[str]) -> str:
    fence = "`" * max(
        3, 1 + max((len(run) for run in re.findall("`+", "\n".join(code))), default=0)
    )
    return "\n".join([fence, *code, fence])


def _escaped_line(line: str) -> str:
    if is_plain(line):
        return line
    pieces, at = [], 0
    for kept in _KEPT.finditer(line):
        pieces += [_escaped(line[at : kept.start()]), kept.group()]
        at = kept.end()
    text = "".join([*pieces, _escaped(line[at:])]).strip()
    return _BLOCK_START.sub(_escaped_start, text, count=1) if _BLOCK_START.match(text) else text


def _escaped(text: str) -> str:
    return _SPECIAL.sub(lambda found: "".join("\\" + c for c in found.group()), text)


def _escaped_start(found: re.Match[str]) -> str:
    sign, number, mark = found.groups()
    return f"\\{sign}" if sign else f"{number}\\{mark}"
