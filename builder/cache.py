"""What is already built: which parts of a site are as their inputs are now, by content hash.

A *record* of a site says which bytes it was made from and by which program, what each exam added
to it, and how every file was left. A file whose size and times are those of the record is taken
for unchanged; any other is read and hashed. Standard library only: when nothing has changed,
nothing else is imported.
"""

from __future__ import annotations

import marshal  # a record of a hundred thousand files is read in a tenth of the time of JSON
import os
import sys
import time
from binascii import crc32
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from stat import S_ISREG
from typing import IO, Any, NamedTuple

from builder import __version__, unchanged
from builder.handover import is_pending, staging
from builder.options import BUILT_IN, OWN_TEMPLATES, Options
from builder.problems import Problem, Where
from builder.unchanged import files, folder

_FORMAT = 5
_TOO_FRESH = 100_000_000
"""Nanoseconds: a file younger than this when it was looked at may change without a trace."""

Stamp = tuple[int, int, int, str]
"""Size, time of change, time of change of its status (both in ns), digest."""


class ExamRecord(NamedTuple):
    """What one exam added to a site."""

    key: str
    """Changes with whatever the exam is made from."""
    problems: list[Any]
    assets: list[str]
    shown: list[str]
    card: dict[str, Any]
    scripted: dict[str, dict[str, Any]]
    """Its cards in other scripts, by script."""
    outputs: list[str]


class Record(NamedTuple):
    """How a site was left by its last build."""

    out: str
    program: str
    looked: int
    """When the inputs were looked at, in ns."""
    inputs: dict[str, Stamp]
    exams: dict[str, ExamRecord]
    site: str
    """Changes with the fields of `site.yaml` and with the fonts."""
    schemas: list[str]
    """The paths of files that the program alone decides."""
    looks: str
    """Changes with the author's own assets, where `site` and `program` do not."""
    shared: list[str]
    """The paths of files that belong to no exam, but show what there is."""
    outputs: dict[str, tuple[int, int, str]]
    """Size, time of change in ns, digest."""
    warnings: list[Any]
    questions: int
    sealed: bool
    """Whether the passphrase must be asked for to know if it is as a build would leave it."""


class Store:
    """Where the record of one site is kept: the user's own folder for such things.

    Not in the site, which is published, and not beside the bank, which is shared.
    """

    def __init__(self, out: Path) -> None:
        self.out = os.path.realpath(out)
        self._path = Path(folder()) / f"{crc32(self.out.encode()):08x}.record"

    def load(self) -> Record | None:
        """Return the record, or nothing if there is none that can be read."""
        try:
            data = self._path.read_bytes()
            head, said = data[:_HEAD], data[_HEAD:]
            if head != _head(said):
                return None
            record = Record(*marshal.loads(said))  # noqa: S302  # only what we kept
        except (OSError, ValueError, TypeError, EOFError):
            return None
        exams = {name: ExamRecord(*exam) for name, exam in record.exams.items()}
        return record._replace(exams=exams) if record.out == self.out else None

    def save(self, record: Record | None) -> None:
        """Keep a record; where nothing can be kept, the next build does all the work again."""
        with suppress(OSError):
            if record is None:
                self._path.unlink(missing_ok=True)
                return
            self._path.parent.mkdir(parents=True, exist_ok=True)
            exams = {name: (*exam,) for name, exam in record.exams.items()}
            data = marshal.dumps((*record._replace(exams=exams),))  # type: ignore[arg-type]
            own = self._path.with_suffix(f".{os.getpid()}")
            own.write_bytes(_head(data) + data)
            own.replace(self._path)


def _head(data: bytes) -> bytes:
    """Return what stands before the bytes of a record: its format, and that they are whole."""
    return b"%c%08x" % (_FORMAT, crc32(data))


_HEAD = 9


