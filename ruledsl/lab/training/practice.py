"""A linear policy that learns by playing against itself: actor and critic (Sutton and Barto, Reinforcement Learning, 2nd edition, chapter 13).

The policy is a softmax over the sums of weights of options' features. The critic says how a seat will have done in the end, linear in how it stands
beside the best of the others, by rounds. Advantages are generalized (Schulman and others, 2016), over all seats at once: between two choices of a
seat those of the others count, too. Steps are Adam's (Kingma and Ba, 2015).
"""

from __future__ import annotations

import os
import time
from functools import lru_cache
from itertools import cycle
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ruledsl.base.dataclass import dataclass
from ruledsl.base.errors import GameError
from ruledsl.lab.bulk.playing import Plan
from ruledsl.lab.bulk.workers import ProcessPool, rules_of
from ruledsl.lab.training.strength import Watched
from ruledsl.play.bots.policy import SCALE, Policy, learned_tiles

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from ruledsl.lab.bulk.workers import Identity
    from ruledsl.lab.training.strength import Seen
    from ruledsl.play.game import Rules

if TYPE_CHECKING:
    Floats = NDArray[np.float64]

GAMES = 128
"""Parallel games."""
LOOKS = 48
"""Choices in each of them between two learning steps."""
RATE, CRITIC_RATE = 0.012, 0.02
LAMBDA = 0.95
"""The decay of credit for earlier choices."""
ENTROPY = 0.004
"""The weight of the entropy bonus."""
LEAD = 12.0
"""A lead of this much, in the value that decides the game, is nearly as good as any."""
LEAST = 5
"""Smaller weights, in hundredths, are dropped."""
NEWEST = 0.01
"""The share of the last step in the average of the weights; at first the last eighth of all steps counts most."""
LEFT = 16
"""Remaining rounds are distinguished up to one less."""


class Adam:
    """Gradient ascent steps."""

    def __init__(self, count: int, rate: float) -> None:
        self.rate, self.steps = rate, 0
        self.mean, self.square = np.zeros(count), np.zeros(count)

    def __call__(self, gradient: Floats) -> Floats:
        """The step to take."""
        self.steps += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.001 * (gradient**2 - self.square)
        mean, square = self.mean / (1 - 0.9**self.steps), self.square / (1 - 0.999**self.steps)
        return self.rate * mean / (np.sqrt(square) + 1e-8)


@dataclass(slots=True)
class Look:
    """A past step: observations, probabilities of all options of all games, choices, and the values of the critic."""

    seen: Seen
    likely: Floats
    chosen: NDArray[np.int64]
    rows: Floats
    thought: Floats
    over: NDArray[np.bool_]
    ended: Floats


class Knowledge(NamedTuple):
    """Everything learned so far: weights, their average, the critic, and the moments of both optimizers; counts of steps, choices and games.

    `pace` is that of the next steps.
    """

    arrays: tuple[Floats, ...]
    steps: int
    made: int
    games: int
    pace: float


