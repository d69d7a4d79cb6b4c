"""Borders between parts of a map that stay boards of their own: ways up to the sky, tunnels, straits."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.diagnostics import Diagnostics
    from ruledsl.packs.maps.plan import Mention
    from ruledsl.packs.model import MapRegion

__all__ = ["joined", "mutual", "with_borders"]

Pair = tuple[str, str]


def joined(
    regions: list[MapRegion],
    joins: Sequence[tuple[Mention, Mention]],
    of: str,
    diagnostics: Diagnostics,
    *,
    incomplete: bool,
) -> tuple[list[MapRegion], tuple[Pair, ...]]:
    """The regions with these borders more, and the pairs. What joins nothing is reported; `of` is the id of the map or board.

    Of `incomplete` packs, names that are missing are no news.
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
    return with_borders(regions, found), tuple(found)


def mutual(regions: list[MapRegion]) -> list[MapRegion]:
    """The regions with all their borders on both sides: one that only one of two names counts for both."""
    near = {region.id: region.borders for region in regions}
    pairs = [(other, region.id) for region in regions for other in dict.fromkeys(region.borders)]
    return _with(regions, [(one, other) for one, other in pairs if one in near and other not in near[one]])


def with_borders(regions: list[MapRegion], pairs: Sequence[Pair]) -> list[MapRegion]:
    """The regions with these borders more, for both sides."""
    return _with(regions, [*pairs, *((other, one) for one, other in pairs)])


def _with(regions: list[MapRegion], pairs: Sequence[Pair]) -> list[MapRegion]:
    """The regions, the first of each pair with the other one as a border more."""
    more: dict[str, list[str]] = {}
    for one, other in pairs:
        more.setdefault(one, []).append(other)
    return [
        replace(region, borders=(*region.borders, *more[region.id])) if region.id in more else region
        for region in regions
    ]
