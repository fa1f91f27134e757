"""Faults at every step of what writes files: killed, torn, disk full, no rename, interrupted.

A process is forked, and an audit hook strikes at its n-th step on the disk; n counts up until the
work is done. Whatever the folder then holds, what the next command does first must bring it to the
old or the new state, and to nothing between. `python -m tests.faults 500` does so, and kills so
many commands at random moments besides; it prints the figures of SECURITY.md. Tests nothing itself.
"""

from __future__ import annotations

import errno
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from builder import handover, ids, importing
from builder.model import Artifact
from builder.problems import UsageError
from builder.write import Staging, put_all, write
from tests.banks import EVERY_TYPE, EXAM, files, write_bank

ROOT = Path(__file__).resolve().parent.parent
Tree = dict[str, bytes]

_CHANGES = ("os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.chmod")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


@dataclass(frozen=True, slots=True)
class Scenario:
    """Something that writes: how it is before, what is done, and whether old and new may meet."""

    name: str
    before: Callable[[Path], object]
    act: Callable[[Path], object]
    by_file: bool = False
    """Whether each file is a state of its own, and the act done again ends in the new one."""
    hides: bool = False
    """Whether nothing old that goes or changes may be seen beside anything new."""


def _artifacts(**pages: str) -> list[Artifact]:
    return [Artifact(name.replace("_", "/"), text.encode()) for name, text in pages.items()]


_OLD = _artifacts(index="1", a_key="answer 1", a_page="1", assets_x="1", same="1")
_NEW = _artifacts(index="2", b_c_page="2", a_page="2", assets_y="2", same="1")


def _hide(folder: Path) -> None:
    with Staging(folder) as staging:
        staging.commit([staging.stage(each) for each in _NEW], hide=True)


def _put_before(folder: Path) -> None:
    put_all(_artifacts(a_paper="1", theirs="1"), folder)


_PAPER = {"exam.yaml": b"title: T\n", "1.yaml": b"questions: []\n", "img/a.png": b"\x89PNG"}


def _without_ids(content: Path) -> None:
    section = EVERY_TYPE.replace("id: one\n    ", "").replace("- id: several\n    type", "- type")
    names = ("a/exam.yaml", "a/1.yaml", "a/2.yaml", "b/exam.yaml", "b/1.yaml")
    texts = {name: EXAM if "exam" in name else section for name in names}
    write_bank(content.parent, texts)


SCENARIOS = (
    Scenario("first site", lambda folder: None, lambda folder: write(_OLD, folder)),
    Scenario("next site", lambda folder: write(_OLD, folder), lambda folder: write(_NEW, folder)),
    Scenario("without answers", lambda folder: write(_OLD, folder), _hide, hides=True),
    Scenario(
        "papers",
        _put_before,
        lambda folder: put_all(_artifacts(a_paper="2", a_key="2", b_paper="2"), folder),
    ),
    Scenario(
        "import",
        lambda folder: folder.mkdir(parents=True),
        lambda folder: importing.write(_PAPER, folder / "exam"),
    ),
    Scenario("ids", _without_ids, ids.write_missing, by_file=True),
)

Strike = Callable[[str, tuple[Any, ...]], None]


def kill(event: str, given: tuple[Any, ...]) -> None:
    """End this process as `kill -9` does, before the step."""
    os.kill(os.getpid(), signal.SIGKILL)


def tear(event: str, given: tuple[Any, ...]) -> None:
    """End this process in the middle of writing a file."""
    if event == "open":
        descriptor = os.open(given[0], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.write(descriptor, b'{"steps": [["delete", "ind')
    os.kill(os.getpid(), signal.SIGKILL)


def fill(event: str, given: tuple[Any, ...]) -> None:
    """Refuse whatever needs room."""
    if event in ("open", "os.mkdir", "os.rename"):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(given[0]))


