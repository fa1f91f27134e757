"""Markdown around the structure of a paper: `## 一、…`, `**1.** …`, `- A. …`, `> 答案`, `1\\.`.

Only what stands around a number, a label or a head goes; emphasis inside a text stays as written,
bold around a whole option is kept as a mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from builder.formats.paper import heads, labels, numbers, options
from builder.formats.paper.lines import Mark, SourceLine

_HEADING = re.compile(r"\s{0,3}(#{1,6})[ \t]+(?=\S)")
_QUOTE = re.compile(r"\s{0,3}(?:>\s?)+")
_BULLET = re.compile(r"\s*[-*+•]\s+(?=\S)")
_BOLD = re.compile(r"(\s*)(\*\*|__)(?=[^\s_*])")
_ESCAPE = re.compile(r"^(\s*\d{1,4})\\(?=[.)])|\\(?=[_*])")
_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_RULE = re.compile(r"\s*(?:[-=*—─━~·.]\s?){4,}\s*|\s*(?:-{3}|\*{3}|_ _ _)\s*")


def is_rule(text: str) -> bool:
    """Say whether a line only draws a line across the page."""
    return bool(_RULE.fullmatch(text))


def undecorated(lines: Iterable[SourceLine]) -> Iterator[SourceLine]:
    """Yield the lines without the Markdown around their structure; fences make code lines."""
    fence = ""
    math = False
    for line in lines:
        found = _FENCE.match(line.text)
        if fence or found:
            yield SourceLine(line.number, line.text, line.marks, 0, True)
            if found and not fence:
                fence = found[1]
            elif found and found[1].startswith(fence) and line.text.strip() == found[1]:
                fence = ""
            continue
        opens = line.text.strip().startswith(("$$", "\\begin{")) or math
        if line.text.count("$$") % 2:
            math = not math
            opens = True
        yield SourceLine(line.number, line.text, line.marks, 0, True) if opens else _bare(line)


def _bare(line: SourceLine) -> SourceLine:
    """Return one line without its decoration."""
    if not line.text or (line.text[0].isalnum() and "\\" not in line.text):
        return line
    text, heading = line.text, line.heading
    text = _ESCAPE.sub(r"\1", text)
    if (quote := _QUOTE.match(text)) and (
        not text[quote.end() :].strip() or _structural(text[quote.end() :])
    ):
        text = text[quote.end() :]
    if found := _HEADING.match(text):
        text, heading = text[found.end() :].rstrip().rstrip("#").rstrip(), len(found[1])
    if (bullet := _BULLET.match(text)) and _structural(text[bullet.end() :]):
        text = text[bullet.end() :]
    return _unbold(
        SourceLine(line.number, text, line.marks if text == line.text else (), heading, line.code)
    )


def _structural(text: str) -> bool:
    """Say whether a text opens with a number, an option, a label or a head."""
    text = text.lstrip("*_ ")
    start = options.opening(text)
    return bool(
        numbers.candidate(text)
        or (start and start.style not in ("bare", "han"))
        or labels.segments(text)[0].label
        or heads.head(text)
    )


def _unbold(line: SourceLine) -> SourceLine:
    """Take `**` off a number, a label or a head; around a whole option it becomes a mark."""
    found = _BOLD.match(line.text)
    if not found:
        return line
    end = line.text.find(found[2], found.end())
    inner = line.text[found.end() : end]
    if end < 0 or not _structural(inner + line.text[end + len(found[2]) :]):
        return line
    start = len(found[1])
    text = found[1] + inner + line.text[end + len(found[2]) :]
    marks = (Mark(start, start + len(inner), "bold"),)
    return SourceLine(line.number, text, marks, line.heading, line.code)
