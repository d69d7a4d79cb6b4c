"""A state of a game as the data of a position, as far as that format can say it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine import layout as at
from ruledsl.engine import queries
from ruledsl.engine.board import bits
from ruledsl.play.naming import Naming
from ruledsl.play.position_limits import limits_of
from ruledsl.play.position_map import IN_PLACE
from ruledsl.play.standing_in import left_in_tray
from ruledsl.vocabulary.types import GAME, PEOPLE, PLAYER, REGION, TILE, Type

if TYPE_CHECKING:
    from ruledsl.engine.state import State
    from ruledsl.play.game import Game

__all__ = ["position_of"]


def position_of(game: Game) -> dict[str, Any]:
    """The data of a position like this state, hidden things included; `rules.position` makes a game of it that has the same view.

    The game should stand at the offer of a phase, or at its beginning. What it cannot say: what is half done inside an event, tiles
    that are borrowed, peoples that have left the game, and the state of chance (the seed of the game stands for it).
    """
    g, naming = game.state, game.naming
    data: dict[str, Any] = {
        "players": g.seats,
        "map": _map(game),
        "round": game.round,
        "turn": g.G[at.TURN_PLAYER],
        **_where(g, naming),
        "seed": game.start.get("seed", 0),
        "dice": list(g.loaded),
        "coins": [g.Y[p * g.code.player_width] for p in range(g.seats)],
        "peoples": [_people(g, naming, people) for people in bits(g.G[at.LIVE])],
        "regions": {id_: entry for r, id_ in enumerate(g.board.ids) if (entry := _region(g, naming, r))},
        "hands": [_some(pieces=_held(g, player << 1 | 1)) for player in range(g.seats)],
        "trays": _trays(g, naming),
        "stock": _stock(g),
        "decks": {name: [naming.tile_id(g, t) for t in g.decks[i]] for i, name in enumerate(g.code.decks)},
        "tiles": _tiles(g, naming),
        "memory": _some(
            game=_memories(g, naming, GAME, 0),
            players=[_memories(g, naming, PLAYER, p) for p in range(g.seats)],
        ),
        "done": limits_of(g),
        "analysis": bool(game.start.get("analysis")),
    }
    return {key: entry for key, entry in data.items() if entry not in ([], {})}


def _some(**entries: Any) -> dict[str, Any]:
    """Only what there is something to say about."""
    return {key: entry for key, entry in entries.items() if entry not in (None, 0, [], {}, -1)}


def _map(game: Game) -> Any:
    """The id of a map, or the map itself as the position had it that the game began with."""
    if game.state.board.id == IN_PLACE:
        return game.start["position"]["map"]
    return game.state.board.id


def _where(g: State, naming: Naming) -> dict[str, Any]:
    """The phase in which the game stands and whose it is: that of the topmost frame that a position can begin with."""
    start = g.code.events[g.code.start].reaches if g.code.start >= 0 else frozenset()
    procs = {g.code.events[event].proc: event for event in start}
    for frame in reversed(g.frames):
        event = procs.get(frame[0])
        if event is not None and (g.code.events[event].is_phase or event in _parents(g)):
            info = g.code.events[event]
            found: dict[str, Any] = {"phase": info.definition.name}
            if info.people_param >= 0:
                found["acting"] = naming.id_of(g, PEOPLE, frame[5 + info.people_param])
            return found
    last = [g.code.events[event].definition.name for event in sorted(start) if _is_last(g, event)]
    return {"phase": last[-1]} if last else {}


def _parents(g: State) -> set[int]:
    """Events with phases of their own."""
    return {e.definition.index for e in g.code.events if e.definition.phases}


def _is_last(g: State, event: int) -> bool:
    """The last phase of the event that a game is: a game that is over stands after it."""
    whole = g.code.events[g.code.start].definition
    return bool(whole.phases) and whole.phases[-1].index == event


def _people(g: State, naming: Naming, people: int) -> dict[str, Any]:
    row = people * g.code.people_width
    tokens = {g.board.ids[r]: _tokens(g, people, r) for r in bits(g.P[row + at.LAND])}
    return {
        "race": naming.tile_id(g, g.P[row + at.RACE]),
        "player": g.P[row + at.OWNER],
        "stage": g.code.program.stages[g.P[row + at.STAGE]],
        "founded": g.P[row + at.FOUNDED],
        **_some(
            power=naming.tile_id(g, g.P[row + at.POWER]),
            hand=g.P[row + at.HAND],
            at=tokens,
            pieces=_held(g, people << 1),
            memory=_memories(g, naming, PEOPLE, people),
        ),
    }


def _tokens(g: State, people: int, region: int) -> int:
    row = region * g.code.region_width
    return g.R[row + at.TOKENS] if g.R[row] == people else g.extra.get(people << 12 | region, 0)


def _held(g: State, hand: int) -> dict[str, int]:
    return {g.code.program.pieces[key >> 20]: n for key, n in sorted(g.held.items()) if key & 0xFFFFF == hand}


def _region(g: State, naming: Naming, region: int) -> dict[str, Any]:
    lying = [t for t in g.laid if g.T.get(t * g.code.tile_width + at.SITE) == region]
    down = [t for t in lying if g.T.get(t * g.code.tile_width + at.CONCEALED)]
    shared = any(key & 4095 == region for key in g.extra)
    return _some(
        holder=naming.id_of(g, PEOPLE, g.R[region * g.code.region_width]) if shared else None,
        pieces={
            g.code.program.pieces[k]: g.on[k << 12 | region] for k, m in enumerate(g.kmask) if m >> region & 1
        },
        tiles=[naming.tile_id(g, t) for t in lying if t not in down],
        face_down=[naming.tile_id(g, t) for t in down],
        memory=_memories(g, naming, REGION, region),
    )


def _trays(g: State, naming: Naming) -> dict[str, int]:
    """Only where a tray holds another number than the box less what is in play."""
    left = {
        queries.race(g, people): left_in_tray(g, people, queries.hand(g, people) + queries.troops(g, people))
        for people in bits(g.G[at.LIVE])
    }
    found = {}
    for key, count in sorted(g.T.items()):
        tile, cell = divmod(key, g.code.tile_width)
        if cell == at.TRAY and count != left.pop(tile, g.code.trays[tile]):
            found[str(naming.tile_id(g, tile))] = count
    return found


def _stock(g: State) -> dict[str, int]:
    """Only where the box holds another number than all less what is in play."""
    found = {}
    for kind, supply in enumerate(g.code.supplies):
        out = sum(n for key, n in g.on.items() if key >> 12 == kind) + sum(
            n for key, n in g.held.items() if key >> 20 == kind
        )
        if g.stock[kind] != supply - out:
            found[g.code.program.pieces[kind]] = g.stock[kind]
    return found


def _tiles(g: State, naming: Naming) -> dict[str, Any]:
    found = {}
    for tile, name in enumerate(g.code.program.tiles):
        coins = g.T.get(tile * g.code.tile_width + at.TILE_COINS, 0)
        lent = naming.tile_id(g, g.T.get(tile * g.code.tile_width + at.BORROWED, -1))
        entry = _some(coins=coins, borrows=lent, memory=_memories(g, naming, TILE, tile))
        if entry:
            found[name] = entry
    return found


def _memories(g: State, naming: Naming, noun: Type, index: int) -> dict[str, Any]:
    """What differs from the beginning."""
    rows: dict[Type, tuple[list[int], int]] = {
        PLAYER: (g.Y, g.code.player_width),
        PEOPLE: (g.P, g.code.people_width),
        REGION: (g.R, g.code.region_width),
        GAME: (g.G, 0),
    }
    found = {}
    for memory in g.code.program.memories:
        if memory.on != noun:
            continue
        cell = g.code.layout.cells[memory.index]
        if noun == TILE:
            value = g.T.get(index * g.code.tile_width + cell, memory.initial)
        else:
            row, width = rows[noun]
            value = row[index * width + cell]
        value = _living(g, memory.type, value)
        if value != memory.initial:
            found[memory.name] = naming.id_of(g, memory.type, value)
    return found


def _living(g: State, kind: Type, value: Any) -> Any:
    """What is remembered, without peoples that have left the game."""
    if kind.element != PEOPLE:
        return value
    if kind.is_set:
        return value & g.G[at.LIVE]
    return value if value >= 0 and g.G[at.LIVE] >> value & 1 else -1
