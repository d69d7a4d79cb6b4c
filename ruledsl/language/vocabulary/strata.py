"""The strata of modifiers: the kinds of change, in the order of application, and the effect of each on a value.

Grammar, checker, lowering, explanations and printer read this table; so does what compiled code calls.
"""

from __future__ import annotations

from typing import Final, Literal

from ruledsl.base.dataclass import dataclass
from ruledsl.language.vocabulary.operators import OPERATORS, SETS, Operator
from ruledsl.language.vocabulary.types import FLAG, Type


@dataclass(frozen=True, slots=True)
class Stratum:
    """One kind of change: `word` is its spelling, `rule` its rule in the grammar, `order` its place.

    It changes values that are numbers or sets (`of`; anything, if that is empty) by an `operator`; without one, the rule's expression replaces
    the value. An amount that is `neutral` changes nothing (for sets: 0, the empty one), and a value that is `absorbing` never changes further.
    `raises` is the direction: 1 only raises, -1 only lowers; 0: it depends on the amount, with `by_sign` whether a larger amount raises (1) or
    lowers (-1). One that `adds` counts once for every piece that brings the rule.
    """

    word: str
    rule: str
    order: int
    of: Literal["", "number", "set"]
    operator: Operator | None
    neutral: int | None = None
    absorbing: int | None = None
    raises: int = 0
    by_sign: int = 1
    adds: bool = False

    def changed(self, before: int, by: int) -> int:
        """The value after the change."""
        return by if self.operator is None else self.operator.result(before, by)

    def settles(self, kind: Type) -> bool:
        """Does it decide a yes-or-no value? `at most no` is no in any case; `at least yes` is yes."""
        return kind == FLAG and self.of == "number" and self.raises != 0

    def turned(self, *, lower: bool) -> bool | Literal["<", ">"]:
        """Is it a change for the worse, if lower (or else higher) is worse?

        If that depends on the amount: the required comparison with `neutral`.
        """
        if self.raises:
            return lower == (self.raises < 0)
        return "<" if lower == (self.by_sign > 0) else ">"


STRATA: Final = {
    found.word: found
    for found in (
        Stratum("becomes", "becomes", 0, "", None),
        Stratum("+", "plus", 1, "number", OPERATORS["+"], neutral=0, adds=True),
        Stratum("-", "minus", 1, "number", OPERATORS["-"], neutral=0, by_sign=-1, adds=True),
        Stratum("also", "also", 1, "set", SETS["+"], neutral=0),
        Stratum("times", "multiplied", 2, "number", OPERATORS["*"], neutral=1, absorbing=0),
        Stratum("without", "without", 2, "set", SETS["-"], neutral=0, absorbing=0, raises=-1),
        Stratum("at least", "at_least", 3, "number", OPERATORS["max"], raises=1),
        Stratum("at most", "at_most", 4, "number", OPERATORS["min"], raises=-1),
    )
}
"""Strata by spelling."""

PIECES: Final = 5
"""The strata of pieces come after those of tiles."""

SUMS: Final = (STRATA["+"].order, STRATA["+"].order + PIECES)
"""Strata whose rules only add."""
