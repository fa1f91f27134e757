"""The whole build: same input, same bytes; no key where no key may be; nothing after an error."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from builder import load
from builder.build import build
from builder.options import Options
from builder.problems import BankError, UsageError
from builder.write import MANIFEST
from tests.banks import CONTENT, EVERY_TYPE, EXAM, QUESTION, ROOT, SECTION, files, section_bank
from tests.banks import write_bank as bank


def built(content: Path, out: Path, **options: bool | int | str | None) -> dict[str, bytes]:
    """Build a bank; return the site's files."""
    build(Options(content, out=out, **options))  # type: ignore[arg-type]
    return files(out)


# Same input, same bytes


def test_same_input_gives_the_same_bytes(site: Path, tmp_path: Path) -> None:
    assert built(CONTENT, tmp_path / "again") == files(site)


@pytest.mark.parametrize(
    "surroundings",
    [
        {"PYTHONHASHSEED": "1", "LANG": "C", "LC_ALL": "C", "TZ": "Asia/Shanghai"},
        {"PYTHONHASHSEED": "2", "LANG": "tr_TR.UTF-8", "TZ": "America/Lima", "PYTHONUTF8": "0"},
    ],
)
def test_another_process_elsewhere_gives_the_same_bytes(
    surroundings: dict[str, str], site: Path, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "builder", "build", "--no-pdf", "--content", str(CONTENT)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **surroundings}
    subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)
    assert files(tmp_path / "site") == files(site)


def test_number_of_processes_changes_nothing(site: Path, tmp_path: Path) -> None:
    assert built(CONTENT, tmp_path / "two", jobs=2) == files(site)


def test_order_of_files_on_disk_changes_nothing(tmp_path: Path) -> None:
    names = ["a", "b", "c"]
    parts = {f"{name}/{file}": text for name in names for file, text in (
        ("exam.yaml", EXAM), ("1.yaml", SECTION), ("2.yaml", SECTION.replace("id: a", "id: b")),
    )}  # fmt: skip
    forwards = bank(tmp_path / "forwards", parts)
    backwards = bank(tmp_path / "backwards", dict(reversed(parts.items())))
    assert built(forwards, tmp_path / "1") == built(backwards, tmp_path / "2")


def test_second_build_changes_no_file(tmp_path: Path) -> None:
    options = Options(section_bank(tmp_path, SECTION), out=tmp_path / "site")
    build(options)
    before = {path: path.stat().st_mtime_ns for path in options.out.rglob("*")}
    assert build(options).written.changed == 0
    assert {path: path.stat().st_mtime_ns for path in options.out.rglob("*")} == before


# Keys


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("every")
    site = built(section_bank(folder, EVERY_TYPE), folder / "site")
    plain = (each for each in site.items() if not each[0].endswith((".png", ".woff2")))
    return {name: data.decode() for name, data in plain}


def for_students(site: dict[str, str]) -> dict[str, str]:
    """Return what a teacher hands out."""
    return {name: text for name, text in site.items() if re.search("(paper|sheet).html$", name)}


def test_student_paper_and_sheet_contain_no_key(every: dict[str, str]) -> None:
    papers = for_students(every)
    assert len(papers) == 4
    for name, text in papers.items():
        assert "SECRET" not in text, name
        assert "987654" not in text, name
        assert "0.0625" not in text, name
        assert "checked" not in text, name
        assert not re.search(r"<script(?![^>]*src=)(?! type=\"application/json\")", text), name


def test_papers_of_the_real_bank_hold_no_explanation(site: Path) -> None:
    papers = {name: data.decode() for name, data in files(site).items() if name.endswith(".html")}
    papers = for_students(papers)
    bank, _ = load.bank(CONTENT)
    shown = [view for exam in bank.exams for section in exam.sections for view in section.views]
    explanations = [str(view.explanation).strip() for view in shown if view.explanation]
    assert len(explanations) > 40
    for name, text in papers.items():
        assert not [each for each in explanations if each in text], name


