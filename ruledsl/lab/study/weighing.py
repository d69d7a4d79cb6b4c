"""Plays the games that a search for the right number needs, on all cores."""

from __future__ import annotations

import time
from enum import Enum
from typing import TYPE_CHECKING, Any

from ruledsl.base.dataclass import dataclass, field, replace
from ruledsl.base.diagnostics import hinted, there_are
from ruledsl.base.errors import GameError
from ruledsl.lab.bulk.outcome import numbers
from ruledsl.lab.bulk.playing import (
    Change,
    Opening,
    all_take_anything,
    copies_of,
    play_one,
    seed_of,
)
from ruledsl.lab.study.hands import LARGEST, Search, told
from ruledsl.lab.study.trials import Interval, Piece, Tally, ends_of, known_ends, share_of, trials

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ruledsl.lab.bulk.playing import Plan, Played
    from ruledsl.lab.bulk.workers import ProcessPool
    from ruledsl.play.game import Rules

# ── beside ──────────────────────────────────────────────────────────────────────
# How often a seat that begins with a tile wins, compared with the other tiles of its kind.
#
# Games in which somebody begins with the tile measure it; ordinary games measure the others.


OTHERS = 5
"""Ordinary games for each game in which somebody begins with the tile: each of them tells of a few tiles out of many."""
VAIN = 2_000
"""After this many games in which nobody began with the tile, nobody will."""
TOLERANCE = 0.05
"""A difference in the share of games that is too small to be called stronger or weaker."""
ALPHA = 0.05
SOON = 500
"""The number of games after which the intervals are narrowest."""


class Level(Enum):
    """The strength of the tile, compared with the others."""

    STRONG = "strong"
    WEAK = "weak"
    FAIR = "fair"
    UNSURE = "unsure"


@dataclass(slots=True)
class Beside:
    """Games of a plan continue where the last ones ended; the results depend only on the plan and the number of games.

    `wins` has a tally for each tile of the kind, `games` counts finished games with the tile, `problem` says why no more games are possible.
    """

    rules: Rules
    plan: Plan
    tile: str
    wins: dict[str, Tally] = field(default_factory=dict)
    games: int = 0
    problem: str = ""
    _begun: int = 0
    _dealt: int = 0

    def play(self, games: int, seconds: float) -> None:
        """Play until the number of games or the time is reached, or a problem occurs."""
        until = time.monotonic() + seconds
        while self.games < games and not self.problem and time.monotonic() < until:
            if self._dealt < self.games * OTHERS:
                self._dealt += 1
                self._tally(self._played(-self._dealt), but=self.tile)
            else:
                self._begun += 1
                self._try(self._played(self._begun, self._opening))

    def _try(self, game: Played) -> None:
        if not game.given_up and not game.error:
            self.games += 1
            self._tally(game, only=self.tile)
        elif not self.games and self._begun >= VAIN:
            self.problem = (
                f"In {self._begun} games nobody began with it: only what is taken first can be weighed."
            )

    def _played(self, number: int, opening: Opening | None = None) -> Played:
        seed = seed_of(self.plan.seed, number)
        game = play_one(self.rules, self.plan, seed, opening)
        if game.error:
            self.problem = f"A game could not be played to its end: {game.error}"
        return game

    @property
    def _opening(self) -> Opening:
        return Opening(copies_of(self.rules, self.tile), len(self.plan.seats), seated=True)

    def _tally(self, game: Played, only: str = "", but: str = "") -> None:
        """Count first tiles and wins."""
        if game.error:
            return
        tiles, share = self.rules.composition.tiles, share_of(len(self.plan.seats))
        ends = ends_of(self.rules, len(self.plan.seats), game)
        first = self._opening.of(game.combos)
        if game.seated >= 0:
            first = {game.seated: first[game.seated]}
        for player, combo in first.items():
            for key in filter(None, (combo.race, combo.power)):
                id_ = tiles[key].copy_of or key
                if tiles[key].kind == tiles[self.tile].kind and id_ != but and only in ("", id_):
                    self.wins.setdefault(id_, Tally(share, bounds=(0, share))).add(ends.wins[player])

    # ── what they say ──

    def interval(self, tile: str) -> Interval:
        """The interval for the share of wins of a seat that begins with it. It holds at any time."""
        return self.wins[tile].interval(ALPHA, SOON)

    def others(self, among: frozenset[str]) -> Interval:
        """The apparent range of these tiles, from the weakest to the strongest."""
        means = [tally.mean for id_, tally in self.wins.items() if id_ in among]
        return Interval(min(means, default=0.0), max(means, default=1.0))

    def level(self, among: frozenset[str]) -> Level:
        """The level compared with these tiles: surely stronger or weaker than all of them, surely about as strong, or not sure."""
        if self.tile not in self.wins or not among & self.wins.keys():
            return Level.UNSURE
        own, others = self.interval(self.tile), self.others(among)
        if own.low > others.high:
            return Level.STRONG
        if own.high < others.low:
            return Level.WEAK
        fits = own.low >= others.low - TOLERANCE and own.high <= others.high + TOLERANCE
        return Level.FAIR if fits else Level.UNSURE


