"""Reading papers of running text: every case exactly, and what holds of any text at all."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.draft import Draft, DraftQuestion
from builder.formats.paper import Mark, SourceLine, contract, read
from tests.effort import calls, no_runaway
from tests.same_paper import differences

PAPERS = Path(__file__).parent / "fixtures" / "papers"
REAL = Path(__file__).parent / "fixtures" / "exam-paper.txt"
HTML = ("html-fragment-in-txt.txt",)  # read by `html_text`, which feeds the same machinery
CASES = sorted(
    path
    for path in PAPERS.rglob("*")
    if path.suffix in (".txt", ".md")
    and path.name not in HTML
    and path.with_suffix(".expected.json").exists()
)


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


def expected(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.with_suffix(".expected.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name)
def test_case_is_exact(path: Path) -> None:
    assert differences(contract(read(text_of(path))), expected(path)) == []


def leaves(draft: Draft) -> list[DraftQuestion]:
    items = [item for section in draft.sections for item in section.questions]
    return [leaf for item in items for leaf in (item.questions or [item])]


def words_of(draft: Draft) -> str:
    """Return all texts of a draft without white space."""
    texts = [draft.title or ""]
    for section in draft.sections:
        texts += [section.title or "", section.instructions or ""]
        texts += [item.material or "" for item in section.questions]
    for leaf in leaves(draft):
        texts += [
            leaf.stem,
            *leaf.options,
            leaf.explanation or "",
            json.dumps(leaf.answer, ensure_ascii=False),
        ]
    return "".join("".join(texts).split())


@pytest.mark.parametrize("path", [*CASES, REAL], ids=lambda path: path.name)
def test_no_line_is_lost(path: Path) -> None:
    """Every long run of Han characters is in the draft, or its line is reported or listed."""
    draft = read(text_of(path), repair=("invisible", "pages", "chat"))
    told = {doubt.line for doubt in draft.doubts} | {number for number, _ in draft.unused}
    held = words_of(draft)
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text_of(path)), 1):
        clear = re.sub("[\u200b-\u200f\u2060\ufeff\u00ad]", "", line)
        for run in re.findall("[\u3400-\u9fff]{4,}", clear):
            structural = re.search(
                "答案|解析|要点|^根据|^阅读|共用题干|题号|^[（(]?[一二三四五六]", clear
            )
            assert number in told or run in held or structural, (number, line)


def test_real_paper() -> None:
    draft = read(text_of(REAL))
    assert [(s.title, len(s.questions)) for s in draft.sections] == [
        ("單選題", 15),
        ("多選題", 10),
        ("填空題", 15),
        ("判斷題", 10),
        ("案例分析題", 1),
    ]
    assert all(leaf.answer is not None for leaf in leaves(draft))
    assert len(leaves(draft)) == 51
    abouts = [(doubt.line, doubt.about) for doubt in draft.doubts if doubt.about != "glued-words"]
    contradictions = [line for line, about in abouts if about == "explanation-contradicts-answer"]
    assert contradictions == [201, 203, 207, 209, 213, 217, 367, 369, 375, 377, 379, 381]
    rest = [each for each in abouts if each[1] != "explanation-contradicts-answer"]
    assert rest == [(1, "noise-removed"), (529, "count-mismatch"), (555, "truncated")]
    assert draft.unused == []


# what each kind of noise is called, and that it can be kept

RUBY = (
    "機器學(xué)習(xí)\n\n一、單選題\n1.監(jiān)督學(xué)習(xí)是什麼？\n"
    "A.訓(xùn)練\nB.測(cè)試\n答案：A\n"
)


def test_noise_is_kept_when_asked() -> None:
    assert read(RUBY).title == "機器學習"
    kept = read(RUBY, repair=())
    assert kept.title == "機器學(xué)習(xí)"
    assert kept.doubts == []


def test_doubt_quotes_what_was_found() -> None:
    draft = read("1. 甲？\nA. 一\nB. 二\n答案：D\n")
    assert [(d.line, d.message) for d in draft.doubts] == [
        (4, "the key '答案：D' names D, but the options are AB".replace("答案：", ""))
    ]


def test_styled_option_is_the_key() -> None:
    lines = [
        SourceLine(1, "1. 氧气的化学式是（ ）"),
        SourceLine(2, "A. H2"),
        SourceLine(3, "B. O2", (Mark(3, 5, "colour"),)),
        SourceLine(4, "C. N2"),
        SourceLine(5, "2. 水的化学式是H2O", (Mark(9, 12, "underline"),)),
    ]
    found = leaves(read(lines))
    assert [(q.type, q.stem, q.answer) for q in found] == [
        ("single", "氧气的化学式是（ ）", ["B"]),
        ("blank", "水的化学式是___", [["H2O"]]),
    ]


# any text

_PIECES = [
    *(
        "1. ",
        "2、",
        "（1）",
        "第3题",
        "A. ",
        "B、",
        "C）",
        "D",
        "①",
        "答案：",
        "【答案】",
        "【解析】",
    ),
    *(
        "解析：",
        "Answer: ",
        "一、单选题（共2题，每题2分）",
        "参考答案",
        "1-5 CBDAB",
        "题号 1 2 3",
        "√",
        "×",
    ),
    *(
        "（ ）",
        "（A）",
        "____",
        "==x==",
        "<u>y</u>",
        "$x_1$",
        "```",
        "|",
        "案例1.",
        "问题：",
        "我的答案：",
    ),
    *(
        "根据以下材料，回答1～3题。",
        "正确（）不正确（）",
        "得分",
        "第 1 页 共 2 页",
        "学(xué)习",
        "\u200b",
    ),
    *(
        "\n",
        "\n\n",
        " ",
        "\t",
        "\u3000",
        "\r\n",
        "水是液体。",
        "abc",
        "。",
        "？",
        "# ",
        "- ",
        "> ",
        "**",
    ),
]
TEXTS = st.one_of(
    st.text(max_size=300), st.lists(st.sampled_from(_PIECES), max_size=60).map("".join)
)


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_any_text_is_read(text: str) -> None:
    draft = read(text)
    json.dumps(contract(draft), ensure_ascii=False)
    last = len(re.split(r"\r\n|\r|\n", text))
    assert all(1 <= doubt.line <= last for doubt in draft.doubts)
    for leaf in leaves(draft):
        assert leaf.stem.strip()
        assert leaf.answer is None or leaf.type != "single" or len(list(leaf.answer)) == 1  # type: ignore[arg-type]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(_PIECES), max_size=60).map("".join))
def test_question_without_answer_is_in_doubt(text: str) -> None:
    draft = read(text)
    errors = {doubt.about for doubt in draft.doubts}
    open_questions = [leaf for leaf in leaves(draft) if leaf.answer is None]
    assert not open_questions or errors & {
        "no-answer",
        "unreadable-key",
        "answer-not-an-option",
        "mixed-signals",
        "duplicate-label",
        "truncated",
    }


@pytest.mark.parametrize(
    "piece",
    [
        "A.",
        "（",
        "(",
        "1.",
        "1-",
        "_",
        "答案：",
        "【",
        "$",
        "**",
        "一、",
        " ",
        "\u3000",
        "==",
        "<u>",
        "|",
        "①",
        "\\(",
    ],
)
def test_long_repetition_makes_no_reader_run_away(piece: str) -> None:
    with no_runaway():
        read("1. 题目（ ）\n" + piece * 20_000 + "\n答案：" + piece * 20_000)
        read(("1. 题目" + piece * 10 + "\n") * 500)


@pytest.mark.parametrize("before", ["A. 答案：GROUP", "二、单选题：", "答案 1-3：AB"])
def test_long_gap_in_a_row_makes_no_reader_run_away(before: str) -> None:
    for length in (1_000, 3_000, 20_000):
        with no_runaway():
            read(f"1. 题目（ ）\n{before}{' ' * length}x\nB. 乙\n")


ITEM = (
    "{n}. 第{n}种设备是（  ）。\nA. 甲{n}\nB. 乙{n}\nC. 丙{n}\nD. 丁{n}\n答案：B\n解析：故选B。\n\n"
)


def test_cost_is_linear() -> None:
    def cost(count: int) -> int:
        text = "大卷\n\n一、单选题\n" + "".join(ITEM.format(n=n) for n in range(1, count + 1))
        assert len(leaves(read(text))) == count
        return calls(lambda: read(text))

    cost(50)
    assert cost(1000) < 6 * cost(250)
