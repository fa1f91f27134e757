"""QTI 1.2 as Blackboard writes it: pools and tests in `.dat` files."""

from __future__ import annotations

from html import escape

from tests.test_qti_1_2 import only, read


def text(html: str) -> str:
    inner = f'<mat_formattedtext type="HTML">{escape(html)}</mat_formattedtext>'
    return (
        f'<flow class="FORMATTED_TEXT_BLOCK"><material><mat_extension>{inner}</mat_extension>'
        '</material></flow><flow class="FILE_BLOCK"><material/></flow>'
    )


def labels(*texts: str) -> str:
    return "".join(
        f'<response_label ident="L{at}"><flow_mat>{text(each) if each else ""}</flow_mat>'
        "</response_label>"
        for at, each in enumerate(texts)
    )


def lid(ident: str, *texts: str, many: str = "Single") -> str:
    return (
        f'<response_lid ident="{ident}" rcardinality="{many}"><render_choice><flow_label>'
        f"{labels(*texts)}</flow_label></render_choice></response_lid>"
    )


def equal(value: str, response: str = "response") -> str:
    return f'<varequal respident="{response}" case="No">{value}</varequal>'


def condition(tests: str, score: str = '<setvar variablename="SCORE">SCORE.max</setvar>') -> str:
    return (
        f"<respcondition><conditionvar>{tests}</conditionvar>{score}"
        '<displayfeedback feedbacktype="Response" linkrefid="correct"/></respcondition>'
    )


def feedback(ident: str, html: str) -> str:
    return f'<itemfeedback ident="{ident}"><flow_mat>{text(html)}</flow_mat></itemfeedback>'


def item(kind: str, stem: str, block: str, rules: str, rest: str = "") -> str:
    wrong = "<respcondition><conditionvar><other/></conditionvar></respcondition>"
    return (
        "<?xml version='1.0'?><questestinterop><assessment title='Pool'><section>"
        f"<item maxattempts='0'><itemmetadata><bbmd_questiontype>{kind}</bbmd_questiontype>"
        "<qmd_weighting>0.0</qmd_weighting></itemmetadata><presentation><flow class='Block'>"
        f"<flow class='QUESTION_BLOCK'>{text(stem)}</flow>{block}</flow></presentation>"
        "<resprocessing><outcomes><decvar varname='SCORE' maxvalue='3.0'/></outcomes>"
        f"{rules}{wrong}</resprocessing>{rest}</item></section></assessment></questestinterop>"
    )


def asked(inner: str) -> str:
    return f'<flow class="RESPONSE_BLOCK">{inner}</flow>'


def test_a_choice_has_its_key_its_points_and_its_feedback() -> None:
    rest = feedback("correct", "Yes!") + feedback("L0", "No, red.") + feedback("L1", "Right.")
    draft = read(
        item(
            "Multiple Choice", "<i>Which?</i>", asked(lid("response", "red", "blue")), "", rest
        ).replace("<resprocessing>", f"<resprocessing>{condition(equal('L1'))}")
    )
    question = only(draft)
    assert (question.type, question.stem, question.answer) == ("single", "*Which?*", ["B"])
    assert (question.points, question.id) == (3, "")
    assert question.feedback == ["No, red.", "Right."]
    assert question.explanation == "Yes!"
    assert draft.doubts == []


def test_a_verdict_and_several_right_options() -> None:
    truth = item("True/False", "Q", asked(lid("response", "true", "false")), condition(equal("L1")))
    assert (only(read(truth)).type, only(read(truth)).answer) == ("true-false", False)
    both = f"<and>{equal('L0')}<not>{equal('L1')}</not>{equal('L2')}</and>"
    several = asked(lid("response", "a", "b", "c", many="Multiple"))
    question = only(read(item("Multiple Answer", "Q", several, condition(both))))
    assert (question.type, question.answer) == ("multiple", ["A", "C"])


def test_a_text_is_right_that_is_told_so() -> None:
    response = '<response_str ident="response"><render_fib fibtype="String"/></response_str>'
    rules = condition(equal("frog"), "") + condition(equal("newt"), "")
    question = only(read(item("Fill in the Blank", "Name it: ____.", asked(response), rules)))
    assert (question.stem, question.answer) == ("Name it: ___.", [["frog", "newt"]])


def test_right_sides_stand_apart_and_are_named_by_their_places() -> None:
    rows = "".join(
        f'<flow class="Block">{text(left)}{lid(name, "", "", "")}</flow>'
        for left, name in (("cat", "R1"), ("frog", "R2"), ("newt", "R3"), ("stone", "R4"))
    )
    sides = "".join(
        f'<flow class="Block">{text(each)}</flow>' for each in ("insect", "mammal", "am")
    )
    block = f'{asked(rows)}<flow class="RIGHT_MATCH_BLOCK">{sides}</flow>'
    keys = (("L1", "R1"), ("L2", "R2"), ("L2", "R3"))
    rules = "".join(condition(equal(value, name), "") for value, name in keys)
    draft = read(item("Matching", "Classify.", block, rules))
    question = only(draft)
    assert (question.type, question.stem) == ("matching", "Classify.")
    assert question.answer == [["cat", "mammal"], ["frog", "am"], ["newt", "am"], ["", "insect"]]
    assert [doubt.message for doubt in draft.doubts] == [
        (
            "item 1: no one right side belongs to 'stone'; in a bank each left side has one,"
            " so it was left out"
        )
    ]


def test_a_kind_that_a_bank_has_not_is_refused_by_its_name() -> None:
    draft = read(item("Hot Spot", "Where?", "", ""))
    said = [doubt.message for doubt in draft.doubts]
    assert "item 1: questions of type 'Hot Spot' have no place in a bank; it was left out" in said
