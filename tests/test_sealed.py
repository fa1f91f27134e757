"""Sealed answers: nothing of them is in clear anywhere, and the same passphrase gives the same
bytes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pypdfium2
import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from builder import seal
from builder.build import Built, build
from builder.cache import Store
from builder.options import Options
from builder.passphrase import NEEDED, bits, fault, suggestion
from tests.banks import EVERY_TYPE, EXAM, ROOT, files, write_bank
from tests.conftest import Run

WORD = "correct horse battery staple"
SITE = "id: exam\ntitle: Site\nlanguage: en\nanswers: sealed\ndownloads: [folder, single-file]\n"
PICTURE = b"<svg xmlns='http://www.w3.org/2000/svg'><text>SECRETpicture</text></svg>"
OTHER = (
    EVERY_TYPE.replace("answer: B", "answer: A")
    .replace("[A, C]", "[B, C]")
    .replace("错", "对")
    .replace("SECRET", "CHANGE")
    .replace("987654.3210", "123456.7890")
    .replace("0.0625", "0.125")
    .replace("[left one, right one]", "[left one, right two]")
    .replace("[left two, right two]", "[left two, right one]")
    .replace("[item one, item two, item three]", "[item three, item one, item two]")
)  # fmt: skip


def sealed_site(folder: Path, section: str = EVERY_TYPE, **options: Any) -> Path:
    said: dict[str, str | bytes] = {
        "site.yaml": SITE, "e/exam.yaml": EXAM, "e/s.yaml": section, "e/a.svg": PICTURE,
    }  # fmt: skip
    content = write_bank(folder, said)
    build(Options(content, **{"out": folder / "site", "passphrase": lambda: WORD, **options}))
    return folder / "site"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    shown = EVERY_TYPE.replace("SECRETexplanation of one", "SECRETexplanation ![SECRETalt](a.svg)")
    return sealed_site(tmp_path_factory.mktemp("sealed"), shown, pdf=True)


def texts(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield everything that a site says: its files, what is packed in them, what PDFs show."""
    for name, data in files(folder).items():
        yield name, data.decode("utf-8", "replace")
        if name.endswith(".zip"):
            with ZipFile(folder / name) as packed:
                for each in packed.namelist():
                    yield f"{name}/{each}", packed.read(each).decode("utf-8", "replace")
        if name.endswith(".pdf"):
            document = pypdfium2.PdfDocument(data)
            pages = [document[at].get_textpage().get_text_bounded() for at in range(len(document))]
            yield f"{name} as text", "\n".join(pages)


def lock_of(page: Path) -> dict[str, Any]:
    html = page.read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(re.findall(r'id="_sealed">(.*?)</script>', html, re.S)[0])
    return found


def opened(lock: dict[str, Any], name: str, key: bytes, bound: str | None = None) -> str:
    data = seal.unbase64({**lock["questions"], "": lock["check"]}[name])
    said = f"exampress seal 1\n{lock['exam']}\n{name if bound is None else bound}".encode()
    return AESGCM(key).decrypt(data[:12], data[12:], said).decode()


KEY = seal.master(WORD, "exam").seal("e").key


def test_no_answer_is_in_clear_in_any_byte_of_the_site(site: Path) -> None:
    searched = list(texts(site))
    assert {name.rpartition(".")[2] for name, _ in searched} >= {"html", "js", "zip", "pdf as text"}
    for name, text in searched:
        said = re.sub(r"\s", "", text)
        assert "SECRET" not in said, name
        assert "987654.321" not in said, name
        assert "0.0625" not in said, name
        assert not re.search(r'"check":"(set|text|number|pairs|sequence)"|"value":', said), name
        assert 'class="answer"' not in text, name
        if not name.endswith((".js", ".css")):
            assert "<details><summary>Answer" not in text, name


