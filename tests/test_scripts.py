"""An exam in the other Chinese script: what is converted, what is not, what stays the same."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from builder import scripts
from builder.build import build
from builder.locales import LOCALES
from builder.options import BUILT_IN, Options
from builder.source import parse
from tests.banks import CASES
from tests.conftest import Run

to_hans = scripts.converter("zh-Hans")

SITE = "id: two\ntitle: 題庫說明\nlanguage: zh-Hant\nscripts: [zh-Hant, zh-Hans]\n"
EXAM = """\
title: 訓練師考核
description: 見 `資料庫` 說明。
paper: {fields: [學號], notes: 請寫在紙上。}
"""
SECTION = """\
title: 填空題
instructions: 請按 $訓$ 作答。
questions:
  - id: 運算
    type: blank
    stem: 數據___與 `變數___` 及 [網頁](https://例.org/網頁)
    answer: [[並行, 平行], 訓練]
    explanation: 公式 $x_{訓}$，見 https://例.org/資料 與 ![圖紙](圖.svg)
  - {id: weight, type: numeric, stem: 有多重？, answer: 3, unit: 噸}
  - id: pick
    type: single
    stem: 選擇 {{opt:b}}
    options: [訓練, {text: 資料, feedback: 對嗎}]
    answer: B
  - id: whole
    type: case
    material: 材料說明
    questions: [{id: part, type: blank, stem: 這是___, answer: 機器學習}]
"""
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg"/>'


def made(
    folder: Path, files: Mapping[str, str] = MappingProxyType({}), answers: bool = True
) -> Path:
    content, out = folder / "content", folder / "site"
    own = {"site.yaml": SITE, "e/exam.yaml": EXAM, "e/s.yaml": SECTION, "e/圖.svg": PICTURE}
    for name, text in {**own, **files}.items():
        (content / name).parent.mkdir(parents=True, exist_ok=True)
        (content / name).write_text(text, encoding="utf-8")
    build(Options(content, out=out, answers=answers))
    return out


def read(site: Path, path: str) -> str:
    return (site / path).read_text(encoding="utf-8")


def keys(html: str) -> dict[str, dict[str, object]]:
    found = re.search(r'id="_keys">(.*?)</script>', html)
    assert found
    keys: dict[str, dict[str, object]] = json.loads(found[1])
    return keys


def test_what_is_read_is_converted_and_nothing_else(tmp_path: Path) -> None:
    html = read(made(tmp_path), "zh-Hans/e/s/index.html")
    assert '<html lang="zh-Hans">' in html
    assert "题库说明" in html
    assert "填空题" in html
    assert '<p class="facts"><span>4 题</span>' in html
    for same in (
        "<code>變數",
        "/%E7%B6%B2%E9%A0%81",
        "<mi>訓</mi>",
        "https://例.org/資料",
        'id="運算"',
        'src="../../../e/%E5%9C%96.svg"',
        'data-opt="B"',
    ):
        assert same in html, same
    for converted in ("数据", "网页</a>", "请按", 'alt="图纸"', "资料", "对吗", "材料说明", "吨"):
        assert converted in html, converted


def test_printed_pages_are_converted_too(tmp_path: Path) -> None:
    site = made(tmp_path)
    paper = read(site, "zh-Hans/e/print/paper.html")
    assert "训练师考核" in paper
    assert "学号" in paper
    assert "请写在纸上" in paper
    assert 'href="../../../e/print/paper.html"' in paper
    assert "平行" not in paper


def test_description_keeps_its_code(tmp_path: Path) -> None:
    assert "见 <code>資料庫</code> 说明。" in read(made(tmp_path), "zh-Hans/e/index.html")


@pytest.mark.parametrize("answers", [True, False])
def test_progress_is_of_the_same_questions(answers: bool, tmp_path: Path) -> None:
    site = made(tmp_path, answers=answers)
    own, other = (keys(read(site, f"{script}e/s/index.html")) for script in ("", "zh-Hans/"))
    assert list(own) == list(other)
    for name, key in own.items():
        assert key["fingerprint"] == other[name]["fingerprint"]
    edition = re.compile(r'"edition": ?"(\w+)"')
    mocks = [read(site, f"{script}e/mock/index.html") for script in ("", "zh-Hans/")]
    assert edition.findall(mocks[0]) == edition.findall(mocks[1]) != []


def test_blank_takes_either_script_in_both(tmp_path: Path) -> None:
    site = made(tmp_path)
    own, other = (keys(read(site, f"{script}e/s/index.html")) for script in ("", "zh-Hans/"))
    assert own["運算"]["value"] == [["並行", "平行", "并行"], ["訓練", "训练"]]
    assert other["運算"]["value"] == [["并行", "平行", "並行"], ["训练", "訓練"]]
    assert own["part"]["value"] == [["機器學習", "机器学习"]]
    assert own["weight"]["unit"] == ["噸", "吨"]


def test_each_page_leads_to_itself_in_the_other_script(tmp_path: Path) -> None:
    site = made(tmp_path)
    link = re.compile(r'<link rel="alternate" hreflang="([\w-]+)" href="([^"]+)">')
    pages = sorted((site / "zh-Hans").rglob("index.html"))
    assert len(pages) > 8
    for page in pages:
        (script, address), = link.findall(page.read_text(encoding="utf-8"))  # fmt: skip
        twin = (page.parent / address).resolve()
        assert (script, twin.relative_to(site.resolve()).as_posix()) == (
            "zh-Hant", page.relative_to(site / "zh-Hans").as_posix())  # fmt: skip
        (back, again), = link.findall(twin.read_text(encoding="utf-8"))  # fmt: skip
        assert (back, (twin.parent / again).resolve()) == ("zh-Hans", page.resolve())


def test_exam_in_one_script_is_linked_from_the_pages_of_the_other(tmp_path: Path) -> None:
    section = "title: S\nquestions: [{id: a, type: true-false, stem: So?, answer: T}]\n"
    extra = {"english/exam.yaml": "title: E\nlanguage: en\n", "english/s.yaml": section}
    site = made(tmp_path, extra)
    assert not (site / "zh-Hans/english").exists()
    assert 'href="../english/index.html"' in read(site, "zh-Hans/index.html")
    assert '"path":"../english/s/index.html"' in read(site, "zh-Hans/search/index.html")
    assert "hreflang" not in read(site, "english/index.html")


def test_bank_that_asks_for_nothing_is_built_as_before(tmp_path: Path) -> None:
    site = made(tmp_path, {"site.yaml": SITE.replace("scripts", "# scripts")})
    assert not (site / "zh-Hans").exists()
    assert "hreflang" not in read(site, "e/s/index.html")
    assert keys(read(site, "e/s/index.html"))["運算"]["value"] == [["並行", "平行"], ["訓練"]]


def test_second_build_changes_nothing(tmp_path: Path, run: Run) -> None:
    made(tmp_path)
    assert run("build", "--no-pdf").code == 0
    (tmp_path / "content/e/s.yaml").write_text(f"{SECTION}# more\n", encoding="utf-8")
    assert run("build", "--no-pdf").out.endswith("(1 changed)\n")  # build-info.json says of what
    (tmp_path / "content/site.yaml").write_text(SITE.replace("題庫", "試卷"), encoding="utf-8")
    assert run("build", "--no-pdf").code == 0
    assert "试卷说明" in read(tmp_path / "site", "zh-Hans/index.html")


def test_without_opencc_the_author_is_told(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(tmp_path)
    monkeypatch.setattr(scripts, "available", lambda: False)
    (tmp_path / "content/e/exam.yaml").write_text("title: 新\n", encoding="utf-8")
    ran = run("build", "--no-pdf")
    assert ran.code == 1
    assert ran.err.startswith(
        "content/site.yaml:4:10: error: 'scripts' needs exampress[scripts]: "
        "pip install 'exampress[scripts]'"
    )


def test_only_chinese_has_two_scripts(tmp_path: Path, run: Run) -> None:
    made(tmp_path)
    text = "title: E\nlanguage: en\nscripts: [zh-Hans]\n"
    (tmp_path / "content/e/exam.yaml").write_text(text, encoding="utf-8")
    ran = run("check")
    message = "an exam in 'en' has no other script; only Chinese is converted"
    assert f"content/e/exam.yaml:3:10: error: {message}" in ran.err + ran.out


@pytest.mark.parametrize(
    ("said", "converted"),
    [
        ("看著皇后的頭髮與著作", "看着皇后的头发与著作"),
        ("`資料` 與 ``資`料`` 資料", "`資料` 与 ``資`料`` 资料"),
        ("$訓_1$ 訓 $$練$$ 練", "$訓_1$ 训 $$練$$ 练"),
        ("```\n資料\n```\n資料", "```\n資料\n```\n资料"),
        ("![圖](圖.png) <https://例.org/圖>", "![图](圖.png) <https://例.org/圖>"),
        ("[網]: 網.html", "[網]: 網.html"),
        ("見 https://例.org/圖，圖", "见 https://例.org/圖，图"),
        ("plain", "plain"),
    ],
)
def test_markdown_keeps_what_is_no_text(said: str, converted: str) -> None:
    assert scripts.markdown(said, to_hans) == converted


def test_element_that_a_blank_cuts_is_known_on_both_sides(tmp_path: Path) -> None:
    assert "<code>變數" in str(scripts.html("<p><code>變數\x01資料</code>資料</p>", to_hans))
    assert "\x01資料</code>资料" in scripts.html("<p><code>變數\x01資料</code>資料</p>", to_hans)


def words(value: object) -> list[str]:
    if isinstance(value, dict):
        return [each for name in value if name != "scripts" for each in words(value[name])]
    if isinstance(value, list):
        return [each for one in value for each in words(one)]
    return [str(value)]


@pytest.mark.parametrize("name", [name for name in LOCALES if name.startswith("zh")])
def test_words_of_the_interface_are_of_their_script(name: str) -> None:
    text = (BUILT_IN / f"locales/{name}.yaml").read_text(encoding="utf-8")
    convert = scripts.converter(name)
    assert [each for each in words(parse(text, name).value) if convert(each) != each] == []


def test_all_cases_are_converted_without_loss_of_markup() -> None:
    tags = re.compile(r"<[^>]*>")
    for path in sorted(CASES.rglob("*.html")):
        said = path.read_text(encoding="utf-8")
        made = scripts.html(said, to_hans)
        bare = [tags.findall(re.sub(r'(alt|title)="[^"]*"', "", each)) for each in (said, made)]
        assert bare[0] == bare[1], path
