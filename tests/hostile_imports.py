"""Attacks as other systems' files: each format's own way to say a question, packed files, and the
banks that come of importing them. Tests nothing itself.
"""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from builder import importing, load
from builder import source as source_text
from builder.problems import BankError, UsageError
from tests import office_files
from tests.banks import write_bank
from tests.hostile_bank import attacks


def _csv(text: str) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(["type", "stem", "option A", "option B", "answer", "explanation"])
    writer.writerow(["single", text, text, "two", "A", text])
    return stream.getvalue()


def _json(text: str) -> str:
    question = {"stem": text, "type": "single", "options": [text, "b"], "answer": "A"}
    return json.dumps([{**question, "explanation": text}], ensure_ascii=False)


def _gift(text: str) -> str:
    said = "".join(f"\\{sign}" if sign in "~=#{}:\\" else sign for sign in text)
    return f"::t::{said}{{={said}#{said} ~b}}\n"


def _moodle(text: str, cdata: bool = False) -> str:
    said = f"<![CDATA[{text.replace(']]>', ']]]]><![CDATA[>')}]]>" if cdata else escape(text)
    return (
        '<?xml version="1.0"?><quiz><question type="multichoice">'
        f"<name><text>{said}</text></name><questiontext format='html'><text>{said}</text>"
        f"</questiontext><answer fraction='100'><text>{said}</text></answer>"
        "<answer fraction='0'><text>b</text></answer></question></quiz>"
    )


def _line(text: str) -> str:
    return " ".join(text.split())


