"""Moodle XML → a draft: a section a category, and what a bank cannot hold, by name and line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from builder.decoding import Decoded, ReadError
from builder.draft import Doubt, Draft, DraftQuestion, DraftSection, beginnings
from builder.formats.document.xml_tree import Node, parsed
from builder.formats.lists.list_checks import finished
from builder.formats.moodle_xml.gaps import question as question_of
from builder.formats.moodle_xml.meaning import Meaning
from builder.formats.moodle_xml.texts import Texts

_HEAD = re.compile(
    r"\s*(?:(?:<\?[^>]{0,300}\?>|<!--.{0,4000}?-->)\s*)*"
    r"<(?:!DOCTYPE\s+quiz\b|quiz[\s>]|question\stype=)",
    re.DOTALL,
)
_COMBINED = ("correctfeedback", "partiallycorrectfeedback", "incorrectfeedback")
_TOP = ("$course$", "$module$", "$system$", "$cat1$", "top")


def recognises(text: str) -> bool:
    """Tell Moodle XML by its outermost element, or by a document type that names it."""
    return _HEAD.match(text) is not None


def read(decoded: Decoded) -> Draft:
    """Return the questions of a file. Raises ReadError for what is no Moodle XML."""
    root = parsed(decoded.text)
    if root.tag not in ("quiz", "question"):
        raise ReadError(f"this is no Moodle XML: it begins with <{root.tag}>, not with <quiz>")
    reading = _Reading(Draft(None, [], [], markdown=True))
    for node in [root] if root.tag == "question" else root.all("question"):
        reading.take(node)
    return reading.end()


@dataclass(slots=True)
class _Reading:
    """What has been read so far: the draft, the open section, and the open description."""

    draft: Draft
    section: DraftSection = field(default_factory=lambda: DraftSection(None))
    case: DraftQuestion | None = None
    texts: Texts = field(default_factory=Texts)
    combined: list[tuple[int, list[str]]] = field(default_factory=list)
    shuffles: dict[str | None, list[tuple[int, bool]]] = field(default_factory=dict)
    """By a section's title, for each question that says so its line, and if options shuffle."""
    sections: dict[str | None, DraftSection] = field(default_factory=dict)

    def take(self, node: Node) -> None:
        """Add a question or open a category."""
        kind = node.attributes.get("type", "")
        self.texts.left_out = []
        if kind == "category":
            self._end_case()
            self._open(node)
            return
        meaning = Meaning(node, self.texts, self.draft.doubts)
        if kind == "description":
            self._end_case()
            self.case = meaning.case()
        else:
            self._add(node, question_of(meaning))
        if told := [text for tag in _COMBINED if (text := node.said(tag, "text"))]:
            self.combined.append((node.line, told))
        if said := node.said("shuffleanswers"):
            shuffles = self.shuffles.setdefault(self.section.title, [])
            shuffles.append((node.line, said in ("true", "1")))
        if self.texts.left_out:
            names = ", ".join(dict.fromkeys(self.texts.left_out))
            meaning.doubt("not-kept", f"left out, for a bank has no place for it: {names}")

    def _open(self, node: Node) -> None:
        title = _title(node.said("category", "text"))
        if title not in self.sections:
            said = self.texts.markdown(node.first("info")) or None
            self.sections[title] = DraftSection(title, node.line, instructions=said)
        self.section = self.sections[title]

    def _add(self, node: Node, question: DraftQuestion | None) -> None:
        if question is None:
            kind, name = node.attributes.get("type", ""), node.said("name", "text")
            self.draft.unused.append((node.line, f"question of type '{kind}': {name}"))
        elif self.case is not None:
            if question.material:
                self.case.material = f"{self.case.material}\n\n{question.material}"
            self.case.questions += question.questions or [question]
        else:
            self._owner().questions.append(question)

    def _owner(self) -> DraftSection:
        if not self.sections:
            self.sections[None] = self.section
        return self.section

    def _end_case(self) -> None:
        case, self.case = self.case, None
        if case is None:
            return
        if case.questions:
            self._owner().questions.append(case)
            return
        message = "a description without questions after it was left out"
        self.draft.doubts.append(
            Doubt(case.line, "not-kept", "warning", message, case.line, case.column)
        )
        self.draft.unused.append((case.line, case.material or ""))

    def _shuffle(self, section: DraftSection) -> None:
        """Let a section keep its options in order where all questions of Moodle do."""
        said = self.shuffles.get(section.title, [])
        fixed = [line for line, on in said if not on]
        if fixed and len(fixed) == len(said):
            section.shuffle["options"] = False
        elif fixed:
            message = (
                f"{len(fixed)} of {len(said)} questions do not shuffle their options;"
                " a bank says it for a section, and this one shuffles all"
            )
            self.draft.doubts.append(Doubt(fixed[0], "not-kept", "warning", message, fixed[0]))

    def end(self) -> Draft:
        """Return the draft when all has been read."""
        self._end_case()
        draft = self.draft
        used = [section for section in self.sections.values() if section.questions]
        draft.sections = used or [self.section]
        draft.files = self.texts.files
        for section in used:
            self._shuffle(section)
        self._tell_combined()
        return finished(draft)

    def _tell_combined(self) -> None:
        """Tell feedback that is about the whole response: once, for Moodle gives it to all."""
        if not self.combined:
            return
        lines = [str(line) for line, _ in self.combined]
        where = f"line{'s' * (len(lines) > 1)} {', '.join(lines[:20])}{', …' * (len(lines) > 20)}"
        message = (
            "feedback to any right, partly right or wrong response has no place in a bank; that of"
            f" {len(lines)} question{'s' * (len(lines) > 1)} was left out ({where})"
            f"{beginnings(text for _, told in self.combined for text in told)}"
        )
        self.draft.doubts.append(Doubt(self.combined[0][0], "not-kept", "warning", message))


def _title(path: str) -> str | None:
    """Return a category's path as a title; a double slash is a slash in a name."""
    names = re.split(r"(?<!/)/(?!/)", path)
    while names and names[0].strip() in _TOP:
        names = names[1:]
    return "/".join(name.replace("//", "/").strip() for name in names) or None
