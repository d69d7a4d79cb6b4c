"""One game between bots: natively where all take anything and a native form is ready, in Python otherwise. The same comes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ruledsl.engine.state import layout as at
from ruledsl.engine.state.limits import EngineError
from ruledsl.engine.state.rows import player_cell
from ruledsl.naming.nouns import Naming
from ruledsl.play.bots import Random, bot, seed_of_seat
from ruledsl.play.views.view import SeatView

if TYPE_CHECKING:
    from ruledsl.bulk.plan import Plan
    from ruledsl.check.program import ValueDef
    from ruledsl.play.game import Game, Rules

__all__ = ["Combo", "Played", "in_python", "natively"]

LONGEST = 100_000
"""Decisions after which a game is given up: packs can be such that a game of bots never ends."""


class Combo(NamedTuple):
    """A people when it was founded: later it may lose its power, or belong to somebody else."""

    owner: int
    race: str | None
    power: str | None
    round: int


class Endless(Exception):
    """A game that does not come to an end."""


def _unknown(_value: ValueDef, _player: int) -> int:
    return 0


@dataclass(slots=True)
class Played:
    """A game that is over, or what there was of it before the `error`. Without a `map` it did not even begin."""

    map: str = ""
    round: int = 0
    choices: list[int] = field(default_factory=list)
    combos: list[Combo] = field(default_factory=list)
    value: Callable[[ValueDef, int], int] = _unknown
    coins: Callable[[int], int] = int
    naming: Naming = field(default_factory=Naming)
    error: str = ""


# ── in Python ──


def in_python(rules: Rules, plan: Plan, seed: int) -> Played:
    """Whatever goes wrong is said in `error`."""
    playing = _Playing()
    error = ""
    try:
        playing.play(rules, plan, seed)
    except Exception as problem:  # noqa: BLE001 - one game that cannot be played must not cost the others
        message = " ".join(str(problem).split())[:300]
        error = f"{type(problem).__name__}: {message}"
    game = playing.game
    if game is None:
        return Played(error=error)
    return Played(
        game.start["map"],
        game.round,
        game.choices,
        playing.combos,
        lambda value, player: int(rules.code.values[value.index](game.state, player)),
        lambda player: player_cell(game.state, player, at.COINS),
        game.naming,
        error,
    )


class _Playing:
    """A game while it is played."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self.combos: list[Combo] = []

    def play(self, rules: Rules, plan: Plan, seed: int) -> None:
        """From the start to the end."""
        game = self.game = rules.new_game(len(plan.seats), seed, plan.map)
        seats = [bot(name, seed_of_seat(seed, seat)) for seat, name in enumerate(plan.seats)]
        self._note(game)
        while not game.over:
            if len(game.choices) >= LONGEST:
                raise Endless(f"The game is not over after {LONGEST} decisions.")
            player = game.decision.player
            game.choose(seats[player].choose(SeatView(game, player)))
            self._note(game)

    def _note(self, game: Game) -> None:
        """Peoples that are new."""
        state = game.state
        for people in range(len(self.combos), state.people_count):
            row = people * state.code.people_width
            race = game.naming.tile_id(state, state.P[row + at.RACE])
            power = game.naming.tile_id(state, state.P[row + at.POWER])
            self.combos.append(Combo(state.P[row + at.OWNER], race, power, game.round))


# ── natively ──


def natively(rules: Rules, plan: Plan, seed: int) -> Played | None:
    """None if these bots, or this game, cannot do that, or not yet: then it is played in Python, which says what is wrong, if anything is."""
    if any(not isinstance(bot(name), Random) for name in plan.seats):
        return None
    games = rules.backend.games()
    if games is None:
        return None
    from ruledsl.native.machine import TooMuch  # noqa: PLC0415 - it is there, or there were no games

    players = len(plan.seats)
    board = rules.board(rules.map_dealt(players, seed, plan.map).id)
    seats = [seed_of_seat(seed, seat) for seat in range(players)]
    try:
        if not games.play(board, players, seed, seats):
            return None
    except (TooMuch, EngineError):
        return None
    tiles = rules.program.tiles
    name = {-1: None, **dict(enumerate(tiles))}
    combos = [Combo(one.owner, name[one.race], name[one.power], one.round) for one in games.founded]
    return Played(
        board.id,
        games.round,
        games.choices,
        combos,
        lambda value, player: games.value(value.index, player),
        games.coins,
    )
