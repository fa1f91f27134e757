"""QTI 1.2 in the style of Canvas, of cartridges and of older test systems."""

from __future__ import annotations

import io
import tempfile
import zipfile
from collections.abc import Mapping
from html import escape
from pathlib import Path

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from builder import load
from builder.decoding import ReadError
from builder.draft import Draft, DraftQuestion
from builder.formats import WRITERS, incoming
from builder.formats.document import packed_pictures
from builder.formats.document.xml_tree import Node, parsed
from builder.formats.writing import Written, written
from builder.problems import BankError
from tests import formats_table, qti_1_2_grammar
from tests.banks import write_bank
from tests.exchange import Author


def material(html: str, kind: str = "text/html") -> str:
    return f'<material><mattext texttype="{kind}">{escape(html)}</mattext></material>'


def labels(*texts: str) -> str:
    return "".join(
        f'<response_label ident="{at}0">{material(text, "text/plain")}</response_label>'
        for at, text in enumerate(texts)
    )


def lid(ident: str, *texts: str, many: str = "Single", before: str = "") -> str:
    return (
        f'<response_lid ident="{ident}" rcardinality="{many}">{before}'
        f"<render_choice>{labels(*texts)}</render_choice></response_lid>"
    )


FIB = (
    '<response_str ident="R" rcardinality="Single"><render_fib{}>'
    '<response_label ident="a"/></render_fib></response_str>'
)


def equal(value: str, response: str = "R") -> str:
    return f'<varequal respident="{response}">{value}</varequal>'


def rule(condition: str, points: str = "100", action: str = "Set") -> str:
    return (
        f'<respcondition continue="No"><conditionvar>{condition}</conditionvar>'
        f'<setvar action="{action}" varname="SCORE">{points}</setvar></respcondition>'
    )


def meta(**said: str) -> str:
    rows = "".join(
        f"<qtimetadatafield><fieldlabel>{name}</fieldlabel><fieldentry>{value}</fieldentry>"
        "</qtimetadatafield>"
        for name, value in said.items()
    )
    return f"<itemmetadata><qtimetadata>{rows}</qtimetadata></itemmetadata>"


def item(kind: str, stem: str, responses: str, rules: str = "", rest: str = "", **said: str) -> str:
    known = {"question_type": kind} if kind else {}
    return (
        f'<item ident="q" title="T">{meta(**known, points_possible="2.0", **said)}'
        f"<presentation>{material(stem)}{responses}</presentation>"
        f"<resprocessing><outcomes/>{rules}</resprocessing>{rest}</item>"
    )


def feedback(name: str, html: str) -> str:
    return f'<itemfeedback ident="{name}"><flow_mat>{material(html)}</flow_mat></itemfeedback>'


SPACE = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"


def quiz(*items: str, before: str = "") -> str:
    return (
        f'<?xml version="1.0"?>{before}<questestinterop xmlns="{SPACE}">'
        '<assessment ident="a" title="Quiz"><section ident="root_section">'
        f"{''.join(items)}</section></assessment></questestinterop>"
    )


def read(text: str) -> Draft:
    return incoming.read(text.encode(), "quiz.xml")


def only(draft: Draft) -> DraftQuestion:
    ((question,),) = [section.questions for section in draft.sections if section.questions]
    return question


