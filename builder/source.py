"""YAML files as plain values with positions; text-first: every scalar is the text its author wrote.

Does not know what the values mean. Built on libyaml's events, because they are the fastest way
to YAML from Python and carry the place of everything.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path as FilePath
from stat import S_ISREG
from typing import Any, NoReturn

import yaml

from builder.problems import BankError, Path, Problem, Where

Value = Any  # str | list[Value] | dict[str, Value]: the edge where files come in
Mark = Any  # int | tuple[int, list[Mark]] | tuple[int, dict[str, tuple[int, Mark]]]

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_MAX_BYTES = 16 * 1024 * 1024
_MAX_TEXT = 1_000_000
_MAX_DEPTH = 32
# Also the line ends that YAML sees and editors do not, and halves of characters.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")

_HINTS = (
    ("mapping values are not allowed", "put quotes around a text that contains ': '"),
    ("could not find expected ':'", "a field is written 'name: value', with an ASCII colon"),
    ("cannot start any token", "put quotes around a text that starts with @, ` or %"),
    ("block sequence entries are not allowed", "put quotes around a text that starts with '- '"),
    ("scanning an alias", "put quotes around a text that starts with * or &"),
    ("scanning an anchor", "put quotes around a text that starts with * or &"),
    ("scanning a tag", "put quotes around a text that starts with !"),
    ("scanning a block scalar", "put quotes around a text that starts with > or |"),
    ("escape", "in double quotes a backslash begins an escape; use single quotes"),
    ("expected <block end>", "check the indentation"),
    ("did not find expected key", "check the indentation, and quote a text with quotes inside"),
    ("did not find expected '-' indicator", "check the indentation"),
    ("did not find expected node content", "put quotes around a text that starts with [ or {"),
    ("scanning a quoted scalar", "a quote is not closed"),
    ("did not find expected ',' or ']'", "a list in brackets is not closed, or needs quotes"),
    ("did not find expected ',' or '}'", "a mapping in braces is not closed, or needs quotes"),
)

# What begins with a mark that a plain text may not begin with, or is never closed.
_STARTS_BADLY = re.compile(
    "unexpected (end of stream|document indicator)|scanning (an alias|an anchor|a tag|a block)"
)


@dataclass(frozen=True)
class Source:
    """One YAML file: its plain value, and where each part of it stands.

    `mark` mirrors `value`: an index into `text` for a scalar, a pair of index and children for a
    list or a mapping. Lines and columns are counted only when somebody asks.
    """

    file: str
    text: str
    value: Value
    mark: Mark

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    def where(self, path: Path = (), offset: int = 0) -> Where:
        """Return the place of the value at `path`, or of its nearest ancestor that exists.

        `offset` counts characters inside a scalar's value.
        """
        index, value = self._find(path)
        if offset and isinstance(value, str):
            index = _raw_index(self.text, index, value, offset)
        return self._place(index)

    def key_where(self, path: Path) -> Where:
        """Return the place of the field name that `path` ends in."""
        mark = self._mark(path[:-1])
        children = mark[1] if isinstance(mark, tuple) else None
        if isinstance(children, dict) and path[-1] in children:
            return self._place(children[path[-1]][0])
        return self.where(path)

    def value_at(self, path: Path) -> Value:
        """Return the value at `path`, or its nearest ancestor that exists."""
        return self._find(path)[1]

    def _place(self, index: int) -> Where:
        from bisect import bisect_right

        line = bisect_right(self._line_starts, index)
        return Where(self.file, line, index - self._line_starts[line - 1] + 1)

    def _mark(self, path: Path) -> Mark:
        mark = self.mark
        for step in path:
            mark = _child(mark, step)
        return mark

    def _find(self, path: Path) -> tuple[int, Value]:
        mark, value = self.mark, self.value
        for step in path:
            below = _child(mark, step)
            if below is mark:  # the value is missing
                break
            mark, value = below, value[step]
        return (mark[0] if isinstance(mark, tuple) else mark), value


def _child(mark: Mark, step: str | int) -> Mark:
    if not isinstance(mark, tuple):
        return mark
    children = mark[1]
    if isinstance(children, dict):
        return children[step][1] if step in children else mark
    return children[step] if isinstance(step, int) and step < len(children) else mark


# One character of a scalar as its file writes it, by the mark the scalar begins with.
_WRITTEN = {
    "'": re.compile(r"''|\S"),
    '"': re.compile(r"\\(?:x.{2}|u.{4}|U.{8}|\n|.)|\S"),
}
_BLANK_ESCAPES = ("\\n", "\\t", "\\ ", "\\_", "\\\t", "\\\n")


def _raw_index(text: str, index: int, value: str, offset: int) -> int:
    """Find where character `offset` of a scalar stands in the file, whatever its style.

    Counts what is no white space: only that is the same in the value and, folded and indented,
    in the file.
    """
    mark = text[index : index + 1]
    start = text.find("\n", index) if mark in ("|", ">") else index + (mark in _WRITTEN)
    before = len("".join(value[:offset].split()))
    for written in _WRITTEN.get(mark, re.compile(r"\S")).finditer(text, start):
        if written.group() not in _BLANK_ESCAPES:
            before -= 1
        if before < 0:
            return written.start()
    return index


def read(path: FilePath, file: str) -> Source:
    """Return the YAML file at `path`, named `file` in problems.

    Raises BankError for a file that cannot be read or is not the YAML of a bank.
    """
    try:
        status = path.stat()
        if not S_ISREG(status.st_mode):  # a pipe or a device might never end
            raise BankError([Problem(Where(file), "this is no file with content of its own")])
        if status.st_size > _MAX_BYTES:
            size = _MAX_BYTES // 1024 // 1024
            raise BankError([Problem(Where(file), f"the file is larger than {size} MB; split it")])
        data = path.read_bytes()
    except OSError as error:
        raise BankError([Problem(Where(file), f"cannot read the file: {error.strerror}")]) from None
    return parse(decode(data, file), file)


def decode(data: bytes, file: str) -> str:
    """Return UTF-8 `data` as text, without byte-order marks and with `\\n` line ends."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8").lstrip("\ufeff")
        before = before.replace("\r\n", "\n").replace("\r", "\n")
        where = Where(file, before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)
        byte = data[error.start]
        message = f"the file is not UTF-8 (byte 0x{byte:02X}); save it as UTF-8"
        raise BankError([Problem(where, message)]) from None
    return text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def parse(text: str, file: str) -> Source:
    """Return YAML `text` as values with positions. Raises BankError with the first fault."""
    control = _CONTROL.search(text)
    if control:
        _fail(text, file, control.start(), _control_message(control.group()))
    try:
        value, mark = _Reader(text, file).document()
    except yaml.YAMLError as error:
        index, message = _yaml_fault(error, text)
        _fail(text, file, index, message)
    return Source(file, text, value, mark)


