"""A paper for each person: hostile names, other encodings, a run that is stopped and goes on."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from builder import cells, engine, people, personal
from builder.options import can_set_pdf
from builder.printing import Printed, Request
from builder.problems import BankError, UsageError
from tests.banks import EXAM, SECTION, files, write_bank
from tests.conftest import Run
from tests.hostile_bank import attacks
from tests.test_forms import CONTENT

pytestmark = pytest.mark.skipif(not can_set_pdf(), reason="needs exampress[pdf]")

THREE = "考号,姓名,班级\n2025001,张三,高一（1）班\n2025002,李四,高一（2）班\n2025003,王五,高二\n"


@pytest.fixture(scope="module")
def workers() -> Iterator[Executor]:
    """One process of its own: the engine's threads would not survive a fork of this one."""
    with personal.executor(None, 1) as here:
        yield here


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    fields = "paper: {fields: [Name, Class, Number]}\n"
    return write_bank(tmp_path, {"e/exam.yaml": EXAM + fields, "e/s.yaml": SECTION})


def written(folder: Path, text: str, encoding: str = "utf-8") -> Path:
    path = folder / "people.csv"
    path.write_bytes(text.encode(encoding))
    return path


def printed(content: Path, source: Path, executor: Executor, **options: Any) -> Printed:
    separate = options.pop("separate", True)
    request = Request(content=content, out=content.parent / "pdf", **options)
    return personal.print_people(request, source, separate, executor)


def text_of(path: Path) -> str:
    return "".join("".join(engine.pages(path.read_bytes())).split())


# Reading the file


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_people_are_read_in_the_encodings_of_spreadsheets(encoding: str, tmp_path: Path) -> None:
    found = people.read(written(tmp_path, THREE, encoding))
    assert [(each.name, each.number) for each in found][:2] == [
        ("张三", "2025001"),
        ("李四", "2025002"),
    ]
    assert found[2].values["班级"] == "高二"
    assert [each.line for each in found] == [2, 3, 4]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Name;Number\nAnn;1\n", [("Ann", "1", "")]),
        ("Number\tName\n7\tAnn, B.\n", [("Ann, B.", "7", "")]),
        ('姓名,试卷\n"张 ""三""",b卷\n李四,A\n', [('张 "三"', "", "B"), ("李四", "", "A")]),
        ("student id,name,form\n\n  1 , Ann ,\n", [("Ann", "1", "")]),
        ("准考证号\n001\n", [("", "001", "")]),
    ],
)
def test_columns_are_told_by_their_heads(
    text: str, found: list[tuple[str, str, str]], tmp_path: Path
) -> None:
    read = people.read(written(tmp_path, text))
    assert [(each.name, each.number, each.form) for each in read] == found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ":1:1: error: there is nobody in it"),
        (
            "张三\n李四\n",
            ":1:1: error: no column is called name or number (姓名, 学号, 考号 …); the",
        ),
        ("姓名,学号\n张三,1\n李四,1\n", ":3:1: error: number '1' is in line 2 already"),
        ("姓名,学号,班级\n,,高一\n", ":2:1: error: has neither a name nor a number"),
        ("姓名\n张三,1\n", ":2:1: error: has 2 cells, the first row has 1"),
        ('姓名\n"张\n三"\n', ":2:1: error: control character U+000A is not allowed"),
        ("姓名\n\u202e张三\n", ":2:1: error: control character U+202E is not allowed"),
        (f"姓名\n{'长' * 101}\n", ":2:1: error: '长长长"),
        ("姓名,卷\n张三,甲乙\n", ":2:1: error: form must be a name such as A or B, found '甲乙'"),
    ],
)
def test_mistakes_have_their_row(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BankError) as error:
        people.read(written(tmp_path, text))
    assert said in str(error.value)


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(BankError) as error:
        people.read(written(tmp_path, "姓名,学号\n张三,1\n,\t\n李四,1\n王五,1\n"))
    assert len(error.value.problems) == 2


# Printing

