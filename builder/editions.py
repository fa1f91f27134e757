"""Other shapes of a site, to be handed on as one file: the whole folder in an archive, an exam as
a single page. The same bytes from the same files, whatever the clock says."""

from __future__ import annotations

import base64
import hashlib
import mimetypes
import re
from collections.abc import Callable, Iterable, Mapping
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from builder.model import Artifact
from builder.problems import UsageError
from builder.write import Staged

ARCHIVE = "site.zip"
SINGLE = "exam.html"

Read = Callable[[str], bytes]
"""The bytes of a file of the site, by its path."""

_HOSTED = ("404.html", ".nojekyll", "sw.js", "manifest.webmanifest")
"""What only a web host has a use for."""
_PACKED = (".pdf", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".woff2")
_EPOCH = (1980, 1, 1, 0, 0, 0)

_POLICY = re.compile(r'(<meta http-equiv="Content-Security-Policy" content=")[^"]*')
_SHEET = re.compile(r'<link rel="stylesheet" href="([^"]+)">')
_FACE = re.compile(r'(?<=url\(")[^"]+\.woff2')
_FORMULA = "<math"
_ICON = re.compile(r'(<link rel="icon" type="image/svg\+xml" href=")([^"]+)')
_TOUCH_ICON = re.compile(r'<link rel="apple-touch-icon"[^>]*>\n')
_HUB = re.compile(r' data-hub="[^"]*"')
"""Where pages that are opened from a folder share their storage; one alone shares it with none."""
_SCRIPT = re.compile(r'<script (defer )?src="([^"]+)"([^>]*)></script>\n?')
_IMAGE = re.compile(r'(<img src=")([^"]+)')
_UP = re.compile(r"^(?:\.\./)+")
_LINK = re.compile(r'<a href="(\.\./[^"]*)"')


def packed(files: Iterable[Staged]) -> list[Staged]:
    """Return those files of a site that its archive holds."""
    return [each for each in files if each.path not in _HOSTED and not _is_single(each.path)]


def _is_single(path: str) -> bool:
    return path.endswith(f"/{SINGLE}")


def archive(name: str, files: Iterable[Staged], read: Callable[[Staged], bytes]) -> Artifact:
    """Return files of a site as a zip of one folder `name`, to be opened without a server."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as into:
        for file in sorted(files, key=lambda each: each.path):
            entry = ZipInfo(f"{name}/{file.path}", _EPOCH)
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            entry.compress_type = ZIP_STORED if file.path.endswith(_PACKED) else ZIP_DEFLATED
            into.writestr(entry, read(file))
    return Artifact(ARCHIVE, packed.getvalue())


def single(page: Artifact, read: Read, base_url: str | None) -> Artifact:
    """Return a page that holds all it needs: sheets, scripts, pictures, faces; raises UsageError.

    Links to other files lead to the hosted site, or nowhere if it is not known where that is.
    """
    html = _TOUCH_ICON.sub("", page.data.decode())
    allowed: dict[str, list[str]] = {"script": [], "style": []}

    def text(address: str) -> str:
        return read(_path(address)).decode()

    def sheet(match: re.Match[str]) -> str:
        folder = match[1].rpartition("/")[0]

        def face(name: re.Match[str]) -> str:
            return _data(f"{folder}/{name[0]}", read) if _FORMULA in html else "data:,"

        return _inline("style", "", _FACE.sub(face, text(match[1])), allowed)

    deferred = []

    def script(match: re.Match[str]) -> str:
        html = _inline("script", _HUB.sub("", match[3]), text(match[2]), allowed)
        if not match[1]:
            return f"{html}\n"
        deferred.append(html)
        return ""

    def picture(match: re.Match[str]) -> str:
        return f"{match[1]}{_data(match[2], read)}"

    html = _SCRIPT.sub(script, _SHEET.sub(sheet, html))
    html = _IMAGE.sub(picture, _ICON.sub(picture, html))
    html = _LINK.sub(lambda match: _absolute(match[1], base_url), html)
    html = html.replace("</body>", "\n".join((*deferred, "</body>")))
    return Artifact(page.path, _POLICY.sub(rf"\g<1>{_policy(allowed)}", html).encode())


def _inline(tag: str, attributes: str, text: str, allowed: Mapping[str, list[str]]) -> str:
    if f"</{tag}" in text:
        raise UsageError(f"a {tag} that holds '</{tag}' cannot stand inside a page")
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    allowed[tag].append(f"'sha256-{digest}'")
    return f"<{tag}{attributes}>{text}</{tag}>"


def _policy(allowed: Mapping[str, list[str]]) -> str:
    scripts, styles = " ".join(allowed["script"]), " ".join(allowed["style"])
    return (
        f"default-src 'none'; script-src {scripts}; style-src {styles}; img-src data:; "
        "font-src data:; base-uri 'none'; form-action 'none'"
    )


def _path(address: str) -> str:
    from urllib.parse import unquote

    return unquote(_UP.sub("", address).partition("?")[0].partition("#")[0])


def _data(address: str, read: Read) -> str:
    if address.startswith("data:"):
        return address
    path = _path(address)
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    return f"data:{kind};base64,{base64.b64encode(read(path)).decode()}"


def _absolute(address: str, base_url: str | None) -> str:
    if base_url is None:
        return "<a"
    return f'<a href="{base_url.rstrip("/")}/{address.removeprefix("../")}"'