class Memory(Store):
    """Keeps the record for as long as this process lives."""

    def __init__(self) -> None:
        self.out = ""
        self._record: Record | None = None

    def load(self) -> Record | None:
        return self._record

    def save(self, record: Record | None) -> None:
        self._record = record


class Inputs:
    """Everything a site is made from, as it is now."""

    def __init__(
        self, content: str, looked: int, stamps: dict[str, Stamp], program: str, looks: str
    ) -> None:
        self.looked = looked
        self.stamps = stamps
        self.program = program
        self.looks = looks
        """What changes with assets of the author's own, where pages do not name their content."""
        self._content = content
        self._folders: dict[str, list[tuple[str, str]]] = {}
        for path, stamp in stamps.items():
            name = path.removeprefix(f"{content}/").partition("/")[0]
            self._folders.setdefault(name, []).append((path, stamp[3]))

    def sealed_with(self, tag: str) -> Inputs:
        """Return the same for answers that are sealed; `tag` changes with the passphrase."""
        program = f"{self.program}{tag}"
        return Inputs(self._content, self.looked, self.stamps, program, self.looks)

    @cached_property
    def _program(self) -> str:
        return _digest(self.program.encode())

    @cached_property
    def _site(self) -> list[tuple[str, str]]:
        return [*self._folders.get("site.yaml", []), *sorted(self._folders.get("fonts", []))]

    @cached_property
    def site_key(self) -> str:
        """What changes with the site's own fields and fonts."""
        return _digest(repr(self._site).encode())

    def exam_key(self, name: str, assets: Iterable[str], whole: bool) -> str:
        """Return what changes with the exam in one folder: its files, the site's own fields and
        fonts, and the files it shows from elsewhere; `whole` if a page of it holds the assets."""
        paths = sorted(f"{self._content}/{asset}" for asset in assets)
        shown = [(path, self.stamps[path][3]) for path in paths if path in self.stamps]
        looks = self.looks if whole else ""
        own = sorted(self._folders.get(name, []))
        made_from = (self._program, self._site, own, shown, looks)
        return _digest(repr(made_from).encode())


def look(options: Options, before: Record | None) -> Inputs:
    """Return the inputs of a build; only what is not as in `before` is read."""
    looked = time.time_ns()
    known, since = (before.inputs, before.looked) if before else ({}, 0)
    stamps = dict(_stamps(files(str(options.content)), known, since))
    own = dict(_stamps(files(str(options.templates)), known, since)) if options.templates else {}
    looks = f"{options.templates}/assets/" if options.preview else "\0"
    shape, assets = _apart(sorted(_contents(own)), looks)
    program = repr((_program(), options.output, shape))
    return Inputs(str(options.content), looked, {**own, **stamps}, program, repr(assets))


class Seen(NamedTuple):
    """The record of the last build, and the inputs as they are now."""

    before: Record | None
    inputs: Inputs


def see(options: Options, store: Store | None) -> Seen:
    """Return what there is to build from, and what is built already."""
    before = store.load() if store else None
    return Seen(before, look(options, before))


