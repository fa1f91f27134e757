"""QTI items of which a bank holds a part: what is kept, and what is told of the rest."""

from __future__ import annotations

from builder.draft import Draft
from builder.formats import incoming
from builder.importing import language_of
from tests.test_qti import (
    CHOICE,
    FILES,
    ITEMS,
    SPACE,
    asked,
    choices,
    declared,
    item,
    only,
    package,
    read,
)


def told(draft: Draft) -> list[str]:
    return [doubt.message for doubt in draft.doubts]


def variable(name: str, base: str, *values: str) -> str:
    return declared("single", base, *values).replace('"R"', f'"{name}"')


def entry(name: str) -> str:
    return f'<textEntryInteraction responseIdentifier="{name}"/>'


def test_gaps_keep_their_keys_where_one_has_none() -> None:
    names = ("R", "S", "T")
    keys = variable("R", "string", "so") + variable("S", "string") + variable("T", "string", "it")
    draft = read(item("g", keys, f"<p>{' and '.join(map(entry, names))}</p>"))
    case = only(draft)
    assert case.material == "\\_\\_(1)\\_\\_ and \\_\\_(2)\\_\\_ and \\_\\_(3)\\_\\_"
    assert [(part.id, part.answer) for part in case.questions] == [
        ("g.1", [["so"]]),
        ("g.2", None),
        ("g.3", [["it"]]),
    ]
    assert told(draft) == ["g.2: no text is declared as correct"]


def test_numbers_in_gaps_are_numbers_each_with_its_tolerance() -> None:
    rules = "".join(
        f'<responseCondition><responseIf><equal toleranceMode="absolute" tolerance="{each} {each}">'
        f'<variable identifier="{name}"/><correct identifier="{name}"/></equal></responseIf>'
        "</responseCondition>"
        for name, each in (("S", "0.5"), ("R", "0.1"))
    )
    keys = variable("R", "float", "3.50") + variable("S", "integer", "7")
    body = f"<p>{entry('R')} of {entry('S')}</p>"
    draft = read(item("n", keys, body, f"<responseProcessing>{rules}</responseProcessing>"))
    parts = only(draft).questions
    assert [(part.type, part.answer) for part in parts] == [
        ("numeric", (3.5, 0.1)),
        ("numeric", (7, 0.5)),
    ]
    assert (parts[0].written, told(draft)) == ("3.50", [])


def test_a_left_side_without_a_right_one_is_told_and_the_others_keep_theirs() -> None:
    draft = read(ITEMS["match"][0].replace("<value>l1 r2</value>", ""))
    assert only(draft).answer == [["B", "1"], ["", "2"], ["", "3"]]
    assert told(draft) == [
        "p: no right side belongs to 'A'; in a bank each left side has one, so it was left out"
    ]


def test_texts_of_a_question_without_a_key_are_told() -> None:
    draft = read(ITEMS["order"][0].replace("<value>c0</value>", ""))
    assert only(draft).answer is None
    assert told(draft) == [
        "o: the right order does not name every item once; without a key these were left out: x · y"
    ]


def test_several_right_sides_among_other_questions_stand_in_one_case() -> None:
    keys = declared("multiple", "directedPair", "l1 r1", "l1 r2", "l2 r2") + variable("S", "string")
    body = asked("matchInteraction", ITEMS["match"][0].partition('R">')[2].partition("</match")[0])
    draft = read(item("c", keys, body + f"<p>{entry('S')}</p>"))
    assert [part.type for part in only(draft).questions] == ["multiple", "multiple", "blank"]
    assert [part.id for part in only(draft).questions] == ["c.1.1", "c.1.2", "c.2"]


def test_texts_for_others_than_the_candidate_are_told() -> None:
    blocks = "".join(
        f'<rubricBlock view="{view}"><p>{view}!</p></rubricBlock>'
        for view in ("candidate", "tutor", "scorer proctor")
    )
    draft = read(CHOICE.replace("<itemBody>", f"<itemBody>{blocks}"))
    assert only(draft).stem.startswith("candidate!")
    assert "tutor" not in only(draft).stem
    assert "one: a text for 'tutor' was left out: 'tutor!'" in told(draft)
    assert "one: a text for 'scorer proctor' was left out: 'scorer proctor!'" in told(draft)


def test_a_catalog_is_told_and_never_runs_into_the_text() -> None:
    catalog = "<catalogInfo><catalog id='a'><card><p>Glossary</p></card></catalog></catalogInfo>"
    block = f'<rubricBlock view="candidate"><p>Choose.</p>{catalog}</rubricBlock>'
    draft = read(CHOICE.replace("<itemBody>", f"<itemBody>{block}"))
    assert "Glossary" not in only(draft).stem
    assert "one: its catalog (a glossary, spoken text or sign language) was left out" in told(draft)


