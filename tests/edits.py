"""Edits of a small bank, one of every kind of input, drawn by a seed."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path

from builder.options import Options

_SECTION = """\
title: {title}
type: single
questions:
  - {{id: a, stem: "{stem}", options: [x, y], answer: A, explanation: "{why}"}}
  - {{id: b, stem: Second, options: [x, y], answer: B}}
"""
_PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c63f8cfc0f01f0005000181c9a5ec390000000049454e44ae426082"
)


class Author:
    """Somebody at work on a bank below a folder; `options` are what they build it with.

    One who minds the bank leaves the site itself alone.
    """

    def __init__(self, folder: Path, seed: int, *, minds_bank: bool = False) -> None:
        self._minds_bank = minds_bank
        self.random = random.Random(seed)
        self.content = folder / "content"
        self.templates = folder / "templates"
        self.templates.mkdir(parents=True)
        self.options = Options(self.content, self.templates, folder / "site")
        self._count = 0
        for name in ("one", "two", "three"):
            self._new_exam(self.content / name)

    def edit(self) -> str:
        """Change something; return what was done."""
        name, change = self.random.choice(_EDITS)
        change(self)
        return name

    def _word(self) -> str:
        self._count += 1
        return f"w{self._count}"

    def _exams(self) -> list[Path]:
        return sorted(path for path in self.content.iterdir() if path.is_dir())

    def _exam(self) -> Path:
        return self.random.choice(self._exams())

    def _section(self) -> Path:
        there = [path for path in self._exam().glob("*.yaml") if path.name != "exam.yaml"]
        return self.random.choice(sorted(there))

    def _new_exam(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        (folder / "exam.yaml").write_text(f"title: {self._word()}\nlanguage: en\n")
        (folder / "s.yaml").write_text(self._new_section())

    def _new_section(self) -> str:
        return _SECTION.format(title=self._word(), stem=self._word(), why=self._word())

    def write_section(self) -> None:
        self._section().write_text(self._new_section())

    def touch(self) -> None:
        os.utime(self._section())

    def add_section(self) -> None:
        (self._exam() / f"{self._word()}.yaml").write_text(self._new_section())

    def rename_section(self) -> None:
        path = self._section()
        path.rename(path.with_name(f"{self._word()}.yaml"))

    def delete_section(self) -> None:
        path = self._section()
        if len(list(path.parent.glob("*.yaml"))) > 2:
            path.unlink()

    def write_exam(self) -> None:
        language = self.random.choice(["en", "zh-Hans", "zh-Hant"])
        text = f"title: {self._word()}\nlanguage: {language}\npass_mark: 1\n"
        (self._exam() / "exam.yaml").write_text(text)

    def add_exam(self) -> None:
        self._new_exam(self.content / self._word())

    def delete_exam(self) -> None:
        if len(self._exams()) > 2:
            shutil.rmtree(self._exam())

    def rename_exam(self) -> None:
        self._exam().rename(self.content / self._word())

    def write_site(self) -> None:
        text = self.random.choice(["language: zh-Hans\n", "base_url: https://x.org/y/\n", ""])
        (self.content / "site.yaml").write_text(f"title: {self._word()}\n{text}")

    def delete_site(self) -> None:
        (self.content / "site.yaml").unlink(missing_ok=True)

    def show_picture(self) -> None:
        path = self._section()
        shared = self.random.random() < 0.5
        (self.content / "all.png" if shared else path.parent / "own.png").write_bytes(_PIXEL)
        stem = "![p](../all.png)" if shared else "![p](own.png)"
        path.write_text(_SECTION.format(title="P", stem=stem, why=self._word()))

    def change_picture(self) -> None:
        for path in self.content.rglob("*.png"):
            width = self.random.randint(1, 9).to_bytes(4, "big")
            path.write_bytes(_PIXEL[:16] + width + _PIXEL[20:] + os.urandom(2))

    def describe_exam(self) -> None:
        """Show a picture that the list of exams shows too."""
        (self.content / "all.png").write_bytes(_PIXEL)
        text = f"title: {self._word()}\nlanguage: en\ndescription: '![p](../all.png)'\n"
        (self._exam() / "exam.yaml").write_text(text)

    def describe_site(self) -> None:
        (self.content / "all.png").write_bytes(_PIXEL)
        text = f"title: {self._word()}\ndescription: '![p](all.png)'\n"
        (self.content / "site.yaml").write_text(text)

    def write_template(self) -> None:
        folder = self.templates / "questions"
        folder.mkdir(exist_ok=True)
        (folder / "essay.html").write_text("")
        (self.templates / "assets" / "css").mkdir(parents=True, exist_ok=True)
        (self.templates / "assets" / "css" / "content.css").write_text(f"/* {self._word()} */")

    def delete_templates(self) -> None:
        shutil.rmtree(self.templates)
        self.templates.mkdir()

    def ask_otherwise(self) -> None:
        self.options = self.options._replace(
            answers=self.random.random() < 0.7,
            preview=self.random.random() < 0.3,
            base_url=self.random.choice([None, "https://x.org/z/"]),
        )

    def break_and_mend(self) -> None:
        path = self._section()
        text = path.read_text()
        path.write_text(text.replace("answer: A", "answer: Z") if "answer: A" in text else text)

    def tamper(self) -> None:
        """Do something to the site itself."""
        there = sorted(self.options.out.rglob("*.html"))
        if there and not self._minds_bank:
            path = self.random.choice(there)
            path.unlink() if self.random.random() < 0.5 else path.write_text("tampered")


_EDITS: list[tuple[str, Callable[[Author], None]]] = [
    (name, change)
    for name, change in vars(Author).items()
    if callable(change) and not name.startswith("_") and name != "edit"
]
