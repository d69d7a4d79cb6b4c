"""Memoised answers, together with their findings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from ruledsl.base.dataclass import replace
from ruledsl.base.diagnostics.diagnostic import Diagnostic, Diagnostics

_T = TypeVar("_T")


class Kept(Generic[_T]):
    """Recent results, reused for equal inputs. Their findings are reported each time."""

    MOST: Final = 3
    """The most answers, the latest one first."""

    def __init__(self) -> None:
        self._answers: list[tuple[object, _T, list[Diagnostic]]] = []

    def __call__(self, of: object, make: Callable[[Diagnostics], _T], diagnostics: Diagnostics) -> _T:
        """The result of `make`, which depends only on `of`, an object that nobody changes afterwards."""
        answer = next((known for known in self._answers if known[0] == of), None)
        if answer is None:
            heard = diagnostics.apart()
            made = make(heard)
            # The place of a finding is the same then, but not the rest of its line.
            answer = of, made, [replace(found, excerpt="") for found in heard.sorted()]
        if not diagnostics.purse.is_empty:  # with an empty one, its findings may say less than they could
            others = [known for known in self._answers if known is not answer]
            self._answers = [answer, *others][: self.MOST]
        diagnostics.extend(answer[2])
        return answer[1]
