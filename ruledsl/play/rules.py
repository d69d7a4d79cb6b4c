"""Loading: packs by name or path become `Rules`, from which games and positions are made."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ruledsl.diagnostics import Diagnostic, nearest
from ruledsl.engine.state.rng import below, seeded
from ruledsl.engine.state.setup import board_of, first_state
from ruledsl.naming.border import (
    FLAG,
    MAPPING,
    NUMBER,
    NUMBERS,
    TEXT,
    expect,
    names_of_packs,
    options_of_variants,
    or_none,
    shown,
)
from ruledsl.naming.errors import GameError
from ruledsl.packs.islands import draw_faces, map_of_faces
from ruledsl.play.cache import Asked, kept_findings, kept_rules

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike

    from ruledsl.check.program import Program
    from ruledsl.engine.rules.code import Code
    from ruledsl.engine.state.board import Board
    from ruledsl.packs.model import BoardMap, Composition
    from ruledsl.play.game import Game

__all__ = ["Rules", "load", "validate"]


def load(*packs: str | PathLike[str], variants: Mapping[str, str] | None = None) -> Rules:
    """The rules of some packs (ids, or paths of folders) with everything they require, in this order.

    `variants` switches readings of rules: name to option. Raises `PackError`, whose `diagnostics` hold every finding, when they cannot be
    played. What was loaded before, and has not changed since, comes from the cache.
    """
    asked = Asked(names_of_packs(packs), options_of_variants(variants))
    found = kept_rules(asked)
    if found is None:
        from ruledsl.play.fresh import fresh_rules  # noqa: PLC0415 - what checks and compiles is only imported when it is needed

        found = fresh_rules(asked)
    return Rules(asked.packs, *found)


def validate(*packs: str | PathLike[str], variants: Mapping[str, str] | None = None) -> list[Diagnostic]:
    """Everything that is wrong with some packs, sorted by place. Never raises for what is in them.

    Rules that only a variant switches on are checked as well, each with the options that it needs. What was validated before, and has not
    changed since, comes from the cache.
    """
    asked = Asked(names_of_packs(packs), options_of_variants(variants))
    found = kept_findings(asked)
    if found is None:
        from ruledsl.play.fresh import fresh_findings  # noqa: PLC0415

        found = fresh_findings(asked)
    return found


@dataclass(frozen=True, eq=False)
class Rules:
    """Packs that can be played. `asked_for` is what `load` was given; `findings` are warnings and notes."""

    asked_for: tuple[str, ...]
    composition: Composition
    code: Code
    findings: list[Diagnostic]
    boards: dict[str, Board] = field(default_factory=dict, repr=False)
    drawn: dict[str, BoardMap] = field(default_factory=dict, repr=False)

    @property
    def program(self) -> Program:
        """The checked program."""
        return self.code.program

    def board(self, map_id: str) -> Board:
        """A map of these packs as the engine sees it."""
        expect(TEXT, "The id of a map", map_id)
        if map_id not in self.boards:
            self.boards[map_id] = board_of(self.program, self.map(map_id))
        return self.boards[map_id]

    def map(self, map_id: str) -> BoardMap:
        """A map by its id; one that is put together from boards names them: `islands:large_a+small_b`. `GameError` if there is none."""
        expect(TEXT, "The id of a map", map_id)
        maps = self.composition.maps
        base, _, faces = map_id.partition(":")
        if base not in maps:
            near = nearest(map_id, list(maps))
            hint = f" Did you mean `{near[0]}`?" if near else f" There are: {', '.join(maps) or 'none'}."
            raise GameError("G010", f"There is no map `{map_id}`.{hint}")
        if not faces:
            return maps[base]
        if map_id not in self.drawn:
            found = map_of_faces(maps[base], tuple(faces.split("+")))
            if found is None:
                there = ", ".join(maps[base].faces)
                hint = f"It is drawn from: {there}." if there else "It is not drawn from boards."
                raise GameError(
                    "G010", f"`{map_id}` is no map: `{base}` cannot be made of these boards. {hint}"
                )
            self.drawn[map_id] = found
        return self.drawn[map_id]

    def map_for(self, players: int, map_id: str | None) -> BoardMap:
        """The map of that id, or the first one for so many players; `GameError` if there is none."""
        if map_id is not None:
            return self.map(map_id)
        maps = self.composition.maps
        found = next((board for board in maps.values() if players in board.players), None)
        if found is None:
            raise GameError("G011", f"No map of these packs is for {players} players; say which one to use.")
        return found

    def drawn_map(self, board: BoardMap, seed: int) -> BoardMap:
        """The map itself; of one that is put together from boards, the one that the seed draws."""
        if not board.draw:
            return board
        chance = seeded(seed)

        def pick(bound: int) -> int:
            nonlocal chance
            found, chance = below(chance, bound)
            return found

        return self.map(f"{board.id}:{'+'.join(draw_faces(board, pick))}")

    def new_game(
        self,
        players: int,
        seed: int = 0,
        map: str | None = None,  # noqa: A002 - the word that users expect
        *,
        analysis: bool = False,
        dice: Sequence[int] = (),
    ) -> Game:
        """A game from its first decision.

        `seed` is any integer; the same packs, seed and choices give the same game everywhere. An `analysis` game may be undone past dice and
        draws. `dice` are the faces that the next rolls show, then chance goes on. Raises `GameError` for a number of players, a map or a face that
        cannot be.
        """
        from ruledsl.play.game import Game  # noqa: PLC0415 - games know rules, rules make games

        expect(NUMBER, "players", players)
        expect(NUMBER, "seed", seed)
        expect(or_none(TEXT), "map", map)
        expect(FLAG, "analysis", analysis)
        expect(NUMBERS, "dice", dice)
        if not 1 <= players <= MOST_PLAYERS:
            raise GameError("G012", f"There are 1 to {MOST_PLAYERS} players, not {shown(players)}.")
        if abs(seed) >= LARGEST_SEED:
            raise GameError("G013", "This seed has more digits than can be written into a saved game.")
        board = self.drawn_map(self.map_for(players, map), seed)
        state = first_state(self.code, self.board(board.id), players, seed)
        start = {"map": board.id, "players": players, "seed": seed, "analysis": analysis}
        if dice:
            state.loaded = self._faces(dice)
            start["dice"] = list(state.loaded)
        return Game.begin(self, state, start)

    def _faces(self, dice: Sequence[int]) -> list[int]:
        faces = sorted({face for die in self.code.dice for face in die})
        for face in dice:
            if face not in faces:
                there = ", ".join(map(str, faces)) or "none"
                raise GameError("G015", f"No die has the face {shown(face)}; there are {there}.")
        return list(dice)

    def position(self, data: Mapping[str, Any]) -> Game:
        """A game that begins in a set-up position; see `docs/scenarios.md` for the format. Raises `GameError` for what cannot be."""
        from ruledsl.play.game import Game  # noqa: PLC0415
        from ruledsl.positions.position import begun  # noqa: PLC0415

        expect(MAPPING, "A position", data)
        state, start = begun(self, data)
        return Game.begin(self, state, start)


MOST_PLAYERS = 12
LARGEST_SEED = 10**1000
