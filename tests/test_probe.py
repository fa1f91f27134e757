"""Templates keep keys back and say what they must; and where one does not, the build says so."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from builder import forms, load, pages, paper, probe
from builder.build import build
from builder.locales import locale
from builder.model import Exam, Page, View, plain_number
from builder.options import Options
from builder.paper import Paper
from builder.problems import UsageError
from builder.questions import TYPES
from builder.render import BUILT_IN
from tests.banks import CONTENT, EVERY_TYPE, files, section_bank
from tests.golden import renderer
from tests.test_forms import CONTENT as DRAWN

EXAMS = [exam for content in (CONTENT, DRAWN) for exam in load.bank(content)[0].exams]
ORDERS = (None, 0, 1, 2, 4660)


def in_form(exam: Exam, order: int | None) -> Exam:
    return exam if order is None else forms.arranged(exam, order)


def test_probe_is_of_every_type() -> None:
    exam = probe._exam(probe._FIRST, "en")
    assert {view.type for view in exam.sections[0].views} == set(TYPES)
    other = probe._exam(probe._changed(), "en")
    for one, two in zip(exam.sections[0].views, other.sections[0].views, strict=True):
        assert one.fingerprint != two.fingerprint


def test_own_templates_keep_keys_back() -> None:
    probe.check_templates(renderer())


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("exam", EXAMS, ids=lambda exam: exam.id)
def test_printed_pages_say_what_they_must_in_every_form(exam: Exam, order: int | None) -> None:
    words = renderer().words(locale(exam.language))["paper"]
    for page in paper.papers(in_form(exam, order), answers=True):
        if isinstance(page.content, Paper):
            probe.check_page(page, renderer().page(page).data, words)


def test_screen_and_paper_agree_on_ids_points_and_letters() -> None:
    for exam in EXAMS:
        for page in pages.exam_pages(exam, pages.exam_card(exam, True), answers=True):
            if isinstance(page.content, pages.Practice):
                section = next(s for s in exam.sections if s.id == page.content.section.id)
                assert _on_screen(page) == [_of(view) for view in section.views]


def _of(view: View) -> object:
    parts = [_of(part) for part in view.body.parts] if view.type == "case" else []
    letters = view.space.marks if view.type in ("single", "multiple") else ""
    points = None if view.type == "case" else plain_number(view.points)
    return [view.id, points, letters, parts]


def _on_screen(page: Page) -> list[object]:
    html = renderer().page(page).data.decode()
    keys = json.loads(re.findall(r'id="_keys">(.*?)</script>', html, re.S)[0])
    found: list[list[object]] = []
    for level, name, own in re.findall(
        r'<article class="q" id="([^"]+)" data-type="[^"]+">\s*<header><h(\d)>(.*?)(?=<article|\Z)',
        html,
        re.S,
    ):
        level, name = name, level
        letters = "".join(re.findall(r'value="([A-Z])"', own.partition("<details")[0]))
        entry: list[object] = [name, keys.get(name, {}).get("points"), letters, []]
        if level == "2":
            found.append(entry)
        else:
            inside = found[-1][3]
            assert isinstance(inside, list)
            inside.append(entry)
    return list(found)


WRONG = (
    (
        "paper/paper.html",
        '<span class="number">{{ item.number }}.</span>',
        '<span class="number">{{ item.number }}.</span>{{ item.view.brief }}',
        "templates/paper/paper.html: a student's page changes with the key, at",
    ),
    (
        "questions/single.html",
        '<li><span class="letter">{{ option.letter }}.</span>',
        '<li{{ " class=right" if option.right }}><span class="letter">{{ option.letter }}.</span>',
        "templates/paper/paper.html: a student's page changes with the key, at",
    ),
    (
        "questions/true_false.html",
        '{% macro web(q, t) %}\n<div class="stem"',
        '{% macro web(q, t) %}\n<div data-key="{{ q.body.answer }}" class="stem"',
        "templates/site/practice.html: a student's page changes with the key, at",
    ),
    (
        "questions/essay.html",
        '{% macro paper(q, t, measure) %}\n<div class="stem">{{ q.stem }}',
        '{% macro paper(q, t, measure) %}\n<div class="stem">{{ q.stem }}{{ q.body.answer }}',
        "templates/paper/paper.html: a student's page changes with the key, at",
    ),
    (
        "questions/multiple.html",
        '<li><span class="letter">{{ option.letter }}.</span>',
        '<li><span class="letter">{{ loop.revindex }}.</span>',
        "templates/paper/paper.html: probe/print/paper.html does not say 'A.first'",
    ),
    (
        "paper/paper.html",
        "{% for item in section.items %}",
        "{% for item in section.items[1:] %}",
        "templates/paper/paper.html: probe/print/paper.html does not say '（本大题",
    ),
    (
        "paper/sheet.html",
        "{{ bubbles(slot.space.marks) }}",
        "{{ bubbles(slot.space.marks[1:]) }}",
        "templates/paper/sheet.html: probe/print/sheet.html does not say '1ABC'",
    ),
    (
        "paper/key.html",
        "{{ item.view.brief }}",
        "{{ item.number }}",
        "templates/paper/key.html: probe/print/key.html does not say 'AAB",
    ),
)
"""Faults that a template may have: its file, a text, another in its place, and what is said."""


@pytest.mark.parametrize(("name", "old", "new", "said"), WRONG, ids=lambda text: text[:24])
def test_wrong_template_is_found_out(
    name: str, old: str, new: str, said: str, tmp_path: Path
) -> None:
    text = (BUILT_IN / name).read_text(encoding="utf-8")
    assert old in text, f"{name} has changed: give this test another fault to make"
    own = tmp_path / "templates" / name
    own.parent.mkdir(parents=True)
    own.write_text(text.replace(old, new), encoding="utf-8")
    content = section_bank(tmp_path, EVERY_TYPE)
    with pytest.raises(UsageError) as error:
        build(Options(content, tmp_path / "templates", tmp_path / "site"))
    assert str(error.value).startswith(said)
    assert not (tmp_path / "site").exists()


def test_own_template_that_only_looks_otherwise_is_welcome(tmp_path: Path) -> None:
    own = tmp_path / "templates/paper/paper.html"
    own.parent.mkdir(parents=True)
    text = (BUILT_IN / "paper/paper.html").read_text(encoding="utf-8")
    own.write_text(text.replace("<h1>", '<p class="school">A school</p><h1>'), encoding="utf-8")
    build(Options(section_bank(tmp_path, EVERY_TYPE), tmp_path / "templates", tmp_path / "site"))
    assert b"A school" in files(tmp_path / "site")["e/print/paper.html"]


def test_strict_build_proves_the_pages_themselves(tmp_path: Path) -> None:
    """A fault that only many options show is none that the probe can see."""
    text = (BUILT_IN / "questions/single.html").read_text(encoding="utf-8")
    own = tmp_path / "templates/questions/single.html"
    own.parent.mkdir(parents=True)
    paper_macro = text.index("{% macro paper")
    cut = text[paper_macro:].replace("in q.body.options", "in q.body.options[:3]", 1)
    own.write_text(text[:paper_macro] + cut, encoding="utf-8")
    question = "{id: a, stem: Which?, options: [p, q, r, s], answer: D, explanation: So.}"
    section = f"title: Section\ntype: single\nquestions:\n  - {question}\n"
    options = Options(section_bank(tmp_path, section), tmp_path / "templates", tmp_path / "site")
    with pytest.raises(UsageError) as error:
        build(options._replace(strict=True))
    said = "templates/paper/paper.html: e/print/paper.html does not say 'D.s' behind 'C.r'"
    assert str(error.value) == said
    assert not (tmp_path / "site").exists()
    build(options)
