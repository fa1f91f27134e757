"""Somebody's files → one paper → a new exam folder, with every doubt at its place.

Reads and writes files; what they mean is the business of `formats`, how YAML looks that of `dump`.
"""

from __future__ import annotations

import difflib
import json
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import TypeGuard

from builder.claim import Claim
from builder.decoding import ReadError, decode
from builder.draft import Doubt, Draft, DraftQuestion
from builder.dump import dump
from builder.fields import LANGUAGE
from builder.folders import TAKEN_BY_SITE, name_fault
from builder.formats import incoming, paper, recognise
from builder.formats.paper.noise import KINDS
from builder.pictures import KINDS as PICTURES
from builder.pictures import is_picture
from builder.problems import UsageError
from builder.unpacking import Source, sources

NOISE = KINDS


@dataclass(frozen=True, slots=True)
class Part:
    """One of the files that a paper was read from, and the line number its first line was given."""

    name: str
    first: int


@dataclass(frozen=True, slots=True)
class Imported:
    """A paper as read, and where its lines come from."""

    draft: Draft
    parts: tuple[Part, ...]

    def place(self, line: int) -> tuple[str, int]:
        """Return the file and the line in it that a line number of the draft stands for."""
        part = next(part for part in reversed(self.parts) if part.first <= line or part.first == 1)
        return part.name, line - part.first + 1

    def doubts(self) -> Iterator[tuple[str, Doubt]]:
        """Yield every doubt with its place, `file:line` or `file:line:column`, in order."""
        for doubt in sorted(self.draft.doubts):
            file, line = self.place(doubt.line)
            at_start = doubt.column and doubt.line == doubt.question
            yield f"{file}:{line}" + (f":{doubt.column}" if at_start else ""), doubt

    def unused(self) -> Iterator[tuple[str, int, str]]:
        """Yield the lines that went nowhere, with file and line."""
        for line, text in sorted(self.draft.unused):
            yield *self.place(line), text


def read(files: Sequence[Path], form: str | None, repair: Iterable[str] = KINDS) -> Imported:
    """Return the paper in `files`: questions in one, their key perhaps in another.

    Plain texts are read as one text, in the order given; other files one by one, as are the files
    in a zip archive. Raises UsageError
    for a file that cannot be read.
    """
    found = sources(files)
    repair = tuple(repair)
    if len(found) > 1 and all(_is_text(each, form) for each in found):
        return _joined(found, repair)
    drafts = [_draft(each, form, repair) for each in found]
    return _one_after_another([each.path for each in found], drafts)


def _is_text(source: Source, form: str | None) -> bool:
    if form is not None:
        return form == "text"
    path, data = source.path, source.data
    try:
        return recognise.packed(data) is None and recognise.plain(decode(data), path.name) == "text"
    except ReadError as error:
        raise UsageError(f"{path}: {error}") from None


def _draft(source: Source, form: str | None, repair: Sequence[str]) -> Draft:
    try:
        draft = incoming.read(source.data, source.path.name, form, repair)
    except ReadError as error:
        raise UsageError(f"{source.path}: {error}") from None
    draft.markdown = draft.markdown or _is_markdown(source.path)
    _take_pictures(draft, source)
    return draft


_PICTURE = re.compile(r"!\[[^\[\]\n]{0,1000}\]\(<?([^()<>\n]{1,300})>?\)")


def _take_pictures(draft: Draft, source: Source) -> None:
    """Take the pictures that the texts show and that lie beside the file, or below."""
    shown: dict[str, int] = {}
    for line, text in _texts(draft):
        for name in _PICTURE.findall(text):
            shown.setdefault(name, line)
    for name in shown:
        data = None if name in draft.files else source.picture(name)
        if data is not None:
            draft.files[name] = data
    draft.doubts = [doubt for doubt in draft.doubts if not _is_at_hand(doubt, draft)]
    draft.doubts += _damaged(draft, shown)


