"""Pages to files, through Jinja. Decides nothing about what a page shows."""

from __future__ import annotations

import hashlib
import json
import re
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import jinja2
from markupsafe import Markup

from builder.identity import number_field
from builder.locales import LOCALES, ordinal, say
from builder.model import ROOT, Artifact, Page, View, plain_number
from builder.options import BUILT_IN as BUILT_IN
from builder.options import template_folders
from builder.problems import UsageError
from builder.templating import Environment, unescaped
from builder.words import words

if TYPE_CHECKING:
    from builder.pictures import Pictures

# The order in which scripts and sheets are joined. The first ones run before a page is drawn.
FIRST_SCRIPTS = ("records.js", "store.js", "shared.js", "looks.js", "early.js", "scripts.js")
SCRIPTS = (
    "check.js",
    "page.js",
    "settings.js",
    "fields.js",
    "forms.js",
    "letters.js",
    "form.js",
    "keys.js",
    "marks.js",
    "grading.js",
    "verdict.js",
    "overview.js",
    "items.js",
    "memory.js",
    "only.js",
    "lend.js",
    "seal.js",
    "place.js",
    "view.js",
    "resume.js",
    "recite.js",
    "summary.js",
    "practice.js",
    "fault.js",
    "offline.js",
)
ICONS = ("icon-192", "icon-512", "maskable-512")
"""Pictures by which an installed site is known, drawn from `icon.svg` by `tests/icons.py`."""
EXTRA_SCRIPTS = {
    "search": ("texts.js", "find.js", "search.js"),
    "home": ("chart.js", "home.js"),
    "standing": ("chart.js", "sitting.js", "shorthand.js", "standing.js"),
    "random": ("texts.js", "borrow.js", "draw.js", "lot.js", "random.js"),
    "review": (
        "texts.js",
        "find.js",
        "schedule.js",
        "shelves.js",
        "borrow.js",
        "handout.js",
        "reprint.js",
        "review.js",
    ),
    "mock": (
        "borrow.js",
        "clock.js",
        "timer.js",
        "draw.js",
        "sitting.js",
        "shorthand.js",
        "gate.js",
        "setup.js",
        "paper.js",
        "room.js",
        "result.js",
        "strip.js",
        "onpaper.js",
        "mock.js",
    ),
    "data": (
        "texts.js",
        "sitting.js",
        "shorthand.js",
        "backup.js",
        "owners.js",
        "clearing.js",
        "data.js",
    ),
    "hub": ("hub.js",),
    "fsrs": ("vendor/ts-fsrs.js",),
}
"""Scripts of single pages, by the name of the file they are joined to."""
FACE = "formulas.woff2"
"""The face of formulas, as the sheets name it and as it stands in `assets/fonts/`."""
SHEETS = ("content.css", "site.css", "settings.css")
PAPER_SHEETS = ("content.css", "paper.css")
_PICTURE = '<img src="'
_PIECES = 2000
"""How many rendered questions of one kind are kept: more than most exams have."""
MODE_SHEETS = ("modes.css",)
"""What the pages of modes need besides `SHEETS`."""
BOOK_SHEETS = ("book.css",)
"""What the review page and that of a learner's data need besides `SHEETS`."""


