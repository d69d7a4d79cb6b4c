"""Tiles in the hands of chance, of a bot with rollouts, and of one that has learned. A tile that is strong in one hand can be weak in another.

In each game every seat draws its first combo at random; from then on all seats play by the same hand. A game counts for each tile with
which somebody begins, so it tells of several tiles at once. A game in which nobody begins with one of the requested tiles ends after the first
combos. So games are weighted as in real play, given that the tile is there: no seat, rival or badge is preferred.
"""

from __future__ import annotations

import math
from enum import Enum
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from ruledsl.base.dataclass import dataclass, field, replace
from ruledsl.lab.bulk.playing import copies_of
from ruledsl.lab.study.trials import (
    EARLIEST,
    Interval,
    Piece,
    Tally,
    Trials,
    for_each_tile,
    known_ends,
    trials,
)
from ruledsl.play.naming.nouns import Naming, in_english

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from ruledsl.lab.bulk.playing import Plan
    from ruledsl.lab.bulk.workers import ProcessPool
    from ruledsl.lab.study.trials import ByTile
    from ruledsl.play.game import Rules

# ── balance ─────────────────────────────────────────────────────────────────────
# The number that brings a tile to par. The search plays the numbers that are hardest to distinguish, until one is sure.
#
# The search is LUCB (Kalyanakrishnan, Tewari, Auer and Stone, "PAC subset selection in stochastic multi-armed bandits", 2012), for the number
# whose strength is nearest to zero. Each step plays the number that looks best, and the one of the others that could still beat it by most.
# It plays the printed number as often as the best, until its strength is known to within what counts as par, since people ask for that first.
# All intervals hold at every moment (`sequential`), and all of them together with the stated confidence (Bonferroni).
#
# The search assumes that a larger printed number makes no tile weaker. So a number beyond one that is surely too large is no nearer to par than
# that one, and the same holds below a number that is surely too small: of all of these only the innermost two can be the answer. The numbers
# share their games, too: what bounds the strength of one from below bounds that of every larger one.


TOLERANCE = 0.25
"""Numbers whose strengths differ by no more than this, in the value that decides the game, count as equally good."""
AROUND = 4
"""The numbers this far from the printed one share the error probability, if the caller does not say which are to be tried."""
SOON = 1_000
"""A realistic number of games with one partner."""
LARGEST = 99
"""The largest number to try, unless a larger one is printed."""


class Verdict(Enum):
    """The verdict on the tile with its printed number."""

    STRONG = "stronger than par"
    WEAK = "weaker than par"
    PAR = "at par"
    UNSURE = "not told from par yet"


def told(strength: Interval, par: float) -> Verdict:
    """The verdict that an interval of strength allows; no farther than `par` from zero counts as par."""
    if strength.farthest <= par:
        return Verdict.PAR
    if strength.nearest > 0:
        return Verdict.STRONG if strength.low > 0 else Verdict.WEAK
    return Verdict.UNSURE