HOSTILE = (
    '#import "x"; #panic()',
    "$x^2$ *bold* _it_ `raw` <label> @ref",
    '") + read("/etc/passwd") + ("',
    "Robert'); DROP TABLE students;--",
    "../../../etc/passwd",
    "<script>alert(1)</script>",
    "{{ 7 * 7 }} {% raw %}",
    "=cmd|' /C calc'!A0",
    "阿卜杜热西提·买买提江·" * 6,
    "O’Brien-Ångström, Zoë",
)


def test_hostile_names_are_only_names(bank: Path, tmp_path: Path, workers: Executor) -> None:
    text = io.StringIO()
    rows = [["Name", "Number"], *([name, f"../{place}/?"] for place, name in enumerate(HOSTILE))]
    csv.writer(text).writerows(rows)
    done = printed(bank, written(tmp_path, text.getvalue()), workers)
    papers = [path for path in done.files if path.suffix == ".pdf"]
    assert [path.name for path in papers] == [f"paper-{n + 1:04}-{n}.pdf" for n in range(10)]
    assert {path.parent for path in done.files} == {tmp_path / "pdf/e/people"}
    for path, name in zip(papers, HOSTILE, strict=True):
        assert "".join(name.split()) in text_of(path)


def test_no_name_becomes_an_action_of_its_paper(
    bank: Path, tmp_path: Path, workers: Executor
) -> None:
    texts = {" ".join(attack.text.split()) for attack in attacks()[::9]}
    names = sorted(text for text in texts if text.isprintable() and text)
    assert len(names) > 30
    done = printed(bank, listed(tmp_path, names), workers)
    papers = [path for path in done.files if path.suffix == ".pdf"]
    plain = written_objects(papers.pop())
    assert len(papers) == len(names)
    for path, name in zip(papers, names, strict=True):
        assert "".join(name.split()) in text_of(path)
        assert written_objects(path) == plain, name


def listed(folder: Path, names: Sequence[str]) -> Path:
    """Write a file of people of these names; the last is Jo."""
    text = io.StringIO()
    csv.writer(text).writerows([["Name"], *([cells.harmless(name)] for name in (*names, "Jo"))])
    return written(folder, text.getvalue())


def written_objects(path: Path) -> set[str]:
    """Return the names of all entries in a PDF's objects, and where its links lead."""
    with pikepdf.open(path) as file:
        return {
            f"{key} {value}" if key == "/URI" else str(key)
            for each in file.objects
            if isinstance(each, (pikepdf.Dictionary, pikepdf.Stream))
            for key, value in each.items()
            if not re.fullmatch(r"/[A-Za-z]*\d+.*", str(key))
        }


def test_fields_are_filled_in_and_forms_go_round(tmp_path: Path, workers: Executor) -> None:
    content = tmp_path / "content"
    content.symlink_to(CONTENT)
    done = printed(
        content, written(tmp_path, THREE), workers, forms=("A", "B"), kinds=("paper", "sheet")
    )
    texts = [text_of(path) for path in done.files if path.suffix == ".pdf"]
    assert len(texts) == 6
    for text, name, number, form in zip(
        texts,
        ["张三", "李四", "王五"] * 2,
        ["2025001", "2025002", "2025003"] * 2,
        "ABAABA",
        strict=True,
    ):
        assert f"姓名{name}" in text
        assert f"学号{number}" in text
        assert f"·{form}卷·" in text
    listed = (tmp_path / "pdf/paper/people/people.csv").read_bytes().decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(listed)))
    assert [row["form"] for row in rows] == list("ABAABA")
    assert rows[1]["file"] == "paper-0002-2025002.pdf"


def test_file_of_people_may_say_who_gets_which_form(tmp_path: Path, workers: Executor) -> None:
    content = tmp_path / "content"
    content.symlink_to(CONTENT)
    source = written(tmp_path, "姓名,卷\n张三,B\n李四,A\n王五,B卷\n")
    done = printed(content, source, workers)
    texts = [text_of(path) for path in done.files if path.suffix == ".pdf"]
    assert ["B卷" in texts[0], "A卷" in texts[1], "B卷" in texts[2]] == [True] * 3
    with pytest.raises(BankError) as error:
        printed(content, source, workers, forms=("A",))
    assert "people.csv:2:1: error: there is no form 'B' (A)" in str(error.value)


