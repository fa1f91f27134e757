"""Moodle's GIFT, both ways: questions as plain text between blank lines.

The grammar is that of https://docs.moodle.org/en/GIFT_format and of Moodle's own reader; texts are
written as `[markdown]`, so that they stay what they are.
"""

from builder.formats.gift.reading import read, recognises
from builder.formats.gift.writing import artifacts

__all__ = ["artifacts", "read", "recognises"]
