"""Rules about keys: whether they can be guessed, and whether they can be given."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from builder.choice import LETTERS
from builder.lint.subject import Finding, Item, Subject, of_type
from builder.model import Section
from builder.questions.blank import Blank
from builder.questions.multiple import Multiple
from builder.questions.single import Single
from builder.questions.true_false import TrueFalse

_ENOUGH_LETTERS = 12
_ENOUGH_LENGTHS = 8
_ENOUGH_JUDGEMENTS = 5
_TYPABLE = 40
# Chi-square at one in a hundred, by degrees of freedom.
_CHI_SQUARE = {1: 6.63, 2: 9.21, 3: 11.34, 4: 13.28, 5: 15.09, 6: 16.81, 7: 18.48}


def _singles(subject: Subject) -> Iterator[tuple[Section, Sequence[Item[Single]]]]:
    for section, items in subject.sections:
        yield section, of_type(items, Single)


def key_letters(subject: Subject) -> Iterator[Finding]:
    """Yield sections of which one letter is the key too often to be chance."""
    for section, items in _singles(subject):
        if len(items) < _ENOUGH_LETTERS:
            continue
        counts = Counter(item.question.answer for item in items)
        options = max(len(item.question.options) for item in items)
        letter, most = counts.most_common(1)[0]
        if most * 2 > len(items) or _unbalanced(counts, LETTERS[:options], len(items)):
            message = f"{letter} is the key of {most} of {len(items)} single-choice questions"
            yield Finding(section.places, ("questions",), message)


def _unbalanced(counts: Counter[str], letters: str, total: int) -> bool:
    expected = total / len(letters)
    limit = _CHI_SQUARE.get(len(letters) - 1)
    chance = sum((counts[letter] - expected) ** 2 / expected for letter in letters)
    return limit is not None and expected >= 3 and chance > limit


def longest_options(subject: Subject) -> Iterator[Finding]:
    """Yield sections whose keys can be guessed by their length."""
    for section, items in _singles(subject):
        if len(items) < _ENOUGH_LENGTHS:
            continue
        longest = sum(_is_longest(item.question) for item in items)
        if longest * 10 >= len(items) * 9:
            message = f"the key is the longest option in {longest} of {len(items)} questions"
            yield Finding(section.places, ("questions",), message)


def _is_longest(question: Single) -> bool:
    lengths = [len(option.text) for option in question.options]
    key = lengths[LETTERS.index(question.answer)]
    return lengths.count(key) == 1 and key == max(lengths)


def single_multiples(subject: Subject) -> Iterator[Finding]:
    """Yield multiple choices with a single right option."""
    for item in of_type(subject.items, Multiple):
        if len(item.question.answer) == 1:
            message = f"a multiple choice with one right option, {item.question.answer}"
            yield item.finding(message, "answer")


def one_sided_judgements(subject: Subject) -> Iterator[Finding]:
    """Yield sections of which every statement has one verdict."""
    for section, items in subject.sections:
        verdicts = [item.question.answer for item in of_type(items, TrueFalse)]
        if len(verdicts) >= _ENOUGH_JUDGEMENTS and len(set(verdicts)) == 1:
            message = f"all {len(verdicts)} statements are {str(verdicts[0]).lower()}"
            yield Finding(section.places, ("questions",), message)


_MARKUP = re.compile(r"\*\*.+\*\*|`.+`|\$.+\$|</?[a-z]+>|&[a-z]+;|~~.+~~|\]\(")


def markup_in_keys(subject: Subject) -> Iterator[Finding]:
    """Yield keys of blanks that hold markup."""
    for item in of_type(subject.items, Blank):
        for blank, accepted in enumerate(item.question.answer):
            for place, text in enumerate(accepted):
                if match := _MARKUP.search(text):
                    message = f"the key '{text}' holds markup, and is compared as it is written"
                    yield item.finding(message, "answer", blank, place, offset=match.start())


def long_blanks(subject: Subject) -> Iterator[Finding]:
    """Yield blanks whose shortest key is long."""
    for item in of_type(subject.items, Blank):
        for blank, accepted in enumerate(item.question.answer):
            length = min(map(len, accepted))
            if length > _TYPABLE:
                message = f"blank {blank + 1} wants {length} characters to be typed alike"
                yield item.finding(f"{message}; is it an essay?", "answer", blank)