class Practice:
    """`weights` are those of the policy, `made` counts choices (and those of the policy it began with), `games` counts finished games.

    `pace` scales the steps of the policy: whoever knows when the practice ends lets it fall to 0 by then, or the last games count most.
    """

    def __init__(self, rules: Rules, seed: int, seats: Sequence[int] = (), map_: str | None = None) -> None:
        self.rules, self.seed, self.map = rules, seed, map_
        self.seats = cycle(seats or _seats(rules, map_))
        self.sittings = 0
        self.sit_down()
        self.weights = np.zeros(self.watched.features.count)
        self._mean = self.weights.copy()
        self._critic = np.zeros((LEFT, 1 + self.watched.measures))
        self._step = Adam(len(self.weights), RATE)
        self._critic_step = Adam(self._critic.size, CRITIC_RATE)
        self.chance = np.random.default_rng(seed)
        self.made = self.games = 0
        self.pace = 1.0

    def begin_with(self, policy: Policy) -> None:
        """Continue from a policy; features that it does not know have weight 0."""
        weights = policy.weights
        self.weights = np.array([weights.get(name, 0) / SCALE for name in self.watched.features.names()])
        self._mean = self.weights.copy()
        self.made = policy.choices

    @property
    def knowledge(self) -> Knowledge:
        """A copy of everything learned so far."""
        step, critic = self._step, self._critic_step
        arrays = (self.weights, self._mean, self._critic, step.mean, step.square, critic.mean, critic.square)
        return Knowledge(tuple(one.copy() for one in arrays), step.steps, self.made, self.games, self.pace)

    def take(self, knowledge: Knowledge) -> None:
        """Continue from knowledge of another process, with the same packs."""
        step, critic = self._step, self._critic_step
        parts = (one.copy() for one in knowledge.arrays)
        self.weights, self._mean, self._critic, step.mean, step.square, critic.mean, critic.square = parts
        step.steps = critic.steps = knowledge.steps
        self.made, self.games, self.pace = knowledge.made, knowledge.games, knowledge.pace

    def policy(self) -> Policy:
        """The policy learned so far: the average of the last steps, which is steadier than any of them (Polyak and Juditsky, 1992)."""
        scaled = np.rint(self._mean * SCALE).astype(int).tolist()
        named = zip(self.watched.features.names(), scaled, strict=True)
        packs = tuple(pack.id for pack in self.rules.composition.packs)
        weights = {name: weight for name, weight in named if abs(weight) >= LEAST}
        return Policy(packs, self.made, weights, learned_tiles(self.rules.program))

    def sit_down(self) -> None:
        """Begin new games with the next number of players, on a new board if the packs deal boards."""
        self.players = next(self.seats)
        self.watched = Watched(
            self.rules, GAMES, self.players, self.seed * 1_000_003 + self.sittings * 10_007, self.map
        )
        self.sittings += 1

    def go_on(self) -> None:
        """Play for a while, and learn from it."""
        looks = [self._look() for _ in range(LOOKS)]
        last = self._rows(self.watched.look())
        self._learn(looks, np.einsum("gsm,gm->gs", *last))

    def _look(self) -> Look:
        seen = self.watched.look()
        rows, critic = self._rows(seen)
        likely, chosen = self.choose(seen)
        first = np.cumsum(seen.options) - seen.options
        batch = self.watched.batch
        batch.step((chosen - first).astype(np.int32).data)
        over = np.array(batch.done, np.bool_)
        scores = np.asarray(batch.scores).reshape(-1, self.players)
        self.made += len(over)
        self.games += int(over.sum())
        thought = np.einsum("gsm,gm->gs", rows, critic)
        return Look(seen, likely, chosen, rows, thought, over, outcome(scores))

    def _rows(self, seen: Seen) -> tuple[Floats, Floats]:
        """The inputs of the critic, for each seat of each game, and its weights there."""
        others = np.where(
            np.eye(self.players, dtype=bool)[None, :, :, None], -(1 << 40), seen.standing[:, None]
        ).max(axis=2)
        ahead = (seen.standing - others) / LEAD
        rows = np.concatenate([np.ones((*ahead.shape[:2], 1)), ahead], axis=2)
        return rows, self._critic[np.clip(seen.left, 0, LEFT - 1)]

    def choose(self, seen: Seen) -> tuple[Floats, NDArray[np.int64]]:
        """The probability of each option, and one option of each game, chosen by them (its index among all options)."""
        starts = np.cumsum(seen.lengths) - seen.lengths
        scores = np.add.reduceat(self.weights[seen.features], starts)
        first = np.cumsum(seen.options) - seen.options
        likely = np.exp(scores - np.repeat(np.maximum.reduceat(scores, first), seen.options))
        likely /= np.repeat(np.add.reduceat(likely, first), seen.options)
        luck = np.log(likely + 1e-30) + self.chance.gumbel(size=len(likely))
        best = np.repeat(np.maximum.reduceat(luck, first), seen.options)
        places = np.flatnonzero(luck == best)
        game = np.repeat(np.arange(len(seen.options)), seen.options)[places]
        chosen = np.empty(len(seen.options), np.int64)
        chosen[game] = places
        return likely, chosen

    def _learn(self, looks: list[Look], thought: Floats) -> None:
        gradient, critic = np.zeros_like(self.weights), np.zeros_like(self._critic)
        later, surprise = thought, np.zeros_like(thought)
        for look in reversed(looks):
            over = look.over[:, None]
            delta = np.where(over, look.ended, later) - look.thought
            surprise = delta + np.where(over, 0.0, LAMBDA * surprise)
            self._blame(look, surprise, gradient)
            left = np.clip(look.seen.left, 0, LEFT - 1)
            np.add.at(critic, left, np.einsum("gs,gsm->gm", surprise, look.rows))
            later = look.thought
        scale = 1 / (len(looks) * GAMES)
        self.weights += self.pace * self._step(gradient * scale)
        self._mean += (self.weights - self._mean) * max(NEWEST, 8 / (self._step.steps + 7))
        self._critic += self._critic_step(critic.ravel() * scale).reshape(critic.shape)

    def _blame(self, look: Look, surprise: Floats, gradient: Floats) -> None:
        """Add the choices of a step to the gradient, weighted by their surprise."""
        seen, likely = look.seen, look.likely
        games = np.arange(len(seen.options))
        advantage = surprise[games, seen.movers]
        first = np.cumsum(seen.options) - seen.options
        logs = np.log(likely + 1e-30)
        spread = np.add.reduceat(likely * logs, first)
        blame = -likely * np.repeat(advantage, seen.options)
        blame[look.chosen] += advantage
        blame -= ENTROPY * likely * (logs - np.repeat(spread, seen.options))
        gradient += np.bincount(seen.features, np.repeat(blame, seen.lengths), len(gradient))