def test_pages_and_files_with_keys_are_not_published(site: Path) -> None:
    names = set(files(site))
    assert not {name for name in names if re.search(r"/(key|teacher)\.(html|pdf)$", name)}
    assert "e/a.svg" not in names
    assert {"e/print/paper.pdf", "e/print/sheet.pdf", "e/exam.html", "site.zip"} <= names


def test_record_of_the_build_says_nothing(tmp_path: Path) -> None:
    content = write_bank(tmp_path, {"site.yaml": SITE, "e/exam.yaml": EXAM, "e/s.yaml": EVERY_TYPE})
    options = Options(content, out=tmp_path / "site", passphrase=lambda: WORD)
    store = Store(options.out)
    build(options, store=store)
    data = store._path.read_bytes()
    for secret in (b"SECRET", WORD.encode(), seal.base64(KEY).encode(), KEY):
        assert secret not in data


def test_sites_that_differ_in_answers_alone_differ_in_sealed_texts_alone(tmp_path: Path) -> None:
    """So nothing else of the site says anything of an answer: no length, no order, no size."""
    one, other = (
        sealed_site(tmp_path / name, section) for name, section in (("a", EVERY_TYPE), ("b", OTHER))
    )
    first, second = dict(texts(one)), dict(texts(other))
    assert first.keys() == second.keys()
    different = {name for name in first if first[name] != second[name]}
    assert {"e/index.html", "e/s/index.html", "e/exam.html"} <= different
    digests = {"sw.js", "build-info.json", "site.zip/exam/build-info.json"}
    for name in different - {"site.zip", *digests}:
        assert _masked(first[name]) == _masked(second[name]), name
    assert json.loads(first["build-info.json"])["bank"] is None
    assert different <= {
        *digests, "site.zip", "site.zip/exam/e/index.html", "site.zip/exam/e/s/index.html",
        "e/index.html", "e/s/index.html", "e/exam.html", "e/mock/index.html",
        "e/random/index.html", "site.zip/exam/e/mock/index.html",
        "site.zip/exam/e/random/index.html", "e/data-questions.js",
        "site.zip/exam/e/data-questions.js",
    }  # fmt: skip


def _masked(text: str) -> str:
    """Hide sealed texts and keyed fingerprints, but not how long they are."""
    said = re.sub(r"[\w-]{1000,}", lambda found: "~" * len(found[0]), text)
    return re.sub(r'(?<=")[0-9a-f]{8}(?=")', "~" * 8, said)


def test_every_key_and_answer_is_there_for_those_who_have_the_key(site: Path) -> None:
    open_site = site.parent / "open"
    bank = site.parent / "content"
    text = (bank / "site.yaml").read_text().replace("answers: sealed\n", "")
    (bank / "site.yaml").write_text(text)
    build(Options(bank, out=open_site))
    html = (open_site / "e/s/index.html").read_text(encoding="utf-8")
    keys = json.loads(re.findall(r'id="_keys">(.*?)</script>', html, re.S)[0])
    lock = lock_of(site / "e/s/index.html")
    assert set(lock["questions"]) == {*keys, "story"}
    for name in lock["questions"]:
        said = json.loads(opened(lock, name, KEY))
        own = {k: v for k, v in keys.get(name, {}).items() if k not in ("points", "fingerprint")}
        assert (said["key"] or {}) == own, name
        bare = re.sub(
            r'src="data:image/svg\+xml;base64,[^"]+"', 'src="../../e/a.svg"', said["html"]
        )
        assert bare in html.replace(' loading="lazy"', ""), name
        assert bare.startswith("<details>")


def test_text_is_bound_to_its_question(site: Path) -> None:
    lock = lock_of(site / "e/s/index.html")
    with pytest.raises(InvalidTag):
        opened(lock, "one", KEY, bound="several")
    with pytest.raises(InvalidTag):
        opened(lock, "one", seal.master(WORD, "exam").seal("f").key)
    with pytest.raises(InvalidTag):
        opened(lock, "one", seal.master(WORD, "another").seal("e").key)


