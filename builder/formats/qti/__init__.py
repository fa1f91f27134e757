"""QTI 2.1, 2.2 and 3.0, both ways: content packages with their pictures; single items are read.

The elements are those of https://www.imsglobal.org/question/; the names of 3.0 are read as those
of 2.x, of which they are another spelling.
"""

from builder.formats.qti.package_out import qti_2_1, qti_2_2, qti_3_0
from builder.formats.qti.reading import read, recognises

__all__ = ["qti_2_1", "qti_2_2", "qti_3_0", "read", "recognises"]
