"""Rules for playing games: the code, its maps, and the initial states of games."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from ruledsl.base.arguments import (
    FLAG,
    MAPPING,
    NUMBER,
    NUMBERS,
    TEXT,
    expect,
    or_none,
    shown,
)
from ruledsl.base.dataclass import dataclass
from ruledsl.base.diagnostics import hinted, listed, there_are
from ruledsl.base.errors import EngineError, GameError
from ruledsl.base.store.remembering import Remembering, remembered
from ruledsl.engine.compile.wasm.memory import words_needed
from ruledsl.engine.machines.backend import Backend, backend_of
from ruledsl.engine.machines.blocks import wider
from ruledsl.engine.machines.machine import TooMuch
from ruledsl.engine.state.board import board_of
from ruledsl.engine.state.rng import below, seeded
from ruledsl.language.vocabulary.limits import MOST_LOADED, MOST_PLAYERS
from ruledsl.rules.packs.maps.drawing import draw_faces, map_of_faces

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from ruledsl.base.diagnostics import Diagnostic, Span
    from ruledsl.engine.machines.blocks import Block
    from ruledsl.engine.state.board import Board
    from ruledsl.engine.state.code import Code
    from ruledsl.engine.state.state import State
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.rules.check.knowledge import Openness
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import ValueDef
    from ruledsl.rules.packs.model import BoardMap, Composition

# ── standings ───────────────────────────────────────────────────────────────────
# Standings: the values that decide a game, and the measures that packs declare.


Answer = Callable[["ValueDef", int], "int | None"]
"""A value for a player; None if it may not be known."""


def standings_of(
    rules: Rulebook, seats: int, answer: Answer, losers: Container[int] = ()
) -> list[dict[str, Any]]:
    """The players, best first, with `rank` and the values that decide, their `team`, and `lost` where a rule said that they have lost.

    While one of these is unknown there are no ranks, and the players are in the order of their seats.
    """
    values = rules.deciding
    keys = [value.name for value in values]
    teams = None if rules.team is None else [answer(rules.team, player) for player in range(seats)]
    rows: list[dict[str, Any]] = [
        {
            "player": player,
            "rank": None,
            **({"team": teams[player]} if teams else {}),
            **({"lost": True} if player in losers else {}),
            **{v.name: answer(v, player) for v in values},
        }
        for player in range(seats)
    ]
    if any(row[key] is None for row in rows for key in (*keys, *(["team"] if teams else []))):
        return rows
    results = [[row[key] for key in keys] for row in rows]
    for row, rank in zip(rows, ranks_of(results, losers, teams), strict=True):
        row["rank"] = rank
    return sorted(rows, key=lambda row: (row["rank"], [-row[key] for key in keys]))


def ranks_of(
    results: Sequence[list[int]], losers: Container[int], teams: Sequence[int | None] | None = None
) -> list[int]:
    """The rank of each player, from 1: those who are even in everything share one, and those who have lost are last, so that nobody may be first.

    A team has the rank of its best player; those of it who have lost share it, if not all have.
    """
    teams = teams or range(len(results))
    best: dict[int | None, list[int]] = {}
    for player, (team, result) in enumerate(zip(teams, results, strict=True)):
        if player not in losers:
            best[team] = max(best.get(team, result), result)
    standing = [best[team] for team in teams if team in best]
    return [
        1 + sum(other > best[team] for other in standing) if team in best else len(results) for team in teams
    ]


def panels_of(rules: Rulebook, seats: int, answer: Answer, naming: Naming) -> list[dict[str, Any]]:
    """The measures that packs declare, for every player; None where one may not be known."""
    names = {panel.value: panel.names for panel in rules.composition.panels}
    return [
        {
            "value": value.name,
            "name": naming.text(names[value.name], value.name),
            "players": [answer(value, player) for player in range(seats)],
        }
        for value in rules.shown
    ]


Beginning = tuple["State", dict[str, Any], list[str]]
"""An initial state, what it can be made from again, and the first answers."""

LARGEST_SEED = 10**1000


class Table(NamedTuple):
    """A game to deal: `dice` are the faces of the next rolls, `start` is what it can be restarted from."""

    board: Board
    players: int
    seed: int
    dice: list[int]
    start: dict[str, Any]


def _of_boards(base: BoardMap, faces: str) -> BoardMap:
    """A map that is made of these boards, named with `+` between them. Raises `GameError`."""
    board = map_of_faces(base, tuple(faces.split("+")))
    if board is None:
        hint = f"It is drawn from: {listed(base.faces)}." if base.faces else "It is not drawn from boards."
        raise GameError(
            "G010", f"`{base.id}:{faces}` is no map: `{base.id}` cannot be made of these boards. {hint}"
        )
    return board


@dataclass(frozen=True, eq=False, repr=False)
class Rulebook(Remembering):
    """Packs ready to play. `asked_for` holds the arguments of `load`; `findings` are warnings and notes."""

    asked_for: tuple[str, ...]
    composition: Composition
    code: Code
    findings: list[Diagnostic]

    def __repr__(self) -> str:
        return f"<the rules of {', '.join(self.asked_for)}>"

    # ── copies: rules never change ──

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as a whole, so that no pack need lie where they arrive. In one process the same rules arrive only once."""
        from ruledsl.play.loading.carried import arrived  # noqa: PLC0415 - hardly any rules travel

        return arrived, (type(self), self.asked_for, self._packed)

    @cached_property
    def _packed(self) -> bytes:
        from ruledsl.play.loading.carried import packed  # noqa: PLC0415 - as above

        return packed(self, self.asked_for, (self.composition, self.code, self.findings))

    # ── what follows from the packs ──

    @cached_property
    def openness(self) -> Openness:
        """The values that everybody may know in any state."""
        from ruledsl.rules.check.knowledge import openness_of  # noqa: PLC0415 - only whoever looks at a game needs it

        return openness_of(self.program)

    @cached_property
    def placings(self) -> frozenset[Span]:
        """Where rules ask for regions for one token after the other."""
        from ruledsl.rules.check.knowledge import placings_of  # noqa: PLC0415 - only whoever places many at once needs it

        return placings_of(self.program)

    @cached_property
    def kept_for_figures(self) -> frozenset[str]:
        """The memories that only statistics and screens read."""
        from ruledsl.play.explain.log import Bookkeeping  # noqa: PLC0415 - only whoever shows memories to people needs it

        return Bookkeeping(self.program).names

    @property
    def program(self) -> Program:
        """The checked program."""
        return self.code.program

    def board(self, map_id: str) -> Board:
        """A map of these packs, for the engine."""
        expect(TEXT, "The id of a map", map_id)
        return remembered(self, "boards", lambda: board_of(self.program, self.map(map_id)), map_id)

    def map(self, map_id: str) -> BoardMap:
        """A map by its id; the id of a map made of boards names them: `islands:large_a+small_b`. Raises `GameError` if there is none."""
        expect(TEXT, "The id of a map", map_id)
        maps = self.composition.maps
        base, _, faces = map_id.partition(":")
        if base not in maps:
            raise GameError("G010", hinted(f"There is no map `{map_id}`.", map_id, maps, there_are(maps)))
        if not faces:
            return maps[base]
        return remembered(self, "drawn", lambda: _of_boards(maps[base], faces), map_id)

    def map_for(self, players: int, map_id: str | None) -> BoardMap:
        """The map of that id, or the first one for this number of players; raises `GameError` if there is none."""
        if map_id is not None:
            return self.map(map_id)
        maps = self.composition.maps
        fitting = next((board for board in maps.values() if players in board.players), None)
        if fitting is None:
            raise GameError("G011", f"No map of these packs is for {players} players; say which one to use.")
        return fitting

    def drawn_map(self, board: BoardMap, seed: int) -> BoardMap:
        """The map itself; for one that is drawn from boards, the one that the seed draws."""
        if not board.draw:
            return board
        chance = seeded(seed)

        def pick(bound: int) -> int:
            nonlocal chance
            drawn, chance = below(chance, bound)
            return drawn

        return self.map(f"{board.id}:{'+'.join(draw_faces(board, pick))}")

    def map_dealt(self, players: int, seed: int, map_id: str | None) -> BoardMap:
        """The map of a game with these arguments."""
        return self.drawn_map(self.map_for(players, map_id), seed)

    @property
    def backend(self) -> Backend:
        """The backend of games."""
        return backend_of(self.code)

    @cached_property
    def measures(self) -> list[ValueDef]:
        """The values that evaluate combos at the end of a game."""
        return self._named(measure.value for measure in self.composition.measures)

    @cached_property
    def deciding(self) -> list[ValueDef]:
        """The values of players that decide a game, the one that counts most first."""
        return self._named(name for name, _ in self.composition.standings)

    @cached_property
    def shown(self) -> list[ValueDef]:
        """The values of players that packs declare as panels."""
        return self._named(panel.value for panel in self.composition.panels)

    @cached_property
    def reckoned(self) -> list[ValueDef]:
        """The values of players that decide a game, those that are displayed, and the one that says who is in one team."""
        teams = [] if self.team is None else [self.team]
        return list({value.index: value for value in self.deciding + self.shown + teams}.values())

    @cached_property
    def team(self) -> ValueDef | None:
        """The value of players that is the same for all who win together; None if everybody plays alone."""
        return self.program.value(self.composition.roles.get("team", ""))

    def _named(self, names: Iterable[str]) -> list[ValueDef]:
        return [value for value in map(self.program.value, names) if value is not None]

    def table(
        self, players: int, seed: int, map_id: str | None, *, analysis: bool, dice: Sequence[int]
    ) -> Table:
        """The description of a dealt game, see `Rules.new_game`. Raises `GameError` for impossible arguments."""
        expect(NUMBER, "players", players)
        expect(NUMBER, "seed", seed)
        expect(or_none(TEXT), "map", map_id)
        expect(FLAG, "analysis", analysis)
        expect(NUMBERS, "dice", dice)
        if not 1 <= players <= MOST_PLAYERS:
            raise GameError("G012", f"There are 1 to {MOST_PLAYERS} players, not {shown(players)}.")
        if abs(seed) >= LARGEST_SEED:
            raise GameError("G013", "This seed has more digits than can be written into a saved game.")
        board = self.map_dealt(players, seed, map_id)
        start = {"map": board.id, "players": players, "seed": seed, "analysis": analysis}
        faces = self._faces(dice)
        if faces:
            start["dice"] = faces
        return Table(self.board(board.id), players, seed, faces, start)

    def deal(self, table: Table) -> Block:
        """A dealt game at its first choice. `GameError` if it cannot begin."""
        words = words_needed(table.board.size)
        try:
            while True:
                try:
                    return self.backend.blocks(words).dealt(
                        table.board, table.players, table.seed, table.dice
                    )
                except TooMuch:
                    words = wider(words)
        except EngineError as problem:
            raise GameError("G006", f"The game cannot begin: {problem}.") from problem

    def _faces(self, dice: Sequence[int]) -> list[int]:
        if len(dice) > MOST_LOADED:
            raise GameError("G015", f"At most {MOST_LOADED} dice can be given in advance, not {len(dice)}.")
        faces = sorted({face for die in self.code.dice for face in die})
        for face in dice:
            if face not in faces:
                there = ", ".join(map(str, faces)) or "none"
                raise GameError("G015", f"No die has the face {shown(face)}; there are {there}.")
        return list(dice)

    def set_up(self, data: Mapping[str, Any]) -> Beginning:
        """The initial state of a game that begins in a position, see `Rules.position`. `GameError` for an impossible one."""
        from ruledsl.play.positions.position import begun  # noqa: PLC0415 - most games are dealt

        expect(MAPPING, "A position", data)
        return begun(self, data)

    def table_of(self, start: dict[str, Any]) -> Table:
        """The description of a dealt game from an earlier game's start. `GameError` if there is no such game."""
        players, seed, map_id = (start[key] for key in ("players", "seed", "map"))
        return self.table(players, seed, map_id, analysis=start["analysis"], dice=start.get("dice", ()))

    def event_named(self, name: str) -> int:
        """The number of an event or phase; `GameError` if none has this name."""
        expect(TEXT, "The name of a phase", name)
        event = self.program.event(name)
        if event is not None:
            return event.index
        names = [event.name for event in self.program.events]
        raise GameError("G046", hinted(f"There is no phase or event `{name}`.", name, names))
