"""What binds options to their places and letters, so that a form leaves them where they stand.

Works on texts; knows no question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from string import ascii_uppercase

# Compiled, and kept by `re`, where one is needed first: it takes longer than many commands do.
_BY_PLACE = (
    r"(?i)\s*(?:(?:以上|上述|前述)(?:[几幾各]?[项項种種]?|[二两兩三四五][项項种種个個]|选项|選項|答案|[说說]法)?"
    r"(?:[都皆均全]|不|非)"
    r"|(?:all|none|any|both|neither|either) of (?:the )?above\b)"
)
_BY_LETTER = r"(?i)\s*(?:both |neither |either )?[A-H]\s*(?:和|与|與|及|、|and|or|nor|&)\s*[A-H]\b"
_NAMED = (
    r"(?:(?:故|应|應|正[确確]?)?[选選](?:[项項择擇]\s*)?|答案[为為是]?\s*[:：]?\s*|[Oo]ptions? |"
    r"(?:answer|choice) is )\(?([A-Z])(?![A-Za-z])"
    r"|(?<![A-Za-z])([A-Z])\s*(?:[选選]?[项項])"
    r"|[（(]([A-Z])[)）]"
)


def is_by_place(option: str) -> bool:
    """Tell whether an option is true of all that stand above it: 'all of the above'."""
    return re.match(_BY_PLACE, option) is not None


def is_by_letter(option: str) -> bool:
    """Tell whether an option names others by letter: 'A and B'."""
    return re.match(_BY_LETTER, option) is not None


def letters_named(text: str, options: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield each letter by which a text names an option, and where in the text it stands.

    A letter in brackets names an option only behind that option's own text.
    """
    if text.lower() == text:
        return
    for match in re.finditer(_NAMED, text):
        group = match.lastindex or 0
        place = ascii_uppercase.index(match[group])
        if place < len(options) and (
            match[3] is None or text[: match.start()].endswith(options[place][-2:])
        ):
            yield match[group], match.start(group)


def runs(options: Sequence[str], texts: Iterable[str | None]) -> tuple[str, ...]:
    """Return the letters that may change places, run by run; none may leave its run.

    An option that is true of all above it stays, and so does what is above it. Where options or
    `texts`, such as an explanation, name bare letters, nothing moves.
    """
    if any(map(is_by_letter, options)):
        return ()
    if any(next(letters_named(text, options), None) for text in texts if text):
        return ()
    places = "".join(
        " " if is_by_place(option) else letter
        for letter, option in zip(ascii_uppercase, options, strict=False)
    )
    return tuple(run for run in places.split() if len(run) > 1)
