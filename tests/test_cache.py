"""What is built already is not built again, and never shows."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from builder import cache, exam_site
from builder.build import build
from builder.cache import Memory, Store
from builder.exam_site import Live
from builder.options import Options
from builder.problems import BankError
from tests.banks import EXAM, ROOT, SECTION, files, write_bank
from tests.edits import Author

CHANGED = SECTION.replace("Is it?", "Is he?")
SEQUENCES = int(os.environ.get("EXAMPRESS_EDITS", "6"))
"""Sequences of ten edits; a few hundred were run when the cache was written."""


@pytest.mark.parametrize("live", [None, Live], ids=["processes", "live"])
@pytest.mark.parametrize("seed", range(SEQUENCES))
def test_site_after_edits_is_the_site_built_anew(
    seed: int, live: type[Live] | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    author = Author(tmp_path / "bank", seed, minds_bank=live is not None)
    store = Memory() if live else Store(author.options.out)
    process, done = live() if live else None, ["start"]
    for turn in range(10):
        anew = author.options._replace(out=tmp_path / f"anew-{turn}")
        assert outcome(author.options, store, process) == outcome(anew, None), done
        done.append(author.edit())


def outcome(options: Options, store: Store | None, live: Live | None = None) -> object:
    """Return the files of the site, or what is wrong with the bank."""
    try:
        build(options, store=store, live=live)
    except BankError as error:
        return error.problems
    return files(options.out)


def two_exams(folder: Path) -> Options:
    content = write_bank(folder, {
        "e/exam.yaml": EXAM, "e/s.yaml": SECTION,
        "f/exam.yaml": EXAM, "f/s.yaml": SECTION,
    })  # fmt: skip
    return Options(content, out=folder / "site")


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The exams that were made anew, in order."""
    names: list[str] = []
    make = exam_site.make

    def noted(stage: exam_site.Stage, folder: Path) -> exam_site.ExamSite:
        names.append(folder.name)
        return make(stage, folder)

    monkeypatch.setattr(exam_site, "make", noted)
    return names


def test_only_the_exam_that_changed_is_made(tmp_path: Path, made: list[str]) -> None:
    options, store = two_exams(tmp_path), Memory()
    build(options, store=store)
    assert made == ["e", "f"]
    (options.content / "f" / "s.yaml").write_text(CHANGED)
    assert build(options, store=store).written.changed > 0
    assert made == ["e", "f", "f"]


@pytest.mark.parametrize(
    "harm",
    [
        lambda path: path.unlink(),
        lambda path: path.write_text("theirs"),
        lambda path: os.utime(path, (1, 1)),
    ],
)
def test_a_file_of_the_site_that_was_touched_is_made_again(
    harm: object, tmp_path: Path, made: list[str]
) -> None:
    options, store = two_exams(tmp_path), Memory()
    build(options, store=store)
    before = files(options.out)
    assert callable(harm)
    harm(options.out / "e" / "index.html")
    build(options, store=store)
    assert made == ["e", "f", "e"]
    assert files(options.out) == before


def test_what_was_only_touched_is_not_made_again(tmp_path: Path, made: list[str]) -> None:
    options, store = two_exams(tmp_path), Memory()
    build(options, store=store)
    os.utime(options.content / "e" / "s.yaml")
    build(options, store=store)
    assert made == ["e", "f"]


def test_a_change_that_keeps_size_and_time_at_once_is_seen(tmp_path: Path, made: list[str]) -> None:
    options, store = two_exams(tmp_path), Memory()
    path = options.content / "e" / "s.yaml"
    build(options, store=store)
    status = path.stat()
    path.write_text(CHANGED)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    build(options, store=store)
    assert made == ["e", "f", "e"]


def test_warnings_are_said_again(tmp_path: Path) -> None:
    content = write_bank(tmp_path, {"e/exam.yaml": "title: E\n", "e/s.yaml": SECTION})
    options, store = Options(content, out=tmp_path / "site"), Memory()
    first = build(options, store=store).warnings
    assert [each.rule for each in first] == ["language-missing"]
    assert build(options, store=store).warnings == first
    record = store.load()
    assert record
    assert cache.unpacked(record.warnings) == first


def test_another_program_makes_everything_again(
    tmp_path: Path, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    options, store = two_exams(tmp_path), Memory()
    build(options, store=store)
    monkeypatch.setattr(cache, "__version__", "99")
    build(options, store=store)
    assert made == ["e", "f", "e", "f"]


# The command

QUIET = """
import sys
from builder.cli import main
code = main(sys.argv[1:])
heavy = {"yaml", "jinja2", "markdown_it", "pydantic", "markupsafe", "livereload", "typst"}
print(sorted(heavy & sys.modules.keys()), code)
"""


def command(folder: Path, *arguments: str) -> list[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder / "cache")}
    ran = subprocess.run(
        [sys.executable, "-c", QUIET, "build", "--no-pdf", *arguments],
        cwd=folder, env=environment, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return ran.stdout.splitlines()


def test_nothing_is_imported_when_nothing_has_changed(tmp_path: Path) -> None:
    two_exams(tmp_path)
    said, imported = command(tmp_path)
    assert "yaml" in imported
    before = files(tmp_path / "site")
    assert command(tmp_path) == [
        said.replace(f"({len(before) - 1} changed)", "(0 changed)"),
        "[] 0",
    ]
    assert files(tmp_path / "site") == before
    assert "yaml" in command(tmp_path, "--no-cache")[1]
    assert "yaml" in command(tmp_path, "--no-answers")[1]
    assert command(tmp_path, "--no-answers")[1] == "[] 0"


def test_record_that_cannot_be_read_is_no_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    options = two_exams(tmp_path)
    store = Store(options.out)
    build(options, store=store)
    [path] = (tmp_path / "cache" / "exampress").iterdir()
    assert store.load()
    whole = path.read_bytes()
    other = bytes([whole[100] ^ 1])
    broken = [whole[:-9], b"", b"null", whole[:9], b"\0" + whole[1:], bytes(len(whole))]
    for data in [*broken, whole[:100] + other + whole[101:]]:
        path.write_bytes(data)
        assert store.load() is None
        assert build(options, store=store).written.changed == 0


def test_record_holds_an_exam_with_all_it_may_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made: list[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    exam = "title: 考\nlanguage: zh-Hant\nscripts: [zh-Hans]\ndescription: 一*二*\nduration: 9\n"
    content = write_bank(tmp_path, {"e/exam.yaml": f"{exam}pass_mark: 1\n", "e/s.yaml": SECTION})
    options = Options(content, out=tmp_path / "site")
    build(options, store=Store(options.out))
    assert build(options, store=Store(options.out)).written.changed == 0
    assert made == ["e"]


def test_where_no_record_can_be_kept_the_site_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cache").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    options = two_exams(tmp_path)
    assert build(options, store=Store(options.out)).questions == 2
    assert build(options, store=Store(options.out)).written.changed == 0


def test_link_and_unreadable_file_are_inputs_too(tmp_path: Path) -> None:
    options, store = two_exams(tmp_path), Memory()
    (options.content / "e" / "pic.png").symlink_to("nowhere.png")
    path = options.content / "e" / "s.yaml"
    build(options, store=store)
    path.write_text(CHANGED)
    assert build(options, store=store).questions == 2
