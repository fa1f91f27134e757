"""What a bank is: `Bank`, `Exam`, `Section`, the fields every question has, `Artifact`.

Values only: nothing here reads a file, renders or writes.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Protocol, Self

from markupsafe import Markup
from pydantic import Field
from pydantic.json_schema import WithJsonSchema

from builder.fields import (
    Address,
    Count,
    Identifier,
    Language,
    Line,
    Markdown,
    Model,
    Points,
    Text,
    Texts,
)
from builder.problems import Fault, Path, Where

Key = dict[str, Any]
"""How a response is judged, as JSON: `check` names the rule, `value` holds the key."""


class Html(Protocol):
    """Markdown to HTML for one question; a fault is noted under the path of its field."""

    def block(self, text: str, *path: str | int) -> Markup: ...
    def inline(self, text: str, *path: str | int) -> Markup: ...
    def cloze(self, text: str, *path: str | int) -> Markup: ...
    def fault(self, message: str, *path: str | int) -> None: ...
    def within(self, letters: str, *path: str | int) -> Self: ...


class Places(Protocol):
    """A file that can tell where the value at a path stands."""

    @property
    def text(self) -> str: ...

    def where(self, path: Path = (), offset: int = 0) -> Where: ...
    def key_where(self, path: Path) -> Where: ...


_BRACKET = re.compile(r"[（(][\s\u3000]*[）)]")

BLANK = "\x01"
"""Stands for a blank in rendered Markdown; no author's text can hold it."""

ROOT = "\x00"
"""Stands for the way back to the site's root in rendered Markdown, `../../` or so."""


