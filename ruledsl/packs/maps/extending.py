"""The regions of a map that extends another one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ruledsl.packs.maps.plan import MARKS
from ruledsl.packs.model import MapRegion

if TYPE_CHECKING:
    from ruledsl.packs.maps.plan import RegionEntry

__all__ = ["changed"]


def changed(regions: list[MapRegion], entries: tuple[RegionEntry, ...]) -> list[MapRegion]:
    """The regions with what entries say instead of it; new ones follow in order.

    An entry that says `borders` says all of them, and for both sides. One of a new region says its terrain.
    """
    if not entries:
        return regions
    news = {entry.id: entry for entry in entries}
    ids = [id_ for id_ in dict.fromkeys([*(r.id for r in regions), *news]) if not _is_removed(news, id_)]
    said: dict[str, dict[str, None]] = {id_: {} for id_ in ids}
    for entry in entries:
        for other in entry.borders or () if entry.id in said else ():
            said[entry.id][other] = None
            said.get(other, {})[entry.id] = None
    old = {region.id: region for region in regions}
    return [
        replace(
            _overlaid(old.get(id_), news[id_]) if id_ in news else old[id_],
            borders=(*_kept(id_, old, news, said[id_]), *said[id_]),
        )
        for id_ in ids
    ]


def _is_removed(news: dict[str, RegionEntry], id_: str) -> bool:
    return id_ in news and news[id_].removed


def _kept(
    id_: str, old: dict[str, MapRegion], news: dict[str, RegionEntry], said: dict[str, None]
) -> tuple[str, ...]:
    """The borders that a region has as before: those about which neither side says anything new."""
    if id_ not in old or (id_ in news and news[id_].borders is not None):
        return ()
    return tuple(
        other
        for other in old[id_].borders
        if other not in said
        and not (other in news and (news[other].removed or news[other].borders is not None))
    )


def _overlaid(old: MapRegion | None, entry: RegionEntry) -> MapRegion:
    before = old or MapRegion(entry.id, ("",), (), entry.span)
    terrain = before.traits[0] if entry.terrain is None else entry.terrain
    symbols = tuple(trait for trait in before.traits[1:] if trait not in MARKS)
    marks = [
        mark
        for mark, said in zip(MARKS, entry.marks, strict=True)
        if said or (said is None and mark in before.traits[1:])
    ]
    return MapRegion(
        entry.id,
        (terrain, *(symbols if entry.symbols is None else entry.symbols), *marks),
        (),
        entry.span,
        entry.at or before.at,
        entry.shape or before.shape,
    )