def _fail(text: str, file: str, index: int, message: str) -> NoReturn:
    raise BankError([Problem(Source(file, text, "", 0)._place(index), message)])


def _control_message(character: str) -> str:
    return f"control character U+{ord(character):04X} is not allowed"


def _yaml_fault(error: yaml.YAMLError, text: str) -> tuple[int, str]:
    parts = (getattr(error, name, None) for name in ("problem", "context"))
    said = " ".join(str(part) for part in parts if part)
    index = min(_fault_index(error, said, text), len(text))
    hint = _hint(said, text, index)
    return index, f"not valid YAML: {said or error}{'; ' if hint else ''}{hint}"


def _fault_index(error: yaml.YAMLError, said: str, text: str) -> int:
    """Return where it went wrong; what is never closed is shown where it begins."""
    mark, begin = (getattr(error, name, None) for name in ("problem_mark", "context_mark"))
    if mark is None:
        return len(text)
    if begin and (_STARTS_BADLY.search(said) or ("a flow" in said and begin.line < mark.line)):
        mark = begin
    return int(mark.index)


def _hint(said: str, text: str, index: int) -> str:
    if text[index : index + 1] == "\t" and "cannot start any token" in said:
        return "indent with spaces, not with tabs"
    if "mapping values are not allowed" in said or "expected ':'" in said:
        line = text.rfind("\n", 0, index) + 1
        lines = text[text.rfind("\n", 0, max(0, line - 1)) + 1 : index + 1]
        if re.search(r"^\s*(- )?\w+：", lines, re.MULTILINE):
            return "write the ASCII colon ': ' after a field's name, not '：'"
        if re.search(r"^\s*(- )?\w+:(?![\s/]|$)", lines, re.MULTILINE):
            return "write a space after the colon"
    return next((hint for words, hint in _HINTS if words in said), "")


