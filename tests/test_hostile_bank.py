"""The corpus of attacks: what a bank takes of it is shown as text, and changes nothing else.

`tests/browser/test_hostile.py` opens the same pages; `python -m tests.hostile_figures` counts.
"""

from __future__ import annotations

import csv
import json
import os
import re
import resource
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from builder import cells, forms, importing, key_table, load, pages, paper, people, search
from builder.build import build
from builder.decoding import ReadError
from builder.formats import incoming
from builder.model import Exam
from builder.options import Options
from builder.problems import BankError, UsageError, errors
from builder.render import Renderer
from tests.banks import ROOT, files, write_bank
from tests.conftest import Run
from tests.hostile_bank import NAMES, PLACES, attacks, hostile_bank, refusal, taken, titled_bank
from tests.hostile_imports import files as imports
from tests.hostile_imports import packed
from tests.hostile_pages import data, differences, skeleton

QUESTION = "title: S\nquestions:\n- {id: a, type: true-false, stem: S, answer: true}\n"


def site_of(content: Path) -> Path:
    build(Options(content, out=content.parent / "site"))
    return content.parent / "site"


def test_corpus_is_large_enough() -> None:
    assert len({attack.text for attack in attacks()}) >= 300
    kinds = {attack.kind for attack in attacks()}
    assert kinds == {
        "html", "svg", "mathml", "markdown", "url", "css", "template", "json", "yaml", "csv", "xml",
        "unicode",
    }  # fmt: skip
    assert len(list(taken())) > 8000


def test_what_is_refused_is_refused_in_words() -> None:
    said = {refusal(attack.text, place) for attack in attacks() for place in PLACES} - {""}
    assert len(said) > 20
    assert all(re.search("[a-z]{3}", message) for message in said)


def shown(folder: Path, harmless: bool) -> dict[str, str]:
    """Return practice and teacher's pages and search data of every section, by their paths."""
    bank, _ = load.bank(hostile_bank(folder, harmless=harmless))
    renderer = Renderer(None, _SITE)
    (exam,) = bank.exams
    card = pages.exam_card(exam, True)
    found: dict[str, str] = {}
    for index, (section, own) in enumerate(zip(exam.sections, card.sections, strict=True)):
        page = pages.practice(exam, card, index, True, "")
        printed = next(paper.printed(exam._replace(sections=(section,)), answers=True))
        for made in (page, paper.page(exam, printed, "teacher")):
            found[f"{section.id} {made.template}"] = renderer.page(made).data.decode()
        texts = search.texts(exam.id, section, own.texts_path, True)
        found[f"{section.id} {texts.path}"] = texts.data.decode()
    return found


def test_pages_have_the_structure_of_their_harmless_twins(tmp_path: Path) -> None:
    hostile, harmless = (shown(tmp_path / name, name == "b") for name in ("a", "b"))
    assert len(harmless) > 60
    assert hostile.keys() == harmless.keys()
    for name, text in hostile.items():
        if name.endswith(".js"):
            assert data(text) == data(harmless[name]), name
        else:
            assert differences(text, harmless[name]) == [], name


def test_titles_and_notes_change_no_structure(tmp_path: Path) -> None:
    one, two = (
        site_of(titled_bank(tmp_path / name, every=21, harmless=name == "b")) for name in ("a", "b")
    )
    paths = sorted(path.relative_to(two) for path in two.rglob("*.html"))
    assert len(paths) > 150
    for path in paths:
        first, second = ((site / path).read_text(encoding="utf-8") for site in (one, two))
        assert differences(first, second) == [], path


def test_page_rules_hold_titles_as_strings(tmp_path: Path) -> None:
    site = site_of(titled_bank(tmp_path, every=21))
    for path in site.rglob("print/*.css"):
        bare = re.sub(r'"(?:[^"\\]|\\.)*"', '""', path.read_text(encoding="utf-8"))
        assert "\\" not in bare, path
        assert not re.search(r"evil|@import|</|expression|javascript", bare), path
        assert bare.count("{") == bare.count("}"), path


def test_titles_of_a_site_change_no_structure() -> None:
    def front(text: str) -> list[str]:
        renderer = Renderer(None, {**_SITE, "title": text})
        made = [*pages.site_pages(text, None, "en", (), True)][:2]
        return [renderer.page(page).data.decode() for page in made]

    twin = front("harmless")
    for attack in attacks()[::25]:
        for one, two in zip(front(attack.text), twin, strict=True):
            assert differences(one, two) == [], attack


