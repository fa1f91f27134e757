"""Golden files: what each case and a few whole pages look like, written anew by one command.

`python -m tests.golden` rewrites them all; review the difference like code.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from builder.build import build
from builder.markup import QuestionHtml
from builder.model import Question, View
from builder.options import Options
from builder.read import read_question
from builder.render import Renderer
from builder.source import read
from tests import formats_table
from tests.banks import CASES, EVERY_TYPE, section_bank, write_bank

PAGES = Path(__file__).parent / "golden"
WEB_PAGES = ("index.html", "e/index.html", "e/s/index.html", "404.html")
PAPER_PAGES = tuple(f"e/print/{kind}.html" for kind in ("paper", "teacher", "key", "sheet"))
MEASURE = 40.0

CHINESE = {
    "e/exam.yaml": "title: 期末考试\nlanguage: zh-Hans\nduration: 90\n"
    "paper: {seal: true, fields: [姓名, 班级], notes: 请用黑色笔作答。}\n",
    "e/1.yaml": "title: 单选题\ntype: single\npoints: 2\nquestions:\n"
    "  - {id: a, stem: 哪一个？, options: [甲, 乙, 丙, 丁], answer: B, explanation: 因为是乙。}\n"
    "  - {id: b, stem: 再选一个。, options: [一二三四五六七八, 乙, 丙], answer: C}\n",
    "e/2.yaml": "title: 填空题\ntype: blank\npoints: 3\nquestions:\n"
    "  - {id: c, stem: 水的化学式是___。, answer: [[H2O, H₂O]]}\n",
    "e/3.yaml": "title: 判断题\ntype: true-false\nquestions:\n"
    "  - {id: d, stem: 地球是圆的。, answer: 对}\n",
}


def case_files() -> list[Path]:
    """Return every case: `cases/<type>/NAME.yaml`."""
    return sorted(CASES.glob("*/*.yaml"))


def case_name(path: Path) -> str:
    """Return a case as `<type>/NAME`."""
    return f"{path.parent.name}/{path.stem}"


def question(path: Path) -> Question:
    """Return the question of a case; it must be without faults."""
    read_in = read_question(read(path, path.name).value, path.parent.name, None)
    assert isinstance(read_in, Question), read_in
    assert list(read_in.faults()) == []
    return read_in


def view(path: Path) -> View:
    """Return a case as templates see it."""
    own = question(path)
    html = QuestionHtml("", own.option_ids())
    shown = own.view(html)
    assert html.faults == []
    return shown


@cache
def renderer() -> Renderer:
    """Return a renderer with the built-in templates."""
    return Renderer(
        None,
        {
            "id": "x",
            "title": "X",
            "base_url": None,
            "repository": None,
            "offline": True,
            "downloads": (),
            "policy": True,
        },
    )


def piece(kind: str, shown: View) -> str:
    """Return a question as a template's macro shows it, in English."""
    own = renderer()
    words = own._words["en"]
    extra: tuple[Any, ...] = (MEASURE,) if kind == "paper" else ()
    show: Any = own._environment.globals[kind]
    return f"{show(shown, words, *extra)}\n"


def of_case(path: Path) -> Iterator[tuple[Path, str]]:
    """Yield the golden files of a case."""
    shown = view(path)
    yield path.with_suffix(".key.json"), json.dumps(shown.key, ensure_ascii=False, indent=2) + "\n"
    yield path.with_suffix(".web.html"), piece("web", shown)
    yield path.with_suffix(".paper.html"), piece("paper", shown)


def of_pages() -> Iterator[tuple[Path, str]]:
    """Yield the golden whole pages, of a bank of every type and of a Chinese paper."""
    with tempfile.TemporaryDirectory() as folder:
        every = section_bank(Path(folder, "every-type"), EVERY_TYPE)
        chinese = write_bank(Path(folder, "chinese"), CHINESE)
        yield from _pages(every, (*WEB_PAGES, *PAPER_PAGES))
        yield from _pages(chinese, ("e/1/index.html", *PAPER_PAGES))


def _pages(content: Path, names: tuple[str, ...]) -> Iterator[tuple[Path, str]]:
    out = content.parent / "site"
    build(Options(content, out=out))
    for name in names:
        page = (out / name).read_text(encoding="utf-8")
        golden = PAGES / content.parent.name / name.replace("/", "-")
        yield golden, re.sub(r"(assets/[\w-]+)\.[0-9a-f]{10}\.", r"\1.HASH.", page)


def main() -> None:
    """Write every golden file."""
    written = [
        *of_pages(),
        *(each for path in case_files() for each in of_case(path)),
        (formats_table.DOCUMENT, formats_table.document()),
    ]
    for path, text in written:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".json" and path.exists() and _same_json(path, text):
            continue  # keeps the layout it was written in
        path.write_text(text, encoding="utf-8")


def _same_json(path: Path, text: str) -> bool:
    return bool(json.loads(path.read_text(encoding="utf-8")) == json.loads(text))


if __name__ == "__main__":
    main()