BOTH = f"<and>{equal('00')}<not>{equal('10')}</not>{equal('20')}</and>"
RANGE = (
    f"<or>{equal('77.0')}<and><vargte respident='R'>70.0</vargte>"
    "<varlte respident='R'>84.0</varlte></and></or>"
)
KINDS: dict[str, tuple[str, str, object]] = {
    "single": (
        item("multiple_choice_question", "<p>Q</p>", lid("R", "a", "b"), rule(equal("10"))),
        "single",
        ["B"],
    ),
    "judgement": (
        item("true_false_question", "<p>Q</p>", lid("R", "True", "False"), rule(equal("10"))),
        "true-false",
        False,
    ),
    "several": (
        item(
            "multiple_answers_question", "Q", lid("R", "a", "b", "c", many="Multiple"), rule(BOTH)
        ),
        "multiple",
        ["A", "C"],
    ),
    "short": (
        item("short_answer_question", "Q ____", FIB.format(""), rule(equal("x") + equal("y"))),
        "blank",
        [["x", "y"]],
    ),
    "blanks": (
        item(
            "fill_in_multiple_blanks_question",
            "<p>[two] and [one]</p>",
            lid("response_one", "1", "uno", before=material("one", "text/plain"))
            + lid("response_two", "2", before=material("two", "text/plain")),
            rule(equal("00", "response_one"), "50", "Add"),
        ),
        "blank",
        [["2"], ["1", "uno"]],
    ),
    "one menu": (
        item(
            "multiple_dropdowns_question",
            "It is [c].",
            lid("response_c", "a", "b", before=material("c", "text/plain")),
            rule(equal("00", "response_c"), "100", "Add"),
        ),
        "single",
        ["A"],
    ),
    "matching": (
        item(
            "matching_question",
            "Q",
            lid("response_1", "x", "y", "z", before=material("A"))
            + lid("response_2", "x", "y", "z", before=material("B")),
            rule(equal("10", "response_1"), "50", "Add")
            + rule(equal("00", "response_2"), "50", "Add"),
        ),
        "matching",
        [["A", "y"], ["B", "x"], ["", "z"]],
    ),
    "number": (
        item("numerical_question", "Q", FIB.format(' fibtype="Decimal"'), rule(RANGE)),
        "numeric",
        (77.0, 7.0),
    ),
    "range": (
        item(
            "numerical_question",
            "Q",
            FIB.format(""),
            rule("<vargte respident='R'>1.5</vargte><varlte respident='R'>2.5</varlte>"),
        ),
        "numeric",
        (2.0, 0.5),
    ),
    "essay": (item("essay_question", "Q", FIB.format(' rows="20"')), "essay", None),
    "order": (
        item(
            "ordering_question",
            "Q",
            f'<response_lid ident="R" rcardinality="Ordered">{labels("a", "b")}</response_lid>',
            rule(equal("10") + equal("00")),
        ),
        "ordering",
        ["b", "a"],
    ),
    "categories": (
        item(
            "categorization_question",
            "Q",
            lid("one", "x", "y", "z", many="Multiple", before=material("A"))
            + lid("two", "x", "y", "z", many="Multiple", before=material("B")),
            rule(equal("00", "one") + equal("20", "one"), "50", "Add")
            + rule(equal("10", "two"), "50", "Add"),
        ),
        "matching",
        [["x", "A"], ["z", "A"], ["y", "B"]],
    ),
    "of a cartridge": (
        item("", "Q", FIB.format(""), rule(equal("so")), cc_profile="cc.fib.v0p1"),
        "blank",
        [["so"]],
    ),
    "without a word": (item("", "Q", lid("R", "a", "b"), rule(equal("10"), "1")), "single", ["B"]),
}


@pytest.mark.parametrize("name", KINDS)
def test_items_are_read(name: str) -> None:
    text, kind, answer = KINDS[name]
    question = only(read(quiz(text)))
    assert (question.type, question.answer, question.points) == (kind, answer, 2)


def test_gaps_stand_where_the_brackets_were() -> None:
    assert only(read(quiz(KINDS["blanks"][0]))).stem == "___ and ___"
    assert only(read(quiz(KINDS["short"][0]))).stem == "Q ___"
    assert only(read(quiz(KINDS["one menu"][0]))).stem == r"It is \_\_\_\_."


def test_several_menus_are_a_case() -> None:
    text = item(
        "multiple_dropdowns_question",
        "<p>[a], then [b]</p>",
        lid("response_a", "x", "y", before=material("a", "text/plain"))
        + lid("response_b", "u", "v", before=material("b", "text/plain")),
        rule(equal("10", "response_a"), "50", "Add") + rule(equal("00", "response_b"), "50", "Add"),
    )
    case = only(read(quiz(text)))
    assert (case.type, case.material) == ("case", r"\_\_(1)\_\_, then \_\_(2)\_\_")
    found = [(part.id, part.stem, part.answer, part.points) for part in case.questions]
    assert found == [("q.1", "(1)", ["B"], 1), ("q.2", "(2)", ["A"], 1)]


