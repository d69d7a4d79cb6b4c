"""How an entry makes a map of other maps and boards, before these are looked up; and a region as an entry changes it. Plain values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.dataclass import dataclass

if TYPE_CHECKING:
    from ruledsl.diagnostics import Span

MARKS = ("entry", "edge")
"""Traits of a region that have a key of their own."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A name of something else, and where it stands."""

    word: str
    span: Span


@dataclass(frozen=True, slots=True)
class RegionEntry:
    """A region as the entry of a map writes it that extends another one; what it does not say is None. `marks` are `entry` and `edge`."""

    id: str
    span: Span
    terrain: str | None = None
    symbols: tuple[str, ...] | None = None
    marks: tuple[bool | None, ...] = (None, None)
    borders: tuple[str, ...] | None = None
    at: tuple[float, float] | None = None
    shape: tuple[tuple[float, float], ...] = ()
    removed: bool = False


@dataclass(frozen=True, slots=True)
class MapPlan:
    """What a map is made of: the one that it extends, with what is different; others beside it, with letters; borders between these."""

    extends: Mention | None = None
    regions: tuple[RegionEntry, ...] = ()
    beside: tuple[tuple[str, Mention], ...] = ()
    joins: tuple[tuple[Mention, Mention], ...] = ()
