"""The whole table, including hidden things, in the form of scenarios; and comparison of its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.base.diagnostics import Purse
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.rows import tile_cell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.play.game import Game
    from ruledsl.rules.check.typed.declarations import MemoryDef

Path = tuple[str | int, ...]
NOTHING: tuple[Any, ...] = (0, False, None, "", [], {})
TABLES = ("others", "memory")
"""Tables of a region that are omitted when empty."""


def table_of(game: Game) -> dict[str, Any]:
    """The views of all players combined: peoples by race, all coins, hidden decks and face-down tiles by name."""
    g, naming = game.state, game.naming
    views = [game.view(player).as_dict() for player in range(game.players)]
    found = views[0]
    del found["player"]
    found["players"] = [view["players"][player] for player, view in enumerate(views)]
    found["peoples"] = {
        entry["race"]: views[entry["player"]]["peoples"][place]
        for place, entry in enumerate(found["peoples"])
    }
    found["decks"] = {
        name: [naming.tile_id(g, tile) for tile in g.decks[index]]
        if g.code.hidden[index]
        else found["decks"][name]
        for index, name in enumerate(g.code.decks)
    }
    for place, id_ in enumerate(g.board.ids):
        lying = [t for t in g.laid if tile_cell(g, t, at.SITE) == place]
        down = [t for t in lying if tile_cell(g, t, at.CONCEALED)]
        found["regions"][id_]["tiles"] = [naming.tile_id(g, t) for t in lying if t not in down]
        found["regions"][id_]["face_down"] = [naming.tile_id(g, t) for t in down]
    return found


def differences(
    game: Game, expected: Any, actual: Any, path: Path = (), purse: Purse | None = None
) -> Iterator[tuple[Path, Any, Any]]:
    """Differences between the table and what is expected: (path, expected, actual). Only expected things are compared.

    A mapping is compared key by key and a list of mappings item by item, as far as they go; a list of plain values is compared as a whole. Things
    that a table omits because there are none count as 0.
    """
    purse = Purse() if purse is None else purse
    if isinstance(expected, dict):
        yield from _mappings(game, expected, actual, path, purse)
    elif isinstance(expected, list) and expected and all(isinstance(item, dict) for item in expected):
        if not isinstance(actual, list) or len(expected) > len(actual):
            yield path, expected, actual
            return
        for place, item in enumerate(expected):
            yield from differences(game, item, actual[place], (*path, place), purse)
    elif isinstance(expected, list) and isinstance(actual, list):
        plain = [item["tile"] if isinstance(item, dict) and "tile" in item else item for item in actual]
        if [str(item) for item in expected] != [str(item) for item in plain]:
            yield path, expected, plain
    elif expected != actual or isinstance(expected, bool) != isinstance(actual, bool):
        yield path, expected, actual


def _mappings(
    game: Game, expected: dict[str, Any], actual: Any, path: Path, purse: Purse
) -> Iterator[tuple[Path, Any, Any]]:
    if not isinstance(actual, dict):
        yield path, expected, actual
        return
    for key, item in expected.items():
        if key in actual:
            yield from differences(game, item, actual[key], (*path, key), purse)
        elif key not in _possible(game, path, actual):
            near = purse.nearest(key, [*_possible(game, path, actual), *actual])
            yield (*path, key), item, f"there is no such thing{f', but there is `{near[0]}`' if near else ''}"
        elif path[-1] == "memory":
            yield from differences(game, item, _at_first(game, path, key, item), (*path, key), purse)
        elif isinstance(item, dict) and (key in TABLES or path[0] == "tiles"):
            yield from differences(game, item, {}, (*path, key), purse)
        elif item not in NOTHING:
            yield (*path, key), item, _none_of(item)


def _at_first(game: Game, path: Path, name: str, expected: Any) -> Any:
    """The initial value of a memory; nobody is nothing, however that is written."""
    memory = _memories(game, path)[name]
    found = game.naming.id_of(game.state, memory.type, memory.initial)
    return expected if found in NOTHING and expected in NOTHING else found


def _memories(game: Game, path: Path) -> dict[str, MemoryDef]:
    """The memories of the noun at a path, by name."""
    nouns = {"players": "player", "peoples": "people", "regions": "region", "decks": "tile"}
    noun = nouns.get(str(path[0]), "game")
    return {memory.name: memory for memory in game.rules.program.memories if memory.on.name == noun}


def _none_of(expected: Any) -> Any:
    """The value of something that a table omits."""
    if isinstance(expected, bool):
        return False
    if isinstance(expected, int):
        return 0
    return [] if isinstance(expected, list) else {} if isinstance(expected, dict) else None


def _possible(game: Game, path: Path, actual: dict[str, Any]) -> list[str]:
    """The keys that a mapping may omit because they are empty."""
    program, last = game.rules.program, path[-1] if path else ""
    if last in ("pieces", "stock"):
        return program.pieces
    if last == "memory":
        return [*_memories(game, path)]
    if last == "tiles":
        return program.tiles
    if len(path) > 1 and path[-2] == "tiles":
        return ["pieces"]
    if last in ("peoples", "others", "aside"):
        return [tile for tile, tray in zip(program.tiles, game.rules.code.trays, strict=False) if tray]
    return [*TABLES] if path and path[0] == "regions" and "holder" in actual else []