@dataclass(slots=True)
class Search:
    """`now` is the printed number; the search tries numbers from `low` to `high`. Strengths up to `par` from zero count as par.

    `shares` numbers share the error probability, or all tried numbers if these are more; without `shares`, all numbers that can be tried.
    If a larger number may make the tile weaker (not `rising`), the search tries all of them.
    """

    now: int
    low: int
    high: int
    players: int
    par: float = 1.0
    confidence: float = 0.95
    shares: int = 0
    rising: bool = True
    arms: dict[int, Trials] = field(default_factory=dict)

    @classmethod
    def around(cls, now: int, players: int, par: float = 1.0, *, rising: bool = True) -> Search:
        """A search over all possible numbers, from the printed one to par; if they are not `rising`, over the numbers near it."""
        low, high = 0 if now >= 0 else min(-LARGEST, now), max(LARGEST, now)
        near = range(max(low, now - AROUND), min(high, now + AROUND) + 1)
        if not rising:
            return cls(now, near[0], near[-1], players, par, rising=False)
        return cls(now, low, high, players, par, shares=len(near))

    @property
    def alpha(self) -> float:
        """The error probability of a single interval; each number has two, for the lead and for the wins."""
        shares = max(self.shares, len(self.arms)) if self.shares else self.high - self.low + 1
        return (1 - self.confidence) / (2 * shares)

    def add(self, number: int, trials: Trials) -> None:
        """The results of some games with this number."""
        self.arms.setdefault(number, Trials.none(self.players)).merge(trials)

    @property
    def played(self) -> int:
        """The count of games begun, with any number."""
        return sum(arm.games for arm in self.arms.values())

    def games(self, number: int) -> int:
        """The count of games begun with this number."""
        return self.arms[number].games if number in self.arms else 0

    def strength(self, number: int) -> Interval:
        """The lead at the end of the seat that begins with the tile, in the value that decides the game."""
        return self._shared(lambda arm: arm.lead, number)

    def wins(self, number: int) -> Interval:
        """The share of the games that this seat wins."""
        return self._shared(lambda arm: arm.wins, number)

    def partners(self, number: int) -> dict[str, Interval]:
        """The strength with each partner in the first combo, the strongest first. These intervals hold together with the confidence, too."""
        tallies = self.arms[number].partners
        alpha = (1 - self.confidence) / max(1, len(tallies))
        ordered = sorted(tallies, key=lambda partner: (-tallies[partner].mean, partner))
        return {partner: tallies[partner].interval(alpha, SOON) for partner in ordered}

    def _shared(self, tally_of: Callable[[Trials], Tally], number: int) -> Interval:
        """The interval of a number, by its own games and those of the others: a larger number is no weaker, a smaller one no stronger.

        All intervals hold together, and so do the parts that they have in common. Intervals with none disprove the assumption; then each
        number has its own.
        """
        own = tally_of(self.arms[number]).interval(self.alpha)
        if not self.rising:
            return own
        others = {n: tally_of(arm).interval(self.alpha) for n, arm in self.arms.items()}
        low = max(one.low for n, one in others.items() if n <= number)
        high = min(one.high for n, one in others.items() if n >= number)
        return Interval(low, high) if low <= high else own

    @property
    def verdict(self) -> Verdict:
        """The verdict on the tile with its printed number."""
        return self.told(self.now)

    def told(self, number: int) -> Verdict:
        """The verdict on the tile with this number."""
        return told(self.strength(number), self.par) if number in self.arms else Verdict.UNSURE

    @property
    def best(self) -> int:
        """The number that looks nearest to par so far; among equals, the printed one."""
        return min(self.arms, key=self._distance)

    def _distance(self, number: int) -> tuple[bool, float, int]:
        lead = self.arms[number].lead
        return not lead.count, abs(lead.mean), abs(number - self.now)

    @property
    def left(self) -> list[int]:
        """The other numbers that could still be nearer to par: tried ones, and the next ones beyond. Empty when the answer is sure."""
        if not self.rising:
            return self._rivals(range(self.low, self.high + 1))
        return self._rivals((min(self.arms) - 1, *self.arms, max(self.arms) + 1))

    @property
    def possible(self) -> list[int]:
        """All numbers that could be nearest to par, including the best one and numbers without results."""
        return sorted([self.best, *self._rivals(range(self.low, self.high + 1))])

    @property
    def outside(self) -> Verdict | None:
        """The verdict for every number, if the tile is surely too strong even with the smallest one, or too weak with the largest."""
        if not self.rising:
            return None
        ends = ((self.low, Verdict.STRONG), (self.high, Verdict.WEAK))
        return next((verdict for end, verdict in ends if self.told(end) == verdict), None)

    def _rivals(self, among: Iterable[int]) -> list[int]:
        reach = self.strength(self.best).farthest - TOLERANCE
        return [n for n in among if n != self.best and self._nearest(n) < reach]

    def _nearest(self, number: int) -> float:
        """How near to par a number may be; infinity if a number between it and par is as near, or if there is no such number."""
        if self.rising:
            small = [n for n in self.arms if self.strength(n).high <= TOLERANCE]
            large = [n for n in self.arms if self.strength(n).low >= -TOLERANCE]
            if not max(small, default=self.low) <= number <= min(large, default=self.high):
                return math.inf
        return self.strength(number).nearest if number in self.arms else 0.0

    @property
    def sure(self) -> bool:
        """Is the answer sure?"""
        return self.verdict != Verdict.UNSURE and (self.outside is not None or not self.left)

    def next(self) -> list[int]:
        """The numbers to play next; none when it is sure."""
        if not self.arms:
            return [self.now]
        if self.sure:
            return []
        rivals = self.left
        if not rivals:
            return [self.now]
        hardest = [self.best, min(rivals, key=self._promise)]
        printed = self.strength(self.now)
        vague = self.verdict == Verdict.UNSURE or printed.high - printed.low > 2 * self.par
        asked = vague and self.games(self.now) < self.games(self.best)
        return [*hardest, self.now] if asked and self.now not in hardest else hardest

    def _promise(self, number: int) -> float:
        """How near to par a number could be, as a sort key. Its neighbour stands for an untried number, unless par lies on that side."""
        tried = number
        if number not in self.arms:
            if not self.rising:
                return -math.inf
            tried = number + 1 if number + 1 in self.arms else number - 1
            mean = self.arms[tried].lead.mean
            if mean * (number - tried) < 0:
                return -math.inf
        mean = self.arms[tried].lead.mean
        return abs(mean) - (self.strength(tried).high - mean)


