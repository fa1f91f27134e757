"""PDFs are the same bytes wherever they are made: also where there is no font and no network."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from builder.options import can_set_pdf
from tests.banks import CONTENT, ROOT, files, write_bank

pytestmark = pytest.mark.skipif(not can_set_pdf(), reason="needs exampress[pdf]")

PEOPLE = "Name,Number\nAnn,1\n李四,2\n"
PRINT = (
    ("--teacher", "--key", "--sheet", "--out", "pdf"),
    ("tour", "--forms", "3", "--seed", "x", "--key", "--out", "forms"),
    ("demo", "--per-person", "people.csv", "--sheet", "--out", "people"),
)
NOTHING = (
    "unshare --map-root-user --mount --net sh -c "
    "'for each in /usr/share/fonts /usr/local/share/fonts; do "
    '[ ! -d "$each" ] || mount -t tmpfs none "$each" || exit 1; done; exec "$@"\' --'
)
"""A shell's words that run what follows without any font of the system, and without a network."""
STRANGER = "unshare --map-user=12345 --"


def _printed(
    place: Path, how: str = "", backwards: bool = False, umask: int = 0o022, **environment: str
) -> dict[str, bytes]:
    """Return all that is printed of the real bank in a place of its own."""
    place.mkdir(parents=True)
    names = sorted(files(CONTENT), reverse=backwards)
    write_bank(place, {name: (CONTENT / name).read_bytes() for name in names})
    (place / "people.csv").write_text(PEOPLE, encoding="utf-8")
    for arguments in PRINT:
        _run(place, how, [sys.executable, "-m", "builder", "pdf", *arguments], umask, environment)
    made = {name: data for name, data in files(place).items() if not name.startswith("content/")}
    return {name: data for name, data in made.items() if not name.endswith((".journal", ".lock"))}


def _run(
    place: Path, how: str, command: Sequence[str], umask: int, environment: Mapping[str, str]
) -> None:
    own = {"PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(place / "content/.cache")}
    done = subprocess.run(
        ["sh", "-c", f'{how} "$@"', "sh", *command],
        cwd=place,
        env={**os.environ, **own, **environment},
        umask=umask,
        capture_output=True,
        check=False,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    made = _printed(tmp_path_factory.mktemp("here") / "bank", RAYON_NUM_THREADS="1")
    assert sum(name.endswith(".pdf") for name in made) == 17
    return made


@pytest.mark.parametrize("number", range(2))
def test_same_bytes_in_other_surroundings(
    number: int, expected: dict[str, bytes], tmp_path: Path
) -> None:
    """Place, order of files on the disk, umask, locale, time zone, hash seed, threads."""
    surroundings = (
        {"LC_ALL": "C", "TZ": "Pacific/Kiritimati", "PYTHONHASHSEED": "1", "USER": "other"},
        {"LANG": "tr_TR.UTF-8", "TZ": "America/Lima", "PYTHONHASHSEED": "2", "PYTHONUTF8": "0"},
    )[number]
    place = tmp_path / ("deeper/里/x y" if number else "z")
    made = _printed(
        place, "", number == 0, (0o077, 0o002)[number], RAYON_NUM_THREADS="5", **surroundings
    )
    assert made == expected


@pytest.mark.parametrize("how", [NOTHING, STRANGER], ids=["without-fonts-and-network", "stranger"])
def test_same_bytes_with_nothing_of_the_system(
    how: str, expected: dict[str, bytes], tmp_path: Path
) -> None:
    if subprocess.run(["sh", "-c", f"{how} true"], capture_output=True, check=False).returncode:
        pytest.skip("needs namespaces of its own (Linux)")
    (tmp_path / "home").mkdir()
    made = _printed(tmp_path / "bank", how, HOME=str(tmp_path / "home"))
    assert made == expected
