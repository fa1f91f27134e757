"""Cells of csv files that no spreadsheet takes for a formula, and such cells as they were before.

A formula can open addresses, and in old programs run commands: whoever opens a list of people or
of answers must not run what somebody else has typed. See OWASP, "CSV Injection".
"""

from __future__ import annotations

import re

# The full-width signs are taken for the others where an East Asian input method is at home.
_FORMULA = re.compile(r"'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])")
_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?")


def harmless(cell: str) -> str:
    """Return a cell that no program takes for a formula: with a quote before it."""
    return f"'{cell}" if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell) else cell


def restored(cell: str) -> str:
    """Return a cell as it was before `harmless`."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell[1:]) else cell
