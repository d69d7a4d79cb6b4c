"""Results kept from one check of a composition to the next. They change the speed of a check, never its result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.base.dataclass import dataclass, field
from ruledsl.rules.check.incremental.asking import KeptAnswers
from ruledsl.rules.check.incremental.texts import KeptTexts

if TYPE_CHECKING:
    from ruledsl.rules.check.graph import Clause

__all__ = ["KeptCheck", "KeptChecks"]


@dataclass(slots=True)
class KeptCheck:
    """The kept results of one reading of some packs."""

    texts: KeptTexts = field(default_factory=KeptTexts)
    clauses: dict[object, Clause] = field(default_factory=dict)
    answers: KeptAnswers = field(default_factory=KeptAnswers)


class KeptChecks:
    """The kept results of the readings of some packs, by number: the chosen one, then the alternatives. The chosen options may change.

    A single check keeps nothing for each reading `apart`: a reading reuses what it shares with the previous one.
    """

    def __init__(self, *, apart: bool = False) -> None:
        self._apart = apart
        self._kept: dict[int, KeptCheck] = {}

    def of(self, number: int) -> KeptCheck:
        """The kept results of a reading; empty if it was never checked."""
        return self._kept.setdefault(number if self._apart else 0, KeptCheck())