HANDS = {"chance": "random", "greedy": "greedy", "learned": "learned"}
"""The bot in each kind of hands, the least skilled first."""
AT_ONCE = {"chance": 100, "greedy": 1, "learned": 40}
"""Games of a piece: each piece takes about as long."""
PIECES = 20
"""Pieces of each hand in a step."""
FEW = 30
"""Combos of fewer games are compared with none."""
VAIN = 20
"""After this many games that were dealt for a combo and in which nobody began with it, nobody will."""
MOST_ALONE = 3
"""The most combos that can stand above all others."""


# ── hands ───────────────────────────────────────────────────────────────────────
# Which combos break the game is asked in two parts. Ordinary games tell of all combos a little. Then, in the most skilled hands, games are dealt for
# single combos, those of the widest intervals first, until each of them is named or excluded. This is successive elimination (Even-Dar, Mannor and
# Mansour, 2006), with intervals that hold at any time; what is told apart is a group of at most `MOST_ALONE` combos from all others.


class Pair(NamedTuple):
    """A race with a power (or other tiles of a combo), its leads, and their interval."""

    race: str
    power: str
    lead: Tally
    interval: Interval

    @property
    def width(self) -> tuple[float, int, str, str]:
        """A sort key: the widest interval first, among equals that of the fewest games."""
        return self.interval.low - self.interval.high, self.lead.count, self.race, self.power


