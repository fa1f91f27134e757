"""R/exams exercises in R Markdown, static ones, both ways: a file a question.

Sections Question, Solution and Meta-information as https://www.R-exams.org/ has them; what R/exams
does not know of stands in `exextra`. Exercises that compute something are refused by name.
"""

from builder.formats.rexams.reading import read, recognises
from builder.formats.rexams.writing import artifacts

__all__ = ["artifacts", "read", "recognises"]
