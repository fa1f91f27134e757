"""A paper lowered to the values its Typst templates set: question types become what paper has.

One module a kind of document; `front` has what all share, `asked` what each question type is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from builder.lowering.asked import ON_PAPER
from builder.lowering.front import Front, Texts
from builder.lowering.key import key, keys
from builder.lowering.paper import paper, teacher
from builder.lowering.sheet import sheet
from builder.solutions import IN_KEY, Json

__all__ = ("TYPES_SET", "Front", "Texts", "keys", "values")

_MAKERS: Mapping[str, Callable[[Front], Json]] = {
    "paper": paper,
    "key": key,
    "sheet": sheet,
    "teacher": teacher,
}
"""What lowers each kind of document."""


def values(front: Front) -> Iterator[tuple[str, Callable[[], Json]]]:
    """Yield the kinds of document a paper is printed as, each with what gives its values."""
    yield from ((kind, lambda kind=kind: _MAKERS[kind](front)) for kind in front.paper.kinds)


TYPES_SET = frozenset(ON_PAPER) & frozenset(IN_KEY)
"""The question types that can be set."""
