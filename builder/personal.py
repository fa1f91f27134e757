"""The order of the stages of `exampress pdf --per-person`: a paper each, in files that resume.

Work goes to any `concurrent.futures` executor; what it is given holds all that it needs, so that it
may run on another machine. A file is written whole or not at all, and made once.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from builder import __version__, engine, pdf, people, press, printing, proof, write
from builder.cells import harmless
from builder.claim import Claim
from builder.journal import Journal
from builder.load import Plan
from builder.model import Artifact
from builder.options import Progress
from builder.people import Person
from builder.printing import Prepared, Printed, Request
from builder.problems import BankError, Problem, UsageError, Where
from builder.setting import Document

PERSONAL = ("paper", "sheet")
"""What is printed for each person; a key is printed for each form."""
PER_FILE = 50
"""How many papers stand in one file that is to be printed."""


@dataclass(frozen=True, slots=True)
class Copy:
    """One person's paper before it is set."""

    document: Document
    person: Person
    values: str
    """What the template is given besides the document's values, as JSON."""


@dataclass(frozen=True, slots=True)
class File:
    """One file that is to be: one paper, or several behind each other."""

    path: str
    copies: tuple[Copy, ...]


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
    ready = printing.prepared(replace(request, forms=names))
    _check_forms(asked, names, source)
    own = [each for each in ready.documents if each.template in PERSONAL]
    others = [each for each in ready.documents if each.template not in PERSONAL]
    files = [file for unit in _units(own) for file in _files(unit, asked, ready, separate)]
    pdfs = press.artifacts(ready.plan, others, ready.templates, request.jobs)
    supplies = Supplies(
        {**engine.sources(ready.templates), **_pictures(ready)}, _own_fonts(ready.plan)
    )
    request.out.mkdir(parents=True, exist_ok=True)
    with Claim(request.out, ", or choose another --out"):
        written = _write(files, supplies, request, executor, source, progress)
    shared = write.put_all((*pdfs, *ready.tables, *_lists(files)), request.out)
    return Printed((*written, *shared), ready.warnings)


def _check_forms(asked: Sequence[Person], names: Sequence[str], source: Path) -> None:
    missing = [each for each in asked if each.form and each.form not in names]
    known = ", ".join(names)
    if missing:
        raise BankError(
            Problem(
                Where(source.as_posix(), each.line), f"there is no form '{each.form}' ({known})"
            )
            for each in missing
        )


Unit = Mapping[str, Document]
"""One kind of document of one exam or section, by form."""


def _units(documents: Sequence[Document]) -> Iterator[Unit]:
    units: dict[tuple[str, str], dict[str, Document]] = {}
    for document in documents:
        folder = document.path.rpartition("/")[0]
        units.setdefault((folder, document.template), {})[document.form] = document
    yield from units.values()


def _files(unit: Unit, asked: Sequence[Person], ready: Prepared, separate: bool) -> Iterator[File]:
    """Yield the files of a unit. Forms go round, unless the people's file says who gets which."""
    documents = tuple(unit.values())
    digits = max(4, len(str(len(asked))))
    copies = [
        _copy(unit[each.form] if each.form else documents[place % len(documents)], each, ready)
        for place, each in enumerate(asked)
    ]
    folder = documents[0].path.rpartition("/")[0]
    step = 1 if separate else PER_FILE
    for start in range(0, len(copies), step):
        chunk = tuple(copies[start : start + step])
        first, last = f"{start + 1:0{digits}}", f"{start + len(chunk):0{digits}}"
        name = _plain(chunk[0].person) if separate else last
        path = f"{folder}/people/{documents[0].template}-{first}{'-' if name else ''}{name}.pdf"
        yield File(path, chunk)


def _plain(person: Person) -> str:
    """Return a number as a file's name may hold it on every system."""
    return re.sub(r"[^\w.-]+", "_", person.number or person.name).strip("._")[:60]


def _copy(document: Document, person: Person, ready: Prepared) -> Copy:
    exam = document.path.partition("/")[0]
    filled = [person.value(field) for field in ready.fields[exam]]
    said = {person.name, person.number} - {"", *filled}
    line = "　".join(each for each in (person.name, person.number) if each in said)
    code = "/".join(filter(None, (exam, document.code, person.number or person.name)))
    values = {"entries": filled, "person": {"line": line, "code": _code(code), "says": code}}
    return Copy(document, person, json.dumps(values, ensure_ascii=False))


def _code(text: str) -> str:
    """Return a QR code as SVG, without the quiet zone, which paper has."""
    import segno

    made: str = segno.make_qr(text, error="m").svg_inline(border=0)
    return made.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def _pictures(ready: Prepared) -> dict[str, bytes]:
    return {name: (ready.plan.content / name).read_bytes() for name in ready.assets}


def _own_fonts(plan: Plan) -> dict[str, bytes]:
    named = any(plan.site.fonts.model_dump().values())
    return engine.own_fonts(plan.content) if named else {}


# Work


def made(file: File, supplies: Supplies) -> bytes | Refused:
    """Return a file's bytes, each paper in it proved; runs wherever the executor says."""
    root = engine.lent(supplies.fonts)
    parts: list[bytes] = []
    for copy in file.copies:
        part = pdf.personal(copy.document, supplies.files, root, copy.values)
        if isinstance(part, str):
            return Refused(copy.person, part, proof=False)
        for fault in proof.faults(_expected(copy), engine.pages(part)):
            return Refused(copy.person, fault, proof=True)
        parts.append(part)
    return parts[0] if len(parts) == 1 else pdf.joined(parts)


def _expected(copy: Copy) -> proof.Expected:
    """Return what the paper says to everybody; whose it is may stand anywhere on it."""
    person = copy.person
    names = tuple(proof.squeezed(each) for each in (person.name, person.number) if each)
    return replace(copy.document.expected, anywhere=names)


def _write(
    files: Sequence[File],
    supplies: Supplies,
    request: Request,
    executor: Executor,
    source: Path,
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
            raise _refusal(result, file, source)
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
            for future in finished:
                yield under_way.pop(future), future.result()
    finally:
        for future in under_way:
            future.cancel()


def _refusal(refused: Refused, file: File, source: Path) -> Exception:
    if refused.proof:
        template = f"templates/paper/{file.copies[0].document.template}.typ"
        return UsageError(f"{file.path}, as {template} sets it, {refused.said}")
    where = Where(source.as_posix(), refused.person.line)
    return BankError([Problem(where, pdf.message(refused.said))])


def _lists(files: Sequence[File]) -> Iterator[Artifact]:
    """Yield for each exam or section who got which form, and where it is."""
    import csv
    from io import StringIO

    rows: dict[str, list[list[str]]] = {}
    for file in files:
        folder, _, name = file.path.rpartition("/")
        for copy in file.copies:
            person, document = copy.person, copy.document
            row = (person.number, person.name, document.form, document.code, name)
            rows.setdefault(folder, []).append([*map(harmless, row)])
    for folder, listed in rows.items():
        text = StringIO()
        writer = csv.writer(text, lineterminator="\r\n")
        writer.writerows([["number", "name", "form", "code", "file"], *listed])
        yield Artifact(f"{folder}/people.csv", text.getvalue().encode("utf-8-sig"))
