"""Prints what pages cost a browser: `python -m tests.browser.measure`. Tests nothing.

Tasks of the page's main thread are told by processor time, which other work on the machine changes
little; wall time stands beside it. `interactive` is when every question of a page can be answered.
Each page is opened from a smaller one of its kind, so that what a browser takes to start and to
find its faces is in no figure.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page

from tests.banks import write_bank
from tests.browser.chromium import chromium
from tests.browser.hosts import hosting
from tests.browser.sites import built

COUNTS = (50, 500, 5000)
ROUNDS = 3
LONG = 50.0
"""Milliseconds from which a task is long."""

NO_CONTAINMENT = """document.addEventListener("readystatechange", () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".q { content-visibility: visible !important }");
  document.adoptedStyleSheets = [sheet];
}, { once: true });"""
READY = "document.querySelectorAll('article.q .tools').length"
PAINTED = """new Promise(done =>
  requestAnimationFrame(() => setTimeout(() => done(performance.now()))))"""
QUESTION = """  - id: q{n}
    stem: 第{n}题：以下哪种分布式训练框架被广泛用于大规模模型训练？
    options: [TensorFlow {n}, PyTorch, Horovod, 以上都是]
    answer: D
    explanation: 因为以上各项都支持分布式训练。
"""


def site(folder: Path) -> Path:
    """A site of one exam, `e`, with a section for each of COUNTS."""
    files: dict[str, str | bytes] = {"e/exam.yaml": "title: 大题库\nlanguage: zh-Hans\n"}
    for count in COUNTS:
        questions = "".join(QUESTION.format(n=f"{count}-{n}") for n in range(count))
        files[f"e/n{count}.yaml"] = f"title: 单选题\ntype: single\nquestions:\n{questions}"
    return built(write_bank(folder, files), folder / "repo")


def tasks(trace: bytes) -> Iterator[tuple[float, float]]:
    """Yield processor and wall milliseconds of each task of pages' main threads."""
    events: list[dict[str, Any]] = json.loads(trace)["traceEvents"]
    mains = {
        (each["pid"], each["tid"])
        for each in events
        if each["name"] == "thread_name" and each["args"]["name"] == "CrRendererMain"
    }
    for each in events:
        if each["name"].endswith("RunTask") and (each["pid"], each["tid"]) in mains:
            yield each.get("tdur", 0) / 1000, each.get("dur", 0) / 1000


@contextmanager
def neighbour(browser: Browser, exam: str, contained: bool) -> Iterator[Page]:
    """A page of the site that has been read, from which the one that is measured is opened."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    if not contained:
        page.add_init_script(NO_CONTAINMENT)
    page.goto(f"{exam}n{COUNTS[0]}/index.html", wait_until="networkidle")
    yield page
    context.close()


def opened(page: Page, exam: str, count: int) -> float:
    """Open a page of that many questions; return after how many milliseconds all were ready."""
    page.goto(f"{exam}n{count}/index.html")
    page.wait_for_function(f"{READY} === {count}")
    ready: float = page.evaluate(PAINTED)
    return ready


def visit(browser: Browser, exam: str, count: int, contained: bool) -> tuple[float, ...]:
    """Return the longest task and all tasks together, processor and wall; when it was ready.

    Once while the browser writes down what it does, and once more while it need not.
    """
    with neighbour(browser, exam, contained) as page:
        browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline", "__metadata"])
        opened(page, exam, count)
        found = [*tasks(browser.stop_tracing())]
    with neighbour(browser, exam, contained) as page:
        ready = opened(page, exam, count)
    longest, all_of_them = max(found), [sum(each) for each in zip(*found, strict=True)]
    return (*longest, *all_of_them, ready)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        site(Path(folder))
        with hosting(Path(folder)) as host:
            print(
                "questions  content-visibility  longest task (wall)  all tasks (wall)  interactive"
            )
            for count in COUNTS:
                for contained in (True, False):
                    exam = f"{host.address}repo/e/"
                    rounds = [visit(browser, exam, count, contained) for _ in range(ROUNDS)]
                    cpu, wall, work, whole, ready = (
                        median(each) for each in zip(*rounds, strict=True)
                    )
                    mark = " long" if cpu > LONG else ""
                    print(
                        f"{count:9}  {'auto' if contained else 'off':18}  "
                        f"{cpu:6.0f} ms ({wall:5.0f}){mark:5}  {work:6.0f} ms ({whole:5.0f})  "
                        f"{ready:6.0f} ms"
                    )
                    sys.stdout.flush()


if __name__ == "__main__":
    main()
