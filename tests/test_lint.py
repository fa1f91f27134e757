"""A case a rule: `tests/lint/<rule>/` triggers this rule and no other, and says so exactly."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from builder import load
from builder.build import check
from builder.cli import main
from builder.lint import RULES, lint
from builder.lint.subject import Subject
from tests.effort import calls, no_runaway

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "tests" / "lint"
GOOD = sorted([ROOT / "content" / "tour", *(ROOT / "templates" / "new").glob("*/content")])
Monkey = pytest.MonkeyPatch


def said(content: Path) -> list[str]:
    return [str(problem) for problem in check(content).problems]


def write(folder: Path, section: str, site: str = "language: zh-Hans\n", exam: str = "") -> Path:
    content = folder / "content"
    (content / "e").mkdir(parents=True)
    (content / "site.yaml").write_text(site, encoding="utf-8")
    (content / "e" / "exam.yaml").write_text(f"title: E\n{exam}", encoding="utf-8")
    (content / "e" / "s.yaml").write_text(section, encoding="utf-8")
    return content


def test_every_rule_has_a_case_and_a_paragraph() -> None:
    """Cases, headings of docs/lint.md and the table name the same rules, docs in its order."""
    docs = (ROOT / "docs" / "lint.md").read_text(encoding="utf-8")
    assert re.findall(r"^### `([\w-]+)`$", docs, re.MULTILINE) == list(RULES)
    assert {case.name for case in CASES.iterdir()} == set(RULES)


@pytest.mark.parametrize("rule", RULES)
def test_case_says_this_rule_and_no_other(rule: str, monkeypatch: Monkey) -> None:
    monkeypatch.chdir(CASES / rule)
    expected = Path("expected.txt").read_text(encoding="utf-8").splitlines()
    assert said(Path("content")) == expected
    assert {problem.rule for problem in check(Path("content")).problems} == {rule}


@pytest.mark.parametrize("content", GOOD, ids=lambda path: path.parent.name + path.name)
def test_good_bank_has_no_warning(content: Path, tmp_path: Path) -> None:
    bank = tmp_path / "content"
    if (content / "exam.yaml").exists():
        shutil.copytree(content, bank / content.name)
    else:
        shutil.copytree(content, bank)
    assert said(bank) == []


def test_sound_explanations_are_left_alone() -> None:
    """Explanations that name wrong options, deny them, or quote an error, and still agree."""
    assert said(ROOT / "tests" / "lint_sound" / "content") == []


def test_comment_silences_question_field_file_and_site() -> None:
    assert said(ROOT / "tests" / "lint_silenced" / "content") == []


def test_comment_on_a_field_does_not_silence_another(tmp_path: Path) -> None:
    section = (
        "title: S\ntype: single\nshuffle: {options: false}\nquestions:\n  - id: a\n"
        "    stem: 哪个是恒星？ # exampress: ignore explanation-contradicts-key\n"
        "    options: [太阳, 火星]\n    answer: A\n    explanation: 故选B。\n"
    )
    rules = [problem.rule for problem in check(write(tmp_path, section)).problems]
    assert rules == ["unused-ignore", "explanation-contradicts-key"]


def test_silencing_one_question_leaves_the_others(tmp_path: Path) -> None:
    """One warning speaks for several questions; a comment still speaks for its own."""
    questions = "".join(
        f"  - id: {name}{comment}\n    type: true-false\n    stem: {name}\n    answer: 对\n"
        for name, comment in (
            ("a", " # exampress: ignore missing-explanation"),
            ("b", ""),
            ("c", ""),
        )
    )
    (problem,) = check(write(tmp_path, f"title: S\nquestions:\n{questions}")).problems
    assert problem.message == "'b': there is no explanation; so in 'c' [missing-explanation]"


def test_unknown_rule_of_the_site_is_an_error(tmp_path: Path, monkeypatch: Monkey) -> None:
    section = "title: S\nquestions:\n  - {id: a, type: essay, stem: Why?}\n"
    write(tmp_path, section, "language: en\nlint: {ignore: [pass-mark, key-leters]}\n")
    monkeypatch.chdir(tmp_path)
    assert said(Path("content")) == [
        "content/site.yaml:2:28: error: there is no rule 'key-leters'; did you mean 'key-letters'?"
    ]


def test_an_exam_is_judged_beside_a_broken_one(tmp_path: Path) -> None:
    section = "title: 共2题\nquestions:\n  - {id: a, type: essay, stem: Why?}\n"
    content = write(tmp_path, section)
    (content / "broken").mkdir()
    (content / "broken" / "exam.yaml").write_text("titel: B\n", encoding="utf-8")
    assert "declared-count" in [problem.rule for problem in check(content).problems]


def test_doubtful_explanations_of_the_real_paper_are_found() -> None:
    """What was found by hand in the paper; the others say nothing against the key outright."""
    problems = check(ROOT / "content").problems
    found = [each for each in problems if each.rule == "explanation-contradicts-key"]
    assert [each.message.split("'")[1] for each in found] == [
        "continued-pretraining",
        "edge-technologies",
        "distillation-efficiency",
        "generation-metrics",
        "lora-purpose",
        "low-precision",
        "cloud-edge",
        "quantization-method",
        "pruning-method",
        "evaluation-metric",
        "bias-detection",
    ]


def test_rules_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--rules"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0].strip() for line in lines] == list(RULES)
    assert all(line.endswith(rule.about) for line, rule in zip(lines, RULES.values(), strict=True))


def test_github_annotates_warnings(capsys: pytest.CaptureFixture[str], monkeypatch: Monkey) -> None:
    monkeypatch.chdir(CASES / "pass-mark")
    assert main(["check", "--format", "github"]) == 0
    assert capsys.readouterr().out.startswith("::warning file=content/e/exam.yaml,line=3,col=12::")


def _alike(count: int) -> str:
    """Return a section of questions that all but share stem and key: the worst for duplicates."""
    return "title: S\ntype: single\nquestions:\n" + "".join(
        f"  - {{id: q{i}, stem: 下列各项中第{i}个关于世界上面积最大的大洋的说法是哪一个？,"
        f" options: [太平洋, 大西洋 {i}], answer: A, explanation: 太平洋{i}。}}\n"
        for i in range(count)
    )


def test_cost_of_duplicates_grows_linearly(tmp_path: Path) -> None:
    def cost(count: int) -> int:
        bank, _ = load.bank(write(tmp_path / str(count), _alike(count)))
        return calls(lambda: list(RULES["near-duplicate"].find(Subject(bank.exams[0]))))

    assert cost(2000) < 6 * cost(500)


LONG = (
    "A、",
    "不是",
    "（A）",
    "a, b and ",
    " ",
    "\u3000",
    "，",
    "。 ",
    "_ ",
    "选A。",
    "太阳、",
    "which ",
)


@pytest.mark.parametrize("text", LONG)
def test_no_text_makes_a_rule_run_away(text: str, tmp_path: Path) -> None:
    long = f"太阳{text * (30_000 // len(text))}x"
    content = write(tmp_path, "title: S\nquestions:\n  - {id: a, type: essay, stem: Why?}\n")
    question = {"id": "a", "type": "single", "stem": long, "options": ["太阳", "火星"]}
    section = {"title": "S", "questions": [{**question, "answer": "A", "explanation": long}]}
    (content / "e" / "s.yaml").write_text(json.dumps(section), encoding="utf-8")
    exam = load.exam(load.plan(content), content / "e").exam
    assert exam is not None
    with no_runaway():
        lint(exam)
