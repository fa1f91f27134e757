"""The command `import`: a paper in, a new exam folder out, nothing lost and nothing overwritten."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder import importing, source
from builder.draft import DraftQuestion
from builder.formats import paper
from tests.banks import ROOT, files
from tests.conftest import Run
from tests.office_files import docx, paragraph
from tests.office_files import run as words

PAPER = ROOT / "tests" / "fixtures" / "exam-paper.txt"
SMALL = (
    "小测验\n\n一、单选题\n\n1. 哪一个是水果？\nA. 苹果\nB. 石头\n答案：A\n\n"
    "2. 哪一个会飞？\nA. 鱼\nB. 鸟\n"
)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "小测验.txt"
    path.write_text(SMALL, encoding="utf-8")
    return path


def test_real_paper_is_read_with_every_doubt_named(run: Run, tmp_path: Path) -> None:
    ran = run("import", PAPER, "--into", "content/paper")
    assert ran.code == 0
    assert ran.out == (
        "content/paper: 5 sections, 51 questions, 51 with an answer, 0 without a key, "
        "18 in doubt, 0 lines not used\n"
    )
    assert ":555: error: the text stops in the middle of a sentence" in ran.err
    assert ran.err.count("[explanation-contradicts-answer]") == 12
    assert run("check").code == 0


def test_doubt_stands_at_its_question_in_the_file(run: Run, small: Path, tmp_path: Path) -> None:
    ran = run("import", small)
    assert (ran.code, ran.err.count("\n")) == (0, 1)
    assert "1 without a key" in ran.out
    text = (tmp_path / "content/小测验/1-single.yaml").read_text(encoding="utf-8")
    assert "  # error, line 10: " in text
    assert text.index("(no-answer)") < text.index("id: single-2") < text.index("# answer: ?")
    assert "field 'answer' is missing" in run("check").err


def test_second_import_says_there_is_nothing_new(run: Run, small: Path, tmp_path: Path) -> None:
    run("import", small)
    before = files(tmp_path)
    ran = run("import", small)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith("is there already, and would stay as it is; nothing was written\n")
    assert files(tmp_path) == before


def test_second_import_shows_what_changed(run: Run, small: Path, tmp_path: Path) -> None:
    run("import", small)
    small.write_text(SMALL + "答案：B\n", encoding="utf-8")
    before = files(tmp_path)
    ran = run("import", small)
    assert ran.code == 2
    assert "-    # answer: ?\n+    answer: B\n" in ran.out
    assert files(tmp_path) == before


def test_dry_run_as_json_is_the_contract(run: Run, small: Path, tmp_path: Path) -> None:
    before = files(tmp_path)
    ran = run("import", small, "--dry-run", "--format", "json")
    said = json.loads(ran.out)
    assert ran.code == 0
    assert [problem["about"] for problem in said["problems"]] == ["no-answer"]
    assert set(said["problems"][0]) == {"line", "level", "about", "message"}
    assert said["sections"][0]["questions"][0]["answer"] == ["A"]
    assert files(tmp_path) == before


def test_key_may_stand_in_another_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "paper.txt").write_text(SMALL.replace("答案：A\n", ""), encoding="utf-8")
    (tmp_path / "key.txt").write_text("参考答案\n1-2 AB\n", encoding="utf-8")
    ran = run("import", "paper.txt", "key.txt", "--dry-run")
    assert "2 with an answer, 0 without a key" in ran.out


def test_doubt_names_the_file_it_is_in(run: Run, tmp_path: Path) -> None:
    (tmp_path / "paper.txt").write_text(SMALL.replace("答案：A\n", ""), encoding="utf-8")
    (tmp_path / "key.txt").write_text("参考答案\n1. A\n2. E\n", encoding="utf-8")
    ran = run("import", "paper.txt", "key.txt", "--dry-run")
    assert "key.txt:3: error: " in ran.err


def test_noise_can_be_kept(run: Run, tmp_path: Path) -> None:
    ran = run("import", PAPER, "--keep", "ruby", "--into", "content/paper")
    assert "noise-removed" not in ran.err
    assert "訓(xùn)練" in (tmp_path / "content/paper/1-single.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("none.txt",), "none.txt: No such file or directory"),
        (("小测验.txt", "--from", "wrod"), "unknown format 'wrod'; did you mean 'word'?"),
        (("小测验.txt", "--keep", "rubi"), "unknown noise 'rubi'"),
        (("broken.docx",), "broken.docx: "),
        (("picture.txt",), "picture.txt: this is a picture"),
    ],
)
def test_what_cannot_be_read_is_said_in_one_line(
    run: Run, small: Path, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    (tmp_path / "broken.docx").write_bytes(b"PK\x03\x04 and no more")
    (tmp_path / "picture.txt").write_bytes(b"\x89PNG\r\n\x1a\n")
    ran = run("import", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--language", "xx yy"), "'xx yy' is no language tag"),
        (("--into", "content/search"), "has a name the site needs itself"),
        (("--into", "content/a b"), "becomes an address"),
    ],
)
def test_exam_that_could_not_be_built_is_not_written(
    run: Run, small: Path, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    before = files(tmp_path)
    ran = run("import", small, *arguments)
    assert ran.code == 2
    assert said in ran.err
    assert files(tmp_path) == before


def test_file_without_questions_ends_with_one(run: Run, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("今天天气很好。\n", encoding="utf-8")
    ran = run("import", "notes.txt")
    assert ran.code == 1
    assert not (tmp_path / "content").exists()


def test_word_paper_becomes_a_site_in_two_commands(run: Run, tmp_path: Path) -> None:
    lines = ("期末考试", "一、单选题", "1. 哪一个是水果？", "A. 苹果", "B. 石头", "答案：A")
    body = "".join(paragraph(words(line)) for line in lines)
    (tmp_path / "paper.docx").write_bytes(docx(body))
    assert run("import", "paper.docx").code == 0
    assert run("build").code == 0
    assert "苹果" in (tmp_path / "site/paper/1-single/index.html").read_text(encoding="utf-8")


def all_of(questions: list[DraftQuestion]) -> int:
    return sum(1 + all_of(question.questions) for question in questions)


PIECES = st.sampled_from(
    [
        *SMALL.split("\n"),
        "答案：",
        "A",
        "1-5 ABCDE",
        "（3）",
        "【解析】因为",
        "  x = 1",
        "`a`*b*",
        "二、判断题",
        "- -",
        "案例1.",
        "错",
        "___",
        "# x: y",
        "'q",
        "\t",
        "{{opt:a}}",
        "![](a.png)",
    ]
)


@given(st.lists(PIECES, max_size=30))
def test_any_text_becomes_yaml_that_reads_back(pieces: list[str]) -> None:
    draft = paper.read("\n".join(pieces))
    found = importing.Imported(draft, (importing.Part("x", 1),))
    wanted = sum(all_of(section.questions) for section in draft.sections)
    written = 0
    for name, data in importing.exam_files(found, None, "x").items():
        value = source.parse(data.decode(), name).value
        if name != "exam.yaml":
            written += sum(1 + len(q.get("questions", ())) for q in value["questions"])
    assert written == wanted


def archive(files: dict[str, str]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in files.items():
            packed.writestr(name, text)
    return stream.getvalue()


GIFT_FILE = "$CATEGORY: {0}\n\n::{0}::[markdown]What? ![it](img/a.png){{=a ~b}}\n"


def test_archive_of_files_is_read_file_by_file(run: Run, tmp_path: Path) -> None:
    files = {name: GIFT_FILE.format(name[0]) for name in ("a.gift", "more/b.gift")}
    files |= {"img/a.png": "dot", "__MACOSX/a.gift": "x", "notes.pdf": "x"}
    (tmp_path / "all.zip").write_bytes(archive(files))
    ran = run("import", tmp_path / "all.zip", "--into", "content/new")
    assert ran.code == 0
    folder = tmp_path / "content" / "new"
    assert (folder / "img" / "a.png").read_bytes() == b"dot"
    said = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.yaml")))
    assert "id: a" in said
    assert "id: m" in said
    assert "all.zip/more/b.gift:3" in ran.err  # its picture is not below its folder


def test_archive_of_texts_is_one_paper(run: Run, tmp_path: Path) -> None:
    files = {"1.txt": "1. Which?\nA. a\nB. b\n", "2.txt": "Answers\n1. B\n"}
    (tmp_path / "all.zip").write_bytes(archive(files))
    ran = run("import", tmp_path / "all.zip", "--into", "content/new")
    assert ran.code == 0
    (path,) = (tmp_path / "content" / "new").glob("[!e]*.yaml")
    assert "answer: B" in path.read_text(encoding="utf-8")


def test_archive_without_a_paper_is_refused_in_words(run: Run, tmp_path: Path) -> None:
    (tmp_path / "all.zip").write_bytes(archive({"a.pdf": "x"}))
    ran = run("import", tmp_path / "all.zip")
    assert ran.code == 2
    assert "no Word or Excel file (it holds a.pdf)" in ran.err
