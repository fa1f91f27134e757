"""What a file carries besides the paper: invisible characters, flattened ruby, pages, chat.

`clean` returns the lines without it and a finding for each removal. Every kind can be switched off.
Ruby readings `訓(xùn)練` go only where they are dense and stand inside words: a paper about
pronunciation, or an option `（ shàn ）`, keeps its readings.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from builder.formats.paper.lines import SourceLine

KINDS = ("invisible", "ruby", "pages", "chat")
"""What can be switched off. A learner's own answers are never part of a paper."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that was left out: where, of what kind, the text as it stood."""

    line: int
    kind: str
    text: str


Lines = Sequence[SourceLine]
Repaired = tuple[list[SourceLine], list[Finding]]

_INVISIBLE = re.compile(
    "[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u180e\u200b-\u200f"
    "\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ue000-\ue00f]"
)
_ODD_BLANK = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3164\u115f]")
_JOINER_IN_EMOJI = re.compile(
    "(?<=[\ufe0f\U0001f300-\U0001faff])\u200d(?=[\u2600-\u27bf\U0001f300-\U0001faff])"
)


def clean(lines: Lines, repair: frozenset[str] = frozenset(KINDS)) -> Repaired:
    """Return the lines without noise of the kinds in `repair`, and what was left out."""
    findings: list[Finding] = []
    current = list(lines)
    for kind, stage in _STAGES:
        if kind in repair:
            current, found = stage(current)
            findings += found
    return [_blanks(line) for line in current], sorted(findings, key=lambda f: f.line)


def _blanks(line: SourceLine) -> SourceLine:
    if line.text.isascii():
        return line
    text = _ODD_BLANK.sub(" ", line.text)
    return (
        line
        if text == line.text
        else SourceLine(line.number, text, line.marks, line.heading, line.code)
    )


def _invisible(lines: Lines) -> Repaired:
    result, findings = [], []
    for line in lines:
        spans = [] if line.text.isprintable() else _unseen(line.text)
        if spans:
            findings.append(Finding(line.number, "invisible", line.text))
        result.append(line.without(spans))
    return result, findings


def _unseen(text: str) -> list[tuple[int, int]]:
    kept = {found.start() for found in _JOINER_IN_EMOJI.finditer(text)}
    return [f.span() for f in _INVISIBLE.finditer(text) if f.start() not in kept]


_HAN = r"[\u3400-\u9fff\uf900-\ufaff]"
_READING = r"[a-zāáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜüńňǹḿê]{1,7}"
_RUBY = {
    "half": re.compile(rf"(?<={_HAN})\(({_READING})\)"),
    "full": re.compile(rf"(?<={_HAN})（({_READING})）"),
}
_FEWEST = {"half": 4, "full": 10}
_ABOUT_SOUND = re.compile(
    "读音|讀音|注音|拼音|字音|加点字|加點字|读作|讀作|声母|聲母|韵母|韻母|多音字"
)


def _ruby(lines: Lines) -> Repaired:
    """Remove readings after Han characters if they are many and most stand inside words."""
    noisy = [form for name, form in _RUBY.items() if _dense(lines, form, _FEWEST[name])]
    result, findings = [], []
    for line in lines:
        spans = [found.span() for form in noisy for found in form.finditer(line.text)]
        if spans:
            findings.append(Finding(line.number, "ruby", line.text))
        result.append(line.without(spans))
    return result, findings


def _dense(lines: Lines, form: re.Pattern[str], fewest: int) -> bool:
    inside = total = about = with_ruby = 0
    for line in lines:
        found = [m for m in form.finditer(line.text) if not m[1].isascii() or len(m[1]) <= 4]
        total += len(found)
        with_ruby += bool(found)
        inside += sum(bool(re.match(_HAN, line.text[m.end() :])) for m in found)
        about += len(_ABOUT_SOUND.findall(line.text))
    return inside >= fewest and inside * 2 >= total and about * 4 <= total and with_ruby > 1


_N = r"\d{1,4}"
_PAGE = re.compile(
    rf"\s*[-—–·•|~]*\s*(?:第\s*{_N}\s*[页頁]\s*(?:[,，/（(|]?\s*共\s*{_N}\s*[页頁]\s*[)）]?)?"
    rf"|共\s*{_N}\s*[页頁]\s*[,，/]?\s*第\s*{_N}\s*[页頁]|[Pp]age\s+{_N}(?:\s*(?:of|/)\s*{_N})?"
    rf"|[-—–]\s*{_N}\s*[-—–]|[Pp]\.\s*{_N})\s*[-—–·•|~]*\s*"
)
_PAGE_WITH_TITLE = re.compile(
    rf".{{2,40}}?\s*第\s*{_N}\s*[页頁]\s*[,，/（(]?\s*共\s*{_N}\s*[页頁]\s*[)）]?\s*"
)
_BARE_PAGE = re.compile(rf"\s*{_N}\s*/\s*({_N})\s*")
_SEAL = re.compile(
    r"(?=.*(?:密.{0,30}封.{0,30}线|装.{0,30}订.{0,30}线"
    r"|密.{0,30}封.{0,30}線))[\s密封装訂订线線内內不要答题題得学學校班级級姓名考号號准证證座位○〇O…·.—_\-┄┈:：]+"
)
_SCORE_BOX = re.compile(
    r"[\s|]*(?:得\s*分|评卷人|评分人|阅卷人|复核人|評卷人|閱卷人)(?:[\s|:：_]*(?:得\s*分|评卷人"
    r"|评分人|阅卷人|复核人|評卷人|閱卷人))*[\s|:：_]*"
)


