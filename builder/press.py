"""Documents to proved PDFs, in processes; and which text of the bank it is that cannot be set.

Knows neither which papers are asked for nor where they go.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from builder import engine, load, parallel, pdf, proof, setting
from builder.model import Artifact
from builder.options import Progress
from builder.problems import BankError, Problem, UsageError, suggestion

Ready = Callable[[engine.Job], engine.Made]
"""Sets a document in a process that is ready for it."""
FEW = 4
"""Up to so many documents, one process that is ready is faster than several that begin."""


def artifacts(
    plan: load.Plan,
    documents: Sequence[setting.Document],
    templates: tuple[Path, ...],
    jobs: int | None,
    progress: Progress | None = None,
    answers: bool = True,
    ready: Ready | None = None,
) -> Iterator[Artifact]:
    """Yield documents as PDFs as they are done, set in processes of their own.

    `ready` is asked if the documents are few. Raises UsageError, and at the end BankError with all
    that cannot be set.
    """
    _check_fonts(plan)
    refused: dict[int, str] = {}
    if ready and len(documents) <= FEW:
        results = _by(ready, plan, documents, templates)
    else:
        results = _set(plan, documents, templates, jobs or min(os.cpu_count() or 1, 8))
    for done, (index, result) in enumerate(results, 1):
        if isinstance(result, str):
            refused[index] = result
        else:
            yield result
        if progress:
            progress("papers", done, len(documents))
    if refused:
        said = {documents[index].path: refused[index] for index in sorted(refused)}
        raise refusal(plan, said, templates, answers)


def _check_fonts(plan: load.Plan) -> None:
    """Raise BankError for families that `site.yaml` names and nobody has."""
    named = [
        (name, (field, index))
        for field, names in plan.site.fonts.model_dump().items()
        for index, name in enumerate(names)
    ]
    if not named or plan.places is None:
        return
    known = parallel.apart(engine.families, [plan.content], [1], 1)[0]
    folded = {name.casefold() for name in known}
    strange = [
        Problem(
            plan.places.where(("fonts", *path)),
            f"there is no font '{name}' in {(plan.content / engine.FOLDER).as_posix()}/"
            f"{suggestion(name, known)}",
        )
        for name, path in named
        if name.casefold() not in folded
    ]
    if strange:
        raise BankError(strange)


def _by(
    ready: Ready,
    plan: load.Plan,
    documents: Sequence[setting.Document],
    templates: tuple[Path, ...],
) -> Iterator[tuple[int, Artifact | str]]:
    for index, document in enumerate(documents):
        yield index, _proved(document, *ready(pdf.job(document, plan.content, templates)))


def _set(
    plan: load.Plan, documents: Sequence[setting.Document], templates: tuple[Path, ...], jobs: int
) -> Iterator[tuple[int, Artifact | str]]:
    def make(document: setting.Document) -> Artifact | str:
        return _proved(document, *engine.read_back(pdf.job(document, plan.content, templates)))

    sizes = [len(document.values) for document in documents]
    return parallel.streamed(make, documents, sizes, jobs)


def _proved(
    document: setting.Document, made: bytes | engine.Refused, pages: Sequence[str]
) -> Artifact | str:
    """Return what was made. Raises UsageError if it does not say what it must, or says more."""
    if isinstance(made, engine.Refused):
        return made.said
    for fault in proof.faults(document.expected, pages):
        name = f"templates/paper/{document.template}.typ"
        raise UsageError(f"{document.path}, as {name} sets it, {fault}")
    return Artifact(document.path, made)


def refusal(
    plan: load.Plan, refused: Mapping[str, str], templates: tuple[Path, ...], answers: bool = True
) -> Exception:
    """Return where in the bank it is that documents could not be set; `refused` by their paths."""
    names = {path.partition("/")[0] for path in refused}
    folders = [folder for folder in plan.folders if folder.name in names]

    def explain(folder: Path) -> tuple[Problem, ...]:
        exam = load.exam(plan, folder).exam
        texts = setting.placed_texts(exam, answers) if exam else ()
        return pdf.explained(texts, plan.content, templates)

    problems = _flat(parallel.apart(explain, folders, [1] * len(folders), 1))
    if problems:
        return BankError(problems)
    path, said = next(iter(refused.items()))
    return UsageError(f"{path} cannot be set: {said}")


def _flat(found: Iterable[tuple[Problem, ...]]) -> list[Problem]:
    return [each for problems in found for each in problems]
