"""Papers of many people in one file: tagged, listed and read as each of them alone."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from builder import engine, personal
from builder.copies import Copy, File
from builder.joining import Part, joined
from builder.options import can_set_pdf
from builder.people import Person
from builder.problems import UsageError
from builder.proof import Expected
from builder.setting import Document
from tests.banks import EVERY_TYPE, EXAM, write_bank
from tests.test_personal import HOSTILE, listed, printed

pytestmark = pytest.mark.skipif(not can_set_pdf(), reason="needs exampress[pdf]")


TABLE = """\
  - id: table
    type: essay
    stem: |
      | one | two |
      |-----|-----|
      | 1   | 2   |
"""


@pytest.fixture(scope="module")
def workers() -> Iterator[Executor]:
    with personal.executor(None, 1) as here:
        yield here


def test_papers_in_one_file_are_tagged_as_each_of_them_is(
    tmp_path: Path, workers: Executor
) -> None:
    fields = "paper: {fields: [Name]}\n"
    content = write_bank(tmp_path, {"e/exam.yaml": EXAM + fields, "e/s.yaml": EVERY_TYPE + TABLE})
    names = [
        *HOSTILE,
        "(5 0 R) \\\\(/StructParents 1",
        "/P 9 0 R/ID(U1x0y0)",
        "((((/ID(a) 7 0 R))))(",
    ]
    source = listed(tmp_path, names)
    kinds = ("paper", "sheet")
    single = [*printed(content, source, workers, kinds=kinds).files]
    both = printed(content, source, workers, kinds=kinds, separate=False).files
    for kind, whole in zip(kinds, both, strict=False):
        parts = [path for path in single if path.name.startswith(kind)]
        assert is_accessible(whole)
        assert [*engine.pages(whole.read_bytes())] == [
            page for path in parts for page in engine.pages(path.read_bytes())
        ]
        assert tags(whole) == [tag for path in parts for tag in tags(path)]
        assert bookmarks(whole) == [*names, "Jo"]
        assert whole.stat().st_size < sum(path.stat().st_size for path in parts)


def test_files_that_cannot_be_joined_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    other = b"%PDF-1.7\n" + b"<</Type/ObjStm>>" * 9 + b"\nstartxref\n9\n%%EOF\n"
    with pytest.raises(ValueError, match="not as the engine writes it"):
        joined([Part("Li", other), Part("Wu", other)])

    paper = Document("e/paper.pdf", "paper", "", "", "{}", Expected((), ()))
    copy = Copy(paper, Person(2, "Li", "1", "", {}), "{}")
    monkeypatch.setattr("builder.engine.lent", str)
    monkeypatch.setattr("builder.pdf.personal", lambda *_: other)
    monkeypatch.setattr("builder.engine.pages", lambda _: [])
    monkeypatch.setattr("builder.proof.faults", lambda *_: ())
    with pytest.raises(UsageError, match="--separate prints a file for each person"):
        personal.made(File("e/people/paper.pdf", (copy, copy)), personal.Supplies({}, {}))


def is_accessible(path: Path) -> bool:
    command = [sys.executable, "-m", "pdfua", "check", str(path)]
    done = subprocess.run(command, capture_output=True, check=False, text=True)
    return "errors=0 warnings=0" in done.stdout


def tags(path: Path) -> list[str]:
    """Return what is tagged in a PDF, page by page, as the table of its pages leads to it."""
    found = []
    with pikepdf.open(path) as file:
        assert file.check_pdf_syntax() == []
        tree = file.Root.StructTreeRoot
        by_page = pikepdf.NumberTree(tree.ParentTree)
        heads: Any = pikepdf.NameTree(tree.IDTree) if "/IDTree" in tree else {}
        for page in file.pages:
            tagged: Any = by_page[int(page.obj.StructParents)]
            for tag in tagged:
                assert page.obj.objgen in {each.Pg.objgen for each in (tag, *_elsewhere(tag))}
                named = [heads[str(each)].S for each in _headers(tag)]
                own = heads[str(tag.ID)].objgen == tag.objgen if "/ID" in tag else True
                kids = [each if isinstance(each, int) else each.get("/MCID") for each in tag.K]
                found.append(repr((tag.S, tag.get("/Alt"), tag.get("/T"), kids, own, named)))
    return found


def _elsewhere(tag: Any) -> list[Any]:
    """Return what of a tag stands on other pages than the rest of it."""
    return [each for each in tag.K if not isinstance(each, int) and "/Pg" in each]


def _headers(tag: Any) -> list[Any]:
    attributes = tag.get("/A", pikepdf.Array())
    listed = attributes if isinstance(attributes, pikepdf.Array) else [attributes]
    return [each for one in listed for each in one.get("/Headers", pikepdf.Array())]


def bookmarks(path: Path) -> list[str]:
    """Return the bookmarks of a PDF; each leads to a page of its own, further on."""
    with pikepdf.open(path) as file, file.open_outline() as outline:
        items: list[Any] = [*outline.root]
        pages = {page.obj.objgen: place for place, page in enumerate(file.pages)}
        places = [pages[each.destination[0].objgen] for each in items]
        assert places[0] == 0
        assert places == sorted(set(places))
        assert all(each.children for each in items)
        return [str(each.title) for each in items]
