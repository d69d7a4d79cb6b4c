"""What is kept from one check of a composition to the next: whoever has kept nothing makes the same of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from ruledsl.check.keeping.texts import KeptTexts

if TYPE_CHECKING:
    from ruledsl.check.graph import Clause
    from ruledsl.packs.model import Composition

__all__ = ["KeptCheck", "KeptChecks"]


@dataclass(slots=True)
class KeptCheck:
    """Of one reading of some packs."""

    texts: KeptTexts = field(default_factory=KeptTexts)
    clauses: dict[object, Clause] = field(default_factory=dict)


class KeptChecks:
    """Those of the readings that were checked last, by the options of variants that they choose."""

    MOST: Final = 16

    def __init__(self) -> None:
        self._kept: dict[frozenset[tuple[str, str]], KeptCheck] = {}

    def of(self, composition: Composition) -> KeptCheck:
        """That of a reading; with nothing kept, if it was not checked lately."""
        reading = frozenset(composition.chosen.items())
        self._kept[reading] = found = self._kept.pop(reading, None) or KeptCheck()
        if len(self._kept) > self.MOST:
            del self._kept[next(iter(self._kept))]
        return found
