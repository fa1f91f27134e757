"""Word files: well formed, the same bytes, no key for students, and read back as they are."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from builder import exporting
from builder.formats.docx import papers
from builder.formats.docx.content import Content
from builder.formats.docx.omml import omml
from builder.formats.docx.package import NAMES, Parts, document, size
from builder.formats.docx.tree import parsed
from builder.formats.word import read
from builder.formats.word.formula import latex
from builder.formats.word.reading import running_text
from builder.markup import QuestionHtml
from builder.mathml import mathml
from builder.options import can_set_pdf
from builder.questions import TYPES
from tests.banks import CONTENT, EVERY_TYPE, EXAM, section_bank, write_bank
from tests.test_forms import CONTENT as DRAWN

M = "http://schemas.openxmlformats.org/officeDocument/2006/math"
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def exported(content: Path) -> dict[str, bytes]:
    found = exporting.export(content, "docx")
    return {artifact.path: artifact.data for artifact in found.written.artifacts}


def lines(data: bytes) -> list[str]:
    return [line.text for line in running_text(data).lines]


def parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_every_type_can_be_written() -> None:
    assert set(TYPES) == papers.TYPES_WRITTEN


@pytest.mark.parametrize("content", [CONTENT, DRAWN], ids=["content", "drawn"])
def test_files_are_whole_and_the_same_each_time(content: Path) -> None:
    first = exported(content)
    assert first == exported(content)
    for data in first.values():
        inside = parts(data)
        for name, part in inside.items():
            if name.endswith((".xml", ".rels")):
                ElementTree.fromstring(part)
        relations = ElementTree.fromstring(inside["word/_rels/document.xml.rels"])
        targets = {each.get("Id"): each for each in relations}
        for each in relations:
            if each.get("TargetMode") != "External":
                assert f"word/{each.get('Target')}" in inside
        named = set(_relation_ids(inside["word/document.xml"]))
        assert named <= set(targets)


def _relation_ids(xml: bytes) -> list[str]:
    office = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
    return [
        value
        for element in ElementTree.fromstring(xml).iter()
        for name, value in element.attrib.items()
        if name.startswith(office)
    ]


def test_student_paper_contains_no_key(tmp_path: Path) -> None:
    files = exported(section_bank(tmp_path, EVERY_TYPE))
    assert sorted(files) == ["e-key.docx", "e-teacher.docx", "e.docx"]
    for name, data in files.items():
        text = b"".join(parts(data).values())
        assert (b"SECRETmodel" in text) == (name != "e.docx")
        assert (b"SECRET" in text) == (name != "e.docx")
        assert (b"987654.3210" in text) == (name != "e.docx")


def test_numbers_and_letters_are_words_own(tmp_path: Path) -> None:
    data = exported(section_bank(tmp_path, EVERY_TYPE))["e.docx"]
    body = ElementTree.fromstring(parts(data)["word/document.xml"])
    typed = ["".join(t.text or "" for t in p.iter(f"{W}t")) for p in body.iter(f"{W}p")]
    assert not [text for text in typed if text.startswith(("1.", "2.", "A.", "B."))]
    assert [line for line in lines(data) if line.startswith(("1. ", "A. "))][:2] == [
        "1. (2 points) Which one?\t_____",
        "A. first\tB. second\tC. third",
    ]


CHOICE = "title: T\ntype: single\nquestions:\n  - {id: a, stem: Which?, answer: A, options: ["


@pytest.mark.parametrize(
    ("first", "others", "rows"),
    [
        ("cat", "bcd", ["A. cat\tB. b\tC. c\tD. d"]),
        ("a good deal longer than a quarter", "bcd", ["A. {}\tB. b", "C. c\tD. d"]),
        ("wider than half of a line, of which there is no doubt", "bc", ["A. {}", "B. b", "C. c"]),
        ("words " * 3 + "here", "bcde", ["A. {}\tB. b\tC. c", "D. d\tE. e"]),
    ],
)
def test_options_stand_in_the_most_columns_in_which_they_fit(
    first: str, others: str, rows: list[str], tmp_path: Path
) -> None:
    options = ", ".join(f"'{option}'" for option in (first, *others))
    made = exported(section_bank(tmp_path, f"{CHOICE}{options}]}}\n"))
    shown = [line for line in lines(made["e.docx"]) if line]
    assert shown[-len(rows) :] == [row.format(first) for row in rows]


def test_options_in_columns_are_read_back_whatever_they_say(tmp_path: Path) -> None:
    options = ["B", "A", "C. elegans", "1. 2", "（D）", "①③", "A和B", "E、F", "a  b"]
    listed = ", ".join(f"'{option}'" for option in options)
    made = exported(section_bank(tmp_path, f"{CHOICE}{listed}]}}\n"))
    assert "A. B\tB. A\tC. C. elegans\tD. 1. 2\tE. （D）" in lines(made["e-teacher.docx"])
    ((question,),) = (section.questions for section in read(made["e-teacher.docx"]).sections)
    assert list(question.options) == options


def test_paper_is_read_back_by_import() -> None:
    draft = read(exported(DRAWN)["paper-teacher.docx"])
    sections = {section.title: section.questions for section in draft.sections}
    assert list(sections) == ["单选题", "判断题", "填空题", "不变的选择题", "综合题"]
    first = sections["单选题"][0]
    assert first.stem == "哪一种语言最早用于写操作系统 Unix？（ ）"
    assert list(first.options) == ["汇编", "C", "Lisp", "Pascal"]
    assert [question.answer for question in sections["单选题"]] == [list(k) for k in "ADCDBAD"]
    assert [question.answer for question in sections["判断题"]] == [True, False] * 3 + [True]
    assert sections["填空题"][0].stem == "法国的首都是___。"
    assert sections["填空题"][3].answer == [["柏林"]]
    assert "一打十二个，故选B。" in str(sections["单选题"][4].explanation)


def test_key_tells_every_answer_under_its_number() -> None:
    text = lines(exported(DRAWN)["paper-key.docx"])
    assert text[:4] == ["分卷示例", "参考答案与解析", "一、单选题", "1. A"]
    assert "解析：A 在前，B 在后；D 从未用过。" in text
    assert {"8. 正确", "15. 巴黎", "19. AB", "20. ABCE", "24. 12"} <= set(text)


def test_answer_in_the_key_stays_with_its_explanation(tmp_path: Path) -> None:
    data = exported(section_bank(tmp_path, EVERY_TYPE))["e-key.docx"]
    body = ElementTree.fromstring(parts(data)["word/document.xml"])
    rows = [
        ("".join(t.text or "" for t in p.iter(f"{W}t")), p.find(f".//{W}keepNext") is not None)
        for p in body.iter(f"{W}p")
    ]
    explained = [place for place, (said, _) in enumerate(rows) if said.startswith("Explanation")]
    assert len(explained) >= 8
    assert all(rows[place - 1][1] for place in explained if "of story" not in rows[place][0])


@pytest.mark.parametrize(
    "formula",
    [
        r"\frac{1}{2}",
        r"\sqrt{x}",
        r"\sqrt[3]{y}",
        r"x_i^2",
        r"x_i",
        r"a^{n+1}",
        r"\sum_{i=1}^n i",
        r"\int_0^1 x",
        r"\overline{AB}",
        r"\hat{x}",
        r"\vec{a}",
        r"\begin{matrix}1 & 2 \\ 3 & 4\end{matrix}",
        r"\boxed{x}",
        r"\text{速度}=v",
        r"\textrm{速度}=v",
        r"\binom{n}{k}",
        r"\overbrace{a+b}^n",
        r"\begin{cases}x & 1 \\ y & 2\end{cases}",
        r"\left[\frac{1}{2}\right]",
        r"\alpha\leq\beta",
    ],
)
def test_formula_is_words_own_and_means_the_same(formula: str) -> None:
    """What Word shows, read back as LaTeX, is the same MathML again, but for its spacing."""
    shown = omml(parsed(mathml(formula, display=True))[0])
    element = ElementTree.fromstring(f'<x xmlns:m="{M}">{shown}</x>')[0]
    assert _plain(mathml(latex(element), display=True)) == _plain(mathml(formula, display=True))


def _plain(math: str) -> list[str]:
    """Return the signs of a formula, in order, with the elements that arrange them."""
    keep = ("mfrac", "msqrt", "mroot", "msub", "msup", "msubsup", "munderover", "mtr", "mtd")
    found = []
    for element in parsed(math).iter():
        if element.tag in keep:
            found.append(element.tag)
        text = "".join(c for c in element.text or "" if c not in "\u2061\u2062\u2063\u2064").strip()
        found += ["‾" if text in "¯‾\u0332\u0305" else text] if text else []
    return found


# Content


def png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" + bytes(width) for _ in range(height)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def read_back(markdown: str, files: dict[str, bytes] | None = None) -> tuple[list[str], list[str]]:
    """Return the lines of a Word file that holds a text, and what was lost of it."""
    lost: list[str] = []
    own = Parts(chinese=False)
    content = Content(own, lambda name: (files or {})[name], lost.append)
    blocks = content.blocks(QuestionHtml("e").block(markdown))
    body = "".join(block.xml for block in blocks)
    return lines(document(body, own, "en", "Title", 9638)), lost


@pytest.mark.parametrize(
    ("markdown", "found"),
    [
        ("One **bold** and *slanted*.", ["One bold and slanted."]),
        ("One\nline.", ["One line."]),
        ("First.\n\nSecond.", ["First.", "Second."]),
        ("- a\n- b", ["- a", "- b"]),
        ("1. a\n2. b", ["1. a", "2. b"]),
        ("a & b < c", ["a & b < c"]),
        ("$x^2$ here", ["$x^2$ here"]),
        ("[RFC](https://www.rfc-editor.org/rfc/rfc9293)", ["RFC"]),
    ],
)
def test_text_is_read_back(markdown: str, found: list[str]) -> None:
    text, lost = read_back(markdown)
    assert ([line for line in text if line != "1/1"], lost) == (found, [])


def test_code_keeps_its_lines_and_spaces() -> None:
    text, _ = read_back("```python\nif x:\n    print(1)\n\nprint(2)\n```")
    assert "\n".join(text).startswith("if x:\n    print(1)\n\nprint(2)")


def test_formula_of_its_own_stands_in_a_line_of_its_own() -> None:
    own = Parts(chinese=False)
    content = Content(own, lambda name: b"", lambda message: None)
    blocks = content.blocks(QuestionHtml("e").block("It is $$x = 1$$ where $x$ is long."))
    assert ["oMathPara" in block.xml for block in blocks] == [False, True, False]


def test_question_stays_on_one_page_and_its_lines_are_ruled(tmp_path: Path) -> None:
    data = parts(exported(section_bank(tmp_path, EVERY_TYPE))["e.docx"])
    body = ElementTree.fromstring(data["word/document.xml"]).find(f"{W}body")
    assert body is not None
    kept = [(style(p), p.find(f"{W}pPr/{W}keepNext") is not None) for p in body.iter(f"{W}p")]
    at = kept.index(("Question", True))
    assert kept[at : at + 4] == [("Question", True), *[("Option", False)] * 3]
    at = kept.index(("Question", True), at + 1)
    ruled = next(
        each
        for each in ElementTree.fromstring(data["word/styles.xml"])
        if LINE in each.attrib.values()
    )
    assert ruled.find(f"{W}pPr/{W}pBdr/{W}between") is not None


LINE = "Line"


def style(paragraph: ElementTree.Element) -> str:
    named = paragraph.find(f"{W}pPr/{W}pStyle")
    return "" if named is None else str(named.get(f"{W}val"))


def test_place_for_the_answer_is_apart_from_code_and_pictures(tmp_path: Path) -> None:
    code = "title: T\ntype: single\nquestions:\n  - id: a\n    stem: |\n      What?\n\n      ```\n"
    code += "      print(1)\n      ```\n    options: [1, 2]\n    answer: A\n"
    data = parts(exported(section_bank(tmp_path, code))["e.docx"])["word/document.xml"]
    body = ElementTree.fromstring(data)
    shown = [p for p in body.iter(f"{W}p") if style(p) == "Code"]
    assert [list(p.iter(f"{W}tab")) for p in shown] == [[]]
    assert len(list(body.iter(f"{W}tab"))) == 1


def test_table_is_a_table() -> None:
    own = Parts(chinese=False)
    content = Content(own, lambda name: b"", lambda message: None)
    (table,) = content.blocks(QuestionHtml("").block("| a | b |\n| - | - |\n| c | $d$ |"))
    root = ElementTree.fromstring(f'<x xmlns:w="{W[1:-1]}" xmlns:m="{M}">{table.xml}</x>')
    assert len(root.findall(f".//{W}tr")) == 2
    assert len(root.findall(f".//{W}tblHeader")) == 1
    assert len(root.findall(f".//{{{M}}}oMath")) == 1


def test_table_stays_within_the_text_and_keeps_its_alignment() -> None:
    content = Content(Parts(chinese=False), lambda name: b"", lambda message: None, 9000)
    source = "| a | b |\n| - | -: |\n| c | 1 |\n"
    long = source.replace("c", "many words " * 40)
    for markdown, least, most in ((source, 500, 3000), (long, 8000, 9000 - 480)):
        (table,) = content.blocks(QuestionHtml("").block(markdown))
        root = ElementTree.fromstring(f"<x {NAMES}>{table.xml}</x>")
        columns = [int(each.get(f"{W}w", "")) for each in root.iter(f"{W}gridCol")]
        assert len(columns) == 2
        assert least < sum(columns) <= most
        cells = [int(each.get(f"{W}w", "")) for each in root.iter(f"{W}tcW")]
        assert cells == columns * 2
        assert [each.get(f"{W}val") for each in root.iter(f"{W}jc")] == ["right"] * 2


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Page 1 of 1"), ("zh-Hans", "第 1 页　共 1 页")]
)
def test_pages_are_counted_as_on_the_printed_paper(
    language: str, said: str, tmp_path: Path
) -> None:
    exam = f"title: T\nlanguage: {language}\n"
    made = exported(write_bank(tmp_path, {"e/exam.yaml": exam, "e/s.yaml": EVERY_TYPE}))
    for data in made.values():
        footer = ElementTree.fromstring(parts(data)["word/footer.xml"])
        assert "".join(each.text or "" for each in footer.iter(f"{W}t")) == said


def test_number_of_a_part_has_room_in_chinese(tmp_path: Path) -> None:
    exam = "title: T\nlanguage: zh-Hans\n"
    made = exported(write_bank(tmp_path, {"e/exam.yaml": exam, "e/s.yaml": EVERY_TYPE}))
    root = ElementTree.fromstring(parts(made["e.docx"])["word/numbering.xml"])
    hanging = [
        int(indent.get(f"{W}hanging", ""))
        for level in root.iter(f"{W}lvl")
        if any(said.get(f"{W}val") == "（%2）" for said in level)
        for indent in level.iter(f"{W}ind")
    ]
    assert len(hanging) == 1
    assert hanging[0] >= 3 * 210  # two brackets and two digits of 10.5 points


@pytest.mark.parametrize(("language", "number"), [("en", 960), ("zh-Hans", 1160)])
def test_what_belongs_to_a_part_stands_below_its_text(
    language: str, number: int, tmp_path: Path
) -> None:
    exam = f"title: T\nlanguage: {language}\n"
    made = exported(write_bank(tmp_path, {"e/exam.yaml": exam, "e/s.yaml": PARTED}))
    for name in ("e-key.docx", "e-teacher.docx"):
        (body,) = ElementTree.fromstring(parts(made[name])["word/document.xml"])
        assert _begins(body, "That is why.") == number
        assert _begins(body, "listed") == number + 420
        assert _begins(body, "cell") == number
        assert _begins(body, "The whole.") is None
    (body,) = ElementTree.fromstring(parts(made["e.docx"])["word/document.xml"])
    assert _begins(body, "xx") == number


def _begins(body: ElementTree.Element, said: str) -> int | None:
    """Return how far right the paragraph or table begins that says something, if it tells."""
    block = next(each for each in body if said in "".join(each.itertext()))
    table, indent = block.find(f"{W}tblPr/{W}tblInd"), block.find(f"{W}pPr/{W}ind")
    if table is not None:
        return int(table.get(f"{W}w", ""))
    return None if indent is None else int(indent.get(f"{W}left", ""))


PARTED = """\
title: T
questions:
  - id: c
    type: case
    material: Read.
    explanation: The whole.
    questions:
      - id: p
        type: single
        stem: Which?
        options: [xx, y]
        answer: A
        explanation: |
          That is why.

          - listed

          | cell |
          | --- |
          | 1 |
