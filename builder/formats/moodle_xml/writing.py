"""The bank → Moodle XML: a file an exam, a category a section, a description before a case."""

from __future__ import annotations

import base64
import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import quote, unquote
from xml.sax.saxutils import escape, quoteattr

from builder.formats.document.markdown_out import plain
from builder.formats.document.raw_html import shielded
from builder.formats.gift.formulas import to_moodle
from builder.formats.moodle_xml import cloze
from builder.formats.writing import Export, Item, an_exam_each, one_line, rubric_text, values
from builder.model import Exam, Section, Shuffle, plain_number
from builder.plain_text import as_markdown
from builder.questions.blank import Blank
from builder.questions.case import Case
from builder.questions.essay import Essay
from builder.questions.matching import Matching
from builder.questions.multiple import Multiple
from builder.questions.numeric import Numeric
from builder.questions.ordering import Ordering
from builder.questions.single import Single
from builder.questions.true_false import TrueFalse

_KEPT = (
    *("points", "explanation", "hint", "tags", "options", "feedback", "answer", "tolerance"),
    *("unit", "pairs", "distractors", "items", "lines", "match_case", "rubric"),
)
_ODD = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TARGET = re.compile(r"(\]\(<?|^\[[^\]\n]+\]:\s*<?)([^\s<>()]+)", re.MULTILINE)
_BLANK = re.compile(r"_{3,}")


def _exam(export: Export, exam: Exam) -> str:
    rows = ['<?xml version="1.0" encoding="UTF-8"?>', "<quiz>"]
    sections = export.titled(exam, "instructions", "shuffle")
    for section, (title, items) in zip(exam.sections, sections, strict=True):
        if section.shuffle != Shuffle():
            done = "each question says whether its options shuffle, the quiz what else does"
            export.lose_of_section(exam, section, "shuffle", done)
        rows += _category(section, title)
        for item in items:
            found = list(_questions(item))
            rows += found
            if isinstance(item.question, Case) and found:
                rows += _category(section, title)  # ends what the description is about
    return "\n".join([*rows, "</quiz>", ""])


artifacts = an_exam_each(".xml", _exam, "ids")
"""Write one file an exam."""


def _category(section: Section, title: str) -> Iterator[str]:
    name = one_line(title).replace("/", "//")
    name = f" {name} " if name[:1] == "/" or name[-1:] == "/" else name
    yield '<question type="category">'
    yield f"<category><text>{_characters(f'$course$/top/{name}')}</text></category>"
    if section.instructions:
        said = _characters(to_moodle(shielded(section.instructions)))
        yield f'<info format="markdown"><text>{said}</text></info>'
    yield "</question>"


def _characters(text: str) -> str:
    """Return a text between tags; as CDATA where it would be hard to read."""
    text = _ODD.sub("\ufffd", text)
    if "<" in text or "&" in text:
        return "<![CDATA[" + text.replace("]]>", "]]]]><![CDATA[>") + "]]>"
    return escape(text)


def _questions(item: Item) -> Iterator[str]:
    """Yield a question: as one element, as several of a case, or none."""
    if isinstance(item.question, Case):
        yield from _case(item)
        return
    own = _own(item)
    if own is None:
        return
    kind, stem, rows = own
    extra = ("scoring",) if isinstance(item.question, Multiple) else ()
    item.lose_all_but(*_KEPT, *extra)
    yield from _element(item, kind, stem, rows)


def _case(item: Item) -> Iterator[str]:
    parts = [row for part in item.parts() for row in _questions(part)]
    if not parts:
        item.leave_out("Moodle has none of the questions of this case")
        return
    item.lose_all_but("material", "tags", "explanation")
    material = item.question.to_json()["material"]
    if item.question.stem:
        for field in ("stem", "material"):
            item.lose(field, "Moodle has one text before questions; the stem follows the material")
    texts = (_said(item, "material", material), _said(item, "stem", item.question.stem))
    text = "\n\n".join(filter(None, texts))
    yield from _element(item, "description", text, ())
    yield from parts


