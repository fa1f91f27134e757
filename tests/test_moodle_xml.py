"""Moodle XML as Moodle exports it."""

from __future__ import annotations

import base64
import contextlib
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.decoding import ReadError, decode
from builder.draft import Draft, DraftQuestion
from builder.formats import incoming, recognise
from tests.banks import section_bank
from tests.conftest import Run

DOT = base64.b64encode(b"GIF89a dot").decode()
QUIZ = f"""<?xml version="1.0" encoding="UTF-8"?>
<quiz>
<!-- question: 0  -->
<question type="category"><category><text>$course$/top/Rivers // lakes/Asia</text></category>
  <info format="html"><text>&lt;p&gt;All of them.&lt;/p&gt;</text></info></question>
<question type="multichoice">
  <name><text>Longest</text></name>
  <questiontext format="html">
    <text><![CDATA[<p>Which is <b>longest</b>?<script>alert(1)</script></p>
<p><img src="@@PLUGINFILE@@/maps/my%20map.png" alt="A map" onerror="x()"></p>]]></text>
    <file name="my map.png" path="/maps/" encoding="base64">{DOT}</file>
  </questiontext>
  <generalfeedback format="html">
    <text>&lt;p&gt;It is \\(6300\\) km long.&lt;/p&gt;</text>
  </generalfeedback>
  <defaultgrade>2.0000000</defaultgrade>
  <penalty>0.3333333</penalty>
  <single>true</single>
  <correctfeedback format="html"><text>Right.</text></correctfeedback>
  <answer fraction="0" format="html"><text><![CDATA[<p>Mekong</p>]]></text>
    <feedback format="html"><text><![CDATA[<p>No.</p>]]></text></feedback></answer>
  <answer fraction="100" format="html"><text><![CDATA[<p>Yangtze</p>]]></text>
    <feedback format="html"><text></text></feedback></answer>
  <hint format="html"><text>Look east.</text></hint>
  <tags><tag><text>rivers</text></tag><tag><text>asia</text></tag></tags>
</question>
<question type="multichoice"><name><text>Several</text></name>
  <questiontext format="html"><text>Which are lakes?</text></questiontext>
  <single>false</single>
  <answer fraction="50"><text>Baikal</text></answer>
  <answer fraction="50"><text>Biwa</text></answer>
  <answer fraction="-50"><text>Indus</text></answer></question>
<question type="truefalse"><name><text>Flows</text></name>
  <questiontext format="plain_text"><text>1 * 2 &lt; 3?</text></questiontext>
  <answer fraction="0"><text>true</text></answer>
  <answer fraction="100"><text>false</text></answer></question>
<question type="shortanswer"><name><text>Capital</text></name><idnumber>cap-1</idnumber>
  <questiontext format="html"><text>Capital of Japan?</text></questiontext><usecase>1</usecase>
  <answer fraction="100"><text>Tokyo</text></answer>
  <answer fraction="50"><text>Tokio</text></answer></question>
<question type="numerical"><name><text>Pi</text></name>
  <questiontext format="markdown"><text>What is **pi**?</text></questiontext>
  <answer fraction="100"><text>3.140</text><tolerance>0.005</tolerance></answer>
  <units><unit><multiplier>1</multiplier><unit_name>rad</unit_name></unit></units></question>
<question type="matching"><name><text>Pairs</text></name>
  <questiontext format="html"><text>Match.</text></questiontext>
  <subquestion format="html"><text></text><answer><text>Bonn</text></answer></subquestion>
  <subquestion format="html"><text><![CDATA[<p>Japan</p>]]></text>
    <answer><text>Tokyo</text></answer></subquestion>
  <subquestion format="html"><text>China</text><answer><text>Beijing</text></answer></subquestion>
</question>
<question type="ordering"><name><text>Order</text></name>
  <questiontext format="html"><text>From small to large.</text></questiontext>
  <answer fraction="2.0000000" format="html"><text>two</text></answer>
  <answer fraction="1.0000000" format="html"><text>one</text></answer>
  <answer fraction="3.0000000" format="html"><text>three</text></answer></question>
<question type="essay"><name><text>Why</text></name>
  <questiontext format="html"><text>Why?</text></questiontext>
  <responsefieldlines>15</responsefieldlines>
  <graderinfo format="html"><text>Because.</text></graderinfo></question>
<question type="cloze"><name><text>Gaps</text></name>
  <questiontext format="html"><text><![CDATA[<p>The {{1:SHORTANSWER:=sun#Yes~%50%son}} and the
{{:SA:%100%moon~=lu\\}}na}}.</p>]]></text></questiontext></question>
<question type="calculated"><name><text>Sum</text></name>
  <questiontext format="html"><text>{{a}} + {{b}}?</text></questiontext></question>
</quiz>
"""


