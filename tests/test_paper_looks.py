"""What meets the eye on paper: what fits its line, stands level, or goes on on another page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import sub
from pathlib import Path

import pytest

from builder.options import can_set_pdf
from tests.banks import write_bank
from tests.browser.printing import pixels_of
from tests.conftest import Run
from tests.layout import Word, layout

pytestmark = pytest.mark.skipif(not can_set_pdf(), reason="needs exampress[pdf]")

CHINESE = "title: 卷\nlanguage: zh-Hans\n"
WESTERN = "title: Exam\nlanguage: en\n"


def words(run: Run, folder: Path, exam: str, section: str, kind: str) -> list[Word]:
    """Return the words of one document of an exam of one section."""
    write_bank(folder, {"e/exam.yaml": exam, "e/s.yaml": section})
    ran = run("pdf", "--sheet", "--key")
    assert (ran.code, ran.err) == (0, ""), ran.err
    return list(layout(folder / f"pdf/e/{kind}.pdf").words)


def questions(kind: str, *fields: str) -> str:
    """Return a section of questions of one type, two points each."""
    rows = "".join(f"  - {{id: q{place}, {each}}}\n" for place, each in enumerate(fields))
    return f"title: S\ntype: {kind}\npoints: 2\nquestions:\n{rows}"


def lines(found: Sequence[Word], texts: str) -> list[float]:
    """Return on which lines words of this text stand."""
    return [round(word.bottom, 1) for word in found if word.text in texts.split()]


@pytest.mark.parametrize("size", ["A4", "B5", "Letter"])
def test_bubbles_of_one_question_stand_on_one_line(size: str, run: Run, tmp_path: Path) -> None:
    asked = questions("multiple", *["stem: 问, options: [甲, 乙, 丙, 丁, 戊], answer: AB"] * 15)
    found = words(run, tmp_path, f"{CHINESE}paper: {{size: {size}}}\n", asked, "sheet")
    rows = [lines(found, letter) for letter in "ABCDE"]
    assert len(rows[0]) == 15
    assert rows == [rows[0]] * 5


def test_frame_that_goes_on_says_its_number_again(run: Run, tmp_path: Path) -> None:
    asked = questions("essay", "stem: Why?, lines: 20", "stem: How?, lines: 20")
    found = words(run, tmp_path, WESTERN, asked, "sheet")
    numbers = [(word.page, word.text) for word in found if word.text in ("1.", "2.")]
    assert (0, "1.") in numbers
    assert [page for page, text in numbers if text == "2."] == [0, 1]
    assert "Exam" in [word.text for word in found if word.page == 1]


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("single", "stem: Which one, options: [a, b], answer: A"),
        ("numeric", "stem: Which one, answer: 1"),
        ("true-false", "stem: Which one, answer: true"),
    ],
)
def test_number_stands_level_with_its_question(
    kind: str, fields: str, run: Run, tmp_path: Path
) -> None:
    found = words(run, tmp_path, WESTERN, questions(kind, fields), "paper")
    assert lines(found, "1.") == lines(found, "Which")


def test_pairs_stand_side_by_side(run: Run, tmp_path: Path) -> None:
    pairs = "[[Xa, p], [Xb, q], [Xc, r], [Xd, s]]"
    found = words(
        run, tmp_path, WESTERN, questions("matching", f"stem: '?', pairs: {pairs}"), "paper"
    )
    assert lines(found, "Xa Xb Xc Xd") == lines(found, "A. B. C. D.")


def test_line_of_a_long_pair_begins_below_its_text(run: Run, tmp_path: Path) -> None:
    pairs = f"[[{'X ' * 80}, p], [Y, q]]"
    asked = questions("matching", f"stem: '?', pairs: {pairs}")
    found = words(run, tmp_path, WESTERN, asked, "paper")
    edges = {round(word.left) for word in found if word.text == "X"}
    below = [word.left for word in found if word.text == "Y"]
    assert min(edges) == round(below[0])


def test_title_of_a_sheet_leaves_the_marks_in_the_corners_alone(run: Run, tmp_path: Path) -> None:
    exam = f"title: {'很长的标题' * 8}\nlanguage: zh-Hans\n"
    asked = questions("true-false", "stem: 问, answer: 对")
    found = words(run, tmp_path, exam, asked, "sheet")
    title = [word for word in found if word.text.startswith("很长的标题")]
    assert title
    clear = (17 + 4) / 25.4 * 72  # a mark ends 17 mm from the edge; 4 mm beside it are white
    assert all(word.left > clear and word.right < 595 - clear for word in title)


def test_short_items_to_be_ordered_stand_in_columns(run: Run, tmp_path: Path) -> None:
    asked = questions("ordering", "stem: '?', items: [one, two, three, four]")
    found = words(run, tmp_path, WESTERN, asked, "paper")
    assert len(set(lines(found, "one two three four"))) == 1


def test_title_that_is_a_little_too_long_keeps_its_line(run: Run, tmp_path: Path) -> None:
    title = "二〇二五年初中信息技术学业水平考试试卷"
    exam = f"title: {title}\nlanguage: zh-Hans\npaper: {{large: true, seal: true}}\n"
    asked = questions("true-false", "stem: 问, answer: 对")
    found = words(run, tmp_path, exam, asked, "paper")
    assert title in [word.text for word in found]


def test_keys_in_narrow_columns_do_not_touch(run: Run, tmp_path: Path) -> None:
    fields = "stem: 问, options: [甲, 乙, 丙, 丁, 戊], answer: ABCDE, explanation: 如此"
    exam = f"{CHINESE}paper: {{columns: 2}}\n"
    found = words(run, tmp_path, exam, questions("multiple", *[fields] * 10), "key")
    assert [word.text for word in found].count("ABCDE") == 10  # what touches is one word


def test_line_before_a_long_word_is_not_pulled_apart_in_two_columns(
    run: Run, tmp_path: Path
) -> None:
    counts = range(1, 11)  # more of them have a second line
    rest = f" Transformer{'短' * 30}"
    told = (f"answer: 对, stem: 问, explanation: {'长' * n}{rest}" for n in counts)
    exam = f"{CHINESE}paper: {{columns: 2}}\n"
    found = words(run, tmp_path, exam, questions("true-false", *told), "key")
    wide = {word.text: word.right - word.left for word in found}
    for n in counts:
        said = "【解析】" + "长" * n
        assert said in wide, "it is pulled apart into several"
        assert wide[said] < 10.5 * len(said) + 1


def test_line_of_one_sign_is_avoided_in_blanks(run: Run, tmp_path: Path) -> None:
    stems = (f"stem: 填___{'长' * n}。, answer: [答]" for n in range(30, 45))
    found = words(run, tmp_path, CHINESE, questions("blank", *stems), "paper")
    assert "长。" not in [word.text for word in found]


def test_every_page_of_a_person_says_whose_it_is(run: Run, tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text("姓名,学号\n张三,2025001\n", encoding="utf-8")
    asked = questions("essay", "stem: 问, lines: 40")
    write_bank(tmp_path, {"e/exam.yaml": CHINESE, "e/s.yaml": asked})
    ran = run("pdf", "--per-person", "people.csv", "--separate", "--sheet")
    assert (ran.code, ran.err) == (0, "")
    for kind in ("paper", "sheet"):
        shown = layout(tmp_path / f"pdf/e/people/{kind}-0001-2025001.pdf")
        assert len(shown.sizes) > 1
        for page in range(len(shown.sizes)):
            said = {word.text for word in shown.words if word.page == page}
            assert {"张三", "2025001"} <= said


@pytest.mark.parametrize("before", range(20, 24))
def test_lines_to_write_on_are_a_line_apart(before: int, run: Run, tmp_path: Path) -> None:
    asked = ["stem: '?', lines: 1"] * before
    write_bank(
        tmp_path,
        {"e/exam.yaml": WESTERN, "e/s.yaml": questions("essay", *asked, "stem: '?', lines: 30")},
    )
    assert run("pdf").code == 0
    for page in pixels_of(tmp_path / "pdf/e/paper.pdf"):
        assert min(map(sub, *(rules(page)[at:] for at in (1, 0))), default=99) > 14


def rows_of(page: bytes) -> list[bytes]:
    """Return the rows of a picture, 50 dots an inch."""
    head = re.match(rb"P5\s+(\d+)\s+\d+\s+255\s", page)
    assert head
    width, dots = int(head[1]), page[head.end() :]
    return [dots[start : start + width] for start in range(0, len(dots), width)]


def test_code_of_a_person_leaves_the_mark_in_the_corner_alone(run: Run, tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text("姓名,学号\n张三,2025001\n", encoding="utf-8")
    asked = questions("true-false", "stem: 问, answer: 对")
    write_bank(tmp_path, {"e/exam.yaml": CHINESE, "e/s.yaml": asked})
    assert run("pdf", "--per-person", "people.csv", "--no-paper", "--sheet").code == 0
    (page,) = pixels_of(tmp_path / "pdf/e/people/sheet-0001-0001.pdf")
    dots = 50 / 25.4
    for row in rows_of(page)[round(12 * dots) : round(14 * dots)]:
        beside = row[-round(21.5 * dots) : -round(17.5 * dots)]  # a mark ends 17 mm from the edge
        assert set(beside) == {255}


def rules(page: bytes) -> list[int]:
    """Return at which rows of a picture a rule goes from side to side."""
    rows = rows_of(page)
    ruled = [bool(re.search(rb"[\x00-\xc0]{200,}", row)) for row in rows]
    return [
        row
        for row, (last, own) in enumerate(zip([False, *ruled], ruled, strict=False))
        if own > last
    ]


def test_points_of_a_case_stand_beside_its_number(run: Run, tmp_path: Path) -> None:
    parts = "[{id: p, type: true-false, stem: So., answer: true}, {id: r, type: essay, stem: Why?}]"
    section = (
        f"title: S\nquestions:\n  - {{id: c, type: case, material: Told., questions: {parts}}}\n"
    )
    section += "  - {id: d, type: true-false, points: 9, stem: It is., answer: true}\n"
    write_bank(tmp_path, {"e/exam.yaml": WESTERN, "e/s.yaml": section})
    assert run("pdf").code == 0
    found = list(layout(tmp_path / "pdf/e/paper.pdf").words)
    assert lines(found, "1.")[0] in lines(found, "(2")