def test_no_nonce_serves_two_texts(tmp_path: Path) -> None:
    own = seal.master(WORD, "exam").seal("e")
    said = [(name, text) for name in ("a", "b", "ab") for text in ("", "x", "xy", "x ")]
    sealed = [own.sealed(name, text, 1024) for name, text in said]
    again = [own.sealed(name, text, 1024) for name, text in said]
    assert sealed == again
    assert len({len(text) for text in sealed}) == 1
    # "x" and "x " are one text, once they are filled up
    assert len({seal.unbase64(text)[:12] for text in sealed}) == len(set(sealed)) == 9


def test_all_of_a_type_are_alike_in_length(tmp_path: Path) -> None:
    rows = "".join(
        f"  - {{id: q{n}, stem: S, answer: true, explanation: {'x' * n}}}\n" for n in (1, 900, 2500)
    )
    made = sealed_site(tmp_path, f"title: S\ntype: true-false\nquestions:\n{rows}")
    sizes = {len(text) for text in lock_of(made / "e/s/index.html")["questions"].values()}
    assert len(sizes) == 1
    assert [seal.level(size, 9000) for size in (10, 4097, 9000)] == [4096, 8192, 16384]


def test_same_bank_and_passphrase_give_the_same_bytes(tmp_path: Path) -> None:
    content = write_bank(tmp_path, {"site.yaml": SITE, "e/exam.yaml": EXAM, "e/s.yaml": EVERY_TYPE})
    made = []
    for hash_seed in ("1", "2"):
        out = tmp_path / f"site{hash_seed}"
        environment = {
            **os.environ,
            "PYTHONHASHSEED": hash_seed,
            "PYTHONPATH": str(ROOT),
            "EXAMPRESS_PASSPHRASE": f" {WORD} ",
            "TZ": f"Etc/GMT+{hash_seed}",
        }
        command = [sys.executable, "-m", "builder", "build", "--content", str(content)]
        subprocess.run(
            [*command, "--out", str(out), "--no-pdf"],
            env=environment,
            check=True,
            capture_output=True,
        )
        made.append(files(out))
    assert made[0] == made[1]


def test_another_passphrase_makes_everything_sealed_anew(tmp_path: Path) -> None:
    content = write_bank(tmp_path, {"site.yaml": SITE, "e/exam.yaml": EXAM, "e/s.yaml": EVERY_TYPE})
    out = tmp_path / "site"

    def built(word: str) -> Built:
        return build(Options(content, out=out, passphrase=lambda: word), store=Store(out))

    built(WORD)
    assert built(WORD).written.changed == 0
    assert built(f"{WORD} again").written.changed > 0
    with pytest.raises(InvalidTag):
        opened(lock_of(out / "e/s/index.html"), "one", KEY)


@pytest.mark.parametrize(
    "text",
    ["", "exam", "password1234", "aaaaaaaaaaaaaaaaaaaaaaaa", "1234567890123456", "Midterm2026!",
     "abcabcabcabcabcabc", "答案答案答案答案", "networksnetworks", "qwertyuiop", "20261202"],
)  # fmt: skip
def test_weak_passphrase_is_refused(text: str) -> None:
    said = fault(text, ("networks", "Midterm 2026"))
    assert said.startswith("the passphrase is too weak: about ")
    assert not text or f"'{text}'" not in said


@pytest.mark.parametrize(
    "text", [WORD, "kp5m-3xqd-7wzt-h2vn", "雨后的图书馆里没有第七个人", "vkqjzhwmtrbpx"]
)
def test_strong_passphrase_is_taken(text: str) -> None:
    assert fault(text) == ""


def test_suggested_passphrases_are_strong_and_differ() -> None:
    made = {suggestion() for _ in range(50)}
    assert len(made) == 50
    assert min(map(bits, made)) >= NEEDED


