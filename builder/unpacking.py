"""Files to be imported: those on disk, and those in a zip archive that is no format of its own.

Knows which files of an archive may be papers, and their pictures; not what they mean.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from builder.decoding import ReadError
from builder.formats.document.archive import Archive
from builder.problems import UsageError

PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg")
MAX_PICTURE = 20 * 1024 * 1024
_PAPERS = (
    *(".txt", ".md", ".markdown", ".gift", ".xml", ".qti", ".toml", ".rmd", ".csv", ".tsv"),
    *(".json", ".jsonl", ".html", ".htm", ".docx", ".xlsx"),
)
_OWN = ("imsmanifest.xml", "[Content_Types].xml", "word/document.xml", "xl/workbook.xml")
"""What makes an archive a format of its own."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file to be read; `inside` are the files beside it in its archive, if it has one."""

    path: Path
    data: bytes
    inside: Mapping[str, bytes] | None = field(default=None, repr=False)

    def picture(self, name: str) -> bytes | None:
        """Return the picture that a text names so, beside the file or below; None without one."""
        if ".." in Path(name).parts or not name.lower().endswith(PICTURES):
            return None
        if self.inside is not None:
            return self.inside.get(posixpath.normpath(name))
        home = self.path.parent.resolve()
        path = (home / name).resolve()
        if not path.is_relative_to(home) or not path.is_file():
            return None
        return path.read_bytes() if path.stat().st_size <= MAX_PICTURE else None


def sources(files: Sequence[Path]) -> list[Source]:
    """Return the files to be read. Raises UsageError for one that cannot be."""
    return [source for path in files for source in _sources(path, _bytes(path))]


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None


def _sources(path: Path, data: bytes) -> list[Source]:
    if not data.startswith(b"PK\x03\x04"):
        return [Source(path, data)]
    try:
        archive = Archive(data)
        if any(name in archive.names for name in _OWN):
            return [Source(path, data)]
        return list(_members(path, archive)) or [Source(path, data)]
    except ReadError as error:
        raise UsageError(f"{path}: {error}") from None


def _members(path: Path, archive: Archive) -> Iterator[Source]:
    """Yield the papers in an archive by their names, each with the pictures below its folder."""
    names = sorted(name for name in archive.names if _is_honest(name))
    pictures = {
        name: archive.read(name) or b""
        for name in names
        if name.lower().endswith(PICTURES) and archive.names[name].file_size <= MAX_PICTURE
    }
    for name in names:
        if name.lower().endswith(_PAPERS):
            folder = f"{posixpath.dirname(name)}/".lstrip("/")
            beside = {
                each.removeprefix(folder): data
                for each, data in pictures.items()
                if each.startswith(folder)
            }
            yield Source(path / name, archive.read(name) or b"", beside)


def _is_honest(name: str) -> bool:
    """Tell a file that somebody put there, not what systems add to archives."""
    parts = name.split("/")
    return ".." not in parts and not any(part.startswith((".", "__MACOSX")) for part in parts)
