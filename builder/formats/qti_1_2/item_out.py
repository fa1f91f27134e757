"""One question → a QTI 1.2 item, in the words of Canvas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple
from urllib.parse import quote
from xml.sax.saxutils import quoteattr

from builder.formats.document.markdown_out import plain
from builder.formats.qti.texts_out import characters, looks_like_formula, shown
from builder.formats.writing import Item, rubric_text, values
from builder.markup import Style
from builder.model import plain_number
from builder.plain_text import as_markdown
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
    *("points", "explanation", "hint", "tags", "difficulty", "source", "options", "feedback"),
    *("answer", "tolerance", "pairs", "distractors", "items", "lines", "match_case", "rubric"),
    "any_order",
)
_GAP = "\ue000"


class _Made(NamedTuple):
    """What is of a question's own: Canvas's type, the responses, the rules, feedback, the stem."""

    kind: str
    responses: str
    rules: str
    feedback: str = ""
    stem: str = ""
    more: Mapping[str, str] = {}


def fields_xml(said: Mapping[str, str], keywords: Iterable[str] = ()) -> str:
    """Return metadata; each keyword is a field of its own."""
    pairs = [*said.items(), *(("qmd_keywords", each) for each in keywords)]
    rows = "".join(
        f"<qtimetadatafield><fieldlabel>{label}</fieldlabel>"
        f"<fieldentry>{characters(entry)}</fieldentry></qtimetadatafield>"
        for label, entry in pairs
    )
    return f"<qtimetadata>{rows}</qtimetadata>"


def text_item(
    item: Item, name: str, title: str, field: str, text: str, tags: Iterable[str] = ()
) -> str:
    """Return a text without a question."""
    said = fields_xml({"question_type": "text_only_question", "points_possible": "0"}, tags)
    return _item(name, title, said, _material(_html(item, field, text)))


def item_xml(item: Item, parent: str) -> str | None:
    """Return a question as an item, None where there is no such kind; `parent` is its case's."""
    made = _made(item)
    if made is None:
        return None
    item.lose_all_but(*_KEPT)
    question = item.question
    said = {"question_type": made.kind, "points_possible": str(plain_number(question.points))}
    said |= {"parent_stimulus_item_ident": parent} if parent else {}
    said |= {"qmd_levelofdifficulty": str(question.difficulty)} if question.difficulty else {}
    said |= {"qmd_source": question.source} if question.source else {}
    stem = made.stem or _html(item, "stem", question.stem)
    shown_first = _material(stem) + made.responses
    rest = _processing(made.rules) if made.rules else ""
    rest += made.feedback
    if question.explanation:
        rest += _feedback("general_fb", _html(item, "explanation", question.explanation))
    if question.hint:
        hint = _material(_html(item, "hint", question.hint))
        inner = f"<hint><hintmaterial>{hint}</hintmaterial></hint>"
        rest += f'<itemfeedback ident="hint_fb">{inner}</itemfeedback>'
    metadata = fields_xml({**said, **made.more}, question.tags)
    return _item(question.id, question.id, metadata, shown_first, rest)


def _item(name: str, title: str, metadata: str, shown_first: str, rest: str = "") -> str:
    return (
        f"<item ident={quoteattr(name)} title={quoteattr(title)}>"
        f"<itemmetadata>{metadata}</itemmetadata>"
        f"<presentation>{shown_first}</presentation>{rest}</item>"
    )


# Texts.


def _html(item: Item, field: str, text: str, style: Style = "block", blank: str = "_____") -> str:
    def address(inside: str) -> str:
        return f"$IMS-CC-FILEBASE$/{quote(inside)}"

    said = shown(item, field, text, address, style, blank)
    if ("$" in said or "\\" in said) and looks_like_formula(_unspoken(said, item, field, text)):
        item.lose(field, "a text that looks like a formula may be read as one")
    return said


def _unspoken(said: str, item: Item, field: str, text: str) -> str:
    """Return what is shown without the formulas that are meant."""
    return shown(item, field, text, str, "cloze" if _GAP in said else "block", "", lambda *_: " ")


def _line(item: Item, field: str, text: str) -> str:
    return _html(item, field, text, "block" if "\n" in text else "inline")