def fill_in_writing(event: str, given: tuple[Any, ...]) -> None:
    """Let a file be opened and take a thousand bytes, and no file more from now on."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))


def interrupt(event: str, given: tuple[Any, ...]) -> None:
    """Do as Ctrl-C does."""
    raise KeyboardInterrupt


STRIKES: dict[str, tuple[Strike, bool]] = {
    "killed": (kill, False),
    "torn": (tear, False),
    "disk full": (fill, True),
    "interrupted": (interrupt, False),
}
"""What happens, and whether it goes on happening."""


class _Hook:
    """Strikes at one step on the disk, or from it on; counts the steps there are."""

    def __init__(self, strike: Strike, at: int, lasting: bool) -> None:
        self._strike, self._at, self._lasting = strike, at, lasting
        self._count = 0
        self._busy = False

    def __call__(self, event: str, given: tuple[Any, ...]) -> None:
        if self._busy or not _is_step(event, given):
            return
        self._count += 1
        if self._count == self._at or (self._lasting and self._count > self._at):
            self._busy = True
            try:
                self._strike(event, given)
            finally:
                self._busy = False


def _is_step(event: str, given: tuple[Any, ...]) -> bool:
    if event == "open":
        return bool((given[2] or 0) & _WRITING) and isinstance(given[0], str)
    return event in _CHANGES


def struck(act: Callable[[], object], strike: Strike, at: int, lasting: bool) -> bool:
    """Do something in a process of its own that is struck at one step; tell whether it was."""
    process = os.fork()
    if not process:
        code = 1
        try:
            sys.addaudithook(_Hook(strike, at, lasting))
            act()
            code = 0
        except (OSError, UsageError, KeyboardInterrupt):
            pass  # said in words by the command line
        finally:
            os._exit(code)
    return os.waitpid(process, 0)[1] != 0


def drive_without_rename(act: Callable[[], object]) -> bool:
    """Do something on a drive that renames nothing; tell whether it could not be done."""

    def refuse(event: str, given: tuple[Any, ...]) -> None:
        if event == "os.rename":
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))

    return struck(act, refuse, 1, lasting=True)


def states(scenario: Scenario, folder: Path) -> tuple[Tree, Tree]:
    """Return what a folder holds before and after, if nothing happens."""
    place = folder / "content"
    scenario.before(place)
    old = seen(place)
    scenario.act(place)
    new = seen(place)
    shutil.rmtree(folder)
    return old, new


def seen(folder: Path) -> Tree:
    """Return what a reader sees: every file but hidden ones."""
    hidden = (path for path in files(folder).items() if folder.exists())
    return {
        name: data
        for name, data in hidden
        if not any(part.startswith(".") for part in name.split("/"))
    }


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one struck run ended."""

    struck: bool
    mixed: bool
    """Whether old and new stood side by side until the next command."""
    faults: tuple[str, ...]


def trial(scenario: Scenario, strike: str, at: int, folder: Path, old: Tree, new: Tree) -> Outcome:
    """Strike a scenario at one step and say how it ended."""
    place = folder / "content"
    scenario.before(place)
    hit = struck(lambda: scenario.act(place), STRIKES[strike][0], at, STRIKES[strike][1])
    left = seen(place)
    faults = [*_torn(left, old, new), *(_met(left, old, new) if scenario.hides else ())]
    if not scenario.by_file:
        if place.exists():
            handover.finish(str(place))
        if seen(place) not in (old, new):
            faults.append("neither the old nor the new state")
    scenario.act(place)
    if seen(place) != new:
        faults.append("doing it again does not end in the new state")
    shutil.rmtree(folder)
    return Outcome(hit, left not in (old, new), tuple(faults))


def _torn(left: Tree, old: Tree, new: Tree) -> Iterator[str]:
    for name, data in left.items():
        if data not in (old.get(name), new.get(name)):
            yield f"{name} is neither old nor new"


def _met(left: Tree, old: Tree, new: Tree) -> Iterator[str]:
    changed = {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}
    is_old = {name for name in changed if name in left and left[name] == old.get(name)}
    is_new = {name for name in changed if name in left and left[name] == new.get(name)}
    if is_old and is_new:
        yield f"{min(is_old)} of before stands beside the new {min(is_new)}"


def every_step(scenario: Scenario, strike: str, folder: Path) -> Iterator[tuple[int, Outcome]]:
    """Yield the outcome of a strike at each step there is."""
    old, new = states(scenario, folder / "states")
    at = 0
    while True:
        at += 1
        outcome = trial(scenario, strike, at, folder / str(at), old, new)
        if not outcome.struck and strike != "disk full":
            return
        yield at, outcome
        if not outcome.struck:
            return


# Commands, killed at random moments


_BANK = {
    "1.yaml": "title: One\ntype: single\nquestions:\n",
    "2.yaml": "title: Two\ntype: blank\nquestions:\n",
}


def _bank(folder: Path, word: str, count: int = 60, with_ids: bool = True) -> None:
    exam = folder / "content" / "exam"
    exam.mkdir(parents=True, exist_ok=True)
    (exam / "exam.yaml").write_text(f"title: {word}\nlanguage: en\n")
    for name, head in _BANK.items():
        fields = (
            "options: [aaa, bbb, ccc]\n    answer: B"
            if "single" in head
            else "answer: [solution]\n   "
        )
        rows = (
            f"  - {f'id: q{name[0]}-{at}' if with_ids else f'points: {1 + at % 3}'}\n"
            f"    stem: {word} {at} {'___' if 'blank' in head else ''}\n    {fields}\n"
            for at in range(count)
        )
        (exam / name).write_text(head + "".join(rows))


def _paper(folder: Path) -> None:
    (folder / "content").mkdir(parents=True)
    rows = (f"{at}. Which is it {at}?\nA. one\nB. two\nANSWER: A\n" for at in range(1, 300))
    (folder / "paper.txt").write_text("\n".join(rows))


