"""An exam → the text of a student's paper and of its key; question types are lowered here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from builder.choice import Choice
from builder.formats.docx.blocks import INDENT, Block, Paragraph, Row, Table
from builder.formats.docx.content import Content, rule, text
from builder.formats.docx.package import QUESTIONS, SECTIONS, Parts, document
from builder.formats.writing import Export, Loss
from builder.locales import locale, say
from builder.markup import QuestionHtml
from builder.model import Exam, Section, View, plain_number
from builder.sheet import rows
from builder.words import words_of

Words = Mapping[str, Any]
_PAGES = {"A4": (11906, 16838), "A3": (16838, 23811), "B5": (9978, 14173), "Letter": (12240, 15840)}
"""Width and height in twentieths of a point."""
_MARGIN = 1134
_SPACE = "\u00a0"
_TAB = "<w:r><w:tab/></w:r>"
_EM = 210
"""The size of type, in twentieths of a point."""
_KEPT_LINES = 4
"""So many lines to write on stay with their question."""


def paper(exam: Exam, export: Export) -> bytes:
    """Return the student's paper of an exam."""
    return _Writer(exam, export).paper()


def teacher(exam: Exam, export: Export) -> bytes:
    """Return the paper of an exam with the answer and explanation below each question."""
    return _Writer(exam, export).teacher()


def key(exam: Exam, export: Export) -> bytes:
    """Return the key of an exam, numbered like its paper."""
    return _Writer(exam, export).key()