"""


def test_two_tables_in_turn_stay_two(tmp_path: Path) -> None:
    table = "\n\n      | a |\n      | - |\n      | 1 |"
    section = "title: T\ntype: single\nquestions:\n  - id: a\n    answer: A\n    options: [x, y]\n"
    section += f"    stem: |\n      Which?{table}{table}\n"
    body = parts(exported(section_bank(tmp_path, section))["e.docx"])["word/document.xml"]
    kinds = [each.tag for each in ElementTree.fromstring(body)[0]]
    assert kinds.count(f"{W}tbl") == 3
    assert all(kinds[at + 1] == f"{W}p" for at, kind in enumerate(kinds) if kind == f"{W}tbl")


def test_word_before_a_formula_of_its_own_has_its_own_line(tmp_path: Path) -> None:
    section = "title: T\ntype: true-false\nquestions:\n"
    section += "  - {id: a, stem: '?', answer: true, explanation: '$$x = 1$$'}\n"
    for name in ("e-key.docx", "e-teacher.docx"):
        body = parts(exported(section_bank(tmp_path, section))[name])["word/document.xml"]
        for paragraph in ElementTree.fromstring(body).iter(f"{W}p"):
            if paragraph.find(f"{{{M}}}oMathPara") is not None:
                assert not list(paragraph.iter(f"{W}t"))


def test_picture_goes_along_and_what_word_cannot_show_is_told() -> None:
    image = png(20, 10)
    assert size(image) == (20, 10)
    own = Parts(chinese=False)
    content = Content(own, lambda name: image, lambda message: None)
    (shown,) = content.blocks(QuestionHtml("e").block("![a box](box.png)"))
    assert own.media == {"media/image1.png": image}
    assert 'cx="190500" cy="95250"' in shown.xml
    assert 'descr="a box"' in shown.xml
    text, lost = read_back("![a lever](lever.svg)", {"e/lever.svg": b"<svg"})
    assert text[0] == "[a lever]"
    assert lost == ["Word cannot show 'lever.svg'; its words stand for it"]


@pytest.mark.skipif(not can_set_pdf(), reason="needs exampress[pdf]")
def test_drawing_goes_along_with_a_picture_of_it() -> None:
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><path d="M0 0h9"/></svg>'
    own, lost = Parts(chinese=False), list[str]()
    content = Content(own, lambda name: svg, lost.append)
    (shown,) = content.blocks(QuestionHtml("e").block("![a lever](lever.svg)"))
    drawn, vector = own.media["media/image1.png"], own.media["media/image2.svg"]
    assert (size(drawn), vector, lost) == ((80, 60), svg, [])
    assert 'cx="381000" cy="285750"' in shown.xml
    root = ElementTree.fromstring(f"<x {NAMES}>{shown.xml}</x>")
    office = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
    ids = [each.get(f"{office}embed") for each in root.iter() if each.get(f"{office}embed")]
    assert [own.relations[int(str(each)[3:]) - 1][1] for each in ids] == [
        "media/image1.png",
        "media/image2.svg",
    ]


def test_loss_names_the_question(tmp_path: Path) -> None:
    question = "  - {id: lever, stem: 'See ![it](lever.avif), is it?', answer: true}\n"
    section = f"title: T\ntype: true-false\nquestions:\n{question}"
    bank = {"e/exam.yaml": EXAM, "e/s.yaml": section, "e/lever.avif": "-"}
    losses = exporting.export(write_bank(tmp_path, bank), "docx", ["e"]).written.losses
    said = [str(loss) for loss in losses if loss.field == "pictures"]
    assert any("e/s/lever: Word cannot show 'lever.avif'" in loss for loss in said)


@pytest.mark.parametrize(
    ("field", "value"), [("seal", "true"), ("large", "true"), ("qr", "section")]
)
def test_what_a_word_file_has_not_of_a_paper_is_told(
    field: str, value: str, tmp_path: Path
) -> None:
    bank = {"e/exam.yaml": f"{EXAM}paper: {{{field}: {value}}}\n", "e/s.yaml": EVERY_TYPE}
    losses = exporting.export(write_bank(tmp_path, bank), "docx", ["e"]).written.losses
    assert any(f"the Word file has no '{field}' of a paper" in str(loss) for loss in losses)
