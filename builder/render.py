"""Pages to files, through Jinja. Decides nothing about what a page shows."""

from __future__ import annotations

import hashlib
import json
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from builder.locales import LOCALES, say
from builder.model import ROOT, Artifact, Page, View, plain_number
from builder.problems import UsageError
from builder.source import parse

_PACKAGE = Path(__file__).parent
BUILT_IN = next(
    path for path in (_PACKAGE / "templates", _PACKAGE.parent / "templates") if path.is_dir()
)
"""The templates that come with exampress: inside the wheel, or beside the package."""

# The order in which scripts and sheets are joined.
SCRIPTS = (
    "check.js",
    "store.js",
    "page.js",
    "fields.js",
    "overview.js",
    "marks.js",
    "grading.js",
    "practice.js",
)
SHEETS = ("content.css", "site.css")
PAPER_SHEETS = ("content.css", "paper.css")


class Renderer:
    """Turns pages into artifacts with one set of templates; lives for one build."""

    def __init__(self, own_templates: Path | None, site: Mapping[str, Any]) -> None:
        folders = [path for path in (own_templates, BUILT_IN) if path and path.is_dir()]
        self._environment = _environment(folders)
        self._folders = folders
        self._words = {name: self._locale(name) for name in LOCALES}
        self._pieces: dict[tuple[str, int, str, float], tuple[View, Markup]] = {}
        self.assets = tuple(self._bundles())
        paths = {
            artifact.path.rpartition("/")[2].partition(".")[0]: artifact.path
            for artifact in self.assets
        }
        self._environment.globals |= {
            "site": site,
            "assets": paths,
            "web": self._piece("web"),
            "paper": self._piece("paper"),
            "key": self._piece("key"),
        }

    def page(self, page: Page) -> Artifact:
        """Return one page as HTML."""
        words = self._words[page.locale]
        try:
            template = self._environment.get_template(page.template)
            html = template.render(page=page, content=page.content, t=words, root=page.root)
        except jinja2.TemplateError as error:
            raise UsageError(_template_fault(error, page)) from error
        return Artifact(page.path, html.replace(ROOT, page.root).encode())

    def _piece(self, kind: str) -> Callable[..., Markup]:
        """Return a function for templates that renders one question, once for equal arguments."""

        def piece(view: View, t: Mapping[str, Any], measure: float = 0) -> Markup:
            known = (kind, id(view), t["locale"], measure)
            if known not in self._pieces:
                macros = self._macros(view.type)
                macro = getattr(macros, kind)
                extra = (measure,) if kind == "paper" else ()
                html = Markup(str(macro(view, t, *extra)).strip())  # noqa: S704
                self._pieces[known] = (view, html)  # the view lives as long as its number
            return self._pieces[known][1]

        return piece

    def _macros(self, type_name: str) -> Any:
        name = type_name.replace("-", "_")
        return self._environment.get_template(f"questions/{name}.html").module

    def _locale(self, name: str) -> dict[str, Any]:
        text = self._read(f"locales/{name}.yaml")
        words: dict[str, Any] = parse(text, f"templates/locales/{name}.yaml").value
        return {**words, "locale": name}

    def _read(self, name: str) -> str:
        """Return a file of the templates; a user's own file wins."""
        path = next(path for folder in self._folders if (path := folder / name).is_file())
        return path.read_text(encoding="utf-8")

    def _bundles(self) -> Iterator[Artifact]:
        yield _hashed("icon", "svg", self._read("assets/icon.svg"))
        for name, words in self._words.items():
            script = f"globalThis.exampress = {{ words: {json_data(words['client'])} }};\n"
            yield _hashed(f"words-{name}", "js", script)
        script = "\n".join(self._read(f"assets/js/{name}") for name in SCRIPTS)
        yield _hashed("app", "js", script)
        for name, sheets in (("site", SHEETS), ("paper", PAPER_SHEETS)):
            yield _hashed(name, "css", "\n".join(self._read(f"assets/css/{s}") for s in sheets))


def _template_fault(error: jinja2.TemplateError, page: Page) -> str:
    """Return where a template fails; only a template of one's own can."""
    if isinstance(error, jinja2.TemplateSyntaxError):
        return f"templates/{error.name}:{error.lineno}: {error.message}"
    if isinstance(error, jinja2.TemplateNotFound):
        return f"templates/{page.template}: there is no template '{error.name}'"
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if "templates" in frame.filename
    ]
    place = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else f"templates/{page.template}"
    return f"{place}: {error.message}"


def _hashed(name: str, ending: str, text: str) -> Artifact:
    digest = hashlib.blake2s(text.encode(), digest_size=5).hexdigest()
    return Artifact(f"assets/{name}.{digest}.{ending}", text.encode())


def _environment(folders: Iterable[Path]) -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader([str(folder) for folder in folders]),
        autoescape=jinja2.select_autoescape(("html",), default=False),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.globals |= {"say": say}
    environment.filters |= {
        "json": json_data,
        "number": _number,
        "css": css_string,
        "ordinal": ordinal,
    }
    return environment


def json_data(value: object) -> Markup:
    """Return `value` as JSON that can stand inside a `<script type="application/json">`."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)  # noqa: S704


def css_string(text: str) -> str:
    """Return `text` as a quoted CSS string."""
    safe = "".join(
        c if c.isalnum() or c in " -_.,·：，。、（）" else f"\\{ord(c):x} " for c in text
    )
    return f'"{safe}"'


_DIGITS = "〇一二三四五六七八九"


def ordinal(number: int, locale: str) -> str:
    """Return a section's ordinal: 一, 二 … 十一 in Chinese, I, II … elsewhere (1 to 99)."""
    if locale.startswith("zh"):
        tens, ones = divmod(number, 10)
        head = ("" if tens == 1 else _DIGITS[tens]) + "十" if tens else ""
        return head + (_DIGITS[ones] if ones or not tens else "")
    roman = ""
    for value, sign in (
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ):
        count, number = divmod(number, value)
        roman += sign * count
    return roman


def _number(value: float) -> str:
    return str(plain_number(value))