def _element(item: Item, kind: str, stem: str, rows: Iterable[str]) -> Iterator[str]:
    question = item.question
    points = 0 if kind == "description" else plain_number(question.points)
    yield f'<question type="{kind}">'
    yield f"<name><text>{_characters(question.id)}</text></name>"
    yield _element_of(item, "questiontext", stem)
    if question.explanation:
        yield _text(item, "generalfeedback", "explanation", question.explanation)
    yield f"<defaultgrade>{points}</defaultgrade>"
    yield f"<idnumber>{_characters(question.id)}</idnumber>"
    yield from rows
    if question.hint:
        yield _text(item, "hint", "hint", question.hint)
    if question.tags:
        tags = "".join(f"<tag><text>{_characters(tag)}</text></tag>" for tag in question.tags)
        yield f"<tags>{tags}</tags>"
    yield "</question>"


def _text(
    item: Item, tag: str, field: str, text: str | None, also: str = "", more: str = ""
) -> str:
    """Return a Markdown text of the bank with the pictures it shows, as an element."""
    return _element_of(item, tag, _said(item, field, text), also, more)


def _said(item: Item, field: str, text: str | None) -> str:
    return to_moodle(shielded(item.text(field, text)))


def _element_of(item: Item, tag: str, text: str, also: str = "", more: str = "") -> str:
    """Return an element of a text; `also` are attributes, `more` follows the pictures."""
    shown, files = _with_files(item, text)
    said = f"<text>{_characters(shown)}</text>{files}{more}"
    return f'<{tag}{also} format="markdown">{said}</{tag}>'


def _with_files(item: Item, text: str) -> tuple[str, str]:
    if "](" not in text and "]:" not in text:
        return text, ""
    known = set(item.carried())
    found: dict[str, None] = {}

    def placed(match: re.Match[str]) -> str:
        folder = item.section.folder
        path = posixpath.normpath(posixpath.join(folder, unquote(match[2])))
        if path not in known:
            return match[0]
        found[path] = None
        return f"{match[1]}@@PLUGINFILE@@/{quote(path.removeprefix(f'{folder}/'))}"

    shown = _TARGET.sub(placed, text)
    return shown, "".join(_file(item, path) for path in found)


def _file(item: Item, path: str) -> str:
    inside = path.removeprefix(f"{item.section.folder}/")
    folder, name = posixpath.split(inside)
    place = f"/{folder}/" if folder else "/"
    data = base64.b64encode(item.export.file(path)).decode()
    return f'<file name={quoteattr(name)} path={quoteattr(place)} encoding="base64">{data}</file>'


Own = tuple[str, str, Sequence[str]]


def _own(item: Item) -> Own | None:
    """Return Moodle's type, the stem and the elements of its own, or None where there is none."""
    stem = _said(item, "stem", item.question.stem)
    match item.question:
        case Single(answer=letter):
            return "multichoice", stem, _choices(item, {letter: "100"}, "0")
        case Multiple(answer=letters):
            if "scoring" not in item.fields():
                message = "Moodle gives every right option its share; all-or-nothing is lost"
                item.lose("scoring", message)
            share = f"{100 / len(letters):.5f}".rstrip("0").rstrip(".")
            return "multichoice", stem, _choices(item, dict.fromkeys(letters, share), "-100")
        case TrueFalse(answer=right):
            shares = (("true", right), ("false", not right))
            return "truefalse", stem, [_answer(word, "100" if on else "0") for word, on in shares]
        case Blank():
            return _blank(item, item.question, stem)
        case Numeric(answer=number, tolerance=tolerance, unit=unit):
            return "numerical", stem, _number(number, plain_number(tolerance), unit)
        case Matching():
            return "matching", stem, _pairs(item)
        case Ordering(items=items):
            rows = ["<layouttype>VERTICAL</layouttype>", "<selecttype>ALL</selecttype>"]
            places = enumerate(items, 1)
            rows += [_text(item, "answer", "items", each, f' fraction="{n}"') for n, each in places]
            return "ordering", stem, rows
        case Essay():
            return "essay", stem, _essay(item, item.question)
        case _:
            item.leave_out()
            return None