def test_feedback_is_kept_at_its_option_and_as_explanation() -> None:
    told = feedback("general_fb", "<p>So <b>it</b> is.</p>") + feedback("00_fb", "No.")
    told += feedback("correct_fb", "Yes!")
    text = item("multiple_choice_question", "Q", lid("R", "a", "b"), rule(equal("10")), told)
    draft = read(quiz(text))
    question = only(draft)
    assert (question.explanation, question.feedback) == ("So **it** is.", ["No.", None])
    assert [doubt.message for doubt in draft.doubts] == ["q: feedback was left out: 'Yes!'"]


def test_formula_of_canvas_is_its_latex() -> None:
    image = '<img class="equation_image" src="/eq" data-equation-content="x^2&lt;1" alt="L">'
    text = item("essay_question", f"<p>Why {image}?</p>", FIB.format(""))
    assert only(read(quiz(text))).stem == "Why $x^2<1$?"


def test_text_that_others_name_is_the_material_of_a_case() -> None:
    text = item("text_only_question", "Read.", "").replace('"q"', '"t"')
    asked = item(
        "true_false_question",
        "Q",
        lid("R", "True", "False"),
        rule(equal("00")),
        parent_stimulus_item_ident="t",
    )
    case = only(read(quiz(text, asked)))
    assert (case.type, case.id, case.material) == ("case", "t", "Read.")
    assert [part.id for part in case.questions] == ["q"]


def test_instructions_of_a_text_stand_before_it_and_its_source_is_told() -> None:
    text = item("text_only_question", "<p>Read.</p>", "", source_url="https://example.org")
    text = text.replace("<item ", '<item instructions="Take 5 * 3 minutes." ', 1)
    draft = read(quiz(text + KINDS["single"][0]))
    assert draft.sections[0].instructions == "Take 5 \\* 3 minutes.\n\nRead."
    assert any("its source 'https://example.org' was left out" in d.message for d in draft.doubts)


def test_group_is_a_section_that_draws() -> None:
    group = (
        '<section ident="g" title="Group"><selection_ordering><selection>'
        "<selection_number>1</selection_number><selection_extension><points_per_item>3.0"
        "</points_per_item></selection_extension></selection></selection_ordering>"
        f"{KINDS['single'][0]}</section>"
    )
    ((section),) = read(quiz(group)).sections
    assert (section.title, section.draw) == ("Group", 1)
    assert section.questions[0].points == 3


@pytest.mark.parametrize(
    "kind", ["calculated_question", "file_upload_question", "hot_spot_question"]
)
def test_what_a_bank_has_not_is_refused_by_name(kind: str) -> None:
    draft = read(quiz(item(kind, "Q", FIB.format(""))))
    ((doubt),) = [each for each in draft.doubts if each.level == "error"]
    assert (doubt.about, kind in doubt.message, doubt.message[:2]) == ("unknown-kind", True, "q:")
    assert len(draft.unused) == 1


def test_document_type_without_entities_is_passed_over() -> None:
    text = quiz(KINDS["single"][0], before='<!DOCTYPE questestinterop SYSTEM "ims.dtd">')
    assert only(read(text)).answer == ["B"]
    bomb = '<!DOCTYPE questestinterop [<!ENTITY a "aa">]>'
    with pytest.raises(ReadError, match="document type"):
        read(quiz(KINDS["single"][0], before=bomb))


# Packages.

MANIFEST = (
    '<manifest xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"><resources>'
    '<resource type="imsqti_xmlv1p2"><file href="g1/g1.xml"/></resource>'
    "</resources></manifest>"
)
IMAGE = '<p><img src="$IMS-CC-FILEBASE$/Uploaded%20Media/a.png?canvas_download=1" alt="it"></p>'
PICTURED = item("multiple_choice_question", IMAGE, lid("R", "a", "b"), rule(equal("10")))


