"""The bank → GIFT: a file an exam, a category a section, a description before the questions of a
case.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal

from builder.formats.document.markdown_out import plain
from builder.formats.gift.formulas import to_moodle, without_arrow
from builder.formats.writing import Export, Item, an_exam_each, one_line, rubric_text, values
from builder.model import Exam, plain_number
from builder.plain_text import as_markdown
from builder.questions.blank import Blank
from builder.questions.case import Case
from builder.questions.essay import Essay
from builder.questions.matching import Matching
from builder.questions.multiple import Multiple
from builder.questions.numeric import Numeric
from builder.questions.single import Single
from builder.questions.true_false import TrueFalse

_COMMON = ("explanation", "tags", "options", "feedback", "answer", "tolerance", "pairs")
_KEPT = (*_COMMON, "distractors", "material")
_MARKER = re.compile(r"\[(?:html|moodle|plain|markdown)\]|%")


def _exam(export: Export, exam: Exam) -> str:
    blocks: list[str] = []
    for title, items in export.titled(exam):
        category = f"$CATEGORY: $course$/top/{_name(title)}"
        blocks.append(category)
        for item in items:
            found = list(_blocks(item))
            blocks += found
            if isinstance(item.question, Case) and found:
                blocks.append(category)  # ends what the description is about
    return "".join(f"{block}\n\n" for block in blocks)


def _name(title: str) -> str:
    """Return a title as a name in a path: a slash is doubled, and kept from the path's own."""
    name = one_line(title).replace("/", "//")
    return f" {name} " if name[:1] == "/" or name[-1:] == "/" else name


artifacts = an_exam_each(".gift", _exam, "ids")
"""Write one file an exam."""


def _blocks(item: Item) -> Iterator[str]:
    """Yield the blocks of a question: one, or several of a case, or none."""
    item.lose_pictures()
    if isinstance(item.question, Case):
        item.lose_all_but("material", "tags")
        if item.question.stem:
            item.lose("stem", "GIFT has one text before several questions; it follows the material")
            item.lose("material", "GIFT has one text before several questions; the stem follows it")
        material = item.text("material", item.question.material)
        stem = item.text("stem", item.question.stem)
        blocks = [block for part in item.parts() for block in _blocks(part)]
        if blocks:
            yield _headed(item, "\n\n".join(filter(None, (material, stem))), None)
            yield from blocks
        else:
            item.leave_out("GIFT has none of the questions of this case")
    else:
        answers = _answers(item)
        if answers is not None:
            yield _headed(item, item.text("stem", item.question.stem), answers)


def _headed(item: Item, text: str, answers: Sequence[str] | None) -> str:
    """Return a question with its id and tags, as a comment that Moodle reads."""
    tags = "".join(f" [tag:{_bracketed(' '.join(tag.split()))}]" for tag in item.question.tags)
    head = f"// [id:{item.question.id}]{tags}\n::{_escaped(item.question.id)}::"
    body = f"[markdown]{_escaped(to_moodle(text))}"
    if answers is None:
        return head + body
    feedback = [f"####{_text(to_moodle(said))}"] if (said := _feedback(item)) else []
    if len(answers) < 2:
        return f"{head}{body}{{{''.join([*answers, *feedback])}}}"
    return f"{head}{body}{{\n" + "".join(f"\t{row}\n" for row in (*answers, *feedback)) + "}"


def _bracketed(text: str) -> str:
    return text.replace("]", "\\]")


def _feedback(item: Item) -> str:
    """Return what is shown after the answer; of an essay that is the model answer, too."""
    explanation = item.text("explanation", item.question.explanation)
    if not isinstance(item.question, Essay):
        return explanation
    parts = [item.text("answer", item.question.answer)]
    parts += [rubric_text(item.question), explanation]
    said = [part for part in parts if part]
    if item.question.answer or item.question.rubric:
        for field in ("answer", "rubric", "explanation"):
            if field in item.fields():
                message = f"GIFT has no model answer; '{field}' stands in the general feedback"
                item.lose(field, message)
    return "\n\n".join(said)