PIECES = 40
"""Pieces of a step, for each number."""
QUICK, SLOW = 100, 1
"""Games of a piece: of random bots, and of others. Small, so that a stop after a piece waits for few games."""


@dataclass(slots=True)
class Weighing:
    """A tile, and the key of the number to vary. The results depend only on the plan and the number of games."""

    rules: Rules
    plan: Plan
    tile: str
    field: str
    search: Search

    def steps(self, pool: ProcessPool, games: int | None = None) -> Iterator[Search]:
        """Play until the answer is sure or the number of games is reached, with a pause after each piece.

        All numbers use games of the same seeds, from the first one on.
        """
        while numbers := self.search.next():
            pieces = self._pieces(numbers, None if games is None else games - self.search.played)
            if not pieces:
                return
            results = pool.results(trials, [piece for _, piece in pieces])
            for (number, _), result in zip(pieces, results, strict=True):
                self.search.add(number, result)
                yield self.search

    def _pieces(self, numbers: Sequence[int], most: int | None) -> list[tuple[int, Piece]]:
        """A step, or its part within this many games. The numbers take turns, so that a stop in between leaves an equal share of each."""
        identity = tuple(self.rules.composition.identity)
        size = QUICK if all_take_anything(self.plan) else SLOW
        each = [PIECES * size] * len(numbers)
        if most is not None and most < sum(each):
            each = [(most + turn) // len(numbers) for turn in reversed(range(len(numbers)))]
        pieces, tiles = [], copies_of(self.rules, self.tile)
        for start in range(0, PIECES * size, size):
            for number, count in zip(numbers, each, strict=True):
                plan = replace(self.plan, changes=(Change(self.tile, self.field, number),))
                first = self.search.games(number)
                games = range(first + start, first + min(start + size, count))
                if games:
                    pieces.append((number, Piece(plan, identity, tiles, games, seated=True)))
        return pieces

    @property
    def partners(self) -> list[dict[str, Any]]:
        """How the printed tile does with each partner in the first combo, the strongest first, as plain data."""
        search, now = self.search, self.search.now
        if now not in search.arms:
            return []
        tallies = search.arms[now].partners
        return [
            {
                "tile": partner,
                "games": tallies[partner].count,
                "ahead": tallies[partner].mean,
                "ahead_interval": known_ends(tallies[partner], interval),
                "verdict": told(interval, search.par).value,
            }
            for partner, interval in search.partners(now).items()
        ]

    def as_dict(self, ended: str) -> dict[str, Any]:
        """The results as plain data; `ended` says why the search stopped (`sure`, `time`, `games`, `stopped`)."""
        search = self.search
        return {
            "tile": self.tile,
            "number": self.field,
            "printed": search.now,
            "seats": list(self.plan.seats),
            "seed": self.plan.seed,
            "confidence": search.confidence,
            "verdict": search.verdict.value,
            "best": search.best,
            "possible": search.possible,
            "outside": search.outside and search.outside.value,
            "sure": search.sure and search.outside is None,
            "ended": ended,
            "tried": [
                {
                    "value": number,
                    "games": arm.games,
                    "begun_with_it": arm.lead.count,
                    "ahead": arm.lead.mean if arm.lead.count else None,
                    "ahead_interval": known_ends(arm.lead, search.strength(number)),
                    "wins": arm.wins.mean if arm.wins.count else None,
                    "wins_interval": known_ends(arm.wins, search.wins(number)),
                }
                for number, arm in sorted(search.arms.items())
            ],
            "partners": self.partners,
        }


def weighing_of(
    rules: Rules,
    plan: Plan,
    tile: str,
    number: str | None = None,
    span: range | None = None,
    par: float = 1.0,
) -> Weighing:
    """A search over the values in `span` (by default from the printed one towards par) of a tile's `number` (by default the first one).

    Raises `GameError` for an unknown tile or number, and for a span without the printed value.
    """
    tiles = {id_: one for id_, one in rules.composition.tiles.items() if not one.copy_of}
    if tile not in tiles:
        raise GameError("G003", hinted(f"There is no tile `{tile}`.", tile, tiles))
    numbers = weighed_numbers(rules, tile)
    name = next(iter(numbers), "") if number is None else number
    if not numbers:
        raise GameError("G003", f"The {tiles[tile].kind} `{tile}` has no number that could be varied.")
    if name not in numbers:
        raise GameError("G003", hinted(f"There is no number `{name}`.", name, numbers, there_are(numbers)))
    now, players, rising = numbers[name], len(plan.seats), name in tiles[tile].fields
    if span is None:
        return Weighing(rules, plan, tile, name, Search.around(now, players, par, rising=rising))
    most = max(LARGEST, now)
    if now not in span or span[-1] > most:
        raise GameError(
            "G003",
            f"A range of numbers to try is one with {now}, which is printed, in it, and at most {most}.",
        )
    return Weighing(rules, plan, tile, name, Search(now, span[0], span[-1], players, par, rising=rising))


def weighed_numbers(rules: Rules, id_: str) -> dict[str, int]:
    """The numbers of a tile that can vary separately, by name."""
    tray = rules.composition.kinds[rules.composition.tiles[id_].kind].tray
    return {name: value for name, value in numbers(rules, id_).items() if name != tray}
