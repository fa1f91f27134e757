"""Readings above their text, and dots under characters: on screen, in search, on paper."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from pathlib import Path

import pytest
from markupsafe import Markup

from builder import search
from builder.build import build
from builder.markup import QuestionHtml, rendered
from builder.options import Options, can_set_pdf
from builder.problems import BankError
from tests.banks import section_bank
from tests.conftest import Run

RUBY = "<ruby>訓練<rp>（</rp><rt>xùn liàn</rt><rp>）</rp></ruby>"


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("{{ruby:訓練|xùn liàn}}師", f"{RUBY}師"),
        ("{{ ruby: 訓練 | xùn liàn }}", RUBY),
        ("看{{dots:加點字}}", '看<em class="dots">加點字</em>'),
        ("**{{dots:粗}}**", '<strong><em class="dots">粗</em></strong>'),
        (
            "{{ruby:a<b|x&y}}",
            "<ruby>a&lt;b<rp>（</rp><rt>x&amp;y</rt><rp>）</rp></ruby>",
        ),
        ("`{{ruby:a|b}}`", "<code>{{ruby:a|b}}</code>"),
        ("{x|x>0}", "{x|x&gt;0}"),
    ],
)
def test_marks_become_html(text: str, html: str) -> None:
    assert rendered(text, "inline").html == html


@pytest.mark.parametrize(
    "text", ["an {{ruby:字}}", "an {{ruby:字|}}", "an {{dots:}}", "an {{dots:a|b}}"]
)
def test_mark_that_is_none_is_an_error(text: str) -> None:
    html = QuestionHtml("")
    html.block(text, "stem")
    (fault,) = html.faults
    assert fault.message.startswith("a reading is written '{{ruby:字|zì}}'")
    assert (fault.path, fault.offset) == (("stem",), 3)


def test_search_finds_the_text_without_its_reading() -> None:
    assert search.plain(Markup(f"<p>{RUBY}師</p>")) == "訓練師"


BANK = """\
title: 語文
type: single
questions:
  - id: a
    stem: 下列{{dots:加點字}}的讀音：{{ruby:訓練|xùn liàn}}師
    options: ["{{dots:屏}}息", "{{ruby:屏|bǐng}}息"]
    answer: A
"""


@pytest.mark.skipif(not can_set_pdf(), reason="needs exampress[pdf]")
def test_marks_are_set_on_paper(tmp_path: Path) -> None:
    build(Options(section_bank(tmp_path, BANK), out=tmp_path / "site", pdf=True))
    assert (tmp_path / "site/e/print/paper.pdf").is_file()  # the build has read it back


@pytest.mark.skipif(not can_set_pdf(), reason="needs exampress[pdf]")
def test_font_of_one_s_own_is_looked_for_beside_the_bank(tmp_path: Path) -> None:
    content = section_bank(tmp_path, BANK)
    site = "title: Site\nfonts: {text: Libertinus Serif, heading: [Noto Sans TC, My Own]}\n"
    (content / "site.yaml").write_text(site, encoding="utf-8")
    with pytest.raises(BankError) as error:
        build(Options(content, out=tmp_path / "site", pdf=True))
    place = f"{content.as_posix()}/site.yaml:2:57"
    message = f"there is no font 'My Own' in {content.as_posix()}/fonts/"
    assert list(map(str, error.value.problems)) == [f"{place}: error: {message}"]
    (content / "site.yaml").write_text(site.replace(", My Own", ""), encoding="utf-8")
    build(Options(content, out=tmp_path / "site", pdf=True))
    rules = (tmp_path / "site/e/print/paper.css").read_text(encoding="utf-8")
    assert '--serif: "Libertinus Serif", ' in rules
    assert '--sans: "Noto Sans TC", ' in rules


def _renamed(font: Path) -> bytes:
    """Return a font under a name of as many letters, `Mine` for `Noto`."""
    return font.read_bytes().replace("Noto".encode("utf-16-be"), "Mine".encode("utf-16-be"))


@pytest.mark.skipif(not can_set_pdf(), reason="needs exampress[pdf]")
@pytest.mark.skipif(shutil.which("pdffonts") is None, reason="needs poppler")
def test_papers_of_persons_are_set_in_fonts_of_one_s_own(run: Run, tmp_path: Path) -> None:
    content = section_bank(tmp_path, BANK)
    (content / "fonts").mkdir()
    package = Path(str(importlib.util.find_spec("pylopdf_fonts_zh_tw").origin)).parent  # type: ignore[union-attr]
    (font,) = (path for path in package.rglob("*.?tf") if "Serif" in path.name)
    (content / "fonts" / font.name).write_bytes(_renamed(font))
    site = "title: Site\nfonts: {text: Mine Serif TC}\n"
    (content / "site.yaml").write_text(site, encoding="utf-8")
    (tmp_path / "people.csv").write_text("name,number\nAnna,1\n", encoding="utf-8")
    ran = run("pdf", "--per-person", "people.csv", "--jobs", "1")
    assert ran.code == 0, ran.err
    paper = tmp_path / "pdf/e/people/paper-0001-0001.pdf"
    fonts = subprocess.run(["pdffonts", paper], capture_output=True, check=True, text=True).stdout
    assert "+MineSerif" in fonts
    assert "+NotoSerif" not in fonts