def read(text: str) -> Draft:
    return incoming.read(text.encode(), "questions.xml")


def questions(text: str) -> dict[str, DraftQuestion]:
    return {each.id: each for section in read(text).sections for each in section.questions}


MENUS = """\
<quiz><question type="cloze"><name><text>Menus</text></name><defaultgrade>4</defaultgrade>
  <questiontext format="html"><text><![CDATA[<p>A {1:MULTICHOICE:one~=two#Yes} and a
{2:MULTIRESPONSE:=x~=y~z} and a {1:SHORTANSWER:=sun}.</p>]]></text></questiontext></question>
<question type="cloze"><name><text>Menu</text></name>
  <questiontext format="html"><text>It is {1:MC:%100%so~no}.</text></questiontext></question></quiz>
"""


def test_gaps_with_choices_are_a_case_of_choices() -> None:
    found = questions(MENUS)
    case = found["Menus"]
    assert case.material == r"A \_\_(1)\_\_ and a \_\_(2)\_\_ and a \_\_(3)\_\_."
    assert [(part.id, part.type, part.stem, part.answer) for part in case.questions] == [
        ("Menus.1", "single", "(1)", ["B"]),
        ("Menus.2", "multiple", "(2)", ["A", "B"]),
        ("Menus.3", "blank", "(3) ___", [["sun"]]),
    ]
    assert [part.points for part in case.questions] == [1, 2, 1]
    assert case.questions[0].feedback == [None, "Yes"]
    alone = found["Menu"]
    assert (alone.type, alone.options, alone.answer) == ("single", ["so", "no"], ["A"])
    assert alone.stem == r"It is \_\_\_\_."


NUMBERS = """\
<quiz><question type="cloze"><name><text>Heat</text></name>
  <questiontext format="html"><text><![CDATA[Ice at {1:NUMERICAL:=0:0.5#Yes~%50%0:5}, steam at
{2:NM:%100%100}, both {1:SHORTANSWER_C:=H<sub>2</sub>O~=H2O~=so &amp; so}.]]></text></questiontext>
</question><question type="cloze"><name><text>Pi</text></name>
  <questiontext><text>It is {1:NUMERICAL:=3.14:0.01~*}.</text></questiontext></question>
<question type="cloze"><name><text>Zero</text></name>
  <questiontext format="html"><text>How much? {3:NUMERICAL:=zero}</text></questiontext></question>
<question type="cloze"><name><text>Lone</text></name>
  <questiontext format="html"><text>How? {1:MC:=so}</text></questiontext></question>
<question type="cloze"><name><text>None</text></name>
  <questiontext format="html"><text>It is {1:MULTICHOICE}.</text></questiontext></question></quiz>
"""


def test_numbers_in_gaps_keep_their_tolerance() -> None:
    found = questions(NUMBERS)
    assert [(part.type, part.stem, part.answer) for part in found["Heat"].questions] == [
        ("numeric", "(1)", (0.0, 0.5)),
        ("numeric", "(2)", (100.0, 0.0)),
        ("blank", "(3) ___", [["H2O", "so & so"]]),
    ]
    assert [part.match_case for part in found["Heat"].questions] == [False, False, True]
    alone = found["Pi"]
    assert (alone.type, alone.stem, alone.answer) == ("numeric", "It is ___.", (3.14, 0.01))
    told = [(doubt.line, doubt.about) for doubt in read(NUMBERS).doubts]
    assert told == [
        (1, "not-kept"),
        (1, "partial-credit-dropped"),
        (6, "unreadable-key"),
        (8, "missing-options"),
        (10, "unknown-kind"),
    ]


