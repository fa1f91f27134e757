"""Rules about options that are shuffled: nothing may hang on their place or their letter."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.choice import LETTERS
from builder.lint.subject import Choice, Finding, Item, Subject
from builder.problems import Path

_BY_PLACE = re.compile(
    r"\s*(?:(?:以上|上述|前述)(?:[几幾各]?[项項种種]?|[二两兩三四五][项項种種个個]|选项|選項|答案|[说說]法)?"
    r"(?:[都皆均全]|不|非)"
    r"|(?:all|none|any|both|neither|either) of (?:the )?above\b"
    r"|(?:both |neither |either )?[A-H]\s*(?:和|与|與|及|、|and|or|nor|&)\s*[A-H]\b)",
    re.IGNORECASE,
)


def _shuffled(subject: Subject) -> Iterator[Item[Choice]]:
    return (item for item in subject.choices if item.section.shuffle.options)


def options_by_place(subject: Subject) -> Iterator[Finding]:
    """Yield options that hang on the place of others, where options are shuffled."""
    for item in _shuffled(subject):
        for index, option in enumerate(item.question.options):
            if _BY_PLACE.match(option.text):
                message = (
                    f"option {LETTERS[index]} '{option.text}' hangs on the others' places, and "
                    "options are shuffled; write 'shuffle: {options: false}' in the section"
                )
                yield item.finding(message, "options", index)


_NAMED = re.compile(
    r"(?:(?:故|应|應|正[确確]?)?[选選](?:[项項择擇]\s*)?|答案[为為是]?\s*[:：]?\s*|[Oo]ptions? |"
    r"(?:answer|choice) is )\(?([A-Z])(?![A-Za-z])"
    r"|(?<![A-Za-z])([A-Z])\s*(?:[选選]?[项項])"
    r"|[（(]([A-Z])[)）]"
)


def letters_named(subject: Subject) -> Iterator[Finding]:
    """Yield texts that name options by letter, where options are shuffled; one a question."""
    for item in _shuffled(subject):
        named = (
            (path, match)
            for path, text in _texts(item.question)
            for match in _NAMED.finditer(text)
            if _is_option(match, item)
        )
        path, match = next(named, ((), None))
        if match is not None:
            group = match.lastindex or 0
            letter = match[group]
            message = (
                f"the letter {letter} names an option, and options are shuffled; "
                f"write {{{{opt:{letter.lower()}}}}}"
            )
            yield item.finding(message, *path, offset=match.start(group))


def _texts(question: Choice) -> Iterator[tuple[Path, str]]:
    if question.explanation:
        yield ("explanation",), question.explanation
    for index, option in enumerate(question.options):
        if option.feedback:
            yield ("options", index, "feedback"), option.feedback


def _is_option(match: re.Match[str], item: Item[Choice]) -> bool:
    """Tell whether a letter names an option; in brackets, only behind that option's own text."""
    letter = match[match.lastindex or 0]
    place = LETTERS.index(letter)
    if place >= len(item.question.options):
        return False
    end = item.question.options[place].text[-2:]
    return match[3] is None or match.string[: match.start()].endswith(end)
