"""How an entry builds a map from other maps and boards, unresolved; and the changes of a region. Plain values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.base.dataclass import dataclass

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Span

MARKS = ("entry", "edge")
"""Traits of a region that have their own key."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A reference by name, with its place."""

    word: str
    span: Span


@dataclass(frozen=True, slots=True)
class RegionEntry:
    """A region in a map that extends another one; unchanged parts are None. `marks` are `entry` and `edge`."""

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
    """The parts of a map: the one that it extends, with the changes; others beside it, with letters; borders between these."""

    extends: Mention | None = None
    regions: tuple[RegionEntry, ...] = ()
    beside: tuple[tuple[str, Mention], ...] = ()
    joins: tuple[tuple[Mention, Mention], ...] = ()
