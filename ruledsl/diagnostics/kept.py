"""An answer that is kept, with what was found on the way to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Generic, TypeVar

from ruledsl.diagnostics.diagnostic import Diagnostic, Diagnostics

__all__ = ["Kept"]

_T = TypeVar("_T")


class Kept(Generic[_T]):
    """What was made of something last: made anew of something else only. What was found then is said each time."""

    def __init__(self) -> None:
        self._of: object = None
        self._made: list[_T] = []
        self._found: list[Diagnostic] = []

    def __call__(self, of: object, make: Callable[[Diagnostics], _T], diagnostics: Diagnostics) -> _T:
        """What `make` gives, all that it depends on being equal to `of`, which nobody changes afterwards."""
        if not self._made or self._of != of:
            heard = Diagnostics(diagnostics.sources)
            self._made, self._of = [make(heard)], of
            # Where it stands is the same, but not what else stands on the line.
            self._found = [replace(found, excerpt="") for found in heard.sorted()]
        diagnostics.extend(self._found)
        return self._made[0]