def _material(said: str) -> str:
    return f'<material><mattext texttype="text/html">{characters(said)}</mattext></material>'


def _plain(text: str) -> str:
    return f'<material><mattext texttype="text/plain">{characters(text)}</mattext></material>'


def _feedback(name: str, said: str) -> str:
    inner = f"<flow_mat>{_material(said)}</flow_mat>"
    return f"<itemfeedback ident={quoteattr(name)}>{inner}</itemfeedback>"


# Rules.


def _processing(rules: str) -> str:
    score = '<decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/>'
    return f"<resprocessing><outcomes>{score}</outcomes>{rules}</resprocessing>"


def _rule(condition: str, earned: float = 100, adds: bool = False) -> str:
    action, more = ("Add", "") if adds else ("Set", ' continue="No"')
    points = f"{earned:.2f}" if adds else f"{earned:g}"
    return (
        f"<respcondition{more}><conditionvar>{condition}</conditionvar>"
        f'<setvar action="{action}" varname="SCORE">{points}</setvar></respcondition>'
    )


def _told(response: str, name: str) -> str:
    """Return the rule that shows the feedback to an option."""
    return (
        f'<respcondition continue="Yes"><conditionvar>{_equal(response, name)}</conditionvar>'
        f'<displayfeedback feedbacktype="Response" linkrefid="{name}_fb"/></respcondition>'
    )


def _equal(response: str, value: str, match_case: bool = False) -> str:
    case = ' case="Yes"' if match_case else ""
    return f'<varequal respident="{response}"{case}>{characters(value)}</varequal>'


def _labels(texts: Iterable[tuple[str, str]]) -> str:
    return "".join(
        f'<response_label ident="{name}">{material}</response_label>' for name, material in texts
    )


def _lid(ident: str, labels: str, cardinality: str = "Single", before: str = "") -> str:
    return (
        f'<response_lid ident="{ident}" rcardinality="{cardinality}">{before}'
        f"<render_choice>{labels}</render_choice></response_lid>"
    )


def _fib(attributes: str = "") -> str:
    return (
        '<response_str ident="response1" rcardinality="Single">'
        f'<render_fib{attributes}><response_label ident="answer1"/></render_fib></response_str>'
    )


# Types.


def _made(item: Item) -> _Made | None:
    match item.question:
        case Single(answer=letter):
            return _choice(item, "multiple_choice_question", letter)
        case Multiple(answer=letters):
            return _choice(item, "multiple_answers_question", "".join(letters))
        case TrueFalse(answer=right):
            labels = _labels((word.lower(), _plain(word)) for word in ("True", "False"))
            rule = _rule(_equal("response1", str(right).lower()))
            return _Made("true_false_question", _lid("response1", labels), rule)
        case Blank():
            return _blank(item, item.question)
        case Numeric(answer=number, tolerance=tolerance):
            return _number(number, tolerance)
        case Matching():
            return _matching(item, item.question)
        case Ordering(items=items):
            return _ordering(item, items)
        case Essay():
            return _essay(item, item.question)
        case _:
            item.leave_out()
            return None


def _choice(item: Item, kind: str, right: str) -> _Made:
    value = values(item.question)
    letters = [chr(ord("A") + at) for at in range(len(value["options"]))]
    texts = zip(letters, value["options"], strict=True)
    labels = _labels((name, _material(_line(item, "options", text))) for name, text in texts)
    told = [pair for pair in zip(letters, value["feedback"], strict=True) if pair[1]]
    rules = "".join(_told("response1", name) for name, _ in told)
    several = kind == "multiple_answers_question"
    wanted = "".join(
        _equal("response1", name) if name in right else f"<not>{_equal('response1', name)}</not>"
        for name in letters
        if several or name in right
    )
    rules += _rule(f"<and>{wanted}</and>" if several else wanted)
    feedback = "".join(
        _feedback(f"{name}_fb", _html(item, "feedback", said)) for name, said in told
    )
    cardinality = "Multiple" if several else "Single"
    return _Made(kind, _lid("response1", labels, cardinality), rules, feedback)