def _damaged(draft: Draft, shown: Mapping[str, int]) -> Iterator[Doubt]:
    """Yield the pictures of which a page would show nothing; `shown` are lines by name."""
    for name, line in shown.items():
        data = draft.files.get(name)
        if data is not None and PurePath(name).suffix.lower() in PICTURES and not is_picture(data):
            message = f"the picture '{name}' is no picture, or is damaged"
            yield Doubt(line, "missing-image", "warning", message, line)


def _texts(draft: Draft) -> Iterator[tuple[int, str]]:
    """Yield the texts that may show a picture, each with the line of what it belongs to."""
    yield 1, draft.front.description or ""
    for section in draft.sections:
        yield section.line, section.instructions or ""
        for question in _all(section.questions):
            yield from ((question.line, text) for text in _texts_of(question))


def _texts_of(question: DraftQuestion) -> Iterator[str]:
    yield from (question.stem, question.material or "", question.explanation or "")
    yield from (question.hint or "", *question.options)
    yield from (text for text in question.feedback if text)
    yield from question.answer if _is_texts(question.answer) else ()


def _is_texts(answer: object) -> TypeGuard[list[str]]:
    return isinstance(answer, list) and all(isinstance(each, str) for each in answer)


def _is_at_hand(doubt: Doubt, draft: Draft) -> bool:
    shown = (f"'{name}'" in doubt.message or f"({name})" in doubt.message for name in draft.files)
    return doubt.about == "missing-image" and any(shown)


def _joined(found: Sequence[Source], repair: Sequence[str]) -> Imported:
    texts, parts, first = [], [], 1
    for each in found:
        text = decode(each.data).text
        text += "" if text.endswith("\n") else "\n"
        texts.append(text)
        parts.append(Part(str(each.path), first))
        first += text.count("\n")
    draft = paper.read("".join(texts), repair)
    draft.markdown = all(_is_markdown(each.path) for each in found)
    for each in found:
        _take_pictures(draft, each)
    return Imported(draft, tuple(parts))


def _is_markdown(path: Path) -> bool:
    return path.suffix.lower() in (".md", ".markdown")


_FAR = 10_000_000
"""More lines than a file has: where the numbers of the next file begin."""


def _one_after_another(paths: Sequence[Path], drafts: Sequence[Draft]) -> Imported:
    whole = Draft(next((draft.title for draft in drafts if draft.title), None), [], [])
    for place, draft in enumerate(drafts):
        _append(whole, draft, place * _FAR)
    parts = tuple(Part(str(path), place * _FAR + 1) for place, path in enumerate(paths))
    whole.markdown = all(draft.markdown for draft in drafts)
    whole.front = next((draft.front for draft in drafts), whole.front)
    return Imported(whole, parts)


def _append(whole: Draft, draft: Draft, shift: int) -> None:
    last = whole.sections[-1] if whole.sections else None
    for section in draft.sections:
        section.line += shift
        for question in _all(section.questions):
            question.line += shift
    for section in draft.sections:
        if draft.loose and last is not None and last.title == section.title:
            last.questions += section.questions
        else:
            whole.sections.append(section)
    whole.doubts += (_moved(doubt, shift) for doubt in draft.doubts)
    whole.unused += ((line + shift, text) for line, text in draft.unused)
    whole.files |= draft.files


def _moved(doubt: Doubt, shift: int) -> Doubt:
    question = doubt.question + shift if doubt.question else 0
    return replace(doubt, line=doubt.line + shift, question=question)


def _all(questions: Iterable[DraftQuestion]) -> Iterator[DraftQuestion]:
    for question in questions:
        yield question
        yield from _all(question.questions)


@dataclass(frozen=True, slots=True)
class Summary:
    """What was read, in numbers."""

    sections: int
    questions: int
    """What can be answered: the parts of a case, not the case."""
    keyed: int
    keyless: int
    """Questions that need a key from the author; essays need none."""
    doubted: int
    """Questions that some doubt is about."""
    unused: int
    """Lines that went nowhere."""


