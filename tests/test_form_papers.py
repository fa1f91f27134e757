"""Forms as PDF: each in its own order, its code on every page, one key table for all."""

from __future__ import annotations

import csv
import io
import re
import subprocess
from pathlib import Path

import pytest

from builder import forms, load
from builder.model import Exam
from builder.options import can_set_pdf
from tests.banks import files
from tests.conftest import Run
from tests.test_forms import CONTENT

pytestmark = pytest.mark.skipif(not can_set_pdf(), reason="needs exampress[pdf]")
FOUR = ("pdf", "--content", str(CONTENT), "--forms", "4", "--seed", "2025")


@pytest.fixture(scope="module")
def exam() -> Exam:
    return load.bank(CONTENT)[0].exams[0]


def pages(path: Path) -> list[str]:
    done = subprocess.run(
        ["pdftotext", "-raw", path, "-"], capture_output=True, check=True, text=True
    )
    return [re.sub(r"\s", "", page) for page in done.stdout.split("\f")[:-1]]


def test_each_form_has_its_order_and_its_code_on_every_page(
    exam: Exam, run: Run, tmp_path: Path
) -> None:
    assert run(*FOUR, "--key", "--sheet").code == 0
    edition = forms.edition(exam)
    for name in forms.names(4):
        form = forms.form(exam, name, "2025", edition)
        for kind in ("paper", "key", "sheet"):
            for page in pages(tmp_path / f"pdf/paper/{kind}-{name}.pdf"):
                assert f"分卷示例·{name}卷·版本{edition}·编码{form.code}" in page
        text = "".join(pages(tmp_path / f"pdf/paper/paper-{name}.pdf"))
        at = 0
        for section in forms.arranged(exam, form.order).sections:
            for view in section.views:
                for said in (view.stem.striptags(), *_options(view.body)):
                    plain = re.sub(r"\s|\x01", "", said)
                    at = text.index(plain, at) + len(plain)


def _options(body: object) -> list[str]:
    return [f"{each.letter}.{each.html.striptags()}" for each in getattr(body, "options", ())]


def test_keys_of_all_forms_stand_side_by_side(exam: Exam, run: Run, tmp_path: Path) -> None:
    ran = run(*FOUR, "--key")
    assert ran.out.splitlines()[-2:] == ["pdf/paper/keys.pdf", "pdf/paper/keys.csv"]
    (table,) = pages(tmp_path / "pdf/paper/keys.pdf")
    assert "free7C5B3D6A" in table
    assert "case-device14(1)C14(1)B17(1)B14(1)B" in table
    text = (tmp_path / "pdf/paper/keys.csv").read_bytes().decode("utf-8-sig")
    rows = {row["id"]: row for row in csv.DictReader(io.StringIO(text))}
    assert list(rows)[:3] == ["free", "above", "between"]
    for name in forms.names(4):
        form = forms.form(exam, name, "2025", forms.edition(exam))
        shown = forms.arranged(exam, form.order).sections[0].views
        for number, view in enumerate(shown, 1):
            row = rows[view.id]
            assert row[f"{name} {form.code} number"] == str(number)
            assert row[f"{name} {form.code} key"] == view.brief
        pool = [row for row in rows.values() if row["section"] == "pool"]
        assert sum(row[f"{name} {form.code} number"] != "" for row in pool) == 3
    assert rows["case-device"]["A 035V2T number"] == "14(1)"


def test_one_form_is_the_same_as_among_others(run: Run, tmp_path: Path) -> None:
    run(*FOUR, "--key", "--sheet")
    run(*FOUR[:3], "--form", "b", "--seed", "2025", "--key", "--sheet", "--out", "one")
    one, four = files(tmp_path / "one"), files(tmp_path / "pdf")
    assert {name for name in one if name.endswith(".pdf")} == {
        f"paper/{kind}-B.pdf" for kind in ("paper", "key", "sheet")
    }
    assert all(one[name] == four[name] for name in one if name.endswith(".pdf"))


def test_another_seed_is_another_order(run: Run, tmp_path: Path) -> None:
    for seed in ("1", "2"):
        run(*FOUR[:3], "--form", "A", "--seed", seed, "--out", seed)
    assert files(tmp_path / "1") != files(tmp_path / "2")


def test_a_section_has_forms_too(run: Run, tmp_path: Path) -> None:
    ran = run("pdf", "paper/pool", *FOUR[1:3], "--forms", "2")
    assert ran.out.splitlines() == ["pdf/paper/pool/paper-A.pdf", "pdf/paper/pool/paper-B.pdf"]
    assert "共3小题" in pages(tmp_path / "pdf/paper/pool/paper-A.pdf")[0]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--seed", "7"), "--seed is for forms: say --forms 4, or --form A"),
        (("--forms", "0"), "argument --forms: must be 1 to 10000, found '0'"),
        (("--form", "1"), "argument --form: must be a name such as A, B or AA, found '1'"),
    ],
)
def test_wrong_usage_is_explained(arguments: tuple[str, ...], said: str, run: Run) -> None:
    ran = run("pdf", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
