"""What is told of a question list as a whole: repeated stems, pictures not at hand, nothing found.

The paper reader has checks of its own; a list has no heads, counts or numbering to hold it to.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator

from builder.draft import Doubt, Draft, DraftQuestion, DraftSection

_PICTURE = re.compile(
    r"!\[[^\[\]\n]{0,1000}\]\((?!https?:|data:)([^()\n]{1,400})\)"
    r"|[\[【（(](?:图片|圖片|image|picture)\s?\d{0,3}[\]】）)]",
    re.IGNORECASE,
)
_LONE = "missing-options"


def finished(draft: Draft) -> Draft:
    """Return a draft of a list with its doubts in order, and those that need the whole list."""
    questions = [question for section in draft.sections for question in section.questions]
    leaves = [leaf for question in questions for leaf in (question, *question.questions)]
    draft.doubts += [
        *_miscounted(draft.sections),
        *_repeated(questions),
        *_lone_options(leaves, _places(draft.doubts, _LONE)),
        *_missing_pictures(leaves, draft.files),
    ]
    if not questions and not any(doubt.about == "no-questions" for doubt in draft.doubts):
        draft.doubts.append(Doubt(1, "no-questions", "warning", "there are no questions"))
    draft.doubts.sort()
    draft.unused.sort()
    return draft


def _places(doubts: Iterable[Doubt], about: str) -> set[tuple[int, int]]:
    return {(doubt.line, doubt.column) for doubt in doubts if doubt.about == about}


def _at(question: DraftQuestion, about: str, message: str) -> Doubt:
    return Doubt(question.line, about, "warning", message, question.line, question.column)


def _miscounted(sections: Iterable[DraftSection]) -> Iterator[Doubt]:
    for section in sections:
        declared, found = section.declared.count, len(section.questions)
        if declared is not None and declared != found:
            message = f"{declared} questions are announced, {found} were found"
            yield Doubt(section.line, "count-mismatch", "warning", message)


def _repeated(questions: Iterable[DraftQuestion]) -> Iterator[Doubt]:
    first: dict[str, DraftQuestion] = {}
    for question in questions:
        stem = "".join(question.stem.split())
        if stem in first and len(stem) > 3:
            where = f"line {first[stem].line}"
            if first[stem].line == question.line and question.column:
                where += f", column {first[stem].column}"
            message = f"the stem is the same as on {where}"
            yield _at(question, "duplicate-stem", message)
        first.setdefault(stem, question)


def _lone_options(
    questions: Iterable[DraftQuestion], told: Container[tuple[int, int]]
) -> Iterator[Doubt]:
    for question in questions:
        if question.type in ("single", "multiple") and len(question.options) < 2:
            found = "is only one option" if question.options else "are no options"
            if (question.line, question.column) not in told:
                yield _at(question, _LONE, f"there {found}")


def _missing_pictures(
    questions: Iterable[DraftQuestion], files: dict[str, bytes]
) -> Iterator[Doubt]:
    for question in questions:
        texts = [question.stem, question.material or "", *question.options]
        for text in (*texts, *(question.feedback or ()), question.explanation or ""):
            for found in _PICTURE.finditer(text or ""):
                if found[1] not in files:
                    message = f"the picture '{(found[1] or found[0])[:400]}' is not at hand"
                    yield _at(question, "missing-image", message)