def test_answer_key_contains_every_key(every: dict[str, str]) -> None:
    text = every["e/print/key.html"]
    assert "987654.3210" in text
    for name in ("one", "several", "judged", "gaps", "number", "pairs", "order", "text", "story"):
        assert f"SECRETexplanation of {name}" in text
    for word in ("SECRETmodel", "SECRETother", "SECRETanswer", "SECRETrubric"):
        assert word in text


def test_page_shows_the_model_answer_and_not_what_else_is_accepted(every: dict[str, str]) -> None:
    text, data = every["e/s/index.html"].split('<script type="application/json" id="_keys">')
    assert "SECRETother" in text
    assert "SECRETaccepted" not in text
    assert "SECRETaccepted" in data


def test_paper_holds_every_question(every: dict[str, str]) -> None:
    text = every["e/print/paper.html"]
    for words in (
        "Which one?", "Which ones?", "Is it so?", "It is ", "How much?", "What belongs together?",
        "In which order?", "Why?", "Shared material.", "Which one of it?", "Why that?", "third",
        "gamma", "right three", "item three", "kg",
    ):  # fmt: skip
        assert words in text


@pytest.fixture(scope="module")
def secret(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The site of every type without answers."""
    folder = tmp_path_factory.mktemp("secret")
    return built(section_bank(folder, EVERY_TYPE), folder / "site", answers=False)


def test_site_without_answers_holds_none(secret: dict[str, bytes]) -> None:
    for name, data in secret.items():
        assert b"SECRET" not in data, name
        assert b"987654" not in data, name
    assert not [name for name in secret if name.endswith("key.html")]


ANSWERS = [
    ("answer: B\n", "answer: C\n"),
    ("answer: [A, C]", "answer: [B]"),
    ("answer: 错", "answer: 对"),
    ("SECRETmodel", "another"),
    ("answer: 987654.3210", "answer: 1"),
    ("tolerance: 0.0625", "tolerance: 2"),
    ("answer: SECRETanswer", "answer: Because."),
    ("text: SECRETrubric", "text: clear"),
    ("feedback: SECRETfeedback", "feedback: Hm."),
    ("explanation: SECRETexplanation of one", "explanation: Hm."),
]


@pytest.mark.parametrize(("answer", "other"), ANSWERS)
def test_site_without_answers_does_not_hang_on_them(
    answer: str, other: str, secret: dict[str, bytes], tmp_path: Path
) -> None:
    """Not by a word, and not by a hash that could be guessed."""
    assert answer in EVERY_TYPE
    content = section_bank(tmp_path, EVERY_TYPE.replace(answer, other, 1))
    assert built(content, tmp_path / "site", answers=False) == secret


# Errors


BROKEN = SECTION.replace("answer: true", "answer: maybe")


def test_nothing_is_written_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(BankError):
        build(Options(section_bank(tmp_path, BROKEN), out=tmp_path / "site"))
    assert not (tmp_path / "site").exists()


def test_last_good_site_stays_after_an_error(tmp_path: Path) -> None:
    before = built(section_bank(tmp_path, SECTION), tmp_path / "site")
    with pytest.raises(BankError):
        build(Options(section_bank(tmp_path, BROKEN), out=tmp_path / "site"))
    assert files(tmp_path / "site") == before


@pytest.mark.parametrize("longer", ["sound", "broken"])
def test_error_in_one_exam_stops_all(longer: str, tmp_path: Path) -> None:
    """Whichever process comes upon it: the longest exam is made by the one that waits."""
    for exam, text in (("sound", SECTION), ("broken", BROKEN)):
        note = "# a long note\n" * (9 if exam == longer else 0)
        bank(tmp_path, {f"{exam}/exam.yaml": EXAM, f"{exam}/s.yaml": text + note})
    with pytest.raises(BankError, match=r"broken/s\.yaml:\d+:\d+: error"):
        build(Options(tmp_path / "content", out=tmp_path / "site", jobs=2))
    assert not (tmp_path / "site").exists()


def test_warning_stops_a_strict_build_only(tmp_path: Path) -> None:
    content = bank(tmp_path, {"e/exam.yaml": "title: Exam\n", "e/s.yaml": SECTION})
    with pytest.raises(BankError, match="no 'language' here"):
        build(Options(content, out=tmp_path / "site", strict=True))
    assert not (tmp_path / "site").exists()
    (warning,) = build(Options(content, out=tmp_path / "site")).warnings
    assert warning.rule == "language-missing"


def test_folder_with_other_things_is_refused(tmp_path: Path) -> None:
    section_bank(tmp_path, SECTION)
    with pytest.raises(UsageError, match=r"holds other files \(content\)"):
        build(Options(tmp_path / "content", out=tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["content"]


# Files of the bank


def test_shown_and_linked_files_are_published_and_no_other(tmp_path: Path) -> None:
    content = bank(
        tmp_path,
        {
            "e/exam.yaml": EXAM,
            "e/s.yaml": "title: S\ninstructions: See ![a](../logo.svg)\nquestions:\n"
            "  - {id: a, type: true-false, stem: 'See [b](<notes/圖 1.pdf>)', answer: true}\n",
            "logo.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
            "e/notes/圖 1.pdf": b"\x00\xff",
            "e/draft.pdf": b"not shown",
        },
    )
    site = built(content, tmp_path / "site")
    assert site["e/notes/圖 1.pdf"] == b"\x00\xff"
    assert "logo.svg" in site
    assert "e/draft.pdf" not in site
    assert 'href="../../e/notes/%E5%9C%96%201.pdf"' in site["e/s/index.html"].decode()
    assert 'src="../../logo.svg"' in site["e/s/index.html"].decode()


def test_question_that_is_gone_is_gone_from_the_site(tmp_path: Path) -> None:
    content = bank(tmp_path, {"e/exam.yaml": EXAM, "e/s.yaml": SECTION, "f/exam.yaml": EXAM,
                              "f/s.yaml": SECTION})  # fmt: skip
    built(content, tmp_path / "site")
    shutil.rmtree(content / "f")
    site = built(content, tmp_path / "site")
    assert not [name for name in site if name.startswith("f/")]
    assert not (tmp_path / "site" / "f").exists()
    assert site == {**built(content, tmp_path / "anew"), MANIFEST: site[MANIFEST]}


def test_exams_stand_in_the_order_of_the_site(tmp_path: Path) -> None:
    parts = {f"{name}/{file}": text for name in "abc" for file, text in (
        ("exam.yaml", f"title: Exam {name}\nlanguage: en\n"), ("s.yaml", SECTION),
    )}  # fmt: skip
    site = built(bank(tmp_path, {**parts, "site.yaml": "exams: [c, a]\n"}), tmp_path / "site")
    assert re.findall(r"Exam [abc]\b", site["index.html"].decode())[:3] == [
        "Exam c", "Exam a", "Exam b",
    ]  # fmt: skip


def test_own_template_goes_before_the_built_in_one(tmp_path: Path) -> None:
    templates = tmp_path / "templates"
    (templates / "site").mkdir(parents=True)
    (templates / "site" / "404.html").write_text("<p>Lost: {{ page.title }}</p>")
    content = section_bank(tmp_path, SECTION)
    site = built(content, tmp_path / "site", templates=templates)  # type: ignore[arg-type]
    assert site["404.html"] == b"<p>Lost: 404</p>"


@pytest.mark.parametrize("text", ["{{ nothing }}", "{% if %}", '{% include "no.html" %}'])
def test_fault_in_an_own_template_is_said(text: str, tmp_path: Path) -> None:
    templates = tmp_path / "templates"
    (templates / "site").mkdir(parents=True)
    (templates / "site" / "404.html").write_text(text)
    content = section_bank(tmp_path, SECTION)
    with pytest.raises(UsageError, match=r"404\.html"):
        build(Options(content, templates, tmp_path / "site"))


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    content = bank(tmp_path, {"e/exam.yaml": EXAM, "e/s.yaml": SECTION, "f/exam.yaml": EXAM,
                              "f/s.yaml": f"title: S\nquestions:\n{QUESTION}"})  # fmt: skip
    build(Options(content, out=tmp_path / "site"), lambda *what: told.append(what))
    assert told[-1][1] == told[-1][2]
