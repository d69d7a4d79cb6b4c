"""One game between bots: inside a machine if all of them are ours, otherwise choice by choice, with the same result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ruledsl.dataclass import dataclass, field
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.limits import MOST_CHOICES, EngineError
from ruledsl.engine.state.rows import player_cell
from ruledsl.naming.errors import GameError
from ruledsl.native.games import Mind
from ruledsl.native.machine import TooMuch
from ruledsl.play.bots import SEATS, Random, bot, is_ours, seed_of_seat
from ruledsl.play.bots.rollouts import judging
from ruledsl.play.views.view import SeatView

if TYPE_CHECKING:
    from ruledsl.bulk.plan import Plan
    from ruledsl.check.typed.declarations import ValueDef
    from ruledsl.native.games import Games
    from ruledsl.play.game import Game, Rules


class Combo(NamedTuple):
    """A people at its founding: later it may lose its power, or change its owner. `people` is its number."""

    owner: int
    race: str | None
    power: str | None
    round: int
    people: int


@dataclass(frozen=True, slots=True)
class Opening:
    """Games in which somebody begins with one of these tiles; the others are given up as soon as everybody has a first combo."""

    tiles: frozenset[str]
    players: int

    def of(self, combos: Sequence[Combo]) -> dict[int, Combo]:
        """The first combo of each player who has one."""
        found: dict[int, Combo] = {}
        for combo in combos:
            found.setdefault(combo.owner, combo)
        return found

    def takers(self, combos: Sequence[Combo]) -> list[int]:
        """The players who began with one of the tiles."""
        return [player for player, combo in self.of(combos).items() if self.tiles & {combo.race, combo.power}]

    def hopeless(self, combos: Sequence[Combo]) -> bool:
        """Has everybody begun, and nobody with one of them?"""
        return len(self.of(combos)) == self.players and not self.takers(combos)


class Endless(Exception):
    """A game that does not end."""


def _unknown(_value: ValueDef, _player: int) -> int:
    return 0


@dataclass(slots=True)
class Played:
    """A finished game, or its part before the `error`, or before it was `given_up`. Without a `map` it did not even begin."""

    map: str = ""
    round: int = 0
    choices: list[int] = field(default_factory=list)
    combos: list[Combo] = field(default_factory=list)
    value: Callable[[ValueDef, int], int] = _unknown
    coins: Callable[[int], int] = int
    error: str = ""
    given_up: bool = False


# ── choice by choice ──


def one_by_one(rules: Rules, plan: Plan, seed: int, opening: Opening | None = None) -> Played:
    """Play choice by choice; failures are in `error`. With an `opening`, all first combos are random, whichever bots play on."""
    playing = _Playing(opening)
    error = ""
    try:
        playing.play(rules, plan, seed)
    except Exception as problem:  # noqa: BLE001 - one game that cannot be played must not cost the others
        error = _in_a_line(problem)
    game = playing.game
    if game is None:
        return Played(error=error)
    known, asked = {}, _asked(rules, game.players, playing.combos)
    try:
        values = rules.program.values
        known = {(index, noun): game.measure(values[index], noun) for index, noun in asked}
    except GameError as problem:
        error = error or _in_a_line(problem)
    return Played(
        game.start["map"],
        game.round,
        game.choices,
        playing.combos,
        lambda value, noun: known.get((value.index, noun), 0),
        lambda player: player_cell(game.state, player, at.COINS),
        error,
        given_up=not game.over and not error,
    )


def _in_a_line(problem: Exception) -> str:
    message = " ".join(str(problem).split())[:300]
    return f"{type(problem).__name__}: {message}".encode(errors="backslashreplace").decode()


class _Playing:
    """A game in progress."""

    def __init__(self, opening: Opening | None) -> None:
        self.game: Game | None = None
        self.combos: list[Combo] = []
        self.opening = opening

    def play(self, rules: Rules, plan: Plan, seed: int) -> None:
        """Play from the start to the end, or until the game is given up."""
        game = self.game = rules.new_game(len(plan.seats), seed, plan.map)
        seeds = [seed_of_seat(seed, seat) for seat in range(len(plan.seats))]
        seats = [bot(name, one) for name, one in zip(plan.seats, seeds, strict=True)]
        self._note(game)
        while not game.over:
            if len(game.choices) >= MOST_CHOICES:
                raise Endless(f"The game is not over after {MOST_CHOICES} decisions.")
            player = game.decision.player
            chooser = Random(seeds[player]) if self._draws(player) else seats[player]
            game.choose(chooser.choose(SeatView(game, player)))
            if self._note(game) and self.opening is not None and self.opening.hopeless(self.combos):
                return

    def _draws(self, player: int) -> bool:
        """Is this player's choice random, before they have a combo?"""
        return self.opening is not None and player not in self.opening.of(self.combos)

    def _note(self, game: Game) -> bool:
        """Record new peoples; are there any?"""
        state = game.state
        known = len(self.combos)
        for people in range(len(self.combos), state.people_count):
            row = people * state.code.people_width
            race = game.naming.tile_id(state, state.P[row + at.RACE])
            power = game.naming.tile_id(state, state.P[row + at.POWER])
            self.combos.append(Combo(state.P[row + at.OWNER], race, power, game.round, people))
        return len(self.combos) > known


