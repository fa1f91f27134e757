"""What is shipped and installed: all of it is listed, pinned, and of a licence that fits."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest

from tests.banks import ROOT

tomllib = pytest.importorskip("tomllib")

LISTED = (ROOT / "THIRD-PARTY.md").read_text(encoding="utf-8")
SHIPPED = ("builder", "templates")
FREE = re.compile("^(package )?(MIT|BSD-[23]-Clause|Apache-2.0|OFL-1.1|PSF-2.0)")


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name.lower())


def _names(requirements: list[str]) -> set[str]:
    return {_plain(re.split(r"[^\w.-]", each, maxsplit=1)[0]) for each in requirements}


def _of_users() -> set[str]:
    """Return what users may install: dependencies and extras, but the developers' own."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    named = [*project["dependencies"]]
    named += (each for name, extra in extras.items() if name != "dev" for each in extra)
    return _names(named) - {"exampress"}


def _behind(names: set[str]) -> set[str]:
    """Return the same with what they require in turn, as far as it is installed here."""
    found: set[str] = set()
    waiting = [*names]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        try:
            own = requires(name) or []
        except PackageNotFoundError:
            continue
        waiting += _names([each for each in own if ";" not in each])
    return found


def _rows() -> dict[str, str]:
    """Return the licence of each package that the list has a row for."""
    return dict(re.findall(r"^\| ([\w.-]+) \| [^|]+ \| ([^|]+?) \|$", LISTED, re.MULTILINE))


def test_every_package_is_listed_with_its_licence() -> None:
    behind = _behind(_of_users() - {"distributed"})  # a cluster has an environment of its own
    assert behind - _rows().keys() == set()


def test_every_licence_is_free() -> None:
    rows = {
        name: licence for name, licence in _rows().items() if name not in ("package", "what", "---")
    }
    assert len(rows) > 25
    assert {name: licence for name, licence in rows.items() if not FREE.match(licence)} == {}


def test_every_file_of_others_is_listed() -> None:
    """Whatever is shipped and names a licence or a copyright of others has a row."""
    others = re.compile(rb"@license|Copyright \(c\)|SPDX-License-Identifier|MIT License")
    found = [
        path.relative_to(ROOT).as_posix()
        for folder in SHIPPED
        for path in sorted((ROOT / folder).rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts and others.search(path.read_bytes())
    ]
    vendored = [f"templates/assets/js/vendor/{path.name}" for path in _vendored()]
    assert vendored
    unlisted = [name for name in {*found, *vendored} if name not in LISTED]
    assert [name for name in unlisted if not name.endswith("README.md")] == []
    suffixes = (".ttf", ".otf", ".woff", ".woff2")
    files = (path for folder in SHIPPED for path in (ROOT / folder).rglob("*"))
    fonts = [path.relative_to(ROOT).as_posix() for path in files if path.suffix in suffixes]
    assert [name for name in fonts if name not in LISTED] == []


def _vendored() -> list[Path]:
    return sorted((ROOT / "templates" / "assets" / "js" / "vendor").glob("*.js"))


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_every_package_is_pinned_with_hashes(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    entries = re.findall(r"^([\w.-]+)==([^\s;]+)[^\n]*((?:\n    --hash=\S+(?: \\)?)+)", text, re.M)
    pinned = {_plain(name) for name, _, _ in entries}
    assert len(pinned) == len(re.findall(r"^[\w.-]+", text, re.M))
    wanted = _of_users() - {"distributed"}
    if lock == "requirements.lock":
        wanted -= {"python-calamine", "opencc", "cryptography"}
    assert wanted - pinned == set()
    assert "://" not in text


@pytest.mark.parametrize("name", ["test.yml", "pages.yml"])
def test_workflows_have_least_permissions(name: str) -> None:
    text = (ROOT / ".github" / "workflows" / name).read_text(encoding="utf-8")
    assert re.search(r"^permissions:( \{\}|\n  contents: read\n)", text, re.M)
    granted = {*re.findall(r"^ +([a-z-]+): (?:write)$", text, re.M)}
    assert granted == ({"pages", "id-token"} if name == "pages.yml" else set())
    assert text.count("persist-credentials: false") == text.count("actions/checkout@")
    assert not re.findall(r"uses: (?!actions/)", text)


_USES = re.compile(r"^ *(?:- )?uses: *(.*)$", re.M)
_PINNED = re.compile(r"actions/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")


def _workflows() -> list[Path]:
    """Return this project's own workflows, and those that `exampress new` writes."""
    folders = (ROOT / ".github", ROOT / "templates" / "new")
    return sorted(path for folder in folders for path in folder.rglob("workflows/*.y*ml"))


def test_every_action_is_pinned_by_commit() -> None:
    """A tag can be moved to other code, a commit cannot; the version stands behind for people."""
    found = [each for path in _workflows() for each in _USES.findall(path.read_text("utf-8"))]
    assert len({path.parents[2].name for path in _workflows()}) == 2
    assert len(found) > 10
    assert [each for each in found if not _PINNED.fullmatch(each)] == []
    commits = {(each.split("@")[0], each) for each in found}
    assert len({name for name, _ in commits}) == len(commits)  # one commit for an action everywhere
