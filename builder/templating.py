"""Jinja for the templates that come with exampress, compiled to faster code.

A dot is an attribute and brackets are an item, never either; a call is a call; a name is there;
markup is not escaped again; what is said is put on a list, not handed up piece by piece. That
halves the time of rendering. An author's own templates keep every convenience of Jinja. Knows no
page and no question.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Iterable, Mapping, MutableMapping
from contextlib import suppress
from keyword import iskeyword
from pathlib import Path
from types import CodeType
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context as JinjaContext
from jinja2.runtime import Macro as JinjaMacro
from jinja2.runtime import new_context
from jinja2.utils import missing
from markupsafe import Markup, escape


class Environment(jinja2.Environment):
    """Strict, escaping HTML; templates below `trusted` are compiled to the faster code."""

    context_class: type[JinjaContext]

    def __init__(self, folders: Iterable[Path], trusted: Path) -> None:
        super().__init__(
            loader=jinja2.FileSystemLoader([str(folder) for folder in folders]),
            autoescape=jinja2.select_autoescape(("html",), default=False),
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            bytecode_cache=_Compiled(trusted),
        )
        self.trusted = f"{trusted}/"
        self.code_generator_class = _Generator
        self.context_class = _Context
        self._loaded: dict[str, jinja2.Template] = {}

    def render(self, name: str, values: Mapping[str, Any]) -> str:
        """Return what a template says of `values`. Raises whatever the template raises."""
        template = self.get_template(name)
        variables = _Variables(self.globals, **values)
        context = new_context(self, template.name, template.blocks, variables, shared=True)
        try:
            return self.concat(template.root_render_func(context))
        except Exception:  # noqa: BLE001  # raised again, with the lines of the templates
            self.handle_exception()

    def get_template(
        self,
        name: str | jinja2.Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002
    ) -> jinja2.Template:
        """Return a template; at once when it is asked for again, as it is for every page."""
        if not isinstance(name, str) or globals is not None:
            return super().get_template(name, parent, globals)
        if name not in self._loaded:
            self._loaded[name] = super().get_template(name, parent)
        return self._loaded[name]

    def _compile(self, source: str, filename: str) -> CodeType:
        """Compile generated code with our own names; Jinja keeps this hook for that."""
        ours = "; from builder.templating import Macro, escape_once as escape\n"  # one line
        return super()._compile(source.replace("\n", ours, 1), filename)


class _Variables(dict[str, Any]):
    """What a template knows by name; a name that stands for nothing is said to be missing."""

    def __missing__(self, name: str) -> Any:
        return missing


class _Context(JinjaContext):
    """Keeps what a template was given and what it sets in one dictionary, and asks that at once."""

    def __init__(
        self,
        environment: jinja2.Environment,
        parent: dict[str, Any],
        name: str | None,
        blocks: dict[str, Any],
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002
    ) -> None:
        variables = parent if type(parent) is _Variables else _Variables(parent)
        super().__init__(environment, variables, name, blocks, globals)
        self.vars = variables
        self.resolve_or_missing = variables.__getitem__  # type: ignore[assignment, method-assign]


class _Compiled(jinja2.BytecodeCache):
    """Keeps compiled templates in a `__pycache__` beside them, as Python keeps compiled modules.

    Compiling all of them takes about as long as building a site of a thousand questions.
    """

    def __init__(self, trusted: Path) -> None:
        self._trusted = f"{trusted}/"
        self._folder = trusted / "__pycache__"
        made_by = (jinja2.__version__, Path(__file__).read_bytes())
        self._maker = hashlib.blake2s(repr(made_by).encode()).hexdigest()

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Return the file's name, or nothing for a template that is not ours."""
        if not (filename or "").startswith(self._trusted):
            return ""
        return f"{name.replace('/', '-')}.{sys.implementation.cache_tag}.pyc"

    def get_source_checksum(self, source: str) -> str:
        """Return what changes with a template and with how it is compiled."""
        return hashlib.blake2s(f"{self._maker}{source}".encode()).hexdigest()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket, if its template was compiled before."""
        if bucket.key:
            with suppress(OSError), (self._folder / bucket.key).open("rb") as file:
                bucket.load_bytecode(file)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a compiled template; where nothing can be written it is compiled each time."""
        if not bucket.key or sys.dont_write_bytecode:
            return
        with suppress(OSError):
            self._folder.mkdir(exist_ok=True)
            own = self._folder / f"{bucket.key}.{os.getpid()}"
            own.write_bytes(bucket.bytecode_to_string())
            own.replace(self._folder / bucket.key)


_SPECIAL = re.compile("[<>&\"']").search


def escape_once(value: object) -> str:
    """Return `value` as HTML: as it is if it is markup, or has nothing to escape.

    Jinja copies markup each time it is printed, which took a quarter of the rendering.
    """
    if type(value) is str:
        return value if _SPECIAL(value) is None else escape(value)
    if type(value) is Markup:
        return value
    if value is missing:
        raise jinja2.UndefinedError("a name of the template stands for nothing")
    return str(value) if type(value) is int else escape(value)


