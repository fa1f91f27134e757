"""Writing the site folder: only what changed, nothing of others, nothing half."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.handover import STAGING
from builder.model import Artifact
from builder.problems import UsageError
from builder.write import MANIFEST, Staging, Written, put, write
from tests.banks import files
from tests.processes import started


def artifacts(**pages: str) -> list[Artifact]:
    """Return artifacts by name; `_` in a name stands for `/`."""
    return [Artifact(name.replace("_", "/"), text.encode()) for name, text in pages.items()]


def listed(folder: Path) -> list[str]:
    names: list[str] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["files"]
    return names


def test_files_and_their_list_are_written(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "site"
    assert write(artifacts(index="1", a_b_c="2"), out) == Written(2, 2, 0)
    assert listed(out) == ["a/b/c", "index"]
    assert files(out) == {
        MANIFEST: (out / MANIFEST).read_bytes(),
        "a/b/c": b"2",
        "index": b"1",
    }


def test_unchanged_files_are_left_alone(tmp_path: Path) -> None:
    write(artifacts(a="1", b="2"), tmp_path)
    before = {name: (tmp_path / name).stat().st_mtime_ns for name in ("a", "b", MANIFEST)}
    assert write(artifacts(a="1", b="2"), tmp_path) == Written(2, 0, 0)
    assert {name: (tmp_path / name).stat().st_mtime_ns for name in before} == before
    assert write(artifacts(a="1", b="3"), tmp_path) == Written(2, 1, 0)
    assert (tmp_path / "a").stat().st_mtime_ns == before["a"]
    assert (tmp_path / MANIFEST).stat().st_mtime_ns == before[MANIFEST]


def test_only_what_is_listed_is_deleted(tmp_path: Path) -> None:
    write(artifacts(a="1", old_b="2", old_deep_c="3"), tmp_path)
    (tmp_path / "old" / "theirs.txt").write_text("keep")
    (tmp_path / "CNAME").write_text("example.org")
    assert write(artifacts(a="1"), tmp_path) == Written(1, 0, 2)
    assert set(files(tmp_path)) == {"a", MANIFEST, "CNAME", "old/theirs.txt"}
    assert listed(tmp_path) == ["a"]
    assert not (tmp_path / "old" / "deep").exists()


def test_what_somebody_deleted_is_no_obstacle(tmp_path: Path) -> None:
    write(artifacts(a="1", old_deep_c="3"), tmp_path)
    (tmp_path / "old" / "deep" / "c").unlink()
    (tmp_path / "old" / "deep").rmdir()
    (tmp_path / "old").rmdir()
    assert write(artifacts(a="1"), tmp_path) == Written(1, 0, 1)
    assert set(files(tmp_path)) == {"a", MANIFEST}


def test_deleted_file_is_written_again(tmp_path: Path) -> None:
    write(artifacts(a="1", b="2"), tmp_path)
    (tmp_path / "b").unlink()
    assert write(artifacts(a="1", b="2"), tmp_path) == Written(2, 1, 0)
    assert (tmp_path / "b").read_text() == "2"


@pytest.mark.parametrize("name", ["notes.txt", "index", ".hidden"])
def test_folder_with_other_things_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("theirs")
    with pytest.raises(UsageError, match=rf"holds other files \({name}\)"):
        write(artifacts(index="1"), tmp_path)
    assert files(tmp_path) == {name: b"theirs"}


@pytest.mark.parametrize("name", [".gitignore", "CNAME", ".nojekyll"])
def test_folder_with_a_publisher_s_file_is_taken(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("theirs")
    write(artifacts(index="1"), tmp_path)
    assert (tmp_path / name).read_text() == "theirs"


def test_file_instead_of_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "site").write_text("theirs")
    with pytest.raises(UsageError, match="is a file; choose a folder"):
        write(artifacts(index="1"), tmp_path / "site")


def test_file_of_others_is_never_replaced(tmp_path: Path) -> None:
    write(artifacts(a="1"), tmp_path)
    (tmp_path / "b").write_text("theirs")
    with pytest.raises(UsageError, match="b is not a file of exampress; move it away"):
        write(artifacts(a="2", b="2"), tmp_path)
    assert ((tmp_path / "a").read_text(), (tmp_path / "b").read_text()) == ("1", "theirs")


def test_file_of_others_where_a_folder_is_to_go_is_said(tmp_path: Path) -> None:
    write(artifacts(a="1"), tmp_path)
    (tmp_path / "b").write_text("theirs")
    with pytest.raises(UsageError, match="b is not a file of exampress; move it away"):
        write(artifacts(a="2", b_c="2"), tmp_path)
    assert files(tmp_path)["a"] == b"1"


def test_two_artifacts_with_one_path_are_an_error(tmp_path: Path) -> None:
    twice = [*artifacts(a="1"), *artifacts(a="2")]
    with pytest.raises(UsageError, match="two pages or files want the address 'a'"):
        write(twice, tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_path_that_is_a_file_and_a_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="'a/b' would be both a file and a folder of the site"):
        write(artifacts(a_b="1", a_b_c_d="2"), tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_failure_while_artifacts_are_made_writes_nothing(tmp_path: Path) -> None:
    def failing() -> Iterator[Artifact]:
        yield from artifacts(a="2", b="2")
        raise RuntimeError

    write(artifacts(a="1"), tmp_path)
    before = files(tmp_path)
    with pytest.raises(RuntimeError):
        write(failing(), tmp_path)
    assert files(tmp_path) == before


@pytest.mark.parametrize("moves", range(4))
def test_interrupted_run_is_mended_by_the_next(
    moves: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(artifacts(a="1", b="1"), tmp_path)
    after = artifacts(a="2", c="2", d_e="2")
    left = iter(range(moves))
    replace = os.replace

    def killed(waiting: str, path: str) -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt
        replace(waiting, path)

    with monkeypatch.context() as patch:
        patch.setattr("os.replace", killed)
        patch.setattr("shutil.rmtree", lambda *_, **__: None)  # whoever is killed tidies nothing
        with pytest.raises(KeyboardInterrupt):
            write(after, tmp_path)
    write(after, tmp_path)
    assert {name: data for name, data in files(tmp_path).items() if name != MANIFEST} == {
        "a": b"2", "c": b"2", "d/e": b"2",
    }  # fmt: skip
    assert listed(tmp_path) == ["a", "c", "d/e"]


def test_first_run_that_was_stopped_is_mended(tmp_path: Path) -> None:
    (tmp_path / STAGING).mkdir()
    (tmp_path / STAGING / "1-1").write_text('{"fil')
    write(artifacts(a="1"), tmp_path)
    assert listed(tmp_path) == ["a"]
    assert not (tmp_path / STAGING).exists()


def test_nothing_is_in_its_place_before_all_is_ready(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "site"
    with Staging(out) as staging:
        [one] = [staging.stage(each) for each in artifacts(a="1")]
        assert (one.path, one.size, staging.read(one)) == ("a", 1, b"1")
        assert [path.name for path in out.iterdir()] == [STAGING]
    assert not out.parent.exists()


@pytest.mark.parametrize("text", ["", "[]", '{"files": 3}', '{"files"', "null"])
def test_damaged_list_is_said(text: str, tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text(text)
    with pytest.raises(UsageError, match="is damaged; delete the folder's contents"):
        write(artifacts(a="1"), tmp_path)


@pytest.mark.parametrize("name", ["../theirs", "/etc/theirs", "a/../../theirs"])
def test_list_leads_nowhere_outside(name: str, tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    theirs.write_text("keep")
    out = tmp_path / "site"
    write(artifacts(a="1"), out)
    (out / MANIFEST).write_text(json.dumps({"files": ["a", name]}))
    write(artifacts(a="1"), out)
    assert theirs.read_text() == "keep"


def test_second_build_at_once_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "site"
    with Staging(out) as first:
        waiting = [first.stage(artifact) for artifact in artifacts(a="1")]
        with pytest.raises(UsageError, match="another exampress is writing"):
            write(artifacts(a="2"), out)
        first.commit(waiting)
    assert (out / "a").read_bytes() == b"1"
    assert write(artifacts(a="2"), out) == Written(1, 1, 0)


def test_killed_build_leaves_its_folder_free(tmp_path: Path) -> None:
    out = tmp_path / "site"
    write(artifacts(a="1"), out)
    holder = (
        "import sys, time; from pathlib import Path; from builder.write import Staging\n"
        "staging = Staging(Path(sys.argv[1])); print('held', flush=True); time.sleep(60)"
    )
    command = [sys.executable, "-c", holder, str(out)]
    with started(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        with pytest.raises(UsageError, match="another exampress is writing"):
            write(artifacts(a="2"), out)
        process.kill()
    assert write(artifacts(a="2"), out) == Written(1, 1, 0)


def test_file_that_has_no_room_is_named_and_leaves_nothing_half_written(tmp_path: Path) -> None:
    before = put(Artifact("a/paper.pdf", b"whole"), tmp_path)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        with pytest.raises(OSError, match="File too large") as error:
            put(Artifact("a/paper.pdf", bytes(10_000)), tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert error.value.filename == str(before)
    assert files(tmp_path) == {"a/paper.pdf": b"whole"}
