"""exampress: a question bank in, a static exam site and printable papers out."""

__version__ = "0.1.0"
