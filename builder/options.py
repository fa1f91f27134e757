"""What a build is asked for. Imports nothing of weight: a build with nothing to do reads it too."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

FONTS = ("pylopdf_fonts_zh_cn", "pylopdf_fonts_zh_tw", "justmytype_intl_cjk")
"""The packages whose fonts papers are set in; nothing of the system is used."""
PDF_EXTRA = "exampress[pdf]"
_PACKAGE = Path(__file__).parent
BUILT_IN = next(
    path for path in (_PACKAGE / "templates", _PACKAGE.parent / "templates") if path.is_dir()
)
"""The templates that come with exampress: inside the wheel, or beside the package."""

OWN_TEMPLATES = Path("templates")
"""Where an author's own templates are, in the folder a command is given in."""


def template_folders(own: Path | None) -> tuple[Path, ...]:
    """Return where templates are looked for, the author's own folder first."""
    if own and own.is_dir() and not own.samefile(BUILT_IN):
        return own, BUILT_IN
    return (BUILT_IN,)


def can_set_pdf() -> bool:
    """Tell whether the engine for PDFs and its fonts are installed."""
    return all(find_spec(name) is not None for name in ("typst", "pypdfium2", "segno", *FONTS))


Progress = Callable[[str, int, int], None]
"""Told the stage, how much of it is done, and of how much."""


class Options(NamedTuple):
    """What a build is asked for."""

    content: Path = Path("content")
    templates: Path | None = None
    out: Path = Path("site")
    base_url: str | None = None
    strict: bool = False
    jobs: int | None = None
    """Processes; by the size of the bank if left out."""
    answers: bool = True
    """Whether answers are published, open or sealed."""
    sealed: bool = False
    """Whether the answers of every exam are sealed, whatever the bank says."""
    passphrase: Callable[[], str] | None = None
    """Asks for the passphrase that seals them; asked for only if it is needed."""
    pdf: bool = False
    """Whether papers are set as PDF files, too."""
    preview: bool = False
    """Whether this is what `serve` shows while a site is being written: pages without the policy
    that would keep the reloading script out, assets by plain names, nothing kept offline."""

    @property
    def output(self) -> str:
        """What of this changes the site, as text: all but where it goes and how many work."""
        return repr(self._replace(out=Path(), jobs=None, templates=None, passphrase=None))
