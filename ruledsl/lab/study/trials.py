"""Games that measure the strength of a tile: those in which somebody begins with it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from ruledsl.base.dataclass import dataclass, field, replace
from ruledsl.lab.bulk.playing import Opening, Plan, all_take_anything, play_one, seed_of
from ruledsl.lab.bulk.workers import Identity, rules_of
from ruledsl.play.rulebook import standings_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ruledsl.lab.bulk.playing import Combo, Played
    from ruledsl.play.game import Rules

# ── sequential ──────────────────────────────────────────────────────────────────
# Means with intervals that hold however often you look, so that you may add games until the answer is sure.
#
# The intervals are asymptotic confidence sequences (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and
# asymptotic confidence sequences", Annals of Statistics 52, 2024, theorem 2.2): with probability 1 - alpha the true mean lies in the intervals
# after all numbers of games at once, not only after a number fixed in advance. They are about one and a half times as wide as the usual ones.


EARLIEST = 100
"""With fewer games there is no interval, unless a measure has bounds: asymptotics need some games."""
SHARPEST = 5_000
"""The number of games at which the intervals are narrowest by default, relative to other such sequences."""


class Interval(NamedTuple):
    """An interval from `low` to `high`."""

    low: float
    high: float

    @property
    def nearest(self) -> float:
        """The smallest distance from zero in the interval."""
        return max(0.0, self.low, -self.high)

    @property
    def farthest(self) -> float:
        """The largest distance from zero in the interval."""
        return max(abs(self.low), abs(self.high))

    def holds(self, number: float) -> bool:
        """Does the interval contain the number?"""
        return self.low <= number <= self.high


EVERYTHING = Interval(-math.inf, math.inf)


@dataclass(slots=True)
class Tally:
    """Exact sums of integers, so that their order does not matter; the measure is the sum divided by `unit`.

    A measure with `bounds` has no number beyond them, nor have its intervals.
    """

    unit: int = 1
    count: int = 0
    total: int = 0
    squares: int = 0
    bounds: tuple[int, int] | None = None

    def add(self, number: int) -> None:
        """Add one game."""
        self.count += 1
        self.total += number
        self.squares += number * number

    def merge(self, other: Tally) -> None:
        """Add all games of another tally of the same unit."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    @property
    def mean(self) -> float:
        """The estimate; 0 without games."""
        return self.total / (self.count * self.unit) if self.count else 0.0

    @property
    def deviation(self) -> float:
        """The standard deviation of one game."""
        if self.count < 2:  # noqa: PLR2004 - of one nothing can be told
            return 0.0
        spread = self.squares * self.count - self.total * self.total
        return math.sqrt(spread / (self.count * (self.count - 1))) / self.unit

    def interval(self, alpha: float, sharpest: int = SHARPEST) -> Interval:
        """The interval for the true mean; the probability that it is ever wrong is `alpha`.

        With few games it uses only the bounds of the measure: a variable within a range of 1 has at most a deviation of 1/2
        (Hoeffding), so that the same formula holds exactly. Without bounds everything is possible then.
        """
        deviation = self.deviation
        low, high = self.possible
        if self.count < EARLIEST:
            if self.bounds is None or not self.count:
                return self.possible
            deviation = (high - low) / 2
        half = deviation * _half_width(self.count, alpha, sharpest)
        return Interval(max(self.mean - half, low), min(self.mean + half, high))

    @property
    def possible(self) -> Interval:
        """The interval of all possible means: it gives no information."""
        if self.bounds is None:
            return EVERYTHING
        low, high = self.bounds
        return Interval(low / self.unit, high / self.unit)


def known_ends(tally: Tally, interval: Interval) -> list[float] | None:
    """The ends of an interval; None if it contains every possible value."""
    return None if interval == tally.possible else list(interval)


def _half_width(count: int, alpha: float, sharpest: int) -> float:
    """The half width for a standard deviation of 1. `rho` makes it narrowest after this many games (the paper's appendix B.2)."""
    level = -2 * math.log(alpha)
    rho = math.sqrt((level + math.log(level) + 1) / sharpest)
    spread = count * rho * rho
    return math.sqrt(2 * (spread + 1) / (spread * count) * math.log(math.sqrt(spread + 1) / alpha))


class Ends(NamedTuple):
    """The end of a game, by seat, in integers. `scores`: the value that decides it.

    `leads`: the same, less the average of the others, times the number of others. `wins`: `share`, divided among the seats in first place.
    """

    scores: list[int]
    leads: list[int]
    wins: list[int]
    share: int


