"""Heads of sections, 一、单选题（共15题，每题2分）, and lines that announce shared material."""

from __future__ import annotations

import re
from dataclasses import dataclass

from builder.draft import Declared
from builder.formats.paper.numerals import amount, number
from builder.formats.paper.words import ENGLISH_KINDS, KINDS

_HAN = "一二三四五六七八九十"
_NUMBER = r"([0-9０-９]{1,4}(?:[.．][0-9]{1,2})?|[一二三四五六七八九十两兩]{1,4})"

_ORDINAL = re.compile(
    rf"\s*(?:[（(]\s*([{_HAN}]{{1,3}})\s*[)）]\s*[、.．]?"
    rf"|([{_HAN}]{{1,3}})\s*[、.．，,:：]"
    rf"|第\s*([{_HAN}0-9０-９]{{1,3}})\s*(?:部分|大题|大題|章|节|節|单元|單元|篇|组"
    rf"|卷)\s*[、.．:：]?"
    r"|第\s*([ⅠⅡⅢⅣⅤIV]{1,3})\s*卷\s*[、.．:：]?"
    r"|([ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩ]{1,3})\s*[、.．]"
    r"|([IVX]{1,4})\s*[、.．](?=\s*\S{3})"
    r"|(?:Part|Section)\s+([A-Z]|[IVX]{1,4}|\d{1,2}|One|Two|Three|Four|Five|Six)\b\s*[、.．:：)-]?"
    r")\s*",
    re.I,
)
_ENGLISH_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}