def _blank(item: Item, question: Blank) -> _Made | None:
    if question.any_order:
        item.lose("any_order", "QTI 1.2 has no blanks in any order; each has its own answer")
    if len(question.answer) == 1:
        tests = "".join(_equal("response1", t, question.match_case) for t in question.answer[0])
        stem = _html(item, "stem", question.stem, "cloze")
        return _Made("short_answer_question", _fib(), _rule(tests), stem=stem)
    stem = _html(item, "stem", question.stem, "cloze", _GAP)
    if stem.count(_GAP) != len(question.answer):
        item.leave_out("Canvas has its gaps in the text, and some of these are not blanks there")
        return None
    prefix = next(each for each in ("blank", "gap", "blank_") if f"[{each}" not in stem)
    responses, rules = "", ""
    for number, accepted in enumerate(question.answer, 1):
        name = f"{prefix}{number}"
        stem = stem.replace(_GAP, f"[{name}]", 1)
        labels = [(f"{name}_{at}", _plain(text)) for at, text in enumerate(accepted, 1)]
        responses += _lid(f"response_{name}", _labels(labels), before=_plain(name))
        share = 100 / len(question.answer)
        tests = "".join(_equal(f"response_{name}", label) for label, _ in labels)
        rules += _rule(tests, share, adds=True)
    more = {"qmd_matchcase": "Yes"} if question.match_case else {}
    return _Made("fill_in_multiple_blanks_question", responses, rules, stem=stem, more=more)


def _number(number: str, tolerance: float) -> _Made:
    exact = _equal("response1", number)
    if tolerance:
        middle, spread = Decimal(number), Decimal(str(tolerance))
        low, high = (f"{middle + sign * spread:f}" for sign in (-1, 1))
        between = (
            f'<vargte respident="response1">{low}</vargte>'
            f'<varlte respident="response1">{high}</varlte>'
        )
        exact = f"<or>{exact}<and>{between}</and></or>"
    return _Made("numerical_question", _fib(' fibtype="Decimal"'), _rule(exact))


def _matching(item: Item, question: Matching) -> _Made:
    paired = {right for _, right in question.pairs}
    rights = dict.fromkeys([*(right for _, right in question.pairs), *question.distractors])
    for text in rights:
        if as_markdown(plain(text, "inline")) != text:
            field = "pairs" if text in paired else "distractors"
            item.lose(field, "in Canvas a right side is plain text; its markup was left out")
    listed = shuffled(tuple(rights), question.id)
    names = {text: f"right{at}" for at, text in enumerate(listed, 1)}
    labels = _labels((name, _plain(plain(text, "inline"))) for text, name in names.items())
    responses, rules = "", ""
    for at, (left, right) in enumerate(question.pairs, 1):
        before = _material(_line(item, "pairs", left))
        responses += _lid(f"response_left{at}", labels, before=before)
        test = _equal(f"response_left{at}", names[right])
        rules += _rule(test, 100 / len(question.pairs), adds=True)
    return _Made("matching_question", responses, rules)


def _ordering(item: Item, items: Sequence[str]) -> _Made:
    listed = shuffled(tuple(items), item.question.id)
    names = {text: f"item{at}" for at, text in enumerate(listed, 1)}
    labels = _labels((name, _material(_line(item, "items", text))) for text, name in names.items())
    response = (
        '<response_lid ident="response1" rcardinality="Ordered"><render_extension>'
        f'<ims_render_object shuffle="No"><flow_label>{labels}</flow_label></ims_render_object>'
        "</render_extension></response_lid>"
    )
    tests = "".join(_equal("response1", names[text]) for text in items)
    return _Made("ordering_question", response, _rule(tests))


def _essay(item: Item, question: Essay) -> _Made:
    rubric = rubric_text(question)
    if rubric:
        for field in ("rubric", "answer"):
            item.lose(field, "QTI 1.2 has no rubric; it stands in the solution")
    said = "\n\n".join(filter(None, (question.answer, rubric)))
    feedback = ""
    if said:
        inner = f"<solutionmaterial>{_material(_html(item, 'answer', said))}</solutionmaterial>"
        feedback = f'<itemfeedback ident="solution_fb"><solution>{inner}</solution></itemfeedback>'
    return _Made("essay_question", _fib(f' rows="{question.lines}"'), "", feedback)
