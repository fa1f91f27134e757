"""Shuffles that are the same for ever: they hang on texts and a seed, on no random module.

`docs/forms.md` writes them down. To change one is to change papers that are printed already.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2s, sha256


def shuffled(entries: tuple[str, ...], seed: str) -> tuple[str, ...]:
    """Return `entries` in an order drawn from `seed`, whatever the order in which they come.

    They are sorted by the BLAKE2s digest of `seed NUL entry`. That may be the order given: always
    to choose another one then would tell whoever reckons the digests what the right order is.
    """

    def digest(entry: str) -> bytes:
        return blake2s(f"{seed}\0{entry}".encode()).digest()

    return tuple(sorted(entries, key=digest))


def drawn(entries: Sequence[str], seed: str) -> list[int]:
    """Return the places of `entries`, in the order of the SHA-256 digests of `seed LF entry`.

    Whether another entry is there changes nothing in the order of two. Browsers draw likewise.
    """
    start = sha256(f"{seed}\n".encode())

    def digest(place: int) -> bytes:
        own = start.copy()
        own.update(entries[place].encode())
        return own.digest()

    return sorted(range(len(entries)), key=digest)
