"""What every kind of document has: page, faces, header, footer, and the heads of sections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from builder.locales import locale, ordinal, say
from builder.model import Exam, View
from builder.paper import Item, Paper, PaperSection
from builder.sheet import WRITING_LINE
from builder.sizes import column_gap, font_size, rules
from builder.solutions import Json, Words
from builder.typst import quoted


class Texts(Protocol):
    """The texts of an exam in Typst."""

    @property
    def notes(self) -> str: ...
    @property
    def fields(self) -> Sequence[str]: ...
    def view(self, item: Item) -> View: ...
    def instruction(self, part: PaperSection) -> str: ...


class Front:
    """One paper, from which its documents are lowered."""

    def __init__(self, exam: Exam, paper: Paper, texts: Texts, words: Words) -> None:
        self.exam = exam
        self.paper = paper
        self.texts = texts
        self.words = words
        self.whole = len(paper.sections) > 1
        self._locale = locale(exam.language)

    def values(self, kind: str, title: str) -> Json:
        """Return what every document is set from: its page, faces, header and footer."""
        page = rules(self.exam, kind)
        names = ("width", "height", "top", "right", "bottom", "left")
        suffix = "" if kind == "paper" else f" · {self.words[kind]}"
        section = self.paper.section_title
        return {
            "name": f"{self.paper.title}{suffix}",
            "language": self.exam.language,
            "locale": self._locale,
            "page": {name: getattr(page, name) for name in names},
            "header": f"{self.exam.title}{suffix}",
            "footer": [self.words["page"], self.words["of"], self.words["pages"]],
            "form": self._form(),
            "seal": self.words["seal"] if page.seal else [],
            "columns": self.paper.layout.columns,
            "title": title,
            "subtitle": self.with_form(section or ""),
            "names": list(self.texts.fields) or [quoted(each) for each in self.words["fields"]],
            "fonts": self.exam.fonts.model_dump(),
            "size": font_size(self.paper.layout, kind),
            "gap": column_gap(self.paper.layout),
            "folded": page.width > page.height,
            "writing": WRITING_LINE * (1.4 if self.paper.layout.large else 1),
        }

    def subtitle(self, kind: str) -> str:
        """Return the section and the kind of document, under the exam's title."""
        said = " ".join(filter(None, (self.paper.section_title, self.words[kind])))
        return self.with_form(said)

    def with_form(self, subtitle: str) -> str:
        """Return a subtitle that names the form, too."""
        form = self.paper.form
        named = say(self.words["form"], name=form.name) if form else ""
        return "　".join(filter(None, (subtitle, named)))

    def _form(self) -> str:
        """Return what the foot of each page says of the form."""
        form = self.paper.form
        if form is None:
            return ""
        said = {"name": form.name, "edition": form.edition, "code": form.code}
        return say(self.words["form_foot"], exam=self.exam.title, **said)

    def head(self, part: PaperSection, *, named: bool) -> str:
        """Return the head of a section; the only one has none unless it is `named`."""
        if self.whole:
            number = ordinal(part.ordinal, self._locale)
            return say(self.words["head"], ordinal=number, title=part.title)
        return part.title if named else ""

    def count(self, part: PaperSection) -> str:
        """Return how many questions a section has, and what they are worth."""
        n = len(part.items)
        word = "count_each" if part.points_each and n > 1 else "count"
        return say(self.words[word], n=n, each=part.points_each, points=part.points)