def outcome(scores: NDArray[np.int64]) -> Floats:
    """The value of a game to each seat: half for first place (shared), half for the lead."""
    first = scores == scores.max(axis=1, keepdims=True)
    share = first / first.sum(axis=1, keepdims=True)
    players = scores.shape[1]
    others = np.where(np.eye(players, dtype=bool)[None], -(1 << 40), scores[:, None]).max(axis=2)
    worth: Floats = share - 1 / players + 0.5 * np.tanh((scores - others) / LEAD)
    return worth


def _seats(rules: Rules, map_: str | None) -> list[int]:
    """The numbers of players, in turn: every number with a map, the smallest every other time. `GameError` G011 if there is no map."""
    boards = rules.composition.maps.values() if map_ is None else [rules.map(map_)]
    counts = sorted({players for board in boards for players in board.players})
    if not counts:
        raise GameError("G011", "These packs have no map to play on.")
    return [players for larger in counts[1:] or counts for players in (counts[0], larger)]


# ── together ────────────────────────────────────────────────────────────────────
# Learning on several cores: each process plays and learns by itself for a while, then all continue from their average.
#
# That is local stochastic gradient ascent with averaging (Stich, "Local SGD converges fast and communicates little", 2019).


ROUND = 2.0
"""Seconds of processor time between two averages."""
SITTING = 40
"""Learning steps before new games, with another number of players."""


class Lesson(NamedTuple):
    """A lesson for a process: the packs, and the current knowledge."""

    plan: Plan
    identity: Identity
    knowledge: Knowledge


def taught(practice: Practice, workers: int) -> Iterator[float]:
    """Learn on several cores, without end; yields the seconds of processor time that each round took on each of them.

    Raises `Died` if a process ends, or the packs change.
    """
    if workers == 1:
        yield from _steps(practice)
    rules = practice.rules
    plan = Plan(rules.asked_for, tuple(rules.composition.chosen.items()), (), practice.seed)
    identity = tuple(rules.composition.identity)
    with ProcessPool(workers) as pool:
        while True:
            before = practice.knowledge
            learned = list(pool.results(lesson, [Lesson(plan, identity, before)] * workers))
            practice.take(_together(before, learned))
            yield ROUND


def _steps(practice: Practice) -> Iterator[float]:
    """Step by step."""
    steps = 0
    while True:
        began = time.process_time()
        steps += 1
        if steps % SITTING == 0:
            practice.sit_down()
        practice.go_on()
        yield time.process_time() - began


def _together(before: Knowledge, learned: list[Knowledge]) -> Knowledge:
    """The average of the knowledge; choices and games are summed."""
    arrays = tuple(np.mean(parts, axis=0) for parts in zip(*(one.arrays for one in learned), strict=True))
    made = before.made + sum(one.made - before.made for one in learned)
    games = before.games + sum(one.games - before.games for one in learned)
    return Knowledge(arrays, max(one.steps for one in learned), made, games, before.pace)


# ── inside a process ──


def lesson(given: Lesson) -> Knowledge:
    """Learn for a round from the given knowledge."""
    practice = _practice(given.plan, given.identity)
    practice.take(given.knowledge)
    spent = 0.0
    for step in _steps(practice):
        spent += step
        if spent >= ROUND:
            break
    return practice.knowledge


@lru_cache(1)
def _practice(plan: Plan, identity: Identity) -> Practice:
    """The practice of this process, created once; its games are its own."""
    return Practice(rules_of(plan, identity), plan.seed + os.getpid())
