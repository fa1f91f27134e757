"""Jinja compiled in our way: the same pages, and all of Jinja for an author's own templates."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import jinja2
import pytest
from jinja2 import nodes
from jinja2.meta import find_undeclared_variables
from markupsafe import Markup

from builder import render
from builder.options import BUILT_IN
from builder.templating import Environment, escape_once, unescaped

TEXT = """\
{% macro pair(a, b=2, c=3) %}{{ a }}-{{ b }}-{{ c }};{% endmacro %}
{% macro wrapped() %}[{{ caller() }}]{% endmacro %}
{% for each in thing.list if each %}{{ loop.index }}{{ pair(each, c=thing.words["<"]) }}
{{- pair(each, 1, 2) }}{{ pair(each) }}{% endfor %}
{% call wrapped() %}{{ thing.words["<"] }}{% endcall %}{{ thing.list[1:] }}{{ thing.list[0] }}
{{ "a,b".split(",") | join("&") }}
"""
GIVEN = ("page", "content", "t", "root", "home", "dialogs", "site", "assets", "web", "paper", "key",
         "solution", "label", "slot", "gap", "bubbles", "furniture", "seal", "self",
         "super")  # fmt: skip
"""What `Renderer` gives a template."""
THING = SimpleNamespace(list=["x", "<y>", "", Markup("<b>")], words={"<": "<&>"})


def _environment(folder: Path, trusted: Path, text: str) -> Environment:
    folder.mkdir(exist_ok=True)
    (folder / "page.html").write_text(text, encoding="utf-8")
    return Environment([folder], trusted)


def test_faster_code_says_what_jinja_says(tmp_path: Path) -> None:
    ours = _environment(tmp_path, tmp_path, TEXT).get_template("page.html").render(thing=THING)
    plain = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    assert ours == plain.from_string(TEXT).render(thing=THING)
    assert "&lt;y&gt;-2-&lt;&amp;&gt;" in ours


@pytest.mark.parametrize("text", ["{{ thing.words.x }}", "{{ thing['list'] }}"])
def test_trusted_templates_say_what_they_mean(tmp_path: Path, text: str) -> None:
    template = _environment(tmp_path, tmp_path, text).get_template("page.html")
    with pytest.raises((AttributeError, TypeError)):
        template.render(thing=THING)


def test_name_that_stands_for_nothing_is_not_printed(tmp_path: Path) -> None:
    template = _environment(tmp_path, tmp_path, "{{ nobody }}").get_template("page.html")
    with pytest.raises(jinja2.UndefinedError):
        template.render()


def test_our_templates_name_only_what_there_is() -> None:
    environment = render._environment([BUILT_IN])
    given = {*environment.globals, *GIVEN}
    for path in (path for ending in ("html", "css") for path in BUILT_IN.rglob(f"*/*.{ending}")):
        tree = environment.parse(path.read_text(encoding="utf-8"))
        own = {node.name for node in tree.find_all(nodes.Name) if node.ctx != "load"}
        own |= {node.name for node in tree.find_all(nodes.Macro)}
        own |= {str(name) for node in tree.find_all(nodes.FromImport) for name in node.names}
        assert not find_undeclared_variables(tree) - given - own, path


def test_own_templates_keep_the_conveniences_of_jinja(tmp_path: Path) -> None:
    text = "{{ words.x }} {{ thing['list'][0] }} {{ thing.none is defined }}"
    template = _environment(tmp_path / "own", tmp_path / "ours", text).get_template("page.html")
    assert template.render(words={"x": "dot"}, thing=THING) == "dot x False"


def test_text_is_escaped_and_markup_is_not() -> None:
    assert escape_once("<b>&") == Markup("&lt;b&gt;&amp;")
    markup = Markup("<b>")
    assert escape_once(markup) is markup


def _compiled(folder: Path) -> list[Path]:
    return sorted((folder / "__pycache__").glob("*.pyc"))


def test_templates_are_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    assert _environment(tmp_path, tmp_path, "{{ 1 }}").render("page.html", {}) == "1"
    [kept] = _compiled(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(Environment, "compile", None)  # nothing is compiled again
        assert Environment([tmp_path], tmp_path).render("page.html", {}) == "1"
    assert _environment(tmp_path, tmp_path, "{{ 2 }}").render("page.html", {}) == "2"
    kept.write_bytes(kept.read_bytes()[:-20])
    assert Environment([tmp_path], tmp_path).render("page.html", {}) == "2"


def test_templates_of_others_and_where_python_keeps_nothing_leave_no_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    _environment(tmp_path / "own", tmp_path / "ours", "{{ 1 }}").render("page.html", {})
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    _environment(tmp_path / "ours", tmp_path / "ours", "{{ 1 }}").render("page.html", {})
    assert list(tmp_path.rglob("__pycache__")) == []


def test_a_folder_that_cannot_be_written_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    (tmp_path / "__pycache__").write_text("in the way")
    assert _environment(tmp_path, tmp_path, "{{ 1 }}").render("page.html", {}) == "1"


def test_words_with_nothing_to_escape_are_markup_already() -> None:
    said = unescaped({"plain": ["对", 3], "special": "a < b"})
    assert said == {"plain": ["对", 3], "special": "a < b"}
    assert [type(each) for each in (*said["plain"], said["special"])] == [Markup, int, str]