def test_a_printed_value_is_told() -> None:
    draft = read(CHOICE.replace("Which", 'Which <printedVariable identifier="V"/>'))
    assert "one: a value that is printed in its text was left out" in told(draft)


def test_the_picture_that_a_browser_shows_is_kept() -> None:
    inner = '<object type="image/png" data="a.png">a card</object>'
    outer = f'<p><object type="image/eps" data="a.eps">{inner}</object></p>'
    assert "![a card](a.png)" in only(read(CHOICE.replace("<itemBody>", f"<itemBody>{outer}"))).stem


def test_a_document_type_that_declares_nothing_is_passed_over() -> None:
    text = CHOICE.replace(
        "<assessmentItem", '<!DOCTYPE assessmentItem SYSTEM "a.dtd"><assessmentItem'
    )
    text = text.replace(f' xmlns="{SPACE}"', "")
    assert only(read(text)).answer == ["B"]


def test_formulas_and_readings_keep_their_meaning() -> None:
    formula = (
        '<m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mi>E</m:mi><m:mo>=</m:mo>'
        "<m:msup><m:mi>c</m:mi><m:mn>2</m:mn></m:msup></m:math>"
    )
    ruby = "<ruby><rb>村</rb><rt>むら</rt></ruby>"
    body = asked("choiceInteraction", choices(formula, ruby), "<p>?</p>")
    draft = read(item("f", declared("single", "identifier", "c0"), body))
    assert only(draft).options == ["$E=c^2$", "村（むら）"]


POINTS = (
    '<outcomeDeclaration identifier="SHOWN" cardinality="multiple" baseType="identifier"/>'
    '<outcomeDeclaration identifier="MAXSCORE" cardinality="single" baseType="float">'
    "<defaultValue><value>2</value></defaultValue></outcomeDeclaration>"
)
MATCHED = (
    "<responseCondition><responseIf><not><isNull><variable identifier='R'/></isNull></not>"
    "<setOutcomeValue identifier='SCORE'><sum><variable identifier='SCORE'/>"
    "<mapResponse identifier='R'/></sum></setOutcomeValue></responseIf></responseCondition>"
)
SHOWN = (
    "<responseCondition><responseIf><and><match><variable identifier='R'/>"
    "<correct identifier='R'/></match></and><setOutcomeValue identifier='SHOWN'><multiple>"
    "<baseValue baseType='identifier'>F1</baseValue></multiple></setOutcomeValue></responseIf>"
    "</responseCondition>"
)


def modal(name: str, title: str, text: str) -> str:
    return (
        f'<modalFeedback outcomeIdentifier="SHOWN" identifier="{name}" showHide="show"'
        f' title="{title}">{text}</modalFeedback>'
    )


def judged(rules: str, *said: str) -> str:
    rest = f"<responseProcessing>{rules}</responseProcessing>{''.join(said)}"
    return item(
        "t",
        declared("single", "string", "x") + POINTS,
        '<p>Which? <textEntryInteraction responseIdentifier="R"/></p>',
        rest,
    )


def test_rules_that_choose_feedback_or_ask_for_a_response_are_no_rules_of_its_own() -> None:
    draft = read(judged(MATCHED + SHOWN, modal("F1", "Right!", "It is x.")))
    assert (only(draft).points, told(draft)) == (2, [])
    assert only(draft).explanation == "**Right!**\n\nIt is x."
    wrong = MATCHED.replace("isNull><", "match><").replace("</isNull", "</match")
    assert told(read(judged(wrong))) == [
        "t: its own rules of scoring; what it declares as correct is kept"
    ]


def test_feedback_that_is_said_twice_is_the_explanation_and_other_is_told_in_its_words() -> None:
    draft = read(judged(MATCHED, modal("F1", "Yes", "It is x."), modal("F2", "No", "It is\n x.")))
    assert (only(draft).explanation, told(draft)) == (
        "It is x.",
        ["t: titles of feedback were left out: 'Yes', 'No'"],
    )
    draft = read(judged(MATCHED, modal("F1", "Yes", "Good."), modal("F2", "", "Bad.")))
    assert (only(draft).explanation, told(draft)) == (
        None,
        ["t: feedback was left out: 'Yes: Good.', 'Bad.'"],
    )
    inside = '<p>Which? <feedbackInline outcomeIdentifier="F" identifier="OK">Yes</feedbackInline>'
    draft = read(judged(MATCHED).replace("<p>Which? ", inside))
    assert told(draft) == ["t: feedback within the text was left out: 'Yes'"]


