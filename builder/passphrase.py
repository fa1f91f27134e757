"""Passphrases: whether one holds against guessing, and a new one by lot. Keeps and prints none.

Whoever has a sealed page can try passphrases at home, some ten thousand a second on one graphics
card (600 000 rounds of PBKDF2 each). `NEEDED` bits keep such cards busy for longer than an exam is
of interest; the estimate is a generous one, so a sentence from a book is still a bad choice.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from math import log2
from unicodedata import normalize

NEEDED = 60
"""Bits that a passphrase must have, by the estimate below."""

_SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"
"""What new passphrases are written in: nothing that is read for something else."""
_CLASSES = (
    (re.compile("[0-9]"), 10),
    (re.compile("[a-z]"), 26),
    (re.compile("[A-Z]"), 26),
    (re.compile(r"[!-/:-@\[-`{-~ ]"), 33),
    (re.compile(r"[^ -~]"), 1000),  # of the thousands of Han, those that people think of
)
_COMMON = re.compile(
    "password|passwort|passphrase|qwerty|asdfgh|zxcvbn|admin|teacher|student|exam(?:press)?|school|"
    "welcome|letmein|iloveyou|woaini|answers?|secret|master|login|test|abc|123|mima|daan|laoshi|"
    "密[码碼]|口令|答案|考[试試]|老[师師]|[学學]生|[学學]校|我[爱愛]你",
)


def normal(text: str) -> str:
    """Return a passphrase as it counts: composed, full-width letters as plain ones, trimmed.

    The browser does the same, so that another keyboard types the same passphrase.
    """
    return normalize("NFKC", text).strip()


def bits(text: str, known: Iterable[str] = ()) -> int:
    """Return about how many bits a passphrase has; `known` are words that anybody would try.

    A common word counts as one sign, and so does what only goes on: aaaa, 1234, a part repeated.
    """
    text = normal(text)
    pool = sum(size for signs, size in _CLASSES if signs.search(text))
    # what everybody knows of the exam, and parts of it: `math2026`, `Math exam`
    words = [word for each in known for word in re.split(r"[\W_]+", each.casefold())]
    rest = _COMMON.sub("\0", text.casefold())
    for word in sorted({word for word in words if len(word) > 1}, key=len, reverse=True):
        rest = rest.replace(word, "\0")
    rest = re.sub(r"(.+?)\1+", r"\1", rest, flags=re.DOTALL)
    counted = sum(
        abs(ord(sign) - ord(before)) > 1
        for before, sign in zip("\uffff" + rest, rest, strict=False)
    )
    return int(min(counted, 3 * len(set(rest))) * log2(pool)) if pool else 0


def fault(text: str, known: Iterable[str] = ()) -> str:
    """Return why a passphrase is not taken, or nothing; the passphrase itself is not repeated."""
    found = bits(text, known)
    if found >= NEEDED:
        return ""
    return (
        f"the passphrase is too weak: about {found} bits, and {NEEDED} are needed, since whoever "
        "has the pages can try passphrases at home. Take five words that do not belong together, "
        "or 13 letters by lot; 'exampress seal --suggest' makes one"
    )


def suggestion() -> str:
    """Return a new passphrase by lot, of 79 bits."""
    signs = [secrets.choice(_SIGNS) for _ in range(16)]
    return "-".join("".join(signs[place : place + 4]) for place in range(0, 16, 4))