def _answers(item: Item) -> list[str] | None:
    """Return the entries between the braces, or None where GIFT has no such question."""
    kept = (*_KEPT, "scoring") if item.question.type_name == "multiple" else _KEPT
    match item.question:
        case Single(answer=letter):
            rows = _choices(item, lambda at: "=" if at == letter else "~")
        case Multiple():
            rows = _shares(item)
        case TrueFalse(answer=right):
            rows = ["TRUE" if right else "FALSE"]
        case Blank(answer=accepted):
            if len(accepted) > 1:
                item.leave_out("GIFT has no question with several blanks")
                return None
            rows = _short(item, accepted[0])
        case Numeric(answer=number, tolerance=tolerance):
            margin = f":{_digits(str(plain_number(tolerance)))}" if tolerance else ""
            rows = [f"#{_digits(number)}{margin}"]
        case Matching():
            rows = _pairs(item)
        case Essay():
            rows = []
            kept = (*kept, "rubric")
        case _:
            item.leave_out()
            return None
    if not rows and not isinstance(item.question, Essay):
        return None
    item.lose_all_but(*kept)
    return rows


def _digits(number: str) -> str:
    """Return a number in digits: `.5` and `1e3` are numbers to Moodle, but not to other readers."""
    return f"{Decimal(number):f}"


def _choices(item: Item, sign: Callable[[str], str]) -> list[str]:
    value = values(item.question)
    rows = [
        f"{sign(letter)}{_text(to_moodle(item.text('options', text)))}{_comment(item, feedback)}"
        for letter, text, feedback in zip(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZ", value["options"], value["feedback"], strict=False
        )
    ]
    return [without_arrow(rows[0]), *rows[1:]] if rows[0][0] == "=" else rows


def _comment(item: Item, feedback: str | None) -> str:
    return f"#{_text(to_moodle(item.text('feedback', feedback)))}" if feedback else ""


def _shares(item: Item) -> list[str]:
    """Return the options of a multiple choice: each right one its share, a wrong one takes all."""
    letters = values(item.question)["answer"]
    share = f"{100 / len(letters):.5f}".rstrip("0").rstrip(".")
    if "scoring" not in item.fields():
        item.lose("scoring", "GIFT gives every right option its share; all-or-nothing is lost")
    return _choices(item, lambda letter: f"~%{share}%" if letter in letters else "~%-100%")


def _short(item: Item, accepted: Sequence[str]) -> list[str]:
    """Return accepted texts; `->` would make a matching question of them."""
    good = [text for text in accepted if "->" not in text]
    if not good or good[0] != accepted[0]:
        item.leave_out("GIFT takes '->' in an accepted text for a matching question")
        return []
    if len(good) < len(accepted):
        item.lose("answer", "GIFT takes '->' for a matching question; a text with it was left out")
    texts = (text.replace("*", "\\*") for text in good)  # Moodle's own wildcard
    return [f"=%100%{_escaped(text)}" if text[0] == "%" else f"={_text(text)}" for text in texts]


def _pairs(item: Item) -> list[str]:
    value = item.question.to_json()
    extra = [("", right) for right in value.get("distractors", ())]
    for field, rights in (
        ("pairs", [right for _, right in value["pairs"]]),
        ("distractors", [right for _, right in extra]),
    ):
        if any(as_markdown(plain(right, "inline")) != right for right in rights):
            item.lose(field, "in GIFT a right side is plain text; its markup was left out")
    return [
        f"={_left(item.text('pairs', left))} -> {_escaped(plain(right, 'inline'))}"
        for left, right in (*value["pairs"], *extra)
    ]


def _left(text: str) -> str:
    """Return the left side of a pair, in which no arrow ends it."""
    return _text(to_moodle(text)).replace("->", "-&gt;")


def _escaped(text: str) -> str:
    """Return a text in which nothing is a sign of GIFT."""
    return re.sub(r"[\\:#={}~]", r"\\\g<0>", text).replace("\n", "\\n")


def _text(text: str) -> str:
    """Return a text behind a sign: at its start a format's name is one, and `%` begins a weight."""
    return f"[markdown]{_escaped(text)}" if _MARKER.match(text) else _escaped(text)
