"""QTI 2.1, 2.2 and 3.0 → a draft: content packages with their pictures, and single items.

The elements are those of https://www.imsglobal.org/question/; the names of 3.0 are read as those
of 2.x, of which they are another spelling.
"""

from builder.formats.qti.reading import read, recognises

__all__ = ["read", "recognises"]
