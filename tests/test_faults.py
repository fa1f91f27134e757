"""Faults while files are written: what is left is the old or the new state, and says so."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder import cache, handover, importing, parallel
from builder.build import build
from builder.claim import Claim
from builder.options import Options
from builder.problems import UsageError
from builder.write import Staging, put_all, write
from tests import faults
from tests.banks import SECTION, section_bank
from tests.faults import SCENARIOS, STRIKES, Scenario
from tests.processes import started

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="strikes at a forked process")


@pytest.mark.parametrize("strike", STRIKES)
@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda each: each.name)
def test_old_or_new_state_after_a_fault_at_every_step(
    scenario: Scenario, strike: str, tmp_path: Path
) -> None:
    outcomes = list(faults.every_step(scenario, strike, tmp_path))
    assert len(outcomes) >= 8
    assert [(at, each.faults) for at, each in outcomes if each.faults] == []


def test_faults_strike_and_are_seen(tmp_path: Path) -> None:
    """Written file by file, a folder is found to be a mix: the trial can fail."""

    def carelessly(folder: Path) -> None:
        for name in ("a", "b"):
            folder.mkdir(exist_ok=True)
            (folder / name).write_text("2")

    def before(folder: Path) -> None:
        write(faults._artifacts(a="1", b="1"), folder)

    scenario = Scenario("careless", before, carelessly, hides=True)
    outcomes = faults.every_step(scenario, "torn", tmp_path)
    found = {fault for _, each in outcomes for fault in each.faults}
    assert "neither the old nor the new state" in found
    assert "a is neither old nor new" in found
    assert "b is neither old nor new" in found


@pytest.mark.parametrize("scenario", SCENARIOS[:5], ids=lambda each: each.name)
def test_drive_that_cannot_rename_is_written_to(scenario: Scenario, tmp_path: Path) -> None:
    _, new = faults.states(scenario, tmp_path / "states")
    place = tmp_path / "run" / "content"
    scenario.before(place)
    assert not faults.drive_without_rename(lambda: scenario.act(place))
    assert faults.seen(place) == new


def test_pending_site_is_never_taken_for_current(tmp_path: Path) -> None:
    options = Options(content=section_bank(tmp_path, SECTION), out=tmp_path / "site")
    store = cache.Memory()
    build(options, store=store)
    record = store.load()
    assert record
    assert cache.is_current(record, cache.look(options, record), options.out)
    (options.out / handover.STAGING).mkdir()
    assert not cache.is_current(record, cache.look(options, record), options.out)


def test_list_that_leads_outside_is_not_followed(tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    theirs.write_text("keep")
    out = tmp_path / "site"
    (out / handover.STAGING).mkdir(parents=True)
    handover.decide(str(out), [handover.Step("delete", "../theirs")])
    assert not handover.finish(str(out))
    assert theirs.read_text() == "keep"


@pytest.mark.parametrize("command", ["build", "pdf"])
def test_second_writer_is_told_of_the_first(command: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with Staging(out), pytest.raises(UsageError, match="another exampress is writing"):
        put_all([], out) if command == "pdf" else write([], out)


def test_import_waits_for_no_other_import(tmp_path: Path) -> None:
    with Claim(tmp_path), pytest.raises(UsageError, match="another exampress is writing"):
        importing.write({"exam.yaml": b""}, tmp_path / "exam")
    assert importing.write({"exam.yaml": b""}, tmp_path / "exam") is None


@pytest.fixture
def asleep() -> Iterator[subprocess.Popen[str]]:
    """A process whose workers sleep for a minute."""
    code = (
        "import os, time; from builder import parallel\n"
        "print('ready', flush=True)\n"
        "parallel.apart(lambda n: (os.write(1, b'%d\\n' % os.getpid()), time.sleep(60)),"
        " [1, 2], [1, 1], 2)"
    )
    with started([sys.executable, "-c", code], stdout=subprocess.PIPE) as run:
        yield run


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_workers_end_with_the_process_that_waits(
    how: signal.Signals, asleep: subprocess.Popen[str]
) -> None:
    assert asleep.stdout is not None
    assert asleep.stdout.readline() == "ready\n"
    workers = [int(asleep.stdout.readline()) for _ in range(2)]
    asleep.send_signal(how)
    asleep.wait(20)
    assert asleep.stdout.read() == ""  # ends once the last of them has closed it
    assert not any(_is_alive(worker) for worker in workers)


def _is_alive(process: int) -> bool:
    for _ in range(100):
        try:
            state = Path(f"/proc/{process}/stat").read_text().split()[2]
        except OSError:
            return False
        if state == "Z":
            return False
        time.sleep(0.05)
    return True


def test_worker_may_be_interrupted_without_a_word(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ChildProcessError, match="ended early"):
        parallel.apart(lambda _: os.kill(os.getpid(), signal.SIGINT), [1], [1], 1)
    assert capfd.readouterr() == ("", "")


def test_clock_may_go_backwards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was changed while the clock stands before the last build is seen all the same."""
    content, out = section_bank(tmp_path, SECTION), tmp_path / "site"
    options = Options(content=content, out=out)
    store = cache.Memory()
    build(options, store=store)
    with monkeypatch.context() as patch:
        patch.setattr("time.time_ns", lambda: 1)
        section = content / "e" / "s.yaml"
        section.write_text(SECTION.replace("Is it?", "Is so?"))
        os.utime(section, ns=(5, 5))
        build(options, store=store)
    assert b"Is so?" in (out / "e" / "s" / "index.html").read_bytes()
    section.write_text(SECTION.replace("Is it?", "Is no?"))
    os.utime(section, ns=(5, 5))
    build(options, store=store)
    assert b"Is no?" in (out / "e" / "s" / "index.html").read_bytes()


def test_full_disk_is_said_in_words(tmp_path: Path) -> None:
    content = section_bank(tmp_path, SECTION)
    code = (
        "import sys; from tests.faults import _Hook, fill; from builder.cli import main\n"
        "sys.addaudithook(_Hook(fill, 6, True)); sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", code, "build", "--no-pdf", "--no-cache"]
    done = subprocess.run(
        [*command, "--content", str(content), "--out", str(tmp_path / "site")],
        env={**os.environ, "PYTHONPATH": str(faults.ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("exampress: ")
    assert done.stderr.endswith(f": {os.strerror(errno.ENOSPC)}\n")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "site").exists()


PORT = "48765"


@pytest.mark.parametrize("wait", [0.1, 0.3, 0.6, 2])
def test_interrupted_command_says_nothing(wait: float, tmp_path: Path) -> None:
    content = section_bank(tmp_path, SECTION)
    command = [sys.executable, "-m", "builder", "serve", "--port", PORT, "--content", str(content)]
    environment = {**os.environ, "PYTHONPATH": str(faults.ROOT), "TMPDIR": str(tmp_path)}
    with started(command, env=environment, stderr=subprocess.PIPE) as run:
        time.sleep(wait)
        run.send_signal(signal.SIGINT)
        _, said = run.communicate(timeout=20)
    assert said == "" or wait < 0.2  # before our first line runs, Python itself speaks


def test_command_in_the_background_of_a_shell_is_not_interrupted(tmp_path: Path) -> None:
    """Where Ctrl-C was off before the command began, it stays off, as for any other program."""
    content = section_bank(tmp_path, SECTION)
    command = [sys.executable, "-m", "builder", "build", "--no-pdf", "--content", str(content)]
    with started(
        command,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(faults.ROOT)},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    ) as run:
        while run.poll() is None:
            run.send_signal(signal.SIGINT)
            time.sleep(0.02)
    assert run.returncode == 0
