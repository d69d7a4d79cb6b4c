"""Checks the totals of coins, race tokens and pieces in a saved state: rules move them and never create or destroy any."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine.state import layout as at
from ruledsl.engine.state.keys import in_hand, in_region
from ruledsl.play.positions.validation.values import need

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.engine.state.code import Code
    from ruledsl.engine.state.state import State


def check_counts(reference: State, content: dict[str, Any]) -> None:
    """`GameError` if a total differs between a state and the otherwise sound content of a later one."""
    then = reference.content()
    need(
        _coins(reference, content) == _coins(reference, then), "there are more or fewer coins than there were"
    )
    need(
        _pieces(reference, content) == _pieces(reference, then),
        "there are more or fewer pieces than the box held",
    )
    for now, before in zip(_tokens(reference, content), _tokens(reference, then), strict=True):
        need(now == before, "there are more or fewer race tokens than a tray held")


def _coins(g: State, content: dict[str, Any]) -> int:
    """The coins of players, of tiles and of the supply, which may be negative: their sum is constant."""
    cell, width = at.TILE_COINS, g.code.tile_width
    purses = content["players"][at.COINS :: g.code.player_width]
    lying = (count for key, count in content["tiles"] if key % width == cell)
    return int(content["game"][at.SUPPLY] + sum(purses) + sum(lying))


def _pieces(g: State, content: dict[str, Any]) -> list[int]:
    """The pieces of every kind: in the box, on the map and in hands."""
    found = list(content["stock"])
    for key, count in content["pieces"]:
        found[in_region(key)[0]] += count
    for key, count in content["held"]:
        found[in_hand(key)[0]] += count
    return found[: len(g.code.supplies)]


def _tokens(g: State, content: dict[str, Any]) -> list[int]:
    """The tokens of every tile: in its tray, set aside, in hands and on the map, without stand-ins."""
    code, written = g.code, dict(content["tiles"])
    found = [
        written.get(tile * code.tile_width + at.TRAY, tray)
        + written.get(tile * code.tile_width + at.ASIDE, 0)
        for tile, tray in enumerate(code.trays[: code.tile_count])
    ]
    races = content["peoples"][at.RACE :: code.people_width]
    for people, hand in enumerate(content["peoples"][at.HAND :: code.people_width][:-1]):
        found[races[people]] += hand
    regions = content["regions"]
    for holder, count in zip(
        regions[:: code.region_width], regions[at.TOKENS :: code.region_width], strict=True
    ):
        if holder >= 0:
            found[races[holder]] += count
    for key, count in content["extra"]:
        found[races[in_region(key)[0]]] += count
    for people, count in _stand_ins(code, content):
        found[races[people]] -= count
    return found


def _stand_ins(code: Code, content: dict[str, Any]) -> Iterator[tuple[int, int]]:
    """Peoples with stand-ins, and their number: in regions that they hold, and in their hands."""
    holders = content["regions"][:: code.region_width]
    for key, count in content["pieces"]:
        kind, region = in_region(key)
        if kind in code.stand_ins and holders[region] >= 0:
            yield holders[region], count
    for key, count in content["held"]:
        kind, hand = in_hand(key)
        if kind in code.stand_ins and not hand & 1:
            yield hand >> 1, count
