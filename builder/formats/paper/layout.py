"""Which line belongs to which question: one walk over the rows, deciding with a look ahead.

The rules are tried in the order of `_RULES`; the last takes any line as text, so that no line gets
lost. What belongs to no question is kept in `RawPaper.dropped`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from builder.draft import Doubt
from builder.formats.paper import blanks, keylist, options, options_of, sequence, stem_marks
from builder.formats.paper.heads import kind_of
from builder.formats.paper.keylist import Context, keylike
from builder.formats.paper.labels import Segment
from builder.formats.paper.numbers import Candidate
from builder.formats.paper.raw import RawKey, RawOption, RawPaper, RawQuestion, RawSection, Text
from builder.formats.paper.rows import REACH, Row, next_option
from builder.formats.paper.sequence import Part, Sequencer
from builder.formats.paper.words import ELSEWHERE


class Layout:
    """The state of the walk: the section, case and question that are open, and their open part."""

    def __init__(self, rows: Sequence[Row], learner: bool) -> None:
        self.rows = rows
        self.drop_learner = learner
        self.paper = RawPaper()
        self.section: RawSection | None = None
        self.case: RawQuestion | None = None
        self.question: RawQuestion | None = None
        self.part: Part = "front"
        self.gap = False
        self.front: Text = []
        self.kind: str | None = None
        self.numbers = Sequencer(rows)
        self.option_style = ""
        self.many_a_line = False
        self.asked = False
        self.checked: tuple[RawQuestion | None, int, bool] = (None, 0, False)

    def read(self) -> RawPaper:
        """Return the paper taken apart."""
        at = 0
        while at < len(self.rows):
            at = self._step(at)
        return self.paper

    def _step(self, at: int) -> int:
        row = self.rows[at]
        if row.blank:
            self._blank(row)
            return at + 1
        if row.line.code:
            self._append(row, row.text)
        else:
            for rule in _RULES:
                end = rule(self, at)
                if end is not None:
                    at = end - 1
                    break
        self.gap = False
        return at + 1

    def _blank(self, row: Row) -> None:
        self.gap = True
        if row.text.strip():
            self.paper.dropped.append((row.number, row.text))
        target = self._target()
        if target:
            target.append((row.number, ""))

    # what is open

    def _target(self) -> Text | None:
        """Return the text that a line without a sign of its own belongs to."""
        question = self.question
        if self.part == "front":
            return self.front
        if self.part == "intro":
            return self.section.intro if self.section else self.front
        if self.part == "material" and self.case:
            return self.case.stem
        if question is None:
            return None
        if self.part == "stem":
            return question.stem
        if self.part == "options" and question.options:
            return question.options[-1].text
        if self.part == "key" and question.keys:
            return question.keys[-1].text
        return question.analysis if self.part == "analysis" else None

    def _append(self, row: Row, text: str) -> None:
        target = self._target()
        if target is None:
            self.paper.dropped.append((row.number, row.text))
        else:
            target.append((row.number, text))

    def _open_section(self, section: RawSection) -> None:
        if self.part == "front":
            self.paper.title = self.front
        self.paper.sections.append(section)
        self.section, self.case, self.question = section, None, None
        self.part, self.kind = "intro", None
        self.numbers.section(section.ordinal)
        self.option_style = ""

    def _in_section(self, line: int) -> RawSection:
        """Return the open section; a paper without heads has one without a title."""
        if self.section is None:
            self._open_section(RawSection(None, line))
        assert self.section is not None
        return self.section

    def _open_question(self, question: RawQuestion) -> None:
        section = self._in_section(question.line)
        case = self.case
        if case and case.style in _ENCLOSED and question.style not in ("paren", "half", "ask"):
            case = self.case = None
        if case and case.until is not None and not self._inside(case, question):
            case = self.case = None
        if case:
            case.parts.append(question)
        else:
            section.items.append(question)
        question.kind, self.kind = question.kind or self.kind, None
        self.question, self.part = question, "stem"
        self.option_style, self.many_a_line = "", False

    @staticmethod
    def _inside(case: RawQuestion, question: RawQuestion) -> bool:
        return question.number is None or question.number <= (case.until or 0)

    def _open_case(self, case: RawQuestion) -> None:
        self._in_section(case.line).items.append(case)
        case.case = True
        self.case, self.question, self.part = case, None, "material"
        self.asked = False

    # rules: each takes the row at `at` and returns where to go on, or None

    def _key_area(self, at: int) -> int | None:
        if self.section is None:
            return None
        case = self.case if self.case and self.case.until is None and self.case.parts else None
        context = Context(self.paper.sections, self.section, case)
        if not keylist.begins(self.rows, at, context):
            return None
        area = keylist.read(self.rows, at, context)
        self.paper.doubts += keylist.distribute(area, context)
        self.paper.dropped += area.loose
        if area.truncated is not None:
            message = "the text stops here, in the middle of the key list"
            self.paper.doubts.append(Doubt(area.truncated, "truncated", "error", message))
        self.part, self.question = "after", None
        return max(area.end, at + 1)

    def _material(self, at: int) -> int | None:
        row = self.rows[at]
        found = row.material
        if not found or (self.part == "stem" and found.first is None):
            return None
        if found.first is None and not self._numbers_follow(at):
            return None
        case = RawQuestion(row.number, until=found.last if found.last else 10**6)
        if found.start:
            case.stem = [*self._loose_paragraph(), (row.number, row.text[: found.start])]
            case.line = case.stem[0][0]
        elif self.part == "after_gap":
            case.stem = self._loose_paragraph()
        self._open_case(case)
        return at + 1

    def _numbers_follow(self, at: int) -> bool:
        """Say whether questions follow an open-ended announcement, and not options or a key."""
        for row in self.rows[at + 1 : at + 1 + REACH]:
            if row.candidate:
                return row.backed
            if row.head or row.strong:
                return False
        return False

    def _loose_paragraph(self) -> Text:
        """Take back the lines that were kept for a case whose announcement comes last."""
        if self.part != "material" or not self.case or self.case.parts:
            return []
        assert self.section is not None
        self.section.items.remove(self.case)
        return self.case.stem

    def _material_ahead(self, at: int) -> int | None:
        """Open a case at a paragraph that ends in 据此完成3～4题."""
        if self.part not in ("intro", "options", "key", "analysis", "after") or not self.gap:
            if self.part != "intro":
                return None
        row = self.rows[at]
        if row.candidate:
            return None
        for ahead in self.rows[at + 1 : at + 30]:
            if ahead.candidate or ahead.head or ahead.strong:
                return None
            if ahead.material and ahead.material.start and ahead.material.first:
                self._open_case(RawQuestion(row.number, until=ahead.material.last))
                self._append(row, row.text)
                return at + 1
            if ahead.material:
                return None
        return None

    def _case(self, at: int) -> int | None:
        row = self.rows[at]
        found = row.case
        if not found or self.part == "front":
            return None
        expected = self.numbers.case + 1
        if found.number not in (1, expected) and not (self.section and self.section.kind == "case"):
            return None
        self.numbers.open_case(found.number)
        case = RawQuestion(row.number, found.number, "case")
        self._open_case(case)
        self._append(row, row.text[found.end : row.segments[0].end].strip())
        self._labels(row, row.segments[1:])
        return at + 1

    _ASK = re.compile(
        r"\s*[【\[（(]?\s*(?:问题|問題|提问|问|問|Questions?)\s*([0-9一二三四五六七八九十]{0,3})\s*[】\])）]?\s*[.、:：]\s*",
        re.I,
    )

    def _ask(self, at: int) -> int | None:
        """Open a question of a case at 问题：."""
        row = self.rows[at]
        found = self._ASK.match(row.text)
        if not found or self.part == "front" or not (self.case or self._becomes_case()):
            return None
        self.asked = True
        rest = row.text[found.end() : max(row.segments[0].end, found.end())].strip()
        if not rest and not found[1] and self._number_next(at):
            return at + 1
        number = keylist.number(found[1]) if found[1] else None
        self._open_question(RawQuestion(row.number, number, "ask"))
        self._append(row, rest)
        self._labels(row, row.segments[1:])
        return at + 1

    def _becomes_case(self) -> bool:
        """Turn a numbered question of a section of cases into a case, at its 问题：."""
        question = self.question
        if not question or self.part != "stem" or not self.section or self.section.kind != "case":
            return False
        question.case, question.style = True, "asked"
        self.case = question
        return True

    def _number_next(self, at: int) -> bool:
        ahead = next((r for r in self.rows[at + 1 : at + 10] if not r.blank), None)
        return bool(ahead and ahead.candidate)

    def _head(self, at: int) -> int | None:
        row = self.rows[at]
        found = row.head
        if not found:
            return None
        prose = self.part in ("key", "analysis", "stem") and not found.sure
        if prose and (found.ordinal or 0) != self.numbers.ordinal + 1:
            return None
        if not found.sure and self._is_han_question(at):
            return self._han_question(at)
        if self.part == "front" and row.line.heading == 1 and not found.kind and not self.front:
            return None
        section = RawSection(
            found.title, row.number, found.kind, found.ordinal, found.declared, found.tail
        )
        self._open_section(section)
        return at + 1

    def _is_han_question(self, at: int) -> bool:
        """Say whether a Han numeral numbers a question here: options or a key follow at once."""
        row = self.rows[at]
        for ahead in self.rows[at + 1 : at + 6]:
            if ahead.blank:
                continue
            if (
                ahead.option
                and ahead.option.index == 0
                and ahead.option.style not in ("bare", "han")
            ):
                return len(row.text) > 6
            return False
        return False

    def _han_question(self, at: int) -> int:
        row = self.rows[at]
        assert row.head is not None
        question = RawQuestion(row.number, row.head.ordinal, "han")
        self._open_question(question)
        start = row.text.find(row.head.title)
        self._append(row, row.text[start:])
        return at + 1

    def _numbered(self, at: int) -> int | None:
        row = self.rows[at]
        candidate = row.candidate
        if not candidate:
            return None
        if self._is_nested(row, candidate):
            return self._nested(row, candidate)
        if not self.numbers.accepts(row, candidate, self._situation()):
            return None
        question = RawQuestion(row.number, candidate.number, candidate.style, box=candidate.box)
        self._open_question(question)
        self._begin(row, candidate.end)
        return at + 1

    def _situation(self) -> sequence.Situation:
        question = self.question
        return sequence.Situation(
            part=self.part,
            complete=bool(question and (question.options or question.keys or question.numeric)),
            stem_done=bool(question and self._has_place(question)),
            prose=self.part == "analysis" or (self.part == "key" and not self._short_key()),
            in_case=bool(
                self.case and self.case.until is None and self.case.style not in _ENCLOSED
            ),
            asked=self.asked,
            keyed=bool(question and question.keys),
        )

    def _has_place(self, question: RawQuestion) -> bool:
        """Say whether the stem already has the bracket or blank where its answer goes."""
        owner, checked, found = self.checked
        if owner is not question:
            checked, found = 0, question.box is not None
        found = found or any(_is_place(text) for _, text in question.stem[checked:])
        self.checked = (question, len(question.stem), found)
        return found

    def _short_key(self) -> bool:
        """Say whether the open key is letters or a judgement, which no line can go on."""
        question = self.question
        if not question or not question.keys:
            return False
        lines = [line for _, line in question.keys[-1].text if line.strip()][:3]
        text = " ".join(lines).strip()
        return bool(text) and (keylike(text) or bool(question.options))

    def _is_nested(self, row: Row, candidate: Candidate) -> bool:
        """Say whether （1） opens a part of the question, with a key of its own."""
        question = self.question
        if candidate.style not in ("paren", "half") or self.part in ("front", "intro"):
            return False
        if self.case and self.case.style == "nested":
            return candidate.number == len(self.case.parts) + 1 and row.strongly
        return bool(
            question
            and self.part == "stem"
            and question.style not in ("paren", "half", "ask")
            and candidate.number == 1
            and row.strongly
            and self.case is None
        )

    def _nested(self, row: Row, candidate: Candidate) -> int:
        if not (self.case and self.case.style == "nested"):
            case = self.question
            assert case is not None
            case.case, case.style = True, "nested"
            self.case = case
        self._open_question(RawQuestion(row.number, candidate.number, candidate.style))
        self._begin(row, candidate.end)
        return self.rows.index(row) + 1

    def _begin(self, row: Row, start: int) -> None:
        """Take the rest of a question's first line: type mark, stem, options, labels."""
        question = self.question
        assert question is not None
        end = max(row.segments[0].end, start)
        start = self._marks(question, row, start, end)
        self._stem_line(row, start, end)
        self._labels(row, row.segments[1:])

    def _marks(self, question: RawQuestion, row: Row, start: int, end: int) -> int:
        """Take the marks before a stem, 【单选题】（3分）, and return where the stem begins."""
        while found := stem_marks.front(row.text, start, end):
            start, kind, points = found
            question.kind = kind or question.kind
            question.points = question.points if points is None else points
        return start

    def _stem_line(self, row: Row, start: int, end: int) -> None:
        """Take a line of a stem, with the options that may stand behind it."""
        text = row.text[start:end]
        ahead = next_option(self.rows, self._at(row))
        limit = ahead.index if ahead and ahead.index else None
        found = [] if ahead and ahead.index == 0 else options.in_stem(text, limit)
        if not found:
            self._append(row, _styled(row, start, end))
            return
        label = options.opening(text[_label_start(text, found[0].start) :])
        stem_end = start + _label_start(text, found[0].start)
        self._append(row, _styled(row, start, stem_end))
        self.option_style = label.style if label else "dot"
        shifted = [options.Piece(p.index, p.start + start, p.end + start, p.starred) for p in found]
        self._take_options(row, shifted, self.option_style)

    def _at(self, row: Row) -> int:
        return self.numbers.place[id(row)]

    def _unnumbered(self, at: int) -> int | None:
        """Open a question without a number: a paragraph right before options or a key."""
        row = self.rows[at]
        if row.segments[0].label == "stem":
            return self._titled_stem(at)
        if row.segments[0].label or not self._may_open_unnumbered():
            return None
        if self._lone_statement(row) or self._leads_to_options(at):
            self._open_question(RawQuestion(row.number, None, "none"))
            self._begin(row, 0)
            return at + 1
        return None

    def _titled_stem(self, at: int) -> int | None:
        """Open a question at 题目：, or go on with the one whose stem is empty."""
        row = self.rows[at]
        question = self.question
        segment = row.segments[0]
        if not (question and self.part == "stem" and not any(t for _, t in question.stem)):
            if not self._ahead_is_strong(at):
                return None
            self._open_question(RawQuestion(row.number, None, "none"))
        self._begin(row, segment.start)
        return at + 1

    def _may_open_unnumbered(self) -> bool:
        question = self.question
        if self.part in ("front", "intro", "after", "material"):
            return self.part != "material"
        if self.part == "key":
            return self._short_key() or (self.gap and bool(question and question.style == "none"))
        if self.part == "options":
            return self.gap and bool(question and question.style == "none")
        if self.part == "stem":
            return bool(question and question.style == "none" and self._judged(question))
        return self.part == "analysis" and self.gap and not self.numbers.numbered

    def _judged(self, question: RawQuestion) -> bool:
        """Say whether the open statement already has its tick."""
        return any(blanks.bracket_key(text, True, False) for _, text in question.stem)

    def _lone_statement(self, row: Row) -> bool:
        """Say whether a line in a section of judgements is a statement with its bracket."""
        if self.section is None or self.section.kind != "true-false" or self.numbers.numbered:
            return False
        found = blanks.bracket_key(row.text, True, False)
        return bool(found and found.sure) or blanks.has_empty_bracket(row.text)

    def _leads_to_options(self, at: int) -> bool:
        """Say whether the paragraph that begins here is followed by options or a key."""
        place = at + 1
        while place < len(self.rows) and place < at + REACH:
            row = self.rows[place]
            if row.blank:
                break
            if row.strong:
                return self._belongs(row)
            if row.candidate or row.head:
                return False
            place += 1
        following = next((r for r in self.rows[place : place + 5] if not r.blank), None)
        return bool(following and following.strong and self._belongs(following))

    def _belongs(self, row: Row) -> bool:
        """Say whether options or a key here can be those of the paragraph before."""
        if row.option is not None:
            return True
        return (
            not row.list_head
            and not self.numbers.numbered
            and self.part != "front"
            or (not self.numbers.numbered and not self.numbers.any)
        )

    def _ahead_is_strong(self, at: int) -> bool:
        return any(row.strong for row in self.rows[at : at + 12])

    def _option(self, at: int) -> int | None:
        row = self.rows[at]
        found = row.option
        question = self.question
        if not found or not question or self.part not in ("stem", "options"):
            return None
        ahead = next_option(self.rows, at)
        if not self._is_option(row, found, ahead, question):
            return None
        same = ahead is not None and ahead.index is not None and found.index is not None
        limit = (
            ahead.index
            if same and ahead and ahead.index and ahead.index > (found.index or 0)
            else None
        )
        generous = found.index == 0 or self.many_a_line
        text = row.text[: row.segments[0].end]
        row_pieces = options.pieces(text, found, limit, generous)
        self.many_a_line = self.many_a_line or len(row_pieces) > 1
        self._take_options(row, row_pieces, found.style)
        self._labels(row, row.segments[1:])
        return at + 1

    def _is_option(
        self, row: Row, found: options.Opening, ahead: options.Opening | None, question: RawQuestion
    ) -> bool:
        if self.part == "stem":
            return self._first_option(row, found, ahead, question)
        last = question.options[-1]
        if found.style == "circled" or last.style == "circled":
            return found.style == last.style and found.index == (last.index or 0) + 1
        if found.index is None:
            return last.index is None or last.style == found.style
        if last.index is None:
            return False
        if found.lower != (self.option_style == "lower") and found.index != last.index + 1:
            return False
        if found.style in ("bare", "han"):
            return found.style == last.style and last.index < found.index <= last.index + 2
        return found.index == last.index + 1 or self._same_look(found, last)

    def _same_look(self, found: options.Opening, last: RawOption) -> bool:
        """Say whether a label out of order is one: written as the others, and near them."""
        return found.style == last.style and abs((found.index or 0) - (last.index or 0)) <= 3

    def _first_option(
        self, row: Row, found: options.Opening, ahead: options.Opening | None, question: RawQuestion
    ) -> bool:
        """Say whether a label opens the options of the question."""
        if found.style == "circled":
            return found.index == 0 and self._circled_options(row, question)
        if found.index is None:
            return True
        follows = bool(ahead and ahead.style == found.style and ahead.index == found.index + 1)
        if found.index == 0:
            if found.style in ("bare", "han"):
                inline = len(options.pieces(row.text, found, None, True)) > 1
                return (
                    (follows and found.style == "bare") or inline or self._run_of_three(row, found)
                )
            return (
                not found.lower or follows or len(options.pieces(row.text, found, None, True)) > 1
            )
        return (
            found.index == 1 and follows and found.style not in ("bare", "han") and not found.lower
        )

    def _run_of_three(self, row: Row, found: options.Opening) -> bool:
        """Say whether A铜 B铁 C铝 open three lines in a row."""
        at = self._at(row)
        near = [r.option for r in self.rows[at : at + 8] if not r.blank][:3]
        return len(near) == 3 and all(
            o is not None and o.style == found.style and o.index == i for i, o in enumerate(near)
        )

    def _circled_options(self, row: Row, question: RawQuestion) -> bool:
        """Say whether ① opens options and not statements that lettered options combine."""
        kind = question.kind or (self.section.kind if self.section else None)
        if kind in ("blank", "essay", "true-false", "ordering") or blanks.has_blank(row.text):
            return False
        at = self._at(row)
        count = len(options.pieces(row.text, row.option, None, True)) if row.option else 0
        for ahead in self.rows[at + 1 : at + REACH]:
            if ahead.option and ahead.option.style == "circled":
                count += 1
            elif ahead.option and ahead.option.index == 0:
                return False
            elif ahead.candidate or ahead.head:
                break
            elif ahead.segments[0].label == "key":
                text = ahead.segments[0].of(ahead.text)
                return count > 1 and (not text or bool(re.match(r"[①-⑩A-H]", text)))
        return count > 1

    def _take_options(self, row: Row, found: list[options.Piece], style: str) -> None:
        question = self.question
        assert question is not None
        lower = bool(row.option and row.option.lower)
        self.option_style = "lower" if lower else style
        for piece in found:
            looks = row.line.styles(piece.start, piece.end)
            text = _bold(row, piece.start, piece.end)
            option = RawOption(
                piece.index, [(row.number, text)], row.number, style, piece.starred, looks
            )
            question.options.append(option)
        self.part = "options"

    def _judge_options(self, at: int) -> int | None:
        """Take the lines 对 and 错 that stand under a statement without labels."""
        row = self.rows[at]
        question = self.question
        if not question or self.part not in ("stem", "options"):
            return None
        words = options_of.bare_judgement(row.text)
        if words is None or (self.part == "options" and question.options[-1].style != "words"):
            return None
        near = [r for r in self.rows[at + 1 : at + 4] if not r.blank][:1]
        other = options_of.bare_judgement(near[0].text) if near else None
        if self.part == "stem" and (other is None or other is words):
            return None
        index = len(question.options)
        looks = row.line.styles(0, len(row.text))
        question.options.append(
            RawOption(index, [(row.number, row.text)], row.number, "words", False, looks)
        )
        self.part = "options"
        return at + 1

    def _starred_answer(self, at: int) -> int | None:
        """Take `* text` and `= 3.14 +- 0.01` below an open question."""
        row = self.rows[at]
        question = self.question
        if not question or question.options or self.part not in ("stem", "key", "after"):
            return None
        if self.part == "after" and not question.accepted:
            return None
        if not self._English(question):
            return None
        if found := re.match(r"\s*=\s*(?=[-+]?[\d.])", row.text):
            question.numeric = (row.number, row.text[found.end() :].strip())
        elif found := re.match(r"\s*\*\s+(?=\S)", row.text):
            question.accepted.append((row.number, row.text[found.end() :].strip()))
        else:
            return None
        self.part = "after"
        return at + 1

    @staticmethod
    def _English(question: RawQuestion) -> bool:
        return bool(any(text.strip() for _, text in question.stem))

    def _pointer(self, at: int) -> int | None:
        """Drop 答案见末尾: it says where the key is, and is none."""
        row = self.rows[at]
        if len(row.text) > 60 or not _POINTER.fullmatch(row.text):
            return None
        self.paper.dropped.append((row.number, row.text))
        return at + 1

    def _labelled(self, at: int) -> int | None:
        """Take a line that opens with a label."""
        row = self.rows[at]
        first = row.segments[0]
        if first.label is None or not self._label_counts(row, first):
            return None
        self._labels(row, row.segments)
        return at + 1

    def _label_counts(self, row: Row, segment: Segment) -> bool:
        """Say whether a label means what it says in the part that is open."""
        question = self.question
        if self.part in ("front", "intro") and segment.label not in ("kind", "meta"):
            return False
        if segment.label == "options":
            return self.part == "stem"
        if segment.label == "material":
            return False
        if segment.label == "stem":
            return False
        if segment.label in ("meta", "learner", "kind"):
            return True
        if question is None:
            return self.case is not None or self.part == "after"
        if segment.label == "key" and self.part == "analysis":
            return (
                not question.keys
                or segment.bracketed
                or ":" in row.text[: segment.start] + row.text[segment.start - 1 : segment.start]
            )
        if segment.label == "analysis":
            return segment.word not in ("分析", "思路点拨") or bool(
                question.options or question.keys
            )
        return not (segment.word in "答解" and question.keys)

    def _labels(self, row: Row, found: Sequence[Segment]) -> None:
        for segment in found:
            text = _bold(row, segment.start, segment.end).strip()
            match segment.label:
                case "key":
                    self._key(row, segment, text)
                case "analysis":
                    self._analysis(row, text)
                case "learner":
                    self._learner(row)
                case "kind":
                    self._kind(row, text)
                case "meta":
                    self._meta(row, segment, text)
                case "options":
                    self.part = "options" if self.question and self.question.options else "stem"
                case _:
                    self._tail(row, text)

    def _tail(self, row: Row, text: str) -> None:
        if text:
            self._append(row, text)

    def _key(self, row: Row, segment: Segment, text: str) -> None:
        question = self._keyed_question(row)
        space = segment.word in "答解" and bool(text) and not re.sub(r"[_＿\s（）()]", "", text)
        if question is None or any(word in text for word in ELSEWHERE) or space:
            self.paper.dropped.append((row.number, row.text))
            return
        question.keys.append(RawKey([(row.number, text)], row.number, segment.word))
        self.part = "key"

    def _keyed_question(self, row: Row) -> RawQuestion | None:
        """Return the question that a key belongs to; a case without questions is one itself."""
        case = self.case
        if self.question is None and case and not case.parts and self.part == "material":
            if case.style == "case":
                case.case, self.case, self.question = False, None, case
                return case
            return None
        return self.question

    def _analysis(self, row: Row, text: str) -> None:
        if self.question is None:
            self.paper.dropped.append((row.number, row.text))
            self.part = "after"
            return
        self.question.analysis.append((row.number, text))
        self.part = "analysis"

    def _learner(self, row: Row) -> None:
        if self.question is not None:
            self.question.learner = True
        self.paper.noise.append((row.number, "learner"))
        if not any(segment.label in ("key", "analysis") for segment in row.segments):
            self.paper.dropped.append((row.number, row.text))
        self.part = "after" if self.question else self.part

    def _kind(self, row: Row, text: str) -> None:
        kind = kind_of(text)
        question = self.question
        if question is not None and self.part == "stem" or (question and not question.keys):
            question.kind = question.kind or kind
        else:
            self.kind = kind
        self.paper.dropped.append((row.number, row.text))

    def _meta(self, row: Row, segment: Segment, text: str) -> None:
        question = self.question
        if question is not None and segment.word in ("分值", "分数", "分數", "Points", "Marks"):
            found = re.match(r"[\d.]{1,5}", text)
            question.points = (
                float(found[0].strip(".") or 0) if found and found[0].strip(".") else None
            )
        elif question is not None and "难" in segment.word:
            question.difficulty = text
        if self.part == "front":
            self.front.append((row.number, row.text))
            return
        self.paper.dropped.append((row.number, row.text))
        self.part = "after" if self.part in ("options", "key") else self.part

    def _text(self, at: int) -> int:
        """Take a line as text of what is open."""
        row = self.rows[at]
        question = self.question
        if question and blanks.is_choice_line(row.text):
            return at + 1  # it says no more than that this is a judgement
        if question and self.part == "stem":
            self._stem_line(row, 0, row.segments[0].end)
            self._labels(row, row.segments[1:])
        elif question and self.part == "key" and self._short_key():
            question.analysis.append((row.number, row.text))
            self.part = "analysis"
        else:
            self._append(row, _bold(row, 0, len(row.text)))
        return at + 1

    def _kind_line(self, at: int) -> int | None:
        """Take a line that holds only a type mark, [单选题], before a question."""
        row = self.rows[at]
        if not stem_marks.is_kind_mark(row.text) or self.part == "stem":
            return None
        self.kind = kind_of(row.text)
        return at + 1


