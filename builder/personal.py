"""The order of the stages of `exampress pdf --per-person`: a paper each, in files that resume.

Work goes to any `concurrent.futures` executor; what it is given holds all that it needs, so that it
may run on another machine. A file is written whole or not at all, and made once.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from builder import (
    __version__,
    copies,
    engine,
    parallel,
    pdf,
    people,
    press,
    printing,
    proof,
    write,
)
from builder.claim import Claim
from builder.copies import Copy, File
from builder.joining import Part, joined
from builder.journal import Journal
from builder.load import Plan
from builder.model import Artifact
from builder.options import Progress
from builder.people import Person
from builder.printing import Prepared, Printed, Request
from builder.problems import BankError, Problem, UsageError, Where


@dataclass(frozen=True, slots=True)
class Supplies:
    """What every paper of a run is set with, by path; it goes wherever the work is done."""

    files: Mapping[str, bytes]
    """Templates and pictures."""
    fonts: Mapping[str, bytes]
    """Those that `site.yaml` names."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Whose paper it is that could not be set, and why."""

    person: Person
    said: str
    proof: bool
    """It was set, but does not say what it must."""


@contextmanager
def executor(cluster: str | None, jobs: int | None) -> Iterator[Executor]:
    """Give who does the work: processes here, or a Dask cluster. Raises UsageError."""
    if cluster is None:
        context = get_context("spawn")  # the engine's threads would not survive a fork
        with ProcessPoolExecutor(jobs or os.cpu_count(), context) as here:
            try:
                yield here
            except BaseException:
                here.shutdown(wait=False, cancel_futures=True)
                raise
        return
    if find_spec("distributed") is None:
        raise UsageError("--cluster needs exampress[cluster]: pip install 'exampress[cluster]'")
    distributed = import_module("distributed")
    try:
        client = distributed.Client(cluster, timeout=10)
    except (OSError, ValueError) as error:
        raise UsageError(f"there is no Dask cluster at '{cluster}': {error}") from error
    with client, client.get_executor() as there:
        yield there


def print_people(
    request: Request,
    source: Path,
    separate: bool,
    executor: Executor,
    progress: Progress | None = None,
) -> Printed:
    """Write a paper for each person of a CSV file, below `EXAM/people/`.

    What an earlier run has finished stays. Raises BankError before anything is written if the bank
    or the people have errors, and for a name that cannot be set.
    """
    asked = people.read(source)
    names = request.forms or tuple(dict.fromkeys(each.form for each in asked if each.form))
    ready = printing.prepared(request._replace(forms=names))
    copies.check_forms(asked, names, source)
    own = [each for each in ready.documents if each.template in copies.PERSONAL]
    others = [each for each in ready.documents if each.template not in copies.PERSONAL]
    files = copies.files(asked, ready, own, separate)
    _check_signs(files, ready, source)
    pdfs = [*press.artifacts(ready.plan, others, ready.templates, request.jobs)]
    supplies = Supplies(
        {**engine.sources(ready.templates), **_pictures(ready)}, _own_fonts(ready.plan)
    )
    request.out.mkdir(parents=True, exist_ok=True)
    with Claim(request.out, ", or choose another --out"):
        written = _write(files, supplies, request, executor, source, ready, progress)
    shared = write.put_all((*pdfs, *ready.tables, *copies.lists(files)), request.out)
    return Printed((*written, *printing.in_order(shared, others, request.out)), ready.warnings)


_AT_ONCE = 1000
"""Of so many people signs are looked for at once."""


def _check_signs(files: Sequence[File], ready: Prepared, source: Path) -> None:
    """Raise BankError for everybody of whom something is printed that no font has a sign for."""
    texts = {copy.person.line: "" for file in files for copy in file.copies}
    for file in files:
        for copy in file.copies:
            texts[copy.person.line] += f" {copies.printed(copy)}"
    said = [*texts.values()]
    chunks = [" ".join(said[at : at + _AT_ONCE]) for at in range(0, len(said), _AT_ONCE)]

    def lacking(text: str) -> tuple[str, ...]:
        return pdf.lacking(text, ready.plan.content, ready.templates)

    found = parallel.apart(lacking, chunks, [1] * len(chunks), 1)
    signs = {sign for each in found for sign in each}
    problems = [
        Problem(Where(source.as_posix(), line), pdf.lacks(sign))
        for line, text in texts.items()
        for sign in signs
        if sign in text
    ]
    if problems:
        raise BankError(problems)