class Renderer:
    """Turns pages into artifacts with one set of templates; lives for one build."""

    def __init__(
        self, own_templates: Path | None, site: Mapping[str, Any], content: Path | None = None
    ) -> None:
        """Pages of the site say how large their pictures are, if `content` says where they are."""
        self._content = content
        self._preview = not site.get("policy", True)
        folders = template_folders(own_templates)
        self._environment = _environment(folders)
        self._folders = folders
        with self._explained("locales"):
            self._words: dict[str, Mapping[str, Any]] = {
                name: unescaped(words(name, folders)) for name in LOCALES
            }
        self._dialogs = cache(self._render_dialogs)
        with self._explained("assets"):
            self.assets = tuple(self._bundles())
        paths = {
            artifact.path.rpartition("/")[2].partition(".")[0]: artifact.path
            for artifact in self.assets
        }
        self._environment.globals |= {
            "site": site,
            "assets": paths,
            **{kind: self._piece(kind) for kind in ("web", "paper", "key", "solution")},
            **{name: self._once(name) for name in ("label", "slot", "gap", "bubbles")},
            "furniture": cache(self._furniture),
            "seal": cache(self._seal),
        }

    def _seal(
        self,
        left: float,
        height: float,
        face: str,
        locale: str,
        fields: tuple[str, ...] = (),
        back: bool = False,
    ) -> str:
        """Return the seal line as part of an address, with fields beside it."""
        words = self._words[locale]["paper"]
        values = {"left": left, "height": height, "face": face, "words": words, "back": back}
        values["fields"] = fields
        return quote(self._environment.render("paper/seal.svg", values).strip())

    def _render_dialogs(self, locale: str) -> Markup:
        html = self._environment.render("site/dialogs.html", {"t": self._words[locale]})
        return Markup(html.strip())  # noqa: S704

    def _furniture(self, name: str, locale: str, answers: bool) -> Markup:
        """Return a macro of `site/wiring.html`, which is the same on every page of a language."""
        macro = getattr(self._environment.get_template("site/wiring.html").module, name)
        return Markup(str(macro(self._words[locale], answers)).strip())  # noqa: S704

    def answer(self, view: View, locale: str) -> Markup:
        """Return the answer of a question as its practice page shows it, or nothing."""
        with self._explained("site/question.html"):
            macros = self._environment.get_template("site/question.html").module.__dict__
            return Markup(str(macros["answer"](view, self._words[locale])).strip())  # noqa: S704

    def words(self, locale: str) -> Mapping[str, Any]:
        """Return the words of the interface in one language."""
        return self._words[locale]

    def worker(self) -> str:
        """Return the script of the service worker, without what it keeps."""
        return self._read("assets/js/worker.js")

    @property
    def folders(self) -> tuple[Path, ...]:
        """Where templates are looked for, the user's own folder first."""
        return self._folders

    def page(self, page: Page) -> Artifact:
        """Return one page as HTML."""
        words = self._words[page.locale]
        with self._explained(page.template):
            values = {
                "page": page,
                "content": page.content,
                "t": words,
                "root": page.root,
                "home": page.home,
                "dialogs": self._dialogs(page.locale),
            }
            if page.script:
                values |= self._scripted(page.script)
            html = self._environment.render(page.template, values)
        if self._content and _PICTURE in html and page.template.startswith("site/"):
            html = self._pictures.sized(html)  # never on paper, which waits for no picture
        # in bytes: there it is one character of one byte, in text it looks like half of many
        return Artifact(page.place, html.encode().replace(_ROOT, page.home.encode()))

    @cached_property
    def _pictures(self) -> Pictures:
        from builder import pictures  # only a page that shows some pays for it

        return pictures.Pictures(self._content or Path())

    def _scripted(self, script: str) -> Mapping[str, Any]:
        """Return what pages in another script see differently: assets are further away."""
        from builder import scripts

        known: Mapping[str, Any] = self._environment.globals
        assets = {name: f"../{path}" for name, path in known["assets"].items()}
        return {"assets": assets, "site": scripts.entry(known["site"], script)}

    @contextmanager
    def _explained(self, name: str) -> Iterator[None]:
        """Say which template of the author's own failed; a fault of ours stays a traceback."""
        try:
            yield
        except jinja2.TemplateError as error:
            raise UsageError(_template_fault(error, name)) from error
        except Exception as error:
            if len(self._folders) == 1:
                raise
            known = isinstance(error, KeyError)
            message = f"there is no {error}" if known else f"{type(error).__name__}: {error}"
            raise UsageError(f"{_template_place(error, name)}: {message}") from error

    def _piece(self, kind: str) -> Callable[..., Markup]:
        """Return a function for templates that renders one question, once for equal arguments."""

        known: dict[int, tuple[View, Mapping[str, Any], float, Markup]] = {}
        macro = cache(partial(self._macro, kind))

        def piece(view: View, t: Mapping[str, Any], measure: float = 0) -> Markup:
            before = known.get(id(view))
            if before and before[1] is t and before[2] == measure:
                return before[3]
            arguments = (view, t, measure) if kind == "paper" else (view, t)
            html = Markup(str(macro(view.type)(*arguments)).strip())  # noqa: S704
            if len(known) >= _PIECES:
                known.clear()
            known[id(view)] = (view, t, measure, html)  # the view lives as long as its number
            return html

        return piece

    def _once(self, name: str) -> Callable[..., Markup]:
        """Return a macro of `paper/macros.html` that is rendered once for equal arguments."""

        @cache
        def macro(*arguments: str | int) -> Markup:
            macros = self._environment.get_template("paper/macros.html").module
            return Markup(str(getattr(macros, name)(*arguments)).strip())  # noqa: S704

        return macro

    def _macro(self, kind: str, type_name: str) -> Callable[..., str]:
        own = f"questions/{type_name.replace('-', '_')}.html"
        name = "paper/solution.html" if kind == "solution" else own
        macro: Callable[..., str] = getattr(self._environment.get_template(name).module, kind)
        return macro

    def _read(self, name: str) -> str:
        """Return a file of the templates; a user's own file wins."""
        return self._found(name).read_text(encoding="utf-8")

    def _found(self, name: str) -> Path:
        return next(path for folder in self._folders if (path := folder / name).is_file())

    def _asset(self, name: str, ending: str, content: str | bytes) -> Artifact:
        """Return an asset under a name that changes with it, so that a browser may keep it; in a
        preview under a plain name, so that it can be exchanged below a page."""
        data = content.encode() if isinstance(content, str) else content
        digest = "" if self._preview else f".{hashlib.blake2s(data, digest_size=5).hexdigest()}"
        return Artifact(f"assets/{name}{digest}.{ending}", data)

    def _bundles(self) -> Iterator[Artifact]:
        yield self._asset("icon", "svg", self._read("assets/icon.svg"))
        for name in ICONS:
            yield self._asset(name, "png", self._found(f"assets/icons/{name}.png").read_bytes())
        for name, said in self._words.items():
            script = f"exampress.words = {json_data(said['client'])};\n"
            yield self._asset(f"words-{name}", "js", script)
        bundles = {"first": FIRST_SCRIPTS, "app": SCRIPTS, **EXTRA_SCRIPTS}
        for name, files in bundles.items():
            yield self._asset(name, "js", self._joined("js", files))
        stem, _, ending = FACE.partition(".")
        face = self._asset(stem, ending, self._found(f"assets/fonts/{FACE}").read_bytes())
        yield face
        for name, sheets in (
            ("site", SHEETS),
            ("paper", PAPER_SHEETS),
            ("modes", MODE_SHEETS),
            ("book", BOOK_SHEETS),
        ):
            text = self._joined("css", sheets).replace(FACE, face.path.rpartition("/")[2])
            yield self._asset(name, "css", text)

    def _joined(self, kind: str, files: Iterable[str]) -> str:
        """Return scripts or sheets as one, without what only we read; whole in a preview.

        Comments that begin with `!` stay: licences of other people's code.
        """
        text = "\n".join(self._read(f"assets/{kind}/{each}") for each in files)
        if self._preview:
            return text
        from rcssmin import cssmin
        from rjsmin import jsmin

        shorten = jsmin if kind == "js" else cssmin
        return str(shorten(text, keep_bang_comments=True))