def test_one_question_alone_is_read_with_its_old_picture() -> None:
    text = (
        '<question type="ordering"><name><text>O</text></name>'
        "<questiontext><text>Sort.</text></questiontext>"
        f"<image>a dot.png</image><image_base64>\n{DOT}\n</image_base64>"
        '<answer fraction="1"><text>a</text><feedback><text>Yes</text></feedback></answer>'
        '<answer fraction="2"><text>b</text></answer></question>'
    )
    draft = read(text)
    (question,) = draft.sections[0].questions
    assert (question.stem, question.answer) == ("Sort.\n\n![](a-dot.png)", ["a", "b"])
    assert draft.files == {"a-dot.png": b"GIF89a dot"}
    assert [doubt.message for doubt in draft.doubts] == [
        "O: feedback to an item of an order has no place in a bank; it was left out: 'Yes'"
    ]


def test_every_type_is_read() -> None:
    found = questions(QUIZ)
    answers = {name: (each.type, each.answer) for name, each in found.items()}
    assert answers == {
        "Longest": ("single", ["B"]),
        "Several": ("multiple", ["A", "B"]),
        "Flows": ("true-false", False),
        "cap-1": ("blank", [["Tokyo"]]),
        "Pi": ("numeric", (3.14, 0.005)),
        "Pairs": ("matching", [["Japan", "Tokyo"], ["China", "Beijing"], ["", "Bonn"]]),
        "Order": ("ordering", ["one", "two", "three"]),
        "Why": ("essay", "Because."),
        "Gaps": ("blank", [["sun"], ["moon", "lu}na"]]),
    }
    assert (found["Pi"].written, found["Pi"].unit) == ("3.140", "rad")
    assert (found["cap-1"].match_case, found["Why"].lines) == (True, 15)
    assert (found["Gaps"].stem, found["Gaps"].points) == ("The ___ and the ___.", 2)
    assert found["Flows"].stem == "1 \\* 2 < 3?"


def test_texts_and_pictures_are_read() -> None:
    draft = read(QUIZ)
    question = draft.sections[0].questions[0]
    assert (draft.sections[0].title, draft.sections[0].instructions) == (
        "Rivers / lakes/Asia",
        "All of them.",
    )
    assert question.stem == "Which is **longest**?\n\n![A map](maps/my-map.png)"
    assert draft.files == {"maps/my-map.png": b"GIF89a dot"}
    assert question.options == ["Mekong", "Yangtze"]
    assert question.feedback == ["No.", None]
    assert (question.explanation, question.hint) == ("It is $6300$ km long.", "Look east.")
    assert (question.points, question.tags) == (2, ["rivers", "asia"])


COMBINED = (
    "feedback to any right, partly right or wrong response has no place in a bank; "
    "that of 1 question was left out (line {})"
)


def test_what_a_bank_cannot_hold_is_told_with_its_line() -> None:
    draft = read(QUIZ)
    lines = {text: number for number, text in enumerate(QUIZ.split("\n"), 1)}
    at = next(number for text, number in lines.items() if 'type="calculated"' in text)
    at_feedback = next(doubt.line for doubt in draft.doubts if "any right" in doubt.message)
    told = {(doubt.line, doubt.about, doubt.message) for doubt in draft.doubts}
    message = "Sum: questions of type 'calculated' have no place in a bank; it was left out"
    assert (at, "unknown-kind", message) in told
    assert draft.unused == [(at, "question of type 'calculated': Sum")]
    assert {(doubt.about, doubt.message.partition(":")[0]) for doubt in draft.doubts} == {
        ("not-kept", "Longest"),  # the script
        (
            "not-kept",
            COMBINED.format(at_feedback),
        ),
        ("partial-credit-dropped", "cap-1"),
        ("partial-credit-dropped", "Gaps"),
        ("not-kept", "Gaps"),  # feedback to a gap
        ("unknown-kind", "Sum"),
    }


def one(inner: str, kind: str = "multichoice") -> str:
    text = '<questiontext format="html"><text>What?</text>'
    return f'<quiz><question type="{kind}">{text}</questiontext>{inner}</question></quiz>'


@pytest.mark.parametrize(
    ("fractions", "about"),
    [((100, 100), "unreadable-key"), ((0, 0), "unreadable-key"), ((100, 50), "partial")],
)
def test_a_key_that_is_not_whole_is_doubted(fractions: tuple[int, ...], about: str) -> None:
    rows = "".join(f'<answer fraction="{each}"><text>{each}</text></answer>' for each in fractions)
    draft = read(one(f"<single>true</single>{rows}"))
    assert [doubt.about.startswith(about) for doubt in draft.doubts][:1] == [True]


