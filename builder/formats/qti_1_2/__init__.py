"""QTI 1.2, both ways: the quizzes of Canvas and of Common Cartridges, packages with pictures.

Canvas's own kinds of question stand in `question_type`, those of cartridges in `cc_profile`; an
item that says neither is read by its responses, as https://www.imsglobal.org/question/ has them.
"""

from builder.formats.qti_1_2.reading import read, recognises
from builder.formats.qti_1_2.writing import artifacts

__all__ = ["artifacts", "read", "recognises"]
