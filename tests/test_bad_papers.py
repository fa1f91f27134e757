"""Papers of what is too long, too wide, broken or not there: all is shown, or named as a fault."""

from __future__ import annotations

import os
import re
from itertools import pairwise
from pathlib import Path

import pytest

from builder import engine
from builder.options import can_set_pdf
from builder.proof import squeezed
from tests.banks import SECTION, files, section_bank, write_bank
from tests.conftest import Run
from tests.layout import Layout, layout

pytestmark = pytest.mark.skipif(not can_set_pdf(), reason="needs exampress[pdf]")

LONG = "".join(f"第{n}句把題幹拉得很長，直到一頁寫不下。" for n in range(220))
WIDE = " | ".join(f"第{n}欄" for n in range(18))
PNG = "89504e470d0a1a0a"


def _paper(run: Run, folder: Path, section: str, exam: str = "") -> Layout:
    bank = {"e/exam.yaml": f"title: 試卷\nlanguage: zh-Hant\n{exam}", "e/s.yaml": section}
    write_bank(folder, bank)
    ran = run("pdf", "--key", "--teacher", "--sheet")
    assert (ran.code, ran.err) == (0, ""), ran.err
    for kind in ("paper", "key", "teacher", "sheet"):
        _check_inside(layout(folder / f"pdf/e/{kind}.pdf"))
    return layout(folder / "pdf/e/paper.pdf")


def _check_inside(shown: Layout) -> None:
    """Nothing stands beyond the margins, where printers print nothing."""
    for word in shown.words:
        width, height = shown.sizes[word.page]
        assert word.left > 10, word
        assert word.right < width - 10, word
        assert word.top > 10, word
        assert word.bottom < height - 10, word


def _text(folder: Path) -> str:
    """Return all text of the paper, as if it were one page."""
    data = (folder / "pdf/e/paper.pdf").read_bytes()
    return re.sub("第\\d+頁共\\d+頁(?:試卷)?", "", "".join(map(squeezed, engine.pages(data))))


def test_question_of_three_pages_is_all_there(run: Run, tmp_path: Path) -> None:
    question = f"  - {{id: a, stem: {LONG}, options: [甲, 乙], answer: A}}\n"
    shown = _paper(run, tmp_path, f"title: 大題\ntype: single\nquestions:\n{question}")
    assert len(shown.sizes) >= 3
    text = _text(tmp_path)
    assert [n for n in range(220) if f"第{n}句" not in text] == []


def test_most_options_and_long_options_are_all_there(run: Run, tmp_path: Path) -> None:
    many = ", ".join(f"選項{n}" for n in range(26))
    long = ", ".join(f"{'很長的選項' * 40}{n}" for n in range(4))
    section = (
        "title: 大題\ntype: single\nquestions:\n"
        f"  - {{id: a, stem: 問, options: [{many}], answer: A}}\n"
        f"  - {{id: b, stem: 問, options: [{long}], answer: A}}\n"
    )
    _paper(run, tmp_path, section)
    text = _text(tmp_path)
    assert [n for n in range(26) if f"選項{n}" not in text] == []
    assert text.count("很長的選項") == 160


def test_more_options_than_letters_are_an_error(run: Run, tmp_path: Path) -> None:
    many = ", ".join(f"選項{n}" for n in range(40))
    section = f"  - {{id: a, stem: 問, options: [{many}], answer: A}}\n"
    section_bank(tmp_path, f"title: T\ntype: single\nquestions:\n{section}")
    ran = run("pdf")
    assert (ran.code, ran.out) == (1, "")
    assert re.match(r"content/e/s\.yaml:4:\d+: error: .*26", ran.err)