def package(files: Mapping[str, str]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return stream.getvalue()


SETTINGS = (
    "<quiz><description>&lt;p&gt;About&lt;/p&gt;</description><time_limit>30</time_limit></quiz>"
)


def test_package_of_canvas_is_read_with_its_pictures() -> None:
    files = {
        "imsmanifest.xml": MANIFEST,
        "g1/g1.xml": quiz(PICTURED),
        "g1/assessment_meta.xml": SETTINGS,
        "web_resources/Uploaded Media/a.png": "dot",
    }
    draft = incoming.read(package(files), "q.zip")
    assert only(draft).stem == "![it](Uploaded-Media/a.png)"
    assert draft.files == {"Uploaded-Media/a.png": b"dot"}
    assert (draft.title, draft.front.description, draft.front.duration) == ("Quiz", "About", 30)


def test_picture_that_is_too_large_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed_pictures, "LARGEST", 2)
    files = {
        "imsmanifest.xml": MANIFEST,
        "g1/g1.xml": quiz(PICTURED),
        "g1/assessment_meta.xml": SETTINGS,
        "web_resources/Uploaded Media/a.png": "dot",
    }
    draft = incoming.read(package(files), "q.zip")
    assert draft.files == {}
    assert [doubt.about for doubt in draft.doubts].count("missing-image") == 1
    assert (draft.title, draft.front.description, draft.front.duration) == ("Quiz", "About", 30)


def test_cartridge_is_read_from_the_file_that_says_more() -> None:
    manifest = MANIFEST.replace("imsqti_xmlv1p2", "imsqti_xmlv1p2/imscc_xmlv1p1/assessment")
    files = {
        "imsmanifest.xml": manifest.replace("g1/g1.xml", "g1/assessment_qti.xml"),
        "g1/assessment_qti.xml": quiz(KINDS["of a cartridge"][0]),
        "non_cc_assessments/g1.xml.qti": quiz(KINDS["matching"][0]),
    }
    assert only(incoming.read(package(files), "q.imscc")).type == "matching"
    del files["non_cc_assessments/g1.xml.qti"]
    assert only(incoming.read(package(files), "q.imscc")).type == "blank"


# Written.


def exported(folder: Path, files: dict[str, str]) -> Written:
    bank, _ = load.bank(write_bank(folder, files))
    return written(bank, WRITERS["qti-1.2"], lambda _: b"dot")


def nodes(node: Node) -> list[Node]:
    return [node, *(each for child in node.children for each in nodes(child))]


def test_package_lists_what_is_in_it_and_names_every_rule(tmp_path: Path) -> None:
    (artifact,) = exported(tmp_path, formats_table._specimens()).artifacts
    with zipfile.ZipFile(io.BytesIO(artifact.data)) as archive:
        manifest = nodes(parsed(archive.read("imsmanifest.xml").decode()))
        listed = {each.attributes["href"] for each in manifest if each.tag == "file"}
        assert listed | {"imsmanifest.xml"} == set(archive.namelist())
        root = parsed(archive.read("e/e.xml").decode())
    assert list(qti_1_2_grammar.faults(root)) == []
    items = [each for each in nodes(root) if each.tag == "item"]
    names = [each.attributes["ident"] for each in items]
    assert len(set(names)) == len(names)
    for each in items:
        inside = nodes(each)
        responses = {n.attributes["ident"] for n in inside if n.tag.startswith("response_")}
        asked = {n.attributes["respident"] for n in inside if n.tag.startswith("var")}
        assert asked <= responses
        told = {n.attributes["linkrefid"] for n in inside if n.tag == "displayfeedback"}
        assert told <= {n.attributes["ident"] for n in inside if n.tag == "itemfeedback"}