_AD = re.compile(
    r"(?=.{0,80}$)(?:.*(?:关注|搜索|添加).{0,12}(?:公众号|公眾號|微信号|小程序).*"
    r"|.*(?:微信)?公众号\s*[:：].*|.*扫(?:描|码).{0,12}(?:二维码|关注|加群|下载).*"
    r"|.*更多.{0,16}(?:请|敬请|欢迎|尽在).{0,6}(?:访问|关注|登录|加|下载|点击|搜索).*"
    r"|(?:本文|文章|资料|试题|题目)?(?:来源|转载自|整理自|来自)\s*[:：]?\s*(?:https?://|www\.)\S+"
    r"|\s*(?:网址[:：]?\s*)?(?:https?://\S+|www\.\S+\.[a-z]{2,6}\S{0,40})\s*)",
    re.I,
)


def _pages(lines: Lines) -> Repaired:
    """Remove page numbers, headers and footers beside them, seal lines and marking boxes."""
    furniture = _page_lines(lines)
    furniture |= _headers(lines, furniture)
    kept = [line for i, line in enumerate(lines) if i not in furniture]
    return kept, [Finding(lines[i].number, "pages", lines[i].text) for i in sorted(furniture)]


_FURNITURE = (_PAGE, _PAGE_WITH_TITLE, _SEAL, _SCORE_BOX, _AD)


def _page_lines(lines: Lines) -> set[int]:
    plain = {
        i
        for i, line in enumerate(lines)
        if len(line.text) < 200
        and not line.code
        and line.text.strip()
        and any(form.fullmatch(line.text) for form in _FURNITURE)
    }
    bare = {i: m[1] for i, line in enumerate(lines) if (m := _BARE_PAGE.fullmatch(line.text))}
    totals = Counter(bare.values())
    return plain | {i for i, total in bare.items() if totals[total] > 2}


def _headers(lines: Lines, pages: set[int]) -> set[int]:
    """Return repeated lines that stand beside a page's number; the file's first line stays."""
    numbers = {
        i for i in pages if _PAGE.fullmatch(lines[i].text) or _BARE_PAGE.fullmatch(lines[i].text)
    }
    if not numbers:
        return set()
    filled = [i for i, line in enumerate(lines) if line.text.strip()]
    place = {i: at for at, i in enumerate(filled)}
    beside = {
        filled[at]
        for i in numbers
        for at in (place[i] - 1, place[i] + 1)
        if 0 <= at < len(filled) and filled[at] not in pages
    }
    counts = Counter(lines[i].text.strip() for i in filled if len(lines[i].text) < 80)
    shapes = re.compile(r"\s*(?:[A-Za-z][.、)）]|\d+[.、)）]|[【（(]|答案|解析)")
    return {
        i
        for i in beside
        if counts[lines[i].text.strip()] > 1
        and i != filled[0]
        and len(lines[i].text.strip()) > 3
        and not shapes.match(lines[i].text)
    }


_CHAT = re.compile(
    r"(?:好的|当然|當然|没问题|沒問題|可以的)[，,！!。].{0,120}"
    r"|(?:以下|下面|这|這)[是为為].{0,80}(?:题|題|试卷|試卷|练习|練習"
    r"|测验)[^？?（(]{0,40}[：:。！!]"
    r"|希望.{0,40}(?:帮助|幫助|有用|有所帮助|满意|顺利).{0,80}"
    r"|(?:如果|如)(?:您|你|需|有|还|想).{0,60}(?:告诉我|告訴我|随时|隨時|联系|继续|可以"
    r"|提出).{0,40}"
    r"|(?:需要我|要不要我|是否需要).{0,60}[？?吗]"
    r"|(?:Sure|Certainly|Of course|Absolutely|Great)[!,.].{0,160}"
    r"|Here (?:are|is|'s) .{0,100}(?:question|quiz|test|exam|paper).{0,60}[:.!]"
    r"|(?:Let me know|Feel free|I hope|Hope this|Would you like).{0,160}",
    re.I,
)


def _chat(lines: Lines) -> Repaired:
    """Remove an assistant's phrases at the two ends of a text."""
    filled = [i for i, line in enumerate(lines) if line.text.strip()]
    ends = [*filled[:3], *filled[-4:]] if len(filled) > 6 else filled
    gone = {i for i in ends if _CHAT.fullmatch(lines[i].text.strip())}
    kept = [line for i, line in enumerate(lines) if i not in gone]
    return kept, [Finding(lines[i].number, "chat", lines[i].text) for i in sorted(gone)]


_STAGES: tuple[tuple[str, Callable[[Lines], Repaired]], ...] = (
    ("invisible", _invisible),
    ("ruby", _ruby),
    ("pages", _pages),
    ("chat", _chat),
)
