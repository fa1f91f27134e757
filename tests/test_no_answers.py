"""`--no-answers`: every byte of what is published is searched for every answer there is."""

from __future__ import annotations

import base64
import json
import re
from io import BytesIO
from pathlib import Path
from urllib.parse import quote
from zipfile import ZipFile

import pytest

from builder import parallel
from builder.build import build
from builder.options import Options, can_set_pdf
from tests.banks import EXAM, files, write_bank

SITE = """\
title: Site
id: my-site
base_url: https://example.org/x/
downloads: [folder, single-file]
"""
PICTURE = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><desc>qzqpicture</desc></svg>'

EVERY = """\
title: Every type
questions:
  - {id: a, type: single, stem: Which?, options: [{text: one, feedback: qzqfbsingle}, two],
     answer: B, explanation: "qzqexsingle ![qzqalt](qzqshown.svg) [f](qzqlinked.pdf)"}
  - {id: b, type: multiple, stem: Which?, options: [{text: x, feedback: qzqfbmany}, y, z],
     answer: AC, explanation: qzqexmany}
  - {id: c, type: true-false, stem: So?, answer: false, explanation: qzqexjudged}
  - {id: d, type: blank, stem: It is ___., answer: [[qzqmodel, qzqaccepted]],
     explanation: qzqexblank}
  - {id: e, type: numeric, stem: How much?, answer: 73519.84026, tolerance: 0.04837, unit: kg,
     explanation: qzqexnumber}
  - {id: f, type: matching, stem: Pairs, pairs: [[l1, r1], [l2, r2]], explanation: qzqexpairs}
  - {id: g, type: ordering, stem: Order, items: [i1, i2, i3], explanation: qzqexorder}
  - {id: h, type: essay, stem: Why?, answer: qzqmodelessay, rubric: [{text: qzqrubric, points: 1}],
     explanation: qzqexessay}
  - id: k
    type: case
    material: Shared.
    explanation: qzqexcase
    questions:
      - {id: k1, type: single, stem: Which?, options: [{text: p, feedback: qzqfbpart}, q],
         answer: B, explanation: qzqexpart}
      - {id: k2, type: essay, stem: Why?, answer: qzqmodelpart,
         rubric: [{text: qzqrubricpart, points: 1}]}
"""
SECRETS = (*sorted(set(re.findall("qzq[a-z]+", EVERY))), "qzqpicture", "73519", "04837")


@pytest.fixture(scope="module")
def bank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_bank(
        tmp_path_factory.mktemp("bank"),
        {
            "site.yaml": SITE, "e/exam.yaml": EXAM, "e/s.yaml": EVERY, "e/qzqshown.svg": PICTURE,
            "e/qzqlinked.pdf": b"%PDF qzqlinked",
        },
    )  # fmt: skip


def published(bank: Path, answers: bool) -> dict[str, bytes]:
    out = bank.parent / f"site-{answers}"
    build(Options(bank, out=out, answers=answers, pdf=can_set_pdf()))
    return files(out)


def texts(site: dict[str, bytes]) -> dict[str, bytes]:
    """Return all that is readable: files, what archives and data addresses hold, PDFs' text."""
    found = dict(site)
    for name, data in site.items():
        found[f"name of {name}"] = name.encode()
        if name.endswith(".zip"):
            with ZipFile(BytesIO(data)) as archive:
                found |= {f"{name}/{each}": archive.read(each) for each in archive.namelist()}
        if name.endswith(".pdf") and data.startswith(b"%PDF-"):
            found[f"text of {name}"] = parallel.apart(_said, [data], [1], 1)[0]
        for number, packed in enumerate(re.findall(rb"base64,([A-Za-z0-9+/=]{8,})", data)):
            found[f"{name}/data {number}"] = base64.b64decode(packed + b"==")
    return found


def _said(data: bytes) -> bytes:
    from builder import engine

    return re.sub(rb"\s+", b"", " ".join(engine.pages(data)).encode())


def ways(secret: str) -> set[bytes]:
    """Return how a word may stand in a file: as it is, escaped, packed or backwards."""
    plain = secret.encode()
    ways = {plain, quote(secret).encode(), json.dumps(secret).encode()[1:-1], plain[::-1]}
    ways |= {secret.encode("utf-16-le"), secret.encode("utf-16-be"), plain.hex().encode()}
    for shift in range(3):  # a word inside packed bytes looks in three ways
        packed = base64.b64encode(b"\0" * shift + plain)
        ways.add(packed[(0, 2, 3)[shift] : len(packed) // 4 * 4 - 4])
    return {way for way in ways if len(way) > 4}


def test_no_byte_tells_an_answer(bank: Path) -> None:
    site = texts(published(bank, answers=False))
    assert len(site) > 60
    leaks = [
        (name, secret)
        for secret in SECRETS
        for way in ways(secret)
        for name, data in site.items()
        if way in data
    ]
    assert leaks == []


def test_the_search_finds_what_is_there(bank: Path) -> None:
    site = texts(published(bank, answers=True))
    missing = [
        secret for secret in SECRETS if not any(secret.encode() in data for data in site.values())
    ]
    assert missing == []
    if can_set_pdf():
        assert any(b"qzqexpart" in data for name, data in site.items() if "text of" in name)


def test_another_key_gives_the_same_bytes(bank: Path) -> None:
    """Whatever the answers are, what is published is the same: it holds nothing of them."""
    one = published(bank, answers=False)
    section = bank / "e" / "s.yaml"
    other = (
        ("answer: B", "answer: A"), ("answer: AC", "answer: BC"), ("answer: false", "answer: true"),
        ("73519.84026", "12"), ("0.04837", "0.5"), ("qzqmodel,", "qzqelse,"), ("qzqex", "qzqey"),
        ("qzqrubric", "qzqother"), ("qzqfb", "qzqfc"),
    )  # fmt: skip
    text = EVERY
    for before, after in other:
        assert before in text
        text = text.replace(before, after)
    section.write_text(text)
    two = published(bank, answers=False)
    section.write_text(EVERY)
    assert {name for name in one.keys() | two.keys() if one.get(name) != two.get(name)} == set()