@dataclass(frozen=True, slots=True)
class Command:
    """A command to be killed: what there is before, what is written where."""

    arguments: tuple[str, ...]
    before: Callable[[Path], object]
    change: Callable[[Path], object]
    where: str
    by_file: bool = False


_BUILD = ("build", "--no-pdf", "--jobs", "2")
COMMANDS: dict[str, Command] = {
    "build": Command(_BUILD, lambda f: _bank(f, "Old"), lambda f: _bank(f, "New"), "site"),
    "build --no-answers": Command(
        (*_BUILD, "--no-answers"), lambda f: _bank(f, "Old"), lambda f: None, "site"
    ),
    "pdf": Command(
        ("pdf", "--key"), lambda f: _bank(f, "Old", 12), lambda f: _bank(f, "New", 12), "pdf"
    ),
    "import": Command(("import", "paper.txt"), _paper, lambda f: None, "content"),
    "ids": Command(
        ("ids",), lambda f: _bank(f, "Old", 400, with_ids=False), lambda f: None, "content", True
    ),
}


def _run(folder: Path, arguments: tuple[str, ...]) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder / "cache")}
    return subprocess.Popen(
        [sys.executable, "-m", "builder", *arguments],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _prepared(command: Command, folder: Path) -> tuple[Tree, Tree, float]:
    """Return the old and the new state, and how long the way takes; leave the old one."""
    command.before(folder)
    first = tuple(each for each in command.arguments if each != "--no-answers")
    if command.where != "content":
        assert _run(folder, first).wait() == 0
    old = seen(folder / command.where)
    command.change(folder)
    copy = folder.with_name("after")
    shutil.copytree(folder, copy)
    start = time.monotonic()
    assert _run(copy, command.arguments).wait() == 0
    took = time.monotonic() - start
    new = seen(copy / command.where)
    shutil.rmtree(copy)
    assert old != new
    return old, new, took


def killed_at_random(name: str, count: int, random: Random) -> Counter[str]:
    """Kill a command so many times; return how often it ended how."""
    command, said = COMMANDS[name], Counter[str]()
    with tempfile.TemporaryDirectory() as there:
        base = Path(there) / "base"
        base.mkdir()
        old, new, took = _prepared(command, base)
        for _ in range(count):
            folder = Path(there) / "run"
            shutil.copytree(base, folder)
            inputs = files(folder / "content")
            process = _run(folder, command.arguments)
            time.sleep(random.uniform(0.1, 1.1) * took)
            process.kill()
            said["done before" if process.wait() == 0 else "killed"] += 1
            said.update(_judged(command, folder, old, new, inputs))
            shutil.rmtree(folder)
    return said


def _judged(command: Command, folder: Path, old: Tree, new: Tree, inputs: Tree) -> Iterator[str]:
    place = folder / command.where
    left = seen(place)
    if left not in (old, new):
        yield "mixed until the next command"
    if any(_torn(left, old, new)):
        yield "TORN FILE"
    if not command.by_file:
        if place.exists():
            handover.finish(str(place))
        if (settled := seen(place)) not in (old, new):
            yield "NEITHER OLD NOR NEW"
        yield "old" if settled == old else "new"
    if command.where != "content" and files(folder / "content") != inputs:
        yield "AUTHOR'S FILE HARMED"
    goes_on = command.where != "content" or command.by_file or left == old
    if goes_on and (_run(folder, command.arguments).wait() != 0 or seen(place) != new):
        yield "NOT NEW AFTER ANOTHER RUN"


def main(count: int = 500, seed: int = 1) -> int:
    """Strike at every step, kill at random; print figures; return how many faults were found."""
    bad = 0
    for scenario in SCENARIOS:
        for strike in STRIKES:
            with tempfile.TemporaryDirectory() as folder:
                outcomes = list(every_step(scenario, strike, Path(folder)))
            faults = [fault for _, outcome in outcomes for fault in outcome.faults]
            mixed = sum(outcome.mixed for _, outcome in outcomes)
            bad += len(faults)
            print(
                f"{scenario.name}, {strike}: {len(outcomes)} steps, {len(faults)} faults, "
                f"{mixed} mended by the next command",
                *faults,
                flush=True,
            )
    random = Random(seed)
    for place, name in enumerate(COMMANDS):
        share = count // len(COMMANDS) + (place < count % len(COMMANDS))
        said = killed_at_random(name, share, random)
        bad += sum(number for word, number in said.items() if word.isupper())
        shown = ", ".join(f"{number} {word}" for word, number in sorted(said.items()))
        print(f"{name}, kill -9 at {share} random moments: {shown}", flush=True)
    print(f"{bad} lost")
    return bad


if __name__ == "__main__":
    sys.exit(min(1, main(*map(int, sys.argv[1:]))))
