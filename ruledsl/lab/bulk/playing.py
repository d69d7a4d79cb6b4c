"""One game between bots: inside a machine if all of them are ours, otherwise choice by choice, with the same result."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from ruledsl.base.dataclass import dataclass, field
from ruledsl.base.errors import EngineError, GameError
from ruledsl.base.store.remembering import remembered
from ruledsl.engine.machines.games import Course, Mind
from ruledsl.engine.small.room import MOST_COURSE
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.limits import MOST_CHOICES
from ruledsl.engine.state.state import losers_of, player_cell
from ruledsl.play.bots import SEATS, Random, bot, is_ours, seed_of_seat
from ruledsl.play.bots.simple import judging
from ruledsl.play.views import SeatView

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ruledsl.play.game import Game, Rules
    from ruledsl.rules.check.typed.declarations import ValueDef
    from ruledsl.rules.packs.model import Tile

# ── plan ────────────────────────────────────────────────────────────────────────
# Plans: packs, table and seed. Everything about a game follows from its plan and its number.


SEED_BITS = 53
"""Every reader of JSON supports integers of this many bits."""


class Change(NamedTuple):
    """A changed number of a tile: the tile, the number's key in its file or its name in the tile's rules, and the new value."""

    tile: str
    field: str
    value: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A series of games. `variants` are pairs of name and option, `seats` the names of bots, one a player."""

    packs: tuple[str, ...]
    variants: tuple[tuple[str, str], ...]
    seats: tuple[str, ...]
    seed: int
    map: str | None = None
    changes: tuple[Change, ...] = ()