def _label_start(text: str, end: int) -> int:
    """Return where the label that ends at `end` begins."""
    found = re.search(r"[（(]?\s*[AＡ]\s*[)）.．、:：]\s*$", text[:end])
    return found.start() if found else end


def _is_place(text: str) -> bool:
    return bool(
        blanks.has_blank(text)
        or blanks.has_empty_bracket(text)
        or blanks.bracket_key(text, True, False)
    )


_LOUD = ("underline", "highlight", "colour")


def _styled(row: Row, start: int, end: int) -> str:
    """Return a stretch of a stem with its styled parts between marks, for keys left in blanks."""
    if not row.line.marks:
        return row.text[start:end]
    inserts: list[tuple[int, str]] = []
    for mark in row.line.marks:
        a, b = max(mark.start, start), min(mark.end, end)
        if (
            a < b
            and (a, b) != (start, end)
            and row.text[a:b].strip() != row.text[start:end].strip()
        ):
            pair = (blanks.OPEN, blanks.CLOSE) if mark.style in _LOUD else _EMPHASIS[mark.style]
            inserts += [(a, pair[0]), (b, pair[1])]
    return _with(row.text, start, end, inserts)


_EMPHASIS = {"bold": ("**", "**"), "italic": ("*", "*")}


def _bold(row: Row, start: int, end: int) -> str:
    """Return a stretch with bold and italic parts written out; around the whole they are styling."""
    inserts: list[tuple[int, str]] = []
    for mark in row.line.marks:
        a, b = max(mark.start, start), min(mark.end, end)
        part = row.text[a:b]
        if (
            a < b
            and mark.style in _EMPHASIS
            and part.strip()
            and part.strip() != row.text[start:end].strip()
        ):
            a, b = a + len(part) - len(part.lstrip()), b - len(part) + len(part.rstrip())
            inserts += [(a, _EMPHASIS[mark.style][0]), (b, _EMPHASIS[mark.style][1])]
    return _with(row.text, start, end, inserts)


def _with(text: str, start: int, end: int, inserts: list[tuple[int, str]]) -> str:
    parts, place = [], start
    for at, mark in sorted(inserts, key=lambda i: i[0]):
        parts += [text[place:at], mark]
        place = at
    return "".join([*parts, text[place:end]])


_ENCLOSED = ("nested", "asked")
"""Styles of cases that are a numbered question themselves: the next number ends them."""
_POINTER = re.compile(
    r"\s*[（(【]?\s*(?:参考|參考|正确)?答案(?:及解析)?\s*(?:请|詳|详)?\s*(?:见|見|参见|參見|附)[^。？?]{0,24}[)）】。]?\s*"
)
Rule = Callable[[Layout, int], int | None]
_RULES: tuple[Rule, ...] = (
    Layout._key_area,
    Layout._kind_line,
    Layout._ask,
    Layout._case,
    Layout._material,
    Layout._material_ahead,
    Layout._head,
    Layout._numbered,
    Layout._judge_options,
    Layout._option,
    Layout._pointer,
    Layout._starred_answer,
    Layout._unnumbered,
    Layout._labelled,
    Layout._text,
)