def _pictures(ready: Prepared) -> dict[str, bytes]:
    return {name: (ready.plan.content / name).read_bytes() for name in ready.assets}


def _own_fonts(plan: Plan) -> dict[str, bytes]:
    named = any(plan.site.fonts.model_dump().values())
    return engine.own_fonts(plan.content) if named else {}


# Work


def made(file: File, supplies: Supplies) -> bytes | Refused:
    """Return a file's bytes, each paper in it proved; runs wherever the executor says.

    Raises UsageError if papers cannot be joined in one file.
    """
    root = engine.lent(supplies.fonts)
    parts: list[Part] = []
    for copy in file.copies:
        part = pdf.personal(copy.document, supplies.files, root, copy.values)
        if isinstance(part, str):
            return Refused(copy.person, part, proof=False)
        for fault in proof.faults(_expected(copy), engine.pages(part)):
            return Refused(copy.person, fault, proof=True)
        parts.append(Part(copy.person.label, part))
    try:
        return parts[0].data if len(parts) == 1 else joined(parts)
    except ValueError as fault:  # an engine that writes its files otherwise
        raise UsageError(f"{fault}; --separate prints a file for each person") from fault


def _expected(copy: Copy) -> proof.Expected:
    """Return what the paper says to everybody; whose it is may stand anywhere on it."""
    person = copy.person
    names = tuple(proof.squeezed(each) for each in (person.name, person.number) if each)
    return copy.document.expected._replace(anywhere=names)


def _write(
    files: Sequence[File],
    supplies: Supplies,
    request: Request,
    executor: Executor,
    source: Path,
    ready: Prepared,
    progress: Progress | None,
) -> list[Path]:
    """Write files as they are done, and note each in the journal. Raises what is wrong with one."""
    journal = Journal(request.out / "people.journal")
    base = sha256(
        json.dumps(
            [__version__, *sorted(map(_digest, [*supplies.files.items(), *supplies.fonts.items()]))]
        ).encode()
    )
    total, done = sum(len(file.copies) for file in files), 0
    digests = {file.path: _made_of(file, base.hexdigest()) for file in files}
    open_files = [
        file for file in files if not journal.has(request.out, file.path, digests[file.path])
    ]
    done = total - sum(len(file.copies) for file in open_files)
    for file, result in _results(open_files, supplies, executor, request.jobs):
        if isinstance(result, Refused):
            raise _refusal(result, file, source, ready)
        write.put(Artifact(file.path, result), request.out)
        journal.note(file.path, digests[file.path], len(result))
        done += len(file.copies)
        if progress:
            progress("papers", done, total)
    return [request.out / file.path for file in files]


def _digest(entry: tuple[str, bytes]) -> str:
    return f"{entry[0]} {sha256(entry[1]).hexdigest()}"


def _made_of(file: File, base: str) -> str:
    digest = sha256(base.encode())
    for copy in file.copies:
        digest.update(f"\0{copy.document.template}\0{copy.document.values}\0{copy.values}".encode())
    return digest.hexdigest()


def _results(
    files: Sequence[File], supplies: Supplies, executor: Executor, jobs: int | None
) -> Iterator[tuple[File, bytes | Refused]]:
    """Yield files as they are done; only so many are under way that memory does not fill."""
    under_way: dict[Future[Any], File] = {}
    waiting = iter(files)
    room = 4 * (jobs or os.cpu_count() or 1)
    try:
        while True:
            for file in waiting:
                under_way[executor.submit(made, file, supplies)] = file
                if len(under_way) >= room:
                    break
            if not under_way:
                return
            finished, _ = wait(under_way, return_when=FIRST_COMPLETED)
            for future in [each for each in under_way if each in finished]:
                yield under_way.pop(future), future.result()
    finally:
        for future in under_way:
            future.cancel()


def _refusal(refused: Refused, file: File, source: Path, ready: Prepared) -> Exception:
    """Return what is wrong with a paper: the template, a text of the bank, or else a person's."""
    document = file.copies[0].document
    if refused.proof:
        template = f"templates/paper/{document.template}.typ"
        return UsageError(f"{file.path}, as {template} sets it, {refused.said}")
    said = press.refusal(ready.plan, {document.path: refused.said}, ready.templates)
    if isinstance(said, BankError):
        return said
    where = Where(source.as_posix(), refused.person.line)
    return BankError([Problem(where, pdf.message(refused.said))])
