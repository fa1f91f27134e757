"""One QTI 1.2 item: what it means in a bank, and what a bank does not have."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from builder.draft import Doubt, DraftQuestion, Level
from builder.formats.document.html_tokens import unescape
from builder.formats.document.xml_tree import Node, as_number
from builder.formats.lists.verdicts import are_verdicts
from builder.formats.paper.words import TRUE
from builder.formats.qti_1_2.scoring import Rule, interval, rules
from builder.formats.qti_1_2.texts import HOLE, Texts

_GAP = "\\_\\_({})\\_\\_"
_RESPONSES = ("response_lid", "response_str", "response_num", "response_grp", "response_xy")


def fields(node: Node | None) -> dict[str, str]:
    """Return what the metadata in a node says, by label; keywords are joined by line ends."""
    found: dict[str, str] = {}
    for each in _descendants(node, "qtimetadatafield"):
        label, entry = each.said("fieldlabel").lower(), each.said("fieldentry")
        found[label] = f"{found[label]}\n{entry}" if label in found else entry
    return found


def _descendants(node: Node | None, *tags: str) -> list[Node]:
    found, stack = [], [node] if node else []
    while stack:
        each = stack.pop()
        if each.tag in tags:
            found.append(each)
        stack += reversed(each.children)
    return found


class Meaning:
    """One item on its way from its elements to what it means."""

    def __init__(self, item: Node, number: int, doubts: list[Doubt], texts: Texts) -> None:
        self.item = item
        self.number = number
        self.texts = texts
        self.said = fields(item.first("itemmetadata"))
        self.name = item.attributes.get("ident", "") or item.attributes.get("title", "")
        self.rules: list[Rule] = rules(item)
        presentation = item.first("presentation")
        self.presentation = presentation or Node("presentation", item.line, {})
        self.responses = _descendants(presentation, *_RESPONSES)
        self._doubts = doubts

    def doubt(self, about: str, message: str, level: Level = "warning") -> None:
        """Tell something that the author should look at, by the item's name."""
        self._doubts.append(
            Doubt(self.number, about, level, f"{self.name}: {message}", self.number)
        )

    def kind(self) -> str:
        """Return what kind of question it is, in Canvas's words; "" where nobody can tell."""
        named = self.said.get("question_type") or _PROFILES.get(self.said.get("cc_profile", ""), "")
        if named == "fill_in_multiple_blanks_question" and any(map(self._is_menu, self.responses)):
            return "multiple_dropdowns_question"
        return named or self._guessed()

    def _is_menu(self, response: Node) -> bool:
        """Tell a blank that is a choice, as Canvas's newer quizzes have them."""
        kinds = {each.attributes.get("answer_type", "") for each in self._labels(response)}
        return bool(kinds & {"dropdown", "wordbank"})

    def _guessed(self) -> str:
        kinds = {each.tag for each in self.responses}
        if not kinds:
            return "text_only_question"
        if _descendants(self.presentation, "render_hotspot", "render_slider") or len(kinds) > 1:
            return ""
        first = self.responses[0]
        if kinds == {"response_num"} or (kinds == {"response_str"} and self._is_decimal()):
            return "numerical_question" if len(self.responses) == 1 else ""
        if kinds == {"response_str"}:
            keyed = any(rule.values() for rule in self.rules)
            return (
                ("fill_in" if keyed else "essay_question")
                if keyed or len(self.responses) == 1
                else ""
            )
        if kinds == {"response_lid"} and len(self.responses) == 1:
            cardinality = first.attributes.get("rcardinality", "Single").lower()
            return {"single": "multiple_choice_question", "ordered": "ordering_question"}.get(
                cardinality, "multiple_answers_question"
            )
        return "multiple_dropdowns_question" if kinds == {"response_lid"} else ""

    def _is_decimal(self) -> bool:
        fibs = _descendants(self.presentation, "render_fib")
        kinds = {each.attributes.get("fibtype", "").lower() for each in fibs}
        return bool(kinds) and kinds <= {"decimal", "integer", "scientific"}

    def question(self) -> DraftQuestion | None:
        """Return the question, or None where a bank has none like it; that is told."""
        kind = self.kind()
        reader = _READERS.get(kind)
        made = reader(self) if reader else None
        if made is None:
            named = f"questions of type '{kind}'" if kind else "items with these responses"
            self.doubt("unknown-kind", f"{named} have no place in a bank; it was left out", "error")
            return None
        self._common(made)
        return made

    def stem(self, gaps: tuple[str, ...] = (), ruled: bool = False) -> str:
        """Return what is shown before the responses, a `HOLE` for each gap."""
        text = self.texts.markdown(self.presentation, gaps, ruled)
        return text or self.item.attributes.get("title", "")

    def make(self, kind: str, stem: str) -> DraftQuestion:
        """Return a question of that kind, still without a key."""
        return DraftQuestion(kind, stem, self.number, id=self.name)

    # What all items have.

    def _common(self, made: DraftQuestion) -> None:
        most = [each.attributes.get("maxvalue", "") for each in _descendants(self.item, "decvar")]
        points = as_number(self.said.get("points_possible") or self.said.get("qmd_weighting") or "")
        if points is None and "cc_profile" not in self.said and most and most[0] != "100":
            points = as_number(most[0])
        if made.questions:
            self._share(made, points)
        else:
            made.points = points if points else None
        self._feedback(made)
        made.tags = [word for word in self.said.get("qmd_keywords", "").split("\n") if word]
        level = as_number(self.said.get("qmd_levelofdifficulty", ""))
        made.difficulty = int(level) if level and level in (1, 2, 3, 4, 5) else None
        made.source = self.said.get("qmd_source") or None
        if self.texts.left_out:
            names = ", ".join(dict.fromkeys(self.texts.left_out))
            self.doubt("not-kept", f"left out, for a bank has no place for it: {names}")
            self.texts.left_out.clear()

    def _share(self, made: DraftQuestion, points: float | None) -> None:
        for part in made.questions:
            part.points = points / len(made.questions) if points else None

    def _feedback(self, made: DraftQuestion) -> None:
        texts = {each.attributes.get("ident", ""): each for each in self.item.all("itemfeedback")}
        names = self._options() if made.options else []
        told = [self.texts.markdown(texts.pop(f"{name}_fb", None)) or None for name in names]
        if any(told):
            made.feedback = told
        for part, response in zip(made.questions, self._in_order(), strict=False):
            labels = [each.attributes.get("ident", "") for each in self._labels(response)]
            if part.type == "single" and len(part.options) == len(labels):
                found = [self.texts.markdown(texts.pop(f"{name}_fb", None)) for name in labels]
                part.feedback = [each or None for each in found] if any(found) else []
        for name, node in list(texts.items()):
            if _descendants(node, "hint"):
                made.hint = self.texts.markdown(node) or None
                del texts[name]
            elif _descendants(node, "solution") and made.type == "essay":
                made.answer = self.texts.markdown(node) or None
                del texts[name]
        said = {name: text for name, node in texts.items() if (text := self.texts.markdown(node))}
        general = said.pop("general_fb", None) or next(
            (said.pop(name) for name in list(said) if name.lower() == "solution"), None
        )
        answers = {f"{each.attributes.get('ident')}_fb" for each in self._labels(self.presentation)}
        if general is None and len(said) == 1 and not said.keys() & answers:
            general = said.popitem()[1]
        made.explanation = general
        if said:
            self.doubt("not-kept", f"{len(said)} texts of feedback were left out")
        if made.type == "essay" and made.answer is None:
            self.doubt("no-answer", "there is no model answer")

    # Kinds.

    def _labels(self, response: Node) -> list[Node]:
        return _descendants(response, "response_label")

    def _options(self) -> list[str]:
        labels = self._labels(self.responses[0]) if self.responses else []
        return [each.attributes.get("ident", "") for each in labels]

    def _choice(self) -> DraftQuestion:
        return self._choose(
            self.responses[0], self.stem(), self.kind().startswith("multiple_answers")
        )

    def _choose(self, response: Node, stem: str, several: bool = False) -> DraftQuestion:
        labels = self._labels(response)
        names = [each.attributes.get("ident", "") for each in labels]
        options = [self.texts.line(each) for each in labels]
        made = self.make("multiple" if several else "single", stem)
        right = self._right(response.attributes.get("ident", ""), names, several)
        shown = [at for at, text in enumerate(options) if text or at in right]
        if len(shown) < len(options):
            self.doubt(
                "options-dropped", f"{len(options) - len(shown)} empty options were left out"
            )
        made.options = [options[at] for at in shown]
        made.answer = [chr(ord("A") + shown.index(at)) for at in right] or None
        if not right:
            self.doubt("no-answer", "no option earns points", "error")
        elif not several and len(right) > 1:
            self.doubt("unreadable-key", "several options are right of a single choice", "error")
            made.answer = None
        elif not several and are_verdicts(made.options):
            made.type, made.answer = "true-false", options[right[0]].lower() in TRUE
            made.options = []
        return made

    def _right(self, response: str, names: Sequence[str], several: bool) -> list[int]:
        scored = [rule for rule in self.rules if rule.values(response)]
        most = max((rule.earned for rule in scored), default=0)
        if not several:
            if any(rule.earned < most for rule in scored):
                message = "another option earns a part of the points"
                self.doubt("partial-credit-dropped", f"{message}, which a bank does not have")
            scored = [rule for rule in scored if rule.earned == most]
        right = {value for rule in scored for value in rule.values(response)}
        return [at for at, name in enumerate(names) if name in right]

    def _several(self) -> DraftQuestion:
        made = self._choose(self.responses[0], self.stem(), True)
        adding = [rule for rule in self.rules if rule.adds and len(rule.values()) == 1]
        if len(adding) > 1:
            message = "each right option earns its share; in a bank all are needed"
            self.doubt("partial-credit-dropped", message)
        return made

    def _short(self) -> DraftQuestion:
        around = self.texts.markdown(self.presentation, responses=True)
        is_around = bool(around.partition(HOLE)[2].replace(HOLE, "").strip())
        stem = around if is_around else self.stem(ruled=True)
        made = self.make("blank", stem.replace(HOLE, "___"))
        names = [each.attributes.get("ident", "") for each in self.responses]
        if len(names) > 1:
            made.stem += "".join(" ___" for _ in range(len(names) - made.stem.count("___")))
        blanks = [self._accepted(name) for name in names]
        made.answer = [*blanks] if all(blanks) else None
        tests = [test for rule in self.rules for test in rule.tests]
        made.match_case = bool(tests) and all(test.match_case for test in tests)
        if not all(blanks):
            self.doubt("no-answer", "no text earns points", "error")
        return made

    def _accepted(self, response: str) -> list[str]:
        values = [value for rule in self.rules for value in rule.values(response)]
        return list(dict.fromkeys(value for value in values if value))

    def _blanks(self) -> DraftQuestion:
        names = tuple(self._gap(each) for each in self.responses)
        stem = self.stem(names)
        made = self.make("blank", stem.replace(HOLE, "___"))
        if stem.count(HOLE) != len(names):
            self.doubt("unreadable-key", "not every blank stands in the text in brackets", "error")
            return made
        order = sorted(range(len(names)), key=lambda at: self._place(names[at]))
        blanks = []
        for at in order:
            labels = self._labels(self.responses[at])
            accepted = [each for label in self._as_texts(labels) if (each := _plain(label))]
            accepted = accepted or self._accepted(self.responses[at].attributes.get("ident", ""))
            blanks.append(list(dict.fromkeys(accepted)))
        made.answer = [*blanks] if all(blanks) else None
        cased = (self.said.get("qmd_matchcase"), self.said.get("case_sensitive"))
        made.match_case = cased[0] == "Yes" or cased[1] == "true"
        if not all(blanks):
            self.doubt("no-answer", "no text earns points", "error")
        return made

    def _as_texts(self, labels: Sequence[Node]) -> list[Node]:
        """Return the labels that are whole texts; tell those that are compared in another way."""
        ways = [(each.attributes.get("scoring_algorithm", ""), each) for each in labels]
        for way in dict.fromkeys(way for way, _ in ways if way in _LOOSE):
            said = ", ".join(f"'{_plain(label)}'" for each, label in ways if each == way)
            self.doubt("not-kept", f"{said} is compared by {_LOOSE[way]}, in a bank as a whole")
        return [label for way, label in ways if way != "TextRegex"]

    def _gap(self, response: Node) -> str:
        named = _plain(response)
        own = response.attributes.get("ident", "").removeprefix("response_")
        texts = "".join(each.text for each in _descendants(self.presentation, "mattext"))
        return own if not named or (f"[{own}]" in texts and f"[{named}]" not in texts) else named

    def _place(self, name: str) -> int:
        texts = (each.text for each in _descendants(self.presentation, "mattext"))
        return next((at for text in texts if (at := text.find(f"[{name}]")) >= 0), 0)

    def _in_order(self) -> list[Node]:
        """Return the responses in the order of their gaps in the text."""
        return sorted(self.responses, key=lambda each: self._place(self._gap(each)))

    def _open_gap(self, response: Node, stem: str) -> DraftQuestion:
        """Return a blank for one gap among menus."""
        made = self.make("blank", f"{stem} ___")
        accepted = [
            each for label in self._as_texts(self._labels(response)) if (each := _plain(label))
        ]
        made.answer = [list(dict.fromkeys(accepted))] if accepted else None
        if not accepted:
            self.doubt("no-answer", "no text earns points", "error")
        return made

    def _dropdowns(self) -> DraftQuestion:
        names = tuple(self._gap(each) for each in self.responses)
        pieces = self.stem(names).split(HOLE)
        if len(names) == 1:
            return self._choose(self.responses[0], "\\_\\_\\_\\_".join(pieces))
        case = self.make("case", "")
        marks = [_GAP.format(at) for at in range(1, len(pieces))]
        case.material = "".join(p + m for p, m in zip(pieces, [*marks, ""], strict=True))
        mixed = any(map(self._is_menu, self.responses))
        for number, response in enumerate(self._in_order(), 1):
            is_open = mixed and not self._is_menu(response)
            read = self._open_gap if is_open else self._choose
            part = read(response, f"({number})")
            part.id = f"{self.name}.{number}"
            case.questions.append(part)
        return case

    def _matching(self) -> DraftQuestion:
        made = self.make("matching", self.stem())
        pairs, extra, whole = [], dict[str, str](), True
        for response in self.responses:
            ident = response.attributes.get("ident", "")
            labels = {each.attributes.get("ident", ""): each for each in self._labels(response)}
            rights = [
                value for rule in self.rules for value in rule.values(ident) if value in labels
            ]
            left = self.texts.line(response)
            texts = {name: self.texts.line(each) for name, each in labels.items()}
            extra |= {text: text for text in texts.values() if text}
            if not left and not any(texts.get(name) for name in rights):
                continue
            if len(set(rights)) != 1:
                whole = False
                continue
            pairs.append([left, texts[rights[0]]])
        taken = {right for _, right in pairs}
        made.answer = [*pairs, *(["", text] for text in extra if text not in taken)]
        if not whole or not pairs:
            made.answer = None
            self.doubt("unreadable-key", "not every left side has one right side", "error")
        return made

    def _categories(self) -> DraftQuestion:
        made = self.make("matching", self.stem())
        pairs, left_over = [], dict[str, str]()
        for response in self.responses:
            ident = response.attributes.get("ident", "")
            labels = {each.attributes.get("ident", ""): each for each in self._labels(response)}
            left_over |= {name: self.texts.line(each) for name, each in labels.items()}
            rights = [
                value for rule in self.rules for value in rule.values(ident) if value in labels
            ]
            pairs += [[name, self.texts.line(response)] for name in rights]
        made.answer = [[left_over[name], category] for name, category in pairs] or None
        spare = [
            text for name, text in left_over.items() if name not in {left for left, _ in pairs}
        ]
        if spare:
            self.doubt("not-kept", f"texts of no category were left out: {', '.join(spare)[:200]}")
        if not pairs:
            self.doubt("unreadable-key", "no text has a category", "error")
        return made

    def _ordering(self) -> DraftQuestion:
        response = self.responses[0]
        labels = {
            each.attributes.get("ident", ""): self.texts.line(each)
            for each in self._labels(response)
        }
        order = max((rule.values() for rule in self.rules), key=len, default=[])
        made = self.make("ordering", self.stem())
        if sorted(order) == sorted(labels):
            made.answer = [labels[name] for name in order]
        else:
            self.doubt("unreadable-key", "the right order does not name every item once", "error")
        return made

    def _numeric(self) -> DraftQuestion:
        found = [each for rule in self.rules if (each := interval(rule)) is not None]
        made = self.make("numeric", self.stem())
        if len(found) > 1 and not any(low or high for _, low, high in found):
            made.type = "blank"
            made.answer = [[text for text, _, _ in found]]
            self.doubt("not-kept", "several numbers are right; they are compared as texts")
            return made
        if len(found) != 1:
            message = "several ranges of numbers are right; a bank's question has one"
            about = "unreadable-key" if found else "no-answer"
            self.doubt(about, message if found else "the answer is no number", "error")
            return made
        text, low, high = found[0]
        if abs(low - high) > 1e-9 * max(1.0, abs(low)):
            message = "its range is not even around the number; the middle of it became the answer"
            self.doubt("not-kept", message)
            text = f"{float(text) + (high - low) / 2:.12g}"
        made.written = text
        made.answer = (float(text), float(f"{(low + high) / 2:.10g}"))
        return made

    def _essay(self) -> DraftQuestion:
        made = self.make("essay", self.stem())
        fibs = _descendants(self.presentation, "render_fib")
        rows = as_number(fibs[0].attributes.get("rows", "")) if fibs else None
        made.lines = int(rows) if rows is not None and 0 <= rows <= 200 else None
        return made


