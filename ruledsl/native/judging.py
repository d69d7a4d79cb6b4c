"""What games that bots try out are judged by, as the native engine is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["HASTY", "STEADY", "Judging", "Manner"]


class Judging(NamedTuple):
    """What trials are judged by: values, each with what it counts now and in every turn to come.

    Then the most choices of a trial, the most turns to come that count, and what is raised where a trial cannot go on.
    """

    worths: Sequence[tuple[int, int, int]]
    longest: int
    most_left: int
    lost: type[Exception]


class Manner(NamedTuple):
    """How quick bots choose in trials.

    They take the best of `keen` options at random; one action of `curiosity` without regard to how such actions have done. Are choices known
    `apart` by the rounds in which they are made?
    """

    keen: int
    curiosity: int
    apart: bool


HASTY = Manner(keen=2, curiosity=6, apart=False)
"""For few trials: what is known is little."""
STEADY = Manner(keen=4, curiosity=12, apart=True)
"""For many: they teach what is right in each round."""