def _xml(text: str) -> str:
    """Return a text as XML can hold it: without what no XML may hold."""
    return escape(re.sub(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", " ", text))


def _qti_1_2(text: str, kind: str) -> str:
    said = f'<material><mattext texttype="{kind}">{_xml(text)}</mattext></material>'
    rows = "".join(
        f'<response_label ident="{at}">{label}</response_label>'
        for at, label in enumerate((said, "<material><mattext>b</mattext></material>"))
    )
    return (
        '<?xml version="1.0"?><questestinterop><item ident="i"><presentation>'
        f'{said}<response_lid ident="R" rcardinality="Single"><render_choice>{rows}'
        "</render_choice></response_lid></presentation><resprocessing><respcondition>"
        '<conditionvar><varequal respident="R">0</varequal></conditionvar>'
        '<setvar action="Set" varname="SCORE">100</setvar></respcondition></resprocessing>'
        f'<itemfeedback ident="general_fb">{said}</itemfeedback></item></questestinterop>'
    )


_SPACES = {
    "": "http://www.imsglobal.org/xsd/imsqti_v2p1",
    "qti-": "http://www.imsglobal.org/xsd/imsqtiasi_v3p0",
}


def _qti(said: str, mark: str = "") -> str:
    """Return an item of QTI 2.1, or with `qti-` for a mark of 3.0; `said` is XML."""

    def tag(name: str) -> str:
        kebab = re.sub("([A-Z])", lambda found: f"-{found[0].lower()}", name)
        return f"{mark}{kebab}" if mark else name

    response, base = ("response-identifier", "base-type") if mark else (
        "responseIdentifier", "baseType",
    )  # fmt: skip
    choice, item, body = tag("simpleChoice"), tag("assessmentItem"), tag("itemBody")
    declared, correct, value = tag("responseDeclaration"), tag("correctResponse"), tag("value")
    return (
        f'<?xml version="1.0"?><{item} xmlns="{_SPACES[mark]}" identifier="i" title="i">'
        f'<{declared} identifier="R" cardinality="single" {base}="identifier">'
        f"<{correct}><{value}>a</{value}></{correct}></{declared}><{body}><div>{said}</div>"
        f'<{tag("choiceInteraction")} {response}="R"><{choice} identifier="a">{said}</{choice}>'
        f'<{choice} identifier="b">b</{choice}></{tag("choiceInteraction")}></{body}></{item}>'
    )


def _xlsx(text: str) -> bytes:
    said = _xml(text).replace("&#x27;", "'")
    rows = [["type", "stem", "option A", "option B", "answer"], ["single", said, said, "b", "A"]]
    return office_files.xlsx({"S": rows})


def _word(said: str) -> bytes:
    rows = (f"1. {said}", f"A. {said}", "B. b", "答案：A", f"解析：{said}")
    return office_files.docx(
        "".join(f'<w:p><w:r><w:t xml:space="preserve">{row}</w:t></w:r></w:p>' for row in rows)
    )


FORMATS: Mapping[str, tuple[tuple[str, Callable[[str], str | bytes]], ...]] = {
    "text": (
        ("as it is", lambda text: f"1. {text}\nA. {text}\nB. b\n答案：A\n解析：{text}\n"),
    ),
    "html": (
        ("as markup", lambda text: f"<p>1. Q {text}</p><p>A. {text}</p><p>B. b</p><p>答案：A</p>"),
        ("as text", lambda text: f"<p>1. Q {escape(text)}</p><p>A. a</p><p>B. b</p><p>答案：A</p>"),
    ),
    "csv": (("in cells", _csv),),
    "json": (("in fields", _json), ("as it is", lambda text: text)),
    "gift": (("escaped", _gift), ("as it is", lambda text: f"{text}{{={text} ~b}}\n")),
    "moodle-xml": (
        ("as text", _moodle),
        ("as markup", lambda text: _moodle(text, cdata=True)),
        ("as it is", lambda text: text),
    ),
    "aiken": (
        ("as it is", lambda text: f"{_line(text)}\nA. {_line(text)}\nB. b\nANSWER: A\n"),
    ),
    "mdbook-quiz": (
        ("in strings", lambda text: (
            f'[[questions]]\ntype = "MultipleChoice"\nprompt.prompt = {json.dumps(text)}\n'
            f'answer.answer = {json.dumps(text)}\nprompt.distractors = ["b"]\n'
        )),
    ),
    "rexams": (
        ("as it is", lambda text: (
            f"Question\n========\n{text}\n\nAnswerlist\n----------\n* {_line(text)}\n* b\n\n"
            "Meta-information\n================\nextype: schoice\nexsolution: 10\nexname: x\n"
        )),
    ),
    "text2qti": (("as it is", lambda text: f"1. {_line(text)}\n*a) {_line(text)}\nb) b\n"),),
    "qti": (
        ("1.2, as text", lambda text: _qti_1_2(text, "text/plain")),
        ("1.2, as markup", lambda text: _qti_1_2(text, "text/html")),
        ("2.1, as text", lambda text: _qti(_xml(text))),
        ("2.1, as markup", _qti),
        ("3.0, as text", lambda text: _qti(_xml(text), "qti-")),
        ("3.0, as markup", lambda text: _qti(text, "qti-")),
        ("as it is", lambda text: text),
    ),
    "xlsx": (("in cells", _xlsx),),
    "word": (("as text", lambda text: _word(_xml(text))), ("as markup", _word)),
}  # fmt: skip
"""By format: how a text gets into a file of it."""


def files() -> Iterator[tuple[str, str, bytes]]:
    """Yield every attack in every format: its name, the format, the file."""
    for attack in attacks():
        text = attack.text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
        for form, ways in FORMATS.items():
            for way, write in ways:
                data = write(text)
                yield (
                    f"{attack.name}, {way}",
                    form,
                    data.encode() if isinstance(data, str) else data,
                )


def _named(question: dict[str, Any], name: str) -> dict[str, Any]:
    """Return a question under another id, and its parts under theirs."""
    parts = question.get("questions")
    if not isinstance(parts, list):
        return {**question, "id": name}
    own = [{**part, "id": f"{name}-{place}"} for place, part in enumerate(parts)]
    return {**question, "id": name, "questions": own}


def imported_bank(folder: Path, every: int = 1) -> tuple[Path, Counter[str]]:
    """Write a bank of what `import` makes of the attacks; return it and what became of the files.

    Each is imported on its own. What lacks a key, as its author would be told, is left out.
    """
    became: Counter[str] = Counter()
    questions: dict[str, list[dict[str, Any]]] = {}
    bank: dict[str, str | bytes] = {}
    for number, (_, form, content) in enumerate(files()):
        if number % every:
            continue
        source = folder / "source"
        source.write_bytes(content)
        try:
            read = importing.exam_files(importing.read([source], form), "en", "T")
            load.bank(write_bank(folder / "alone", {f"e/{name}": read[name] for name in read}))
        except (UsageError, BankError):
            became["refused, or without a key"] += 1
            continue
        finally:
            shutil.rmtree(folder / "alone", ignore_errors=True)
        became["imported"] += 1
        for name, data in read.items():
            if not name.endswith(".yaml"):
                bank[f"{form}/{name}"] = data
            elif name != "exam.yaml":
                section: Any = source_text.parse(data.decode(), name).value
                shared = {key: section[key] for key in ("type", "points") if key in section}
                questions.setdefault(form, []).extend(
                    {**shared, **each} for each in section["questions"]
                )
    for form, asked in questions.items():
        bank[f"{form}/exam.yaml"] = f"title: {form}\nlanguage: en\n"
        named = [_named(each, f"{form}-{number}") for number, each in enumerate(asked)]
        for first in range(0, len(named), 25):
            section = {"title": "S", "questions": named[first : first + 25]}
            bank[f"{form}/s{first}.yaml"] = json.dumps(section, ensure_ascii=False)
    return write_bank(folder, bank), became


def _packed(*entries: tuple[str, bytes], link: bool = False) -> bytes:
    stream = io.BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as into:
        for name, data in entries:
            entry = ZipInfo(name)
            if link:
                entry.create_system, entry.external_attr = 3, 0o120777 << 16
            entry.compress_type = ZIP_DEFLATED
            into.writestr(entry, data)
    return stream.getvalue()


_TYPES = b'<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_ENTITY = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' + b"".join(
    b'<!ENTITY %c "%s">' % (98 + at, b"&%c;" % (97 + at) * 10) for at in range(9)
) + b"]><x>&j;</x>"  # fmt: skip
_DEEP = f'<w:document xmlns:w="{_W}">{"<w:p>" * 50_000}'.encode()


def packed() -> Iterator[tuple[str, str, bytes]]:
    """Yield archives made to do harm: what they try, the format they claim, the file."""
    document, sheet, manifest = "word/document.xml", "xl/workbook.xml", "imsmanifest.xml"
    for form, main in (("word", document), ("xlsx", sheet), ("qti", manifest)):
        yield from ((what, form, data) for what, data in _archives(main))
    yield "bomb", "word", _packed((document, b" " * 110_000_000))
    media = (f"word/media/{at}.png" for at in range(40))
    yield (
        "many bombs",
        "word",
        _packed((document, b"<x/>"), *((n, bytes(5_000_000)) for n in media)),
    )
    yield "many names", "word", _packed(*((f"{at}", b"") for at in range(30_000)))


def _archives(main: str) -> Iterator[tuple[str, bytes]]:
    first = ("[Content_Types].xml", _TYPES)
    own = (main, b"<x/>")
    yield "path upwards", _packed(first, ("../../../tmp/out.xml", b"x"), own)
    yield "absolute path", _packed(first, ("/tmp/out.xml", b"x"), own)
    yield "path of Windows", _packed(first, ("..\\..\\out.xml", b"x"), own)
    yield "link", _packed((main, b"/etc/passwd"), link=True)
    yield "entities", _packed(first, (main, _ENTITY))
    external = b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'
    yield "file by entity", _packed(first, (main, external))
    yield "nested deeply", _packed(first, (main, _DEEP))
    yield "names twice", _twice(main)
    yield "cut off", _packed(first, (main, b"<x/>" * 1000))[:-40]
    yield "nothing", _packed()


def _twice(name: str) -> bytes:
    stream = io.BytesIO()
    with ZipFile(stream, "w") as into:
        into.writestr(name, b"<x/>")
    data = stream.getvalue()
    return data + data