# ── inside a machine ──


def all_take_anything(plan: Plan) -> bool:
    """Are all seats random bots? Then games are fast."""
    return all(SEATS.get(name) is Random for name in plan.seats)


def why_slow(rules: Rules, plan: Plan) -> str:
    """Why the games of a plan are not played inside a native program; empty if they are."""
    others = [name for name in plan.seats if not is_ours(name)]
    return f"`{others[0]}` is a bot of another package" if others else rules.backend.problem


def inside(rules: Rules, plan: Plan, seed: int, opening: Opening | None = None) -> Played | None:
    """Play inside a machine. None if these bots, or this game, cannot do that: then playing choice by choice shows the reason."""
    players = len(plan.seats)
    seats = [seed_of_seat(seed, seat) for seat in range(players)]
    minds = _minds(plan, seats)
    if minds is None:
        return None
    board = rules.board(rules.map_dealt(players, seed, plan.map).id)
    try:
        games = rules.backend.games(board)
        founded = _Founded(rules, games)
        games.begin(board, seed, seats)
        if any(minds):
            games.think(minds, judging(rules), later=opening is not None)
        if opening is not None and not _opens(games, founded, opening):
            return Played(board.id, games.round, combos=founded.combos, given_up=True)
        if not games.finish():
            return None
        combos = founded.combos
        asked = _asked(rules, players, combos)
        known = dict(zip(asked, games.values(asked), strict=True))
    except (TooMuch, EngineError):
        return None
    return Played(
        board.id,
        games.round,
        games.choices,
        combos,
        lambda value, noun: known[value.index, noun],
        games.coins,
    )


def _asked(rules: Rules, players: int, combos: Sequence[Combo]) -> list[tuple[int, int]]:
    """All values for a finished game: those of players, and measures of combos. They are requested together."""
    found = [(value.index, player) for value in rules.reckoned for player in range(players)]
    return found + [(value.index, combo.people) for value in rules.measures for combo in combos]


def _minds(plan: Plan, seeds: Sequence[int]) -> list[Mind | None] | None:
    """For each seat its thinking bot, if it has one; None if a bot is not ours."""
    if all_take_anything(plan):
        return [None] * len(seeds)
    if not all(map(is_ours, plan.seats)):
        return None
    found = [bot(name, seed) for name, seed in zip(plan.seats, seeds, strict=True)]
    if not all(isinstance(one, Random | Mind) for one in found):
        return None
    return [one if isinstance(one, Mind) else None for one in found]


FEW = 12
"""Choices between two checks of first combos."""


class _Founded:
    """The founders in a native game."""

    def __init__(self, rules: Rules, games: Games) -> None:
        self.games = games
        self.names: dict[int, str | None] = {-1: None, **dict(enumerate(rules.program.tiles))}

    @property
    def combos(self) -> list[Combo]:
        """The combos so far."""
        names = self.names
        return [
            Combo(one.owner, names[one.race], names[one.power], one.round, people)
            for people, one in enumerate(self.games.founded)
        ]


def _opens(games: Games, founded: _Founded, opening: Opening) -> bool:
    """Continue a game: True as soon as it has such an opening, False as soon as it cannot have one."""
    while games.go_on(FEW):
        combos = founded.combos
        if opening.takers(combos):
            return True
        if opening.hopeless(combos):
            return False
    return bool(opening.takers(founded.combos))
