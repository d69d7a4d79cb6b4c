"""Answers that are kept, with what was found on the way to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Generic, TypeVar

from ruledsl.diagnostics.diagnostic import Diagnostic, Diagnostics

_T = TypeVar("_T")


class Kept(Generic[_T]):
    """What was made of something a moment ago is not made again. What was found then is said each time."""

    MOST: Final = 3
    """So many answers, the last one first."""

    def __init__(self) -> None:
        self._answers: list[tuple[object, _T, list[Diagnostic]]] = []

    def __call__(self, of: object, make: Callable[[Diagnostics], _T], diagnostics: Diagnostics) -> _T:
        """What `make` gives, all that it depends on being equal to `of`, which nobody changes afterwards."""
        answer = next((known for known in self._answers if known[0] == of), None)
        if answer is None:
            heard = Diagnostics(diagnostics.sources)
            made = make(heard)
            # Where a finding stands is the same then, but not what else stands on the line.
            answer = of, made, [replace(found, excerpt="") for found in heard.sorted()]
        others = [known for known in self._answers if known is not answer]
        self._answers = [answer, *others][: self.MOST]
        diagnostics.extend(answer[2])
        return answer[1]