@pytest.mark.parametrize("exam", ["", "paper: {size: A3, columns: 2, seal: true}\n"])
def test_wide_table_and_long_words_stay_on_the_page(exam: str, run: Run, tmp_path: Path) -> None:
    stem = f"| {WIDE} |\n      |{'---|' * 18}\n      | {WIDE} |"
    code = f'```python\n      print("{"a" * 190}")\n      ```'
    section = (
        "title: 大題\ntype: essay\nquestions:\n"
        f"  - id: a\n    stem: |\n      {stem}\n"
        f"  - id: b\n    stem: |\n      {code}\n"
        f"  - id: c\n    stem: {'x' * 200}\n"
    )
    _paper(run, tmp_path, section, exam)
    text = _text(tmp_path)
    assert text.count("x") == 200
    assert text.count("a") > 189


def test_table_of_thirty_columns_is_set_smaller(run: Run, tmp_path: Path) -> None:
    heads = " | ".join(f"第{n}欄" for n in range(30))
    cells = " | ".join("Value" for _ in range(30))
    stem = f"| {heads} |\n      |{'---|' * 30}\n      | {cells} |"
    section = f"title: 大題\ntype: essay\nquestions:\n  - id: a\n    stem: |\n      {stem}\n"
    shown = _paper(run, tmp_path, section)
    values = [word for word in shown.words if word.text == "Value"]
    assert len(values) == 30
    assert all(before.right < after.left for before, after in pairwise(values))


def test_words_too_long_for_their_columns_are_broken(run: Run, tmp_path: Path) -> None:
    heads = " | ".join(f"Column{n}" for n in range(30))
    cells = " | ".join("internationalization" for _ in range(30))
    stem = f"| {heads} |\n      |{'---|' * 30}\n      | {cells} |"
    section = f"title: 大題\ntype: essay\nquestions:\n  - id: a\n    stem: |\n      {stem}\n"
    shown = _paper(run, tmp_path, section)
    pieces = sorted(
        (word for word in shown.words if word.text[:4] in ("inte", "Colu")),
        key=lambda word: (round(word.top), word.left),
    )
    assert len(pieces) == 60
    beside = [pair for pair in pairwise(pieces) if pair[0].left < pair[1].left]
    assert len(beside) == 58
    assert all(before.right < after.left for before, after in beside)


def test_formula_wider_than_the_page_is_set_smaller(run: Run, tmp_path: Path) -> None:
    terms = " + ".join(f"a_{{{n}}}" for n in range(70))
    section = f"title: 大題\ntype: essay\nquestions:\n  - {{id: a, stem: '$$x = {terms}$$'}}\n"
    shown = _paper(run, tmp_path, section)
    assert "69" in "".join(word.text for word in shown.words)


def test_line_before_a_picture_is_not_pulled_apart(run: Run, tmp_path: Path) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="90"/>'
    write_bank(tmp_path, {"e/a.svg": svg})
    for stem in ("'看圖作答 ![圖](a.svg) 如何'", "'問', options: ['看圖作答 ![圖](a.svg)', 乙]"):
        options = "" if "options" in stem else ", options: [甲, 乙]"
        question = f"  - {{id: a, stem: {stem}{options}, answer: A}}\n"
        shown = _paper(run, tmp_path, f"title: 大題\ntype: single\nquestions:\n{question}")
        assert "看圖作答" in "".join(word.text + " " for word in shown.words)


def test_zero_points_are_printed(run: Run, tmp_path: Path) -> None:
    section = "title: 大題\ntype: true-false\npoints: 0\nquestions:\n"
    section += "  - {id: a, stem: 問, answer: 对}\n  - {id: b, stem: 答, answer: 对}\n"
    _paper(run, tmp_path, section)
    assert "（滿分0分）" in _text(tmp_path)


