"""The site as one archive, and an exam as one page: whole in themselves, the same every time."""

from __future__ import annotations

import base64
import hashlib
import re
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from builder import editions
from builder.build import build
from builder.model import Artifact
from builder.options import Options
from builder.problems import UsageError
from tests.banks import EVERY_TYPE, EXAM, files, write_bank

SITE = "title: Site\nid: my-site\ndownloads: [folder, single-file]\n"
PICTURE = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
SHOWN = "\n  - {id: shown, type: true-false, stem: '![A](a.svg) or [B](b.pdf)', answer: true}\n"


def built(folder: Path, site: str = SITE) -> dict[str, bytes]:
    content = write_bank(
        folder,
        {
            "site.yaml": site,
            "e/exam.yaml": EXAM,
            "e/s.yaml": EVERY_TYPE.rstrip() + SHOWN,
            "e/t.yaml": EVERY_TYPE.replace("id: ", "id: t-"),
            "e/a.svg": PICTURE,
            "e/b.pdf": b"%PDF",
        },
    )
    build(Options(content, out=folder / "site"))
    return files(folder / "site")


def test_archive_holds_the_site_as_one_folder(tmp_path: Path) -> None:
    site = built(tmp_path)
    with ZipFile(BytesIO(site["site.zip"])) as packed:
        names = packed.namelist()
        assert names == sorted(names)
        assert {entry.date_time for entry in packed.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        for name in names:
            if not name.endswith("/build-info.json"):  # it tells of the archive's own files
                assert packed.read(name) == site[name.removeprefix("my-site/")]
    left = {*site} - {name.removeprefix("my-site/") for name in names}
    assert left == {
        ".exampress.json", ".nojekyll", "404.html", "e/exam.html", "manifest.webmanifest",
        "site.zip", "sw.js",
    }  # fmt: skip


def test_same_bank_gives_the_same_files(tmp_path: Path) -> None:
    assert built(tmp_path / "one") == built(tmp_path / "two")


def test_nothing_is_made_that_is_not_asked_for(tmp_path: Path) -> None:
    site = built(tmp_path, "title: Site\n")
    assert not {"site.zip", "e/exam.html"} & set(site)
    assert b"site.zip" not in site["index.html"]
    assert b"exam.html" not in site["e/index.html"]


def test_single_page_holds_all_it_needs(tmp_path: Path) -> None:
    html = built(tmp_path)["e/exam.html"].decode()
    assert not re.search(r'<link rel="stylesheet|<script[^>]* src=|<img src="(?!data:)', html)
    assert f"data:image/svg+xml;base64,{base64.b64encode(PICTURE).decode()}" in html
    assert '="../' not in html.partition("<template")[0]  # after it only links of other pages


def test_policy_allows_what_stands_in_the_page_and_nothing_else(tmp_path: Path) -> None:
    html = built(tmp_path)["e/exam.html"].decode()
    found = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert found
    policy = dict(part.strip().split(" ", 1) for part in found[1].split(";"))
    assert policy["default-src"] == "'none'"
    for tag, directive in (("script", "script-src"), ("style", "style-src")):
        texts = re.findall(rf"<{tag}(?![^>]*json)[^>]*>(.*?)</{tag}>", html, re.DOTALL)
        digests = (hashlib.sha256(text.encode()).digest() for text in texts)
        hashes = [f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests]
        assert policy[directive].split() == hashes


@pytest.mark.parametrize("formula", [True, False])
def test_single_page_holds_the_face_of_formulas_if_it_shows_any(formula: bool) -> None:
    text = b"<math></math>" if formula else b""
    page = Artifact("e/exam.html", b'<link rel="stylesheet" href="../a.css">' + text)
    held = {"a.css": b'@font-face{src:url("f.woff2")}', "f.woff2": b"face"}
    html = editions.single(page, held.__getitem__, None).data.decode()
    assert ('url("data:font/woff2;base64,ZmFjZQ==")' in html) is formula
    assert 'url("f.woff2")' not in html


def test_links_lead_to_the_hosted_site_or_nowhere(tmp_path: Path) -> None:
    assert "<a>B</a>" in built(tmp_path / "one")["e/exam.html"].decode()
    site = f"{SITE}base_url: https://example.org/repo/\n"
    html = built(tmp_path / "two", site)["e/exam.html"].decode()
    assert '<a href="https://example.org/repo/e/b.pdf">B</a>' in html


def test_script_that_would_end_early_is_refused() -> None:
    page = Artifact("e/exam.html", b'<script src="../a.js"></script>\n')
    with pytest.raises(UsageError, match="cannot stand inside a page"):
        editions.single(page, lambda _: b'"</script>"', None)