def test_description_makes_a_case_of_what_follows() -> None:
    text = (
        '<quiz><question type="description"><name><text>d</text></name><questiontext '
        'format="html"><text>Read.</text></questiontext></question><question type="truefalse">'
        '<questiontext><text>So?</text></questiontext><answer fraction="100"><text>true</text>'
        "</answer></question></quiz>"
    )
    (case,) = read(text).sections[0].questions
    assert (case.type, case.material, [each.answer for each in case.questions]) == (
        "case",
        "Read.",
        [True],
    )


@pytest.mark.parametrize(
    ("path", "name"),
    [("/../../etc/", "passwd.png"), ("/", "..\\..\\x.png"), ("//a//", "b.png")],
)
def test_no_picture_leaves_its_folder(path: str, name: str) -> None:
    file = f'<file name="{name}" path="{path}" encoding="base64">{DOT}</file>'
    draft = read(QUIZ.replace("<file ", f"{file}<file ", 1))
    assert len(draft.files) == 2
    for each in draft.files:
        assert not each.startswith("/")
        assert ".." not in each.split("/")
        assert "\\" not in each


def test_files_that_are_no_pictures_are_told() -> None:
    file = f'<file name="run.exe" path="/" encoding="base64">{DOT}</file>'
    draft = read(QUIZ.replace("<file ", f"{file}<file ", 1))
    assert list(draft.files) == ["maps/my-map.png"]
    assert any("the file 'run.exe'" in doubt.message for doubt in draft.doubts)


BOMB = '<!DOCTYPE quiz [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><quiz>&b;</quiz>'
FETCH = '<!DOCTYPE quiz SYSTEM "http://example.org/x.dtd"><quiz></quiz>'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (BOMB, "document type"),
        (FETCH, "document type"),
        ("<quiz><question></quiz>", "mismatched tag, line 1, column 19"),
        ("<quiz>&b;</quiz>", "undefined entity"),
        (f"<quiz>{'<a>' * 1000}{'</a>' * 1000}</quiz>", "too deep"),
        ("<questions></questions>", "begins with <questions>"),
    ],
)
def test_dangerous_or_damaged_files_are_refused(text: str, said: str) -> None:
    with pytest.raises(ReadError, match=re.escape(said)):
        incoming.read(text.encode(), "q.xml", "moodle-xml")


_PIECES = re.findall(r"<[^>]*>|[^<]+", QUIZ)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.integers(0, len(_PIECES) - 1), max_size=6),
    st.integers(0, len(_PIECES)),
    st.text(max_size=20),
)
def test_no_file_brings_the_reader_down(gone: list[int], at: int, added: str) -> None:
    pieces = [piece for number, piece in enumerate(_PIECES) if number not in gone]
    text = "".join([*pieces[:at], added, *pieces[at:]])
    with contextlib.suppress(ReadError):
        incoming.read(text.encode("utf-8", "replace"), "q.xml", "moodle-xml")


SECTION = """\
title: Rivers
questions:
  - id: map
    type: single
    stem: "Which? ![A map](img/my%20map.png)"
    options: [a, b]
    answer: B
"""


def test_pictures_go_along_and_come_back(run: Run, tmp_path: Path) -> None:
    content = section_bank(tmp_path, SECTION)
    picture = content / "e" / "img" / "my map.png"
    picture.parent.mkdir()
    picture.write_bytes(b"GIF89a dot")
    ran = run("export", "--to", "moodle-xml", "--out", "e.xml")
    assert (ran.code, "picture" in ran.err) == (0, False)
    written = (tmp_path / "e.xml").read_text(encoding="utf-8")
    assert f'<file name="my map.png" path="/img/" encoding="base64">{DOT}</file>' in written
    draft = read(written)
    assert draft.sections[0].questions[0].stem == "Which? ![A map](img/my-map.png)"
    assert draft.files == {"img/my-map.png": b"GIF89a dot"}


def test_words_for_gaps_are_choices_or_pairs() -> None:
    words = ("cat", "sat", "mat", "dog")

    def asked(kind: str, tag: str) -> DraftQuestion:
        rows = "".join(f"<{tag}><text>{each}</text><group>1</group></{tag}>" for each in words)
        text = "<questiontext><text>The [[1]] on the [[3]].</text></questiontext>"
        draft = read(f'<quiz><question type="{kind}">{text}{rows}</question></quiz>')
        return draft.sections[0].questions[0]

    dragged = asked("ddwtos", "dragbox")
    assert dragged.stem == "The \\_\\_(1)\\_\\_ on the \\_\\_(2)\\_\\_."
    assert dragged.answer == [["(1)", "cat"], ["(2)", "mat"], ["", "sat"], ["", "dog"]]
    chosen = asked("gapselect", "selectoption")
    assert chosen.material == dragged.stem
    assert [(part.options, part.answer) for part in chosen.questions] == [
        ([*words], ["A"]),
        ([*words], ["C"]),
    ]