def named(name: str) -> list[dict[str, str | bytes]]:
    """Return banks with a name wherever one may stand."""
    good: dict[str, str | bytes] = {"e/exam.yaml": "title: E\nlanguage: en\n"}
    said = json.dumps(name)
    tries: list[dict[str, str | bytes]] = [
        {"e/s.yaml": QUESTION.replace("id: a", f"id: {said}")},
        {"e/s.yaml": QUESTION.replace("stem: S", f"stem: {json.dumps(f'![x]({name})')}")},
        {"e/s.yaml": QUESTION.replace("stem: S", f"stem: {json.dumps(f'[x](<{name}>)')}")},
        {"e/exam.yaml": f"title: E\nlanguage: en\nsections: [{said}]\n"},
    ]
    fields = ("id", "base_url", "repository", "language")
    tries += [{"site.yaml": f"{field}: {said}\n"} for field in fields]
    tries += [{"site.yaml": f"exams: [{said}]\n"}, {"site.yaml": f"fonts: {{text: {said}}}\n"}]
    if "/" not in name and name != "..":
        tries += [{f"{name}/exam.yaml": good["e/exam.yaml"], f"{name}/s.yaml": QUESTION}]
        tries += [{f"e/{name}.yaml": QUESTION}]
    return [{**good, "e/s.yaml": QUESTION, **each} for each in tries]


@pytest.mark.parametrize("name", NAMES)
def test_names_stay_inside_the_site_or_are_refused(name: str, tmp_path: Path) -> None:
    for number, bank in enumerate(named(name)):
        folder = tmp_path / str(number)
        content = write_bank(folder, bank)
        try:
            load.bank(content)
        except (BankError, UsageError):
            continue
        if number in (0, 5, 10, 11) and name in ("a b", "con", "é", "__proto__", "A", "_keys"):
            before = set(files(folder))
            site = site_of(content)
            new = {f"site/{path}" for path in files(site)}
            assert set(files(folder)) - before == new
            for path in site.rglob("*.html"):
                pieces = skeleton(path.read_text(encoding="utf-8"))
                tags = {piece[0] for piece in pieces if isinstance(piece, tuple)}
                assert not tags & {"iframe", "object", "embed", "style", "base"}, path


def test_imported_attacks_are_shown_as_text(tmp_path: Path) -> None:
    """Each file is refused in words, or makes an exam whose texts are nothing but text."""
    read = 0
    said: dict[str, str | bytes] = {"site.yaml": "language: en\n"}
    for number, (_, form, file) in enumerate(islice(imports(), 0, None, 3)):
        try:
            draft = incoming.read(file, f"x.{form}", form)
        except ReadError:
            continue
        if any(section.questions for section in draft.sections):
            read += 1
            found = importing.exam_files(importing.Imported(draft, ()), "en", "x")
            said |= {f"i{number}/{path}": text for path, text in found.items()}
    assert read > 1000
    content = write_bank(tmp_path, said)
    plan = load.plan(content)
    sound = [each for folder in plan.folders if (each := _sound(plan, folder))]
    assert len(sound) > 500
    renderer = Renderer(None, _SITE)
    known = _tags(renderer, sound[0])
    for exam in sound[::4]:
        assert _tags(renderer, exam) <= known, exam.id


def _sound(plan: load.Plan, folder: Path) -> Exam | None:
    loaded = load.exam(plan, folder)
    return None if errors(loaded.problems) else loaded.exam


def _tags(renderer: Renderer, exam: Exam) -> set[str]:
    """Return what the first section's practice page is made of, attributes by name."""
    page = pages.practice(exam, pages.exam_card(exam, True), 0, True, "")
    html = renderer.page(page).data.decode()
    pieces = (piece for piece in skeleton(html) if isinstance(piece, tuple))
    return {f"{tag} {name}" for tag, own in pieces for name, _ in own if tag not in _CONTROLS}


_CONTROLS = (
    "input", "select", "textarea", "option", "ol", "li", "p", "form", "fieldset", "section",
    "label",
)  # fmt: skip
"""What types of question differ in; what of a text becomes one of them is found by the twins."""
_SITE: dict[str, Any] = {
    "id": "x", "title": "Site", "base_url": None, "policy": True, "repository": None,
    "offline": True, "downloads": (),
}  # fmt: skip


def test_packed_attacks_are_refused_or_read_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tried = 0
    for attempt, form, content in packed():
        tried += 1
        try:
            draft = incoming.read(content, f"x.{form}", form)
        except ReadError:
            continue
        else:
            assert "root:" not in repr(draft), (attempt, form)
    assert tried > 30
    assert not list(tmp_path.rglob("*"))


