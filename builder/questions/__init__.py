"""The question types: one module each, and the table that lists them."""

from __future__ import annotations

from builder.model import Question
from builder.questions.blank import Blank
from builder.questions.case import Case
from builder.questions.essay import Essay
from builder.questions.matching import Matching
from builder.questions.multiple import Multiple
from builder.questions.numeric import Numeric
from builder.questions.ordering import Ordering
from builder.questions.single import Single
from builder.questions.true_false import TrueFalse

TYPES: dict[str, type[Question]] = {
    "single": Single,
    "multiple": Multiple,
    "true-false": TrueFalse,
    "blank": Blank,
    "numeric": Numeric,
    "matching": Matching,
    "ordering": Ordering,
    "essay": Essay,
    "case": Case,
}