def test_gaps_keep_their_keys_where_one_has_none() -> None:
    text = "A {1:SA:=x} B {1:SA:%50%y}"
    draft = read(
        '<quiz><question type="cloze"><name><text>c</text></name>'
        f"<questiontext><text>{text}</text></questiontext></question></quiz>"
    )
    parts = draft.sections[0].questions[0].questions
    assert [part.answer for part in parts] == [[["x"]], None]


def _shuffling(*said: str) -> Draft:
    answers = '<answer fraction="100"><text>x</text></answer><answer><text>y</text></answer>'
    return read(
        "<quiz>"
        + "\n".join(
            '<question type="multichoice"><questiontext><text>Q</text></questiontext>'
            f"<single>true</single><shuffleanswers>{each}</shuffleanswers>{answers}</question>"
            for each in said
        )
        + "</quiz>"
    )


def test_options_that_do_not_shuffle_keep_their_order() -> None:
    assert _shuffling("false", "0").sections[0].shuffle == {"options": False}
    assert _shuffling("true", "1").sections[0].shuffle == {}


def test_options_of_which_some_shuffle_are_told() -> None:
    draft = _shuffling("1", "0", "true")
    assert draft.sections[0].shuffle == {}
    (doubt,) = draft.doubts
    assert (doubt.line, doubt.about) == (2, "not-kept")
    assert doubt.message.startswith("1 of 3 questions do not shuffle")


@pytest.mark.parametrize("text", [BOMB, f'<?xml version="1.0"?>\n{FETCH}'])
def test_a_document_type_is_refused_with_the_reason_whatever_the_file_is_called(text: str) -> None:
    with pytest.raises(ReadError, match=r"DOCTYPE …>, line \d\).*take it out"):
        incoming.read(text.encode(), "q.xml")


def test_a_picture_of_which_nothing_is_seen_is_told(run: Run, tmp_path: Path) -> None:
    data = base64.b64encode(b"no picture").decode()
    text = (
        "<quiz>\n<question type='essay'><name><text>q</text></name><questiontext format='markdown'>"
        "<text>![it](@@PLUGINFILE@@/a.png)</text>"
        f"<file name='a.png' path='/' encoding='base64'>{data}</file>"
        "</questiontext></question></quiz>"
    )
    (tmp_path / "q.xml").write_text(text, encoding="utf-8")
    ran = run("import", "q.xml")
    assert "q.xml:2: warning: the picture 'a.png' is no picture, or is damaged" in ran.err
    assert (tmp_path / "content/q/a.png").read_bytes() == b"no picture"


HEADS = [
    "<quiz>",
    '<?xml version="1.0"?>\n<!-- a -->\n<quiz>',
    '<?xml version="1.0"?><?tool package="x"?>\n<!-- a --><?tool y?>\n<quiz>',
    '<?tool package="x"?>\n<quiz>',
]


@pytest.mark.parametrize("head", HEADS)
def test_quiz_is_told_whatever_stands_before_it(head: str) -> None:
    quiz = f"{head}</quiz>"
    assert recognise.plain(decode(quiz.encode()), "x.xml") == "moodle-xml"


def test_doubts_of_one_long_line_stand_at_their_questions() -> None:
    cloze, essay = (
        f'<question type="{kind}"><questiontext><text>{text}</text></questiontext></question>'
        for kind, text in (("cloze", "{1:SA:=x#said} and {1:NUMERICAL:=1:0}"), ("essay", "Why?"))
    )
    text = f"<quiz>{cloze}{essay}{cloze}</quiz>"
    draft = read(text)
    owners = draft.doubts_by_owner()
    found = draft.sections[0].questions
    assert [[doubt.about for doubt in owners.get(id(each), [])] for each in found] == [
        ["not-kept"],
        ["no-answer"],
        ["not-kept"],
    ]
    assert [part for case in found for part in case.questions if id(part) in owners] == []
    columns = sorted({doubt.column for doubt in draft.doubts})
    assert [text[column - 1 :].startswith("<question ") for column in columns] == [True] * 3