class _Writer:
    """One file on its way."""

    def __init__(self, exam: Exam, export: Export) -> None:
        self._exam = exam
        self._export = export
        self._words: Words = words_of(locale(exam.language))["paper"]
        footer = tuple(self._words[name] for name in ("page", "of", "pages"))
        self._parts = Parts(chinese=locale(exam.language) != "en", footer=footer)
        self._edge = _PAGES[exam.paper.size][0] - 2 * _MARGIN
        self._content = Content(self._parts, export.file, self._lose, self._edge)
        self._at: tuple[Section, int] | None = None
        self._level = 0

    def _lose(self, message: str) -> None:
        """Tell of a loss at the question that is being written."""
        where, name = self._exam.places.where(("paper",)), self._exam.id
        if self._at:
            section, index = self._at
            where = section.places.where(("questions", index))
            name = f"{self._exam.id}/{section.id}/{section.questions[index].id}"
        self._export.losses.append(Loss(where, name, "pictures", message))

    def _file(self, blocks: Sequence[Block], title: str) -> bytes:
        width, height = _PAGES[self._exam.paper.size]
        page = (
            f'<w:sectPr><w:footerReference w:type="default" r:id="footer"/>'
            f'<w:pgSz w:w="{width}" w:h="{height}"/><w:pgMar w:top="{_MARGIN}" '
            f'w:right="{_MARGIN}" w:bottom="{_MARGIN}" w:left="{_MARGIN}" w:header="567" '
            'w:footer="567" w:gutter="0"/></w:sectPr>'
        )
        body = "".join(block.xml for block in _apart(blocks)) + page
        return document(body, self._parts, self._exam.language, title, self._edge)

    # The paper

    def paper(self) -> bytes:
        exam = self._exam
        blocks = [Paragraph(text(exam.title), "Title"), *self._front()]
        for section in exam.sections:
            blocks += self._head(section)
            for index, view in enumerate(section.views):
                self._at = (section, index)
                blocks += self._question(view, 0, "" if _alike(section) else self._worth(view))
        return self._file(blocks, exam.title)

    def _front(self) -> Iterator[Block]:
        exam, words = self._exam, self._words
        total = "total_timed" if exam.duration else "total"
        points = plain_number(exam.points)
        yield Paragraph(text(say(words[total], points=points, minutes=exam.duration)), "Subtitle")
        fields = exam.paper.filled_in(words)
        filled = "".join(text(f"{field} ") + rule(10) + text("　") for field in fields)
        yield Paragraph(filled, "Subtitle")
        if exam.paper.notes:
            yield Paragraph(text(words["notes"], ("strong",)), "Normal")
            notes = QuestionHtml(exam.id).block(exam.paper.notes)
            yield from self._content.blocks(notes, "Normal")

    def _head(self, section: Section) -> Iterator[Block]:
        count, words = len(section.views), self._words
        each = section.views[0].points if _alike(section) else None
        name = "count_each" if each is not None and count > 1 else "count"
        points = plain_number(section.points)
        shown = None if each is None else plain_number(each)
        said = say(words[name], n=count, each=shown, points=points)
        apart = "" if self._parts.chinese else " "
        yield Paragraph(text(section.title + apart + said), "Heading1", (SECTIONS, 0))
        if section.instructions:
            html = QuestionHtml(section.folder).block(section.instructions)
            yield from _kept(self._content.blocks(html, "Normal"), last=True)

    def _worth(self, view: View) -> str:
        return say(self._words["points"], n=plain_number(view.points))

    def _question(self, view: View, level: int, worth: str) -> Iterator[Block]:
        """Yield a question: its stem numbered, and below it what its type has."""
        stem = self._content.blocks(view.stem) if view.stem else []
        if view.type == "case":
            stem = [*self._content.blocks(view.body.material), *stem]
        own = [*self._numbered(stem, level, worth, self._slot(view))]
        self._level = level
        below = [*_BELOW[view.type](self, view)]
        room = 0 if view.type == "case" else _KEPT_LINES if view.type == "essay" else len(below)
        yield from _kept([*own, *below[:room]], last=bool(below[room:]) and not room)
        yield from below[room:]

    def _numbered(self, blocks: list[Block], level: int, worth: str, slot: str) -> Iterator[Block]:
        """Yield blocks of which the first has the next number, and the last the place to answer."""
        first = blocks[0] if blocks and isinstance(blocks[0], Paragraph) else None
        rest = blocks[1:] if first else blocks
        behind = "" if not worth or self._parts.chinese else " "
        runs = text(worth + behind) + (first.runs if first else "")
        last = rest[-1] if rest and isinstance(rest[-1], Paragraph) else None
        runs += "" if last else slot
        yield Paragraph(runs, "Question", (QUESTIONS, level))
        yield from rest[:-1] if last else rest
        if last and slot and _is_full(last):
            yield from (last, Paragraph(slot))
        elif last:
            yield replace(last, runs=last.runs + slot)

    def _slot(self, view: View) -> str:
        """Return where a letter or a mark is written, unless the stem has such a place."""
        words = self._words
        if view.type == "numeric":
            return _TAB + rule() + text(f" {view.body.unit or ''}".rstrip())
        if view.type not in ("single", "multiple", "true-false", "ordering") or view.bracketed:
            return ""
        if words["open"]:
            return _TAB + self._gap()
        if view.type == "true-false":
            return _TAB + text(f"□ {words['right']} □ {words['wrong']}")
        return _TAB + rule(5)

    def _gap(self) -> str:
        """Return brackets to write in, which no line breaks; western papers have none."""
        opened, closed = self._words["open"], self._words["close"]
        return text(f"{opened}{_SPACE * 6}{closed}") if opened else ""

    def _options(self, view: View) -> Iterator[Block]:
        """Yield options in the most columns in which each of them fits its own."""
        body = view.body
        texts = (
            [option.html for option in body.options]
            if isinstance(body, Choice)
            else [html for _, html in body.items]
        )
        room = self._edge - INDENT - (self._parts.inset if self._level else 0)
        count = body.columns(room / _EM)
        options = self._items(texts, "options in cells" if count > 1 else "options")
        yield from options if count == 1 else [self._grid(options, count)]

    def _items(self, texts: Iterable[str], kind: str) -> list[Paragraph]:
        own = self._parts.list_of(kind)
        return [Paragraph(self._content.inline(html), "Option", (own, 0)) for html in texts]

    def _grid(self, cells: Sequence[Paragraph], count: int) -> Table:
        """Return paragraphs in columns, row after row."""
        last = [Paragraph("", "Option")] * (-len(cells) % count)
        return self._placed(
            tuple(tuple((cell,) for cell in row) for row in rows([*cells, *last], count))
        )

    def _placed(self, placed: tuple[Row, ...]) -> Table:
        """Return a table that only places things, in columns of one width."""
        room, count = self._edge - INDENT, len(placed[0])
        return Table(placed, (room // count,) * count, room, lined=False)

    def _pairs(self, view: View) -> Iterator[Block]:
        gap = text(" ") + (self._gap() or rule(5))
        left = self._items(view.body.left, "numbers in cells")
        right = self._items((html for _, html in view.body.right), "options in cells")
        asked = tuple(replace(each, runs=each.runs + gap) for each in left)
        yield self._placed(((asked, tuple(right)),))

    def _lines(self, view: View) -> Iterator[Block]:
        yield from (Paragraph("", "Line") for _ in range(view.body.lines))

    def _parts_of(self, view: View) -> Iterator[Block]:
        for part in view.body.parts:
            yield from self._of_part(self._question(part, 1, self._worth(part)))

    def _of_part(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """Yield blocks of a case's part below its number."""
        for block in blocks:
            numbered = isinstance(block, Paragraph) and block.number == (QUESTIONS, 1)
            yield block if numbered else replace(block, inset=self._parts.inset)

    # The teacher's paper

    def teacher(self) -> bytes:
        title = f"{self._exam.title} · {self._words['teacher']}"
        blocks: list[Block] = [Paragraph(text(title), "Title")]
        for section in self._exam.sections:
            blocks += self._head(section)
            for index, view in enumerate(section.views):
                self._at = (section, index)
                blocks += self._solved(view, 0, "" if _alike(section) else self._worth(view))
        return self._file(blocks, title)

    def _solved(self, view: View, level: int, worth: str) -> Iterator[Block]:
        """Yield a question with its answer and explanation below it."""
        if view.type == "case":
            stem = [*self._content.blocks(view.body.material)]
            stem += self._content.blocks(view.stem) if view.stem else []
            yield from self._numbered(stem, level, worth, "")
            for part in view.body.parts:
                yield from self._of_part(self._solved(part, 1, self._worth(part)))
        else:
            lines = view.type == "essay"
            yield from (
                b for b in self._question(view, level, worth) if not lines or not _is_line(b)
            )
            answer = self._answer(view, self._words)
            yield from answer if lines else self._labelled(self._words["answer"], answer)
        if view.explanation:
            explained = self._content.blocks(view.explanation)
            yield from self._labelled(self._words["explanation"], explained)

    # The key

    def key(self) -> bytes:
        words, title = self._words, f"{self._exam.title} · {self._words['key']}"
        blocks: list[Block] = [
            Paragraph(text(self._exam.title), "Title"),
            Paragraph(text(words["key"]), "Subtitle"),
        ]
        for section in self._exam.sections:
            blocks.append(Paragraph(text(section.title), "Heading1", (SECTIONS, 0)))
            for index, view in enumerate(section.views):
                self._at = (section, index)
                blocks += self._solution(view, 0, words)
        return self._file(blocks, title)

    def _solution(self, view: View, level: int, words: Words) -> Iterator[Block]:
        said = [] if view.type == "case" else self._answer(view, words)
        more = view.type == "case" or bool(view.explanation)
        yield from _kept([*self._numbered(said, level, "", "")], last=more)
        if view.type == "case":
            for part in view.body.parts:
                yield from self._of_part(self._solution(part, 1, words))
        if view.explanation:
            yield from self._labelled(words["explanation"], self._content.blocks(view.explanation))

    def _answer(self, view: View, words: Words) -> list[Block]:
        if view.type == "essay":
            return list(self._model(view, words))
        return [Paragraph(text(_KEYS[view.type](view, words)))]

    def _model(self, view: View, words: Words) -> Iterator[Block]:
        body = view.body
        if not body.answer and not body.rubric:
            yield from self._labelled(words["answer"], [Paragraph(text(words["open_answer"]))])
        if body.answer:
            yield from self._labelled(words["model"], self._content.blocks(body.answer))
        if body.rubric:
            own = self._parts.list_of("bullets")
            yield Paragraph(self._label(words["rubric"]))
            for html, points in body.rubric:
                worth = text(f" {say(words['points'], n=points)}")
                yield Paragraph(self._content.inline(html) + worth, "Body", (own, 0))

    def _labelled(self, label: str, blocks: list[Block]) -> Iterator[Block]:
        first = blocks[0] if blocks else None
        if isinstance(first, Paragraph) and first.number is None and not first.is_formula:
            yield replace(first, runs=self._label(label) + first.runs)
            yield from blocks[1:]
        else:
            yield Paragraph(self._label(label))
            yield from blocks

    def _label(self, label: str) -> str:
        return text(
            f"{label}{self._words['colon']}" if self._words["colon"] else f"【{label}】",
            ("strong",),
        )


def _kept(blocks: Sequence[Block], last: bool) -> Iterator[Block]:
    """Yield blocks that stay on one page; the `last` one with what comes behind them, or not."""
    for place, block in enumerate(blocks, 1):
        yield replace(block, follows=last or place < len(blocks))


def _apart(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield blocks with a paragraph behind a table that has none: Word joins two of them."""
    before: Block | None = None
    for block in blocks:
        if isinstance(block, Table) and isinstance(before, Table):
            yield Paragraph("", "Normal", follows=before.follows)
        yield block
        before = block
    if isinstance(before, Table):
        yield Paragraph("", "Normal")


def _is_full(block: Paragraph) -> bool:
    """Tell whether nothing may stand behind a paragraph: it is code, or ends with a picture."""
    return block.style == "Code" or block.runs.endswith("</w:drawing></w:r>")


def _is_line(block: Block) -> bool:
    return isinstance(block, Paragraph) and block.style == "Line"


def _alike(section: Section) -> bool:
    return len({view.points for view in section.views}) == 1


def _nothing(_: _Writer, __: View) -> Iterator[Block]:
    yield from ()


_BELOW: Mapping[str, Callable[[_Writer, View], Iterator[Block]]] = {
    "single": _Writer._options,
    "multiple": _Writer._options,
    "true-false": _nothing,
    "blank": _nothing,
    "numeric": _nothing,
    "matching": _Writer._pairs,
    "ordering": _Writer._options,
    "essay": _Writer._lines,
    "case": _Writer._parts_of,
}
"""What stands below the stem of each type."""


def _letters_key(view: View, _: Words) -> str:
    return view.brief or ""


def _judgement_key(view: View, words: Words) -> str:
    return str(words["right" if view.body.answer else "wrong"])


def _blank_key(view: View, words: Words) -> str:
    also = words["any_order"] if view.body.any_order and len(view.body.answers) > 1 else ""
    return str(words["semicolon"].join(view.body.answers) + also)


def _numeric_key(view: View, words: Words) -> str:
    body = view.body
    also = say(words["tolerance"], n=body.tolerance) if body.tolerance else ""
    return f"{body.answer} {body.unit or ''}".rstrip() + also


_KEYS: Mapping[str, Callable[[View, Words], str]] = {
    "single": _letters_key,
    "multiple": _letters_key,
    "true-false": _judgement_key,
    "blank": _blank_key,
    "numeric": _numeric_key,
    "matching": _letters_key,
    "ordering": lambda view, words: " → ".join(view.body.key),
}
TYPES_WRITTEN = frozenset(_BELOW) & (frozenset(_KEYS) | {"essay", "case"})
"""The question types that a Word file holds."""
