"""Marks in a stem that are not part of it: its kind, （多选）, and its points, （3分）."""

from __future__ import annotations

import re
from dataclasses import dataclass

from builder.formats.paper.heads import kind_of

_KIND = (
    r"单选|多选|單選|多選|判断|判斷|填空|不定项选择|不定项|双选|单项选择|多项选择|單項選擇"
    r"|多項選擇|简答|簡答|问答|問答"
    r"|论述|論述|名词解释|是非|选择|選擇|计算|案例分析|连线|排序|匹配|单选|阅读理解|综合|应用"
    r"|操作|编程|主观|改错"
)
_SHORT = (
    r"单选|多选|單選|多選|判断|判斷|填空|不定项|双选|单项选择|多项选择|單項選擇|多項選擇|简答"
    r"|簡答|问答|問答|论述|论述|名词解释|是非"
)
_ENGLISH = (
    r"single choice|multiple choice|multiple answers?|multiple response|true[ /]?(?:or )?false"
    r"|t/f|fill[- ]in(?: the blanks?)?|short answer|essay"
)
_POINTS = (
    r"(?:本[小]?[题題]\s*|分值\s*[:：]?\s*)?(?:共|计|满分)?\s*(?P<points>\d{1,3}(?:\.\d)?)\s*(?:分"
    r"|points?|pts?|marks?)"
)
_NAME = rf"(?P<kind>(?:{_KIND})[题題]|{_SHORT}|{_ENGLISH})"
_INSIDE = rf"(?:{_NAME}\s*(?:[,，:：·]?\s*{_POINTS})?|{_POINTS.replace('points>', 'only>')})"
FRONT = re.compile(rf"\s*[【\[〔［（(<]\s*{_INSIDE}\s*[】\]〕］)）>]\s*", re.I)
_FRONT_BARE = re.compile(rf"\s*(?P<kind>(?:{_KIND})[题題])\s*[:：]\s*", re.I)
_END = re.compile(
    rf"\s*[【\[〔［（(]\s*{_INSIDE}\s*[】\]〕］)）](?P<tail>\s*"
    rf"(?:[（(【]\s*[^()（）【】]{{0,8}}\s*[)）】])?\s*[。.？?：:！]?\s*)\*?\s*$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Marked:
    """A text without a mark, and what the mark says."""

    text: str
    kind: str | None
    points: float | None


def front(text: str, start: int, end: int) -> tuple[int, str | None, float | None] | None:
    """Return where the text goes on behind a mark at `start`, and what the mark says."""
    found = FRONT.match(text, start, end) or _FRONT_BARE.match(text, start, end)
    if not found:
        return None
    kind, points = _said(found)
    return found.end(), kind, points


def _said(found: re.Match[str]) -> tuple[str | None, float | None]:
    groups = found.groupdict()
    points = groups.get("points") or groups.get("only")
    kind = groups.get("kind")
    return (kind_of(kind) if kind else None), (float(points) if points else None)


def behind(text: str) -> Marked:
    """Return a line of a stem without the marks at its end."""
    kind: str | None = None
    points: float | None = None
    while len(text) < 5000 and (found := _END.search(text, max(0, len(text) - 60))):
        said, worth = _said(found)
        kind, points = kind or said, points if worth is None else worth
        text = text[: found.start()] + found["tail"].rstrip()
    return Marked(text, kind, points)


def is_kind_mark(text: str) -> bool:
    """Say whether a line is a mark of a kind and nothing else, as in [单选题]."""
    found = FRONT.fullmatch(text)
    return bool(found and found["kind"])
