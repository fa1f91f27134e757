"""Is it a good exam? Rules over a whole exam; what they find is a warning, never an error.

`RULES` is the table of them all, one family a module. Knows no command line and no other exam.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from builder.lint import silence
from builder.lint.contradictions import contradictions
from builder.lint.declared import counts, pass_mark, points
from builder.lint.duplicates import duplicates, near_duplicates
from builder.lint.keys import (
    key_letters,
    long_blanks,
    longest_options,
    markup_in_keys,
    one_sided_judgements,
    single_multiples,
)
from builder.lint.leftovers import cut_off_texts, images_without_alt, leftovers
from builder.lint.shuffling import letters_in_texts, options_by_letter
from builder.lint.subject import Finding, Subject, listed
from builder.lint.wording import (
    missing_explanations,
    negative_stems,
    repeated_stems,
    telling_hints,
)
from builder.model import Exam, Places
from builder.problems import Problem, Where


class Rule(NamedTuple):
    """What a good exam is held to, in one line, and what finds breaches of it."""

    about: str
    find: Callable[[Subject], Iterator[Finding]]
    together: bool = False
    """Whether one warning a file speaks for all questions, since they are mended together."""


RULES: dict[str, Rule] = {
    "explanation-contradicts-key": Rule(
        "an explanation gives another answer than the key, or calls the key wrong", contradictions
    ),
    "declared-count": Rule("a head announces another number of questions than there are", counts),
    "declared-points": Rule("a head or the notes announce other points than there are", points),
    "pass-mark": Rule("the pass mark is above the exam's points", pass_mark),
    "duplicate-question": Rule("a question is asked twice", duplicates),
    "near-duplicate": Rule("two questions differ in a few words only", near_duplicates),
    "option-by-letter": Rule("'A and B' is an option, and options are shuffled", options_by_letter),
    "letters-shuffled": Rule(
        "a text names an option by its letter, and options are shuffled",
        letters_in_texts,
        together=True,
    ),
    "key-letters": Rule("one letter is the key far too often", key_letters),
    "longest-option": Rule("the longest option is always the right one", longest_options),
    "multiple-one-key": Rule("a multiple choice has a single right option", single_multiples),
    "one-sided-true-false": Rule(
        "every statement of a section is true, or false", one_sided_judgements
    ),
    "markup-in-key": Rule("a key of a blank holds markup, which no learner types", markup_in_keys),
    "long-blank": Rule("a key of a blank is too long to be typed alike", long_blanks),
    "negative-stem": Rule(
        "a stem asks for what is not so and does not stress it", negative_stems, together=True
    ),
    "missing-explanation": Rule(
        "questions have no explanation", missing_explanations, together=True
    ),
    "hint-gives-key": Rule("a hint holds the key", telling_hints),
    "explanation-repeats-stem": Rule("an explanation only repeats the stem", repeated_stems),
    "leftover": Rule(
        "a text holds leftovers: readings, lost characters, a printed key, a page number", leftovers
    ),
    "cut-off-text": Rule("an explanation or a model answer breaks off", cut_off_texts),
    "image-without-alt": Rule(
        "an image has no text for those who cannot see it", images_without_alt
    ),
    "unused-ignore": Rule(
        "a comment 'exampress: ignore' silences nothing", lambda subject: iter(())
    ),
}
"""Every rule by name. A message ends with the name, for whoever wants to silence the rule.

What `unused-ignore` finds is known only after all others have run.
"""


def lint(exam: Exam, ignored: Sequence[str] = ()) -> tuple[Problem, ...]:
    """Return what is not good in an exam, as warnings; rules in `ignored` are not asked."""
    subject = Subject(exam)
    asked = {name: rule for name, rule in RULES.items() if name not in ignored}
    found = [(name, finding) for name, rule in asked.items() for finding in rule.find(subject)]
    left, unused = silence.without_silenced(exam, found, RULES, ignored)
    problems = [
        _problem(name, finding.places.where(finding.path, finding.offset), finding.message)
        for name, finding in _together(left)
    ]
    if "unused-ignore" in asked:
        problems += (_problem("unused-ignore", *each) for each in unused)
    return tuple(problems)


def _together(found: Iterable[silence.Found]) -> Iterator[silence.Found]:
    """Put what a rule says of several questions of a file into one finding, at the first."""
    groups: dict[tuple[str, int, int], list[Finding]] = {}
    for place, (rule, finding) in enumerate(found):
        alone = 0 if RULES[rule].together else place + 1
        groups.setdefault((rule, id(finding.places), alone), []).append(finding)
    for (rule, _, _), (first, *others) in groups.items():
        also = f"; so in {listed(each.id for each in others)}" if others else ""
        yield rule, first._replace(message=first.message + also)


def _problem(rule: str, where: Where, message: str) -> Problem:
    return Problem(where, f"{message} [{rule}]", "warning", rule)


def unknown_rules(names: Iterable[str], places: Places) -> tuple[Problem, ...]:
    """Return an error for each name in `lint.ignore` of site.yaml that is no rule."""
    return tuple(
        Problem(places.where(("lint", "ignore", index)), silence.unknown(name, RULES))
        for index, name in enumerate(names)
        if name not in RULES
    )