def unescaped(value: Any) -> Any:
    """Return words to be said on many pages: those with nothing to escape are markup already."""
    if isinstance(value, Mapping):
        return {name: unescaped(each) for name, each in value.items()}
    if isinstance(value, list):
        return [unescaped(each) for each in value]
    plain = type(value) is str and not _SPECIAL(value)
    return Markup(value) if plain else value  # noqa: S704


_new_text = str.__new__


class Macro(JinjaMacro):
    """A macro of Jinja with a short way for the plain call: every argument, none by name."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if kwargs or len(args) != self._argument_count or self.caller:
            return super().__call__(*args, **kwargs)
        return _new_text(Markup, self._func(*args))  # Jinja does the same, by a longer way


_SAID = "said"
"""The name of the list of what a template or a block of it says, in generated code."""


class _Generator(CodeGenerator):
    """Writes plain Python for dots, brackets and calls in trusted templates.

    An `if` without `else` says nothing there, and markup is printed without a call. A template and
    its blocks return lists of what they say, where Jinja has generators.
    """

    environment: Environment

    @property
    def _trusted(self) -> bool:
        return (self.filename or "").startswith(self.environment.trusted)

    def write_commons(self) -> None:
        super().write_commons()
        if self._trusted:
            self.writeline(f"{_SAID} = []")

    def writeline(self, x: str, node: nodes.Node | None = None, extra: int = 0) -> None:
        if self._trusted and x == "if 0: yield None":  # what makes a function a generator
            return
        if self._trusted and x == "yield from parent_template.root_render_func(context)":
            x = "return parent_template.root_render_func(context)"
        super().writeline(x, node, extra)

    def blockvisit(self, nodes: Iterable[nodes.Node], frame: Frame) -> None:
        if self._trusted and frame.buffer is None:
            frame.buffer = _SAID
        super().blockvisit(nodes, frame)

    def leave_frame(self, frame: Frame, with_python_scope: bool = False) -> None:
        super().leave_frame(frame, with_python_scope)
        is_child = frame.rootlevel and self.has_known_extends
        if self._trusted and (frame.rootlevel or frame.block_frame) and not is_child:
            self.writeline(f"return {_SAID}")

    def visit_Block(self, node: nodes.Block, frame: Frame) -> None:  # noqa: N802
        if not self._trusted or node.scoped or node.required:
            super().visit_Block(node, frame)
        elif not (frame.toplevel and self.has_known_extends):
            block = f"context.blocks[{node.name!r}][0]({self.get_context_ref()})"
            self.writeline(f"{frame.buffer} += {block}", node)

    def visit_Name(self, node: nodes.Name, frame: Frame) -> None:  # noqa: N802
        if self._trusted and node.ctx == "load":
            self.write(frame.symbols.ref(node.name))
        else:
            super().visit_Name(node, frame)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        if not self._trusted or iskeyword(node.attr):
            super().visit_Getattr(node, frame)
            return
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:  # noqa: N802
        if not self._trusted or isinstance(node.arg, nodes.Slice):
            super().visit_Getitem(node, frame)
            return
        self.visit(node.node, frame)
        self.write("[")
        self.visit(node.arg, frame)
        self.write("]")

    def visit_Call(  # noqa: N802
        self, node: nodes.Call, frame: Frame, forward_caller: bool = False
    ) -> None:
        if not self._trusted or forward_caller:
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.write("(")
        self.visit(node.node, frame)
        self.write(")(")
        for index, argument in enumerate(node.args):
            self.write(", " if index else "")
            self.visit(argument, frame)
        for index, keyword in enumerate(node.kwargs):
            self.write(", " if index or node.args else "")
            self.visit(keyword, frame)
        self.write(")")

    def visit_CondExpr(self, node: nodes.CondExpr, frame: Frame) -> None:  # noqa: N802
        if self._trusted and node.expr2 is None:
            node = nodes.CondExpr(node.test, node.expr1, nodes.Const(""), lineno=node.lineno)
        super().visit_CondExpr(node, frame)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if self._trusted and frame.eval_ctx.autoescape:
            self.write("(" if _is_harmless(node) else "(_said if (_said := ")
        else:
            super()._output_child_pre(node, frame, finalize)

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if self._trusted and frame.eval_ctx.autoescape:
            harmless = _is_harmless(node)
            self.write(")" if harmless else ").__class__ is Markup else escape(_said))")
        else:
            super()._output_child_post(node, frame, finalize)


def _is_harmless(node: nodes.Node | None) -> bool:
    """Tell whether only words of the template can be said, and none of them is escaped."""
    if isinstance(node, nodes.CondExpr):
        return _is_harmless(node.expr1) and (node.expr2 is None or _is_harmless(node.expr2))
    return isinstance(node, nodes.Const) and type(node.value) is str and not _SPECIAL(node.value)