@dataclass(slots=True)
class Hands:
    """`plan` has the table; `by_hand` has the results by hand and tile. They depend only on the plan and the number of games.

    A tile counts as par if it surely ends no farther ahead or behind than `par`. All intervals hold together, at any time, with `confidence`.
    """

    rules: Rules
    plan: Plan
    tiles: tuple[str, ...]
    hands: tuple[str, ...] = tuple(HANDS)
    par: float = 1.0
    confidence: float = 0.95
    by_hand: dict[str, dict[str, Trials]] = field(default_factory=dict)
    begun: dict[str, int] = field(default_factory=dict)
    dealt: dict[tuple[str, str], Trials] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)

    def steps(self, pool: ProcessPool, games: int | None = None) -> Iterator[Hands]:
        """Play on, up to this many games of chance (and as many pieces of the other hands), with a pause after each piece."""
        asked = frozenset().union(*(copies_of(self.rules, tile) for tile in self.tiles))
        identity = tuple(self.rules.composition.identity)
        left = None if games is None else max(1, games // AT_ONCE["chance"])
        while left is None or left > 0:
            many = PIECES if left is None else min(PIECES, left)
            pieces = [
                (hand, self._piece(hand, number, identity, asked))
                for number in range(many)
                for hand in self.hands
            ]
            results = pool.results(for_each_tile, [piece for _, piece in pieces])
            for (hand, piece), result in zip(pieces, results, strict=True):
                self._add(hand, len(piece.games), result)
                yield self
            left = None if left is None else left - many

    def _piece(self, hand: str, number: int, identity: Any, asked: frozenset[str]) -> Piece:  # noqa: ANN401 - as it comes
        size = AT_ONCE[hand]
        first = self.begun.get(hand, 0) + number * size
        return Piece(self._seated(hand), identity, asked, range(first, first + size), len(self.tiles) == 1)

    def _seated(self, hand: str) -> Plan:
        return replace(self.plan, seats=(HANDS[hand],) * len(self.plan.seats))

    def settle(self, pool: ProcessPool, games: int | None = None) -> Iterator[Hands]:
        """Play games for the combos of which it is open whether they break the game, up to this many, with a pause after each piece.

        They are dealt for these combos, in the most skilled hands: `dealt` has what they come to.
        """
        hand, identity = self.hands[-1], tuple(self.rules.composition.identity)
        left = PIECES if games is None else games // AT_ONCE[hand]
        while pairs := self.open[: min(PIECES, left)]:
            left -= len(pairs) if games is not None else 0
            pieces = [self._for_combo(pair, identity) for pair in pairs]
            results = pool.results(trials, pieces)
            for pair, result in zip(pairs, results, strict=True):
                self.errors += result.errors
                none = Trials.none(len(self.plan.seats))
                self.dealt.setdefault(pair[:2], none).merge(replace(result, partners={}, errors=[]))
                yield self

    def _for_combo(self, pair: Pair, identity: Any) -> Piece:  # noqa: ANN401 - as it comes
        """Games with negative numbers: other deals than those of ordinary games."""
        hand = self.hands[-1]
        first = 1 + (self.dealt[pair[:2]].games if pair[:2] in self.dealt else 0)
        race, power = (copies_of(self.rules, tile) for tile in pair[:2])
        games = range(-first, -first - AT_ONCE[hand], -1)
        return Piece(self._seated(hand), identity, race, games, seated=True, beside=power)

    def _add(self, hand: str, games: int, result: ByTile) -> None:
        self.begun[hand] = self.begun.get(hand, 0) + games
        self.errors += result.errors
        tiles, arms = self.rules.composition.tiles, self.by_hand.setdefault(hand, {})
        for key, one in result.tiles.items():
            id_ = tiles[key].copy_of or key
            arm = arms.setdefault(id_, Trials.none(len(self.plan.seats)))
            partners = [(tiles[other].copy_of or other, tally) for other, tally in one.partners.items()]
            arm.merge(replace(one, partners={}))
            for other, tally in partners:
                arm.met(other, tally)

    @property
    def alpha(self) -> float:
        """The error probability of a single interval: for each hand and tile there is one for the lead and one for the wins."""
        return (1 - self.confidence) / (2 * len(self.hands) * len(self.tiles))

    def trials(self, hand: str, tile: str) -> Trials:
        """The results of a tile in these hands."""
        return self.by_hand.get(hand, {}).get(tile) or Trials.none(len(self.plan.seats))

    def lead(self, hand: str, tile: str) -> Interval:
        """How far ahead the seat that begins with the tile ends, in the value that decides the game."""
        return self.trials(hand, tile).lead.interval(self.alpha)

    def told(self, hand: str, tile: str) -> Verdict:
        """The verdict on a tile in these hands."""
        return told(self.lead(hand, tile), self.par)

    def verdicts(self, tile: str) -> dict[str, Verdict]:
        """The verdict on a tile in each of the hands."""
        return {hand: self.told(hand, tile) for hand in self.hands}

    def pairs(self, hand: str) -> list[Pair]:
        """How the tiles do with each partner in the first combo, the strongest pair first. These intervals hold together with the confidence, too."""
        tiles, kinds = self.rules.composition.tiles, self.rules.composition.kinds
        tallies: dict[tuple[str, str], Tally] = {}
        for tile, one in self.by_hand.get(hand, {}).items():
            for other, tally in one.partners.items():
                is_race = kinds[tiles[tile].kind].tray
                tallies[(tile, other) if is_race else (other, tile)] = tally
        for pair, dealt in self.dealt.items() if hand == self.hands[-1] else ():
            if dealt.lead.count:
                both = replace(dealt.lead)
                both.merge(tallies.get(pair, Tally(both.unit)))
                tallies[pair] = both
        alpha = (1 - self.confidence) / max(1, len(tallies))
        rows = [Pair(*pair, tally, tally.interval(alpha, SOON)) for pair, tally in tallies.items()]
        return sorted(rows, key=lambda pair: (-pair.lead.mean, pair[:2]))

    def alone(self, hand: str) -> list[Pair]:
        """The pairs that break the game: surely ahead of what any other pair seems to be, by more than counts as par."""
        pairs = [pair for pair in self.pairs(hand) if pair.lead.count >= FEW]
        for count in range(min(MOST_ALONE, len(pairs) - 1), 0, -1):
            least = min(pair.interval.low for pair in pairs[:count])
            if least > pairs[count].lead.mean + self.par:
                return pairs[:count]
        return []

    @property
    def open(self) -> list[Pair]:
        """The combos of which it is open, in the most skilled hands, whether they break the game: the widest interval first.

        The group above the widest gap, if that may be wider than what counts as par, is open as far as it is not surely so. Any other combo is
        open while it may be as far ahead as that group seems to be; without a group, while it may stand above all others.
        """
        met = [pair for pair in self.pairs(self.hands[-1]) if pair.lead.count]
        measured = [pair for pair in met if pair.lead.count >= EARLIEST]
        above: list[Pair] = []
        reach = bar = math.inf
        if len(measured) > 1:
            cuts = range(1, min(MOST_ALONE, len(measured) - 1) + 1)
            cut = max(cuts, key=lambda count: measured[count - 1].lead.mean - measured[count].lead.mean)
            bar, reach = measured[cut].lead.mean + self.par, measured[0].lead.mean + self.par
            if all(pair.interval.high > bar for pair in measured[:cut]):
                above, reach = measured[:cut], measured[cut - 1].lead.mean
        others = [pair for pair in measured if pair not in above and pair.interval.high > reach]
        unsure = [pair for pair in above if pair.interval.low <= bar]
        return sorted([*unsure, *others, *self._unknown(met)], key=lambda pair: pair.width)

    def _unknown(self, met: list[Pair]) -> Iterator[Pair]:
        """The combos of these races with these powers, one of them asked for, that have no interval yet, but for those that do not come about."""
        counts = {pair[:2]: pair.lead for pair in met}
        none = Tally(len(self.plan.seats) - 1)
        for pair in product(dict.fromkeys(one.race for one in met), dict.fromkeys(one.power for one in met)):
            lead = counts.get(pair, none)
            dealt = self.dealt.get(pair)
            vain = dealt is not None and dealt.games >= VAIN and not dealt.lead.count
            if lead.count < EARLIEST and not vain and any(tile in self.tiles for tile in pair):
                yield Pair(*pair, lead, lead.possible)

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
                    "ahead_interval": known_ends(trials.lead, self.lead(hand, tile)),
                    "wins": wins.mean if wins.count else None,
                    "wins_interval": known_ends(wins, wins.interval(self.alpha)),
                    "partners": [
                        {
                            "tile": pair.power if tile == pair.race else pair.race,
                            "begun_with_it": pair.lead.count,
                            "ahead": pair.lead.mean,
                            "ahead_interval": known_ends(pair.lead, pair.interval),
                        }
                        for pair in self.pairs(hand)
                        if tile in pair[:2]
                    ],
                }
            )
        return rows