def test_many_papers_stand_in_one_file_in_the_same_bytes(
    bank: Path, tmp_path: Path, workers: Executor
) -> None:
    source = written(tmp_path, "Name\n" + "".join(f"Person {n}\n" for n in range(53)))
    done = printed(bank, source, workers, separate=False)
    names = [path.name for path in done.files]
    assert names == ["paper-0001-0050.pdf", "paper-0051-0053.pdf", "people.csv"]
    assert [len(list(engine.pages(path.read_bytes()))) for path in done.files[:2]] == [50, 3]
    first = files(tmp_path / "pdf")
    (tmp_path / "pdf/people.journal").unlink()
    printed(bank, source, workers, separate=False)
    assert files(tmp_path / "pdf") == first


def test_sign_that_no_font_has_is_told_with_its_row(
    bank: Path, tmp_path: Path, workers: Executor
) -> None:
    with pytest.raises(BankError) as error:
        printed(bank, written(tmp_path, "Name\nAnn\n王𓀀\n"), workers)
    assert "people.csv:3:1: error: the fonts have no sign for '𓀀' (U+13000)" in str(error.value)


def test_every_name_that_cannot_be_set_is_told_at_once(
    bank: Path, tmp_path: Path, workers: Executor
) -> None:
    source = written(tmp_path, "Name,Class,Room\nAnn,𓀁,1\nBob,2,𓀀\n王𓀀𓀁,3,1\nǺngström,4,1\n")
    with pytest.raises(BankError) as error:
        printed(bank, source, workers, kinds=("paper", "key"))
    found = [(each.where.line, each.message.partition("(")[2]) for each in error.value.problems]
    assert found == [(2, "U+13001)"), (4, "U+13000)"), (4, "U+13001)")]
    assert not (tmp_path / "pdf").exists()


def test_what_is_wrong_with_the_bank_is_told_of_the_bank(
    bank: Path, tmp_path: Path, workers: Executor
) -> None:
    (bank / "e/s.yaml").write_text(SECTION.replace("Is it?", "Is 𓀀 it 🎉?"), encoding="utf-8")
    with pytest.raises(BankError) as error:
        printed(bank, written(tmp_path, "Name\nAnn\nBob\n"), workers)
    said = [str(each).rpartition("/")[2] for each in error.value.problems]
    assert [each[:23] for each in said] == ["s.yaml:3:40: error: the", "s.yaml:3:45: error: the"]


# A run that is stopped


