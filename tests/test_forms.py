"""Forms: every order is the one written down, and letters, keys and texts go along with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder import forms, load
from builder.bound import runs
from builder.choice import LETTERS
from builder.model import Exam, Section, View
from builder.questions import TYPES
from tests.banks import CASES, EVERY_TYPE, section_bank

CONTENT = Path(__file__).parent / "forms" / "content"
FROZEN: dict[str, Any] = json.loads((CASES / "forms.json").read_text(encoding="utf-8"))
"""Papers are printed by it: nothing in this file ever changes."""


@pytest.fixture(scope="module")
def exam() -> Exam:
    return load.bank(CONTENT)[0].exams[0]


def section(exam: Exam, name: str) -> Section:
    return next(each for each in exam.sections if each.id == name)


def views(shown: tuple[View, ...]) -> list[View]:
    """Return views that can be answered: of cases, their parts."""
    return [each for view in shown for each in (view.body.parts if view.type == "case" else [view])]


# What is written down


def test_edition_is_the_same_for_ever(exam: Exam) -> None:
    assert forms.edition(exam) == FROZEN["edition"]


@pytest.mark.parametrize(("seed", "name", "order", "code"), FROZEN["codes"])
def test_code_is_the_same_for_ever(exam: Exam, seed: str, name: str, order: int, code: str) -> None:
    form = forms.form(exam, name, seed, FROZEN["edition"])
    assert (form.order, form.code) == (order, code)


@pytest.mark.parametrize(("text", "edition", "order"), FROZEN["reads"])
def test_code_is_read_as_people_type_it(text: str, edition: str, order: int | str) -> None:
    assert forms.read(text, edition) == order


@pytest.mark.parametrize("frozen", FROZEN["sections"], ids=lambda each: each["drawing"]["section"])
def test_orders_are_the_same_for_ever(exam: Exam, frozen: dict[str, Any]) -> None:
    own = section(exam, frozen["drawing"]["section"])
    drawing = forms.drawing(exam, own, FROZEN["edition"])
    assert json.loads(json.dumps(drawing)) == frozen["drawing"]
    for form in frozen["forms"]:
        places = forms.questions(exam, own, form["order"])
        assert [own.questions[place].id for place in places] == form["ids"]
        orders = {**frozen["letters"], **dict(forms.options(exam, own, form["order"]))}
        assert orders == form["options"]


# Codes

CODES = st.builds(
    forms.code, st.integers(0, forms.ORDERS - 1), st.integers(0, 2**32 - 1).map("{:08x}".format)
)


@given(st.integers(0, forms.ORDERS - 1), st.integers(0, 2**32 - 1).map("{:08x}".format))
def test_code_names_order_and_edition(order: int, edition: str) -> None:
    assert forms.read(forms.code(order, edition), edition) == order


@given(CODES, st.integers(0, 5), st.sampled_from(forms.ALPHABET))
def test_one_wrong_sign_is_noticed(code: str, place: int, sign: str) -> None:
    typed = code[:place] + sign + code[place + 1 :]
    assert typed == code or forms.read(typed, "00000000") == "mistyped"


@given(CODES, st.permutations(range(6)).map(lambda places: places[:2]))
def test_two_signs_that_changed_places_are_noticed(code: str, places: list[int]) -> None:
    signs = list(code)
    signs[places[0]], signs[places[1]] = signs[places[1]], signs[places[0]]
    typed = "".join(signs)
    assert typed == code or forms.read(typed, "00000000") == "mistyped"


def test_names_count_on_after_z() -> None:
    names = forms.names(705)
    assert (names[0], names[25], names[26], names[701], names[702]) == ("A", "Z", "AA", "ZZ", "AAA")
    assert [forms.index(name) for name in names] == list(range(705))


def test_forms_of_one_seed_differ(exam: Exam) -> None:
    made = [forms.form(exam, name, "1", "00000000") for name in forms.names(200)]
    assert len({form.code for form in made}) == 200


def test_edition_follows_the_questions_and_not_the_key(exam: Exam, tmp_path: Path) -> None:
    def edition(old: str = "", new: str = "") -> str:
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        folder.mkdir()
        content = section_bank(folder, EVERY_TYPE.replace(old, new, 1))
        return forms.edition(load.bank(content)[0].exams[0])

    first = edition()
    for secret in ("answer: B", "answer: 错", "SECRETmodel", "987654.3210", "SECRETexplanation"):
        new = {"answer: B": "answer: C", "answer: 错": "answer: 对"}.get(secret, "12")
        assert edition(secret, new) == first
    for read in ("Which one?", "second", "left one", "right three", "Is it so?", "unit: kg"):
        assert edition(read, f"{read}x") != first


# What stands in a form


@pytest.mark.parametrize("order", [0, 1, 2, 3, 4660])
def test_key_of_a_form_names_the_same_texts(exam: Exam, order: int) -> None:
    """The answer is looked up by its letter, in the form as in the bank."""
    plain = {view.id: view for each in exam.sections for view in views(each.views)}
    for each in forms.arranged(exam, order).sections:
        for view in views(each.views):
            assert _answer(view) == _answer(plain[view.id])
            assert view.fingerprint == plain[view.id].fingerprint


def _answer(view: View) -> object:
    """Return the texts that the key's letters name; of every place that states the key."""
    match view.type:
        case "single" | "multiple":
            texts = {option.letter: option.html for option in view.body.options}
            assert list(texts) == list(LETTERS[: len(texts)])
            assert view.key is not None
            assert "".join(view.key["value"]) == view.brief == view.body.answer
            right = {option.html for option in view.body.options if option.right}
            assert {texts[letter] for letter in view.body.answer} == right
            return {str(html).partition("<span")[0] for html in right}
        case "matching":
            texts = dict(view.body.right)
            assert view.brief == " ".join(f"{n}-{key}" for n, key in enumerate(view.body.key, 1))
            assert view.key is not None
            assert view.key["value"] == list(view.body.key)
            return [texts[letter] for letter in view.body.key]
        case "ordering":
            texts = dict(view.body.items)
            assert view.brief == "".join(view.body.key)
            return [texts[letter] for letter in view.body.key]
        case _:
            return view.key


