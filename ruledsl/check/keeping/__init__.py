"""What is kept from one check of a composition to the next: whoever has kept nothing makes the same of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.check.keeping.asking import KeptAnswers
from ruledsl.check.keeping.texts import KeptTexts
from ruledsl.dataclass import dataclass, field

if TYPE_CHECKING:
    from ruledsl.check.graph import Clause

__all__ = ["KeptCheck", "KeptChecks"]


@dataclass(slots=True)
class KeptCheck:
    """Of one reading of some packs."""

    texts: KeptTexts = field(default_factory=KeptTexts)
    clauses: dict[object, Clause] = field(default_factory=dict)
    answers: KeptAnswers = field(default_factory=KeptAnswers)


class KeptChecks:
    """Those of the readings of some packs, by their number: the chosen one, then those beside it. Which options one chooses may change.

    Who checks once keeps nothing of each reading `apart`: a reading takes over what the one before it has in common with it.
    """

    def __init__(self, *, apart: bool = False) -> None:
        self._apart = apart
        self._kept: dict[int, KeptCheck] = {}

    def of(self, number: int) -> KeptCheck:
        """That of a reading; with nothing kept, if it was never checked."""
        return self._kept.setdefault(number if self._apart else 0, KeptCheck())