def test_language_is_that_of_the_item_and_else_that_of_its_texts() -> None:
    said = judged(MATCHED).replace('adaptive="false"', 'adaptive="false" xml:lang="de"')
    assert read(said).front.language == "de"
    gaps = '<p>One <textEntryInteraction responseIdentifier="R"/> and two </p>'
    case = item("c", "", gaps + '<extendedTextInteraction responseIdentifier="R"/>', "")
    assert language_of(read(case)) == "en"


def rubric(view: str, text: str) -> str:
    return f'<rubricBlock view="{view}"><p>{text}</p></rubricBlock>'


REF = '<assessmentItemRef identifier="i" href="../items/one.xml">{}</assessmentItemRef>'
SECTION = (
    f'<assessmentSection xmlns="{SPACE}" identifier="s" title="Last">{REF}</assessmentSection>'
)
SETTINGS = (
    f'<assessmentTest xmlns="{SPACE}" title="Finals"><testPart identifier="p">'
    '<itemSessionControl maxAttempts="2"/><timeLimits maxTime="3600"/>'
    f'<assessmentSection identifier="f" title="First">{rubric("candidate", "Read.")}'
    f"{rubric('candidate', 'Think.')}{rubric('scorer', 'Be kind.')}"
    + REF.format('<preCondition><null/></preCondition><weight identifier="w" value="2"/>')
    + f'<assessmentSection identifier="c" title="Deep">{rubric("candidate", "A text.")}'
    f'<assessmentSection identifier="d" title="Deeper">{REF.format("")}</assessmentSection>'
    '</assessmentSection></assessmentSection><assessmentSectionRef href="s.xml"/></testPart>'
    "<outcomeProcessing/><testFeedback/></assessmentTest>"
)


def test_settings_of_a_test_are_told_and_its_sections_are_read_wherever_they_stand() -> None:
    files = {**FILES, "tests/t.xml": SETTINGS, "tests/s.xml": SECTION.format("")}
    draft = incoming.read(package(files), "p.zip")
    found = [(each.title, each.instructions, len(each.questions)) for each in draft.sections]
    assert found == [("First", "Read.\n\nThink.", 1), ("Deeper", "A text.", 1), ("Last", None, 1)]
    assert draft.front.duration == 60
    assert sorted(message for message in told(draft) if "left out" in message) == [
        "f: a text for 'scorer' was left out: 'Be kind.'",
        "tests/t.xml: a condition under which something is asked was left out",
        "tests/t.xml: feedback to the whole test was left out",
        "tests/t.xml: settings of attempts was left out (maxAttempts=2)",
        "tests/t.xml: the rules for the result of the whole test was left out",
        "tests/t.xml: the weight of a question was left out (value=2)",
        "the title 'Deep' of sections together was left out",
    ]


def test_a_file_of_a_section_is_read_once_however_often_it_is_referred_to() -> None:
    inner = (
        REF.format("") + '<assessmentSectionRef href="s.xml"/><assessmentSectionRef href="s.xml"/>'
    )
    section = f'<assessmentSection xmlns="{SPACE}" title="Last">{inner}</assessmentSection>'
    files = {**FILES, "tests/t.xml": SETTINGS, "tests/s.xml": section}
    draft = incoming.read(package(files), "p.zip")
    assert [each.title for each in draft.sections] == ["First", "Deeper", "Last"]
    again = "'tests/s.xml' was read as a section already; it was not taken again"
    assert [message for message in told(draft) if "already" in message] == [again] * 2


def test_a_file_that_is_no_section_is_told() -> None:
    files = {**FILES, "tests/t.xml": SETTINGS.replace("s.xml", "../items/one.xml")}
    assert "'items/one.xml' is no section; it was left out" in told(
        incoming.read(package(files), "p.zip")
    )


def test_a_text_that_shows_nothing_makes_no_case() -> None:
    shown = '<rubricBlock view="candidate"><img alt="no picture"/></rubricBlock>'
    inside = (
        f'<assessmentSection identifier="in" title="In">{shown}{REF.format("")}</assessmentSection>'
    )
    section = f'<assessmentSection xmlns="{SPACE}" title="Last">{inside}</assessmentSection>'
    files = {**FILES, "tests/t.xml": SETTINGS, "tests/s.xml": section}
    last = incoming.read(package(files), "p.zip").sections[-1]
    assert [(last.title, each.type) for each in last.questions] == [("Last", "single")]
