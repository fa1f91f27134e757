"""What a site says of itself, and finding out whether it is still so."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from builder import handover
from builder.build import build
from builder.build_info import NAME
from builder.cli import main
from builder.options import Options
from builder.problems import UsageError
from builder.verifying import Difference, verify
from tests.banks import EVERY_TYPE, EXAM, ROOT, SECTION, files, write_bank

PASSPHRASE = "quartz-harbour-lantern-oxide-73"
SITE = "title: Site\nid: my-site\ndownloads: [folder, single-file]\n"


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    return write_bank(tmp_path, {"site.yaml": SITE, "e/exam.yaml": EXAM, "e/s.yaml": EVERY_TYPE})


@pytest.fixture
def site(bank: Path) -> Path:
    build(Options(bank, out=bank.parent / "site"))
    return bank.parent / "site"


def info(site: Path) -> dict[str, dict[str, list[object]]]:
    said: dict[str, dict[str, list[object]]] = json.loads((site / NAME).read_bytes())
    return said


def found(site: Path, content: Path | None = None) -> list[tuple[str, str]]:
    bank = Options(content, passphrase=lambda: PASSPHRASE) if content else None
    return [(each.kind, each.path) for each in verify(site, bank).differences]


def test_every_file_is_told_with_its_digest(site: Path) -> None:
    own = {name: data for name, data in files(site).items() if not name.startswith(".")}
    del own[NAME]
    assert {"site.zip", "sw.js", "404.html", "e/exam.html"} <= own.keys()
    assert info(site)["files"] == {
        name: [len(data), hashlib.sha256(data).hexdigest()] for name, data in own.items()
    }


def test_site_as_it_was_built_has_no_difference(bank: Path, site: Path) -> None:
    assert found(site) == []
    assert found(site, bank) == []


def test_every_kind_of_difference_is_listed(bank: Path, site: Path) -> None:
    page = site / "e" / "index.html"
    page.write_bytes(page.read_bytes().replace(b"Exam", b"Exan"))
    (site / "404.html").unlink()
    (site / "e" / "more.html").write_text("x")
    (site / "CNAME").write_text("example.org")
    differences = [("missing", "404.html"), ("changed", "e/index.html"), ("extra", "e/more.html")]
    assert found(site) == differences
    assert found(site, bank) == differences


def test_other_bank_makes_files_stale(bank: Path, site: Path) -> None:
    (bank / "e" / "s.yaml").write_text(EVERY_TYPE.replace("Which one?", "Which one then?"))
    differences = found(site, bank)
    assert {kind for kind, _ in differences} == {"stale"}
    assert {"e/s/index.html", NAME, "site.zip"} <= {path for _, path in differences}


def test_digests_that_were_changed_with_their_file_are_found_by_the_bank(
    bank: Path, site: Path
) -> None:
    page = site / "e" / "index.html"
    page.write_bytes(page.read_bytes().replace(b"Exam", b"Exan"))
    said = info(site)
    said["files"]["e/index.html"][1] = hashlib.sha256(page.read_bytes()).hexdigest()
    (site / NAME).write_text(json.dumps(said))
    assert found(site) == []
    assert found(site, bank) == [("stale", "e/index.html")]


def test_archive_is_verified_like_a_folder(bank: Path, site: Path, tmp_path: Path) -> None:
    assert found(site / "site.zip") == []
    assert found(site / "site.zip", bank) == []
    unpacked = tmp_path / "unpacked"
    with ZipFile(site / "site.zip") as archive:
        archive.extractall(unpacked)
    assert found(unpacked / "my-site") == []
    (unpacked / "my-site" / "index.html").write_text("x")
    assert found(unpacked / "my-site") == [("changed", "index.html")]


def test_zip_of_a_published_folder_is_verified(site: Path, tmp_path: Path) -> None:
    packed = Path(shutil.make_archive(str(tmp_path / "published"), "zip", site))
    assert found(packed) == []
    with ZipFile(packed, "a") as archive:
        archive.writestr("../outside.html", "x")
    assert found(packed) == [("extra", "../outside.html")]


def test_file_that_stands_twice_in_an_archive_is_refused(site: Path, tmp_path: Path) -> None:
    packed = Path(shutil.make_archive(str(tmp_path / "published"), "zip", site))
    with ZipFile(packed, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("index.html", "x")
    with pytest.raises(UsageError, match=r"holds 'index\.html' twice"):
        verify(packed)


def test_damaged_archive_is_said(site: Path, tmp_path: Path) -> None:
    data = bytearray((site / "site.zip").read_bytes())
    data[60:4000] = bytes(3940)
    packed = tmp_path / "damaged.zip"
    packed.write_bytes(data)
    with pytest.raises(UsageError, match="is damaged"):
        verify(packed)


_HEAD = '"format": 1, "part": "site", "version": "1", "bank": null'
_OPTIONS = '"options": {"answers": true, "sealed": false, "base_url": null, "pdf": false}'
DAMAGED = [
    "", "[]", "{}", '{"format": 1}', '{"format": 2, "files": {}}',
    f'{{{_HEAD}, "options": {{}}, "files": {{}}}}',
    f'{{{_HEAD}, {_OPTIONS}, "files": {{"a": 1}}}}',
]  # fmt: skip


@pytest.mark.parametrize("text", DAMAGED)
def test_damaged_info_is_said(text: str, site: Path) -> None:
    (site / NAME).write_text(text)
    with pytest.raises(UsageError, match="is damaged, or of another"):
        verify(site)


def test_what_is_no_site_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"holds no build-info\.json"):
        verify(tmp_path)
    (tmp_path / "a").write_text("x")
    with pytest.raises(UsageError, match="is neither a folder nor a zip archive"):
        verify(tmp_path / "a")
    with pytest.raises(UsageError, match="there is no"):
        verify(tmp_path / "b")


def test_stopped_build_is_completed_first(site: Path) -> None:
    (site / handover.STAGING).mkdir()
    (site / handover.STAGING / "1-1").write_bytes((site / "index.html").read_bytes())
    (site / "index.html").unlink()
    handover.decide(str(site), [handover.Step("move", "index.html", "1-1")])
    assert found(site) == []


def test_answers_cannot_be_tried_against_the_fingerprint(bank: Path) -> None:
    """Two banks that differ in answers only give one and the same site, to the last byte."""
    made = []
    for answer in ("answer: B", "answer: C"):
        text = EVERY_TYPE.replace("    answer: B\n", f"    {answer}\n", 1)
        (bank / "e" / "s.yaml").write_text(text)
        build(Options(bank, out=bank.parent / "secret", answers=False))
        made.append(files(bank.parent / "secret"))
        assert found(bank.parent / "secret", bank) == []
    assert made[0] == made[1]
    assert info(bank.parent / "secret")["bank"] is None


def test_sealed_site_is_verified_by_who_has_the_passphrase(bank: Path) -> None:
    sealed = bank.parent / "sealed"
    build(Options(bank, out=sealed, sealed=True, passphrase=lambda: PASSPHRASE))
    assert info(sealed)["bank"] is None
    assert found(sealed) == []
    assert found(sealed, bank) == []


def test_command_tells_differences_and_its_exit_code(
    bank: Path, site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(site), "--content", str(bank)]) == 0
    assert capsys.readouterr().out.endswith(f", as {bank} builds it\n")
    assert main(["verify", str(site)]) == 0
    assert capsys.readouterr().out.endswith("as it was built\n")
    (site / "404.html").unlink()
    assert main(["verify", str(site)]) == 1
    out = capsys.readouterr().out
    assert out.startswith("missing: 404.html\n")
    assert out.endswith(", 1 difference\n")
    assert main(["verify", str(site / "e")]) == 2


def test_differences_are_values() -> None:
    assert Difference("changed", "a") == Difference("changed", "a")


SURROUNDINGS = [
    {"LC_ALL": "C", "TZ": "Pacific/Kiritimati", "PYTHONHASHSEED": "1"},
    {"LC_ALL": "C.UTF-8", "TZ": "America/St_Johns", "PYTHONHASHSEED": "2", "PYTHONUTF8": "0"},
    {"LANG": "tr_TR.UTF-8", "TZ": "Asia/Shanghai", "PYTHONHASHSEED": "3"},
]


def test_same_bytes_in_other_surroundings(bank: Path, site: Path, tmp_path: Path) -> None:
    """Locale, time zone, hash seed, umask, order of files on the disk, place of the bank."""
    expected = files(site)
    for number, surroundings in enumerate(SURROUNDINGS):
        place = tmp_path / str(number)
        place.mkdir()
        names = sorted(files(bank), reverse=bool(number % 2))
        write_bank(place, {name: (bank / name).read_bytes() for name in names})
        subprocess.run(
            [sys.executable, "-m", "builder", "build", "--no-pdf", "--jobs", str(number + 1)],
            cwd=place,
            env={
                **os.environ,
                **surroundings,
                "PYTHONPATH": str(ROOT),
                "XDG_CACHE_HOME": str(place),
            },
            umask=(0o077, 0o002, 0o027)[number],
            check=True,
            capture_output=True,
        )
        assert files(place / "site") == expected


def test_editor_s_backup_is_not_of_the_bank(tmp_path: Path) -> None:
    content = write_bank(tmp_path, {"e/exam.yaml": EXAM, "e/s.yaml": SECTION})
    build(Options(content, out=tmp_path / "one"))
    (content / "e" / "s.yaml~").write_text("older")
    build(Options(content, out=tmp_path / "two"))
    assert files(tmp_path / "one") == files(tmp_path / "two")