class Failing(Executor):
    """An executor that gives up after so many files."""

    def __init__(self, workers: Executor, after: int, error: BaseException | None = None) -> None:
        self.workers = workers
        self.left = after
        self.asked = 0
        self.error = error or OSError(28, "No space left on device", "paper.pdf")

    def submit(self, fn: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.asked += 1
        if self.left == 0:
            future.set_exception(self.error)
        else:
            self.left -= 1
            future.set_result(self.workers.submit(fn, *arguments, **options).result())
        return future


def test_what_is_written_is_whole_and_the_rest_resumes(
    bank: Path, tmp_path: Path, workers: Executor
) -> None:
    source = written(tmp_path, "Name\n" + "".join(f"Person {n}\n" for n in range(6)))
    with pytest.raises(OSError, match="No space left"):
        printed(bank, source, Failing(workers, after=4), jobs=1)
    there = sorted((tmp_path / "pdf/e/people").iterdir())
    assert all(path.read_bytes().endswith(b"%%EOF") for path in there)
    noted = (tmp_path / "pdf/people.journal").read_text(encoding="utf-8").splitlines()
    assert len(noted) == len(there) > 0
    again = Failing(workers, after=99)
    done = printed(bank, source, again, jobs=1)
    assert again.asked == 6 - len(there)
    assert len([path for path in done.files if path.suffix == ".pdf"]) == 6
    last = Failing(workers, after=99)
    printed(bank, source, last)
    assert last.asked == 0


def test_what_is_done_at_once_is_noted_in_the_order_of_people(
    bank: Path, tmp_path: Path, workers: Executor
) -> None:
    source = written(tmp_path, "Name\n" + "".join(f"Person {n}\n" for n in range(24)))
    printed(bank, source, Failing(workers, after=99), jobs=6)
    lines = (tmp_path / "pdf/people.journal").read_text(encoding="utf-8").splitlines()
    assert lines == sorted(lines)
    assert len(lines) == 24


def test_a_file_that_was_changed_or_is_of_another_bank_is_made_again(
    bank: Path, tmp_path: Path, workers: Executor
) -> None:
    source = written(tmp_path, "Name\nAnn\nBob\n")
    printed(bank, source, workers)
    (tmp_path / "pdf/e/people/paper-0001-Ann.pdf").write_bytes(b"cut off")
    journal = tmp_path / "pdf/people.journal"
    journal.write_text(journal.read_text(encoding="utf-8") + '["e/peop', encoding="utf-8")
    again = Failing(workers, after=99)
    printed(bank, source, again)
    assert again.asked == 1
    (bank / "e/s.yaml").write_text(SECTION.replace("Is it?", "Was it?"), encoding="utf-8")
    other = Failing(workers, after=99)
    printed(bank, source, other)
    assert other.asked == 2


def test_interrupt_keeps_what_is_done(bank: Path, tmp_path: Path, workers: Executor) -> None:
    source = written(tmp_path, "Name\n" + "".join(f"Person {n}\n" for n in range(6)))
    with pytest.raises(KeyboardInterrupt):
        printed(bank, source, Failing(workers, after=4, error=KeyboardInterrupt()), jobs=1)
    assert not list((tmp_path / "pdf").rglob("*.tmp*"))
    for line in (tmp_path / "pdf/people.journal").read_text(encoding="utf-8").splitlines():
        assert (tmp_path / "pdf" / json.loads(line)[0]).is_file()


# The command


def test_command_prints_for_each_person_in_processes(bank: Path, run: Run, tmp_path: Path) -> None:
    written(tmp_path, "Name,Number\nAnn,1\nBob,2\n")
    ran = run("pdf", "--per-person", "people.csv", "--separate", "--key", "--jobs", "2")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "pdf/e/people/paper-0001-1.pdf",
        "pdf/e/people/paper-0002-2.pdf",
        "pdf/e/key.pdf",
        "pdf/e/people/people.csv",
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--separate",), "--separate and --cluster go with --per-person"),
        (("--no-paper",), "--no-paper leaves nothing: say --teacher, --key or --sheet too"),
        (("--per-person", "nobody.csv"), "nobody.csv: No such file or directory"),
    ],
)
def test_wrong_usage_is_explained(
    arguments: tuple[str, ...], said: str, bank: Path, run: Run
) -> None:
    ran = run("pdf", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


# A cluster


def test_dask_cluster_makes_the_same_papers(bank: Path, tmp_path: Path, workers: Executor) -> None:
    distributed = pytest.importorskip("distributed")
    source = written(tmp_path, "Name\nAnn\nBob\nEve\n")
    printed(bank, source, workers)
    here = settled(tmp_path / "pdf")
    (tmp_path / "pdf/people.journal").unlink()
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        personal.executor(cluster.scheduler_address, None) as there,
    ):
        printed(bank, source, there)
    assert settled(tmp_path / "pdf") == here


def settled(folder: Path) -> dict[str, bytes]:
    """Return all files; a journal's lines come as work is done, in any order."""
    found = files(folder)
    lines = found["people.journal"].splitlines(keepends=True)
    return found | {"people.journal": b"".join(sorted(lines))}


def test_no_cluster_is_explained() -> None:
    pytest.importorskip("distributed")
    said = "there is no Dask cluster at 'nowhere:"
    with pytest.raises(UsageError, match=said), personal.executor("nowhere://x", None):
        pass
