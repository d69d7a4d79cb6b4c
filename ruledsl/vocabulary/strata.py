"""How rules change values: the kinds of change, in the order in which they count, and what each makes of a value.

Grammar, checker, lowering, explanations and printer read this table; so does what compiled code calls.
"""

from __future__ import annotations

from typing import Final, Literal

from ruledsl.dataclass import dataclass
from ruledsl.vocabulary.operators import OPERATORS, SETS, Operator
from ruledsl.vocabulary.types import FLAG, Type


@dataclass(frozen=True, slots=True)
class Stratum:
    """One kind of change: `word` is what is written, `rule` the rule of the grammar that makes it, `order` when it counts.

    It changes values that are numbers or sets (`of`; anything, if that is empty) by an `operator`; without one, what the rule says takes the place
    of the value. An amount that is `neutral` changes nothing (of sets: 0, the empty one), and of a value that is `absorbing` nothing else
    can be made. `raises` says what a change can do: 1 only raises, -1 only lowers; 0: that hangs on the amount, `by_sign` whether more is
    more (1) or less (-1). What `adds` counts once for every piece that brings the rule.
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
        """What it makes of a value."""
        return by if self.operator is None else self.operator.result(before, by)

    def settles(self, kind: Type) -> bool:
        """Does it bound an answer of yes or no? `at most no` is no, whatever else is said; `at least yes` is yes."""
        return kind == FLAG and self.of == "number" and self.raises != 0

    def turned(self, *, lower: bool) -> bool | Literal["<", ">"]:
        """Is it a change for the worse, if lower (or else higher) is worse? Where that hangs on the amount: how that has to stand to `neutral`."""
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
"""By what is written."""

PIECES: Final = 5
"""The strata of pieces come after those of tiles."""

SUMS: Final = (STRATA["+"].order, STRATA["+"].order + PIECES)
"""Rules of these only add."""