def share_of(players: int) -> int:
    """The value of a win: divisible among any number of players."""
    return math.lcm(*range(1, players + 1))


def ends_of(rules: Rules, players: int, game: Played) -> Ends:
    """The end of a finished game; nobody has won one that all have lost."""
    rows = standings_of(rules, players, game.value, game.losers)
    decides = rules.composition.standings[0][0]
    by_player = {row["player"]: row[decides] for row in rows}
    scores = [by_player[player] for player in range(players)]
    first = [row["player"] for row in rows if row["rank"] == 1]
    share = share_of(players)
    return Ends(
        scores,
        [players * score - sum(scores) for score in scores],
        [share // len(first) if player in first else 0 for player in range(players)],
        share,
    )


@dataclass(slots=True)
class Trials:
    """The results of some games: `lead` and `wins` have an entry for each seat that began with the tile, `games` counts all games begun.

    `partners` has the leads by the other tile of the first combo.
    """

    lead: Tally
    wins: Tally
    games: int = 0
    errors: list[str] = field(default_factory=list)
    partners: dict[str, Tally] = field(default_factory=dict)

    @classmethod
    def none(cls, players: int) -> Trials:
        """No results yet."""
        return cls(Tally(players - 1), Tally(share_of(players), bounds=(0, share_of(players))))

    def add(self, ends: Ends, player: int, partner: str | None = None) -> None:
        """Add the end of a game for the seat of a player, who began with the tile and this partner."""
        self.lead.add(ends.leads[player])
        if partner is not None:
            self.partners.setdefault(partner, Tally(self.lead.unit)).add(ends.leads[player])
        self.wins.add(ends.wins[player])

    def merge(self, other: Trials) -> None:
        """Add the results of another one."""
        self.lead.merge(other.lead)
        self.wins.merge(other.wins)
        self.games += other.games
        self.errors += other.errors
        for partner, tally in other.partners.items():
            self.met(partner, tally)

    def met(self, partner: str, tally: Tally) -> None:
        """Add leads with a partner."""
        self.partners.setdefault(partner, Tally(tally.unit)).merge(tally)


class Piece(NamedTuple):
    """Some games of a plan, and the tiles with one of which somebody must begin: see `Opening`, also for `seated` and `beside`."""

    plan: Plan
    identity: Identity
    tiles: frozenset[str]
    games: Sequence[int]
    seated: bool = False
    beside: frozenset[str] = frozenset()

    @property
    def opening(self) -> Opening:
        """How these games open."""
        return Opening(self.tiles, len(self.plan.seats), self.seated, self.beside)

    def takers(self, game: Played) -> dict[int, Combo]:
        """Those who began with one of the tiles; in a game that was dealt for one seat, that one alone."""
        opening = self.opening
        return {
            player: combo
            for player, combo in opening.of(game.combos).items()
            if opening.fits(combo) and game.seated in (-1, player)
        }


def trials(piece: Piece) -> Trials:
    """Play these games as far as they give information."""
    players = len(piece.plan.seats)
    result = Trials.none(players)
    for game in _games(piece):
        result.games += 1
        if game.error:
            result.errors.append(game.error)
        elif not game.given_up:
            ends = ends_of(rules_of(piece.plan, piece.identity), players, game)
            for player, combo in piece.takers(game).items():
                partner = combo.power if combo.race in piece.tiles else combo.race
                result.add(ends, player, partner)
    return result


class ByTile(NamedTuple):
    """The results for each tile, and what went wrong."""

    tiles: dict[str, Trials]
    errors: list[str]


def for_each_tile(piece: Piece) -> ByTile:
    """The results for each of the tiles; a game counts for all with which somebody began."""
    players = len(piece.plan.seats)
    result = ByTile({}, [])
    for game in _games(piece):
        if game.error:
            result.errors.append(game.error)
        elif not game.given_up:
            ends = ends_of(rules_of(piece.plan, piece.identity), players, game)
            for player, combo in piece.takers(game).items():
                for tile, partner in ((combo.race, combo.power), (combo.power, combo.race)):
                    if tile in piece.tiles:
                        result.tiles.setdefault(str(tile), Trials.none(players)).add(ends, player, partner)
    return result


def _games(piece: Piece) -> Iterator[Played]:
    rules = rules_of(piece.plan, piece.identity)
    if all_take_anything(piece.plan):
        rules.backend.program()
    opening = piece.opening
    for number in piece.games:
        seed = seed_of(piece.plan.seed, number)
        game = play_one(rules, piece.plan, seed, opening)
        yield replace(game, error=f"game {number}: {game.error}") if game.error else game
