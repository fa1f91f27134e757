"""The order of the stages, once: load, view, page, render, write."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from builder import load, pages, paper, render, schema, write
from builder.markup import QuestionHtml
from builder.model import Artifact, Bank, View
from builder.problems import BankError, Problem

Progress = Callable[[str, int, int], None]
"""Told the stage, how much of it is done, and of how much."""

Views = dict[tuple[str, str], tuple[View, ...]]


@dataclass(frozen=True, slots=True)
class Options:
    """What a build is asked for."""

    content: Path = Path("content")
    templates: Path | None = None
    out: Path = Path("site")
    base_url: str | None = None
    strict: bool = False
    jobs: int | None = None
    """Processes; by the size of the bank if left out."""
    answers: bool = True
    policy: bool = True
    """Whether pages carry the Content-Security-Policy; `serve` needs it left out."""


@dataclass(frozen=True, slots=True)
class Built:
    """A finished build."""

    written: write.Written
    warnings: tuple[Problem, ...]
    questions: int


def build(options: Options, progress: Progress | None = None) -> Built:
    """Build the site. Raises BankError before anything is written, and UsageError."""
    with _without_collector():
        bank, warnings = checked(options)
        artifacts = list(site(bank, options))
        written = write.write(artifacts, options.out)
    count = sum(len(section.questions) for exam in bank.exams for section in exam.sections)
    return Built(written, warnings, count)


def checked(options: Options) -> tuple[Bank, tuple[Problem, ...]]:
    """Return the bank and its warnings; under `strict` a warning stops too."""
    bank, warnings = load.bank(options.content)
    if options.strict and warnings:
        raise BankError(warnings)
    return bank, warnings


def site(bank: Bank, options: Options) -> Iterator[Artifact]:
    """Yield every file of the site."""
    base_url = options.base_url or bank.base_url
    values = {**render.site_values(bank), "base_url": base_url, "policy": options.policy}
    renderer = render.Renderer(options.templates, values)
    views = rendered_views(bank)
    base = (urlsplit(base_url).path.rstrip("/") + "/") if base_url else "/"
    for page in pages.pages(bank, views, base, options.answers):
        yield renderer.page(page)
    for page in paper.papers(bank, views, options.answers):
        yield renderer.page(page)
    for exam in bank.exams:
        yield renderer.page_css(exam)
    yield from renderer.assets
    yield from schema.artifacts()
    for name in bank.assets:
        yield Artifact(name, (options.content / name).read_bytes())
    yield Artifact(".nojekyll", b"")


def rendered_views(bank: Bank) -> Views:
    """Return every section's questions as templates see them."""
    return {
        (exam.id, section.id): tuple(
            question.view(QuestionHtml(section.folder, question.option_ids()))
            for question in section.questions
        )
        for exam in bank.exams
        for section in exam.sections
    }


@contextmanager
def _without_collector() -> Iterator[None]:
    """Hold the garbage collector: a build makes many values and drops few."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
