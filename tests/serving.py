"""`exampress serve` as a process of its own."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.banks import ROOT
from tests.processes import started


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve the bank in a folder; yields the address once the site is there."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    command = [sys.executable, "-u", "-m", "builder", "serve", "--port", port]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with started(command, cwd=folder, env=environment, stdout=subprocess.PIPE) as process:
        assert process.stdout
        said = (re.search(r"http://\S+/", line) for line in process.stdout)
        yield next(found[0] for found in said if found)
        process.terminate()
        process.wait(20)