def _answer(text: str, share: str, more: str = "") -> str:
    said = _characters(text)
    return f'<answer fraction="{share}" format="plain_text"><text>{said}</text>{more}</answer>'


def _choices(item: Item, shares: dict[str, str], wrong: str) -> list[str]:
    value = values(item.question)
    shuffled = str(item.section.shuffle.options).lower()
    rows = [
        f"<single>{str(isinstance(item.question, Single)).lower()}</single>",
        f"<shuffleanswers>{shuffled}</shuffleanswers>",
        "<answernumbering>ABCD</answernumbering>",
    ]
    for at, (text, said) in enumerate(zip(value["options"], value["feedback"], strict=True)):
        share = shares.get(chr(ord("A") + at), wrong)
        more = _text(item, "feedback", "feedback", said) if said else ""
        rows.append(_text(item, "answer", "options", text, f' fraction="{share}"', more))
    return rows


def _blank(item: Item, question: Blank, stem: str) -> Own | None:
    if len(question.answer) == 1:
        rows = [f"<usecase>{int(question.match_case)}</usecase>"]
        texts = (text.replace("*", "\\*") for text in question.answer[0])  # Moodle's wildcard
        return "shortanswer", stem, [*rows, *(_answer(text, "100") for text in texts)]
    gaps = [cloze.gap(accepted, question.match_case) for accepted in question.answer]
    if len(_BLANK.findall(stem)) != len(gaps):
        item.leave_out("Moodle has its gaps in the text, and some of these are not blanks there")
        return None
    if question.any_order:
        item.lose("any_order", "Moodle has no blanks in any order; each has its own answer")
    rest = iter(gaps)
    return "cloze", _BLANK.sub(lambda _: next(rest), stem), []


def _number(number: str, tolerance: object, unit: str | None) -> list[str]:
    rows = [_answer(number, "100", f"<tolerance>{tolerance}</tolerance>")]
    if unit:
        said = f"<multiplier>1</multiplier><unit_name>{_characters(unit)}</unit_name>"
        rows += ["<unitgradingtype>0</unitgradingtype>", "<showunits>0</showunits>"]
        rows.append(f"<units><unit>{said}</unit></units>")
    return rows


def _pairs(item: Item) -> list[str]:
    value = item.question.to_json()
    extra = value.get("distractors", ())
    for field, rights in (("pairs", [pair[1] for pair in value["pairs"]]), ("distractors", extra)):
        if any(as_markdown(plain(right, "inline")) != right for right in rights):
            item.lose(field, "in Moodle a right side is plain text; its markup was left out")
    rows = [f"<shuffleanswers>{str(item.section.shuffle.options).lower()}</shuffleanswers>"]
    for left, right in (*value["pairs"], *(("", right) for right in extra)):
        answer = f"<answer><text>{_characters(plain(right, 'inline'))}</text></answer>"
        rows.append(_text(item, "subquestion", "pairs", left, "", answer))
    return rows


def _essay(item: Item, question: Essay) -> list[str]:
    rubric = rubric_text(question)
    if rubric:
        for field in ("rubric", "answer"):
            item.lose(field, "Moodle has no rubric; it stands in the information for graders")
    said = "\n\n".join(filter(None, (question.answer, rubric)))
    rows = ["<responseformat>editor</responseformat>"]
    rows.append(f"<responsefieldlines>{question.lines}</responsefieldlines>")
    return [*rows, _text(item, "graderinfo", "answer", said)] if said else rows
