"""The face-up tiles in the market of the packs, with their prices, as one seat sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.base.dataclass import dataclass

if TYPE_CHECKING:
    from ruledsl.play.views.view import SeatView
    from ruledsl.rules.check.typed.declarations import DefineDef, ValueDef
    from ruledsl.rules.packs.model import Composition, Tile


@dataclass(frozen=True, slots=True)
class Ware:
    """A place of the market: the tiles that go together (ids, in the order of speaking), the coins on them, their printed sizes.

    `price` is what the buyer would pay, by the value `asked` with its `args`; None if no value gives it, or it may not be known.
    """

    tiles: tuple[str, ...]
    name: str
    coins: int
    sizes: tuple[int, ...]
    price: int | None
    asked: str
    args: dict[str, Any]


def market_of(view: SeatView, player: int | None = None) -> list[Ware]:
    """The places of the market from the top; none if the packs have no market, or only a face-down one.

    Prices are what `player` would pay, or without one this seat.
    """
    buyer = view.seat if player is None else player
    composition = view.rules.composition
    roles = composition.roles
    column = view["decks"].get(roles.get("market", ""))
    if not isinstance(column, list):
        return []
    name, questions = _questions(view, buyer, len(column))
    prices = view.answers(name, questions) if name else [None] * len(column)
    found = []
    for entry, price, args in zip(column, prices, questions, strict=True):
        badge = entry["memory"].get(roles.get("partner", ""))
        parts = [composition.tiles[id_] for id_ in (badge, entry["tile"]) if id_]
        called = " ".join(view.naming.text(tile.names, tile.id) for tile in parts)
        sizes = tuple(number for tile in parts for number in sizes_of(composition, tile))
        ids = tuple(tile.id for tile in parts)
        found.append(Ware(ids, called, entry["coins"], sizes, price, name, args))
    return found


def sizes_of(composition: Composition, tile: Tile) -> list[int]:
    """The printed numbers of a tile, except the one that counts the box."""
    kind = composition.kinds[tile.kind]
    keys = [entry.key for entry in kind.fields if entry.key != kind.tray]
    return [tile.fields[key] for key in keys if key in tile.fields]


def _questions(view: SeatView, buyer: int, places: int) -> tuple[str, list[dict[str, Any]]]:
    """The value that gives the price at each place, with its arguments, if there is one."""
    name, program = view.rules.composition.roles.get("price", ""), view.rules.program
    declared: list[ValueDef | DefineDef] = [*program.values, *program.defines]
    asked = next((d for d in declared if d.name == name), None)
    if asked is None or buyer < 0:
        return "", [{}] * places
    names = [param.name for param in asked.params]
    return name, [dict(zip(names, (buyer, place), strict=True)) for place in range(places)]
