"""QTI packages and items in the style of test systems."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping

import pytest

from builder.decoding import ReadError
from builder.draft import Draft, DraftQuestion
from builder.formats import incoming

SPACE = "http://www.imsglobal.org/xsd/imsqti_v2p1"
MATCH = (
    '<responseProcessing template="http://www.imsglobal.org/question/rptemplates/match_correct"/>'
)


def item(name: str, declared: str, body: str, rest: str = MATCH, given: str = "") -> str:
    return (
        f'<?xml version="1.0"?><assessmentItem xmlns="{SPACE}" identifier="{name}" title="{name}"'
        f' adaptive="false" timeDependent="false"{given}>{declared}'
        f"<itemBody>{body}</itemBody>{rest}</assessmentItem>"
    )


def declared(cardinality: str, base: str, *values: str, more: str = "") -> str:
    rows = "".join(f"<value>{value}</value>" for value in values)
    correct = f"<correctResponse>{rows}</correctResponse>" if values else ""
    return (
        f'<responseDeclaration identifier="R" cardinality="{cardinality}" baseType="{base}">'
        f"{correct}{more}</responseDeclaration>"
    )


def choices(*texts: str) -> str:
    return "".join(
        f'<simpleChoice identifier="c{at}">{text}</simpleChoice>' for at, text in enumerate(texts)
    )


CHOICE = item(
    "one",
    declared("single", "identifier", "c1"),
    '<p>See <img src="../img/a%20b.png" alt="it"/></p><choiceInteraction responseIdentifier="R">'
    f"<prompt>Which <b>one</b>?</prompt>{choices('a', 'b', 'c')}</choiceInteraction>",
)
MAPPED = (
    '<mapping><mapEntry mapKey="Paris" mappedValue="1"/>'
    '<mapEntry mapKey="paris" mappedValue="0.5"/></mapping>'
)
SETS = (
    '<simpleMatchSet><simpleAssociableChoice identifier="l1">A</simpleAssociableChoice>'
    '<simpleAssociableChoice identifier="l2">B</simpleAssociableChoice></simpleMatchSet>'
    '<simpleMatchSet><simpleAssociableChoice identifier="r1">1</simpleAssociableChoice>'
    '<simpleAssociableChoice identifier="r2">2</simpleAssociableChoice>'
    '<simpleAssociableChoice identifier="r3">3</simpleAssociableChoice></simpleMatchSet>'
)


def asked(kind: str, inner: str, stem: str = "<p>What?</p>") -> str:
    return f'{stem}<{kind} responseIdentifier="R">{inner}</{kind}>'


ITEMS: dict[str, tuple[str, str, object]] = {
    "single": (CHOICE, "single", ["B"]),
    "multiple": (
        item(
            "m",
            declared("multiple", "identifier", "c0", "c2"),
            asked("choiceInteraction", choices("a", "b", "c")),
        ),
        "multiple",
        ["A", "C"],
    ),
    "judgement": (
        item(
            "t",
            declared("single", "identifier", "c1"),
            asked("choiceInteraction", choices("True", "False")),
        ),
        "true-false",
        False,
    ),
    "text": (
        item(
            "b",
            declared("single", "string", "Paris", more=MAPPED),
            '<p>It is <textEntryInteraction responseIdentifier="R"/>.</p>',
        ),
        "blank",
        [["Paris"]],
    ),
    "number": (
        item(
            "n",
            declared("single", "float", "3.10"),
            '<p>Pi? <textEntryInteraction responseIdentifier="R"/></p>',
            '<responseProcessing><responseCondition><responseIf><equal toleranceMode="absolute"'
            ' tolerance="0.05 0.05"><variable identifier="R"/><correct identifier="R"/></equal>'
            "</responseIf></responseCondition></responseProcessing>",
        ),
        "numeric",
        (3.1, 0.05),
    ),
    "order": (
        item(
            "o",
            declared("ordered", "identifier", "c1", "c0"),
            asked("orderInteraction", choices("x", "y")),
        ),
        "ordering",
        ["y", "x"],
    ),
    "match": (
        item(
            "p",
            declared("multiple", "directedPair", "l1 r2", "l2 r1"),
            asked("matchInteraction", SETS),
        ),
        "matching",
        [["A", "2"], ["B", "1"], ["", "3"]],
    ),
    "essay": (
        item(
            "e",
            "",
            asked("extendedTextInteraction", "")
            + '<rubricBlock view="scorer"><p>So.</p></rubricBlock>',
        ),
        "essay",
        "So.",
    ),
}


def read(text: str) -> Draft:
    return incoming.read(text.encode(), "item.xml")


def only(draft: Draft) -> DraftQuestion:
    ((question,),) = [section.questions for section in draft.sections]
    return question


def as_3(text: str) -> str:
    """Return an item of 2.1 in the spelling of 3.0."""

    def kebab(name: str) -> str:
        return re.sub(r"[A-Z]", lambda found: f"-{found[0].lower()}", name)

    html = ("p", "b", "img")
    text = text.replace(SPACE, "http://www.imsglobal.org/xsd/imsqtiasi_v3p0")
    text = re.sub(
        r"(</?)([a-zA-Z]+)(?=[\s/>])",
        lambda found: found[1] + (found[2] if found[2] in html else f"qti-{kebab(found[2])}"),
        text,
    )
    return re.sub(r' ([a-zA-Z]+)="', lambda found: f' {kebab(found[1])}="', text)


@pytest.mark.parametrize("name", ITEMS)
@pytest.mark.parametrize("version", [2, 3])
def test_items_are_read(name: str, version: int) -> None:
    text, kind, answer = ITEMS[name]
    question = only(read(as_3(text) if version == 3 else text))
    assert (question.type, question.answer) == (kind, answer)


def test_texts_are_read() -> None:
    assert only(read(ITEMS["text"][0])).stem == "It is ___."
    assert only(read(ITEMS["match"][0])).stem == "What?"
    assert only(read(ITEMS["number"][0])).written == "3.10"


def test_case_of_letters_counts_in_2_and_not_in_3_where_nothing_says() -> None:
    text = ITEMS["text"][0]
    assert only(read(text)).match_case
    assert not only(read(as_3(text))).match_case
    said = text.replace("mapEntry mapKey", 'mapEntry caseSensitive="true" mapKey')
    assert only(read(as_3(said))).match_case


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (CHOICE.replace('adaptive="false"', 'adaptive="true"'), "adaptive items"),
        (CHOICE.replace("<itemBody>", "<templateDeclaration/><itemBody>"), "from a template"),
        (item("h", "", asked("hotspotInteraction", "")), "hotspotInteraction"),
        (item("u", "", asked("uploadInteraction", "")), "uploadInteraction"),
        (item("x", "", "<p>Read.</p>"), "nothing to answer"),
    ],
)
def test_what_a_bank_has_not_is_refused_by_name(text: str, said: str) -> None:
    draft = read(text)
    assert not any(section.questions for section in draft.sections)
    assert any(doubt.about == "unknown-kind" and said in doubt.message for doubt in draft.doubts)
    assert len(draft.unused) == 1


def test_rules_of_its_own_are_told() -> None:
    rules = "<responseProcessing><responseCondition><gt/></responseCondition></responseProcessing>"
    draft = read(CHOICE.replace(MATCH, rules))
    assert any("its own rules of scoring" in doubt.message for doubt in draft.doubts)


# Interactions that a bank says by other types.


def gap(name: str) -> str:
    return f'<gap identifier="{name}"/>'


def inline(name: str, *texts: str) -> str:
    rows = "".join(
        f'<inlineChoice identifier="c{at}">{text}</inlineChoice>' for at, text in enumerate(texts)
    )
    return f'<inlineChoiceInteraction responseIdentifier="{name}">{rows}</inlineChoiceInteraction>'


def test_choice_in_a_text_is_a_single_choice() -> None:
    text = item(
        "i", declared("single", "identifier", "c1"), f"<p>It is {inline('R', 'a', 'b')}.</p>"
    )
    question = only(read(text))
    assert (question.type, question.options, question.answer) == ("single", ["a", "b"], ["B"])
    assert question.stem == r"It is \_\_\_\_."


def test_several_choices_in_a_text_are_a_case() -> None:
    both = declared("single", "identifier", "c1") + declared("single", "identifier", "c0").replace(
        '"R"', '"S"'
    )
    body = f"<p>One {inline('R', 'a', 'b')} two {inline('S', 'c', 'd')}.</p>"
    case = only(read(item("i", both, body)))
    assert (case.type, case.material) == ("case", r"One \_\_(1)\_\_ two \_\_(2)\_\_.")
    found = [(part.id, part.stem, part.options, part.answer) for part in case.questions]
    assert found == [("i.1", "(1)", ["a", "b"], ["B"]), ("i.2", "(2)", ["c", "d"], ["A"])]


def test_gaps_for_given_texts_are_pairs_with_the_text_as_stem() -> None:
    chips = "".join(
        f'<gapText identifier="{name}" matchMax="1">{name}</gapText>' for name in ("w", "s", "a")
    )
    text = f"<blockquote><p>Now {gap('G1')} is {gap('G2')}.</p></blockquote>"
    key = declared("multiple", "directedPair", "w G1", "s G2")
    question = only(read(item("g", key, asked("gapMatchInteraction", chips + text))))
    assert question.type == "matching"
    assert question.answer == [["(1)", "w"], ["(2)", "s"], ["", "a"]]
    assert question.stem == "What?\n\n" + r"> Now \_\_(1)\_\_ is \_\_(2)\_\_."


def test_pairs_of_one_set_are_matching() -> None:
    choices = "".join(
        f'<simpleAssociableChoice identifier="{n}" matchMax="1">{n}</simpleAssociableChoice>'
        for n in "ABCDE"
    )
    key = declared("multiple", "pair", "A D", "C B")
    draft = read(item("a", key, asked("associateInteraction", choices)))
    assert only(draft).answer == [["A", "D"], ["C", "B"], ["", "E"]]
    assert any("pairs of one set" in doubt.message for doubt in draft.doubts)


def test_words_of_a_text_are_options() -> None:
    words = "".join(
        f'<hottext identifier="h{at}">{word}</hottext> ' for at, word in enumerate("ab")
    )
    key = declared("single", "identifier", "h1")
    question = only(read(item("h", key, asked("hottextInteraction", f"<p>So {words}</p>"))))
    assert (question.type, question.options, question.answer) == ("single", ["a", "b"], ["B"])
    assert question.stem == "What?\n\nSo **a** **b**"


def test_categories_are_pairs_from_the_other_side() -> None:
    key = declared("multiple", "directedPair", "l1 r1", "l1 r2", "l2 r3")
    question = only(read(item("m", key, asked("matchInteraction", SETS))))
    assert question.answer == [["1", "A"], ["2", "A"], ["3", "B"]]


def test_many_to_many_is_a_case_of_choices() -> None:
    key = declared("multiple", "directedPair", "l1 r1", "l1 r2", "l2 r2")
    case = only(read(item("m", key, asked("matchInteraction", SETS))))
    assert [(part.type, part.stem, part.answer) for part in case.questions] == [
        ("multiple", "A", ["A", "B"]),
        ("multiple", "B", ["B"]),
    ]


def test_slider_is_a_number() -> None:
    text = item("s", declared("single", "integer", "16"), asked("sliderInteraction", ""))
    draft = read(text)
    assert (only(draft).type, only(draft).answer) == ("numeric", (16.0, 0.0))
    assert any("slider" in doubt.message for doubt in draft.doubts)


def test_several_interactions_are_a_case() -> None:
    both = declared("single", "identifier", "c1") + declared("single", "string", "so").replace(
        '"R"', '"S"'
    )
    choice = asked("choiceInteraction", f"<prompt>Which?</prompt>{choices('a', 'b')}", "")
    body = f"<p>Read.</p>{choice}<p>It is <textEntryInteraction responseIdentifier='S'/>.</p>"
    case = only(read(item("c", both, body)))
    assert case.material == "Read.\n\n" + r"It is \_\_(2)\_\_."
    assert [(part.type, part.stem) for part in case.questions] == [
        ("single", "Which?"),
        ("blank", "(2) ___"),
    ]


def test_feedback_goes_to_the_option_that_it_names() -> None:
    shown = (
        '<modalFeedback outcomeIdentifier="F" showHide="show" identifier="{}">{}</modalFeedback>'
    )
    text = CHOICE.replace(
        MATCH, MATCH + shown.format("c0", "No.") + shown.format("all", "Because.")
    )
    question = only(read(text))
    assert question.feedback == ["No.", None, None]
    assert question.explanation == "Because."


MANIFEST = (
    '<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"><resources>'
    '<resource type="imsqti_item_xmlv2p1" href="items/one.xml"/>'
    '<resource type="imsqti_test_xmlv2p1" href="tests/t.xml"/></resources></manifest>'
)
TEST = (
    f'<assessmentTest xmlns="{SPACE}" title="Finals"><testPart><assessmentSection title="First">'
    '<assessmentItemRef href="../items/one.xml"/></assessmentSection></testPart></assessmentTest>'
)


def package(files: Mapping[str, str]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return stream.getvalue()


FILES = {
    "imsmanifest.xml": MANIFEST,
    "tests/t.xml": TEST,
    "items/one.xml": CHOICE,
    "img/a b.png": "dot",
}


def test_package_is_read_as_its_test_has_it() -> None:
    draft = incoming.read(package(FILES), "p.zip")
    assert (draft.title, [section.title for section in draft.sections]) == ("Finals", ["First"])
    assert only(draft).stem == "See ![it](img/a-b.png)\n\nWhich **one**?"
    assert draft.files == {"img/a-b.png": b"dot"}


STIMULUS = (
    f'<assessmentStimulus xmlns="{SPACE}" identifier="text" title="Text"><stimulusBody>'
    "<p>Read this.</p></stimulusBody></assessmentStimulus>"
)


def test_items_about_one_text_are_a_case() -> None:
    shared = '<assessmentStimulusRef identifier="s" href="../texts/s.xml"/><itemBody>'
    about = CHOICE.replace("<itemBody>", shared)
    test = TEST.replace("</assessmentSection>", "", 1).replace(
        "</testPart>", '<assessmentItemRef href="../items/two.xml"/></assessmentSection></testPart>'
    )
    files = {**FILES, "tests/t.xml": test, "texts/s.xml": STIMULUS, "items/one.xml": about}
    files["items/two.xml"] = about.replace('identifier="one"', 'identifier="two"')
    case = only(incoming.read(package(files), "p.zip"))
    assert (case.type, case.id, case.material) == ("case", "text", "Read this.")
    assert [part.id for part in case.questions] == ["one", "two"]
    del files["texts/s.xml"]
    draft = incoming.read(package(files), "p.zip")
    assert [doubt.about for doubt in draft.doubts].count("not-kept") == 2


def test_object_that_is_a_picture_is_kept() -> None:
    text = CHOICE.replace(
        '<img src="../img/a%20b.png" alt="it"/>',
        '<object type="image/png" data="../img/a%20b.png">it</object>',
    )
    draft = incoming.read(package({**FILES, "items/one.xml": text}), "p.zip")
    assert only(draft).stem.startswith("See ![it](img/a-b.png)")


def test_picture_with_its_ending_in_capitals_is_kept() -> None:
    files = {name.replace(".png", ".PNG"): said for name, said in FILES.items()}
    files["items/one.xml"] = CHOICE.replace("a%20b.png", "a%20b.PNG")
    assert list(incoming.read(package(files), "p.zip").files) == ["img/a-b.PNG"]


def test_picture_outside_the_package_is_told() -> None:
    text = CHOICE.replace("../img/a%20b.png", "../../../etc/passwd.png")
    draft = incoming.read(package({**FILES, "items/one.xml": text}), "p.zip")
    assert draft.files == {}
    assert any(doubt.about == "missing-image" for doubt in draft.doubts)


def test_package_of_more_items_than_a_small_archive_holds_is_read() -> None:
    many = {f"items/{at}.xml": "" for at in range(25_000)}
    assert incoming.read(package({**FILES, **many}), "p.zip").sections[0].questions


def test_items_that_nest_too_deeply_are_refused() -> None:
    deep = f"{'<div>' * 5000}{'</div>' * 5000}<choiceInteraction "
    with pytest.raises(ReadError, match="too deeply"):
        read(CHOICE.replace("<choiceInteraction ", deep, 1))


BOMB = '<!DOCTYPE a [<!ENTITY a "aaaa">]><assessmentItem>&a;</assessmentItem>'


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({**FILES, "items/one.xml": BOMB}, "document type"),
        ({**FILES, "img/bomb.png": "0" * 50_000_000}, "packed too tightly"),
        ({"imsmanifest.xml": MANIFEST}, "lists 'tests/t.xml', which is not in it"),
        (
            {
                "imsmanifest.xml": MANIFEST.replace(
                    "imsqti_item_xmlv2p1", "imsqti_xmlv1p2"
                ).replace("imsqti_test_xmlv2p1", "x")
            },
            "no QTI items (it holds imsqti_xmlv1p2, x)",
        ),
    ],
)
def test_dangerous_or_damaged_packages_are_refused(files: Mapping[str, str], said: str) -> None:
    with pytest.raises(ReadError, match=re.escape(said)):
        incoming.read(package(files), "p.zip")


# What rules of scoring say.

MAP = '<responseProcessing template="http://www.imsglobal.org/question/rptemplates/map_response"/>'
TABLE = (
    '<mapping upperBound="2.5"><mapEntry mapKey="l1 r2" mappedValue="1"/>'
    '<mapEntry mapKey="l2 r1" mappedValue="2"/></mapping>'
)
GIVEN = (
    "<responseProcessing><responseCondition><responseIf>"
    '<match><variable identifier="R"/><correct identifier="R"/></match>'
    '<setOutcomeValue identifier="SCORE"><baseValue baseType="float">4</baseValue>'
    "</setOutcomeValue></responseIf></responseCondition></responseProcessing>"
)


def test_points_are_what_a_right_answer_earns() -> None:
    pairs = declared("multiple", "directedPair", "l1 r2", "l2 r1", more=TABLE)
    draft = read(item("m", pairs, asked("matchInteraction", SETS), MAP))
    assert only(draft).points == 2.5
    assert [doubt.message for doubt in draft.doubts] == [
        "m: its pairs earn uneven parts of the points"
    ]
    texts = declared("single", "string", "Paris", more=MAPPED)
    draft = read(item("t", texts, '<p>So <textEntryInteraction responseIdentifier="R"/>.</p>', MAP))
    assert (only(draft).points, only(draft).answer) == (1, [["Paris"]])
    assert only(draft).match_case, "a table is about the case unless it says otherwise"
    assert [doubt.about for doubt in draft.doubts] == ["partial-credit-dropped"]
    one = asked("choiceInteraction", choices("a", "b"))
    assert only(read(item("s", declared("single", "identifier", "c1"), one, GIVEN))).points == 4


def test_hint_that_a_button_shows_is_the_hint() -> None:
    body = (
        asked("choiceInteraction", choices("a", "b"))
        + '<p><endAttemptInteraction responseIdentifier="H" title="Hint"/></p>'
        + '<feedbackBlock outcomeIdentifier="F" identifier="HINT">Think.</feedbackBlock>'
    )
    draft = read(item("h", declared("single", "identifier", "c1"), body))
    assert (only(draft).hint, only(draft).explanation) == ("Think.", None)
    assert [doubt.about for doubt in draft.doubts] == ["not-kept"]


def test_feedback_to_a_verdict_is_told() -> None:
    body = asked(
        "choiceInteraction",
        '<simpleChoice identifier="c0">True <feedbackInline outcomeIdentifier="F" identifier="c0">'
        'Yes</feedbackInline></simpleChoice><simpleChoice identifier="c1">False</simpleChoice>',
    )
    draft = read(item("v", declared("single", "identifier", "c0"), body))
    assert (only(draft).type, only(draft).answer) == ("true-false", True)
    assert [doubt.message for doubt in draft.doubts] == [
        "v: feedback to true or false has no place in a bank; it was left out: 'Yes'"
    ]


def test_test_without_its_package_is_refused_in_words() -> None:
    with pytest.raises(ReadError, match=r"import the package \(.zip\)"):
        read(f'<assessmentTest xmlns="{SPACE}" identifier="t"><testPart/></assessmentTest>')