def _apart(
    contents: Iterable[tuple[str, str]], folder: str
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return what stands elsewhere, and what stands below a folder."""
    elsewhere: list[tuple[str, str]] = []
    below: list[tuple[str, str]] = []
    for path, digest in contents:
        (below if path.startswith(folder) else elsewhere).append((path, digest))
    return elsewhere, below


def is_current(record: Record, inputs: Inputs, out: Path) -> bool:
    """Tell whether the site is as a build would leave it now."""
    return (
        not record.sealed
        and not is_pending(str(out))
        and record.program == inputs.program
        and _contents(record.inputs) == _contents(inputs.stamps)
        and are_left(record, record.outputs, out)
    )


def remember(
    given: Sequence[str], options: Options, inputs: Inputs, record: Record, said: str
) -> None:
    """Keep what a command line says when it is given again and nothing has changed since."""
    changed = max(max(stamp[1:3]) for stamp in inputs.stamps.values())
    is_program = inputs.program.startswith(f"({_program()!r},")
    if record.sealed or not is_program or changed >= inputs.looked - _TOO_FRESH:
        return
    program = [*map(str, _program_folders())]
    unchanged.keep(
        given,
        {
            **unchanged.statuses(program),
            **{path: (*stamp[:3],) for path, stamp in inputs.stamps.items()},
        },
        [str(options.content), str(OWN_TEMPLATES), *program],
        _left_by(record, record.outputs, options.out),
        [staging(str(options.out))],
        "".join(f"{problem}\n" for problem in unpacked(record.warnings)),
        f"{said}\n",
    )


def are_left(record: Record, paths: Iterable[str], out: Path) -> bool:
    """Tell whether files of the site are as the record says they were left."""
    try:
        return unchanged.are_left(_left_by(record, paths, out))
    except KeyError:
        return False


def _left_by(record: Record, paths: Iterable[str], out: Path) -> Iterator[tuple[str, int, int]]:
    folder = str(out)
    for path in paths:
        size, changed, _ = record.outputs[path]
        yield f"{folder}/{path}", size, changed


def left(out: Path, digests: Mapping[str, str]) -> dict[str, tuple[int, int, str]]:
    """Return how the files of a site are left, by their paths."""
    folder = str(out)
    found = {}
    for path, digest in digests.items():
        status = os.stat(f"{folder}/{path}")
        found[path] = (status.st_size, status.st_mtime_ns, digest)
    return found


def packed(problems: Iterable[Problem]) -> list[Any]:
    """Return problems by values of Python's own types."""
    return [[list(where), *rest] for where, *rest in problems]


def unpacked(problems: Iterable[Any]) -> tuple[Problem, ...]:
    """Return problems from what `packed` made of them."""
    return tuple(Problem(Where(*where), *rest) for where, *rest in problems)


def _contents(stamps: Mapping[str, Stamp]) -> set[tuple[str, str]]:
    return {(path, stamp[3]) for path, stamp in stamps.items()}


def _stamps(
    files: Iterable[tuple[str, os.stat_result]], known: Mapping[str, Stamp], since: int
) -> Iterator[tuple[str, Stamp]]:
    for path, status in files:
        if not S_ISREG(status.st_mode):  # a device or a pipe might never end
            yield path, (0, 0, 0, "no file")
            continue
        now = (status.st_size, status.st_mtime_ns, status.st_ctime_ns)
        before = known.get(path)
        is_known = before is not None and tuple(before[:3]) == now
        if before is not None and is_known and max(now[1:]) < since - _TOO_FRESH:
            yield path, before
        else:
            yield path, (*now, _digest_of(path))


def _digest_of(path: str) -> str:
    try:
        with open(path, "rb", buffering=0) as file:
            return _digest_by_piece(file)
    except OSError as error:  # a link that leads nowhere, a file that may not be read
        return str(error.strerror)


def _digest(data: bytes) -> str:
    import hashlib  # only a build that has something to do pays for it

    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _digest_by_piece(file: IO[bytes]) -> str:
    """Return the digest of a file of any size in little memory."""
    import hashlib

    digest = hashlib.blake2b(digest_size=16)
    while piece := file.read(_PIECE):
        digest.update(piece)
    return digest.hexdigest()


_PIECE = 1 << 20


def _program_folders() -> tuple[Path, Path]:
    return Path(__file__).parent, BUILT_IN


def _program() -> str:
    """Return what changes with the program: its own files, its libraries, Python itself."""
    own = [
        (path, status.st_size, status.st_mtime_ns)
        for place in _program_folders()
        for path, status in files(str(place))
    ]
    jinja = find_spec("jinja2")
    libraries = os.path.dirname(os.path.dirname((jinja and jinja.origin) or ""))
    installed = sorted(name for name in os.listdir(libraries) if name.endswith("-info"))
    return repr((__version__, sys.version, sorted(own), installed))
