"""Formulas are drawn with the face that comes with the site, whatever faces the system has."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.banks import EXAM, write_bank
from tests.browser.conftest import NewReader
from tests.browser.firefox import Firefox
from tests.browser.sites import built

pytestmark = pytest.mark.browser

SECTION = """\
title: Section
type: essay
questions:
  - {id: a, stem: '$\\overrightarrow{ABC}$ and $\\overline{ABC}$ and $\\sqrt{\\dfrac{L}{g}}$'}
"""
LOADED = "[...document.fonts].find((face) => face.family.includes('Formulas')).status === 'loaded'"
STRETCHED = """[...document.querySelectorAll("mover")].map(({ children: [letters, sign] }) =>
  sign.getBoundingClientRect().width / letters.getBoundingClientRect().width)"""
PAGES = ("e/s/index.html", "e/print/paper.html", "e/exam.html")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("formulas")
    files = {
        "site.yaml": "title: Site\ndownloads: [single-file]\n",
        "e/exam.yaml": EXAM,
        "e/s.yaml": SECTION,
    }
    return built(write_bank(folder, files), folder / "site")


@pytest.mark.parametrize("name", PAGES)
def test_face_is_there(site: Path, name: str, new_reader: NewReader) -> None:
    new_reader().open(site / name).wait_for_function(LOADED)


@pytest.mark.parametrize("name", PAGES)
def test_signs_stretch_over_what_they_stand_above(site: Path, name: str, fox: Firefox) -> None:
    """Only Firefox tells how large a sign is drawn, and not how large its box was before."""
    fox.open((site / name).as_uri())
    fox.wait_for(LOADED)
    assert fox.evaluate(STRETCHED) == [pytest.approx(1, abs=0.1)] * 2
