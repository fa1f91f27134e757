"""What a page of N questions weighs and how it runs: `python -m tests.peers.weight`.

Ours, the plug-in mkdocs-quiz on Material, Material alone with answers in `<details>`; of H5P the
player without any content. In headless Chromium, from a server of this machine; the tables go into
BENCHMARKS.md.
"""

from __future__ import annotations

import argparse
import functools
import gzip
import http.server
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import brotli
from playwright.sync_api import Browser, Page, Response

from tests.bench import distinct
from tests.browser.chromium import chromium
from tests.peers import report, sources
from tests.peers.running import ROOT, environment, python_of

_PAPER = ROOT / "content" / "demo" / "single.yaml"
_PLAYER = ("main.bundle.js", "frame.bundle.js", "styles/h5p.css")
_WATCH = """
window.seen = { tasks: [], events: [] };
const watch = (kept, options) => new PerformanceObserver((list) =>
  kept.push(...list.getEntries().map((entry) => entry.duration))).observe(options);
watch(window.seen.tasks, { type: "longtask", buffered: true });
watch(window.seen.events, { type: "event", durationThreshold: 16, buffered: true });
"""

_LOADED = "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"
_SHOWN = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"


class Weight(NamedTuple):
    """Bytes of the first load, of one kind."""

    raw: int
    gzip: int
    brotli: int


class Site(NamedTuple):
    """A built site with one page of questions, and how one answers its first."""

    folder: Path
    page: str
    option: str
    check: str | None
    ready: str
    """What is there when the page can be used."""


def bank(content: Path, count: int) -> None:
    """Write one section of `count` questions of single choice, the real paper's over and over."""
    text = _PAPER.read_text(encoding="utf-8")
    head, _, body = text.partition("questions:\n")
    blocks = [f"  - id: {each}" for each in body.split("  - id: ")[1:]]
    lines = []
    for number in range(count):
        block = blocks[number % len(blocks)].replace("\n", f"-{number}\n", 1)
        lines.append(distinct(block, number))
    folder = content / "exam"
    folder.mkdir(parents=True)
    (content / "site.yaml").write_text("title: Benchmark\nlanguage: zh-Hant\n", encoding="utf-8")
    (folder / "exam.yaml").write_text("title: Exam\n", encoding="utf-8")
    (folder / "single.yaml").write_text(f"{head}questions:\n{''.join(lines)}", encoding="utf-8")


