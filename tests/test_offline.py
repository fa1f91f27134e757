"""What a site keeps for use offline, as data; what comes of it is seen in the browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from builder import offline
from builder.build import build
from builder.options import Options
from builder.write import Staged
from tests.banks import EXAM, SECTION, files, write_bank


def kept(artifact: bytes) -> dict[str, Any]:
    line = artifact.decode().splitlines()[1]
    said: dict[str, Any] = json.loads(line.removeprefix("const KEPT = ").removesuffix(";"))
    return said


def staged(*paths: str) -> list[Staged]:
    return [Staged(path, 10, path.encode().hex().ljust(32, "0"), None) for path in paths]


def test_pages_are_kept_by_exam_and_papers_are_not() -> None:
    paths = (
        "index.html", "404.html", "assets/app.0.js", "assets/paper.0.css", "schema/section.json",
        "review/index.html", "e/index.html", "e/s/index.html", "e/s/data-search.js",
        "e/s/print/paper.html", "e/print/key.pdf", "e/notes.pdf", "e/图 1.svg", "f/index.html",
    )  # fmt: skip
    said = kept(offline.worker("", "site", ("e", "f"), staged(*paths)).data)
    assert sorted(said["shared"]) == ["assets/app.0.js", "index.html", "review/index.html"]
    assert sorted(said["exams"]["e"]) == [
        "e/%E5%9B%BE%201.svg", "e/index.html", "e/s/data-search.js", "e/s/index.html",
    ]  # fmt: skip
    assert list(said["exams"]["f"]) == ["f/index.html"]
    assert (said["size"], said["small"]) == (80, True)


def test_worker_changes_with_what_it_keeps_and_with_nothing_else() -> None:
    first = offline.worker("", "site", ("e",), staged("e/index.html", "index.html"))
    assert first == offline.worker("", "site", ("e",), staged("index.html", "e/index.html"))
    changed = [Staged("e/index.html", 10, "f" * 32, None), *staged("index.html")]
    second = offline.worker("", "site", ("e",), changed)
    assert first.data.splitlines()[0] != second.data.splitlines()[0]


def test_site_says_what_it_keeps(tmp_path: Path) -> None:
    content = write_bank(tmp_path, {"e/exam.yaml": EXAM, "e/s.yaml": SECTION})
    build(Options(content, out=tmp_path / "site"))
    built = files(tmp_path / "site")
    said = kept(built["sw.js"])
    for path in (*said["shared"], *said["exams"]["e"]):
        assert path in built
    assert b'data-worker="../../sw.js"' in built["e/s/index.html"]


def test_site_may_keep_nothing(tmp_path: Path) -> None:
    content = write_bank(
        tmp_path, {"site.yaml": "offline: false\n", "e/exam.yaml": EXAM, "e/s.yaml": SECTION}
    )
    build(Options(content, out=tmp_path / "site"))
    built = files(tmp_path / "site")
    assert built["sw.js"] == offline.no_worker().data
    assert b"data-worker" not in built["e/s/index.html"]


def test_nothing_is_kept_while_a_bank_is_written(tmp_path: Path) -> None:
    content = write_bank(tmp_path, {"e/exam.yaml": EXAM, "e/s.yaml": SECTION})
    build(Options(content, out=tmp_path / "site", preview=True))
    built = files(tmp_path / "site")
    assert built["sw.js"] == offline.no_worker().data
    assert b"data-worker" not in built["e/s/index.html"]
