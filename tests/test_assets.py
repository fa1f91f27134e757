"""Files that texts show or link: each that cannot be published is named, with all else."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from builder.assets import asset_fault
from tests.banks import EXAM, write_bank
from tests.conftest import Run

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01"
SECTION = """\
title: T
type: essay
questions:
  - {id: a, stem: '![it](folder.png)'}
  - {id: b, stem: '![it](broken.png)'}
  - {id: c, stem: '![it](pipe.png)'}
  - {id: d, stem: '![it](brokn.png)'}
  - {id: e, stem: '![it](circle.png)'}
  - {id: f, stem: '[it](foldr.png)'}
  - {id: g, stem: '![it](below/broken/a.png)'}
  - {id: h, stem: '![it](right.pgn)'}
  - {id: i, stem: '[it](t.yaml)', answer: 'See [it](%s)'}
  - {id: j}
"""


def _bank(folder: Path) -> Path:
    section = SECTION % ("x" * 300)
    content = write_bank(
        folder, {"e/exam.yaml": EXAM, "e/s.yaml": section, "e/right.png": PNG, "e/notes": "x"}
    )
    exam = content / "e"
    (exam / "folder.png").mkdir()
    (exam / "broken.png").symlink_to("nowhere.png")
    (exam / "circle.png").symlink_to("circle.png")
    (exam / "below").mkdir()
    (exam / "below/broken").symlink_to("nowhere")
    os.mkfifo(exam / "pipe.png")
    return content


def test_what_is_no_file_is_named_as_what_it_is(run: Run, tmp_path: Path) -> None:
    _bank(tmp_path)
    expected = [
        "4:26: error: 'e/folder.png' is a folder, not a file",
        "5:26: error: 'e/broken.png' is a link that leads nowhere",
        "6:26: error: 'e/pipe.png' is no file with content of its own",
        "7:26: error: there is no file 'e/brokn.png' in content/",
        "8:26: error: 'e/circle.png' is a link that leads nowhere",
        "9:25: error: there is no file 'e/foldr.png' in content/",
        "10:39: error: there is no file 'e/below/broken/a.png' in content/",
        "11:26: error: there is no file 'e/right.pgn' in content/; did you mean 'right.png'?",
        "12:25: error: there is no file 'e/t.yaml' in content/",
        f"12:53: error: file 'e/{'x' * 300}' cannot be read: File name too long",
        "13:5: error: field 'stem' is missing",
    ]
    for command in (("check",), ("build", "--no-pdf"), ("pdf",)):
        assert run(*command).err == "".join(f"content/e/s.yaml:{each}\n" for each in expected)


@pytest.mark.parametrize("name", ["right.png", "notes"])
def test_file_that_cannot_be_read_is_named_with_all_else(
    name: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    questions = f"  - {{id: a, stem: '[it]({name})'}}\n  - {{id: b}}\n"
    section = f"title: T\ntype: essay\nquestions:\n{questions}"
    write_bank(tmp_path, {"e/exam.yaml": EXAM, "e/s.yaml": section, f"e/{name}": PNG})
    opened = Path.open

    def refused(path: Path, *how: Any, **more: Any) -> Any:
        if path.name == name:
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *how, **more)

    monkeypatch.setattr(Path, "open", refused)
    assert run("check").err == (
        f"content/e/s.yaml:4:25: error: file 'e/{name}' cannot be read: Permission denied\n"
        "content/e/s.yaml:5:5: error: field 'stem' is missing\n"
    )


def test_file_in_a_folder_that_is_closed_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path, **_: Any) -> os.stat_result:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "stat", refused)
    said = "file 'e/below/a.png' cannot be read: Permission denied"
    assert asset_fault(tmp_path / "e/below/a.png", "e/below/a.png") == said