def sites(count: int, peers: Path, work: Path) -> Mapping[str, Site]:
    """Build the page of `count` questions with everybody."""
    content = work / "content"
    bank(content, count)
    ours = [sys.executable, "-m", "builder", "build", "--no-pdf", "--content", str(content)]
    subprocess.run([*ours, "--out", str(work / "ours")], cwd=ROOT, check=True, capture_output=True)
    for name, theme, build in (
        ("quiz", "material", sources.mkdocs_quiz),
        ("material", "material", sources.mkdocs),
    ):
        build(content, work / f"{name}-in", peers)
        config = work / f"{name}-in" / "mkdocs.yml"
        text = config.read_text("utf-8").replace("theme: mkdocs\n", "theme: material\n")
        own = f"theme: {{name: {theme}, font: false}}\n"  # or its fonts come from another host
        config.write_text(text.replace("theme: material\n", own), "utf-8")
        command = [python_of(peers), "-m", "mkdocs", "build", "-q", "-d", str(work / name)]
        subprocess.run(command, cwd=work / f"{name}-in", check=True, capture_output=True)
    page, first = "exam/single/index.html", 'input[type="radio"]'
    return {
        "exampress": Site(work / "ours", page, first, '[data-do="check"]', "aside.panel"),
        "mkdocs-quiz on Material": Site(work / "quiz", page, f".quiz {first}", None, ".quiz"),
        "Material, answers in details": Site(work / "material", page, "details", None, "details"),
    }


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine alone."""
    handler = functools.partial(_Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


def weigh(browser: Browser, site: Site) -> Mapping[str, Weight]:
    """Return what the first load of a page weighs, by kind."""
    answers: list[Response] = []

    def note(answer: Response) -> None:
        answers.append(answer)

    with served(site.folder) as root:
        context = browser.new_context(service_workers="block")
        page = context.new_page()
        page.on("response", note)
        page.goto(f"{root}{site.page}", wait_until="networkidle")
        found = {"HTML": Weight(0, 0, 0), "JS": Weight(0, 0, 0), "CSS": Weight(0, 0, 0)}
        for answer in answers:
            kind = {"document": "HTML", "script": "JS", "stylesheet": "CSS"}.get(
                answer.request.resource_type
            )
            if kind and answer.ok:
                found[kind] = _sum(found[kind], weight(answer.body()))
        context.close()
    return found


def weight(data: bytes) -> Weight:
    return Weight(len(data), len(gzip.compress(data, 9, mtime=0)), len(brotli.compress(data)))


def _sum(one: Weight, other: Weight) -> Weight:
    return Weight(*(a + b for a, b in zip(one, other, strict=True)))


def run(browser: Browser, site: Site) -> dict[str, Any]:
    """Return milliseconds of a load and of answering a question, and tasks over 50 ms."""
    with served(site.folder) as root:
        context = browser.new_context(service_workers="block")
        context.set_default_timeout(120_000)
        page = context.new_page()
        page.add_init_script(_WATCH)
        page.goto(f"{root}{site.page}", wait_until="load")
        page.locator(site.ready).first.wait_for(state="attached")
        loaded = page.evaluate(_LOADED)
        shown = page.evaluate(_SHOWN)
        tasks = _settled(page)
        _answer(page, site)
        after = _settled(page)[len(tasks) :]
        events = page.evaluate("window.seen.events")
        context.close()
    return {"shown": shown, "loaded": loaded, "tasks": tasks, "after": after,
            "event": max(events, default=0)}  # fmt: skip


def _settled(page: Page) -> list[float]:
    page.wait_for_timeout(2500)
    found: list[float] = page.evaluate("window.seen.tasks")
    return found


def _answer(page: Page, site: Site) -> None:
    """Answer the first question as a person does, and have it checked; some check at once."""
    page.locator(site.option).first.click()
    if site.check:
        page.locator(site.check).first.click()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", type=int, nargs="*", default=[50, 500, 5_000])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--environment", type=Path, default=ROOT / ".venv" / "peers")
    asked = parser.parse_args()
    peers = asked.environment.absolute()
    environment(peers)
    times: list[tuple[str, ...]] = []
    with chromium() as browser:
        for size in asked.sizes:
            with tempfile.TemporaryDirectory() as work:
                built = sites(size, peers, Path(work))
                if size == asked.sizes[0]:
                    report.fill("weight", _weights(browser, built, peers))
                runs: dict[str, list[dict[str, Any]]] = {name: [] for name in built}
                for _ in range(asked.rounds):
                    for name, site in built.items():
                        runs[name].append(run(browser, site))
                        print(size, name, runs[name][-1], flush=True)
                times += [_row(size, name, found) for name, found in runs.items()]
    head = ("questions · page", "first paint ms", "DOM ready ms", "long tasks on load")
    rest = ("longest ms", "answer + check, slowest event ms", "long tasks then")
    report.fill("client", report.table((*head, *rest), times))


def _row(size: int, name: str, runs: list[dict[str, Any]]) -> tuple[str, ...]:
    def least(value: Callable[[dict[str, Any]], float]) -> str:
        return f"{min(map(value, runs)):,.0f}"

    return (
        f"{size:,} · {name}",
        least(lambda each: each["shown"]),
        least(lambda each: each["loaded"]),
        least(lambda each: len(each["tasks"])),
        least(lambda each: max(each["tasks"], default=0)),
        least(lambda each: each["event"]),
        least(lambda each: len(each["after"])),
    )


def _weights(browser: Browser, built: Mapping[str, Site], peers: Path) -> str:
    found = {name: weigh(browser, site) for name, site in built.items()}
    player = peers / "js" / "node_modules" / "h5p-standalone" / "dist"
    rows = []
    for name, kinds in found.items():
        rows.append(_weight_row(name, kinds))
    parts = {"HTML": Weight(0, 0, 0), "JS": Weight(0, 0, 0), "CSS": Weight(0, 0, 0)}
    for file in _PLAYER:
        kind = "JS" if file.endswith("js") else "CSS"
        parts[kind] = _sum(parts[kind], weight((player / file).read_bytes()))
    rows.append(_weight_row("H5P, the player alone", parts))
    head = ("KB raw / gzip / brotli", "HTML", "JS", "CSS", "sum")
    return report.table(head, rows)


def _weight_row(name: str, kinds: Mapping[str, Weight]) -> tuple[str, ...]:
    whole = functools.reduce(_sum, kinds.values())
    said = (" / ".join(f"{each / 1000:.1f}" for each in one) for one in (*kinds.values(), whole))
    return (name, *said)


if __name__ == "__main__":
    main()
