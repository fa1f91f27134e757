"""What every test shares: the hypothesis profile, and running the command."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import hypothesis
import pytest

from builder.build import build
from builder.cli import main
from builder.options import Options
from tests.banks import CONTENT

hypothesis.settings.register_profile(
    "quick", max_examples=60, deadline=None, derandomize=True, database=None
)
hypothesis.settings.load_profile("quick")


@pytest.fixture(scope="session", autouse=True)
def _records(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep records of builds away from the user's own."""
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="session", autouse=True)
def _interruptible() -> None:
    """Let processes of tests be interrupted: in the background a shell has them ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@dataclass(frozen=True)
class Ran:
    """What a command did: its exit code, and what it printed where."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `exampress` in a folder of its own, `tmp_path`, with the built-in templates."""

    def command(*arguments: str | Path, cwd: str = ".") -> Ran:
        monkeypatch.chdir(tmp_path / cwd)
        capsys.readouterr()
        try:
            code = main([str(each) for each in arguments])
        except SystemExit as stop:  # argparse prints its usage and ends
            code = int(stop.code or 0)
        printed = capsys.readouterr()
        return Ran(code, printed.out, printed.err)

    return command


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the real bank, built once."""
    out = tmp_path_factory.mktemp("real") / "site"
    build(Options(CONTENT, out=out))
    return out