_ROOT = ROOT.encode()


def _template_fault(error: jinja2.TemplateError, name: str) -> str:
    """Return what is wrong with a template, and where."""
    if isinstance(error, jinja2.TemplateSyntaxError):
        return f"templates/{error.name}:{error.lineno}: {error.message}"
    if isinstance(error, jinja2.TemplateNotFound):
        return f"templates/{name}: there is no template '{error.name}'"
    return f"{_template_place(error, name)}: {error.message}"


def _template_place(error: Exception, name: str) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    inside = [frame for frame in frames if frame.filename.endswith(".html")]
    return f"{inside[-1].filename}:{inside[-1].lineno}" if inside else f"templates/{name}"


def _environment(folders: Iterable[Path]) -> Environment:
    environment = Environment(folders, BUILT_IN)
    environment.globals |= {"say": say}
    environment.filters |= {
        "json": json_data,
        "number": _number,
        "css": css_string,
        "number_field": number_field,
        "ordinal": ordinal,
    }
    return environment


def json_data(value: object) -> Markup:
    """Return `value` as JSON that can stand inside a `<script type="application/json">`."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)  # noqa: S704


_NOT_CSS = re.compile(r"[^\w .,·：，。、（）-]")


def css_string(text: str) -> str:
    """Return `text` as a quoted CSS string."""
    safe = _NOT_CSS.sub(lambda found: f"\\{ord(found[0]):x} ", text)
    return f'"{safe}"'


def _number(value: float) -> str:
    return str(plain_number(value))
