"""What games that bots try out are judged by, as the native engine is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Judging"]


class Judging(NamedTuple):
    """What trials are judged by: values, each with what it counts now and in every turn to come.

    Then the most choices of a trial, the most turns to come that count, and what is raised where a trial cannot go on.
    """

    worths: Sequence[tuple[int, int, int]]
    longest: int
    most_left: int
    lost: type[Exception]
