"""Sealing texts: a passphrase → keys, a text and a key → a sealed text that only the key opens.

Knows nothing of questions. What is done and why is in `docs/sealed.md`; the browser's half is
`templates/assets/js/seal.js`. The same passphrase and text give the same bytes.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from functools import cache
from hashlib import pbkdf2_hmac, sha256
from importlib.util import find_spec

from builder.passphrase import normal
from builder.problems import UsageError

ROUNDS = 600_000
"""Of PBKDF2-HMAC-SHA256, as OWASP's Password Storage Cheat Sheet asks."""
EXTRA = "exampress[seal]"
LEAST, LEVEL = 1024, 4096
"""Bytes to which the shortest text is filled up, and to which all texts of a kind are levelled."""

_NAME = "exampress seal 1"
_NONCE = 12
CHECK = "exampress"
"""A text that is sealed with every exam, by which a wrong key is told from a right one."""


@dataclass(frozen=True, slots=True)
class Master:
    """What a passphrase gives for one site; the keys of its exams come from it."""

    salt: bytes
    secret: bytes = field(repr=False)

    @property
    def tag(self) -> str:
        """What changes with the passphrase, and is no easier to guess than the passphrase is."""
        return _derived(self.secret, "cache").hex()[:32]

    def seal(self, exam: str) -> Seal:
        """Return the seal of one exam."""
        key, nonces, prints = (
            _derived(self.secret, f"{what}\n{exam}") for what in ("key", "nonces", "fingerprints")
        )
        return Seal(exam, self.salt, key, nonces, prints)


@dataclass(frozen=True, slots=True)
class Seal:
    """The keys of one exam. Only `key` is ever told to anybody."""

    exam: str
    salt: bytes
    key: bytes = field(repr=False)
    _nonces: bytes = field(repr=False)
    _prints: bytes = field(repr=False)

    @property
    def word(self) -> str:
        """The key as links and key files say it."""
        return base64(self.key)

    def sealed(self, name: str, text: str, size: int = 0) -> str:
        """Return a text, filled up to `size` bytes with spaces, sealed and bound to its name."""
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        plain = text.encode().ljust(size)
        bound = f"{_NAME}\n{self.exam}\n{name}".encode()
        # A nonce of its own for every text: as in SIV, it is a keyed digest of all that is sealed.
        nonce = hmac.digest(self._nonces, bound + b"\0" + plain, sha256)[:_NONCE]
        return base64(nonce + AESGCM(self.key).encrypt(nonce, plain, bound))

    def fingerprint(self, name: str, said: str) -> str:
        """Return 8 hex digits that change with what is said, and say nothing of it."""
        return hmac.digest(self._prints, f"{name}\n{said}".encode(), sha256)[:4].hex()


@cache
def master(passphrase: str, site: str) -> Master:
    """Return the master of a site. Raises UsageError where nothing can be sealed."""
    if find_spec("cryptography") is None:
        raise UsageError(f"sealed answers need {EXTRA}: pip install '{EXTRA}'")
    salt = sha256(f"{_NAME}\nsalt\n{site}".encode()).digest()[:16]
    return Master(salt, pbkdf2_hmac("sha256", normal(passphrase).encode(), salt, ROUNDS))


def _derived(secret: bytes, what: str) -> bytes:
    return hmac.digest(secret, f"{_NAME}\n{what}".encode(), sha256)


def level(size: int, longest: int) -> int:
    """Return to how many bytes a text is filled up, when the longest of its kind has `longest`.

    A power of two. Up to `LEVEL` all texts of a kind get the same.
    """
    return max(_power(size), min(_power(longest), LEVEL))


def _power(size: int) -> int:
    return max(LEAST, 1 << (size - 1).bit_length())


def base64(data: bytes) -> str:
    """Return bytes as base64 for addresses, without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def unbase64(text: str) -> bytes:
    """Return the bytes that `base64` wrote."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
