"""One question → a QTI item: what is declared, what is shown, how it is scored.

Standard rules of scoring are named where they fit, and written out where they do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from builder.formats.qti.texts_out import Address, characters, line, running, xhtml
from builder.formats.qti.versions import Version
from builder.formats.writing import Item, values
from builder.model import plain_number
from builder.questions.blank import Blank
from builder.questions.essay import Essay
from builder.questions.matching import Matching
from builder.questions.multiple import Multiple
from builder.questions.numeric import Numeric
from builder.questions.ordering import Ordering
from builder.questions.single import Single
from builder.questions.true_false import TrueFalse
from builder.shuffle import shuffled

_KEPT = (
    *("points", "explanation", "tags", "difficulty", "source", "options", "feedback", "answer"),
    *("tolerance", "unit", "pairs", "distractors", "items", "lines", "match_case", "rubric"),
    *("scoring", "any_order"),
)
_R = "RESPONSE"


class _Made(NamedTuple):
    """What is of a question's own: declarations, what is shown below the stem, the scoring."""

    declared: str
    shown: str
    score: str = ""
    """An expression of the points earned; "" where a standard rule says it."""
    template: str = ""
    """The standard rule that fits."""
    stem: str = ""
    """The stem with its gaps, in place of the stem as it stands."""
    chosen: str = ""
    """The kind of the response, where options have feedback on it."""


def item_xml(item: Item, version: Version, identifier: str, language: str, up: str) -> str | None:
    """Return the file of an item, None where QTI has no such question; `up` leads to the root."""
    return _Writing(item, version, lambda inside: f"{up}{inside}").xml(identifier, language)


