"""Round trips: generated banks over all types, out into a format and back. Tests nothing itself.

A format that goes both ways joins by a row in `BOTH_WAYS`. What comes back must equal what went
out, but for the losses that the writer told.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from builder import importing, load
from builder.formats import WRITERS
from builder.formats.document.markdown_out import html
from builder.formats.writing import WHOLE, Loss, written
from builder.markup import Style
from builder.model import Bank, Exam, Question, Section
from builder.questions import TYPES


@dataclass(frozen=True)
class BothWays:
    """A format that is written and read: its name for `--to`, and the one for `--from`."""

    to: str
    form: str
    html: bool = False
    """Texts travel as HTML, so that they come back in another spelling, but must show the same."""


BOTH_WAYS = (
    BothWays("json", "json"),
    BothWays("csv", "csv"),
    BothWays("xlsx", "xlsx"),
    BothWays("gift", "gift"),
    BothWays("moodle-xml", "moodle-xml"),
    BothWays("aiken", "aiken"),
    BothWays("text2qti", "text2qti"),
    BothWays("mdbook-quiz", "mdbook-quiz"),
    BothWays("rexams", "rexams"),
    BothWays("qti-1.2", "qti", html=True),
    BothWays("qti-2.1", "qti", html=True),
    BothWays("qti-2.2", "qti", html=True),
    BothWays("qti-3.0", "qti", html=True),
)

# Banks.

_WORDS = (
    *("水", "巴黎是首都", "Paris", "the end", "3.14", "x=y", "a->b", "1..5", "T", "TRUE", "FALSE"),
    *("~", "=", "#", "####", "{", "}", "{}", ":", "::", "\\", "\\n", "%", "%50%", "[html]", "]"),
    *("[markdown]", "//", "$CATEGORY: x", "A.", "B)", "ANSWER: B", "1.", "- ", "+", ">", "|", ";"),
    *("**bold**", "*soft*", "`a=b`", "$x^2$", "$\\frac{1}{2}$", "5 $", "<b>", "&amp;", "&", '"'),
    *("'", "，", "。", "（ ）", "——", "~~gone~~", "\\*", "{{x}}", "@", "!", "?", "=1+1", "+1", "_"),
    '[a link](https://example.org/?a=b "its title")',
)
_GAPS = ("水", "Paris", "is the", "x=y", "#", "：", "。", "{a}", "~", "%", "*soft*")


class Author:
    """Someone who writes banks by lot: the same bank from the same number."""

    def __init__(self, number: int, types: Sequence[str] = tuple(TYPES)) -> None:
        self._random = Random(number)
        self._types = types
        self._said = 0

    def exam(self) -> dict[str, str]:
        """Return the files of one exam."""
        sections = [self._section(at) for at in range(self._random.randint(1, 2))]
        names = [f"s{at}.yaml" for at in range(len(sections))]
        front = {
            "title": self.line(),
            "language": self._one("zh-Hans", "zh-Hant", "en"),
            "description": self._maybe(self.block()),
            "duration": self._maybe("90"),
            "pass_mark": self._maybe("60"),
            "paper": self._maybe({"seal": "true", "fields": ["姓名", "班级"], "notes": "1\n2"}),
            "sections": names,
        }
        files = {f"e/{name}": _yaml(each) for name, each in zip(names, sections, strict=True)}
        return {"e/exam.yaml": _yaml(front), **files}

    def _section(self, at: int) -> dict[str, Any]:
        section = self._undrawn(at)
        worth = {each.get("points") for each in section["questions"]}
        alike = len(worth) == 1 and worth != {None}
        return {**section, "draw": self._maybe("1") if alike else None}

    def _undrawn(self, at: int) -> dict[str, Any]:
        return {
            "title": self.line(),
            "instructions": self._maybe(self.block()),
            "shuffle": self._maybe({"questions": "true", "options": "false"}),
            "questions": [
                self.question(self._one(*self._types), f"题-{at}.{n}")
                for n in range(self._random.randint(1, 5))
            ],
        }

    def question(self, kind: str, name: str) -> dict[str, Any]:
        """Return one question, as an author writes it."""
        value = {
            "id": name,
            "type": kind,
            "stem": self.block(),
            "points": self._one("0.5", "1", "1", "2"),
            "explanation": self._maybe(self.block()),
            "hint": self._maybe(self.line()),
            "tags": self._maybe(self._some(["网络", "two words", "a]b"])),
            "difficulty": self._maybe(self._one("1", "5")),
            "source": self._maybe(self.line()),
        }
        return _without_nothing({**value, **self._own(kind, name)})

    def _own(self, kind: str, name: str) -> dict[str, Any]:
        match kind:
            case "single" | "multiple":
                return self._choice(kind)
            case "true-false":
                return {"answer": self._one("true", "false")}
            case "blank":
                return self._blank()
            case "numeric":
                number = self._one("0", "3.10", "-2", "1e3", ".5", "-0.25", "1000000", "0.1")
                unit = self._maybe(self._one("kg", "m/s", "%"))
                tolerance = self._one("0", "0.5", "0.001", "2")
                return {"answer": number, "tolerance": tolerance, "unit": unit}
            case "matching":
                extra = self._lines(0, 2) or None
                pairs = [[self.line(), self.line()] for _ in self._lines(2, 4)]
                return {"pairs": pairs, "distractors": extra}
            case "ordering":
                return {"items": self._lines(2, 4)}
            case "essay":
                return self._essay()
            case _:
                simple = [each for each in self._types if each != "case"] or ["essay"]
                parts = [self.question(self._one(*simple), f"{name}.{n}") for n in range(2)]
                stem = self._maybe(self.block())
                return {"material": self.block(), "questions": parts, "stem": stem, "points": None}

    def _choice(self, kind: str) -> dict[str, Any]:
        options = [
            self._one(text, text, {"text": text, "feedback": self.block()})
            for text in self._lines(2, 5)
        ]
        letters = [chr(ord("A") + at) for at in range(len(options))]
        if kind == "single":
            return {"options": options, "answer": self._one(*letters)}
        scoring = self._one("all-or-nothing", "partial")
        return {"options": options, "answer": self._some(letters), "scoring": scoring}

    def _blank(self) -> dict[str, Any]:
        count = self._one(1, 1, 2, 3)
        pieces = [self._one(*_GAPS) for _ in range(count + 1)]
        flags = {name: self._maybe("true") for name in ("any_order", "match_case")}
        answer = [self._lines(1, 2) for _ in range(count)]
        return {"stem": " ___ ".join(pieces), "answer": answer, **flags}

    def _essay(self) -> dict[str, Any]:
        rubric = [{"text": text, "points": "1"} for text in self._lines(0, 2)]
        points = {"points": str(len(rubric))} if rubric else {}
        lines = self._maybe(self._one("0", "20"))
        answer = self._maybe(self.block())
        return {"answer": answer, "rubric": rubric or None, "lines": lines, **points}

    def line(self) -> str:
        """Return a text of one line, different from every other."""
        self._said += 1
        before, after = ([self._one(*_WORDS) for _ in range(self._one(0, 1, 2))] for _ in "ab")
        gap: str = self._one("", " ")
        return gap.join([*before, f"文{self._said}", *after]).strip()

    def block(self) -> str:
        """Return a text of one or several paragraphs."""
        gap: str = self._one("\n\n", "\n")
        return gap.join(self._lines(1, 2))

    def _lines(self, least: int, most: int) -> list[str]:
        return [self.line() for _ in range(self._random.randint(least, most))]

    def _one(self, *choices: Any) -> Any:
        return self._random.choice(choices)

    def _some(self, choices: Sequence[str]) -> list[str]:
        return sorted(self._random.sample(choices, self._random.randint(1, len(choices))))

    def _maybe(self, value: Any) -> Any:
        return value if self._random.random() < 0.4 else None


def _without_nothing(value: dict[str, Any]) -> dict[str, Any]:
    return {name: each for name, each in value.items() if each is not None}


def _yaml(value: dict[str, Any]) -> str:
    return json.dumps(_without_nothing(value), ensure_ascii=False, indent=1)


# Out and back.


def sent(bank: Bank, way: BothWays, folder: Path) -> tuple[Bank | None, tuple[Loss, ...]]:
    """Return the bank that comes back, if anything does, and the losses told on the way out."""
    found = written(bank, WRITERS[way.to], lambda name: b"")
    if all(_is_gone(bank, found.losses)):
        return None, found.losses
    paths = []
    for artifact in found.artifacts:
        path = folder / "out" / artifact.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(artifact.data)
        paths.append(path)
    read = importing.read(paths, way.form)
    files = importing.exam_files(read, None, "untitled")
    for name, data in files.items():
        target = folder / "back" / "e" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return load.bank(folder / "back")[0], found.losses


def _is_gone(bank: Bank, losses: tuple[Loss, ...]) -> Iterator[bool]:
    lost: dict[str, set[str]] = {}
    for loss in losses:
        lost.setdefault(loss.item, set()).add(loss.field)
    for exam in bank.exams:
        yield from (not _kept(exam, section, lost) for section in exam.sections)


_MARKDOWN = frozenset(
    (
        *("stem", "explanation", "options", "feedback", "pairs", "distractors", "items"),
        *("material", "rubric", "instructions", "description", "source", "hint"),
    )
)
_INLINE = frozenset(("options", "pairs", "distractors", "items", "rubric", "source"))


def _shown(field: str, value: Any) -> Any:
    """Return a value of a field with its Markdown as what it shows."""
    if isinstance(value, list | tuple):
        found = [_shown(field, each) for each in value]
        return sorted(found) if field == "distractors" else found
    if isinstance(value, dict):
        return {name: _shown(field, each) for name, each in value.items()}
    if not isinstance(value, str):
        return value
    style: Style = "inline" if field in _INLINE else "block"
    said = re.sub(r"<br />|</?p>", "\n", html(value, style, blank="\x01"))
    said = " ".join(said.split())
    return re.sub(r" ?(</?(?:li|ul|ol|blockquote|pre|h[1-6])\b[^>]*>) ?", r"\1", said)


def _alike(field: str, ours: Any, theirs: Any, by_html: bool) -> bool:
    if ours == theirs or not by_html:
        return bool(ours == theirs)
    markdown = field in _MARKDOWN or (field == "answer" and isinstance(ours, str))
    return bool(markdown and _shown(field, ours) == _shown(field, theirs))


def differences(
    before: Bank, after: Bank | None, losses: tuple[Loss, ...], by_html: bool = False
) -> list[str]:
    """Return what is not as it was, and was not told; `by_html` where only looks must be alike."""
    if after is None:
        return []
    lost: dict[str, set[str]] = {}
    for loss in losses:
        lost.setdefault(loss.item, set()).add(loss.field)
    (exam,), (back,) = before.exams, after.exams
    found = list(_fields("exam", _front(exam), _front(back), lost.get(exam.id, set()), by_html))
    groups = [_kept(exam, section, lost) for section in exam.sections]
    shown = [list(section.questions) for section in back.sections]
    if any("title" in lost.get(f"{exam.id}/{each.id}", ()) for each in exam.sections):
        groups, shown = [[q for group in groups for q in group]], [[q for g in shown for q in g]]
    else:
        whole = [(s, g) for s, g in zip(exam.sections, groups, strict=True) if g]
        groups = [group for _, group in whole]
        for (section, _), other in zip(whole, back.sections, strict=False):
            name = f"{exam.id}/{section.id}"
            found += _fields(name, _head(section), _head(other), lost.get(name, set()), by_html)
    if list(map(len, groups)) != list(map(len, shown)):
        return [*found, f"questions: {[len(g) for g in groups]} became {[len(g) for g in shown]}"]
    for group, questions in zip(groups, shown, strict=True):
        for (name, ours), theirs in zip(group, questions, strict=True):
            found += _question(name, ours, theirs, lost, "ids" in lost.get(exam.id, ()), by_html)
    return found


def _kept(exam: Exam, section: Section, lost: dict[str, set[str]]) -> list[tuple[str, Question]]:
    """Return the questions of a section that came along; of a case that did not, its parts."""
    found: list[tuple[str, Question]] = []
    for each in section.questions:
        name = f"{exam.id}/{section.id}/{each.id}"
        apart = each.parts() and "type" in lost.get(name, ())
        named = [(f"{name}/{part.id}", part) for part in each.parts()] if apart else [(name, each)]
        found += ((path, one) for path, one in named if WHOLE not in lost.get(path, ()))
    return found


def _front(exam: Exam) -> dict[str, Any]:
    return {
        "title": exam.title.strip(),
        "language": exam.language,
        "description": exam.description,
        "duration": exam.duration,
        "pass_mark": exam.pass_mark,
        "paper": exam.paper,
    }


def _head(section: Section) -> dict[str, Any]:
    return {
        "title": section.title.strip(),
        "instructions": section.instructions,
        "shuffle": section.shuffle,
        "draw": section.draw,
    }


def _fields(
    name: str, ours: dict[str, Any], theirs: dict[str, Any], lost: set[str], by_html: bool
) -> Iterator[str]:
    for field in ours.keys() | theirs.keys():
        if field not in lost and not _alike(field, ours.get(field), theirs.get(field), by_html):
            yield f"{name}: {field}: {ours.get(field)!r} became {theirs.get(field)!r}"


def _question(
    name: str,
    ours: Question,
    theirs: Question,
    lost: dict[str, set[str]],
    unnamed: bool,
    by_html: bool,
) -> Iterator[str]:
    gone = lost.get(name, set()) | ({"id"} if unnamed else set())
    if "type" in gone:
        return
    if ours.type_name == "essay" and gone & {"answer", "rubric", "explanation"}:
        gone |= {"answer", "explanation"}  # one text in many formats, which say so
    before, after = _value(ours), _value(theirs)
    yield from _fields(name, before, after, gone, by_html)
    inner = [(f"{name}/{part.id}", part) for part in ours.parts()]
    inner = [(path, part) for path, part in inner if WHOLE not in lost.get(path, ())]
    if len(inner) != len(theirs.parts()):
        yield f"{name}: {len(inner)} parts became {len(theirs.parts())}"
        return
    for (path, part), other in zip(inner, theirs.parts(), strict=True):
        yield from _question(path, part, other, lost, unnamed, by_html)


def _value(question: Question) -> dict[str, Any]:
    """Return a question's fields; the feedback of options apart, parts apart."""
    value = question.to_json()
    value.pop("questions", None)
    options = value.get("options", ())
    value["feedback"] = [
        each.get("feedback") if isinstance(each, dict) else None for each in options
    ]
    value["options"] = [each["text"] if isinstance(each, dict) else each for each in options]
    if question.parts():
        value.pop("points")
    return value
