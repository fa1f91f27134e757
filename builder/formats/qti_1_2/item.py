"""One QTI 1.2 item: what it means in a bank, and what a bank does not have."""

from __future__ import annotations

from builder.draft import Doubt, DraftQuestion
from builder.formats.document.doubting import Doubting
from builder.formats.document.xml_tree import Node
from builder.formats.qti_1_2.scoring import Rule, rules
from builder.formats.qti_1_2.texts import Texts

_PROFILES = {
    "cc.multiple_choice.v0p1": "multiple_choice_question",
    "cc.multiple_response.v0p1": "multiple_answers_question",
    "cc.true_false.v0p1": "true_false_question",
    "cc.fib.v0p1": "short_answer_question",
    "cc.pattern_match.v0p1": "short_answer_question",
    "cc.essay.v0p1": "essay_question",
}
_BLACKBOARD = {
    "True/False": "true_false_question",
    "Either/Or": "multiple_choice_question",
    "Multiple Choice": "multiple_choice_question",
    "Multiple Answer": "multiple_answers_question",
    "Fill in the Blank": "fill_in",
    "Fill in the Blank Plus": "fill_in_multiple_blanks_question",
    "Matching": "matching_question",
    "Ordering": "ordering_question",
    "Numeric": "numerical_question",
    "Essay": "essay_question",
    "Short Response": "essay_question",
}
_RESPONSES = ("response_lid", "response_str", "response_num", "response_grp", "response_xy")


def fields(node: Node | None) -> dict[str, str]:
    """Return what the metadata in a node says, by label; keywords are joined by line ends."""
    rows = node.children if node else []
    found = {each.tag.lower(): text for each in rows if (text := each.text.strip())}
    for each in descendants(node, "qtimetadatafield"):
        label, entry = each.said("fieldlabel").lower(), each.said("fieldentry")
        found[label] = f"{found[label]}\n{entry}" if label in found else entry
    return found


def descendants(node: Node | None, *tags: str) -> list[Node]:
    """Return the elements of these names in a node, in order."""
    found, stack = [], [node] if node else []
    while stack:
        each = stack.pop()
        if each.tag in tags:
            found.append(each)
        stack += reversed(each.children)
    return found


class Meaning(Doubting):
    """One item on its way from its elements to what it means."""

    def __init__(self, item: Node, number: int, doubts: list[Doubt], texts: Texts) -> None:
        given = item.attributes
        super().__init__(given.get("ident", "") or given.get("title", ""), number, doubts)
        self.item = item
        self.texts = texts
        self.said = fields(item.first("itemmetadata"))
        self.rules: list[Rule] = rules(item)
        presentation = item.first("presentation")
        self.presentation = presentation or Node("presentation", item.line, {})
        self.responses = descendants(presentation, *_RESPONSES)

    def kind(self) -> str:
        """Return what kind of question it is, in Canvas's words; "" where nobody can tell."""
        named = self.said.get("question_type") or _PROFILES.get(self.said.get("cc_profile", ""), "")
        if not named and (own := self.said.get("bbmd_questiontype")):
            return _BLACKBOARD.get(own, own)
        if named == "fill_in_multiple_blanks_question" and any(map(self.is_menu, self.responses)):
            return "multiple_dropdowns_question"
        return named or self._guessed()

    def is_menu(self, response: Node) -> bool:
        """Tell a blank that is a choice, as Canvas's newer quizzes have them."""
        kinds = {each.attributes.get("answer_type", "") for each in self.labels(response)}
        return bool(kinds & {"dropdown", "wordbank"})

    def _guessed(self) -> str:
        kinds = {each.tag for each in self.responses}
        if not kinds:
            return "text_only_question"
        if descendants(self.presentation, "render_hotspot", "render_slider") or len(kinds) > 1:
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
        fibs = descendants(self.presentation, "render_fib")
        kinds = {each.attributes.get("fibtype", "").lower() for each in fibs}
        return bool(kinds) and kinds <= {"decimal", "integer", "scientific"}

    def stem(self, gaps: tuple[str, ...] = (), ruled: bool = False) -> str:
        """Return what is shown before the responses, a `HOLE` for each gap."""
        text = self.texts.markdown(self.presentation, gaps, ruled)
        return text or self.item.attributes.get("title", "")

    def make(self, kind: str, stem: str) -> DraftQuestion:
        """Return a question of that kind, still without a key."""
        return DraftQuestion(kind, stem, self.number, id=self.name)

    def labels(self, response: Node) -> list[Node]:
        """Return what can be chosen in a response."""
        return descendants(response, "response_label")

    def option_names(self) -> list[str]:
        """Return the names of what can be chosen in the first response."""
        labels = self.labels(self.responses[0]) if self.responses else []
        return [each.attributes.get("ident", "") for each in labels]