@dataclass(frozen=True, slots=True)
class _Writing:
    """One item on its way."""

    item: Item
    version: Version
    address: Address

    def xml(self, identifier: str, language: str) -> str | None:
        item, element = self.item, self.version.element
        question = item.question
        made = self._made()
        if made is None:
            return None
        item.lose_all_but(*_KEPT)
        stem = made.stem or self._text("stem", question.stem)
        solution = self._solution(question.explanation)
        inner = "".join(
            (
                made.declared,
                self._outcomes(made, bool(solution)),
                element("itemBody", f"<div>{stem}</div>{made.shown}"),
                self._scoring(made),
                solution,
            )
        )
        return self.version.root(
            "assessmentItem",
            inner,
            identifier=identifier,
            title=question.id,
            label=question.id if question.id != identifier else None,
            xml_lang=language,
            adaptive=False,
            timeDependent=False,
        )

    # Texts.

    def _text(self, field: str, text: str | None) -> str:
        return xhtml(self.item, field, text, self.address)

    def _line(self, field: str, text: str) -> str:
        return line(self.item, field, text, self.address)

    def _solution(self, explanation: str | None) -> str:
        if not explanation:
            return ""
        said = self.version.body(self._text("explanation", explanation))
        shown = {"outcomeIdentifier": "SOLUTION", "identifier": "explanation", "showHide": "show"}
        return self.version.element("modalFeedback", said, **shown)

    # Declarations and scoring.

    def _response(
        self, cardinality: str, base: str, right: Sequence[str], mapping: str = "", name: str = _R
    ) -> str:
        element = self.version.element
        rows = "".join(element("value", characters(each)) for each in right)
        correct = element("correctResponse", rows) if rows else ""
        given = {"identifier": name, "cardinality": cardinality, "baseType": base}
        return element("responseDeclaration", correct + mapping, **given)

    def _mapping(self, shares: dict[str, float], match_case: bool | None = None) -> str:
        """Return what each value earns; a sum below nothing counts as nothing."""
        element = self.version.element
        rows = "".join(
            element("mapEntry", mapKey=key, mappedValue=share, caseSensitive=match_case)
            for key, share in shares.items()
        )
        return element("mapping", rows, lowerBound=0, defaultValue=0)

    def _outcomes(self, made: _Made, explained: bool) -> str:
        element = self.version.element
        points = plain_number(self.item.question.points)

        def outcome(
            name: str, kind: str, default: object, many: str = "single", **more: object
        ) -> str:
            value = element("value", str(default)) if default is not None else ""
            inner = element("defaultValue", value) if value else ""
            given = {"identifier": name, "cardinality": many, "baseType": kind, **more}
            return element("outcomeDeclaration", inner, **given)

        by_hand = isinstance(self.item.question, Essay) and self.version.by_hand
        human = {"externalScored": "human"} if by_hand else {}
        rows = [outcome("SCORE", "float", 0, normalMaximum=points, **human)]
        rows.append(outcome("MAXSCORE", "float", points))
        if explained:
            rows.append(outcome("SOLUTION", "identifier", "explanation"))
        if made.chosen:
            rows.append(outcome("FEEDBACK", "identifier", None, made.chosen))
        return "".join(rows)

    def _scoring(self, made: _Made) -> str:
        element = self.version.element
        if not made.score and not made.template:
            return ""
        fits = made.template == "map_response" or self.item.question.points == 1
        if made.template and fits and not made.chosen:
            address = self.version.templates.format(made.template)
            return element("responseProcessing", template=address)
        rows = made.score or self._score_of(made.template)
        if made.chosen:
            told = element("variable", identifier=_R)
            rows += element("setOutcomeValue", told, identifier="FEEDBACK")
        return element("responseProcessing", rows)

    def _score_of(self, template: str) -> str:
        element = self.version.element
        if template == "map_response":
            return self._earned(element("mapResponse", identifier=_R))
        match = element("variable", identifier=_R) + element("correct", identifier=_R)
        return self._whole(element("match", match))

    def _earned(self, expression: str) -> str:
        return self.version.element("setOutcomeValue", expression, identifier="SCORE")

    def _whole(self, condition: str) -> str:
        """Return the rule that all points are earned where a condition holds."""
        element = self.version.element
        points = element(
            "baseValue", str(plain_number(self.item.question.points)), baseType="float"
        )
        nothing = element("baseValue", "0", baseType="float")
        then = element("responseIf", condition + self._earned(points))
        return element("responseCondition", then + element("responseElse", self._earned(nothing)))

    # Types.

    def _made(self) -> _Made | None:
        match self.item.question:
            case Single(answer=letter):
                return self._choice("single", (letter,))
            case Multiple(answer=letters):
                return self._choice("multiple", tuple(letters))
            case TrueFalse(answer=right):
                return self._judgement(right)
            case Blank():
                return self._blank(self.item.question)
            case Numeric():
                return self._number(self.item.question)
            case Matching():
                return self._matching(self.item.question)
            case Ordering(items=items):
                return self._ordering(items)
            case Essay():
                return self._essay(self.item.question)
            case _:
                self.item.leave_out()
                return None

    def _asked(self, tag: str, inner: str, **given: object) -> str:
        return self.version.element(tag, inner, responseIdentifier=_R, **given)

    def _choice(self, cardinality: str, letters: tuple[str, ...]) -> _Made:
        value = values(self.item.question)
        rows = zip(value["options"], value["feedback"], strict=True)
        names = [f"choice{chr(ord('A') + at)}" for at in range(len(value["options"]))]
        told = any(value["feedback"])
        choices = "".join(
            self._simple_choice(name, text, said)
            for name, (text, said) in zip(names, rows, strict=True)
        )
        right = [f"choice{letter}" for letter in letters]
        partial = value.get("scoring") == "partial"
        mapping = self._shares(names, right) if partial else ""
        declared = self._response(cardinality, "identifier", right, mapping)
        shuffle = self.item.section.shuffle.options
        most = 1 if cardinality == "single" else 0
        shown = self._asked("choiceInteraction", choices, shuffle=shuffle, maxChoices=most)
        template = "map_response" if partial else "match_correct"
        return _Made(declared, shown, template=template, chosen=cardinality if told else "")

    def _shares(self, names: Sequence[str], right: Sequence[str]) -> str:
        """Return the mapping under which right options earn a share, and a wrong one nothing."""
        points = self.item.question.points
        share = points / len(right)
        return self._mapping({name: share if name in right else -points for name in names})

    def _simple_choice(self, name: str, text: str, feedback: str | None) -> str:
        said = self._line("options", text)
        if feedback:
            given = {"outcomeIdentifier": "FEEDBACK", "identifier": name, "showHide": "show"}
            whole = self._text("feedback", feedback)
            inside = running(whole)
            if inside is None:
                said += self.version.element("feedbackBlock", self.version.body(whole), **given)
            else:
                said += self.version.element("feedbackInline", inside, **given)
        return self.version.element("simpleChoice", said, identifier=name)

    def _judgement(self, right: bool) -> _Made:
        element = self.version.element
        words = _WORDS_OF_JUDGEMENT
        choices = "".join(element("simpleChoice", word, identifier=word.lower()) for word in words)
        declared = self._response("single", "identifier", [str(right).lower()])
        shown = self._asked("choiceInteraction", choices, shuffle=False, maxChoices=1)
        return _Made(declared, shown, template="match_correct")

    def _blank(self, question: Blank) -> _Made | None:
        element = self.version.element
        count = len(question.answer)
        names = [_R] if count == 1 else [f"{_R}{at}" for at in range(1, count + 1)]
        gap = "\ue000"
        stem = xhtml(self.item, "stem", question.stem, self.address, "cloze", gap)
        if stem.count(gap) != count:
            self.item.leave_out(
                "QTI has its gaps in the text, and some of these are not blanks there"
            )
            return None
        if question.any_order:
            self.item.lose("any_order", "QTI has no blanks in any order; each has its own answer")
        for name in names:
            stem = stem.replace(gap, element("textEntryInteraction", responseIdentifier=name), 1)
        share = question.points / count
        rows = zip(names, question.answer, strict=True)
        declared = "".join(
            self._response(
                "single",
                "string",
                texts[:1],
                self._mapping(dict.fromkeys(texts, share), question.match_case),
                name,
            )
            for name, texts in rows
        )
        if count == 1:
            return _Made(declared, "", template="map_response", stem=stem)
        all_of = "".join(element("mapResponse", identifier=name) for name in names)
        return _Made(declared, "", score=self._earned(element("sum", all_of)), stem=stem)

    def _number(self, question: Numeric) -> _Made:
        element = self.version.element
        unit = f' <span class="unit">{characters(question.unit)}</span>' if question.unit else ""
        entry = element("textEntryInteraction", responseIdentifier=_R)
        declared = self._response("single", "float", [question.answer])
        spread = plain_number(question.tolerance)
        sides = element("variable", identifier=_R) + element("correct", identifier=_R)
        near = {"toleranceMode": "absolute", "tolerance": f"{spread} {spread}"}
        equal = element("equal", sides, **(near if spread else {"toleranceMode": "exact"}))
        return _Made(declared, f"<p>{entry}{unit}</p>", score=self._whole(equal))

    def _matching(self, question: Matching) -> _Made:
        element = self.version.element
        rights = dict.fromkeys([*(right for _, right in question.pairs), *question.distractors])
        shown = shuffled(tuple(rights), question.id)
        names = {text: f"right{at}" for at, text in enumerate(shown, 1)}
        most = len(question.pairs)
        lefts = "".join(
            element(
                "simpleAssociableChoice",
                self._line("pairs", left),
                identifier=f"left{at}",
                matchMax=1,
            )
            for at, (left, _) in enumerate(question.pairs, 1)
        )
        paired = {text for _, text in question.pairs}
        targets = "".join(
            element(
                "simpleAssociableChoice",
                self._line("pairs" if text in paired else "distractors", text),
                identifier=name,
                matchMax=most,
            )
            for text, name in names.items()
        )
        right = [f"left{at} {names[text]}" for at, (_, text) in enumerate(question.pairs, 1)]
        mapping = self._mapping(dict.fromkeys(right, question.points / most))
        sets = element("simpleMatchSet", lefts) + element("simpleMatchSet", targets)
        shuffle = self.item.section.shuffle.options
        return _Made(
            self._response("multiple", "directedPair", right, mapping),
            self._asked("matchInteraction", sets, shuffle=shuffle, maxAssociations=most),
            template="map_response",
        )

    def _ordering(self, items: Sequence[str]) -> _Made:
        element = self.version.element
        shown = shuffled(tuple(items), self.item.question.id)
        names = {text: f"item{at}" for at, text in enumerate(shown, 1)}
        choices = "".join(
            element("simpleChoice", self._line("items", text), identifier=name)
            for text, name in names.items()
        )
        declared = self._response("ordered", "identifier", [names[text] for text in items])
        shuffle = self.item.section.shuffle.options
        interaction = self._asked("orderInteraction", choices, shuffle=shuffle)
        return _Made(declared, interaction, template="match_correct")

    def _essay(self, question: Essay) -> _Made:
        element, body = self.version.element, self.version.body
        shown = self._asked("extendedTextInteraction", "", expectedLines=question.lines)
        if question.answer:
            model = body(self._text("answer", question.answer))
            shown += element("rubricBlock", model, view="scorer")
        if question.rubric:
            rows = "".join(
                f"<li>{self._line('rubric', row.text)} "
                f'<span class="points">({plain_number(row.points)})</span></li>'
                for row in question.rubric
            )
            given = {"view": "scorer", "class": "rubric"}
            shown += element("rubricBlock", body(f"<ul>{rows}</ul>"), **given)
        return _Made(self._response("single", "string", ()), shown)


_WORDS_OF_JUDGEMENT = ("True", "False")