def stand_alone(hands: Hands) -> str:
    """The combos that break the game, by name, in a sentence for each of the hands in which there are some; and of how many it is open."""
    return in_english(hands.rules.composition, " ".join(_stand_alone(hands)))


def _stand_alone(hands: Hands) -> list[str]:
    sentences = []
    for hand in hands.hands:
        combos = [_told_of(hands, one) for one in hands.alone(hand)]
        if combos:
            sentences.append(f"In the hands of {hand} no other [combo] comes near {' and '.join(combos)}.")
    sentences += [] if sentences else ["No [combo] surely stands above all others."]
    whose, left = f"in the hands of {hands.hands[-1]}", hands.open
    if not left:
        return [*sentences, f"Whether [combo.a] breaks the game is settled for all of them {whose}."]
    best = max(left, key=lambda pair: pair.interval.high if pair.lead.count >= EARLIEST else -math.inf)
    number = "1 [combo]" if len(left) == 1 else f"{len(left)} [combo.many]"
    named = f", first of all {_told_of(hands, best)}" if best.lead.count >= EARLIEST else ""
    return [*sentences, f"More games {whose} would tell of {number}{named}."]


def _told_of(hands: Hands, one: Pair) -> str:
    """A combo by name, with its lead."""
    tiles = hands.rules.composition.tiles
    power, race = (Naming().text(tiles[key].names, key) for key in (one.power, one.race))
    return f"{power} {race} ({one.lead.mean:+.1f} [{one.interval.low:+.1f}, {one.interval.high:+.1f}])"


def in_hands(seats: Sequence[str]) -> str:
    """The hands of the bots in these seats; other bots have their names."""
    by_bot = {bot: hand for hand, bot in HANDS.items()}
    return " and ".join(dict.fromkeys(by_bot.get(seat, seat) for seat in seats))


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
