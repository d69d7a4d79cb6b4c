"""The differences between two ways to play, game by game with the same seeds, and their certainty.

For packs and variants, the comparison measures how they change games with the same seeds. Bots play at one table in alternating seats, and play
each seed twice, with the seats exchanged, so that neither seats nor deal favour one of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ruledsl.base.dataclass import dataclass, field
from ruledsl.lab.bulk.playing import all_take_anything, play_one, seed_of
from ruledsl.lab.bulk.workers import Identity, rules_of
from ruledsl.lab.study.trials import Ends, Tally, ends_of, share_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ruledsl.lab.bulk.playing import Plan
    from ruledsl.lab.bulk.workers import ProcessPool
    from ruledsl.lab.study.trials import Interval

OF_PACKS = {
    "score": "what decides the game, for each player",
    "margin": "the first one's lead before the second",
    "first_seat": "how far the first seat is ahead of the others",
    "decisions": "choices in a game",
    "combos": "peoples founded, for each player",
}
OF_BOTS = {"wins": "games won", "score": "what decides the game, for each of their seats"}
"""The measures; the first one decides, unless another one is named."""
QUICK, SLOW = (40, 100), (10, 1)
"""Pieces of a step, and pairs of games in a piece: of random bots, and of others."""
SOON = 200
"""A realistic number of games of slow bots."""


class Side(NamedTuple):
    """One side: a plan, and its packs."""

    plan: Plan
    identity: Identity


@dataclass(slots=True)
class Difference:
    """A measure on both sides, and the surplus of the second one, with the same seeds."""

    first: Tally
    second: Tally
    more: Tally

    def add(self, first: int, second: int) -> None:
        """Add a pair of games."""
        self.first.add(first)
        self.second.add(second)
        self.more.add(second - first)

    def merge(self, other: Difference) -> None:
        """Add the results of another comparison."""
        self.first.merge(other.first)
        self.second.merge(other.second)
        self.more.merge(other.more)


class Piece(NamedTuple):
    """Games with these numbers, on both sides."""

    first: Side
    second: Side
    games: Sequence[int]


def are_bots(sides: Piece | Comparison) -> bool:
    """Does this compare two bots, not packs?"""
    return sides.first.plan.seats != sides.second.plan.seats


class Compared(NamedTuple):
    """The results of a piece."""

    differences: dict[str, Difference]
    errors: list[str]


@dataclass(slots=True)
class Comparison:
    """`measure` is the one that must be sure: surely different, or surely within `margin` either way."""

    first: Side
    second: Side
    measure: str
    margin: float
    confidence: float = 0.95
    differences: dict[str, Difference] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    pairs: int = 0

    @property
    def _quick(self) -> bool:
        return all_take_anything(self.first.plan) and all_take_anything(self.second.plan)

    def more(self, measure: str) -> Interval:
        """The surplus of the second side. All measures together hold with the confidence."""
        alpha = (1 - self.confidence) / len(self.differences)
        more = self.differences[measure].more
        return more.interval(alpha) if self._quick else more.interval(alpha, SOON)

    @property
    def different(self) -> bool:
        """Are the sides surely different in the measure that counts?"""
        return bool(self.differences) and self.more(self.measure).nearest > 0

    @property
    def same(self) -> bool:
        """Are the sides surely the same within the margin?"""
        return bool(self.differences) and self.more(self.measure).farthest <= self.margin

    @property
    def sure(self) -> bool:
        """Is the answer sure?"""
        return self.different or self.same

    def steps(self, pool: ProcessPool, pairs: int | None = None) -> Iterator[Comparison]:
        """Play until the answer is sure or the number of pairs is reached, with a pause after each piece. The end of each step decides."""
        count, size = QUICK if self._quick else SLOW
        while not self.sure:
            end = self.pairs + count * size
            end = end if pairs is None else min(end, pairs)
            pieces = [
                Piece(self.first, self.second, range(start, min(start + size, end)))
                for start in range(self.pairs, end, size)
            ]
            if not pieces:
                return
            for piece, part in zip(pieces, pool.results(compared, pieces), strict=True):
                self._add(part)
                self.pairs += len(piece.games)
                yield self

    def _add(self, part: Compared) -> None:
        for measure, difference in part.differences.items():
            if measure in self.differences:
                self.differences[measure].merge(difference)
            else:
                self.differences[measure] = difference
        self.errors += part.errors


def compared(piece: Piece) -> Compared:
    """Play some pairs of games."""
    sides = (piece.first, piece.second)
    bots = are_bots(piece)
    players = len(piece.first.plan.seats)
    differences = {measure: _none(units) for measure, units in _units(players, bots=bots).items()}
    errors = []
    for number in piece.games:
        ends = [_ended(side, number) for side in sides]
        wrong = next((end.error for end in ends if end.error), "")
        if wrong:
            errors.append(f"game {number}: {wrong}")
            continue
        first, second = _of_bots(ends) if bots else (end.measured for end in ends)
        for measure, difference in differences.items():
            difference.add(first[measure], second[measure])
    return Compared(differences, errors)


class Unit(NamedTuple):
    """The unit of the numbers that are added up for a measure; see `Tally`."""

    unit: int
    bounds: tuple[int, int] | None = None


def _units(players: int, *, bots: bool) -> dict[str, Unit]:
    share = 2 * share_of(players)
    if bots:
        return {"wins": Unit(share, (-share, share)), "score": Unit(players)}
    units = {
        "score": players,
        "margin": 1,
        "first_seat": max(1, players - 1),
        "decisions": 1,
        "combos": players,
    }
    return {measure: Unit(units[measure]) for measure in OF_PACKS}


def _none(unit: Unit) -> Difference:
    return Difference(Tally(unit.unit), Tally(unit.unit), Tally(unit.unit, bounds=unit.bounds))


class End(NamedTuple):
    """The stored data of a game."""

    ends: Ends
    measured: dict[str, int]
    error: str = ""


def _ended(side: Side, number: int) -> End:
    """Play a game and read all needed data: the machine holds the game only until the next one."""
    rules = rules_of(side.plan, side.identity)
    if all_take_anything(side.plan):
        rules.backend.program()
    seed = seed_of(side.plan.seed, number)
    game = play_one(rules, side.plan, seed)
    if game.error:
        return End(Ends([], [], [], 0), {}, game.error)
    ends = ends_of(rules, len(side.plan.seats), game)
    ranked = sorted(ends.scores, reverse=True)
    measured = {
        "score": sum(ranked),
        "margin": ranked[0] - ranked[1] if len(ranked) > 1 else 0,
        "first_seat": ends.leads[0],
        "decisions": len(game.choices),
        "combos": len(game.combos),
    }
    return End(ends, measured)


def _of_bots(pair: list[End]) -> tuple[dict[str, int], dict[str, int]]:
    """The result of each bot in a game and in the one with exchanged seats. In the first game, the first bot has the first, third … seat."""
    results: list[dict[str, int]] = []
    for bot in (0, 1):
        halves = [(pair[0].ends, bot), (pair[1].ends, 1 - bot)]
        wins, score = (
            sum(sum(getattr(ends, what)[start::2]) for ends, start in halves) for what in ("wins", "scores")
        )
        results.append({"wins": wins, "score": score})
    return results[0], results[1]
