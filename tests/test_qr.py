"""QR codes in the key: what they say, read back; where they stand; and when there are none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from builder import qr
from builder.build import build
from builder.options import Options, can_set_pdf
from tests.banks import EXAM, SECTION, write_bank
from tests.conftest import Run

pytestmark = pytest.mark.skipif(not qr.available(), reason="needs exampress[pdf]")

URL = "https://example.org/bank/"


def _bank(folder: Path, value: str, site: str = f"base_url: {URL}\n") -> Path:
    paper = f"paper: {{qr: {value}}}\n" if value else ""
    return write_bank(
        folder,
        {"site.yaml": f"title: Site\n{site}", "e/exam.yaml": EXAM + paper, "e/章.yaml": SECTION},
    )


def _codes(path: Path) -> list[str]:
    return re.findall(r'<a class="code" href="([^"]+)"><svg', path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("value", "addresses"),
    [
        ("", []),
        ("none", []),
        ("section", [f"{URL}e/%E7%AB%A0/index.html"]),
        ("question", [f"{URL}e/%E7%AB%A0/index.html#a"]),
    ],
)
def test_key_has_the_codes_it_is_asked_for(
    value: str, addresses: list[str], tmp_path: Path
) -> None:
    out = tmp_path / "site"
    build(Options(_bank(tmp_path, value), out=out))
    for folder in ("e/print", "e/章/print"):
        assert _codes(out / folder / "key.html") == addresses
        assert "<svg" not in (out / folder / "paper.html").read_text(encoding="utf-8")


def test_base_url_of_the_command_wins(tmp_path: Path) -> None:
    out = tmp_path / "site"
    build(Options(_bank(tmp_path, "section", ""), out=out, base_url="https://x.example"))
    assert _codes(out / "e/print/key.html") == ["https://x.example/e/%E7%AB%A0/index.html"]


@pytest.mark.skipif(not can_set_pdf(), reason="needs exampress[pdf]")
def test_pdf_key_has_the_same_code(run: Run, tmp_path: Path) -> None:
    _bank(tmp_path, "section")
    assert run("pdf", "--key").code == 0
    key = (tmp_path / "pdf/e/key.pdf").read_bytes()
    assert f"{URL}e/%E7%AB%A0/index.html".encode() in key
    assert URL.encode() not in (tmp_path / "pdf/e/paper.pdf").read_bytes()


@pytest.mark.parametrize("command", [("build", "--no-pdf"), ("pdf",)])
def test_code_without_an_address_is_an_error(
    command: tuple[str, ...], run: Run, tmp_path: Path
) -> None:
    if command == ("pdf",) and not can_set_pdf():
        pytest.skip("needs exampress[pdf]")
    _bank(tmp_path, "section", "")
    ran = run(*command)
    assert (ran.code, ran.out) == (1, "")
    message = "error: 'qr' needs 'base_url' in site.yaml, or --base-url\n"
    assert ran.err.endswith(f"content/e/exam.yaml:3:13: {message}")


def test_code_is_drawn_module_by_module() -> None:
    import segno

    address = f"{URL}e/s/index.html#q1"
    shown = qr.code(address)
    matrix = segno.make_qr(address, error="m").matrix
    dark = {(x, y) for y, row in enumerate(matrix) for x, module in enumerate(row) if module}
    bars = re.findall(r"M(\d+) (\d+)h(\d+)v1H(\d+)z", shown.svg)
    drawn = {(x, int(y)) for left, y, n, _ in bars for x in range(int(left), int(left) + int(n))}
    assert {(x - 2, y - 2) for x, y in drawn} == dark
    assert all(left == back for left, _, _, back in bars)
    assert shown.width / (len(matrix) + 4) >= 0.35