class Question(Model):
    """The fields every question has, and what each type adds in its own module."""

    type_name: ClassVar[str]

    id: Identifier
    """Stable and unique in the exam: progress and links hang on it."""
    type: Text = ""
    """The question type; the section's type if left out."""
    stem: Markdown
    """The question itself."""
    points: Points = 1
    """The points of this question; the section's points if left out."""
    explanation: Markdown | None = None
    """Why the key is right; shown with the answer."""
    hint: Markdown | None = None
    """Help that does not give the answer away."""
    tags: Texts = ()
    """Words to find and filter by."""
    difficulty: Annotated[int, Field(ge=1, le=5)] | None = None
    """From 1 (easy) to 5 (hard)."""
    source: Line | None = None
    """Where the question comes from."""

    def key(self) -> Key | None:
        """Return how a response is judged, or nothing where only a person can."""
        raise NotImplementedError

    def faults(self) -> Iterator[Fault]:
        """Yield what is wrong with this question beyond its single fields."""
        yield from ()

    def body(self, html: Html) -> object:
        """Return what the templates of this type need, rendered."""
        raise NotImplementedError

    def beside(self, body: Any) -> tuple[Markup, ...]:
        """Return what a learner reads besides the stem, from the rendered body; nothing of the
        key, not even by its order."""
        return ()

    def answer_json(self) -> dict[str, Any]:
        """Return this type's own fields in normal form, by the bank's field names."""
        raise NotImplementedError

    def parts(self) -> tuple[Question, ...]:
        """Return the questions inside this one."""
        return ()

    def brief(self) -> str | None:
        """Return the key in a few characters, for the table of an answer key."""
        return None

    def space(self) -> Space:
        """Return what an answer sheet gives this question."""
        raise NotImplementedError

    def option_ids(self) -> str:
        """Return the letters that `{{opt:x}}` may name."""
        return ""

    def asked(self) -> tuple[str, ...]:
        """Return the texts that a candidate reads; nothing of the key, not even by their order."""
        return (self.stem,)

    def runs(self) -> tuple[str, ...]:
        """Return letters that may change places in a form, run by run; none leaves its run."""
        return ()

    def lettered(self) -> int:
        """Return how many letters its options, items or right sides have."""
        return 0

    def arranged(self, view: View, orders: Mapping[str, str]) -> View:
        """Return its view with options in other orders: former letters, by question id."""
        return view

    def stem_html(self, html: Html) -> Markup:
        """Return the rendered stem; a blank in it is the character BLANK."""
        return html.block(self.stem, "stem")

    def fingerprint(self) -> str:
        """Return 8 hex digits that change when stem, options or key change."""
        said = repr((self.stem, self.answer_json()))
        return hashlib.blake2s(said.encode(), digest_size=4).hexdigest()

    def view(self, html: Html) -> View:
        """Return this question as the templates see it."""
        stem = self.stem_html(html)
        return View(
            id=self.id,
            type=self.type_name,
            points=self.points,
            stem=stem,
            bracketed=_BRACKET.search(stem) is not None,
            explanation=html.block(self.explanation, "explanation") if self.explanation else None,
            hint=html.block(self.hint, "hint") if self.hint else None,
            source=html.inline(self.source, "source") if self.source else None,
            tags=self.tags,
            difficulty=self.difficulty,
            key=self.key(),
            brief=self.brief(),
            space=self.space(),
            fingerprint=self.fingerprint(),
            body=self.body(html),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the whole question in normal form, by the bank's field names."""
        common = {
            "explanation": self.explanation,
            "hint": self.hint,
            "tags": list(self.tags) or None,
            "difficulty": self.difficulty,
            "source": self.source,
        }
        return {
            "id": self.id,
            "type": self.type_name,
            "stem": self.stem,
            **self.answer_json(),
            "points": plain_number(self.points),
            **{name: value for name, value in common.items() if value is not None},
        }


@dataclass(frozen=True, slots=True)
class Space:
    """Where a question is answered on an answer sheet.

    `letters` are bubbles, one for each letter of `marks`; `judgement` is a tick and a cross;
    `blanks` are `count` short rules; `lines` are `count` lines; a case has none of its own.
    """

    kind: Literal["letters", "judgement", "blanks", "lines", "none"]
    count: int = 1
    marks: str = ""


class View(NamedTuple):
    """A question as templates see it: Markdown rendered, key ready, `body` by type."""

    id: str
    type: str
    points: float
    stem: Markup
    bracketed: bool
    """The stem holds the bracket already that an answer is written into."""
    explanation: Markup | None
    hint: Markup | None
    source: Markup | None
    tags: tuple[str, ...]
    difficulty: int | None
    key: Key | None
    brief: str | None
    space: Space
    fingerprint: str
    body: Any


class Shuffle(Model):
    """What may be shuffled when a form is drawn."""

    questions: bool = False
    options: bool = True


class PaperLayout(Model):
    """How an exam is printed."""

    size: Literal["A4", "A3", "B5", "Letter"] = "A4"
    columns: Annotated[int, Field(ge=1, le=2)] = 1
    large: bool = False
    """Print the student's paper in large type, for those who see little."""
    seal: bool = False
    """Print the seal line (密封线) with the name fields in the margin."""
    qr: Literal["none", "section", "question"] = "none"
    """What the answer key has QR codes for, that lead to it online."""
    fields: Texts = ()
    """What a candidate fills in: name, class, number …"""
    digits: Annotated[int, Field(ge=4, le=15)] = 9
    """How many digits the number has whose bubbles are filled in on the answer sheet."""
    notes: Markdown | None = None
    """Notes to candidates, printed under the title."""

    def filled_in(self, words: Mapping[str, Any]) -> tuple[str, ...]:
        """Return what a candidate fills in: its own fields, or else those of the `words`."""
        return self.fields or tuple(words["fields"])


# Defaults are not validated: that would build what validates before anything is read.
class SectionFile(Model):
    """A section as its file says it; the questions are read one by one, by their type."""

    title: Text
    type: Text | None = None
    """The default type of its questions."""
    points: Points | None = None
    """The default points of each question."""
    instructions: Markdown | None = None
    shuffle: Shuffle = Shuffle.model_construct()
    draw: Count | None = None
    """How many of its questions a form has, drawn by lot; all if left out."""
    questions: Annotated[
        list[Any],
        Field(min_length=1),
        WithJsonSchema({"type": "array", "items": {"$comment": "question"}, "minItems": 1}),
    ]


Script = Literal["zh-Hant", "zh-Hans"]
Answers = Literal["open", "sealed", "released"]
"""Who may read the answers on a site: everybody, who has the key, everybody since it is published
beside them."""


class ExamFile(Model):
    """An exam as its `exam.yaml` says it."""

    title: Text
    description: Markdown | None = None
    language: Language | None = None
    """A BCP 47 language tag; the site's language if left out."""
    scripts: tuple[Script, ...] | None = None
    """The scripts it can be read in; those of the site if left out."""
    duration: Count | None = None
    """Minutes."""
    pass_mark: Points | None = None
    sections: Annotated[tuple[Text, ...], Field(min_length=1)] | None = None
    """Section files in order; the folder's other YAML files by name if left out."""
    answers: Answers | None = None
    """Whether a passphrase seals the answers on the site; as the site says if left out."""
    paper: PaperLayout = PaperLayout.model_construct()


class Lint(Model):
    """How the bank is judged by `exampress check`."""

    ignore: Texts = ()
    """Names of rules that are not asked; `exampress check --rules` lists them."""


class Fonts(Model):
    """Families that papers are set in, before those that come with exampress."""

    text: Texts = ()
    """For running text."""
    heading: Texts = ()
    """For headings and what is strong."""
    code: Texts = ()
    """For code."""


class SiteFile(Model):
    """The whole site, as `content/site.yaml` says it."""

    id: Identifier | None = None
    """Prefix of what browsers store, so that two sites on one host stay apart."""
    title: Text = "exampress"
    description: Markdown | None = None
    language: Language | None = None
    """The language of the site and, by default, of its exams."""
    scripts: tuple[Script, ...] = ()
    """The scripts that exams in Chinese can be read in, their own and another."""
    base_url: Address | None = None
    """Where the site will stand, e.g. `https://someone.github.io/exams/`."""
    repository: Address | None = None
    """Where faults in questions are reported, e.g. `https://github.com/someone/exams`."""
    offline: bool = True
    """Whether a browser keeps the hosted site, so that it opens without a network."""
    downloads: tuple[Literal["folder", "single-file"], ...] = ()
    """The site as one zip to unpack, and each exam as one page, for use without a host."""
    exams: Annotated[tuple[Text, ...], Field(min_length=1)] | None = None
    """Exam folders in order; all by name if left out."""
    answers: Answers = "open"
    """Whether a passphrase seals the answers of exams that do not say so themselves."""
    lint: Lint = Lint.model_construct()
    fonts: Fonts = Fonts.model_construct()


class Section(NamedTuple):
    """A section: its questions in order, each complete."""

    id: str
    title: str
    type: str | None
    instructions: str | None
    shuffle: Shuffle
    draw: int | None
    """How many of its questions a form has; all if nothing is said."""
    questions: tuple[Question, ...]
    views: tuple[View, ...]
    """The same questions as templates see them: to check a text is to render it."""
    folder: str
    """The folder of its file below `content/`, for images beside it."""
    places: Places
    """Where everything in its file stands."""

    @property
    def points(self) -> float:
        return sum(question.points for question in self.questions)


class Exam(NamedTuple):
    """An exam: its sections in order."""

    id: str
    title: str
    description: str | None
    language: str
    duration: int | None
    pass_mark: float | None
    sections: tuple[Section, ...]
    paper: PaperLayout
    fonts: Fonts
    """What its papers are set in."""
    scripts: tuple[str, ...]
    """The scripts it is published in besides its own."""
    places: Places
    """Where everything in its `exam.yaml` stands."""
    answers: Answers = "open"

    @property
    def points(self) -> float:
        return sum(section.points for section in self.sections)


class Bank(NamedTuple):
    """Everything under `content/`, checked."""

    id: str
    title: str
    description: str | None
    language: str
    base_url: str | None
    exams: tuple[Exam, ...]
    assets: tuple[str, ...]
    """Files that questions show or link, below `content/`."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """The answers of an exam as its pages hold them for those who have the key."""

    exam: str
    salt: str
    rounds: int
    check: str
    """A known text, sealed, by which a wrong key is told from a right one."""
    questions: Mapping[str, str]
    """Keys and answers by id: of questions, of cases, and of their parts."""
    fingerprints: Mapping[str, str]
    """What changes with a question, by id; without the passphrase it says nothing of the key."""


class Page(NamedTuple):
    """One page before it is rendered: where it goes, what it shows, in which words."""

    path: str
    template: str
    title: str
    locale: str
    language: str
    content: Any
    script: str = ""
    """The script it was converted to: such pages make a site of their own in a folder of that
    name, which shares the files of the whole site."""
    switch: str = ""
    """The script that the same page can be read in, too."""

    @property
    def root(self) -> str:
        """The way from this page to the root of its own script: `""`, `../`, `../../` …"""
        return "../" * self.path.count("/")

    @property
    def home(self) -> str:
        """The way from this page to the root of the whole site."""
        return f"../{self.root}" if self.script else self.root

    @property
    def place(self) -> str:
        """Its path from the root of the whole site."""
        return f"{self.script}/{self.path}" if self.script else self.path

    @property
    def switched(self) -> str:
        """The way to the same page in the other script."""
        return self.home + (self.path if self.script else f"{self.switch}/{self.path}")


class Artifact(NamedTuple):
    """One file of the site: a path below its root, with `/`, and the bytes."""

    path: str
    data: bytes


def plain_number(number: float) -> int | float:
    """Return 2 for 2.0, and 2.5 as it is."""
    return int(number) if number == int(number) else number
