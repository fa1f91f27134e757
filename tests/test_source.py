"""YAML as authors write it: text stays text, and every place is the place in the file."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.problems import BankError, Where
from builder.problems import Path as ValuePath
from builder.source import Source, decode, parse, read

Places = dict[ValuePath, int]


def index_of(text: str, where: Where) -> int:
    """Return the index of a line and column, counted as an editor does."""
    lines = text.split("\n")
    return sum(len(line) + 1 for line in lines[: where.line - 1]) + where.column - 1


# Writing YAML in every style, and noting where each value stands

PLAIN = re.compile(r"[A-Za-z0-9\u4e00-\u9fff😀](?:[A-Za-z0-9\u4e00-\u9fff😀 '\"%&*.-]*[\w😀])?")
LITERAL = re.compile(r"[^\s#](?:.*\n)*.*\S", re.ASCII)

TEXTS = st.text("aZ09 中文é😀'\"\\:#-[]{},&*!|>%@`\n\u3000", max_size=12)
NAMES = st.text("abc中", min_size=1, max_size=3)
VALUES: st.SearchStrategy[Any] = st.recursive(
    TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)


class Writer:
    """Writes one value as YAML, in styles that `draw` chooses, and notes every place."""

    def __init__(self, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
        self._draw = draw
        self.text = ""
        self.places: Places = {}

    def block(self, value: Any, path: ValuePath, indent: int) -> None:
        """Write a value that follows `- ` or `name:`, ending its line."""
        if value and isinstance(value, (dict, list)) and self._draw(st.booleans()):
            self.text += "\n"
            self._lines(value, path, indent)
            return
        self.text += " " * self._draw(st.integers(1, 3))
        if isinstance(value, str) and self._is_literal(value) and self._draw(st.booleans()):
            self.places[path] = len(self.text)
            self.text += "|-\n"
            lines = (" " * indent + line if line else "" for line in value.split("\n"))
            self.text += "\n".join(lines)
        else:
            self._flow(value, path, indent)
        self.text += self._draw(st.sampled_from(["\n", "\n\n", "\n# remark\n"]))

    def _is_literal(self, value: str) -> bool:
        return LITERAL.fullmatch(value) is not None and not value.endswith("\u3000")

    def _lines(self, value: Any, path: ValuePath, indent: int) -> None:
        entries = value.items() if isinstance(value, dict) else enumerate(value)
        for place, (step, inner) in enumerate(entries):
            self.text += " " * indent
            if place == 0:
                self.places[path] = len(self.text)
            self.text += "-" if isinstance(value, list) else f"{step}:"
            self.block(inner, (*path, step), indent + 2)

    def _flow(self, value: Any, path: ValuePath, indent: int) -> None:
        self.places[path] = len(self.text)
        if isinstance(value, str):
            self.text += self._scalar(value)
            return
        opening, closing = "[]" if isinstance(value, list) else "{}"
        self.text += opening
        entries = value.items() if isinstance(value, dict) else enumerate(value)
        for place, (step, inner) in enumerate(entries):
            self.text += self._draw(st.sampled_from([", ", ",\n" + " " * indent])) if place else ""
            self.text += f"{step}: " if isinstance(value, dict) else ""
            self._flow(inner, (*path, step), indent)
        self.text += closing

    def _scalar(self, value: str) -> str:
        styles = ['"' + re.sub(r'[\\"]', r"\\\g<0>", value).replace("\n", "\\n") + '"']
        if "\n" not in value:
            styles.append("'" + value.replace("'", "''") + "'")
        if PLAIN.fullmatch(value):
            styles.append(value)
        return str(self._draw(st.sampled_from(styles)))


def walk(value: Any, path: ValuePath = ()) -> list[tuple[ValuePath, Any]]:
    """Return every value inside a value, with its path."""
    found = [(path, value)]
    if isinstance(value, (dict, list)):
        for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
            found += walk(inner, (*path, step))
    return found


@st.composite
def documents(draw: Callable[[st.SearchStrategy[Any]], Any]) -> tuple[dict[str, Any], str, Places]:
    """Draw a mapping, YAML that says it, and where each of its values stands."""
    value = draw(st.dictionaries(NAMES, VALUES, min_size=1, max_size=4))
    writer = Writer(draw)
    writer._lines(value, (), 0)
    return value, writer.text, writer.places


@given(documents())
def test_value_is_read_and_found_again(document: tuple[dict[str, Any], str, Places]) -> None:
    value, text, places = document
    source = parse(text, "x.yaml")
    assert source.value == value
    for path, inner in walk(value):
        assert index_of(text, source.where(path)) == places[path]
        assert source.value_at(path) == inner


@given(documents())
def test_offset_points_at_its_character(document: tuple[dict[str, Any], str, Places]) -> None:
    value, text, _ = document
    source = parse(text, "x.yaml")
    for path, inner in walk(value):
        if isinstance(inner, str):
            for offset, character in enumerate(inner):
                if offset and not character.isspace():
                    at = index_of(text, source.where(path, offset))
                    assert text[at] == character or text[at : at + 2] == f"\\{character}"


@given(documents())
def test_field_name_is_found(document: tuple[dict[str, Any], str, Places]) -> None:
    value, text, _ = document
    source = parse(text, "x.yaml")
    for path, _ in walk(value):
        if path and isinstance(path[-1], str):
            assert text[index_of(text, source.key_where(path)) :].startswith(f"{path[-1]}:")


@pytest.mark.parametrize(
    ("yaml", "value", "place"),
    [
        ("a: one x", "one x", (1, 8)),
        ("a: 'one ''x'''", "one 'x'", (1, 11)),
        ('a: "one \\"x\\""', 'one "x"', (1, 11)),
        ('a: "\\u4e00n\\x65 x"', "一ne x", (1, 17)),
        ("a: |-\n  one\n\n   x", "one\n\n x", (4, 4)),
        ("a: |2-\n    one\n  x", "  one\nx", (3, 3)),
        ("a: >-\n  one\n  x", "one x", (3, 3)),
        ("a: one\n  x", "one x", (2, 3)),
        ('a: "one\n  x"', "one x", (2, 3)),
        ('a: "on\\\n  e x"', "one x", (2, 5)),
        ("a: 😀 x", "😀 x", (1, 6)),
        ("a: xx xx", "xx xx", (1, 4)),
    ],
)
def test_offset_counts_characters_of_the_value(
    yaml: str, value: str, place: tuple[int, int]
) -> None:
    source = parse(yaml, "x.yaml")
    assert source.value == {"a": value}
    where = source.where(("a",), value.index("x"))
    assert (where.line, where.column) == place


LOOK_ALIKES = [
    "no", "yes", "on", "true", "12:30", "1.10", "2025-01-01", "2025-01-01T00:00:00Z", "0x1F",
    "0o17", "017", "~", "null", "Null", "1_000", "1e3", ".nan", ".inf", "-.5", "1,000", "=", "<<x",
    "5%", "a#b", "http://a.b/c", "12：30", "「x」", "x: y".replace(": ", ":"),
]  # fmt: skip


@pytest.mark.parametrize("text", LOOK_ALIKES)
def test_text_stays_text(text: str) -> None:
    for yaml in (f"a: {text}", f"a:\n  - {text}", f"a: '{text}'", f"a: |-\n  {text}"):
        (value,) = parse(yaml, "x.yaml").value.values()
        assert value in (text, [text])


@pytest.mark.parametrize("text", [each for each in LOOK_ALIKES if "," not in each])
def test_text_stays_text_in_brackets(text: str) -> None:
    assert parse(f"[{text}, {text}]", "x.yaml").value == [text, text]


def test_field_without_value_is_an_empty_text() -> None:
    assert parse("a:\nb: ''\n", "x.yaml").value == {"a": "", "b": ""}


def test_missing_value_is_placed_at_its_nearest_ancestor() -> None:
    source = parse("a:\n  - b: 1\nc: 2\n", "x.yaml")
    assert source.where(("a", 0, "c")) == Where("x.yaml", 2, 5)
    assert source.where(("a", 7, "c")) == Where("x.yaml", 2, 3)
    assert source.where(("z",)) == Where("x.yaml", 1, 1)


def parsed(text: str) -> Source | None:
    """Return what `parse` returns, or nothing where it refuses; any other exception is a fault."""
    try:
        return parse(text, "x.yaml")
    except BankError as error:
        (problem,) = error.problems
        assert 1 <= problem.where.line <= text.count("\n") + 1
        assert 1 <= problem.where.column <= max(map(len, text.split("\n"))) + 1
        return None


@given(st.text(st.characters(exclude_categories=())))
def test_any_text_is_read_or_refused(text: str) -> None:
    parsed(text)


@given(
    st.lists(st.sampled_from([*"{}[]:,-?&*!|>'\"%@`#\n\t a中😀\\~.<=", "- ", ": ", "---", "..."]))
)
def test_any_heap_of_marks_is_read_or_refused(marks: list[str]) -> None:
    parsed("".join(marks))


@given(st.binary())
def test_any_bytes_are_decoded_or_refused(data: bytes) -> None:
    with contextlib.suppress(BankError):
        assert "\r" not in decode(data, "x.yaml")


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_byte_order_marks_change_nothing(
    mark: str, ending: str, tmp_path: Path
) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(f"{mark}a: |-\n  one\n  two\nb: 中 x\n".replace("\n", ending).encode())
    source = read(path, "x.yaml")
    assert source.value == {"a": "one\ntwo", "b": "中 x"}
    assert source.where(("b",), 2) == Where("x.yaml", 4, 6)


@pytest.mark.parametrize("character", ["\0", "\x07", "\x7f", "\x85", "\u2028", "\ufeff", "\ud800"])
def test_control_characters_are_refused_where_they_stand(character: str) -> None:
    with pytest.raises(
        BankError, match=rf"^x\.yaml:2:5: error: control .* U\+{ord(character):04X}"
    ):
        parse(f"a: b\nc: d{character}e\n", "x.yaml")


def test_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    with path.open("wb") as file:
        file.truncate(65 * 1024 * 1024)
    with pytest.raises(BankError, match="larger than 16 MB"):
        read(path, "x.yaml")


def test_large_flat_file_is_read() -> None:
    rows = "".join(f"- {{id: q{number}, stem: Stem {number}}}\n" for number in range(20_000))
    source = parse(rows, "x.yaml")
    assert len(source.value) == 20_000
    assert source.where((19_999, "stem"), 5) == Where("x.yaml", 20_000, 27)
