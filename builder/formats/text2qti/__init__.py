"""text2qti's plain text, both ways: Markdown quizzes that it turns into files for Canvas.

The grammar is that of https://github.com/gpoore/text2qti (0.8): signs at the start of a line, and
what belongs to them indented below. A case stands between two comments, which text2qti passes over.
"""

from builder.formats.text2qti.reading import read
from builder.formats.text2qti.recognising import recognises
from builder.formats.text2qti.writing import artifacts

__all__ = ["artifacts", "read", "recognises"]
