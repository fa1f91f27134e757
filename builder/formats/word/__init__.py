"""Word documents (docx) → a paper; our own reader of the XML, because every other loses something.

The line of a doubt is the number of the paragraph, counted in reading order, cells and text boxes
included. `read` is the way in; the modules beside it each read one side of the format.
"""

from builder.formats.word.reading import read

__all__ = ["read"]
