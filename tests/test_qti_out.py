"""QTI packages that we write: their form, their files, their rules of scoring."""

from __future__ import annotations

import io
import posixpath
import tempfile
import zipfile
from pathlib import Path
from urllib.parse import unquote
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from builder import load
from builder.formats import WRITERS, incoming
from builder.formats.qti.elements import root
from builder.formats.writing import Written, written
from builder.problems import BankError
from tests import formats_table, qti_grammar
from tests.banks import write_bank
from tests.exchange import Author

VERSIONS = ("qti-2.1", "qti-2.2", "qti-3.0")
SPACES = {
    "qti-2.1": b"http://www.imsglobal.org/xsd/imsqti_v2p1",
    "qti-2.2": b"http://www.imsglobal.org/xsd/imsqti_v2p2",
    "qti-3.0": b"http://www.imsglobal.org/xsd/imsqtiasi_v3p0",
}


def exported(folder: Path, files: dict[str, str], form: str) -> Written:
    bank, _ = load.bank(write_bank(folder, files))
    return written(bank, WRITERS[form], lambda _: b"dot")


def package(found: Written) -> zipfile.ZipFile:
    (artifact,) = found.artifacts
    return zipfile.ZipFile(io.BytesIO(artifact.data))


def elements(archive: zipfile.ZipFile) -> dict[str, Element]:
    names = (name for name in archive.namelist() if name.endswith(".xml"))
    return {name: root(archive.read(name), name) for name in names}


def check(archive: zipfile.ZipFile, form: str) -> None:
    """Assert that every file is as QTI has it, and that the manifest lists what is there."""
    found = elements(archive)
    for name, element in found.items():
        assert list(qti_grammar.faults(element, form)) == [], name
    resources = found["imsmanifest.xml"].findall("resources/resource")
    listed = {unquote(file.get("href", "")) for each in resources for file in each.iter("file")}
    assert listed | {"imsmanifest.xml"} == set(archive.namelist())
    names = [each.get("identifier") for each in resources]
    assert len(set(names)) == len(names)
    wanted = {each.get("identifierref") for each in found["imsmanifest.xml"].iter("dependency")}
    assert wanted <= set(names)
    for each in found["assessment.xml"].iter("assessmentItemRef"):
        assert found[each.get("href", "")].get("identifier") == each.get("identifier")
    for name, element in found.items():
        for image in element.iter("img"):
            path = posixpath.join(posixpath.dirname(name), unquote(image.get("src", "")))
            assert posixpath.normpath(path) in archive.namelist()


@pytest.mark.parametrize("form", VERSIONS)
def test_every_type_is_written_as_the_specification_has_it(form: str, tmp_path: Path) -> None:
    archive = package(exported(tmp_path, formats_table._specimens(), form))
    check(archive, form)
    for name in archive.namelist():
        if name.endswith(".xml") and name != "imsmanifest.xml":
            assert b'xmlns="' + SPACES[form] + b'"' in archive.read(name)
    assert "dot.svg" in archive.namelist()


@pytest.mark.parametrize("form", ["qti-2.1", "qti-3.0"])
@settings(max_examples=40)
@given(st.integers(0, 2**32))
def test_any_bank_is_written_as_the_specification_has_it(form: str, number: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        try:
            check(package(exported(Path(folder), Author(number).exam(), form)), form)
        except BankError:  # a text that is bad Markdown by accident
            reject()


SCORED = """\
title: Section
questions:
  - {id: one, type: single, stem: Q1, options: [a, b], answer: B}
  - {id: two, type: single, stem: Q2, options: [a, b], answer: B, points: 2}
  - {id: part, type: multiple, stem: Q3, options: [a, b, c], answer: AB,
     scoring: partial, points: 3}
  - {id: near, type: numeric, stem: Q4, answer: 3.10, tolerance: 0.5, unit: kg}
  - {id: gaps, type: blank, stem: "___ Q5 ___", answer: [[x, y], z]}
  - {id: "1st", type: single, stem: "Q6 $x^2$ ~~s~~", options: [a, b], answer: A}
"""


def test_scoring_is_a_standard_rule_where_one_fits(tmp_path: Path) -> None:
    files = {"e/exam.yaml": "{title: E, language: en}", "e/s.yaml": SCORED}
    found = elements(package(exported(tmp_path, files, "qti-2.1")))
    rules = {
        name: item.find("responseProcessing") for name, item in found.items() if "items/" in name
    }
    template = "http://www.imsglobal.org/question/qti_v2p1/rptemplates/"
    assert rules["items/one.xml"].get("template") == f"{template}match_correct"  # type: ignore[union-attr]
    assert rules["items/two.xml"].find(".//match") is not None  # type: ignore[union-attr]
    assert rules["items/part.xml"].get("template") == f"{template}map_response"  # type: ignore[union-attr]
    entries = [each.attrib for each in found["items/part.xml"].iter("mapEntry")]
    assert [each["mappedValue"] for each in entries] == ["1.5", "1.5", "-3.0"]
    (equal,) = found["items/near.xml"].iter("equal")
    assert equal.attrib == {"toleranceMode": "absolute", "tolerance": "0.5 0.5"}
    assert len(list(found["items/gaps.xml"].iter("mapResponse"))) == 2


def test_id_that_is_no_name_in_xml_stays_as_a_label(tmp_path: Path) -> None:
    files = {"e/exam.yaml": "{title: E, language: en}", "e/s.yaml": SCORED}
    found = exported(tmp_path, files, "qti-3.0")
    item = elements(package(found))["items/_1st.xml"]
    assert (item.get("identifier"), item.get("label")) == ("_1st", "1st")
    ((said,),) = [[loss.message for loss in found.losses if loss.item == "e/s/1st"]]
    assert said == "QTI has no struck-through text; the text went without"
    draft = incoming.read(found.artifacts[0].data, "e.zip")
    last = draft.sections[0].questions[-1]
    assert (last.id, last.stem) == ("1st", "Q6 $x^2$ s")


ESSAY = (
    "title: S\nquestions:\n  - {id: q, type: essay, stem: Q, explanation: '![p](p.svg \"t\")'}\n"
)


@pytest.mark.parametrize(
    ("form", "judge"), [("qti-2.1", None), ("qti-2.2", "human"), ("qti-3.0", "human")]
)
def test_essay_is_judged_by_a_person_where_that_can_be_said(
    form: str, judge: str | None, tmp_path: Path
) -> None:
    files = {"e/exam.yaml": "{title: E, language: en}", "e/s.yaml": ESSAY, "e/p.svg": "<svg/>"}
    found = exported(tmp_path, files, form)
    check(package(found), form)
    outcomes = elements(package(found))["items/q.xml"].iter("outcomeDeclaration")
    assert [
        each.get("externalScored") for each in outcomes if each.get("identifier") == "SCORE"
    ] == [judge]
    assert [loss.message for loss in found.losses] == [
        "QTI has no title of a link or a picture; the text went without"
    ]