def _plain(node: Node) -> str:
    """Return the plain text of a label or of what stands before a response."""
    found = _descendants(node.first("material"), "mattext")
    return " ".join(filter(None, map(_said, found)))


def _said(text: Node) -> str:
    if text.attributes.get("texttype", "").lower() != "text/html":
        return text.text.strip()
    return unescape(re.sub(r"<[^>]*>", "", text.text)).strip()


_LOOSE = {
    "TextContainsAnswer": "what the response contains",
    "TextCloseEnough": "how close it comes",
    "TextRegex": "a pattern",
}
"""Ways to compare that a bank does not have."""
_PROFILES = {
    "cc.multiple_choice.v0p1": "multiple_choice_question",
    "cc.multiple_response.v0p1": "multiple_answers_question",
    "cc.true_false.v0p1": "true_false_question",
    "cc.fib.v0p1": "short_answer_question",
    "cc.pattern_match.v0p1": "short_answer_question",
    "cc.essay.v0p1": "essay_question",
}
_READERS: dict[str, Callable[[Meaning], DraftQuestion | None]] = {
    "multiple_choice_question": Meaning._choice,
    "true_false_question": Meaning._choice,
    "multiple_answers_question": Meaning._several,
    "short_answer_question": Meaning._short,
    "fill_in": Meaning._short,
    "fill_in_multiple_blanks_question": Meaning._blanks,
    "multiple_dropdowns_question": Meaning._dropdowns,
    "matching_question": Meaning._matching,
    "categorization_question": Meaning._categories,
    "ordering_question": Meaning._ordering,
    "numerical_question": Meaning._numeric,
    "essay_question": Meaning._essay,
}
