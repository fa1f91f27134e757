"""Anki packages: what is in them, the same each time; notes stay themselves."""

from __future__ import annotations

import json
import os
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests import banks
from tests.banks import section_bank, write_bank
from tests.conftest import Run

DOT = '<svg xmlns="http://www.w3.org/2000/svg"/>'


def package(run: Run, folder: Path) -> zipfile.ZipFile:
    ran = run("export", "--to", "anki", "--out", "bank.apkg")
    assert ran.code == 0
    return zipfile.ZipFile(folder / "bank.apkg")


def rows(archive: zipfile.ZipFile, query: str) -> list[Any]:
    connection = sqlite3.connect(":memory:")
    connection.deserialize(archive.read("collection.anki2"))
    found = connection.execute(query).fetchall()
    connection.close()
    return found


def test_every_type_is_a_note_with_a_card(run: Run, tmp_path: Path) -> None:
    section_bank(tmp_path, banks.EVERY_TYPE)
    archive = package(run, tmp_path)
    notes = rows(archive, "SELECT id, guid, tags, flds FROM notes")
    cards = rows(archive, "SELECT nid, did FROM cards")
    assert len(notes) == len({guid for _, guid, _, _ in notes}) > 8
    assert {nid for nid, _ in cards} == {row[0] for row in notes}
    ((models, decks),) = rows(archive, "SELECT models, decks FROM col")
    (model,) = json.loads(models).values()
    assert all(row[3].count("\x1f") == len(model["flds"]) - 1 for row in notes)
    names = {deck["name"] for deck in json.loads(decks).values()}
    assert names == {"Default", "Exam", "Exam::Every type"}
    assert {str(did) for _, did in cards} <= json.loads(decks).keys()


def test_a_note_keeps_its_identity_and_grows_newer(run: Run, tmp_path: Path) -> None:
    section_bank(tmp_path, banks.SECTION)
    path = tmp_path / "content/e/s.yaml"
    os.utime(path, (1_750_000_000, 1_750_000_000))
    before = rows(package(run, tmp_path), "SELECT id, guid, mod, flds FROM notes")
    path.write_text(banks.SECTION.replace("Is it?", "Is it so?"))
    os.utime(path, (1_760_000_000, 1_760_000_000))
    after = rows(package(run, tmp_path), "SELECT id, guid, mod, flds FROM notes")
    assert [row[:2] for row in before] == [row[:2] for row in after]
    assert (before[0][2], after[0][2]) == (1_750_000_000, 1_760_000_000)
    assert "Is it so?" in after[0][3]


def test_same_bank_same_bytes(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    section_bank(tmp_path, banks.EVERY_TYPE)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000001")
    package(run, tmp_path)
    first = (tmp_path / "bank.apkg").read_bytes()
    os.utime(tmp_path / "content/e/s.yaml", (1, 1))
    package(run, tmp_path)
    assert (tmp_path / "bank.apkg").read_bytes() == first


def test_pictures_formulas_and_tags(run: Run, tmp_path: Path) -> None:
    question = (
        "  - {id: a, type: true-false, stem: '![A dot](dot.svg) $x<2$', answer: true, "
        "tags: [two words], difficulty: 3}\n"
    )
    files = {"e/exam.yaml": banks.EXAM, "e/s.yaml": f"title: S\nquestions:\n{question}"}
    write_bank(tmp_path, {**files, "e/dot.svg": DOT})
    archive = package(run, tmp_path)
    assert json.loads(archive.read("media")) == {"0": "e-dot.svg"}
    assert archive.read("0").decode() == DOT
    ((fields, tags),) = rows(archive, "SELECT flds, tags FROM notes")
    assert '<img src="e-dot.svg" alt="A dot" /> \\(x&lt;2\\)' in fields
    assert tags == " two_words difficulty::3 "
