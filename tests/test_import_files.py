"""Files as people have them are read to the letter, or refused in words; nothing is lost unseen."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builder.decoding import ReadError, decode
from builder.draft import Draft, DraftQuestion
from builder.dump import dump
from builder.formats import html_text, incoming
from builder.formats.document.list_numerals import numeral
from builder.formats.lists import joined_options, record_keys
from builder.formats.paper.lines import SourceLine
from builder.formats.word.fields import equation
from builder.formats.word.reading import running_text
from builder.importing import Imported, Part, summary
from builder.mathml import mathml
from tests.effort import no_runaway
from tests.office_files import (
    Cell,
    archive,
    docx,
    item,
    level,
    lists,
    math,
    math_run,
    paragraph,
    part,
    picture,
    run,
    table,
    xlsx,
)

UNDERLINED = '<w:u w:val="single"/>'
RED = '<w:color w:val="FF0000"/>'


def questions(draft: Draft) -> list[DraftQuestion]:
    return [question for section in draft.sections for question in section.questions]


def doubts(draft: Draft) -> list[tuple[int, str]]:
    return [(doubt.line, doubt.about) for doubt in draft.doubts]


def texts(data: bytes) -> list[str]:
    return [line.text for line in running_text(data).lines]


def marked(line: SourceLine) -> list[tuple[str, str]]:
    return [(line.text[mark.start : mark.end], mark.style) for mark in line.marks]


# Bytes.

CHINESE = "一、单选题\r\n1. 下列说法正确的是（ ）。\r\nA. 甲\r\nB. 乙\r\n答案：B\r\n"
TRADITIONAL = "一、單選題\n1. 下列說法正確的是（ ）。\nA. 對的說法\nB. 錯誤的說法\n答案：B\n"


@pytest.mark.parametrize(
    ("encoding", "text", "guessed"),
    [
        ("utf-8", CHINESE, False),
        ("utf-8-sig", CHINESE, False),
        ("utf-16", CHINESE, False),
        ("utf-16-le", CHINESE, True),
        ("utf-16-be", CHINESE, True),
        ("utf-32", CHINESE, False),
        ("gb18030", CHINESE, True),
        ("big5", TRADITIONAL, True),
        ("cp1252", "What does “naïve” mean – and “café”?", True),
    ],
)
def test_every_usual_encoding_is_read(encoding: str, text: str, guessed: bool) -> None:
    found = decode(text.encode(encoding))
    assert found.text == text.replace("\r\n", "\n")
    assert found.guessed == guessed
    assert not found.damaged_lines


def test_a_broken_character_in_utf_8_is_kept_and_placed() -> None:
    data = (CHINESE * 20).encode().replace("乙".encode(), b"\xe4\xb9", 1)
    found = decode(data)
    assert found.encoding == "utf-8"
    assert found.damaged_lines == (4,)
    draft = incoming.read(data, "x.txt")
    assert (1, "encoding-guessed") in doubts(draft)


def test_marks_at_the_start_go_even_when_doubled() -> None:
    assert decode(b"\xef\xbb\xbf\xef\xbb\xbfa\r\nb\rc").text == "a\nb\nc"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\x00\x01\x02\x00\xff" * 9, "not a text file"),
        (b"%PDF-1.7", "PDF"),
        (b"{\\rtf1 x}", "RTF"),
        (b"\x89PNG\r\n", "picture"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "password"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "WordDocument".encode("utf-16-le"), ".doc"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "Workbook".encode("utf-16-le"), ".xls"),
        (docx(paragraph("x"))[:-40], "cut off"),
        (docx(paragraph("x"))[:200], "cut off"),
        (archive({"content.xml": "x"}), "OpenDocument"),
        (archive({"ppt/presentation.xml": "x"}), "PowerPoint"),
        (archive({"a.txt": "x"}), "a.txt"),
        (archive({}), "nothing"),
        (archive({"word/document.xml": "<w:document"}), "not XML"),
        (archive({"word/document.xml": "<x/>"}), "no body"),
        (docx(paragraph("x"), prolog='<!DOCTYPE x [<!ENTITY a "b">]>'), "DOCTYPE"),
        (docx("<w:sdt><w:sdtContent>" * 2000 + "</w:sdtContent></w:sdt>" * 2000), "nested"),
        (docx("", more={"x": bytes(20_000_000)}), "packed too tightly"),
        (xlsx({"S": [["题干", "答案"]]})[:-30], "cut off"),
        (b'[{"question": ', "not valid JSON"),
        (b'{"a": 1, "b": []}', "'a', 'b'"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(data: bytes, said: str) -> None:
    with pytest.raises(ReadError, match=said.replace("(", r"\(").replace(".", r"\.")):
        incoming.read(data, "a.json" if data[:1] in (b"[", b"{") else "a.docx")


def test_a_file_over_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.formats.incoming.MAX_BYTES", 10)
    with pytest.raises(ReadError, match="larger than"):
        incoming.read(b"x" * 11, "a.txt")


def test_a_size_that_the_directory_lies_about_is_found_out() -> None:
    data = bytearray(xlsx({"S": [["题干", "答案"], ["q", "对"]]}))
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as packed:
        at = bytes(data).index(b"PK\x01\x02")
        assert packed.infolist()
    data[at + 24 : at + 28] = (1).to_bytes(4, "little")
    with pytest.raises(ReadError):
        incoming.read(bytes(data), "a.xlsx")


def test_a_cell_far_out_does_not_fill_the_memory() -> None:
    data = xlsx({"S": [["题干", "答案"]]})
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    far = b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
    parts[sheet] = parts[sheet].replace(b"</sheetData>", far)
    with pytest.raises(ReadError, match="too far"):
        incoming.read(archive(parts), "a.xlsx")


@pytest.mark.parametrize("name", ["a.docx", "a.txt", "a.xlsx", "a"])
def test_content_decides_and_not_the_name(name: str) -> None:
    word = docx(paragraph("1. 天是蓝的。（ √ ）"))
    assert questions(incoming.read(word, name))[0].answer is True
    sheet = xlsx({"S": [["题干", "答案"], ["天是蓝的", "√"]]})
    assert questions(incoming.read(sheet, name))[0].answer is True
    listed = '[{"question": "天是蓝的", "answer": true}]'.encode()
    assert questions(incoming.read(listed, name))[0].answer is True
    rows = "题干,答案\n天是蓝的,√\n".encode()
    assert questions(incoming.read(rows, name))[0].answer is True


def test_a_paper_named_csv_is_read_as_a_paper() -> None:
    draft = incoming.read(CHINESE.encode(), "a.csv")
    assert [question.answer for question in questions(draft)] == [["B"]]


def test_a_markdown_table_of_questions_is_a_list_and_a_paper_with_one_is_not() -> None:
    rows = "| 题目 | 选项A | 选项B | 答案 |\n| --- | --- | --- | --- |\n| 谁 | 甲 | 乙 | B |\n"
    draft = incoming.read(rows.encode(), "a.md")
    assert [(q.stem, q.answer) for q in questions(draft)] == [("谁", ["B"])]
    draft = incoming.read((CHINESE * 4 + rows).encode(), "a.md")
    assert questions(draft)[0].answer == ["B"]


def test_a_text_that_begins_with_a_bracket_is_no_json() -> None:
    draft = incoming.read("[单选题]\n1. 下列正确的是（ B ）\nA. 甲\nB. 乙\n".encode(), "a.txt")
    assert [question.answer for question in questions(draft)] == [["B"]]


# Word.

NUMBERING = lists(
    {
        1: level(0, "chineseCounting", "%1、")
        + level(1, "decimal", "%2.", '<w:lvlRestart w:val="0"/>')
        + level(2, "upperLetter", "%3．"),
        2: level(0, "decimalEnclosedCircle", "%1", '<w:suff w:val="nothing"/>'),
        3: level(0, "upperLetter", "(%1)"),
        4: level(0, "decimal", "%1.") + level(1, "decimal", "%1.%2"),
        5: level(0, "bullet", "\uf0b7"),
        6: level(0, "upperRoman", "%1.") + level(1, "decimal", "%1-%2", "<w:isLgl/>"),
    },
    {
        **{number: (number, "") for number in range(1, 7)},
        7: (3, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'),
        8: (3, ""),
    },
)


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        (
            [(1, 0), (1, 1), (1, 2), (1, 2), (1, 1), (1, 2)],
            ["一、", "1.", "A．", "B．", "2.", "A．"],
        ),
        ([(1, 0), (1, 1), (1, 0), (1, 1)], ["一、", "1.", "二、", "2."]),
        ([(2, 0), (2, 0)], ["①", "②"]),
        ([(3, 0), (3, 0), (7, 0), (7, 0)], ["(A)", "(B)", "(A)", "(B)"]),
        ([(3, 0), (8, 0)], ["(A)", "(B)"]),
        ([(4, 0), (4, 1), (4, 1), (4, 0), (4, 1)], ["1.", "1.1", "1.2", "2.", "2.1"]),
        ([(5, 0)], ["-"]),
        ([(6, 0), (6, 1)], ["I.", "1-1"]),
        ([(99, 0), (0, 0)], ["", ""]),
    ],
)
def test_numbers_outside_the_text_are_shown(body: list[tuple[int, int]], shown: list[str]) -> None:
    data = docx("".join(item(number, at, "x") for number, at in body), numbering=NUMBERING)
    assert [text.removesuffix("x").strip() for text in texts(data)] == shown


def test_a_style_can_carry_the_list() -> None:
    styles = (
        '<w:style w:type="paragraph" w:styleId="Base"><w:pPr><w:numPr><w:numId w:val="3"/>'
        '</w:numPr></w:pPr></w:style><w:style w:type="paragraph" w:styleId="Option">'
        '<w:basedOn w:val="Base"/></w:style>'
    )
    listed = paragraph("x", properties='<w:pStyle w:val="Option"/>')
    off = '<w:pStyle w:val="Option"/><w:numPr><w:numId w:val="0"/></w:numPr>'
    data = docx(listed + paragraph("y", properties=off) + listed, styles, NUMBERING)
    assert texts(data) == ["(A) x", "y", "(B) x"]


def test_empty_list_items_are_counted_and_not_shown() -> None:
    data = docx(item(3, 0, "x") + item(3, 0) + item(3, 0, "y"), numbering=NUMBERING)
    assert texts(data) == ["(A) x", "", "(C) y"]


@pytest.mark.parametrize(
    ("form", "shown"),
    [
        ("decimal", "12"),
        ("decimalZero", "12"),
        ("chineseCounting", "十二"),
        ("ideographTraditional", "乙"),
        ("decimalEnclosedCircle", "⑫"),
        ("upperLetter", "L"),
        ("lowerRoman", "xii"),
        ("chineseLegalSimplified", "壹拾贰"),
        ("ordinal", "12th"),
        ("somethingNew", "12"),
    ],
)
def test_numerals(form: str, shown: str) -> None:
    assert numeral(12, form) == shown


def field(kind: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


def code(text: str) -> str:
    return f"<w:r><w:instrText>{text}</w:instrText></w:r>"


WORD_PARAGRAPHS: list[tuple[str, str, list[tuple[str, str]]]] = [
    (paragraph("首都是", run("    ", UNDERLINED), "。"), "首都是___。", []),
    (paragraph("a", run("\u3000", UNDERLINED)), "a___", []),
    (paragraph("a", run(" ", UNDERLINED), "b"), "a b", [(" ", "underline")]),
    (
        paragraph("是", run(" 北", UNDERLINED), run("京 ", UNDERLINED + "<w:b/>"), "。"),
        "是 北京 。",
        [("京 ", "bold"), (" 北京 ", "underline")],
    ),
    (paragraph("B. ", run("乙", RED)), "B. 乙", [("乙", "colour")]),
    (paragraph("B. ", run("乙", '<w:color w:val="333333"/>')), "B. 乙", []),
    (paragraph("B. ", run("乙", '<w:shd w:fill="FFFF00"/>')), "B. 乙", [("乙", "colour")]),
    (paragraph(run("乙", '<w:highlight w:val="yellow"/>')), "乙", [("乙", "highlight")]),
    (paragraph(run("不", '<w:em w:val="dot"/>'), "是"), "不是", [("不", "bold")]),
    (paragraph(run("不", '<w:b w:val="0"/>'), "是"), "不是", []),
    (paragraph("H", run("2", '<w:vertAlign w:val="subscript"/>'), "O"), "H<sub>2</sub>O", []),
    (paragraph("<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t></w:r>"), "a\tb", []),
    (paragraph("<w:r><w:t>a</w:t><w:noBreakHyphen/><w:softHyphen/><w:t>b</w:t></w:r>"), "a-b", []),
    (paragraph('<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>'), "√", []),
    (paragraph('<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r>'), "α", []),
    (paragraph('<w:r><w:sym w:font="Odd" w:char="F0FC"/></w:r>'), "[符号 Odd F0FC]", []),
    (
        paragraph(
            "<w:ins>" + run("加") + "</w:ins>",
            "<w:del><w:r><w:delText>减</w:delText></w:r></w:del>",
        ),
        "加",
        [],
    ),
    (
        paragraph('<w:hyperlink r:id="x">' + run("链", UNDERLINED + RED) + "</w:hyperlink>"),
        "链",
        [],
    ),
    (paragraph("<w:sdt><w:sdtContent>" + run("控") + "</w:sdtContent></w:sdt>"), "控", []),
    (paragraph("<w:smartTag>" + run("签") + "</w:smartTag>"), "签", []),
    (
        paragraph(
            "<w:r><w:ruby><w:rt><w:r><w:t>xùn</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>訓</w:t></w:r>"
            "</w:rubyBase></w:ruby></w:r>"
        ),
        "訓(xùn)",
        [],
    ),
    (
        paragraph(
            field("begin"),
            code(" PAGE "),
            field("separate"),
            "7",
            field("end"),
        ),
        "7",
        [],
    ),
    (
        paragraph(field("begin"), code(" EQ \\f(1,"), code("2)"), field("end")),
        r"$\frac{1}{2}$",
        [],
    ),
    (
        paragraph(
            '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:checked/></w:checkBox>'
            '</w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>',
            "甲",
        ),
        "☑甲",
        [],
    ),
    (paragraph(math(math_run("x")), " 是 $5"), r"$x$ 是 \$5", []),
    (
        paragraph(
            "<w:r><w:tab/></w:r>", properties='<w:tabs><w:tab w:leader="underscore"/></w:tabs>'
        ),
        "___",
        [],
    ),
]


@pytest.mark.parametrize(("body", "text", "marks"), WORD_PARAGRAPHS)
def test_word_paragraph(body: str, text: str, marks: list[tuple[str, str]]) -> None:
    plain = paragraph("这一段文字没有任何样式，所以其他颜色才看得出来。")
    line, _ = running_text(docx(body + plain)).lines
    assert line.text == text
    assert marked(line) == marks


def test_the_colour_of_the_whole_paper_is_no_mark() -> None:
    data = docx(paragraph(run("正文很长很长很长", RED)) + paragraph(run("黑")))
    first, second = running_text(data).lines
    assert not first.marks
    assert marked(second) == [("黑", "colour")]


BOX = "<wps:txbx><w:txbxContent>" + paragraph("框") + "</w:txbxContent></wps:txbx>"
DRAWN = (
    f"<w:r><w:drawing><wp:anchor><a:graphicData>{BOX}</a:graphicData></wp:anchor></w:drawing></w:r>"
)
LEGACY = f"<v:textbox><w:txbxContent>{paragraph('框')}</w:txbxContent></v:textbox>"
FALLBACK = f"<w:r><w:pict>{LEGACY}</w:pict></w:r>"


def test_a_text_box_is_read_once_after_its_paragraph() -> None:
    both = (
        f'<mc:AlternateContent><mc:Choice Requires="wps">{DRAWN}</mc:Choice>'
        f"<mc:Fallback>{FALLBACK}</mc:Fallback></mc:AlternateContent>"
    )
    inside = both.replace("<w:r>", "", 1).replace("</w:r>", "", 1)
    assert texts(docx(paragraph("甲", both, "乙") + paragraph("丙"))) == ["甲乙", "框", "丙"]
    assert inside
    assert texts(docx(paragraph(f"<w:r>{FALLBACK[5:-6]}</w:r>"))) == ["", "框"]


def test_what_is_not_shown_is_told() -> None:
    body = (
        paragraph("甲", run("秘密", "<w:vanish/>"))
        + paragraph("<w:del><w:r><w:delText>旧</w:delText></w:r></w:del>")
        + paragraph("乙", '<w:r><w:commentReference w:id="1"/></w:r>')
    )
    more = {
        "word/header1.xml": part("w:hdr", paragraph("页眉")),
        "word/comments.xml": part(
            "w:comments", f'<w:comment w:id="1">{paragraph("批")}</w:comment>'
        ),
    }
    targets = {"h": ("header", "header1.xml"), "c": ("comments", "comments.xml")}
    found = running_text(docx(body, more=more, targets=targets))
    assert found.unused == ((1, "页眉"), (1, "秘密"), (3, "批"))
    said = "left out: 1 deletion of a tracked change, 1 hidden text, 1 comment"
    assert [(doubt.line, doubt.message) for doubt in found.doubts] == [(1, said)]


def test_a_deleted_paragraph_end_joins_two_paragraphs() -> None:
    first = paragraph("前", properties="<w:rPr><w:del/></w:rPr>")
    assert texts(docx(first + paragraph("后"))) == ["前后"]


def test_footnotes_stand_where_they_are_referred_to() -> None:
    more = {
        "word/footnotes.xml": part(
            "w:footnotes", f'<w:footnote w:id="2">{paragraph("脚")}</w:footnote>'
        )
    }
    body = paragraph("文", '<w:r><w:footnoteReference w:id="2"/></w:r>')
    data = docx(body, more=more, targets={"f": ("footnotes", "footnotes.xml")})
    assert texts(data) == ["文（注：脚）"]


def test_pictures_are_taken_out_and_named() -> None:
    more = {"word/media/image1.png": b"1", "word/media/image2.wmf": b"2"}
    targets = {
        "a": ("image", "media/image1.png"),
        "b": ("image", "media/image2.wmf"),
        "c": ("image", "https://x.org/far.png"),
        "d": ("image", "media/gone.png"),
    }
    body = "".join(paragraph("1. 看图", picture(name, "一[图]")) for name in "abcd")
    found = running_text(docx(body, more=more, targets=targets))
    assert [line.text for line in found.lines] == [
        "1. 看图![一 图](image1.png)",
        "1. 看图![一 图](image2.wmf)",
        "1. 看图![一 图](far.png)",
        "1. 看图![一 图](gone.png)",
    ]
    assert found.files == {"image1.png": b"1", "image2.wmf": b"2"}
    assert [(doubt.line, doubt.about) for doubt in found.doubts] == [(2, "missing-image")]


TABLES: list[tuple[list[list[str]], list[str]]] = [
    ([["题号", "1", "2"], ["答案", "A", "B"]], ["题号\t1\t2", "答案\tA\tB"]),
    ([["A. 甲", "B. 乙"], ["C. 丙", "D. 丁"]], ["A. 甲\tB. 乙", "C. 丙\tD. 丁"]),
    ([["年", "量"], ["1", "2|3"]], ["| 年 | 量 |", "| --- | --- |", "| 1 | 2\\|3 |"]),
    ([["年", "量"], ["1"]], ["| 年 | 量 |", "| --- | --- |", "| 1 |  |"]),
    ([["只有一格"]], ["只有一格"]),
    (
        [
            ["题目", "选项", "答案", "解析"],
            ["谁（ ）", "甲|乙", "A", "因为"],
            ["我", "A.甲 B.乙", "B", ""],
        ],
        [
            "1. 谁（ ）",
            "A. 甲",
            "B. 乙",
            "答案：A",
            "解析：因为",
            "2. 我",
            "A. 甲",
            "B. 乙",
            "答案：B",
        ],
    ),
    ([["题干", "A", "B", "答案"], ["谁", "甲", "乙", "A"]], ["1. 谁", "A. 甲", "B. 乙", "答案：A"]),
]


@pytest.mark.parametrize(("rows", "shown"), TABLES)
def test_tables_become_lines(rows: list[list[str]], shown: list[str]) -> None:
    assert texts(docx(table(rows))) == shown
    cells = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
    page = "<table>" + "".join(f"<tr>{row}</tr>" for row in cells) + "</table>"
    assert [line.text for line in html_text.page(page).lines] == shown


HTML_CHUNK = "<html><body><p>块 <b>粗</b></p><p>二</p></body></html>"
MHT_CHUNK = (
    "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x\r\n"
    "Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    "PHA+5Z2XPC9wPjxpbWcgc3JjPSJhLnBuZyI+\r\n--x\r\nContent-Type: image/png\r\n"
    "Content-Location: a.png\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n--x--\r\n"
)


@pytest.mark.parametrize(
    ("name", "chunk", "shown"),
    [
        ("a.html", HTML_CHUNK, ["前", "块 粗", "二", "后"]),
        ("a.mht", MHT_CHUNK, ["前", "块", "![](a.png)", "后"]),
        ("a.txt", "一\n二", ["前", "一", "二", "后"]),
        ("a.docx", docx(paragraph("一") + paragraph("二")), ["前", "一", "二", "后"]),
    ],
)
def test_chunks_of_other_formats_are_part_of_the_text(
    name: str, chunk: str | bytes, shown: list[str]
) -> None:
    body = paragraph("前") + '<w:altChunk r:id="c"/>' + paragraph("后")
    data = docx(body, more={f"word/{name}": chunk}, targets={"c": ("aFChunk", name)})
    found = running_text(data)
    assert [line.text for line in found.lines] == shown
    numbers = [line.number for line in found.lines]
    assert numbers == sorted(numbers)


def test_strict_documents_are_read() -> None:
    with zipfile.ZipFile(io.BytesIO(docx(paragraph("严格")))) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    parts = {
        name: content.replace(
            b"http://schemas.openxmlformats.org/wordprocessingml/2006/main",
            b"http://purl.oclc.org/ooxml/wordprocessingml/main",
        ).replace(
            b"http://schemas.openxmlformats.org/officeDocument/2006/relationships",
            b"http://purl.oclc.org/ooxml/officeDocument/relationships",
        )
        for name, content in parts.items()
    }
    assert texts(archive(parts)) == ["严格"]


def e(inside: str, name: str = "e") -> str:
    return f"<m:{name}>{inside}</m:{name}>"


def setting(name: str, **values: str) -> str:
    inside = "".join(f'<m:{key} m:val="{value}"/>' for key, value in values.items())
    return f"<m:{name}Pr>{inside}</m:{name}Pr>"


A, B, N = math_run("a"), math_run("b"), math_run("n")
HALF = f"<m:f>{e(math_run('1'), 'num')}{e(math_run('2'), 'den')}</m:f>"

FROM_ONE = e(math_run("i=1"), "sub")
TWO_ROWS = f"<m:eqArr>{e(math_run('x&=1'))}{e(math_run('y&=2'))}</m:eqArr>"
LIMIT = f"<m:limLow>{e(math_run('lim'))}{e(math_run('x→0'), 'lim')}</m:limLow>"

FORMULAS: list[tuple[str, str]] = [
    (HALF, r"\frac{1}{2}"),
    (f"<m:f>{setting('f', type='lin')}{e(A, 'num')}{e(B, 'den')}</m:f>", "a/b"),
    (
        f"<m:f>{setting('f', type='noBar')}{e(A, 'num')}{e(B, 'den')}</m:f>",
        r"\genfrac{}{}{0pt}{}{a}{b}",
    ),
    (f"<m:rad>{setting('rad', degHide='1')}<m:deg/>{e(A)}</m:rad>", r"\sqrt{a}"),
    (f"<m:rad>{e(math_run('3'), 'deg')}{e(A)}</m:rad>", r"\sqrt[3]{a}"),
    (f"<m:sSup>{e(A)}{e(math_run('2'), 'sup')}</m:sSup>", "a^2"),
    (f"<m:sSub>{e(A)}{e(math_run('ij'), 'sub')}</m:sSub>", "a_{ij}"),
    (f"<m:sSubSup>{e(A)}{e(B, 'sub')}{e(N, 'sup')}</m:sSubSup>", "a_b^n"),
    (
        f"<m:sPre>{e(math_run('92'), 'sub')}{e(math_run('235'), 'sup')}{e(math_run('U'))}</m:sPre>",
        "{}_{92}^{235}U",
    ),
    (
        f"<m:nary>{setting('nary', chr='∑')}{FROM_ONE}{e(N, 'sup')}{e(A)}</m:nary>",
        r"\sum_{i=1}^n a",
    ),
    (f"<m:nary>{e(A, 'sub')}{e(B, 'sup')}{e(math_run('xdx'))}</m:nary>", r"\int_a^b xdx"),
    (f"<m:d>{e(HALF)}</m:d>", r"\left( \frac{1}{2} \right)"),
    (f"<m:d>{e(A)}</m:d>", "(a)"),
    (
        f"<m:d>{setting('d', begChr='[', endChr=')', sepChr=',')}{e(A)}{e(B)}</m:d>",
        r"\left[ a,b \right)",
    ),
    (
        f"<m:d>{setting('d', begChr='{', endChr='')}{e(TWO_ROWS)}</m:d>",
        r"\begin{cases}x&=1 \\ y&=2\end{cases}",
    ),
    (f"<m:eqArr>{e(math_run('x&=1'))}{e(B)}</m:eqArr>", r"\begin{aligned}x&=1 \\ b\end{aligned}"),
    (
        f"<m:m><m:mr>{e(A)}{e(B)}</m:mr><m:mr>{e(B)}{e(A)}</m:mr></m:m>",
        r"\begin{matrix}a & b \\ b & a\end{matrix}",
    ),
    (f"<m:func>{e(math_run('sin'), 'fName')}{e(math_run('x'))}</m:func>", r"\sin x"),
    (
        f"<m:func>{e(LIMIT, 'fName')}{e(A)}</m:func>",
        r"\lim_{x\to0} a",
    ),
    (f"<m:acc>{setting('acc', chr=chr(0x20D7))}{e(A)}</m:acc>", r"\vec{a}"),
    (
        f"<m:acc>{setting('acc', chr=chr(0x20D7))}{e(math_run('AB'))}</m:acc>",
        r"\overrightarrow{AB}",
    ),
    (f"<m:bar>{setting('bar', pos='top')}{e(A)}</m:bar>", r"\overline{a}"),
    (f"<m:groupChr>{e(A)}</m:groupChr>", r"\underbrace{a}"),
    (
        f"<m:limUpp>{e(math_run('='))}{e(math_run('△'), 'lim')}</m:limUpp>",
        r"\overset{\triangle}{=}",
    ),
    (f"<m:borderBox>{e(A)}</m:borderBox>", r"\boxed{a}"),
    (f"<m:box>{e(A)}</m:box>", "a"),
    (math_run("α≤β，90°"), r"\alpha\le\beta,90^{\circ}"),
    (math_run("速度v=5%"), r"\text{速度}v=5\%"),
    (math_run("𝑥²+H₂O∈ℝ"), r"x^2+H_2O\in\mathbb{R}"),
    ("<m:r><m:rPr><m:nor/></m:rPr><m:t>if x_1</m:t></m:r>", r"\text{if x\_1}"),
    ('<m:r><m:rPr><m:scr m:val="script"/></m:rPr><m:t>L</m:t></m:r>', r"\mathcal{L}"),
    (f"<m:unknown>{e(A)}</m:unknown>", "a"),
    (f"{A}<w:del><m:r><m:t>x</m:t></m:r></w:del>", "a"),
]


@pytest.mark.parametrize(("omml", "shown"), FORMULAS)
def test_formulas_become_latex_that_can_be_shown(omml: str, shown: str) -> None:
    (line,) = texts(docx(paragraph(math(omml.replace("&", "&amp;").replace("&amp;amp;", "&amp;")))))
    assert line == f"${shown}$"
    assert mathml(shown, display=False)


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        (r"EQ \f(1,2)", r"\frac{1}{2}"),
        (r" eq \r(3,x+1)", r"\sqrt[3]{x+1}"),
        (r"EQ \r(,2)", r"\sqrt{2}"),
        (r"EQ x\s\up5(2)", "x^{2}"),
        (r"EQ \x\to(AB)", r"\overline{AB}"),
        (r"EQ \f(\r(2),2)", r"\frac{\sqrt{2}}{2}"),
        (r"EQ \b\lc\{(\a(x=1,y=2))", r"\left\{ \begin{matrix}x=1 \\ y=2\end{matrix} \right."),
        (r"EQ \o\ac(○,3)", "③"),
        ("PAGE", None),
        (r"EQ \f(1", r"\frac{1}{}"),
    ],
)
def test_equation_fields(code: str, shown: str | None) -> None:
    assert equation(code) == shown


def test_a_word_paper_is_read_whole() -> None:
    body = (
        paragraph("期末试卷", properties='<w:outlineLvl w:val="0"/>')
        + item(1, 0, "单选题（每题2分）")
        + item(1, 1, "下列说法", run("不", "<w:b/>"), "正确的是（ ）")
        + "".join(item(1, 2, run(text, RED if text == "乙" else "")) for text in "甲乙丙丁")
        + item(1, 1, "看图", picture("p"), "，它是（ B ）")
        + "".join(item(1, 2, text) for text in "甲乙")
        + item(1, 0, "填空题")
        + item(1, 1, "首都是", run(" 北京 ", UNDERLINED), "。")
        + item(1, 1, "根是", run("      ", UNDERLINED), "。")
        + paragraph("答案：", math(HALF))
        + item(1, 0, "判断题")
        + item(1, 1, "天是蓝的。（ √ ）")
    )
    more = {"word/media/p.png": b"p"}
    data = docx(body, numbering=NUMBERING, more=more, targets={"p": ("image", "media/p.png")})
    draft = incoming.read(data, "卷.docx")
    assert draft.title == "期末试卷"
    assert [section.title for section in draft.sections] == ["单选题", "填空题", "判断题"]
    found = [(q.number, q.type, q.answer) for q in questions(draft)]
    assert found == [
        (1, "single", ["B"]),
        (2, "single", ["B"]),
        (3, "blank", [["北京"]]),
        (4, "blank", [[r"$\frac{1}{2}$"]]),
        (5, "true-false", True),
    ]
    assert questions(draft)[0].stem == "下列说法**不**正确的是（ ）"
    assert questions(draft)[1].stem == "看图![](p.png)，它是（ ）"
    assert draft.files == {"p.png": b"p"}
    assert doubts(draft) == []


# HTML.


@pytest.mark.parametrize(
    ("text", "is_html"),
    [
        ("<p>1、甲</p>\n<p>2、乙</p>", True),
        ("<!DOCTYPE html><html><body>x</body></html>", True),
        ("1. 甲<br>\nA. 乙<br/>\nB. 丙<br>\n", True),
        ("1. 哪个标签引入脚本？\nA. <script>\nB. <p>\nC. <br>\n", False),
        ("1. 若 a<b 且 b>c\nA. 甲\n", False),
        ("1. <b>粗体</b>的题\nA. 甲\nB. 乙", False),
        ("plain", False),
        ("", False),
    ],
)
def test_only_a_text_made_of_html_is_html(text: str, is_html: bool) -> None:
    assert html_text.recognises(text) == is_html


HTML_PARTS: list[tuple[str, list[str]]] = [
    ("<p>a &lt; b&nbsp;&amp; c</p>", ["a < b\xa0& c"]),
    ("<p>一<br>二<br/>三</p>", ["一", "二", "三"]),
    ("<p>一\n  二</p>", ["一二"]),
    ("<p>one\n  two</p>", ["one two"]),
    ("<p>10<sup>3</sup></p>", ["10<sup>3</sup>"]),
    ("<p>填<u>&nbsp;&nbsp;&nbsp;</u></p>", ["填___"]),
    ("<ol><li>一<li>二</ol>", ["1. 一", "2. 二"]),
    ('<ol type="A" start="3"><li>一</li></ol><ul><li>二</li></ul>', ["C. 一", "二"]),
    ("<p>一<p>二", ["一", "二"]),
    ("<div>一\n二<p>三</p>四</div>", ["一", "二", "三", "四"]),
    ('<p>x<script>y</script><style>z</style><span style="display: none">h</span></p>', ["x"]),
    ('<p><img alt="[k]" src="http://a.b/c/pic%201.png?x=1"></p>', ["![k](pic-1.png)"]),
    ("<p><math><mi>x</mi><annotation>x^2</annotation></math></p>", ["$x^2$"]),
    ("<pre>a\n  b</pre>", ["a", "  b"]),
    ("</p></td></table><td>x", ["x"]),
]


@pytest.mark.parametrize(("text", "shown"), HTML_PARTS)
def test_html_as_its_reader_sees_it(text: str, shown: list[str]) -> None:
    assert [line.text for line in html_text.page(text).lines] == shown


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("<p>A、<font color='red'>甲</font></p>", [("甲", "colour")]),
        ('<p>A、<span style="color:#ff0000">甲</span></p>', [("甲", "colour")]),
        ('<p>A、<span style="color: rgb(0, 0, 0)">甲</span></p>', []),
        ('<p><span style="color:#333">甲</span></p>', []),
        ('<p><b>甲</b><span style="font-weight:700">乙</span></p>', [("甲乙", "bold")]),
        ("<p><mark>甲</mark></p>", [("甲", "highlight")]),
        ('<p><span style="background: #fff">甲</span></p>', []),
        ('<p><a href="x"><u>甲</u></a><u>乙</u></p>', [("甲乙", "underline")]),
    ],
)
def test_html_styles_are_marks(text: str, marks: list[tuple[str, str]]) -> None:
    (line,) = html_text.page(text).lines
    assert marked(line) == marks


def test_embedded_pictures_are_taken_out_of_html() -> None:
    draft = incoming.read(
        '<p>1、看图<img src="data:image/png;base64,AAAA">（ √ ）</p>'.encode(), "a.txt"
    )
    assert draft.files == {"image-1.png": b"\0\0\0"}
    assert doubts(draft) == [(1, "html-stripped")]


# Tables.


def test_a_workbook_is_read_sheet_by_sheet() -> None:
    head: list[Cell] = ["序号", "题干*", "选项", None, None, None, "答案", "解析", "来源"]
    sheets: dict[str, list[list[Cell]]] = {
        "单选题": [
            ["2024年题库"],
            head,
            [None, None, "A", "B", "C", "D"],
            [1, "甲（ ）", "A. 铜", "铁", 3, True, "A", "好", "书"],
            [2, "乙", "a", "b", None, "d", "D"],
            [3, "丙", "a", "b", "c", "d", "2"],
            ["二、判断题（共2题，每题2分）"],
            [4, "丁", None, None, None, None, "√"],
            [None, None, "落单"],
        ],
        "Sheet2": [["x", "y"], ["1", "2"]],
        "藏": [["z"]],
    }
    draft = incoming.read(xlsx(sheets, hidden=["藏"]), "a.xlsx")
    assert draft.title == "2024年题库"
    assert [section.title for section in draft.sections] == ["单选题", "判断题"]
    found = [(q.number, q.type, q.options, q.answer) for q in questions(draft)]
    assert found == [
        (1, "single", ["铜", "铁", "3", "TRUE"], ["A"]),
        (2, "single", ["a", "b", "d"], ["C"]),
        (3, "single", ["a", "b", "c", "d"], None),
        (4, "true-false", [], True),
    ]
    assert draft.sections[1].declared.points_each == 2
    assert doubts(draft) == [
        (1, "no-questions"),
        (5, "missing-option"),
        (6, "unreadable-key"),
        (7, "count-mismatch"),
    ]
    assert draft.unused == [
        (1, "x | y"),
        (1, "z"),
        (2, "1 | 2"),
        (2, "column '来源' (1 cells)"),
        (9, "落单"),
    ]


def test_cells_are_read_as_excel_shows_them() -> None:
    cells: list[tuple[str, str]] = [
        ('s="1"', "<v>45000</v>"),
        ('s="2"', "<v>0.25</v>"),
        ('s="3"', "<v>1.1</v>"),
        ('s="4"', "<v>45000</v>"),
        ("", "<f>1+1</f><v>2</v>"),
        ('t="str"', '<f>"x"</f><v>y</v>'),
    ]
    data = xlsx({"S": [["题干", *"ABCDEF", "答案"], ["q", *cells, "A"]]})
    (question,) = questions(incoming.read(data, "a.xlsx"))
    assert question.options == ["2023/3/15", "25%", "1.10", "2023年3月15日", "2", "y"]


def test_a_type_merged_over_several_rows_holds_for_all() -> None:
    rows: list[list[Cell]] = [["题型", "题干", "答案"], ["判断题", "甲", "1"], [None, "乙", "0"]]
    draft = incoming.read(xlsx({"S": rows}, {"S": ["A2:A3"]}), "a.xlsx")
    assert [q.answer for q in questions(draft)] == [True, False]


def test_rows_that_share_material_are_one_case() -> None:
    rows = "材料,题干,答案\n同一段,甲___,1\n同一段,乙___,2\n,丙___,3\n"
    first, second = questions(incoming.read(rows.encode(), "a.csv"))
    assert (first.type, first.material, len(first.questions)) == ("case", "同一段", 2)
    assert second.stem == "丙___"


def test_a_workbook_with_a_paper_in_one_column_is_read_as_a_paper() -> None:
    rows = [[line] for line in CHINESE.split("\r\n") if line]
    draft = incoming.read(xlsx({"S": rows}), "a.xlsx")
    assert [q.answer for q in questions(draft)] == [["B"]]


@pytest.mark.parametrize("delimiter", [",", "\t", ";"])
def test_csv_dialects(delimiter: str) -> None:
    rows = [
        ["题目", "选项A", "选项B", "正确答案"],
        ["多\n行", '说"是"', "乙", "B"],
        ["q", "1", "2", "C"],
    ]
    quoted = (delimiter.join('"' + cell.replace('"', '""') + '"' for cell in row) for row in rows)
    draft = incoming.read("\r\n".join(quoted).encode(), "a.csv")
    first, second = questions(draft)
    assert (first.stem, first.options, first.answer, first.line) == (
        "多\n行",
        ['说"是"', "乙"],
        ["B"],
        2,
    )
    assert second.line == 4
    assert doubts(draft) == [(4, "answer-not-an-option")]


def test_a_table_without_a_header_is_told_and_not_guessed() -> None:
    draft = incoming.read("天是蓝的,对\n地是方的,错\n".encode(), "a.csv")
    assert not questions(draft)
    assert doubts(draft) == [(1, "no-questions")]
    assert draft.unused == [(1, "天是蓝的 | 对"), (2, "地是方的 | 错")]


KEYS: list[tuple[str, str, str, object, list[str]]] = [
    # kind, options, key: type and answer, doubts
    ("", "甲|乙|丙", "B", ["B"], []),
    ("", "甲|乙|丙", "b", ["B"], []),
    ("", "甲|乙|丙", "Ｂ", ["B"], []),
    ("", "甲|乙|丙", "乙", ["B"], []),
    ("", "甲|乙|丙", "B. 乙", ["B"], []),
    ("", "甲|乙|丙", "B、丙", None, ["mixed-signals"]),
    ("", "甲|乙|丙", "B. 一", ["B"], ["key-text-mismatch"]),
    ("", "甲|乙|丙", "A,C", ["A", "C"], []),
    ("", "甲|乙|丙", "A B", ["A", "B"], []),
    ("", "甲|乙|丙", "甲;丙", ["A", "C"], []),
    ("", "甲|乙|丙", "3", ["C"], []),
    ("", "甲|乙|丙", "2", None, ["unreadable-key"]),
    ("", "甲|乙|丙", "0", ["A"], []),
    ("", "甲|乙|丙", "A或B", None, ["unreadable-key"]),
    ("", "甲|乙|丙", "略", None, ["no-answer"]),
    ("", "甲|乙|丙", "", None, ["no-answer"]),
    ("", "甲|乙|丙", "E", None, ["answer-not-an-option"]),
    ("", "B|A|C", "A", None, ["mixed-signals"]),
    ("", "1|2|3", "2", ["B"], []),
    ("", "甲|甲|丙", "C", ["C"], ["duplicate-option"]),
    ("单选题", "甲|乙|丙", "AB", ["A", "B"], ["type-contradicts-answer"]),
    ("多选题", "甲|乙|丙", "A", ["A"], ["type-contradicts-answer"]),
    ("多选", "甲|乙|丙", "AB", ["A", "B"], []),
    ("判断题", "对|错", "B", False, []),
    ("", "正确|错误", "A", True, []),
    ("", "正确|错误", "错误", False, []),
    ("", "x|y", "A", ["A"], []),
    ("判断题", "", "1", True, []),
    ("判断题", "", "F", False, []),
    ("判断题", "", "A", None, ["unreadable-key"]),
    ("", "", "√", True, []),
    ("单选题", "", "A", None, ["missing-options", "answer-not-an-option"]),
    ("简答题", "", "一、二。", "一、二。", []),
    ("简答题", "", "", None, ["no-answer"]),
    ("填空题", "", "红|赤", [["红", "赤"]], []),
    ("numeric", "", "9.8±0.1", (9.8, 0.1), []),
    ("numeric", "", "2~4", (3.0, 1.0), []),
    ("numeric", "", "多", None, ["unreadable-key"]),
    ("排序题", "甲|乙|丙", "CAB", ["丙", "甲", "乙"], []),
    ("排序题", "甲|乙|丙", "CA", None, ["unreadable-key"]),
    ("连线题", "", "甲->1; 乙->2", [["甲", "1"], ["乙", "2"]], []),
]


@pytest.mark.parametrize(("kind", "options", "key", "answer", "said"), KEYS)
def test_keys_of_a_list(kind: str, options: str, key: str, answer: object, said: list[str]) -> None:
    rows = [["题型", "题干", "选项", "答案"], [kind, "问什么呢", options, key]]
    (question,) = questions(draft := incoming.read(xlsx({"S": rows}), "a.xlsx"))
    assert question.answer == answer
    assert sorted(doubt.about for doubt in draft.doubts) == sorted(said)


@pytest.mark.parametrize(
    ("stem", "key", "answer"),
    [
        ("a___b___", "红;绿", [["红"], ["绿"]]),
        ("a___b___", "红、绿", [["红"], ["绿"]]),
        ("a___b___", "（1）红（2）绿", [["红"], ["绿"]]),
        ("a___b___", "①红；②绿", [["红"], ["绿"]]),
        ("a___b___", "红|赤;绿", [["红", "赤"], ["绿"]]),
        ("a___b___", "红", None),
        ("a___b___", "红、绿、蓝", None),
        ("a___b", "红、绿", [["红、绿"]]),
        ("a（ ____ ）b", "24 或 廿四", [["24", "廿四"]]),
    ],
)
def test_keys_of_blanks(stem: str, key: str, answer: object) -> None:
    (question,) = questions(incoming.read(f"题干,答案\n{stem},{key}\n".encode(), "a.csv"))
    assert question.answer == answer
    assert question.type == "blank"


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("A.铜B.铁C.金", ["铜", "铁", "金"]),
        ("A、铜 B、铁", ["铜", "铁"]),
        ("（A）铜（B）铁", ["铜", "铁"]),
        ("A. 铜\nB. 铁", ["铜", "铁"]),
        ("铜|铁|", ["铜", "铁"]),
        ("铜；铁；金", ["铜", "铁", "金"]),
        ("铜<br>铁", ["铜", "铁"]),
        ('["铜", 2]', ["铜", "2"]),
        ("对/错", ["对", "错"]),
        ("红，黄和蓝", ["红，黄和蓝"]),
        ("A.I. 是什么|B", ["A.I. 是什么", "B"]),
        ("", []),
    ],
)
def test_options_in_one_cell(text: str, options: list[str]) -> None:
    assert list(joined_options.split(text)[1]) == options


# JSON.

JSON_LISTS: list[tuple[object, list[object]]] = [
    ([{"question": "q", "options": ["a", "b"], "answer": "B"}], [["B"]]),
    ([{"title": "q", "choices": {"A": "a", "B": "b"}, "correct": "A"}], [["A"]]),
    ([{"stem": "q", "A": "1", "B": "2", "C": "3", "answer": ["A", "C"]}], [["A", "C"]]),
    ([{"question": "q", "optionA": "1", "optionB": "2", "answer": "2"}], [["B"]]),
    ([{"question": "q", "options": ["a", "b"], "answer": 2}], [["B"]]),
    ([{"question": "q", "options": ["a", "b"], "answer": 0}], [["A"]]),
    ([{"question": "q", "options": ["a", "b"], "answer": 1}], [None]),
    ([{"question": "q", "answers": ["a", "b"], "correctIndex": 0}], [["A"]]),
    (
        [
            {
                "question": "q",
                "answers": [{"text": "a", "correct": False}, {"text": "b", "correct": True}],
            }
        ],
        [["B"]],
    ),
    ([{"question": "q", "correct_answer": "r", "incorrect_answers": ["s", "t"]}], [["A"]]),
    ([{"question": "q", "answer": False}], [False]),
    ([{"question": "a___b___", "answer": ["1", "2"]}], [[["1"], ["2"]]]),
    ([{"question": "a___b", "answer": ["1", "2"]}], [None]),
    ({"题库": [{"题目": "q", "选项": "A.甲 B.乙", "答案": "B"}]}, [["B"]]),
    ({"单选题": [{"题目": "q", "选项": ["甲", "乙"], "答案": "B"}]}, [["B"]]),
    ({"1": {"question": "q", "options": ["a", "b"], "answer": "a"}}, [["A"]]),
    ({"sections": [{"title": "s", "questions": [{"stem": "天", "answer": "错"}]}]}, [False]),
]


@pytest.mark.parametrize(("value", "answers"), JSON_LISTS)
def test_json_lists(value: object, answers: list[object]) -> None:
    draft = incoming.read(json.dumps(value, ensure_ascii=False).encode(), "a.json")
    assert [question.answer for question in questions(draft)] == answers
    errors = [doubt for doubt in draft.doubts if doubt.level == "error"]
    assert len(errors) == answers.count(None)


def test_json_lines_and_their_places() -> None:
    rows = '{"question": "q", "options": ["a", "b"], "answer": "A"}\n'
    draft = incoming.read(
        (rows + rows.replace('"A"', '"C"').replace('"q"', '"r"')).encode(), "a.jsonl"
    )
    assert doubts(draft) == [(2, "answer-not-an-option")]


def _part(stem: str, **more: object) -> dict[str, object]:
    return {"stem": stem, "options": ["x", "y"], "answer": "B", **more}


def _case(*parts: object, **more: object) -> dict[str, object]:
    return {"material": "m", "questions": list(parts), **more}


def test_object_with_material_and_questions_is_a_case_and_keeps_what_it_says() -> None:
    value = _case(_part("a"), _part("b"), points="4", analysis="why", tags="t", answer="C")
    draft = incoming.read(json.dumps([value]).encode(), "a.json")
    (case,) = questions(draft)
    assert (case.type, case.material, case.points) == ("case", "m", 4)
    assert (case.explanation, case.tags) == ("why", ["t"])
    assert [part.stem for part in case.questions] == ["a", "b"]
    assert [(doubt.about, doubt.message) for doubt in draft.doubts] == [
        ("not-kept", "a key of the whole case has no place in a bank; it was left out: 'C'")
    ]


OWN_CASE = {"type": "true-false", "stem": "a", "answer": True}
NESTED = {
    "own material": _case(_part("a", material="n"), _part("b")),
    "a stem above": _case({"stem": "n", "questions": [_part("a")]}, _part("b")),
    "case in case": _case(_case(_part("a"), material="n"), _part("b")),
    "our own form": {
        "type": "case",
        **_case({"type": "case", **_case(OWN_CASE, material="n")}, {**OWN_CASE, "stem": "b"}),
    },
}


@pytest.mark.parametrize("value", NESTED.values(), ids=NESTED)
def test_case_within_a_case_is_opened_and_told(value: object) -> None:
    draft = incoming.read(json.dumps([value]).encode(), "a.json")
    (case,) = questions(draft)
    assert (case.type, case.material) == ("case", "m")
    assert [part.stem for part in case.questions] == ["n\n\na", "b"]
    assert [doubt.about for doubt in draft.doubts] == ["not-kept"]
    assert dump(draft, "T", "en")


def test_xml_of_another_kind_is_refused_by_its_root() -> None:
    text = "<?xml version='1.0'?>\n<!-- a <test> -->\n<examview type='test'><question/></examview>"
    with pytest.raises(ReadError, match="begins with <examview>"):
        incoming.read(text.encode(), "a.xml")


def test_doubts_of_one_long_line_stand_at_their_questions() -> None:
    items = [_part("one?", answer="Z"), _part("two?"), _part("one?"), _part("four?", answer="Y")]
    text = json.dumps(items)
    imported = Imported(incoming.read(text.encode(), "a.json"), (Part("a.json", 1),))
    columns = [text.index(json.dumps(item)) + 1 for item in items]
    assert [(place, doubt.about) for place, doubt in imported.doubts()] == [
        (f"a.json:1:{columns[0]}", "answer-not-an-option"),
        (f"a.json:1:{columns[2]}", "duplicate-stem"),
        (f"a.json:1:{columns[3]}", "answer-not-an-option"),
    ]
    assert summary(imported.draft).doubted == 3
    (section,) = [text for name, text in dump(imported.draft, "T", "en").items() if name[0] == "1"]
    first, second, third, fourth = re.split(r"\n\n(?=  [-#])", section.partition("questions:")[2])
    assert ["# " in each for each in (first, second, third, fourth)] == [True, False, True, True]


def test_what_stands_beside_a_list_of_questions_is_told() -> None:
    value = {"title": "T", "content": "Read this.", "questions": [_part("a")]}
    draft = incoming.read(json.dumps(value).encode(), "a.json")
    assert (draft.title, draft.unused) == ("T", [(1, "content: Read this.")])


@pytest.mark.parametrize("levels", [30, 300, 3000])
@pytest.mark.parametrize("head", ['{"type": "case", "material": "m", "questions": [', '{"q": ['])
def test_json_nested_without_end_is_refused(head: str, levels: int) -> None:
    inner = '{"type": "essay", "stem": "s", "answer": "x"}'
    text = f"[{head * levels}{inner}{']}' * levels}]"
    with pytest.raises(ReadError, match="nested too deeply"):
        incoming.read(text.encode(), "a.json")


def test_our_own_export_comes_back_whole() -> None:
    inner = {"type": "true-false", "stem": "q", "answer": False}
    whole: list[dict[str, object]] = [
        {
            "type": "single",
            "stem": "a",
            "options": ["x", {"text": "y", "feedback": "f"}],
            "answer": ["B"],
        },
        {"type": "multiple", "stem": "b", "options": ["x", "y"], "answer": ["A", "B"]},
        {"type": "blank", "stem": "c ___", "answer": [["1", "2"]]},
        {"type": "numeric", "stem": "d", "answer": 3.5, "tolerance": 0.5},
        {"type": "matching", "stem": "e", "pairs": [["l", "r"]], "distractors": ["s"]},
        {"type": "ordering", "stem": "f", "items": ["1", "2"]},
        {"type": "essay", "stem": "g", "answer": "long"},
        {"type": "case", "stem": "", "material": "m", "questions": [inner]},
    ]
    exam = {"exams": [{"title": "T", "sections": [{"title": "S", "questions": whole}]}]}
    draft = incoming.read(json.dumps(exam).encode(), "a.json")
    assert (draft.title, draft.sections[0].title, draft.doubts) == ("T", "S", [])
    assert [q.type for q in questions(draft)] == [each["type"] for each in whole]
    assert [q.answer for q in questions(draft)] == [
        ["B"],
        ["A", "B"],
        [["1", "2"]],
        (3.5, 0.5),
        [["l", "r"], ["", "s"]],
        ["1", "2"],
        "long",
        None,
    ]
    assert questions(draft)[0].feedback == [None, "f"]
    assert questions(draft)[-1].questions[0].answer is False


# Whatever comes.

Reader = Callable[[bytes], object]
HOSTILE = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _attempt(data: bytes, name: str) -> None:
    try:
        incoming.read(data, name)
    except ReadError:  # in words, and nothing else
        return


@HOSTILE
@given(st.binary(max_size=400), st.sampled_from(["a.txt", "a.csv", "a.json", "a.docx"]))
def test_no_bytes_crash_a_reader(data: bytes, name: str) -> None:
    _attempt(data, name)


_GOOD = (
    docx(item(1, 1, "甲", math(HALF)) + table([["a", "b"], ["c", "d"]]), numbering=NUMBERING),
    xlsx({"S": [["题干", "答案"], ["q", ('s="1"', "<v>45000</v>")]]}),
)


@HOSTILE
@given(st.sampled_from(_GOOD), st.data())
def test_no_damage_to_an_office_file_crashes_a_reader(good: bytes, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(good) - 1))
    end = data.draw(st.integers(at, min(len(good), at + 40)))
    _attempt(good[:at] + data.draw(st.binary(max_size=20)) + good[end:], "a.docx")


_XML = st.recursive(
    st.sampled_from(
        ["x", "<w:t>1. 甲</w:t>", "<w:tab/>", '<w:fldChar w:fldCharType="end"/>', "<m:t>a</m:t>"]
    ),
    lambda inner: st.builds(
        lambda tag, inside: f"<{tag}>{''.join(inside)}</{tag}>",
        st.sampled_from(
            [
                "w:p",
                "w:r",
                "w:tbl",
                "w:tr",
                "w:tc",
                "w:sdt",
                "w:sdtContent",
                "w:ins",
                "w:del",
                "w:pPr",
                "w:numPr",
                "w:rPr",
                "w:hyperlink",
                "w:drawing",
                "w:pict",
                "w:txbxContent",
                "m:oMath",
                "m:f",
                "m:num",
                "m:e",
                "m:d",
                "m:nary",
                "mc:AlternateContent",
                "mc:Choice",
                "w:instrText",
                "w:ruby",
                "w:altChunk",
                "m:eqArr",
                "m:func",
                "m:fName",
                "m:sSup",
            ]
        ),
        st.lists(inner, max_size=4),
    ),
    max_leaves=20,
)


@HOSTILE
@given(st.lists(_XML, max_size=5))
def test_no_xml_crashes_the_word_reader(body: list[str]) -> None:
    _attempt(docx("".join(body)), "a.docx")


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.sampled_from(["A", "甲", "q___", ""]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [
                    "question",
                    "options",
                    "answer",
                    "A",
                    "B",
                    "type",
                    "stem",
                    "answers",
                    "correct",
                    "sections",
                    "questions",
                    "material",
                    "title",
                    "tags",
                    "number",
                    "explanation",
                    "x",
                ]
            ),
            inner,
            max_size=6,
        )
    ),
    max_leaves=25,
)


@HOSTILE
@given(_JSON)
def test_no_json_crashes_the_list_reader(value: object) -> None:
    _attempt(json.dumps(value, ensure_ascii=False).encode(), "a.json")


@HOSTILE
@given(
    st.lists(
        st.lists(st.sampled_from(["A", "对", "甲|乙", "", "a___", "1", "（ ）", "略"]), max_size=5),
        max_size=6,
    )
)
def test_every_row_is_a_question_or_told(rows: list[list[str]]) -> None:
    head = ["题干", "选项", "答案", "题型", "解析"]
    text = "\n".join(",".join(row) for row in [head, *rows]) + "\n"
    draft = incoming.read(text.encode(), "a.csv")
    told = {q.line for q in questions(draft)} | {line for line, _ in draft.unused}
    told |= {section.line for section in draft.sections}
    assert {at for at, row in enumerate(rows, 2) if any(row)} <= told
    for question in questions(draft):
        own = [d for d in draft.doubts if d.line == question.line]
        errors = [d for d in own if d.level == "error" or d.about == "no-answer"]
        assert len(errors) == (question.answer is None)


_PIECES = (
    "<p> </p> <br> <b> </b> <table> <tr> <td> </table> <ol> <li> <sup> <img> <!-- --> < & &lt; <u> "
    "1、甲 <math> </math> <div/hidden> <script> </script> <![CDATA[ <a/href="
)
_TAGS = st.sampled_from([*_PIECES.split(), "\n", " ", "<p class='"])


@HOSTILE
@given(st.lists(_TAGS, max_size=40))
def test_no_html_crashes_and_no_text_is_lost(pieces: list[str]) -> None:
    page = html_text.page("".join(pieces))
    assert all("\n" not in line.text for line in page.lines)


@pytest.mark.parametrize(
    "text",
    [
        "<" * 200_000,
        "<p " * 60_000,
        "<!--" * 50_000,
        "<p>" + " " * 200_000 + "x",
        "<b>" * 50_000,
        "<table><tr><td>" * 10_000,
        "<p>" + "&" * 100_000,
        "<u>" + "\t" * 100_000 + "x</u>",
    ],
)
def test_html_makes_no_reader_run_away(text: str) -> None:
    with no_runaway():
        html_text.recognises(text)
        html_text.page(text)


@pytest.mark.parametrize(
    "key",
    [" " * 100_000 + "x", "A," * 50_000, "A" + " " * 100_000 + "1", "_" * 100_000, "；" * 100_000],
)
def test_keys_make_no_reader_run_away(key: str) -> None:
    with no_runaway():
        record_keys.choice(key, None, ["a", "b"], "AB", None)
        record_keys.blanks(key, 3)
        record_keys.measure(key)
        record_keys.pairs(key)
        joined_options.split(key)


ROWS = [["题干", *"ABCD", "答案", "解析"]] + [
    [f"第{at}题问的是什么内容（ ）", "甲", "乙", "丙", at, "ABCD"[at % 4], "因为"]
    for at in range(5000)
]


@pytest.mark.parametrize("form", ["xlsx", "csv", "json", "docx"])
def test_five_thousand_questions_are_read(form: str) -> None:
    data = {
        "xlsx": lambda: xlsx({"S": ROWS}),
        "csv": lambda: "\n".join(",".join(map(str, row)) for row in ROWS).encode(),
        "json": lambda: json.dumps(
            [{"question": r[0], "options": r[1:5], "answer": r[5]} for r in ROWS[1:]]
        ).encode(),
        "docx": lambda: docx(
            "".join(
                item(1, 1, str(row[0])) + "".join(item(1, 2, str(cell)) for cell in row[1:5])
                for row in ROWS[1:]
            ),
            numbering=NUMBERING,
        ),
    }[form]()
    with no_runaway():
        if form == "docx":
            assert len(running_text(data).lines) == 25_000
        else:
            assert len(questions(incoming.read(data, f"a.{form}"))) == 5000


POINTS = [("2", 2), ("2分", 2), ("(2.5 points)", 2.5), ("1e999", None), ("-2", None), ("3/4", None)]


@pytest.mark.parametrize(("said", "points"), POINTS)
def test_points_in_a_table_are_one_number_or_told(said: str, points: float | None) -> None:
    text = f"题干,选项A,选项B,答案,分值\n选哪个？,甲,乙,A,{said}\n"
    draft = incoming.read(text.encode(), "x.csv", "csv")
    assert draft.sections[0].questions[0].points == points
    told = [doubt.message for doubt in draft.doubts]
    assert told == ([] if points else [f"'{said}' is no number of points"])