_KIND_WORDS = sorted(KINDS, key=len, reverse=True)
_ENGLISH_WORDS = sorted(ENGLISH_KINDS, key=len, reverse=True)
_KIND_TITLE = re.compile(
    rf"(?:[\u3400-\u9fff]{{0,4}}?)(?:{'|'.join(_KIND_WORDS)})(?:[与和及、/]"
    rf"(?:{'|'.join(_KIND_WORDS)}))?"
    r"(?:[题題](?:部分|型)?|部分)?"
)
_BARE_KIND = re.compile(
    rf"(?:{'|'.join(_KIND_WORDS)})[题題]|单选|多选|判断|填空|简答|名词解释|判断正误|判断对错"
    rf"|正误判断"
    r"|(?:综合|案例|材料|阅读|情景|多项|单项|应用|操作)*"
    rf"(?:{'|'.join(_KIND_WORDS)})[题題]"
)
_ENGLISH_TITLE = re.compile(
    rf"(?:{'|'.join(map(re.escape, _ENGLISH_WORDS))})(?:\s+(?:questions?|items?|section))?", re.I
)
_TAIL = re.compile(
    r"\s*(?:[（(【\[〔]|[:：。；;]|[，,、]?\s*(?=(?:本题|本大题|本大題|本部分|每小?[题題空]"
    r"|共计?\s*[0-9一二三四五六七八九十]"
    r"|总分|總分|满分|滿分|计\s*\d|下列|请|請|在每|以下各))|\s+[-—]\s+)"
)
_INSTRUCTION = re.compile(
    r"\s*(?:本|每|共|总|請|请|下列|以下|在|将|對|对下|判断下|根据|阅读|从|用|\d|[（(]"
    r"|(?:choose|select|circle|answer|write|mark|each|read|for each|fill|complete|decide|state"
    r"|indicate|there (?:is|are)|only one|more than one)\b)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Head:
    """A section's head as printed, taken apart."""

    title: str
    kind: str | None
    declared: Declared
    ordinal: int | None
    tail: str
    sure: bool
    """It names a kind of question, or is set as a heading."""


def kind_of(text: str) -> str | None:
    """Return the kind of question that a title or a type mark names, or nothing."""
    for word in _KIND_WORDS:
        if word in text:
            return KINDS[word]
    lower = " ".join(text.lower().split())
    return next((ENGLISH_KINDS[word] for word in _ENGLISH_WORDS if word in lower), None)


def head(text: str, heading: int = 0) -> Head | None:
    """Return the section head that a line is, or nothing."""
    text = text.strip().strip("*").strip()
    if not text or len(text) > 300:
        return None
    found = _ORDINAL.match(text)
    title, tail = _cut(text[found.end() :] if found else text)
    ordinal = _ordinal(found) if found else None
    if found and not title and found[2] is None:
        title = text[: found.end()].rstrip(" 　、.．:：)-")
    named = _names_a_kind(title)
    if not found and not heading and not (named and _only_kind(title, tail)):
        return None
    if not title or not (named or _could_be_title(title, tail)):
        return None
    kind = kind_of(title) if named else None
    return Head(title, _sharper(kind, tail), declared(tail), ordinal, tail, named or heading > 0)


def _cut(text: str) -> tuple[str, str]:
    """Return the title and the bracket or sentence behind it."""
    if (english := _ENGLISH_TITLE.match(text)) and re.match(r"\s*[.:]\s+\S", text[english.end() :]):
        return english[0].strip(), text[english.end() :].lstrip(" .:")
    found = _TAIL.search(text)
    if not found:
        return text.strip(), ""
    return text[: found.start()].strip(), text[found.start() :].strip()


def _ordinal(found: re.Match[str]) -> int | None:
    printed = next(group for group in found.groups() if group)
    if printed.lower() in _ENGLISH_NUMBERS:
        return _ENGLISH_NUMBERS[printed.lower()]
    if len(printed) == 1 and printed in "ABCDEFGH":
        return ord(printed) - 64
    return number(printed)


def _names_a_kind(title: str) -> bool:
    return bool(
        len(title) <= 24
        and (
            _KIND_TITLE.fullmatch(title)
            or _ENGLISH_TITLE.fullmatch(title)
            or (len(title) <= 14 and title.endswith(("题", "題")) and kind_of(title))
        )
    )


def names_kind(text: str) -> bool:
    """Say whether a text is the name of a kind and nothing else, as in （判断）."""
    bare = text.strip()
    if bare.endswith(("题", "題", "题型")) and _names_a_kind(bare):
        return True
    return bare in KINDS or bool(_ENGLISH_TITLE.fullmatch(bare))


def _only_kind(title: str, tail: str) -> bool:
    """Say whether a line without an ordinal says nothing but a kind, and so is a head."""
    if not (_BARE_KIND.fullmatch(title) or _ENGLISH_TITLE.fullmatch(title)):
        return False
    return (
        not tail.strip("：: ")
        or tail[0] in "（([【〔"
        or bool(_INSTRUCTION.match(tail.lstrip(":：。；; ")))
    )


def _could_be_title(title: str, tail: str) -> bool:
    """Say whether words behind an ordinal are a title and not a question or a sentence."""
    return (
        len(title) <= 30 and not title.endswith(("？", "?", "，", ",", "；")) and "___" not in title
    )


def _sharper(kind: str | None, tail: str) -> str | None:
    """Return the kind, made narrower by what the instructions say of the options."""
    if kind == "choice":
        if re.search(r"只有一[个項项]|单选|單選|只有一個", tail):
            return "single"
        if re.search(r"多[个項项]|至少有?[两二2]|两个(?:或|以)|不止一|多选|多選", tail):
            return "multiple"
    return kind


_COUNT = re.compile(
    rf"[题題][数數]\s*[:：]\s*{_NUMBER}|(?:共(?:计|有)?|计|有|^|[（(，,：:\s])\s*{_NUMBER}\s*(?:小|道|大|个)?(?:[题題]|小题"
    rf"|questions?\b|items?\b)",
    re.I,
)
_EACH = re.compile(
    rf"(?:每(?:小|道|大|个)?[题題]|每[题題]各|[题題]各|每个?|各)\s*{_NUMBER}\s*分"
    rf"|{_NUMBER}\s*(?:points?|marks?)\s*(?:each|per|for each|apiece)"
    rf"|{_NUMBER}\s*分\s*/\s*[题題]|each\s+(?:worth\s+)?{_NUMBER}\s*(?:points?|marks?)"
    rf"|{_NUMBER}\s*分\s*[×xX*＊]\s*[0-9]{{1,3}}"
    rf"|[0-9]{{1,3}}\s*[题題]?\s*[×xX*＊]\s*{_NUMBER}\s*分?\s*[=＝]",
    re.I,
)
_TOTAL = re.compile(
    rf"(?:共计?|合计|总计|满分|滿分|总分|總分|计|小计|[=＝])\s*(?:为|為)?\s*{_NUMBER}\s*(?:分"
    rf"|points?|marks?)"
    rf"|[题題]\s*[，,、;；]\s*{_NUMBER}\s*分(?=\s*(?:[)）】\]。，,]|$))"
    rf"|{_NUMBER}\s*(?:points?|marks?)(?:\s+(?:in\s+)?total)?\s*(?=[])）】;,，.]|$)"
    rf"|total\s*(?:of|:)?\s*{_NUMBER}\s*(?:points?|marks?)?|^[（(]\s*{_NUMBER}\s*分\s*[)）]",
    re.I,
)
_TIMES = re.compile(
    r"([0-9]{1,3})\s*(?:[小]?[题題])?\s*[×xX*＊]\s*([0-9]{1,3}(?:\.\d)?)\s*分|"
    r"([0-9.]{1,4})\s*分\s*[×xX*＊]\s*([0-9]{1,3})"
)


def declared(tail: str) -> Declared:
    """Return the counts and points that the text behind a head announces."""
    count = _first(_COUNT, tail)
    each = _first(_EACH, tail)
    total = None
    for found in _TOTAL.finditer(tail):
        value = _value(found)
        if not re.match(r"\s*(?:each|per)", tail[found.end() :]):
            total = value
    times = _TIMES.search(tail)
    if times and count is None:
        count = amount(times[1] or times[4])
        each = amount(times[2] or times[3])
    whole = int(count) if count is not None and count == int(count) else None
    return Declared(whole, each, total)


def _first(pattern: re.Pattern[str], text: str) -> float | None:
    found = pattern.search(text)
    return _value(found) if found else None


def _value(found: re.Match[str]) -> float | None:
    return next((amount(group) for group in found.groups() if group), None)


_RANGE = (
    r"([0-9０-９]{1,3})\s*(?:[-~～—–－至到、和与及]|to|through|and)+\s*(?:第\s*)?([0-9０-９]{1,3})"
)
_ANNOUNCES = re.compile(
    rf"(?:回答|完成|解答|判断|判斷|作答|做|答)[^0-9０-９。！？]{{0,12}}{_RANGE}\s*(?:小|各|两|三"
    rf"|四|道)?\s*(?:[题題]|小题|问题)[^。！？]{{0,8}}[。：:.]?\s*$"
    rf"|questions?\s+{_RANGE}\b[^?]{{0,60}}$|{_RANGE}\s*[题題]\s*(?:共用|共享|基于|是根据|根据"
    rf"|使用|用同)[^。]{{0,20}}[。：:]?\s*$",
    re.I,
)
_OPENS = re.compile(
    r"[（(【\[]?\s*(?:根据|依据|閱讀|阅读|根據|依據|閲讀|请?结合|请阅读|請閱讀|参考|read\b"
    r"|based on|use the|refer\b|questions?\s+\d|the following|[0-9～~\-—至 ]+[题題])",
    re.I,
)
_OPEN_ENDED = re.compile(
    r"(?:请)?(?:阅读|閱讀|根据|根據|依据|结合)[^。？?]{0,16}(?:材料|资料|資料|短文|文章|案例|背景"
    r"|信息|文字)[^。？?]{0,6}"
    r"[，,]?\s*(?:然后)?(?:回答|完成|解答)(?:下列|下面|以下|后面|文后"
    r"|所给)?(?:各)?(?:的)?(?:小?[问问題题]+|各题|小题)[。：:]?\s*"
    r"|read the (?:following )?(?:passage|text|material|case)[^?]{0,40}(?:answer"
    r"|questions)[^?]{0,40}",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Material:
    """A line that announces shared material; the sentence that does so begins at `start`."""

    first: int | None
    last: int | None
    start: int


def material(text: str) -> Material | None:
    """Return what a line announces about shared material, or nothing."""
    if len(text) > 1500:
        return None
    bare = text.strip().strip("*（()）【】[]")
    found = _ANNOUNCES.search(text[-120:])
    if not found:
        return Material(None, None, 0) if _OPEN_ENDED.fullmatch(bare) else None
    first, last = [number(group) for group in found.groups() if group][:2]
    if first is None or last is None or not first < last <= first + 60:
        return None
    return Material(first, last, _sentence_start(text, len(text[:-120]) + found.start()))


def _sentence_start(text: str, place: int) -> int:
    """Return where the announcing sentence begins, 0 when it is the whole line."""
    start = max(text.rfind(mark, 0, place) for mark in "。！？；") + 1
    return start if start and text[:start].strip() else 0