@settings(max_examples=40)
@given(st.integers(0, 2**32))
def test_any_bank_is_written_as_the_specification_has_it(number: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        try:
            (artifact,) = exported(Path(folder), Author(number).exam()).artifacts
        except BankError:  # a text that is bad Markdown by accident
            reject()
    with zipfile.ZipFile(io.BytesIO(artifact.data)) as archive:
        assert list(qti_1_2_grammar.faults(parsed(archive.read("e/e.xml").decode()))) == []


def test_losses_of_what_canvas_has_not(tmp_path: Path) -> None:
    section = """\
title: Section
shuffle: {questions: true}
questions:
  - {id: m, type: multiple, stem: Q1, options: [a, b, c], answer: AB, scoring: partial}
  - {id: n, type: numeric, stem: Q2, answer: 3, unit: kg}
"""
    files = {"e/exam.yaml": "{title: E, language: en, pass_mark: 60}", "e/s.yaml": section}
    said = [(loss.item, loss.field) for loss in exported(tmp_path, files).losses]
    assert said == [("e", "pass_mark"), ("e/s", "shuffle"), ("e/s/m", "scoring"), ("e/s/n", "unit")]


# Gaps where they stand, and those of Canvas's newer quizzes.


def blank(name: str, kind: str, way: str, *texts: str) -> str:
    """Return a response of a newer quiz: the bracket in the text has its identifier."""
    inner = "".join(
        f'<response_label ident="{name}-{at}" answer_type="{kind}" scoring_algorithm="{way}">'
        f"{material(text, 'text/plain')}</response_label>"
        for at, text in enumerate(texts)
    )
    return (
        f'<response_lid ident="response_{name}">{material(texts[0], "text/plain")}'
        f"<render_choice>{inner}</render_choice></response_lid>"
    )


GAPS = "fill_in_multiple_blanks_question"


def test_responses_between_texts_are_gaps() -> None:
    plain = "text/plain"
    pieces = (
        material("Now is the ", plain),
        FIB.format(' fibtype="String"'),
        material(" of our discontent made glorious ", plain),
        FIB.replace('ident="R"', 'ident="S"').format(' fibtype="String"'),
    )
    key = rule(equal("Winter") + equal("Summer", "S"), "3", "Add")
    text = quiz(
        f'<item ident="fib"><presentation>{"".join(pieces)}</presentation>'
        f"<resprocessing>{key}</resprocessing></item>"
    )
    question = only(read(text))
    assert question.stem == "Now is the ___ of our discontent made glorious ___"
    assert question.answer == [["Winter"], ["Summer"]]


def test_menus_in_blanks_are_a_case_with_their_feedback() -> None:
    responses = blank("a1", "dropdown", "Equivalence", "black", "violet") + blank(
        "b2", "openEntry", "TextInChoices", "white", "pale"
    )
    key = rule(equal("a1-1", "response_a1"), "50", "Add")
    text = quiz(
        item(GAPS, "<p>It is [a1] and [b2].</p>", responses, key, feedback("a1-0_fb", "No."))
    )
    case = only(read(text))
    assert case.material == r"It is \_\_(1)\_\_ and \_\_(2)\_\_."
    menu, open_gap = case.questions
    assert (menu.type, menu.answer, menu.feedback) == ("single", ["B"], ["No.", None])
    assert (open_gap.type, open_gap.answer) == ("blank", [["white", "pale"]])
    assert case.explanation is None


def test_loose_comparisons_are_told() -> None:
    responses = blank("a1", "openEntry", "TextContainsAnswer", "red") + blank(
        "b2", "openEntry", "TextRegex", "^gr[ae]y$"
    )
    draft = read(quiz(item(GAPS, "<p>[a1] or [b2]</p>", responses, case_sensitive="true")))
    assert only(draft).material == "\\_\\_(1)\\_\\_ or \\_\\_(2)\\_\\_"
    first, second = only(draft).questions
    assert (first.answer, first.match_case, second.answer) == ([["red"]], True, None)
    told = [doubt.message.partition(": ")[2] for doubt in draft.doubts]
    assert "'red' is compared by what the response contains, in a bank as a whole" in told
    pattern = "a pattern that a response has to match has no place in a bank; it was left out"
    assert f"{pattern}: '^gr[ae]y$'" in told
    assert "no text earns points" in told
