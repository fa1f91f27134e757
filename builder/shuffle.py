"""A shuffle that is the same for ever: it hangs on the texts and a seed, on no random module.

Version 1: entries are sorted by the BLAKE2s digest of `seed NUL entry`.
"""

from __future__ import annotations

import hashlib


def shuffled(entries: tuple[str, ...], seed: str) -> tuple[str, ...]:
    """Return `entries` in an order drawn from `seed`; three or more never in the order given.

    Two entries may keep their order: always turning them round would tell what it was.
    """

    def drawn(entry: str) -> bytes:
        return hashlib.blake2s(f"{seed}\0{entry}".encode()).digest()

    order = tuple(sorted(entries, key=drawn))
    return order[1:] + order[:1] if order == entries and len(entries) > 2 else order