def test_command_needs_a_passphrase(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_bank(tmp_path, {"e/exam.yaml": f"{EXAM}answers: sealed\n", "e/s.yaml": EVERY_TYPE})
    monkeypatch.delenv("EXAMPRESS_PASSPHRASE", raising=False)
    ran = run("build", "--no-pdf")
    assert (ran.code, ran.err) == (
        2, "exampress: sealed answers need a passphrase: set EXAMPRESS_PASSPHRASE\n",
    )  # fmt: skip
    assert not (tmp_path / "site").exists()
    monkeypatch.setenv("EXAMPRESS_PASSPHRASE", "exam2026")
    weak = run("build", "--no-pdf")
    assert weak.code == 2
    assert "too weak" in weak.err
    assert "exam2026" not in weak.err
    assert run("build", "--no-pdf", "--no-answers").code == 0
    monkeypatch.setenv("EXAMPRESS_PASSPHRASE", WORD)
    assert run("build", "--no-pdf").code == 0
    assert lock_of(tmp_path / "site/e/s/index.html")["exam"] == "e"


def test_command_line_seals_every_exam(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_bank(tmp_path, {"e/exam.yaml": EXAM, "e/s.yaml": EVERY_TYPE})
    monkeypatch.setenv("EXAMPRESS_PASSPHRASE", WORD)
    assert run("build", "--no-pdf", "--answers", "sealed").code == 0
    assert "SECRET" not in "".join(text for _, text in texts(tmp_path / "site"))
    assert run("build", "--no-pdf").code == 0
    assert "SECRETmodel" in (tmp_path / "site/e/s/index.html").read_text(encoding="utf-8")


def test_exam_may_say_otherwise_than_the_site(tmp_path: Path) -> None:
    content = write_bank(
        tmp_path,
        {
            "site.yaml": SITE,
            "e/exam.yaml": EXAM,
            "e/s.yaml": EVERY_TYPE,
            "f/exam.yaml": f"{EXAM}answers: open\n",
            "f/s.yaml": EVERY_TYPE,
        },
    )
    build(Options(content, out=tmp_path / "site", passphrase=lambda: WORD))
    where = {name.partition("/")[0] for name, text in texts(tmp_path / "site") if "SECRET" in text}
    assert where == {"f", "site.zip"}


def test_value_that_the_first_look_does_not_find_is_an_error(run: Run, tmp_path: Path) -> None:
    write_bank(tmp_path, {"e/exam.yaml": f'{EXAM}"answer\\x73": sealed\n', "e/s.yaml": EVERY_TYPE})
    ran = run("build", "--no-pdf")
    assert ran.code == 2
    assert ran.err.endswith(":3:15: write 'answers: sealed' on one line\n")
    assert not (tmp_path / "site").exists()


def test_file_that_a_sealed_answer_links_is_an_error(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    section = EVERY_TYPE.replace("SECRETexplanation of one", "see [this](a.svg)")
    said: dict[str, str | bytes] = {
        "site.yaml": SITE, "e/exam.yaml": EXAM, "e/s.yaml": section, "e/a.svg": PICTURE,
    }  # fmt: skip
    write_bank(tmp_path, said)
    monkeypatch.setenv("EXAMPRESS_PASSPHRASE", WORD)
    ran = run("build", "--no-pdf")
    assert ran.code == 1
    assert ran.err == (
        "content/e/s.yaml:5:5: error: the sealed answer links 'e/a.svg', which everybody could "
        "open; show it as a picture, or link it from the question too\n"
    )


def test_pictures_of_answers_are_not_published_without_answers(tmp_path: Path) -> None:
    section = EVERY_TYPE.replace("SECRETexplanation of one", "see ![x](a.svg)")
    site = sealed_site(tmp_path, section, answers=False)
    assert "e/a.svg" not in files(site)
    assert all("SECRET" not in text for _, text in texts(site))


def test_links_and_codes_hold_the_key_of_one_exam(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_bank(tmp_path, {"site.yaml": SITE, "e/exam.yaml": EXAM, "e/s.yaml": EVERY_TYPE})
    monkeypatch.setenv("EXAMPRESS_PASSPHRASE", WORD)
    ran = run("seal", "--base-url", "https://a.example/b", "--qr", ".")
    address = f"https://a.example/b/e/index.html#k={seal.base64(KEY)}"
    assert ran.out == f"e: {address}\ne-answers.svg\n"
    assert address in (tmp_path / "e-answers.svg").read_text(encoding="utf-8")
    assert run("seal", "--qr", ".").err == (
        "exampress: a QR code needs 'base_url' in site.yaml, or --base-url\n"
    )
    assert run("seal", "f").err == "exampress: there is no exam 'f' with sealed answers\n"


def test_key_is_published_by_one_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_bank(tmp_path, {"site.yaml": SITE, "e/exam.yaml": EXAM, "e/s.yaml": EVERY_TYPE})
    monkeypatch.setenv("EXAMPRESS_PASSPHRASE", WORD)
    assert run("build", "--no-pdf").code == 0
    before = files(tmp_path / "site")
    assert before["e/key.js"] == b'exampress.released.push({"exam": "e", "key": null});\n'
    monkeypatch.setenv("EXAMPRESS_PASSPHRASE", f"{WORD} too")
    assert "not the one" in run("seal", "--release", "site").err
    assert files(tmp_path / "site") == before
    monkeypatch.setenv("EXAMPRESS_PASSPHRASE", WORD)
    assert run("seal", "--release", "site").code == 0
    after = files(tmp_path / "site")
    changed = {name for name in after if after[name] != before.get(name)}
    assert changed == {"e/key.js"}
    assert seal.base64(KEY).encode() in after["e/key.js"]
    taken = run("build", "--no-pdf")
    assert "taken back by this build" in taken.err
    assert files(tmp_path / "site")["e/key.js"] == before["e/key.js"]
    assert run("build", "--no-pdf").err == ""


def test_released_differs_from_sealed_in_the_key_file_alone(tmp_path: Path) -> None:
    said = {"site.yaml": SITE, "e/exam.yaml": EXAM, "e/s.yaml": EVERY_TYPE}
    one = write_bank(tmp_path / "a", said)
    two = write_bank(tmp_path / "b", {**said, "e/exam.yaml": f"{EXAM}answers: released\n"})
    for content in (one, two):
        build(Options(content, out=content.parent / "site", passphrase=lambda: WORD))
    first, second = files(one.parent / "site"), files(two.parent / "site")
    changed = {name for name in first if first[name] != second[name]}
    assert changed - {"sw.js", "build-info.json"} == {"e/key.js", "site.zip"}
    assert seal.base64(KEY).encode() in second["e/key.js"]


def test_answers_are_sealed_in_both_scripts(tmp_path: Path) -> None:
    question = "{id: a, type: blank, stem: 首都是___, answer: 台北, explanation: 见课本秘密}"
    section = f"title: 填空\nquestions:\n- {question}\n"
    site = "id: exam\nlanguage: zh-Hans\nanswers: sealed\nscripts: [zh-Hant]\n"
    content = write_bank(
        tmp_path, {"site.yaml": site, "e/exam.yaml": "title: 卷\n", "e/s.yaml": section}
    )
    out = tmp_path / "site"
    build(Options(content, out=out, passphrase=lambda: WORD))
    assert not [name for name, text in texts(out) if re.search("台北|臺北|课本|課本", text)]
    assert [name for name in files(out) if name.endswith("key.js")] == ["e/key.js"]
    first, second = (lock_of(out / f"{folder}e/s/index.html") for folder in ("", "zh-Hant/"))
    assert "课本" in opened(first, "a", KEY)
    assert "課本" in opened(second, "a", KEY)
    assert json.loads(opened(second, "a", KEY))["key"]["value"] == [["臺北", "台北"]]
