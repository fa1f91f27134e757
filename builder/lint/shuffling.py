"""Rules about options that are shuffled: nothing may hang on their letters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from builder.bound import is_by_letter, letters_named
from builder.choice import LETTERS
from builder.lint.subject import Choice, Finding, Item, Subject
from builder.problems import Path


def _shuffled(subject: Subject) -> Iterator[Item[Choice]]:
    return (item for item in subject.choices if item.section.shuffle.options)


def options_by_letter(subject: Subject) -> Iterator[Finding]:
    """Yield options that name others by letter, where options are shuffled."""
    for item in _shuffled(subject):
        for index, option in enumerate(item.question.options):
            if is_by_letter(option.text):
                message = (
                    f"option {LETTERS[index]} '{option.text}' names others by letter, and "
                    "options are shuffled; write {{opt:a}} for A"
                )
                yield item.finding(message, "options", index)


def letters_in_texts(subject: Subject) -> Iterator[Finding]:
    """Yield texts that name options by letter, where options are shuffled; one a question."""
    for item in _shuffled(subject):
        options = [option.text for option in item.question.options]
        named = (
            (path, letter, offset)
            for path, text in _texts(item.question)
            for letter, offset in letters_named(text, options)
        )
        for path, letter, offset in islice(named, 1):
            message = (
                f"the letter {letter} names an option, and options are shuffled; "
                f"write {{{{opt:{letter.lower()}}}}}"
            )
            yield item.finding(message, *path, offset=offset)


def _texts(question: Choice) -> Iterator[tuple[Path, str]]:
    if question.explanation:
        yield ("explanation",), question.explanation
    for index, option in enumerate(question.options):
        if option.feedback:
            yield ("options", index, "feedback"), option.feedback
