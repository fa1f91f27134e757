"""The time from saving a file to the browser being told, while `exampress serve` runs.

Run by `python -m tests.bench_serve SIZES --times N`. Compare figures of one run only.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tornado.websocket import WebSocketClientConnection, websocket_connect

from tests.bench import write_bank
from tests.serving import serving

_HELLO = {
    "command": "hello",
    "protocols": ["http://livereload.com/protocols/official-7"],
    "ver": "3",
}


async def _connected(address: str) -> WebSocketClientConnection:
    socket = await websocket_connect(f"{address.replace('http', 'ws', 1)}livereload")
    await socket.write_message(json.dumps(_HELLO))
    await socket.read_message()
    await socket.write_message(json.dumps({"command": "info", "url": address}))
    return socket


async def _delays(address: str, files: list[Path], times: int) -> list[float]:
    """Return seconds from a file being saved to the message that says so, save by save."""
    socket = await _connected(address)
    lot, found = random.Random(1), []
    for turn in range(times):
        await asyncio.sleep(0.3 + lot.random() / 5)  # nobody saves in step with the watcher
        path = lot.choice(files)
        text = path.read_text(encoding="utf-8")
        started = time.perf_counter()
        path.write_text(f"{text}# {turn}\n", encoding="utf-8")
        await socket.read_message()
        found.append(time.perf_counter() - started)
    socket.close()
    return found


def _empty() -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return time.perf_counter() - started


def main() -> None:
    """Print the figures for banks of the sizes asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", type=int, nargs="*", default=[51, 1_000, 10_000])
    parser.add_argument("--times", type=int, default=15)
    asked = parser.parse_args()
    print(f"python -c pass: {statistics.median(_empty() for _ in range(9)) * 1e3:.0f} ms")
    for size in asked.sizes:
        with tempfile.TemporaryDirectory() as folder:
            count = write_bank(Path(folder) / "content", size)
            files = sorted(Path(folder).glob("content/*/single.yaml"))
            with serving(Path(folder)) as address:
                found = asyncio.run(_delays(address, files, asked.times))
        median, most = statistics.median(found) * 1e3, max(found) * 1e3
        print(f"{count:7} questions: median {median:.0f} ms, at most {most:.0f} ms")


if __name__ == "__main__":
    main()
