"""R/exams → a draft, an exercise a file; what computes is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from textwrap import dedent

from builder.decoding import Decoded
from builder.draft import Answer, Doubt, Draft, DraftQuestion, DraftSection, Level
from builder.formats.document import html_markdown, raw_html
from builder.formats.lists.list_checks import finished
from builder.formats.lists.own_columns import are_verdicts
from builder.formats.paper.words import TRUE

_SECTION = re.compile(
    r"^(?:(Question|Solution|Answerlist|Meta-information)[ \t]*\n[=-]{3,}[ \t]*$"
    r"|#{1,2}[ \t]+(Question|Solution|Answerlist|Meta-information)[ \t]*$)",
    re.MULTILINE | re.IGNORECASE,
)
_COMPUTED = re.compile(r"^[ \t]*```+[ \t]*\{[ \t]*r\b[^}]*\}|`r [^`]+`|\\Sexpr\{", re.MULTILINE)
_CHUNK = re.compile(r"^[ \t]*```+[ \t]*\{[ \t]*r\b[^}\n]*\}[^\n]*\n(.*?)^[ \t]*```+", re.M | re.S)
_INCLUDES = re.compile(
    r'(?:\s|#[^\n]*\n|(?:exams::)?include_supplement\((?:[^()"]|"[^"\n]*"|\([^()]*\))*\))*'
)
"""Code that computes nothing: it names files that lie beside the exercise."""
_META = re.compile(r"^(ex[a-z]+(?:\[[^\]]*\])?)[ \t]*:[ \t]*(.*?)[ \t]*$", re.MULTILINE)
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
_READ = frozenset(
    [
        "exname",
        "extype",
        "exsolution",
        "extol",
        "expoints",
        "exsection",
        "exstringtype",
        "exclozetype",
    ]
)
_EXTRA = ("exextra[hint", "exextra[source", "exextra[tags", "exextra[difficulty")
_DRAWN = ("exshuffle", "TRUE")
"""As options are in a bank."""
_ANSWER = re.compile(r"##ANSWER(\d+)##")
_TOLD = re.compile(r"(?:True|False|Richtig|Falsch|Wahr|Correct|Wrong)\b[.:,]?[ \t]*", re.IGNORECASE)


def recognises(text: str, named: bool) -> bool:
    """Tell an exercise by its sections."""
    names = {(found[1] or found[2]).lower() for found in _SECTION.finditer(text[:200_000])}
    return {"question", "meta-information"} <= names or (named and bool(names))


def read(decoded: Decoded) -> Draft:
    """Return the exercise in a file; its section is that of `exsection`."""
    text = _CHUNK.sub(_without_includes, decoded.text)
    draft = Draft(None, [], [], markdown=True, loose=True)
    _Reading(text, draft).read()
    return finished(draft)


def _without_includes(chunk: re.Match[str]) -> str:
    """Return code, or empty lines for code that only names files."""
    return "\n" * chunk[0].count("\n") if _INCLUDES.fullmatch(chunk[1]) else chunk[0]


class _Reading:
    """One exercise on its way into a draft."""

    def __init__(self, text: str, draft: Draft) -> None:
        self._text = text
        self._draft = draft
        self._parts = dict(_sections(text))
        self._meta = {
            found[1]: found[2] for found in _META.finditer(self._parts.get("meta-information", ""))
        }
        found = _SECTION.search(text)
        self._line = text.count("\n", 0, found.start()) + 1 if found else 1

    def read(self) -> None:
        """Add the exercise, or tell why it cannot be read."""
        name = self._meta.get("exname", "")
        if found := _COMPUTED.search(self._text):
            line = self._text.count("\n", 0, found.start()) + 1
            message = f"the exercise '{name}' computes with R ({found[0].strip()[:30]}); left out"
            self._refuse("unknown-kind", message, line)
            return
        if "question" not in self._parts:
            self._refuse("no-questions", "there is no section Question", 1)
            return
        section = DraftSection(self._meta.get("exsection") or None, self._line)
        question = self._question(name)
        if question is not None:
            section.questions.append(question)
            self._draft.sections.append(section)

    def _refuse(self, about: str, message: str, line: int) -> None:
        self._doubt(about, message, line, "error")
        rows = enumerate(self._text.split("\n"), 1)
        self._draft.unused += [(number, row) for number, row in rows if row.strip()]

    def _question(self, name: str) -> DraftQuestion | None:
        kind = self._meta.get("extype", "")
        if self._meta.get("exstringtype") == "essay" or kind == "essay":
            kind = "essay"
        stem = self._said("question")
        question = DraftQuestion("", stem, self._line, id=name)
        question.explanation = self._said("solution") or None
        self._extras(question)
        self._tell_rest()
        read = {
            "schoice": self._choice,
            "mchoice": self._choice,
            "num": self._number,
            "string": self._string,
            "cloze": self._cloze,
            "essay": self._essay,
        }.get(kind)
        if read is None:
            self._refuse("unknown-kind", f"the exercise '{name}' is of type '{kind}'", self._line)
            return None
        question.answer = read(question)
        return question

    def _said(self, part: str) -> str:
        text, removed = raw_html.read(self._parts.get(part, "").strip("\n").rstrip())
        if removed:
            self._doubt("html-stripped", "HTML markup was removed", self._line)
        return text

    def _extras(self, question: DraftQuestion) -> None:
        points = self._meta.get("expoints", "")
        if _NUMBER.fullmatch(points) and not points.startswith("-"):
            question.points = float(points)
        extra = {
            name[8:].partition(",")[0].rstrip("]"): said
            for name, said in self._meta.items()
            if name.startswith("exextra[")
        }
        question.hint, question.source = extra.get("hint"), extra.get("source")
        question.tags = [tag for tag in extra.get("tags", "").split("|") if tag.strip()]
        if extra.get("difficulty", "") in tuple("12345"):
            question.difficulty = int(extra["difficulty"])

    def _tell_rest(self) -> None:
        """Tell what the meta-information says besides, each at its line."""
        lines = self._text.split("\n")
        for name, said in self._meta.items():
            if (
                name not in _READ
                and name.partition(",")[0] not in _EXTRA
                and (name, said.upper()) != _DRAWN
            ):
                rows = (at for at, row in enumerate(lines, 1) if row.startswith(name))
                message = f"'{name}: {said[:60]}' has no place in a bank; it was left out"
                self._doubt("not-kept", message, next(rows, self._line))

    def _choice(self, question: DraftQuestion) -> Answer | None:
        told = [_TOLD.sub("", row, count=1) for row in _items(self._said("solution answerlist"))]
        options = _items(self._said("question answerlist"))
        if len(told) == len(options) and any(told):
            question.feedback = [said or None for said in told]
        return self._chosen(question, options)

    def _chosen(self, question: DraftQuestion, options: Sequence[str]) -> Answer | None:
        """Give a question its options; return which of them are right."""
        question.type = "single" if self._meta["extype"] == "schoice" else "multiple"
        question.options = [*options]
        bits = self._meta.get("exsolution", "")
        right = [chr(ord("A") + at) for at, bit in enumerate(bits) if bit == "1"]
        if len(bits) != len(question.options) or bits.strip("01") or not right:
            return self._unread(f"exsolution '{bits[:40]}' does not say which options are right")
        if question.type == "multiple":
            return [*right]
        if len(right) > 1:
            return self._unread("several options of a single choice are right")
        if are_verdicts(question.options) and not question.feedback:
            word = question.options["AB".index(right[0])].strip().lower()
            question.type, question.options = "true-false", []
            return word in TRUE
        return [*right]

    def _number(self, question: DraftQuestion) -> Answer | None:
        question.type = "numeric"
        solution, tolerance = self._meta.get("exsolution", ""), self._meta.get("extol", "0")
        if not _NUMBER.fullmatch(solution) or not _NUMBER.fullmatch(tolerance):
            return self._unread(f"exsolution '{solution[:40]}' is no number")
        question.written = solution
        return float(solution), abs(float(tolerance))

    def _string(self, question: DraftQuestion) -> Answer | None:
        question.type = "blank"
        solution = self._meta.get("exsolution", "")
        return [[solution]] if solution else self._unread("there is no exsolution")

    def _cloze(self, question: DraftQuestion) -> Answer | None:
        question.type = "blank"
        solutions = self._meta.get("exsolution", "").split("|")
        kinds = self._meta.get("exclozetype", "").split("|")
        if set(kinds) - {"string", ""}:
            self._apart(question, kinds, solutions)
            return None
        question.stem, count = re.subn(r"##ANSWER\d+##", "___", question.stem)
        if count != len(solutions) or not all(solutions):
            return self._unread("exsolution and the ##ANSWER##s of the text differ in number")
        return [[each.strip()] for each in solutions]

    def _apart(
        self, question: DraftQuestion, kinds: Sequence[str], solutions: Sequence[str]
    ) -> None:
        """Make a case of a text with numbers or choices in it: a question for each of them."""
        rows = self._rows(kinds, solutions)
        if rows is None:
            self._unread("exsolution, exclozetype and the answer list do not fit each other")
            return
        told = self._meta.get("extol", "0").split("|")
        question.type, question.material = "case", _ANSWER.sub(r"\\_\\_(\1)\\_\\_", question.stem)
        question.stem, points, question.points = "", question.points, None
        whole = self._meta
        for at, (kind, solution) in enumerate(zip(kinds, solutions, strict=True)):
            part = DraftQuestion("", f"({at + 1})", self._line, id=f"{question.id}.{at + 1}")
            part.points = points / len(kinds) if points else None
            tolerance = told[at] if at < len(told) else told[-1]
            self._meta = {
                "extype": kind,
                "exsolution": solution.strip(),
                "extol": tolerance.strip(),
            }
            part.answer = self._part(part, kind, rows[at])
            question.questions.append(part)
        self._meta = whole

    def _part(self, part: DraftQuestion, kind: str, rows: Sequence[str]) -> Answer | None:
        if kind in ("schoice", "mchoice"):
            return self._chosen(part, rows)
        part.stem = " ".join(filter(None, (part.stem, *rows)))
        if kind == "num":
            return self._number(part)
        part.stem = f"{part.stem} ___"
        return self._string(part)

    def _rows(self, kinds: Sequence[str], solutions: Sequence[str]) -> list[list[str]] | None:
        """Return the rows of the answer list that belong to each; None where they do not fit."""
        if len(kinds) != len(solutions) or set(kinds) - {"schoice", "mchoice", "num", "string"}:
            return None
        items = _items(self._said("question answerlist"))
        choices = [kind in ("schoice", "mchoice") for kind in kinds]
        sizes = [len(s.strip()) if c else 1 for s, c in zip(solutions, choices, strict=True)]
        if len(items) != sum(sizes):
            sizes = [size if c else 0 for size, c in zip(sizes, choices, strict=True)]
        if len(items) != sum(sizes):
            return None
        rest = iter(items)
        return [[next(rest) for _ in range(size)] for size in sizes]

    def _essay(self, question: DraftQuestion) -> Answer | None:
        question.type = "essay"
        answer, question.explanation = question.explanation, None
        if answer is None:
            self._doubt("no-answer", "there is no model answer", self._line)
        return answer

    def _unread(self, message: str) -> Answer | None:
        """Tell why there is no key, and return none."""
        self._doubt("unreadable-key", message, self._line, "error")
        return None

    def _doubt(self, about: str, message: str, line: int, level: Level = "warning") -> None:
        self._draft.doubts.append(Doubt(line, about, level, message, self._line))


def _sections(text: str) -> Iterator[tuple[str, str]]:
    """Yield the sections of an exercise by name; an answer list by that of the section it is in."""
    heads = list(_SECTION.finditer(text))
    inside = ""
    for at, head in enumerate(heads):
        name = (head[1] or head[2]).lower()
        end = heads[at + 1].start() if at + 1 < len(heads) else len(text)
        inside = inside if name == "answerlist" else name
        yield (f"{inside} answerlist" if name == "answerlist" else name), text[head.end() : end]


def _items(text: str) -> list[str]:
    """Return the items of a list; what is indented below one is its."""
    items: list[list[str]] = []
    for row in text.split("\n"):
        if found := re.match(r"[*-](?:[ \t]+|$)(.*)", row):
            items.append([found[1].strip()])
        elif items:
            items[-1].append(row)
    return [_item(first, rest) for first, *rest in items]


def _item(first: str, rest: list[str]) -> str:
    text = f"{first}\n{dedent(chr(10).join(rest))}" if rest else first
    return html_markdown.lined(text.strip())
