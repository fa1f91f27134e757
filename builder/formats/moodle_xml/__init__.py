"""Moodle XML, both ways: questions with their pictures in one file.

The elements are those of https://docs.moodle.org/en/Moodle_XML_format; texts are written as
Markdown, which Moodle knows, so that they stay what they are.
"""

from builder.formats.moodle_xml.reading import read, recognises
from builder.formats.moodle_xml.writing import artifacts

__all__ = ["artifacts", "read", "recognises"]
