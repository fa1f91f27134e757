"""A corpus of attacks, and banks that hold them in every place for a text. Tests nothing itself.

`tests/hostile/*` lists the attacks by kind, one a line; `⏎` in them is a line break. A *place* is
where an author's text may stand. What a place refuses, with file, line and column, is contained;
what it takes is shown, and the tests look at the pages.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from builder.identity import NUMBER
from builder.markup import QuestionHtml
from builder.model import Question
from builder.problems import BankError
from builder.read import read_question
from builder.source import parse
from tests.banks import write_bank

FOLDER = Path(__file__).parent / "hostile"
HOST = "evil.example"
"""The host that no page may ask."""
HARMLESS = "harmless"
NAMES = tuple((FOLDER / "names.txt").read_text(encoding="utf-8").splitlines())


@dataclass(frozen=True)
class Attack:
    """A text somebody may write to do harm."""

    kind: str
    number: int
    text: str

    @property
    def name(self) -> str:
        return f"{self.kind}-{self.number}"


def attacks() -> tuple[Attack, ...]:
    """Return the corpus."""
    return tuple(
        Attack(path.stem, number, text)
        for path in sorted(FOLDER.iterdir())
        if path.name != "names.txt"
        for number, text in enumerate(_texts(path), 1)
    )


def _texts(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".yaml":  # what no editor shows, by escapes
        found: list[str] = yaml.safe_load(text)
        return found
    return [line.replace("⏎", "\n") for line in text.splitlines()]


Raw = dict[str, Any]


def _question(kind: str, **fields: Any) -> Raw:
    return {"id": "q", "type": kind, "stem": "A stem", **fields}


def _single(**fields: Any) -> Raw:
    return _question("single", **{"options": ["one", "two"], "answer": "B", **fields})


def _essay(**fields: Any) -> Raw:
    return _question("essay", **{"answer": "Because", **fields})


def _case(**fields: Any) -> Raw:
    return _question(
        "case", **{"material": "Material", "questions": [_single(id="part")], **fields}
    )


PLACES: Mapping[str, Callable[[str], Raw]] = {
    "single stem": lambda text: _single(stem=text),
    "single option": lambda text: _single(options=[text, "two"]),
    "single feedback": lambda text: _single(options=[{"text": "one", "feedback": text}, "two"]),
    "single explanation": lambda text: _single(explanation=text),
    "single hint": lambda text: _single(hint=text),
    "single source": lambda text: _single(source=text),
    "single tag": lambda text: _single(tags=[text]),
    "multiple stem": lambda text: _question("multiple", stem=text, options=["a", "b"], answer="A"),
    "multiple option": lambda text: _question("multiple", options=["a", text], answer="A"),
    "true-false stem": lambda text: _question("true-false", stem=text, answer="true"),
    "blank stem": lambda text: _question("blank", stem=f"{text} ___", answer=["x"]),
    "blank answer": lambda text: _question("blank", stem="It is ___", answer=[[text, "x"]]),
    "numeric stem": lambda text: _question("numeric", stem=text, answer="1"),
    "numeric unit": lambda text: _question("numeric", answer="1", unit=text),
    "matching left": lambda text: _question("matching", pairs=[[text, "1"], ["b", "2"]]),
    "matching right": lambda text: _question("matching", pairs=[["a", text], ["b", "2"]]),
    "matching distractor": lambda text: _question(
        "matching", pairs=[["a", "1"], ["b", "2"]], distractors=[text]
    ),
    "ordering item": lambda text: _question("ordering", items=[text, "b", "c"]),
    "essay stem": lambda text: _essay(stem=text),
    "essay answer": lambda text: _essay(answer=text),
    "essay rubric": lambda text: _essay(rubric=[{"text": text, "points": "1"}]),
    "case material": lambda text: _case(material=text),
    "case stem": lambda text: _case(stem=text),
    "case explanation": lambda text: _case(explanation=text),
    "case part": lambda text: _case(questions=[_single(id="part", stem=text)]),
}
"""A question by the place in it that holds the text."""


@cache
def refusal(text: str, place: str) -> str:
    """Return why a bank does not take a text at a place, or nothing."""
    raw = PLACES[place](text)
    try:
        raw = parse(json.dumps(raw, ensure_ascii=False), "x.yaml").value
    except BankError as error:
        return error.problems[0].message
    read = read_question(raw, None, None)
    if not isinstance(read, Question):
        return read[0].message
    html = QuestionHtml("e", read.option_ids())
    read.view(html)
    faults = [*read.faults(), *html.faults]
    missing = [f"there is no file '{name}'" for _, name in html.files]
    return faults[0].message if faults else "".join(missing[:1])


def taken() -> Iterator[tuple[Attack, str]]:
    """Yield each attack with each place that takes it."""
    for attack in attacks():
        yield from ((attack, place) for place in PLACES if not refusal(attack.text, place))


def hostile_bank(folder: Path, harmless: bool = False) -> Path:
    """Write a bank with every attack in every place that takes it; or its harmless twin."""
    files: dict[str, str | bytes] = {"site.yaml": "id: hostile\ntitle: Site\nlanguage: en\n"}
    sections: dict[str, list[Raw]] = {}
    for attack, place in taken():
        raw = PLACES[place](HARMLESS if harmless else attack.text)
        name = f"{attack.name}-{place.replace(' ', '-')}"
        own = {**raw, "id": name}
        if place.startswith("case"):
            own["questions"] = [{**own["questions"][0], "id": f"{name}-part"}]
        sections.setdefault(f"{attack.kind}-{(attack.number - 1) // 20 + 1}", []).append(own)
    for name, questions in sections.items():
        # between two attacks a question that nobody touches
        files[f"e/{name}.yaml"] = json.dumps(
            {"title": name, "questions": [*questions, _single(id=f"{name}-last")]},
            ensure_ascii=False,
        )
    files["e/exam.yaml"] = "title: Exam\nlanguage: en\n"
    return write_bank(folder, files)


def titled_bank(folder: Path, every: int = 1, harmless: bool = False) -> Path:
    """Write a bank with attacks in the texts of exams and sections, and of the site."""
    files: dict[str, str | bytes] = {}
    for number, attack in enumerate(attacks()):
        text = HARMLESS if harmless else attack.text
        if _is_control(attack.text) or number % every:
            continue
        title = " ".join(attack.text.split()) and text.replace("\n", " ")
        part = {"title": title, "instructions": _if_rendered(attack, text)}
        question = _question("true-false", answer="true", id=f"q{number}")
        section = {**part, "questions": [question]}
        files[f"s/{attack.name}.yaml"] = json.dumps(section, ensure_ascii=False)
        if number % (9 * every) == 0 or attack.kind == "css":
            exam = {
                "title": title,
                "description": part["instructions"],
                "paper": {
                    "fields": [_field(attack, title)],
                    "notes": part["instructions"],
                    "seal": "true",
                },
            }
            plain = {"title": "S", "questions": [question]}
            files[f"{attack.name}/exam.yaml"] = json.dumps(exam, ensure_ascii=False)
            files[f"{attack.name}/s.yaml"] = json.dumps(plain, ensure_ascii=False)
    files["s/exam.yaml"] = "title: Exam\nlanguage: en\n"
    title = HARMLESS if harmless else "</title><script>alert(1)</script>"
    site = {"id": "hostile", "title": title, "language": "en"}
    files["site.yaml"] = json.dumps({**site, "description": title}, ensure_ascii=False)
    return write_bank(folder, files)


def _field(attack: Attack, title: str) -> str:
    """Return a field of a paper; one that is filled in with digits is so in both twins."""
    return f"{title} number" if NUMBER.search(attack.text) else title


def _is_control(text: str) -> bool:
    return bool(refusal(text, "single tag"))


def _if_rendered(attack: Attack, text: str) -> str:
    return HARMLESS if refusal(attack.text, "essay stem") else text
