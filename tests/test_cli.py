"""The command: what each does, its exit codes, and what it prints where."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from builder import __version__
from builder.commands import COMMANDS
from builder.locales import LOCALES
from tests.banks import EVERY_TYPE, EXAM, QUESTION, ROOT, SECTION, files, section_bank, write_bank
from tests.conftest import Run

BROKEN = SECTION.replace("answer: true", "answer: maybe")
PROBLEM = "'answer' must be true or false (对/错, √/×, T/F …), found 'maybe'"
THIRD_PARTY = ("yaml", "jinja2", "pydantic", "markdown_it", "markupsafe", "livereload", "tornado")
OURS = {"PYTHONPATH": str(ROOT)}


def in_process(
    folder: Path, *arguments: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run `python -m builder` in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "builder", *arguments],
        cwd=folder,
        env={**os.environ, **OURS, **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


# Every command


@pytest.mark.parametrize("command", COMMANDS)
def test_command_explains_itself(command: str, run: Run) -> None:
    ran = run(command, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"usage: exampress {command}")
    assert COMMANDS[command] in ran.out


def test_help_names_every_command(run: Run) -> None:
    ran = run("--help")
    assert ran.code == 0
    for name, about in COMMANDS.items():
        assert re.search(rf"^ +{name} +{re.escape(about)}$", ran.out, re.M)


def test_version_is_said(run: Run) -> None:
    assert run("--version").out == f"exampress {__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        (), ("biuld",), ("build", "--jobs", "0"), ("build", "--jobs", "two"), ("build", "--nope"),
        ("check", "--format", "xml"), ("export",), ("new",), ("new", "x", "--language", "fr"),
        ("serve", "--port", "http"),
    ],
)  # fmt: skip
def test_wrong_usage_ends_with_2(arguments: tuple[str, ...], run: Run) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert "usage: exampress" in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("arguments", "usage", "said"),
    [
        (["biuld"], "", "there is no command 'biuld'; did you mean 'build'?"),
        (["build", "--ouy", "x"], " build", "'--ouy'; did you mean '--out'?, 'x'"),
        (["export", "--to", "gift", "--srtict"], " export", "did you mean '--strict'?"),
    ],
)
def test_wrong_word_is_told_with_the_nearest(
    arguments: list[str], usage: str, said: str, run: Run
) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"usage: exampress{usage} [-h]")
    assert f"exampress{usage}: error: " in ran.err
    assert said in ran.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("check", "nowhere"), "there is no 'nowhere'"),
        (("check", "loose.yaml"), "'loose.yaml' is no file of an exam: there is no exam.yaml"),
        (("build", "--base-url", "https://[x"), "--base-url must start with http:// or https://"),
        (("ids", "--content", "nowhere"), "there is no folder 'nowhere'"),
        (("build", "--content", "nowhere"), "there is no folder 'nowhere'"),
        (("export", "--to", "json", "--content", "nowhere"), "there is no folder 'nowhere'"),
        (("new", "loose.yaml"), "loose.yaml is a file; choose a new folder"),
        (("build", "--base-url", "example.org"), "--base-url must start with http:// or https://"),
        (("export", "--to", "jsno"), "unknown format 'jsno'; did you mean 'json'? (formats are"),
        (("export", "--to", "json", "--out", "loose.yaml/x.json"), "loose.yaml is a file"),
        (("export", "--to", "json", "--out", "loose.yaml/x/y"), "loose.yaml is a file"),
        (("build", "--out", "loose.yaml"), "loose.yaml is a file; choose a folder"),
        (("build", "--out", "loose.yaml/a/b"), "loose.yaml is a file; choose a folder"),
        (("build", "--out", "content"), "content holds other files (e)"),
        (("new", "."), ". is not empty; choose a new folder"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_ends_with_2(
    arguments: tuple[str, ...], message: str, run: Run, tmp_path: Path
) -> None:
    section_bank(tmp_path, SECTION)
    (tmp_path / "loose.yaml").write_text(SECTION)
    before = files(tmp_path)
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("exampress: ")
    assert message in ran.err
    assert ran.err.count("\n") == 1
    assert files(tmp_path) == before


@pytest.mark.parametrize("arguments", [("build",), ("export", "--to", "json"), ("check",)])
def test_missing_bank_ends_with_an_error(arguments: tuple[str, ...], run: Run) -> None:
    ran = run(*arguments)
    assert ran.code in (1, 2)
    assert "no" in ran.err
    assert "content" in ran.err
    assert ran.out == ""


@pytest.mark.parametrize("arguments", [("build",), ("export", "--to", "json"), ("check",)])
def test_broken_bank_ends_with_1(arguments: tuple[str, ...], run: Run, tmp_path: Path) -> None:
    section_bank(tmp_path, BROKEN)
    before = files(tmp_path)
    ran = run(*arguments)
    assert ran.code == 1
    assert ran.err == f"content/e/s.yaml:3:53: error: {PROBLEM}\n"
    assert files(tmp_path) == before


def test_package_runs_as_a_module(tmp_path: Path) -> None:
    ran = in_process(tmp_path, "--version")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, f"exampress {__version__}\n", "")


# check


def test_check_of_a_good_bank_counts(run: Run, tmp_path: Path) -> None:
    section_bank(tmp_path, SECTION)
    ran = run("check")
    assert (ran.code, ran.out, ran.err) == (0, "content: 1 question, 0 problems\n", "")


WARNING = (
    "content/e/exam.yaml:1:1: warning: no 'language' here or in site.yaml; taken for English\n"
)


def test_warning_is_no_error_unless_strict(run: Run, tmp_path: Path) -> None:
    write_bank(tmp_path, {"e/exam.yaml": "title: Exam\n", "e/s.yaml": SECTION})
    ran = run("check")
    assert (ran.code, ran.out, ran.err) == (0, "content: 1 question, 1 problem\n", WARNING)
    assert run("check", "--strict").code == 1
    assert run("build", "--strict").code == 1
    ran = run("build")
    assert (ran.code, ran.err) == (0, WARNING)


def test_check_as_json(run: Run, tmp_path: Path) -> None:
    section_bank(tmp_path, BROKEN)
    ran = run("check", "--format", "json")
    assert (ran.code, ran.err) == (1, "")
    assert json.loads(ran.out) == {
        "problems": [
            {
                "file": "content/e/s.yaml", "line": 3, "column": 53, "severity": "error",
                "rule": "invalid", "message": PROBLEM,
            }
        ]
    }  # fmt: skip


def test_check_as_json_of_a_good_bank_is_empty(run: Run, tmp_path: Path) -> None:
    section_bank(tmp_path, SECTION)
    ran = run("check", "--format", "json")
    assert (ran.code, json.loads(ran.out)) == (0, {"problems": []})


def test_check_for_github(run: Run, tmp_path: Path) -> None:
    section_bank(tmp_path, BROKEN.replace("maybe", "50%"))
    ran = run("check", "--format", "github")
    message = PROBLEM.replace("maybe", "50%25")
    assert (ran.code, ran.err) == (1, "")
    assert ran.out == f"::error file=content/e/s.yaml,line=3,col=53::{message}\n"


TWO = {"e/exam.yaml": EXAM, "e/s.yaml": BROKEN, "e/t.yaml": "title: [\n",
       "f/exam.yaml": "titel: F\n", "f/s.yaml": SECTION}  # fmt: skip


@pytest.mark.parametrize(
    ("folder", "path", "places"),
    [
        (".", "content", ["content/e/s.yaml", "content/e/t.yaml", "content/f/exam.yaml"]),
        (".", "content/e", ["content/e/s.yaml", "content/e/t.yaml"]),
        (".", "content/e/s.yaml", ["content/e/s.yaml"]),
        (".", "content/f/s.yaml", []),
        ("content", ".", ["e/s.yaml", "e/t.yaml", "f/exam.yaml"]),
        ("content", "e", ["e/s.yaml", "e/t.yaml"]),
        ("content", "e/s.yaml", ["e/s.yaml"]),
        ("content/e", "s.yaml", ["../e/s.yaml"]),
        ("content/e", ".", ["../e/s.yaml", "../e/t.yaml"]),
    ],
)
def test_check_reports_what_lies_at_a_path(
    folder: str, path: str, places: list[str], run: Run, tmp_path: Path
) -> None:
    write_bank(tmp_path, TWO)
    ran = run("check", path, cwd=folder)
    assert ran.code == (1 if places else 0)
    assert list(dict.fromkeys(re.findall(r"^(\S+?):\d", ran.err, re.M))) == places


def test_check_of_several_paths_reports_all(run: Run, tmp_path: Path) -> None:
    write_bank(tmp_path, TWO)
    ran = run("check", "content/e/t.yaml", "content/f/exam.yaml")
    assert re.findall(r"content/\S+?\.yaml", ran.err)[0] == "content/e/t.yaml"
    assert "content/f/exam.yaml:1:1: error: unknown field 'titel'" in ran.err
    assert "s.yaml" not in ran.err


def test_messages_are_plain_in_a_pipe(tmp_path: Path) -> None:
    section_bank(tmp_path, BROKEN)
    assert "\x1b" not in in_process(tmp_path, "check").stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("no_color", "colored"), [("", True), ("1", False)])
def test_messages_are_colored_on_a_terminal(no_color: str, colored: bool, tmp_path: Path) -> None:
    section_bank(tmp_path, BROKEN)
    reading, terminal = os.openpty()
    subprocess.run(
        [sys.executable, "-m", "builder", "check"],
        cwd=tmp_path,
        env={**os.environ, **OURS, "NO_COLOR": no_color},
        stderr=terminal,
        stdout=subprocess.DEVNULL,
        check=False,
    )
    os.close(terminal)
    said = os.read(reading, 65536).decode()
    os.close(reading)
    assert ("\x1b[31merror:" in said) == colored
    assert "'maybe'" in said


@pytest.mark.parametrize("arguments", [("check", "--format", "json"), ("export", "--to", "json")])
def test_output_is_utf_8_whatever_the_terminal(arguments: tuple[str, ...], tmp_path: Path) -> None:
    bank = SECTION.replace("Is it?", "是吗？") if arguments[0] == "export" else BROKEN
    section_bank(tmp_path, bank.replace("maybe", "也许"))
    ran = in_process(tmp_path, *arguments, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert "Traceback" not in ran.stderr
    assert re.search("是吗|也许", ran.stdout)


# build


def test_build_says_what_it_did(run: Run, tmp_path: Path) -> None:
    section_bank(tmp_path, SECTION)
    ran = run("build")
    assert (ran.code, ran.err) == (0, "")
    assert re.fullmatch(r"site: 1 question, (\d+) files \(\1 changed\)\n", ran.out)
    assert run("build").out.endswith(" (0 changed)\n")


def test_build_goes_where_it_is_told(run: Run, tmp_path: Path) -> None:
    section_bank(tmp_path / "bank", SECTION)
    ran = run("build", "--content", "bank/content", "--out", "public/exams")
    assert ran.code == 0
    assert (tmp_path / "public/exams/index.html").is_file()
    assert not (tmp_path / "site").exists()


def test_base_url_stands_in_the_page_for_a_wrong_address(run: Run, tmp_path: Path) -> None:
    section_bank(tmp_path, SECTION)
    run("build", "--base-url", "https://someone.github.io/exams")
    assert "/exams/" in (tmp_path / "site/404.html").read_text(encoding="utf-8")
    assert "/exams/" not in (tmp_path / "site/index.html").read_text(encoding="utf-8")


def test_build_without_answers_holds_no_key(run: Run, tmp_path: Path) -> None:
    section_bank(tmp_path, EVERY_TYPE)
    assert run("build", "--no-answers").code == 0
    assert not list((tmp_path / "site").rglob("key.html"))


# export


def exported(run: Run) -> list[dict[str, Any]]:
    ran = run("export", "--to", "json")
    assert (ran.code, ran.err) == (0, "")
    questions: list[dict[str, Any]] = json.loads(ran.out)["exams"][0]["sections"][0]["questions"]
    return questions


def test_export_gives_every_type_in_normal_form(run: Run, tmp_path: Path) -> None:
    section_bank(tmp_path, EVERY_TYPE)
    questions = {question["id"]: question for question in exported(run)}
    feedback = {"feedback": "SECRETfeedback"}
    own: dict[str, dict[str, Any]] = {
        "one": {"options": [{"text": "first", **feedback}, "second", "third"], "answer": ["B"]},
        "several": {
            "options": [{"text": "alpha", **feedback}, "beta", "gamma"],
            "answer": ["A", "C"],
            "scoring": "partial",
        },
        "judged": {"answer": False},
        "gaps": {
            "answer": [["SECRETmodel"], ["SECRETother", "SECRETaccepted"]],
            "any_order": True,
            "match_case": True,
        },
        "number": {"answer": 987654.321, "tolerance": 0.0625, "unit": "kg"},
        "pairs": {
            "pairs": [["left one", "right one"], ["left two", "right two"]],
            "distractors": ["right three"],
        },
        "order": {"items": ["item one", "item two", "item three"]},
        "text": {
            "answer": "SECRETanswer",
            "rubric": [{"text": "SECRETrubric", "points": 3}],
            "lines": 4,
        },
    }
    for name, fields in own.items():
        common = {"id": name, "type": questions[name]["type"], "stem": questions[name]["stem"]}
        rest = {"points": 3 if name == "text" else 2, "explanation": f"SECRETexplanation of {name}"}
        hint = {"hint": "A hint is no secret."} if name == "one" else {}
        assert questions[name] == {**common, **fields, **rest, **hint}
    story = questions["story"]
    assert (story["material"], story["points"]) == ("Shared material.", 3)
    assert [part["id"] for part in story["questions"]] == ["story-one", "story-text"]
    assert story["questions"][0]["answer"] == ["B"]


def test_export_keeps_every_common_field(run: Run, tmp_path: Path) -> None:
    fields = "hint: H, tags: t, difficulty: 3, source: S, points: 1.5"
    section_bank(tmp_path, SECTION.replace("answer: true", f"answer: true, {fields}"))
    assert exported(run) == [
        {
            "id": "a", "type": "true-false", "stem": "Is it?", "answer": True, "points": 1.5,
            "explanation": "It is.", "hint": "H", "tags": ["t"], "difficulty": 3, "source": "S",
        }
    ]  # fmt: skip


def test_export_names_exam_and_section(run: Run, tmp_path: Path) -> None:
    write_bank(
        tmp_path,
        {
            "e/exam.yaml": f"{EXAM}description: D\nduration: 90\npass_mark: 60\n",
            "e/s.yaml": f"title: S\ntype: true-false\ninstructions: I\nquestions:\n{QUESTION}",
        },
    )
    ran = run("export", "--to", "json", "--out", "bank.json")
    assert (ran.code, ran.out) == (0, "")
    (exam,) = json.loads((tmp_path / "bank.json").read_text(encoding="utf-8"))["exams"]
    (section,) = exam.pop("sections")
    assert exam == {
        "id": "e", "title": "Exam", "language": "en", "description": "D", "duration": 90,
        "pass_mark": 60,
    }  # fmt: skip
    assert len(section.pop("questions")) == 1
    assert section == {
        "id": "s", "title": "S", "type": "true-false", "instructions": "I",
        "shuffle": {"questions": False, "options": True},
    }  # fmt: skip


# ids


IDS = Path(__file__).parent / "ids"


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("name", [path.name.partition(".")[0] for path in IDS.glob("*.after.*")])
def test_ids_are_written_and_nothing_else(
    name: str, mark: str, ending: str, run: Run, tmp_path: Path
) -> None:
    before, after = (
        (mark + (IDS / f"{name}.{when}.yaml").read_text(encoding="utf-8")).replace("\n", ending)
        for when in ("before", "after")
    )
    path = section_bank(tmp_path, before) / "e/s.yaml"
    path.chmod(0o640)
    ran = run("ids")
    assert (ran.code, ran.err) == (0, "")
    assert path.read_bytes().decode() == after
    assert path.stat().st_mode & 0o777 == 0o640
    assert run("check").code == 0
    written = path.stat().st_mtime_ns
    assert run("ids").out == "0 ids written\n"
    assert path.stat().st_mtime_ns == written


def test_ids_are_unique_in_the_exam(run: Run, tmp_path: Path) -> None:
    row = "  - {type: true-false, stem: A, answer: true}\n"
    content = write_bank(
        tmp_path,
        {
            "e/exam.yaml": EXAM,
            "e/a.yaml": f"title: A\nquestions:\n{row}{row}",
            "e/b.yml": "title: B\nquestions:\n" + row.replace("{", "{id: a-1, "),
            "e/a b.yaml": f"title: C\nquestions:\n{row}",
            "e/.hidden.yaml": "not: [read\n",
        },
    )
    ran = run("ids")
    assert ran.out == (
        "content/e/a b.yaml: a-b-1\ncontent/e/a.yaml: a-2, a-3\n3 ids written\n"
    )  # fmt: skip
    assert "id: a-2" in (content / "e/a.yaml").read_text()


def test_ids_writes_nothing_when_a_file_is_broken(run: Run, tmp_path: Path) -> None:
    row = "  - {type: true-false, stem: A, answer: true}\n"
    write_bank(
        tmp_path,
        {
            "e/exam.yaml": EXAM,
            "e/a.yaml": f"title: A\nquestions:\n{row}",
            "e/b.yaml": "title: [\n",
        },
    )
    before = files(tmp_path)
    ran = run("ids")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("content/e/b.yaml:2:1: error: not valid YAML")
    assert files(tmp_path) == before


# new


@pytest.mark.parametrize("language", LOCALES)
def test_new_bank_is_clean_and_builds(language: str, run: Run, tmp_path: Path) -> None:
    ran = run("new", "my-bank", "--language", language)
    assert (ran.code, ran.err) == (0, "")
    made = [line for line in ran.out.splitlines() if line.startswith("my-bank/")]
    assert sorted(made) == sorted(f"my-bank/{name}" for name in files(tmp_path / "my-bank"))
    built = run("build", "--strict", cwd="my-bank")
    assert (built.code, built.err) == (0, "")
    page = (tmp_path / "my-bank/site/index.html").read_text(encoding="utf-8")
    assert f'<html lang="{language}"' in page


def test_new_bank_has_a_workflow_and_keeps_its_site_out_of_git(run: Run, tmp_path: Path) -> None:
    run("new", "my-bank")
    assert (tmp_path / "my-bank/.gitignore").is_file()
    assert list((tmp_path / "my-bank/.github/workflows").iterdir())
    assert not [name for name in files(tmp_path) if "dot-" in name]


def test_new_takes_an_empty_folder_only(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert run("new", "empty").code == 0
    before = files(tmp_path)
    ran = run("new", "empty")
    assert (ran.code, ran.err) == (2, "exampress: empty is not empty; choose a new folder\n")
    assert files(tmp_path) == before


# Start-up


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["build", "--help"]])
def test_start_imports_nothing_of_others(arguments: list[str], tmp_path: Path) -> None:
    program = (
        "import sys\nfrom builder.cli import main\n"
        f"try:\n    main({arguments!r})\nexcept SystemExit:\n    pass\n"
        f"print('|', [name for name in {THIRD_PARTY!r} if name in sys.modules])"
    )
    ran = subprocess.run(
        [sys.executable, "-S", "-c", program],  # no site-packages: an import would fail
        cwd=tmp_path,
        env={**os.environ, **OURS},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stderr == ""
    assert ran.stdout.endswith("| []\n")


def test_papers_are_read_without_what_only_others_need(tmp_path: Path) -> None:
    content = section_bank(tmp_path, SECTION)
    needless = (
        "csv",
        "email",
        "jinja2",
        "pypdfium2",
        "socket",
        "tempfile",
        "typst",
        "xml",
        "zipfile",
    )
    code = (
        "import sys; from builder.cli import _start_soon; _start_soon()\n"
        "from pathlib import Path; from builder import printing\n"
        f"printing.prepared(printing.Request(Path({str(content)!r})))\n"
        f"print([name for name in {needless!r} if name in sys.modules])\n"
        "from importlib.metadata import entry_points, version\n"
        "print(version('pydantic').split('.')[0], *entry_points(group='nobody'))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **OURS},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert ran.stdout == "[]\n2\n"