def seed_of(seed: int, game: int) -> int:
    """The seed of one game of a series.

    The first 53 bits of the SHA-256 of `SEED/GAME`, both in decimal: it does not depend on other games or their distribution.
    """
    digest = hashlib.sha256(f"{seed}/{game}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> (64 - SEED_BITS)


# ── opening ─────────────────────────────────────────────────────────────────────
# How a game opens: the first combos, and games in which somebody begins with a given tile.
#
# Games are seated without rejection: everybody draws their first combos as in any game of random bots, a seat is chosen by chance, and the tile
# trades places with the tile of its kind that this seat drew, before the decks are shuffled. A shuffle treats all tiles alike, and nobody's draw
# depends on what is printed on them. So the game with the trade is as probable as the one without it, and each game in which this seat begins with
# the tile comes about equally often: seats, rivals, badges and places in the market have the frequencies of real games, given that the tile is there.
# A game in which another seat drew the tile before is dealt anew, as such a game is none in which this seat begins with it.


DEALS = 8
"""The most deals for a game, until its seat can begin with the tile. Fewer than one in four needs a second one."""


class Combo(NamedTuple):
    """A people at its founding: later it may lose its power, or change its owner. `people` is its number."""

    owner: int
    race: str | None
    power: str | None
    round: int
    people: int

    def has(self, tiles: frozenset[str]) -> bool:
        """Is one of these tiles part of it?"""
        return self.race in tiles or self.power in tiles

    def of_kind(self, kind: str, tiles: Mapping[str, Tile]) -> str | None:
        """Its tile of this kind."""
        return next(
            (key for key in (self.race, self.power) if key is not None and tiles[key].kind == kind), None
        )


@dataclass(frozen=True, slots=True)
class Opening:
    """Games in which somebody begins with one of these tiles; the others are given up as soon as everybody has a first combo.

    With `seated`, every game is dealt so that one of the seats begins with one of the tiles, which are copies of each other. With `beside`, it begins
    with one of these as well: both are a combo.
    """

    tiles: frozenset[str]
    players: int
    seated: bool = False
    beside: frozenset[str] = frozenset()

    def fits(self, combo: Combo) -> bool:
        """Is this a combo of these games?"""
        return combo.has(self.tiles) and (not self.beside or combo.has(self.beside))

    def of(self, combos: Sequence[Combo]) -> dict[int, Combo]:
        """The first combo of each player who has one."""
        first: dict[int, Combo] = {}
        for combo in combos:
            first.setdefault(combo.owner, combo)
        return first

    def takers(self, combos: Sequence[Combo]) -> list[int]:
        """The players who began with one of the tiles."""
        return [player for player, combo in self.of(combos).items() if self.fits(combo)]

    def hopeless(self, combos: Sequence[Combo]) -> bool:
        """Has everybody begun, and nobody with one of them?"""
        return len(self.of(combos)) == self.players and not self.takers(combos)

    def seat(self, seed: int) -> int:
        """The seat that begins with the tile in the game of a seed."""
        return seed % self.players

    def deals(self, seed: int) -> Iterator[int]:
        """The seeds of the deals of a game: its own, and those for when that one does not serve."""
        yield seed
        for number in range(1, DEALS):
            yield seed_of(seed, number)


def copies_of(rules: Rules, tile: str) -> frozenset[str]:
    """A tile with its copies."""
    tiles = rules.composition.tiles
    return frozenset(key for key, other in tiles.items() if tile in (key, other.copy_of))


class Asked(NamedTuple):
    """What a finished game is asked for: for each player the values that decide or are shown, then for each combo its measures.

    `words` are these questions for a machine, `places` says by value and noun where the answer is, `measures` where those of the first combo begin.
    """

    words: list[int]
    places: Mapping[tuple[int, int], int]
    measures: int

    @classmethod
    def of(cls, rules: Rules, players: int, combos: int) -> Asked:
        """The questions for a game of so many players and combos, computed once."""
        return remembered(rules.code, "asked", lambda: cls._of(rules, players, combos), (players, combos))

    @classmethod
    def _of(cls, rules: Rules, players: int, combos: int) -> Asked:
        pairs = [(value.index, player) for player in range(players) for value in rules.reckoned]
        measures = len(pairs)
        pairs += [(value.index, people) for people in range(combos) for value in rules.measures]
        words = [word for value, noun in pairs for word in (value, noun, 0)]
        return cls(words, {pair: place for place, pair in enumerate(pairs)}, measures)


NOTHING = Asked([], {}, 0)


class Values(NamedTuple):
    """The answers of a finished game, in the order in which it was `asked`."""

    asked: Asked
    numbers: list[int]


class Endless(Exception):
    """A game that does not end."""


@dataclass(slots=True)
class Played:
    """A finished game, or its part before the `error`, or before it was `given_up`. Without a `map` it did not even begin.

    `coins` are those of all players at its end, `losers` those for whom it was lost.
    `seated` is the seat for which the game was dealt so that it begins with a tile (-1: none).
    """

    map: str = ""
    round: int = 0
    choices: list[int] = field(default_factory=list)
    combos: list[Combo] = field(default_factory=list)
    values: Values = field(default_factory=lambda: Values(NOTHING, []))
    coins: Sequence[int] = ()
    losers: frozenset[int] = frozenset()
    error: str = ""
    given_up: bool = False
    seated: int = -1
    course: Course = Course(0, 0, [])

    def value(self, value: ValueDef, noun: int) -> int:
        """A value of a player, or of a people."""
        return self.values.numbers[self.values.asked.places[value.index, noun]]


def play_one(rules: Rules, plan: Plan, seed: int, opening: Opening | None = None) -> Played:
    """Play the game of a seed: inside a machine if possible, otherwise choice by choice."""
    return inside(rules, plan, seed, opening) or one_by_one(rules, plan, seed, opening)


# ── choice by choice ──


def one_by_one(rules: Rules, plan: Plan, seed: int, opening: Opening | None = None) -> Played:
    """Play choice by choice; failures are in `error`. With an `opening`, all first combos are random, whichever bots play on.

    No tile is seated here: games in which nobody begins with it are given up.
    """
    playing = _Playing(opening)
    error = ""
    try:
        playing.play(rules, plan, seed)
    except Exception as problem:  # noqa: BLE001 - one game that cannot be played must not cost the others
        error = _in_a_line(problem)
    game = playing.game
    if game is None:
        return Played(error=error)
    asked = Asked.of(rules, game.players, len(playing.combos))
    numbers = [0] * len(asked.places)
    try:
        numbers = [game.measure(rules.program.values[index], noun) for index, noun in asked.places]
    except GameError as problem:
        error = error or _in_a_line(problem)
    return Played(
        game.start["map"],
        game.round,
        game.choices,
        playing.combos,
        Values(asked, numbers),
        [player_cell(game.state, player, at.COINS) for player in range(game.players)],
        losers_of(game.state),
        error,
        given_up=not game.over and not error,
        course=playing.course,
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
        self.course = Course(0, 0, [])
        self._round = -1

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
            self._note_course(game)
            chooser = Random(seeds[player]) if self._draws(player) else seats[player]
            game.choose(chooser.choose(SeatView(game, player)))
            if self._note(game) and self.opening is not None and self.opening.hopeless(self.combos):
                return

    def _note_course(self, game: Game) -> None:
        """Record a choice with several options, and the coins in a new round."""
        decisions, options, coins = self.course
        count, players = len(game.decision.options), range(game.players)
        if game.state.G[at.ROUND] != self._round and len(coins) < MOST_COURSE:
            self._round = game.state.G[at.ROUND]
            coins.append([player_cell(game.state, player, at.COINS) for player in players])
        if count > 1:
            self.course = Course(decisions + 1, options + count, coins)

    def _draws(self, player: int) -> bool:
        """Is this player's choice random, before they have a combo?"""
        return self.opening is not None and player not in self.opening.of(self.combos)

    def _note(self, game: Game) -> bool:
        """Record new peoples; are there any?"""
        state = game.state
        before = len(self.combos)
        for people in range(len(self.combos), state.people_count):
            row = people * state.code.people_width
            race = game.naming.tile_id(state, state.P[row + at.RACE])
            power = game.naming.tile_id(state, state.P[row + at.POWER])
            self.combos.append(Combo(state.P[row + at.OWNER], race, power, game.round, people))
        return len(self.combos) > before


# ── inside a machine ──


def all_take_anything(plan: Plan) -> bool:
    """Are all seats random bots? Then games are fast."""
    return all(SEATS.get(name) is Random for name in plan.seats)


def why_slow(rules: Rules, plan: Plan) -> str:
    """Why the games of a plan are not played inside a native program; empty if they are."""
    others = [name for name in plan.seats if not is_ours(name)]
    return f"`{others[0]}` is a bot of another package" if others else rules.backend.problem


def inside(rules: Rules, plan: Plan, seed: int, opening: Opening | None = None) -> Played | None:
    """Play inside a machine. None if these bots, or this game, cannot do that: then playing choice by choice shows the reason.

    The game of a seated `opening` is not the one of its seed, since the tile trades places.
    """
    try:
        table = Table(rules, plan, opening)
        if not table.deal(seed):
            return None
        if opening is None:
            return table.finished()
        seat = opening.seat(seed)
        if opening.seated:
            return table.finished(seat) if table.seated(seat, seed) else table.given_up()
        table.open_up()
        return table.finished() if opening.takers(table.combos) else table.given_up()
    except EngineError:
        return None


class Table:
    """A game inside a machine."""

    def __init__(self, rules: Rules, plan: Plan, opening: Opening | None) -> None:
        self.rules, self.plan, self.opening = rules, plan, opening
        self.names = remembered(
            rules.code, "names of tiles", lambda: {-1: None, **dict(enumerate(rules.program.tiles))}
        )

    def deal(self, seed: int, trades: Sequence[tuple[str, str]] = ()) -> bool:
        """Begin a game, in which tiles may trade places before they are shuffled. False if a bot cannot play inside, or these cannot trade."""
        rules, players = self.rules, len(self.plan.seats)
        seeds = [seed_of_seat(seed, seat) for seat in range(players)]
        minds = _minds(self.plan, seeds)
        if minds is None:
            return False
        self.board = rules.board(rules.map_dealt(players, seed, self.plan.map).id)
        self.games = rules.backend.games(self.board)
        place = rules.program.tiles.index
        if not self.games.begin(self.board, seed, seeds, [(place(one), place(two)) for one, two in trades]):
            return False
        if any(minds):
            self.games.think(minds, judging(rules), later=self.opening is not None)
        return True

    def open_up(self, seat: int = -1) -> dict[int, Combo]:
        """Continue to the first combo of a seat, or to those of all; returns the first combos so far."""
        assert self.opening is not None  # noqa: S101 - otherwise nobody opens
        self.games.open_up(seat)
        return self.opening.of(self.combos)

    def seated(self, seat: int, seed: int) -> bool:
        """Deal the game of a seed so that this seat begins with the tile, or the combo; False if it cannot."""
        assert self.opening is not None  # noqa: S101
        opening = self.opening
        for one in opening.deals(seed) if opening.tiles else ():
            self.deal(one)
            first = self.open_up(seat)
            own = first.pop(seat, None)
            if own is None or opening.fits(own):
                return own is not None
            trades = [self._trade(own, some, seed) for some in (opening.tiles, opening.beside) if some]
            if None in trades:
                return False
            if any(combo.has(opening.tiles | opening.beside) for combo in first.values()):
                continue
            if not self.deal(one, [pair for pair in trades if pair and pair[0] != pair[1]]):
                return False
            if opening.fits(self.open_up(seat).get(seat, own)):
                return True
        return False

    def _trade(self, own: Combo, wanted: frozenset[str], seed: int) -> tuple[str, str] | None:
        """The tile that a seat is to begin with, and the one of its kind that it drew; None if it drew none."""
        assert self.opening is not None  # noqa: S101
        tiles = self.rules.composition.tiles
        tile = sorted(wanted)[seed // self.opening.players % len(wanted)]
        drawn = own.of_kind(tiles[tile].kind, tiles)
        return None if drawn is None else (drawn if drawn in wanted else tile, drawn)

    @property
    def combos(self) -> list[Combo]:
        """The combos so far."""
        (owners, races, powers, rounds), name = self.games.founded, self.names.__getitem__
        return list(map(Combo, owners, map(name, races), map(name, powers), rounds, count()))

    def given_up(self) -> Played:
        """The game as it is, given up."""
        return Played(self.board.id, self.games.round, combos=self.combos, given_up=True)

    def finished(self, seated: int = -1) -> Played | None:
        """The game, played to its end; None if there is none."""
        rules, games = self.rules, self.games
        if not games.finish():
            return None
        combos = self.combos
        asked = Asked.of(rules, len(self.plan.seats), len(combos))
        return Played(
            self.board.id,
            games.round,
            games.choices,
            combos,
            Values(asked, games.answers(asked.words)),
            games.coins,
            games.losers,
            seated=seated,
            course=games.course,
        )


def _minds(plan: Plan, seeds: Sequence[int]) -> list[Mind | None] | None:
    """For each seat its thinking bot, if it has one; None if a bot is not ours."""
    if all_take_anything(plan):
        return [None] * len(seeds)
    if not all(map(is_ours, plan.seats)):
        return None
    bots = [bot(name, seed) for name, seed in zip(plan.seats, seeds, strict=True)]
    if not all(isinstance(one, Random | Mind) for one in bots):
        return None
    return [one if isinstance(one, Mind) else None for one in bots]