class _Reader:
    """Reads one document from the event stream. Lives for one file."""

    def __init__(self, text: str, file: str) -> None:
        self._text = text
        self._file = file
        self._next = _LOADER(text).get_event

    def document(self) -> tuple[Value, Mark]:
        self._next()  # stream start
        event = self._next()
        if type(event) is yaml.StreamEndEvent:
            self._fail(0, "the file is empty")
        value, mark = self._node(self._next(), 0)
        self._next()  # document end
        event = self._next()
        if type(event) is not yaml.StreamEndEvent:
            self._fail(event.start_mark.index, "only one YAML document is allowed in a file")
        return value, mark

    def _fail(self, index: int, message: str) -> NoReturn:
        _fail(self._text, self._file, index, message)

    def _node(self, event: Any, depth: int) -> tuple[Value, Mark]:
        kind = type(event)
        if kind is yaml.ScalarEvent and event.anchor is None and event.tag is None:
            return self._text_of(event), event.start_mark.index
        index = event.start_mark.index
        if kind is yaml.AliasEvent or event.anchor is not None:
            self._fail(index, "anchors and aliases (&, *) are not allowed; quote the text")
        if event.tag is not None:
            self._fail(index, "tags (!) are not allowed; quote the text")
        if depth >= _MAX_DEPTH:
            self._fail(index, f"nested more than {_MAX_DEPTH} levels deep")
        if kind is yaml.SequenceStartEvent:
            return self._sequence(index, depth + 1)
        return self._mapping(index, depth + 1)

    def _text_of(self, event: Any) -> str:
        value: str = event.value
        style = event.style
        if len(value) > _MAX_TEXT:
            message = f"this text has {len(value):,} characters; a text may have {_MAX_TEXT:,}"
            self._fail(event.start_mark.index, message)
        if style == '"' and (control := _CONTROL.search(value)):
            hint = "; in double quotes a backslash begins an escape, use single quotes"
            self._fail(event.start_mark.index, _control_message(control.group()) + hint)
        return value.rstrip("\n") if style in ("|", ">") else value

    def _sequence(self, index: int, depth: int) -> tuple[list[Value], Mark]:
        values: list[Value] = []
        marks: list[Mark] = []
        while type(event := self._next()) is not yaml.SequenceEndEvent:
            value, mark = self._node(event, depth)
            values.append(value)
            marks.append(mark)
        return values, (index, marks)

    def _mapping(self, index: int, depth: int) -> tuple[dict[str, Value], Mark]:
        values: dict[str, Value] = {}
        marks: dict[str, tuple[int, Mark]] = {}
        following = self._next
        while type(event := following()) is not yaml.MappingEndEvent:
            at = event.start_mark.index
            key, _ = self._node(event, depth)
            if not isinstance(key, str):
                hint = "put quotes around a text that starts with { or ["
                self._fail(at, f"a field's name must be a text; {hint}")
            if key in values:
                self._fail(at, f"field '{key}' is written twice")
            values[key], mark = self._node(following(), depth)
            marks[key] = (at, mark)
        return values, (index, marks)
