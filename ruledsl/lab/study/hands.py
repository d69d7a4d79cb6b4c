"""Tiles in the hands of chance, of a bot with rollouts, and of one that has learned. A tile that is strong in one hand can be weak in another.

In each game every seat draws its first combo at random; from then on all seats play by the same hand. A game counts for each tile with
which somebody begins, so it tells of several tiles at once. A game in which nobody begins with one of the requested tiles ends after the first
combos. So games are weighted as in real play, given that the tile is there: no seat, rival or badge is preferred.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ruledsl.base.dataclass import dataclass, field, replace
from ruledsl.lab.bulk.opening import copies_of
from ruledsl.lab.study.balance import SOON, Verdict, told
from ruledsl.lab.study.sequential import known
from ruledsl.lab.study.trials import Piece, Trials, apart
from ruledsl.play.naming.nouns import Naming

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ruledsl.lab.bulk.crew import Crew
    from ruledsl.lab.bulk.plan import Plan
    from ruledsl.lab.study.sequential import Interval, Tally
    from ruledsl.lab.study.trials import Apart
    from ruledsl.play.game import Rules

HANDS = {"chance": "random", "greedy": "greedy", "learned": "learned"}
"""The bot in each kind of hands, the least skilled first."""
AT_ONCE = {"chance": 100, "greedy": 1, "learned": 40}
"""Games of a piece: each piece takes about as long."""
PIECES = 20
"""Pieces of each hand in a step."""
FEW = 30
"""Combos of fewer games are compared with none."""
MOST_ALONE = 3
"""The most combos that can stand above all others."""


class Pair(NamedTuple):
    """A race with a power (or other tiles of a combo), its leads, and their interval."""

    race: str
    power: str
    lead: Tally
    interval: Interval


@dataclass(slots=True)
class Hands:
    """`plan` has the table; `found` has the results by hand and tile. They depend only on the plan and the number of games.

    A tile counts as par if it surely ends no farther ahead or behind than `par`. All intervals hold together, at any time, with `confidence`.
    """

    rules: Rules
    plan: Plan
    tiles: tuple[str, ...]
    hands: tuple[str, ...] = tuple(HANDS)
    par: float = 1.0
    confidence: float = 0.95
    found: dict[str, dict[str, Trials]] = field(default_factory=dict)
    begun: dict[str, int] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)

    def steps(self, crew: Crew, games: int | None = None) -> Iterator[Hands]:
        """Play on, up to this many games of chance (and as many pieces of the other hands), with a pause after each piece."""
        asked = frozenset().union(*(copies_of(self.rules, tile) for tile in self.tiles))
        identity = tuple(self.rules.composition.identity)
        rounds = None if games is None else max(1, games // (PIECES * AT_ONCE["chance"]))
        while rounds is None or rounds > 0:
            pieces = [
                (hand, self._piece(hand, number, identity, asked))
                for number in range(PIECES)
                for hand in self.hands
            ]
            results = crew.results(apart, [piece for _, piece in pieces])
            for (hand, piece), result in zip(pieces, results, strict=True):
                self._add(hand, len(piece.games), result)
                yield self
            rounds = None if rounds is None else rounds - 1

    def _piece(self, hand: str, number: int, identity: Any, asked: frozenset[str]) -> Piece:  # noqa: ANN401 - as it comes
        size = AT_ONCE[hand]
        first = self.begun.get(hand, 0) + number * size
        seats = (HANDS[hand],) * len(self.plan.seats)
        return Piece(
            replace(self.plan, seats=seats), identity, asked, range(first, first + size), len(self.tiles) == 1
        )

    def _add(self, hand: str, games: int, result: Apart) -> None:
        self.begun[hand] = self.begun.get(hand, 0) + games
        self.errors += result.errors
        tiles, arms = self.rules.composition.tiles, self.found.setdefault(hand, {})
        for key, trials in result.tiles.items():
            id_ = tiles[key].copy_of or key
            arm = arms.setdefault(id_, Trials.none(len(self.plan.seats)))
            partners = [(tiles[other].copy_of or other, tally) for other, tally in trials.partners.items()]
            arm.merge(replace(trials, partners={}))
            for other, tally in partners:
                arm.met(other, tally)

    @property
    def alpha(self) -> float:
        """The error probability of a single interval: for each hand and tile there is one for the lead and one for the wins."""
        return (1 - self.confidence) / (2 * len(self.hands) * len(self.tiles))

    def trials(self, hand: str, tile: str) -> Trials:
        """The results of a tile in these hands."""
        return self.found.get(hand, {}).get(tile) or Trials.none(len(self.plan.seats))

    def lead(self, hand: str, tile: str) -> Interval:
        """How far ahead the seat that begins with the tile ends, in the value that decides the game."""
        return self.trials(hand, tile).lead.interval(self.alpha)

    def told(self, hand: str, tile: str) -> Verdict:
        """The verdict on a tile in these hands."""
        return told(self.lead(hand, tile), self.par)

    def verdicts(self, tile: str) -> dict[str, Verdict]:
        """The same in all hands."""
        return {hand: self.told(hand, tile) for hand in self.hands}

    def pairs(self, hand: str) -> list[Pair]:
        """How the tiles do with each partner in the first combo, the strongest pair first. These intervals hold together with the confidence, too."""
        tiles, kinds = self.rules.composition.tiles, self.rules.composition.kinds
        found: dict[tuple[str, str], Tally] = {}
        for tile, trials in self.found.get(hand, {}).items():
            for other, tally in trials.partners.items():
                is_race = kinds[tiles[tile].kind].tray
                found[(tile, other) if is_race else (other, tile)] = tally
        alpha = (1 - self.confidence) / max(1, len(found))
        rows = [Pair(*pair, tally, tally.interval(alpha, SOON)) for pair, tally in found.items()]
        return sorted(rows, key=lambda pair: (-pair.lead.mean, pair[:2]))

    def alone(self, hand: str) -> list[Pair]:
        """The pairs that break the game: surely ahead of what any other pair seems to be, by more than counts as par."""
        known = [pair for pair in self.pairs(hand) if pair.lead.count >= FEW]
        for count in range(min(MOST_ALONE, len(known) - 1), 0, -1):
            least = min(pair.interval.low for pair in known[:count])
            if least > known[count].lead.mean + self.par:
                return known[:count]
        return []

    def ranked(self) -> list[str]:
        """The tiles, the strongest in the most skilled hands first."""
        return sorted(self.tiles, key=lambda tile: -self.trials(self.hands[-1], tile).lead.mean)

    def as_dict(self, tile: str) -> list[dict[str, Any]]:
        """A row for each hand, as plain data."""
        rows = []
        for hand in self.hands:
            trials = self.trials(hand, tile)
            wins = trials.wins
            rows.append(
                {
                    "hands": hand,
                    "verdict": self.told(hand, tile).value,
                    "begun_with_it": trials.lead.count,
                    "ahead": trials.lead.mean if trials.lead.count else None,
                    "ahead_interval": known(trials.lead, self.lead(hand, tile)),
                    "wins": wins.mean if wins.count else None,
                    "wins_interval": known(wins, wins.interval(self.alpha)),
                    "partners": [
                        {
                            "tile": pair.power if tile == pair.race else pair.race,
                            "begun_with_it": pair.lead.count,
                            "ahead": pair.lead.mean,
                            "ahead_interval": known(pair.lead, pair.interval),
                        }
                        for pair in self.pairs(hand)
                        if tile in pair[:2]
                    ],
                }
            )
        return rows


def stand_alone(hands: Hands) -> str:
    """The combos that break the game, by name, in a sentence for each of the hands in which there are some."""
    tiles = hands.rules.composition.tiles
    name = {key: Naming().text(tile.names, key) for key, tile in tiles.items()}
    said = []
    for hand in hands.hands:
        found = [
            f"{name[one.power]} {name[one.race]} ({one.lead.mean:+.1f} [{one.interval.low:+.1f}, {one.interval.high:+.1f}])"
            for one in hands.alone(hand)
        ]
        if found:
            said.append(f"In the hands of {hand} no other combo comes near {' and '.join(found)}.")
    return " ".join(said)


def for_whom(verdicts: Mapping[str, Verdict]) -> str:
    """The verdicts of all hands, the least skilled first, in words that say for whom they hold."""
    unskilled, *skilled = verdicts
    sure = {hand: verdict for hand, verdict in verdicts.items() if verdict != Verdict.UNSURE}
    if not sure:
        return Verdict.UNSURE.value
    if sure.keys() == verdicts.keys() and skilled:
        if len(set(sure.values())) == 1:
            return f"{sure[unskilled].value} in all hands"
        for verdict, word in ((Verdict.STRONG, "strong"), (Verdict.WEAK, "weak")):
            if {sure[hand] for hand in skilled} == {verdict}:
                return f"{word} only in skilled hands"
            if sure[unskilled] == verdict and verdict not in [sure[hand] for hand in skilled]:
                return f"{word} only in the hands of {unskilled}"
    parts = {verdict: [hand for hand in sure if sure[hand] == verdict] for verdict in sure.values()}
    return "; ".join(
        f"{verdict.value} in the hands of {' and '.join(some)}" for verdict, some in parts.items()
    )