def test_section_without_questions_is_an_error(run: Run, tmp_path: Path) -> None:
    section_bank(tmp_path, "title: T\nquestions: []\n")
    ran = run("pdf")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("content/e/s.yaml:2:12: error: ")


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        (
            "a.png",
            bytes.fromhex(f"{PNG} 0000000d49484452 {'00000001' * 2}"),
            "failed to decode image",
        ),
        ("a.svg", b"<svg><g>", "failed to parse SVG"),
    ],
)
def test_image_that_only_its_end_gives_away_is_named(
    name: str, data: bytes, said: str, run: Run, tmp_path: Path
) -> None:
    content = section_bank(tmp_path, SECTION.replace("Is it?", f"'See ![it]({name}), is it?'"))
    (content / "e" / name).write_bytes(data)
    before = files(tmp_path)
    ran = run("pdf")
    assert (ran.code, ran.out) == (1, "")
    at = f"content/e/s.yaml:3:{SECTION.splitlines()[2].index('Is it?') + 12}"
    assert ran.err.startswith(f"{at}: error: image '{name}' cannot be set on paper: {said}")
    assert files(tmp_path) == before


def test_drawing_is_set_and_kept_in_its_size(run: Run, tmp_path: Path) -> None:
    text = '<text y="50" font-size="50">圖</text>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="90">{text}</svg>'
    section = SECTION.replace("Is it?", "'See ![it](a.svg), is it?'")
    write_bank(tmp_path, {"e/a.svg": svg})
    _paper(run, tmp_path, section)


def test_every_sign_that_no_font_has_is_named_once(run: Run, tmp_path: Path) -> None:
    blank = "  - {id: b, type: blank, stem: It is ___., answer: [[𓀀𓀁, ok]]}\n"
    section_bank(tmp_path, SECTION.replace("Is it?", "Is 😀 it 🎉 or 😀?") + blank)
    ran = run("pdf", "--key")
    assert (ran.code, ran.out) == (1, "")
    signs = re.findall(r"s\.yaml:(\d+):\d+: error: the fonts have no sign for '(.)' \(U\+", ran.err)
    assert signs == [("3", "😀"), ("3", "🎉"), ("4", "𓀀"), ("4", "𓀁")]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("家 👨‍👩‍👧 與", ["'👨‍👩‍👧' (U+1F468 U+200D U+1F469 U+200D U+1F467)"]),
        ("a 👍🏽 b", ["'👍🏽' (U+1F44D U+1F3FD)"]),
        ("按 1️⃣ 鍵 a", ["'1️⃣' (U+0031 U+FE0F U+20E3)"]),
        ("x a\u1ab0 x", ["'a\u1ab0' (U+0061 U+1AB0)"]),
        ("a \U000f1234 b \U000f1235", ["U+F1234", "U+F1235"]),
    ],
)
def test_sign_is_named_with_its_marks_and_what_is_joined_to_it(
    text: str, named: list[str], run: Run, tmp_path: Path
) -> None:
    section_bank(tmp_path, SECTION.replace("Is it?", text))
    ran = run("pdf")
    assert (ran.code, ran.out) == (1, "")
    told = [line.partition(" error: ")[2] for line in ran.err.splitlines()]
    assert told == [f"the fonts have no sign for {each}" for each in named]
    columns = [int(line.split(":")[2]) for line in ran.err.splitlines()]
    before = SECTION.splitlines()[2].index("Is it?") + 1
    assert columns[0] == before + text.index(" ", 1) + 1


@pytest.mark.parametrize("command", [("build",), ("build", "--no-pdf"), ("pdf",)])
def test_folder_without_permission_is_named(
    command: tuple[str, ...], run: Run, tmp_path: Path
) -> None:
    section_bank(tmp_path, SECTION)
    before = files(tmp_path)
    out = f"{closed(tmp_path)}/out"
    ran = run(*command, "--out", out)
    assert (ran.code, ran.out) == (2, "")
    why = "Permission denied|Read-only file system|Operation not permitted"
    assert re.fullmatch(rf"exampress: {out}.*: ({why})\n", ran.err)
    assert files(tmp_path) == before


def closed(folder: Path) -> Path:
    """Return a folder that nobody may write into, not even root."""
    if os.geteuid() == 0:
        return Path("/sys")  # the kernel's own
    place = folder / "closed"
    place.mkdir(mode=0o555)
    return place
