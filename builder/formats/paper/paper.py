"""The order of the stages: from source lines to a draft that accounts for every line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from builder.draft import Draft, DraftQuestion, DraftSection
from builder.formats.paper import account, assemble, checks, cut, glued, lone, markdown, noise
from builder.formats.paper.doubts import Doubts
from builder.formats.paper.layout import layout
from builder.formats.paper.lines import SourceLine
from builder.formats.paper.noise import Finding
from builder.formats.paper.raw import RawPaper, RawQuestion, Text
from builder.formats.paper.rows import rows


def draft(lines: Sequence[SourceLine], repair: frozenset[str], ends_open: bool) -> Draft:
    """Return the draft of a paper; what went nowhere is in `unused`."""
    cleaned, findings = noise.clean(lines, repair)
    bare = list(markdown.undecorated(cleaned))
    all_rows = rows(lone.dotted(bare))
    raw = layout(all_rows)
    doubts = Doubts()
    cut.mend(raw, all_rows, ends_open, doubts)
    sections = assemble.sections(raw, doubts)
    doubts.take(raw.doubts)
    if not _is_paper(raw, sections):
        return _nothing(lines, raw, findings, (all_rows and all_rows[0].number) or 1)
    checks.check(sections, bare, doubts)
    _noise(raw, findings, doubts)
    glued.hint(bare, doubts)
    result = assemble.draft(_title(raw), sections, doubts)
    result.unused = _unused(lines, raw, findings, _title_line(raw))
    told = {number for number, _ in result.unused} | {doubt.line for doubt in doubts.all}
    result.unused = sorted([*result.unused, *account.lost(all_rows, result, told)])
    return result


def _is_paper(raw: RawPaper, sections: Sequence[DraftSection]) -> bool:
    """Say whether anything here is a question: options, a key, a place for an answer, or a head."""
    found = [q for section in raw.sections for q in section.questions()]
    if not found:
        return False
    if any(section.kind and section.items for section in raw.sections):
        return True
    by_line = {q.line: q for section in sections for q in _leaves(section.questions)}
    return any(
        (len(q.options) > 1 and q.options[0].style not in ("bare", "han") and _asks(q, len(found)))
        or q.keys
        or q.kind
        or q.numeric
        or q.accepted
        or (
            q.line in by_line
            and (by_line[q.line].answer is not None or "___" in by_line[q.line].stem)
        )
        for q in found
    )


_QUESTION = re.compile(
    r"[?？_＿]|[（(【]\s*[A-Za-z]{0,6}\s*[)）】]|[:：]\s*$|(?:[是有为為指括于於到成中的]|[a-z,])\s*[。.]?\s*$|"
    r"下列|以下|哪|which|what",
    re.I,
)


def _asks(question: RawQuestion, count: int) -> bool:
    """Say whether a question with options and no key asks something, and is no list in notes."""
    stem = "\n".join(text for _, text in question.stem if text.strip())
    return (len(question.options) > 2 and count > 1) or bool(_QUESTION.search(stem))


def _leaves(questions: Sequence[DraftQuestion]) -> list[DraftQuestion]:
    return [leaf for q in questions for leaf in (q.questions or [q])]


def _nothing(
    lines: Sequence[SourceLine], raw: RawPaper, findings: list[Finding], first: int
) -> Draft:
    doubts = Doubts()
    doubts.add(1, "no-questions", "nothing in the file is a question")
    unused = [(line.number, line.text) for line in lines if line.text.strip()]
    return Draft(_title(raw), [], doubts.all, unused)


_NAMES = {
    "invisible": "invisible characters",
    "ruby": "readings in brackets",
    "pages": "page numbers, headers and boxes",
    "chat": "phrases of a chat",
    "learner": "a learner's own answers and scores",
}


def _noise(raw: RawPaper, findings: list[Finding], doubts: Doubts) -> None:
    """Add one doubt for all noise, at its first line; what stands before the paper is not told."""
    start = min((s.line for s in raw.sections), default=0)
    found = [(f.line, f.kind) for f in findings if f.kind != "pages" or f.line > start]
    found += raw.noise
    if not found:
        return
    counts = Counter(kind for _, kind in found)
    said = ", ".join(f"{_NAMES[kind]} on {count} lines" for kind, count in counts.items())
    doubts.add(min(line for line, _ in found), "noise-removed", f"left out: {said}")


_TITLE_LABEL = re.compile(
    r"\s*(?:试卷标题|试卷名称|标题|標題|卷名|试卷|Quiz title|Title|Test title|Exam)\s*[:：]\s*",
    re.I,
)
_NOT_A_TITLE = re.compile(
    r"\s*(?:绝密|絕密|机密|秘密|姓名|班级|班級|学号|學號|考号|学校[:：]|得\s*分|考试时间|考試時間"
    r"|时间[:：]|满分|滿分|总分|注意事项|Instructions?\b|题号|題號|[\s|]*答案|Points|Name\b|Date\b|Class\b"
    r"|[-—(（]?\d+\s*分钟)|.*[。；;]$"
)
_PAPER = re.compile(
    "试卷|試卷|试题|試題|测试|測試|测验|測驗|考试|考試|考核|练习|練習|题库|題庫|小测|作业|卷$|exam|quiz|test|paper|practice",
    re.I,
)


def _title_line(raw: RawPaper) -> tuple[int, str] | None:
    """Return the line that is the paper's own heading, or nothing."""
    found = [
        (line, text) for line, text in raw.title if text.strip() and not _NOT_A_TITLE.match(text)
    ]
    if not found:
        return None
    for line, text in found[:3]:
        if _TITLE_LABEL.match(text) or _PAPER.search(text):
            return line, text
    return found[0]


def _title(raw: RawPaper) -> str | None:
    found = _title_line(raw)
    if not found:
        return None
    text = _TITLE_LABEL.sub("", found[1], count=1).strip()
    return text.strip("*# ").strip() or None


def _unused(
    lines: Sequence[SourceLine],
    raw: RawPaper,
    findings: list[Finding],
    title: tuple[int, str] | None,
) -> Text:
    """Return the lines that went nowhere: front matter, furniture, labels of no question."""
    gone = dict(raw.dropped)
    gone.update((f.line, f.text) for f in findings if f.kind in ("pages", "chat"))
    gone.update((line, text) for line, text in raw.title if title is None or line != title[0])
    source = {line.number: line.text for line in lines}
    return sorted(
        (line, source[line]) for line, text in gone.items() if text.strip() and line in source
    )
