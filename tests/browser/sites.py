"""Builds small banks for browser tests."""

from __future__ import annotations

from pathlib import Path

from builder.build import build
from builder.options import Options


def built(content: Path, out: Path, base_url: str | None = None) -> Path:
    """The site of a bank, built into `out`; again into the same `out`, it is changed there."""
    build(Options(content, out=out, base_url=base_url))
    return out
