"""Whether a published folder, or an archive of it, is what a build made, and of which bank.

Reads only, but for one thing: a build that was stopped while it renamed its files is completed.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO
from zipfile import BadZipFile, ZipFile, is_zipfile

from builder import build_info, handover
from builder.build import build
from builder.claim import Claim
from builder.options import Options
from builder.problems import UsageError
from builder.write import HARMLESS

_FLAGS = ("answers", "sealed", "pdf")
Open = Callable[[], BinaryIO]
_CHUNK = 1 << 20
_LARGEST = 64_000_000
"""Bytes of a build-info.json that is read; one of a million files has about so many."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One file that is not as it must be."""

    kind: str
    """`changed`, `missing` or `extra`; against a bank also `stale`."""
    path: str


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found of a site."""

    version: str
    files: int
    """How many it must have."""
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class _Site:
    files: Mapping[str, tuple[int, Open]]
    """Size of each, and how it is read."""
    info: dict[str, Any]


def verify(site: Path, bank: Options | None = None) -> Verified:
    """Compare a site with its `build-info.json`, and with a bank by building that anew.

    Of `bank` count its content, its templates and the passphrase of sealed answers. Raises
    UsageError for what is no site of ours, and BankError for a bank with errors.
    """
    if site.is_dir():
        _settle(site)
        return _compared(_folder(site), bank)
    if not site.exists():
        raise UsageError(f"there is no '{site}'")
    if not is_zipfile(site):
        raise UsageError(f"{site} is neither a folder nor a zip archive")
    try:
        with ZipFile(site) as archive:
            return _compared(_archive(site, archive), bank)
    except (BadZipFile, NotImplementedError, RuntimeError) as error:
        raise UsageError(f"{site} is damaged: {error}") from None


def _settle(site: Path) -> None:
    if handover.is_pending(str(site)):
        with Claim(site):
            handover.finish(str(site))


def _compared(site: _Site, bank: Options | None) -> Verified:
    must = site.info["files"]
    found = {each.path: each for each in _differences(site, must)}
    if bank is not None:
        for each in _against(site, _anew(site.info, bank)):
            found.setdefault(each.path, each)
    ordered = sorted(found.values(), key=lambda each: (each.path, each.kind))
    return Verified(site.info["version"], len(must), tuple(ordered))


def _differences(site: _Site, must: Mapping[str, tuple[int, str]]) -> Iterator[Difference]:
    for path, (size, digest) in must.items():
        if path not in site.files:
            yield Difference("missing", path)
            continue
        is_size, reader = site.files[path]
        if is_size != size or _digest(reader) != digest:
            yield Difference("changed", path)
    for path in site.files.keys() - must.keys() - {build_info.NAME}:
        yield Difference("extra", path)


def _against(site: _Site, bank: dict[str, Any]) -> Iterator[Difference]:
    """Yield what another build-info, that of the bank as it is now, says otherwise."""
    now, then = bank["files"], site.info["files"]
    for path in now.keys() | then.keys():
        if now.get(path) != then.get(path):
            yield Difference("stale", path)
    if any(bank[field] != site.info[field] for field in ("version", "bank", "options")):
        yield Difference("stale", build_info.NAME)


def _digest(reader: Open) -> str:
    digest = hashlib.sha256()
    with reader() as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def _anew(info: dict[str, Any], bank: Options) -> dict[str, Any]:
    """Return the build-info of a bank as this program builds it now, as the site was built."""
    asked = info["options"]
    with tempfile.TemporaryDirectory(prefix="exampress-") as folder:
        options = bank._replace(
            out=Path(folder) / "site",
            answers=asked["answers"],
            sealed=asked["sealed"],
            base_url=asked["base_url"],
            pdf=asked["pdf"],
        )
        build(options)
        if info["part"] == "site":
            return _info((options.out / build_info.NAME).read_bytes(), str(options.out))
        packed = options.out / "site.zip"
        if not packed.exists():
            raise UsageError(f"{bank.content} offers no site.zip; verify the folder instead")
        with ZipFile(packed) as archive:
            return _archive(packed, archive).info


def _folder(site: Path) -> _Site:
    files = {
        path.relative_to(site).as_posix(): (path.stat().st_size, _opened(path))
        for path in site.rglob("*")
        if path.is_file() or path.is_symlink()
    }
    return _site({name: file for name, file in files.items() if not _is_others(name)}, str(site))


def _opened(path: Path) -> Open:
    return lambda: path.open("rb")


def _archive(site: Path, archive: ZipFile) -> _Site:
    """Return what an archive holds, without the one folder that it is packed in."""
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    tops = {entry.filename.partition("/")[0] for entry in entries}
    top = f"{tops.pop()}/" if len(tops) == 1 else ""
    files: dict[str, tuple[int, Open]] = {}
    for entry in entries:
        name = entry.filename.removeprefix(top)
        if name in files:
            raise UsageError(f"{site} holds '{entry.filename}' twice")
        files[name] = (entry.file_size, _unpacked(archive, entry.filename))
    return _site({name: file for name, file in files.items() if not _is_others(name)}, str(site))


def _unpacked(archive: ZipFile, name: str) -> Open:
    return lambda: archive.open(name)  # type: ignore[return-value]  # reads bytes, as files do


def _is_others(name: str) -> bool:
    """Tell whether a file is one that whoever publishes a site puts beside it."""
    return name.partition("/")[0] in HARMLESS


def _site(files: Mapping[str, tuple[int, Open]], site: str) -> _Site:
    if build_info.NAME not in files:
        raise UsageError(f"{site} holds no {build_info.NAME}; it was not built by exampress")
    size, reader = files[build_info.NAME]
    if size > _LARGEST:
        raise UsageError(f"{site}: {build_info.NAME} is damaged")
    with reader() as file:
        return _Site(files, _info(file.read(), site))


def _info(data: bytes, site: str) -> dict[str, Any]:
    """Return what a build-info.json says. Raises UsageError for one that is not whole."""
    try:
        said = json.loads(data)
        known = said["format"] == build_info.FORMAT
        for path, (size, digest) in said["files"].items():
            known = known and all((path, size >= 0, len(digest) == 64))
        asked = said["options"]
        known = known and all(isinstance(asked[name], bool) for name in _FLAGS)
        known = known and isinstance(asked["base_url"], str | None)
        known = known and said["part"] in ("site", "archive") and isinstance(said["version"], str)
        said["bank"]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        known = False
    if not known:
        raise UsageError(f"{site}: {build_info.NAME} is damaged, or of another exampress")
    return dict(said)
