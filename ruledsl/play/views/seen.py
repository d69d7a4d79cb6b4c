"""The table as plain data, as one seat sees it. The game was determinized for this seat, so it contains nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits
from ruledsl.engine.state.hidden import Hidden, sees
from ruledsl.engine.state.keys import hand_on_tile, in_hand, in_region, on_tile, region_key
from ruledsl.engine.state.memories import remembered
from ruledsl.engine.state.rows import player_cell, set_aside, tile_cell, tray_left
from ruledsl.language.vocabulary.types import GAME, PEOPLE, PLAYER, REGION, TILE, Type

if TYPE_CHECKING:
    from ruledsl.play.match import Match
    from ruledsl.rules.check.typed.declarations import MemoryDef

MANY = 100_000
"""Supplies of at least this many are not counted."""


def seen_by(game: Match, seat: int) -> dict[str, Any]:
    """Everything on the table: public data, and the seat's own."""
    return _Seen(game, seat).table()


class _Seen:
    def __init__(self, game: Match, seat: int) -> None:
        self.game = game
        self.g = game.state
        self.naming = game.naming
        self.seat = seat
        self.hidden = Hidden(self.g, seat)
        self.memories: dict[str, list[MemoryDef]] = {}
        for memory in self.g.code.program.memories:
            self.memories.setdefault(memory.on.name, []).append(memory)

    def table(self) -> dict[str, Any]:
        """The whole table."""
        g, program = self.g, self.g.code.program
        return {
            "player": self.seat,
            "map": g.board.id,
            "round": self.game.round,
            "rounds": g.board.rounds,
            "turn": g.G[at.TURN_PLAYER],
            "over": self.game.over,
            "players": [self._player(player) for player in range(g.seats)],
            "peoples": [self._people(people) for people in bits(g.G[at.LIVE])],
            "regions": {g.board.ids[n]: self._region(n, lying) for n, lying in enumerate(self._lying())},
            "decks": {name: self._deck(deck) for deck, name in enumerate(g.code.decks)},
            "trays": {
                str(self.naming.tile_id(g, tile)): tray_left(g, tile)
                for tile, size in enumerate(g.code.trays[: g.code.tile_count])
                if size
            },
            "tiles": self._marked(),
            "aside": {str(self.naming.tile_id(g, tile)): n for tile, n in set_aside(g).items()},
            "stock": {name: n for name, n in zip(program.pieces, g.stock, strict=True) if n < MANY},
            "memory": self._memories(GAME, 0),
        }

    def _player(self, player: int) -> dict[str, Any]:
        known = player == self.seat or self.game.over
        return {
            "player": player,
            "coins": player_cell(self.g, player, at.COINS) if known else None,
            "pieces": self._held(player << 1 | 1),
            "memory": self._memories(PLAYER, player),
        }

    def _held(self, hand: int) -> dict[str, int]:
        pieces = self.g.code.program.pieces
        lying = [(*in_hand(key), n) for key, n in sorted(self.g.held.items())]
        return {pieces[kind]: n for kind, whose, n in lying if whose == hand}

    def _marked(self) -> dict[str, Any]:
        """The tiles on which pieces lie. They lie in sight, wherever that is."""
        marked = sorted({on_tile(in_hand(key)[1]) for key in self.g.held} - {-1})
        return {
            str(self.naming.tile_id(self.g, tile)): {"pieces": self._held(hand_on_tile(tile))}
            for tile in marked
        }

    def _people(self, people: int) -> dict[str, Any]:
        g, naming = self.g, self.naming
        row = people * g.code.people_width
        return {
            "race": naming.tile_id(g, g.P[row + at.RACE]),
            "power": naming.tile_id(g, g.P[row + at.POWER]),
            "player": g.P[row + at.OWNER],
            "stage": g.code.program.stages[g.P[row + at.STAGE]],
            "hand": g.P[row + at.HAND],
            "regions": [g.board.ids[r] for r in bits(g.P[row + at.LAND])],
            "pieces": self._held(people << 1),
            "memory": self._memories(PEOPLE, people),
        }

    def _lying(self) -> list[dict[str, Any]]:
        """The contents of each region, collected in one pass: pieces, tiles, and tokens besides those of the holder."""
        g, naming = self.g, self.naming
        found: list[dict[str, Any]] = [{"pieces": {}, "tiles": []} for _ in range(g.board.size)]
        for kind, mask in enumerate(g.kmask):
            for region in bits(mask):
                found[region]["pieces"][g.code.program.pieces[kind]] = g.on[region_key(kind, region)]
        for tile in g.laid:
            site = tile_cell(g, tile, at.SITE)
            if 0 <= site < g.board.size:
                found[site]["tiles"].append(naming.tile_id(g, self.hidden.cover(tile)))
        for key, n in sorted(g.extra.items()):
            people, region = in_region(key)
            found[region].setdefault("others", {})[str(naming.id_of(g, PEOPLE, people))] = n
        return found

    def _region(self, region: int, lying: dict[str, Any]) -> dict[str, Any]:
        g, naming = self.g, self.naming
        row = region * g.code.region_width
        found: dict[str, Any] = {
            "holder": naming.id_of(g, PEOPLE, g.R[row]),
            "tokens": g.R[row + at.TOKENS],
            **lying,
        }
        memory = self._memories(REGION, region)
        if memory:
            found["memory"] = memory
        return found

    def _deck(self, deck: int) -> Any:
        """A hidden deck is only a height; an open one is its tiles from the top, with what lies on them."""
        g = self.g
        if g.code.hidden[deck]:
            return len(g.decks[deck])
        return [
            {
                "tile": self.naming.tile_id(g, tile),
                "coins": tile_cell(g, tile, at.TILE_COINS),
                "memory": self._memories(TILE, tile),
            }
            for tile in g.decks[deck]
        ]

    def _memories(self, noun: Type, index: int) -> dict[str, Any]:
        """A noun's memories that are not cleared; secret ones only for those who may see them."""
        g, found = self.g, {}
        for memory in self.memories.get(noun.name, ()):
            value = remembered(g, memory, index)
            if value != memory.initial and sees(g, self.seat, memory, index):
                found[memory.name] = self.naming.id_of(g, memory.type, value)
        return found