def test_references_to_options_follow(exam: Exam) -> None:
    found = set()
    for order in range(20):
        view = next(v for v in forms.arranged(exam, order).sections[0].views if v.id == "free")
        texts = {option.html: option.letter for option in view.body.options}
        explanation = str(view.explanation)
        assert [f">{texts[name]}<" in explanation for name in ("汇编", "C", "Pascal")] == [True] * 3
        feedback = next(option.feedback for option in view.body.options if option.feedback)
        assert f">{texts['C']}<" in feedback
        found.add("".join(option.html[0] for option in view.body.options))
    assert len(found) > 10


def test_options_that_refer_to_others_follow(exam: Exam) -> None:
    for order in range(10):
        view = next(v for v in forms.arranged(exam, order).sections[0].views if v.id == "refers")
        texts = {str(option.html): option.letter for option in view.body.options}
        named = next(text for text in texts if "opt" in text)
        assert f'data-opt="A">{texts["4"]}<' in named
        assert f'data-opt="B">{texts["6"]}<' in named


@pytest.mark.parametrize(
    ("options", "text", "expected"),
    [
        (["a", "b", "c"], None, ("ABC",)),
        (["a", "b", "以上都是"], None, ("AB",)),
        (["a", "b", "以上两项都对", "以上都不对"], None, ("AB",)),
        (["a", "b", "All of the above", "c", "d"], None, ("AB", "DE")),
        (["a", "none of the above", "c", "d", "e"], "Option text", ("CDE",)),
        (["a", "b", "A和B"], None, ()),
        (["a", "b", "Both A and B"], None, ()),
        (["a", "b", "c"], "故选B。", ()),
        (["a", "b", "c"], "Vitamin B is no answer.", ("ABC",)),
        (["a", "b", "c"], "其中 b（B）最好。", ()),
        (["a", "b", "c"], "其中 x（B）最好。", ("ABC",)),
        (["a", "b", "c"], "故选D。", ("ABC",)),
    ],
)
def test_what_is_bound_stays(
    options: list[str], text: str | None, expected: tuple[str, ...]
) -> None:
    assert runs(options, (text,)) == expected


def test_draw_takes_so_many_and_permission_is_kept(exam: Exam) -> None:
    drawn = [forms.arranged(exam, order) for order in range(40)]
    pool = {tuple(view.id for view in section(each, "pool").views) for each in drawn}
    assert {len(ids) for ids in pool} == {3}
    assert {name for ids in pool for name in ids} == {f"p{n}" for n in range(1, 8)}
    sample = {tuple(view.id for view in section(each, "sample").views) for each in drawn}
    assert all(list(ids) == sorted(ids) for ids in sample)
    assert len(sample) == 6
    assert all(section(each, "still") == section(exam, "still") for each in drawn)
    assert all(section(each, "pool").points == 3 for each in drawn)


def test_material_stays_whole(exam: Exam) -> None:
    for order in range(10):
        cases = [v for v in section(forms.arranged(exam, order), "mixed").views if v.type == "case"]
        assert [part.id for part in cases[0].body.parts] == ["case-device", "case-why"]


def test_every_question_comes_first_about_as_often(exam: Exam) -> None:
    """A shuffle that favours a place would help who knows it: each of 7 within 5 sigma."""
    own = section(exam, "pool")._replace(draw=None)
    first = [forms.questions(exam, own, order)[0] for order in range(2100)]
    assert all(abs(first.count(place) - 300) < 5 * 16 for place in range(7))


@pytest.mark.parametrize("name", TYPES)
def test_type_says_what_is_asked_and_nothing_of_its_key(name: str, tmp_path: Path) -> None:
    questions = load.bank(section_bank(tmp_path, EVERY_TYPE))[0].exams[0].sections[0].questions
    question = next(each for each in questions if each.type_name == name)
    assert question.asked()[0] == question.stem
    assert "SECRET" not in "".join(question.asked())
