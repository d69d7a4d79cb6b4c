"""What a question to the engine can answer, by the name of its function; about all others nothing is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruledsl.check.reachability.possible import EMPTY, NOBODY, ZERO, Possible, both, fallback

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.check.reachability.table import Table
    from ruledsl.check.typed import Ask

__all__ = ["answer"]


def answer(table: Table, ask: Ask, args: list[Possible]) -> Possible:
    """What a question can answer, given what it can be asked about."""
    if NOBODY in args:
        return fallback(ask.type)
    if ask.builtin.gives_member:
        return both(args[0], fallback(ask.type))
    known = _KNOWN.get(ask.builtin.code)
    return known(table, *args) if known is not None else None


def _among(kinds: Possible, all_there: set[int]) -> frozenset[int]:
    return frozenset(all_there) if kinds is None else kinds & all_there


def _empty_if_empty(_table: Table, members: Possible) -> Possible:
    return EMPTY if members == EMPTY else None


def _spread(_table: Table, start: Possible, through: Possible) -> Possible:
    return start if EMPTY in (start, through) else None


def _lying(table: Table, kinds: Possible, _region: Possible) -> Possible:
    return None if _among(kinds, table.placed) else ZERO


def _in_hand(table: Table, kinds: Possible, _holder: Possible) -> Possible:
    return None if _among(kinds, table.held) else ZERO


def _brought(table: Table, tiles: Possible) -> Possible:
    found = [piece.tile for piece in table.program.composition.pieces.values()]
    return frozenset(
        piece for piece, tile in enumerate(found) if tile and (tiles is None or table.copies(tile) & tiles)
    )


def _kinds(table: Table, tiles: Possible) -> Possible:
    index = table.program.kinds.index
    return (
        None if tiles is None else frozenset(index(table.kinds[tile]) if tile >= 0 else -1 for tile in tiles)
    )


def _of_kinds(table: Table, kinds: Possible) -> Possible:
    return (
        table.of_kinds({table.program.kinds[kind] for kind in kinds if kind >= 0})
        if kinds is not None
        else None
    )


_KNOWN: Final[dict[str, Callable[..., Possible]]] = {
    "terrain": lambda table, _region: table.printed,
    "surroundings": _empty_if_empty,
    "spread": _spread,
    "groups": lambda _table, members: ZERO if members == EMPTY else None,
    "pieces_in": _lying,
    "pieces_with_people": _in_hand,
    "pieces_with_player": _in_hand,
    "sites": lambda table, kinds: None if _among(kinds, table.placed) else EMPTY,
    "pieces_of_region": lambda table, _region: frozenset(table.placed),
    "pieces_of_tile": _brought,
    "site": lambda table, tiles: None if _among(tiles, table.laid) else NOBODY,
    "tiles_of_region": lambda table, _region: frozenset(table.laid),
    "tiles_of_kind": _of_kinds,
    "kind_of_tile": _kinds,
}
