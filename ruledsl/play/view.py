"""What one player may know, and games that fit it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine import layout as at
from ruledsl.engine.board import bits
from ruledsl.engine.rng import below, seeded
from ruledsl.play.game import Game
from ruledsl.vocabulary.types import GAME, PEOPLE, PLAYER, REGION, TILE, Type

if TYPE_CHECKING:
    from ruledsl.engine.state import State
    from ruledsl.play.naming import Naming

__all__ = ["sample_of", "view_of"]


def view_of(game: Game, player: int) -> dict[str, Any]:
    """Everything public, and what is this player's own. Nothing about the order of hidden decks, chance, others' coins or face-down tiles."""
    g = game.state
    naming = game.naming
    naming.value_of(g, PLAYER, player)
    return {
        "player": player,
        "map": g.board.id,
        "round": game.round,
        "rounds": g.board.rounds,
        "turn": g.G[at.TURN_PLAYER],
        "over": game.over,
        "players": [_player(g, naming, p, player) for p in range(g.seats)],
        "peoples": [_people(g, naming, p, player) for p in bits(g.G[at.LIVE])],
        "regions": {g.board.ids[r]: _region(g, naming, r) for r in range(g.board.size)},
        "decks": {name: _deck(g, naming, i) for i, name in enumerate(g.code.decks)},
        "trays": {
            str(naming.tile_id(g, tile)): g.T.get(tile * g.code.tile_width + at.TRAY, size)
            for tile, size in enumerate(g.code.trays[: g.code.tile_count])
            if size
        },
        "stock": {name: n for name, n in zip(g.code.program.pieces, g.stock, strict=True) if n < MANY},
        "memory": _memories(g, naming, GAME, 0, seen=True),
        "decision": _decision(game, player),
    }


MANY = 100_000


def _player(g: State, naming: Naming, player: int, viewer: int) -> dict[str, Any]:
    mine = player == viewer
    return {
        "player": player,
        "coins": g.Y[player * g.code.player_width] if mine else None,
        "pieces": _held(g, player << 1 | 1),
        "memory": _memories(g, naming, PLAYER, player, seen=mine),
    }


def _held(g: State, hand: int) -> dict[str, int]:
    return {g.code.program.pieces[key >> 20]: n for key, n in sorted(g.held.items()) if key & 0xFFFFF == hand}


def _people(g: State, naming: Naming, people: int, viewer: int) -> dict[str, Any]:
    row = people * g.code.people_width
    owner = g.P[row + at.OWNER]
    return {
        "race": naming.tile_id(g, g.P[row + at.RACE]),
        "power": naming.tile_id(g, g.P[row + at.POWER]),
        "player": owner,
        "stage": g.code.program.stages[g.P[row + at.STAGE]],
        "hand": g.P[row + at.HAND],
        "regions": [g.board.ids[r] for r in bits(g.P[row + at.LAND])],
        "pieces": _held(g, people << 1),
        "memory": _memories(g, naming, PEOPLE, people, seen=owner == viewer),
    }


def _region(g: State, naming: Naming, region: int) -> dict[str, Any]:
    row = region * g.code.region_width
    holder = g.R[row]
    shown = [t for t in g.laid if g.T.get(t * g.code.tile_width + at.SITE) == region]
    found: dict[str, Any] = {
        "holder": naming.id_of(g, PEOPLE, holder),
        "tokens": g.R[row + at.TOKENS],
        "pieces": {
            g.code.program.pieces[k]: g.on[k << 12 | region] for k, m in enumerate(g.kmask) if m >> region & 1
        },
        "tiles": [
            None if g.T.get(t * g.code.tile_width + at.CONCEALED) else naming.tile_id(g, t) for t in shown
        ],
    }
    others = {
        str(naming.id_of(g, PEOPLE, key >> 12)): n
        for key, n in sorted(g.extra.items())
        if key & 4095 == region
    }
    if others:
        found["others"] = others
    memory = _memories(g, naming, REGION, region, seen=False)
    if memory:
        found["memory"] = memory
    return found


def _deck(g: State, naming: Naming, deck: int) -> Any:
    """A hidden deck is only a height; an open one its tiles from the top, with what lies on them."""
    if g.code.hidden[deck]:
        return len(g.decks[deck])
    width = g.code.tile_width
    return [
        {
            "tile": naming.tile_id(g, tile),
            "coins": g.T.get(tile * width + at.TILE_COINS, 0),
            "memory": _memories(g, naming, TILE, tile, seen=False),
        }
        for tile in g.decks[deck]
    ]


def _memories(g: State, naming: Naming, noun: Type, index: int, *, seen: bool) -> dict[str, Any]:
    """What a noun remembers, as far as it is not forgotten; secret memories only for those who may see them."""
    code, found = g.code, {}
    for memory in code.program.memories:
        if memory.on != noun or (memory.secret and not seen):
            continue
        cell = code.layout.cells[memory.index]
        if noun == GAME:
            value = g.G[cell]
        elif noun == TILE:
            value = g.T.get(index * code.tile_width + cell, memory.initial)
        else:
            rows, width = {
                PLAYER: (g.Y, code.player_width),
                PEOPLE: (g.P, code.people_width),
                REGION: (g.R, code.region_width),
            }[noun]
            value = rows[index * width + cell]
        if value != memory.initial:
            found[memory.name] = naming.id_of(g, memory.type, value)
    return found


def _decision(game: Game, player: int) -> dict[str, Any] | None:
    """What is asked; the options only for whoever decides."""
    if game.over or game.paused:
        return None
    decision = game.decision
    found: dict[str, Any] = {
        "player": decision.player,
        "kind": decision.kind,
        "rule": decision.rule,
        "prompt": decision.prompt,
    }
    if decision.player == player:
        found["options"] = [{"id": o.id, "label": o.label} for o in decision.options]
    return found


# ── states that fit a view ──


def sample_of(game: Game, player: int, seed: int) -> Game:
    """Hidden decks and face-down tiles are dealt anew, chance starts afresh; coins of others follow from what all have seen them gain and pay.

    What a player owned when a set-up position began was seen by nobody else: others are taken to have begun with what `player` had.
    """
    game.naming.value_of(game.state, PLAYER, player)
    g = game.state.copy()
    chance = seeded(~seed)  # not what a game of this seed rolls
    for decks in _alike(g):
        chance = _deal_anew(g, decks, chance)
    own = g.Y[player * g.code.player_width + at.SECRET]
    for other in range(g.seats):
        if other != player:
            row = other * g.code.player_width
            g.Y[row] += own - g.Y[row + at.SECRET]
            g.Y[row + at.SECRET] = own
    g.G[at.RANDOM] = chance
    g.loaded = []
    sampled = Game(game.rules, g, {**game.start, "sampled": True})
    sampled.naming = game.naming
    sampled._keep()  # noqa: SLF001 - a game's own past begins here
    return sampled


def _alike(g: State) -> list[list[int]]:
    """Hidden decks of the same kinds of tiles: nobody knows which of their tiles is in which of them."""
    found: dict[tuple[str, ...], list[int]] = {}
    for index, deck in enumerate(g.code.program.composition.decks.values()):
        if deck.hidden:
            found.setdefault(tuple(sorted(deck.kinds)), []).append(index)
    return list(found.values())


def _deal_anew(g: State, decks: list[int], chance: int) -> int:
    """Shuffle what nobody knows: the order of these decks, what is in which, and which of their tiles lie face down on the map."""
    names = list(g.code.program.composition.decks.values())[decks[0]].kinds
    kinds = {g.code.program.kinds.index(kind) for kind in names}
    width = g.code.tile_width
    down = [t for t in g.laid if g.T.get(t * width + at.CONCEALED) and g.code.tile_kinds[t] in kinds]
    sites = [g.T[t * width + at.SITE] for t in down]
    sizes = [len(g.decks[deck]) for deck in decks]
    pool = [*down, *(tile for deck in decks for tile in g.decks[deck])]
    for last in range(len(pool) - 1, 0, -1):
        pick, chance = below(chance, last + 1)
        pool[last], pool[pick] = pool[pick], pool[last]
    for tile in down:
        g.T.pop(tile * width + at.SITE)
        g.T.pop(tile * width + at.CONCEALED)
    places = [index for index, tile in enumerate(g.laid) if tile in down]
    for place, tile, region in zip(places, pool, sites, strict=False):
        g.T.pop(tile * width + at.HOME, None)
        g.T[tile * width + at.SITE] = region
        g.T[tile * width + at.CONCEALED] = 1
        g.laid[place] = tile
    rest = pool[len(sites) :]
    for deck, size in zip(decks, sizes, strict=True):
        g.decks[deck], rest = rest[:size], rest[size:]
        for tile in g.decks[deck]:
            g.T[tile * width + at.HOME] = deck
    return chance