def test_tables_of_keys_and_people_hold_no_formula(tmp_path: Path) -> None:
    formulas = [attack.text for attack in attacks() if attack.kind == "csv"]
    rows = [
        {"id": f"q{n}", "type": "blank", "stem": "It is ___", "answer": [text]}
        for n, text in enumerate(formulas)
    ]
    section = json.dumps({"title": "S", "questions": rows}, ensure_ascii=False)
    bank = {"e/exam.yaml": "title: E\nlanguage: en\n", "e/s.yaml": section}
    loaded, _ = load.bank(write_bank(tmp_path, bank))
    exam = loaded.exams[0]
    table = key_table.as_csv(exam, [forms.form(exam, "A", "1", forms.edition(exam))])
    found = [row[-1] for row in csv.reader(table.decode("utf-8-sig").splitlines())][1:]
    assert not [cell for cell in found if re.match(r"\s*[=+@＝＋－＠-]", cell)]
    assert [cells.restored(cell) for cell in found] == formulas


def test_people_come_back_from_a_list_as_they_were(tmp_path: Path) -> None:
    formulas = [
        attack.text for attack in attacks() if attack.kind == "csv" and '"' not in attack.text
    ]
    path = tmp_path / "people.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["number", "name"])
        writer.writerows([str(n), cells.harmless(text)] for n, text in enumerate(formulas))
    assert not re.search(r"(?m)^\d+,\"?[=+@＝＋－＠-]", path.read_text(encoding="utf-8"))
    assert [person.name for person in people.read(path)] == [text.strip() for text in formulas]


BOMBS = {
    "aliases": ("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n", ":1:4: error: anchors and aliases"),
    "flow": (f"a: {'[' * 100_000}", "error: not valid YAML"),
    "blocks": ("".join(f"{' ' * at}a:\n" for at in range(2000)), ":33:33: error: nested more than"),
    "scalar": (f"title: {'x' * 2_000_000}\n", ":1:8: error: this text has 2,000,000 characters"),
    "file": (f"title: {'x' * 100_000_000}\n", ":1:1: error: the file is larger than 16 MB"),
    "keys": (f"title: S\n{'y: 1' + chr(10)}" * 2, "error:"),
    "merge": ("<<: {title: S}\n", "error: unknown field '<<'"),
    "tag": ("title: !!python/object/apply:os.system [id]\n", "error: tags (!) are not allowed"),
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_refused_with_their_place_in_bounded_memory(name: str, tmp_path: Path) -> None:
    text, said = BOMBS[name]
    write_bank(tmp_path, {"e/exam.yaml": "title: E\nlanguage: en\n", "e/s.yaml": text})
    command = [sys.executable, "-m", "builder", "build", "--no-pdf", "--no-cache"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    limit = 400_000_000

    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))

    ran = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60,
        preexec_fn=bounded, check=False,
    )  # fmt: skip
    assert ran.returncode == 1
    assert f"content/e/s.yaml{said}" in ran.stderr or said in ran.stderr
    assert "Traceback" not in ran.stderr
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize("target", ["/dev/zero", "/etc/hostname", "../../secret.yaml", "loop.yaml"])
def test_links_out_of_the_bank_are_refused(target: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text(QUESTION.replace("stem: S", "stem: SECRET"))
    content = write_bank(
        tmp_path, {"e/exam.yaml": "title: E\nlanguage: en\n", "e/s.yaml": QUESTION}
    )
    (content / "e/loop.yaml").symlink_to(target)
    ran = run("build", "--no-pdf")
    assert ran.code == 1
    assert re.fullmatch(r"content/e/loop\.yaml:1:1: error: .*\n", ran.err)
    assert "SECRET" not in ran.err
    assert not (tmp_path / "site").exists()


def test_picture_by_a_link_out_of_the_bank_is_refused(run: Run, tmp_path: Path) -> None:
    section = QUESTION.replace("stem: S", "stem: 'see ![x](a.png)'")
    content = write_bank(tmp_path, {"e/exam.yaml": "title: E\nlanguage: en\n", "e/s.yaml": section})
    (content / "e/a.png").symlink_to("/etc/hostname")
    ran = run("build", "--no-pdf")
    assert (ran.code, ran.err) == (
        1, "content/e/s.yaml:3:35: error: file 'e/a.png' is a link out of content/\n",
    )  # fmt: skip


def test_pipe_is_refused_and_never_waited_for(run: Run, tmp_path: Path) -> None:
    content = write_bank(
        tmp_path, {"e/exam.yaml": "title: E\nlanguage: en\n", "e/s.yaml": QUESTION}
    )
    os.mkfifo(content / "e/pipe.bin")
    assert run("build", "--no-pdf").code == 0
    os.mkfifo(content / "e/pipe.yaml")
    ran = run("build", "--no-pdf")
    assert (ran.code, ran.err) == (
        1, "content/e/pipe.yaml:1:1: error: this is no file with content of its own\n",
    )  # fmt: skip
