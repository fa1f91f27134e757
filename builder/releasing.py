"""The command `seal`: the links that open an exam's sealed answers, and publishing its key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from builder import load, qr, seal, sealing, write
from builder.model import Artifact
from builder.options import Options
from builder.problems import BankError, UsageError, errors, suggestion


@dataclass(frozen=True, slots=True)
class ExamKey:
    """The key of one exam, and the address of its page with it."""

    exam: str
    seal: seal.Seal
    link: str


def keys(options: Options, exams: Sequence[str] = ()) -> tuple[ExamKey, ...]:
    """Return the keys of exams; of all that are sealed, if none are named.

    Raises BankError, and UsageError for an exam that is not there or not sealed.
    """
    plan = load.plan(options.content)
    names = tuple(_sealed_exams(plan, options))
    for name in exams:
        if name not in names:
            raise UsageError(
                f"there is no exam '{name}' with sealed answers{suggestion(name, names)}"
            )
    if not names:
        raise UsageError("no exam has sealed answers: say 'answers: sealed' in its exam.yaml")
    master = sealing.master(options, plan.site_id, lambda: sealing.known_words(plan))
    base = (plan.online(options.base_url) or "").rstrip("/")
    return tuple(
        ExamKey(name, own, f"{base}/{quote(name)}/index.html#k={own.word}".lstrip("/"))
        for name in exams or names
        for own in (master.seal(name),)
    )


def _sealed_exams(plan: load.Plan, options: Options) -> Iterator[str]:
    problems = list(plan.problems)
    for folder in plan.folders:
        loaded = load.exam(plan, folder)
        problems += loaded.problems
        if loaded.exam and (options.sealed or loaded.exam.answers != "open"):
            yield folder.name
    if errors(problems):
        raise BankError(problems)


def release(key: ExamKey, site: Path) -> Path:
    """Publish the key of an exam in a site's folder; return the file. Raises UsageError."""
    page = site / key.exam / "index.html"
    published = sealing.key_file(key.exam, key.seal.word)
    if not page.is_file() or not (site / published.path).is_file():
        raise UsageError(f"{site} has no exam '{key.exam}' with sealed answers; build it first")
    if key.seal.sealed("", seal.CHECK) not in page.read_text(encoding="utf-8"):
        message = f"the passphrase is not the one that the answers in {page.parent} are sealed with"
        raise UsageError(message)
    return write.put(published, site)


def code(key: ExamKey, folder: Path) -> Path:
    """Write the QR code of a link into a folder, as SVG; return the file. Raises UsageError."""
    if not qr.available():
        raise UsageError("QR codes need exampress[pdf]: pip install 'exampress[pdf]'")
    if "://" not in key.link:
        raise UsageError("a QR code needs 'base_url' in site.yaml, or --base-url")
    svg = str(qr.code(key.link).svg)
    white = '<rect width="100%" height="100%" fill="#fff"/><path'
    data = svg.replace("<path", white, 1).encode()
    return write.put(Artifact(f"{key.exam}-answers.svg", data), folder)
