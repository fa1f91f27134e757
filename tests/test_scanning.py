"""What machines read of papers: QR codes, and the bubbles of a candidate's number."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pypdfium2
import pytest
import zxingcpp
from PIL.Image import Image

from builder import forms, load
from builder.options import can_set_pdf
from builder.personal import print_people
from builder.printing import Request, print_papers
from tests.banks import CONTENT
from tests.layout import layout

pytestmark = pytest.mark.skipif(not can_set_pdf(), reason="needs exampress[pdf]")

DOTS = 200
"""Dots an inch of the pictures, as office scanners make them."""
ONLINE = "https://exams.example/bank/"
NUMBERS = ("20250001", "987654321", "2025-A-7")


def pictures(path: Path) -> Iterator[Image]:
    with pypdfium2.PdfDocument(path) as document:
        for page in document:
            yield page.render(scale=DOTS / 72).to_pil().convert("L")


def codes(path: Path) -> list[str]:
    return [code.text for page in pictures(path) for code in zxingcpp.read_barcodes(page)]


@pytest.fixture(scope="module")
def personal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of personal papers and sheets of three people."""
    folder = tmp_path_factory.mktemp("personal")
    people = folder / "people.csv"
    rows = (f"{number},考生{place}" for place, number in enumerate(NUMBERS))
    people.write_text("\n".join(["考號,姓名", *rows]), encoding="utf-8")
    request = Request(
        CONTENT, out=folder, units=("demo",), kinds=("paper", "sheet"), forms=("A", "B")
    )
    with ProcessPoolExecutor(1, get_context("spawn")) as workers:
        print_people(request, people, False, workers)
    return folder / "demo/people"


@pytest.mark.parametrize("kind", ["paper", "sheet"])
def test_code_says_exam_form_and_number(kind: str, personal: Path) -> None:
    exam = load.exam(plan := load.plan(CONTENT), plan.folders[0]).exam
    assert exam is not None
    edition = forms.edition(exam)
    drawn = {name: forms.form(exam, name, "1", edition).code for name in "AB"}
    (path,) = personal.glob(f"{kind}-*.pdf")
    expected = [f"demo/{drawn[form]}/{number}" for form, number in zip("ABA", NUMBERS, strict=True)]
    assert codes(path) == expected


def test_codes_of_the_key_lead_to_the_practice_pages(tmp_path: Path) -> None:
    content = shutil.copytree(CONTENT, tmp_path / "content")
    exam = content / "tour/exam.yaml"
    exam.write_text(exam.read_text("utf-8").replace("size: A4", "qr: section"), "utf-8")
    request = Request(content, out=tmp_path, units=("tour",), kinds=("key",), base_url=ONLINE)
    found = codes(next(iter(print_papers(request).files)))
    assert found
    assert all(re.fullmatch(re.escape(ONLINE) + r"tour/[\w/.-]+(#[\w-]+)?", each) for each in found)
    assert len(set(found)) == len(found)


def _bubbled(path: Path, page: int) -> str:
    """Return the number that black bubbles of a sheet say, from left to right."""
    shown = layout(path)
    picture = list(pictures(path))[page]
    found: dict[int, str] = {}
    for word in shown.words:
        if word.page != page or not re.fullmatch(r"\d", word.text) or word.right - word.left > 5:
            continue
        middle = (word.top + word.bottom) / 2
        beside = [(word.left - 1.2, middle), (word.right + 1.2, middle)]
        dots = [(round(x * DOTS / 72), round(y * DOTS / 72)) for x, y in beside]
        if all(_darkness(picture, dot) for dot in dots):
            found[round(word.left)] = word.text
    return "".join(found[left] for left in sorted(found))


def _darkness(picture: Image, dot: tuple[int, int]) -> bool:
    return picture.crop((*dot, dot[0] + 1, dot[1] + 1)).tobytes() < b"\x64"


def test_number_is_bubbled_where_it_is_of_digits(personal: Path) -> None:
    (path,) = personal.glob("sheet-*.pdf")
    pages = len(layout(path).sizes) // 3
    assert [_bubbled(path, pages * place) for place in range(3)] == [*NUMBERS[:2], ""]
