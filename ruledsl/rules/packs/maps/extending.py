"""The regions of a map that extends another one, and borders between separate boards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ruledsl.rules.packs.maps.plan import MARKS
from ruledsl.rules.packs.model import MapRegion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.packs.maps.plan import Mention, RegionEntry


def changed(regions: list[MapRegion], entries: tuple[RegionEntry, ...]) -> list[MapRegion]:
    """The regions with the changes of entries; new ones follow in order.

    An entry with `borders` lists all of them, for both sides. A new region must have a terrain.
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
    """The borders of a region that stay: those that neither side redefines."""
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


Pair = tuple[str, str]


def joined(
    regions: list[MapRegion],
    joins: Sequence[tuple[Mention, Mention]],
    of: str,
    diagnostics: Diagnostics,
    *,
    incomplete: bool,
) -> tuple[list[MapRegion], tuple[Pair, ...]]:
    """The regions with additional borders, and the pairs. Useless joins are reported; `of` is the id of the map or board.

    For `incomplete` packs, missing names are not reported.
    """
    if not joins:
        return regions, ()
    near = {region.id: set(region.borders) for region in regions}
    found: list[Pair] = []
    for one, other in joins:
        unknown = [mention for mention in (one, other) if mention.word not in near]
        for mention in () if incomplete else unknown:
            diagnostics.error(
                "P030",
                f"There is no region of {of} called `{mention.word}`.",
                mention.span,
                expected=f"a region of {of}",
                suggestion="".join(diagnostics.nearest(mention.word, near)[:1]),
            )
        if unknown:
            continue
        if one.word == other.word:
            diagnostics.error("P032", f"Region {one.word} borders itself.", other.span)
        elif other.word in near[one.word]:
            message = f"Regions {one.word} and {other.word} border each other already."
            diagnostics.error("P049", message, one.span, expected="two regions that do not touch")
        else:
            found.append((one.word, other.word))
            near[one.word].add(other.word)
            near[other.word].add(one.word)
    return _with_borders(regions, found), tuple(found)


def mutual(regions: list[MapRegion]) -> list[MapRegion]:
    """The regions with symmetric borders: a border that one side lists counts for both."""
    near = {region.id: region.borders for region in regions}
    pairs = [(other, region.id) for region in regions for other in dict.fromkeys(region.borders)]
    return _with(regions, [(one, other) for one, other in pairs if one in near and other not in near[one]])


def _with_borders(regions: list[MapRegion], pairs: Sequence[Pair]) -> list[MapRegion]:
    """The regions with additional borders, on both sides."""
    return _with(regions, [*pairs, *((other, one) for one, other in pairs)])


def _with(regions: list[MapRegion], pairs: Sequence[Pair]) -> list[MapRegion]:
    """The regions with an additional border from the first to the second of each pair."""
    more: dict[str, list[str]] = {}
    for one, other in pairs:
        more.setdefault(one, []).append(other)
    return [
        replace(region, borders=(*region.borders, *more[region.id])) if region.id in more else region
        for region in regions
    ]
