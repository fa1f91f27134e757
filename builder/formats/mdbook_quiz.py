"""mdbook-quiz's TOML, both ways: a file a section, multiple choice and short answers.

The fields are those of https://github.com/cognitive-engineering-lab/mdbook-quiz (schema 0.4): texts
are Markdown, `multipart` is material that several questions share.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from builder.decoding import Decoded, ReadError
from builder.draft import Doubt, Draft, DraftQuestion, DraftSection, Level
from builder.formats.document.html_markdown import lined
from builder.formats.lists.list_checks import finished
from builder.formats.lists.own_columns import are_verdicts
from builder.formats.paper.words import TRUE
from builder.formats.writing import Export, Item, one_line, values
from builder.locales import locale
from builder.model import Artifact, Exam
from builder.questions.blank import Blank
from builder.questions.case import Case
from builder.questions.multiple import Multiple
from builder.questions.numeric import Numeric
from builder.questions.single import Single
from builder.questions.true_false import TrueFalse

_FIELDS = {
    "": ("id", "type", "prompt", "answer", "context", "multipart"),
    "prompt": ("prompt", "distractors", "answerIndex", "sortAnswers"),
    "answer": ("answer", "alternatives"),
}
"""What is read of a question, and of its tables."""
_KEPT = ("explanation", "options", "answer", "material")


def artifacts(export: Export) -> Iterator[Artifact]:
    """Yield a file a section, in a folder an exam, and the pictures beside them."""
    for exam in export.exams("ids"):
        pictures: dict[str, None] = {}
        for section, items in export.sections(exam):
            text = _Writer(exam, pictures).section(items)
            if text:
                yield Artifact(f"{exam.id}/{section.id}.toml", text.encode())
        yield from (Artifact(path, export.file(path)) for path in pictures)


class _Writer:
    """Writes one section; gathers the materials that its questions share."""

    def __init__(self, exam: Exam, pictures: dict[str, None]) -> None:
        self._words = ("True", "False") if locale(exam.language) == "en" else ("对", "错")
        self._pictures = pictures
        self._materials: dict[str, str] = {}

    def section(self, items: Sequence[Item]) -> str:
        """Return a section as TOML, or nothing if none of its questions can be said."""
        blocks = [block for item in items for block in self._blocks(item)]
        if self._materials:
            rows = (f"{_string(name)} = {_text(said)}" for name, said in self._materials.items())
            blocks.append("\n".join(["[multipart]", *rows]))
        return "".join(f"{block}\n\n" for block in blocks).rstrip("\n") + "\n" if blocks else ""

    def _blocks(self, item: Item, material: str = "") -> Iterator[str]:
        if isinstance(item.question, Case):
            yield from self._case(item)
            return
        own = self._own(item)
        if own is None:
            return
        kind, fields = own
        self._pictures.update(dict.fromkeys(item.carried()))
        item.lose_all_but(*_KEPT)
        explanation = item.text("explanation", item.question.explanation)
        rows = {
            "id": _string(item.question.id),
            "type": _string(kind),
            **({"multipart": _string(material)} if material else {}),
            "prompt.prompt": _text(item.text("stem", item.question.stem)),
            **fields,
            **({"context": _text(explanation)} if explanation else {}),
        }
        yield "\n".join(["[[questions]]", *(f"{name} = {said}" for name, said in rows.items())])

    def _case(self, item: Item) -> Iterator[str]:
        blocks = [b for part in item.parts() for b in self._blocks(part, item.question.id)]
        if not blocks:
            item.leave_out("mdbook-quiz has none of the questions of this case")
            return
        self._pictures.update(dict.fromkeys(item.carried()))
        item.lose_all_but("material")
        texts = [item.text("material", item.question.to_json()["material"])]
        if item.question.stem:
            texts.append(item.text("stem", item.question.stem))
            message = "mdbook-quiz has one text before questions; the stem follows the material"
            item.lose("stem", message)
            item.lose("material", message)
        self._materials[item.question.id] = "\n\n".join(texts)
        yield from blocks

    def _own(self, item: Item) -> tuple[str, dict[str, str]] | None:
        """Return the type and its own fields, or None where mdbook-quiz has no such question."""
        match item.question:
            case Single(answer=letter):
                texts = _options(item)
                if are_verdicts(texts):
                    item.lose("type", "options like True and False make it a true-false question")
                return "MultipleChoice", _choice(texts, ord(letter) - ord("A"))
            case TrueFalse(answer=right):
                return "MultipleChoice", _choice(self._words, 0 if right else 1)
            case Multiple(answer=letters):
                return "MultipleChoice", _choices(item, letters)
            case Blank(answer=accepted) if len(accepted) == 1:
                return "ShortAnswer", _short(accepted[0])
            case Blank():
                item.leave_out("mdbook-quiz has no question with several blanks")
            case Numeric(answer=number):
                message = "mdbook-quiz has no numbers; it became a short answer, compared as text"
                item.lose("type", message)
                return "ShortAnswer", _short((number,))
            case _:
                item.leave_out()
        return None


def _options(item: Item) -> list[str]:
    return [item.text("options", text) for text in values(item.question)["options"]]


def _choice(texts: Sequence[str], right: int) -> dict[str, str]:
    wrong = [text for at, text in enumerate(texts) if at != right]
    return {
        "prompt.distractors": _list(wrong),
        "prompt.answerIndex": str(right),
        "answer.answer": _string(texts[right]),
    }


def _choices(item: Item, letters: str) -> dict[str, str]:
    texts = _options(item)
    right = [text for at, text in enumerate(texts) if chr(ord("A") + at) in letters]
    wrong = [text for text in texts if text not in right]
    if [*right, *wrong] != texts:
        for field in ("options", "answer"):
            item.lose(field, "mdbook-quiz keeps right options apart; their order among all is lost")
    if not wrong:
        item.lose("options", "mdbook-quiz expects a wrong option; there is none")
    return {"prompt.distractors": _list(wrong), "answer.answer": _list(right)}


def _short(accepted: Sequence[str]) -> dict[str, str]:
    first, *others = map(one_line, accepted)
    more = {"answer.alternatives": _list(others)} if others else {}
    return {"answer.answer": _string(first), **more}


_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
_ODD = re.compile(r'[\\"\x00-\x1f\x7f]')


def _string(text: str) -> str:
    return f'"{_ODD.sub(lambda found: _escaped(found[0]), text)}"'


def _escaped(character: str) -> str:
    return _ESCAPES.get(character, f"\\u{ord(character):04X}")


def _text(text: str) -> str:
    """Return a text as TOML, over several lines if it has them."""
    if "\n" not in text:
        return _string(text)
    escaped = _ODD.sub(lambda found: found[0] if found[0] == "\n" else _escaped(found[0]), text)
    return f'"""\n{escaped}"""'


def _list(texts: Sequence[str]) -> str:
    return f"[{', '.join(map(_string, texts))}]"


# Reading.


def recognises(text: str, named: bool) -> bool:
    """Tell mdbook-quiz by a list of questions with prompts in a TOML file."""
    head = re.search(r"^[ \t]*\[\[questions\]\][ \t]*$", text, re.MULTILINE) is not None
    return head and (
        named or re.search(r"^[ \t]*(?:prompt|answer)\b", text, re.MULTILINE) is not None
    )


def read(decoded: Decoded) -> Draft:
    """Return the questions of one file, a section. Raises ReadError for what is no TOML."""
    try:
        value = tomllib.loads(decoded.text)
    except (ValueError, RecursionError) as error:  # an integer too long is a mere ValueError
        raise ReadError(f"the file is not TOML ({error})") from None
    found = value.get("questions")
    if not isinstance(found, list):
        raise ReadError("there are no [[questions]] in the file")
    draft = Draft(None, [DraftSection(None)], [], markdown=True)
    lines = [
        decoded.text.count("\n", 0, head.start(1)) + 1
        for head in re.finditer(r"^[ \t]*(\[\[questions\]\])", decoded.text, re.MULTILINE)
    ]
    materials = value.get("multipart")
    for name in sorted(value.keys() - {"questions", "multipart"}):
        message = f"'{name}' of the file has no place in a bank; it was left out"
        draft.doubts.append(Doubt(1, "not-kept", "warning", message))
    reading = _Reading(draft, materials if isinstance(materials, dict) else {})
    for at, each in enumerate(found):
        reading.take(each, lines[at] if len(lines) == len(found) else 1)
    return finished(draft)


class _Reading:
    """Adds questions to a draft one by one; those of one multipart text make a case."""

    def __init__(self, draft: Draft, materials: Mapping[str, Any]) -> None:
        self._draft = draft
        self._materials = materials
        self._case: DraftQuestion | None = None
        self._line = 1
        self._name = ""

    def take(self, value: object, line: int) -> None:
        """Add the question in a table of the file, or tell why it cannot be one."""
        self._line = line
        table = value if isinstance(value, dict) else {}
        self._name = str(table.get("id", ""))
        question = self._question(table)
        if question is None:
            self._draft.unused.append((line, f"question {self._name or table.get('type', '')}"))
            return
        context = table.get("context")
        question.explanation = context.strip("\n") if isinstance(context, str) else None
        self._tell_unread(table)
        self._owner(table.get("multipart")).append(question)

    def _tell_unread(self, table: Mapping[str, Any]) -> None:
        for owner, known in _FIELDS.items():
            for name in table[owner] if owner else table:
                if name not in known:
                    path = f"{owner}.{name}" if owner else name
                    self._doubt("not-kept", f"'{path}' has no place in a bank; it was left out")

    def _owner(self, name: object) -> list[DraftQuestion]:
        questions = self._draft.sections[0].questions
        if name is None:
            self._case = None
            return questions
        if self._case is None or self._case.id != str(name):
            material = self._materials.get(str(name))
            if not isinstance(material, str):
                self._doubt("not-kept", f"there is no text '{name}' in [multipart]")
                return questions
            case = DraftQuestion(
                "case", "", self._line, id=str(name), material=material.strip("\n")
            )
            questions.append(case)
            self._case = case
        return self._case.questions

    def _question(self, table: Mapping[str, Any]) -> DraftQuestion | None:
        prompt, answer = table.get("prompt"), table.get("answer")
        kind = table.get("type")
        if not isinstance(prompt, dict) or not isinstance(answer, dict):
            self._doubt("unknown-kind", "the question has no prompt or no answer", "error")
            return None
        if kind not in ("MultipleChoice", "ShortAnswer") or not _said(prompt, "prompt"):
            message = f"questions of type '{kind}' have no place in a bank; it was left out"
            self._doubt("unknown-kind", message, "error")
            return None
        stem = str(prompt["prompt"]).strip("\n")
        question = DraftQuestion("", stem, self._line, id=self._name)
        if kind == "ShortAnswer":
            self._read_short(question, answer)
        else:
            self._read_choice(question, prompt, answer.get("answer"))
        return question

    def _read_short(self, question: DraftQuestion, answer: Mapping[str, Any]) -> None:
        question.type = "blank"
        question.stem = re.sub(r"_{3,}", "___", question.stem)
        texts = [answer.get("answer"), *_texts(answer.get("alternatives"))]
        good = [text.strip() for text in texts if isinstance(text, str) and text.strip()]
        question.answer = [list(dict.fromkeys(good))] if good else None
        if not good:
            self._doubt("no-answer", "there is no answer", "error")

    def _read_choice(self, question: DraftQuestion, prompt: Mapping[str, Any], given: Any) -> None:
        several = isinstance(given, list)
        right = [lined(text) for text in (_texts(given) if several else _texts([given]))]
        wrong = [lined(text) for text in _texts(prompt.get("distractors"))]
        index = prompt.get("answerIndex")
        at = index if type(index) is int and 0 <= index <= len(wrong) and not several else 0
        question.type = "multiple" if several else "single"
        question.options = [*wrong[:at], *right, *wrong[at:]]
        question.answer = [chr(ord("A") + at + n) for n in range(len(right))] or None
        if prompt.get("sortAnswers") is True:
            self._sort(question, range(at, at + len(right)))
        if not right:
            self._doubt("no-answer", "there is no right option", "error")
        elif not several and are_verdicts(question.options):
            question.type, question.options = "true-false", []
            question.answer = right[0].lower() in TRUE
        if len(right) + len(wrong) > 26:
            self._doubt("options-dropped", "a bank has 26 options at most")

    def _sort(self, question: DraftQuestion, right: range) -> None:
        """Put options in the order that mdbook-quiz shows them in."""
        order = sorted(range(len(question.options)), key=question.options.__getitem__)
        question.options = [question.options[at] for at in order]
        question.answer = [chr(ord("A") + n) for n, at in enumerate(order) if at in right] or None
        message = "'prompt.sortAnswers': its options were sorted; a bank shuffles by section"
        self._doubt("not-kept", message)

    def _doubt(self, about: str, message: str, level: Level = "warning") -> None:
        named = f"{self._name}: {message}" if self._name else message
        self._draft.doubts.append(Doubt(self._line, about, level, named, self._line))


def _said(value: Mapping[str, Any], name: str) -> bool:
    text = value.get(name)
    return isinstance(text, str) and bool(text.strip())


def _texts(value: object) -> list[str]:
    found = value if isinstance(value, list) else []
    return [each for each in found if isinstance(each, str) and each.strip()]
