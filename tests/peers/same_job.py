"""The part of our job that the peers do, as a process of its own: practice and paper of a section.

`python -m tests.peers.same_job CONTENT OUT`: no command of exampress does so little. Every text
is read, checked and rendered; then two pages a section are written, one process doing it all.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from builder import forms, load, pages, paper, render, write
from builder.build import collecting_seldom


def main(content: Path, out: Path) -> None:
    plan = load.plan(content)
    site: dict[str, Any] = {
        "id": plan.site_id,
        "title": plan.site.title,
        "base_url": None,
        "repository": None,
    }
    site |= {"offline": True, "downloads": (), "policy": True}
    renderer = render.Renderer(None, site, content)
    with collecting_seldom(), write.Staging(out) as staging:
        files = [*map(staging.stage, renderer.assets)]
        for folder in plan.folders:
            exam = load.exam(plan, folder).exam
            assert exam
            card, edition = pages.exam_card(exam, True), forms.edition(exam)
            for index, section in enumerate(exam.sections):
                printed = paper.paper_of(exam, section, True, pdf=False)
                two = (
                    pages.practice(exam, card, index, True, edition),
                    paper.page(exam, printed, "paper"),
                )
                files += [staging.stage(renderer.page(page)) for page in two]
        staging.commit(files)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