def summary(draft: Draft) -> Summary:
    """Count what was read."""
    owners = draft.doubts_by_owner()
    all_questions = [each for section in draft.sections for each in _all(section.questions)]
    questions = [question for question in all_questions if question.type != "case"]
    keyed = sum(question.answer is not None for question in questions)
    keyless = sum(q.answer is None and q.type != "essay" for q in questions)
    doubted = sum(id(question) in owners for question in all_questions)
    sections = sum(bool(section.questions) for section in draft.sections)
    return Summary(sections, len(questions), keyed, keyless, doubted, len(draft.unused))


def exam_files(imported: Imported, language: str | None, title: str) -> dict[str, bytes]:
    """Return the files of the exam folder: YAML, and the pictures that came with the source."""
    draft = imported.draft
    if language is not None and not re.fullmatch(LANGUAGE, language):
        raise UsageError(f"'{language}' is no language tag, like zh-Hans or en")
    texts = dump(draft, title, language or draft.front.language or language_of(draft))
    return {**{name: text.encode() for name, text in texts.items()}, **draft.files}


def as_json(draft: Draft) -> str:
    """Return what was read as JSON text: title, sections, questions, problems."""
    return json.dumps(paper.contract(draft), ensure_ascii=False, indent=2)


def write(files: dict[str, bytes], folder: Path) -> str | None:
    """Write a new exam folder; return nothing, or how files that are there already differ.

    Nothing is overwritten: where the folder holds anything, nothing is written at all. Raises
    UsageError for a folder name that cannot be an address.
    """
    fault = name_fault(folder.name, TAKEN_BY_SITE, "exam folder")
    if fault:
        raise UsageError(fault)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with Claim(folder.parent):
        if folder.exists() and any(folder.iterdir()):
            return "".join(_differences(files, folder))
        _write_new(files, folder)
    return None


def _write_new(files: dict[str, bytes], folder: Path) -> None:
    """Write a folder under a hidden name, which no bank sees, and then give it its own."""
    hidden = folder.with_name(f".{folder.name}.tmp")
    shutil.rmtree(hidden, ignore_errors=True)
    try:
        _write_into(files, hidden)
        with suppress(FileNotFoundError):
            folder.rmdir()  # it is empty
        try:
            hidden.rename(folder)
        except OSError:  # a drive that cannot rename
            _write_into(files, folder)
    finally:
        shutil.rmtree(hidden, ignore_errors=True)


def _write_into(files: dict[str, bytes], folder: Path) -> None:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _differences(files: dict[str, bytes], folder: Path) -> Iterator[str]:
    for name, data in sorted(files.items()):
        path = folder / name
        before = path.read_bytes() if path.is_file() else b""
        if before == data:
            continue
        try:
            old, new = before.decode().splitlines(True), data.decode().splitlines(True)
        except UnicodeDecodeError:
            yield f"{path}: the picture differs\n"
            continue
        yield from difflib.unified_diff(old, new, str(path), f"{name} as it would be imported")


def folder_name(path: Path) -> str:
    """Return the name of an exam folder for a file: letters, digits and `-`, as an address."""
    return re.sub(r"[^\w.]+", "-", path.stem.lower()).strip("-._") or "exam"


_TRADITIONAL = set(
    "訓練師題選擇對錯與這個為學習們從數據參標單項電腦網絡開關實證書設計測試優點後時間內產業"
)
_SIMPLIFIED = set(
    "训练师题选择对错与这个为学习们从数据参标单项电脑网络开关实证书设计测试优点后时间内产业"
)


def language_of(draft: Draft) -> str:
    """Return the language a paper seems to be in: zh-Hant, zh-Hans or en."""
    questions = [each for section in draft.sections for each in _all(section.questions)]
    texts = [text for each in questions for text in (each.stem, each.material or "", *each.options)]
    text = "".join([draft.title or "", *texts])
    if len(re.findall(r"[\u4e00-\u9fff]", text)) * 4 < len(re.findall(r"[A-Za-z]", text)):
        return "en"
    traditional = sum(character in _TRADITIONAL - _SIMPLIFIED for character in text)
    simplified = sum(character in _SIMPLIFIED - _TRADITIONAL for character in text)
    return "zh-Hant" if traditional > simplified else "zh-Hans"
